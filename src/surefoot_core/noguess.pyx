"""Whether a known board forces a guess: safe play from the first reveal, with one-bit-a-cell rules and rivals."""

from libc.stdint cimport INT32_MAX, INT32_MIN, int32_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from surefoot_core.knowledge cimport (
    MINED, SAFE, knowledge_free, knowledge_init, knowledge_reset, knowledge_reveal, knowledge_rules
)
from surefoot_core.rival cimport (
    CELL_KNOWN, CELL_MINE, CELL_OPEN, CELL_SAFE, RIVAL_FOUND, RIVAL_NONE, rival_find, rival_free, rival_holds,
    rival_init
)
from surefoot_core.topology cimport rectangle
from surefoot_core.view cimport HIDDEN

from surefoot_core.errors import InvalidBoardError, InvalidCellError

cdef extern from *:
    """
    #define sf_ctz32(x) __builtin_ctz(x)
    #define sf_popcount32(x) __builtin_popcount(x)
    """
    int sf_ctz32(uint32_t bits) noexcept nogil
    int sf_popcount32(uint32_t bits) noexcept nogil

cdef enum:
    RIVAL_ROOM = 4             # flips kept, in multiples of the cells
    BUDGET = 1 << 30


cdef bint needs_turning(int rows, int cols) noexcept nogil:
    return rows > PLANE_ROWS and rows <= PLANE_COLS and cols <= PLANE_ROWS


cdef int checker_init(
    checker_t *c, const topology_t *topology, const topology_t *turned, bint planes
) noexcept nogil:
    cdef size_t n = topology.cells
    cdef int32_t row
    memset(c, 0, sizeof(checker_t))
    c.turned = planes and needs_turning(topology.rows, topology.cols)
    c.topology = turned if c.turned else topology
    c.planes = planes and c.topology.rows <= PLANE_ROWS and c.topology.cols <= PLANE_COLS
    c.candidate = <int32_t *>malloc(n * sizeof(int32_t))
    c.rivals = <int32_t *>malloc(RIVAL_ROOM * n * sizeof(int32_t))
    c.rival_first = <int32_t *>malloc((RIVAL_ROOM * n + 1) * sizeof(int32_t))
    c.excused = <uint32_t *>calloc(n, sizeof(uint32_t))
    if c.candidate == NULL or c.rivals == NULL or c.rival_first == NULL or c.excused == NULL:
        checker_free(c)
        return PLAY_MEMORY
    if rival_init(&c.r, c.topology) < 0:
        checker_free(c)
        return PLAY_MEMORY
    if c.planes:
        for row in range(c.topology.rows):
            c.p.board[row] = <uint32_t>0xFFFFFFFF >> (PLANE_COLS - c.topology.cols)
        return 0
    c.mine = <uint8_t *>malloc(n)
    c.clue = <uint8_t *>malloc(n)
    if c.mine == NULL or c.clue == NULL or knowledge_init(&c.k, c.topology, -1) < 0:
        checker_free(c)
        return PLAY_MEMORY
    return 0


cdef void checker_free(checker_t *c) noexcept nogil:
    knowledge_free(&c.k)
    rival_free(&c.r)
    free(c.mine)
    free(c.clue)
    free(c.candidate)
    free(c.rivals)
    free(c.rival_first)
    free(c.excused)
    memset(c, 0, sizeof(checker_t))


cdef int32_t checker_cell(const checker_t *c, int32_t cell) noexcept nogil:
    # The caller's cell as a cell of `topology`.
    if c.turned:
        return cell % c.topology.rows * c.topology.cols + cell / c.topology.rows
    return cell


cdef void checker_load(checker_t *c, const uint8_t *mines) noexcept nogil:
    cdef const topology_t *t = c.topology
    cdef int32_t cell, own, i
    cdef int32_t count = 0
    if c.planes:
        memset(c.p.mines, 0, sizeof(c.p.mines))
    else:
        memset(c.clue, 0, t.cells)
    for cell in range(t.cells):
        if c.planes:
            if mines[cell]:
                own = checker_cell(c, cell)
                c.p.mines[own / t.cols] |= <uint32_t>1 << (own % t.cols)
        else:
            c.mine[cell] = mines[cell] != 0
            if mines[cell]:
                for i in range(t.first[cell], t.first[cell + 1]):
                    c.clue[t.near[i]] += 1
        count += mines[cell] != 0
    c.safe_total = t.cells - count
    if c.planes:
        planes_clues(&c.p)
    checker_restart(c)


cdef void checker_restart(checker_t *c) noexcept nogil:
    c.rival_count = 0
    if c.planes:
        memset(c.p.open, 0, sizeof(c.p.open))
        memset(c.p.known, 0, sizeof(c.p.known))
    else:
        knowledge_reset(&c.k, -1)
        c.seen = 0
        c.opened = 0


cdef void checker_open(checker_t *c, int32_t cell) noexcept nogil:
    if c.planes:
        c.p.open[cell / c.topology.cols] |= <uint32_t>1 << (cell % c.topology.cols)
    elif c.k.clue[cell] == HIDDEN:
        c.opened += 1
        knowledge_reveal(&c.k, cell, c.clue[cell])


cdef int32_t checker_opened(const checker_t *c) noexcept nogil:
    cdef int32_t row, opened = 0
    if not c.planes:
        return c.opened
    for row in range(PLANE_ROWS):
        opened += sf_popcount32(c.p.open[row])
    return opened


cdef bint apply_rules(checker_t *c) noexcept nogil:
    # Rules and reveals to a fixpoint: True if every safe cell is open.
    if c.planes:
        return planes_rules(&c.p)
    while True:
        knowledge_rules(&c.k)
        if c.seen == c.k.logged:
            return c.opened == c.safe_total
        while c.seen < c.k.logged:
            if c.k.log[c.seen].value == SAFE:
                checker_open(c, c.k.log[c.seen].cell)
            c.seen += 1


cdef int32_t list_cells(const checker_t *c, const uint32_t *rows, int32_t *out) noexcept nogil:
    cdef int32_t row, size = 0
    cdef uint32_t bits
    for row in range(c.topology.rows):
        bits = rows[row]
        while bits:
            out[size] = row * c.topology.cols + sf_ctz32(bits)
            bits &= bits - 1
            size += 1
    return size


cdef void survey_knowledge(checker_t *c) noexcept nogil:
    cdef const topology_t *t = c.topology
    cdef int32_t cell, i
    c.others = c.other_mines = c.candidates = c.r.frontier_size = 0
    for cell in range(t.cells):
        if c.k.mark[cell] == SAFE:
            c.r.kind[cell] = CELL_OPEN
        elif c.k.mark[cell] == MINED:
            c.r.kind[cell] = CELL_KNOWN
        else:
            c.r.kind[cell] = CELL_MINE if c.mine[cell] else CELL_SAFE
            for i in range(t.first[cell], t.first[cell + 1]):
                if c.k.clue[t.near[i]] != HIDDEN:
                    c.r.frontier[c.r.frontier_size] = cell
                    c.r.frontier_size += 1
                    if not c.mine[cell]:
                        c.candidate[c.candidates] = cell
                        c.candidates += 1
                    break
            else:
                c.others += 1
                c.other_mines += c.mine[cell]


cdef bint survey_planes(checker_t *c, bint total) noexcept nogil:
    cdef uint32_t rows[16]
    cdef bint any_candidate = planes_candidates(&c.p, rows)
    if not (total or any_candidate):
        return False
    c.candidates = list_cells(c, rows, c.candidate)
    planes_frontier(&c.p, rows, &c.others, &c.other_mines)
    if not any_candidate and (c.others == 0 or c.other_mines):
        return False
    c.r.frontier_size = list_cells(c, rows, c.r.frontier)
    planes_kinds(&c.p, c.topology.rows, c.topology.cols, c.r.kind)
    return True


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


cdef bint open_forced(checker_t *c, bint total) noexcept nogil:
    # Reveals a cell that no rule finds and yet is safe in every layout; False if there is none.
    cdef int32_t low = INT32_MIN, high = INT32_MAX, i, cell
    cdef int found
    if c.planes:
        if not survey_planes(c, total):
            return False
    else:
        survey_knowledge(c)
    if total:                  # the cells next to no clue can take up so many mines more or less
        low = c.other_mines - c.others
        high = c.other_mines
    recall_rivals(c, low, high)
    for i in range(c.candidates):
        cell = c.candidate[i]
        if c.excused[cell] == c.survey:
            continue
        found = rival_find(&c.r, cell, low, high, BUDGET)
        if found == RIVAL_NONE:
            checker_open(c, cell)
            return True
        keep_rival(c)
    if not total or c.others == 0 or c.other_mines:
        return False
    if rival_find(&c.r, -1, low, -1, BUDGET) == RIVAL_FOUND:
        return False
    open_others(c)
    return True


cdef void open_others(checker_t *c) noexcept nogil:
    # Reveals all unknown cells that are next to no revealed one.
    cdef int32_t cell, i
    for i in range(c.r.frontier_size):
        c.r.kind[c.r.frontier[i]] = CELL_KNOWN
    for cell in range(c.topology.cells):
        if c.r.kind[cell] == CELL_SAFE:
            checker_open(c, cell)


cdef int checker_play(checker_t *c, bint total) noexcept nogil:
    while True:
        if apply_rules(c):
            return PLAY_WON
        if not open_forced(c, total):
            return PLAY_STUCK


cdef class Checker:
    """Judges boards of one size whose mines are known: whether safe reveals alone win from a first reveal.

    Boards of up to 16 x 32 cells are held in bit planes; ``planes=False`` takes the way of larger boards, which
    gives the same answers. One thread uses one checker. Memory: about 80 bytes a cell, 120 for larger boards.
    """

    def __cinit__(self, int rows, int cols, *, bint planes=True):
        self.table = rectangle(rows, cols)
        self.turned_table = rectangle(cols, rows) if needs_turning(rows, cols) else self.table
        self.rows = rows
        self.cols = cols
        if checker_init(&self.c, &self.table.c, &self.turned_table.c, planes) < 0:
            raise MemoryError

    def __dealloc__(self):
        checker_free(&self.c)

    def check(self, const uint8_t[::1] mines not None, int start):
        """Return (won by the clues, won with the total, opened by the clues, opened with the total).

        `mines` holds one byte a cell, row by row, not 0 for a mine; `start` is the flat index of the first reveal.
        Without a guess won means that every safe cell is open; opened counts the cells that perfect play opens
        before it would have to guess, 0 if the start is a mine.
        """
        cdef int clues, total
        cdef int32_t opened_clues, opened_total
        if mines.shape[0] != self.c.topology.cells:
            raise InvalidBoardError(f"expected {self.c.topology.cells} cells, got {mines.shape[0]}")
        if not 0 <= start < self.c.topology.cells:
            raise InvalidCellError(f"expected a cell in 0 .. {self.c.topology.cells - 1}, got {start}")
        if mines[start]:
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
