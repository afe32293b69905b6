"""The moves of a game: drawing the mines, revealing with its cascade, flags and chords."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from surefoot_core.placement cimport FIRST_ANY, draw_mines, most_mines
from surefoot_core.rng cimport rng_seed, rng_t

cdef extern from "large_pages.h":
    void sf_large_pages(void *start, size_t bytes) noexcept nogil


cdef int board_init(board_t *b, int32_t rows, int32_t cols) noexcept nogil:
    memset(b, 0, sizeof(board_t))
    b.rows = rows
    b.cols = cols
    b.n = rows * cols
    b.first = b.exploded = -1
    b.cells = <uint8_t *>calloc(b.n, 1)
    b.order = <int32_t *>malloc(<size_t>b.n * sizeof(int32_t))
    if b.cells == NULL or b.order == NULL:
        board_free(b)
        return -1
    sf_large_pages(b.cells, b.n)
    sf_large_pages(b.order, <size_t>b.n * sizeof(int32_t))
    return 0


cdef void board_free(board_t *b) noexcept nogil:
    free(b.cells)
    free(b.order)
    memset(b, 0, sizeof(board_t))


cdef void begin(board_t *b) noexcept nogil:
    # Nothing revealed, nothing flagged.
    b.revealed = b.move_start = b.flags = 0
    b.first = b.exploded = -1
    b.state = PLAYING


cdef inline void count_mine(board_t *b, int32_t cell) noexcept nogil:
    # One more mine for the clues around a cell.
    cdef int32_t row = cell // b.cols
    cdef int32_t col = cell - row * b.cols
    cdef int32_t left = cell - (col > 0), right = cell + (col + 1 < b.cols)
    cdef int32_t i
    for i in range(left, right + 1):
        b.cells[i] += 1
    if row > 0:
        for i in range(left - b.cols, right - b.cols + 1):
            b.cells[i] += 1
    if row + 1 < b.rows:
        for i in range(left + b.cols, right + b.cols + 1):
            b.cells[i] += 1


cdef void place(board_t *b, int32_t first) noexcept nogil:
    # The order of the reveals is still empty: it lends its memory to the list of the mines.
    cdef rng_t rng
    cdef int32_t i
    rng_seed(&rng, b.seed, 0)
    draw_mines(&rng, b.rows, b.cols, b.mines, first, b.rule, b.cells, MINED_BIT, b.order)
    for i in range(b.mines):
        count_mine(b, b.order[i])
    b.placed = True


cdef void board_draw(board_t *b, int32_t mines, uint64_t seed, int rule) noexcept nogil:
    if b.placed or b.flags:
        memset(b.cells, 0, b.n)
    begin(b)
    b.mines = mines
    b.seed = seed
    b.rule = rule
    b.given = b.placed = False
    if rule == FIRST_ANY:
        place(b, 0)


cdef void board_give(board_t *b, const int32_t *where, int32_t count) noexcept nogil:
    cdef int32_t i
    memset(b.cells, 0, b.n)
    begin(b)
    b.mines = count
    b.seed = 0
    b.rule = FIRST_ANY
    b.given = b.placed = True
    for i in range(count):
        b.cells[where[i]] |= MINED_BIT
        count_mine(b, where[i])


cdef void board_restart(board_t *b) noexcept nogil:
    cdef int32_t i
    if b.given:
        begin(b)
        for i in range(b.n):
            b.cells[i] &= MINED_BIT | CLUE
    else:
        board_draw(b, b.mines, b.seed, b.rule)


cdef bint board_allows(const board_t *b, int32_t cell) noexcept nogil:
    return b.placed or b.mines <= most_mines(b.rows, b.cols, cell, b.rule)


cdef inline bint floods(board_t *b, int32_t cell) noexcept nogil:
    # Whether a cascade that reaches this cell reveals it. A flag stops it, or falls, as the policy says.
    if b.cells[cell] & REVEALED_BIT:
        return False
    if b.cells[cell] & FLAG_BIT:
        if not b.flood_removes_flags:
            return False
        b.cells[cell] ^= FLAG_BIT
        b.flags -= 1
    return True


cdef inline int32_t end_of_zeros(const uint8_t *cells, int32_t cell, int32_t end) noexcept nogil:
    # The first cell in cell .. end that is not a hidden zero, eight at a time; `end` if there is none.
    cdef uint64_t word
    while cell + 8 <= end:
        memcpy(&word, cells + cell, 8)
        if word:
            break
        cell += 8
    while cell < end and cells[cell] == 0:
        cell += 1
    return cell


cdef inline int32_t end_of_revealed(const uint8_t *cells, int32_t cell, int32_t end) noexcept nogil:
    # A cell in cell .. end with only revealed cells before it, eight at a time.
    cdef uint64_t word, bits = <uint64_t>0x4040404040404040
    while cell + 8 <= end:
        memcpy(&word, cells + cell, 8)
        if word & bits != bits:
            break
        cell += 8
    return cell


cdef void sweep(board_t *b, int32_t left, int32_t right, int32_t row_start, int32_t row_end) noexcept nogil:
    # Reveals the cells left .. right of one row, none of them a mine. A hidden zero among them brings with it
    # the whole run of zeros in this row and the clue at either end, so that a run stands in `order` from left
    # to right.
    cdef uint8_t *cells = b.cells
    cdef int32_t *next_place
    cdef int32_t cell = left, end, i
    if floods(b, cell):
        while cells[cell] == 0 and cell > row_start and floods(b, cell - 1):
            cell -= 1
    while cell <= right:
        cell = end_of_revealed(cells, cell, right + 1)
        while cell <= right and not floods(b, cell):
            cell += 1
        if cell > right:
            return
        while cells[cell] == 0:
            end = end_of_zeros(cells, cell, row_end)
            next_place = b.order + b.revealed
            for i in range(end - cell):
                next_place[i] = cell + i
            for i in range(cell, end):
                cells[i] = REVEALED_BIT
            b.revealed += end - cell
            cell = end
            if cell == row_end or not floods(b, cell):
                break
        else:
            cells[cell] |= REVEALED_BIT
            b.order[b.revealed] = cell
            b.revealed += 1
        cell += 1


cdef void flood(board_t *b, int32_t head) noexcept nogil:
    # Reveals around the zeros in order[head:], and around those that this reveals. `order` is the queue, and
    # a step takes a run of zeros in one row: its neighbours are one stretch of the row above and one below.
    cdef const uint8_t *cells = b.cells
    cdef const int32_t *order = b.order
    cdef int32_t cols = b.cols, left, right, row, row_start, row_end, tail
    while head < b.revealed:
        left = order[head]
        head += 1
        if cells[left] & CLUE:
            continue
        row = left // cols
        row_start = row * cols
        row_end = row_start + cols
        right = left + 1
        tail = min(b.revealed, head + row_end - right)
        while head < tail and order[head] == right and not cells[right] & CLUE:
            right += 1
            head += 1
        if left > row_start:
            left -= 1
        if right == row_end:
            right -= 1
        # In their own row the ends of a run are hidden only where a flag once stopped a cascade.
        sweep(b, left, left, row_start, row_end)
        sweep(b, right, right, row_start, row_end)
        if row > 0:
            sweep(b, left - cols, right - cols, row_start - cols, row_end - cols)
        if row + 1 < b.rows:
            sweep(b, left + cols, right + cols, row_start + cols, row_end + cols)


cdef inline void reveal_safe(board_t *b, int32_t cell) noexcept nogil:
    # A hidden, unflagged, safe cell and what its cascade brings.
    cdef int32_t head = b.revealed
    cdef int32_t row_start
    if b.cells[cell]:
        b.cells[cell] |= REVEALED_BIT
        b.order[head] = cell
        b.revealed += 1
        return
    row_start = cell - cell % b.cols
    sweep(b, cell, cell, row_start, row_start + b.cols)
    flood(b, head)


cdef inline void explode(board_t *b, int32_t cell) noexcept nogil:
    if b.exploded < 0:
        b.exploded = cell
    b.state = LOST


cdef inline int settle(board_t *b) noexcept nogil:
    if b.state == PLAYING and b.revealed == b.n - b.mines:
        b.state = WON
    return b.state


cdef int board_reveal(board_t *b, int32_t cell) noexcept nogil:
    b.move_start = b.revealed
    if b.state != PLAYING or b.cells[cell] & (FLAG_BIT | REVEALED_BIT):
        return b.state
    if not b.placed:
        if not board_allows(b, cell):
            return b.state
        place(b, cell)
    if b.first < 0:
        b.first = cell
    if b.cells[cell] & MINED_BIT:
        explode(b, cell)
    else:
        reveal_safe(b, cell)
    return settle(b)


cdef int board_chord(board_t *b, int32_t cell) noexcept nogil:
    cdef int32_t near[8]
    cdef int i, count, closed = 0, flags = 0
    b.move_start = b.revealed
    if b.state != PLAYING or not b.cells[cell] & REVEALED_BIT:
        return b.state
    count = near_cells(b.rows, b.cols, cell, near)
    for i in range(count):
        if b.cells[near[i]] & FLAG_BIT:
            flags += 1
        elif not b.cells[near[i]] & REVEALED_BIT:
            near[closed] = near[i]
            closed += 1
    if flags != b.cells[cell] & CLUE:
        return b.state
    for i in range(closed):
        if b.cells[near[i]] & MINED_BIT:
            explode(b, near[i])
        elif not b.cells[near[i]] & REVEALED_BIT:  # a cascade of this very chord may have been there
            reveal_safe(b, near[i])
    return settle(b)


cdef bint board_toggle_flag(board_t *b, int32_t cell) noexcept nogil:
    if b.state == PLAYING and not b.cells[cell] & REVEALED_BIT:
        b.cells[cell] ^= FLAG_BIT
        b.flags += 1 if b.cells[cell] & FLAG_BIT else -1
    return b.cells[cell] & FLAG_BIT != 0
