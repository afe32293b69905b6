# A board without an edge. Whether a cell holds a mine is a function of the seed and its place, so only what was
# touched is stored: chunks of 16 x 16 cells in a hash table.

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

ctypedef struct waiting_t:
    uint64_t distance          # Chebyshev, from the last cell that a player revealed
    int64_t row
    int64_t col

ctypedef struct heap_t:        # nearest first, then row-major
    waiting_t *entries
    size_t size
    size_t capacity

ctypedef struct endless_t:
    uint64_t seed
    uint64_t threshold         # a cell holds a mine where its random word is below
    bint started               # the neighbourhood of the first reveal is free of mines
    int64_t first_row
    int64_t first_col
    int64_t origin_row         # the last cell that a player revealed: where distances are measured from
    int64_t origin_col
    chunk_t **table            # [slots] open addressing; slots is a power of two
    size_t slots
    size_t chunks
    chunk_t *latest            # the chunk looked up last
    heap_t pending             # every PENDING cell, and entries whose cell is PENDING no more
    bint stale                 # the distances in `pending` are from an older origin
    heap_t queue               # the cascade at work; empty between moves
    waiting_t *shown           # [shown_size] the cells that the last move revealed, `distance` holding the clue
    size_t shown_size
    size_t shown_capacity
    uint64_t revealed
    uint64_t flags
    uint64_t losses


# The chunk with these chunk coordinates, or NULL: nothing there was touched; make_chunk: memory ran out.
cdef chunk_t *find_chunk(endless_t *e, int64_t row, int64_t col) noexcept nogil
cdef chunk_t *make_chunk(endless_t *e, int64_t row, int64_t col) noexcept nogil
# Reveals a cell and at most `budget` cells in all: 0, or -1 where memory ran out. `shown` has what was revealed;
# `lost` is set if the cell was a mine.
cdef int move_reveal(endless_t *e, int64_t row, int64_t col, uint64_t budget, bint *lost) noexcept nogil


cdef class EndlessBoard:
    cdef endless_t c
    cdef readonly object density
