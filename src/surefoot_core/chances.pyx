"""Every chance of a view: the tallies of its components, combined with the mine total."""

from libc.math cimport NAN, exp2, floor, frexp, lgamma, log2
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from surefoot_core.certain cimport decide_view, start_view, tree_sizes, work_components
from surefoot_core.counter cimport (
    COUNT_DONE, COUNT_MEMORY, COUNT_NONE, COUNT_WIDE, LOGS, PLAIN_CELLS, POLYS, SEEDS, chances_t, count_component,
    counter_give_up, counter_t, kept_t,
)
from surefoot_core.diagram cimport DIAGRAM_DONE, DIAGRAM_MEMORY, diagram_build
from surefoot_core.frontier cimport component_t, frontier_t
from surefoot_core.knowledge cimport MINED, SAFE, UNDECIDED, knowledge_t
from surefoot_core.pool cimport pool_reserve
from surefoot_core.tally cimport scale, tally_backward, tally_forward


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
    a.status = decide_view(w, f, True, wide)
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
    cdef int status
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
    if tally == NULL:
        return COUNT_MEMORY
    w.passes += 1
    status = diagram_build(&w.diagram, c)
    if status == DIAGRAM_MEMORY:
        return COUNT_MEMORY
    if (
        status != DIAGRAM_DONE
        or tally_forward(&w.tally, &w.diagram, tilt, tally, &exponent) != DIAGRAM_DONE
        or tally_backward(&w.tally, &w.diagram, tilt, seed, mine) != DIAGRAM_DONE
    ):
        leave_unknown(a, i)
        return counter_give_up(w)
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
            for i in range(n):
                leave_unknown(a, i)
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
