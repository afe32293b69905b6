# Sets of mine counts as bits: bit m % 64 of word m // 64 for m mines.

from libc.stdint cimport int32_t, int64_t, uint64_t


cdef inline bint set_has(const uint64_t *set, int64_t m) noexcept nogil:
    return set[m // 64] >> (m % 64) & 1


cdef inline void set_put(uint64_t *set, int64_t m) noexcept nogil:
    set[m // 64] |= <uint64_t>1 << (m % 64)


cdef inline void set_raise(
    uint64_t *into, int32_t words, const uint64_t *source, int32_t source_words, int32_t mines
) noexcept nogil:
    # Puts m + mines into a set of so many words for each m of the source; what does not fit is left out.
    cdef int32_t whole = mines // 64, part = mines % 64, i
    for i in range(min(source_words, words - whole)):
        into[i + whole] |= source[i] << part
        if part and i + whole + 1 < words:
            into[i + whole + 1] |= source[i] >> (64 - part)


cdef inline void set_lower(
    uint64_t *into, int32_t words, const uint64_t *source, int32_t source_words, int32_t mines
) noexcept nogil:
    # Puts m - mines into a set of so many words for each m >= mines of the source; what does not fit is left out.
    cdef int32_t whole = mines // 64, part = mines % 64, i
    for i in range(min(words, source_words - whole)):
        into[i] |= source[i + whole] >> part
        if part and i + whole + 1 < source_words:
            into[i] |= source[i + whole + 1] << (64 - part)


cdef inline bint sets_meet(const uint64_t *a, const uint64_t *b, int32_t words, int32_t mines) noexcept nogil:
    # Whether an m of `a` has m + mines in `b`.
    cdef int32_t whole = mines // 64, part = mines % 64, i
    cdef uint64_t moved
    for i in range(whole, words):
        moved = a[i - whole] << part
        if part and i > whole:
            moved |= a[i - whole - 1] >> (64 - part)
        if moved & b[i]:
            return True
    return False
