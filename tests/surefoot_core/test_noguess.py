"""The checker of known boards: its verdicts are those of perfect play."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
from strategies import Drawn, layouts
from surefoot.formats.sgt import read_id
from surefoot_core.errors import InvalidBoardError, InvalidCellError
from surefoot_core.noguess import Checker

BOARDS = [
    json.loads(line) for line in (Path(__file__).parents[1] / "data/boards.jsonl").read_text().splitlines()
]


def flat(rows: int, cols: int, mines: set[tuple[int, int]] | frozenset[tuple[int, int]]) -> bytes:
    return bytes((r, c) in mines for r in range(rows) for c in range(cols))


@pytest.mark.parametrize(("planes", "budget"), [(True, 20_000), (False, 20_000), (True, 0), (False, 0)])
def test_verdicts_and_opened_cells_of_all_boards_are_right(planes: bool, budget: int) -> None:
    # Without a budget every search that has to choose is left to the counting engine.
    for board in BOARDS:
        layout = read_id(board["id"])
        assert layout.start is not None
        places = set(layout.mines)
        mines = bytes(index in places for index in range(layout.cells))
        start = layout.start[0] * layout.cols + layout.start[1]
        assert Checker(layout.rows, layout.cols, planes=planes, budget=budget).check(mines, start) == (
            board["clues_only"],
            board["with_total"],
            board["opened_clues_only"],
            board["opened_with_total"],
        ), board["id"]


@settings(max_examples=60, deadline=None)
@given(layouts(max_cells=16), st.data())
def test_play_ends_where_the_oracle_ends(board: Drawn, data: st.DataObject) -> None:
    cells = [(r, c) for r in range(board.rows) for c in range(board.cols)]
    start = data.draw(st.sampled_from(cells))
    clues, total = (
        len(oracles.safe_play(board.rows, board.cols, board.mines, start, total=total)) for total in (False, True)
    )
    safe = len(cells) - len(board.mines)
    expected = (clues == safe and clues > 0, total == safe and total > 0, clues, total)
    for planes in (True, False):
        checker = Checker(board.rows, board.cols, planes=planes)
        mines = flat(board.rows, board.cols, board.mines)
        assert checker.check(mines, start[0] * board.cols + start[1]) == expected, board


def test_every_layout_of_a_small_board_is_judged_like_the_oracle() -> None:
    checkers = [Checker(3, 4), Checker(3, 4, planes=False)]
    for count in range(3, 4):
        for mines in oracles.placements(3, 4, count, [(1, 1)]):
            clues, total = (len(oracles.safe_play(3, 4, mines, (1, 1), total=total)) for total in (False, True))
            for checker in checkers:
                assert checker.check(flat(3, 4, mines), 5) == (clues == 12 - count, total == 12 - count, clues, total)


@pytest.mark.parametrize(
    ("rows", "cols", "mines"), [(16, 30, 99), (16, 30, 140), (16, 32, 90), (9, 9, 20), (12, 12, 40), (2, 31, 12)]
)
def test_planes_agree_with_the_way_of_large_boards_and_with_the_turned_board(
    rows: int, cols: int, mines: int
) -> None:
    draw = random.Random(rows * 1000 + mines)
    planes, general, turned = Checker(rows, cols), Checker(rows, cols, planes=False), Checker(cols, rows)
    for _ in range(100):
        start = draw.randrange(rows * cols)
        row, col = divmod(start, cols)
        near = {r * cols + c for r in range(row - 1, row + 2) for c in range(col - 1, col + 2) if 0 <= c < cols}
        places = set(draw.sample([cell for cell in range(rows * cols) if cell not in near], mines))
        board = bytes(cell in places for cell in range(rows * cols))
        answer = planes.check(board, start)
        assert general.check(board, start) == answer, (places, start)
        other = bytes(board[r * cols + c] for c in range(cols) for r in range(rows))
        assert turned.check(other, col * rows + row) == answer, (places, start)


def test_a_start_on_a_mine_opens_nothing() -> None:
    assert Checker(2, 2).check(b"\1\0\0\0", 0) == (False, False, 0, 0)


def test_a_board_without_mines_and_one_of_one_cell_are_won_by_the_first_reveal() -> None:
    assert Checker(40, 50).check(bytes(2000), 7) == (True, True, 2000, 2000)
    assert Checker(1, 1).check(b"\0", 0) == (True, True, 1, 1)


def test_wrong_sizes_and_cells_are_refused() -> None:
    checker = Checker(3, 3)
    with pytest.raises(InvalidBoardError, match="expected 9 cells, got 8"):
        checker.check(bytes(8), 0)
    with pytest.raises(InvalidCellError, match=r"expected a cell in 0 \.\. 8, got 9"):
        checker.check(bytes(9), 9)
    with pytest.raises(InvalidBoardError):
        Checker(0, 3)


def test_steps_end_where_perfect_play_ends_and_need_the_general_way() -> None:
    for board in BOARDS[::9]:
        layout = read_id(board["id"])
        assert layout.start is not None
        places = set(layout.mines)
        mines = bytes(index in places for index in range(layout.cells))
        start = layout.start[0] * layout.cols + layout.start[1]
        teller = Checker(layout.rows, layout.cols, planes=False)
        for total, key in ((False, "clues_only"), (True, "with_total")):
            won, moves, cells, counts = teller.steps(mines, start, total=total)
            assert (won, cells.count(1)) == (board[key], board[f"opened_{key}"])
            assert sum(counts) >= len(moves) == len({cell for cell, _ in moves})
            assert not any(mines[cell] for cell, _ in moves)
    with pytest.raises(ValueError, match="planes=False"):
        Checker(3, 3).steps(bytes(9), 0, total=True)
    assert Checker(1, 2, planes=False).steps(b"\1\0", 0, total=True) == (False, [], b"\0\0", (0, 0, 0, 0))
