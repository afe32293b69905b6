"""What the clues say about one component, and how it is kept; the workspace of all counting."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from surefoot_core.diagram cimport (
    DIAGRAM_DONE, DIAGRAM_MEMORY, DIAGRAM_NONE, DIAGRAM_POOLS, diagram_build, diagram_counts, diagram_free,
    diagram_init,
)
from surefoot_core.frontier cimport component_t
from surefoot_core.memo cimport memo_find, memo_hash, memo_keep
from surefoot_core.pool cimport pool_free, pool_reserve
from surefoot_core.sets cimport set_has, set_put
from surefoot_core.tally cimport TALLY_POOLS, tally_fold, tally_forward, tally_free, tally_init

cdef enum:
    FOLD_COUNTS = 40           # up to so many mine counts a component is folded, else it is large


cdef void counter_init(counter_t *w, int64_t max_nodes, int64_t max_bytes) noexcept nogil:
    memset(w, 0, sizeof(counter_t))
    diagram_init(&w.diagram, max_nodes, max_bytes // 2)
    tally_init(&w.tally, max_bytes - max_bytes // 2)
    w.budget = 1 << 62  # linear in the board, so not under the limit


cdef void counter_free(counter_t *w) noexcept nogil:
    cdef int i
    diagram_free(&w.diagram)
    tally_free(&w.tally)
    for i in range(COUNT_POOLS):
        pool_free(&w.pool[i])
    memset(w, 0, sizeof(counter_t))


cdef void kept_forget(void *kept) noexcept nogil:
    free(kept)


cdef inline size_t kept_size(int32_t boxes, int64_t tally, int64_t weight) noexcept nogil:
    return sizeof(kept_t) + (tally + weight) * sizeof(double) + 2 * boxes


cdef inline void place_arrays(kept_t *kept, int32_t boxes, int64_t tally, int64_t weight) noexcept nogil:
    kept.tally = <double *>(kept + 1) if tally else NULL
    kept.weight = <double *>(kept + 1) + tally if weight else NULL
    kept.low = <uint8_t *>(<double *>(kept + 1) + tally + weight)
    kept.high = kept.low + boxes


cdef kept_t *new_kept(int32_t status, int32_t boxes, int64_t tally, int64_t weight) noexcept nogil:
    cdef kept_t *kept = <kept_t *>malloc(kept_size(boxes, tally, weight))
    if kept == NULL:
        return NULL
    memset(kept, 0, sizeof(kept_t))
    kept.status = status
    place_arrays(kept, boxes, tally, weight)
    return kept


cdef int counter_give_up(counter_t *w) noexcept nogil:
    cdef int64_t max_nodes = w.diagram.max_nodes, built = w.diagram.built, deadline = w.diagram.deadline
    cdef int32_t slots = w.diagram.slots
    cdef int64_t diagram_bytes = w.diagram.budget, tally_bytes = w.tally.budget
    cdef int i
    for i in range(DIAGRAM_POOLS):
        diagram_bytes += w.diagram.pool[i].bytes
    for i in range(TALLY_POOLS):
        tally_bytes += w.tally.pool[i].bytes
    diagram_free(&w.diagram)
    tally_free(&w.tally)
    diagram_init(&w.diagram, max_nodes, diagram_bytes)
    tally_init(&w.tally, tally_bytes)
    w.diagram.built = built
    w.diagram.slots = slots
    w.diagram.deadline = deadline
    return COUNT_WIDE


cdef int work_out(counter_t *w, component_t *c, bint chances) noexcept nogil:
    # As `count_component`, whatever is kept of the component.
    cdef kept_t *kept
    cdef int32_t counts = 0
    cdef bint large = False
    cdef int status
    w.passes += 1
    status = diagram_build(&w.diagram, c)
    if status == DIAGRAM_MEMORY:
        return COUNT_MEMORY
    if status == DIAGRAM_DONE:
        counts = w.diagram.ahead_most[0] - w.diagram.ahead_least[0] + 1
        large = counts > FOLD_COUNTS or c.cells_size > PLAIN_CELLS
        kept = new_kept(
            COUNT_DONE, c.boxes, counts if chances else 0, <int64_t>counts * c.boxes if chances and not large else 0
        )
    elif status == DIAGRAM_NONE:
        kept = new_kept(COUNT_NONE, 0, 0, 0)
    else:
        counter_give_up(w)
        kept = new_kept(COUNT_WIDE, 0, 0, 0)
    if kept == NULL:
        return COUNT_MEMORY
    free(c.kept)
    c.kept = kept
    if kept.status != COUNT_DONE:
        return kept.status
    kept.least = w.diagram.ahead_least[0]
    kept.most = w.diagram.ahead_most[0]
    kept.counts = w.diagram.ahead[0]
    memcpy(kept.low, w.diagram.low, c.boxes)
    memcpy(kept.high, w.diagram.high, c.boxes)
    if not chances:
        return COUNT_DONE
    if large:
        kept.tilt = w.tilt
        status = tally_forward(&w.tally, &w.diagram, w.tilt, kept.tally, &kept.exponent)
    else:
        status = tally_fold(&w.tally, &w.diagram, kept.tally, kept.weight)
    if status != DIAGRAM_DONE:
        # The chances are too many for the memory; what is certain is known all the same.
        kept.tally = NULL
        kept.status = counter_give_up(w)
    return kept.status


# --- answers remembered by structure -------------------------------------------------------------------


cdef size_t write_key(counter_t *w, const component_t *c) noexcept nogil:
    # All that an answer with chances depends on, as numbers: how many; 0 where memory ran out.
    cdef size_t entries = c.row_first[c.rows], count = 4 + c.boxes + 2 * <size_t>c.rows + entries
    cdef int32_t *key = <int32_t *>pool_reserve(&w.pool[KEY], count * sizeof(int32_t), &w.budget)
    cdef int32_t i
    if key == NULL:
        return 0
    key[0] = <int32_t>w.diagram.max_nodes
    key[1] = w.diagram.slots
    key[2] = c.boxes
    key[3] = c.rows
    key += 4
    for i in range(c.boxes):
        key[i] = c.box_first[i + 1] - c.box_first[i]
    key += c.boxes
    memcpy(key, c.need, c.rows * sizeof(int32_t))
    key += c.rows
    memcpy(key, c.row_first + 1, c.rows * sizeof(int32_t))
    key += c.rows
    memcpy(key, c.row_boxes, entries * sizeof(int32_t))
    return count


cdef inline size_t kept_bytes(const kept_t *kept, int32_t boxes) noexcept nogil:
    cdef int64_t counts = kept.most - kept.least + 1
    return kept_size(boxes, counts, counts * boxes) if kept.status == COUNT_DONE else kept_size(0, 0, 0)


cdef kept_t *copy_kept(const kept_t *kept, int32_t boxes) noexcept nogil:
    cdef size_t bytes = kept_bytes(kept, boxes)
    cdef int64_t counts = kept.most - kept.least + 1
    cdef kept_t *copy = <kept_t *>malloc(bytes)
    if copy != NULL:
        memcpy(copy, kept, bytes)
        if kept.status == COUNT_DONE:
            place_arrays(copy, boxes, counts, counts * boxes)
    return copy


cdef int recall(counter_t *w, component_t *c) noexcept nogil:
    # As `work_out` with chances, unless the answer is remembered.
    cdef size_t count = write_key(w, c)
    cdef const int32_t *key = <const int32_t *>w.pool[KEY].at
    cdef const kept_t *found
    cdef kept_t *kept
    cdef uint64_t hash
    cdef int status
    if count == 0:
        return work_out(w, c, True)
    hash = memo_hash(key, count)
    found = <const kept_t *>memo_find(w.memo, hash, key, count)
    if found != NULL:
        kept = copy_kept(found, c.boxes)
        if kept == NULL:
            return COUNT_MEMORY
        free(c.kept)
        c.kept = kept
        return kept.status
    status = work_out(w, c, True)
    kept = <kept_t *>c.kept
    if status == COUNT_NONE or (status == COUNT_DONE and kept.weight != NULL):
        memo_keep(w.memo, hash, key, count, kept, kept_bytes(kept, c.boxes))
    return status


cdef int count_component(counter_t *w, component_t *c, bint chances) noexcept nogil:
    cdef const kept_t *kept = <const kept_t *>c.kept
    if kept != NULL and (kept.status != COUNT_DONE or not chances or kept.tally != NULL):
        return kept.status
    return recall(w, c) if chances and w.memo != NULL else work_out(w, c, chances)


cdef int component_counts(counter_t *w, component_t *c, uint64_t *counts) noexcept nogil:
    cdef kept_t *kept = <kept_t *>c.kept
    cdef int32_t i
    cdef uint64_t *all_counts
    cdef int status
    if kept.most <= 63:
        counts[0] = kept.counts >> kept.least
        return COUNT_DONE
    all_counts = <uint64_t *>pool_reserve(
        &w.pool[SETS_SHIFTED], (kept.most // 64 + 1) * sizeof(uint64_t), &w.budget
    )
    if all_counts == NULL:
        return COUNT_MEMORY
    status = diagram_build(&w.diagram, c)
    if status == DIAGRAM_MEMORY:
        return COUNT_MEMORY
    if status != DIAGRAM_DONE or diagram_counts(&w.diagram, all_counts) != DIAGRAM_DONE:
        return counter_give_up(w)
    for i in range(kept.most - kept.least + 1):
        if set_has(all_counts, kept.least + i):
            set_put(counts, i)
    return COUNT_DONE
