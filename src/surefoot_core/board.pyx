"""The true position: where the mines are, every clue, what is revealed and flagged."""

from cpython.number cimport PyNumber_Index
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcmp, memcpy

from surefoot_core.moves cimport (
    CLUE, FLAG_BIT, LOST, MINED_BIT, PLAYING, REVEALED_BIT, board_allows, board_chord, board_draw, board_free,
    board_give, board_init, board_restart, board_reveal, board_t, board_toggle_flag,
)
from surefoot_core.placement cimport most_mines
from surefoot_core.view cimport HIDDEN, View, new_view

from surefoot_core.errors import FormatError, InvalidBoardError, InvalidCellError
from surefoot_core.rules import CellState, FirstClick, GameState, RevealResult, Seen
from surefoot_core.topology import MAX_CELLS

STATES = tuple(GameState)
RESULTS = tuple(RevealResult)


cdef class Board:
    """A game of `mines` mines on rows x cols cells, drawn uniformly by `seed` (0 .. 2**64 - 1).

    The same size, mines, seed, first-click rule and first reveal give the same board for ever. `first_click`
    says what the first reveal is promised; under ANY the mines are placed at once, else at the first reveal. A
    cascade stops at flags; with `flood_removes_flags` it takes them away instead. Memory: 5 bytes a cell.

    Raises InvalidBoardError for sizes and mines that no board can have. A board without a mine is won by its
    first reveal; on one without a safe cell the first reveal loses.

    >>> board = Board(9, 9, 10, seed=7)
    >>> board.reveal(4, 4), board.safe_left < 71
    (<RevealResult.CONTINUE: 0>, True)
    """

    def __cinit__(
        self, rows, cols, mines, *, seed=0, first_click=FirstClick.OPENING, flood_removes_flags=False
    ):
        rows, cols, mines = PyNumber_Index(rows), PyNumber_Index(cols), PyNumber_Index(mines)
        if not (rows >= 1 and cols >= 1 and rows <= MAX_CELLS // cols):
            raise InvalidBoardError(f"expected a board of 1 to {MAX_CELLS} cells, got {rows} x {cols}")
        rule = FirstClick(first_click)
        # A first reveal in a corner protects the fewest cells.
        limit = most_mines(rows, cols, 0, rule)
        if not 0 <= mines <= limit:
            raise InvalidBoardError(
                f"expected 0 to {limit} mines on {rows} x {cols} cells with first click {rule.name}, "
                f"got {mines}"
            )
        if not 0 <= seed < 2**64:
            raise ValueError(f"expected a seed in 0 .. 2**64 - 1, got {seed!r}")
        if board_init(&self.c, rows, cols) < 0:
            raise MemoryError
        self.c.flood_removes_flags = bool(flood_removes_flags)
        board_draw(&self.c, mines, seed, rule)

    def __dealloc__(self):
        board_free(&self.c)

    @staticmethod
    def from_mines(rows, cols, cells, *, flood_removes_flags=False):
        """Return a board with mines at these (row, col) cells, each once. A first reveal on a mine loses."""
        cdef Board board = Board(rows, cols, 0, flood_removes_flags=flood_removes_flags)
        cdef int32_t count = 0, cell
        for row, col in cells:
            cell = index_of(board, row, col)
            if board.c.cells[cell]:
                raise InvalidBoardError(f"expected each mine once, got ({row}, {col}) twice")
            board.c.cells[cell] = MINED_BIT
            board.c.order[count] = cell
            count += 1
        board_give(&board.c, board.c.order, count)
        return board

    @staticmethod
    def from_text(text, *, flood_removes_flags=False):
        """Return the board of a layout, a string or a list of lines: ``*`` is a mine, anything else is none."""
        lines = text.splitlines() if isinstance(text, str) else list(text)
        while lines and not lines[len(lines) - 1]:  # negative indices do not wrap in this build
            lines.pop()
        if not lines or not lines[0]:
            raise FormatError("expected a board as text, got nothing")
        for row, line in enumerate(lines):
            if len(line) != len(lines[0]):
                raise FormatError(f"row {row + 1} has {len(line)} cells, expected {len(lines[0])}")
        mines = [(row, col) for row, line in enumerate(lines) for col, sign in enumerate(line) if sign == "*"]
        return Board.from_mines(len(lines), len(lines[0]), mines, flood_removes_flags=flood_removes_flags)

    # --- the three moves ---------------------------------------------------------------------------

    def reveal(self, row, col):
        """Reveal a cell and, from a zero clue on, its whole opening.

        Nothing changes on a flagged or revealed cell, or after the end. Raises InvalidCellError off the board,
        and InvalidBoardError where the first-click rule leaves too few cells for the mines at this first reveal.
        """
        cdef int32_t cell = index_of(self, row, col)
        cdef int state
        if not board_allows(&self.c, cell):
            limit = most_mines(self.c.rows, self.c.cols, cell, self.c.rule)
            raise InvalidBoardError(
                f"expected at most {limit} mines for a first reveal at ({row}, {col}) "
                f"with first click {self.first_click.name}, got {self.c.mines}"
            )
        with nogil:
            state = board_reveal(&self.c, cell)
        return RESULTS[state]

    def chord(self, row, col):
        """Reveal the unflagged neighbours of a clue that has exactly as many flags around it as it shows.

        Nothing changes otherwise. A wrong flag can lose: the safe neighbours are revealed even then.
        """
        cdef int32_t cell = index_of(self, row, col)
        cdef int state
        with nogil:
            state = board_chord(&self.c, cell)
        return RESULTS[state]

    def toggle_flag(self, row, col):
        """Flag a hidden cell or take its flag away; return whether it is flagged now.

        Flags never win, lose or tell anything. Nothing changes on a revealed cell or after the end.
        """
        return bool(board_toggle_flag(&self.c, index_of(self, row, col)))

    def restart(self):
        """Go back to the start of the same game: nothing revealed, nothing flagged.

        Mines that a first-click rule placed at the first reveal will be placed anew at the next first reveal.
        """
        with nogil:
            board_restart(&self.c)

    # --- what everyone may know --------------------------------------------------------------------

    @property
    def rows(self):
        """The number of rows."""
        return self.c.rows

    @property
    def cols(self):
        """The number of columns."""
        return self.c.cols

    @property
    def mines(self):
        """The mine total."""
        return self.c.mines

    @property
    def seed(self):
        """The seed of a drawn board, None where the mines were given."""
        return None if self.c.given else self.c.seed

    @property
    def first_click(self):
        """The first-click rule; ANY where the mines were given."""
        return FirstClick(self.c.rule)

    @property
    def flood_removes_flags(self):
        """Whether a cascade takes flags away instead of stopping at them."""
        return bool(self.c.flood_removes_flags)

    @property
    def state(self):
        """How the game stands."""
        return STATES[self.c.state]

    @property
    def flags(self):
        """The number of flagged cells."""
        return self.c.flags

    @property
    def mines_left(self):
        """The mine total less the flags: the counter of the display, below 0 with too many flags."""
        return self.c.mines - self.c.flags

    @property
    def safe_left(self):
        """The number of safe cells still hidden; at 0 the game is won."""
        return self.c.n - self.c.mines - self.c.revealed

    @property
    def first_reveal(self):
        """The (row, col) of the first reveal, or None."""
        return place_of(self, self.c.first)

    @property
    def exploded(self):
        """The (row, col) of the mine that lost the game (the first one of a chord), or None."""
        return place_of(self, self.c.exploded)

    @property
    def wrong_flags(self):
        """The (row, col) of each flag on a safe cell, row by row, after a loss; none before."""
        if self.c.state != LOST:
            return []
        return [
            place_of(self, cell)
            for cell in range(self.c.n)
            if self.c.cells[cell] & (FLAG_BIT | MINED_BIT) == FLAG_BIT
        ]

    @property
    def revealed_count(self):
        """The number of revealed cells."""
        return self.c.revealed

    @property
    def last_revealed(self):
        """The (row, col) of each cell that the last reveal or chord revealed."""
        return [place_of(self, self.c.order[i]) for i in range(self.c.move_start, self.c.revealed)]

    def revealed(self, start=0):
        """Return the flat indices of the cells revealed from number `start` on: a copy, int32, as a memoryview.

        With ``start = board.revealed_count`` taken before a move, what the move revealed; no scan.
        """
        check_start(self, start)
        cdef int32_t first = start
        cdef Py_ssize_t size = (self.c.revealed - first) * sizeof(int32_t)
        return memoryview((<char *>(self.c.order + first))[:size]).cast("i")

    def clues(self, start=0):
        """Return the clues of the cells revealed from number `start` on, as bytes in the order of `revealed`."""
        check_start(self, start)
        cdef int32_t first = start, i
        clues = bytearray(self.c.revealed - first)
        cdef uint8_t[::1] written = clues
        for i in range(first, self.c.revealed):
            written[i - first] = self.c.cells[self.c.order[i]] & CLUE
        return bytes(clues)

    def view(self):
        """Return what a player sees now: the clues and the mine total, without mines and flags."""
        cdef View view = new_view(self.c.rows, self.c.cols, self.c.mines)
        cdef int32_t i
        with nogil:
            for i in range(self.c.n):
                view.cells[i] = self.c.cells[i] & CLUE if self.c.cells[i] & REVEALED_BIT else HIDDEN
        return view

    def to_text(self, *, reveal_all=False, style="surefoot"):
        """Return one line a row, without a line end after the last.

        Ours: ``#`` hidden, ``.`` zero, ``1`` .. ``8``, ``F`` flagged, ``*`` mine; with ``style="plain"``
        ``.`` is hidden and a blank zero. Mines show only after the end, or with `reveal_all`, which shows every
        cell as if revealed once the mines are placed.
        """
        if style not in SIGNS:
            raise ValueError(f"expected a style of {', '.join(SIGNS)}, got {style!r}")
        everything = reveal_all and self.c.placed
        signs = bytes(sign_of(cell, SIGNS[style], everything, self.c.state != PLAYING) for cell in range(128))
        text = self.c.cells[:self.c.n].translate(signs.ljust(256)).decode("ascii")
        return "\n".join([text[at:at + self.c.cols] for at in range(0, self.c.n, self.c.cols)])

    def __getitem__(self, place):
        row, col = place
        cdef uint8_t cell = self.c.cells[index_of(self, row, col)]
        if cell & REVEALED_BIT:
            return Seen(CellState.REVEALED, cell & CLUE)
        return Seen(CellState.FLAGGED if cell & FLAG_BIT else CellState.HIDDEN, None)

    # --- the truth, for those who own it -----------------------------------------------------------

    @property
    def placed(self):
        """Whether the mines are on the board; under SAFE and OPENING that is so after the first reveal."""
        return bool(self.c.placed)

    def mine_cells(self):
        """Return the (row, col) of each mine, row by row: for files and checkers, never for a solver.

        Raises InvalidBoardError as long as the mines are not placed.
        """
        if not self.c.placed:
            raise InvalidBoardError("expected a board with its mines placed, got one before its first reveal")
        return [place_of(self, cell) for cell in range(self.c.n) if self.c.cells[cell] & MINED_BIT]

    # --- as a value --------------------------------------------------------------------------------

    def copy(self):
        """Return an independent board in the same position."""
        cdef Board twin = Board(self.c.rows, self.c.cols, 0)
        cdef board_t memory = twin.c
        twin.c = self.c
        twin.c.cells = memory.cells
        twin.c.order = memory.order
        memcpy(twin.c.cells, self.c.cells, self.c.n)
        memcpy(twin.c.order, self.c.order, <size_t>self.c.revealed * sizeof(int32_t))
        return twin

    def __eq__(self, other):
        if not isinstance(other, Board):
            return NotImplemented
        return bool(same_position(&self.c, &(<Board>other).c))

    __hash__ = None

    def __repr__(self):
        where = f"{self.c.rows} x {self.c.cols}, {self.c.mines} mines"
        return f"<Board {where}, {self.state.name}, {self.c.revealed} revealed, {self.c.flags} flags>"

    def __reduce__(self):
        return _restore, (
            (self.c.rows, self.c.cols, self.c.mines, self.c.seed, self.c.rule, self.c.given, self.c.placed),
            (self.c.flood_removes_flags, self.c.state, self.c.first, self.c.exploded, self.c.move_start),
            <bytes>self.c.cells[:self.c.n],
            bytes(self.revealed()),
        )


SIGNS = {"surefoot": ("#", "."), "plain": (".", " ")}
"""How text writes a hidden cell and an open zero."""


cdef int sign_of(int cell, signs, bint everything, bint ended) except -1:
    # The character code of a cell's bits.
    hidden, zero = signs
    if everything or cell & REVEALED_BIT:
        sign = "*" if cell & MINED_BIT else str(cell & CLUE) if cell & CLUE else zero
    elif cell & FLAG_BIT:
        sign = "F"
    else:
        sign = "*" if ended and cell & MINED_BIT else hidden
    return ord(sign[0])


cdef int32_t index_of(Board board, row, col) except -1:
    row, col = PyNumber_Index(row), PyNumber_Index(col)
    if not (0 <= row < board.c.rows and 0 <= col < board.c.cols):
        raise InvalidCellError(f"expected a cell of {board.c.rows} x {board.c.cols}, got ({row}, {col})")
    return <int32_t>row * board.c.cols + <int32_t>col


cdef object place_of(Board board, int32_t cell):
    return None if cell < 0 else (cell // board.c.cols, cell % board.c.cols)


cdef int check_start(Board board, start) except -1:
    if not 0 <= start <= board.c.revealed:
        raise ValueError(f"expected a start in 0 .. {board.c.revealed}, got {start!r}")
    return 0


cdef bint same_position(const board_t *a, const board_t *b) noexcept nogil:
    # The same to play on: how the mines came there does not matter once they are placed.
    if a.rows != b.rows or a.cols != b.cols or a.mines != b.mines or a.placed != b.placed:
        return False
    if not a.placed and (a.seed != b.seed or a.rule != b.rule):
        return False
    if a.flood_removes_flags != b.flood_removes_flags or a.exploded != b.exploded:
        return False
    return memcmp(a.cells, b.cells, a.n) == 0


def _restore(game, position, cells, order):
    # Made anew from its mines, reveals and flags, so that nothing comes back that is no position.
    rows, cols, mines, seed, rule, given, placed = game
    removes_flags, state, first, exploded, move_start = position
    cdef Board board = Board(rows, cols, 0, flood_removes_flags=removes_flags)
    cdef board_t *b = &board.c
    cdef const uint8_t[::1] bits = cells
    cdef const int32_t[::1] revealed = memoryview(order).cast("i")
    cdef int32_t i, cell, count = 0
    if bits.shape[0] != b.n:
        raise InvalidBoardError(f"expected {b.n} cells, got {bits.shape[0]}")
    for cell in range(b.n):
        if bits[cell] & MINED_BIT:
            b.order[count] = cell
            count += 1
    board_give(b, b.order, count)
    for i in range(revealed.shape[0]):
        cell = revealed[i]
        if not 0 <= cell < b.n or b.cells[cell] & (MINED_BIT | REVEALED_BIT):
            raise InvalidBoardError(f"expected safe cells of {b.n}, each once, as revealed, got {cell}")
        b.cells[cell] |= REVEALED_BIT
        b.order[i] = cell
    b.revealed = revealed.shape[0]
    for cell in range(b.n):
        if bits[cell] & FLAG_BIT and not b.cells[cell] & REVEALED_BIT:
            b.cells[cell] |= FLAG_BIT
            b.flags += 1
    b.rule, b.state = FirstClick(rule), GameState(state)
    if (
        memcmp(b.cells, &bits[0], b.n) != 0
        or not (count == mines if placed else count == b.revealed == 0)
        or not 0 <= mines <= most_mines(b.rows, b.cols, 0, b.rule)
        or not (-1 <= first < b.n and -1 <= exploded < b.n and 0 <= move_start <= b.revealed)
    ):
        raise InvalidBoardError("expected the cells of one game, got what no game comes to")
    b.mines, b.seed, b.given, b.placed = mines, seed, bool(given), bool(placed)
    b.first, b.exploded, b.move_start = first, exploded, move_start
    return board
