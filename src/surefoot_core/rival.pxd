# Rival layouts: given the true layout and what is revealed, another layout that shows the same clues. A truly safe
# cell is proved safe exactly if no rival holds a mine there. For the checker of known boards alone: a solver that
# plays never sees the truth.
#
# The search is complete. It starts at the truth: a cell that it has not decided has its true value, so as soon as no
# clue is violated a rival is found, a few flips away. Clues that cannot be met any more, or only in one way,
# propagate; a violated clue is mended by flipping a cell next to it, and if that fails the cell stays as it is.

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t

from surefoot_core.topology cimport topology_t

cdef enum:
    CELL_OPEN = 0              # kinds of cells: revealed,
    CELL_KNOWN = 1             # proved a mine,
    CELL_SAFE = 2              # unknown and truly safe,
    CELL_MINE = 3              # unknown and truly a mine

cdef enum:
    RIVAL_NONE = 0             # there is no such layout
    RIVAL_FOUND = 1
    RIVAL_UNKNOWN = 2          # the budget is used up

ctypedef struct rival_t:
    const topology_t *topology
    uint8_t *kind              # [cells] set by the caller
    int32_t *frontier          # [frontier_size] set by the caller: the unknown cells next to a revealed one
    int32_t frontier_size
    int32_t *flips             # [flips_size] the answer: the cells whose value differs from the truth
    int32_t flips_size
    int32_t gain               # mines of the rival less those of the truth
    int64_t nodes              # decisions taken since rival_init, as a measure of work
    uint8_t *choice            # [cells] free, stays, flips; all free between searches
    int32_t *trail             # [trail_size] cells with a choice, in order
    int32_t trail_size
    int32_t *decision          # [decisions] places in the trail where the search chose
    int32_t decisions
    uint32_t *met              # [cells] the number of the search that counted the three below
    uint32_t search
    int8_t *excess             # [cells] of a clue: mines around it less its clue
    int8_t *more               # [cells] of a clue: free safe cells around it
    int8_t *less               # [cells] of a clue: free mines around it
    int32_t *queue             # [queue_size] clues to look at
    int32_t queue_size
    int32_t *violated          # [violated_size] clues whose excess was not 0 at some time
    int32_t violated_size
    uint8_t *listed            # [cells] bit 0: in queue, bit 1: in violated


# 0, or -1 where memory ran out. `topology` must outlive the search.
cdef int rival_init(rival_t *r, const topology_t *topology) noexcept nogil
cdef void rival_free(rival_t *r) noexcept nogil
# A rival in which `cell` (CELL_SAFE) is a mine, or just any if it is -1, with low <= gain <= high.
cdef int rival_find(rival_t *r, int32_t cell, int32_t low, int32_t high, int64_t budget) noexcept nogil
# Whether flipping these cells still gives a rival: all unknown, every clue met; `gain` is set.
cdef bint rival_holds(rival_t *r, const int32_t *flips, int32_t size, int32_t *gain) noexcept nogil
