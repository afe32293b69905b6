# Whole games on C arrays, without the GIL and without a Python object per move: safe reveals by the rules and the
# counting engine, and where nothing is safe the end, or the guess of a strategy.

from libc.stdint cimport int32_t, int64_t, uint8_t

from surefoot_core.choose cimport chooser_t
from surefoot_core.counter cimport counter_t
from surefoot_core.frontier cimport frontier_t
from surefoot_core.knowledge cimport knowledge_t
from surefoot_core.moves cimport board_t
from surefoot_core.pool cimport pool_t
from surefoot_core.topology cimport Topology, topology_t
from surefoot_core.worth cimport prospect_t

cdef enum:
    GAME_MEMORY = -1           # memory ran out
    GAME_OTHER = -2            # the board does not show the clues of the view
    GAME_WON = 1
    GAME_LOST = 2
    GAME_STUCK = 3             # nothing is safe, and guessing is not allowed
    GAME_WIDE = 4              # a component is too wide for the counter: not decided

ctypedef struct tale_t:        # how a game went
    int32_t result
    int32_t opened             # cells revealed
    int32_t given              # cells revealed by the first reveal and its cascade
    int32_t by_rule[5]         # reveals proved by each rule, numbered as in knowledge.pxd
    int32_t guesses
    int32_t calls              # times that the counting engine was asked
    double safety              # product of the chances of the guesses to be safe

ctypedef struct noted_t:       # a guess that was made
    int32_t game               # the number of the game in its call
    int32_t opened             # cells revealed before it
    double safety              # its chance to be safe
    double win                 # the chance to win that was worked out exactly, or -1
    bint safe                  # whether it was
    bint learned               # whether the rest is noted: only in games to learn from, see `Player.wander`
    double score               # of the guess that seemed best
    double best                # safety of the safest cell, by which candidates are chosen
    double pairs               # the loss by 50/50s, see pairs.pxd
    int32_t open               # undecided cells
    int32_t mines              # mines left in them
    bint followed              # whether it was safe, and what follows is known
    prospect_t after           # the view after it

ctypedef struct player_t:
    board_t board
    knowledge_t k
    frontier_t f
    counter_t w
    int32_t seen               # decisions of k's log that were acted upon
    chooser_t chooser
    tale_t tale
    pool_t notes               # [noted] noted_t: the guesses of all games of one call
    int32_t noted
    int64_t budget             # for `notes`


# Takes memory for games of one size: 0, or GAME_MEMORY. `topology` is a rectangle and must outlive the player.
cdef int player_init(player_t *p, const topology_t *topology, int64_t max_nodes, int64_t max_bytes) noexcept nogil
cdef void player_free(player_t *p) noexcept nogil
# Plays the game on p.board, which was drawn or given, from this first reveal to its end: p.tale.result. With
# `total` false the mine total is left out of every proof (and guesses are not allowed). `guess` is a strategy of
# choose.pxd; `game` is what its guesses are noted under.
cdef int player_play(player_t *p, int32_t start, int guess, bint total, int32_t game) noexcept nogil
# The same from a view of the board, and a cell revealed in it; with the mine total. GAME_OTHER: it is no view of it.
cdef int player_resume(player_t *p, const uint8_t *view, int32_t cell, int guess, int32_t game) noexcept nogil


cdef class Player:
    cdef player_t c
    cdef Topology table
    cdef readonly int rows
    cdef readonly int cols
