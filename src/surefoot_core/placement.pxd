# Where the mines of a drawn board go. The order of the draws is part of the contract: the same arguments give
# the same board for ever.

from libc.stdint cimport int32_t, uint8_t

from surefoot_core.rng cimport rng_t

cdef enum:
    FIRST_ANY = 0              # the numbers of `FirstClick`
    FIRST_SAFE = 1
    FIRST_OPENING = 2

# The most mines that a rule leaves room for, with the first reveal at this flat index.
cdef int32_t most_mines(int32_t rows, int32_t cols, int32_t first, int rule) noexcept nogil
# Draws `mines` distinct cells, uniformly among those that the rule does not protect, and writes their flat
# indices to `where` in the order drawn. `cells` serves to tell a drawn cell: `bit` must be clear in each of
# its bytes, and is set in the drawn ones; other bits are left alone. `mines` is at most `most_mines`. Work:
# proportional to `mines`.
cdef void draw_mines(
    rng_t *rng, int32_t rows, int32_t cols, int32_t mines, int32_t first, int rule,
    uint8_t *cells, uint8_t bit, int32_t *where,
) noexcept nogil
