# A view as a strategy sees it: the chance of a mine in every cell, the pairs that may become 50/50s, and the cells
# worth thinking about.

from libc.stdint cimport int32_t, int64_t

from surefoot_core.counter cimport counter_t
from surefoot_core.frontier cimport frontier_t
from surefoot_core.lookahead cimport lookahead_t
from surefoot_core.pairs cimport pairs_t
from surefoot_core.worth cimport model_t

cdef enum:
    CANDIDATES = 32            # the most that any style looks at

ctypedef struct style_t:       # how much a strategy does
    double margin              # candidates are at least so safe, as a part of the safest
    int32_t most               # candidates looked at
    int32_t most_free          # unconstrained ones among them
    double zero                # added to the rank for each unit of the chance of a zero
    double dead                # taken off the rank of a cell without a neighbour that could tell anything
    double mass                # part of the clues looked at, by chance
    double share               # of the risk of a 50/50 that the rank of a reveal which settles it is credited with
    bint resolve               # whether 50/50s and variance enter the worth of a view
    bint prune                 # whether a guess is left as soon as it can hardly be the best
    double close               # guesses that score this part of the best are looked into deeper; 1: none
    int32_t layouts            # up to so many the end is played exactly
    int64_t visits             # sets of layouts that may take

ctypedef struct candidate_t:
    int32_t cell
    double safety
    double rank
    double score

ctypedef struct scene_t:
    const frontier_t *f
    counter_t *w
    int32_t open               # undecided cells
    int32_t sure               # hidden cells that are known to be safe
    double *mine               # [board cells] the chance of a mine in an undecided cell
    double *then               # [board cells] the same after a guess
    double *weight             # [board cells] see `pairs_weigh`
    model_t model              # for boards of this density
    pairs_t pairs
    lookahead_t ahead
    candidate_t candidate[CANDIDATES]
    int32_t candidates


# For boards of so many cells: 0, or -1 where memory ran out (then nothing is held).
cdef int scene_init(scene_t *s, int32_t cells) noexcept nogil
cdef void scene_free(scene_t *s) noexcept nogil
# Turns to a view whose chances were worked out, at most one mine a cell; an unconstrained cell has mark UNDECIDED and
# no component. 0, or -1 where memory ran out.
cdef int scene_set(scene_t *s, const frontier_t *f, counter_t *w, const style_t *style) noexcept nogil
# The undecided cells with the highest rank, at most `most`, the highest first.
cdef void scene_rank(
    scene_t *s, const style_t *style, double margin, int32_t most, int32_t most_free
) noexcept nogil
