# Counting layouts: the number of layouts of each component by their mines, and from these every chance of a view.
#
# A component is worked off box by box in a greedy order. Its diagram has a layer before each box; a node of a layer
# is one combination of what the open rows still need, an edge from a node is a number of mines in the box. The paths
# from the first node to the last are the layouts. What a component gives does not depend on the rest of the board,
# so it is kept in `component_t.kept` until the component changes; the rest of the board enters when the components
# are combined. What is certain is decided by which paths exist, in integers, never by a chance.
#
# A counter is a workspace that only grows: after the first calls nothing is allocated but what is kept. One thread
# uses one counter. All functions return a status; a status < 0 is COUNT_MEMORY and leaves everything consistent.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from surefoot_core.frontier cimport Frontier, component_t, frontier_t

cdef enum:
    COUNT_MEMORY = -1          # memory ran out
    COUNT_DONE = 0
    COUNT_NONE = 1             # no consistent layout
    COUNT_WIDE = 2             # too wide for the limits of the counter: not known

ctypedef struct kept_t:        # one block of memory with its arrays; `kept_forget` frees it
    int32_t status             # COUNT_DONE, COUNT_NONE or COUNT_WIDE; without COUNT_DONE nothing below holds
    int32_t boxes
    int32_t least              # mines of the layouts with the fewest and the most mines
    int32_t most
    int32_t exponent           # powers of two taken out of `tally`
    double tilt                # log2 of the factor that each mine carries in `tally`; 0 but for very large components
    uint8_t *low               # [boxes] the fewest and the most mines of the box over all layouts: a box is safe
    uint8_t *high              # by the clues where high is 0, mined where low is its size
    double *tally              # [most - least + 1] layouts with least + i mines, or NULL (only what is certain)
    double *weight             # [boxes][most - least + 1] mines in the box, summed over those layouts; or NULL: then
    #                            the component is large, and its boxes take one more pass for each view

ctypedef struct chances_t:     # answers about one view; the arrays belong to the counter and last until its next call
    int32_t status             # COUNT_WIDE: chances that depend on a component too wide are NaN
    int32_t unconstrained      # undecided cells next to no witness
    int32_t certain            # of an unconstrained cell: UNDECIDED, SAFE or MINED, with the mine total
    double chance              # that an unconstrained cell is a mine (NaN: none, or not known)
    double layouts             # consistent layouts are layouts * 2**exponent, to about 12 digits
    int64_t exponent
    int32_t boxes              # of all components together
    int32_t *first             # [components + 1] box b of component i is number first[i] + b
    double *mine               # [boxes] the chance that a cell of the box is a mine, or NaN
    uint8_t *sure              # [boxes] UNDECIDED, SAFE or MINED: for all cells of the box, with the mine total

ctypedef struct pool_t:        # a growing array
    void *at
    size_t bytes

ctypedef struct counter_t:
    int64_t max_nodes          # limits of one diagram: nodes, and bytes for all that it takes
    int64_t max_bytes
    int64_t nodes              # nodes built since `counter_init`, as a measure of work
    int64_t passes             # components worked through since `counter_init`
    chances_t chances
    pool_t pool[40]            # the workspace; count.pyx names the places


# 0, or COUNT_MEMORY.
cdef int counter_init(counter_t *w, int64_t max_nodes, int64_t max_bytes) noexcept nogil
cdef void counter_free(counter_t *w) noexcept nogil

# For frontier_t.forget.
cdef void kept_forget(void *kept) noexcept nogil

# The kept answer of a component; worked out if there is none, or if it has no tally and `chances` wants one. Its
# status. Without `chances` only status, least, most, low and high are worked out (about half the cost).
cdef int count_component(counter_t *w, component_t *component, bint chances) noexcept nogil

# Everything about a view into w.chances: its status. `k.total` -1: all layouts are equally likely.
cdef int count_view(counter_t *w, frontier_t *f) noexcept nogil

# Only what is certain: chances.status, certain, unconstrained, boxes, first and sure. With `total` false the mine
# total is left out, and an unconstrained cell is never certain.
cdef int count_certain(counter_t *w, frontier_t *f, bint total) noexcept nogil

# What would the undecided cell show? shows[v] = the chance that it is safe and shows v, for 0 <= v < values.
# A status; COUNT_WIDE where it is not known.
cdef int count_clues(counter_t *w, frontier_t *f, int32_t cell, double *shows, int values) noexcept nogil


cdef class Counter:
    cdef counter_t c
