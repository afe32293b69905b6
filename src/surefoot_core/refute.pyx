"""Refuting rows: an impossible sum of them, or a split with one in each branch."""

from libc.math cimport fabs, round
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from surefoot_core.scope cimport TOTAL_ROW, assume, grow, read_layout, scope_t
from surefoot_core.simplex cimport SIMPLEX_FEASIBLE, simplex_solve, simplex_t

cdef enum:
    MAX_SPLITS = 64            # splits inside one another
    MAX_SCALE = 120            # the largest denominator of the multipliers
    MAX_TIMES = 32767

cdef double NEARLY = 1e-6


cdef int put(tokens_t *t, int32_t first, int32_t second, int32_t third, int32_t count) noexcept nogil:
    if t.size + 3 > t.room:
        if grow(<void **>&t.token, 2 * t.room + 64, sizeof(int32_t)) < 0:
            return -1
        t.room = 2 * t.room + 64
    t.token[t.size] = first
    t.token[t.size + 1] = second
    t.token[t.size + 2] = third
    t.size += count
    return 0


cdef int put_sum(scope_t *s, tokens_t *t) noexcept nogil:
    # Writes the last sum down, its clues in increasing order, and marks its rows in `core`.
    cdef int32_t row, count = 0, total = 0, i, j, first, clue, times
    for row in range(s.rows):
        if s.times[row]:
            s.core[row >> 6] |= <uint64_t>1 << (row & 63)
            if s.witness[row] == TOTAL_ROW:
                total = s.times[row]
            else:
                count += 1
    if put(t, TOKEN_SUM, count, total, 3) < 0:
        return -1
    first = t.size
    for row in range(s.rows):
        if s.times[row] and s.witness[row] != TOTAL_ROW and put(t, s.witness[row], s.times[row], 0, 2) < 0:
            return -1
    for i in range(1, count):
        clue = t.token[first + 2 * i]
        times = t.token[first + 2 * i + 1]
        j = i
        while j and t.token[first + 2 * j - 2] > clue:
            t.token[first + 2 * j] = t.token[first + 2 * j - 2]
            t.token[first + 2 * j + 1] = t.token[first + 2 * j - 1]
            j -= 1
        t.token[first + 2 * j] = clue
        t.token[first + 2 * j + 1] = times
    return 0


cdef bint whole_multipliers(scope_t *s, double scale) noexcept nogil:
    cdef int32_t row
    cdef double times
    for row in range(s.rows):
        times = s.dual[row] * scale
        if fabs(times - round(times)) > NEARLY * scale or fabs(times) > MAX_TIMES:
            return False
        s.times[row] = <int32_t>round(times)
    return True


cdef bint read_sum(scope_t *s, int32_t row) noexcept nogil:
    # The multipliers of the rows stand in the table row that cannot be brought within its bounds.
    cdef simplex_t *lp = &s.lp
    cdef const double *entry = lp.table + row * <size_t>lp.stride
    cdef int32_t sign = 1 if lp.value[lp.basic[row]] < lp.low[lp.basic[row]] else -1
    cdef int32_t r, i, b, place, scale
    cdef int64_t right = 0, most = 0
    for r in range(s.rows):
        place = lp.place[s.boxes + r]
        if place >= 0:
            s.dual[r] = -sign * entry[place]
        else:
            s.dual[r] = sign if -1 - place == row else 0
    scale = 1
    while not whole_multipliers(s, scale):
        scale += 1
        if scale > MAX_SCALE:
            return False
    for b in range(s.boxes):
        s.sum[b] = 0
    for r in range(s.rows):
        if s.times[r] == 0:
            continue
        if not s.on[r]:
            return False
        right += <int64_t>s.times[r] * s.need[r]
        if s.witness[r] == TOTAL_ROW:
            for b in range(s.boxes):
                s.sum[b] += s.times[r]
        else:
            for i in range(s.row_first[r], s.row_first[r + 1]):
                s.sum[s.row_boxes[i]] += s.times[r]
    for b in range(s.boxes):
        most += s.sum[b] * (s.most[b] if s.sum[b] > 0 else s.least[b])
    return most < right


cdef int32_t closing(scope_t *s, int32_t box) noexcept nogil:
    # How many of the two branches of a split in this box close at once.
    cdef int32_t closed = 0
    assume(s, box, 0, -s.slots)
    closed += simplex_solve(&s.lp) >= 0
    assume(s, box, 1, s.slots)
    closed += simplex_solve(&s.lp) >= 0
    assume(s, box, -1, 0)
    return closed


cdef int32_t choose_split(scope_t *s, bint careful, bint first) noexcept nogil:
    # The box to split: one whose branches close if asked to be careful, else the one farthest from a whole number;
    # -1 if there is none.
    cdef int32_t b, best = -1, closed
    cdef int64_t score, best_score = 0
    for b in range(s.boxes):
        # The point moves while branches are tried, so this is noted first.
        s.sum[b] = <int64_t>(fabs(s.lp.value[b] - round(s.lp.value[b])) * 1000)
    for b in range(s.boxes):
        if s.used[b] == s.box_first[b + 1] - s.box_first[b]:
            continue
        score = s.sum[b]
        if careful and (score or first):
            closed = closing(s, b)
            if closed == 2:
                return b
            score += 1000 * closed
        if score > best_score:
            best_score = score
            best = b
    return best


cdef void open_split(scope_t *s, int32_t box, int32_t branch) noexcept nogil:
    s.used[box] += 1
    if branch:
        assume(s, box, 1, 0)
    else:
        assume(s, box, 0, -s.slots)


cdef void close_split(scope_t *s, int32_t box, int32_t branch) noexcept nogil:
    s.used[box] -= 1
    if branch:
        assume(s, box, -1, 0)
    else:
        assume(s, box, 0, s.slots)


cdef answer_t search(scope_t *s, tokens_t *proof, int32_t leaves, bint careful) noexcept nogil:
    cdef int32_t[MAX_SPLITS] box
    cdef int32_t[MAX_SPLITS] branch
    cdef int32_t depth = 0, row, b
    cdef answer_t answer = UNSURE
    proof.size = 0
    memset(s.core, 0, s.words * sizeof(uint64_t))
    while True:
        row = simplex_solve(&s.lp)
        if row >= 0:
            if leaves == 0 or not read_sum(s, row):
                break
            leaves -= 1
            if put_sum(s, proof) < 0:
                answer = NO_MEMORY
                break
            while depth and branch[depth - 1]:
                depth -= 1
                close_split(s, box[depth], 1)
            if depth == 0:
                answer = CLOSED
                break
            close_split(s, box[depth - 1], 0)
            branch[depth - 1] = 1
            open_split(s, box[depth - 1], 1)
        elif row == SIMPLEX_FEASIBLE:
            if read_layout(s):
                answer = OPEN
                break
            if leaves < 2 or depth == MAX_SPLITS:
                break
            b = choose_split(s, careful, depth == 0)
            if b < 0:
                break
            if put(proof, TOKEN_SPLIT, s.cells[s.box_first[b] + s.used[b]], 0, 2) < 0:
                answer = NO_MEMORY
                break
            box[depth] = b
            branch[depth] = 0
            depth += 1
            open_split(s, b, 0)
        else:
            break
    while depth:
        depth -= 1
        close_split(s, box[depth], branch[depth])
    return answer
