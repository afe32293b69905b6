# Which cells are neighbours. The solver's modules know a board only through this table, so that none of them
# assumes a rectangle; the engine of the rectangular board does its own arithmetic and needs no table.

from libc.stdint cimport int32_t

ctypedef struct topology_t:
    int32_t rows               # rows * cols == cells; how the cells are drawn and numbered
    int32_t cols
    int32_t cells
    bint rectangle             # made by `rectangle`, for what is faster where the neighbours need no table
    int32_t *first             # [cells + 1] the neighbours of cell c are near[first[c]] .. near[first[c + 1] - 1]
    int32_t *near              # [first[cells]] flat indices, in increasing order for each cell, none twice


cdef class Topology:
    cdef topology_t c
    cdef readonly str kind     # "rectangle", "torus", "hex" or "graph"


# Raises InvalidBoardError unless the board has 1 to MAX_CELLS cells; the arguments are Python integers of any size.
cdef int check_size(rows, cols) except -1
# The table of a rectangle, shared by all views of its size where it is small.
cdef Topology rectangle(rows, cols)
