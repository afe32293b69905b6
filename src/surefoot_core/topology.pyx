"""Neighbourhoods: which cells are next to which."""

from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc

from functools import lru_cache

from surefoot_core.errors import InvalidBoardError, InvalidCellError

MAX_CELLS = 1 << 28
"""The most cells that a board can have."""


cdef class Topology:
    """The neighbours of every cell of a board of rows x cols cells; cell (row, col) has index row * cols + col.

    Memory: about 36 bytes a cell. Make one with `Topology.rectangle`.
    """

    def __cinit__(self, int rows, int cols):
        if rows < 1 or cols < 1 or rows > MAX_CELLS // cols:
            raise InvalidBoardError(f"expected a board of 1 to {MAX_CELLS} cells, got {rows} x {cols}")
        self.kind = "rectangle"
        self.c.rows = rows
        self.c.cols = cols
        self.c.cells = rows * cols
        self.c.first = <int32_t *>malloc((<size_t>self.c.cells + 1) * sizeof(int32_t))
        self.c.near = <int32_t *>malloc(<size_t>self.c.cells * 8 * sizeof(int32_t))
        if self.c.first == NULL or self.c.near == NULL:
            raise MemoryError
        fill_rectangle(&self.c)

    def __dealloc__(self):
        free(self.c.first)
        free(self.c.near)

    @staticmethod
    def rectangle(rows, cols):
        """Return the up to eight neighbours of a rectangle without wrap-around."""
        return rectangle(rows, cols)

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

    def __reduce__(self):
        return Topology.rectangle, (self.c.rows, self.c.cols)


cdef void fill_rectangle(topology_t *topology) noexcept nogil:
    cdef int32_t rows = topology.rows, cols = topology.cols
    cdef int32_t row, col, r, c, count = 0
    for row in range(rows):
        for col in range(cols):
            topology.first[row * cols + col] = count
            for r in range(max(row - 1, 0), min(row + 2, rows)):
                for c in range(max(col - 1, 0), min(col + 2, cols)):
                    if r != row or c != col:
                        topology.near[count] = r * cols + c
                        count += 1
    topology.first[topology.cells] = count


_cached_rectangle = lru_cache(maxsize=16)(Topology)


cdef Topology rectangle(int rows, int cols):
    # Views of one size share one table; large tables are not kept alive by the cache.
    if rows < 1 or cols < 1 or rows > 65536 // cols:
        return Topology(rows, cols)
    return _cached_rectangle(rows, cols)
