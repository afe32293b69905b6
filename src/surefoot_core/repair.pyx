"""No-guess boards by moving mines: smoothing, repair, growth and polish.

Repair began as that of Simon Tatham's Mines (fill or empty the unknown cells around a clue), but one mine moved at a
time disturbs less and takes fewer steps: at 30x16 with 150 mines 2,232 boards a second instead of 1,713, and 1.2 %
instead of 1.8 % of the mines buried. Smoothing before play, and never adding a flaw, made that 4,054, without a
buried mine: most failures are pairs of cells that nothing can ever tell apart, and the planes see them all at once.
"""

from libc.stdint cimport int32_t, uint32_t

from surefoot_core.checker cimport (
    PLANE_ROWS, PLAY_STUCK, PLAY_WON, checker_decided, checker_mine, checker_opened, checker_survey, sf_ctz32,
    sf_popcount32,
)
from surefoot_core.maker cimport maker_cell, maker_flaws, maker_flip, maker_play, maker_wins
from surefoot_core.noguess cimport checker_play
from surefoot_core.rival cimport CELL_MINE, CELL_OPEN, CELL_SAFE
from surefoot_core.rng cimport rng_below

cdef enum:
    SMOOTHING = 20             # tries to smooth, in multiples of the free cells
    MISSES = 8                 # repairs near the stuck frontier that may fail in a row before a far one
    DRAWS = 64                 # tries to find a cell that may change
    MAY_FALL = 10              # cells that may be closed again after a far repair


cdef void flip_both(maker_t *m, int32_t cell, int32_t other) noexcept nogil:
    maker_flip(m, cell)
    maker_flip(m, other)


cdef bint swap(maker_t *m, int32_t cell, int32_t other) noexcept nogil:
    # A mine moves between the two, unless that makes more flaws.
    cdef int32_t flaws
    flip_both(m, cell, other)
    flaws = maker_flaws(m)
    if flaws > m.flaws:
        flip_both(m, cell, other)
        return False
    m.flaws = flaws
    return True


cdef void swap_back(maker_t *m, int32_t cell, int32_t other) noexcept nogil:
    flip_both(m, cell, other)
    m.flaws = maker_flaws(m)


cdef int32_t shifted(maker_t *m, int32_t cell, int reach) noexcept nogil:
    # A random free cell at most so many rows and columns away, or -1.
    cdef int32_t cols = m.c.topology.cols, side = 2 * reach + 1
    cdef int32_t row = cell / cols + <int32_t>rng_below(&m.rng, side) - reach
    cdef int32_t col = cell % cols + <int32_t>rng_below(&m.rng, side) - reach
    if not 0 <= row < m.c.topology.rows or not 0 <= col < cols or not m.is_free[row * cols + col]:
        return -1
    return row * cols + col


cdef int32_t random_flaw(maker_t *m) noexcept nogil:
    cdef int32_t pick = <int32_t>rng_below(&m.rng, m.flaws), row, count
    cdef uint32_t bits = 0
    for row in range(PLANE_ROWS):
        bits = m.flaw[row]
        count = sf_popcount32(bits)
        if pick < count:
            break
        pick -= count
    while pick:
        bits &= bits - 1
        pick -= 1
    return row * m.c.topology.cols + sf_ctz32(bits)


cdef void smooth(maker_t *m) noexcept nogil:
    cdef int32_t tries = SMOOTHING * m.frees, cell
    m.flaws = maker_flaws(m)
    while m.flaws and tries:
        tries -= 1
        cell = shifted(m, random_flaw(m), 1)
        if cell >= 0 and not swap(m, cell, maker_cell(m, not checker_mine(&m.c, cell))):
            maker_flaws(m)     # the flaws of the board as it was again


cdef bint is_frontier(maker_t *m, int32_t cell) noexcept nogil:
    cdef int32_t i
    for i in range(m.c.topology.first[cell], m.c.topology.first[cell + 1]):
        if m.c.r.kind[m.c.topology.near[i]] == CELL_OPEN:
            return True
    return False


cdef int32_t partner(maker_t *m, int32_t cell) noexcept nogil:
    # An unknown cell of the other kind, away from all clues if there is one; -1 if none was found.
    cdef int32_t _try, other
    if m.c.others:
        for _try in range(DRAWS):
            other = m.free[rng_below(&m.rng, m.frees)]
            if m.c.r.kind[other] + m.c.r.kind[cell] == CELL_SAFE + CELL_MINE and not is_frontier(m, other):
                return other
    for _try in range(DRAWS):
        other = m.c.r.frontier[rng_below(&m.rng, m.c.r.frontier_size)]
        if m.c.r.kind[other] + m.c.r.kind[cell] == CELL_SAFE + CELL_MINE:
            return other
    return -1


cdef bint repair_near(maker_t *m) noexcept nogil:
    # Changes a frontier cell, with an unknown cell to make up for it. Clues change, but whatever was proved before
    # stays true. False if nothing follows; then it is taken back.
    cdef int32_t cell = m.c.r.frontier[rng_below(&m.rng, m.c.r.frontier_size)], other = partner(m, cell)
    cdef int32_t before = checker_decided(&m.c)
    if other < 0 or not swap(m, cell, other):
        return False
    m.play = checker_play(&m.c, m.total)
    if m.play == PLAY_STUCK and checker_decided(&m.c) == before:
        swap_back(m, cell, other)
        return False
    m.edited = True
    return True


cdef int32_t random_unknown(maker_t *m) noexcept nogil:
    cdef int32_t cell
    if m.c.r.frontier_size:
        return m.c.r.frontier[rng_below(&m.rng, m.c.r.frontier_size)]
    while True:
        cell = m.free[rng_below(&m.rng, m.frees)]
        if m.c.r.kind[cell] >= CELL_SAFE:
            return cell


cdef void repair_far(maker_t *m) noexcept nogil:
    # Changes a cell in or beside what is unknown, with any other cell to make up for it, and plays from the start;
    # taken back if that opens much less.
    cdef int32_t opened = checker_opened(&m.c), cell, other = -1, _try
    for _try in range(DRAWS):
        cell = shifted(m, random_unknown(m), 1)
        if cell >= 0:
            other = maker_cell(m, not checker_mine(&m.c, cell))
            if swap(m, cell, other):
                break
            other = -1
    if other < 0:
        return
    m.edited = False
    m.play = maker_play(m)
    if m.play == PLAY_STUCK and checker_opened(&m.c) + MAY_FALL < opened:
        swap_back(m, cell, other)
        m.play = maker_play(m)


cdef void repair_step(maker_t *m) noexcept nogil:
    m.repairs += 1
    checker_survey(&m.c)
    if m.misses < MISSES and m.c.r.frontier_size:
        m.misses = 0 if repair_near(m) else m.misses + 1
    else:
        repair_far(m)
        m.misses = 0
    if m.play == PLAY_WON and m.edited:
        m.edited = False
        m.play = maker_play(m)


cdef void grow_step(maker_t *m) noexcept nogil:
    cdef int32_t cell
    if m.steps & 1:
        polish_step(m)
        return
    m.swaps += 1
    cell = maker_cell(m, False)
    maker_flip(m, cell)
    if not maker_wins(m):
        maker_flip(m, cell)


cdef void polish_step(maker_t *m) noexcept nogil:
    cdef int32_t cell = m.free[rng_below(&m.rng, m.frees)], other
    m.swaps += 1
    if m.steps & 2:
        other = shifted(m, cell, 2)
        if other < 0:
            return
    else:
        other = m.free[rng_below(&m.rng, m.frees)]
    if checker_mine(&m.c, cell) == checker_mine(&m.c, other):
        return
    flip_both(m, cell, other)
    if not maker_wins(m):
        flip_both(m, cell, other)
