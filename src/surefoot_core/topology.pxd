# Which cells are neighbours. The solver's modules know a board only through this table, so that none of them
# assumes a rectangle; the engine of the rectangular board does its own arithmetic and needs no table.

from libc.stdint cimport int32_t

ctypedef struct topology_t:
    int32_t rows               # rows * cols == cells; how the cells are drawn and numbered
    int32_t cols
    int32_t cells
    int32_t *first             # [cells + 1] the neighbours of cell c are near[first[c]] .. near[first[c + 1] - 1]
    int32_t *near              # [first[cells]] flat indices, in increasing order for each cell


cdef class Topology:
    cdef topology_t c
    cdef readonly str kind


cdef Topology rectangle(int rows, int cols)
