# Every chance of a view. Components are combined two by two in the tree of `certain`: up the tree their tallies are
# multiplied, down the tree each gets the weight of everything else for each of its counts.

from surefoot_core.counter cimport counter_t
from surefoot_core.frontier cimport frontier_t


# Everything about a view into w.chances: its status. `k.total` -1: layouts weigh 2**(prior * mines). The rule for
# one clue has run before.
cdef int count_view(counter_t *w, frontier_t *f) noexcept nogil
