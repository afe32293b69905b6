"""Neighbourhoods: which cells are next to which."""

from cpython.number cimport PyNumber_Index
from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp

from functools import lru_cache

from surefoot_core.errors import InvalidBoardError, InvalidCellError

MAX_CELLS = 1 << 28
"""The most cells that a board can have."""

MAX_NEIGHBOURS = 253
"""The most neighbours that a cell can have: clues are kept in a byte, and two values are taken."""

cdef enum:
    NEAREST = 8                # the most neighbours of a cell on a board of rows and columns


cdef class Topology:
    """The neighbours of every cell of a board of rows x cols cells; cell (row, col) has index row * cols + col.

    Made by `rectangle`, `torus`, `hexagonal` and `graph`. Memory: about 36 bytes a cell.
    """

    def __cinit__(self, rows, cols, str kind="rectangle", neighbours=None):
        cdef size_t entries
        rows, cols = PyNumber_Index(rows), PyNumber_Index(cols)
        check_size(rows, cols)
        if kind not in ("rectangle", "torus", "hex", "graph"):
            raise ValueError(f"expected a kind of rectangle, torus, hex or graph, got {kind!r}")
        if (kind == "graph") != (neighbours is not None):
            raise ValueError("expected lists of neighbours for a graph, and for nothing else")
        self.kind = kind
        self.c.rows = rows
        self.c.cols = cols
        self.c.cells = rows * cols
        self.c.rectangle = kind == "rectangle"
        if neighbours is None:
            entries = <size_t>self.c.cells * NEAREST
        else:
            entries = check_graph(neighbours, self.c.cells)
        self.c.first = <int32_t *>malloc((<size_t>self.c.cells + 1) * sizeof(int32_t))
        self.c.near = <int32_t *>malloc((entries + 1) * sizeof(int32_t))
        if self.c.first == NULL or self.c.near == NULL:
            raise MemoryError
        if kind == "rectangle":
            fill_rectangle(&self.c)
        elif kind == "torus":
            fill_torus(&self.c)
        elif kind == "hex":
            fill_hexagonal(&self.c)
        else:
            fill_graph(&self.c, neighbours)

    def __dealloc__(self):
        free(self.c.first)
        free(self.c.near)

    @staticmethod
    def rectangle(rows, cols):
        """Return the up to eight neighbours of a rectangle without wrap-around."""
        return rectangle(rows, cols)

    @staticmethod
    def torus(rows, cols):
        """Return the eight neighbours of a board whose edges are joined; fewer where it is under three wide."""
        return Topology(rows, cols, "torus")

    @staticmethod
    def hexagonal(rows, cols):
        """Return the up to six neighbours of a hexagonal board; odd rows stand half a cell to the right."""
        return Topology(rows, cols, "hex")

    @staticmethod
    def graph(neighbours, *, cols=None):
        """Return the neighbours given: a list of lists of indices, drawn as one row, or as rows of `cols` cells.

        The lists must agree with each other (if b is a neighbour of a, then a of b); no cell is its own neighbour
        or has more than `MAX_NEIGHBOURS`.
        """
        neighbours = [sorted(near) for near in neighbours]
        if cols is None:
            return Topology(1, len(neighbours), "graph", neighbours)
        if cols < 1 or len(neighbours) % cols:
            raise InvalidBoardError(f"expected rows of {cols} cells, got {len(neighbours)} cells")
        return Topology(len(neighbours) // cols, cols, "graph", neighbours)

    @property
    def rows(self):
        """The number of rows."""
        return self.c.rows

    @property
    def cols(self):
        """The number of columns."""
        return self.c.cols

    def neighbours(self, int cell):
        """Return the neighbours of a flat index, in increasing order."""
        if not 0 <= cell < self.c.cells:
            raise InvalidCellError(f"expected a cell in 0 .. {self.c.cells - 1}, got {cell}")
        return [self.c.near[i] for i in range(self.c.first[cell], self.c.first[cell + 1])]

    def __eq__(self, other):
        if not isinstance(other, Topology):
            return NotImplemented
        cdef const topology_t *a = &self.c
        cdef const topology_t *b = &(<Topology>other).c
        if a == b:
            return True
        if self.kind != (<Topology>other).kind or a.rows != b.rows or a.cols != b.cols:
            return False
        return self.kind != "graph" or (
            memcmp(a.first, b.first, (a.cells + 1) * sizeof(int32_t)) == 0
            and memcmp(a.near, b.near, a.first[a.cells] * sizeof(int32_t)) == 0
        )

    def __hash__(self):
        return hash((self.kind, self.c.rows, self.c.cols, self.c.first[self.c.cells]))

    def __repr__(self):
        if self.kind == "graph":
            rows = "" if self.c.rows == 1 else f", cols={self.c.cols}"
            return f"Topology.graph({[self.neighbours(cell) for cell in range(self.c.cells)]}{rows})"
        return f"Topology({self.c.rows}, {self.c.cols}, {self.kind!r})"

    def __reduce__(self):
        if self.kind == "graph":
            lists = [self.neighbours(cell) for cell in range(self.c.cells)]
            return Topology, (self.c.rows, self.c.cols, "graph", lists)
        return Topology, (self.c.rows, self.c.cols, self.kind)


cdef int check_size(rows, cols) except -1:
    # As Python integers, so that no size overflows before it is refused: those of NumPy wrap around.
    if rows < 1 or cols < 1 or rows * cols > MAX_CELLS:
        raise InvalidBoardError(f"expected a board of 1 to {MAX_CELLS} cells, got {rows} x {cols}")
    return 0


cdef Py_ssize_t check_graph(list neighbours, int32_t cells) except -1:
    # Returns the number of entries. The lists are sorted.
    cdef Py_ssize_t entries = 0
    if len(neighbours) != cells:
        raise InvalidBoardError(f"expected neighbours of {cells} cells, got {len(neighbours)}")
    members = [set(near) for near in neighbours]
    for cell, near in enumerate(neighbours):
        if len(near) > MAX_NEIGHBOURS:
            raise InvalidBoardError(f"cell {cell} has {len(near)} neighbours, expected at most {MAX_NEIGHBOURS}")
        if len(members[cell]) != len(near):
            raise InvalidBoardError(f"cell {cell} names a neighbour twice")
        for other in near:
            if not isinstance(other, int) or not 0 <= other < cells or other == cell:
                raise InvalidBoardError(f"cell {cell}: expected another cell in 0 .. {cells - 1}, got {other!r}")
            if cell not in members[other]:
                raise InvalidBoardError(f"cell {cell} names {other} as a neighbour, but {other} does not name {cell}")
        entries += len(near)
    return entries


cdef void fill_rectangle(topology_t *t) noexcept nogil:
    cdef int32_t row, col, r, c, count = 0
    for row in range(t.rows):
        for col in range(t.cols):
            t.first[row * t.cols + col] = count
            for r in range(max(row - 1, 0), min(row + 2, t.rows)):
                for c in range(max(col - 1, 0), min(col + 2, t.cols)):
                    if r != row or c != col:
                        t.near[count] = r * t.cols + c
                        count += 1
    t.first[t.cells] = count


cdef int32_t insert(topology_t *t, int32_t cell, int32_t start, int32_t count, int32_t other) noexcept nogil:
    # Puts a neighbour at its place among near[start] .. near[count - 1]; returns the new count. Neighbours met
    # twice, as on a torus two cells wide, and the cell itself are left out.
    cdef int32_t place = count
    if other == cell:
        return count
    while place > start and t.near[place - 1] > other:
        place -= 1
    if place > start and t.near[place - 1] == other:
        return count
    for start in range(count, place, -1):
        t.near[start] = t.near[start - 1]
    t.near[place] = other
    return count + 1


cdef void fill_torus(topology_t *t) noexcept nogil:
    cdef int32_t row, col, r, c, start, count = 0
    for row in range(t.rows):
        for col in range(t.cols):
            start = count
            t.first[row * t.cols + col] = start
            for r in range(row - 1, row + 2):
                for c in range(col - 1, col + 2):
                    count = insert(
                        t, row * t.cols + col, start, count,
                        (r + t.rows) % t.rows * t.cols + (c + t.cols) % t.cols,
                    )
    t.first[t.cells] = count


cdef void fill_hexagonal(topology_t *t) noexcept nogil:
    cdef int32_t row, col, r, c, left, start, count = 0
    for row in range(t.rows):
        for col in range(t.cols):
            start = count
            t.first[row * t.cols + col] = start
            for r in range(max(row - 1, 0), min(row + 2, t.rows)):
                # In the rows above and below stand two neighbours, in its own row one on each side.
                left = col - 1 if r == row else col - 1 + row % 2
                for c in range(max(left, 0), min(left + (3 if r == row else 2), t.cols)):
                    count = insert(t, row * t.cols + col, start, count, r * t.cols + c)
    t.first[t.cells] = count


cdef int fill_graph(topology_t *t, list neighbours) except -1:
    cdef int32_t count = 0
    for cell, near in enumerate(neighbours):
        t.first[<int32_t>cell] = count
        for other in near:
            t.near[count] = other
            count += 1
    t.first[t.cells] = count
    return 0


_cached_rectangle = lru_cache(maxsize=16)(Topology)


cdef Topology rectangle(rows, cols):
    rows, cols = PyNumber_Index(rows), PyNumber_Index(cols)
    check_size(rows, cols)
    if rows * cols > 65536:
        return Topology(rows, cols)  # large tables are not kept alive by the cache
    return _cached_rectangle(rows, cols)
