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
    cdef int32_t slots         # the most mines that a cell can hold
    cdef object prior          # the density: the chance that a slot holds a mine; None where there is none
    cdef uint8_t *cells        # [n] a clue 0 .. 253, HIDDEN or MINE; never changes once the View is handed out
    cdef Py_ssize_t shape[2]   # for the buffer protocol
    cdef Py_ssize_t strides[2]
    cdef Topology table        # of a rectangle made at the first use of `neighbourhood`

    cdef Topology neighbourhood(self)


# A rectangle of hidden cells; the caller fills `cells` before anyone else sees the View. A total of -1 is unknown.
cdef View new_view(int rows, int cols, int32_t total)
