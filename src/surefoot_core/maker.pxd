# A board in the making: the checker that holds it, its mines, and the random numbers that they come from. Everything
# is drawn from one stream, so a board depends on its recipe and on nothing else.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t

from surefoot_core.checker cimport checker_t
from surefoot_core.rng cimport rng_t
from surefoot_core.topology cimport topology_t

ctypedef struct maker_t:
    checker_t c
    rng_t rng
    int32_t rows               # the board as the caller sees it
    int32_t cols
    int32_t first              # its first reveal
    int rule                   # FIRST_ANY, FIRST_SAFE or FIRST_OPENING: which cells are kept free of mines
    int32_t start              # the first reveal again; cells from here on are those of c.topology
    bint total                 # reasoning with the mine total
    int32_t mines              # on the board now
    int32_t *free              # [frees] the cells that may hold a mine, row by row as the caller sees the board
    int32_t frees
    uint8_t *is_free           # [cells]
    uint16_t *spot             # [cells] in planes, of a cell as the caller sees it: 32 * row + col
    uint8_t *drawn             # scratch of `maker_place`, [cells] each
    int32_t *where
    uint32_t start_plane[16]   # the first reveal alone
    uint32_t flaw[16]          # the cells that make the board hard to win (planes only), and how many there are
    int32_t flaws
    int32_t steps              # of the stage the board is in
    int32_t misses             # repairs in a row after which nothing new could be proved
    bint edited                # mines were moved since the board was last played from the start
    int play                   # PLAY_STUCK or PLAY_WON: how play ended
    int64_t attempts           # since maker_init: boards drawn at random,
    int64_t repairs            # mines moved to help on a play that was stuck,
    int64_t swaps              # swaps and additions tried on boards that were won


# 0, or -1 where memory ran out. The tables must outlive the maker; `turned` is as for `checker_init`.
cdef int maker_init(
    maker_t *m, const topology_t *topology, const topology_t *turned, int32_t first, int rule, bint total, bint planes
) noexcept nogil
cdef void maker_free(maker_t *m) noexcept nogil
# So many mines at random free cells, every layout equally likely; nothing is revealed.
cdef void maker_place(maker_t *m, int32_t mines) noexcept nogil
# Plays from the first reveal: PLAY_WON or PLAY_STUCK.
cdef int maker_play(maker_t *m) noexcept nogil
# The same, but gives up at once where a cheap test shows that a guess is needed: for boards that are kept if won.
cdef bint maker_wins(maker_t *m) noexcept nogil
# Counts the flaws; 0 for boards without planes.
cdef int32_t maker_flaws(maker_t *m) noexcept nogil
# A mine where there was none, or the other way round, in the count of mines too.
cdef void maker_flip(maker_t *m, int32_t cell) noexcept nogil
# A random free cell that holds a mine as `mine` says; there must be one.
cdef int32_t maker_cell(maker_t *m, bint mine) noexcept nogil
