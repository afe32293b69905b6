"""The layered diagram of a component: every layout is a path, and equal needs of the open rows are one node."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from surefoot_core.frontier cimport component_t
from surefoot_core.order cimport CLOSED, OPEN, WAITING, diagram_order
from surefoot_core.pool cimport pool_free, pool_reserve, pool_t
from surefoot_core.sets cimport set_lower, set_raise, sets_meet

cdef enum:
    MAX_ROWS_OF_BOX = 256      # a cell has at most 253 neighbours

cdef enum:
    HOPELESS = 50              # the estimate of the nodes was never more than 10 times too high

ctypedef struct step_t:
    # What one layer does to a key.
    int32_t rows
    int32_t words
    int32_t size
    uint64_t field             # ones over one need
    int32_t word[MAX_ROWS_OF_BOX]
    int32_t shift[MAX_ROWS_OF_BOX]
    int32_t room[MAX_ROWS_OF_BOX]      # cells of the row in later boxes


cdef void diagram_init(diagram_t *d, int64_t max_nodes, int64_t max_bytes) noexcept nogil:
    memset(d, 0, sizeof(diagram_t))
    # Node numbers are 32 bits, and so are edge numbers: a node has at most 254 edges, but on average few.
    d.max_nodes = min(max_nodes, 200_000_000)
    d.budget = max_bytes
    d.slots = 1


cdef void diagram_free(diagram_t *d) noexcept nogil:
    cdef int i
    for i in range(DIAGRAM_POOLS):
        pool_free(&d.pool[i])
    memset(d, 0, sizeof(diagram_t))


cdef int diagram_build(diagram_t *d, const component_t *c) noexcept nogil:
    cdef int status = diagram_order(d, c)
    if d.cost > HOPELESS * d.max_nodes:
        return DIAGRAM_WIDE
    if status == DIAGRAM_DONE:
        status = build_nodes(d, c)
    if status == DIAGRAM_DONE:
        status = look_back(d, c)
    return status


cdef int build_nodes(diagram_t *d, const component_t *c) noexcept nogil:
    cdef int32_t *left = <int32_t *>d.pool[LEFT].at
    cdef int32_t *state = <int32_t *>d.pool[STATE].at
    cdef int32_t *slot = <int32_t *>pool_reserve(&d.pool[SLOT], (2 * <size_t>c.rows + 1) * sizeof(int32_t), &d.budget)
    cdef int32_t *spare = slot + c.rows
    cdef int32_t bits = 4, spares = 0, slots, i, depth, row
    cdef int status
    cdef step_t step
    cdef uint64_t opened[MAX_ROWS_OF_BOX]
    cdef uint64_t taken[MAX_ROWS_OF_BOX]
    d.layer = <int32_t *>pool_reserve(&d.pool[LAYER], (c.boxes + 2) * sizeof(int32_t), &d.budget)
    if slot == NULL or d.layer == NULL:
        return DIAGRAM_MEMORY
    for row in range(c.rows):
        left[row] = 0
        state[row] = WAITING
        for i in range(c.row_first[row], c.row_first[row + 1]):
            left[row] += (c.box_first[c.row_boxes[i] + 1] - c.box_first[c.row_boxes[i]]) * d.slots
        if c.need[row] < 0 or c.need[row] > left[row]:
            return DIAGRAM_NONE
        if c.need[row] > 15:
            bits = 8
    slots = 64 // bits
    step.words = (d.width + slots - 1) // slots
    if step.words > MAX_ROWS_OF_BOX:
        return DIAGRAM_WIDE
    if step.words == 0:
        step.words = 1
    step.field = (<uint64_t>1 << bits) - 1
    for i in range(d.width):
        spare[i] = d.width - 1 - i
    spares = d.width
    if start_nodes(d, step.words) < 0:
        return DIAGRAM_MEMORY
    for depth in range(c.boxes):
        memset(opened, 0, step.words * sizeof(uint64_t))
        memset(taken, 0, step.words * sizeof(uint64_t))
        step.size = d.size[depth]
        step.rows = 0
        for i in range(c.box_row_first[d.order[depth]], c.box_row_first[d.order[depth] + 1]):
            row = c.box_rows[i]
            if state[row] == WAITING:
                state[row] = OPEN
                spares -= 1
                slot[row] = spare[spares]
                opened[slot[row] // slots] |= <uint64_t>c.need[row] << (slot[row] % slots * bits)
            left[row] -= step.size
            step.word[step.rows] = slot[row] // slots
            step.shift[step.rows] = slot[row] % slots * bits
            step.room[step.rows] = left[row]
            taken[step.word[step.rows]] |= <uint64_t>1 << step.shift[step.rows]
            step.rows += 1
        if step.words == 1:
            status = build_layer(d, depth, &step, opened, taken)
        else:
            status = build_wide_layer(d, depth, &step, opened, taken)
        if status != DIAGRAM_DONE:
            return status
        for i in range(c.box_row_first[d.order[depth]], c.box_row_first[d.order[depth] + 1]):
            row = c.box_rows[i]
            if left[row] == 0:
                state[row] = CLOSED
                spare[spares] = slot[row]
                spares += 1
    d.edge[d.nodes] = d.edge[d.nodes - 1]  # the last node has no edges
    return DIAGRAM_DONE


cdef int start_nodes(diagram_t *d, int32_t words) noexcept nogil:
    if reserve_nodes(d, 16) < 0 or reserve_edges(d, 16) < 0:
        return DIAGRAM_MEMORY
    if pool_reserve(&d.pool[KEYS], 16 * words * sizeof(uint64_t), &d.budget) == NULL:
        return DIAGRAM_MEMORY
    memset(d.pool[KEYS].at, 0, words * sizeof(uint64_t))
    d.nodes = 1
    d.built += 1
    d.layer[0] = 0
    d.layer[1] = 1
    d.edge[0] = 0
    d.least[0] = d.most[0] = 0
    return DIAGRAM_DONE


cdef int reserve_nodes(diagram_t *d, int64_t nodes) noexcept nogil:
    # Room for so many nodes.
    d.edge = <int32_t *>pool_reserve(&d.pool[EDGE], (nodes + 1) * sizeof(int32_t), &d.budget)
    d.fewest = <uint8_t *>pool_reserve(&d.pool[FEWEST], nodes, &d.budget)
    d.least = <int32_t *>pool_reserve(&d.pool[LEAST], nodes * sizeof(int32_t), &d.budget)
    d.most = <int32_t *>pool_reserve(&d.pool[MOST], nodes * sizeof(int32_t), &d.budget)
    if d.edge == NULL or d.fewest == NULL or d.least == NULL or d.most == NULL:
        return DIAGRAM_MEMORY
    return DIAGRAM_DONE


cdef inline int reserve_edges(diagram_t *d, int64_t edges) noexcept nogil:
    d.child = <int32_t *>pool_reserve(&d.pool[CHILD], edges * sizeof(int32_t), &d.budget)
    return DIAGRAM_MEMORY if d.child == NULL else DIAGRAM_DONE


cdef int clear_table(diagram_t *d, int64_t size) noexcept nogil:
    cdef void *table = pool_reserve(&d.pool[TABLE], size * sizeof(int32_t), &d.budget)
    if table == NULL:
        return DIAGRAM_MEMORY
    memset(table, 255, size * sizeof(int32_t))
    return DIAGRAM_DONE


cdef int grow_table(diagram_t *d, const uint64_t *keys, int32_t words, int64_t made, int64_t size) noexcept nogil:
    # A table of twice the size, the keys of the layer that is being made put in again.
    cdef int32_t *table
    cdef int64_t i
    cdef uint64_t at
    if clear_table(d, 2 * size) < 0:
        return DIAGRAM_MEMORY
    table = <int32_t *>d.pool[TABLE].at
    for i in range(made):
        at = hash_key(keys + i * words, words) & <uint64_t>(2 * size - 1)
        while table[at] >= 0:
            at = (at + 1) & <uint64_t>(2 * size - 1)
        table[at] = <int32_t>i
    return DIAGRAM_DONE


cdef inline uint64_t hash_key(const uint64_t *key, int32_t words) noexcept nogil:
    cdef uint64_t h = key[0] * <uint64_t>0x9E3779B97F4A7C15
    cdef int32_t i
    for i in range(1, words):
        h = (h ^ (h >> 29) ^ key[i]) * <uint64_t>0x9E3779B97F4A7C15
    return h >> 32 ^ h >> 15


cdef int build_layer(
    diagram_t *d, int32_t depth, const step_t *step, const uint64_t *opened, const uint64_t *taken
) noexcept nogil:
    return build_any_layer(d, depth, step, opened, taken, 1)


cdef int build_wide_layer(
    diagram_t *d, int32_t depth, const step_t *step, const uint64_t *opened, const uint64_t *taken
) noexcept nogil:
    return build_any_layer(d, depth, step, opened, taken, step.words)


cdef inline int build_any_layer(
    diagram_t *d, int32_t depth, const step_t *step, const uint64_t *opened, const uint64_t *taken, int32_t words
) noexcept nogil:
    # The edges of this layer and the nodes of the next. Written once, compiled for one word and for any number.
    cdef int32_t first = d.layer[depth], start = d.nodes, made = 0, width = d.nodes - d.layer[depth]
    cdef int64_t table_size = 16, capacity = 0
    cdef uint64_t *keys
    cdef uint64_t *made_keys = NULL
    cdef int32_t *table
    cdef uint64_t key[MAX_ROWS_OF_BOX]
    cdef int32_t edges, v, i, j, low, high, need, least, most, node
    cdef uint64_t at
    cdef bint equal
    cdef pool_t swapped
    while table_size < 4 * <int64_t>width:
        table_size *= 2
    if clear_table(d, table_size) < 0:
        return DIAGRAM_WIDE
    table = <int32_t *>d.pool[TABLE].at
    keys = <uint64_t *>d.pool[KEYS].at
    edges = d.edge[first]
    for v in range(first, start):
        if diagram_late(d, v):
            return DIAGRAM_WIDE
        low, high = 0, step.size
        for j in range(words):
            key[j] = keys[<int64_t>(v - first) * words + j] | opened[j]
        for i in range(step.rows):
            need = <int32_t>(key[step.word[i] if words > 1 else 0] >> step.shift[i] & step.field)
            if need < high:
                high = need
            if need - step.room[i] > low:
                low = need - step.room[i]
        d.edge[v] = edges
        if low > high:
            d.fewest[v] = 0
            continue
        d.fewest[v] = <uint8_t>low
        if made + high - low + 1 > capacity:
            # Room for every child of a narrow layer at once, else for twice what is there.
            capacity = max(2 * made, 4 * width) + high - low + 1
            if start + capacity > d.max_nodes:
                capacity = made + high - low + 1
            if (
                start + capacity > d.max_nodes or reserve_nodes(d, start + capacity) < 0
                or pool_reserve(&d.pool[NEXT_KEYS], capacity * words * sizeof(uint64_t), &d.budget) == NULL
            ):
                return DIAGRAM_WIDE
            made_keys = <uint64_t *>d.pool[NEXT_KEYS].at
        if (edges + high - low + 1) * sizeof(int32_t) > d.pool[CHILD].bytes:
            if edges > 1 << 30 or reserve_edges(d, <int64_t>edges + high - low + 1) < 0:
                return DIAGRAM_WIDE
        for j in range(words):
            key[j] -= low * taken[j]
        least = d.least[v] + low
        most = d.most[v] + low
        for _ in range(low, high + 1):
            at = hash_key(key, words) & <uint64_t>(table_size - 1)
            while True:
                node = table[at]
                if node < 0:
                    break
                equal = made_keys[<int64_t>node * words] == key[0]
                for j in range(1, words):
                    equal = equal and made_keys[<int64_t>node * words + j] == key[j]
                if equal:
                    break
                at = (at + 1) & <uint64_t>(table_size - 1)
            if node < 0:
                node = made
                table[at] = node
                for j in range(words):
                    made_keys[<int64_t>node * words + j] = key[j]
                d.least[start + node] = least
                d.most[start + node] = most
                made += 1
                if 2 * made > table_size:
                    if grow_table(d, made_keys, words, made, table_size) < 0:
                        return DIAGRAM_WIDE
                    table_size *= 2
                    table = <int32_t *>d.pool[TABLE].at
            else:
                if least < d.least[start + node]:
                    d.least[start + node] = least
                if most > d.most[start + node]:
                    d.most[start + node] = most
            d.child[edges] = start + node
            edges += 1
            least += 1
            most += 1
            for j in range(words):
                key[j] -= taken[j]
    if made == 0:
        return DIAGRAM_NONE
    d.built += made
    d.nodes = start + made
    d.layer[depth + 2] = d.nodes
    d.edge[start] = edges
    swapped = d.pool[KEYS]
    d.pool[KEYS] = d.pool[NEXT_KEYS]
    d.pool[NEXT_KEYS] = swapped
    return DIAGRAM_DONE


cdef int look_back(diagram_t *d, const component_t *c) noexcept nogil:
    # From the last node back: which nodes lead to the end, and what each box can hold.
    cdef int32_t depth, v, e, m, child, least, most, low, high
    cdef uint64_t ahead
    d.ahead = <uint64_t *>pool_reserve(&d.pool[AHEAD], d.nodes * sizeof(uint64_t), &d.budget)
    d.ahead_least = <int32_t *>pool_reserve(&d.pool[AHEAD_LEAST], d.nodes * sizeof(int32_t), &d.budget)
    d.ahead_most = <int32_t *>pool_reserve(&d.pool[AHEAD_MOST], d.nodes * sizeof(int32_t), &d.budget)
    d.low = <uint8_t *>pool_reserve(&d.pool[LOW], c.boxes, &d.budget)
    d.high = <uint8_t *>pool_reserve(&d.pool[HIGH], c.boxes, &d.budget)
    if d.ahead == NULL or d.ahead_least == NULL or d.ahead_most == NULL or d.low == NULL or d.high == NULL:
        return DIAGRAM_WIDE
    d.ahead_least[d.nodes - 1] = d.ahead_most[d.nodes - 1] = 0
    d.ahead[d.nodes - 1] = 1
    for depth in range(d.boxes - 1, -1, -1):
        low, high = 255, 0
        for v in range(d.layer[depth], d.layer[depth + 1]):
            m = d.fewest[v]
            least, most = -1, -1
            ahead = 0
            for e in range(d.edge[v], d.edge[v + 1]):
                child = d.child[e]
                if d.ahead_least[child] < 0:
                    d.child[e] = -1
                else:
                    ahead |= d.ahead[child] << (m & 63)
                    if least < 0 or d.ahead_least[child] + m < least:
                        least = d.ahead_least[child] + m
                    if d.ahead_most[child] + m > most:
                        most = d.ahead_most[child] + m
                    if m < low:
                        low = m
                    if m > high:
                        high = m
                m += 1
            d.ahead_least[v] = least
            d.ahead_most[v] = most
            d.ahead[v] = ahead
        d.low[d.order[depth]] = <uint8_t>low
        d.high[d.order[depth]] = <uint8_t>high
    return DIAGRAM_NONE if d.ahead_least[0] < 0 else DIAGRAM_DONE


cdef int behind_sets(diagram_t *d, int32_t words) noexcept nogil:
    # For each node the mine counts of the ways to it.
    cdef int32_t v, e, m
    cdef uint64_t *behind = <uint64_t *>pool_reserve(
        &d.pool[BEHIND_SET], <size_t>d.nodes * words * sizeof(uint64_t), &d.budget
    )
    if behind == NULL:
        return DIAGRAM_WIDE
    memset(behind, 0, <size_t>d.nodes * words * sizeof(uint64_t))
    behind[0] = 1
    for v in range(d.nodes):
        if d.ahead_least[v] < 0:
            continue
        m = d.fewest[v]
        for e in range(d.edge[v], d.edge[v + 1]):
            if d.child[e] >= 0:
                set_raise(behind + <size_t>d.child[e] * words, words, behind + <size_t>v * words, words, m)
            m += 1
    return DIAGRAM_DONE


cdef int diagram_counts(diagram_t *d, uint64_t *counts) noexcept nogil:
    cdef int32_t words = d.ahead_most[0] // 64 + 1
    if behind_sets(d, words) != DIAGRAM_DONE:
        return DIAGRAM_WIDE
    memcpy(
        counts, <uint64_t *>d.pool[BEHIND_SET].at + <size_t>(d.nodes - 1) * words, words * sizeof(uint64_t)
    )
    return DIAGRAM_DONE


cdef int diagram_restrict(diagram_t *d, const component_t *c, const uint64_t *allowed) noexcept nogil:
    # `ahead` of a node: the mine counts of a way to it from which an allowed total can still be reached.
    cdef int32_t words = d.ahead_most[0] // 64 + 1
    cdef int32_t depth, v, e, m, low, high
    cdef uint64_t *ahead
    cdef uint64_t *behind
    if behind_sets(d, words) != DIAGRAM_DONE:
        return DIAGRAM_WIDE
    behind = <uint64_t *>d.pool[BEHIND_SET].at
    ahead = <uint64_t *>pool_reserve(
        &d.pool[AHEAD_SET], <size_t>d.nodes * words * sizeof(uint64_t), &d.budget
    )
    if ahead == NULL:
        return DIAGRAM_WIDE
    memset(ahead, 0, <size_t>d.nodes * words * sizeof(uint64_t))
    memcpy(ahead + <size_t>(d.nodes - 1) * words, allowed, words * sizeof(uint64_t))
    for depth in range(d.boxes - 1, -1, -1):
        low, high = 255, 0
        for v in range(d.layer[depth], d.layer[depth + 1]):
            if d.ahead_least[v] < 0:
                continue
            m = d.fewest[v]
            for e in range(d.edge[v], d.edge[v + 1]):
                if d.child[e] >= 0:
                    set_lower(ahead + <size_t>v * words, words, ahead + <size_t>d.child[e] * words, words, m)
                    if sets_meet(behind + <size_t>v * words, ahead + <size_t>d.child[e] * words, words, m):
                        if m < low:
                            low = m
                        if m > high:
                            high = m
                m += 1
        if low > high:
            return DIAGRAM_NONE
        d.low[d.order[depth]] = <uint8_t>low
        d.high[d.order[depth]] = <uint8_t>high
    return DIAGRAM_DONE
