"""Boards to order: promises, recipes, runs."""

import json
from collections import Counter
from itertools import islice

import pytest

from surefoot.errors import InvalidBoardError, InvalidCellError, LimitReached
from surefoot.model import FirstClick, Verdict
from surefoot.noguess.check import check_no_guess
from surefoot.noguess.count_check import check_many
from surefoot.noguess.generate import Recipe, generate, generate_many, order, uniform_share
from surefoot.noguess.sat_check import check_by_sat


def run(count, *arguments, first=0, jobs=1, keep=None, **how):
    made = generate_many(order(*arguments, **how), first=first, jobs=jobs, keep=keep, timeout=60)
    return list(islice(made, count))


@pytest.mark.parametrize(
    ("arguments", "how", "count"),
    [
        ((9, 9, 10), {}, 40),
        ((9, 9, 10), {"guarantee": "clues", "start": (0, 8), "first_click": FirstClick.SAFE}, 20),
        ((9, 9, 25), {"guarantee": "clues"}, 20),
        ((16, 16, 40), {}, 20),
        ((16, 30, 99), {}, 20),
        ((16, 30, 99), {"guarantee": "clues", "method": "repair"}, 10),
        ((30, 16, 130), {}, 10),
        ((16, 30, 170), {}, 5),
        ((16, 30, 205), {}, 2),
        ((40, 40, 300), {}, 1),
        ((1, 12, 3), {"start": (0, 0)}, 3),
    ],
)
def test_every_board_passes_both_engines(arguments, how, count):
    boards = run(count, *arguments, **how)
    clues = how.get("guarantee") == "clues"
    for board, counted in zip(boards, check_many(boards), strict=True):
        assert (board.rows, board.cols, len(board.mines)) == arguments
        solved = check_by_sat(board.board(), board.start)
        for verdict in (counted, solved):
            assert (verdict.clues if clues else verdict.total) is Verdict.YES, board
        report = check_no_guess(board, reasoning="clues" if clues else "total")
        assert report.no_guess
    assert len(set(boards)) == (count if arguments[0] > 1 else 1)  # few boards of one row need no guess


def test_a_recipe_makes_its_board_again_and_survives_json():
    for board in run(3, 16, 30, 140, seed=11, first=5):
        recipe = Recipe.from_json(json.loads(json.dumps(board.recipe)))
        assert recipe.as_json() == board.recipe
        assert recipe.make() == board
        assert (recipe.seed, recipe.method, recipe.polish) == (11, "repair", 20)
    assert board.recipe["number"] == 7


def test_the_promise_holds_from_its_first_reveal_only():
    recipe = order(9, 9, 10)
    assert recipe.holds_from((4, 4))
    assert not recipe.holds_from((0, 0))
    assert not order(9, 9, 10, guarantee="none").holds_from((4, 4))


def test_same_seed_and_start_give_the_same_board_and_another_start_another():
    board = generate(16, 16, 40, seed=42, start=(8, 8))
    assert generate(16, 16, 40, seed=42, start=(8, 8)) == board
    assert generate(16, 16, 40, seed=42, start=(0, 0)).mines != board.mines
    assert generate(16, 16, 40, seed=43, start=(8, 8)).mines != board.mines


def test_jobs_and_pieces_give_the_same_run():
    whole = run(60, 9, 9, 10, seed=3)
    assert run(60, 9, 9, 10, seed=3, jobs=3) == whole
    assert run(20, 9, 9, 10, seed=3, first=40) == whole[40:]


def test_wishes_choose_from_the_run_and_keep_its_numbers():
    whole = run(50, 9, 9, 10, seed=4)
    kept = run(5, 9, 9, 10, seed=4, jobs=2, keep=lambda board: board.mines[0] == 0)
    assert kept == [board for board in whole if board.mines[0] == 0][:5] or len(kept) == 5
    for board in kept:
        assert Recipe.from_json(dict(board.recipe)).make() == board


def test_auto_is_uniform_where_random_boards_often_need_no_guess():
    assert [order(16, 30, mines).method for mines in (10, 99, 115, 130, 200)] == ["uniform"] * 3 + ["repair"] * 2
    assert order(50, 50, 500).method == "repair"
    assert order(16, 30, 99, guarantee="none").method == "random"
    measured = {(9, 9, 10): 0.91, (16, 16, 40): 0.71, (16, 30, 99): 0.156, (16, 30, 115): 0.01, (50, 50, 500): 0.075}
    for size, share in measured.items():
        assert share / 1.4 < uniform_share(*size) < share * 1.4


def test_plain_boards_are_uniform():
    # Case 21: each of the 80 other cells holds a mine in 0.125 of the boards, within 5 standard deviations.
    places = Counter()
    boards = run(20_000, 9, 9, 10, guarantee="none", first_click=FirstClick.SAFE)
    for board in boards:
        assert len(board.mines) == 10
        places.update(board.mines)
    assert 40 not in places
    assert all(abs(places[cell] / 20_000 - 0.125) < 0.0117 for cell in range(81) if cell != 40)


def test_large_boards_have_no_empty_strips():
    # Case 21: 51x50 boards with every fifth row empty were reported, and edges without mines.
    rows, cols = Counter(), Counter()
    for board in run(6, 51, 50, 450, seed=1):
        rows.update(row for row, _ in board.mine_cells)
        cols.update(col for _, col in board.mine_cells)
    assert min(rows[row] for row in range(51)) > 20
    assert min(cols[col] for col in range(50)) > 20


@pytest.mark.parametrize(
    ("start", "first_click", "most"),
    [
        ((2, 2), FirstClick.SAFE, 24),
        ((2, 2), FirstClick.OPENING, 16),
        ((0, 2), FirstClick.OPENING, 19),
        ((0, 0), FirstClick.OPENING, 21),
    ],
)
def test_too_many_mines_are_refused_with_the_limit(start, first_click, most):
    for guarantee in ("none", "total"):
        with pytest.raises(InvalidBoardError, match=f"expected 0 to {most} mines, got {most + 1}"):
            generate(5, 5, most + 1, start=start, first_click=first_click, guarantee=guarantee)
    assert len(generate(5, 5, most, start=start, first_click=first_click).mines) == most


def test_what_cannot_be_made_is_an_error_never_a_board_without_the_promise():
    with pytest.raises(LimitReached, match=r"within 0\.05 seconds"):
        generate(30, 30, 420, method="uniform", timeout=0.05)
    with pytest.raises((InvalidBoardError, InvalidCellError)):
        generate(5, 5, 3, start=(5, 0))
    with pytest.raises(ValueError, match="guarantee"):
        order(5, 5, 3, guarantee="some")


@pytest.mark.parametrize(
    "change", [{"version": 2}, {"rows": -1}, {"start": [9, 9]}, {"method": "magic"}, {"mines": "ten"}, {"more": 1}]
)
def test_a_recipe_that_cannot_be_followed_is_refused(change):
    recipe = order(9, 9, 10).as_json() | change
    with pytest.raises(InvalidBoardError):
        Recipe.from_json(recipe).make()
