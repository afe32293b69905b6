"""Candidates and scores of guesses, against the same worked out from all layouts of a view."""

from collections.abc import Iterable
from contextlib import suppress
from math import exp, log, nan
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
import score_oracle
from oracles import Cell
from score_oracle import KnownView, TooClose
from strategies import Drawn
from surefoot_core.choose import Chooser
from surefoot_core.count import Counter
from surefoot_core.errors import InvalidCellError
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge
from surefoot_core.view import View

OPENED = [(9, 9), (8, 8), (6, 14), (16, 5), (3, 27), (2, 40), (1, 30), (5, 5)]
BEGUN = [(3, 5), (4, 4), (4, 5), (5, 4), (6, 3), (2, 8), (1, 16)]
MOST_LAYOUTS = 2000
SPOTS = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 4), (3, 2)]
"""How far a hidden spot reaches from its middle, in rows and columns."""


def played_on(board: Drawn) -> tuple[Drawn, KnownView] | None:
    """The board with all revealed that is safe, and what is known of it then; None if that is too much or little."""
    known = score_oracle.read(board.view, len(board.mines), MOST_LAYOUTS)
    if known is None:
        return None
    clues = oracles.numbers(board.mines, oracles.rectangle(board.rows, board.cols))
    while known.safe:
        cell = min(known.safe)
        clue = clues[divmod(cell, board.cols)]
        known = next(view for _, view in known.after(cell) if view.clue(cell) == clue)
    revealed = frozenset(divmod(cell, board.cols) for cell in known.revealed)
    return (Drawn(board.rows, board.cols, board.mines, revealed), known) if 4 <= len(known.undecided) <= 25 else None


@st.composite
def opened_but_for_spots(draw: st.DrawFn) -> tuple[Drawn, KnownView]:
    """Boards revealed but for some spots with many mines, so that their undecided cells fall into components."""
    rows, cols = draw(st.sampled_from(OPENED))
    number = round(draw(st.floats(0.1, 0.35)) * rows * cols)
    random = Random(draw(st.integers(0, 2**32 - 1)))
    cells = list(oracles.rectangle(rows, cols))
    while True:
        hidden: set[Cell] = set()
        for _ in range(random.randint(1, 4)):
            row, col = random.choice(cells)
            high, wide = random.choice(SPOTS)
            hidden |= {(r, c) for r, c in cells if abs(r - row) <= high and abs(c - col) <= wide}
        others = sorted(set(cells) - hidden)
        inside = max(min(number, round(random.uniform(0.3, 0.6) * len(hidden))), number - len(others))
        mines = frozenset(random.sample(sorted(hidden), inside) + random.sample(others, number - inside))
        if found := played_on(Drawn(rows, cols, mines, frozenset(others) - mines)):
            return found


@st.composite
def just_begun(draw: st.DrawFn) -> tuple[Drawn, KnownView]:
    """Small boards of which little is revealed yet, or nothing."""
    rows, cols = draw(st.sampled_from(BEGUN))
    number = draw(st.integers(2, 4))
    random = Random(draw(st.integers(0, 2**32 - 1)))
    around = oracles.rectangle(rows, cols)
    while True:
        mines = frozenset(random.sample(list(around), number))
        starts = random.sample(sorted(set(around) - mines), random.randint(0, 2))
        revealed = frozenset().union(*(oracles.flood(start, mines, around) for start in starts))
        if found := played_on(Drawn(rows, cols, mines, revealed)):
            return found


def views() -> st.SearchStrategy[tuple[Drawn, KnownView]]:
    """Views of either kind, with all layouts."""
    return st.one_of(opened_but_for_spots(), opened_but_for_spots(), just_begun())


def chooser_of(view: View, mines: Iterable[int] = ()) -> Chooser:
    """What is tested, on a view in which these mines are known and nothing else is certain."""
    knowledge = Knowledge(view)
    for cell in mines:
        knowledge.decide(cell, 2, 4)
    frontier = Frontier(knowledge)
    frontier.update()
    counter = Counter(frontier)
    counter.chances()
    assert not counter.safe()
    assert not counter.mines()
    return Chooser(counter)


def chooser_on(drawn: tuple[Drawn, KnownView]) -> tuple[Chooser, KnownView]:
    """What is tested on a drawn view, and what is known of that view."""
    board, known = drawn
    return chooser_of(View.from_text(board.view, len(board.mines)), sorted(known.mines)), known


@settings(max_examples=150)
@given(views(), st.booleans())
def test_a_score_is_that_of_the_layouts(drawn, deeper):
    chooser, known = chooser_on(drawn)
    for cell in sorted(known.undecided):
        with suppress(TooClose):
            values = known.score_values(cell, deeper)
            assert chooser.score(cell, deeper) in [pytest.approx(value, rel=1e-9) for value in values], cell


@pytest.mark.parametrize(
    ("rows", "mines", "cell"),
    [
        (["######", "######"], 4, 2),
        (["2#####", "#####1"], 5, 5),
        (["####1", "####2", "##3##", "13###", ".2###"], 8, 10),
        (["#####", "###42", "#####", "#212#", "11.1#"], 8, 6),
    ],
)
def test_no_better_candidate_of_a_later_view_is_dropped(rows, mines, cell):
    known = score_oracle.read(rows, mines, MOST_LAYOUTS)
    chooser = chooser_of(View.from_text(rows, mines), sorted(known.mines))
    (value,) = known.score_values(cell, True)
    assert chooser.score(cell, True) == pytest.approx(value, rel=1e-9)


@settings(max_examples=100)
@given(views(), st.floats(0, 0.99), st.integers(1, 8), st.data())
def test_candidates_are_the_cells_of_highest_rank(drawn, margin, most, data):
    chooser, known = chooser_on(drawn)
    most_free = data.draw(st.integers(1, most))
    ranks = dict(chooser.candidates(0, 32, 32))
    assert list(ranks.values()) == sorted(ranks.values(), reverse=True)
    with suppress(TooClose):
        assert ranks == {cell: pytest.approx(known.rank(cell), rel=1e-9) for cell in known.undecided}
        worth_looking = [(cell, ranks[cell]) for cell, _ in known.worth_looking(margin)]
        best = score_oracle.insert_all(worth_looking, known.unconstrained, most, most_free)
        assert chooser.candidates(margin, most, most_free) == best


def test_a_lone_5050_by_hand():
    chooser = chooser_of(View.from_text(["##", "11"], 1))
    # Nothing is left after it: the least safety of a next cell, two cells less in doubt, a pair less to lose by.
    worth = exp(1.39 * log(0.01) + 0.4 * 0.049 * 0.5) * 2
    for deeper in (False, True):
        assert chooser.score(0, deeper) == pytest.approx(0.5 * worth)
    # Half safe, weighed twice; a zero as often as safe and the other no mine.
    rank = 0.5 * 2 + 0.05 * 0.5 * 0.5
    assert chooser.candidates(0.95, 2, 1) == [(1, pytest.approx(rank)), (0, pytest.approx(rank))]


def test_two_lone_cells_by_hand():
    chooser = chooser_of(View.from_text(["#1#"], 1))
    for deeper in (False, True):
        assert chooser.score(0, deeper) == pytest.approx(0.5 * exp(1.39 * log(0.01) + 0.4 * 0.049 * 0.5))
    # They tell of no undecided cell, and show a zero if they are safe.
    rank = 0.5 + 0.05 * 0.5 - 0.03
    assert chooser.candidates(0.95, 2, 1) == [(2, pytest.approx(rank)), (0, pytest.approx(rank))]
    assert chooser.candidates(0.95, 1, 1) == [(2, pytest.approx(rank))]


@pytest.mark.parametrize("cell", [-1, 1, 3])
def test_only_undecided_cells_have_a_score(cell):
    with pytest.raises(InvalidCellError, match="undecided"):
        chooser_of(View.from_text(["#1#"], 1)).score(cell)


@pytest.mark.parametrize("limits", [(1.1, 1, 1), (nan, 1, 1), (0, 0, 1), (0, 1, 0), (0, 33, 1), (0, 1, 33)])
def test_limits_that_make_no_sense_are_refused(limits):
    with pytest.raises(ValueError, match="expected a margin of"):
        chooser_of(View.from_text(["#1#"], 1)).candidates(*limits)


@pytest.mark.parametrize("view", [View(4, 4, None), View(4, 4, 4, max_mines_per_cell=2)])
def test_a_view_without_a_mine_total_or_with_more_mines_a_cell_is_refused(view):
    chooser = chooser_of(view)
    with pytest.raises(ValueError, match="with a mine total, at most one mine a cell"):
        chooser.score(0)
    with pytest.raises(ValueError, match="with a mine total, at most one mine a cell"):
        chooser.candidates(0.5, 1, 1)
