"""The undecided cells next to a clue, as boxes, rows and components, kept from move to move."""

from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, malloc, qsort, realloc
from libc.string cimport memset

from surefoot_core.knowledge cimport UNDECIDED, Knowledge, knowledge_t
from surefoot_core.view cimport HIDDEN

cdef enum:
    TOUCHED = 4                # the bit of `waiting` for members of `touched`
    SMALL = 24                 # up to here insertion beats qsort


cdef int frontier_init(frontier_t *f, const knowledge_t *k) noexcept nogil:
    cdef size_t bytes = k.topology.cells * sizeof(int32_t)
    memset(f, 0, sizeof(frontier_t))
    f.k = k
    f.component_of = <int32_t *>malloc(bytes)
    f.row_of = <int32_t *>malloc(bytes)
    f.cells = <int32_t *>malloc(bytes)
    f.witnesses = <int32_t *>malloc(bytes)
    f.label = <int32_t *>malloc(bytes)
    f.label_size = <int32_t *>malloc(bytes)
    f.label_met = <int32_t *>malloc(bytes)
    f.label_next = <int32_t *>malloc(bytes)
    if (
        f.component_of == NULL or f.row_of == NULL or f.cells == NULL or f.witnesses == NULL or f.label == NULL
        or f.label_size == NULL or f.label_met == NULL or f.label_next == NULL
    ):
        frontier_free(f)
        return -1
    memset(f.label_met, 0, bytes)
    frontier_reset(f)
    return 0


cdef void frontier_free(frontier_t *f) noexcept nogil:
    drop_all(f)
    free(f.component)
    free(f.component_of)
    free(f.row_of)
    free(f.cells)
    free(f.witnesses)
    free(f.label)
    free(f.label_size)
    free(f.label_met)
    free(f.label_next)
    memset(f, 0, sizeof(frontier_t))


cdef void frontier_reset(frontier_t *f) noexcept nogil:
    cdef size_t bytes = f.k.topology.cells * sizeof(int32_t)
    drop_all(f)
    memset(f.component_of, -1, bytes)
    memset(f.row_of, -1, bytes)


cdef void free_component(frontier_t *f, component_t *c) noexcept nogil:
    if c.kept != NULL and f.forget != NULL:
        f.forget(c.kept)
    free(c)


cdef void drop_all(frontier_t *f) noexcept nogil:
    cdef int32_t i
    for i in range(f.components):
        free_component(f, f.component[i])
    f.components = 0
    f.frontier_cells = 0


cdef void mark_component(frontier_t *f, const component_t *c, int32_t place) noexcept nogil:
    cdef int32_t i
    for i in range(c.cells_size):
        f.component_of[c.cells[i]] = place
    for i in range(c.rows):
        f.row_of[c.witness[i]] = place


cdef int frontier_update(frontier_t *f, knowledge_t *k) noexcept nogil:
    # Only a touched row can change a component: a row of its own that changed, or a new row over one of its cells.
    # So the components around touched witnesses go, and their rows, with the touched ones, are gathered anew.
    cdef const int32_t *first = k.topology.first
    cdef const int32_t *near = k.topology.near
    cdef int32_t i, j, place, last, witness, seeds = k.touched_size
    cdef component_t *dropped
    for i in range(k.touched_size if f.components else 0):
        witness = k.touched[i]
        for j in range(first[witness], first[witness + 1]):
            place = f.component_of[near[j]]
            if place < 0:
                continue
            dropped = f.component[place]
            mark_component(f, dropped, -1)
            f.frontier_cells -= dropped.cells_size
            f.components -= 1
            last = f.components
            if place != last:
                f.component[place] = f.component[last]
                mark_component(f, f.component[place], place)
            for last in range(dropped.rows):
                # The touched ones are among the seeds already, so no witness stands there twice.
                if not k.waiting[dropped.witness[last]] & TOUCHED:
                    k.touched[seeds] = dropped.witness[last]
                    seeds += 1
            free_component(f, dropped)
    for i in range(k.touched_size):
        k.waiting[k.touched[i]] &= ~TOUCHED
    k.touched_size = 0
    for i in range(seeds):
        witness = k.touched[i]
        if f.row_of[witness] < 0 and k.open[witness] > 0 and add_component(f, witness) < 0:
            frontier_reset(f)
            return -1
    return 0


cdef int compare_cells(const void *a, const void *b) noexcept nogil:
    cdef int32_t x = (<const int32_t *>a)[0], y = (<const int32_t *>b)[0]
    return (x > y) - (x < y)


cdef void sort_cells(int32_t *cells, int32_t size) noexcept nogil:
    cdef int32_t i, j, cell
    if size > SMALL:
        qsort(cells, size, sizeof(int32_t), compare_cells)
        return
    for i in range(1, size):
        cell = cells[i]
        j = i
        while j > 0 and cells[j - 1] > cell:
            cells[j] = cells[j - 1]
            j -= 1
        cells[j] = cell


cdef int32_t gather(frontier_t *f, int32_t seed, int32_t place, int32_t *cells_size) noexcept nogil:
    # Everything tied to a witness: fills f.cells and f.witnesses, both sorted; returns the number of witnesses.
    # What is new goes to the end of a list without a branch, because nothing foretells it; there is room, as neither
    # all cells are undecided nor all are clues.
    cdef const knowledge_t *k = f.k
    cdef const int32_t *first = k.topology.first
    cdef const int32_t *near = k.topology.near
    cdef const uint8_t *mark = k.mark
    cdef const uint8_t *clue = k.clue
    cdef int32_t *component_of = f.component_of
    cdef int32_t *row_of = f.row_of
    cdef int32_t *cell = f.cells
    cdef int32_t *witness = f.witnesses
    cdef int32_t i, j, cells = 0, witnesses = 1, done = 0, known
    witness[0] = seed
    row_of[seed] = place
    while done < witnesses:
        i = cells
        for j in range(first[witness[done]], first[witness[done] + 1]):
            cell[cells] = near[j]
            cells += (mark[near[j]] == UNDECIDED) & (component_of[near[j]] < 0)
        done += 1
        for i in range(i, cells):
            component_of[cell[i]] = place
            known = witnesses
            for j in range(first[cell[i]], first[cell[i] + 1]):
                witness[witnesses] = near[j]
                witnesses += (clue[near[j]] != HIDDEN) & (row_of[near[j]] < 0)
            for j in range(known, witnesses):
                row_of[witness[j]] = place
    sort_cells(cell, cells)
    sort_cells(witness, witnesses)
    cells_size[0] = cells
    return witnesses


cdef component_t *new_component(int32_t cells, int32_t rows, int32_t entries) noexcept nogil:
    # One block of memory: the struct, then its arrays, with room for as many boxes as cells.
    cdef size_t ints = cells + 2 * (<size_t>cells + 1) + 3 * (<size_t>rows + 1) + 2 * <size_t>entries
    cdef component_t *c = <component_t *>malloc(sizeof(component_t) + ints * sizeof(int32_t))
    if c == NULL:
        return NULL
    c.cells_size = cells
    c.rows = rows
    c.kept = NULL
    c.cells = <int32_t *>(c + 1)
    c.box_first = c.cells + cells
    c.box_row_first = c.box_first + cells + 1
    c.row_first = c.box_row_first + cells + 1
    c.need = c.row_first + rows + 1
    c.witness = c.need + rows + 1
    c.row_boxes = c.witness + rows + 1
    c.box_rows = c.row_boxes + entries
    return c


cdef void fill_witnesses(const frontier_t *f, component_t *c) noexcept nogil:
    # The rows, with their cells where their boxes come later (and one place beyond, in box_rows, is written to).
    cdef const knowledge_t *k = f.k
    cdef const int32_t *first = k.topology.first
    cdef const int32_t *near = k.topology.near
    cdef const uint8_t *mark = k.mark
    cdef int32_t *cells = c.row_boxes
    cdef int32_t row, witness, i, entries = 0
    for row in range(c.rows):
        witness = f.witnesses[row]
        c.witness[row] = witness
        c.need[row] = k.need[witness]
        c.row_first[row] = entries
        for i in range(first[witness], first[witness + 1]):
            cells[entries] = near[i]
            entries += mark[near[i]] == UNDECIDED
    c.row_first[c.rows] = entries


cdef void label_boxes(frontier_t *f, component_t *c) noexcept nogil:
    # Partition refinement: all cells start in one box, and each row splits the boxes it cuts. Exact, and linear in
    # the entries. The boxes are numbered by their first cell.
    cdef int32_t i, row, cell, label, labels = 1
    for i in range(c.cells_size):
        f.label[f.cells[i]] = 0
    f.label_size[0] = c.cells_size
    for row in range(c.rows):
        for i in range(c.row_first[row], c.row_first[row + 1]):
            f.label_met[f.label[c.row_boxes[i]]] += 1
        for i in range(c.row_first[row], c.row_first[row + 1]):
            cell = c.row_boxes[i]
            label = f.label[cell]
            if f.label_met[label] == f.label_size[label]:
                f.label_met[label] = 0
            elif f.label_met[label] > 0:
                # The first cell of a cut box opens the new box; label_met < 0 then tells that it is open.
                f.label_size[labels] = f.label_met[label]
                f.label_size[label] -= f.label_met[label]
                f.label_next[label] = labels
                f.label_met[label] = 1 - f.label_met[label]
                f.label[cell] = labels
                labels += 1
            elif f.label_met[label] < 0:
                f.label_met[label] += 1
                f.label[cell] = f.label_next[label]
    for i in range(labels):
        f.label_next[i] = -1
    label = 0
    for i in range(c.cells_size):
        cell = f.cells[i]
        if f.label_next[f.label[cell]] < 0:
            f.label_next[f.label[cell]] = label
            label += 1
        f.label[cell] = f.label_next[f.label[cell]]
    c.boxes = labels


cdef void fill_boxes(frontier_t *f, component_t *c) noexcept nogil:
    # Counting sort of the cells by box; the cells are sorted, so they stay sorted within a box.
    cdef int32_t i, box
    memset(c.box_first, 0, (c.boxes + 1) * sizeof(int32_t))
    for i in range(c.cells_size):
        c.box_first[f.label[f.cells[i]] + 1] += 1
    for box in range(c.boxes):
        c.box_first[box + 1] += c.box_first[box]
    for i in range(c.cells_size):
        box = f.label[f.cells[i]]
        c.cells[c.box_first[box]] = f.cells[i]
        c.box_first[box] += 1
    for box in range(c.boxes, 0, -1):
        c.box_first[box] = c.box_first[box - 1]
    c.box_first[0] = 0


cdef void fill_rows(const frontier_t *f, component_t *c) noexcept nogil:
    # The cells of each row give way to their boxes, a box at its first cell: a row has all cells of a box or none, so
    # the boxes come in increasing order. Then the rows of each box.
    cdef const int32_t *label = f.label
    cdef int32_t i, row, box, begin, cell, end = 0, entries = 0
    cdef bint is_first
    memset(c.box_row_first, 0, (c.boxes + 1) * sizeof(int32_t))
    for row in range(c.rows):
        begin, end = end, c.row_first[row + 1]
        c.row_first[row] = entries
        for i in range(begin, end):
            cell = c.row_boxes[i]
            box = label[cell]
            is_first = c.cells[c.box_first[box]] == cell
            c.row_boxes[entries] = box
            c.box_row_first[box + 1] += is_first
            entries += is_first
    c.row_first[c.rows] = entries
    for box in range(c.boxes):
        c.box_row_first[box + 1] += c.box_row_first[box]
    for row in range(c.rows):
        for i in range(c.row_first[row], c.row_first[row + 1]):
            box = c.row_boxes[i]
            c.box_rows[c.box_row_first[box]] = row
            c.box_row_first[box] += 1
    for box in range(c.boxes, 0, -1):
        c.box_row_first[box] = c.box_row_first[box - 1]
    c.box_row_first[0] = 0


cdef int add_component(frontier_t *f, int32_t seed) noexcept nogil:
    cdef component_t *c
    cdef component_t **grown
    cdef int32_t cells = 0, witnesses, i, entries = 0
    if f.components == f.capacity:
        grown = <component_t **>realloc(f.component, (2 * <size_t>f.capacity + 8) * sizeof(component_t *))
        if grown == NULL:
            return -1
        f.component = grown
        f.capacity = 2 * f.capacity + 8
    witnesses = gather(f, seed, f.components, &cells)
    for i in range(witnesses):
        entries += f.k.open[f.witnesses[i]]
    c = new_component(cells, witnesses, entries)
    if c == NULL:
        return -1
    fill_witnesses(f, c)
    label_boxes(f, c)
    fill_boxes(f, c)
    fill_rows(f, c)
    c.serial = f.next_serial
    f.next_serial += 1
    f.component[f.components] = c
    f.components += 1
    f.frontier_cells += cells
    return 0


cdef class Frontier:
    """The components of a `Knowledge`, for code in Python; cells are flat indices.

    Call `update` after the knowledge changed and its rules were run; components whose clues did not change keep
    their serial number.
    """

    def __cinit__(self, Knowledge knowledge not None):
        self.knowledge = knowledge
        if frontier_init(&self.c, &knowledge.c) < 0:
            raise MemoryError

    def __dealloc__(self):
        frontier_free(&self.c)

    def update(self):
        """Take in what changed since the last call; return the number of components."""
        cdef int status
        with nogil:
            status = frontier_update(&self.c, &self.knowledge.c)
        if status < 0:
            raise MemoryError
        return self.c.components

    @property
    def components(self):
        """The number of components."""
        return self.c.components

    @property
    def unconstrained(self):
        """The number of undecided cells that no clue touches."""
        return self.c.k.hidden - self.c.frontier_cells

    def unconstrained_cells(self):
        """Return the flat indices of the undecided cells that no clue touches, increasing."""
        cdef int32_t cell
        return [
            cell
            for cell in range(self.c.k.topology.cells)
            if self.c.k.mark[cell] == UNDECIDED and self.c.component_of[cell] < 0
        ]

    def serial(self, int32_t component):
        """Return the number that a component keeps for as long as its rows do not change."""
        return component_at(&self.c, component).serial

    def boxes(self, int32_t component):
        """Return the cells of each box, increasing: a list of lists of flat indices."""
        cdef const component_t *c = component_at(&self.c, component)
        cdef int32_t box, i
        return [[c.cells[i] for i in range(c.box_first[box], c.box_first[box + 1])] for box in range(c.boxes)]

    def rows(self, int32_t component):
        """Return (witness, need, boxes) for each row: its clue's cell, the mines wanted and its box numbers."""
        cdef const component_t *c = component_at(&self.c, component)
        cdef int32_t row, i
        return [
            (c.witness[row], c.need[row], [c.row_boxes[i] for i in range(c.row_first[row], c.row_first[row + 1])])
            for row in range(c.rows)
        ]


cdef const component_t *component_at(const frontier_t *f, int32_t component) except NULL:
    if not 0 <= component < f.components:
        raise IndexError(f"expected a component in 0 .. {f.components - 1}, got {component}")
    return f.component[component]
