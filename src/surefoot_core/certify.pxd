# Finds certificates: an impossible sum of clue rows, or a split with one in each branch, with as few rows as can be.
# The rows around a claim are a scope; the simplex method finds the sum, integers verify it before it is written.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from surefoot_core.knowledge cimport Knowledge, knowledge_t
from surefoot_core.simplex cimport simplex_t

cdef enum:
    TOTAL_ROW = -1             # as the witness of a row: the mine total

ctypedef enum answer_t:
    CLOSED                     # no layout meets the rows that are on
    OPEN                       # a layout does: `layout`
    UNSURE                     # the budget ran out
    NO_MEMORY

# Rows and boxes of a part of the board, with the table that answers for them.
ctypedef struct scope_t:
    int32_t rows
    int32_t boxes
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

# A proof as it is found. A split is TOKEN_SPLIT and the cell, then the branches; a sum is TOKEN_SUM, the number of
# clues, the multiplier of the mine total, and each clue as cell and multiplier, in increasing order.
ctypedef struct tokens_t:
    int32_t *token
    int32_t size
    int32_t room

ctypedef struct finder_t:
    const knowledge_t *k
    int32_t slots
    scope_t part               # the rows around the claim
    scope_t whole              # all rows, with the mine total
    bint fresh                 # `part` still stands for the knowledge
    bint fresh_whole
    bint smallest              # a smallest set of rows is wanted
    bint proved                # no smaller set than that of the last proof forces the claim
    int32_t size               # rows of the last proof
    tokens_t proof
    tokens_t other             # proofs of which only the rows matter, and the better ones before they replace `proof`
    tokens_t kept              # the proof without the mine total while one with it is looked for
    int32_t *row_of            # [board cells] scratch, -1 outside it: of a witness its row, of a cell its box
    uint64_t *signature        # [board cells] scratch, 0 outside it: of a cell the rows it stands in
    int32_t *queue             # [board cells] scratch: the cells of a scope being made
    uint64_t *sets             # [set_count + 1][words] rows of which every set that forces the claim has one
    int32_t set_count
    int32_t set_room           # in words
    uint64_t *trail            # scratch of the hitting set search, in words
    int32_t trail_room
    int32_t nodes              # sets of rows tried for the last claim


cdef class Certifier:
    cdef finder_t c
    cdef readonly Knowledge knowledge
