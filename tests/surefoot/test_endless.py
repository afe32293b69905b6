"""The walk over an endless board: only proved cells, the same everywhere, and nothing left to prove behind it."""

import hashlib
import struct

import pytest

from surefoot.endless import Walk, analyse_window, board_digest
from surefoot_core.endless import EndlessBoard
from surefoot_core.errors import InvalidCellError
from surefoot_core.rules import CellState
from surefoot_core.walk import TILE_SIDE, Walker


def cells_of(board: EndlessBoard) -> dict[tuple[int, int], int]:
    """Every touched cell with its byte, as `EndlessBoard.state` tells it."""
    return {
        (row * 16 + place // 16, col * 16 + place % 16): cell
        for row, col, cells in board.state()[2]
        for place, cell in enumerate(cells)
    }


@pytest.mark.parametrize("density", ["0.05", "0.16", "0.22", "0.3"])
@pytest.mark.parametrize("seed", range(6))
def test_a_walk_reveals_as_many_cells_as_asked_and_never_a_mine_that_it_called_safe(density, seed):
    walk = Walk(density, seed)  # the walk raises AssertionError if a proved cell is a mine
    result = walk.go_on(2_000)
    cells = cells_of(walk.board)
    assert result.revealed == 2_000 == sum(cell <= 8 for cell in cells.values())
    assert result.proved == 2_000 - 1 - (result.guesses - result.losses)
    assert result.losses == sum(cell == 9 for cell in cells.values()) <= result.guesses
    for place in (place for place, cell in cells.items() if cell == 17):
        probe = EndlessBoard(density, seed)
        probe.reveal(0, 0, budget=1)
        probe.reveal(*place, budget=1)
        assert probe.losses == 1, f"density {density}, seed {seed}: {place} is flagged and holds no mine"
    seen = [place for place, cell in cells.items() if cell <= 8]
    assert result.distance == max(max(abs(row), abs(col)) for row, col in seen)


def test_the_walk_is_the_same_on_every_machine():
    assert Walk("0.16", 3).go_on(100_000).digest == (
        "2ef37607577f9905ffba6673edd2d37192dbec43c58442e47a2ac755800683a3"
    )
    result = Walk("0.3", 1).go_on(3_000)
    assert (result.guesses, result.losses, result.digest) == (
        112,
        6,
        "2c1708387aa9f7ca5ba70878f20ff1c3c21328264930851de732a35f7528859a",
    )


def test_a_walk_in_parts_is_the_walk_in_one():
    parts = Walk("0.25", 5)
    for reveals in (0, 1, 700, 700, 3_000):
        last = parts.go_on(reveals)
    assert last.revealed == 3_000
    assert parts.go_on(2_000) == last
    whole = Walk("0.25", 5)
    assert whole.go_on(3_000).revealed == 3_000


def test_the_digest_is_the_documented_hash():
    board = EndlessBoard("0.2", 8)
    board.reveal(-5, 20)
    board.toggle_flag(400, 400)
    digest = hashlib.sha256()
    cells = cells_of(board)
    for row, col in sorted({(row // 16, col // 16) for (row, col), cell in cells.items() if cell <= 8}):
        digest.update(struct.pack("<qq", row, col))
        for place in range(256):
            cell = cells[row * 16 + place // 16, col * 16 + place % 16]
            digest.update(bytes([cell if cell <= 8 else 255]))
    assert board_digest(board) == digest.hexdigest()
    assert board_digest(EndlessBoard("0.2", 8)) == hashlib.sha256().hexdigest()


@pytest.mark.parametrize(("density", "seed"), [("0.3", 0), ("0.3", 4), ("0.35", 2)])
def test_where_a_walk_is_stuck_the_other_engine_finds_nothing_either(density, seed):
    walk = Walk(density, seed)
    result = walk.go_on(100_000, guess=False)
    assert result.stuck
    assert result.guesses == 0
    reach = result.distance + 2
    assert reach < TILE_SIDE
    analysis = analyse_window(walk.board, -reach, -reach, 2 * reach + 1, 2 * reach + 1)
    assert not analysis.safe
    flagged = {place for place, cell in cells_of(walk.board).items() if cell == 17}
    assert {(row - reach, col - reach) for row, col in analysis.mines} == flagged
    after = walk.go_on(result.revealed + 1)
    assert after.guesses > 0


def test_a_window_is_analysed_with_the_witnesses_around_it():
    board = EndlessBoard("0.2", 3)
    board.reveal(0, 0)
    for row in range(-12, 13, 3):
        for col in range(-12, 13, 3):
            found = analyse_window(board, row, col, 3, 3)
            whole = analyse_window(board, -12, -12, 30, 30)
            for part, all_of_it in ((found.safe, whole.safe), (found.mines, whole.mines)):
                here = {(r + row, c + col) for r, c in part}
                there = {(r - 12, c - 12) for r, c in all_of_it}
                assert here == {(r, c) for r, c in there if row <= r < row + 3 and col <= c < col + 3}


def test_nothing_certain_in_a_window_is_wrong():
    for seed in range(30):
        board = EndlessBoard("0.2", seed)
        board.reveal(0, 0, budget=300)
        found = analyse_window(board, -4, -3, 9, 8, margin=2)
        for row, col in found.safe + found.mines:
            assert board[row - 4, col - 3].state == CellState.HIDDEN
        for row, col in found.safe:
            board.reveal(row - 4, col - 3)
        assert board.losses == 0, f"seed {seed}"
        for number, (row, col) in enumerate(found.mines):
            board.reveal(row - 4, col - 3)
            assert board.losses == number + 1, f"seed {seed}"


def test_a_walk_can_start_anywhere_and_nowhere_else():
    assert Walk("0.2", 3, first=(2**61, -(2**61))).go_on(500).revealed == 500
    with pytest.raises(InvalidCellError, match=r"expected a first cell within 2\*\*61 of \(0, 0\)"):
        Walk("0.2", 3, first=(2**61 + 1, 0))
    with pytest.raises(InvalidCellError, match=r"expected a row and a column in -2\*\*62"):
        Walker(EndlessBoard("0.2", 3)).reveal(2**62 + 1, 0, 1)


def test_a_walker_wants_a_fresh_board():
    board = EndlessBoard("0.2", 3)
    board.toggle_flag(3, 3)
    with pytest.raises(ValueError, match="expected a fresh board"):
        Walker(board)
