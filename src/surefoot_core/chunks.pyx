"""The chunks of a board without an edge: which cells hold mines, and what is known of those that were touched."""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from surefoot_core.rng cimport sf_mulhi64

cdef enum:
    FIRST_SLOTS = 64


cdef int chunks_init(chunks_t *s, uint64_t seed, uint64_t threshold) noexcept nogil:
    memset(s, 0, sizeof(chunks_t))
    s.seed = seed
    s.threshold = threshold
    s.slots = FIRST_SLOTS
    s.table = <chunk_t **>calloc(s.slots, sizeof(chunk_t *))
    return -1 if s.table == NULL else 0


cdef void chunks_free(chunks_t *s) noexcept nogil:
    cdef size_t i
    if s.table != NULL:
        for i in range(s.slots):
            free(s.table[i])
    free(s.table)
    memset(s, 0, sizeof(chunks_t))


cdef uint64_t philox(uint64_t counter0, uint64_t counter1, uint64_t key) noexcept nogil:
    # The first word of Philox2x64-10 (Salmon, Moraes, Dror and Shaw, Parallel Random Numbers: As Easy as 1, 2, 3,
    # 2011): ten rounds of a bijection on the counter.
    cdef uint64_t low, high
    cdef int _round
    for _round in range(10):
        high = sf_mulhi64(<uint64_t>0xD2B74407B1CE6E93, counter0, &low)
        counter0 = high ^ key ^ counter1
        counter1 = low
        key += <uint64_t>0x9E3779B97F4A7C15
    return counter0


cdef bint holds_mine(const chunks_t *s, int64_t row, int64_t col) noexcept nogil:
    if s.started and -1 <= row - s.first_row <= 1 and -1 <= col - s.first_col <= 1:
        return False
    return philox(<uint64_t>row, <uint64_t>col, s.seed) < s.threshold


cdef void fill_mines(const chunks_t *s, chunk_t *chunk) noexcept nogil:
    cdef int64_t row, col
    for row in range(SIDE + 2):
        chunk.mines[row] = 0
        for col in range(SIDE + 2):
            if holds_mine(s, chunk.row * SIDE + row - 1, chunk.col * SIDE + col - 1):
                chunk.mines[row] |= <uint32_t>1 << col


cdef void chunks_start(chunks_t *s, int64_t row, int64_t col) noexcept nogil:
    cdef size_t i
    s.started = True
    s.first_row = row
    s.first_col = col
    for i in range(s.slots):
        if s.table[i] != NULL:  # flags were set before: their chunks know the mines without the free place
            fill_mines(s, s.table[i])


cdef inline size_t slot_of(const chunks_t *s, int64_t row, int64_t col) noexcept nogil:
    # Where the chunk (row, col) stands, or where it would go.
    cdef uint64_t mix = <uint64_t>row * <uint64_t>0x9E3779B97F4A7C15 + <uint64_t>col
    cdef size_t slot
    mix = (mix ^ (mix >> 32)) * <uint64_t>0xD6E8FEB86659FD93
    slot = (mix ^ (mix >> 32)) & (s.slots - 1)
    while s.table[slot] != NULL and (s.table[slot].row != row or s.table[slot].col != col):
        slot = (slot + 1) & (s.slots - 1)
    return slot


cdef int grow_table(chunks_t *s) noexcept nogil:
    cdef chunk_t **old = s.table
    cdef size_t i, old_slots = s.slots
    cdef chunk_t **table = <chunk_t **>calloc(2 * old_slots, sizeof(chunk_t *))
    if table == NULL:
        return -1
    s.table = table
    s.slots = 2 * old_slots
    for i in range(old_slots):
        if old[i] != NULL:
            table[slot_of(s, old[i].row, old[i].col)] = old[i]
    free(old)
    return 0


cdef chunk_t *look_up_chunk(const chunks_t *s, int64_t row, int64_t col) noexcept nogil:
    return s.table[slot_of(s, row, col)]


cdef chunk_t *add_chunk(chunks_t *s, int64_t row, int64_t col) noexcept nogil:
    cdef chunk_t *chunk
    if 4 * (s.size + 1) > 3 * s.slots and grow_table(s) < 0:
        return NULL
    chunk = <chunk_t *>malloc(sizeof(chunk_t))
    if chunk == NULL:
        return NULL
    chunk.row = row
    chunk.col = col
    memset(chunk.cells, COVERED, AREA)
    fill_mines(s, chunk)
    s.table[slot_of(s, row, col)] = chunk
    s.size += 1
    s.latest = chunk
    return chunk
