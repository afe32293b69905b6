"""The moves of the strategies in a view."""

from fractions import Fraction

import pytest
from hypothesis import given, settings

import oracles
import strategies
from surefoot.errors import InconsistentViewError
from surefoot.guessing.starts import best_start
from surefoot.guessing.strategy import STRATEGIES, best_move
from surefoot.model import FirstClick, Level
from surefoot_core.bulk import STRATEGIES as NUMBERS
from surefoot_core.view import View

TWELVE = View.from_text("#####\n##2##\n1112#\n...1#", 6)
FIVE = View.from_text("#####\n#4#3#\n#2121\n#21..\n##1..", 7)


def test_the_safest_cell_is_not_always_the_best():
    won = best_move(TWELVE)
    assert won.cell in {(1, 0), (1, 1), (1, 3), (1, 4)}
    assert (won.safety, won.win) == (Fraction(6, 12), Fraction(6, 12))
    safest = best_move(TWELVE, goal="safest")
    assert safest.cell in {(0, 1), (0, 2), (0, 3)}
    assert (safest.safety, safest.win) == (Fraction(8, 12), Fraction(4, 12))
    won, safest = best_move(FIVE), best_move(FIVE, goal="safest")
    assert (won.cell in {(1, 0), (4, 0)}, won.win) == (True, Fraction(3, 5))
    assert (safest.cell in {(0, 3), (0, 4), (3, 0)}, safest.win) == (True, Fraction(2, 5))


@settings(max_examples=60, deadline=None)
@given(strategies.played_views(max_cells=12))
def test_every_strategy_reveals_a_safe_cell_if_there_is_one_and_else_knows_its_risk(drawn):
    mines = len(drawn.mines)
    truth = oracles.layouts(drawn.view, mines)
    safety = {cell: Fraction(sum(not layout[cell] for layout in truth), len(truth)) for cell in truth[0]}
    if not any(safety.values()):
        return
    view = View.from_text(drawn.view, mines)
    for strategy in STRATEGIES.values():
        guess = strategy.choose(view)
        assert float(guess.safety) == pytest.approx(float(safety[guess.cell]))
        if max(safety.values()) == 1:
            assert guess.safety == 1 == safety[guess.cell]
        elif strategy.name == "safest":
            assert safety[guess.cell] == max(safety.values())
        elif strategy.name == "optimal":
            assert guess.win == pytest.approx(float(max(oracles.win_chances(drawn.view, mines).values())))


def test_a_large_view_has_a_move_without_an_exact_chance():
    guess = best_move(View(16, 30, 99))
    assert guess.win is None
    assert guess.safety == pytest.approx(1 - 99 / 480)


def test_the_names_are_those_of_the_core():
    assert set(STRATEGIES) == set(NUMBERS) - {"never"}


def test_bad_views_and_goals_are_refused():
    with pytest.raises(InconsistentViewError):
        best_move(View.from_text("3#\n##", 1))
    with pytest.raises(ValueError, match="goal"):
        best_move(TWELVE, goal="fun")
    with pytest.raises(ValueError, match="undecided cell"):
        best_move(View.from_text("1F", 1, trust_flags=True))


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_forced_mine_of_a_cell_that_could_hold_more_is_no_contradiction(name):
    with pytest.raises(ValueError, match="at most one mine a cell"):
        STRATEGIES[name].choose(View.from_text("#3#", 3, max_mines_per_cell=2))
    view = View.from_text("#3##.", 3, max_mines_per_cell=2)
    assert STRATEGIES[name].choose(view).safety == 1


def test_starts_are_on_the_board():
    for level in Level:
        assert best_start(*level.value, FirstClick.SAFE) == (0, 0)
        row, col = best_start(*level.value, FirstClick.OPENING)
        assert 0 < row < level.rows
        assert 0 < col < level.cols
    assert best_start(1, 1, 0, FirstClick.OPENING) == (0, 0)
