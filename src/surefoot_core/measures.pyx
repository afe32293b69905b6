"""The usual measures of a board: 3BV, openings, islands and ZiNi."""

from libc.stdint cimport int8_t, int32_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from surefoot_core.board cimport Board
from surefoot_core.moves cimport CLUE, MINED_BIT, near_cells

from surefoot_core.errors import InvalidBoardError

cdef enum:
    LONE = -1                  # parts: a safe cell in no opening, a click of its own
    BORDER = 0                 # a clue on the border of an opening, or a mine; zeros have their opening, from 1 on


ctypedef struct map_t:
    # A layout cut into the things that a player clicks.
    const uint8_t *cells
    int32_t rows
    int32_t cols
    int32_t n
    int32_t openings
    int32_t lone               # cells in no opening
    int32_t *part              # [n] LONE, BORDER or the number of the opening of a zero
    int32_t *queue             # [n] scratch


cdef void free_map(map_t *m) noexcept nogil:
    free(m.part)
    free(m.queue)


cdef int make_map(map_t *m, const uint8_t *cells, int32_t rows, int32_t cols) noexcept nogil:
    cdef int32_t near[8]
    cdef int32_t cell, other, head, tail
    cdef int i
    m.cells = cells
    m.rows = rows
    m.cols = cols
    m.n = rows * cols
    m.openings = m.lone = 0
    m.part = <int32_t *>malloc(<size_t>m.n * sizeof(int32_t))
    m.queue = <int32_t *>malloc(<size_t>m.n * sizeof(int32_t))
    if m.part == NULL or m.queue == NULL:
        free_map(m)
        return -1
    for cell in range(m.n):
        m.part[cell] = BORDER if cells[cell] & MINED_BIT else LONE
        m.lone += m.part[cell] == LONE
    for cell in range(m.n):
        if cells[cell] & (MINED_BIT | CLUE) or m.part[cell] > 0:
            continue
        m.openings += 1
        m.lone -= 1
        m.part[cell] = m.openings
        m.queue[0] = cell
        head, tail = 0, 1
        while head < tail:
            for i in range(near_cells(rows, cols, m.queue[head], near)):
                other = near[i]
                if m.part[other] != LONE:
                    continue
                m.lone -= 1
                if cells[other] & CLUE:
                    m.part[other] = BORDER
                else:
                    m.part[other] = m.openings
                    m.queue[tail] = other
                    tail += 1
            head += 1
    return 0


cdef int32_t count_islands(map_t *m) noexcept nogil:
    # Regions of lone cells; marks them as it goes.
    cdef int32_t near[8]
    cdef int32_t cell, tail, count = 0
    cdef int i
    for cell in range(m.n):
        if m.part[cell] != LONE:
            continue
        count += 1
        m.part[cell] = BORDER
        m.queue[0] = cell
        tail = 1
        while tail:
            tail -= 1
            for i in range(near_cells(m.rows, m.cols, m.queue[tail], near)):
                if m.part[near[i]] == LONE:
                    m.part[near[i]] = BORDER
                    m.queue[tail] = near[i]
                    tail += 1
    return count


cdef int measure(const uint8_t *cells, int32_t rows, int32_t cols, measures_t *out) noexcept nogil:
    cdef map_t m
    if make_map(&m, cells, rows, cols) < 0:
        return -1
    out.openings = m.openings
    out.three_bv = m.openings + m.lone
    out.islands = count_islands(&m)
    free_map(&m)
    return 0


# --- ZiNi ------------------------------------------------------------------------------------------------

ctypedef struct clicks_t:
    map_t *m
    uint8_t *done              # [n] a safe cell is open, a mine is flagged
    int8_t *premium            # [n] what a chord at a safe cell saves, unless stale
    uint8_t *stale             # [n] the premium has to be computed anew
    int32_t left               # clicks of 3BV not yet made


cdef void set_premium(clicks_t *k, int32_t cell) noexcept nogil:
    # The clicks of 3BV that a chord here makes, less its flags, itself, and the click that opens the cell.
    cdef int32_t near[9]
    cdef int32_t seen[4]       # openings counted: more than four do not fit around a cell
    cdef int32_t part
    cdef int i, j, count, openings = 0, premium = -1
    cdef map_t *m = k.m
    count = near_cells(m.rows, m.cols, cell, near)
    near[count] = cell
    for i in range(count + 1):
        if k.done[near[i]]:
            continue
        part = m.part[near[i]]
        if m.cells[near[i]] & MINED_BIT:
            premium -= 1
        elif part == LONE:
            premium += 1
        elif part != BORDER:
            for j in range(openings):
                if seen[j] == part:
                    break
            else:
                seen[openings] = part
                openings += 1
    k.premium[cell] = premium + openings - (not k.done[cell])
    k.stale[cell] = False


cdef void finish(clicks_t *k, int32_t cell) noexcept nogil:
    # Opens a cell or flags a mine, with the opening of a zero.
    cdef int32_t near[8]
    cdef int32_t head = 0, tail = 1, at
    cdef int i
    cdef map_t *m = k.m
    if k.done[cell]:
        return
    k.left -= m.part[cell] != BORDER
    k.done[cell] = True
    m.queue[0] = cell
    while head < tail:
        at = m.queue[head]
        head += 1
        if m.part[at] > 0:
            for i in range(near_cells(m.rows, m.cols, at, near)):
                if not k.done[near[i]]:
                    k.done[near[i]] = True
                    m.queue[tail] = near[i]
                    tail += 1
    for head in range(tail):
        at = m.queue[head]
        k.stale[at] = True
        for i in range(near_cells(m.rows, m.cols, at, near)):
            k.stale[near[i]] = True


cdef int32_t chord_clicks(clicks_t *k, int32_t cell) noexcept nogil:
    # Opens the cell if it is closed, flags the mines around it and chords: how many clicks that takes.
    cdef int32_t near[8]
    cdef int32_t clicks = 1 + (not k.done[cell])
    cdef int i, count = near_cells(k.m.rows, k.m.cols, cell, near)
    finish(k, cell)
    for i in range(count):
        if k.m.cells[near[i]] & MINED_BIT and not k.done[near[i]]:
            clicks += 1
        finish(k, near[i])
    return clicks


cdef int32_t zini_in_order(
    clicks_t *k, int32_t origin, int32_t outer, int32_t outer_step, int32_t inner, int32_t inner_step
) noexcept nogil:
    # Cells are scanned as origin + i * outer_step + j * inner_step, i below `outer`, j below `inner`.
    cdef map_t *m = k.m
    cdef int32_t i, j, cell, best, first, clicks = 0
    memset(k.done, False, m.n)
    memset(k.stale, True, m.n)
    k.left = m.openings + m.lone
    while k.left:
        best = first = -1
        for i in range(outer):
            for j in range(inner):
                cell = origin + i * outer_step + j * inner_step
                if m.cells[cell] & MINED_BIT:
                    continue
                if k.stale[cell]:
                    set_premium(k, cell)
                if k.premium[cell] >= 0 and (best < 0 or k.premium[cell] > k.premium[best]):
                    best = cell
                if first < 0 and not k.done[cell] and m.part[cell] != BORDER:
                    first = cell
        if best >= 0:
            clicks += chord_clicks(k, best)
        else:
            clicks += 1
            finish(k, first)
    return clicks


cdef int32_t greedy_zini(const uint8_t *cells, int32_t rows, int32_t cols) noexcept nogil:
    cdef map_t m
    cdef clicks_t k
    cdef int32_t corner, down, right, origin, clicks, least = -1
    if make_map(&m, cells, rows, cols) < 0:
        return -1
    k.m = &m
    k.done = <uint8_t *>malloc(m.n)
    k.premium = <int8_t *>malloc(m.n)
    k.stale = <uint8_t *>malloc(m.n)
    if k.done != NULL and k.premium != NULL and k.stale != NULL:
        for corner in range(4):
            down = -cols if corner & 1 else cols
            right = -1 if corner & 2 else 1
            origin = (cols * (rows - 1) if corner & 1 else 0) + (cols - 1 if corner & 2 else 0)
            clicks = zini_in_order(&k, origin, rows, down, cols, right)
            if least < 0 or clicks < least:
                least = clicks
            clicks = zini_in_order(&k, origin, cols, right, rows, down)
            if clicks < least:
                least = clicks
    free(k.done)
    free(k.premium)
    free(k.stale)
    free_map(&m)
    return least


# --- for Python ------------------------------------------------------------------------------------------


cdef int take_measures(Board board, measures_t *out) except -1:
    cdef int failed
    check_placed(board)
    with nogil:
        failed = measure(board.c.cells, board.c.rows, board.c.cols, out)
    if failed:
        raise MemoryError
    return 0


cdef int check_placed(Board board) except -1:
    if not board.c.placed:
        raise InvalidBoardError("expected a board with its mines placed, got one before its first reveal")
    return 0


def three_bv(Board board not None):
    """Return the 3BV: the least left clicks that reveal every safe cell, one an opening, one each other cell.

    Bechtel's Board Benchmark Value (S. Bechtel, 2002). This and the other measures are those of the whole layout,
    whatever is revealed, and raise InvalidBoardError as long as the mines are not placed.
    """
    cdef measures_t out
    take_measures(board, &out)
    return out.three_bv


def openings(Board board not None):
    """Return the number of openings: connected regions of zero clues."""
    cdef measures_t out
    take_measures(board, &out)
    return out.openings


def islands(Board board not None):
    """Return the number of islands: connected regions of safe cells that stand in no opening."""
    cdef measures_t out
    take_measures(board, &out)
    return out.islands


def zini(Board board not None):
    """Return the ZiNi: clicks that win with flags and chords, by a greedy player who knows the mines.

    The greedy algorithm of E. Zimmermann and C. Nikolaus (2009). The premium of a safe cell is the 3BV clicks that a
    chord there would make, less the mines around it without a flag, less one for the chord and, on a closed
    cell, one for opening it. Chord at the first cell of the highest premium (opening it and setting flags) as
    long as that is not negative; else open the first closed cell that counts for 3BV. "First" is in each of
    the eight scan orders of the board; the least of the eight counts is the result.
    """
    cdef int32_t clicks
    check_placed(board)
    with nogil:
        clicks = greedy_zini(board.c.cells, board.c.rows, board.c.cols)
    if clicks < 0:
        raise MemoryError
    return clicks
