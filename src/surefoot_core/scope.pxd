# The rows around a claim: clues as sums of boxes, each between bounds, and the table that answers for them. Rows are
# switched on and off, boxes are assumed to hold more or less, and the basis of the table is kept.

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from surefoot_core.knowledge cimport knowledge_t
from surefoot_core.simplex cimport simplex_bound, simplex_t

cdef enum:
    TOTAL_ROW = -1             # as the witness of a row: the mine total
    TOO_LARGE = -2
    SOME = 3                   # a claim beside SAFE and MINED: the cell holds at least one mine

# What the scopes of one board are made from.
ctypedef struct ground_t:
    const knowledge_t *k
    int32_t slots              # the most mines that a cell can hold
    int32_t *row_of            # [board cells] scratch, -1 outside it: of a witness its row, of a cell its box
    uint64_t *signature        # [board cells] scratch, 0 outside it: of a cell the rows it stands in
    int32_t *queue             # [board cells] scratch: the cells of a scope being made

# Rows and boxes of a part of the board, with the table that answers for them.
ctypedef struct scope_t:
    int32_t rows
    int32_t boxes
    int32_t slots              # the most mines that a cell can hold
    int32_t words              # 64-bit words of a set of rows
    int32_t depth              # how far rows were gathered, -1 if all that are tied to the claim are here
    int32_t *witness           # [rows] the cell of the clue, or TOTAL_ROW
    int32_t *far               # [rows] steps from the claimed cell: 0 next to it, 1 shares a cell with a 0, ...
    int32_t *need              # [rows] mines wanted
    int32_t *row_first         # [rows + 1] row r holds row_boxes[row_first[r]] .. row_boxes[row_first[r + 1] - 1]
    int32_t *row_boxes
    int32_t *box_first         # [boxes + 1] box b holds cells[box_first[b]] .. cells[box_first[b + 1] - 1]
    int32_t *cells
    int32_t *least             # [boxes] mines that the box holds, as far as it is assumed
    int32_t *most
    int32_t *used              # [boxes] cells of the box that are assumed one way or the other, the first in `cells`
    uint8_t *on                # [rows] whether the row takes part
    int32_t *layout            # [boxes] mines of the last layout that was found
    int64_t *sum               # [boxes] scratch
    double *dual               # [rows] scratch
    int32_t *times             # [rows] multipliers of the last sum
    uint64_t *core             # [words] rows of the last proof
    int32_t row_room           # what is allocated, in elements
    int32_t box_room
    int32_t cell_room
    int32_t entry_room
    simplex_t lp


cdef int ground_init(ground_t *g, const knowledge_t *k) noexcept nogil
cdef void ground_free(ground_t *g) noexcept nogil
# Makes room for so many elements of a size: 0, or -1 where memory ran out.
cdef int grow(void **array, int32_t elements, size_t size) noexcept nogil
cdef void scope_free(scope_t *s) noexcept nogil
# The rows up to `depth` steps from a cell (all of its component if depth is -1), or all rows if the cell is -1, then
# with the mine total if asked for: 0, TOO_LARGE for more than `limit` rows, or -1 where memory ran out.
cdef int scope_gather(
    ground_t *g, scope_t *s, int32_t claimed, int32_t depth, int32_t limit, bint total
) noexcept nogil
cdef bint holds_cell(const scope_t *s, int32_t cell) noexcept nogil
# Just these rows are on.
cdef void switch_to(scope_t *s, const uint64_t *rows) noexcept nogil
# Assumes the opposite of a claim: the box of the cell, which becomes its first, or -1 if it is in none.
cdef int32_t begin_claim(scope_t *s, int32_t cell, int value) noexcept nogil
# The box is free again and all rows are on.
cdef void end_claim(scope_t *s, int32_t box, int value) noexcept nogil
# Whether the point is a layout: whole numbers within the bounds that meet every row that is on; then `layout`.
cdef bint read_layout(scope_t *s) noexcept nogil
# Whether `layout` meets a row.
cdef bint is_met(const scope_t *s, int32_t row) noexcept nogil


cdef inline void switch_row(scope_t *s, int32_t row, bint on) noexcept nogil:
    if s.on[row] != on:
        s.on[row] = on
        if on:
            simplex_bound(&s.lp, s.boxes + row, s.need[row], s.need[row])
        else:
            simplex_bound(&s.lp, s.boxes + row, -INFINITY, INFINITY)


cdef inline void assume(scope_t *s, int32_t box, int32_t least, int32_t most) noexcept nogil:
    s.least[box] += least
    s.most[box] += most
    simplex_bound(&s.lp, box, s.least[box], s.most[box])
