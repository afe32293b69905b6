# The undecided cells next to a clue, as boxes and components: what every complete engine works on. Kept between
# moves: a component none of whose rows changed is the same object as before.

from libc.stdint cimport int32_t, uint64_t

from surefoot_core.knowledge cimport Knowledge, knowledge_t

ctypedef struct component_t:
    int32_t cells_size
    int32_t boxes              # cells that stand in exactly the same rows are one box
    int32_t rows               # a row is a witness: the sum of its boxes is `need`
    int32_t *cells             # [cells_size] board indices, box by box, increasing within a box
    int32_t *box_first         # [boxes + 1] box b holds cells[box_first[b]] .. cells[box_first[b + 1] - 1]
    int32_t *row_first         # [rows + 1] row r holds row_boxes[row_first[r]] .. row_boxes[row_first[r + 1] - 1]
    int32_t *row_boxes         # box numbers, increasing within a row
    int32_t *box_row_first     # [boxes + 1] box b stands in box_rows[box_row_first[b]] .. (the transpose)
    int32_t *box_rows          # row numbers, increasing within a box
    int32_t *need              # [rows] mines wanted: 0 <= need <= cells of the row, or the view is contradictory
    int32_t *witness           # [rows] the cell of the clue
    uint64_t serial            # never used twice in one frontier: the key for whatever is kept per component
    void *kept                 # what an engine remembers of this component; freed through frontier_t.forget

ctypedef void (*forget_t)(void *kept) noexcept nogil

ctypedef struct frontier_t:
    const knowledge_t *k
    component_t **component    # [components]
    int32_t components
    int32_t capacity
    int32_t frontier_cells     # sum of cells_size over the components
    uint64_t next_serial
    forget_t forget            # called on `kept` when a component is dropped; may be NULL
    int32_t *component_of      # [board cells] of an undecided frontier cell: its component's place; else -1
    int32_t *row_of            # [board cells] of a witness with undecided cells: its component's place; else -1
    int32_t *cells             # scratch, [board cells] each: the cells and witnesses of the component in the making
    int32_t *witnesses
    int32_t *label             # of a cell: the box it belongs to so far
    int32_t *label_size        # of a label: its cells, those met in the current row, and the label those move to
    int32_t *label_met
    int32_t *label_next


# 0, or -1 where memory ran out. `k` must outlive the frontier.
cdef int frontier_init(frontier_t *f, const knowledge_t *k) noexcept nogil
cdef void frontier_free(frontier_t *f) noexcept nogil
# The knowledge was reset: forget everything.
cdef void frontier_reset(frontier_t *f) noexcept nogil
# Takes in what changed since the last call (`touched` of the knowledge, which it empties): 0, or -1 where memory
# ran out. Unconstrained cells are k.hidden - f.frontier_cells many. Clues without undecided cells are no rows, so
# run a rule first: the one-clue rule is what finds such a clue to be wrong.
cdef int frontier_update(frontier_t *f, knowledge_t *k) noexcept nogil


# Component number `component`; raises IndexError.
cdef const component_t *component_at(const frontier_t *f, int32_t component) except NULL


cdef class Frontier:
    cdef frontier_t c
    cdef readonly Knowledge knowledge
