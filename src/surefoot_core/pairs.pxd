# Guesses that cannot be avoided: two neighbouring cells, one of them a mine, that no clue tells apart. A clue can
# tell them apart only if it touches one and not the other; if all such cells turn out to be mines, the pair is a
# 50/50 for good, and half of these games are lost whatever is done.

from libc.stdint cimport int32_t, int64_t

from surefoot_core.knowledge cimport Knowledge, knowledge_t
from surefoot_core.pool cimport pool_t

cdef enum:
    MOST_APART = 16            # cells that touch one of a pair: a pair with more is never a 50/50 in practice
    MOVED = -1                 # in place of a chance

ctypedef struct pair_t:
    int32_t one
    int32_t other
    int32_t aparts             # undecided cells that touch one of the two only
    int32_t apart[MOST_APART]
    double loss                # by it alone in the view as it is
    bint gone                  # settled by the reveal looked at
    bint moved                 # or one of its chances changed by it

ctypedef struct pairs_t:
    pair_t *pair               # [count] the pairs of a view that may become 50/50s
    int32_t count
    double loss                # by all of them in the view as it is
    pool_t pool
    pool_t odds                # scratch
    pool_t likely
    int64_t budget


cdef void pairs_init(pairs_t *p) noexcept nogil
cdef void pairs_free(pairs_t *p) noexcept nogil
# Lists the pairs of a view; `mine` holds the chance of a mine of each undecided cell: 0, or -1 where memory ran out.
# A loss is minus the logarithm of the chance that no 50/50 is guessed wrong, as if they did not depend on each other.
cdef int pairs_list(pairs_t *p, const knowledge_t *k, const double *mine) noexcept nogil
# The loss by them with these chances, once the cell `revealed` is (-1: none).
cdef double pairs_loss(const pairs_t *p, const double *mine, int32_t revealed) noexcept nogil
# The same for many clues of one cell: `pairs_turn` to the cell once, with MOVED for the chances that its reveal may
# change, then `pairs_loss_then` with their new values; all others are as in the view.
cdef void pairs_turn(pairs_t *p, const double *then, int32_t revealed) noexcept nogil
cdef double pairs_loss_then(const pairs_t *p, const double *then) noexcept nogil
# weight[cell], one double a cell of the board: what the safety of an undecided cell is to be multiplied by, at least
# 1, for the pairs that its reveal would settle: a share of the risk that it takes would have to be taken anyway.
cdef void pairs_weigh(
    const pairs_t *p, const double *mine, double share, double *weight, int32_t cells
) noexcept nogil


cdef class Pairs:
    cdef pairs_t c
    cdef readonly Knowledge knowledge
