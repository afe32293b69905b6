# The consistent layouts of a view one by one, where they are few: what each hidden cell holds or would show in each.

from libc.stdint cimport int32_t, int64_t, uint8_t

from surefoot_core.frontier cimport frontier_t
from surefoot_core.pool cimport pool_t

cdef enum:
    LAYOUTS_MEMORY = -1        # memory ran out
    LAYOUTS_DONE = 0
    LAYOUTS_MANY = 2           # more layouts, cells or steps than the limits allow

cdef enum:
    SEEN_MINE = 255            # in `seen`: the cell holds a mine
    LAYOUTS_POOLS = 7

ctypedef struct layouts_t:
    int32_t cells              # cells that are not revealed and not known to be mines
    int32_t stride             # bytes from layout to layout in `seen`, a multiple of 16
    int32_t count              # layouts
    int32_t *where             # [cells] their places on the board
    int32_t *place             # [board cells] of each of `cells` its number, else -1
    uint8_t *seen              # [count][stride] the clue that a cell would show, or SEEN_MINE; zero beyond `cells`
    int64_t budget
    pool_t pool[LAYOUTS_POOLS]


cdef void layouts_init(layouts_t *a) noexcept nogil
cdef void layouts_free(layouts_t *a) noexcept nogil
# Lists the layouts of a frontier whose components were worked out (count.pxd); one mine a cell, and a mine total.
# At most `max_count` layouts of `max_cells` cells; the search for them may take 64 steps for each of `max_count`.
cdef int layouts_list(layouts_t *a, const frontier_t *f, int32_t max_count, int32_t max_cells) noexcept nogil
