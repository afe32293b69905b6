# What a guess would show: the view after a cell is revealed, for each clue that it may show, without playing it.
#
# A reveal changes only the components around the cell. They are put together into one component, with the cell left
# out and its clue as one more row; everything else enters as the weight of the rest of the board, which is the same
# for all clues.

from libc.stdint cimport int32_t, int64_t, uint32_t

from surefoot_core.count cimport Counter
from surefoot_core.counter cimport counter_t
from surefoot_core.frontier cimport component_t, frontier_t
from surefoot_core.pool cimport pool_t

cdef enum:
    LOOKAHEAD_POOLS = 16

ctypedef struct shown_t:       # the view after one clue
    double chance              # that the cell is safe and shows this clue
    double safety              # of the safest cell then; 1 where a cell is safe
    double next                # of the safest cell that is not certain to be safe
    double free                # the chance then that an unconstrained cell holds a mine
    int32_t safe               # cells that are safe then

ctypedef struct lookahead_t:
    component_t c              # around the cell; its arrays lie in the pools
    int32_t near               # undecided cells around the cell
    int32_t known              # known mines around the cell
    int32_t free               # unconstrained cells that stay unconstrained
    double other               # the safety of the safest cell of the other components, as it is now
    double expected            # the clue expected, from the chances of the cells around
    double *rest               # [c.cells_size + 1] weight of everything else where c holds so many mines
    double *rest_free          # the same, times the chance that a given free cell holds a mine
    uint32_t *stamp            # [board cells] cells around the cell carry `stamped`
    uint32_t stamped
    double *factorial          # [board cells + 1] log2 of the factorials
    int64_t max_nodes          # of the diagram of one view looked at
    int64_t budget
    pool_t pool[LOOKAHEAD_POOLS]


# For boards of so many cells: 0, or -1 where memory ran out (then nothing is held).
cdef int lookahead_init(lookahead_t *l, int32_t cells) noexcept nogil
cdef void lookahead_free(lookahead_t *l) noexcept nogil
# Turns to a hidden cell, not a mine, of a frontier whose chances were worked out: 0; -1 where memory ran out; 1 where
# a component is too large to look ahead.
cdef int lookahead_start(lookahead_t *l, const frontier_t *f, const counter_t *w, int32_t cell) noexcept nogil
# The view where the cell shows known + `mines`, 0 <= mines <= near: as above. `w.chances` stays as it is. If `mine`
# is not NULL, it gets the chance of a mine then of every cell of `l.c`, by board cell (unless the clue cannot be).
cdef int lookahead_show(lookahead_t *l, counter_t *w, int32_t mines, shown_t *shown, double *mine) noexcept nogil


cdef class Lookahead:
    cdef lookahead_t c
    cdef readonly Counter counter
