"""A known board as play without a guess sees it: what is open and proved, in bit planes or in `knowledge`."""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from surefoot_core.knowledge cimport (
    MINED, SAFE, knowledge_change_clue, knowledge_free, knowledge_init, knowledge_one_clue, knowledge_reset,
    knowledge_reveal, knowledge_rules,
)
from surefoot_core.rival cimport CELL_KNOWN, CELL_MINE, CELL_OPEN, CELL_SAFE, rival_free, rival_init
from surefoot_core.view cimport HIDDEN


cdef bint needs_turning(int rows, int cols) noexcept nogil:
    return rows > PLANE_ROWS and rows <= PLANE_COLS and cols <= PLANE_ROWS


cdef int checker_init(
    checker_t *c, const topology_t *topology, const topology_t *turned, bint planes
) noexcept nogil:
    cdef size_t n = topology.cells
    cdef int32_t row
    memset(c, 0, sizeof(checker_t))
    c.budget = PLAY_BUDGET
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
    if c.turned:
        return cell % c.topology.rows * c.topology.cols + cell / c.topology.rows
    return cell


cdef void checker_load(checker_t *c, const uint8_t *mines) noexcept nogil:
    cdef int32_t cell, count = 0
    for cell in range(c.topology.cells):
        count += mines[cell] != 0
    checker_clear(c, count)
    for cell in range(c.topology.cells):
        if mines[cell]:
            checker_flip(c, checker_cell(c, cell))


cdef void checker_clear(checker_t *c, int32_t mines) noexcept nogil:
    c.safe_total = c.topology.cells - mines
    if c.planes:
        memset(c.p.mines, 0, sizeof(c.p.mines))
        c.stale = True
    else:
        memset(c.mine, 0, c.topology.cells)
        memset(c.clue, 0, c.topology.cells)
    checker_restart(c)


cdef void checker_refresh(checker_t *c) noexcept nogil:
    if c.stale:
        planes_clues(&c.p)
        c.stale = False


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


cdef void checker_open_proved(checker_t *c) noexcept nogil:
    while c.seen < c.k.logged:
        if c.k.log[c.seen].value == SAFE:
            checker_open(c, c.k.log[c.seen].cell)
        c.seen += 1


cdef int32_t checker_decided(const checker_t *c) noexcept nogil:
    cdef int32_t row, decided = 0
    if not c.planes:
        return c.topology.cells - c.k.hidden
    for row in range(PLANE_ROWS):
        decided += sf_popcount32(c.p.open[row] | c.p.known[row])
    return decided


cdef bint checker_rules(checker_t *c) noexcept nogil:
    if c.planes:
        return planes_rules(&c.p)
    while True:
        # The clues of cells just proved safe come before pairs of clues: each makes many comparisons needless.
        while knowledge_one_clue(&c.k):
            checker_open_proved(c)
        if c.opened == c.safe_total or not knowledge_rules(&c.k):
            return c.opened == c.safe_total
        checker_open_proved(c)


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


cdef bint checker_candidates(checker_t *c, bint total) noexcept nogil:
    if c.planes:
        return survey_planes(c, total)
    survey_knowledge(c)
    return True


cdef void checker_survey(checker_t *c) noexcept nogil:
    cdef uint32_t rows[16]
    if not c.planes:
        survey_knowledge(c)
        return
    planes_frontier(&c.p, rows, &c.others, &c.other_mines)
    c.r.frontier_size = list_cells(c, rows, c.r.frontier)
    planes_kinds(&c.p, c.topology.rows, c.topology.cols, c.r.kind)


cdef bint checker_mine(const checker_t *c, int32_t cell) noexcept nogil:
    if c.planes:
        return c.p.mines[cell / c.topology.cols] >> (cell % c.topology.cols) & 1
    return c.mine[cell]


cdef void checker_flip(checker_t *c, int32_t cell) noexcept nogil:
    # The caller sees to it that no open cell and no known mine is flipped, or restarts. Clues of planes are made anew
    # before the next play, in one go.
    cdef const int32_t *near = c.topology.near
    cdef int32_t i
    cdef int change
    if c.planes:
        c.p.mines[cell / c.topology.cols] ^= <uint32_t>1 << (cell % c.topology.cols)
        c.stale = True
        return
    c.mine[cell] ^= 1
    change = 1 if c.mine[cell] else -1
    for i in range(c.topology.first[cell], c.topology.first[cell + 1]):
        c.clue[near[i]] += change
        if c.k.clue[near[i]] != HIDDEN:
            knowledge_change_clue(&c.k, near[i], change)


cdef int checker_clue(const checker_t *c, int32_t cell) noexcept nogil:
    cdef int32_t row = cell / c.topology.cols, col = cell % c.topology.cols
    if not c.planes:
        return c.clue[cell]
    return (
        (c.p.clue[0][row] >> col & 1) + 2 * (c.p.clue[1][row] >> col & 1)
        + 4 * (c.p.clue[2][row] >> col & 1) + 8 * (c.p.clue[3][row] >> col & 1)
    )
