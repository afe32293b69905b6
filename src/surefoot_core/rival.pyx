"""Other layouts that show the same clues as a known one: what the checker of known boards asks when rules fail."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

cdef enum:
    FREE = 0
    STAYS = 1
    FLIPS = 2

cdef enum:
    NEVER = -100


cdef int rival_init(rival_t *r, const topology_t *topology) noexcept nogil:
    cdef size_t n = topology.cells
    memset(r, 0, sizeof(rival_t))
    r.topology = topology
    r.kind = <uint8_t *>calloc(n, 1)
    r.frontier = <int32_t *>malloc(n * sizeof(int32_t))
    r.flips = <int32_t *>malloc(n * sizeof(int32_t))
    r.choice = <uint8_t *>calloc(n, 1)
    r.trail = <int32_t *>malloc(n * sizeof(int32_t))
    r.decision = <int32_t *>malloc(n * sizeof(int32_t))
    r.met = <uint32_t *>calloc(n, sizeof(uint32_t))
    r.excess = <int8_t *>calloc(n, 1)
    r.more = <int8_t *>malloc(n)
    r.less = <int8_t *>malloc(n)
    r.queue = <int32_t *>malloc(n * sizeof(int32_t))
    r.violated = <int32_t *>malloc(n * sizeof(int32_t))
    r.listed = <uint8_t *>calloc(n, 1)
    if (
        r.kind == NULL or r.frontier == NULL or r.flips == NULL or r.choice == NULL or r.trail == NULL
        or r.decision == NULL or r.met == NULL or r.excess == NULL or r.more == NULL or r.less == NULL
        or r.queue == NULL or r.violated == NULL or r.listed == NULL
    ):
        rival_free(r)
        return -1
    return 0


cdef void rival_free(rival_t *r) noexcept nogil:
    free(r.kind)
    free(r.frontier)
    free(r.flips)
    free(r.choice)
    free(r.trail)
    free(r.decision)
    free(r.met)
    free(r.excess)
    free(r.more)
    free(r.less)
    free(r.queue)
    free(r.violated)
    free(r.listed)
    memset(r, 0, sizeof(rival_t))


cdef inline void meet(rival_t *r, int32_t clue) noexcept nogil:
    # The first time a search comes to a clue: count what is free around it. Every choice since the start of the
    # search was made with the clues around it met, so all cells around this one are free.
    cdef const int32_t *near = r.topology.near
    cdef int32_t i
    cdef int more = 0, less = 0
    if r.met[clue] == r.search:
        return
    r.met[clue] = r.search
    for i in range(r.topology.first[clue], r.topology.first[clue + 1]):
        more += r.kind[near[i]] == CELL_SAFE
        less += r.kind[near[i]] == CELL_MINE
    r.excess[clue] = 0
    r.more[clue] = more
    r.less[clue] = less


cdef void choose(rival_t *r, int32_t cell, uint8_t choice) noexcept nogil:
    cdef const int32_t *near = r.topology.near
    cdef bint mine = r.kind[cell] == CELL_MINE
    cdef int change = 0 if choice == STAYS else (-1 if mine else 1)
    cdef int32_t i, clue
    r.choice[cell] = choice
    r.trail[r.trail_size] = cell
    r.trail_size += 1
    r.gain += change
    for i in range(r.topology.first[cell], r.topology.first[cell + 1]):
        clue = near[i]
        if r.kind[clue] != CELL_OPEN:
            continue
        meet(r, clue)
        r.excess[clue] += change
        r.more[clue] -= not mine
        r.less[clue] -= mine
        if r.excess[clue] == 0:
            continue
        if not r.listed[clue] & 1:
            r.listed[clue] |= 1
            r.queue[r.queue_size] = clue
            r.queue_size += 1
        if not r.listed[clue] & 2:
            r.listed[clue] |= 2
            r.violated[r.violated_size] = clue
            r.violated_size += 1


cdef void undo_to(rival_t *r, int32_t size) noexcept nogil:
    cdef const int32_t *near = r.topology.near
    cdef int32_t i, clue, cell
    cdef int change
    cdef bint mine
    while r.trail_size > size:
        r.trail_size -= 1
        cell = r.trail[r.trail_size]
        mine = r.kind[cell] == CELL_MINE
        change = 0 if r.choice[cell] == STAYS else (-1 if mine else 1)
        r.choice[cell] = FREE
        r.gain -= change
        for i in range(r.topology.first[cell], r.topology.first[cell + 1]):
            clue = near[i]
            if r.kind[clue] != CELL_OPEN:
                continue
            r.excess[clue] -= change
            r.more[clue] += not mine
            r.less[clue] += mine
            if r.excess[clue] and not r.listed[clue] & 2:
                r.listed[clue] |= 2
                r.violated[r.violated_size] = clue
                r.violated_size += 1


cdef void flip_all(rival_t *r, int32_t clue, uint8_t kind) noexcept nogil:
    cdef const int32_t *near = r.topology.near
    cdef int32_t i
    for i in range(r.topology.first[clue], r.topology.first[clue + 1]):
        if r.kind[near[i]] == kind and r.choice[near[i]] == FREE:
            choose(r, near[i], FLIPS)


cdef bint propagate(rival_t *r) noexcept nogil:
    # False if a clue cannot be met any more; the queue is empty afterwards. Clues that are met leave the cells around
    # them free, although often none of them can flip: marking them took longer than asking `mends` when it matters.
    cdef int32_t clue
    cdef int excess
    cdef bint fine = True
    while r.queue_size:
        r.queue_size -= 1
        clue = r.queue[r.queue_size]
        r.listed[clue] &= ~1
        excess = r.excess[clue]
        if not fine or excess == 0:
            continue
        if excess > r.less[clue] or -excess > r.more[clue]:
            fine = False
        elif excess == r.less[clue]:
            flip_all(r, clue, CELL_MINE)
        elif -excess == r.more[clue]:
            flip_all(r, clue, CELL_SAFE)
    return fine


cdef inline int mends(rival_t *r, int32_t cell, int change) noexcept nogil:
    # By how much flipping the cell brings the clues around it nearer to being met; NEVER if it leaves one that cannot
    # be met any more.
    cdef const int32_t *near = r.topology.near
    cdef int32_t i, clue
    cdef int score = 0, excess
    for i in range(r.topology.first[cell], r.topology.first[cell + 1]):
        clue = near[i]
        if r.kind[clue] != CELL_OPEN:
            continue
        meet(r, clue)
        excess = r.excess[clue] + change
        if excess > r.less[clue] or -excess > r.more[clue]:
            return NEVER
        score += 1 if r.excess[clue] * change < 0 else -1
    return score


cdef int32_t next_flip(rival_t *r, bint *forced) noexcept nogil:
    # A free cell whose flip mends a violated clue: of the clue with the fewest such cells the one that mends most.
    # `forced` if there is no other. -1 if no clue is violated, -2 if one cannot be met any more.
    cdef const int32_t *near = r.topology.near
    cdef int32_t i = 0, clue, worst = -1, cell = -2
    cdef int ways, fewest = 127, score, best = NEVER, change
    cdef uint8_t wanted
    forced[0] = False
    while i < r.violated_size:
        clue = r.violated[i]
        if r.excess[clue] == 0:
            r.listed[clue] &= ~2
            r.violated_size -= 1
            r.violated[i] = r.violated[r.violated_size]
            continue
        ways = r.less[clue] if r.excess[clue] > 0 else r.more[clue]
        if ways < fewest:
            fewest = ways
            worst = clue
        i += 1
    if worst < 0:
        return -1
    wanted, change = (CELL_MINE, -1) if r.excess[worst] > 0 else (CELL_SAFE, 1)
    for i in range(r.topology.first[worst], r.topology.first[worst + 1]):
        if r.kind[near[i]] == wanted and r.choice[near[i]] == FREE:
            score = mends(r, near[i], change)
            if score == NEVER:
                continue
            forced[0] = best == NEVER
            if score > best:
                best = score
                cell = near[i]
    return cell


cdef int32_t next_for_gain(rival_t *r, bint lower) noexcept nogil:
    # A free frontier cell whose flip takes the gain down (or up), or -1: then no choice of the free cells can.
    cdef int32_t i
    for i in range(r.frontier_size):
        if r.choice[r.frontier[i]] == FREE and (r.kind[r.frontier[i]] == CELL_MINE) == lower:
            return r.frontier[i]
    return -1


cdef int rival_find(rival_t *r, int32_t cell, int32_t low, int32_t high, int64_t budget) noexcept nogil:
    cdef int32_t at
    cdef int answer
    cdef bint fine = True, forced = False
    cdef int64_t last = r.nodes + budget
    r.search += 1
    if r.search == 0:          # the numbers wrapped around
        memset(r.met, 0, r.topology.cells * sizeof(uint32_t))
        r.search = 1
    r.gain = 0
    r.decisions = 0
    if cell >= 0:
        choose(r, cell, FLIPS)
    while True:
        fine = fine and propagate(r)
        if fine:
            at = next_flip(r, &forced)
            fine = at != -2
            if at == -1:
                if low <= r.gain <= high:
                    answer = RIVAL_FOUND
                    break
                at = next_for_gain(r, r.gain > high)
                fine = at >= 0
        if fine and forced:
            choose(r, at, FLIPS)
        elif fine:
            if r.nodes >= last:
                answer = RIVAL_UNKNOWN
                break
            r.nodes += 1
            r.decision[r.decisions] = r.trail_size
            r.decisions += 1
            choose(r, at, FLIPS)
        elif r.decisions == 0:
            answer = RIVAL_NONE
            break
        else:
            r.decisions -= 1
            at = r.trail[r.decision[r.decisions]]
            undo_to(r, r.decision[r.decisions])
            choose(r, at, STAYS)
            fine = True
    r.flips_size = 0
    if answer == RIVAL_FOUND:
        for at in range(r.trail_size):
            if r.choice[r.trail[at]] == FLIPS:
                r.flips[r.flips_size] = r.trail[at]
                r.flips_size += 1
    for at in range(r.trail_size):
        r.choice[r.trail[at]] = FREE
    r.trail_size = 0
    for at in range(r.violated_size):
        r.listed[r.violated[at]] &= ~2
    r.violated_size = 0
    return answer


cdef bint rival_holds(rival_t *r, const int32_t *flips, int32_t size, int32_t *gain) noexcept nogil:
    cdef const int32_t *near = r.topology.near
    cdef int32_t i, j, cell
    cdef int change
    cdef bint holds = True
    gain[0] = 0
    for i in range(size):
        if r.kind[flips[i]] < CELL_SAFE:
            return False
    r.search += 1
    if r.search == 0:
        memset(r.met, 0, r.topology.cells * sizeof(uint32_t))
        r.search = 1
    for i in range(size):
        cell = flips[i]
        change = -1 if r.kind[cell] == CELL_MINE else 1
        gain[0] += change
        for j in range(r.topology.first[cell], r.topology.first[cell + 1]):
            if r.met[near[j]] != r.search:
                r.met[near[j]] = r.search
                r.excess[near[j]] = 0
            r.excess[near[j]] += change
    for i in range(size):
        cell = flips[i]
        for j in range(r.topology.first[cell], r.topology.first[cell + 1]):
            if r.kind[near[j]] == CELL_OPEN and r.excess[near[j]]:
                holds = False
    return holds
