"""The rows around a claim as a system: clues, boxes and their table."""

from libc.math cimport fabs, round
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from surefoot_core.knowledge cimport SAFE, UNDECIDED, knowledge_t
from surefoot_core.simplex cimport simplex_begin, simplex_bound, simplex_free
from surefoot_core.view cimport HIDDEN

cdef double NEARLY = 1e-6      # how far from a whole number a value is whole


cdef int ground_init(ground_t *g, const knowledge_t *k) noexcept nogil:
    cdef size_t n = k.topology.cells
    g.k = k
    g.slots = k.slots
    g.row_of = <int32_t *>malloc(n * sizeof(int32_t))
    g.signature = <uint64_t *>malloc(n * sizeof(uint64_t))
    g.queue = <int32_t *>malloc(n * sizeof(int32_t))
    if g.row_of == NULL or g.signature == NULL or g.queue == NULL:
        return -1
    memset(g.row_of, -1, n * sizeof(int32_t))
    memset(g.signature, 0, n * sizeof(uint64_t))
    return 0


cdef void ground_free(ground_t *g) noexcept nogil:
    free(g.row_of)
    free(g.signature)
    free(g.queue)


cdef int grow(void **array, int32_t elements, size_t size) noexcept nogil:
    cdef void *larger = realloc(array[0], elements * size)
    if larger == NULL:
        return -1
    array[0] = larger
    return 0


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


cdef int add_rows(ground_t *g, scope_t *s, int32_t cell, int32_t far) noexcept nogil:
    # Appends the clues around a cell that are not rows yet.
    cdef const knowledge_t *k = g.k
    cdef int32_t i, clue
    for i in range(k.topology.first[cell], k.topology.first[cell + 1]):
        clue = k.topology.near[i]
        if k.clue[clue] == HIDDEN or g.row_of[clue] >= 0:
            continue
        if reserve_rows(s, s.rows + 1) < 0:
            return -1
        g.row_of[clue] = s.rows
        s.witness[s.rows] = clue
        s.far[s.rows] = far
        s.need[s.rows] = k.need[clue]
        s.rows += 1
    return 0


cdef int gather_cells(ground_t *g, scope_t *s, int32_t *size, int32_t depth, int32_t limit) noexcept nogil:
    # Follows rows to their cells and cells to their rows; every cell gets the signature of the rows it stands in.
    cdef const knowledge_t *k = g.k
    cdef int32_t row = 0, i, j, cell, clue
    while row < s.rows:
        if s.rows > limit:
            return TOO_LARGE
        clue = s.witness[row]
        for i in range(k.topology.first[clue], k.topology.first[clue + 1]):
            cell = k.topology.near[i]
            if k.mark[cell] != UNDECIDED:
                continue
            if g.signature[cell] == 0:
                g.queue[size[0]] = cell
                size[0] += 1
                if depth < 0 or s.far[row] < depth:
                    if add_rows(g, s, cell, s.far[row] + 1) < 0:
                        return -1
                else:
                    for j in range(k.topology.first[cell], k.topology.first[cell + 1]):
                        if k.clue[k.topology.near[j]] != HIDDEN and g.row_of[k.topology.near[j]] < 0:
                            s.depth = depth
            g.signature[cell] += mix(row + 1)
        row += 1
    return 0


cdef int make_boxes(ground_t *g, scope_t *s, int32_t size) noexcept nogil:
    # Cells of one signature are one box. Boxes come in the order of their first row, so only boxes begun in the
    # current row are compared. A clash of signatures could only cost a proof, which integers then refuse.
    cdef const knowledge_t *k = g.k
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
            if g.row_of[cell] >= 0:
                continue
            for b in range(begun, s.boxes):
                if g.signature[s.least[b]] == g.signature[cell]:
                    g.row_of[cell] = b
                    s.most[b] += 1
                    break
            if g.row_of[cell] < 0:
                if reserve_boxes(s, s.boxes + 2) < 0:
                    return -1
                g.row_of[cell] = s.boxes
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
            if k.mark[cell] == UNDECIDED and s.least[g.row_of[cell]] == cell:
                s.row_boxes[entries] = g.row_of[cell]
                entries += 1
    s.row_first[s.rows] = entries
    place = 0
    for b in range(s.boxes):
        s.box_first[b] = place
        place += s.most[b]
        s.used[b] = 0
    s.box_first[s.boxes] = place
    for i in range(size):
        b = g.row_of[g.queue[i]]
        s.cells[s.box_first[b] + s.used[b]] = g.queue[i]
        s.used[b] += 1
    return 0


cdef int make_rest(ground_t *g, scope_t *s, int32_t size) noexcept nogil:
    # The unconstrained cells are one more box, of the mine total alone.
    cdef const knowledge_t *k = g.k
    cdef int32_t cell
    if size + k.hidden >= s.cell_room:
        s.cell_room = size + k.hidden + 16
        if grow(<void **>&s.cells, s.cell_room, sizeof(int32_t)) < 0:
            return -1
    s.boxes += 1
    for cell in range(k.topology.cells):
        if k.mark[cell] == UNDECIDED and g.signature[cell] == 0:
            s.cells[size] = cell
            size += 1
    s.box_first[s.boxes] = size
    return 0


cdef void set_out(ground_t *g, scope_t *s) noexcept nogil:
    # The table as it is before any claim: all rows on, every box free.
    cdef int32_t row, b, i
    cdef double *entry
    for b in range(s.boxes):
        s.used[b] = 0
        s.least[b] = 0
        s.most[b] = (s.box_first[b + 1] - s.box_first[b]) * g.slots
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


cdef int scope_gather(
    ground_t *g, scope_t *s, int32_t claimed, int32_t depth, int32_t limit, bint total
) noexcept nogil:
    cdef const knowledge_t *k = g.k
    cdef int32_t size = 0, cell, i, failed = 0
    s.rows = s.boxes = 0
    s.depth = -1
    s.slots = g.slots
    if reserve_rows(s, 1) < 0:
        return -1
    if claimed >= 0:
        failed = add_rows(g, s, claimed, 0)
    else:
        for cell in range(k.topology.cells):
            if k.mark[cell] == UNDECIDED and failed == 0:
                failed = add_rows(g, s, cell, 0)
    if failed == 0:
        failed = gather_cells(g, s, &size, depth, limit)
    if failed == 0 and total:
        failed = reserve_rows(s, s.rows + 1)
        if failed == 0:
            s.witness[s.rows] = TOTAL_ROW
            s.far[s.rows] = 0
            s.need[s.rows] = k.total - k.mines
            s.rows += 1
    if failed == 0:
        failed = make_boxes(g, s, size)
    if failed == 0 and total:
        failed = make_rest(g, s, size)
    for i in range(s.rows):
        if s.witness[i] != TOTAL_ROW:
            g.row_of[s.witness[i]] = -1
    for i in range(size):
        g.row_of[g.queue[i]] = -1
        g.signature[g.queue[i]] = 0
    if failed == 0:
        s.words = (s.rows + 63) / 64
        failed = simplex_begin(&s.lp, s.rows, s.boxes)
    if failed == 0:
        set_out(g, s)
    return failed


cdef void switch_to(scope_t *s, const uint64_t *rows) noexcept nogil:
    cdef int32_t row
    for row in range(s.rows):
        if not rows[row >> 6] >> (row & 63) & 1:
            switch_row(s, row, False)
    for row in range(s.rows):
        if rows[row >> 6] >> (row & 63) & 1:
            switch_row(s, row, True)


cdef bint holds_cell(const scope_t *s, int32_t cell) noexcept nogil:
    cdef int32_t i
    for i in range(s.box_first[s.boxes] if s.boxes else 0):
        if s.cells[i] == cell:
            return True
    return False


cdef int32_t begin_claim(scope_t *s, int32_t cell, int value) noexcept nogil:
    cdef int32_t b, i
    for b in range(s.boxes):
        for i in range(s.box_first[b], s.box_first[b + 1]):
            if s.cells[i] == cell:
                s.cells[i] = s.cells[s.box_first[b]]
                s.cells[s.box_first[b]] = cell
                s.used[b] = 1
                if value == SAFE:
                    assume(s, b, 1, 0)
                elif value == SOME:
                    assume(s, b, 0, -s.slots)
                else:
                    assume(s, b, 0, -1)
                return b
    return -1


cdef void end_claim(scope_t *s, int32_t box, int value) noexcept nogil:
    cdef int32_t row
    s.used[box] = 0
    if value == SAFE:
        assume(s, box, -1, 0)
    elif value == SOME:
        assume(s, box, 0, s.slots)
    else:
        assume(s, box, 0, 1)
    for row in range(s.rows):
        switch_row(s, row, True)


cdef bint is_met(const scope_t *s, int32_t row) noexcept nogil:
    cdef int32_t i, mines = 0
    if s.witness[row] == TOTAL_ROW:
        for i in range(s.boxes):
            mines += s.layout[i]
    else:
        for i in range(s.row_first[row], s.row_first[row + 1]):
            mines += s.layout[s.row_boxes[i]]
    return mines == s.need[row]


cdef bint read_layout(scope_t *s) noexcept nogil:
    cdef int32_t b, row
    for b in range(s.boxes):
        s.layout[b] = <int32_t>round(s.lp.value[b])
        if fabs(s.lp.value[b] - s.layout[b]) > NEARLY or not s.least[b] <= s.layout[b] <= s.most[b]:
            return False
    for row in range(s.rows):
        if s.on[row] and not is_met(s, row):
            return False
    return True
