# A known board as play without a guess sees it.
#
# Boards of up to 16 x 32 cells (or 32 x 16, which are turned) live in bit planes, larger ones in `knowledge`. Cells
# are those of `topology`, but where it says otherwise.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from surefoot_core.knowledge cimport knowledge_t
from surefoot_core.rival cimport rival_t
from surefoot_core.topology cimport topology_t

cdef extern from "planes.h" nogil:
    enum:
        PLANE_ROWS
        PLANE_COLS
    ctypedef struct planes_t:
        uint32_t board[16]
        uint32_t mines[16]
        uint32_t clue[4][16]
        uint32_t open[16]
        uint32_t known[16]
    void planes_clues(planes_t *p)
    int planes_rules(planes_t *p)
    int planes_candidates(const planes_t *p, uint32_t *out)
    int planes_hopeless(const planes_t *p, const uint32_t *known_safe)
    int planes_flaws(const planes_t *p, const uint32_t *known_safe, uint32_t *out)
    void planes_frontier(const planes_t *p, uint32_t *out, int32_t *others, int32_t *other_mines)
    void planes_kinds(const planes_t *p, int rows, int cols, uint8_t *out)

cdef extern from *:
    """
    #define sf_ctz32(x) __builtin_ctz(x)
    #define sf_popcount32(x) __builtin_popcount(x)
    """
    int sf_ctz32(uint32_t bits) noexcept nogil
    int sf_popcount32(uint32_t bits) noexcept nogil

cdef enum:
    PLAY_STUCK = 0             # no cell can be proved safe
    PLAY_WON = 1
    PLAY_MEMORY = -1

cdef enum:
    PLAY_BUDGET = 20000        # decisions of one search for a rival before the counting engine is asked
    RIVAL_ROOM = 4             # flips kept, in multiples of the cells

ctypedef struct checker_t:
    const topology_t *topology  # of the board as the caller sees it or, for planes, perhaps turned
    bint planes                # the board is in `p`, else in `k`
    bint turned                # cell (row, col) of the caller is (col, row) here
    planes_t p
    bint stale                 # the mines of `p` changed since its clues were made
    knowledge_t k
    int32_t seen               # decisions of k's log that were acted upon
    int32_t opened             # cells revealed, in `k` only
    int32_t safe_total
    uint8_t *mine              # [cells] the true layout, in `k` only
    uint8_t *clue              # [cells] its clues, in `k` only
    rival_t r
    int32_t others             # unknown cells next to no revealed one, and the mines among them
    int32_t other_mines
    int32_t *candidate         # [candidates] truly safe frontier cells that might be forced
    int32_t candidates
    int32_t *rivals            # the flips of rivals found before, one after the other
    int32_t *rival_first       # [rival_count + 1] rival i is rivals[rival_first[i]] .. rivals[rival_first[i + 1] - 1]
    int32_t rival_count
    uint32_t *excused          # [cells] the number of the survey in which a rival held a mine here
    uint32_t survey
    int64_t budget             # decisions of one search before the counting engine is asked


# 0, or PLAY_MEMORY. Both tables must outlive the checker; `turned` is that of the turned board where planes need it.
# With `planes` false even a small board lives in `knowledge`.
cdef int checker_init(
    checker_t *c, const topology_t *topology, const topology_t *turned, bint planes
) noexcept nogil
cdef void checker_free(checker_t *c) noexcept nogil
# Whether a board of this size has to be turned to fit the planes.
cdef bint needs_turning(int rows, int cols) noexcept nogil
# A new board, nothing revealed; `mines` holds one byte a cell, as the caller sees the board.
cdef void checker_load(checker_t *c, const uint8_t *mines) noexcept nogil
# A board without mines, to which so many are to come by checker_flip; nothing revealed.
cdef void checker_clear(checker_t *c, int32_t mines) noexcept nogil
# Forgets what was revealed and proved.
cdef void checker_restart(checker_t *c) noexcept nogil
# Reveals a truly safe cell; here and below cells are those of `topology`.
cdef void checker_open(checker_t *c, int32_t cell) noexcept nogil
cdef int32_t checker_opened(const checker_t *c) noexcept nogil
# Cells that are open or known mines: play came further if and only if there are more of them.
cdef int32_t checker_decided(const checker_t *c) noexcept nogil
# Makes the clues anew if mines changed; `checker_play` does so itself.
cdef void checker_refresh(checker_t *c) noexcept nogil
# Sets r.kind, r.frontier, others and other_mines from where play stands.
cdef void checker_survey(checker_t *c) noexcept nogil
cdef bint checker_mine(const checker_t *c, int32_t cell) noexcept nogil
# A mine where there was none, or none where there was one. Play may go on if the cell is unknown; else restart.
cdef void checker_flip(checker_t *c, int32_t cell) noexcept nogil
# The caller's cell as a cell of `topology`.
cdef int32_t checker_cell(const checker_t *c, int32_t cell) noexcept nogil
# Rules and reveals to a fixpoint: whether every safe cell is open.
cdef bint checker_rules(checker_t *c) noexcept nogil
# Opens what the log of `k` proved safe since the last call, in `k` only.
cdef void checker_open_proved(checker_t *c) noexcept nogil
# Like `checker_survey`, and the candidates: whether a cell can be forced, with `total` also by the mine total.
cdef bint checker_candidates(checker_t *c, bint total) noexcept nogil
# The clue of a cell, open or not; that of a mine means nothing.
cdef int checker_clue(const checker_t *c, int32_t cell) noexcept nogil
