"""Answers kept by what was asked."""

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memcpy, memset

cdef enum:
    MOST_BYTES = 1 << 14       # of an answer with its key: larger ones are not kept


cdef int memo_init(memo_t *m, int bits) noexcept nogil:
    m.places = <uint64_t>1 << bits
    m.entry = <memo_entry_t *>calloc(m.places, sizeof(memo_entry_t))
    if m.entry == NULL:
        m.places = 0
        return -1
    return 0


cdef void memo_free(memo_t *m) noexcept nogil:
    cdef uint64_t i
    for i in range(m.places):
        free(m.entry[i].at)
    free(m.entry)
    memset(m, 0, sizeof(memo_t))


cdef uint64_t memo_hash(const int32_t *key, size_t count) noexcept nogil:
    cdef uint64_t hash = count
    cdef size_t i
    for i in range(count):
        hash = (hash ^ <uint64_t>key[i]) * <uint64_t>0x9E3779B97F4A7C15
        hash ^= hash >> 29
    return hash


cdef const void *memo_find(const memo_t *m, uint64_t hash, const int32_t *key, size_t count) noexcept nogil:
    cdef const memo_entry_t *e = &m.entry[hash & (m.places - 1)]
    cdef size_t size = count * sizeof(int32_t)
    if e.hash != hash or e.key_size != size or memcmp(e.at + e.value_size, key, size) != 0:
        return NULL
    return e.at


cdef void memo_keep(
    memo_t *m, uint64_t hash, const int32_t *key, size_t count, const void *value, size_t size
) noexcept nogil:
    cdef memo_entry_t *e = &m.entry[hash & (m.places - 1)]
    cdef size_t key_size = count * sizeof(int32_t)
    cdef char *at = e.at
    if key_size + size > MOST_BYTES:
        return
    if key_size + size > e.bytes:
        at = <char *>realloc(e.at, key_size + size)
        if at == NULL:
            return
        e.at = at
        e.bytes = key_size + size
    e.hash = hash
    e.key_size = key_size
    e.value_size = size
    memcpy(at, value, size)
    memcpy(at + size, key, key_size)
