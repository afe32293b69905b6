"""The walk of a solver over an endless board: proofs and guesses in windows, reveals on the board."""

from libc.math cimport isnan, log2
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from surefoot_core.cascade cimport move_reveal
from surefoot_core.certain cimport count_certain, count_decide
from surefoot_core.chances cimport count_view
from surefoot_core.chunks cimport COVERED, FLAGGED, SIDE, STRUCK, chunk_t, find_chunk, make_chunk
from surefoot_core.counter cimport COUNT_MEMORY, COUNT_NONE, chances_t, counter_free, counter_init, kept_forget
from surefoot_core.endless cimport EndlessBoard
from surefoot_core.frontier cimport (
    component_t, frontier_free, frontier_init, frontier_reset, frontier_update,
)
from surefoot_core.knowledge cimport (
    MINED, RULE_CLUES, RULE_GIVEN, RULE_ONE_CLUE, RULE_TWO_CLUES, SAFE, UNDECIDED, knowledge_decide, knowledge_free,
    knowledge_init, knowledge_load, knowledge_reset, knowledge_reveal, knowledge_rules,
)
from surefoot_core.topology cimport rectangle
from surefoot_core.view cimport HIDDEN, MINE

from surefoot_core.endless import FARTHEST
from surefoot_core.errors import InvalidCellError

TILE_SIDE = TILE
"""Cells along the side of a tile; tile (i, j) holds the rows i * TILE_SIDE .. and the columns j * TILE_SIDE .."""

RULES = ("one_clue", "two_clues", "clues")
"""What can prove a reveal, as `Walker.proofs` tells it."""

cdef int64_t NOWHERE = <int64_t>1 << 62  # no tile is there

cdef enum:
    MAX_NODES = 1_000_000      # of the diagram of one component; what is wider is neither proved nor guessed at
    CASCADE = 16_384           # cells that one move reveals; the clues left pending are followed tile by tile
    BILLION = 1_000_000_000


# --- the window -------------------------------------------------------------------------------------------------


cdef inline uint8_t code_of(uint8_t cell) noexcept nogil:
    return cell if cell <= 8 else MINE if cell == STRUCK or cell == FLAGGED else HIDDEN


cdef void copy_chunk(walk_t *w, int64_t row, int64_t col) noexcept nogil:
    # The chunk at this place of the window into `codes`.
    cdef const chunk_t *chunk = find_chunk(&w.board.chunks, (w.top + row) >> 4, (w.left + col) >> 4)
    cdef uint8_t *into
    cdef int r, c
    for r in range(SIDE):
        into = w.codes + (row + r) * WINDOW + col
        if chunk == NULL:
            memset(into, HIDDEN, SIDE)
        else:
            for c in range(SIDE):
                into[c] = code_of(chunk.cells[r * SIDE + c])


cdef inline bint keep_rim(walk_t *w, int32_t cell, int32_t count) noexcept nogil:
    # A clue on the rim is no witness: the window sees a hidden cell, and `rim` remembers that it is safe.
    if w.codes[cell] >= MINE:
        return False
    w.codes[cell] = HIDDEN
    w.rim[count] = cell
    return True


cdef void load_window(walk_t *w, int64_t tile_row, int64_t tile_col) noexcept nogil:
    cdef int64_t row, col
    cdef int32_t i, rim = 0
    w.tile_row = tile_row
    w.tile_col = tile_col
    w.top = tile_row * TILE - MARGIN
    w.left = tile_col * TILE - MARGIN
    for row in range(WINDOW // SIDE):
        for col in range(WINDOW // SIDE):
            copy_chunk(w, row * SIDE, col * SIDE)
    for i in range(WINDOW - 1):
        rim += keep_rim(w, i, rim)
        rim += keep_rim(w, i * WINDOW + WINDOW - 1, rim)
        rim += keep_rim(w, WINDOW * WINDOW - 1 - i, rim)
        rim += keep_rim(w, (WINDOW - 1 - i) * WINDOW, rim)
    knowledge_reset(&w.k, -1)
    frontier_reset(&w.f)
    knowledge_load(&w.k, w.codes)
    for i in range(rim):
        knowledge_decide(&w.k, w.rim[i], SAFE, RULE_GIVEN, -1, -1)
    w.seen = w.k.logged


# --- tiles that have to look again ------------------------------------------------------------------------------


cdef int touch_tile(walk_t *w, int64_t row, int64_t col, bint near) noexcept nogil:
    cdef tile_t *grown
    cdef int32_t i
    for i in range(w.touched_size - 1, -1, -1):
        if w.touched[i].row == row and w.touched[i].col == col:
            w.touched[i].near = w.touched[i].near or near
            return WALK_DONE
    if w.touched_size == w.touched_capacity:
        grown = <tile_t *>realloc(w.touched, (2 * <size_t>w.touched_capacity + 16) * sizeof(tile_t))
        if grown == NULL:
            return WALK_MEMORY
        w.touched = grown
        w.touched_capacity = 2 * w.touched_capacity + 16
    w.touched[w.touched_size].row = row
    w.touched[w.touched_size].col = col
    w.touched[w.touched_size].near = near
    w.touched_size += 1
    return WALK_DONE


cdef inline bint is_near(int64_t inside, int64_t step) noexcept nogil:
    # From a place inside a tile, in one direction: is it in the tile a step on, or shares a neighbour with it?
    return step == 0 or (inside < 2 if step < 0 else inside >= TILE - 2)


cdef inline int touch_around(walk_t *w, int64_t row, int64_t col) noexcept nogil:
    # Every tile with this cell in its window, but for the tile at work, which sees it itself or has no use for it.
    cdef int64_t i, j
    cdef int64_t tile_row = row // TILE if row >= 0 else ~(~row // TILE)
    cdef int64_t tile_col = col // TILE if col >= 0 else ~(~col // TILE)
    cdef int64_t r = row - tile_row * TILE, c = col - tile_col * TILE
    cdef bint near
    for i in range(-1 if r < MARGIN else 0, 2 if r >= TILE - MARGIN else 1):
        for j in range(-1 if c < MARGIN else 0, 2 if c >= TILE - MARGIN else 1):
            if tile_row + i != w.tile_row or tile_col + j != w.tile_col:
                near = is_near(r, i) and is_near(c, j)
                if touch_tile(w, tile_row + i, tile_col + j, near) < 0:
                    return WALK_MEMORY
    return WALK_DONE


# --- proving ----------------------------------------------------------------------------------------------------


cdef int learn(walk_t *w) noexcept nogil:
    # What the last move revealed goes into the knowledge of the window, and to the tiles around.
    cdef size_t i
    cdef int64_t row, col
    cdef int32_t cell
    for i in range(w.board.shown_size):
        row = w.board.shown[i].row - w.top
        col = w.board.shown[i].col - w.left
        if 0 <= row < WINDOW and 0 <= col < WINDOW:
            cell = <int32_t>(row * WINDOW + col)
            if 0 < row < WINDOW - 1 and 0 < col < WINDOW - 1:
                knowledge_reveal(&w.k, cell, <int>w.board.shown[i].distance)
            else:
                knowledge_decide(&w.k, cell, SAFE, RULE_GIVEN, -1, -1)
        if touch_around(w, w.board.shown[i].row, w.board.shown[i].col) < 0:
            return WALK_MEMORY
    return WALK_DONE


cdef int take_step(walk_t *w, int32_t cell, uint64_t limit) noexcept nogil:
    # Reveals a cell of the window that was proved to be safe.
    cdef bint lost = False
    cdef uint64_t budget = min(<uint64_t>CASCADE, limit - w.board.revealed)
    if move_reveal(w.board, w.top + cell // WINDOW, w.left + cell % WINDOW, budget, &lost) < 0:
        return WALK_MEMORY
    return WALK_BROKEN if lost else learn(w)


cdef int follow_rules(walk_t *w, uint64_t limit) noexcept nogil:
    cdef int32_t cell
    cdef int status
    while w.board.revealed < limit:
        knowledge_rules(&w.k)
        if w.k.conflict >= 0:
            return WALK_BROKEN
        if w.seen == w.k.logged:
            break
        while w.seen < w.k.logged and w.board.revealed < limit:
            cell = w.k.log[w.seen].cell
            if w.k.log[w.seen].value == SAFE and w.k.log[w.seen].rule != RULE_GIVEN and w.k.clue[cell] == HIDDEN:
                w.by_rule[w.k.log[w.seen].rule] += 1
                status = take_step(w, cell, limit)
                if status != WALK_DONE:
                    return status
            w.seen += 1
    return WALK_DONE


cdef int flag_mines(walk_t *w) noexcept nogil:
    # The mines proved in this window are flagged on the board: that is how later windows know of them.
    cdef int32_t i
    cdef int64_t row, col
    cdef chunk_t *chunk
    cdef uint8_t *cell
    for i in range(w.k.logged):
        if w.k.log[i].value != MINED or w.k.log[i].rule == RULE_GIVEN:
            continue
        row = w.top + w.k.log[i].cell // WINDOW
        col = w.left + w.k.log[i].cell % WINDOW
        chunk = make_chunk(&w.board.chunks, row >> 4, col >> 4)
        if chunk == NULL:
            return WALK_MEMORY
        cell = &chunk.cells[(row & 15) * SIDE + (col & 15)]
        if cell[0] == COVERED:
            cell[0] = FLAGGED
            w.board.flags += 1
    return WALK_DONE


cdef int settle(walk_t *w, int64_t tile_row, int64_t tile_col, uint64_t limit) noexcept nogil:
    cdef int status
    load_window(w, tile_row, tile_col)
    while True:
        status = follow_rules(w, limit)
        if status != WALK_DONE or w.board.revealed >= limit:
            break
        if frontier_update(&w.f, &w.k) < 0:
            return WALK_MEMORY
        status = count_certain(&w.w, &w.f, False)
        if status == COUNT_MEMORY or status == COUNT_NONE:
            return WALK_MEMORY if status == COUNT_MEMORY else WALK_BROKEN
        status = WALK_DONE
        if not count_decide(&w.w, &w.f, &w.k):
            break
    return flag_mines(w) if status == WALK_DONE else status


cdef int first_step(walk_t *w, int64_t row, int64_t col, uint64_t limit, bint *lost) noexcept nogil:
    # Reveals a cell that nothing proves: the first one, or a guess. No window is loaded afterwards.
    cdef bint sound = not w.board.chunks.started
    cdef uint64_t budget = min(<uint64_t>CASCADE, limit - w.board.revealed)
    cdef size_t i
    if move_reveal(w.board, row, col, budget, lost) < 0:
        return WALK_MEMORY
    if lost[0] and sound:
        return WALK_BROKEN
    # No tile is at work: all that see the cell have to look, a struck mine included.
    w.tile_row = w.tile_col = NOWHERE
    if touch_around(w, row, col) < 0:
        return WALK_MEMORY
    for i in range(w.board.shown_size):
        if touch_around(w, w.board.shown[i].row, w.board.shown[i].col) < 0:
            return WALK_MEMORY
    return WALK_DONE


# --- guessing ---------------------------------------------------------------------------------------------------


cdef inline bint better(const guess_t *a, const guess_t *b) noexcept nogil:
    if a.chance != b.chance:
        return a.chance < b.chance
    if a.distance != b.distance:
        return a.distance < b.distance
    return a.row < b.row if a.row != b.row else a.col < b.col


cdef inline void weigh(walk_t *w, int32_t cell, double chance, guess_t *best) noexcept nogil:
    # A cell of the tile itself takes part: the margin belongs to other tiles.
    cdef int32_t row = cell // WINDOW, col = cell % WINDOW
    cdef int64_t down, right
    cdef guess_t guess
    if isnan(chance) or not (MARGIN <= row < MARGIN + TILE and MARGIN <= col < MARGIN + TILE):
        return
    guess.chance = <int64_t>(chance * BILLION + 0.5)
    guess.row = w.top + row
    guess.col = w.left + col
    down = guess.row - w.board.chunks.first_row
    right = guess.col - w.board.chunks.first_col
    guess.distance = <uint64_t>max(down if down >= 0 else -down, right if right >= 0 else -right)
    if better(&guess, best):
        best[0] = guess


cdef int find_guess(walk_t *w, int64_t tile_row, int64_t tile_col, guess_t *best) noexcept nogil:
    # The best guess in a settled tile; best.chance is above BILLION if there is none.
    cdef const chances_t *a = &w.w.chances
    cdef const component_t *c
    cdef int32_t i, j, box, cell
    cdef int status
    load_window(w, tile_row, tile_col)
    knowledge_rules(&w.k)
    if frontier_update(&w.f, &w.k) < 0:
        return WALK_MEMORY
    status = count_view(&w.w, &w.f)
    if status == COUNT_MEMORY or status == COUNT_NONE:
        return WALK_MEMORY if status == COUNT_MEMORY else WALK_BROKEN
    for i in range(w.f.components):
        c = w.f.component[i]
        for box in range(c.boxes):
            for j in range(c.box_first[box], c.box_first[box + 1]):
                weigh(w, c.cells[j], a.mine[a.first[i] + box], best)
    for cell in range(WINDOW * WINDOW):
        if w.k.mark[cell] == UNDECIDED and w.f.component_of[cell] < 0:
            weigh(w, cell, a.chance, best)
    return WALK_DONE


cdef class Walker:
    """The hands and eyes of a solver on a fresh `EndlessBoard`: it proves, reveals, flags and looks for guesses.

    What has to be done where is for the caller to decide: `touched` names the tiles to `settle` next, and `guess`
    is for a settled tile. Sees clues only; everything is a function of the board and the calls. Memory: about
    3 MB, whatever the board.
    """

    def __cinit__(self, EndlessBoard board not None):
        if board.c.chunks.started or board.c.flags:
            raise ValueError("expected a fresh board, got one with revealed or flagged cells")
        self.board = board
        self.table = rectangle(WINDOW, WINDOW)
        memset(&self.c, 0, sizeof(walk_t))
        self.c.board = &board.c
        counter_init(&self.c.w, MAX_NODES, 1 << 30)
        self.c.w.prior = log2(<double>(board.density / (1 - board.density)))
        self.c.codes = <uint8_t *>malloc(WINDOW * WINDOW)
        self.c.rim = <int32_t *>malloc(4 * WINDOW * sizeof(int32_t))
        if (
            self.c.codes == NULL or self.c.rim == NULL
            or knowledge_init(&self.c.k, &self.table.c, -1) < 0 or frontier_init(&self.c.f, &self.c.k) < 0
        ):
            raise MemoryError
        self.c.f.forget = kept_forget

    def __dealloc__(self):
        if self.c.f.k != NULL:
            frontier_free(&self.c.f)
        knowledge_free(&self.c.k)
        counter_free(&self.c.w)
        free(self.c.codes)
        free(self.c.rim)
        free(self.c.touched)

    def reveal(self, row, col, limit):
        """Reveal a cell that nothing proves; return whether it was a mine. `limit`: as in `settle`."""
        if not (-FARTHEST <= row <= FARTHEST and -FARTHEST <= col <= FARTHEST):
            raise InvalidCellError(f"expected a row and a column in -2**62 .. 2**62, got ({row}, {col})")
        cdef bint lost = False
        cdef int64_t r = row, c = col
        cdef uint64_t most = limit
        cdef int status
        if most <= self.c.board.revealed:
            raise ValueError(f"expected a limit above {self.c.board.revealed}, got {limit}")
        with nogil:
            status = first_step(&self.c, r, c, most, &lost)
        check_status(status)
        return lost

    def settle(self, tile_row, tile_col, limit):
        """Reveal in the window of a tile whatever follows from its clues, until `limit` cells are revealed in all."""
        cdef int64_t r = tile_row, c = tile_col
        cdef uint64_t most = limit
        cdef int status
        with nogil:
            status = settle(&self.c, r, c, most)
        check_status(status)

    def guess(self, tile_row, tile_col):
        """Return (chance of a mine in billionths, distance, row, col) of the best guess in a settled tile, or None.

        The best is the least chance, then the least distance (Chebyshev, from the first reveal), then row-major.
        """
        cdef int64_t r = tile_row, c = tile_col
        cdef guess_t best = guess_t(BILLION + 1, 0, 0, 0)
        cdef int status
        with nogil:
            status = find_guess(&self.c, r, c, &best)
        check_status(status)
        return None if best.chance > BILLION else (best.chance, best.distance, best.row, best.col)

    def touched(self):
        """Return the tiles whose windows saw reveals that they do not know of, as (row, col, near), and forget them.

        `near` tells that one was in the tile or beside it, so that it is likely to lead further.
        """
        cdef int32_t i
        tiles = [
            (self.c.touched[i].row, self.c.touched[i].col, bool(self.c.touched[i].near))
            for i in range(self.c.touched_size)
        ]
        self.c.touched_size = 0
        return tiles

    @property
    def proofs(self):
        """The reveals proved by one clue, by two clues and by the counting engine; cascades count as one."""
        return (
            self.c.by_rule[RULE_ONE_CLUE], self.c.by_rule[RULE_TWO_CLUES], self.c.by_rule[RULE_CLUES],
        )


cdef int check_status(int status) except -1:
    if status == WALK_MEMORY:
        raise MemoryError
    assert status == WALK_DONE, "a cell that was called safe held a mine, or the clues contradict each other"
    return 0
