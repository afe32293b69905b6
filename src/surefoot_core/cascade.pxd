# The moves on a board without an edge.
#
# A cascade can be endless, so a move reveals the cells nearest to it first, as many as its budget allows, and leaves
# the others pending for a later move. A move returns 0, or MOVE_MEMORY where memory ran out; `shown` has what it
# revealed, and `lost` is set if it struck a mine.

from libc.stdint cimport int64_t, uint64_t

from surefoot_core.chunks cimport chunks_t

cdef enum:
    MOVE_MEMORY = -1

ctypedef struct waiting_t:
    uint64_t distance          # Chebyshev, from the last cell that a player revealed
    int64_t row
    int64_t col

ctypedef struct heap_t:        # nearest first, then row-major
    waiting_t *entries
    size_t size
    size_t capacity

ctypedef struct endless_t:
    chunks_t chunks
    int64_t origin_row         # the last cell that a player revealed: where distances are measured from
    int64_t origin_col
    heap_t pending             # every PENDING cell, and entries whose cell is PENDING no more
    bint stale                 # the distances in `pending` are from an older origin
    heap_t queue               # the cascade at work; empty between moves
    waiting_t *shown           # [shown_size] the cells that the last move revealed, `distance` holding the clue
    size_t shown_size
    size_t shown_capacity
    uint64_t revealed
    uint64_t flags
    uint64_t losses


# 0, or MOVE_MEMORY; `endless_free` must be called in either case.
cdef int endless_init(endless_t *e, uint64_t seed, uint64_t threshold) noexcept nogil
cdef void endless_free(endless_t *e) noexcept nogil

# Reveals a cell and at most `budget` cells in all; nothing happens on a flagged or revealed cell.
cdef int move_reveal(endless_t *e, int64_t row, int64_t col, uint64_t budget, bint *lost) noexcept nogil

# Reveals the unflagged neighbours of a clue with as many flags and struck mines around it as it shows.
cdef int move_chord(endless_t *e, int64_t row, int64_t col, uint64_t budget, bint *lost) noexcept nogil

# Reveals pending cells and what they bring, nearest to the last reveal first.
cdef int move_resume(endless_t *e, uint64_t budget) noexcept nogil

# Reveals the pending cells of a window, and what they bring inside it.
cdef int move_window(
    endless_t *e, int64_t top, int64_t left, int64_t rows, int64_t cols, uint64_t budget
) noexcept nogil

# A hidden cell next to a zero waits in a heap: QUEUED in the cascade at work, PENDING for later. 0 or MOVE_MEMORY.
cdef int enqueue(endless_t *e, heap_t *heap, int state, int64_t row, int64_t col) noexcept nogil

# Drops the entries of `pending` whose cell is no longer pending, or is there twice, and measures the others from the
# origin.
cdef void refresh_pending(endless_t *e) noexcept nogil
