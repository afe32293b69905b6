"""The consistent layouts of a view, listed: a search cell by cell that never leaves the rows or the mine total."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from surefoot_core.counter cimport kept_t
from surefoot_core.frontier cimport component_t, frontier_t
from surefoot_core.knowledge cimport MINED, UNDECIDED, knowledge_t
from surefoot_core.pool cimport pool_free, pool_reserve
from surefoot_core.topology cimport topology_t
from surefoot_core.view cimport MINE

cdef enum:
    # places in the pool
    WHERE, PLACE, SEEN, NEED, OPEN, AHEAD, TRIED

cdef enum:
    STEPS = 64                 # of the search, for each layout allowed


cdef void layouts_init(layouts_t *a) noexcept nogil:
    memset(a, 0, sizeof(layouts_t))
    a.budget = <int64_t>1 << 40


cdef void layouts_free(layouts_t *a) noexcept nogil:
    cdef int i
    for i in range(LAYOUTS_POOLS):
        pool_free(&a.pool[i])
    memset(a, 0, sizeof(layouts_t))


cdef int layouts_list(layouts_t *a, const frontier_t *f, int32_t max_count, int32_t max_cells) noexcept nogil:
    cdef const knowledge_t *k = f.k
    cdef int32_t n = k.topology.cells, cell, free_cells
    cdef int64_t cells = 0
    cdef int status
    a.count = 0
    for cell in range(n):
        cells += k.clue[cell] >= MINE and k.mark[cell] != MINED
    if cells > max_cells:
        return LAYOUTS_MANY
    a.cells = <int32_t>cells
    a.stride = (a.cells + 15) // 16 * 16
    a.where = <int32_t *>pool_reserve(&a.pool[WHERE], (cells + 1) * sizeof(int32_t), &a.budget)
    a.place = <int32_t *>pool_reserve(&a.pool[PLACE], n * sizeof(int32_t), &a.budget)
    if a.where == NULL or a.place == NULL:
        return LAYOUTS_MEMORY
    free_cells = order_cells(a, f)
    if reserve_rows(a, f, free_cells) < 0:
        return LAYOUTS_MEMORY
    status = search(a, f, free_cells, max_count)
    if status == LAYOUTS_DONE:
        show(a, k)
    return status


cdef int32_t order_cells(layouts_t *a, const frontier_t *f) noexcept nogil:
    # Component by component, then the unconstrained cells, then those decided to be safe: how many are undecided.
    cdef const knowledge_t *k = f.k
    cdef const component_t *c
    cdef int32_t i, j, cell, at = 0, free_cells
    memset(a.place, -1, k.topology.cells * sizeof(int32_t))
    for i in range(f.components):
        c = f.component[i]
        for j in range(c.cells_size):
            if k.mark[c.cells[j]] == UNDECIDED:
                at = list_cell(a, at, c.cells[j])
    for cell in range(k.topology.cells):
        if k.mark[cell] == UNDECIDED and a.place[cell] < 0:
            at = list_cell(a, at, cell)
    free_cells = at
    for cell in range(k.topology.cells):
        if k.clue[cell] >= MINE and k.mark[cell] != MINED and a.place[cell] < 0:
            at = list_cell(a, at, cell)
    return free_cells


cdef inline int32_t list_cell(layouts_t *a, int32_t at, int32_t cell) noexcept nogil:
    a.where[at] = cell
    a.place[cell] = at
    return at + 1


cdef int reserve_rows(layouts_t *a, const frontier_t *f, int32_t free_cells) noexcept nogil:
    # What each clue still needs and how many of its cells are open; and at each place of the order the fewest and the
    # most mines from there on: exact where a component begins, and within one by its size.
    cdef const knowledge_t *k = f.k
    cdef int32_t n = k.topology.cells, cell, i, size = 0, most = 0, component, last = -1
    cdef const kept_t *kept
    cdef int32_t *need = <int32_t *>pool_reserve(&a.pool[NEED], n * sizeof(int32_t), &a.budget)
    cdef int32_t *open = <int32_t *>pool_reserve(&a.pool[OPEN], n * sizeof(int32_t), &a.budget)
    cdef int32_t *ahead = <int32_t *>pool_reserve(&a.pool[AHEAD], 2 * (free_cells + 1) * sizeof(int32_t), &a.budget)
    if need == NULL or open == NULL or ahead == NULL:
        return LAYOUTS_MEMORY
    for cell in range(n):
        need[cell] = k.need[cell]
        open[cell] = k.open[cell]
    ahead[2 * free_cells] = ahead[2 * free_cells + 1] = 0
    for i in range(free_cells - 1, -1, -1):
        component = f.component_of[a.where[i]]
        if component < 0:
            ahead[2 * i] = 0
            ahead[2 * i + 1] = ahead[2 * i + 3] + 1
            continue
        if component != last:
            last = component
            size = 0
            most = ahead[2 * i + 3]
        kept = <const kept_t *>f.component[component].kept
        size += 1
        ahead[2 * i] = ahead[2 * i + 2]
        ahead[2 * i + 1] = most + min(size, kept.most)
        if i == 0 or f.component_of[a.where[i - 1]] != component:
            ahead[2 * i] += kept.least
    return LAYOUTS_DONE


cdef bint place_value(layouts_t *a, const knowledge_t *k, int32_t cell, int32_t value, int32_t sign) noexcept nogil:
    # Takes the cell out of the rows it stands in (sign 1) or puts it back (-1); whether all of them can still be met.
    cdef int32_t *need = <int32_t *>a.pool[NEED].at
    cdef int32_t *open = <int32_t *>a.pool[OPEN].at
    cdef int32_t i, witness
    cdef bint met = True
    for i in range(k.topology.first[cell], k.topology.first[cell + 1]):
        witness = k.topology.near[i]
        if k.clue[witness] < MINE:
            need[witness] -= sign * value
            open[witness] -= sign
            met = met and 0 <= need[witness] <= open[witness]
    return met


cdef int search(layouts_t *a, const frontier_t *f, int32_t free_cells, int32_t max_count) noexcept nogil:
    cdef const knowledge_t *k = f.k
    cdef const int32_t *ahead = <const int32_t *>a.pool[AHEAD].at
    cdef int64_t steps = 0, max_steps = <int64_t>STEPS * max_count
    cdef int32_t i = 0, left = k.total - k.mines
    cdef int32_t value
    cdef uint8_t *tried = <uint8_t *>pool_reserve(&a.pool[TRIED], free_cells + 1, &a.budget)
    if tried == NULL:
        return LAYOUTS_MEMORY
    memset(tried, 0, free_cells + 1)
    while True:
        if i == free_cells:
            if a.count == max_count:
                return LAYOUTS_MANY
            if record(a, tried, free_cells) < 0:
                return LAYOUTS_MEMORY
        elif tried[i] < 2:
            value = tried[i]
            tried[i] += 1
            steps += 1
            if steps > max_steps:
                return LAYOUTS_MANY
            left -= value
            if place_value(a, k, a.where[i], value, 1) and ahead[2 * i + 2] <= left <= ahead[2 * i + 3]:
                i += 1
                tried[i] = 0
                continue
            left += value
            place_value(a, k, a.where[i], value, -1)
            continue
        if i == 0:
            return LAYOUTS_DONE
        i -= 1
        left += tried[i] - 1
        place_value(a, k, a.where[i], tried[i] - 1, -1)


cdef int record(layouts_t *a, const uint8_t *tried, int32_t free_cells) noexcept nogil:
    # The mines of a layout; `show` makes clues of them.
    cdef int32_t i
    cdef uint8_t *row
    a.seen = <uint8_t *>pool_reserve(&a.pool[SEEN], (<int64_t>a.count + 1) * a.stride + 1, &a.budget)
    if a.seen == NULL:
        return LAYOUTS_MEMORY
    row = a.seen + <int64_t>a.count * a.stride
    memset(row, 0, a.stride)
    for i in range(free_cells):
        row[i] = tried[i] - 1
    a.count += 1
    return LAYOUTS_DONE


cdef void show(layouts_t *a, const knowledge_t *k) noexcept nogil:
    # From mines to what each cell would show: the known mines around it, and those of the layout.
    cdef const topology_t *t = k.topology
    cdef uint8_t *row
    cdef int32_t i, j, layout, near
    for layout in range(a.count):
        row = a.seen + <int64_t>layout * a.stride
        for i in range(a.cells):
            if row[i]:
                row[i] = SEEN_MINE
        for i in range(a.cells):
            if row[i] == SEEN_MINE:
                for j in range(t.first[a.where[i]], t.first[a.where[i] + 1]):
                    near = a.place[t.near[j]]
                    if near >= 0 and row[near] != SEEN_MINE:
                        row[near] += 1
    for i in range(a.cells):
        near = 0
        for j in range(t.first[a.where[i]], t.first[a.where[i] + 1]):
            near += k.clue[t.near[j]] >= MINE and k.mark[t.near[j]] == MINED
        if near:
            for layout in range(a.count):
                row = a.seen + <int64_t>layout * a.stride
                if row[i] != SEEN_MINE:
                    row[i] += <uint8_t>near
