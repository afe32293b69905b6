# Counting layouts: the number of layouts of each component by their mines, and from these every chance of a view.
#
# What a component gives does not depend on the rest of the board, so it is kept in `component_t.kept` until the
# component changes; the rest of the board enters when the components are combined, two by two in a tree. What is
# certain is decided in integers, by which mine counts and which paths of a diagram exist, never by a chance.
#
# A counter is a workspace that only grows: after the first calls nothing is allocated but what is kept. One thread
# uses one counter. All functions return a status; COUNT_MEMORY leaves everything consistent.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from surefoot_core.diagram cimport diagram_t
from surefoot_core.frontier cimport Frontier, component_t, frontier_t
from surefoot_core.knowledge cimport knowledge_t
from surefoot_core.pool cimport pool_t
from surefoot_core.tally cimport tally_t

cdef enum:
    COUNT_MEMORY = -1          # memory ran out
    COUNT_DONE = 0
    COUNT_NONE = 1             # no consistent layout
    COUNT_WIDE = 2             # too wide for the limits of the counter: not known

cdef enum:
    COUNT_POOLS = 16

ctypedef struct kept_t:        # one block of memory with its arrays; `kept_forget` frees it
    int32_t status             # COUNT_DONE, COUNT_NONE or COUNT_WIDE; without COUNT_DONE nothing below holds
    int32_t least              # mines of the layouts with the fewest and the most mines
    int32_t most
    int32_t exponent           # powers of two taken out of `tally`
    double tilt                # log2 of the factor that each mine carries in `tally`; 0 but for large components
    uint64_t counts            # the mine counts of layouts, bit m for m mines, if most <= 63
    uint8_t *low               # [boxes] the fewest and the most mines of the box over all layouts: a box is safe
    uint8_t *high              # by the clues where high is 0, mined where low leaves no cell of it out
    double *tally              # [most - least + 1] layouts with least + i mines, or NULL (only what is certain)
    double *weight             # [boxes][most - least + 1] those in which a given cell of the box holds a mine;
    #                            NULL in a large component: its boxes take one more pass for each view

ctypedef struct chances_t:     # about one view; the arrays belong to the counter and last until its next call
    int32_t status             # COUNT_WIDE: what depends on a component too wide is not known
    int32_t unconstrained      # undecided cells next to no witness
    int32_t certain            # of an unconstrained cell: UNDECIDED, SAFE or MINED, with the mine total
    double chance              # that an unconstrained cell holds a mine (NaN: none, or not known)
    double layouts             # consistent layouts are layouts * 2**exponent, to about 12 digits (NaN: not known)
    int64_t exponent
    int32_t boxes              # of all components together
    int32_t *first             # [components + 1] box b of component i is number first[i] + b
    double *mine               # [boxes] the chance that a cell of the box holds a mine, or NaN
    uint8_t *sure              # [boxes] UNDECIDED, SAFE or MINED (holds at least one): of each cell of the box

ctypedef struct counter_t:
    diagram_t diagram
    tally_t tally
    double prior               # log2 of the odds of a mine in a slot where the mine total is unknown: 0 after init
    double tilt                # for the next large component; `count_view` chooses it
    int64_t passes             # diagrams built since `counter_init`, as a measure of work
    chances_t chances
    int64_t budget
    pool_t pool[COUNT_POOLS]


# Limits of one component: nodes of its diagram, bytes for all of the workspace.
cdef void counter_init(counter_t *w, int64_t max_nodes, int64_t max_bytes) noexcept nogil
cdef void counter_free(counter_t *w) noexcept nogil

# For frontier_t.forget; it must be set before any of the functions below is called.
cdef void kept_forget(void *kept) noexcept nogil

# The kept answer of a component; worked out if there is none, or if it has no tally and `chances` wants one. Its
# status. Without `chances` only status, least, most, counts, low and high are worked out (about half the cost).
cdef int count_component(counter_t *w, component_t *component, bint chances) noexcept nogil

# The rule for one clue has run before: a clue without undecided cells is in no component.
# Everything about a view into w.chances: its status. `k.total` -1: layouts weigh 2**(prior * mines).
cdef int count_view(counter_t *w, frontier_t *f) noexcept nogil

# Only what is certain: chances.status, certain, unconstrained, boxes, first and sure. With `total` false the mine
# total is left out, and an unconstrained cell is never certain.
cdef int count_certain(counter_t *w, frontier_t *f, bint total) noexcept nogil

# After either of these, unless there was no layout: decides what is certain, where cells hold one mine at most;
# whether anything is safe. The certain mines do not change the chances of the other cells.
cdef bint count_decide(const counter_t *w, const frontier_t *f, knowledge_t *k) noexcept nogil


cdef class Counter:
    cdef counter_t c
    cdef readonly Frontier frontier
    cdef int32_t components    # of the frontier when it was last answered, and its next serial number then
    cdef uint64_t next_serial
