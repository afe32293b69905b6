"""Guesses played out, against the exact chances to win and against the layouts themselves."""

import numpy as np
import pytest

from surefoot import Cell, InconsistentViewError, InvalidBoardError, InvalidCellError, Limit, View
from surefoot.guessing.optimal import candidates
from surefoot.guessing.playouts import play_out
from surefoot_core.bulk import FIELDS, Player
from surefoot_core.topology import Topology

FEW = View.from_text(["#####", "##2##", "1112#", "...1#"], 6)
MANY = View.from_text(["1#########", *["##########"] * 6, "####2#####"], 15)


def test_the_best_play_wins_as_often_as_the_exact_chance_says():
    # 66 layouts at most: strategy best plays them exactly.
    exact = {each.cell: each for each in candidates(FEW)}
    for found in play_out(FEW, list(exact), strategy="best", layouts=4000, seed=1):
        win = float(exact[found.cell].win)
        assert found.safety == pytest.approx(float(exact[found.cell].safety))
        assert abs(found.win.rate - win) <= 4.5 * (win * (1 - win) / 4000) ** 0.5
        assert found.win.low <= found.win.rate <= found.win.high
        assert found.won == round(found.win.rate * 4000)


def test_cells_come_best_first_and_are_compared_on_the_same_layouts():
    found = play_out(MANY, layouts=600, seed=3)
    assert 2 <= len(found) <= 5
    assert [each.won for each in found] == sorted((each.won for each in found), reverse=True)
    assert found[0].behind.rate == found[0].behind.high == 0
    for each in found:
        assert each.behind.rate == pytest.approx((found[0].won - each.won) / 600)
        assert each.behind.low <= each.behind.rate <= each.behind.high
    assert play_out(MANY, layouts=600, seed=3) == found
    assert play_out(MANY, layouts=600, seed=4) != found
    by_cell = {each.cell: each.won for each in found}
    for each in play_out(MANY, [found[-1].cell, found[0].cell], layouts=600, seed=3):
        assert each.won == by_cell[each.cell]


def test_a_proved_cell_is_played_where_there_is_one():
    view = View.from_text(["..1#", ".13#", "12##", "##3#", "####"], 6)
    (found,) = play_out(view, layouts=50)
    assert (found.cell, found.safety) == ((3, 1), 1)
    (mine,) = play_out(view, [Cell(2, 2)], layouts=50)
    assert (mine.safety, mine.won) == (0, 0)


@pytest.mark.parametrize(
    ("rows", "mines", "trust"),
    [
        (["F###"], 2, True),  # a flag that nothing proves
        (["###1#FF", "##0####"], 3, True),
        (["#F###", "#####"], 4, True),
        (["0", "#", "#", "#", "#", "#", "0", "#", "0", "0"], 1, False),  # zeros that were not opened up
        (["#1"], 1, False),  # won already
    ],
)
def test_flags_and_zeros_not_opened_up_count_as_in_the_exact_chance(rows, mines, trust):
    view = View.from_text(rows, mines, trust_flags=trust)
    exact = {each.cell: float(each.win) for each in candidates(view)}
    hidden = [Cell(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"]
    for found in play_out(view, hidden, strategy="optimal", layouts=600, seed=2):
        win = exact.get(found.cell, 0.0)
        assert abs(found.win.rate - win) <= 4.5 * (win * (1 - win) / 600) ** 0.5
        assert found.win.rate <= found.safety + 4.5 * (found.safety * (1 - found.safety) / 600) ** 0.5


def test_a_limit_of_seconds_leaves_layouts_out():
    found = play_out(MANY, layouts=100_000, limit=Limit(seconds=0))
    assert {each.layouts for each in found} == {1}


def test_a_component_of_many_mine_counts_is_played_out():
    rows = ["".join("1" if (r + c) % 5 == 0 and r % 2 == 0 else "#" for c in range(24)) for r in range(24)]
    view = View.from_text(rows, 100)
    assert play_out(view, layouts=3)[0].layouts == 3


@pytest.mark.parametrize(
    ("view", "arguments", "error", "message"),
    [
        (View.from_text(["#1", "##"], None), {}, ValueError, "expected a rectangle with a mine total"),
        (View.from_text(["#1", "##"], 2, max_mines_per_cell=2), {}, ValueError, "at most one mine a cell"),
        (View.from_text(["###"] * 3, 2, topology=Topology.torus(3, 3)), {}, ValueError, "expected a rectangle"),
        (FEW, {"layouts": 0}, ValueError, "expected 1 .. 10000000 layouts, got 0"),
        (FEW, {"cells": [Cell(3, 0)]}, InvalidCellError, r"expected a hidden cell, got \(3,0\)"),
        (FEW, {"cells": [Cell(4, 0)]}, InvalidCellError, "expected a cell of 4 x 5"),
        (FEW, {"strategy": "never"}, ValueError, "expected a strategy among safest, fast, best, optimal"),
        (FEW, {"seed": 2**64}, ValueError, r"expected a seed and a stream in 0 .. 2\*\*64 - 1"),
        (FEW, {"seed": 1.5}, TypeError, "integer"),
        (FEW, {"layouts": 1.5}, TypeError, "integer"),
        (View.from_text(["##"], 2), {}, ValueError, "expected a view with a hidden cell that may be safe"),
        (FEW, {"strategy": "boldest"}, ValueError, "expected a strategy among"),
        (View.from_text(["#2", ".."], 1), {}, InconsistentViewError, "no layout fits the view"),
    ],
)
def test_what_cannot_be_played_out_is_refused(view, arguments, error, message):
    with pytest.raises(error, match=message):
        play_out(view, **arguments)


def test_a_board_that_does_not_show_the_view_is_refused():
    player = Player(2, 2)
    tales = np.zeros((2, len(FIELDS)), np.int32)
    view = View.from_text(["#1", "##"], 1)
    boards = np.array([[1, 0, 0, 0], [0, 1, 0, 0]], np.uint8)
    with pytest.raises(InvalidBoardError, match="boards that show the clues of the view, got another one in row 1"):
        player.play_views(view, boards, 2, tales)
    flagged = View.from_text(["#1", "F#"], 1, trust_flags=True)
    with pytest.raises(InvalidBoardError, match="got another one in row 0"):
        player.play_views(flagged, boards, 3, tales)
    with pytest.raises(InvalidBoardError, match="expected a view of 2 x 2 cells"):
        player.play_views(View.from_text(["###"], 1), boards, 2, tales)
    with pytest.raises(InvalidBoardError, match="expected boards of 4 cells, got 3"):
        player.play_views(view, boards[:, :3].copy(), 2, tales)
