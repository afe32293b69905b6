"""Boards beyond the rectangle: torus, hexagons, any graph, and cells that hold several mines."""

from cpython.number cimport PyNumber_Index
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from surefoot_core.moves cimport LOST, PLAYING, WON
from surefoot_core.placement cimport FIRST_ANY, FIRST_OPENING
from surefoot_core.rng cimport rng_below, rng_seed, rng_t
from surefoot_core.topology cimport Topology, topology_t
from surefoot_core.view cimport HIDDEN, View

from surefoot_core.errors import InvalidBoardError, InvalidCellError
from surefoot_core.rules import CellState, FirstClick, GameState, RevealResult, Seen
from surefoot_core.view import CLUES, MAX_SLOTS

STATES = tuple(GameState)
RESULTS = tuple(RevealResult)

cdef enum:
    MOST_CLUE = 253            # what a View can show


# --- placing ----------------------------------------------------------------------------------------------------


cdef inline bint is_protected(const field_t *b, int32_t cell, int32_t first) noexcept nogil:
    # Whether the first-click rule keeps the cell free for this first reveal.
    cdef int32_t i
    if b.rule == FIRST_ANY or first == cell:
        return b.rule != FIRST_ANY
    if b.rule == FIRST_OPENING:
        for i in range(b.topology.first[first], b.topology.first[first + 1]):
            if b.topology.near[i] == cell:
                return True
    return False


cdef int64_t room_for(const field_t *b, int32_t first) noexcept nogil:
    # The slots that the first-click rule leaves for mines.
    cdef int64_t kept = 0
    if b.rule != FIRST_ANY:
        kept = 1
    if b.rule == FIRST_OPENING:
        kept += b.topology.first[first + 1] - b.topology.first[first]
    return (b.topology.cells - kept) * b.slots


cdef inline int number_of_bits(int bits) noexcept nogil:
    cdef int count = 0
    while bits:
        count += bits & 1
        bits >>= 1
    return count


cdef void finish_placing(field_t *b) noexcept nogil:
    cdef int32_t cell, i
    cdef int held
    b.mined = 0
    memset(b.clue, 0, b.topology.cells)
    for cell in range(b.topology.cells):
        held = number_of_bits(b.taken[cell])
        b.mined += held > 0
        if held:
            for i in range(b.topology.first[cell], b.topology.first[cell + 1]):
                b.clue[b.topology.near[i]] += held
    b.placed = True


cdef void place(field_t *b, int32_t first) noexcept nogil:
    # Floyd's selection, as on the rectangle, over the slots of the cells that the rule leaves, cell by cell. The
    # order of the reveals is still empty: it lends its memory to the list of those cells.
    cdef rng_t rng
    cdef int32_t cell, count = 0
    cdef int64_t j, slot, room
    for cell in range(b.topology.cells):
        if not is_protected(b, cell, first):
            b.order[count] = cell
            count += 1
    room = <int64_t>count * b.slots
    rng_seed(&rng, b.seed, 0)
    for j in range(room - b.mines, room):
        slot = <int64_t>rng_below(&rng, <uint64_t>j + 1)
        if b.taken[b.order[slot // b.slots]] >> (slot % b.slots) & 1:
            slot = j
        b.taken[b.order[slot // b.slots]] |= 1 << (slot % b.slots)
    finish_placing(b)


cdef void begin(field_t *b) noexcept nogil:
    # Nothing revealed, nothing flagged; drawn mines are placed when their rule says so.
    memset(b.flag, 0, b.topology.cells)
    memset(b.shown, 0, b.topology.cells)
    b.first = b.exploded = -1
    b.flags = b.revealed = b.move_start = 0
    b.state = PLAYING
    if not b.given:
        memset(b.taken, 0, b.topology.cells)
        b.placed = False
        if b.rule == FIRST_ANY:
            place(b, 0)


# --- moves ------------------------------------------------------------------------------------------------------


cdef inline void show(field_t *b, int32_t cell) noexcept nogil:
    b.shown[cell] = 1
    b.order[b.revealed] = cell
    b.revealed += 1


cdef void open_cell(field_t *b, int32_t cell) noexcept nogil:
    # Reveals a hidden, unflagged cell; `order` is the queue of its cascade, which stops at flags.
    cdef int32_t head = b.revealed, i, other
    if b.taken[cell]:
        if b.exploded < 0:
            b.exploded = cell
        b.state = LOST
        return
    show(b, cell)
    while head < b.revealed:
        cell = b.order[head]
        head += 1
        if b.clue[cell]:
            continue
        for i in range(b.topology.first[cell], b.topology.first[cell + 1]):
            other = b.topology.near[i]
            if not b.shown[other] and not b.flag[other]:
                show(b, other)


cdef int finish_move(field_t *b) noexcept nogil:
    if b.state == PLAYING and b.placed and b.revealed == b.topology.cells - b.mined:
        b.state = WON
    return b.state


cdef int reveal(field_t *b, int32_t cell) noexcept nogil:
    b.move_start = b.revealed
    if b.state != PLAYING or b.shown[cell] or b.flag[cell]:
        return b.state
    if not b.placed:
        place(b, cell)
    if b.first < 0:
        b.first = cell
    open_cell(b, cell)
    return finish_move(b)


cdef int chord(field_t *b, int32_t cell) noexcept nogil:
    cdef int32_t i, other, claimed = 0
    b.move_start = b.revealed
    if b.state != PLAYING or not b.shown[cell]:
        return b.state
    for i in range(b.topology.first[cell], b.topology.first[cell + 1]):
        claimed += b.flag[b.topology.near[i]]
    if claimed != b.clue[cell]:
        return b.state
    for i in range(b.topology.first[cell], b.topology.first[cell + 1]):
        other = b.topology.near[i]
        if not b.flag[other] and not b.shown[other]:
            open_cell(b, other)
    return finish_move(b)


cdef int set_flag(field_t *b, int32_t cell, int number) noexcept nogil:
    # Returns the number that the flag claims now.
    if b.state == PLAYING and not b.shown[cell]:
        b.flags += number - b.flag[cell]
        b.flag[cell] = <uint8_t>number
    return b.flag[cell]


cdef class TopologyBoard:
    """A game of `mines` mines on the cells of a topology, drawn uniformly over all slots by `seed`.

    Every cell has `max_mines_per_cell` slots. A clue is the sum over the neighbours; to reveal a cell with any mine
    loses; the game is won when all cells without a mine are revealed. Rules and draws are those of `Board`: on a
    rectangle with one mine a cell the same arguments give the same mines. A flag carries a number, the mines that
    it claims; a chord wants as many in the flags around a clue as the clue shows. Memory: 8 bytes a cell.

    >>> board = TopologyBoard(Topology.hexagonal(6, 6), 5, seed=1)
    >>> board.reveal(3, 3), board.view().topology.kind
    (<RevealResult.CONTINUE: 0>, 'hex')
    """

    def __cinit__(
        self, Topology topology not None, mines, *, seed=0, first_click=FirstClick.OPENING, max_mines_per_cell=1
    ):
        mines, slots = PyNumber_Index(mines), PyNumber_Index(max_mines_per_cell)
        if not 1 <= slots <= MAX_SLOTS:
            raise InvalidBoardError(f"expected max_mines_per_cell in 1 .. {MAX_SLOTS}, got {max_mines_per_cell!r}")
        if not 0 <= seed < 2**64:
            raise ValueError(f"expected a seed in 0 .. 2**64 - 1, got {seed!r}")
        cdef int32_t cells = topology.c.cells
        if not 0 <= mines <= <int64_t>cells * slots:
            raise InvalidBoardError(f"expected 0 to {<int64_t>cells * slots} mines, got {mines!r}")
        check_clues(&topology.c, slots)
        self.topology = topology
        memset(&self.c, 0, sizeof(field_t))
        self.c.topology = &topology.c
        self.c.taken = <uint8_t *>calloc(cells, 1)
        self.c.clue = <uint8_t *>calloc(cells, 1)
        self.c.flag = <uint8_t *>calloc(cells, 1)
        self.c.shown = <uint8_t *>calloc(cells, 1)
        self.c.order = <int32_t *>malloc(<size_t>cells * sizeof(int32_t))
        if (
            self.c.taken == NULL or self.c.clue == NULL or self.c.flag == NULL or self.c.shown == NULL
            or self.c.order == NULL
        ):
            raise MemoryError
        self.c.slots = slots
        self.c.mines = mines
        self.c.seed = seed
        self.c.rule = FirstClick(first_click)
        begin(&self.c)

    def __dealloc__(self):
        free(self.c.taken)
        free(self.c.clue)
        free(self.c.flag)
        free(self.c.shown)
        free(self.c.order)

    @staticmethod
    def from_mines(Topology topology not None, cells, *, max_mines_per_cell=1):
        """Return a board with a mine at each of these (row, col) cells, named as often as it holds mines."""
        cdef TopologyBoard board = TopologyBoard(
            topology, 0, first_click=FirstClick.ANY, max_mines_per_cell=max_mines_per_cell
        )
        cdef int32_t cell
        for row, col in cells:
            cell = index_of(board, row, col)
            if board.c.taken[cell] >> (board.c.slots - 1):
                raise InvalidBoardError(
                    f"expected at most {board.c.slots} mines in a cell, got more at ({row}, {col})"
                )
            board.c.taken[cell] = board.c.taken[cell] << 1 | 1
            board.c.mines += 1
        board.c.given = True
        finish_placing(&board.c)
        return board

    def reveal(self, row, col):
        """Reveal a cell and, from a zero clue on, its whole opening. Nothing changes on a flagged cell.

        Raises InvalidBoardError where the first-click rule leaves too few slots for the mines.
        """
        cdef int32_t cell = index_of(self, row, col)
        if not self.c.placed and room_for(&self.c, cell) < self.c.mines:
            raise InvalidBoardError(
                f"expected at most {room_for(&self.c, cell)} mines for a first reveal at ({row}, {col}) "
                f"with first click {self.first_click.name}, got {self.c.mines}"
            )
        cdef int state
        with nogil:
            state = reveal(&self.c, cell)
        return RESULTS[state]

    def chord(self, row, col):
        """Reveal the unflagged neighbours of a clue whose flags claim exactly as many mines as it shows."""
        cdef int32_t cell = index_of(self, row, col)
        cdef int state
        with nogil:
            state = chord(&self.c, cell)
        return RESULTS[state]

    def toggle_flag(self, row, col):
        """Let the flag of a hidden cell claim one mine more, from the most on none; return whether it is flagged."""
        cdef int32_t cell = index_of(self, row, col)
        return set_flag(&self.c, cell, (self.c.flag[cell] + 1) % (self.c.slots + 1)) > 0

    def set_flag(self, row, col, mines):
        """Let the flag of a hidden cell claim so many mines, 0 for no flag; return what it claims now."""
        cdef int32_t cell = index_of(self, row, col)
        if not 0 <= mines <= self.c.slots:
            raise ValueError(f"expected a flag of 0 to {self.c.slots} mines, got {mines!r}")
        return set_flag(&self.c, cell, mines)

    def flag(self, row, col):
        """Return the mines that the flag of a cell claims, 0 where there is none."""
        return self.c.flag[index_of(self, row, col)]

    def restart(self):
        """Go back to the start of the same game: nothing revealed, nothing flagged."""
        begin(&self.c)

    @property
    def rows(self):
        """The number of rows."""
        return self.topology.c.rows

    @property
    def cols(self):
        """The number of columns."""
        return self.topology.c.cols

    @property
    def mines(self):
        """The mine total."""
        return self.c.mines

    @property
    def max_mines_per_cell(self):
        """The most mines that a cell can hold."""
        return self.c.slots

    @property
    def seed(self):
        """The seed of a drawn board, None where the mines were given."""
        return None if self.c.given else self.c.seed

    @property
    def first_click(self):
        """The first-click rule; ANY where the mines were given."""
        return FirstClick(self.c.rule)

    @property
    def state(self):
        """How the game stands."""
        return STATES[self.c.state]

    @property
    def flags(self):
        """The mines that all flags claim."""
        return self.c.flags

    @property
    def mines_left(self):
        """The mine total less what the flags claim."""
        return self.c.mines - self.c.flags

    @property
    def placed(self):
        """Whether the mines are on the board; under SAFE and OPENING that is so after the first reveal."""
        return bool(self.c.placed)

    @property
    def safe_left(self):
        """The number of safe cells still hidden; None before mines that can share a cell are placed."""
        if self.c.placed:
            return self.c.topology.cells - self.c.mined - self.c.revealed
        return None if self.c.slots > 1 else self.c.topology.cells - self.c.mines

    @property
    def first_reveal(self):
        """The (row, col) of the first reveal, or None."""
        return place_of(self, self.c.first)

    @property
    def exploded(self):
        """The (row, col) of the cell that lost the game (the first one of a chord), or None."""
        return place_of(self, self.c.exploded)

    @property
    def revealed_count(self):
        """The number of revealed cells."""
        return self.c.revealed

    @property
    def last_revealed(self):
        """The (row, col) of each cell that the last reveal or chord revealed."""
        return [place_of(self, self.c.order[i]) for i in range(self.c.move_start, self.c.revealed)]

    def revealed(self, start=0):
        """Return the flat indices of the cells revealed from number `start` on, in order."""
        if not 0 <= start <= self.c.revealed:
            raise ValueError(f"expected a start in 0 .. {self.c.revealed}, got {start!r}")
        cdef int32_t i, begin_at = start
        return [self.c.order[i] for i in range(begin_at, self.c.revealed)]

    def clues(self, start=0):
        """Return the clues of the cells revealed from number `start` on, as bytes in the order of `revealed`."""
        return bytes([self.c.clue[<int32_t>cell] for cell in self.revealed(start)])

    def view(self):
        """Return what a player sees now: the clues and the mine total, without mines and flags."""
        cdef View view = View(
            self.rows, self.cols, self.c.mines, topology=self.topology, max_mines_per_cell=self.c.slots
        )
        cdef int32_t i
        for i in range(self.c.topology.cells):
            view.cells[i] = self.c.clue[i] if self.c.shown[i] else HIDDEN
        return view

    def to_text(self, *, reveal_all=False):
        """Return one line a row: ``#`` hidden, ``F`` flagged, ``.`` zero, a clue as in a View, ``*`` any mines.

        Mines show only after the end or, once they are placed, with `reveal_all`.
        """
        everything = bool(reveal_all and self.c.placed)
        signs = "".join([sign_of(&self.c, cell, everything) for cell in range(self.c.topology.cells)])
        return "\n".join([signs[at:at + self.cols] for at in range(0, len(signs), self.cols)])

    def mine_cells(self):
        """Return the (row, col) of each mine, row by row, a cell as often as it holds mines: never for a solver."""
        if not self.c.placed:
            raise InvalidBoardError("expected a board with its mines placed, got one before its first reveal")
        return [
            place_of(self, cell)
            for cell in range(self.c.topology.cells)
            for _ in range(number_of_bits(self.c.taken[cell]))
        ]

    def copy(self):
        """Return an independent board in the same position."""
        cdef TopologyBoard twin = TopologyBoard(
            self.topology, 0, first_click=FirstClick.ANY, max_mines_per_cell=self.c.slots
        )
        cdef field_t memory = twin.c
        cdef int32_t cells = self.c.topology.cells
        twin.c = self.c
        twin.c.taken, twin.c.clue, twin.c.flag, twin.c.shown, twin.c.order = (
            memory.taken, memory.clue, memory.flag, memory.shown, memory.order
        )
        memcpy(twin.c.taken, self.c.taken, cells)
        memcpy(twin.c.clue, self.c.clue, cells)
        memcpy(twin.c.flag, self.c.flag, cells)
        memcpy(twin.c.shown, self.c.shown, cells)
        memcpy(twin.c.order, self.c.order, <size_t>self.c.revealed * sizeof(int32_t))
        return twin

    def __getitem__(self, place):
        row, col = place
        cdef int32_t cell = index_of(self, row, col)
        if self.c.shown[cell]:
            return Seen(CellState.REVEALED, self.c.clue[cell])
        return Seen(CellState.FLAGGED if self.c.flag[cell] else CellState.HIDDEN, None)

    def __repr__(self):
        where = f"{self.topology.kind} {self.rows} x {self.cols}, {self.c.mines} mines"
        return f"<TopologyBoard {where}, {self.state.name}, {self.c.revealed} revealed, {self.c.flags} flags>"


cdef int check_clues(const topology_t *t, int slots) except -1:
    # A clue has to fit into a View.
    cdef int32_t cell, most = 0
    for cell in range(t.cells):
        most = max(most, t.first[cell + 1] - t.first[cell])
    if most * slots > MOST_CLUE:
        raise InvalidBoardError(
            f"expected clues of at most {MOST_CLUE}, got {most} neighbours of {slots} mines each"
        )
    return 0


cdef int32_t index_of(TopologyBoard board, row, col) except -1:
    row, col = PyNumber_Index(row), PyNumber_Index(col)
    if not (0 <= row < board.rows and 0 <= col < board.cols):
        raise InvalidCellError(f"expected a cell of {board.rows} x {board.cols}, got ({row}, {col})")
    return <int32_t>row * board.topology.c.cols + <int32_t>col


cdef object place_of(TopologyBoard board, int32_t cell):
    return None if cell < 0 else (cell // board.topology.c.cols, cell % board.topology.c.cols)


cdef str sign_of(const field_t *b, int32_t cell, bint everything):
    if b.taken[cell] and (everything or b.exploded == cell or (b.state != PLAYING and not b.flag[cell])):
        return "*"
    if everything or b.shown[cell]:
        if b.clue[cell] == 0:
            return "."
        return CLUES[b.clue[cell]] if b.clue[cell] < len(CLUES) else "+"
    return "F" if b.flag[cell] else "#"
