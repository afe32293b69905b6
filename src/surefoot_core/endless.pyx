"""A Minesweeper board without an edge: mines by a counter-based generator, cells in chunks, cascades by budget."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from surefoot_core.rng cimport sf_mulhi64
from surefoot_core.view cimport HIDDEN, MINE, View

from fractions import Fraction

from surefoot_core.errors import FormatError, InvalidBoardError, InvalidCellError
from surefoot_core.rules import CellState, RevealResult, Seen

FARTHEST = 1 << 62
"""The largest row and column, and the negative of the smallest, that a player can reach."""

BUDGET = 100_000
"""The cells that a move reveals at most, unless told otherwise."""

cdef enum:
    FAILED = -1                # memory ran out

cdef int64_t LIMIT = FARTHEST


# --- mines ------------------------------------------------------------------------------------------------------


cdef uint64_t philox(uint64_t counter0, uint64_t counter1, uint64_t key) noexcept nogil:
    # The first word of Philox2x64-10 (Salmon, Moraes, Dror and Shaw, Parallel Random Numbers: As Easy as 1, 2, 3,
    # 2011): ten rounds of a bijection on the counter.
    cdef uint64_t low, high
    cdef int _round
    for _round in range(10):
        high = sf_mulhi64(<uint64_t>0xD2B74407B1CE6E93, counter0, &low)
        counter0 = high ^ key ^ counter1
        counter1 = low
        key += <uint64_t>0x9E3779B97F4A7C15
    return counter0


cdef bint holds_mine(const endless_t *e, int64_t row, int64_t col) noexcept nogil:
    if e.started and -1 <= row - e.first_row <= 1 and -1 <= col - e.first_col <= 1:
        return False
    return philox(<uint64_t>row, <uint64_t>col, e.seed) < e.threshold


cdef void fill_mines(const endless_t *e, chunk_t *chunk) noexcept nogil:
    cdef int64_t row, col
    for row in range(SIDE + 2):
        chunk.mines[row] = 0
        for col in range(SIDE + 2):
            if holds_mine(e, chunk.row * SIDE + row - 1, chunk.col * SIDE + col - 1):
                chunk.mines[row] |= <uint32_t>1 << col


# --- chunks -----------------------------------------------------------------------------------------------------


cdef inline size_t slot_of(const endless_t *e, int64_t row, int64_t col) noexcept nogil:
    # Where the chunk (row, col) stands, or where it would go.
    cdef uint64_t mix = <uint64_t>row * <uint64_t>0x9E3779B97F4A7C15 + <uint64_t>col
    cdef size_t slot
    mix = (mix ^ (mix >> 32)) * <uint64_t>0xD6E8FEB86659FD93
    slot = (mix ^ (mix >> 32)) & (e.slots - 1)
    while e.table[slot] != NULL and (e.table[slot].row != row or e.table[slot].col != col):
        slot = (slot + 1) & (e.slots - 1)
    return slot


cdef int grow_table(endless_t *e) noexcept nogil:
    cdef chunk_t **old = e.table
    cdef size_t i, old_slots = e.slots
    cdef chunk_t **table = <chunk_t **>calloc(2 * old_slots, sizeof(chunk_t *))
    if table == NULL:
        return FAILED
    e.table = table
    e.slots = 2 * old_slots
    for i in range(old_slots):
        if old[i] != NULL:
            table[slot_of(e, old[i].row, old[i].col)] = old[i]
    free(old)
    return 0


cdef chunk_t *find_chunk(endless_t *e, int64_t row, int64_t col) noexcept nogil:
    # The chunk with these chunk coordinates, or NULL where nothing was touched.
    if e.latest == NULL or e.latest.row != row or e.latest.col != col:
        e.latest = e.table[slot_of(e, row, col)]
    return e.latest


cdef chunk_t *make_chunk(endless_t *e, int64_t row, int64_t col) noexcept nogil:
    # The chunk with these chunk coordinates, made if need be; NULL where memory ran out.
    cdef chunk_t *chunk = find_chunk(e, row, col)
    if chunk != NULL:
        return chunk
    if 4 * (e.chunks + 1) > 3 * e.slots and grow_table(e) < 0:
        return NULL
    chunk = <chunk_t *>malloc(sizeof(chunk_t))
    if chunk == NULL:
        return NULL
    chunk.row = row
    chunk.col = col
    memset(chunk.cells, COVERED, AREA)
    fill_mines(e, chunk)
    e.table[slot_of(e, row, col)] = chunk
    e.chunks += 1
    e.latest = chunk
    return chunk


cdef inline uint8_t *touch_cell(endless_t *e, int64_t row, int64_t col) noexcept nogil:
    cdef chunk_t *chunk = make_chunk(e, row >> 4, col >> 4)
    return NULL if chunk == NULL else &chunk.cells[(row & 15) * SIDE + (col & 15)]


cdef inline uint8_t peek_cell(endless_t *e, int64_t row, int64_t col) noexcept nogil:
    cdef chunk_t *chunk = find_chunk(e, row >> 4, col >> 4)
    return COVERED if chunk == NULL else chunk.cells[(row & 15) * SIDE + (col & 15)]


cdef inline bint is_mine(const chunk_t *chunk, int64_t row, int64_t col) noexcept nogil:
    return chunk.mines[(row & 15) + 1] >> ((col & 15) + 1) & 1


cdef inline int clue_of(const chunk_t *chunk, int64_t row, int64_t col) noexcept nogil:
    cdef int r = row & 15, c = col & 15
    cdef uint32_t above = chunk.mines[r] >> c, own = chunk.mines[r + 1] >> c, below = chunk.mines[r + 2] >> c
    return (
        (above & 1) + (above >> 1 & 1) + (above >> 2 & 1) + (own & 1) + (own >> 2 & 1)
        + (below & 1) + (below >> 1 & 1) + (below >> 2 & 1)
    )


# --- heaps ------------------------------------------------------------------------------------------------------


cdef inline bint before(const waiting_t *a, const waiting_t *b) noexcept nogil:
    if a.distance != b.distance:
        return a.distance < b.distance
    if a.row != b.row:
        return a.row < b.row
    return a.col < b.col


cdef int push(heap_t *heap, const waiting_t *entry) noexcept nogil:
    cdef size_t place = heap.size, parent, capacity
    cdef waiting_t *grown
    if place == heap.capacity:
        capacity = 2 * place + 64
        grown = <waiting_t *>realloc(heap.entries, capacity * sizeof(waiting_t))
        if grown == NULL:
            return FAILED
        heap.entries = grown
        heap.capacity = capacity
    heap.size += 1
    while place > 0:
        parent = (place - 1) // 2
        if not before(entry, &heap.entries[parent]):
            break
        heap.entries[place] = heap.entries[parent]
        place = parent
    heap.entries[place] = entry[0]
    return 0


cdef void sift(heap_t *heap, size_t place) noexcept nogil:
    cdef waiting_t entry = heap.entries[place]
    cdef size_t child = 2 * place + 1
    while child < heap.size:
        if child + 1 < heap.size and before(&heap.entries[child + 1], &heap.entries[child]):
            child += 1
        if not before(&heap.entries[child], &entry):
            break
        heap.entries[place] = heap.entries[child]
        place = child
        child = 2 * place + 1
    heap.entries[place] = entry


cdef waiting_t pop(heap_t *heap) noexcept nogil:
    cdef waiting_t top = heap.entries[0]
    heap.size -= 1
    if heap.size:
        heap.entries[0] = heap.entries[heap.size]
        sift(heap, 0)
    return top


cdef inline uint64_t apart(int64_t a, int64_t b) noexcept nogil:
    # |a - b|, which can be more than a signed number holds.
    return <uint64_t>a - <uint64_t>b if a > b else <uint64_t>b - <uint64_t>a


cdef inline uint64_t distance(const endless_t *e, int64_t row, int64_t col) noexcept nogil:
    return max(apart(row, e.origin_row), apart(col, e.origin_col))


cdef void refresh_pending(endless_t *e) noexcept nogil:
    # Drops the entries whose cell is no longer pending, or is there twice, and measures the others from the origin.
    cdef size_t i, kept = 0
    cdef heap_t *heap = &e.pending
    cdef waiting_t *entry
    cdef uint8_t *cell
    for i in range(heap.size):
        entry = &heap.entries[i]
        cell = touch_cell(e, entry.row, entry.col)  # its chunk is there: no memory is taken
        if cell[0] == PENDING:
            cell[0] = QUEUED  # for now, so that a second entry of the cell is dropped
            heap.entries[kept] = entry[0]
            heap.entries[kept].distance = distance(e, entry.row, entry.col)
            kept += 1
    heap.size = kept
    for i in range(kept):
        touch_cell(e, heap.entries[i].row, heap.entries[i].col)[0] = PENDING
    for i in range(kept // 2, 0, -1):
        sift(heap, i - 1)
    e.stale = False


# --- moves ------------------------------------------------------------------------------------------------------


cdef int enqueue(endless_t *e, heap_t *heap, int state, int64_t row, int64_t col) noexcept nogil:
    # A hidden cell next to a zero waits in a heap: QUEUED in the cascade at work, PENDING for later.
    cdef waiting_t entry
    cdef uint8_t *cell = touch_cell(e, row, col)
    if cell == NULL:
        return FAILED
    if cell[0] != COVERED and (cell[0] != PENDING or state == PENDING):
        return 0
    entry.distance = distance(e, row, col)
    entry.row = row
    entry.col = col
    if push(heap, &entry) < 0:
        return FAILED
    cell[0] = state
    return 0


cdef int show(endless_t *e, const waiting_t *entry, int *clue) noexcept nogil:
    # Reveals one safe cell and notes it.
    cdef chunk_t *chunk = make_chunk(e, entry.row >> 4, entry.col >> 4)
    cdef waiting_t *grown
    cdef size_t capacity
    if chunk == NULL:
        return FAILED
    if e.shown_size == e.shown_capacity:
        capacity = 2 * e.shown_capacity + 64
        grown = <waiting_t *>realloc(e.shown, capacity * sizeof(waiting_t))
        if grown == NULL:
            return FAILED
        e.shown = grown
        e.shown_capacity = capacity
    clue[0] = clue_of(chunk, entry.row, entry.col)
    chunk.cells[(entry.row & 15) * SIDE + (entry.col & 15)] = clue[0]
    e.shown[e.shown_size].distance = clue[0]
    e.shown[e.shown_size].row = entry.row
    e.shown[e.shown_size].col = entry.col
    e.shown_size += 1
    e.revealed += 1
    return 0


cdef int cascade(
    endless_t *e, heap_t *heap, int state, uint64_t budget, int64_t top, int64_t left, int64_t bottom, int64_t right
) noexcept nogil:
    # Reveals up to `budget` cells of a heap whose cells are in this state, and what they bring, nearest first.
    # What lies outside top <= row < bottom, left <= col < right becomes pending.
    cdef waiting_t entry
    cdef int64_t row, col
    cdef int clue = 0
    cdef bint inside
    while heap.size and budget:
        entry = pop(heap)
        if peek_cell(e, entry.row, entry.col) != state:
            continue
        if show(e, &entry, &clue) < 0:
            return FAILED
        budget -= 1
        if clue:
            continue
        for row in range(entry.row - 1, entry.row + 2):
            for col in range(entry.col - 1, entry.col + 2):
                inside = top <= row < bottom and left <= col < right
                if enqueue(e, heap if inside else &e.pending, state if inside else PENDING, row, col) < 0:
                    return FAILED
    return 0


cdef int put_aside(endless_t *e) noexcept nogil:
    # What the cascade at work did not reach becomes pending.
    cdef size_t i
    cdef int status = 0
    for i in range(e.queue.size):
        if peek_cell(e, e.queue.entries[i].row, e.queue.entries[i].col) == QUEUED:
            touch_cell(e, e.queue.entries[i].row, e.queue.entries[i].col)[0] = PENDING
            if push(&e.pending, &e.queue.entries[i]) < 0:
                status = FAILED
    e.queue.size = 0
    return status


cdef void start(endless_t *e, int64_t row, int64_t col) noexcept nogil:
    cdef size_t i
    e.started = True
    e.first_row = row
    e.first_col = col
    for i in range(e.slots):
        if e.table[i] != NULL:  # flags were set before: their chunks know the mines without the free place
            fill_mines(e, e.table[i])


cdef int uncover(endless_t *e, int64_t row, int64_t col, bint *lost) noexcept nogil:
    # Puts a hidden cell into the queue, or strikes its mine.
    cdef chunk_t *chunk = make_chunk(e, row >> 4, col >> 4)
    cdef uint8_t *cell
    if chunk == NULL:
        return FAILED
    cell = &chunk.cells[(row & 15) * SIDE + (col & 15)]
    if cell[0] != COVERED and cell[0] != PENDING:
        return 0
    if is_mine(chunk, row, col):
        cell[0] = STRUCK
        e.losses += 1
        lost[0] = True
        return 0
    return enqueue(e, &e.queue, QUEUED, row, col)


cdef int finish_move(endless_t *e, uint64_t budget) noexcept nogil:
    cdef int64_t far = <int64_t>0x7FFFFFFFFFFFFFFF
    cdef int status = cascade(e, &e.queue, QUEUED, budget, -far, -far, far, far)
    return FAILED if put_aside(e) < 0 or status < 0 else 0


cdef int move_reveal(endless_t *e, int64_t row, int64_t col, uint64_t budget, bint *lost) noexcept nogil:
    cdef uint8_t cell = peek_cell(e, row, col)
    e.shown_size = 0
    if cell != COVERED and cell != PENDING:
        return 0
    if not e.started:
        start(e, row, col)
    e.origin_row = row
    e.origin_col = col
    e.stale = True
    if uncover(e, row, col, lost) < 0:
        return FAILED
    return finish_move(e, budget)


cdef int move_chord(endless_t *e, int64_t row, int64_t col, uint64_t budget, bint *lost) noexcept nogil:
    cdef int64_t r, c
    cdef int known = 0, clue = peek_cell(e, row, col)
    cdef uint8_t cell
    e.shown_size = 0
    if clue > 8:
        return 0
    for r in range(row - 1, row + 2):
        for c in range(col - 1, col + 2):
            cell = peek_cell(e, r, c)
            known += cell == FLAGGED or cell == STRUCK
    if known != clue:
        return 0
    e.origin_row = row
    e.origin_col = col
    e.stale = True
    for r in range(row - 1, row + 2):
        for c in range(col - 1, col + 2):
            if uncover(e, r, c, lost) < 0:
                return FAILED
    return finish_move(e, budget)


cdef int move_resume(endless_t *e, uint64_t budget) noexcept nogil:
    cdef int64_t far = <int64_t>0x7FFFFFFFFFFFFFFF
    e.shown_size = 0
    if e.stale:
        refresh_pending(e)
    return cascade(e, &e.pending, PENDING, budget, -far, -far, far, far)


cdef int move_window(
    endless_t *e, int64_t top, int64_t left, int64_t rows, int64_t cols, uint64_t budget
) noexcept nogil:
    # Reveals the pending cells of a window, and what they bring inside it.
    cdef int64_t row, col, chunk_row, chunk_col
    cdef chunk_t *chunk
    cdef int status
    e.shown_size = 0
    for chunk_row in range(top >> 4, (top + rows - 1 >> 4) + 1):
        for chunk_col in range(left >> 4, (left + cols - 1 >> 4) + 1):
            chunk = find_chunk(e, chunk_row, chunk_col)
            if chunk == NULL:
                continue
            for row in range(max(top, chunk_row * SIDE), min(top + rows, chunk_row * SIDE + SIDE)):
                for col in range(max(left, chunk_col * SIDE), min(left + cols, chunk_col * SIDE + SIDE)):
                    if chunk.cells[(row & 15) * SIDE + (col & 15)] == PENDING:
                        if enqueue(e, &e.queue, QUEUED, row, col) < 0:
                            return FAILED
    status = cascade(e, &e.queue, QUEUED, budget, top, left, top + rows, left + cols)
    return FAILED if put_aside(e) < 0 or status < 0 else 0


cdef void copy_window(endless_t *e, int64_t top, int64_t left, View view) noexcept nogil:
    cdef int64_t row, col
    cdef uint8_t cell
    for row in range(view.rows):
        for col in range(view.cols):
            cell = peek_cell(e, top + row, left + col)
            view.cells[row * view.cols + col] = cell if cell <= 8 else MINE if cell == STRUCK else HIDDEN


cdef class EndlessBoard:
    """A board without an edge: every cell holds a mine with chance `density`, independently.

    Rows and columns are integers in -2**62 .. 2**62. The cell (row, col) holds a mine where the first word of
    Philox2x64-10 with counter (row, col), as unsigned 64-bit numbers, and key `seed` is below density * 2**64; so
    the same density and seed are the same board everywhere. The first cell revealed and its neighbours are kept
    free. `density` is a number strictly between 0 and 1, best a Fraction or a string such as "0.18".

    A cascade can be endless (below a density of about 0.0955, see docs/endless.md): every move takes a `budget` of
    cells, reveals the nearest first (Chebyshev distance from the move, then row-major), and keeps the rest pending;
    `resume` and `window` go on with it. A revealed mine counts as a loss and stays visible; the game goes on.

    Memory: 344 bytes for each touched chunk of 16 x 16 cells, and 24 for each pending cell.

    >>> board = EndlessBoard("0.2", seed=3)
    >>> board.reveal(0, 0)
    <RevealResult.CONTINUE: 0>
    >>> board.revealed > 8
    True
    """

    def __cinit__(self, density, seed=0):
        try:
            self.density = Fraction(density)
        except (TypeError, ValueError, ZeroDivisionError):
            raise InvalidBoardError(f"expected a density strictly between 0 and 1, got {density!r}") from None
        if not 0 < self.density < 1:
            raise InvalidBoardError(f"expected a density strictly between 0 and 1, got {density}")
        if not 0 <= seed < 2**64:
            raise ValueError(f"expected a seed in 0 .. 2**64 - 1, got {seed!r}")
        memset(&self.c, 0, sizeof(endless_t))
        self.c.seed = seed
        self.c.threshold = int(self.density * 2**64)
        self.c.slots = 64
        self.c.table = <chunk_t **>calloc(self.c.slots, sizeof(chunk_t *))
        if self.c.table == NULL:
            raise MemoryError

    def __dealloc__(self):
        cdef size_t i
        if self.c.table != NULL:
            for i in range(self.c.slots):
                free(self.c.table[i])
        free(self.c.table)
        free(self.c.pending.entries)
        free(self.c.queue.entries)
        free(self.c.shown)

    def reveal(self, row, col, budget=BUDGET):
        """Reveal a cell and at most `budget` cells in all; a mine is a loss, and stays visible.

        Nothing changes on a flagged or revealed cell. Raises InvalidCellError beyond 2**62.
        """
        cdef bint lost = False
        check_place(row, col)
        check_status(move_reveal(&self.c, row, col, check_budget(budget), &lost))
        return RevealResult.LOSE if lost else RevealResult.CONTINUE

    def chord(self, row, col, budget=BUDGET):
        """Reveal the unflagged neighbours of a clue with as many flags and struck mines around it as it shows."""
        cdef bint lost = False
        check_place(row, col)
        check_status(move_chord(&self.c, row, col, check_budget(budget), &lost))
        return RevealResult.LOSE if lost else RevealResult.CONTINUE

    def toggle_flag(self, row, col):
        """Flag a hidden cell or take its flag away; return whether it is flagged now."""
        check_place(row, col)
        cdef uint8_t *cell = touch_cell(&self.c, row, col)
        if cell == NULL:
            raise MemoryError
        if cell[0] == FLAGGED:
            cell[0] = COVERED
            self.c.flags -= 1
        elif cell[0] == COVERED or cell[0] == PENDING:
            cell[0] = FLAGGED
            self.c.flags += 1
        return cell[0] == FLAGGED

    def resume(self, budget=BUDGET):
        """Reveal at most `budget` pending cells and what they bring, nearest to the last reveal first."""
        check_status(move_resume(&self.c, check_budget(budget)))

    def window(self, top, left, rows, cols, budget=BUDGET):
        """Pull the pending cells of a window in, with what they bring inside it, and return its View.

        The View has no mine total; its density is the board's. Struck mines are known mines in it.
        """
        cdef View view = View(rows, cols, None, density=self.density)
        check_place(top, left)
        check_place(top + rows, left + cols)
        check_status(move_window(&self.c, top, left, rows, cols, check_budget(budget)))
        copy_window(&self.c, top, left, view)
        return view

    def __getitem__(self, place):
        row, col = place
        check_place(row, col)
        cdef uint8_t cell = peek_cell(&self.c, row, col)
        if cell <= 8:
            return Seen(CellState.REVEALED, cell)
        if cell == STRUCK:
            return Seen(CellState.REVEALED, None)
        return Seen(CellState.FLAGGED if cell == FLAGGED else CellState.HIDDEN, None)

    @property
    def seed(self):
        """The seed, 0 .. 2**64 - 1."""
        return self.c.seed

    @property
    def first(self):
        """The (row, col) of the first reveal, or None."""
        return (self.c.first_row, self.c.first_col) if self.c.started else None

    @property
    def revealed(self):
        """The number of safe cells revealed."""
        return self.c.revealed

    @property
    def flags(self):
        """The number of flags."""
        return self.c.flags

    @property
    def losses(self):
        """The number of mines revealed."""
        return self.c.losses

    @property
    def pending(self):
        """The number of cells that a cascade left for later."""
        refresh_pending(&self.c)
        return self.c.pending.size

    @property
    def chunks(self):
        """The number of chunks of 16 x 16 cells that were touched."""
        return self.c.chunks

    @property
    def last_revealed(self):
        """The (row, col, clue) of each cell that the last move revealed, in its order."""
        cdef size_t i
        return [
            (self.c.shown[i].row, self.c.shown[i].col, <int>self.c.shown[i].distance)
            for i in range(self.c.shown_size)
        ]

    def state(self):
        """Return all there is to save: (first, origin, chunks), each chunk as (row, col, 256 bytes), in order.

        `origin` is the last cell that a player revealed. A byte is a clue 0 .. 8, 9 for a struck mine, 16 for a
        hidden cell, 17 with a flag, 18 for a pending cell.
        """
        cdef size_t i
        chunks = sorted([
            (
                self.c.table[i].row, self.c.table[i].col,
                PyBytes_FromStringAndSize(<char *>self.c.table[i].cells, AREA),
            )
            for i in range(self.c.slots)
            if self.c.table[i] != NULL
        ])
        return self.first, (self.c.origin_row, self.c.origin_col), chunks

    @staticmethod
    def restore(density, seed, first, origin, chunks):
        """Return the board that `state` told of; raises FormatError where the cells do not fit the mines."""
        cdef EndlessBoard board = EndlessBoard(density, seed)
        cdef endless_t *e = &board.c
        check_place(origin[0], origin[1])
        e.origin_row, e.origin_col = origin
        if first is not None:
            check_place(first[0], first[1])
            start(e, first[0], first[1])
        for row, col, cells in chunks:
            check_place(row * SIDE, col * SIDE)
            if len(cells) != AREA or find_chunk(e, row, col) != NULL:
                raise FormatError(f"chunk ({row}, {col}): expected {AREA} cells, once")
            if restore_chunk(e, row, col, cells) < 0:
                raise FormatError(f"chunk ({row}, {col}): its cells do not fit the mines of this board")
        return board


cdef int restore_chunk(endless_t *e, int64_t row, int64_t col, const uint8_t[::1] cells) except? -1:
    # -1 without an exception where a cell claims what the mines deny.
    cdef chunk_t *chunk = make_chunk(e, row, col)
    cdef int64_t r, c
    cdef uint8_t cell
    if chunk == NULL:
        raise MemoryError
    for r in range(row * SIDE, row * SIDE + SIDE):
        for c in range(col * SIDE, col * SIDE + SIDE):
            cell = cells[(r & 15) * SIDE + (c & 15)]
            if cell <= 8 or cell == PENDING:
                if not e.started or is_mine(chunk, r, c) or (cell <= 8 and cell != clue_of(chunk, r, c)):
                    return -1
                e.revealed += cell <= 8
            elif cell == STRUCK:
                if not e.started or not is_mine(chunk, r, c):
                    return -1
                e.losses += 1
            elif cell == FLAGGED:
                e.flags += 1
            elif cell != COVERED:
                return -1
            if cell == PENDING:
                if enqueue(e, &e.pending, PENDING, r, c) < 0:
                    raise MemoryError
            else:
                chunk.cells[(r & 15) * SIDE + (c & 15)] = cell
    return 0


cdef int check_place(row, col) except -1:
    if not (-LIMIT <= row <= LIMIT and -LIMIT <= col <= LIMIT):
        raise InvalidCellError(f"expected a row and a column in -2**62 .. 2**62, got ({row}, {col})")
    return 0


cdef uint64_t check_budget(budget) except? 0:
    if not 0 <= budget < 2**63:
        raise ValueError(f"expected a budget in 0 .. 2**63 - 1, got {budget!r}")
    return budget


cdef int check_status(int status) except -1:
    if status < 0:
        raise MemoryError
    return 0
