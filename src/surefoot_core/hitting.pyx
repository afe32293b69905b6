"""Smallest hitting sets by depth-first search, with disjoint sets as the lower bound."""

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from surefoot_core.scope cimport grow

cdef enum:
    BUDGET = 20000             # choices tried in one search


cdef void hitting_free(hitting_t *h) noexcept nogil:
    free(h.sets)
    free(h.trail)
    memset(h, 0, sizeof(hitting_t))


cdef int hitting_reserve(hitting_t *h, int32_t sets) noexcept nogil:
    cdef int32_t need = sets * h.words
    if need > h.room:
        if grow(<void **>&h.sets, 2 * need, sizeof(uint64_t)) < 0:
            return -1
        h.room = 2 * need
    return 0


cdef inline int32_t count_bits(uint64_t word) noexcept nogil:
    word = word - ((word >> 1) & <uint64_t>0x5555555555555555)
    word = (word & <uint64_t>0x3333333333333333) + ((word >> 2) & <uint64_t>0x3333333333333333)
    return <int32_t>((((word + (word >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F) * <uint64_t>0x0101010101010101) >> 56)


cdef inline int32_t lowest_bit(uint64_t word) noexcept nogil:
    return count_bits((word & (0 - word)) - 1)


cdef int32_t set_size(const uint64_t *rows, int32_t words) noexcept nogil:
    cdef int32_t i, size = 0
    for i in range(words):
        size += count_bits(rows[i])
    return size


cdef bint is_hit(const uint64_t *rows, const uint64_t *chosen, int32_t words) noexcept nogil:
    cdef int32_t i
    for i in range(words):
        if rows[i] & chosen[i]:
            return True
    return False


cdef int32_t next_unhit(
    hitting_t *h, const uint64_t *chosen, const uint64_t *excluded, uint64_t *packed, int32_t room
) noexcept nogil:
    # The set without a chosen row that has the fewest rows left; -1 if all are hit, -2 if more than `room` of them
    # have no row in common, so that not all can be hit.
    cdef int32_t words = h.words
    cdef int32_t i, w, size, best = -1, best_size = 0, apart = 0
    cdef const uint64_t *rows
    cdef bint overlaps
    memset(packed, 0, words * sizeof(uint64_t))
    for i in range(h.count):
        rows = h.sets + i * <size_t>words
        if is_hit(rows, chosen, words):
            continue
        size = 0
        overlaps = False
        for w in range(words):
            size += count_bits(rows[w] & ~excluded[w])
            overlaps = overlaps or (rows[w] & packed[w]) != 0
        if not overlaps:
            apart += 1
            for w in range(words):
                packed[w] |= rows[w]
        if size == 0 or apart > room:
            return -2
        if best < 0 or size < best_size:
            best = i
            best_size = size
    return best


cdef inline int32_t lowest_row(const uint64_t *rows, int32_t words) noexcept nogil:
    cdef int32_t w
    for w in range(words):
        if rows[w]:
            return 64 * w + lowest_bit(rows[w])
    return -1


cdef int hitting_set(hitting_t *h, int32_t size, uint64_t *chosen) noexcept nogil:
    cdef int32_t words = h.words
    cdef int32_t depth = 0, i, w, row, tried = 0
    cdef int32_t need = (2 * size + 5) * words + size + 2
    cdef uint64_t *left        # of this level: the rows still to try; those given up at it and above it follow
    cdef uint64_t *picked      # of each level: the row that is tried
    if need > h.trail_room:
        if grow(<void **>&h.trail, need, sizeof(uint64_t)) < 0:
            return -1
        h.trail_room = need
    memset(h.trail, 0, need * sizeof(uint64_t))
    memset(chosen, 0, words * sizeof(uint64_t))
    picked = h.trail + (2 * size + 5) * words
    while True:
        tried += 1
        if tried > BUDGET:
            return -2
        left = h.trail + (1 + 2 * depth) * words
        i = next_unhit(h, chosen, left + words, h.trail, size - depth)
        if i == -1:
            return 1
        for w in range(words):
            left[w] = h.sets[i * <size_t>words + w] & ~left[words + w] if i >= 0 and depth < size else 0
        row = lowest_row(left, words)
        while row < 0:
            if depth == 0:
                return 0
            depth -= 1
            left -= 2 * words
            row = <int32_t>picked[depth]
            chosen[row >> 6] &= ~(<uint64_t>1 << (row & 63))
            left[words + (row >> 6)] |= <uint64_t>1 << (row & 63)
            row = lowest_row(left, words)
        picked[depth] = row
        left[row >> 6] &= ~(<uint64_t>1 << (row & 63))
        chosen[row >> 6] |= <uint64_t>1 << (row & 63)
        memcpy(left + 3 * words, left + words, words * sizeof(uint64_t))
        depth += 1
