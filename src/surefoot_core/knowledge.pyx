"""What a solver knows: need and undecided neighbours of each clue, and the rules for one and for two clues."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from surefoot_core.view cimport HIDDEN, MINE, new_view

from surefoot_core.errors import InvalidCellError


cdef int knowledge_init(knowledge_t *k, const topology_t *topology, int32_t total) noexcept nogil:
    cdef size_t n = topology.cells
    memset(k, 0, sizeof(knowledge_t))
    k.topology = topology
    k.clue = <uint8_t *>malloc(n)
    k.mark = <uint8_t *>malloc(n)
    k.need = <int16_t *>malloc(n * sizeof(int16_t))
    k.open = <int16_t *>malloc(n * sizeof(int16_t))
    k.log = <deduction_t *>malloc(n * sizeof(deduction_t))
    k.queue = <int32_t *>malloc(n * sizeof(int32_t))
    k.pairs = <int32_t *>malloc(n * sizeof(int32_t))
    k.waiting = <uint8_t *>malloc(n)
    k.touched = <int32_t *>malloc(n * sizeof(int32_t))
    k.shared = <int16_t *>calloc(n, sizeof(int16_t))
    if (
        k.clue == NULL or k.mark == NULL or k.need == NULL or k.open == NULL or k.log == NULL or k.queue == NULL
        or k.pairs == NULL or k.waiting == NULL or k.touched == NULL or k.shared == NULL
    ):
        knowledge_free(k)
        return -1
    k.slots = 1
    knowledge_reset(k, total)
    return 0


cdef void knowledge_set_slots(knowledge_t *k, int32_t slots) noexcept nogil:
    k.slots = slots


cdef void knowledge_free(knowledge_t *k) noexcept nogil:
    free(k.clue)
    free(k.mark)
    free(k.need)
    free(k.open)
    free(k.log)
    free(k.queue)
    free(k.pairs)
    free(k.waiting)
    free(k.touched)
    free(k.shared)
    memset(k, 0, sizeof(knowledge_t))


cdef void knowledge_reset(knowledge_t *k, int32_t total) noexcept nogil:
    cdef size_t n = k.topology.cells
    memset(k.clue, HIDDEN, n)
    memset(k.mark, UNDECIDED, n)
    memset(k.waiting, 0, n)
    k.total = total
    k.hidden = k.topology.cells
    k.mines = 0
    k.conflict = -1
    k.logged = 0
    k.queue_head = k.queue_size = 0
    k.pairs_head = k.pairs_size = 0
    k.touched_size = 0


cdef inline void touch(knowledge_t *k, int32_t witness) noexcept nogil:
    # The row of a witness changed: both rules, and the frontier, have to look at it again.
    cdef int32_t place
    if not k.waiting[witness] & 1:
        place = k.queue_head + k.queue_size
        k.queue[place - k.topology.cells if place >= k.topology.cells else place] = witness
        k.queue_size += 1
    if not k.waiting[witness] & 2:
        place = k.pairs_head + k.pairs_size
        k.pairs[place - k.topology.cells if place >= k.topology.cells else place] = witness
        k.pairs_size += 1
    if not k.waiting[witness] & 4:
        k.touched[k.touched_size] = witness
        k.touched_size += 1
    k.waiting[witness] = 7


cdef inline void remove_from_rows(knowledge_t *k, int32_t cell, int32_t mines) noexcept nogil:
    # An UNDECIDED cell with so many mines leaves the rows of the witnesses around it.
    cdef const int32_t *near = k.topology.near
    cdef int32_t i
    for i in range(k.topology.first[cell], k.topology.first[cell + 1]):
        if k.clue[near[i]] != HIDDEN:
            k.open[near[i]] -= 1
            k.need[near[i]] -= mines
            touch(k, near[i])


cdef void knowledge_reveal(knowledge_t *k, int32_t cell, int clue) noexcept nogil:
    cdef const int32_t *near = k.topology.near
    cdef int32_t i
    cdef int need = clue, undecided = 0
    if k.clue[cell] != HIDDEN:
        if k.clue[cell] != clue:
            k.conflict = cell
        return
    for i in range(k.topology.first[cell], k.topology.first[cell + 1]):
        if k.mark[near[i]] == UNDECIDED:
            undecided += 1
        elif k.mark[near[i]] == MINED:
            need -= k.slots
    k.need[cell] = need
    k.open[cell] = undecided
    k.clue[cell] = clue
    if k.mark[cell] == MINED:
        k.conflict = cell
    elif k.mark[cell] == UNDECIDED:
        k.mark[cell] = SAFE
        k.hidden -= 1
        remove_from_rows(k, cell, 0)
    touch(k, cell)


cdef void knowledge_change_clue(knowledge_t *k, int32_t witness, int change) noexcept nogil:
    k.clue[witness] += change
    k.need[witness] += change
    touch(k, witness)


cdef inline void write_down(
    knowledge_t *k, int32_t cell, int value, int rule, int32_t first, int32_t second
) noexcept nogil:
    cdef deduction_t *entry = &k.log[k.logged]
    entry.cell = cell
    entry.value = value
    entry.rule = rule
    entry.first = first
    entry.second = second
    k.logged += 1


cdef void knowledge_decide(
    knowledge_t *k, int32_t cell, int value, int rule, int32_t first, int32_t second
) noexcept nogil:
    if k.mark[cell] != UNDECIDED:
        if k.mark[cell] != value:
            k.conflict = first if first >= 0 else cell
        return
    k.mark[cell] = value
    k.hidden -= 1
    k.mines += k.slots if value == MINED else 0
    write_down(k, cell, value, rule, first, second)
    remove_from_rows(k, cell, k.slots if value == MINED else 0)


cdef inline void decide_row(knowledge_t *k, int32_t witness, int value) noexcept nogil:
    cdef const int32_t *near = k.topology.near
    cdef int32_t i
    for i in range(k.topology.first[witness], k.topology.first[witness + 1]):
        if k.mark[near[i]] == UNDECIDED:
            knowledge_decide(k, near[i], value, RULE_ONE_CLUE, witness, -1)


cdef int32_t knowledge_one_clue(knowledge_t *k) noexcept nogil:
    cdef int32_t witness, before = k.logged
    while k.queue_size and k.conflict < 0:
        witness = k.queue[k.queue_head]
        k.queue_head += 1
        if k.queue_head == k.topology.cells:
            k.queue_head = 0
        k.queue_size -= 1
        k.waiting[witness] &= ~1
        if k.need[witness] < 0 or k.need[witness] > k.slots * k.open[witness]:
            k.conflict = witness
        elif k.open[witness] == 0:
            continue
        elif k.need[witness] == 0:
            decide_row(k, witness, SAFE)
        elif k.need[witness] == k.slots * k.open[witness]:
            decide_row(k, witness, MINED)
    return k.logged - before


cdef inline bint is_near(knowledge_t *k, int32_t cell, int32_t witness) noexcept nogil:
    cdef int32_t i
    for i in range(k.topology.first[witness], k.topology.first[witness + 1]):
        if k.topology.near[i] == cell:
            return True
    return False


cdef void split_rows(knowledge_t *k, int32_t more, int32_t less) noexcept nogil:
    # The clue `more` needs as many mines beyond `less` as its cells beyond it can hold: those are mines, and the
    # cells of `less` beyond `more` are safe.
    cdef const int32_t *near = k.topology.near
    cdef int32_t i
    for i in range(k.topology.first[more], k.topology.first[more + 1]):
        if k.mark[near[i]] == UNDECIDED and not is_near(k, near[i], less):
            knowledge_decide(k, near[i], MINED, RULE_TWO_CLUES, more, less)
    for i in range(k.topology.first[less], k.topology.first[less + 1]):
        if k.mark[near[i]] == UNDECIDED and not is_near(k, near[i], more):
            knowledge_decide(k, near[i], SAFE, RULE_TWO_CLUES, more, less)


cdef bint compare_with_others(knowledge_t *k, int32_t witness) noexcept nogil:
    # The two-clue rule of one witness against every other that shares an undecided cell with it: True at the first
    # that decides anything. Complete for two clues: every other deduction from a pair is one that one of the two
    # clues makes alone.
    cdef const int32_t *near = k.topology.near
    cdef const int32_t *first = k.topology.first
    cdef int32_t i, j, cell, other, more = -1, less = -1
    cdef int beyond, beyond_other
    for i in range(first[witness], first[witness + 1]):
        cell = near[i]
        if k.mark[cell] == UNDECIDED:
            for j in range(first[cell], first[cell + 1]):
                if k.clue[near[j]] != HIDDEN:
                    k.shared[near[j]] += 1
    for i in range(first[witness], first[witness + 1]):
        cell = near[i]
        if k.mark[cell] == UNDECIDED:
            for j in range(first[cell], first[cell + 1]):
                other = near[j]
                if k.shared[other] == 0:
                    continue
                beyond = k.open[witness] - k.shared[other]
                beyond_other = k.open[other] - k.shared[other]
                k.shared[other] = 0
                if other == witness or more >= 0 or beyond + beyond_other == 0:
                    continue
                if k.need[witness] == k.need[other] + k.slots * beyond:
                    more, less = witness, other
                elif k.need[other] == k.need[witness] + k.slots * beyond_other:
                    more, less = other, witness
    if more < 0:
        return False
    split_rows(k, more, less)
    return True


cdef int32_t knowledge_next(knowledge_t *k) noexcept nogil:
    cdef int32_t witness, made = knowledge_one_clue(k), before = k.logged
    while made == 0 and k.conflict < 0 and k.pairs_size:
        witness = k.pairs[k.pairs_head]
        if k.open[witness] and compare_with_others(k, witness):
            made = k.logged - before
            break
        k.pairs_head += 1
        if k.pairs_head == k.topology.cells:
            k.pairs_head = 0
        k.pairs_size -= 1
        k.waiting[witness] &= ~2
    return made


cdef int32_t knowledge_rules(knowledge_t *k) noexcept nogil:
    cdef int32_t before = k.logged
    while knowledge_next(k):
        pass
    return k.logged - before


cdef void fill_rows(knowledge_t *k, const uint8_t *cells) noexcept nogil:
    # `need` and `open` of every clue: the hidden cells, which are mostly fewer than the revealed ones, go into the
    # rows around them. Hidden cells get a row as well, that nobody reads and their reveal makes anew.
    cdef const int32_t *near = k.topology.near
    cdef int32_t cell, i
    for cell in range(k.topology.cells):
        k.need[cell] = cells[cell]
        k.open[cell] = 0
    for cell in range(k.topology.cells):
        if cells[cell] < MINE:
            continue
        for i in range(k.topology.first[cell], k.topology.first[cell + 1]):
            if cells[cell] == MINE:
                k.need[near[i]] -= k.slots
            else:
                k.open[near[i]] += 1


cdef void fill_rows_of_rectangle(knowledge_t *k, const uint8_t *cells) noexcept nogil:
    # The same by sums over 3 x 3 cells, first along the rows: undecided cells in the low half of a byte, mines in the
    # high half. Compilers make vector code of such loops. `waiting` and `mark`, lent here, are filled afterwards.
    cdef int32_t n = k.topology.cells, cols = k.topology.cols, row, cell
    cdef uint8_t *sum = k.waiting
    cdef uint8_t *below = sum + cols
    cdef uint8_t *along = k.mark
    cdef int16_t *need = k.need
    cdef int16_t *open = k.open
    cdef int16_t slots = k.slots
    for cell in range(n):
        sum[cell] = (cells[cell] == HIDDEN) + 16 * (cells[cell] == MINE)
    memcpy(along, sum, n)
    for cell in range(1, n):
        along[cell] += sum[cell - 1]
    for cell in range(n - 1):
        along[cell] += sum[cell + 1]
    for row in range(1, k.topology.rows):  # where one row ends and the next begins are no neighbours
        along[row * cols] -= sum[row * cols - 1]
        along[row * cols - 1] -= sum[row * cols]
    memcpy(sum, along, n)
    for cell in range(n - cols):
        below[cell] += along[cell]
    along += cols
    for cell in range(n - cols):
        sum[cell] += along[cell]
    for cell in range(n):
        open[cell] = sum[cell] & 15
        need[cell] = cells[cell] - (sum[cell] >> 4) * slots


cdef inline int32_t list_flags(const uint8_t *flags, int32_t n, int32_t *cells) noexcept nogil:
    # The cells whose flag has bit 0, in order; returns how many. Eight cells without any are passed over at once, and
    # others take no branch: what is where on a board is nothing that a processor could foresee.
    cdef int32_t count = 0, cell, i
    cdef uint64_t eight
    for cell in range(0, n - 7, 8):
        memcpy(&eight, flags + cell, 8)
        if eight:
            for i in range(8):
                cells[count] = cell + i
                count += flags[cell + i] & 1
    for cell in range(n & ~7, n):
        cells[count] = cell
        count += flags[cell] & 1
    return count


cdef void knowledge_load(knowledge_t *k, const uint8_t *cells) noexcept nogil:
    # A loop for each array, so that compilers make vector code of it.
    cdef int32_t n = k.topology.cells, mines, rows, hidden = 0, cell, i
    cdef int32_t *listed = k.queue
    cdef uint8_t *clue = k.clue
    cdef uint8_t *mark = k.mark
    cdef uint8_t *flags = k.waiting
    cdef const int16_t *need = k.need
    cdef const int16_t *open = k.open
    if k.topology.rectangle:
        fill_rows_of_rectangle(k, cells)
    else:
        fill_rows(k, cells)
    for cell in range(n):
        clue[cell] = HIDDEN if cells[cell] == MINE else cells[cell]
    for cell in range(n):
        mark[cell] = SAFE if cells[cell] < MINE else MINED if cells[cell] == MINE else UNDECIDED
    for cell in range(n):
        flags[cell] = cells[cell] == MINE
    mines = list_flags(flags, n, listed)
    for i in range(mines):
        write_down(k, listed[i], MINED, RULE_GIVEN, -1, -1)
    for cell in range(n):
        hidden += cells[cell] == HIDDEN
    k.hidden = hidden
    k.mines = mines * k.slots
    for cell in range(n):
        flags[cell] = 7 if (clue[cell] != HIDDEN) & ((open[cell] | need[cell]) != 0) else 0
    rows = list_flags(flags, n, listed)
    memcpy(k.pairs, listed, rows * sizeof(int32_t))
    memcpy(k.touched, listed, rows * sizeof(int32_t))
    k.queue_size = k.pairs_size = k.touched_size = rows


cdef int check_cell(const knowledge_t *k, int32_t cell) except -1:
    if not 0 <= cell < k.topology.cells:
        raise InvalidCellError(f"expected a cell in 0 .. {k.topology.cells - 1}, got {cell}")
    return 0


cdef class Knowledge:
    """What follows from a View by the rules for one and for two clues, kept up to date as cells are revealed.

    Cells are flat indices, row * cols + col. Each hidden cell is undecided, safe or a mine; each decision is made
    once and stays. Memory: about 30 bytes a cell.
    """

    def __cinit__(self, View view not None):
        self.topology = view.neighbourhood()
        if knowledge_init(&self.c, &self.topology.c, view.total) < 0:
            raise MemoryError
        knowledge_set_slots(&self.c, view.slots)
        with nogil:
            knowledge_load(&self.c, view.cells)

    def __dealloc__(self):
        knowledge_free(&self.c)

    def reveal(self, cell, clue):
        """A cell was revealed and shows this clue, 0 .. 253."""
        check_cell(&self.c, cell)
        if not 0 <= clue < MINE:
            raise ValueError(f"expected a clue in 0 .. {MINE - 1}, got {clue!r}")
        knowledge_reveal(&self.c, cell, clue)

    def decide(self, cell, value, rule):
        """An engine proved that an undecided cell is safe (1) or a mine (2); `rule` is 3 (clues) or 4 (total)."""
        check_cell(&self.c, cell)
        if value not in (SAFE, MINED) or rule not in (RULE_CLUES, RULE_TOTAL):
            raise ValueError(f"expected a value 1 or 2 and a rule 3 or 4, got {value!r} and {rule!r}")
        knowledge_decide(&self.c, cell, value, rule, -1, -1)

    def apply_rules(self):
        """Run the rules for one clue and for two clues to a fixpoint; return the number of new decisions."""
        cdef int32_t made
        with nogil:
            made = knowledge_rules(&self.c)
        return made

    def view(self):
        """Return what the knowledge was given: the clues revealed so far, the trusted flags and the mine total."""
        # The total is set after the slots, which it may need.
        cdef View view = new_view(self.topology.c.rows, self.topology.c.cols, -1)
        cdef int32_t i
        memcpy(view.cells, self.c.clue, view.n)
        for i in range(self.c.logged):
            if self.c.log[i].rule == RULE_GIVEN:
                view.cells[self.c.log[i].cell] = MINE
        view.table = self.topology
        view.slots = self.c.slots
        view.total = self.c.total
        return view

    def mark(self, cell):
        """Return 0 for an undecided cell, 1 for a safe or revealed cell, 2 for a mine."""
        check_cell(&self.c, cell)
        return self.c.mark[cell]

    def is_revealed(self, cell):
        """Return whether the cell shows a clue."""
        check_cell(&self.c, cell)
        return self.c.clue[cell] != HIDDEN

    def decisions(self, int32_t since=0):
        """Return the decisions from number `since` on as (cell, value, rule, first witness, second witness).

        value: 1 safe, 2 mine. rule: 0 given, 1 one clue, 2 two clues, 3 clues, 4 with the mine total. A witness
        that was not needed is -1.
        """
        cdef int32_t i
        if since < 0:
            raise ValueError(f"expected a number of 0 or more, got {since}")
        return [
            (self.c.log[i].cell, self.c.log[i].value, self.c.log[i].rule, self.c.log[i].first, self.c.log[i].second)
            for i in range(since, self.c.logged)
        ]

    @property
    def decided(self):
        """The number of decisions made so far."""
        return self.c.logged

    @property
    def undecided(self):
        """The number of hidden cells that are neither known to be safe nor known to be mines."""
        return self.c.hidden

    @property
    def mines(self):
        """The mines in the hidden cells known to be mines."""
        return self.c.mines

    @property
    def total(self):
        """The mine total, or None where it is not known."""
        return None if self.c.total < 0 else self.c.total

    @property
    def max_mines_per_cell(self):
        """The most mines that a cell can hold."""
        return self.c.slots

    @property
    def conflict(self):
        """The flat index of a clue that no layout satisfies, or None; found by the rules, so it may come late."""
        return None if self.c.conflict < 0 else self.c.conflict
