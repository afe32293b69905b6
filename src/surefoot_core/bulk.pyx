"""Whole games in the core: safe reveals, and the safest guess where it is allowed."""

from libc.math cimport INFINITY, NAN
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from surefoot_core.count cimport (
    COUNT_DONE, COUNT_MEMORY, COUNT_NONE, chances_t, count_certain, count_decide, count_view, counter_free,
    counter_init, kept_forget,
)
from surefoot_core.frontier cimport (
    component_t, frontier_free, frontier_init, frontier_reset, frontier_update,
)
from surefoot_core.knowledge cimport (
    MINED, RULE_CLUES, RULE_ONE_CLUE, RULE_TOTAL, RULE_TWO_CLUES, SAFE, UNDECIDED, knowledge_free, knowledge_init,
    knowledge_load, knowledge_one_clue, knowledge_reset, knowledge_reveal, knowledge_rules,
)
from surefoot_core.moves cimport (
    CLUE, LOST, PLAYING, WON, board_allows, board_draw, board_free, board_give, board_init, board_reveal,
)
from surefoot_core.topology cimport rectangle
from surefoot_core.view cimport MINE

from surefoot_core.errors import InvalidBoardError, InvalidCellError

RESULTS = {GAME_WON: "won", GAME_LOST: "lost", GAME_STUCK: "stuck", GAME_WIDE: "wide"}
"""The results of a game by their numbers."""

FIELDS = (
    "result", "opened", "given", "one_clue", "two_clues", "clues", "total", "guesses", "calls",
)
"""What is told of a game, in this order."""

cdef enum:
    FIELD_COUNT = 9

cdef double TIE = 1e-9         # chances this close are the same: the first cell in order is taken


cdef int player_init(player_t *p, const topology_t *topology, int64_t max_nodes, int64_t max_bytes) noexcept nogil:
    memset(p, 0, sizeof(player_t))
    counter_init(&p.w, max_nodes, max_bytes)
    if (
        board_init(&p.board, topology.rows, topology.cols) < 0
        or knowledge_init(&p.k, topology, -1) < 0
        or frontier_init(&p.f, &p.k) < 0
    ):
        player_free(p)
        return GAME_MEMORY
    p.f.forget = kept_forget
    return 0


cdef void player_free(player_t *p) noexcept nogil:
    if p.f.k != NULL:
        frontier_free(&p.f)
    knowledge_free(&p.k)
    board_free(&p.board)
    counter_free(&p.w)


cdef inline void learn(player_t *p) noexcept nogil:
    # What the last reveal opened goes into the knowledge.
    cdef const board_t *b = &p.board
    cdef int32_t i
    for i in range(b.move_start, b.revealed):
        knowledge_reveal(&p.k, b.order[i], b.cells[b.order[i]] & CLUE)


cdef int follow_rules(player_t *p) noexcept nogil:
    # Reveal what is decided to be safe, as long as the rules find anything: the state of the board.
    cdef int state = p.board.state
    cdef int32_t cell
    while state == PLAYING:
        knowledge_rules(&p.k)
        if p.seen == p.k.logged:
            break
        while p.seen < p.k.logged and state == PLAYING:
            cell = p.k.log[p.seen].cell
            if p.k.log[p.seen].value == SAFE and p.k.clue[cell] > 8:
                p.tale.by_rule[p.k.log[p.seen].rule] += 1
                state = board_reveal(&p.board, cell)
                if state != LOST:
                    learn(p)
            p.seen += 1
    return state


cdef int32_t safest_cell(player_t *p, double *chance) noexcept nogil:
    # The undecided cell with the least chance of a mine, the first in order among equals.
    cdef const chances_t *a = &p.w.chances
    cdef const component_t *c
    cdef int32_t i, box, cell, best = -1
    cdef double least = INFINITY
    if a.unconstrained:
        least = a.chance
    for i in range(a.boxes):
        least = min(least, a.mine[i])
    if a.unconstrained and a.chance <= least + TIE:
        cell = 0
        while p.k.mark[cell] != UNDECIDED or p.f.component_of[cell] >= 0:
            cell += 1
        best = cell
    for i in range(p.f.components):
        c = p.f.component[i]
        for box in range(c.boxes):
            cell = c.cells[c.box_first[box]]
            if a.mine[a.first[i] + box] <= least + TIE and (best < 0 or cell < best):
                best = cell
    chance[0] = least
    return best


cdef int player_play(player_t *p, int32_t start, int guess, bint total) noexcept nogil:
    cdef int state, status
    cdef int32_t cell
    cdef double chance = 0
    memset(&p.tale, 0, sizeof(tale_t))
    p.tale.safety = 1
    knowledge_reset(&p.k, p.board.mines)
    frontier_reset(&p.f)
    p.seen = 0
    state = board_reveal(&p.board, start)
    if state != LOST:
        learn(p)
    p.tale.given = p.board.revealed
    while True:
        state = follow_rules(p)
        if state != PLAYING:
            p.tale.result = GAME_WON if state == WON else GAME_LOST
            break
        p.tale.calls += 1
        status = COUNT_MEMORY
        if frontier_update(&p.f, &p.k) == 0:
            status = count_certain(&p.w, &p.f, total) if guess == GUESS_NEVER else count_view(&p.w, &p.f)
        if status == COUNT_MEMORY:
            p.tale.result = GAME_MEMORY
            break
        if count_decide(&p.w, &p.f, &p.k):
            continue
        if status != COUNT_DONE:
            p.tale.result = GAME_WIDE
            break
        if guess == GUESS_NEVER:
            p.tale.result = GAME_STUCK
            break
        # Mines that were just decided do not change the chances of the other cells.
        cell = safest_cell(p, &chance)
        p.tale.guesses += 1
        p.tale.safety *= 1 - chance
        if board_reveal(&p.board, cell) != LOST:
            learn(p)
    p.tale.opened = p.board.revealed
    return p.tale.result


cdef class Player:
    """Plays whole games of one size, one after the other, without the GIL: one player a thread.

    `max_nodes` and `max_bytes` limit the counting engine as in `Counter`; a game that needs more ends "wide".
    """

    def __cinit__(self, rows, cols, *, max_nodes=4_000_000, max_bytes=1 << 30):
        if max_nodes < 1 or max_bytes < 1:
            raise ValueError(f"expected limits of at least 1, got max_nodes={max_nodes!r}, max_bytes={max_bytes!r}")
        self.table = rectangle(rows, cols)
        self.rows = rows
        self.cols = cols
        if player_init(&self.c, &self.table.c, max_nodes, max_bytes) < 0:
            raise MemoryError

    def __dealloc__(self):
        player_free(&self.c)

    def play_seeds(self, const uint64_t[::1] seeds not None, mines, start, rule, out, *, guess=False):
        """Draw and play the board of each seed from the flat index `start`, under a first-click rule (0 .. 2).

        `out` is a writable int32 buffer of len(seeds) x len(FIELDS): one row a game. With `guess` the safest cell
        is revealed where nothing is safe (the first in order among equals), else the game ends "stuck".
        """
        cdef int32_t[:, ::1] tales = out
        cdef int32_t first = start, total = mines
        cdef int how = GUESS_SAFEST if guess else GUESS_NEVER, chosen = rule
        cdef Py_ssize_t i
        cdef int status = 0
        check_games(self, tales, seeds.shape[0], first, mines)
        if not 0 <= chosen <= 2:
            raise ValueError(f"expected a first-click rule 0 .. 2, got {rule!r}")
        board_draw(&self.c.board, total, 0, chosen)
        if not board_allows(&self.c.board, first):
            raise InvalidBoardError(
                f"the first-click rule leaves no room for {mines} mines on {self.rows} x {self.cols} cells"
            )
        with nogil:
            for i in range(seeds.shape[0]):
                board_draw(&self.c.board, total, seeds[i], chosen)
                status = player_play(&self.c, first, how, True)
                if status == GAME_MEMORY:
                    break
                write_tale(&self.c.tale, &tales[i, 0])
        if status == GAME_MEMORY:
            raise MemoryError

    def play_layouts(
        self, const uint8_t[:, ::1] layouts not None, const int32_t[::1] starts not None, out, *,
        guess=False, total=True,
    ):
        """Play given boards, one a row of rows * cols bytes (not 0: a mine), from their starts; `out` as above.

        Without `total` the mine total is left out of every proof; then guessing is not allowed.
        """
        cdef int32_t[:, ::1] tales = out
        cdef int how = GUESS_SAFEST if guess else GUESS_NEVER
        cdef bint with_total = total
        cdef Py_ssize_t i
        cdef int32_t n = self.table.c.cells
        cdef int status = 0
        if layouts.shape[1] != n or starts.shape[0] != layouts.shape[0]:
            raise InvalidBoardError(
                f"expected boards of {n} cells with a start each, got {layouts.shape[0]} x {layouts.shape[1]} cells "
                f"and {starts.shape[0]} starts"
            )
        if guess and not total:
            raise ValueError("guessing needs the mine total")
        check_games(self, tales, layouts.shape[0], 0, 0)
        for i in range(starts.shape[0]):
            check_games(self, tales, layouts.shape[0], starts[i], 0)
        with nogil:
            for i in range(layouts.shape[0]):
                give_layout(&self.c, &layouts[i, 0])
                status = player_play(&self.c, starts[i], how, with_total)
                if status == GAME_MEMORY:
                    break
                write_tale(&self.c.tale, &tales[i, 0])
        if status == GAME_MEMORY:
            raise MemoryError

    def chances(
        self, const uint8_t[:, ::1] views not None, const int32_t[::1] mines not None, double[:, ::1] out not None
    ):
        """Work out the chance of a mine in every cell of many views of this size.

        `views` holds one view a row, rows * cols codes as in `View`; `mines` their mine totals (-1: not known).
        `out` is as large as `views`: 0 for a revealed cell, NaN for all hidden cells of a view without a layout and
        where the limits do not suffice. Returns the number of views that were worked out in full.
        """
        cdef Py_ssize_t i
        cdef int32_t n = self.table.c.cells, done = 0
        cdef int status = 0
        if (
            views.shape[1] != n or out.shape[1] != n
            or out.shape[0] != views.shape[0] or mines.shape[0] != views.shape[0]
        ):
            raise InvalidBoardError(f"expected views of {n} cells, with a mine total and room for {n} chances each")
        with nogil:
            for i in range(views.shape[0]):
                status = chances_of_view(&self.c, &views[i, 0], mines[i], &out[i, 0])
                if status == COUNT_MEMORY:
                    break
                done += status == COUNT_DONE
        if status == COUNT_MEMORY:
            raise MemoryError
        return done


cdef int chances_of_view(player_t *p, const uint8_t *cells, int32_t total, double *out) noexcept nogil:
    cdef const chances_t *a = &p.w.chances
    cdef const component_t *c
    cdef int32_t cell, i, j, box
    cdef int status = COUNT_NONE
    knowledge_reset(&p.k, total)
    frontier_reset(&p.f)
    knowledge_load(&p.k, cells)
    knowledge_one_clue(&p.k)
    if p.k.conflict < 0:
        if frontier_update(&p.f, &p.k) < 0:
            return COUNT_MEMORY
        status = count_view(&p.w, &p.f)
        if status == COUNT_MEMORY:
            return status
    if status == COUNT_NONE:
        for cell in range(p.board.n):
            out[cell] = NAN if cells[cell] >= MINE else 0
        return status
    for cell in range(p.board.n):
        out[cell] = a.chance if p.k.mark[cell] == UNDECIDED else p.k.mark[cell] == MINED
    for i in range(p.f.components):
        c = p.f.component[i]
        for box in range(c.boxes):
            for j in range(c.box_first[box], c.box_first[box + 1]):
                out[c.cells[j]] = a.mine[a.first[i] + box]
    return status


cdef int check_games(Player player, const int32_t[:, ::1] tales, Py_ssize_t games, int32_t start, mines) except -1:
    cdef int32_t n = player.table.c.cells
    if tales.shape[0] != games or tales.shape[1] != FIELD_COUNT:
        raise ValueError(
            f"expected room for {games} x {FIELD_COUNT} numbers, got {tales.shape[0]} x {tales.shape[1]}"
        )
    if not 0 <= start < n:
        raise InvalidCellError(f"expected a start in 0 .. {n - 1}, got {start}")
    if not 0 <= mines <= n:
        raise InvalidBoardError(f"expected 0 to {n} mines, got {mines!r}")
    return 0


cdef void give_layout(player_t *p, const uint8_t *layout) noexcept nogil:
    # The log of the knowledge is free until the game begins: its room serves for the list of the mines.
    cdef int32_t *where = <int32_t *>p.k.log
    cdef int32_t cell, count = 0
    for cell in range(p.board.n):
        if layout[cell]:
            where[count] = cell
            count += 1
    board_give(&p.board, where, count)


cdef void write_tale(const tale_t *tale, int32_t *out) noexcept nogil:
    out[0] = tale.result
    out[1] = tale.opened
    out[2] = tale.given
    out[3] = tale.by_rule[RULE_ONE_CLUE]
    out[4] = tale.by_rule[RULE_TWO_CLUES]
    out[5] = tale.by_rule[RULE_CLUES]
    out[6] = tale.by_rule[RULE_TOTAL]
    out[7] = tale.guesses
    out[8] = tale.calls
