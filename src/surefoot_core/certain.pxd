# What is certain in a view: by which mine counts and which paths of a diagram exist, never by a chance.
#
# The mine total forbids some sums of counts; which counts it leaves to each component is worked out two by two in a
# tree of the components. The rule for one clue has run before: a clue without undecided cells is in no component.

from libc.stdint cimport int32_t, int64_t

from surefoot_core.counter cimport counter_t
from surefoot_core.frontier cimport frontier_t
from surefoot_core.knowledge cimport MINED, SAFE, UNDECIDED, knowledge_t


# Only what is certain: chances.status, certain, unconstrained, boxes, first and sure. With `total` false the mine
# total is left out, and an unconstrained cell is never certain.
cdef int count_certain(counter_t *w, frontier_t *f, bint total) noexcept nogil

# After this or `count_view`, unless there was no layout: decides what is certain, where cells hold one mine at most;
# whether anything is safe. The certain mines do not change the chances of the other cells.
cdef bint count_decide(const counter_t *w, const frontier_t *f, knowledge_t *k) noexcept nogil

# The parts of `count_certain`, for `chances`. First: room for the answers, and the numbers of the boxes.
cdef int start_view(counter_t *w, frontier_t *f) noexcept nogil

# Then each component: COUNT_WIDE if one of them is, but COUNT_NONE if one has no layout.
cdef int work_components(counter_t *w, frontier_t *f, bint chances) noexcept nogil

# Then what is certain; `wide`: what `work_components` returned.
cdef int decide_view(counter_t *w, frontier_t *f, bint total, bint wide) noexcept nogil

# A tournament of n > 0 components: leaves 0 .. n - 1, then node n + i over nodes 2i and 2i + 1; the root is node
# 2n - 2. length: mine counts from the fewest on; offset: [2n] the sum of the lengths before.
cdef int tree_sizes(counter_t *w, frontier_t *f, int32_t **length, int64_t **offset) noexcept nogil


cdef inline int sure_of(int64_t low, int64_t high, int64_t cells, int32_t slots) noexcept nogil:
    # Of cells that are interchangeable and hold low .. high mines together: no cell can be left out where the others
    # have too few slots.
    return SAFE if high == 0 else MINED if low > (cells - 1) * slots else UNDECIDED
