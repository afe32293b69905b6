# Guesses that cannot be avoided: two neighbouring cells, one of them a mine, that no clue tells apart. A clue can
# tell them apart only if it touches one and not the other; if all such cells turn out to be mines, the pair is a
# 50/50 for good. Half of these games are lost whatever is done, so a reveal that settles a pair is worth more than
# its safety says: a share of the risk that it takes would have to be taken anyway.

from surefoot_core.knowledge cimport knowledge_t

# weight[cell], one double a cell of the board: what the safety of an undecided cell is to be multiplied by, at least
# 1, for the pairs that its reveal would settle. `mine` holds the chance of a mine of each undecided cell.
cdef void pairs_weigh(const knowledge_t *k, const double *mine, double share, double *weight) noexcept nogil
