"""What a player sees: the clues, the hidden cells and the mine total. No mines, no flags."""

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDES, PyBUF_WRITABLE
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from surefoot_core.errors import FormatError, InvalidBoardError, InvalidCellError

from surefoot_core.topology cimport rectangle

from surefoot_core.topology import MAX_CELLS

HIDDEN_CELL = HIDDEN
"""The code of a hidden cell in a View."""

KNOWN_MINE = MINE
"""The code of a hidden cell that the caller declared a mine (a trusted flag)."""

STYLES = {
    # (hidden, zero as it is read, the first also as it is written, flag); digits 1 .. 8 are themselves
    "surefoot": ("#", ".0", "F"),
    "plain": (".", " 0", "F"),
}
"""How text is read: ours (``#`` hidden, ``.`` or ``0`` an open zero) and plain (``.`` hidden, blank zero)."""


cdef char *BYTE_FORMAT = b"B"


cdef class View:
    """A player's view of a board: immutable, and usable by NumPy without a copy as a rows x cols uint8 array.

    Each cell is a clue 0 .. 8, `HIDDEN_CELL`, or `KNOWN_MINE` where the caller's word is to be taken for a mine.
    `mines` is the mine total, trusted flags included, or None where it is not known.

    >>> view = View.from_text("##1\\n211\\n...", mines=2)
    >>> view[0, 2], view.hidden
    (1, 2)
    """

    def __cinit__(self, int rows, int cols, mines, cells=None):
        if rows < 1 or cols < 1 or rows > MAX_CELLS // cols:
            raise InvalidBoardError(f"expected a board of 1 to {MAX_CELLS} cells, got {rows} x {cols}")
        self.rows = rows
        self.cols = cols
        self.n = rows * cols
        self.shape[0] = rows
        self.shape[1] = cols
        self.strides[0] = cols
        self.strides[1] = 1
        if mines is None:
            self.total = -1
        elif 0 <= mines <= self.n:
            self.total = mines
        else:
            raise InvalidBoardError(
                f"expected a mine total in 0 .. {self.n} for {rows} x {cols} cells, got {mines!r}"
            )
        self.cells = <uint8_t *>malloc(self.n)
        if self.cells == NULL:
            raise MemoryError
        memset(self.cells, HIDDEN, self.n)
        if cells is not None:
            fill_view(self, cells)

    def __dealloc__(self):
        free(self.cells)

    @staticmethod
    def from_array(cells, mines):
        """Return the View of a rows x cols uint8 array of clues 0 .. 8, `HIDDEN_CELL` and `KNOWN_MINE`."""
        shape = getattr(cells, "shape", None)
        if shape is None or len(shape) != 2:
            raise InvalidBoardError(f"expected an array of two dimensions, got shape {shape!r}")
        return View(shape[0], shape[1], mines, cells)

    @staticmethod
    def from_text(text, mines, *, trust_flags=False, style="surefoot"):
        """Return the View written in text: one line a row, as a string or as a list of lines.

        Ours: ``#`` hidden, ``.`` or ``0`` an open zero, ``1`` .. ``8``. With ``style="plain"``: ``.`` hidden,
        blank or ``0`` an open zero. ``F`` is read as hidden, or as a known mine with `trust_flags`. Raises
        FormatError with row and column (from 1) for anything else, also for lines of unequal length.
        """
        if style not in STYLES:
            raise ValueError(f"expected a style of {', '.join(STYLES)}, got {style!r}")
        hidden, zero, flag = STYLES[style]
        lines = text.splitlines() if isinstance(text, str) else list(text)
        while lines and not lines[len(lines) - 1]:  # negative indices do not wrap in this build
            lines.pop()
        if not lines or not lines[0]:
            raise FormatError("expected a board as text, got nothing")
        cdef int cols = len(lines[0])
        cdef View view = View(len(lines), cols, mines)
        cdef int row, col
        for row, line in enumerate(lines):
            if len(line) != cols:
                raise FormatError(f"row {row + 1} has {len(line)} cells, expected {cols}")
            for col, character in enumerate(line):
                if character == hidden:
                    value = HIDDEN
                elif character in zero:
                    value = 0
                elif character in "12345678":
                    value = ord(character) - 48
                elif character == flag:
                    value = MINE if trust_flags else HIDDEN
                else:
                    raise FormatError(
                        f"row {row + 1}, column {col + 1}: expected {hidden!r}, {zero[0]!r}, a digit 0 .. 8 "
                        f"or {flag!r}, got {character!r}"
                    )
                view.cells[row * cols + col] = value
        return view

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
        return View(self.rows, self.cols, None, self)

    def to_text(self, *, style="surefoot"):
        """Return one line a row in the given style; known mines are ``F``."""
        if style not in STYLES:
            raise ValueError(f"expected a style of {', '.join(STYLES)}, got {style!r}")
        hidden, zero, flag = STYLES[style]
        signs = {0: zero[0], HIDDEN: hidden, MINE: flag}
        cdef int row
        return "\n".join(
            "".join([
                signs.get(self.cells[i]) or chr(48 + self.cells[i])
                for i in range(row * self.cols, (row + 1) * self.cols)
            ])
            for row in range(self.rows)
        )

    cdef Topology topology(self):
        if self.table is None:
            self.table = rectangle(self.rows, self.cols)
        return self.table

    def __getitem__(self, place):
        row, col = place
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
            and memcmp(self.cells, that.cells, self.n) == 0
        )

    def __hash__(self):
        return hash((self.rows, self.cols, self.total, self.cells[:self.n]))

    def __repr__(self):
        return f"View.from_text({self.to_text()!r}, mines={self.mines})"

    def __reduce__(self):
        return _restore, (self.rows, self.cols, self.mines, <bytes>self.cells[:self.n])

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


def _restore(rows, cols, mines, cells):
    # Clues above 8 exist on other topologies, so the bytes are taken as they were.
    cdef View view = View(rows, cols, mines)
    cdef const uint8_t[::1] source = cells
    if source.shape[0] != view.n:
        raise InvalidBoardError(f"expected {view.n} cells, got {source.shape[0]}")
    memcpy(view.cells, &source[0], view.n)
    return view


cdef int fill_view(View view, const uint8_t[:, :] cells) except -1:
    cdef int row, col
    cdef uint8_t value
    if cells.shape[0] != view.rows or cells.shape[1] != view.cols:
        raise InvalidBoardError(
            f"expected {view.rows} x {view.cols} cells, got {cells.shape[0]} x {cells.shape[1]}"
        )
    for row in range(view.rows):
        for col in range(view.cols):
            value = cells[row, col]
            if value > 8 and value < MINE:
                raise InvalidBoardError(f"row {row}, column {col}: expected a clue 0 .. 8, got {value}")
            view.cells[row * view.cols + col] = value
    return 0


cdef View new_view(int rows, int cols, int32_t total):
    # All cells hidden; the caller fills `cells` before anyone else sees the View. A total of -1 is unknown.
    return View(rows, cols, None if total < 0 else total)
