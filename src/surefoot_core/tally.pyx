"""The numbers of layouts on a diagram, by mines: forward, backward, and both folded together."""

from libc.math cimport exp2
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset

from surefoot_core.diagram cimport DIAGRAM_DONE, DIAGRAM_WIDE, diagram_late, diagram_t
from surefoot_core.pool cimport pool_free, pool_reserve
from surefoot_core.rng cimport rng_unit

cdef enum:
    # places in the pool
    AHEAD_AT, AHEAD, BEHIND_AT, BEHIND, SUM

cdef enum:
    MAX_MINES = 255            # in a box: no clue is larger


cdef void tally_init(tally_t *t, int64_t max_bytes) noexcept nogil:
    memset(t, 0, sizeof(tally_t))
    t.budget = max_bytes


cdef void tally_free(tally_t *t) noexcept nogil:
    cdef int i
    for i in range(TALLY_POOLS):
        pool_free(&t.pool[i])
    memset(t, 0, sizeof(tally_t))


cdef inline void fill_ways(double *ways, int32_t slots, double factor) noexcept nogil:
    # ways[m]: the ways to place m mines on so many slots, each mine with its factor; 0 beyond the slots.
    cdef int32_t m, top = min(slots, MAX_MINES)
    ways[0] = 1
    for m in range(top):
        ways[m + 1] = ways[m] * factor * (slots - m) / (m + 1)


cdef inline void fill_hits(
    double *hits, const double *ways, int32_t size, int32_t slots, double factor
) noexcept nogil:
    # hits[m]: those of ways[m] in which a given cell, with `slots` of the `size` slots, holds a mine.
    cdef int32_t m, top = min(size, MAX_MINES)
    cdef double without = 1  # ways to place m mines on the other slots
    for m in range(top + 1):
        hits[m] = ways[m] - without
        without = without * factor * (size - slots - m) / (m + 1) if m < size - slots else 0


cdef int64_t *lay_out(
    tally_t *t, int place, const diagram_t *d, const int32_t *least, const int32_t *most, int64_t *total
) noexcept nogil:
    # Where the polynomial of each node begins: least[v] .. most[v] mines. NULL: no memory.
    cdef int64_t *at = <int64_t *>pool_reserve(&t.pool[place], (d.nodes + 1) * sizeof(int64_t), &t.budget)
    cdef int32_t v
    cdef int64_t sum = 0
    if at == NULL:
        return NULL
    for v in range(d.nodes):
        at[v] = sum
        if d.ahead_least[v] >= 0:
            sum += most[v] - least[v] + 1
    at[d.nodes] = sum
    total[0] = sum
    return at


cdef int tally_ahead(tally_t *t, const diagram_t *d) noexcept nogil:
    cdef int64_t ahead_size
    cdef int64_t *ahead_at = lay_out(t, AHEAD_AT, d, d.ahead_least, d.ahead_most, &ahead_size)
    cdef int32_t depth, v, e, m, child, i
    cdef double *ahead
    cdef double *into
    cdef const double *source
    cdef double ways[MAX_MINES + 1]
    if ahead_at == NULL:
        return DIAGRAM_WIDE
    ahead = <double *>pool_reserve(&t.pool[AHEAD], ahead_size * sizeof(double), &t.budget)
    if ahead == NULL:
        return DIAGRAM_WIDE
    memset(ahead, 0, ahead_size * sizeof(double))
    ahead[ahead_at[d.nodes - 1]] = 1
    for depth in range(d.boxes - 1, -1, -1):
        fill_ways(ways, d.size[depth], 1)
        for v in range(d.layer[depth], d.layer[depth + 1]):
            if d.ahead_least[v] < 0:
                continue
            if diagram_late(d, v):
                return DIAGRAM_WIDE
            m = d.fewest[v]
            for e in range(d.edge[v], d.edge[v + 1]):
                child = d.child[e]
                if child >= 0:
                    into = ahead + ahead_at[v] + (d.ahead_least[child] + m - d.ahead_least[v])
                    source = ahead + ahead_at[child]
                    for i in range(d.ahead_most[child] - d.ahead_least[child] + 1):
                        into[i] += ways[m] * source[i]
                m += 1
    return DIAGRAM_DONE


cdef int tally_fold(tally_t *t, const diagram_t *d, double *tally, double *weight) noexcept nogil:
    # After the ways ahead, forward over all layers for the ways behind, and at each node both are folded.
    cdef int64_t behind_size
    cdef int64_t *behind_at = lay_out(t, BEHIND_AT, d, d.least, d.most, &behind_size)
    cdef int32_t counts = d.ahead_most[0] - d.ahead_least[0] + 1
    cdef int32_t depth, v, e, m, child, i, j, size, span, base
    cdef const int64_t *ahead_at
    cdef const double *ahead
    cdef double *behind
    cdef double *sum
    cdef double *into
    cdef const double *source
    cdef double *row
    cdef double ways[MAX_MINES + 1]
    cdef double hits[MAX_MINES + 1]
    if behind_at == NULL or tally_ahead(t, d) != DIAGRAM_DONE:
        return DIAGRAM_WIDE
    ahead_at = <const int64_t *>t.pool[AHEAD_AT].at
    ahead = <const double *>t.pool[AHEAD].at
    behind = <double *>pool_reserve(&t.pool[BEHIND], behind_size * sizeof(double), &t.budget)
    sum = <double *>pool_reserve(&t.pool[SUM], counts * sizeof(double), &t.budget)
    if behind == NULL or sum == NULL:
        return DIAGRAM_WIDE
    memset(behind, 0, behind_size * sizeof(double))
    memset(weight, 0, d.boxes * <size_t>counts * sizeof(double))
    for i in range(counts):
        tally[i] = ahead[i]
    behind[0] = 1
    for depth in range(d.boxes):
        fill_ways(ways, d.size[depth], 1)
        fill_hits(hits, ways, d.size[depth], d.slots, 1)
        row = weight + d.order[depth] * <size_t>counts
        for v in range(d.layer[depth], d.layer[depth + 1]):
            if d.ahead_least[v] < 0:
                continue
            if diagram_late(d, v):
                return DIAGRAM_WIDE
            size = d.ahead_most[v] - d.ahead_least[v] + 1
            span = d.most[v] - d.least[v] + 1
            source = behind + behind_at[v]
            memset(sum, 0, size * sizeof(double))
            m = d.fewest[v]
            for e in range(d.edge[v], d.edge[v + 1]):
                child = d.child[e]
                if child >= 0:
                    into = behind + behind_at[child] + (d.least[v] + m - d.least[child])
                    for i in range(span):
                        into[i] += ways[m] * source[i]
                    if m:
                        into = sum + (d.ahead_least[child] + m - d.ahead_least[v])
                        for i in range(d.ahead_most[child] - d.ahead_least[child] + 1):
                            into[i] += hits[m] * ahead[ahead_at[child] + i]
                m += 1
            base = d.least[v] + d.ahead_least[v] - d.ahead_least[0]
            for i in range(span):
                for j in range(size):
                    row[base + i + j] += source[i] * sum[j]
    return DIAGRAM_DONE


cdef void tally_draw(const tally_t *t, const diagram_t *d, int32_t mines, rng_t *rng, int32_t *held) noexcept nogil:
    # From the first node on: an edge is drawn by the ways that it leaves.
    cdef const int64_t *ahead_at = <const int64_t *>t.pool[AHEAD_AT].at
    cdef const double *ahead = <const double *>t.pool[AHEAD].at
    cdef int32_t depth, v = 0, e, m, left, child, chosen = 0
    cdef double ways[MAX_MINES + 1]
    cdef double rest
    for depth in range(d.boxes):
        fill_ways(ways, d.size[depth], 1)
        rest = rng_unit(rng) * ahead[ahead_at[v] + mines - d.ahead_least[v]]
        m = d.fewest[v]
        for e in range(d.edge[v], d.edge[v + 1]):
            child = d.child[e]
            left = mines - m
            if child >= 0 and d.ahead_least[child] <= left <= d.ahead_most[child]:
                if ahead[ahead_at[child] + left - d.ahead_least[child]] > 0:
                    chosen = e
                    rest -= ways[m] * ahead[ahead_at[child] + left - d.ahead_least[child]]
                    if rest < 0:
                        break
            m += 1
        m = d.fewest[v] + chosen - d.edge[v]
        held[d.order[depth]] = m
        mines -= m
        v = d.child[chosen]


cdef int tally_forward(tally_t *t, const diagram_t *d, double tilt, double *tally, int32_t *exponent) noexcept nogil:
    cdef int64_t behind_size
    cdef int64_t *behind_at = lay_out(t, BEHIND_AT, d, d.least, d.most, &behind_size)
    cdef int32_t depth, v, e, m, child, i
    cdef double *behind
    cdef double *into
    cdef const double *source
    cdef double ways[MAX_MINES + 1]
    if behind_at == NULL:
        return DIAGRAM_WIDE
    behind = <double *>pool_reserve(&t.pool[BEHIND], behind_size * sizeof(double), &t.budget)
    if behind == NULL:
        return DIAGRAM_WIDE
    memset(behind, 0, behind_size * sizeof(double))
    behind[0] = 1
    exponent[0] = 0
    for depth in range(d.boxes):
        fill_ways(ways, d.size[depth], exp2(tilt))
        for v in range(d.layer[depth], d.layer[depth + 1]):
            if d.ahead_least[v] < 0:
                continue
            if diagram_late(d, v):
                return DIAGRAM_WIDE
            source = behind + behind_at[v]
            m = d.fewest[v]
            for e in range(d.edge[v], d.edge[v + 1]):
                child = d.child[e]
                if child >= 0:
                    into = behind + behind_at[child] + (d.least[v] + m - d.least[child])
                    for i in range(d.most[v] - d.least[v] + 1):
                        into[i] += ways[m] * source[i]
                m += 1
        exponent[0] += scale(
            behind + behind_at[d.layer[depth + 1]], behind_at[d.layer[depth + 2]] - behind_at[d.layer[depth + 1]]
        )
    for i in range(d.ahead_most[0] - d.ahead_least[0] + 1):
        tally[i] = behind[behind_at[d.nodes - 1] + i]
    return DIAGRAM_DONE


cdef int tally_backward(tally_t *t, const diagram_t *d, double tilt, const double *seed, double *mine) noexcept nogil:
    # The weight ahead of a node depends on the mines behind it through the seed alone, so it lies in the same places
    # as the ways behind. The chance of a box is a quotient of two sums over one layer: the scales cancel.
    cdef const int64_t *at = <const int64_t *>t.pool[BEHIND_AT].at
    cdef const double *behind = <const double *>t.pool[BEHIND].at
    cdef int64_t size = at[d.nodes]
    cdef int32_t depth, v, e, m, child, i, span
    cdef double *ahead = <double *>pool_reserve(&t.pool[AHEAD], size * sizeof(double), &t.budget)
    cdef double *into
    cdef const double *source
    cdef double all_ways, mined, part
    cdef double ways[MAX_MINES + 1]
    cdef double hits[MAX_MINES + 1]
    if ahead == NULL:
        return DIAGRAM_WIDE
    memset(ahead, 0, size * sizeof(double))
    for i in range(d.ahead_most[0] - d.ahead_least[0] + 1):
        ahead[at[d.nodes - 1] + i] = seed[i]
    for depth in range(d.boxes - 1, -1, -1):
        fill_ways(ways, d.size[depth], exp2(tilt))
        fill_hits(hits, ways, d.size[depth], d.slots, exp2(tilt))
        all_ways = mined = 0
        for v in range(d.layer[depth], d.layer[depth + 1]):
            if d.ahead_least[v] < 0:
                continue
            if diagram_late(d, v):
                return DIAGRAM_WIDE
            span = d.most[v] - d.least[v] + 1
            into = ahead + at[v]
            m = d.fewest[v]
            for e in range(d.edge[v], d.edge[v + 1]):
                child = d.child[e]
                if child >= 0:
                    source = ahead + at[child] + (d.least[v] + m - d.least[child])
                    part = 0
                    for i in range(span):
                        into[i] += ways[m] * source[i]
                        part += behind[at[v] + i] * source[i]
                    all_ways += ways[m] * part
                    mined += hits[m] * part
                m += 1
        scale(ahead + at[d.layer[depth]], at[d.layer[depth + 1]] - at[d.layer[depth]])
        mine[d.order[depth]] = mined / all_ways
    return DIAGRAM_DONE
