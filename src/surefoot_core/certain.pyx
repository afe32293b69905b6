"""What is certain in a view, in integers: by the clues of each component, and by the mine total."""

from libc.math cimport NAN
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from surefoot_core.counter cimport (
    ALLOWED, COUNT_DONE, COUNT_MEMORY, COUNT_NONE, COUNT_WIDE, FIRST, LENGTHS, MINE, OFFSETS, SETS, SETS_SHIFTED,
    SURE, chances_t, component_counts, count_component, counter_give_up, counter_t, kept_t,
)
from surefoot_core.diagram cimport DIAGRAM_DONE, DIAGRAM_MEMORY, diagram_build, diagram_restrict
from surefoot_core.frontier cimport component_t, frontier_t
from surefoot_core.knowledge cimport RULE_CLUES, RULE_TOTAL, SAFE, UNDECIDED, knowledge_decide, knowledge_t
from surefoot_core.pool cimport pool_reserve
from surefoot_core.sets cimport set_has, set_lower, set_put, set_raise


cdef int start_view(counter_t *w, frontier_t *f) noexcept nogil:
    cdef chances_t *a = &w.chances
    cdef int32_t i
    w.diagram.slots = f.k.slots
    a.unconstrained = f.k.hidden - f.frontier_cells
    a.certain = UNDECIDED
    a.chance = a.layouts = NAN
    a.exponent = 0
    a.boxes = 0
    a.first = <int32_t *>pool_reserve(&w.pool[FIRST], (f.components + 1) * sizeof(int32_t), &w.budget)
    if a.first == NULL:
        return COUNT_MEMORY
    for i in range(f.components):
        a.first[i] = a.boxes
        a.boxes += f.component[i].boxes
    a.first[f.components] = a.boxes
    a.mine = <double *>pool_reserve(&w.pool[MINE], (a.boxes + 1) * sizeof(double), &w.budget)
    a.sure = <uint8_t *>pool_reserve(&w.pool[SURE], a.boxes + 1, &w.budget)
    if a.mine == NULL or a.sure == NULL:
        return COUNT_MEMORY
    return COUNT_DONE


cdef int work_components(counter_t *w, frontier_t *f, bint chances) noexcept nogil:
    cdef int32_t i
    cdef int status, worst = COUNT_DONE
    for i in range(f.components):
        status = count_component(w, f.component[i], chances)
        if status == COUNT_MEMORY or status == COUNT_NONE:
            return status
        if status == COUNT_WIDE:
            worst = COUNT_WIDE
    return worst


cdef void mark_sure(
    const component_t *c, const uint8_t *low, const uint8_t *high, int32_t slots, uint8_t *sure
) noexcept nogil:
    cdef int32_t box
    for box in range(c.boxes):
        sure[box] = <uint8_t>sure_of(low[box], high[box], c.box_first[box + 1] - c.box_first[box], slots)


cdef int decide_view(counter_t *w, frontier_t *f, bint total, bint wide) noexcept nogil:
    cdef chances_t *a = &w.chances
    cdef const kept_t *kept
    cdef int64_t least = 0, most = 0, left = f.k.total - f.k.mines, room = <int64_t>a.unconstrained * f.k.slots
    cdef int32_t i
    for i in range(f.components):
        kept = <const kept_t *>f.component[i].kept
        if kept.status == COUNT_WIDE:
            most += <int64_t>f.component[i].cells_size * f.k.slots
            memset(a.sure + a.first[i], UNDECIDED, f.component[i].boxes)
        else:
            least += kept.least
            most += kept.most
            mark_sure(f.component[i], kept.low, kept.high, f.k.slots, a.sure + a.first[i])
    if f.k.total < 0 or not total:
        return COUNT_WIDE if wide else COUNT_DONE
    if left < least or left > most + room:
        return COUNT_NONE
    if wide:
        return COUNT_WIDE
    if left < most or left > least + room:
        return decide_by_total(w, f, least, most)
    if room:
        a.certain = sure_of(left - most, left - least, a.unconstrained, f.k.slots)
    return COUNT_DONE


cdef int tree_sizes(counter_t *w, frontier_t *f, int32_t **length, int64_t **offset) noexcept nogil:
    cdef int32_t n = f.components, i
    cdef int32_t *size = <int32_t *>pool_reserve(&w.pool[LENGTHS], 2 * n * sizeof(int32_t), &w.budget)
    cdef int64_t *sum = <int64_t *>pool_reserve(&w.pool[OFFSETS], 2 * n * sizeof(int64_t), &w.budget)
    if size == NULL or sum == NULL:
        return COUNT_MEMORY
    sum[0] = 0
    for i in range(2 * n - 1):
        if i < n:
            size[i] = (<kept_t *>f.component[i].kept).most - (<kept_t *>f.component[i].kept).least + 1
        else:
            size[i] = size[2 * (i - n)] + size[2 * (i - n) + 1] - 1
        sum[i + 1] = sum[i] + size[i]
    length[0] = size
    offset[0] = sum
    return COUNT_DONE


cdef inline int32_t words_of(int32_t counts) noexcept nogil:
    return counts // 64 + 1


cdef int decide_by_total(counter_t *w, frontier_t *f, int64_t least, int64_t most) noexcept nogil:
    # The mine total forbids some sums of counts: which counts are left to each component, by sets in a tree.
    cdef chances_t *a = &w.chances
    cdef int32_t n = f.components, i, j, t, x, y, z
    cdef int64_t left = f.k.total - f.k.mines, room = <int64_t>a.unconstrained * f.k.slots
    cdef int64_t fewest = -1, greatest = 0, words = 0
    cdef int32_t *length = NULL
    cdef int64_t *offset = NULL
    cdef uint64_t *sets
    cdef uint64_t *allowed
    cdef int status
    if n == 0:
        # least == most == 0 and 0 <= left <= unconstrained: nothing is forbidden, so this is not reached
        return COUNT_DONE
    if tree_sizes(w, f, &length, &offset) < 0:
        return COUNT_MEMORY
    for t in range(2 * n - 1):
        offset[t] = words
        words += words_of(length[t])
    sets = <uint64_t *>pool_reserve(&w.pool[SETS], words * sizeof(uint64_t), &w.budget)
    allowed = <uint64_t *>pool_reserve(&w.pool[ALLOWED], words * sizeof(uint64_t), &w.budget)
    if sets == NULL or allowed == NULL:
        return COUNT_MEMORY
    memset(sets, 0, words * sizeof(uint64_t))
    memset(allowed, 0, words * sizeof(uint64_t))
    for i in range(n):
        status = component_counts(w, f.component[i], sets + offset[i])
        if status != COUNT_DONE:
            return status
    for t in range(n, 2 * n - 1):
        x, y = 2 * (t - n), 2 * (t - n) + 1
        for j in range(length[y]):
            if set_has(sets + offset[y], j):
                set_raise(sets + offset[t], words_of(length[t]), sets + offset[x], words_of(length[x]), j)
    t = 2 * n - 2
    for i in range(length[t]):
        if set_has(sets + offset[t], i) and 0 <= left - least - i <= room:
            set_put(allowed + offset[t], i)
            greatest = least + i
            if fewest < 0:
                fewest = greatest
    if fewest < 0:
        return COUNT_NONE
    if room:
        a.certain = sure_of(left - greatest, left - fewest, a.unconstrained, f.k.slots)
    for t in range(2 * n - 2, n - 1, -1):
        for z in range(2):
            x, y = 2 * (t - n) + z, 2 * (t - n) + 1 - z
            for j in range(length[y]):
                if set_has(sets + offset[y], j):
                    set_lower(
                        allowed + offset[x], words_of(length[x]), allowed + offset[t], words_of(length[t]), j
                    )
    for i in range(n):
        status = restrict_component(w, f.component[i], sets + offset[i], allowed + offset[i], a.sure + a.first[i])
        if status != COUNT_DONE:
            return status
    return COUNT_DONE


cdef int restrict_component(
    counter_t *w, component_t *c, const uint64_t *counts, const uint64_t *allowed, uint8_t *sure
) noexcept nogil:
    # Where a count of the component is forbidden, its boxes are decided anew.
    cdef kept_t *kept = <kept_t *>c.kept
    cdef int32_t i, words = kept.most // 64 + 1
    cdef bint forbidden = False
    cdef uint64_t *moved
    cdef int status
    for i in range(words_of(kept.most - kept.least + 1)):
        forbidden = forbidden or counts[i] & ~allowed[i] != 0
    if not forbidden:
        return COUNT_DONE
    moved = <uint64_t *>pool_reserve(&w.pool[SETS_SHIFTED], words * sizeof(uint64_t), &w.budget)
    if moved == NULL:
        return COUNT_MEMORY
    memset(moved, 0, words * sizeof(uint64_t))
    set_raise(moved, words, allowed, words_of(kept.most - kept.least + 1), kept.least)
    w.passes += 1
    status = diagram_build(&w.diagram, c)
    if status == DIAGRAM_DONE:
        status = diagram_restrict(&w.diagram, c, moved)
    if status == DIAGRAM_MEMORY:
        return COUNT_MEMORY
    if status != DIAGRAM_DONE:
        return counter_give_up(w)
    mark_sure(c, w.diagram.low, w.diagram.high, w.diagram.slots, sure)
    return COUNT_DONE


cdef int count_certain(counter_t *w, frontier_t *f, bint total) noexcept nogil:
    cdef chances_t *a = &w.chances
    a.status = start_view(w, f)
    if a.status == COUNT_DONE:
        a.status = work_components(w, f, False)
    if a.status == COUNT_DONE or a.status == COUNT_WIDE:
        a.status = decide_view(w, f, total, a.status == COUNT_WIDE)
    return a.status


cdef bint count_decide(const counter_t *w, const frontier_t *f, knowledge_t *k) noexcept nogil:
    cdef const chances_t *a = &w.chances
    cdef const component_t *c
    cdef const kept_t *kept
    cdef int32_t i, j, box, cell
    cdef int value, rule
    cdef bint found = False
    for i in range(f.components):
        c = f.component[i]
        kept = <const kept_t *>c.kept
        for box in range(c.boxes):
            value = a.sure[a.first[i] + box]
            if value == UNDECIDED:
                continue
            rule = RULE_TOTAL
            if sure_of(kept.low[box], kept.high[box], c.box_first[box + 1] - c.box_first[box], k.slots) == value:
                rule = RULE_CLUES
            found = found or value == SAFE
            for j in range(c.box_first[box], c.box_first[box + 1]):
                knowledge_decide(k, c.cells[j], value, rule, -1, -1)
    if a.certain != UNDECIDED:
        found = found or a.certain == SAFE
        for cell in range(k.topology.cells):
            if k.mark[cell] == UNDECIDED and f.component_of[cell] < 0:
                knowledge_decide(k, cell, a.certain, RULE_TOTAL, -1, -1)
    return found
