"""Every chance of a view, and what is certain, from the tallies of its components."""

from libc.math cimport NAN, exp2, floor, frexp, lgamma, log2
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from surefoot_core.diagram cimport (
    DIAGRAM_DONE, DIAGRAM_MEMORY, DIAGRAM_NONE, DIAGRAM_POOLS, diagram_build, diagram_counts, diagram_free,
    diagram_init, diagram_order, diagram_restrict,
)
from surefoot_core.frontier cimport component_at
from surefoot_core.knowledge cimport (
    MINED, RULE_CLUES, RULE_TOTAL, SAFE, UNDECIDED, knowledge_decide, knowledge_t,
)
from surefoot_core.pool cimport pool_free, pool_reserve
from surefoot_core.tally cimport TALLY_POOLS, scale, tally_backward, tally_fold, tally_forward, tally_free, tally_init

cdef enum:
    # places in the pool
    FIRST, MINE, SURE, OFFSETS, LENGTHS, SETS, ALLOWED, SETS_SHIFTED, POLYS, SEEDS, LOGS

cdef enum:
    FOLD_COUNTS = 40           # up to so many mine counts a component is folded, else it is large
    PLAIN_CELLS = 900          # 2**cells layouts are within a double


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


# --- one component -------------------------------------------------------------------------------------


cdef kept_t *new_kept(int32_t status, int32_t boxes, int64_t tally, int64_t weight) noexcept nogil:
    cdef kept_t *kept = <kept_t *>malloc(sizeof(kept_t) + (tally + weight) * sizeof(double) + 2 * boxes)
    if kept == NULL:
        return NULL
    memset(kept, 0, sizeof(kept_t))
    kept.status = status
    if tally:
        kept.tally = <double *>(kept + 1)
    if weight:
        kept.weight = kept.tally + tally
    kept.low = <uint8_t *>(<double *>(kept + 1) + tally + weight)
    kept.high = kept.low + boxes
    return kept


cdef int give_up(counter_t *w) noexcept nogil:
    # The pools took what the limit allows; free them, so that the next component finds room.
    cdef int64_t max_nodes = w.diagram.max_nodes, built = w.diagram.built
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
    return COUNT_WIDE


cdef int count_component(counter_t *w, component_t *c, bint chances) noexcept nogil:
    cdef kept_t *kept = <kept_t *>c.kept
    cdef int32_t counts = 0
    cdef bint large = False
    cdef int status
    if kept != NULL and (kept.status != COUNT_DONE or not chances or kept.tally != NULL):
        return kept.status
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
        give_up(w)
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
        kept.status = give_up(w)
    return kept.status


# --- what is certain -----------------------------------------------------------------------------------


cdef int start_view(counter_t *w, frontier_t *f) noexcept nogil:
    # Room for the answers, and the numbers of the boxes.
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
    # COUNT_WIDE if one of them is, but COUNT_NONE if one has no layout.
    cdef int32_t i
    cdef int status, worst = COUNT_DONE
    for i in range(f.components):
        status = count_component(w, f.component[i], chances)
        if status == COUNT_MEMORY or status == COUNT_NONE:
            return status
        if status == COUNT_WIDE:
            worst = COUNT_WIDE
    return worst


cdef inline int sure_of(int64_t low, int64_t high, int64_t cells, int32_t slots) noexcept nogil:
    # Of cells that are interchangeable and hold low .. high mines together: no cell can be left out where the others
    # have too few slots.
    return SAFE if high == 0 else MINED if low > (cells - 1) * slots else UNDECIDED


cdef void mark_sure(
    const component_t *c, const uint8_t *low, const uint8_t *high, int32_t slots, uint8_t *sure
) noexcept nogil:
    cdef int32_t box
    for box in range(c.boxes):
        sure[box] = <uint8_t>sure_of(low[box], high[box], c.box_first[box + 1] - c.box_first[box], slots)


cdef int decide(counter_t *w, frontier_t *f, bint total, bint wide) noexcept nogil:
    # What is certain; the components are worked out.
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


cdef int tree_sizes(counter_t *w, frontier_t *f, int32_t **length_out, int64_t **offset_out) noexcept nogil:
    # A tournament of the components: leaves 0 .. n - 1, then node n + i over nodes 2i and 2i + 1; the root is
    # node 2n - 2. length: mine counts from the fewest on; offset: the sum of the lengths before.
    cdef int32_t n = f.components, i
    cdef int32_t *length = <int32_t *>pool_reserve(&w.pool[LENGTHS], 2 * n * sizeof(int32_t), &w.budget)
    cdef int64_t *offset = <int64_t *>pool_reserve(&w.pool[OFFSETS], 2 * n * sizeof(int64_t), &w.budget)
    if length == NULL or offset == NULL:
        return COUNT_MEMORY
    offset[0] = 0
    for i in range(2 * n - 1):
        if i < n:
            length[i] = (<kept_t *>f.component[i].kept).most - (<kept_t *>f.component[i].kept).least + 1
        else:
            length[i] = length[2 * (i - n)] + length[2 * (i - n) + 1] - 1
        offset[i + 1] = offset[i] + length[i]
    length_out[0] = length
    offset_out[0] = offset
    return COUNT_DONE


cdef inline bint has(const uint64_t *set, int64_t i) noexcept nogil:
    return set[i // 64] >> (i % 64) & 1


cdef inline void put(uint64_t *set, int64_t i) noexcept nogil:
    set[i // 64] |= <uint64_t>1 << (i % 64)


cdef int component_counts(counter_t *w, component_t *c, uint64_t *counts) noexcept nogil:
    # The mine counts of a component: bit i for least + i mines.
    cdef kept_t *kept = <kept_t *>c.kept
    cdef int32_t i
    cdef uint64_t *all_counts
    if kept.most <= 63:
        counts[0] = kept.counts >> kept.least
        return COUNT_DONE
    all_counts = <uint64_t *>pool_reserve(
        &w.pool[SETS_SHIFTED], (kept.most // 64 + 1) * sizeof(uint64_t), &w.budget
    )
    if all_counts == NULL or diagram_build(&w.diagram, c) == DIAGRAM_MEMORY:
        return COUNT_MEMORY
    if diagram_counts(&w.diagram, all_counts) != DIAGRAM_DONE:
        return give_up(w)
    for i in range(kept.most - kept.least + 1):
        if has(all_counts, kept.least + i):
            put(counts, i)
    return COUNT_DONE


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
        words += length[t] // 64 + 1
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
            if has(sets + offset[y], j):
                move_up(sets + offset[t], sets + offset[x], j, length[x])
    t = 2 * n - 2
    for i in range(length[t]):
        if has(sets + offset[t], i) and 0 <= left - least - i <= room:
            put(allowed + offset[t], i)
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
                if has(sets + offset[y], j):
                    move_down(allowed + offset[x], allowed + offset[t], j, length[x])
    for i in range(n):
        status = restrict_component(w, f.component[i], sets + offset[i], allowed + offset[i], a.sure + a.first[i])
        if status != COUNT_DONE:
            return status
    return COUNT_DONE


cdef inline void move_up(uint64_t *into, const uint64_t *source, int32_t by, int32_t bits) noexcept nogil:
    # into |= source * 2**by
    cdef int32_t i, whole = by // 64, part = by % 64
    for i in range((bits + 63) // 64):
        into[i + whole] |= source[i] << part
        if part and source[i] >> (64 - part):
            into[i + whole + 1] |= source[i] >> (64 - part)


cdef inline void move_down(uint64_t *into, const uint64_t *source, int32_t by, int32_t bits) noexcept nogil:
    # into |= source / 2**by, its first `bits` bits
    cdef int32_t i, whole = by // 64, part = by % 64, words = (bits + 63) // 64
    for i in range(words):
        into[i] |= source[i + whole] >> part
        if part and i * 64 + 64 - part < bits:
            into[i] |= source[i + whole + 1] << (64 - part)
    if bits % 64:
        into[words - 1] &= (<uint64_t>1 << (bits % 64)) - 1


cdef int restrict_component(
    counter_t *w, component_t *c, const uint64_t *counts, const uint64_t *allowed, uint8_t *sure
) noexcept nogil:
    # Where a count of the component is forbidden, its boxes are decided anew.
    cdef kept_t *kept = <kept_t *>c.kept
    cdef int32_t i, length = kept.most - kept.least + 1
    cdef bint forbidden = False
    cdef uint64_t *moved
    cdef int status
    for i in range((length + 63) // 64):
        forbidden = forbidden or counts[i] & ~allowed[i] != 0
    if not forbidden:
        return COUNT_DONE
    moved = <uint64_t *>pool_reserve(&w.pool[SETS_SHIFTED], (kept.most // 64 + 2) * sizeof(uint64_t), &w.budget)
    if moved == NULL:
        return COUNT_MEMORY
    memset(moved, 0, (kept.most // 64 + 2) * sizeof(uint64_t))
    move_up(moved, allowed, kept.least, length)
    w.passes += 1
    status = diagram_build(&w.diagram, c)
    if status == DIAGRAM_DONE:
        status = diagram_restrict(&w.diagram, c, moved)
    if status == DIAGRAM_MEMORY:
        return COUNT_MEMORY
    if status != DIAGRAM_DONE:
        return give_up(w)
    mark_sure(c, w.diagram.low, w.diagram.high, w.diagram.slots, sure)
    return COUNT_DONE


cdef int count_certain(counter_t *w, frontier_t *f, bint total) noexcept nogil:
    cdef chances_t *a = &w.chances
    a.status = start_view(w, f)
    if a.status == COUNT_DONE:
        a.status = work_components(w, f, False)
    if a.status == COUNT_DONE or a.status == COUNT_WIDE:
        a.status = decide(w, f, total, a.status == COUNT_WIDE)
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


# --- chances -------------------------------------------------------------------------------------------


cdef int count_view(counter_t *w, frontier_t *f) noexcept nogil:
    cdef chances_t *a = &w.chances
    cdef const knowledge_t *k = f.k
    cdef bint wide, known
    cdef int status
    w.tilt = w.prior if k.total < 0 else 0
    if k.total > 0 and k.total < <int64_t>k.topology.cells * k.slots and k.topology.cells > PLAIN_CELLS:
        # A mine here weighs as much as on the whole board: near what the large components will need.
        w.tilt = log2(k.total / (<double>k.topology.cells * k.slots - k.total))
    a.status = start_view(w, f)
    if a.status == COUNT_DONE:
        a.status = work_components(w, f, True)
    if a.status != COUNT_DONE and a.status != COUNT_WIDE:
        return a.status
    wide = a.status == COUNT_WIDE
    a.status = decide(w, f, True, wide)
    if a.status != COUNT_DONE and a.status != COUNT_WIDE:
        return a.status
    known = k.total >= 0 and not wide
    status = combine(w, f) if known else count_apart(w, f)
    if status == COUNT_NONE or status == COUNT_MEMORY or a.status == COUNT_DONE:
        a.status = status
    return a.status


cdef int count_apart(counter_t *w, frontier_t *f) noexcept nogil:
    # Without the mine total components do not depend on each other. With it, but with one of them not known,
    # those are known that have one mine count only.
    cdef chances_t *a = &w.chances
    cdef const kept_t *kept
    cdef bint free_counts = f.k.total < 0, wide = False
    cdef int32_t i, box
    cdef int log = 0
    cdef double sum, prior = w.prior if free_counts else 0
    cdef int status
    cdef double *seeds
    a.layouts = 1
    for i in range(f.components):
        kept = <const kept_t *>f.component[i].kept
        if kept.status == COUNT_WIDE or not (free_counts or kept.least == kept.most):
            wide = True
            leave_unknown(a, i)
            continue
        seeds = <double *>pool_reserve(
            &w.pool[SEEDS], (kept.most - kept.least + 1) * sizeof(double), &w.budget
        )
        if seeds == NULL:
            return COUNT_MEMORY
        for box in range(kept.most - kept.least + 1):
            seeds[box] = exp2((prior - kept.tilt) * box)
        if not wide:
            sum = 0
            for box in range(kept.most - kept.least + 1):
                sum += kept.tally[box] * exp2(-kept.tilt * box)
            a.layouts = frexp(a.layouts * sum * exp2(-kept.tilt * kept.least), &log)
            a.exponent += log + kept.exponent
        status = finish_component(w, f, i, seeds, kept.tilt)
        if status == COUNT_MEMORY:
            return status
        wide = wide or status == COUNT_WIDE
    if wide:
        a.layouts = NAN
    if a.unconstrained and free_counts:
        a.chance = 1 - (1 / (1 + exp2(prior))) ** f.k.slots
        a.exponent += <int64_t>a.unconstrained * f.k.slots
    return COUNT_WIDE if wide else COUNT_DONE


cdef void leave_unknown(chances_t *a, int32_t i) noexcept nogil:
    cdef int32_t box
    for box in range(a.first[i], a.first[i + 1]):
        a.mine[box] = 0 if a.sure[box] == SAFE else 1 if a.sure[box] == MINED else NAN


cdef inline double report(double chance, int sure) noexcept nogil:
    # Certain cells have their exact chance, and no other cell looks certain through rounding.
    if sure != UNDECIDED:
        return 0 if sure == SAFE else 1
    return min(max(chance, 5e-324), 1 - 1.1102230246251565e-16)


cdef int finish_component(counter_t *w, frontier_t *f, int32_t i, double *seed, double tilt) noexcept nogil:
    # The chances of the boxes of one component; seed[j]: the weight of the rest if it holds least + j mines, for
    # mines that carry 2**tilt each.
    cdef chances_t *a = &w.chances
    cdef component_t *c = f.component[i]
    cdef const kept_t *kept = <const kept_t *>c.kept
    cdef const double *weight = kept.weight
    cdef double *mine = a.mine + a.first[i]
    cdef const uint8_t *sure = a.sure + a.first[i]
    cdef int32_t j, box, counts = kept.most - kept.least + 1, exponent = 0
    cdef double all_weight = 0, sum
    cdef double *tally
    if weight != NULL:
        if tilt != kept.tilt:
            for j in range(counts):
                seed[j] *= exp2((tilt - kept.tilt) * j)
        for j in range(counts):
            all_weight += seed[j] * kept.tally[j]
        all_weight = 1 / all_weight
        for box in range(c.boxes):
            sum = 0
            for j in range(counts):
                sum += seed[j] * weight[j]
            weight += counts
            mine[box] = report(sum * all_weight, sure[box])
        return COUNT_DONE
    tally = <double *>pool_reserve(&w.pool[LOGS], counts * sizeof(double), &w.budget)
    if tally == NULL or diagram_build(&w.diagram, c) == DIAGRAM_MEMORY:
        return COUNT_MEMORY
    w.passes += 1
    if (
        tally_forward(&w.tally, &w.diagram, tilt, tally, &exponent) != DIAGRAM_DONE
        or tally_backward(&w.tally, &w.diagram, tilt, seed, mine) != DIAGRAM_DONE
    ):
        leave_unknown(a, i)
        return give_up(w)
    for box in range(c.boxes):
        mine[box] = report(mine[box], sure[box])
    return COUNT_DONE


cdef inline double log2_choose(double n, double k) noexcept nogil:
    return (lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)) * 1.4426950408889634


cdef int combine(counter_t *w, frontier_t *f) noexcept nogil:
    # Up the tree the tallies are multiplied; at the root the unconstrained cells take what is left of the mine
    # total; down the tree each component gets the weight of everything else for each of its counts.
    cdef chances_t *a = &w.chances
    cdef int32_t n = f.components, i, t, status, worst = COUNT_DONE
    cdef int32_t *length = NULL
    cdef int64_t *offset = NULL
    cdef double *poly
    cdef double *seed
    cdef double tilt = 0
    cdef int64_t exponent = 0
    cdef bint plain = f.frontier_cells <= PLAIN_CELLS
    cdef const kept_t *kept
    if n == 0:
        if a.unconstrained:
            a.chance = chance_among(<int64_t>a.unconstrained * f.k.slots, f.k.slots, f.k.total - f.k.mines)
        add_choices(a, <int64_t>a.unconstrained * f.k.slots, f.k.total - f.k.mines, 1, 0)
        return COUNT_DONE
    for i in range(n):
        plain = plain and (<const kept_t *>f.component[i].kept).weight != NULL
    if not plain:
        status = choose_tilt(w, f)
        if status != COUNT_DONE:
            return status
        tilt = w.tilt
    if tree_sizes(w, f, &length, &offset) < 0:
        return COUNT_MEMORY
    poly = <double *>pool_reserve(&w.pool[POLYS], offset[2 * n - 1] * sizeof(double), &w.budget)
    seed = <double *>pool_reserve(&w.pool[SEEDS], offset[2 * n - 1] * sizeof(double), &w.budget)
    if poly == NULL or seed == NULL:
        return COUNT_MEMORY
    for i in range(n):
        kept = <const kept_t *>f.component[i].kept
        if plain:
            memcpy(poly + offset[i], kept.tally, length[i] * sizeof(double))
        else:
            exponent += kept.exponent + tilted_tally(kept, tilt, poly + offset[i])
    for t in range(n, 2 * n - 1):
        multiply(poly, offset, length, n, t)
        if not plain:
            exponent += scale(poly + offset[t], length[t])
    seed_root(w, f, poly + offset[2 * n - 2], seed + offset[2 * n - 2], length[2 * n - 2], tilt, exponent)
    if not a.layouts > 0:
        # Out of the range of a double even after tilting.
        a.layouts = a.chance = NAN
        for i in range(n):
            leave_unknown(a, i)
        return COUNT_WIDE
    for t in range(2 * n - 2, n - 1, -1):
        seed_children(poly, seed, offset, length, n, t, plain)
    for i in range(n):
        status = finish_component(w, f, i, seed + offset[i], tilt)
        if status == COUNT_MEMORY:
            return status
        worst = max(worst, status)
    return worst


cdef void multiply(double *poly, const int64_t *offset, const int32_t *length, int32_t n, int32_t t) noexcept nogil:
    cdef int32_t x = 2 * (t - n), i, j
    cdef const double *left = poly + offset[x]
    cdef const double *right = poly + offset[x + 1]
    cdef double *into = poly + offset[t]
    memset(into, 0, length[t] * sizeof(double))
    for i in range(length[x]):
        if left[i] != 0:
            for j in range(length[x + 1]):
                into[i + j] += left[i] * right[j]


cdef void seed_children(
    const double *poly, double *seed, const int64_t *offset, const int32_t *length, int32_t n, int32_t t, bint plain
) noexcept nogil:
    cdef int32_t x, y, z, i, j
    cdef double sum
    cdef const double *other
    cdef const double *given = seed + offset[t]
    for z in range(2):
        x, y = 2 * (t - n) + z, 2 * (t - n) + 1 - z
        other = poly + offset[y]
        for i in range(length[x]):
            sum = 0
            for j in range(length[y]):
                sum += other[j] * given[i + j]
            seed[offset[x] + i] = sum
        if not plain:
            scale(seed + offset[x], length[x])


cdef void add_choices(chances_t *a, int64_t cells, int64_t mines, double factor, double log) noexcept nogil:
    # layouts = factor * 2**log * (cells choose mines)
    cdef double whole
    log += log2_choose(cells, mines)
    whole = floor(log)
    a.layouts = factor * exp2(log - whole)
    a.exponent = <int64_t>whole


cdef inline double chance_among(int64_t room, int32_t slots, int64_t mines) noexcept nogil:
    # The chance that a cell of `slots` slots holds one of `mines` mines in `room` slots.
    cdef double without = 1
    cdef int32_t i
    if slots == 1:
        return <double>mines / room
    for i in range(slots):
        without *= <double>(room - mines - i) / (room - i)
    return 1 - without


cdef void seed_root(
    counter_t *w, frontier_t *f, const double *poly, double *seed, int32_t length, double tilt, int64_t exponent
) noexcept nogil:
    # seed[i]: the ways to place the other mines on the unconstrained cells if the components hold least + i,
    # over the most ways there are; both tilted. And what follows: layouts, and the chance of those cells.
    cdef chances_t *a = &w.chances
    cdef int64_t room = <int64_t>a.unconstrained * f.k.slots, left = f.k.total - f.k.mines, least = 0, mines, top, i
    cdef double odds = exp2(tilt), all_weight = 0, hits = 0
    for i in range(f.components):
        least += (<const kept_t *>f.component[i].kept).least
    # Mines in the unconstrained cells: from the fewest to the most that the components leave.
    top = <int64_t>((room + 1) * (odds / (1 + odds)))
    top = min(max(top, left - least - length + 1, 0), left - least, room)
    memset(seed, 0, length * sizeof(double))
    seed[left - least - top] = 1
    mines = top
    for i in range(left - least - top + 1, length):
        if mines == 0:
            break
        seed[i] = seed[i - 1] * mines / ((room - mines + 1) * odds)
        mines -= 1
    mines = top
    for i in range(left - least - top - 1, -1, -1):
        if mines == room:
            break
        seed[i] = seed[i + 1] * (room - mines) * odds / (mines + 1)
        mines += 1
    for i in range(length):
        all_weight += poly[i] * seed[i]
        if room and seed[i] != 0:
            hits += poly[i] * seed[i] * chance_among(room, f.k.slots, left - least - i)
    if room:
        a.chance = report(hits / all_weight, a.certain)
    add_choices(a, room, top, all_weight, exponent - tilt * (left - top))


cdef int32_t tilted_tally(const kept_t *kept, double tilt, double *into) noexcept nogil:
    # The tally with each mine carrying 2**tilt, scaled; the exponent (also of the factor of the fewest mines).
    cdef int32_t i, peak = 0, counts = kept.most - kept.least + 1, whole
    cdef double change = tilt - kept.tilt, part
    for i in range(counts):
        if kept.tally[i] * exp2(change * (i - peak)) > kept.tally[peak]:
            peak = i
    part = tilt_offset(change, kept.least + peak, &whole)
    for i in range(counts):
        into[i] = kept.tally[i] * exp2(change * (i - peak) + part)
    return whole + scale(into, counts)


cdef double tilt_offset(double change, int32_t mines, int32_t *whole) noexcept nogil:
    # change * mines as a whole number and a rest
    whole[0] = <int32_t>floor(change * mines)
    return change * mines - whole[0]


cdef int choose_tilt(counter_t *w, frontier_t *f) noexcept nogil:
    # The tilt under which the mines expected, with each mine weighing 2**tilt, are the mines left: then every sum
    # has its weight where the answer lies. Large components that were worked out under a tilt too far from it are
    # worked out again.
    cdef int32_t i
    cdef double low, high, middle
    cdef component_t *c
    cdef kept_t *kept
    cdef bint again
    cdef int status
    for _ in range(4):
        low, high = -60, 60
        while high - low > 1e-4:
            middle = (low + high) / 2
            if expected_mines(f, w.chances.unconstrained, middle) < f.k.total - f.k.mines:
                low = middle
            else:
                high = middle
        w.tilt = (low + high) / 2
        again = False
        for i in range(f.components):
            c = f.component[i]
            kept = <kept_t *>c.kept
            if kept.weight == NULL and abs(kept.tilt - w.tilt) * (kept.most - kept.least) > 400:
                free(kept)
                c.kept = NULL
                again = True
                status = count_component(w, c, True)
                if status != COUNT_DONE:
                    return status
        if not again:
            break
    return COUNT_DONE


cdef double expected_mines(frontier_t *f, int32_t unconstrained, double tilt) noexcept nogil:
    cdef const kept_t *kept
    cdef double odds = exp2(tilt), mines = unconstrained * (odds / (1 + odds)), sum, moment, top, term, change
    cdef int32_t i, j
    for i in range(f.components):
        kept = <const kept_t *>f.component[i].kept
        change = tilt - kept.tilt
        top = -1e300
        for j in range(kept.most - kept.least + 1):
            if kept.tally[j] > 0:
                top = max(top, log2(kept.tally[j]) + change * j)
        sum = moment = 0
        for j in range(kept.most - kept.least + 1):
            if kept.tally[j] > 0:
                term = exp2(log2(kept.tally[j]) + change * j - top)
                sum += term
                moment += term * j
        mines += kept.least + moment / sum
    return mines


cdef class Counter:
    """Counts the layouts of a `Frontier`; what it finds is kept with the frontier's components.

    Without a mine total all layouts are equally likely, or, with a `density`, each slot holds a mine with that
    chance. `max_nodes` limits the diagram of one component, `max_bytes` the memory of the counter. Cells are flat
    indices.
    """

    def __cinit__(self, Frontier frontier not None, *, density=None, max_nodes=4_000_000, max_bytes=1 << 30):
        if max_nodes < 1 or max_bytes < 1:
            raise ValueError(f"expected limits of at least 1, got max_nodes={max_nodes!r}, max_bytes={max_bytes!r}")
        self.frontier = frontier
        frontier.c.forget = kept_forget
        self.components = -1
        counter_init(&self.c, max_nodes, max_bytes)
        if density is not None:
            if not 0 < density < 1:
                raise ValueError(f"expected a density between 0 and 1, got {density!r}")
            self.c.prior = log2(<double>density / (1 - <double>density))

    def __dealloc__(self):
        counter_free(&self.c)

    def certain(self, *, total=True):
        """Work out what is certain; return whether all of it is known, or None without a consistent layout.

        Then `safe` and `mines` hold it. Without `total` the mine total is left out.
        """
        cdef bint with_total = total
        with nogil:
            count_certain(&self.c, &self.frontier.c, with_total)
        return outcome(self)

    def chances(self):
        """Work out every chance; return whether all are known, or None without a consistent layout.

        Then `safe`, `mines`, `layouts`, `unconstrained` and `mine_chances` hold the answer.
        """
        with nogil:
            count_view(&self.c, &self.frontier.c)
        return outcome(self)

    def safe(self):
        """Return the safe cells of the last answer that are not decided yet, in increasing order."""
        return sure_cells(self, SAFE)

    def mines(self):
        """Return the forced mines of the last answer that are not decided yet, in increasing order."""
        return sure_cells(self, MINED)

    def sure(self, int32_t component):
        """Return 0, 1 (safe) or 2 (a mine) for the cells of each box of a component in the last answer."""
        cdef const component_t *c = component_at(&self.frontier.c, component)
        cdef int32_t box
        check_answered(self)
        return [self.c.chances.sure[self.c.chances.first[component] + box] for box in range(c.boxes)]

    def sure_rest(self):
        """Return 0, 1 (safe) or 2 (a mine) for the unconstrained cells in the last answer."""
        check_answered(self)
        return self.c.chances.certain

    def order(self, int32_t component):
        """Return the boxes of a component in the order in which they are worked off."""
        cdef const component_t *c = component_at(&self.frontier.c, component)
        cdef int32_t i
        if diagram_order(&self.c.diagram, c) < 0:
            raise MemoryError
        return [self.c.diagram.order[i] for i in range(c.boxes)]

    def cost(self, int32_t component):
        """Return an estimate of the nodes of a component that is wide, or 0 where it is narrow."""
        if diagram_order(&self.c.diagram, component_at(&self.frontier.c, component)) < 0:
            raise MemoryError
        return self.c.diagram.cost

    def by_clues(self, int32_t component):
        """Return what the clues alone say about a component, or None where it is too wide.

        ([0, 1 (safe) or 2 (a mine) for each box], the set of its mine counts): bit m is set if a layout has m mines;
        no bit is set where there is none.
        """
        cdef component_t *c = <component_t *>component_at(&self.frontier.c, component)
        cdef const kept_t *kept
        cdef uint64_t[::1] counts
        cdef int32_t box
        cdef int status
        self.c.diagram.slots = self.frontier.c.k.slots
        with nogil:
            status = count_component(&self.c, c, False)
        if status == COUNT_NONE:
            return [0] * c.boxes, 0
        kept = <const kept_t *>c.kept
        if status == COUNT_DONE:
            counts = memoryview(bytearray(8 * (kept.most // 64 + 2))).cast("Q")
            with nogil:
                status = component_counts(&self.c, c, &counts[0])
        if status == COUNT_MEMORY:
            raise MemoryError
        if status == COUNT_WIDE:
            return None
        sure = [
            sure_of(kept.low[box], kept.high[box], c.box_first[box + 1] - c.box_first[box], self.frontier.c.k.slots)
            for box in range(c.boxes)
        ]
        return sure, sum([int(word) << 64 * place for place, word in enumerate(counts)]) << kept.least

    def layouts(self):
        """Return (m, e): there are m * 2**e consistent layouts, to about 12 digits; m is NaN where not known."""
        check_answered(self)
        return self.c.chances.layouts, self.c.chances.exponent

    def unconstrained(self):
        """Return the chance that an undecided cell next to no clue is a mine; NaN: there is none, or not known."""
        check_answered(self)
        return self.c.chances.chance

    def mine_chances(self):
        """Return {cell: chance of a mine} for all undecided cells; NaN where it is not known."""
        cdef const frontier_t *f = &self.frontier.c
        cdef const component_t *c
        cdef int32_t i, box, j, cell
        check_answered(self)
        found = {}
        for i in range(f.components):
            c = f.component[i]
            for box in range(c.boxes):
                for j in range(c.box_first[box], c.box_first[box + 1]):
                    found[c.cells[j]] = self.c.chances.mine[self.c.chances.first[i] + box]
        for cell in range(f.k.topology.cells):
            if f.k.mark[cell] == UNDECIDED and f.component_of[cell] < 0:
                found[cell] = self.c.chances.chance
        return found

    def wide(self):
        """Return the numbers of the components that are too wide for the limits."""
        cdef int32_t i
        return [
            i for i in range(self.frontier.c.components)
            if self.frontier.c.component[i].kept != NULL
            and (<kept_t *>self.frontier.c.component[i].kept).status == COUNT_WIDE
        ]

    @property
    def nodes(self):
        """The nodes of all diagrams built so far: a measure of work that repeats."""
        return self.c.diagram.built


cdef outcome(Counter counter):
    if counter.c.chances.status == COUNT_MEMORY:
        raise MemoryError
    if counter.c.chances.status == COUNT_NONE:
        counter.components = -1
        return None
    counter.components = counter.frontier.c.components
    counter.next_serial = counter.frontier.c.next_serial
    return counter.c.chances.status == COUNT_DONE


cdef int check_answered(Counter counter) except -1:
    # The answers belong to the components that were there; after an update they have no place.
    if counter.components != counter.frontier.c.components or counter.next_serial != counter.frontier.c.next_serial:
        raise ValueError("expected a call of certain() or chances() with a layout before, got none")
    return 0


cdef list sure_cells(Counter counter, int value):
    cdef const frontier_t *f = &counter.frontier.c
    cdef const component_t *c
    cdef int32_t i, box, j, cell
    check_answered(counter)
    found = []
    for i in range(f.components):
        c = f.component[i]
        for box in range(c.boxes):
            if counter.c.chances.sure[counter.c.chances.first[i] + box] == value:
                found.extend([c.cells[j] for j in range(c.box_first[box], c.box_first[box + 1])])
    if counter.c.chances.certain == value:
        for cell in range(f.k.topology.cells):
            if f.k.mark[cell] == UNDECIDED and f.component_of[cell] < 0:
                found.append(cell)
    return sorted(found)
