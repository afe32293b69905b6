# The order of elimination of a component, and what it will cost.
#
# A row is open from its first box to its last; the fewer are open at once, the fewer nodes the diagram has. Finding
# the best order is hard, so greedy orders from several places are compared by an estimate of their nodes.

from surefoot_core.diagram cimport diagram_t
from surefoot_core.frontier cimport component_t

cdef enum:                     # of a row while boxes are placed
    CLOSED = 0
    OPEN = 1
    WAITING = 2                # no box of it placed yet


# Sets boxes, order, size, width and cost of the diagram: DIAGRAM_DONE or DIAGRAM_MEMORY.
cdef int diagram_order(diagram_t *d, const component_t *component) noexcept nogil
