"""The strategies: which cell to reveal where no cell is safe."""

from libc.math cimport INFINITY, ldexp
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset

from surefoot_core.count cimport check_answered
from surefoot_core.counter cimport chances_t, counter_t
from surefoot_core.endgame cimport (
    ENDGAME_DONE, ENDGAME_MEMORY, endgame_free, endgame_init, endgame_solve, endgame_start,
)
from surefoot_core.frontier cimport component_t, frontier_t
from surefoot_core.knowledge cimport UNDECIDED
from surefoot_core.layouts cimport LAYOUTS_DONE, LAYOUTS_MEMORY, SEEN_MINE, layouts_free, layouts_init, layouts_list
from surefoot_core.rng cimport rng_below
from surefoot_core.scene cimport CANDIDATES, candidate_t, scene_free, scene_init, scene_rank, scene_set
from surefoot_core.score cimport deeper_begin, deeper_free, deeper_init, deeper_memo, score_guess

from surefoot_core.errors import InvalidCellError

cdef enum:
    DEEP_BOARD = 81            # smaller boards are not looked into deeper: 5x5/4 was won less often, docs/guessing.md
    ENDGAME_CELLS = 128        # the end is played exactly up to so many open cells
    TABLE_BITS = 14

cdef double TIE = 1e-9         # chances this close are the same


cdef int chooser_init(chooser_t *o, const topology_t *topology) noexcept nogil:
    memset(o, 0, sizeof(chooser_t))
    layouts_init(&o.layouts)
    deeper_init(&o.deeper, topology)
    if endgame_init(&o.endgame, TABLE_BITS) < 0 or scene_init(&o.scene, topology.cells) < 0:
        chooser_free(o)
        return CHOOSE_MEMORY
    o.style[GUESS_FAST] = style_t(
        margin=0.94, most=8, most_free=3, zero=0.05, dead=0.03, mass=0.9, share=0, resolve=False, prune=True,
        close=1, layouts=100, visits=50000,
    )
    o.style[GUESS_BEST] = style_t(
        margin=0.9, most=12, most_free=3, zero=0.05, dead=0.03, mass=1, share=0.5, resolve=True, prune=True,
        close=0.97, layouts=2000, visits=50000,
    )
    o.style[GUESS_OPTIMAL] = o.style[GUESS_BEST]
    o.style[GUESS_OPTIMAL].layouts = 20000
    o.style[GUESS_OPTIMAL].visits = 20000000
    return CHOOSE_DONE


cdef void chooser_free(chooser_t *o) noexcept nogil:
    layouts_free(&o.layouts)
    endgame_free(&o.endgame)
    scene_free(&o.scene)
    deeper_free(&o.deeper)
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
    guess.score = 0


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
    guess.score = 0
    return CHOOSE_DONE


# --- looking ahead -------------------------------------------------------------------------------------


cdef int compare(
    scene_t *s, const style_t *style, double least, deeper_t *d, guess_t *guess, double *best
) noexcept nogil:
    # The guess with the best score, of the candidates that score more than `least` so far; one that is sure to score
    # less than `close` of the best is not worked out.
    cdef double close = style.close if d == NULL else 1
    cdef int32_t i
    best[0] = 0
    if d != NULL:
        deeper_begin(d)
    for i in range(s.candidates):
        if s.candidate[i].score < least:
            continue
        if score_guess(s, style, &s.candidate[i], best[0] * close, d, 0, 1) < 0:
            return CHOOSE_MEMORY
        if s.candidate[i].score > best[0] + TIE:
            best[0] = s.candidate[i].score
            guess.cell = s.candidate[i].cell
            guess.safety = s.candidate[i].safety
    return CHOOSE_DONE


cdef int choose_ahead(
    chooser_t *o, const frontier_t *f, counter_t *w, const style_t *style, guess_t *guess
) noexcept nogil:
    cdef scene_t *s = &o.scene
    cdef candidate_t drawn
    cdef double best = 0
    if scene_set(s, f, w, style) < 0:
        return CHOOSE_MEMORY
    scene_rank(s, style, style.margin, style.most, style.most_free)
    guess.cell = s.candidate[0].cell
    guess.safety = s.candidate[0].safety
    guess.win = -1
    guess.score = 0
    if s.candidates == 1:
        return CHOOSE_DONE
    if compare(s, style, 0, NULL, guess, &best) < 0:
        return CHOOSE_MEMORY
    if (
        style.close < 1 and f.k.topology.cells >= DEEP_BOARD
        and compare(s, style, best * style.close, &o.deeper, guess, &best) < 0
    ):
        return CHOOSE_MEMORY
    guess.score = best
    if o.wander > 0 and rng_below(&o.rng, 1 << 30) < o.wander * (1 << 30):
        drawn = s.candidate[rng_below(&o.rng, s.candidates)]
        guess.cell = drawn.cell
        guess.safety = drawn.safety
    return CHOOSE_DONE


cdef int choose(chooser_t *o, const frontier_t *f, counter_t *w, int strategy, guess_t *guess) noexcept nogil:
    cdef const style_t *style = &o.style[strategy]
    cdef int status
    if strategy == GUESS_SAFEST:
        choose_safest(f, w, guess)
        return CHOOSE_DONE
    status = choose_exactly(o, f, w, style, guess)
    if status <= 0:
        return status
    w.memo = deeper_memo(&o.deeper) if style.close < 1 else NULL
    status = choose_ahead(o, f, w, style, guess)
    w.memo = NULL  # proofs are worked out
    return status


# --- for Python ----------------------------------------------------------------------------------------


cdef class Chooser:
    """The guesses of the strategies in a view, from the chances of a `Counter`.

    The counter has worked out every chance of its view, which has at most one mine a cell and a mine total, and
    nothing in it is certain. Cells are flat indices.
    """

    def __cinit__(self, Counter counter not None):
        self.counter = counter
        if chooser_init(&self.c, counter.frontier.c.k.topology) < 0:
            raise MemoryError

    def __dealloc__(self):
        chooser_free(&self.c)

    def guess(self, strategy):
        """Return (cell, safety, win) of a strategy, by its number in `bulk.STRATEGIES`.

        The chance that the cell is safe, and the chance to win by the best play where it was worked out, else None.
        """
        cdef guess_t guess
        cdef int chosen = strategy, status
        if not GUESS_SAFEST <= chosen <= GUESS_OPTIMAL:
            raise ValueError(f"expected a strategy {GUESS_SAFEST} .. {GUESS_OPTIMAL}, got {strategy!r}")
        check_view(self)
        with nogil:
            status = choose(&self.c, &self.counter.frontier.c, &self.counter.c, chosen, &guess)
        if status < 0:
            raise MemoryError
        return guess.cell, guess.safety, guess.win if guess.win >= 0 else None

    def candidates(self, margin, most, most_free):
        """Return (cell, rank) of the cells that strategy best would compare, the highest rank first.

        Those at least `margin` times as safe as the safest, at most `most` (1 .. 32) and `most_free` unconstrained
        ones among them.
        """
        cdef const candidate_t *it = self.c.scene.candidate
        cdef int32_t i
        if not (0 <= margin <= 1 and 1 <= most <= CANDIDATES and 1 <= most_free <= CANDIDATES):
            raise ValueError(
                f"expected a margin of 0 .. 1 and 1 .. {CANDIDATES} candidates, "
                f"got {margin!r}, {most!r} and {most_free!r}"
            )
        look_at_view(self)
        scene_rank(&self.c.scene, &self.c.style[GUESS_BEST], margin, most, most_free)
        return [(it[i].cell, it[i].rank) for i in range(self.c.scene.candidates)]

    def score(self, cell, deeper=False):
        """Return the score of a guess by strategy best, good only to compare; `deeper`: likely views are looked into.

        An undecided cell; else InvalidCellError. Unlike in games, no guess is left early that can hardly be the best.
        """
        cdef scene_t *s = &self.c.scene
        cdef style_t style = self.c.style[GUESS_BEST]
        cdef bint look_into = deeper
        cdef candidate_t it
        cdef int status
        look_at_view(self)
        if not 0 <= cell < s.f.k.topology.cells or s.f.k.mark[<int32_t>cell] != UNDECIDED:
            raise InvalidCellError(f"expected an undecided cell, got {cell!r}")
        it.cell = cell
        it.safety = 1 - s.mine[it.cell]
        style.prune = False
        deeper_begin(&self.c.deeper)
        with nogil:
            s.w.memo = deeper_memo(&self.c.deeper)
            status = score_guess(s, &style, &it, 0, &self.c.deeper if look_into else NULL, 0, 1)
            s.w.memo = NULL
        if status < 0:
            raise MemoryError
        return it.score


cdef int check_view(Chooser chooser) except -1:
    cdef const frontier_t *f = &chooser.counter.frontier.c
    if not chooser.counter.c.chances.layouts > 0 or f.k.hidden == 0 or f.k.total < 0 or f.k.slots != 1:
        raise ValueError(
            "expected a counter with all chances of a view with a mine total, at most one mine a cell and an "
            "undecided cell"
        )
    return check_answered(chooser.counter)


cdef int look_at_view(Chooser chooser) except -1:
    check_view(chooser)
    cdef chooser_t *o = &chooser.c
    if scene_set(&o.scene, &chooser.counter.frontier.c, &chooser.counter.c, &o.style[GUESS_BEST]) < 0:
        raise MemoryError
    return 0
