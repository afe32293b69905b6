# Numbers on a diagram: the mine tally of a component, and the mines of each box.
#
# Two ways, with the same answers. `tally_fold` multiplies what lies behind each edge with what lies ahead of it, for
# every number of mines apart: its answer serves any board around the component. Its cost grows with the square of
# the range of mines, so large components take `tally_forward`, and for each view `tally_backward`, seeded by the
# rest of the board; there each layer is scaled by a power of two, and each mine carries a factor, so that what
# matters stays within the range of a double.

from libc.math cimport frexp, ldexp
from libc.stdint cimport int32_t, int64_t

from surefoot_core.diagram cimport diagram_t
from surefoot_core.pool cimport pool_t
from surefoot_core.rng cimport rng_t

cdef enum:
    TALLY_POOLS = 5

ctypedef struct tally_t:
    int64_t budget             # bytes that the pools may still grow by
    pool_t pool[TALLY_POOLS]


cdef inline int32_t scale(double *numbers, int64_t size) noexcept nogil:
    # Divide by a power of two that brings the largest to 1/2 .. 1; the exponent.
    cdef int64_t i
    cdef int exponent = 0
    cdef double largest = 0, factor
    for i in range(size):
        if numbers[i] > largest:
            largest = numbers[i]
    if largest == 0:
        return 0
    frexp(largest, &exponent)
    factor = ldexp(1.0, -exponent)
    for i in range(size):
        numbers[i] *= factor
    return exponent


cdef void tally_init(tally_t *t, int64_t max_bytes) noexcept nogil
cdef void tally_free(tally_t *t) noexcept nogil

# All but `tally_draw` return DIAGRAM_DONE or DIAGRAM_WIDE (no memory within the limits). `counts` is the number of
# mine counts, ahead_most[0] - ahead_least[0] + 1; place i of an array stands for ahead_least[0] + i mines.

# What `tally_draw` needs; `tally_fold` begins with it.
cdef int tally_ahead(tally_t *t, const diagram_t *d) noexcept nogil
# After `tally_ahead`: the mines of each box, by box, of a layout drawn evenly among those with so many mines; there
# is one. The mines of a box are anywhere in it.
cdef void tally_draw(const tally_t *t, const diagram_t *d, int32_t mines, rng_t *rng, int32_t *held) noexcept nogil
# tally[i]: layouts; weight[box * counts + i]: those in which a given cell of the box holds a mine. Nothing
# is scaled: for components of at most 900 cells.
cdef int tally_fold(tally_t *t, const diagram_t *d, double *tally, double *weight) noexcept nogil
# tally[i] * 2**exponent: layouts times 2**(tilt * mines). Keeps what `tally_backward` needs.
cdef int tally_forward(tally_t *t, const diagram_t *d, double tilt, double *tally, int32_t *exponent) noexcept nogil
# After `tally_forward` on the same diagram. seed[i]: the weight of the rest of the board if the component holds
# so many mines, times 2**(-tilt * mines). mine[box]: the chance that a cell of the box holds a mine.
cdef int tally_backward(tally_t *t, const diagram_t *d, double tilt, const double *seed, double *mine) noexcept nogil
