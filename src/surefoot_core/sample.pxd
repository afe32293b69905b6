# Layouts of a view drawn evenly: for each the mine counts of its components, by the layouts that have them, then a
# layout of each component with so many mines, and the rest of the mines anywhere in the unconstrained cells.

from libc.stdint cimport int32_t, int64_t, uint8_t

from surefoot_core.count cimport Counter
from surefoot_core.counter cimport counter_t
from surefoot_core.frontier cimport frontier_t
from surefoot_core.pool cimport pool_t
from surefoot_core.rng cimport rng_t

cdef enum:
    SAMPLE_MEMORY = -1         # memory ran out
    SAMPLE_DONE = 0
    SAMPLE_WIDE = 2            # a component is too large

cdef enum:
    SAMPLE_POOLS = 5

ctypedef struct sampler_t:
    int64_t budget
    pool_t pool[SAMPLE_POOLS]


cdef void sampler_init(sampler_t *s) noexcept nogil
cdef void sampler_free(sampler_t *s) noexcept nogil
# Draws `count` layouts into `out`, one byte a cell of the board, 1 for a mine. The chances of the view were worked
# out: a mine total, at most one mine a cell.
cdef int sample_layouts(
    sampler_t *s, const frontier_t *f, counter_t *w, rng_t *rng, int32_t count, uint8_t *out
) noexcept nogil


cdef class Sampler:
    cdef sampler_t c
    cdef readonly Counter counter
