"""The view after a guess, for each clue that the guess may show."""

from libc.math cimport exp2, log2
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from surefoot_core.count cimport Counter, check_answered
from surefoot_core.counter cimport (
    COUNT_DONE, COUNT_MEMORY, COUNT_NONE, chances_t, count_component, counter_t, kept_forget, kept_t,
)
from surefoot_core.frontier cimport component_t, frontier_t
from surefoot_core.knowledge cimport MINED, UNDECIDED, knowledge_t
from surefoot_core.pool cimport pool_free, pool_reserve
from surefoot_core.view cimport MINE

from surefoot_core.errors import InvalidCellError

cdef enum:
    # places in the pool
    CELLS, BOX_FIRST, ROW_FIRST, ROW_BOXES, BOX_ROW_FIRST, BOX_ROWS, NEED, WITNESS, PARTS, TOUCHED, REST, REST_FREE
    OTHERS, PRODUCT, NEAR


cdef int lookahead_init(lookahead_t *l, int32_t cells) noexcept nogil:
    cdef int32_t i
    memset(l, 0, sizeof(lookahead_t))
    l.budget = <int64_t>1 << 40
    l.max_nodes = 20000
    l.stamp = <uint32_t *>calloc(cells, sizeof(uint32_t))
    l.factorial = <double *>malloc((cells + 1) * sizeof(double))
    if l.stamp == NULL or l.factorial == NULL:
        lookahead_free(l)
        return -1
    l.factorial[0] = 0
    for i in range(1, cells + 1):
        l.factorial[i] = l.factorial[i - 1] + log2(i)
    return 0


cdef void lookahead_free(lookahead_t *l) noexcept nogil:
    cdef int i
    free(l.stamp)
    free(l.factorial)
    for i in range(LOOKAHEAD_POOLS):
        pool_free(&l.pool[i])
    memset(l, 0, sizeof(lookahead_t))


cdef inline void *room(lookahead_t *l, int place, int64_t count, size_t size) noexcept nogil:
    return pool_reserve(&l.pool[place], (count + 1) * size, &l.budget)


# --- the component around the cell ---------------------------------------------------------------------


cdef int32_t gather(lookahead_t *l, const frontier_t *f, int32_t cell, int32_t *touched) noexcept nogil:
    # Stamps the undecided cells around the cell; the components that it touches, each once: how many.
    cdef const knowledge_t *k = f.k
    cdef int32_t i, j, other, place, count = 0
    l.stamped += 1
    l.near = l.known = 0
    if f.component_of[cell] >= 0:
        touched[0] = f.component_of[cell]
        count = 1
    for i in range(k.topology.first[cell], k.topology.first[cell + 1]):
        other = k.topology.near[i]
        if k.clue[other] < MINE:
            continue
        if k.mark[other] == MINED:
            l.known += 1
        elif k.mark[other] == UNDECIDED:
            l.near += 1
            l.stamp[other] = l.stamped
            place = f.component_of[other]
            if place < 0:
                continue
            for j in range(count):
                if touched[j] == place:
                    break
            else:
                touched[count] = place
                count += 1
    return count


cdef int reserve(lookahead_t *l, const frontier_t *f, const int32_t *touched, int32_t count) noexcept nogil:
    cdef const component_t *old
    cdef int64_t cells = l.near, boxes = 1, rows = 1, entries = 1
    cdef int32_t i
    for i in range(count):
        old = f.component[touched[i]]
        cells += old.cells_size
        boxes += 2 * old.boxes
        rows += old.rows
        entries += 2 * old.row_first[old.rows]
    entries += boxes
    if (
        room(l, CELLS, cells, sizeof(int32_t)) == NULL
        or room(l, BOX_FIRST, boxes + 1, sizeof(int32_t)) == NULL
        or room(l, ROW_FIRST, rows + 1, sizeof(int32_t)) == NULL
        or room(l, ROW_BOXES, entries, sizeof(int32_t)) == NULL
        or room(l, BOX_ROW_FIRST, boxes + 1, sizeof(int32_t)) == NULL
        or room(l, BOX_ROWS, entries, sizeof(int32_t)) == NULL
        or room(l, NEED, rows, sizeof(int32_t)) == NULL
        or room(l, WITNESS, rows, sizeof(int32_t)) == NULL
        or room(l, PARTS, 2 * boxes, sizeof(int32_t)) == NULL
        or room(l, NEAR, boxes, sizeof(int32_t)) == NULL
        or room(l, REST, cells, sizeof(double)) == NULL
        or room(l, REST_FREE, cells, sizeof(double)) == NULL
    ):
        return -1
    l.c.cells = <int32_t *>l.pool[CELLS].at
    l.c.box_first = <int32_t *>l.pool[BOX_FIRST].at
    l.c.row_first = <int32_t *>l.pool[ROW_FIRST].at
    l.c.row_boxes = <int32_t *>l.pool[ROW_BOXES].at
    l.c.box_row_first = <int32_t *>l.pool[BOX_ROW_FIRST].at
    l.c.box_rows = <int32_t *>l.pool[BOX_ROWS].at
    l.c.need = <int32_t *>l.pool[NEED].at
    l.c.witness = <int32_t *>l.pool[WITNESS].at
    l.rest = <double *>l.pool[REST].at
    l.rest_free = <double *>l.pool[REST_FREE].at
    return 0


cdef void build(
    lookahead_t *l, const frontier_t *f, const int32_t *touched, int32_t count, int32_t cell
) noexcept nogil:
    # Each box falls into the cells around the cell and the others; the rows stay; the new clue is the last row.
    cdef component_t *c = &l.c
    cdef const component_t *old
    cdef const knowledge_t *k = f.k
    cdef int32_t *part = <int32_t *>l.pool[PARTS].at  # of old box b: its new boxes, or -1, at 2 b and 2 b + 1
    cdef int32_t *near_boxes = <int32_t *>l.pool[NEAR].at
    cdef int32_t i, j, b, r, side, begin, entries = 0, near_count = 0
    c.cells_size = c.boxes = c.rows = 0
    c.row_first[0] = 0
    for i in range(count):
        old = f.component[touched[i]]
        for b in range(old.boxes):
            for side in range(2):
                begin = c.cells_size
                for j in range(old.box_first[b], old.box_first[b + 1]):
                    if old.cells[j] != cell and (l.stamp[old.cells[j]] == l.stamped) == side:
                        c.cells[c.cells_size] = old.cells[j]
                        c.cells_size += 1
                part[2 * b + side] = -1
                if c.cells_size > begin:
                    part[2 * b + side] = c.boxes
                    if side:
                        near_boxes[near_count] = c.boxes
                        near_count += 1
                    c.box_first[c.boxes] = begin
                    c.boxes += 1
        for r in range(old.rows):
            for j in range(old.row_first[r], old.row_first[r + 1]):
                for side in range(2):
                    b = part[2 * old.row_boxes[j] + side]
                    if b >= 0:
                        c.row_boxes[entries] = b
                        entries += 1
            if entries > c.row_first[c.rows]:
                c.need[c.rows] = old.need[r]
                c.witness[c.rows] = old.witness[r]
                c.rows += 1
                c.row_first[c.rows] = entries
    begin = c.cells_size
    for i in range(k.topology.first[cell], k.topology.first[cell + 1]):
        j = k.topology.near[i]
        if l.stamp[j] == l.stamped and f.component_of[j] < 0:
            c.cells[c.cells_size] = j
            c.cells_size += 1
    if c.cells_size > begin:
        near_boxes[near_count] = c.boxes
        near_count += 1
        c.box_first[c.boxes] = begin
        c.boxes += 1
    c.box_first[c.boxes] = c.cells_size
    if near_count:
        memcpy(c.row_boxes + entries, near_boxes, near_count * sizeof(int32_t))
        entries += near_count
        c.need[c.rows] = 0
        c.witness[c.rows] = cell
        c.rows += 1
        c.row_first[c.rows] = entries
    transpose(c)


cdef void transpose(component_t *c) noexcept nogil:
    # The rows of each box from the boxes of each row.
    cdef int32_t r, b, j, held, sum = 0
    memset(c.box_row_first, 0, (c.boxes + 1) * sizeof(int32_t))
    for j in range(c.row_first[c.rows]):
        c.box_row_first[c.row_boxes[j]] += 1
    for b in range(c.boxes + 1):
        held = c.box_row_first[b]
        c.box_row_first[b] = sum
        sum += held
    for r in range(c.rows):
        for j in range(c.row_first[r], c.row_first[r + 1]):
            b = c.row_boxes[j]
            c.box_rows[c.box_row_first[b]] = r
            c.box_row_first[b] += 1
    for b in range(c.boxes, 0, -1):
        c.box_row_first[b] = c.box_row_first[b - 1]
    c.box_row_first[0] = 0


# --- the rest of the board -----------------------------------------------------------------------------


cdef int32_t other_components(
    lookahead_t *l, const frontier_t *f, const counter_t *w, const int32_t *touched, int32_t count, int32_t *least
) noexcept nogil:
    # The product of the tallies of the components that are not touched, at OTHERS, from `least` mines on: how many
    # mine counts, or -1. And the safest cell among them.
    cdef const chances_t *a = &w.chances
    cdef const kept_t *kept
    cdef int32_t i, j, m, length = 1, more
    cdef double *product
    cdef double *scratch
    cdef bint is_touched
    least[0] = 0
    l.other = 0
    product = <double *>room(l, OTHERS, f.frontier_cells + 1, sizeof(double))
    scratch = <double *>room(l, PRODUCT, f.frontier_cells + 1, sizeof(double))
    if product == NULL or scratch == NULL:
        return -1
    product[0] = 1
    for i in range(f.components):
        is_touched = False
        for j in range(count):
            is_touched = is_touched or touched[j] == i
        if is_touched:
            continue
        for j in range(a.first[i], a.first[i + 1]):
            l.other = max(l.other, 1 - a.mine[j])
        kept = <const kept_t *>f.component[i].kept
        least[0] += kept.least
        more = kept.most - kept.least
        if more == 0:
            for j in range(length):
                product[j] *= kept.tally[0]
            continue
        memset(scratch, 0, (length + more) * sizeof(double))
        for j in range(length):
            for m in range(more + 1):
                scratch[j + m] += product[j] * kept.tally[m]
        length += more
        memcpy(product, scratch, length * sizeof(double))
    return length


cdef void weigh_rest(
    lookahead_t *l, const frontier_t *f, const counter_t *w, int32_t length, int32_t least
) noexcept nogil:
    # rest[j]: over the other components' counts, their layouts times the ways to place what is left of the mines
    # on the free cells; in units of all layouts of the view.
    cdef const double *product = <const double *>l.pool[OTHERS].at
    cdef const double *log = l.factorial
    cdef int32_t left = f.k.total - f.k.mines - least, j, t, m, top
    cdef int32_t free_cells = l.free
    cdef double unit = w.chances.layouts, ways
    memset(l.rest, 0, (l.c.cells_size + 1) * sizeof(double))
    memset(l.rest_free, 0, (l.c.cells_size + 1) * sizeof(double))
    # s = j + t mines in components leave m = left - s for the free cells
    for m in range(max(0, left - l.c.cells_size - length + 1), min(left, free_cells) + 1):
        ways = exp2(log[free_cells] - log[m] - log[free_cells - m] - w.chances.exponent) / unit
        top = left - m
        for j in range(max(0, top - length + 1), min(top, l.c.cells_size) + 1):
            t = top - j
            l.rest[j] += product[t] * ways
            if free_cells:
                l.rest_free[j] += product[t] * ways * m / free_cells


cdef int lookahead_start(lookahead_t *l, const frontier_t *f, const counter_t *w, int32_t cell) noexcept nogil:
    cdef int32_t *touched = <int32_t *>room(l, TOUCHED, f.components + 1, sizeof(int32_t))
    cdef int32_t count, i, length, least = 0
    cdef const chances_t *a = &w.chances
    cdef const component_t *c
    if touched == NULL:
        return -1
    for i in range(f.components):
        if (<const kept_t *>f.component[i].kept).weight == NULL:
            return 1
    count = gather(l, f, cell, touched)
    if reserve(l, f, touched, count) < 0:
        return -1
    build(l, f, touched, count, cell)
    length = other_components(l, f, w, touched, count, &least)
    if length < 0:
        return -1
    l.free = a.unconstrained - (f.component_of[cell] < 0 and f.k.mark[cell] == UNDECIDED)
    for i in range(l.c.cells_size):
        l.free -= f.component_of[l.c.cells[i]] < 0
    weigh_rest(l, f, w, length, least)
    l.expected = l.known
    for i in range(count):
        c = f.component[touched[i]]
        add_expected(l, c, a.mine + a.first[touched[i]], cell)
    for i in range(l.c.cells_size):
        if f.component_of[l.c.cells[i]] < 0:
            l.expected += a.chance
    return 0


cdef void add_expected(lookahead_t *l, const component_t *c, const double *mine, int32_t cell) noexcept nogil:
    cdef int32_t b, j
    for b in range(c.boxes):
        for j in range(c.box_first[b], c.box_first[b + 1]):
            if l.stamp[c.cells[j]] == l.stamped:
                l.expected += mine[b]


# --- one clue ------------------------------------------------------------------------------------------


cdef void look_at_boxes(lookahead_t *l, const kept_t *kept, double *mine, shown_t *shown) noexcept nogil:
    # What the layouts with this clue, `shown.chance` of all, say of each box. A sum without a negative term is 0 only
    # where every term is; it guides a guess and proves nothing.
    cdef const component_t *c = &l.c
    cdef const double *rest = l.rest + kept.least
    cdef const double *weight = kept.weight
    cdef int32_t counts = kept.most - kept.least + 1, b, j
    cdef double chance
    for b in range(c.boxes):
        chance = 0
        for j in range(counts):
            chance += rest[j] * weight[j]
        weight += counts
        chance /= shown.chance
        if chance == 0:
            shown.safe += c.box_first[b + 1] - c.box_first[b]
        else:
            shown.next = max(shown.next, 1 - chance)
        if mine != NULL:
            for j in range(c.box_first[b], c.box_first[b + 1]):
                mine[c.cells[j]] = chance


cdef int lookahead_show(lookahead_t *l, counter_t *w, int32_t mines, shown_t *shown, double *mine) noexcept nogil:
    cdef component_t *c = &l.c
    cdef const kept_t *kept
    cdef int64_t max_nodes = w.diagram.max_nodes
    cdef int32_t j
    cdef int status = COUNT_DONE
    cdef bint counted = True
    cdef double free_weight = 0
    memset(shown, 0, sizeof(shown_t))
    shown.next = l.other
    if c.boxes == 0:
        # Nothing is left around the cell: one clue only.
        shown.chance = l.rest[0]
        free_weight = l.rest_free[0]
    else:
        if l.near:
            c.need[c.rows - 1] = mines
        c.kept = NULL
        w.diagram.max_nodes = l.max_nodes
        status = count_component(w, c, True)
        w.diagram.max_nodes = max_nodes
        if status == COUNT_MEMORY:
            return -1
        kept = <const kept_t *>c.kept
        counted = status == COUNT_DONE and kept.weight != NULL
        if counted:
            for j in range(kept.most - kept.least + 1):
                shown.chance += l.rest[kept.least + j] * kept.tally[j]
                free_weight += l.rest_free[kept.least + j] * kept.tally[j]
            if shown.chance > 0:
                look_at_boxes(l, kept, mine, shown)
        kept_forget(c.kept)
        c.kept = NULL
    if l.free and shown.chance > 0:
        shown.free = free_weight / shown.chance
        if free_weight == 0:
            shown.safe += l.free
        else:
            shown.next = max(shown.next, 1 - shown.free)
    shown.safety = 1 if shown.safe else shown.next
    return 0 if counted or status == COUNT_NONE else 1


# --- for Python ----------------------------------------------------------------------------------------


cdef class Lookahead:
    """What a hidden cell may show, and the view after it, from the chances of a `Counter`.

    The counter has worked out every chance of its view, which has at most one mine a cell and a mine total, and
    nothing in it is certain. Cells are flat indices.
    """

    def __cinit__(self, Counter counter not None):
        self.counter = counter
        if lookahead_init(&self.c, counter.frontier.c.k.topology.cells) < 0:
            raise MemoryError

    def __dealloc__(self):
        lookahead_free(&self.c)

    def shown(self, cell):
        """Return (clue, chance, safety, safe) for each clue that an undecided cell may show.

        The chance that it is safe and shows the clue; the safety of the safest cell then; how many cells are safe
        then, among those near the cell and the unconstrained ones. None where a component is too large.
        """
        cdef const frontier_t *f = &self.counter.frontier.c
        cdef int32_t mines
        cdef shown_t shown
        check_cell(self, cell)
        found = []
        status = lookahead_start(&self.c, f, &self.counter.c, cell)
        for mines in range(self.c.near + 1):
            if status == 0:
                status = lookahead_show(&self.c, &self.counter.c, mines, &shown, NULL)
            if status < 0:
                raise MemoryError
            if status == 1:
                return None
            if shown.chance > 0:
                found.append((self.c.known + mines, shown.chance, shown.safety, shown.safe))
        return found

    def chances(self, cell, clue):
        """Return {cell: chance of a mine} once an undecided cell shows this clue, for the cells that it may change.

        Those of the components around the cell, and every unconstrained cell. Empty where the cell cannot show the
        clue, None where a component is too large.
        """
        cdef const frontier_t *f = &self.counter.frontier.c
        cdef int32_t n = f.k.topology.cells, i
        cdef shown_t shown
        cdef double *mine
        check_cell(self, cell)
        status = lookahead_start(&self.c, f, &self.counter.c, cell)
        if status == 0 and not self.c.known <= clue <= self.c.known + self.c.near:
            return {}
        mine = <double *>malloc(n * sizeof(double))
        if mine == NULL:
            raise MemoryError
        try:
            if status == 0:
                status = lookahead_show(&self.c, &self.counter.c, clue - self.c.known, &shown, mine)
            if status < 0:
                raise MemoryError
            if status == 1:
                return None
            if shown.chance == 0:
                return {}
            found = {self.c.c.cells[i]: mine[self.c.c.cells[i]] for i in range(self.c.c.cells_size)}
            for i in range(n):
                if f.k.mark[i] == UNDECIDED and f.component_of[i] < 0 and i != cell and i not in found:
                    found[i] = shown.free
            return found
        finally:
            free(mine)


cdef int check_cell(Lookahead lookahead, cell) except -1:
    cdef const knowledge_t *k = lookahead.counter.frontier.c.k
    if not 0 <= cell < k.topology.cells or k.mark[<int32_t>cell] != UNDECIDED:
        raise InvalidCellError(f"expected an undecided cell, got {cell!r}")
    if not lookahead.counter.c.chances.layouts > 0:
        raise ValueError("expected a counter that has worked out all chances")
    if k.total < 0 or k.slots != 1:
        raise ValueError("expected a view with a mine total and at most one mine a cell")
    return check_answered(lookahead.counter)
