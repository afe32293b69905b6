# Counting for Python: `counter` works on one component, `certain` and `chances` on a view.

from libc.stdint cimport int32_t, uint64_t

from surefoot_core.counter cimport counter_t
from surefoot_core.frontier cimport Frontier


cdef class Counter:
    cdef counter_t c
    cdef readonly Frontier frontier
    cdef int32_t components    # of the frontier when it was last answered, and its next serial number then
    cdef uint64_t next_serial


# Raises ValueError unless the last answer of the counter is one about its frontier as it is.
cdef int check_answered(Counter counter) except -1
