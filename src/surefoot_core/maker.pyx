"""A board in the making: drawn at random, played, changed cell by cell."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from surefoot_core.checker cimport (
    PLANE_COLS, PLAY_WON, checker_cell, checker_clear, checker_flip, checker_free, checker_init, checker_mine,
    checker_open, checker_refresh, checker_restart, planes_flaws, planes_hopeless,
)
from surefoot_core.noguess cimport checker_play
from surefoot_core.placement cimport draw_mines, most_mines
from surefoot_core.rng cimport rng_below, rng_seed


cdef int maker_init(
    maker_t *m, const topology_t *topology, const topology_t *turned, int32_t first, int rule, bint total, bint planes
) noexcept nogil:
    cdef size_t n = topology.cells
    cdef int32_t cell, own
    memset(m, 0, sizeof(maker_t))
    if checker_init(&m.c, topology, turned, planes) < 0:
        return -1
    m.free = <int32_t *>malloc(n * sizeof(int32_t))
    m.is_free = <uint8_t *>calloc(n, 1)
    m.spot = <uint16_t *>malloc(n * sizeof(uint16_t))
    m.drawn = <uint8_t *>calloc(n, 1)
    m.where = <int32_t *>malloc(n * sizeof(int32_t))
    if m.free == NULL or m.is_free == NULL or m.spot == NULL or m.drawn == NULL or m.where == NULL:
        maker_free(m)
        return -1
    m.rows = topology.rows
    m.cols = topology.cols
    m.first = first
    m.rule = rule
    m.start = checker_cell(&m.c, first)
    m.total = total
    # All cells that the rule leaves, by drawing them all; a state of zeros would draw for ever.
    rng_seed(&m.rng, 0, 0)
    m.frees = most_mines(m.rows, m.cols, first, rule)
    draw_mines(&m.rng, m.rows, m.cols, m.frees, first, rule, m.drawn, 1, m.where)
    m.frees = 0
    for cell in range(topology.cells):
        own = checker_cell(&m.c, cell)
        m.spot[cell] = own / m.c.topology.cols * PLANE_COLS + own % m.c.topology.cols
        if m.drawn[cell]:
            m.free[m.frees] = own
            m.is_free[own] = 1
            m.frees += 1
    if m.c.planes:
        m.start_plane[m.start / m.c.topology.cols] = <uint32_t>1 << (m.start % m.c.topology.cols)
    return 0


cdef void maker_free(maker_t *m) noexcept nogil:
    checker_free(&m.c)
    free(m.free)
    free(m.is_free)
    free(m.spot)
    free(m.drawn)
    free(m.where)
    memset(m, 0, sizeof(maker_t))


cdef void maker_place(maker_t *m, int32_t mines) noexcept nogil:
    cdef int32_t i
    cdef uint16_t spot
    memset(m.drawn, 0, m.c.topology.cells)
    draw_mines(&m.rng, m.rows, m.cols, mines, m.first, m.rule, m.drawn, 1, m.where)
    checker_clear(&m.c, mines)
    for i in range(mines):
        if m.c.planes:
            spot = m.spot[m.where[i]]
            m.c.p.mines[spot / PLANE_COLS] |= <uint32_t>1 << (spot % PLANE_COLS)
        else:
            checker_flip(&m.c, m.where[i])
    m.mines = mines
    m.attempts += 1


cdef int maker_play(maker_t *m) noexcept nogil:
    checker_restart(&m.c)
    checker_open(&m.c, m.start)
    return checker_play(&m.c, m.total)


cdef bint maker_wins(maker_t *m) noexcept nogil:
    if m.c.planes:
        checker_refresh(&m.c)
        if planes_hopeless(&m.c.p, m.start_plane):
            return False
    return maker_play(m) == PLAY_WON


cdef int32_t maker_flaws(maker_t *m) noexcept nogil:
    return planes_flaws(&m.c.p, m.start_plane, m.flaw) if m.c.planes else 0


cdef void maker_flip(maker_t *m, int32_t cell) noexcept nogil:
    checker_flip(&m.c, cell)
    m.mines += 1 if checker_mine(&m.c, cell) else -1
    m.c.safe_total = m.c.topology.cells - m.mines


cdef int32_t maker_cell(maker_t *m, bint mine) noexcept nogil:
    cdef int32_t cell
    while True:
        cell = m.free[rng_below(&m.rng, m.frees)]
        if checker_mine(&m.c, cell) == mine:
            return cell
