# A walk over an endless board by proofs, window by window.
#
# The board is cut into tiles. To settle a tile is to load a window, the tile with a margin around it, into a
# Knowledge, and to prove and reveal there until nothing more follows from the clues of the window. A clue on the
# window's rim has neighbours outside, so it is no witness there; dropping a witness never makes a proof wrong.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from surefoot_core.cascade cimport endless_t
from surefoot_core.counter cimport counter_t
from surefoot_core.endless cimport EndlessBoard
from surefoot_core.frontier cimport frontier_t
from surefoot_core.knowledge cimport knowledge_t
from surefoot_core.topology cimport Topology

cdef enum:
    TILE = 128                 # cells along the side of a tile: a power of two, and whole chunks
    MARGIN = 16                # whole chunks
    WINDOW = 160               # TILE + 2 * MARGIN

cdef enum:
    WALK_DONE = 0
    WALK_MEMORY = -1           # memory ran out
    WALK_BROKEN = -2           # a cell called safe held a mine, or the clues contradict each other: a fault of ours

ctypedef struct tile_t:
    int64_t row                # of the tile: row of its cells // TILE
    int64_t col
    bint near                  # the reveal is in the tile or beside it, not only in its margin

ctypedef struct guess_t:       # compared field by field
    int64_t chance             # that the cell holds a mine, in billionths, so that rounding decides nothing
    uint64_t distance          # Chebyshev, from the first reveal
    int64_t row
    int64_t col

ctypedef struct walk_t:
    endless_t *board
    knowledge_t k              # of the window
    frontier_t f
    counter_t w
    uint8_t *codes             # [WINDOW * WINDOW] the window as a View would have it
    int32_t *rim               # [4 * WINDOW] the revealed cells on the rim of the window
    int64_t top                # of the window
    int64_t left
    int64_t tile_row           # the tile in the window
    int64_t tile_col
    int32_t seen               # decisions of k's log that were acted upon
    tile_t *touched            # [touched_size] tiles whose windows saw a reveal that they do not know of yet
    int32_t touched_size
    int32_t touched_capacity
    uint64_t by_rule[5]        # reveals proved by each rule, numbered as in knowledge.pxd; cascades not counted


cdef class Walker:
    cdef walk_t c
    cdef readonly EndlessBoard board
    cdef Topology table
