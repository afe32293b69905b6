"""Drawing the mines of a board.

Floyd's selection (Bentley and Floyd, A Sample of Brilliance, CACM 30(9), 1987) over the cells that the
first-click rule leaves, numbered row by row with the protected ones left out: for j from free - mines to
free - 1, draw t in 0 .. j; the next mine is cell number t, or number j where t is a mine already. Every set of
cells is equally likely, exactly `mines` numbers are drawn, and dense boards cost no more than sparse ones.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from surefoot_core.rng cimport rng_below, rng_t


ctypedef struct zone_t:
    int32_t rows               # protected runs of cells, one a row
    int32_t width              # cells of each run
    int32_t start[3]           # flat index at which each run starts, increasing


cdef zone_t protected_zone(int32_t rows, int32_t cols, int32_t first, int rule) noexcept nogil:
    cdef zone_t zone
    cdef int32_t row, left, top
    zone.rows = 0
    zone.width = 1
    zone.start[0] = zone.start[1] = zone.start[2] = first
    if rule == FIRST_SAFE:
        zone.rows = 1
    elif rule == FIRST_OPENING:
        row = first // cols
        left = max(first - row * cols - 1, 0)
        top = max(row - 1, 0)
        zone.width = min(first - row * cols + 2, cols) - left
        zone.rows = min(row + 2, rows) - top
        for row in range(zone.rows):
            zone.start[row] = (top + row) * cols + left
    return zone


cdef int32_t most_mines(int32_t rows, int32_t cols, int32_t first, int rule) noexcept nogil:
    cdef zone_t zone = protected_zone(rows, cols, first, rule)
    return rows * cols - zone.rows * zone.width


cdef inline int32_t numbered(int32_t number, const zone_t *zone) noexcept nogil:
    # The flat index of the free cell of this number.
    cdef int32_t i
    for i in range(zone.rows):
        if number >= zone.start[i]:
            number += zone.width
    return number


cdef void draw_mines(
    rng_t *rng, int32_t rows, int32_t cols, int32_t mines, int32_t first, int rule,
    uint8_t *cells, uint8_t bit, int32_t *where,
) noexcept nogil:
    cdef zone_t zone = protected_zone(rows, cols, first, rule)
    cdef int32_t free = rows * cols - zone.rows * zone.width
    cdef int32_t j, cell
    for j in range(free - mines, free):
        cell = numbered(<int32_t>rng_below(rng, <uint64_t>j + 1), &zone)
        if cells[cell] & bit:
            cell = numbered(j, &zone)
        cells[cell] |= bit
        where[j - (free - mines)] = cell
