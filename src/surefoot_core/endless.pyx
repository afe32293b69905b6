"""A Minesweeper board without an edge: mines by a counter-based generator, cells in chunks, cascades by budget."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint8_t, uint64_t

from surefoot_core.cascade cimport (
    endless_free, endless_init, enqueue, move_chord, move_resume, move_reveal, move_window, refresh_pending,
)
from surefoot_core.chunks cimport (
    AREA, COVERED, FLAGGED, PENDING, SIDE, STRUCK, chunk_t, chunks_start, clue_of, find_chunk, is_mine, make_chunk,
    peek_cell, touch_cell,
)
from surefoot_core.view cimport HIDDEN, MINE, View

from fractions import Fraction

from surefoot_core.errors import FormatError, InvalidBoardError, InvalidCellError
from surefoot_core.rules import CellState, RevealResult, Seen

FARTHEST = 1 << 62
"""The largest row and column, and the negative of the smallest, that a player can reach."""

BUDGET = 100_000
"""The cells that a move reveals at most, unless told otherwise."""

cdef int64_t LIMIT = FARTHEST


cdef void copy_window(endless_t *e, int64_t top, int64_t left, View view) noexcept nogil:
    cdef int64_t row, col
    cdef uint8_t cell
    for row in range(view.rows):
        for col in range(view.cols):
            cell = peek_cell(&e.chunks, top + row, left + col)
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
        check_status(endless_init(&self.c, seed, int(self.density * 2**64)))

    def __dealloc__(self):
        endless_free(&self.c)

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
        cdef uint8_t *cell = touch_cell(&self.c.chunks, row, col)
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
        cdef uint8_t cell = peek_cell(&self.c.chunks, row, col)
        if cell <= 8:
            return Seen(CellState.REVEALED, cell)
        if cell == STRUCK:
            return Seen(CellState.REVEALED, None)
        return Seen(CellState.FLAGGED if cell == FLAGGED else CellState.HIDDEN, None)

    @property
    def seed(self):
        """The seed, 0 .. 2**64 - 1."""
        return self.c.chunks.seed

    @property
    def first(self):
        """The (row, col) of the first reveal, or None."""
        return (self.c.chunks.first_row, self.c.chunks.first_col) if self.c.chunks.started else None

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
        return self.c.chunks.size

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
                self.c.chunks.table[i].row, self.c.chunks.table[i].col,
                PyBytes_FromStringAndSize(<char *>self.c.chunks.table[i].cells, AREA),
            )
            for i in range(self.c.chunks.slots)
            if self.c.chunks.table[i] != NULL
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
            chunks_start(&e.chunks, first[0], first[1])
        for row, col, cells in chunks:
            check_place(row * SIDE, col * SIDE)
            if len(cells) != AREA or find_chunk(&e.chunks, row, col) != NULL:
                raise FormatError(f"chunk ({row}, {col}): expected {AREA} cells, once")
            if restore_chunk(e, row, col, cells) < 0:
                raise FormatError(f"chunk ({row}, {col}): its cells do not fit the mines of this board")
        return board


cdef int restore_chunk(endless_t *e, int64_t row, int64_t col, const uint8_t[::1] cells) except? -1:
    # -1 without an exception where a cell claims what the mines deny.
    cdef chunk_t *chunk = make_chunk(&e.chunks, row, col)
    cdef int64_t r, c
    cdef uint8_t cell
    if chunk == NULL:
        raise MemoryError
    for r in range(row * SIDE, row * SIDE + SIDE):
        for c in range(col * SIDE, col * SIDE + SIDE):
            cell = cells[(r & 15) * SIDE + (c & 15)]
            if cell <= 8 or cell == PENDING:
                if not e.chunks.started or is_mine(chunk, r, c) or (cell <= 8 and cell != clue_of(chunk, r, c)):
                    return -1
                e.revealed += cell <= 8
            elif cell == STRUCK:
                if not e.chunks.started or not is_mine(chunk, r, c):
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
