# Sets of numbers, as bits in words of 64, and small sets that have a number of each.

from libc.stdint cimport int32_t, uint64_t

ctypedef struct hitting_t:
    int32_t words              # of a set
    int32_t count
    uint64_t *sets             # [count][words], and room for more
    int32_t room               # in words
    uint64_t *trail            # scratch of the search
    int32_t trail_room         # in words


cdef void hitting_free(hitting_t *h) noexcept nogil
# Room for so many sets in all: 0, or -1 where memory ran out. May move `sets`.
cdef int hitting_reserve(hitting_t *h, int32_t sets) noexcept nogil
cdef int32_t set_size(const uint64_t *rows, int32_t words) noexcept nogil
# A set of at most `size` numbers that has a number of every set: 1 with it in `chosen`, 0 if there is none, -1 where
# memory ran out, -2 where the budget did. Depth first; a number tried at one level is excluded after it.
cdef int hitting_set(hitting_t *h, int32_t size, uint64_t *chosen) noexcept nogil
