"""The strategies: which cell to reveal where no cell is safe."""

from libc.math cimport INFINITY, ldexp
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from surefoot_core.counter cimport chances_t, counter_t
from surefoot_core.endgame cimport (
    ENDGAME_DONE, ENDGAME_MEMORY, endgame_free, endgame_init, endgame_solve, endgame_start,
)
from surefoot_core.frontier cimport component_t, frontier_t
from surefoot_core.knowledge cimport MINED, UNDECIDED, knowledge_t
from surefoot_core.layouts cimport LAYOUTS_DONE, LAYOUTS_MEMORY, SEEN_MINE, layouts_free, layouts_init, layouts_list
from surefoot_core.lookahead cimport (
    lookahead_free, lookahead_init, lookahead_show, lookahead_start, shown_t,
)
from surefoot_core.pairs cimport pairs_weigh
from surefoot_core.view cimport MINE

cdef enum:
    ENDGAME_CELLS = 128        # the end is played exactly up to so many open cells
    TABLE_BITS = 14

cdef double TIE = 1e-9         # chances this close are the same


cdef int chooser_init(chooser_t *o, int32_t cells) noexcept nogil:
    memset(o, 0, sizeof(chooser_t))
    layouts_init(&o.layouts)
    o.mine = <double *>malloc(cells * sizeof(double))
    o.weight = <double *>malloc(cells * sizeof(double))
    if (
        o.mine == NULL or o.weight == NULL
        or endgame_init(&o.endgame, TABLE_BITS) < 0 or lookahead_init(&o.ahead, cells) < 0
    ):
        chooser_free(o)
        return CHOOSE_MEMORY
    o.style[GUESS_FAST] = style_t(
        margin=0.94, most=8, most_free=3, zero=0.05, dead=0.03, mass=0.9, bonus=1.1, share=0,
        layouts=100, visits=50000,
    )
    o.style[GUESS_BEST] = style_t(
        margin=0.93, most=8, most_free=3, zero=0.05, dead=0.03, mass=1, bonus=1.1, share=0.4,
        layouts=2000, visits=50000,
    )
    o.style[GUESS_OPTIMAL] = o.style[GUESS_BEST]
    o.style[GUESS_OPTIMAL].layouts = 20000
    o.style[GUESS_OPTIMAL].visits = 20000000
    return CHOOSE_DONE


cdef void chooser_free(chooser_t *o) noexcept nogil:
    layouts_free(&o.layouts)
    endgame_free(&o.endgame)
    lookahead_free(&o.ahead)
    free(o.mine)
    free(o.weight)
    memset(o, 0, sizeof(chooser_t))


# --- the safest cell -----------------------------------------------------------------------------------


cdef void choose_safest(const frontier_t *f, const counter_t *w, guess_t *guess) noexcept nogil:
    # The undecided cell with the least chance of a mine, the first in order among equals.
    cdef const chances_t *a = &w.chances
    cdef const component_t *c
    cdef int32_t i, box, cell, best = -1
    cdef double least = INFINITY
    if a.unconstrained:
        least = a.chance
    for i in range(a.boxes):
        least = min(least, a.mine[i])
    if a.unconstrained and a.chance <= least + TIE:
        cell = 0
        while f.k.mark[cell] != UNDECIDED or f.component_of[cell] >= 0:
            cell += 1
        best = cell
    for i in range(f.components):
        c = f.component[i]
        for box in range(c.boxes):
            cell = c.cells[c.box_first[box]]
            if a.mine[a.first[i] + box] <= least + TIE and (best < 0 or cell < best):
                best = cell
    guess.cell = best
    guess.safety = 1 - least
    guess.win = -1


# --- the end -------------------------------------------------------------------------------------------


cdef int choose_exactly(
    chooser_t *o, const frontier_t *f, const counter_t *w, const style_t *style, guess_t *guess
) noexcept nogil:
    # Where the layouts are few: the best first cell of all ways to play. 1 where they are not.
    cdef int32_t won = 0, cell = 0, i, safe = 0
    cdef int status
    if w.chances.exponent > 40 or ldexp(w.chances.layouts, <int>w.chances.exponent) > style.layouts + 0.5:
        return 1
    status = layouts_list(&o.layouts, f, style.layouts, ENDGAME_CELLS)
    if status == LAYOUTS_MEMORY:
        return CHOOSE_MEMORY
    if status != LAYOUTS_DONE or endgame_start(&o.endgame, &o.layouts, style.visits) < 0:
        return 1
    status = endgame_solve(&o.endgame, &won, &cell)
    if status == ENDGAME_MEMORY:
        return CHOOSE_MEMORY
    if status != ENDGAME_DONE or cell < 0:
        return 1
    for i in range(o.layouts.count):
        safe += o.layouts.seen[<int64_t>i * o.layouts.stride + cell] != SEEN_MINE
    guess.cell = o.layouts.where[cell]
    guess.safety = <double>safe / o.layouts.count
    guess.win = <double>won / o.layouts.count
    return CHOOSE_DONE


# --- candidates ----------------------------------------------------------------------------------------


cdef double note_chances(chooser_t *o, const frontier_t *f, const counter_t *w) noexcept nogil:
    # The chance of a mine of each undecided cell into `mine`; the safety of the safest.
    cdef const chances_t *a = &w.chances
    cdef const component_t *c
    cdef int32_t i, j, box, cell
    cdef double mine, least = 1
    if a.unconstrained:
        least = a.chance
        for cell in range(f.k.topology.cells):
            o.mine[cell] = a.chance
    for i in range(f.components):
        c = f.component[i]
        for box in range(c.boxes):
            mine = a.mine[a.first[i] + box]
            least = min(least, mine)
            for j in range(c.box_first[box], c.box_first[box + 1]):
                o.mine[c.cells[j]] = mine
    return 1 - least


cdef void add_candidate(
    chooser_t *o, const frontier_t *f, const style_t *style, int32_t cell, int32_t *free_count
) noexcept nogil:
    # Ranked by safety and by what it may open; inserted among the best so far.
    cdef const knowledge_t *k = f.k
    cdef candidate_t it
    cdef int32_t i, near, told = 0, at, last = -1
    cdef double zero = 1 - o.mine[cell]
    cdef bint is_free = f.component_of[cell] < 0
    for i in range(k.topology.first[cell], k.topology.first[cell + 1]):
        near = k.topology.near[i]
        if k.clue[near] >= MINE:
            if k.mark[near] == MINED:
                zero = 0
            elif k.mark[near] == UNDECIDED:
                zero *= 1 - o.mine[near]
                told += 1
    it.cell = cell
    it.safety = 1 - o.mine[cell]
    it.weight = o.weight[cell]
    it.rank = it.safety * it.weight + style.zero * zero - (style.dead if told == 0 else 0)
    if is_free and free_count[0] == style.most_free:
        # The worst of them makes way.
        for i in range(o.candidates):
            if f.component_of[o.candidate[i].cell] < 0:
                last = i
        if o.candidate[last].rank > it.rank:
            return
    elif o.candidates == style.most:
        last = o.candidates - 1
        if o.candidate[last].rank > it.rank:
            return
        free_count[0] += is_free - (f.component_of[o.candidate[last].cell] < 0)
    else:
        last = o.candidates
        o.candidates += 1
        free_count[0] += is_free
    at = last
    while at > 0 and o.candidate[at - 1].rank <= it.rank:
        o.candidate[at] = o.candidate[at - 1]
        at -= 1
    o.candidate[at] = it


cdef void list_candidates(
    chooser_t *o, const frontier_t *f, const counter_t *w, const style_t *style
) noexcept nogil:
    cdef int32_t cell, free_count = 0
    cdef double best = note_chances(o, f, w)
    if style.share > 0:
        pairs_weigh(f.k, o.mine, style.share, o.weight)
        for cell in range(f.k.topology.cells):
            if f.k.mark[cell] == UNDECIDED:
                best = max(best, (1 - o.mine[cell]) * o.weight[cell])
    else:
        for cell in range(f.k.topology.cells):
            o.weight[cell] = 1
    o.candidates = 0
    for cell in range(f.k.topology.cells):
        if f.k.mark[cell] == UNDECIDED and (1 - o.mine[cell]) * o.weight[cell] >= best * style.margin:
            add_candidate(o, f, style, cell, &free_count)


# --- one clue ahead ------------------------------------------------------------------------------------


cdef int score_candidate(
    chooser_t *o, const frontier_t *f, counter_t *w, const style_t *style, candidate_t *it, double best
) noexcept nogil:
    # Sum over the clues of their chance times what the view after them is worth, the likeliest clues first.
    cdef shown_t shown
    cdef int32_t step, middle, mines, near
    cdef double seen = 0, worth = 0
    cdef int status = lookahead_start(&o.ahead, f, w, it.cell)
    it.score = it.safety * it.safety * it.weight
    if status:
        return status
    near = o.ahead.near
    middle = <int32_t>(o.ahead.expected - o.ahead.known + 0.5)
    for step in range(2 * near + 2):
        mines = middle + ((step + 1) // 2 if step % 2 else -(step // 2))
        if mines < 0 or mines > near:
            continue
        status = lookahead_show(&o.ahead, w, mines, &shown)
        if status:
            return status
        seen += shown.chance
        worth += shown.chance * (style.bonus if shown.safe else shown.safety)
        if (worth + (it.safety - seen) * style.bonus) * it.weight <= best:
            it.score = 0  # cannot be the best
            return CHOOSE_DONE
        if seen >= style.mass * it.safety:
            break
    it.score = it.weight * it.safety * worth / seen if seen > 0 else 0
    return CHOOSE_DONE


cdef int choose_ahead(
    chooser_t *o, const frontier_t *f, counter_t *w, const style_t *style, guess_t *guess
) noexcept nogil:
    cdef int32_t i
    cdef double best = 0
    list_candidates(o, f, w, style)
    guess.cell = o.candidate[0].cell
    guess.safety = o.candidate[0].safety
    guess.win = -1
    if o.candidates == 1:
        return CHOOSE_DONE
    for i in range(o.candidates):
        if score_candidate(o, f, w, style, &o.candidate[i], best) < 0:
            return CHOOSE_MEMORY
        if o.candidate[i].score > best + TIE:
            best = o.candidate[i].score
            guess.cell = o.candidate[i].cell
            guess.safety = o.candidate[i].safety
    return CHOOSE_DONE


cdef int choose(chooser_t *o, const frontier_t *f, counter_t *w, int strategy, guess_t *guess) noexcept nogil:
    cdef const style_t *style = &o.style[strategy]
    cdef int status
    if strategy == GUESS_SAFEST:
        choose_safest(f, w, guess)
        return CHOOSE_DONE
    status = choose_exactly(o, f, w, style, guess)
    return status if status <= 0 else choose_ahead(o, f, w, style, guess)


# --- for Python ----------------------------------------------------------------------------------------


cdef class Chooser:
    """The guesses of the strategies in a view, from the chances of a `Counter`.

    The counter has worked out every chance of its view, which has at most one mine a cell and a mine total, and
    nothing in it is certain. Cells are flat indices.
    """

    def __cinit__(self, Counter counter not None):
        self.counter = counter
        if chooser_init(&self.c, counter.frontier.c.k.topology.cells) < 0:
            raise MemoryError

    def __dealloc__(self):
        chooser_free(&self.c)

    def guess(self, strategy):
        """Return (cell, safety, win) of a strategy, by its number in `bulk.STRATEGIES`.

        The chance that the cell is safe, and the chance to win by the best play where it was worked out, else None.
        """
        cdef const frontier_t *f = &self.counter.frontier.c
        cdef guess_t guess
        cdef int chosen = strategy, status
        if not GUESS_SAFEST <= chosen <= GUESS_OPTIMAL:
            raise ValueError(f"expected a strategy {GUESS_SAFEST} .. {GUESS_OPTIMAL}, got {strategy!r}")
        if not self.counter.c.chances.layouts > 0 or f.k.hidden == 0 or f.k.total < 0 or f.k.slots != 1:
            raise ValueError("expected a counter with all chances of a view with a mine total and an undecided cell")
        with nogil:
            status = choose(&self.c, f, &self.counter.c, chosen, &guess)
        if status < 0:
            raise MemoryError
        return guess.cell, guess.safety, guess.win if guess.win >= 0 else None
