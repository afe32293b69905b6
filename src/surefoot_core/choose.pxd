# Which cell to reveal where none is safe. One interface for all strategies: `choose` takes a frontier with its
# chances worked out and nothing certain in it; it gives a cell, its safety and, where it is known, the chance to
# win.
#
# All work is bounded by counts, never by time, so that every game repeats exactly.

from libc.stdint cimport int32_t

from surefoot_core.count cimport Counter
from surefoot_core.counter cimport counter_t
from surefoot_core.endgame cimport endgame_t
from surefoot_core.frontier cimport frontier_t
from surefoot_core.layouts cimport layouts_t
from surefoot_core.rng cimport rng_t
from surefoot_core.scene cimport scene_t, style_t
from surefoot_core.score cimport deeper_t
from surefoot_core.topology cimport topology_t

cdef enum:
    GUESS_NEVER = 0            # the numbers of the strategies
    GUESS_SAFEST = 1
    GUESS_FAST = 2
    GUESS_BEST = 3
    GUESS_OPTIMAL = 4

cdef enum:
    CHOOSE_MEMORY = -1         # memory ran out
    CHOOSE_DONE = 0

ctypedef struct guess_t:
    int32_t cell
    double safety              # the chance that it is safe
    double win                 # the chance to win by the best play, where it is known; else -1
    double score               # see score.pxd, or 0

ctypedef struct chooser_t:
    style_t style[5]           # of each strategy
    layouts_t layouts
    endgame_t endgame
    scene_t scene
    deeper_t deeper
    double wander              # part of the guesses that are drawn among the candidates, for games to learn from
    rng_t rng


# For boards of this topology, which must outlive it: 0, or CHOOSE_MEMORY (then nothing is held).
cdef int chooser_init(chooser_t *o, const topology_t *topology) noexcept nogil
cdef void chooser_free(chooser_t *o) noexcept nogil
# The guess of a strategy (not GUESS_NEVER); the view has an undecided cell.
cdef int choose(chooser_t *o, const frontier_t *f, counter_t *w, int strategy, guess_t *guess) noexcept nogil


cdef class Chooser:
    cdef chooser_t c
    cdef readonly Counter counter
