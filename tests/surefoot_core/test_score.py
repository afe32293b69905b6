"""Candidates and scores of guesses, against the same worked out from all layouts of a view."""

from contextlib import suppress
from math import exp, log
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import oracles
import score_oracle
import strategies
from score_oracle import KnownView, TooClose
from strategies import Drawn
from surefoot_core.choose import Chooser
from surefoot_core.count import Counter
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge
from surefoot_core.view import View

SHAPES = [(9, 9), (8, 8), (6, 14), (16, 5), (3, 27), (2, 40), (1, 30), (5, 5)]
MOST_LAYOUTS = 3000
MOST_UNDECIDED = 26


def played_on(board: Drawn) -> tuple[Drawn, KnownView]:
    """The board with all revealed that is safe, and what is known of it then."""
    known = score_oracle.read(board.view, len(board.mines), MOST_LAYOUTS)
    assume(known is not None)
    clues = oracles.numbers(board.mines, oracles.rectangle(board.rows, board.cols))
    while known.safe:
        cell = min(known.safe)
        clue = clues[divmod(cell, board.cols)]
        known = next(view for _, view in known.after(cell) if view.clue(cell) == clue)
    revealed = frozenset(divmod(cell, board.cols) for cell in known.revealed)
    assume(0 < len(known.undecided) <= MOST_UNDECIDED)
    return Drawn(board.rows, board.cols, board.mines, revealed), known


@st.composite
def opened_but_for_spots(draw: st.DrawFn) -> tuple[Drawn, KnownView]:
    """Boards revealed but for up to four spots, so that their undecided cells fall into components."""
    rows, cols = draw(st.sampled_from(SHAPES))
    density, spots = draw(st.floats(0.08, 0.35)), draw(st.integers(1, 4))
    random = Random(draw(st.integers(0, 2**32 - 1)))
    cells = list(oracles.rectangle(rows, cols))
    mines = frozenset(random.sample(cells, round(density * len(cells))))
    hidden = set(mines)
    for _ in range(spots):
        row, col = random.choice(cells)
        high, wide = random.choice([(1, 1), (1, 2), (2, 1), (2, 2), (1, 4), (3, 2)])
        hidden |= {(r, c) for r, c in cells if abs(r - row) <= high and abs(c - col) <= wide}
    return played_on(Drawn(rows, cols, mines, frozenset(cells) - hidden))


def just_begun() -> st.SearchStrategy[tuple[Drawn, KnownView]]:
    """Small boards of which little is revealed yet, or nothing."""
    return strategies.played_views(max_cells=24, max_reveals=2, min_mines=2, max_mines=6).map(played_on)


def chooser_of(board: Drawn, known: KnownView) -> Chooser:
    """What is tested, on a view in which the mines are known and nothing else is certain."""
    knowledge = Knowledge(View.from_text(board.view, len(board.mines)))
    for cell in sorted(known.mines):
        knowledge.decide(cell, 2, 4)
    frontier = Frontier(knowledge)
    frontier.update()
    counter = Counter(frontier)
    counter.chances()
    assert not counter.safe()
    assert not counter.mines()
    return Chooser(counter)


def views() -> st.SearchStrategy[tuple[Drawn, KnownView]]:
    """Views of either kind, with all layouts."""
    return st.one_of(opened_but_for_spots(), just_begun())


@settings(max_examples=150)
@given(views(), st.booleans())
def test_a_score_is_that_of_the_layouts(drawn, deeper):
    board, known = drawn
    chooser = chooser_of(board, known)
    for cell in sorted(known.undecided):
        with suppress(TooClose):
            values = known.score_values(cell, deeper)
            assert chooser.score(cell, deeper) in [pytest.approx(value, rel=1e-9) for value in values], cell


@settings(max_examples=150)
@given(views(), st.floats(0, 0.99), st.integers(1, 8), st.integers(1, 4))
def test_candidates_are_the_cells_of_highest_rank(drawn, margin, most, most_free):
    board, known = drawn
    chooser = chooser_of(board, known)
    everything = chooser.candidates(0, len(known.undecided), len(known.undecided))
    ranks = dict(everything)
    assert list(ranks.values()) == sorted(ranks.values(), reverse=True)
    with suppress(TooClose):
        assert ranks == {cell: pytest.approx(known.rank(cell), rel=1e-9) for cell in known.undecided}
        worth_looking = [(cell, ranks[cell]) for cell, _ in known.worth_looking(margin)]
        best = score_oracle.insert_all(worth_looking, known.unconstrained, most, most_free)
        assert chooser.candidates(margin, most, most_free) == best


def test_a_lone_5050_by_hand():
    view = View.from_text(["##", "11"], 1)
    frontier = Frontier(Knowledge(view))
    frontier.update()
    counter = Counter(frontier)
    counter.chances()
    # Nothing is left after it: the least safety of a next cell, two cells less in doubt, a pair less to lose by.
    worth = exp(1.39 * log(0.01) + 0.4 * 0.049 * 0.5) * 2
    for deeper in (False, True):
        assert Chooser(counter).score(0, deeper) == pytest.approx(worth / 2)
    assert Chooser(counter).candidates(0.95, 2, 2) == [(1, pytest.approx(1.0125)), (0, pytest.approx(1.0125))]
