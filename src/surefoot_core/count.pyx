"""Counting the layouts of a view: every chance, and what is certain."""

from libc.math cimport log2
from libc.stdint cimport int32_t, uint64_t

from surefoot_core.certain cimport count_certain, sure_of
from surefoot_core.chances cimport count_view
from surefoot_core.clock cimport clock_after
from surefoot_core.counter cimport (
    COUNT_DONE, COUNT_MEMORY, COUNT_NONE, COUNT_WIDE, component_counts, count_component, counter_free, counter_init,
    kept_forget, kept_t,
)
from surefoot_core.frontier cimport component_at, component_t, frontier_t
from surefoot_core.knowledge cimport MINED, SAFE, UNDECIDED
from surefoot_core.order cimport diagram_order

cdef class Counter:
    """Counts the layouts of a `Frontier`; what it finds is kept with the frontier's components.

    Without a mine total all layouts are equally likely, or, with a `density`, each slot holds a mine with that
    chance. `max_nodes` limits the diagram of one component, `max_bytes` the memory of the counter, and `seconds` the
    wall time from here on: what takes longer is not known then. Cells are flat indices.
    """

    def __cinit__(
        self, Frontier frontier not None, *, density=None, max_nodes=4_000_000, max_bytes=1 << 30, seconds=None
    ):
        if max_nodes < 1 or max_bytes < 1:
            raise ValueError(f"expected limits of at least 1, got max_nodes={max_nodes!r}, max_bytes={max_bytes!r}")
        self.frontier = frontier
        frontier.c.forget = kept_forget
        self.components = -1
        counter_init(&self.c, max_nodes, max_bytes)
        self.c.diagram.deadline = clock_after(seconds)
        if density is not None:
            if not 0 < density < 1:
                raise ValueError(f"expected a density between 0 and 1, got {density!r}")
            self.c.prior = log2(<double>density / (1 - <double>density))

    def __dealloc__(self):
        counter_free(&self.c)

    def certain(self, *, total=True):
        """Work out what is certain; return whether all of it is known, or None without a consistent layout.

        Then `safe` and `mines` hold it. Without `total` the mine total is left out.
        """
        cdef bint with_total = total
        with nogil:
            count_certain(&self.c, &self.frontier.c, with_total)
        return outcome(self)

    def chances(self):
        """Work out every chance; return whether all are known, or None without a consistent layout.

        Then `safe`, `mines`, `layouts`, `unconstrained` and `mine_chances` hold the answer.
        """
        with nogil:
            count_view(&self.c, &self.frontier.c)
        return outcome(self)

    def safe(self):
        """Return the safe cells of the last answer that are not decided yet, in increasing order."""
        return sure_cells(self, SAFE)

    def mines(self):
        """Return the forced mines of the last answer that are not decided yet, in increasing order."""
        return sure_cells(self, MINED)

    def sure(self, int32_t component):
        """Return 0, 1 (safe) or 2 (a mine) for the cells of each box of a component in the last answer."""
        cdef const component_t *c = component_at(&self.frontier.c, component)
        cdef int32_t box
        check_answered(self)
        return [self.c.chances.sure[self.c.chances.first[component] + box] for box in range(c.boxes)]

    def sure_rest(self):
        """Return 0, 1 (safe) or 2 (a mine) for the unconstrained cells in the last answer."""
        check_answered(self)
        return self.c.chances.certain

    def order(self, int32_t component):
        """Return the boxes of a component in the order in which they are worked off."""
        cdef const component_t *c = component_at(&self.frontier.c, component)
        cdef int32_t i
        if diagram_order(&self.c.diagram, c) < 0:
            raise MemoryError
        return [self.c.diagram.order[i] for i in range(c.boxes)]

    def cost(self, int32_t component):
        """Return an estimate of the nodes of a component that is wide, or 0 where it is narrow."""
        if diagram_order(&self.c.diagram, component_at(&self.frontier.c, component)) < 0:
            raise MemoryError
        return self.c.diagram.cost

    def by_clues(self, int32_t component):
        """Return what the clues alone say about a component, or None where it is too wide.

        ([0, 1 (safe) or 2 (a mine) for each box], the set of its mine counts): bit m is set if a layout has m mines;
        no bit is set where there is none.
        """
        cdef component_t *c = <component_t *>component_at(&self.frontier.c, component)
        cdef const kept_t *kept
        cdef uint64_t[::1] counts
        cdef int32_t box
        cdef int status
        self.c.diagram.slots = self.frontier.c.k.slots
        with nogil:
            status = count_component(&self.c, c, False)
        if status == COUNT_NONE:
            return [0] * c.boxes, 0
        kept = <const kept_t *>c.kept
        if status == COUNT_DONE:
            counts = memoryview(bytearray(8 * (kept.most // 64 + 2))).cast("Q")
            with nogil:
                status = component_counts(&self.c, c, &counts[0])
        if status == COUNT_MEMORY:
            raise MemoryError
        if status == COUNT_WIDE:
            return None
        sure = [
            sure_of(kept.low[box], kept.high[box], c.box_first[box + 1] - c.box_first[box], self.frontier.c.k.slots)
            for box in range(c.boxes)
        ]
        return sure, sum([int(word) << 64 * place for place, word in enumerate(counts)]) << kept.least

    def layouts(self):
        """Return (m, e): there are m * 2**e consistent layouts, to about 12 digits; m is NaN where not known."""
        check_answered(self)
        return self.c.chances.layouts, self.c.chances.exponent

    def unconstrained(self):
        """Return the chance that an undecided cell next to no clue is a mine; NaN: there is none, or not known."""
        check_answered(self)
        return self.c.chances.chance

    def mine_chances(self):
        """Return {cell: chance of a mine} for all undecided cells; NaN where it is not known."""
        cdef const frontier_t *f = &self.frontier.c
        cdef const component_t *c
        cdef int32_t i, box, j, cell
        check_answered(self)
        found = {}
        for i in range(f.components):
            c = f.component[i]
            for box in range(c.boxes):
                for j in range(c.box_first[box], c.box_first[box + 1]):
                    found[c.cells[j]] = self.c.chances.mine[self.c.chances.first[i] + box]
        for cell in range(f.k.topology.cells):
            if f.k.mark[cell] == UNDECIDED and f.component_of[cell] < 0:
                found[cell] = self.c.chances.chance
        return found

    def wide(self):
        """Return the numbers of the components that are too wide for the limits."""
        cdef int32_t i
        return [
            i for i in range(self.frontier.c.components)
            if self.frontier.c.component[i].kept != NULL
            and (<kept_t *>self.frontier.c.component[i].kept).status == COUNT_WIDE
        ]

    @property
    def nodes(self):
        """The nodes of all diagrams built so far: a measure of work that repeats."""
        return self.c.diagram.built


cdef outcome(Counter counter):
    if counter.c.chances.status == COUNT_MEMORY:
        raise MemoryError
    if counter.c.chances.status == COUNT_NONE:
        counter.components = -1
        return None
    counter.components = counter.frontier.c.components
    counter.next_serial = counter.frontier.c.next_serial
    return counter.c.chances.status == COUNT_DONE


cdef int check_answered(Counter counter) except -1:
    # The answers belong to the components that were there; after an update they have no place.
    if counter.components != counter.frontier.c.components or counter.next_serial != counter.frontier.c.next_serial:
        raise ValueError("expected a call of certain() or chances() with a layout before, got none")
    return 0


cdef list sure_cells(Counter counter, int value):
    cdef const frontier_t *f = &counter.frontier.c
    cdef const component_t *c
    cdef int32_t i, box, j, cell
    check_answered(counter)
    found = []
    for i in range(f.components):
        c = f.component[i]
        for box in range(c.boxes):
            if counter.c.chances.sure[counter.c.chances.first[i] + box] == value:
                found.extend([c.cells[j] for j in range(c.box_first[box], c.box_first[box + 1])])
    if counter.c.chances.certain == value:
        for cell in range(f.k.topology.cells):
            if f.k.mark[cell] == UNDECIDED and f.component_of[cell] < 0:
                found.append(cell)
    return sorted(found)
