"""Whether a known board forces a guess: safe play from the first reveal, with one-bit-a-cell rules and rivals."""

from libc.stdint cimport INT32_MAX, INT32_MIN, INT64_MAX, int32_t, int64_t, uint8_t
from libc.string cimport memcpy

from surefoot_core.certain cimport count_certain
from surefoot_core.checker cimport (
    PLAY_BUDGET, PLAY_MEMORY, PLAY_STUCK, PLAY_WON, RIVAL_ROOM, checker_candidates, checker_cell, checker_clue,
    checker_free, checker_init, checker_load, checker_open, checker_open_proved, checker_opened, checker_refresh,
    checker_rules, checker_t, needs_turning,
)
from surefoot_core.counter cimport COUNT_DONE, COUNT_MEMORY, counter_free, counter_init, counter_t, kept_forget
from surefoot_core.frontier cimport component_t, frontier_free, frontier_init, frontier_t, frontier_update
from surefoot_core.knowledge cimport (
    MINED, RULE_CLUES, RULE_GIVEN, RULE_ONE_CLUE, RULE_TOTAL, SAFE, deduction_t, knowledge_decide, knowledge_free,
    knowledge_init, knowledge_next, knowledge_reveal, knowledge_t,
)
from surefoot_core.rival cimport (
    CELL_KNOWN, CELL_OPEN, CELL_SAFE, RIVAL_FOUND, RIVAL_NONE, RIVAL_UNKNOWN, rival_find, rival_holds,
)
from surefoot_core.topology cimport rectangle
from surefoot_core.view cimport HIDDEN

from surefoot_core.errors import InvalidBoardError, InvalidCellError

cdef int64_t NO_BUDGET = INT64_MAX / 2

cdef enum:
    MAX_NODES = 1 << 22        # limits of the counting engine for one view
    MAX_BYTES = 1 << 28

cdef enum:
    NOTHING = 0                # what a look for a forced cell can give
    OPENED = 1
    NOT_KNOWN = 2


cdef void excuse(checker_t *c, const int32_t *flips, int32_t size) noexcept nogil:
    cdef int32_t i
    for i in range(size):
        c.excused[flips[i]] = c.survey


cdef void keep_rival(checker_t *c) noexcept nogil:
    cdef int32_t first = c.rival_first[c.rival_count]
    excuse(c, c.r.flips, c.r.flips_size)
    if first + c.r.flips_size <= RIVAL_ROOM * c.topology.cells:
        memcpy(c.rivals + first, c.r.flips, c.r.flips_size * sizeof(int32_t))
        c.rival_count += 1
        c.rival_first[c.rival_count] = first + c.r.flips_size


cdef void recall_rivals(checker_t *c, int32_t low, int32_t high) noexcept nogil:
    # Rivals found before excuse their cells again if they still hold; the others are dropped.
    cdef int32_t i, j, first, size, gain = 0, kept = 0, end = 0
    c.survey += 1
    c.rival_first[0] = 0
    for i in range(c.rival_count):
        first = c.rival_first[i]
        size = c.rival_first[i + 1] - first
        # kept <= i + 1, and where it is i + 1 nothing was dropped: what is written below was read, or is the same.
        if rival_holds(&c.r, c.rivals + first, size, &gain):
            if low <= gain <= high:
                excuse(c, c.rivals + first, size)
            for j in range(size):
                c.rivals[end + j] = c.rivals[first + j]
            end += size
            kept += 1
        c.rival_first[kept] = end
    c.rival_count = kept


cdef int open_forced(checker_t *c, bint total, int64_t budget) noexcept nogil:
    # Reveals a cell that no rule finds and yet is safe in every layout.
    cdef int32_t low = INT32_MIN, high = INT32_MAX, i, cell
    cdef int found
    if not checker_candidates(c, total):
        return NOTHING
    if total:                  # the cells next to no clue can take up so many mines more or less
        low = c.other_mines - c.others
        high = c.other_mines
    recall_rivals(c, low, high)
    for i in range(c.candidates):
        cell = c.candidate[i]
        if c.excused[cell] == c.survey:
            continue
        found = rival_find(&c.r, cell, low, high, budget)
        if found == RIVAL_NONE:
            checker_open(c, cell)
            return OPENED
        if found == RIVAL_UNKNOWN:
            return NOT_KNOWN
        keep_rival(c)
    if not total or c.others == 0 or c.other_mines:
        return NOTHING
    found = rival_find(&c.r, -1, low, -1, budget)
    if found == RIVAL_NONE:
        open_others(c)
        return OPENED
    return NOTHING if found == RIVAL_FOUND else NOT_KNOWN


cdef int open_certain(checker_t *c, knowledge_t *k, frontier_t *f, counter_t *w, bint total) noexcept nogil:
    # Reveals what the counting engine proves safe; `kind` is set. NOT_KNOWN if a component is too wide for it.
    cdef component_t *part
    cdef int32_t cell, i, box, opened = 0
    cdef int status
    for cell in range(c.topology.cells):
        if c.r.kind[cell] == CELL_OPEN:
            knowledge_reveal(k, cell, checker_clue(c, cell))
        elif c.r.kind[cell] == CELL_KNOWN:
            knowledge_decide(k, cell, MINED, RULE_GIVEN, -1, -1)
    if frontier_update(f, k) < 0:
        return PLAY_MEMORY
    status = count_certain(w, f, total)
    if status == COUNT_MEMORY:
        return PLAY_MEMORY
    for i in range(f.components):
        part = f.component[i]
        for box in range(part.boxes):
            if w.chances.sure[w.chances.first[i] + box] == SAFE:
                for cell in range(part.box_first[box], part.box_first[box + 1]):
                    checker_open(c, part.cells[cell])
                    opened += 1
    if w.chances.unconstrained and w.chances.certain == SAFE:
        open_others(c)
        opened += 1
    if opened:
        return OPENED
    return NOTHING if status == COUNT_DONE else NOT_KNOWN


cdef int decide_by_counting(checker_t *c, bint total) noexcept nogil:
    # The same question for the counting engine, on a copy of the view.
    cdef knowledge_t k
    cdef frontier_t f
    cdef counter_t w
    cdef int found = PLAY_MEMORY
    if knowledge_init(&k, c.topology, c.topology.cells - c.safe_total) < 0:
        return PLAY_MEMORY
    if frontier_init(&f, &k) == 0:
        f.forget = kept_forget
        counter_init(&w, MAX_NODES, MAX_BYTES)
        found = open_certain(c, &k, &f, &w, total)
        counter_free(&w)
        frontier_free(&f)
    knowledge_free(&k)
    return found


cdef void open_others(checker_t *c) noexcept nogil:
    # Reveals all unknown cells that are next to no revealed one.
    cdef int32_t cell, i
    for i in range(c.r.frontier_size):
        c.r.kind[c.r.frontier[i]] = CELL_KNOWN
    for cell in range(c.topology.cells):
        if c.r.kind[cell] == CELL_SAFE:
            checker_open(c, cell)


cdef int open_by_all_clues(checker_t *c, bint total) noexcept nogil:
    # Reveals what rules do not find: OPENED, NOTHING or PLAY_MEMORY. Each way to decide is complete but for its
    # limits; the last one has none.
    cdef int found = open_forced(c, total, c.budget)
    if found == NOT_KNOWN:
        found = decide_by_counting(c, total)
    if found == NOT_KNOWN:
        found = open_forced(c, total, NO_BUDGET)
    return found


cdef int checker_play(checker_t *c, bint total) noexcept nogil:
    cdef int found
    checker_refresh(c)
    while True:
        if checker_rules(c):
            return PLAY_WON
        found = open_by_all_clues(c, total)
        if found == PLAY_MEMORY:
            return PLAY_MEMORY
        if found == NOTHING:
            return PLAY_STUCK


cdef class Checker:
    """Judges boards of one size whose mines are known: whether safe reveals alone win from a first reveal.

    Boards of up to 16 x 32 cells are held in bit planes; ``planes=False`` takes the way of larger boards, which
    gives the same answers. `budget` is the number of decisions that the search for another layout may take before the
    counting engine is asked; it changes no answer. One thread uses one checker. Memory: about 80 bytes a cell, 120
    for larger boards.
    """

    def __cinit__(self, int rows, int cols, *, bint planes=True, int64_t budget=PLAY_BUDGET):
        self.table = rectangle(rows, cols)
        self.turned_table = rectangle(cols, rows) if needs_turning(rows, cols) else self.table
        self.rows = rows
        self.cols = cols
        if checker_init(&self.c, &self.table.c, &self.turned_table.c, planes) < 0:
            raise MemoryError
        self.c.budget = budget

    def __dealloc__(self):
        checker_free(&self.c)

    cdef bint begins(self, const uint8_t[::1] mines, int start) except -1:
        # Whether the first reveal is on the board and no mine.
        if mines.shape[0] != self.c.topology.cells:
            raise InvalidBoardError(f"expected {self.c.topology.cells} cells, got {mines.shape[0]}")
        if not 0 <= start < self.c.topology.cells:
            raise InvalidCellError(f"expected a cell in 0 .. {self.c.topology.cells - 1}, got {start}")
        return not mines[start]

    def check(self, const uint8_t[::1] mines not None, int start):
        """Return (won by the clues, won with the total, opened by the clues, opened with the total).

        `mines` holds one byte a cell, row by row, not 0 for a mine; `start` is the flat index of the first reveal.
        Without a guess won means that every safe cell is open; opened counts the cells that perfect play opens
        before it would have to guess, 0 if the start is a mine.
        """
        cdef int clues, total
        cdef int32_t opened_clues, opened_total
        if not self.begins(mines, start):
            return False, False, 0, 0
        with nogil:
            checker_load(&self.c, &mines[0])
            checker_open(&self.c, checker_cell(&self.c, start))
            clues = checker_play(&self.c, False)
            opened_clues = checker_opened(&self.c)
            total = checker_play(&self.c, True) if clues == PLAY_STUCK else clues
            opened_total = checker_opened(&self.c)
        if clues == PLAY_MEMORY or total == PLAY_MEMORY:
            raise MemoryError
        return clues == PLAY_WON, total == PLAY_WON, opened_clues, opened_total

    def steps(self, const uint8_t[::1] mines not None, int start, *, bint total):
        """Return how easiest-first play goes: (won, moves, cells open in the end, deductions by rule).

        Always the easiest deduction that there is: one clue, else one pair of clues, else one cell that is safe by
        all clues together, else by the clues and the mine total. `moves` holds (cell, rule) of each reveal that was
        proved, in order, 3 more clues and 4 the total; what a zero opens by itself is no move. The deductions count
        the cells proved safe or mines by rule 1 .. 4, of the last two rules the safe ones alone. Only with
        ``planes=False``.
        """
        cdef knowledge_t *k = &self.c.k
        cdef deduction_t *entry
        cdef int32_t i, logged
        cdef int rule, found
        cdef bytes before
        if self.c.planes:
            raise ValueError("steps are told by a checker with planes=False")
        moves = []
        counts = [0] * 5
        if not self.begins(mines, start):
            return False, moves, bytes(self.c.topology.cells), tuple(counts[1:])
        checker_load(&self.c, &mines[0])
        checker_open(&self.c, start)
        while True:
            logged = k.logged
            if knowledge_next(k):
                for i in range(logged, k.logged):
                    entry = &k.log[i]
                    if entry.rule == RULE_ONE_CLUE and k.clue[entry.first] == 0:
                        continue
                    counts[entry.rule] += 1
                    if entry.value == SAFE:
                        moves.append((entry.cell, entry.rule))
                checker_open_proved(&self.c)
                continue
            if self.c.opened == self.c.safe_total:
                break
            before = k.clue[:self.c.topology.cells]
            rule = RULE_CLUES
            found = open_by_all_clues(&self.c, False)
            if found == NOTHING and total:
                rule = RULE_TOTAL
                found = open_by_all_clues(&self.c, True)
            if found == PLAY_MEMORY:
                raise MemoryError
            if found == NOTHING:
                break
            for i in range(self.c.topology.cells):
                if k.clue[i] != before[i]:
                    moves.append((i, rule))
                    counts[rule] += 1
        cells = bytes([k.clue[i] != HIDDEN for i in range(self.c.topology.cells)])
        return self.c.opened == self.c.safe_total, moves, cells, tuple(counts[1:])
