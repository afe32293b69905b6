# One component at a time: the number of its layouts by their mines, kept until the component changes.
#
# What a component gives does not depend on the rest of the board, so it is kept in `component_t.kept` until the
# component changes; the rest of the board enters in `certain` and `chances`.
#
# A counter is a workspace that only grows: after the first calls nothing is allocated but what is kept. One thread
# uses one counter. All functions return a status; COUNT_MEMORY leaves everything consistent.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from surefoot_core.diagram cimport diagram_t
from surefoot_core.frontier cimport component_t
from surefoot_core.memo cimport memo_t
from surefoot_core.pool cimport pool_t
from surefoot_core.tally cimport tally_t

cdef enum:
    COUNT_MEMORY = -1          # memory ran out
    COUNT_DONE = 0
    COUNT_NONE = 1             # no consistent layout
    COUNT_WIDE = 2             # too wide for the limits of the counter: not known

cdef enum:
    PLAIN_CELLS = 900          # 2**cells layouts are within a double

cdef enum:
    # places in the pool
    FIRST, MINE, SURE, OFFSETS, LENGTHS, SETS, ALLOWED, SETS_SHIFTED, POLYS, SEEDS, LOGS, KEY, COUNT_POOLS

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
    memo_t *memo               # answers with chances, for components of the same structure; NULL: none is looked up
    chances_t chances
    int64_t budget
    pool_t pool[COUNT_POOLS]


# Limits of one component: nodes of its diagram, bytes for all of the workspace. `diagram.deadline` limits the time.
cdef void counter_init(counter_t *w, int64_t max_nodes, int64_t max_bytes) noexcept nogil
cdef void counter_free(counter_t *w) noexcept nogil

# For frontier_t.forget; it must be set before any of the functions below is called.
cdef void kept_forget(void *kept) noexcept nogil

# The kept answer of a component; worked out if there is none, or if it has no tally and `chances` wants one. Its
# status. Without `chances` only status, least, most, counts, low and high are worked out (about half the cost).
cdef int count_component(counter_t *w, component_t *component, bint chances) noexcept nogil

# The mine counts of a component whose kept status is COUNT_DONE, into `counts` of zeros: bit i for least + i mines.
cdef int component_counts(counter_t *w, component_t *component, uint64_t *counts) noexcept nogil

# COUNT_WIDE, after freeing what the pools took up to their limit, so that the next component finds room.
cdef int counter_give_up(counter_t *w) noexcept nogil
