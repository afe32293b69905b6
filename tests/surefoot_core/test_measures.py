"""3BV, openings, islands and ZiNi against their definitions written out slowly, and against ms-toollib."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import oracles
import strategies
from oracles import Cell
from surefoot_core.board import Board
from surefoot_core.errors import InvalidBoardError
from surefoot_core.measures import islands, openings, three_bv, zini
from surefoot_core.rules import FirstClick


def slow_zini(rows: int, cols: int, mines: frozenset[Cell], order: list[Cell]) -> int:
    """The greedy ZiNi for one order of scanning, everything computed anew at each step."""
    around = oracles.rectangle(rows, cols)
    parts = oracles.openings(mines, around)
    clue = oracles.numbers(mines, around)
    bordered = set().union(*parts)
    zeros = [{cell for cell in part if clue[cell] == 0} for part in parts]
    lone = set(around) - mines - bordered
    done: set[Cell] = set()
    clicks = 0

    def finish(cell: Cell) -> None:
        done.add(cell)
        for part, inside in zip(parts, zeros, strict=True):
            if cell in inside:
                done.update(part)

    def saved(cell: Cell) -> int:
        block = [cell, *around[cell]]
        opened = sum(not done & inside and not inside.isdisjoint(block) for inside in zeros)
        opened += sum(other in lone and other not in done for other in block)
        return opened - sum(other in mines and other not in done for other in block) - 1 - (cell not in done)

    safe = [cell for cell in order if cell not in mines]
    while not done.issuperset(safe):
        best = max(safe, key=saved)  # the first of the highest
        if saved(best) >= 0:
            clicks += 1 + (best not in done) + len(mines.intersection(around[best]) - done)
            for cell in [best, *around[best]]:
                finish(cell)
        else:
            clicks += 1
            finish(next(c for c in safe if c not in done and (clue[c] == 0 or c in lone)))
    return clicks


def scan_orders(rows: int, cols: int) -> list[list[Cell]]:
    down, right = range(rows), range(cols)
    return [
        [(r, c) for r in ys for c in xs] if by_rows else [(r, c) for c in xs for r in ys]
        for ys in (down, down[::-1])
        for xs in (right, right[::-1])
        for by_rows in (True, False)
    ]


@given(strategies.layouts(max_cells=120, max_side=15))
def test_measures_equal_their_definitions(drawn):
    board = Board.from_mines(drawn.rows, drawn.cols, drawn.mines)
    around = oracles.rectangle(drawn.rows, drawn.cols)
    parts = oracles.openings(drawn.mines, around)
    lone = set(around).difference(drawn.mines, *parts)
    assert openings(board) == len(parts)
    assert three_bv(board) == len(parts) + len(lone)
    assert islands(board) == len(oracles.islands(drawn.mines, around))


@settings(max_examples=60)
@given(strategies.layouts(max_cells=80, max_side=12, max_mines=20))
@example(strategies.Drawn(2, 3, frozenset([(0, 1)])))
def test_zini_is_the_least_of_eight_greedy_scans(drawn):
    board = Board.from_mines(drawn.rows, drawn.cols, drawn.mines)
    orders = scan_orders(drawn.rows, drawn.cols)
    assert zini(board) == min(slow_zini(drawn.rows, drawn.cols, drawn.mines, order) for order in orders)
    assert zini(board) <= three_bv(board)


@pytest.mark.parametrize(
    ("layout", "measures"),
    [
        (".", (1, 1, 0, 1)),
        ("*", (0, 0, 0, 0)),
        ("*.\n..", (3, 0, 1, 3)),
        ("..*..", (2, 2, 0, 2)),
        (".*.", (2, 0, 2, 2)),
        ("...\n...\n...", (1, 1, 0, 1)),
        # one click, two flags and a chord; 3BV counts seven clues one by one
        ("...\n*.*\n...", (7, 0, 1, 4)),
    ],
)
def test_measures_of_small_boards(layout, measures):
    board = Board.from_text(layout)
    assert (three_bv(board), openings(board), islands(board), zini(board)) == measures


def test_measures_are_those_of_the_layout_whatever_is_revealed():
    board = Board(16, 30, 99, seed=3)
    board.reveal(8, 15)
    before = three_bv(board), openings(board), islands(board), zini(board)
    for cell in board.mine_cells()[:5]:
        board.toggle_flag(*cell)
    board.reveal(0, 0)
    assert (three_bv(board), openings(board), islands(board), zini(board)) == before


@pytest.mark.parametrize("measure", [three_bv, openings, islands, zini])
def test_a_board_without_its_mines_has_no_measures(measure):
    with pytest.raises(InvalidBoardError, match="before its first reveal"):
        measure(Board(9, 9, 10))
    with pytest.raises(TypeError):
        measure(None)


@settings(max_examples=50)
@given(st.integers(0, 2**64 - 1), st.sampled_from([(9, 9, 10), (16, 16, 40), (16, 30, 99), (20, 7, 25)]))
def test_measures_equal_those_of_ms_toollib(seed, size):
    peer = pytest.importorskip("ms_toollib")
    board = Board(*size, seed=seed, first_click=FirstClick.ANY)
    clues = {"*": -1, ".": 0}
    text = board.to_text(reveal_all=True).split("\n")
    theirs = peer.Board([[clues[sign] if sign in clues else int(sign) for sign in row] for row in text])
    assert (three_bv(board), openings(board), islands(board)) == (theirs.bbbv, theirs.op, theirs.isl)
