"""The exact chance to win: published whole boards, the reported cases, and the slow search of the oracle."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings

import oracles
import strategies
from surefoot.errors import InconsistentViewError, LimitReached
from surefoot.guessing.optimal import candidates, win_probability
from surefoot.model import Cell, FirstClick, Limit
from surefoot_core.endgame import Endgame
from surefoot_core.view import View

BOARDS = json.loads((Path(__file__).parents[2] / "data/optimal.json").read_text())

TWELVE = View.from_text("#####\n##2##\n1112#\n...1#", 6)
FIVE = View.from_text("#####\n#4#3#\n#2121\n#21..\n##1..", 7)


def after_zero(rows: int, cols: int, mines: int, cell: int) -> View:
    shown = bytearray([255]) * (rows * cols)
    shown[cell] = 0
    return View(rows, cols, mines, memoryview(shown).cast("B", (rows, cols)))


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board['rows']}x{board['cols']}/{board['mines']}")
def test_whole_boards_have_their_exact_chances_from_each_first_cell_under_both_rules(board):
    rows, cols, mines = board["rows"], board["cols"], board["mines"]
    whole = Endgame(View(rows, cols, mines), table_bits=20)
    safe = whole.safe_layouts()
    best = 0
    first = board["first"].items()
    if cols == 5 and whole.layouts > 12_000:
        first = list(first)[:2]  # the others take half a minute: python -m bench optimal
    for name, rules in first:
        row, col = map(int, name.split(","))
        won = whole.won_after(row * cols + col)
        best = max(best, won)
        assert f"{won}/{safe[row * cols + col]}" == rules["safe"]
        if rules.get("opening"):
            opening = Endgame(after_zero(rows, cols, mines, row * cols + col), table_bits=20)
            assert f"{opening.solve()[0]}/{opening.layouts}" == rules["opening"]
    if len(first) == len(board["first"]):
        assert f"{best}/{whole.layouts}" == board["any_first"]


def test_the_three_rules_from_python():
    board = next(board for board in BOARDS if (board["rows"], board["cols"], board["mines"]) == (4, 4, 4))
    view = View(4, 4, 4)
    chances = {rule: [Fraction(cell[rule]) for cell in board["first"].values()] for rule in ("safe", "opening")}
    assert win_probability(view) == Fraction(board["any_first"])
    assert win_probability(view, first_click=FirstClick.SAFE) == max(chances["safe"])
    assert win_probability(view, first_click=FirstClick.OPENING) == max(chances["opening"])


def test_the_best_cell_may_be_riskier_than_the_safest():
    found = candidates(TWELVE)
    by_cell = {each.cell: each for each in found}
    assert found[0].win == Fraction(6, 12)
    assert {each.cell for each in found if each.win == found[0].win} == {(1, 0), (1, 1), (1, 3), (1, 4)}
    assert found[0].risk == Fraction(6, 12)
    for col in (1, 2, 3):
        assert (by_cell[Cell(0, col)].risk, by_cell[Cell(0, col)].win) == (Fraction(4, 12), Fraction(4, 12))
    assert win_probability(TWELVE) == Fraction(1, 2)


def test_the_best_cell_of_five_layouts():
    found = candidates(FIVE)
    by_cell = {each.cell: each for each in found}
    assert {each.cell for each in found if each.win == Fraction(3, 5)} == {(1, 0), (4, 0)}
    for cell in (Cell(0, 3), Cell(0, 4), Cell(3, 0)):
        assert (by_cell[cell].risk, by_cell[cell].win) == (Fraction(1, 5), Fraction(2, 5))
    assert win_probability(FIVE) == Fraction(3, 5)


@settings(max_examples=120, deadline=None)
@given(strategies.played_views(max_cells=12))
def test_every_chance_to_win_is_that_of_the_slow_search(drawn):
    mines = len(drawn.mines)
    slow = oracles.win_chances(drawn.view, mines)
    view = View.from_text(drawn.view, mines)
    if not any(slow.values()):
        return
    found = {each.cell: each for each in candidates(view)}
    assert {cell: each.win for cell, each in found.items()} == {cell: win for cell, win in slow.items() if win}
    assert win_probability(view) == max(slow.values())
    layouts = oracles.layouts(drawn.view, mines)
    for cell, each in found.items():
        assert each.safety == Fraction(sum(layout[cell] == 0 for layout in layouts), len(layouts))


def test_too_many_layouts_are_told():
    with pytest.raises(LimitReached, match="more than 20000 layouts"):
        win_probability(View(9, 9, 10))


def test_too_many_positions_are_told():
    with pytest.raises(LimitReached, match="within 50 positions"):
        win_probability(View(4, 4, 5), limit=Limit(nodes=50))
    with pytest.raises(LimitReached, match="within 50 positions"):
        candidates(View(4, 4, 5), limit=Limit(nodes=50))


def test_a_contradictory_view_is_told():
    with pytest.raises(InconsistentViewError):
        win_probability(View.from_text("3#\n##", 1))
