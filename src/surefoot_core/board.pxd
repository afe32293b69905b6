# The true position of one game on a rectangle, for Python. Its C functions are in moves.pxd.

from surefoot_core.moves cimport board_t

cdef class Board:
    cdef board_t c
