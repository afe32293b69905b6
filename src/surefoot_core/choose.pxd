# Which cell to reveal where none is safe. One interface for all strategies: `choose` takes a frontier with its
# chances worked out and nothing certain in it; it gives a cell, its safety and, where it is known, the chance to
# win.
#
# All work is bounded by counts, never by time, so that every game repeats exactly.

from libc.stdint cimport int32_t, int64_t

from surefoot_core.count cimport Counter
from surefoot_core.counter cimport counter_t
from surefoot_core.endgame cimport endgame_t
from surefoot_core.frontier cimport frontier_t
from surefoot_core.layouts cimport layouts_t
from surefoot_core.lookahead cimport lookahead_t

cdef enum:
    GUESS_NEVER = 0            # the numbers of the strategies
    GUESS_SAFEST = 1
    GUESS_FAST = 2
    GUESS_BEST = 3
    GUESS_OPTIMAL = 4

cdef enum:
    CHOOSE_MEMORY = -1         # memory ran out
    CHOOSE_DONE = 0

cdef enum:
    CANDIDATES = 32            # the most that any style looks at

ctypedef struct style_t:       # how much a strategy does
    double margin              # candidates are at least so safe, as a part of the safest
    int32_t most               # candidates looked at
    int32_t most_free          # unconstrained ones among them
    double zero                # added to the rank for each unit of the chance of a zero
    double dead                # taken off the rank of a cell without a neighbour that could tell anything
    double mass                # part of the clues looked at, by chance
    double bonus               # worth of a view with a safe cell, where another is worth the safety of its safest
    double share               # of the risk of a 50/50 that a reveal which settles it is credited with
    int32_t layouts            # up to so many the end is played exactly
    int64_t visits             # sets of layouts that may take

ctypedef struct guess_t:
    int32_t cell
    double safety              # the chance that it is safe
    double win                 # the chance to win by the best play, where it is known; else -1

ctypedef struct candidate_t:
    int32_t cell
    double safety
    double weight              # see pairs.pxd
    double rank
    double score

ctypedef struct chooser_t:
    style_t style[5]           # of each strategy
    layouts_t layouts
    endgame_t endgame
    lookahead_t ahead
    double *mine               # [board cells] the chance of a mine
    double *weight             # [board cells] see pairs.pxd
    candidate_t candidate[CANDIDATES]
    int32_t candidates


# For boards of so many cells: 0, or CHOOSE_MEMORY (then nothing is held).
cdef int chooser_init(chooser_t *o, int32_t cells) noexcept nogil
cdef void chooser_free(chooser_t *o) noexcept nogil
# The guess of a strategy (not GUESS_NEVER); the view has an undecided cell.
cdef int choose(chooser_t *o, const frontier_t *f, counter_t *w, int strategy, guess_t *guess) noexcept nogil


cdef class Chooser:
    cdef chooser_t c
    cdef readonly Counter counter
