"""Finds certificates: an impossible sum of clue rows, or a split with one in each branch, with few rows.

A claim is assumed to be wrong; then the rows around it have no layout. Where already no point between the bounds
meets the rows (linear programming, Farkas 1902), one sum of rows with multipliers is the proof. Where only whole
numbers fail, a cell is split into its two values. The smallest set of rows is found as a smallest hitting set: each
layout that some rows allow breaks others, and every set that forces the claim has one of those (Reiter, A Theory of
Diagnosis from First Principles, 1987; Ignatiev et al., Smallest MUS Extraction with Minimal Hitting Set Dualization,
2015). Doubles only ever suggest; integers decide.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.math cimport INFINITY, fabs, round
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from surefoot_core.errors import InvalidCellError

from surefoot_core.knowledge cimport (
    MINED, RULE_ONE_CLUE, RULE_TWO_CLUES, SAFE, UNDECIDED, Knowledge, deduction_t, knowledge_t
)
from surefoot_core.simplex cimport (
    SIMPLEX_FEASIBLE, simplex_begin, simplex_bound, simplex_free, simplex_solve, simplex_t
)
from surefoot_core.view cimport HIDDEN

cdef enum:
    TOKEN_SUM = 0
    TOKEN_SPLIT = 1
    MAX_LEAVES = 64            # sums in one proof
    MAX_SPLITS = 64            # splits inside one another
    MAX_NODES = 1 << 20        # leaves of a search for a layout
    MAX_SCALE = 120            # the largest denominator of the multipliers
    MAX_TIMES = 32767
    SMALL_SCOPE = 48           # rows up to which a whole component is taken at once
    NEAR = 3                   # else first the rows so many steps from the claim,
    FAR = 8                    # then these,
    LARGE_SCOPE = 1500         # then all, if they are not more than this
    TOO_LARGE = -2
    BUDGET = 300               # sets of rows tried in search of the smallest
    WORK = 1 << 30             # table entries touched for one claim, about a second
    HITTING_BUDGET = 20000     # choices tried in search of a hitting set
    VERSION = 1                # of the binary form

cdef double NEARLY = 1e-6


# --- scopes --------------------------------------------------------------------------------------------


cdef void scope_free(scope_t *s) noexcept nogil:
    free(s.witness)
    free(s.far)
    free(s.need)
    free(s.row_first)
    free(s.row_boxes)
    free(s.box_first)
    free(s.cells)
    free(s.least)
    free(s.most)
    free(s.used)
    free(s.on)
    free(s.layout)
    free(s.sum)
    free(s.dual)
    free(s.times)
    free(s.core)
    simplex_free(&s.lp)
    memset(s, 0, sizeof(scope_t))


cdef inline int grow(void **array, int32_t elements, size_t size) noexcept nogil:
    cdef void *larger = realloc(array[0], elements * size)
    if larger == NULL:
        return -1
    array[0] = larger
    return 0


cdef int reserve_rows(scope_t *s, int32_t rows) noexcept nogil:
    cdef int32_t room = 2 * rows + 16
    if rows < s.row_room:
        return 0
    if (
        grow(<void **>&s.witness, room, sizeof(int32_t)) < 0 or grow(<void **>&s.far, room, sizeof(int32_t)) < 0
        or grow(<void **>&s.need, room, sizeof(int32_t)) < 0
        or grow(<void **>&s.row_first, room + 1, sizeof(int32_t)) < 0 or grow(<void **>&s.on, room, 1) < 0
        or grow(<void **>&s.dual, room, sizeof(double)) < 0
        or grow(<void **>&s.times, room, sizeof(int32_t)) < 0
        or grow(<void **>&s.core, room / 64 + 1, sizeof(uint64_t)) < 0
    ):
        return -1
    s.row_room = room
    return 0


cdef int reserve_boxes(scope_t *s, int32_t boxes) noexcept nogil:
    cdef int32_t room = 2 * boxes + 16
    if boxes < s.box_room:
        return 0
    if (
        grow(<void **>&s.box_first, room + 1, sizeof(int32_t)) < 0
        or grow(<void **>&s.least, room, sizeof(int32_t)) < 0 or grow(<void **>&s.most, room, sizeof(int32_t)) < 0
        or grow(<void **>&s.used, room, sizeof(int32_t)) < 0
        or grow(<void **>&s.layout, room, sizeof(int32_t)) < 0 or grow(<void **>&s.sum, room, sizeof(int64_t)) < 0
    ):
        return -1
    s.box_room = room
    return 0


cdef inline uint64_t mix(uint64_t value) noexcept nogil:
    value *= <uint64_t>0x9E3779B97F4A7C15
    value = (value ^ (value >> 32)) * <uint64_t>0xBF58476D1CE4E5B9
    return value ^ (value >> 29)


cdef int add_rows(finder_t *f, scope_t *s, int32_t cell, int32_t far) noexcept nogil:
    # Appends the clues around a cell that are not rows yet.
    cdef const knowledge_t *k = f.k
    cdef int32_t i, clue
    for i in range(k.topology.first[cell], k.topology.first[cell + 1]):
        clue = k.topology.near[i]
        if k.clue[clue] == HIDDEN or f.row_of[clue] >= 0:
            continue
        if reserve_rows(s, s.rows + 1) < 0:
            return -1
        f.row_of[clue] = s.rows
        s.witness[s.rows] = clue
        s.far[s.rows] = far
        s.need[s.rows] = k.need[clue]
        s.rows += 1
    return 0


cdef int gather_cells(finder_t *f, scope_t *s, int32_t *size, int32_t depth, int32_t limit) noexcept nogil:
    # Follows rows to their cells and cells to their rows; every cell gets the signature of the rows it stands in.
    cdef const knowledge_t *k = f.k
    cdef int32_t row = 0, i, j, cell, clue
    while row < s.rows:
        if s.rows > limit:
            return TOO_LARGE
        clue = s.witness[row]
        for i in range(k.topology.first[clue], k.topology.first[clue + 1]):
            cell = k.topology.near[i]
            if k.mark[cell] != UNDECIDED:
                continue
            if f.signature[cell] == 0:
                f.queue[size[0]] = cell
                size[0] += 1
                if depth < 0 or s.far[row] < depth:
                    if add_rows(f, s, cell, s.far[row] + 1) < 0:
                        return -1
                else:
                    for j in range(k.topology.first[cell], k.topology.first[cell + 1]):
                        if k.clue[k.topology.near[j]] != HIDDEN and f.row_of[k.topology.near[j]] < 0:
                            s.depth = depth
            f.signature[cell] += mix(row + 1)
        row += 1
    return 0


cdef int make_boxes(finder_t *f, scope_t *s, int32_t size) noexcept nogil:
    # Cells of one signature are one box. Boxes come in the order of their first row, so only boxes begun in the
    # current row are compared. A clash of signatures could only cost a proof, which integers then refuse.
    cdef const knowledge_t *k = f.k
    cdef int32_t row, i, b, cell, clue, begun, entries = 0, place
    s.boxes = 0
    for row in range(s.rows):
        if s.witness[row] == TOTAL_ROW:
            continue
        clue = s.witness[row]
        begun = s.boxes
        for i in range(k.topology.first[clue], k.topology.first[clue + 1]):
            cell = k.topology.near[i]
            if k.mark[cell] != UNDECIDED:
                continue
            entries += 1
            if f.row_of[cell] >= 0:
                continue
            for b in range(begun, s.boxes):
                if f.signature[s.least[b]] == f.signature[cell]:
                    f.row_of[cell] = b
                    s.most[b] += 1
                    break
            if f.row_of[cell] < 0:
                if reserve_boxes(s, s.boxes + 2) < 0:
                    return -1
                f.row_of[cell] = s.boxes
                s.least[s.boxes] = cell  # the first cell of the box, and its size, for the time being
                s.most[s.boxes] = 1
                s.boxes += 1
    if reserve_boxes(s, s.boxes + 2) < 0:
        return -1
    if entries > s.entry_room:
        s.entry_room = 2 * entries
        if grow(<void **>&s.row_boxes, s.entry_room, sizeof(int32_t)) < 0:
            return -1
    if size >= s.cell_room:
        s.cell_room = 2 * size + 16
        if grow(<void **>&s.cells, s.cell_room, sizeof(int32_t)) < 0:
            return -1
    entries = 0
    for row in range(s.rows):
        s.row_first[row] = entries
        if s.witness[row] == TOTAL_ROW:
            continue
        clue = s.witness[row]
        for i in range(k.topology.first[clue], k.topology.first[clue + 1]):
            cell = k.topology.near[i]
            if k.mark[cell] == UNDECIDED and s.least[f.row_of[cell]] == cell:
                s.row_boxes[entries] = f.row_of[cell]
                entries += 1
    s.row_first[s.rows] = entries
    place = 0
    for b in range(s.boxes):
        s.box_first[b] = place
        place += s.most[b]
        s.used[b] = 0
    s.box_first[s.boxes] = place
    for i in range(size):
        b = f.row_of[f.queue[i]]
        s.cells[s.box_first[b] + s.used[b]] = f.queue[i]
        s.used[b] += 1
    return 0


cdef int make_rest(finder_t *f, scope_t *s, int32_t size) noexcept nogil:
    # The unconstrained cells are one more box, of the mine total alone.
    cdef const knowledge_t *k = f.k
    cdef int32_t cell
    if size + k.hidden >= s.cell_room:
        s.cell_room = size + k.hidden + 16
        if grow(<void **>&s.cells, s.cell_room, sizeof(int32_t)) < 0:
            return -1
    s.boxes += 1
    for cell in range(k.topology.cells):
        if k.mark[cell] == UNDECIDED and f.signature[cell] == 0:
            s.cells[size] = cell
            size += 1
    s.box_first[s.boxes] = size
    return 0


cdef void set_out(finder_t *f, scope_t *s) noexcept nogil:
    # The table as it is before any claim: all rows on, every box free.
    cdef int32_t row, b, i
    cdef double *entry
    for b in range(s.boxes):
        s.used[b] = 0
        s.least[b] = 0
        s.most[b] = (s.box_first[b + 1] - s.box_first[b]) * f.slots
        simplex_bound(&s.lp, b, 0, s.most[b])
    for row in range(s.rows):
        entry = s.lp.table + row * <size_t>s.lp.stride
        if s.witness[row] == TOTAL_ROW:
            for b in range(s.boxes):
                entry[b] = 1
        else:
            for i in range(s.row_first[row], s.row_first[row + 1]):
                entry[s.row_boxes[i]] = 1
        s.on[row] = 0
        switch_row(s, row, True)


cdef int gather(finder_t *f, scope_t *s, int32_t claimed, int32_t depth, int32_t limit, bint total) noexcept nogil:
    # The rows up to `depth` steps from a cell (all of its component if depth is -1), or all rows if the cell is -1,
    # then with the mine total if asked for: 0, TOO_LARGE, or -1 where memory ran out.
    cdef const knowledge_t *k = f.k
    cdef int32_t size = 0, cell, i, failed = 0
    s.rows = s.boxes = 0
    s.depth = -1
    if reserve_rows(s, 1) < 0:
        return -1
    if claimed >= 0:
        failed = add_rows(f, s, claimed, 0)
    else:
        for cell in range(k.topology.cells):
            if k.mark[cell] == UNDECIDED and failed == 0:
                failed = add_rows(f, s, cell, 0)
    if failed == 0:
        failed = gather_cells(f, s, &size, depth, limit)
    if failed == 0 and total:
        failed = reserve_rows(s, s.rows + 1)
        if failed == 0:
            s.witness[s.rows] = TOTAL_ROW
            s.far[s.rows] = 0
            s.need[s.rows] = k.total - k.mines
            s.rows += 1
    if failed == 0:
        failed = make_boxes(f, s, size)
    if failed == 0 and total:
        failed = make_rest(f, s, size)
    for i in range(s.rows):
        if s.witness[i] != TOTAL_ROW:
            f.row_of[s.witness[i]] = -1
    for i in range(size):
        f.row_of[f.queue[i]] = -1
        f.signature[f.queue[i]] = 0
    if failed == 0:
        s.words = (s.rows + 63) / 64
        failed = simplex_begin(&s.lp, s.rows, s.boxes)
    if failed == 0:
        set_out(f, s)
    return failed


cdef inline void switch_row(scope_t *s, int32_t row, bint on) noexcept nogil:
    if s.on[row] != on:
        s.on[row] = on
        if on:
            simplex_bound(&s.lp, s.boxes + row, s.need[row], s.need[row])
        else:
            simplex_bound(&s.lp, s.boxes + row, -INFINITY, INFINITY)


cdef void switch_to(scope_t *s, const uint64_t *rows) noexcept nogil:
    cdef int32_t row
    for row in range(s.rows):
        if not rows[row >> 6] >> (row & 63) & 1:
            switch_row(s, row, False)
    for row in range(s.rows):
        if rows[row >> 6] >> (row & 63) & 1:
            switch_row(s, row, True)


cdef inline void assume(scope_t *s, int32_t box, int32_t least, int32_t most) noexcept nogil:
    s.least[box] += least
    s.most[box] += most
    simplex_bound(&s.lp, box, s.least[box], s.most[box])


# --- proofs --------------------------------------------------------------------------------------------


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


cdef bint read_layout(scope_t *s) noexcept nogil:
    # Whether the point is a layout: whole numbers within the bounds that meet every row that is on.
    cdef int32_t b, row
    for b in range(s.boxes):
        s.layout[b] = <int32_t>round(s.lp.value[b])
        if fabs(s.lp.value[b] - s.layout[b]) > NEARLY or not s.least[b] <= s.layout[b] <= s.most[b]:
            return False
    for row in range(s.rows):
        if s.on[row] and not is_met(s, row):
            return False
    return True


cdef inline bint is_met(const scope_t *s, int32_t row) noexcept nogil:
    # Whether the last layout meets a row.
    cdef int32_t i, mines = 0
    if s.witness[row] == TOTAL_ROW:
        for i in range(s.boxes):
            mines += s.layout[i]
    else:
        for i in range(s.row_first[row], s.row_first[row + 1]):
            mines += s.layout[s.row_boxes[i]]
    return mines == s.need[row]


cdef int32_t closing(finder_t *f, scope_t *s, int32_t box) noexcept nogil:
    # How many of the two branches of a split in this box close at once.
    cdef int32_t closed = 0
    assume(s, box, 0, -f.slots)
    closed += simplex_solve(&s.lp) >= 0
    assume(s, box, 1, f.slots)
    closed += simplex_solve(&s.lp) >= 0
    assume(s, box, -1, 0)
    return closed


cdef int32_t choose_split(finder_t *f, scope_t *s, bint careful, bint first) noexcept nogil:
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
            closed = closing(f, s, b)
            if closed == 2:
                return b
            score += 1000 * closed
        if score > best_score:
            best_score = score
            best = b
    return best


cdef void open_split(finder_t *f, scope_t *s, int32_t box, int32_t branch) noexcept nogil:
    s.used[box] += 1
    if branch:
        assume(s, box, 1, 0)
    else:
        assume(s, box, 0, -f.slots)


cdef void close_split(finder_t *f, scope_t *s, int32_t box, int32_t branch) noexcept nogil:
    s.used[box] -= 1
    if branch:
        assume(s, box, -1, 0)
    else:
        assume(s, box, 0, f.slots)


cdef answer_t search(finder_t *f, scope_t *s, tokens_t *proof, int32_t leaves, bint careful) noexcept nogil:
    # Whether a layout meets the rows that are on: CLOSED with the proof and its rows in `core`, or OPEN with
    # `layout`. At most so many leaves; with one leaf, a single sum or nothing.
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
                close_split(f, s, box[depth], 1)
            if depth == 0:
                answer = CLOSED
                break
            close_split(f, s, box[depth - 1], 0)
            branch[depth - 1] = 1
            open_split(f, s, box[depth - 1], 1)
        elif row == SIMPLEX_FEASIBLE:
            if read_layout(s):
                answer = OPEN
                break
            if leaves < 2 or depth == MAX_SPLITS:
                break
            b = choose_split(f, s, careful, depth == 0)
            if b < 0:
                break
            if put(proof, TOKEN_SPLIT, s.cells[s.box_first[b] + s.used[b]], 0, 2) < 0:
                answer = NO_MEMORY
                break
            box[depth] = b
            branch[depth] = 0
            depth += 1
            open_split(f, s, b, 0)
        else:
            break
    while depth:
        depth -= 1
        close_split(f, s, box[depth], branch[depth])
    return answer


# --- the smallest set of rows --------------------------------------------------------------------------


cdef inline int32_t count_bits(uint64_t word) noexcept nogil:
    word = word - ((word >> 1) & <uint64_t>0x5555555555555555)
    word = (word & <uint64_t>0x3333333333333333) + ((word >> 2) & <uint64_t>0x3333333333333333)
    return <int32_t>((((word + (word >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F) * <uint64_t>0x0101010101010101) >> 56)


cdef inline int32_t lowest_bit(uint64_t word) noexcept nogil:
    return count_bits((word & (0 - word)) - 1)


cdef inline int32_t set_size(const uint64_t *rows, int32_t words) noexcept nogil:
    cdef int32_t i, size = 0
    for i in range(words):
        size += count_bits(rows[i])
    return size


cdef bint is_hit(const uint64_t *rows, const uint64_t *chosen, int32_t words) noexcept nogil:
    cdef int32_t i
    for i in range(words):
        if rows[i] & chosen[i]:
            return True
    return False


cdef int32_t next_unhit(
    finder_t *f, int32_t words, const uint64_t *chosen, const uint64_t *excluded, uint64_t *packed, int32_t room
) noexcept nogil:
    # The set without a chosen row that has the fewest rows left; -1 if all are hit, -2 if more than `room` of them
    # have no row in common, so that not all can be hit.
    cdef int32_t i, w, size, best = -1, best_size = 0, apart = 0
    cdef const uint64_t *rows
    cdef bint overlaps
    memset(packed, 0, words * sizeof(uint64_t))
    for i in range(f.set_count):
        rows = f.sets + i * <size_t>words
        if is_hit(rows, chosen, words):
            continue
        size = 0
        overlaps = False
        for w in range(words):
            size += count_bits(rows[w] & ~excluded[w])
            overlaps = overlaps or (rows[w] & packed[w]) != 0
        if not overlaps:
            apart += 1
            for w in range(words):
                packed[w] |= rows[w]
        if size == 0 or apart > room:
            return -2
        if best < 0 or size < best_size:
            best = i
            best_size = size
    return best


cdef inline int32_t lowest_row(const uint64_t *rows, int32_t words) noexcept nogil:
    cdef int32_t w
    for w in range(words):
        if rows[w]:
            return 64 * w + lowest_bit(rows[w])
    return -1


cdef int hitting_set(finder_t *f, int32_t words, int32_t size, uint64_t *chosen) noexcept nogil:
    # A set of at most `size` rows that has a row of every set: 1 with it in `chosen`, 0 if there is none, -1 where
    # memory ran out, -2 where the budget did. Depth first; a row tried at one level is excluded after it.
    cdef int32_t depth = 0, i, w, row, tried = 0
    cdef int32_t need = (2 * size + 5) * words + size + 2
    cdef uint64_t *left        # of this level: the rows still to try; those given up at it and above it follow
    cdef uint64_t *picked      # of each level: the row that is tried
    if need > f.trail_room:
        if grow(<void **>&f.trail, need, sizeof(uint64_t)) < 0:
            return -1
        f.trail_room = need
    memset(f.trail, 0, need * sizeof(uint64_t))
    memset(chosen, 0, words * sizeof(uint64_t))
    picked = f.trail + (2 * size + 5) * words
    while True:
        tried += 1
        if tried > HITTING_BUDGET:
            return -2
        left = f.trail + (1 + 2 * depth) * words
        i = next_unhit(f, words, chosen, left + words, f.trail, size - depth)
        if i == -1:
            return 1
        for w in range(words):
            left[w] = f.sets[i * <size_t>words + w] & ~left[words + w] if i >= 0 and depth < size else 0
        row = lowest_row(left, words)
        while row < 0:
            if depth == 0:
                return 0
            depth -= 1
            left -= 2 * words
            row = <int32_t>picked[depth]
            chosen[row >> 6] &= ~(<uint64_t>1 << (row & 63))
            left[words + (row >> 6)] |= <uint64_t>1 << (row & 63)
            row = lowest_row(left, words)
        picked[depth] = row
        left[row >> 6] &= ~(<uint64_t>1 << (row & 63))
        chosen[row >> 6] |= <uint64_t>1 << (row & 63)
        memcpy(left + 3 * words, left + words, words * sizeof(uint64_t))
        depth += 1


cdef int add_set(finder_t *f, scope_t *s) noexcept nogil:
    # The last layout breaks some rows, and every set that forces the claim has one of them. First the layout is
    # made to meet as many rows as it can, because a small set says more.
    cdef int32_t row
    cdef uint64_t *broken
    if reserve_sets(f, s, f.set_count + 2) < 0:
        return -1
    broken = f.sets + f.set_count * <size_t>s.words
    note_broken(s, broken)
    for row in range(s.rows):
        if broken[row >> 6] >> (row & 63) & 1:
            switch_row(s, row, True)
            if simplex_solve(&s.lp) == SIMPLEX_FEASIBLE and read_layout(s):
                note_broken(s, broken)
            else:
                switch_row(s, row, False)
    f.set_count += 1
    return 0


cdef void note_broken(scope_t *s, uint64_t *broken) noexcept nogil:
    # The rows that the last layout breaks; those that it meets are switched on.
    cdef int32_t row
    memset(broken, 0, s.words * sizeof(uint64_t))
    for row in range(s.rows):
        if s.on[row]:
            continue
        if is_met(s, row):
            switch_row(s, row, True)
        else:
            broken[row >> 6] |= <uint64_t>1 << (row & 63)


cdef int smallest_set(finder_t *f, scope_t *s, int32_t least, uint64_t *best) noexcept nogil:
    # Replaces the rows in `best`, which force the claim, by a smallest set that does; it has at least `least`.
    # 1 if the set is proved to be smallest, 0 if the budget ran out, -1 where memory did.
    cdef int32_t size = set_size(best, s.words), row, found
    cdef answer_t answer
    cdef uint64_t *chosen
    f.set_count = 0
    f.nodes = 0
    if reserve_sets(f, s, 2) < 0:
        return -1
    # Each row of the first set in turn is left out: either the set shrinks, or a first layout tells what it is for.
    for row in range(s.rows):
        if size <= least:
            return 1
        if not best[row >> 6] >> (row & 63) & 1:
            continue
        best[row >> 6] &= ~(<uint64_t>1 << (row & 63))
        switch_to(s, best)
        f.nodes += 1
        answer = search(f, s, &f.other, MAX_LEAVES, False)
        if answer == CLOSED:
            memcpy(best, s.core, s.words * sizeof(uint64_t))
            size = set_size(best, s.words)
        else:
            best[row >> 6] |= <uint64_t>1 << (row & 63)
            if answer == NO_MEMORY or (answer == OPEN and add_set(f, s) < 0):
                return -1
    while least < size:
        if reserve_sets(f, s, f.set_count + 2) < 0:
            return -1
        chosen = f.sets + f.set_count * <size_t>s.words + s.words
        found = hitting_set(f, s.words, least, chosen)
        if found == 0:
            least += 1
            continue
        if found == -1:
            return -1
        f.nodes += 1
        if found == -2 or f.nodes > BUDGET:
            return 0
        switch_to(s, chosen)
        answer = search(f, s, &f.other, MAX_LEAVES, False)
        if answer == CLOSED:
            memcpy(best, s.core, s.words * sizeof(uint64_t))
            return 1
        if answer == UNSURE:
            return 0
        if answer == NO_MEMORY or add_set(f, s) < 0:
            return -1
    return 1


cdef int reserve_sets(finder_t *f, scope_t *s, int32_t sets) noexcept nogil:
    cdef int32_t need = sets * s.words
    if need > f.set_room:
        if grow(<void **>&f.sets, 2 * need, sizeof(uint64_t)) < 0:
            return -1
        f.set_room = 2 * need
    return 0


# --- claims --------------------------------------------------------------------------------------------


cdef int32_t begin_claim(finder_t *f, scope_t *s, int32_t cell, int value) noexcept nogil:
    # Assumes the opposite of a claim: the box of the cell, which becomes its first, or -1 if it is in none.
    cdef int32_t b, i
    for b in range(s.boxes):
        for i in range(s.box_first[b], s.box_first[b + 1]):
            if s.cells[i] == cell:
                s.cells[i] = s.cells[s.box_first[b]]
                s.cells[s.box_first[b]] = cell
                s.used[b] = 1
                if value == SAFE:
                    assume(s, b, 1, 0)
                else:
                    assume(s, b, 0, -1)
                return b
    return -1


cdef void end_claim(scope_t *s, int32_t box, int value) noexcept nogil:
    # The box is free again and all rows are on; the basis stays as it is.
    cdef int32_t row
    s.used[box] = 0
    if value == SAFE:
        assume(s, box, -1, 0)
    else:
        assume(s, box, 0, 1)
    for row in range(s.rows):
        switch_row(s, row, True)


cdef inline void swap_tokens(tokens_t *a, tokens_t *b) noexcept nogil:
    cdef tokens_t swap = a[0]
    a[0] = b[0]
    b[0] = swap


cdef answer_t minimize(finder_t *f, scope_t *s, int32_t least) noexcept nogil:
    # The rows in `core` force the claim by `proof`: replaces it by a proof from a smallest set of rows.
    cdef uint64_t *best = <uint64_t *>malloc(s.words * sizeof(uint64_t))
    cdef int smallest
    cdef answer_t answer
    if best == NULL:
        return NO_MEMORY
    memcpy(best, s.core, s.words * sizeof(uint64_t))
    smallest = smallest_set(f, s, least, best)
    s.lp.work = WORK
    answer = NO_MEMORY if smallest < 0 else CLOSED
    if smallest >= 0 and set_size(best, s.words) < f.size:
        switch_to(s, best)
        answer = search(f, s, &f.other, 1, False)
        if answer != CLOSED and answer != NO_MEMORY:
            answer = search(f, s, &f.other, MAX_LEAVES, True)
        if answer == CLOSED:
            swap_tokens(&f.proof, &f.other)
            f.size = set_size(s.core, s.words)
        elif answer != NO_MEMORY:
            smallest = 0  # the proof that there was still holds
            answer = CLOSED
    f.proved = smallest == 1
    free(best)
    return answer


cdef answer_t prove(finder_t *f, scope_t *s, int32_t cell, int value, int32_t least, int32_t leaves) noexcept nogil:
    # A proof of the claim from the rows of a scope, of the smallest set of rows if that is wanted.
    cdef int32_t box = begin_claim(f, s, cell, value)
    cdef answer_t answer
    s.lp.work = WORK
    f.proved = False
    if box < 0:
        return UNSURE
    answer = search(f, s, &f.proof, leaves, leaves > 1)
    f.size = set_size(s.core, s.words)
    if answer == CLOSED and f.smallest:
        answer = minimize(f, s, least)
    end_claim(s, box, value)
    return answer


cdef answer_t prove_in_part(finder_t *f, int32_t cell, int value, int32_t least, int32_t leaves) noexcept nogil:
    # From the clues near the claim, farther away where that is not enough.
    cdef scope_t *s = &f.part
    cdef int failed = 0
    cdef answer_t answer
    if not f.fresh or not holds_cell(s, cell):
        failed = gather(f, s, cell, -1, SMALL_SCOPE, False)
        f.fresh = failed == 0
        if failed == TOO_LARGE:
            failed = gather(f, s, cell, NEAR, LARGE_SCOPE, False)
    while failed == 0:
        answer = prove(f, s, cell, value, least, leaves)
        # A smallest set hangs together, so one with fewer rows than this would lie within size - 2 steps.
        if answer == NO_MEMORY or s.depth < 0 or (answer == CLOSED and (not f.smallest or f.size - 2 <= s.depth)):
            return answer
        failed = gather(f, s, cell, FAR if s.depth < FAR else -1, LARGE_SCOPE, False)
        if failed == TOO_LARGE and answer == CLOSED:
            f.proved = False
            return answer
    return NO_MEMORY if failed == -1 else UNSURE


cdef answer_t prove_in_whole(finder_t *f, int32_t cell, int value, int32_t leaves) noexcept nogil:
    # From every clue and the mine total.
    cdef int failed
    if not f.fresh_whole:
        failed = gather(f, &f.whole, -1, -1, LARGE_SCOPE, True)
        if failed:
            return NO_MEMORY if failed == -1 else UNSURE
        f.fresh_whole = True
    return prove(f, &f.whole, cell, value, 1, leaves)


cdef bint may_total_help(const finder_t *f, int32_t clues) noexcept nogil:
    # Whether the mine total and so few clues might force anything: some layout of their cells and the claimed one has
    # at most clues x need + slots mines, and the cells around them take up the difference.
    cdef const knowledge_t *k = f.k
    cdef int64_t need = 0, lack = 0, left = k.total - k.mines
    cdef int32_t cell
    for cell in range(k.topology.cells):
        if k.clue[cell] != HIDDEN and k.open[cell]:
            need = max(need, k.need[cell])
            lack = max(lack, k.open[cell] * f.slots - k.need[cell])
    return left < clues * need + f.slots or <int64_t>k.hidden * f.slots - left < clues * lack + f.slots


cdef answer_t find(finder_t *f, int32_t cell, int value, int32_t least, bint total, bint exact) noexcept nogil:
    # CLOSED with a proof of the claim in `proof`: a sum of clues, else one with the mine total, else splits without
    # and with it. If exact, a smaller set with the mine total is looked for where there is one without.
    cdef answer_t answer = prove_in_part(f, cell, value, least, 1), other
    cdef int32_t size
    total = total and f.k.total >= 0
    if answer != CLOSED and answer != NO_MEMORY and total:
        other = prove_in_whole(f, cell, value, 1)
        if other != UNSURE:
            return other
    if answer == UNSURE:
        answer = prove_in_part(f, cell, value, least, MAX_LEAVES)
    if answer != CLOSED and answer != NO_MEMORY and total:
        return prove_in_whole(f, cell, value, MAX_LEAVES)
    size = f.size
    if answer == CLOSED and total and exact and f.size > 1 and may_total_help(f, f.size - 2):
        swap_tokens(&f.proof, &f.kept)
        other = prove_in_whole(f, cell, value, MAX_LEAVES)
        if other == NO_MEMORY:
            return other
        f.proved = f.proved and other == CLOSED
        if other != CLOSED or f.size >= size:
            swap_tokens(&f.proof, &f.kept)
            f.size = size
    return answer


cdef bint holds_cell(const scope_t *s, int32_t cell) noexcept nogil:
    cdef int32_t i
    for i in range(s.box_first[s.boxes] if s.boxes else 0):
        if s.cells[i] == cell:
            return True
    return False


cdef answer_t find_conflict(finder_t *f, bint total) noexcept nogil:
    # CLOSED with a proof that no layout fits: one clue alone, else several clues, else clues and the mine total.
    cdef const knowledge_t *k = f.k
    cdef scope_t *s = &f.whole
    cdef int32_t cell
    cdef int failed
    cdef answer_t answer
    f.fresh_whole = False
    f.proof.size = 0
    f.proved = True
    for cell in range(k.topology.cells):
        if k.clue[cell] != HIDDEN and not 0 <= k.need[cell] <= k.open[cell] * f.slots:
            failed = put(&f.proof, TOKEN_SUM, 1, 0, 3)
            if failed < 0 or put(&f.proof, cell, 1 if k.need[cell] > 0 else -1, 0, 2) < 0:
                return NO_MEMORY
            return CLOSED
    failed = gather(f, s, -1, -1, LARGE_SCOPE, total)
    if failed:
        return NO_MEMORY if failed == -1 else UNSURE
    s.lp.work = WORK
    answer = search(f, s, &f.proof, MAX_LEAVES, True)
    f.size = set_size(s.core, s.words)
    return minimize(f, s, 1) if answer == CLOSED else answer


# --- the binary form -----------------------------------------------------------------------------------


cdef uint8_t *write_number(uint8_t *to, uint32_t number) noexcept nogil:
    while number > 127:
        to[0] = number & 127 | 128
        to += 1
        number >>= 7
    to[0] = number
    return to + 1


cdef const int32_t *write_sum(uint8_t **to, const int32_t *token) noexcept nogil:
    # Writes one sum and returns what follows it.
    cdef int32_t count = token[1], total = token[2], i, _i, last = -1
    cdef const int32_t *row = token + 3
    cdef bint is_unit = -1 <= total <= 1
    cdef uint8_t *at = to[0]
    for i in range(count):
        is_unit = is_unit and -1 <= row[2 * i + 1] <= 1
    at = write_number(
        at, <uint32_t>count << 4 | (8 if total < 0 else 0) | (4 if total else 0) | (0 if is_unit else 1)
    )
    if total and not is_unit:
        at = write_number(at, (total if total > 0 else -total) - 1)
    for _i in range(count):
        at = write_number(at, <uint32_t>(row[0] - last - 1) << 1 | (row[1] < 0))
        if not is_unit:
            at = write_number(at, (row[1] if row[1] > 0 else -row[1]) - 1)
        last = row[0]
        row += 2
    to[0] = at
    return row


cdef bytes spell(const tokens_t *proof, int32_t cell, int value):
    # The certificate as bytes: no number takes more than five.
    cdef uint8_t *data = <uint8_t *>malloc(16 + 5 * <size_t>proof.size)
    cdef uint8_t *at = data
    cdef const int32_t *token = proof.token
    if data == NULL:
        raise MemoryError
    at[0] = VERSION << 4 | (2 if cell < 0 else 1 if value == MINED else 0)
    at += 1
    if cell >= 0:
        at = write_number(at, cell)
    while token < proof.token + proof.size:
        if token[0] == TOKEN_SPLIT:
            at[0] = 2
            at = write_number(at + 1, token[1])
            token += 2
        else:
            token = write_sum(&at, token)
    try:
        return PyBytes_FromStringAndSize(<char *>data, at - data)
    finally:
        free(data)


cdef class Certifier:
    """Finds certificates for what follows from a Knowledge; its decisions are the premises.

    Cells are flat indices, row * cols + col. A certificate is the bytes that `surefoot_core.verify.Checker` takes.
    Memory: some 20 bytes a cell, and a table of rows x boxes for the clues around a claim.
    """

    def __cinit__(self, Knowledge knowledge not None):
        cdef size_t n = knowledge.c.topology.cells
        self.knowledge = knowledge
        self.c.k = &knowledge.c
        self.c.row_of = <int32_t *>malloc(n * sizeof(int32_t))
        self.c.signature = <uint64_t *>malloc(n * sizeof(uint64_t))
        self.c.queue = <int32_t *>malloc(n * sizeof(int32_t))
        if self.c.row_of == NULL or self.c.signature == NULL or self.c.queue == NULL:
            raise MemoryError
        memset(self.c.row_of, -1, n * sizeof(int32_t))
        memset(self.c.signature, 0, n * sizeof(uint64_t))

    def __dealloc__(self):
        scope_free(&self.c.part)
        scope_free(&self.c.whole)
        free(self.c.proof.token)
        free(self.c.other.token)
        free(self.c.kept.token)
        free(self.c.row_of)
        free(self.c.signature)
        free(self.c.queue)
        free(self.c.sets)
        free(self.c.trail)

    def certify(self, claims, *, smallest=True, total=True, exact=False):
        """Return for each claim (cell, is_mine) a pair: its certificate, or None where none was found; and whether
        no smaller set of rows forces it.

        `smallest` looks for a smallest set of rows, within a budget. A sum of clues is preferred, then one with the
        mine total (if `total`), then splits; `exact` takes the mine total into account for the smallest set even
        where clues alone are enough. Raises InvalidCellError off the board, ValueError for a decided cell.
        """
        cdef int32_t cell, least
        cdef int value
        cdef bint with_total = total, is_exact = exact
        cdef answer_t answer
        cdef const knowledge_t *k = self.c.k
        found = []
        self.c.slots = k.slots
        self.c.smallest = smallest
        self.c.fresh = self.c.fresh_whole = False
        # Where the rules have nothing left to say, no two clues force anything.
        least = 3 if k.logged and k.slots == 1 and k.queue_size == 0 and k.pairs_size == 0 else 1
        for claimed, is_mine in claims:
            if not 0 <= claimed < k.topology.cells:
                raise InvalidCellError(f"expected a cell in 0 .. {k.topology.cells - 1}, got {claimed}")
            cell = claimed
            if k.mark[cell] != UNDECIDED:
                raise ValueError(f"expected a cell that is hidden and undecided, got {cell}")
            value = MINED if is_mine else SAFE
            with nogil:
                answer = find(&self.c, cell, value, least, with_total, is_exact)
            if answer == NO_MEMORY:
                raise MemoryError
            if answer == CLOSED:
                found.append((spell(&self.c.proof, cell, value), self.c.proved))
            else:
                found.append((None, False))
        return found

    def rules(self, int32_t since=0):
        """Return the certificates of the decisions from number `since` on that the rules for one and two clues made.

        A decision of another kind has None in its place.
        """
        cdef const knowledge_t *k = self.c.k
        cdef int32_t i
        if since < 0:
            raise ValueError(f"expected a number of 0 or more, got {since}")
        certificates = []
        for i in range(since, k.logged):
            if not rule_tokens(k, i, &self.c.proof):
                certificates.append(None)
            else:
                certificates.append(spell(&self.c.proof, k.log[i].cell, k.log[i].value))
        return certificates

    def conflict(self, *, total=True):
        """Return a certificate that no layout fits, and whether no fewer rows are in conflict; (None, False) if there
        is none or it was not found. Clues alone are preferred; the mine total is tried if `total`.
        """
        cdef bint with_total = total
        cdef answer_t answer
        self.c.slots = self.c.k.slots
        self.c.smallest = True
        with nogil:
            answer = find_conflict(&self.c, False)
            if with_total and self.c.k.total >= 0 and answer != CLOSED and answer != NO_MEMORY:
                answer = find_conflict(&self.c, True)
        if answer == NO_MEMORY:
            raise MemoryError
        return (spell(&self.c.proof, -1, 0), self.c.proved) if answer == CLOSED else (None, False)

    def layout(self, int32_t cell, mine):
        """Return the mines of a layout in which the cell is a mine, or is none; None where none was found.

        Premises count, cells next to no clue are left free where the mine total is not known, and a cell that holds
        several mines is named as often.
        """
        cdef finder_t *f = &self.c
        cdef const knowledge_t *k = f.k
        cdef scope_t *s = &f.whole
        cdef int value = SAFE if mine else MINED
        cdef int32_t box, b, i, step, left, held
        if not 0 <= cell < k.topology.cells or k.mark[cell] != UNDECIDED:
            raise InvalidCellError(f"expected a cell that is hidden and undecided, got {cell}")
        f.slots = k.slots
        f.fresh_whole = False
        cdef int failed = gather(f, s, -1, -1, LARGE_SCOPE, k.total >= 0)
        if failed == -1:
            raise MemoryError
        if failed:
            return None
        box = begin_claim(f, s, cell, value)
        s.lp.work = WORK
        if search(f, s, &f.other, MAX_NODES, False) != OPEN:
            return None
        mines = [cell] if box < 0 and mine else []
        for b in range(s.boxes):
            left = s.layout[b]
            # The assumed cell is the first of its box: filled first if it is a mine, last if not.
            step = 1 if b != box or mine else -1
            i = s.box_first[b] if step == 1 else s.box_first[b + 1] - 1
            while left > 0:
                held = min(left, f.slots)
                mines.extend([s.cells[i]] * held)
                left -= held
                i += step
        return sorted(mines)

    @property
    def nodes(self):
        """The sets of rows that were tried in search of the smallest for the last claim."""
        return self.c.nodes


cdef bint rule_tokens(const knowledge_t *k, int32_t number, tokens_t *t) except -1:
    # The sum that a rule of the knowledge stands for: the first clue with the sign of the claim, the second against.
    cdef const deduction_t *entry = &k.log[number]
    t.size = 0
    if entry.rule == RULE_ONE_CLUE:
        if put(t, TOKEN_SUM, 1, 0, 3) < 0 or put(t, entry.first, 1 if entry.value == MINED else -1, 0, 2) < 0:
            raise MemoryError
        return True
    if entry.rule != RULE_TWO_CLUES:
        return False
    if (
        put(t, TOKEN_SUM, 2, 0, 3) < 0
        or put(t, min(entry.first, entry.second), 1 if entry.first < entry.second else -1, 0, 2) < 0
        or put(t, max(entry.first, entry.second), 1 if entry.first > entry.second else -1, 0, 2) < 0
    ):
        raise MemoryError
    return True
