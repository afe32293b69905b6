# The chunks of a board without an edge. Whether a cell holds a mine is a function of the seed and its place, so only
# what was touched is stored: chunks of 16 x 16 cells in a hash table.

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

cdef enum:
    SIDE = 16                  # cells along the side of a chunk
    AREA = 256

cdef enum:                     # the byte of a cell: a clue 0 .. 8, or
    STRUCK = 9                 # a mine that was revealed: the loss is counted and the game goes on
    COVERED = 16               # hidden
    FLAGGED = 17               # hidden, with a flag
    PENDING = 18               # hidden, next to a zero: a cascade stopped here for want of budget
    QUEUED = 19                # hidden, in the queue of the cascade at work; never left behind by a move

ctypedef struct chunk_t:
    int64_t row                # of the chunk: row of its cells >> 4
    int64_t col
    uint32_t mines[SIDE + 2]   # bit c + 1 of mines[r + 1]: the cell (r, c) of the chunk, with one cell around it
    uint8_t cells[AREA]

ctypedef struct chunks_t:
    uint64_t seed
    uint64_t threshold         # a cell holds a mine where its random word is below
    bint started               # the neighbourhood of the first reveal is free of mines
    int64_t first_row
    int64_t first_col
    chunk_t **table            # [slots] open addressing; slots is a power of two
    size_t slots
    size_t size                # chunks in the table
    chunk_t *latest            # the chunk looked up last


# 0, or -1 where memory ran out; `chunks_free` must be called in either case.
cdef int chunks_init(chunks_t *s, uint64_t seed, uint64_t threshold) noexcept nogil
cdef void chunks_free(chunks_t *s) noexcept nogil

# The first reveal: keeps it and its neighbours free of mines.
cdef void chunks_start(chunks_t *s, int64_t row, int64_t col) noexcept nogil

# For the two functions below: a look into the table, and a chunk that was not there.
cdef chunk_t *look_up_chunk(const chunks_t *s, int64_t row, int64_t col) noexcept nogil
cdef chunk_t *add_chunk(chunks_t *s, int64_t row, int64_t col) noexcept nogil


cdef inline chunk_t *find_chunk(chunks_t *s, int64_t row, int64_t col) noexcept nogil:
    # The chunk with these chunk coordinates, or NULL where nothing was touched.
    if s.latest == NULL or s.latest.row != row or s.latest.col != col:
        s.latest = look_up_chunk(s, row, col)
    return s.latest


cdef inline chunk_t *make_chunk(chunks_t *s, int64_t row, int64_t col) noexcept nogil:
    # The chunk with these chunk coordinates, made if need be; NULL where memory ran out.
    cdef chunk_t *chunk = find_chunk(s, row, col)
    return add_chunk(s, row, col) if chunk == NULL else chunk


cdef inline uint8_t *touch_cell(chunks_t *s, int64_t row, int64_t col) noexcept nogil:
    # The byte of a cell, to change; NULL where memory ran out.
    cdef chunk_t *chunk = make_chunk(s, row >> 4, col >> 4)
    return NULL if chunk == NULL else &chunk.cells[(row & 15) * SIDE + (col & 15)]


cdef inline uint8_t peek_cell(chunks_t *s, int64_t row, int64_t col) noexcept nogil:
    cdef chunk_t *chunk = find_chunk(s, row >> 4, col >> 4)
    return COVERED if chunk == NULL else chunk.cells[(row & 15) * SIDE + (col & 15)]


cdef inline bint is_mine(const chunk_t *chunk, int64_t row, int64_t col) noexcept nogil:
    return chunk.mines[(row & 15) + 1] >> ((col & 15) + 1) & 1


cdef inline int clue_of(const chunk_t *chunk, int64_t row, int64_t col) noexcept nogil:
    cdef int r = row & 15, c = col & 15
    cdef uint32_t above = chunk.mines[r] >> c, own = chunk.mines[r + 1] >> c, below = chunk.mines[r + 2] >> c
    return (
        (above & 1) + (above >> 1 & 1) + (above >> 2 & 1) + (own & 1) + (own >> 2 & 1)
        + (below & 1) + (below >> 1 & 1) + (below >> 2 & 1)
    )
