# The usual measures of a layout. `cells` are the bytes of a `board_t` (moves.pxd): the clue in the low bits and
# MINED_BIT; other bits are not looked at.

from libc.stdint cimport int32_t, uint8_t

ctypedef struct measures_t:
    int32_t three_bv
    int32_t openings
    int32_t islands

# Fills `out`: 0, or -1 where memory ran out. Work: proportional to the cells.
cdef int measure(const uint8_t *cells, int32_t rows, int32_t cols, measures_t *out) noexcept nogil
# The greedy ZiNi, the least of eight scan orders, or -1 where memory ran out.
# Work: eight times the clicks it counts, times the cells.
cdef int32_t greedy_zini(const uint8_t *cells, int32_t rows, int32_t cols) noexcept nogil
