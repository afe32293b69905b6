# Makes boards that need no guess from their first reveal, one after the other, without Python.

from libc.stdint cimport int32_t, int64_t, uint8_t

from surefoot_core.maker cimport maker_t
from surefoot_core.topology cimport Topology

cdef class Generator:
    cdef maker_t m             # the board in the making
    cdef Topology table
    cdef Topology turned_table  # of the board on its side, where that suits the planes
    cdef int32_t mines         # of a finished board
    cdef int32_t repair_mines  # the most mines of a repaired board, the others are added one by one
    cdef int32_t polish        # moves of a mine tried on a repaired board
    cdef int method            # a place in METHODS
    cdef int stage             # of a board that is repaired

    cdef void write(self, uint8_t *cells) noexcept nogil
    cdef bint advance(self, int64_t steps) noexcept nogil
    cdef void repair(self) noexcept nogil
    cdef void enter(self, int stage) noexcept nogil
