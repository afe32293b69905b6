"""Whole games in the core: the same boards, answers and games as one reveal at a time."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
import strategies
from surefoot.formats.sgt import read_id
from surefoot_core.board import Board
from surefoot_core.bulk import FIELDS, RESULTS, Player
from surefoot_core.count import Counter
from surefoot_core.errors import InvalidBoardError, InvalidCellError
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge
from surefoot_core.rules import FirstClick
from surefoot_core.view import View

BOARDS = [json.loads(line) for line in (Path(__file__).parents[1] / "data/boards.jsonl").read_text().splitlines()]


def play(rows, cols, layouts, starts, **how) -> list[dict[str, int | str]]:
    out = np.zeros((len(layouts), len(FIELDS)), np.int32)
    cells = np.array(layouts, np.uint8).reshape(len(layouts), rows * cols)
    Player(rows, cols).play_layouts(cells, np.array(starts, np.int32), out, **how)
    return [dict(zip(FIELDS, row.tolist(), strict=True)) | {"result": RESULTS[row[0]]} for row in out]


def play_seeds(rows, cols, mines, seeds, start, rule, **how) -> np.ndarray:
    out = np.zeros((len(seeds), len(FIELDS)), np.int32)
    Player(rows, cols).play_seeds(np.array(seeds, np.uint64), mines, start, rule, out, **how)
    return out


@settings(max_examples=100, deadline=None)
@given(strategies.layouts(max_cells=20), st.data(), st.booleans())
def test_safe_play_opens_what_the_oracle_opens(board, data, total):
    around = oracles.rectangle(board.rows, board.cols)
    start = data.draw(st.sampled_from(sorted(around)))
    layout = [cell in board.mines for cell in sorted(around)]
    (tale,) = play(board.rows, board.cols, [layout], [start[0] * board.cols + start[1]], total=total)
    opened = oracles.safe_play(board.rows, board.cols, board.mines, start, total=total)
    assert tale["opened"] == len(opened)
    if start in board.mines:
        assert tale["result"] == "lost"
    else:
        assert tale["result"] == ("won" if len(opened) == len(around) - len(board.mines) else "stuck")
        assert tale["guesses"] == 0


@settings(max_examples=60, deadline=None)
@given(strategies.layouts(max_cells=12, max_side=4), st.data())
def test_the_safest_guess_is_the_first_cell_with_the_least_chance(board, data):
    around = oracles.rectangle(board.rows, board.cols)
    cells = sorted(around)
    start = data.draw(st.sampled_from(cells))
    layout = [cell in board.mines for cell in cells]
    (tale,) = play(board.rows, board.cols, [layout], [cells.index(start)], guess="safest")
    opened: set[oracles.Cell] = set()
    guesses, cell = 0, start

    def truth() -> oracles.Truth:
        return oracles.truth(oracles.show(board.rows, board.cols, board.mines, opened), len(board.mines))

    while cell not in board.mines:
        opened |= oracles.flood(cell, board.mines, around)
        while safe := truth().safe:
            opened = opened.union(*(oracles.flood(cell, board.mines, around) for cell in safe))
        if len(opened) == len(cells) - len(board.mines):
            break
        chance = truth().probability
        cell = min(chance, key=lambda place: (chance[place], place))
        guesses += 1
    assert tale["result"] == ("lost" if cell in board.mines else "won")
    assert tale["opened"] == len(opened)
    assert tale["guesses"] == guesses


def test_drawn_boards_are_those_of_the_board():
    seeds = range(40)
    tales = play_seeds(9, 9, 10, seeds, 0, FirstClick.SAFE)
    for seed, tale in zip(seeds, tales, strict=True):
        board = Board(9, 9, 10, seed=seed, first_click=FirstClick.SAFE)
        board.reveal(0, 0)
        mines = set(board.mine_cells())
        (given_tale,) = play(9, 9, [[divmod(i, 9) in mines for i in range(81)]], [0])
        assert dict(zip(FIELDS[1:], tale.tolist()[1:], strict=True)) == {
            name: number for name, number in given_tale.items() if name != "result"
        }


@pytest.mark.parametrize("total", [False, True])
def test_given_boards_are_opened_as_far_as_given(total):
    by_size: dict[tuple[int, int], list] = {}
    for board in BOARDS:
        layout = read_id(board["id"])
        by_size.setdefault((layout.rows, layout.cols), []).append((board, layout))
    name = "with_total" if total else "clues_only"
    for (rows, cols), boards in by_size.items():
        layouts = [np.isin(np.arange(rows * cols), layout.mines) for _, layout in boards]
        starts = [layout.start[0] * cols + layout.start[1] for _, layout in boards]
        for (board, _), tale in zip(boards, play(rows, cols, layouts, starts, total=total), strict=True):
            assert tale["opened"] == board[f"opened_{name}"], board["id"]
            assert (tale["result"] == "won") == board[name], board["id"]


def test_games_do_not_depend_on_those_before_them():
    seeds = list(range(30))
    forward = play_seeds(16, 30, 99, seeds, 0, FirstClick.SAFE, guess="safest")
    backward = play_seeds(16, 30, 99, seeds[::-1], 0, FirstClick.SAFE, guess="safest")
    assert (forward == backward[::-1]).all()


def test_a_view_has_the_same_chances_in_a_batch():
    texts = [["1##", "1##", "1##"], ["###", "121", "..."], ["###", "###", "###"], ["8##", "###", "###"]]
    mines = [2, 2, 3, 1]
    views = [View.from_text(text, total) for text, total in zip(texts, mines, strict=True)]
    codes = np.array([np.asarray(view).ravel() for view in views])
    out = np.full((len(texts), 9), 2.0)
    assert Player(3, 3).chances(codes, np.array(mines, np.int32), out) == 3
    for i, view in enumerate(views[:3]):
        frontier = Frontier(Knowledge(view))
        frontier.update()
        counter = Counter(frontier)
        counter.chances()
        expected = [counter.mine_chances().get(cell, 0) for cell in range(9)]
        assert np.allclose(out[i], expected, atol=1e-15)
    assert out[3, 0] == 0
    assert np.isnan(out[3, 1:]).all()


def test_wrong_sizes_and_places_are_refused():
    player = Player(3, 3)
    out = np.zeros((1, len(FIELDS)), np.int32)
    seeds = np.zeros(1, np.uint64)
    with pytest.raises(InvalidCellError, match=r"expected a start in 0 \.\. 8, got 9"):
        player.play_seeds(seeds, 1, 9, 0, out)
    with pytest.raises(InvalidBoardError, match="expected 0 to 9 mines, got 10"):
        player.play_seeds(seeds, 10, 0, 0, out)
    with pytest.raises(InvalidBoardError, match="leaves no room for 9 mines"):
        player.play_seeds(seeds, 9, 0, 1, out)
    with pytest.raises(ValueError, match="expected a first-click rule"):
        player.play_seeds(seeds, 1, 0, 3, out)
    with pytest.raises(ValueError, match=r"expected room for 1 x \d numbers, got 1 x 2"):
        player.play_seeds(seeds, 1, 0, 0, np.zeros((1, 2), np.int32))
    with pytest.raises(InvalidBoardError, match="expected boards of 9 cells with a start each"):
        player.play_layouts(np.zeros((1, 8), np.uint8), np.zeros(1, np.int32), out)
    with pytest.raises(ValueError, match="guessing needs the mine total"):
        player.play_layouts(np.zeros((1, 9), np.uint8), np.zeros(1, np.int32), out, guess="safest", total=False)
    with pytest.raises(InvalidBoardError, match="expected views of 9 cells"):
        player.chances(np.zeros((1, 8), np.uint8), np.zeros(1, np.int32), np.zeros((1, 9)))
    with pytest.raises(ValueError, match="expected limits of at least 1"):
        Player(3, 3, max_nodes=0)
