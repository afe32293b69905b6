# The true position of one game on a rectangle. Cells are flat indices, row * cols + col. All functions work
# on C arrays without the GIL, so that whole games can be played in one call.

from libc.stdint cimport int32_t, uint8_t, uint64_t

cdef enum:
    CLUE = 15                  # the mines around a cell, 0 .. 8 (a mine also counts itself; nobody reads it)
    MINED_BIT = 16
    FLAG_BIT = 32
    REVEALED_BIT = 64          # a clue is shown; never set on a mine

cdef enum:
    PLAYING = 0                # the numbers of `GameState`, and of `RevealResult`
    WON = 1
    LOST = 2

ctypedef struct board_t:
    int32_t rows
    int32_t cols
    int32_t n                  # rows * cols
    int32_t mines              # the mine total
    uint8_t *cells             # [n] the bits above; all zero is a hidden cell without a mine near
    int32_t *order             # [n] the revealed cells in the order in which they were revealed
    int32_t revealed           # how many; n - mines - revealed safe cells are left
    int32_t move_start         # order[move_start:revealed] was revealed by the last reveal or chord
    int32_t flags              # cells that are flagged
    int32_t first              # the first cell revealed (a mine too), or -1
    int32_t exploded           # the mine that lost the game, or -1
    uint64_t seed              # of a drawn board
    uint8_t rule               # FIRST_ANY .. FIRST_OPENING, of a drawn board
    uint8_t given              # the mines were given, not drawn
    uint8_t placed             # the mines are on the board
    uint8_t flood_removes_flags
    uint8_t state              # PLAYING, WON or LOST


# The up to eight neighbours of a cell, in increasing order: how many.
cdef inline int near_cells(int32_t rows, int32_t cols, int32_t cell, int32_t *near) noexcept nogil:
    cdef int32_t row = cell // cols
    cdef int32_t col = cell - row * cols
    cdef int32_t at = cell - cols if row > 0 else cell
    cdef int32_t last = cell + cols if row + 1 < rows else cell
    cdef int32_t i
    cdef int count = 0
    while at <= last:
        for i in range(at - (col > 0), at + (col + 1 < cols) + 1):
            if i != cell:
                near[count] = i
                count += 1
        at += cols
    return count


# Takes memory, 5 bytes a cell: 0, or -1 where there is none (then nothing is held). Then draw or give the
# mines.
cdef int board_init(board_t *b, int32_t rows, int32_t cols) noexcept nogil
cdef void board_free(board_t *b) noexcept nogil
# A new game of the same size. The mines are drawn at once under FIRST_ANY, else at the first reveal.
# `mines` is in 0 .. n.
cdef void board_draw(board_t *b, int32_t mines, uint64_t seed, int rule) noexcept nogil
# A new game of the same size with `count` mines at these distinct cells.
cdef void board_give(board_t *b, const int32_t *where, int32_t count) noexcept nogil
# The same game from the start: mines that were drawn at the first reveal will be drawn anew there.
cdef void board_restart(board_t *b) noexcept nogil
# Whether the first reveal may be at this cell: else the first-click rule leaves too few cells for the mines.
cdef bint board_allows(const board_t *b, int32_t cell) noexcept nogil
# Reveals a cell: the state after it. Nothing changes on a revealed or flagged cell, after the end, or where
# `board_allows` says no.
cdef int board_reveal(board_t *b, int32_t cell) noexcept nogil
# Reveals the unflagged neighbours of a clue with as many flags around it as it shows: the state after it.
cdef int board_chord(board_t *b, int32_t cell) noexcept nogil
# Sets or takes away a flag on a hidden cell while playing: whether the cell is flagged now.
cdef bint board_toggle_flag(board_t *b, int32_t cell) noexcept nogil
