# Arrays that only grow: the workspace of what runs a million times without asking for memory.

from libc.stdint cimport int64_t
from libc.stdlib cimport free, realloc

ctypedef struct pool_t:
    void *at
    size_t bytes


cdef inline void *pool_reserve(pool_t *pool, size_t bytes, int64_t *budget) noexcept nogil:
    # At least so many bytes at `pool.at`, what was there kept; NULL where memory or the budget ran out (the pool is
    # as it was). `budget` counts the bytes that may still be taken.
    cdef void *grown
    if bytes <= pool.bytes:
        return pool.at
    bytes += bytes // 2 + 64
    if <int64_t>(bytes - pool.bytes) > budget[0]:
        return NULL
    grown = realloc(pool.at, bytes)
    if grown == NULL:
        return NULL
    budget[0] -= bytes - pool.bytes
    pool.at = grown
    pool.bytes = bytes
    return grown


cdef inline void pool_free(pool_t *pool) noexcept nogil:
    free(pool.at)
    pool.at = NULL
    pool.bytes = 0
