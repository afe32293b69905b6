"""What a player sees: the clues, the hidden cells and the mine total. No mines, no flags."""

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDES, PyBUF_WRITABLE
from cpython.number cimport PyNumber_Index
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from surefoot_core.errors import FormatError, InvalidBoardError, InvalidCellError

from surefoot_core.topology cimport Topology, check_size, rectangle

HIDDEN_CELL = HIDDEN
"""The code of a hidden cell in a View."""

KNOWN_MINE = MINE
"""The code of a hidden cell that the caller declared a mine (a trusted flag)."""

CLUES = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The character of each clue; those above 9 exist where a cell can hold several mines."""

MAX_SLOTS = 4
"""The most mines that a cell may be allowed to hold: clues up to 32 have a character each."""

STYLES = {
    # (hidden, zero as it is read, the first also as it is written, flag); digits 1 .. 8 are themselves
    "surefoot": ("#", ".0", "F"),
    "plain": (".", " 0", "F"),
}
"""How text is read: ours (``#`` hidden, ``.`` or ``0`` an open zero) and plain (``.`` hidden, blank zero)."""


cdef char *BYTE_FORMAT = b"B"


cdef class View:
    """A player's view of a board: immutable, and usable by NumPy without a copy as a rows x cols uint8 array.

    Each cell is a clue, `HIDDEN_CELL`, or `KNOWN_MINE` where the caller's word is to be taken for a mine. `mines`
    is the mine total, trusted flags included. Where it is None the number of mines is not known; `density` can
    then give the chance, strictly between 0 and 1, that a hidden cell is a mine.

    `topology` is a rectangle unless given. With `max_mines_per_cell` k every cell has k slots, each of which can
    hold a mine; a clue counts mines, so it goes up to k times the neighbours, and a known mine holds k.

    >>> view = View.from_text("##1\\n211\\n...", mines=2)
    >>> view[0, 2], view.hidden
    (1, 2)
    """

    def __cinit__(self, rows, cols, mines, cells=None, *, topology=None, max_mines_per_cell=1, density=None):
        rows, cols = PyNumber_Index(rows), PyNumber_Index(cols)
        check_size(rows, cols)
        self.rows = rows
        self.cols = cols
        self.n = rows * cols
        self.shape[0] = rows
        self.shape[1] = cols
        self.strides[0] = cols
        self.strides[1] = 1
        set_neighbourhood(self, topology, max_mines_per_cell)
        set_mines(self, mines, density)
        self.cells = <uint8_t *>malloc(self.n)
        if self.cells == NULL:
            raise MemoryError
        memset(self.cells, HIDDEN, self.n)
        if cells is not None:
            fill_view(self, cells)

    def __dealloc__(self):
        free(self.cells)

    @staticmethod
    def from_array(cells, mines, *, topology=None, max_mines_per_cell=1, density=None):
        """Return the View of a rows x cols uint8 array of clues, `HIDDEN_CELL` and `KNOWN_MINE`."""
        shape = getattr(cells, "shape", None)
        if shape is None or len(shape) != 2:
            raise InvalidBoardError(f"expected an array of two dimensions, got shape {shape!r}")
        return View(
            shape[0], shape[1], mines, cells,
            topology=topology, max_mines_per_cell=max_mines_per_cell, density=density,
        )

    @staticmethod
    def from_text(
        text, mines, *, trust_flags=False, style="surefoot", topology=None, max_mines_per_cell=1, density=None
    ):
        """Return the View written in text: one line a row, as a string or as a list of lines.

        Ours: ``#`` hidden, ``.`` or ``0`` an open zero, ``1`` .. ``9``, then ``a`` for 10 and so on. With
        ``style="plain"``: ``.`` hidden, blank or ``0`` an open zero. ``F`` is read as hidden, or as a known mine
        with `trust_flags`. Raises FormatError with row and column (from 1) for anything else, also for lines of
        unequal length.
        """
        signs = style_signs(style)
        lines = text.splitlines() if isinstance(text, str) else list(text)
        while lines and not lines[len(lines) - 1]:  # negative indices do not wrap in this build
            lines.pop()
        if not lines or not lines[0]:
            raise FormatError("expected a board as text, got nothing")
        cdef int cols = len(lines[0])
        cdef View view = View(
            len(lines), cols, mines,
            topology=topology, max_mines_per_cell=max_mines_per_cell, density=density,
        )
        cdef int row, col, value
        for row, line in enumerate(lines):
            if len(line) != cols:
                raise FormatError(f"row {row + 1} has {len(line)} cells, expected {cols}")
            for col, character in enumerate(line):
                value = read_sign(character, signs, most_clue(view))
                if value < 0:
                    raise FormatError(
                        f"row {row + 1}, column {col + 1}: expected {signs[0]!r}, {signs[1][0]!r}, a digit 0 .. 8 "
                        f"or {signs[2]!r}, got {character!r}"
                    )
                if value == MINE and not trust_flags:
                    value = HIDDEN
                view.cells[row * cols + col] = value
        return view

    @property
    def topology(self):
        """The neighbourhood: which cells are next to which."""
        return self.neighbourhood()

    @property
    def max_mines_per_cell(self):
        """The most mines that a cell can hold, 1 in the usual game."""
        return self.slots

    @property
    def density(self):
        """The chance that a slot holds a mine, where there is no mine total; or None."""
        return self.prior

    @property
    def mines(self):
        """The mine total, or None where it is not known."""
        return None if self.total < 0 else self.total

    @property
    def hidden(self):
        """The number of hidden cells, known mines included."""
        cdef int32_t i, count = 0
        for i in range(self.n):
            count += self.cells[i] >= MINE
        return count

    def without_total(self):
        """Return the same view with the mine total left out."""
        return View(
            self.rows, self.cols, None, self, topology=self.table, max_mines_per_cell=self.slots
        )

    def to_text(self, *, style="surefoot"):
        """Return one line a row in the given style; known mines are ``F``, clues from 10 up ``a``, ``b`` ...

        Clues above 35, which only a graph has, are ``+``: that text cannot be read again.
        """
        hidden, zero, flag = style_signs(style)
        signs = {0: zero[0], HIDDEN: hidden, MINE: flag}
        cdef int row
        return "\n".join(
            "".join([
                signs.get(self.cells[i]) or CLUES[self.cells[i]:self.cells[i] + 1] or "+"
                for i in range(row * self.cols, (row + 1) * self.cols)
            ])
            for row in range(self.rows)
        )

    cdef Topology neighbourhood(self):
        if self.table is None:
            self.table = rectangle(self.rows, self.cols)
        return self.table

    def __getitem__(self, place):
        row, col = place
        row, col = PyNumber_Index(row), PyNumber_Index(col)
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            raise InvalidCellError(f"expected a cell of {self.rows} x {self.cols}, got ({row}, {col})")
        return self.cells[row * self.cols + col]

    def __eq__(self, other):
        if not isinstance(other, View):
            return NotImplemented
        cdef View that = other
        return (
            self.rows == that.rows
            and self.cols == that.cols
            and self.total == that.total
            and self.slots == that.slots
            and self.prior == that.prior
            and memcmp(self.cells, that.cells, self.n) == 0
            and (self.table is that.table or self.neighbourhood() == that.neighbourhood())
        )

    def __hash__(self):
        return hash((self.rows, self.cols, self.total, self.cells[:self.n]))

    def __repr__(self):
        extra = "" if is_rectangle(self) else f", topology={self.table!r}"
        extra += "" if self.slots == 1 else f", max_mines_per_cell={self.slots}"
        extra += "" if self.prior is None else f", density={self.prior!r}"
        return f"View.from_text({self.to_text()!r}, mines={self.mines}{extra})"

    def __reduce__(self):
        table = None if is_rectangle(self) else self.table
        return _restore, (
            self.rows, self.cols, self.mines, <bytes>self.cells[:self.n], table, self.slots, self.prior,
        )

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        if flags & PyBUF_WRITABLE:
            raise BufferError("a View is read-only")
        buffer.buf = self.cells
        buffer.obj = self
        buffer.len = self.n
        buffer.itemsize = 1
        buffer.readonly = 1
        buffer.ndim = 2 if flags & PyBUF_ND else 1
        buffer.format = BYTE_FORMAT if flags & PyBUF_FORMAT else NULL
        buffer.shape = self.shape if flags & PyBUF_ND else NULL
        buffer.strides = self.strides if flags & PyBUF_STRIDES == PyBUF_STRIDES else NULL
        buffer.suboffsets = NULL
        buffer.internal = NULL

    def __releasebuffer__(self, Py_buffer *buffer):
        pass  # nothing to release: the View outlives its buffers through buffer.obj


def _restore(rows, cols, mines, cells, topology, slots, density):
    cdef View view = View(rows, cols, mines, topology=topology, max_mines_per_cell=slots, density=density)
    cdef const uint8_t[::1] source = cells
    if source.shape[0] != view.n:
        raise InvalidBoardError(f"expected {view.n} cells, got {source.shape[0]}")
    memcpy(view.cells, &source[0], view.n)
    return view


cdef bint is_rectangle(View view):
    return view.table is None or view.table.kind == "rectangle"


cdef int set_neighbourhood(View view, Topology topology, slots) except -1:
    if topology is not None and (topology.c.rows != view.rows or topology.c.cols != view.cols):
        raise InvalidBoardError(
            f"expected a topology of {view.rows} x {view.cols} cells, got {topology.c.rows} x {topology.c.cols}"
        )
    if not 1 <= slots <= MAX_SLOTS:
        raise InvalidBoardError(f"expected max_mines_per_cell in 1 .. {MAX_SLOTS}, got {slots!r}")
    view.table = topology
    view.slots = slots
    return 0


cdef int set_mines(View view, mines, density) except -1:
    cdef int64_t most = <int64_t>view.n * view.slots
    if mines is None:
        view.total = -1
    elif 0 <= PyNumber_Index(mines) <= most:
        view.total = mines
    else:
        raise InvalidBoardError(
            f"expected a mine total in 0 .. {most} for {view.rows} x {view.cols} cells, got {mines!r}"
        )
    if density is not None and (mines is not None or not 0 < density < 1):
        raise InvalidBoardError(f"expected a density between 0 and 1 and no mine total, got {density!r}")
    view.prior = density
    return 0


cdef int most_clue(View view) except -1:
    return MINE - 1 if view.table is not None and view.table.kind == "graph" else 8 * view.slots


cdef int fill_view(View view, const uint8_t[:, :] cells) except -1:
    cdef int row, col, most = most_clue(view)
    cdef uint8_t value
    if cells.shape[0] != view.rows or cells.shape[1] != view.cols:
        raise InvalidBoardError(
            f"expected {view.rows} x {view.cols} cells, got {cells.shape[0]} x {cells.shape[1]}"
        )
    for row in range(view.rows):
        for col in range(view.cols):
            value = cells[row, col]
            if value > most and value < MINE:
                raise InvalidBoardError(f"row {row}, column {col}: expected a clue 0 .. {most}, got {value}")
            view.cells[row * view.cols + col] = value
    return 0


cdef tuple style_signs(style):
    if style not in STYLES:
        raise ValueError(f"expected a style of {', '.join(STYLES)}, got {style!r}")
    return STYLES[style]


cdef int read_sign(str character, tuple signs, int most) except -2:
    # The code of a character, or -1 for one that is no cell.
    cdef int value
    if character == signs[0]:
        return HIDDEN
    if character in signs[1]:
        return 0
    if character == signs[2]:
        return MINE
    value = CLUES.find(character)
    return value if value <= most else -1


cdef View new_view(int rows, int cols, int32_t total):
    return View(rows, cols, None if total < 0 else total)
