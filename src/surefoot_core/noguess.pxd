# The checker of known boards: does safe play from the first reveal open everything, and how far does it come? It
# knows the true layout, which makes it fast: only truly safe cells are ever in question, and one rival layout
# answers for all cells it holds mines in. Its verdict is that of perfect play: the search for rivals is complete.

from libc.stdint cimport uint8_t

from surefoot_core.checker cimport checker_t
from surefoot_core.topology cimport Topology


# Safe play as far as it goes: PLAY_WON, PLAY_STUCK or PLAY_MEMORY. May be called again with other reasoning.
cdef int checker_play(checker_t *c, bint total) noexcept nogil


cdef class Checker:
    cdef checker_t c
    cdef Topology table
    cdef Topology turned_table
    cdef readonly int rows
    cdef readonly int cols

    cdef bint begins(self, const uint8_t[::1] mines, int start) except -1
