"""Whole games in the core: safe reveals, and the guesses of a strategy where they are allowed."""

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport NAN
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from surefoot_core.certain cimport count_certain, count_decide
from surefoot_core.chances cimport count_view
from surefoot_core.choose cimport (
    GUESS_BEST, GUESS_FAST, GUESS_NEVER, GUESS_OPTIMAL, GUESS_SAFEST, choose, chooser_free, chooser_init,
    guess_t,
)
from surefoot_core.counter cimport (
    COUNT_DONE, COUNT_MEMORY, COUNT_NONE, chances_t, counter_free, counter_init, kept_forget,
)
from surefoot_core.frontier cimport (
    component_t, frontier_free, frontier_init, frontier_reset, frontier_update,
)
from surefoot_core.knowledge cimport (
    MINED, RULE_CLUES, RULE_GIVEN, RULE_ONE_CLUE, RULE_TOTAL, RULE_TWO_CLUES, SAFE, UNDECIDED, knowledge_decide,
    knowledge_free, knowledge_init, knowledge_load, knowledge_one_clue, knowledge_reset, knowledge_reveal,
    knowledge_rules,
)
from surefoot_core.moves cimport (
    CLUE, LOST, MINED_BIT, PLAYING, REVEALED_BIT, WON, board_allows, board_draw, board_free, board_give,
    board_init, board_reveal,
)
from surefoot_core.pool cimport pool_free, pool_reserve
from surefoot_core.rng cimport rng_seed
from surefoot_core.scene cimport CANDIDATES, scene_t, style_t
from surefoot_core.score cimport SCORE_DONE, SCORE_MEMORY, score_look
from surefoot_core.topology cimport rectangle
from surefoot_core.view cimport MINE, View

from operator import index

from surefoot_core.errors import InvalidBoardError, InvalidCellError

RESULTS = {GAME_WON: "won", GAME_LOST: "lost", GAME_STUCK: "stuck", GAME_WIDE: "wide"}
"""The results of a game by their numbers."""

FIELDS = (
    "result", "opened", "given", "one_clue", "two_clues", "clues", "total", "guesses", "calls",
)
"""What is told of a game, in this order."""

STRATEGIES = {
    "never": GUESS_NEVER, "safest": GUESS_SAFEST, "fast": GUESS_FAST, "best": GUESS_BEST, "optimal": GUESS_OPTIMAL,
}
"""The strategies by their names; never: the game ends where nothing is safe."""

STYLE_LIMITS = {
    "margin": (0, 1), "most": (1, CANDIDATES), "most_free": (1, CANDIDATES), "zero": (-10, 10), "dead": (-10, 10),
    "mass": (0, 1), "share": (0, 0.99), "resolve": (False, True), "prune": (False, True), "close": (0, 1),
    "layouts": (0, 1000000), "visits": (0, 1 << 40),
}
"""The least and the most of each number of a style; within them every view has a candidate."""

cdef enum:
    FIELD_COUNT = 9


cdef int player_init(player_t *p, const topology_t *topology, int64_t max_nodes, int64_t max_bytes) noexcept nogil:
    memset(p, 0, sizeof(player_t))
    counter_init(&p.w, max_nodes, max_bytes)
    p.budget = <int64_t>1 << 40
    if (
        board_init(&p.board, topology.rows, topology.cols) < 0
        or knowledge_init(&p.k, topology, -1) < 0
        or frontier_init(&p.f, &p.k) < 0
        or chooser_init(&p.chooser, topology) < 0
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
    chooser_free(&p.chooser)
    pool_free(&p.notes)


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


cdef int note_prospect(player_t *p, noted_t *note, const guess_t *guess, int strategy) noexcept nogil:
    # What the model of worth.pxd sees before a guess, and after it if it was safe.
    cdef scene_t *s = &p.chooser.scene
    cdef int32_t cell
    cdef int status = SCORE_DONE
    note.learned = True
    note.score = guess.score
    note.pairs = s.pairs.loss
    note.open = s.open
    note.mines = p.k.total - p.k.mines
    note.best = 0
    for cell in range(p.k.topology.cells):
        if p.k.mark[cell] == UNDECIDED:
            note.best = max(note.best, 1 - s.mine[cell])
    if note.safe:
        cell = guess.cell
        status = score_look(s, &p.chooser.style[strategy], cell, p.board.cells[cell] & CLUE, &note.after)
    note.followed = note.safe and status == SCORE_DONE
    return -1 if status == SCORE_MEMORY else 0


cdef int make_guess(player_t *p, int strategy, int32_t game) noexcept nogil:
    # Nothing is safe: reveal what the strategy says, and note it.
    cdef guess_t guess
    cdef noted_t *note = <noted_t *>pool_reserve(&p.notes, (p.noted + 1) * sizeof(noted_t), &p.budget)
    if note == NULL or choose(&p.chooser, &p.f, &p.w, strategy, &guess) < 0:
        return GAME_MEMORY
    note += p.noted
    p.noted += 1
    note.game = game
    note.opened = p.board.revealed
    note.safety = guess.safety
    note.win = guess.win
    p.tale.guesses += 1
    p.tale.safety *= guess.safety
    note.safe = board_reveal(&p.board, guess.cell) != LOST
    note.learned = False
    if (
        p.chooser.wander > 0 and strategy != GUESS_SAFEST and guess.win < 0
        and note_prospect(p, note, &guess, strategy) < 0
    ):
        return GAME_MEMORY
    if note.safe:
        learn(p)
    return 0


cdef void begin(player_t *p) noexcept nogil:
    memset(&p.tale, 0, sizeof(tale_t))
    p.tale.safety = 1
    knowledge_reset(&p.k, p.board.mines)
    frontier_reset(&p.f)
    p.seen = 0


cdef int player_play(player_t *p, int32_t start, int guess, bint total, int32_t game) noexcept nogil:
    begin(p)
    if board_reveal(&p.board, start) != LOST:
        learn(p)
    p.tale.given = p.board.revealed
    return play_on(p, guess, total, game)


cdef int player_resume(player_t *p, const uint8_t *view, int32_t cell, int guess, int32_t game) noexcept nogil:
    cdef const board_t *b = &p.board
    cdef bint lost = b.cells[cell] & MINED_BIT != 0
    cdef int32_t i
    begin(p)
    for i in range(b.n):
        if view[i] == MINE:
            if not b.cells[i] & MINED_BIT:
                p.tale.result = GAME_OTHER
                return GAME_OTHER
            knowledge_decide(&p.k, i, MINED, RULE_GIVEN, -1, -1)
    for i in range(b.n):
        if view[i] < MINE:
            if not b.cells[i] & REVEALED_BIT and board_reveal(&p.board, i) != LOST:
                learn(p)
            if not b.cells[i] & REVEALED_BIT or b.cells[i] & CLUE != view[i]:
                p.tale.result = GAME_OTHER
                return GAME_OTHER
    p.tale.given = p.tale.opened = b.revealed
    if lost:  # even where the board is won already, or zeros that were not opened up show more than the view
        p.tale.result = GAME_LOST
        return GAME_LOST
    board_reveal(&p.board, cell)
    learn(p)
    p.tale.given = b.revealed
    return play_on(p, guess, True, game)


cdef int play_on(player_t *p, int guess, bint total, int32_t game) noexcept nogil:
    # From what was revealed first to the end.
    cdef int state, status
    cdef int32_t logged
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
        logged = p.k.logged
        if count_decide(&p.w, &p.f, &p.k):
            continue
        if status != COUNT_DONE:
            p.tale.result = GAME_WIDE
            break
        if guess == GUESS_NEVER:
            p.tale.result = GAME_STUCK
            break
        if guess != GUESS_SAFEST and p.k.logged > logged:
            continue  # mines were decided: the strategies want a frontier without them
        if make_guess(p, guess, game) < 0:
            p.tale.result = GAME_MEMORY
            break
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

    def play_seeds(self, const uint64_t[::1] seeds not None, mines, start, rule, out, *, guess="never"):
        """Draw and play the board of each seed from the flat index `start`, under a first-click rule (0 .. 2).

        `out` is a writable int32 buffer of len(seeds) x len(FIELDS): one row a game. `guess` is one of
        STRATEGIES: what is revealed where nothing is safe; with "never" the game ends "stuck" there.
        """
        cdef int32_t[:, ::1] tales = out
        cdef int32_t first = start, total = mines
        cdef int how = strategy_number(guess), chosen = rule
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
        self.c.noted = 0
        with nogil:
            for i in range(seeds.shape[0]):
                board_draw(&self.c.board, total, seeds[i], chosen)
                status = player_play(&self.c, first, how, True, <int32_t>i)
                if status == GAME_MEMORY:
                    break
                write_tale(&self.c.tale, &tales[i, 0])
        if status == GAME_MEMORY:
            raise MemoryError

    def play_layouts(
        self, const uint8_t[:, ::1] layouts not None, const int32_t[::1] starts not None, out, *,
        guess="never", total=True,
    ):
        """Play given boards, one a row of rows * cols bytes (not 0: a mine), from their starts; `out` as above.

        Without `total` the mine total is left out of every proof; then guessing is not allowed.
        """
        cdef int32_t[:, ::1] tales = out
        cdef int how = strategy_number(guess)
        cdef bint with_total = total
        cdef Py_ssize_t i
        cdef int32_t n = self.table.c.cells
        cdef int status = 0
        if layouts.shape[1] != n or starts.shape[0] != layouts.shape[0]:
            raise InvalidBoardError(
                f"expected boards of {n} cells with a start each, got {layouts.shape[0]} x {layouts.shape[1]} cells "
                f"and {starts.shape[0]} starts"
            )
        if how != GUESS_NEVER and not with_total:
            raise ValueError("guessing needs the mine total")
        check_games(self, tales, layouts.shape[0], 0, 0)
        for i in range(starts.shape[0]):
            check_games(self, tales, layouts.shape[0], starts[i], 0)
        self.c.noted = 0
        with nogil:
            for i in range(layouts.shape[0]):
                give_layout(&self.c, &layouts[i, 0])
                status = player_play(&self.c, starts[i], how, with_total, <int32_t>i)
                if status == GAME_MEMORY:
                    break
                write_tale(&self.c.tale, &tales[i, 0])
        if status == GAME_MEMORY:
            raise MemoryError

    def play_views(
        self, View view not None, const uint8_t[:, ::1] layouts not None, cell, out, *, guess="fast"
    ):
        """Play on from a view, a cell revealed first, on given boards; `layouts` and `out` as above.

        Trusted flags of the view are known mines. Raises InvalidBoardError for a board that does not show the clues
        of the view, or has no mine under a flag.
        """
        cdef int32_t[:, ::1] tales = out
        cdef int32_t first = index(cell)
        cdef int how = strategy_number(guess)
        cdef Py_ssize_t i
        cdef int status = 0
        if view.neighbourhood() != self.table or view.slots != 1:
            raise InvalidBoardError(f"expected a view of {self.rows} x {self.cols} cells with at most one mine each")
        if layouts.shape[1] != self.table.c.cells:
            raise InvalidBoardError(f"expected boards of {self.table.c.cells} cells, got {layouts.shape[1]}")
        check_games(self, tales, layouts.shape[0], first, 0)
        self.c.noted = 0
        with nogil:
            for i in range(layouts.shape[0]):
                give_layout(&self.c, &layouts[i, 0])
                status = player_resume(&self.c, view.cells, first, how, <int32_t>i)
                if status == GAME_MEMORY or status == GAME_OTHER:
                    break
                write_tale(&self.c.tale, &tales[i, 0])
                with gil:
                    PyErr_CheckSignals()
        if status == GAME_MEMORY:
            raise MemoryError
        if status == GAME_OTHER:
            raise InvalidBoardError(f"expected boards that show the clues of the view, got another one in row {i}")

    def set_style(self, strategy, **numbers):
        """Change how much a strategy does, to measure what a part of it adds; the names are those of `style_t`."""
        cdef style_t *style = &self.c.chooser.style[<int>strategy_number(strategy)]
        known = dict(style[0])
        for name in numbers:
            if name not in known:
                raise ValueError(f"expected a name among {', '.join(known)}, got {name!r}")
        known.update(numbers)
        for name, (least, most) in STYLE_LIMITS.items():
            if not least <= known[name] <= most:
                raise ValueError(f"expected {name} in {least} .. {most}, got {known[name]!r}")
        style[0] = known

    def wander(self, part, seed):
        """Draw this part of the guesses of later games among the candidates, for games to learn from; 0 ends it."""
        if not 0 <= part <= 1:
            raise ValueError(f"expected a part in 0 .. 1, got {part!r}")
        self.c.chooser.wander = part
        rng_seed(&self.c.chooser.rng, seed, 0)

    def prospects(self):
        """Return one dict for each guess of the last call, in order, but for those of an end that was played exactly.

        Only while it wanders, and with a strategy that looks ahead: the number of the `game`, the `score` of the best
        guess, the `best` safety, `pairs` (loss by 50/50s), `open` cells and `mines` before the guess, and `after`,
        what the model sees of the view after it (`prospect_t`), None where the guess was no good.
        """
        cdef const noted_t *note = <const noted_t *>self.c.notes.at
        cdef int32_t i
        return [
            {
                "game": note[i].game, "score": note[i].score, "best": note[i].best, "pairs": note[i].pairs,
                "open": note[i].open, "mines": note[i].mines, "after": note[i].after if note[i].followed else None,
            }
            for i in range(self.c.noted) if note[i].learned
        ]

    def guesses(self):
        """Return (game, opened, safety, win, safe) for each guess of the last call, in order.

        The number of the game in that call, the cells revealed before the guess, its chance to be safe, the exact
        chance to win where the strategy worked it out (else None), and whether the cell was safe.
        """
        cdef const noted_t *note = <const noted_t *>self.c.notes.at
        cdef int32_t i
        return [
            (
                note[i].game, note[i].opened, note[i].safety, note[i].win if note[i].win >= 0 else None,
                bool(note[i].safe),
            )
            for i in range(self.c.noted)
        ]

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
    cdef double chance_of[3]
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
    chance_of[UNDECIDED] = a.chance
    chance_of[SAFE] = 0
    chance_of[MINED] = 1
    for cell in range(p.board.n):
        out[cell] = chance_of[p.k.mark[cell]]
    for i in range(p.f.components):
        c = p.f.component[i]
        for box in range(c.boxes):
            for j in range(c.box_first[box], c.box_first[box + 1]):
                out[c.cells[j]] = a.mine[a.first[i] + box]
    return status


cdef int strategy_number(guess) except -1:
    if guess not in STRATEGIES:
        raise ValueError(f"expected a strategy among {', '.join(STRATEGIES)}, got {guess!r}")
    return STRATEGIES[guess]


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
