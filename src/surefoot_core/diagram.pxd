# The layered diagram of one component: its layouts as paths.
#
# Layer l stands before the l-th box in the order of elimination. A node is one combination of what the open rows
# still need (a row is open from its first box to its last); an edge is a number of mines in the box. Integers only.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from surefoot_core.clock cimport clock_now
from surefoot_core.frontier cimport component_t
from surefoot_core.pool cimport pool_t

cdef enum:
    DIAGRAM_MEMORY = -1        # memory ran out
    DIAGRAM_DONE = 0
    DIAGRAM_NONE = 1           # no path: no layout satisfies the rows
    DIAGRAM_WIDE = 2           # more nodes, bytes or time than the limits allow

cdef enum:
    # places in the pool
    ORDER, SIZE, LAYER, EDGE, CHILD, FEWEST, LEAST, MOST, AHEAD_LEAST, AHEAD_MOST, LOW, HIGH, LEFT, GAIN, CANDIDATES
    STATE, SLOT, KEYS, NEXT_KEYS, TABLE, QUEUE, OTHER, AHEAD, BEHIND_SET, AHEAD_SET, DIAGRAM_POOLS

ctypedef struct diagram_t:
    int64_t max_nodes          # limits of one diagram
    int64_t budget             # bytes that the pools may still grow by
    int32_t slots              # the most mines that a cell can hold; 1 after `diagram_init`
    int64_t deadline           # by `clock_now`: what takes longer is DIAGRAM_WIDE; 0: it may take any time
    int64_t built              # nodes built since `diagram_init`, as a measure of work
    # What follows belongs to the component worked on last.
    int32_t boxes
    int32_t width              # most rows open at once
    double cost                # an estimate of the nodes where the width is above 9, else 0
    int32_t *order             # [boxes] the boxes in the order of elimination
    int32_t *size              # [boxes] slots of the box of each layer: its cells times `slots`
    int32_t nodes
    int32_t *layer             # [boxes + 2] layer l: nodes layer[l] .. layer[l + 1] - 1; layer 0 and `boxes` have one
    int32_t *edge              # [nodes + 1] edges of a node: edge[v] .. edge[v + 1] - 1
    int32_t *child             # [edges] a node of the next layer; -1: no path from there to the end
    uint8_t *fewest            # [nodes] mines of the first edge; each further edge is one more
    int32_t *least             # [nodes] fewest and most mines on the way to a node
    int32_t *most
    int32_t *ahead_least       # [nodes] fewest and most mines from a node to the end; -1: no path from there
    int32_t *ahead_most
    uint64_t *ahead            # [nodes] the set of those mine counts, if ahead_most[0] <= 63: bit m for m mines
    uint8_t *low               # [boxes] by box, not by layer: fewest and most mines in it over all paths
    uint8_t *high
    pool_t pool[DIAGRAM_POOLS]


cdef inline bint diagram_late(const diagram_t *d, int32_t node) noexcept nogil:
    # Whether the deadline has passed, looked at on every 1024th node.
    return d.deadline != 0 and node & 1023 == 0 and clock_now() > d.deadline


cdef void diagram_init(diagram_t *d, int64_t max_nodes, int64_t max_bytes) noexcept nogil
cdef void diagram_free(diagram_t *d) noexcept nogil
# The whole diagram.
cdef int diagram_build(diagram_t *d, const component_t *component) noexcept nogil
# Sets of mine counts: bit k stands for k mines in the component, in ahead_most[0] // 64 + 1 words.
# The counts that layouts have: DIAGRAM_DONE, _MEMORY or _WIDE.
cdef int diagram_counts(diagram_t *d, uint64_t *counts) noexcept nogil
# Fills low and high anew, over the layouts with a count out of the set `allowed`: DIAGRAM_DONE, _NONE, ...
cdef int diagram_restrict(diagram_t *d, const component_t *component, const uint64_t *allowed) noexcept nogil
