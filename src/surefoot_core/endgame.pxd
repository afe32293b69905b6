# The end of a game played out exactly: the most layouts, among those listed, that any way to play wins.
#
# What a player knows is the set of layouts that survive, and nothing else: a revealed cell shows the same clue in all
# of them. A safe cell whose clue is not the same in all is revealed at once, for it costs nothing. Otherwise each
# cell that may be safe is tried: its survivors fall apart by the clue they show.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from surefoot_core.layouts cimport layouts_t
from surefoot_core.pool cimport pool_t
from surefoot_core.topology cimport Topology

cdef enum:
    ENDGAME_MEMORY = -1        # memory ran out
    ENDGAME_DONE = 0
    ENDGAME_MANY = 2           # more visits, or more time, than the limit allows

cdef enum:
    ENDGAME_POOLS = 8

ctypedef struct entry_t:       # of the transposition table
    uint64_t low               # the sum of the numbers of the layouts in the set, 128 bits
    uint64_t high
    uint32_t age               # the search that wrote it
    int32_t won                # or -1 - won: at most that many

ctypedef struct frame_t:       # a set of layouts that is being worked out
    uint64_t low
    uint64_t high
    int64_t members            # where in `members` it begins
    int64_t groups             # where in `groups` those of the current move begin
    int64_t moves              # where in `moves` its moves begin
    int32_t size
    int32_t move               # the next move to try, of move_count
    int32_t move_count
    int32_t group              # the next group of the current move, of group_count
    int32_t group_count
    int32_t sum                # layouts won in the groups done
    int32_t rest               # layouts in the groups not done
    int32_t best               # the most layouts won by a move so far, or what is to be beaten
    int32_t raised             # whether a move did beat it
    int32_t best_cell          # its cell, -1 for the safe cells
    int32_t cell               # the current move
    int64_t top                # where in `members` the survivors of its moves begin
    int64_t next_member        # where the next group begins

ctypedef struct endgame_t:
    const layouts_t *a
    entry_t *table             # [table_size]
    int64_t table_size         # a power of two
    uint32_t age
    int64_t visits             # sets worked out since `endgame_start`
    int64_t max_visits
    int64_t deadline           # by `clock_now`; 0: it may take any time
    int64_t members_top
    int64_t groups_top
    int64_t moves_top
    int64_t budget
    pool_t pool[ENDGAME_POOLS]


# A table of 2**table_bits entries of 24 bytes: 0, or ENDGAME_MEMORY.
cdef int endgame_init(endgame_t *e, int table_bits) noexcept nogil
cdef void endgame_free(endgame_t *e) noexcept nogil
# A new list of layouts; what was found about the last one is forgotten.
cdef int endgame_start(endgame_t *e, const layouts_t *a, int64_t max_visits) noexcept nogil
# The most layouts won into `won`, and the number of a cell (in a.where) to begin with: -1 where a safe cell tells
# something, or where every cell is known.
cdef int endgame_solve(endgame_t *e, int32_t *won, int32_t *cell) noexcept nogil
# The most layouts won after this cell is revealed now.
cdef int endgame_after(endgame_t *e, int32_t cell, int32_t *won) noexcept nogil


cdef class Endgame:
    cdef layouts_t a
    cdef endgame_t e
    cdef bint known
    cdef readonly Topology topology
