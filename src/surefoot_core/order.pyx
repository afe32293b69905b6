"""The order in which the boxes of a component are worked off: it decides how wide its diagram becomes."""

from libc.math cimport exp2, log2
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy, memset

from surefoot_core.diagram cimport (
    CANDIDATES, DIAGRAM_DONE, DIAGRAM_MEMORY, GAIN, LEFT, ORDER, OTHER, QUEUE, SIZE, STATE, diagram_t,
)
from surefoot_core.frontier cimport component_t
from surefoot_core.pool cimport pool_reserve

cdef enum:
    WIDE_ORDER = 9             # open rows from which other orders are tried
    CHEAP = 50                 # nodes a box that are worked off sooner than better orders are found
    MANY_BOXES = 10000         # from here on an order takes long to find
    STARTS = 16                # rows to start from, each with both ways to break ties


cdef int32_t far_row(diagram_t *d, const component_t *c, int32_t *queue, int32_t *met) noexcept nogil:
    # The row met last in a walk by breadth from row 0: an end of a long component.
    cdef int32_t head = 0, size = 1, i, j, box, row, other
    memset(met, 0, c.rows * sizeof(int32_t))
    queue[0] = 0
    met[0] = 1
    while head < size:
        row = queue[head]
        head += 1
        for i in range(c.row_first[row], c.row_first[row + 1]):
            box = c.row_boxes[i]
            for j in range(c.box_row_first[box], c.box_row_first[box + 1]):
                other = c.box_rows[j]
                if not met[other]:
                    met[other] = 1
                    queue[size] = other
                    size += 1
    return queue[size - 1]


cdef int diagram_order(diagram_t *d, const component_t *c) noexcept nogil:
    # One greedy order from an end of the component, and if it is wide, the best of several from other places: on
    # lattices the nodes differ by a factor of ten and more.
    cdef int32_t *left = <int32_t *>pool_reserve(&d.pool[LEFT], c.rows * sizeof(int32_t), &d.budget)
    cdef int32_t *gain = <int32_t *>pool_reserve(&d.pool[GAIN], c.boxes * sizeof(int32_t), &d.budget)
    cdef int32_t *candidates = <int32_t *>pool_reserve(&d.pool[CANDIDATES], c.boxes * sizeof(int32_t), &d.budget)
    cdef int32_t *state = <int32_t *>pool_reserve(&d.pool[STATE], c.rows * sizeof(int32_t), &d.budget)
    cdef int32_t *queue = <int32_t *>pool_reserve(&d.pool[QUEUE], c.rows * sizeof(int32_t), &d.budget)
    cdef int32_t *other
    cdef int32_t i
    cdef double cost, least
    d.order = <int32_t *>pool_reserve(&d.pool[ORDER], c.boxes * sizeof(int32_t), &d.budget)
    d.size = <int32_t *>pool_reserve(&d.pool[SIZE], c.boxes * sizeof(int32_t), &d.budget)
    if (
        left == NULL or gain == NULL or candidates == NULL or state == NULL or queue == NULL
        or d.order == NULL or d.size == NULL
    ):
        return DIAGRAM_MEMORY
    d.boxes = c.boxes
    d.cost = 0
    place_boxes(d, c, far_row(d, c, queue, state), False, d.order)
    if d.width > WIDE_ORDER:
        other = <int32_t *>pool_reserve(&d.pool[OTHER], c.boxes * sizeof(int32_t), &d.budget)
        if other == NULL:
            return DIAGRAM_MEMORY
        least = order_cost(d, c, d.order)
        for i in range(2 * STARTS + 1 if least > CHEAP * c.boxes and c.boxes < MANY_BOXES else 0):
            if i == 2 * STARTS:
                put_in_order(c, other)
            else:
                place_boxes(d, c, <int32_t>(<int64_t>c.rows * (i // 2) // STARTS), i % 2, other)
            cost = order_cost(d, c, other)
            if cost < least:
                least = cost
                memcpy(d.order, other, c.boxes * sizeof(int32_t))
        order_cost(d, c, d.order)  # for its width
        d.cost = least
    for i in range(c.boxes):
        d.size[i] = (c.box_first[d.order[i] + 1] - c.box_first[d.order[i]]) * d.slots
    return DIAGRAM_DONE


cdef void put_in_order(const component_t *c, int32_t *order) noexcept nogil:
    # Boxes are numbered by their first cell: on a rectangle this sweeps row by row.
    cdef int32_t i
    for i in range(c.boxes):
        order[i] = i


cdef double order_cost(diagram_t *d, const component_t *c, const int32_t *order) noexcept nogil:
    # An estimate of the nodes: for each layer the product of the needs that its open rows can have. Sets d.width.
    cdef int32_t *placed = <int32_t *>d.pool[LEFT].at
    cdef int32_t *cells = <int32_t *>d.pool[STATE].at
    cdef int32_t i, j, row, size, before, after, open_rows = 0
    cdef double log = 0, cost = 0
    d.width = 0
    for row in range(c.rows):
        placed[row] = cells[row] = 0
        for i in range(c.row_first[row], c.row_first[row + 1]):
            cells[row] += (c.box_first[c.row_boxes[i] + 1] - c.box_first[c.row_boxes[i]]) * d.slots
    for i in range(c.boxes):
        size = (c.box_first[order[i] + 1] - c.box_first[order[i]]) * d.slots
        for j in range(c.box_row_first[order[i]], c.box_row_first[order[i] + 1]):
            row = c.box_rows[j]
            open_rows += placed[row] == 0
            before = needs_of(c.need[row], placed[row], cells[row])
            placed[row] += size
            after = needs_of(c.need[row], placed[row], cells[row])
            log += log2(<double>after / before)
        d.width = max(d.width, open_rows)
        cost += exp2(log)
        for j in range(c.box_row_first[order[i]], c.box_row_first[order[i] + 1]):
            open_rows -= placed[c.box_rows[j]] == cells[c.box_rows[j]]
    return cost


cdef inline int32_t needs_of(int32_t need, int32_t placed, int32_t cells) noexcept nogil:
    # How many different needs a row can have after so many of its cells.
    return max(min(need, cells - placed) - max(need - placed, 0) + 1, 1)


cdef void place_boxes(
    diagram_t *d, const component_t *c, int32_t start, bint latest, int32_t *order
) noexcept nogil:
    # Greedy: next the box that leaves the fewest rows open, among the boxes of open rows; of equals the one known
    # longest, or the `latest`. Sets d.width.
    cdef int32_t *left = <int32_t *>d.pool[LEFT].at
    cdef int32_t *gain = <int32_t *>d.pool[GAIN].at
    cdef int32_t *candidates = <int32_t *>d.pool[CANDIDATES].at
    cdef int32_t *state = <int32_t *>d.pool[STATE].at
    cdef int32_t *met = <int32_t *>d.pool[SIZE].at  # of a box: it is or was a candidate; lent until the order is made
    cdef int32_t i, j, depth, box, row, best, known = 0, open_rows = 0
    d.width = 0
    for i in range(c.rows):
        left[i] = c.row_first[i + 1] - c.row_first[i]
        state[i] = WAITING
    # gain: rows that the box would open, less those that it would close.
    for i in range(c.boxes):
        gain[i] = c.box_row_first[i + 1] - c.box_row_first[i]
        met[i] = 0
    for i in range(c.rows):
        if left[i] == 1:
            gain[c.row_boxes[c.row_first[i]]] -= 1
    # Boxes are known once a row of theirs is open.
    known = add_candidates(c, start, candidates, 0, met)
    for depth in range(c.boxes):
        if known == 0:
            # A caller took a cell out and the component fell apart: on to the next part.
            row = 0
            while state[row] != WAITING:
                row += 1
            known = add_candidates(c, row, candidates, 0, met)
        best = 0
        for i in range(1, known):
            if gain[candidates[i]] < gain[candidates[best]] + latest:
                best = i
        box = candidates[best]
        known -= 1
        for i in range(best, known):
            candidates[i] = candidates[i + 1]
        order[depth] = box
        for i in range(c.box_row_first[box], c.box_row_first[box + 1]):
            row = c.box_rows[i]
            left[row] -= 1
            if state[row] == WAITING:
                state[row] = OPEN
                open_rows += 1
                for j in range(c.row_first[row], c.row_first[row + 1]):
                    gain[c.row_boxes[j]] -= 1
        d.width = max(d.width, open_rows)
        for i in range(c.box_row_first[box], c.box_row_first[box + 1]):
            row = c.box_rows[i]
            if left[row] == 0:
                state[row] = CLOSED
                open_rows -= 1
                continue
            if left[row] == 1:
                for j in range(c.row_first[row], c.row_first[row + 1]):
                    gain[c.row_boxes[j]] -= 1
            known = add_candidates(c, row, candidates, known, met)


cdef inline int32_t add_candidates(
    const component_t *c, int32_t row, int32_t *candidates, int32_t known, int32_t *met
) noexcept nogil:
    # The boxes of a row that are not known yet, without a branch; returns the new number of candidates.
    cdef int32_t i, box
    for i in range(c.row_first[row], c.row_first[row + 1]):
        box = c.row_boxes[i]
        candidates[known] = box
        known += met[box] == 0
        met[box] = 1
    return known
