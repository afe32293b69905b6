"""Layouts of a view, drawn evenly among all that are consistent."""

from libc.math cimport exp, exp2, isfinite, lgamma
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from surefoot_core.count cimport check_answered
from surefoot_core.counter cimport PLAIN_CELLS, counter_give_up, kept_t
from surefoot_core.diagram cimport DIAGRAM_DONE, DIAGRAM_MEMORY, diagram_build
from surefoot_core.frontier cimport component_t
from surefoot_core.knowledge cimport MINED, UNDECIDED, knowledge_t
from surefoot_core.pool cimport pool_free, pool_reserve
from surefoot_core.rng cimport rng_below, rng_seed, rng_unit
from surefoot_core.tally cimport scale, tally_ahead, tally_draw

from operator import index

from surefoot_core.errors import LimitReached

cdef enum:
    # places in the pool
    AT, REST, EXCESS, FREE, HELD

cdef double LOG_2 = 0.6931471805599453


cdef void sampler_init(sampler_t *s) noexcept nogil:
    memset(s, 0, sizeof(sampler_t))
    s.budget = <int64_t>1 << 40


cdef void sampler_free(sampler_t *s) noexcept nogil:
    cdef int i
    for i in range(SAMPLE_POOLS):
        pool_free(&s.pool[i])
    memset(s, 0, sizeof(sampler_t))


cdef inline const kept_t *kept_of(const frontier_t *f, int32_t i) noexcept nogil:
    return <const kept_t *>f.component[i].kept


# --- the mine counts -----------------------------------------------------------------------------------


cdef int weigh_rest(
    sampler_t *s, const frontier_t *f, int32_t free_cells, int32_t left, double tilt
) noexcept nogil:
    # rest[at[i] + e]: to a factor, the layouts of the unconstrained cells and of the components from the i-th on,
    # where the components before hold e mines more than their fewest. `left` mines are not in the fewest of all. Each
    # mine carries 2**tilt: the same for all layouts, but what matters stays within the range of a double.
    cdef int32_t n = f.components, i, e, d, more
    cdef int64_t size = 0
    cdef int64_t *at = <int64_t *>pool_reserve(&s.pool[AT], (n + 2) * sizeof(int64_t), &s.budget)
    cdef double *rest
    cdef double top = -1e300
    cdef const kept_t *kept
    if at == NULL:
        return SAMPLE_MEMORY
    more = 0
    for i in range(n + 1):
        at[i] = size
        size += more + 1
        if i < n:
            more += kept_of(f, i).most - kept_of(f, i).least
    at[n + 1] = size
    rest = <double *>pool_reserve(&s.pool[REST], size * sizeof(double), &s.budget)
    if rest == NULL:
        return SAMPLE_MEMORY
    for e in range(more + 1):
        if 0 <= left - e <= free_cells:
            top = max(top, log_choose(free_cells, left - e) - e * tilt * LOG_2)
    for e in range(more + 1):
        rest[at[n] + e] = (
            exp(log_choose(free_cells, left - e) - e * tilt * LOG_2 - top) if 0 <= left - e <= free_cells else 0
        )
    for i in range(n - 1, -1, -1):
        kept = kept_of(f, i)
        for e in range(<int32_t>(at[i + 1] - at[i])):
            rest[at[i] + e] = 0
            for d in range(kept.most - kept.least + 1):
                rest[at[i] + e] += weight_of(kept, d, tilt) * rest[at[i + 1] + e + d]
        scale(rest + at[i], at[i + 1] - at[i])
    return SAMPLE_DONE if isfinite(rest[0]) and rest[0] > 0 else SAMPLE_WIDE


cdef inline double weight_of(const kept_t *kept, int32_t excess, double tilt) noexcept nogil:
    # The layouts of a component with so many mines more than its fewest, to a factor.
    return kept.tally[excess] * exp2((tilt - kept.tilt) * excess)


cdef inline double log_choose(double n, double k) noexcept nogil:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


cdef int32_t draw_counts(
    const sampler_t *s, const frontier_t *f, double tilt, rng_t *rng, int32_t *excess
) noexcept nogil:
    # The mines of each component beyond its fewest: their sum.
    cdef const int64_t *at = <const int64_t *>s.pool[AT].at
    cdef const double *rest = <const double *>s.pool[REST].at
    cdef const kept_t *kept
    cdef int32_t i, d, e = 0, chosen
    cdef double sum, part
    for i in range(f.components):
        kept = kept_of(f, i)
        sum = 0
        for d in range(kept.most - kept.least + 1):
            sum += weight_of(kept, d, tilt) * rest[at[i + 1] + e + d]
        sum *= rng_unit(rng)
        chosen = -1
        for d in range(kept.most - kept.least + 1):
            part = weight_of(kept, d, tilt) * rest[at[i + 1] + e + d]
            if part > 0:
                chosen = d
                sum -= part
                if sum < 0:
                    break
        excess[i] = chosen
        e += chosen
    return e


# --- the mines -----------------------------------------------------------------------------------------


cdef void scatter(rng_t *rng, const int32_t *cells, int32_t size, int32_t mines, uint8_t *out) noexcept nogil:
    # Floyd's selection, as in placement.pyx.
    cdef int32_t j, cell
    for j in range(size - mines, size):
        cell = cells[rng_below(rng, <uint64_t>j + 1)]
        if out[cell]:
            cell = cells[j]
        out[cell] = 1


cdef int draw_component(
    sampler_t *s, const frontier_t *f, counter_t *w, int32_t i, rng_t *rng, int32_t count, uint8_t *out
) noexcept nogil:
    # The mines of one component in all layouts.
    cdef const component_t *c = f.component[i]
    cdef const int32_t *excess = <const int32_t *>s.pool[EXCESS].at
    cdef int32_t *held = <int32_t *>pool_reserve(&s.pool[HELD], c.boxes * sizeof(int32_t), &s.budget)
    cdef int32_t layout, box, n = f.k.topology.cells
    cdef int status
    if held == NULL:
        return SAMPLE_MEMORY
    w.passes += 1
    status = diagram_build(&w.diagram, c)
    if status == DIAGRAM_MEMORY:
        return SAMPLE_MEMORY
    if status != DIAGRAM_DONE or tally_ahead(&w.tally, &w.diagram) != DIAGRAM_DONE:
        counter_give_up(w)
        return SAMPLE_WIDE
    for layout in range(count):
        tally_draw(
            &w.tally, &w.diagram, kept_of(f, i).least + excess[<int64_t>layout * f.components + i], rng, held
        )
        for box in range(c.boxes):
            scatter(
                rng, c.cells + c.box_first[box], c.box_first[box + 1] - c.box_first[box], held[box],
                out + <int64_t>layout * n,
            )
    return SAMPLE_DONE


cdef int sample_layouts(
    sampler_t *s, const frontier_t *f, counter_t *w, rng_t *rng, int32_t count, uint8_t *out
) noexcept nogil:
    cdef const knowledge_t *k = f.k
    cdef int32_t n = k.topology.cells, i, cell, layout, free_cells = 0, left = k.total - k.mines
    cdef int32_t *cells = <int32_t *>pool_reserve(&s.pool[FREE], n * sizeof(int32_t), &s.budget)
    cdef int32_t *excess = <int32_t *>pool_reserve(
        &s.pool[EXCESS], (<int64_t>count * f.components + 1) * sizeof(int32_t), &s.budget
    )
    cdef uint8_t *row
    cdef int status
    if cells == NULL or excess == NULL:
        return SAMPLE_MEMORY
    for i in range(f.components):
        if kept_of(f, i).tally == NULL or f.component[i].cells_size > PLAIN_CELLS:
            return SAMPLE_WIDE
        left -= kept_of(f, i).least
    for cell in range(n):
        cells[free_cells] = cell
        free_cells += k.mark[cell] == UNDECIDED and f.component_of[cell] < 0
    status = weigh_rest(s, f, free_cells, left, w.tilt)
    if status != SAMPLE_DONE:
        return status
    for layout in range(count):
        row = out + <int64_t>layout * n
        for cell in range(n):
            row[cell] = k.mark[cell] == MINED
        scatter(rng, cells, free_cells, left - draw_counts(s, f, w.tilt, rng, excess), row)
        excess += f.components
    for i in range(f.components):
        status = draw_component(s, f, w, i, rng, count, out)
        if status != SAMPLE_DONE:
            return status
    return SAMPLE_DONE


# --- for Python ----------------------------------------------------------------------------------------


cdef class Sampler:
    """Draws layouts of a view, from the chances of a `Counter`: each consistent one is equally likely.

    The counter has worked out every chance of its view, which has a mine total and at most one mine a cell. Drawing
    takes the workspace of the counter, so one thread at a time may use either.
    """

    def __cinit__(self, Counter counter not None):
        sampler_init(&self.c)
        self.counter = counter

    def __dealloc__(self):
        sampler_free(&self.c)

    def draw(self, uint8_t[:, ::1] out not None, seed, stream=0):
        """Fill `out`, one row of bytes a layout and one byte a cell of the board, with 1 for a mine, else 0.

        The same seed and stream (0 .. 2**64 - 1) draw the same layouts. Raises LimitReached where a component is
        too large: more than 900 cells.
        """
        cdef const frontier_t *f = &self.counter.frontier.c
        cdef rng_t rng
        cdef int32_t count
        cdef int status = SAMPLE_DONE
        if not self.counter.c.chances.layouts > 0 or f.k.total < 0 or f.k.slots != 1:
            raise ValueError(
                "expected a counter with all chances of a view with a mine total and at most one mine a cell"
            )
        if out.shape[1] != f.k.topology.cells or out.shape[0] >= 1 << 31:
            raise ValueError(
                f"expected less than 2**31 rows of {f.k.topology.cells} bytes, got {out.shape[0]} of {out.shape[1]}"
            )
        check_answered(self.counter)
        if not (0 <= index(seed) < 2**64 and 0 <= index(stream) < 2**64):
            raise ValueError(f"expected a seed and a stream in 0 .. 2**64 - 1, got {seed!r} and {stream!r}")
        rng_seed(&rng, seed, stream)
        count = <int32_t>out.shape[0]
        if count:
            with nogil:
                status = sample_layouts(&self.c, f, &self.counter.c, &rng, count, &out[0, 0])
        if status == SAMPLE_MEMORY:
            raise MemoryError
        if status == SAMPLE_WIDE:
            raise LimitReached("a component is too large to draw layouts of it")
