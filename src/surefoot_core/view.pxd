# What a player sees: one byte a cell, row by row.

from libc.stdint cimport int32_t, uint8_t

from surefoot_core.topology cimport Topology

cdef enum:
    HIDDEN = 255               # a hidden cell
    MINE = 254                 # a hidden cell known to be a mine by the caller's word (a trusted flag)


cdef class View:
    cdef readonly int rows
    cdef readonly int cols
    cdef int32_t n             # rows * cols
    cdef int32_t total         # the mine total, -1 where it is not known
    cdef uint8_t *cells        # [n] a clue 0 .. 253, HIDDEN or MINE; never changes once the View is handed out
    cdef Py_ssize_t shape[2]   # for the buffer protocol
    cdef Py_ssize_t strides[2]
    cdef Topology table        # made at the first use of `topology()`

    cdef Topology topology(self)


cdef View new_view(int rows, int cols, int32_t total)
