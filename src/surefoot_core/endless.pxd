# A board without an edge for Python: `chunks` stores it, `cascade` moves on it.

from surefoot_core.cascade cimport endless_t


cdef class EndlessBoard:
    cdef endless_t c
    cdef readonly object density
