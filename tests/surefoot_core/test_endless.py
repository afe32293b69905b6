"""The endless board against a slow one that asks the generator for each cell."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surefoot_core.endless import FARTHEST, EndlessBoard
from surefoot_core.errors import FormatError, InvalidBoardError, InvalidCellError
from surefoot_core.rules import CellState, RevealResult
from surefoot_core.view import HIDDEN_CELL, KNOWN_MINE

WORD = 2**64 - 1


def philox(counter: tuple[int, int], key: int) -> tuple[int, int]:
    """Philox2x64-10, from the paper."""
    left, right = counter
    for _ in range(10):
        product = left * 0xD2B74407B1CE6E93
        left, right = (product >> 64) ^ key ^ right, product & WORD
        key = (key + 0x9E3779B97F4A7C15) & WORD
    return left, right


def holds_mine(density: str, seed: int, first: tuple[int, int], row: int, col: int) -> bool:
    if abs(row - first[0]) <= 1 and abs(col - first[1]) <= 1:
        return False
    return philox((row & WORD, col & WORD), seed)[0] < int(Fraction(density) * 2**64)


def clue(density: str, seed: int, first: tuple[int, int], row: int, col: int) -> int:
    around = [(r, c) for r in range(row - 1, row + 2) for c in range(col - 1, col + 2) if (r, c) != (row, col)]
    return sum(holds_mine(density, seed, first, r, c) for r, c in around)


def test_the_slow_generator_gives_the_published_test_vectors():
    """The known answers that come with Random123."""
    assert philox((0, 0), 0) == (0xCA00A0459843D731, 0x66C24222C9A845B5)
    assert philox((WORD, WORD), WORD) == (0x65B021D60CD8310F, 0x4D02F3222F86DF20)
    pi = (0x243F6A8885A308D3, 0x13198A2E03707344)
    assert philox(pi, 0xA4093822299F31D0) == (0x0A5E742C2997341C, 0xB0F883D38000DE5D)


@given(
    seed=st.integers(0, WORD),
    place=st.tuples(st.integers(-FARTHEST, FARTHEST), st.integers(-FARTHEST, FARTHEST)),
    density=st.sampled_from(["0.1", "0.2", "0.5"]),
)
def test_a_reveal_shows_the_clues_of_the_documented_mines(seed, place, density):
    board = EndlessBoard(density, seed)
    assert board.reveal(*place, budget=60) == RevealResult.CONTINUE
    shown = board.last_revealed
    assert shown[0] == (*place, 0)
    assert len({(row, col) for row, col, _ in shown}) == len(shown) == board.revealed
    for row, col, value in shown:
        assert not holds_mine(density, seed, place, row, col)
        assert value == clue(density, seed, place, row, col)


def test_a_cascade_goes_nearest_first_then_row_by_row_and_keeps_the_rest_pending():
    board = EndlessBoard("0.02", 5)
    board.reveal(3, -7, budget=200)
    keys = [(max(abs(row - 3), abs(col + 7)), row, col) for row, col, _ in board.last_revealed]
    assert len(keys) == 200
    assert board.pending > 0
    # A cell can only wait once a zero next to it is shown, so the order is that of a priority queue.
    waiting, seen = {keys[0]}, set()
    values = {(row, col): value for row, col, value in board.last_revealed}
    for key in keys:
        assert key == min(waiting)
        waiting.remove(key)
        seen.add(key[1:])
        if values[key[1:]] == 0:
            for row in range(key[1] - 1, key[1] + 2):
                for col in range(key[2] - 1, key[2] + 2):
                    if (row, col) not in seen:
                        waiting.add((max(abs(row - 3), abs(col + 7)), row, col))
    assert board.pending == len(waiting)


def test_the_budget_changes_when_cells_appear_but_not_which():
    whole = EndlessBoard("0.15", 12)
    whole.reveal(0, 0)
    assert whole.pending == 0
    parts = EndlessBoard("0.15", 12)
    parts.reveal(0, 0, budget=1)
    while parts.pending:
        parts.resume(budget=3)
        assert len(parts.last_revealed) <= 3
    assert parts.state() == whole.state()


def test_a_window_pulls_pending_cells_in_and_leaves_the_rest():
    board = EndlessBoard("0.03", 1)
    board.reveal(0, 0, budget=0)
    assert board.revealed == 0
    view = board.window(-4, -4, 9, 9)
    assert view[4, 4] == 0
    assert view.mines is None
    assert view.density == Fraction("0.03")
    assert all(-4 <= row < 5 and -4 <= col < 5 for row, col, _ in board.last_revealed)
    assert board.pending > 0
    further = board.window(0, 0, 9, 9)
    for row in range(5):
        for col in range(5):
            assert view[row + 4, col + 4] in (HIDDEN_CELL, further[row, col])


def test_a_mine_is_a_loss_that_stays_visible_and_the_game_goes_on():
    board = EndlessBoard("0.4", 2)
    board.reveal(0, 0)
    mine = next(
        (row, col) for row in range(2, 9) for col in range(2, 9) if holds_mine("0.4", 2, (0, 0), row, col)
    )
    assert board.reveal(*mine) == RevealResult.LOSE
    assert board.losses == 1
    assert board.last_revealed == []
    assert board[mine] == (CellState.REVEALED, None)
    assert board.reveal(*mine) == RevealResult.CONTINUE
    assert board.losses == 1
    assert board.window(*mine, 1, 1)[0, 0] == KNOWN_MINE


def test_flags_protect_and_the_first_reveal_is_free_of_mines_even_after_flags():
    for seed in range(30):
        board = EndlessBoard("0.6", seed)
        assert board.toggle_flag(1, 1)
        assert board.reveal(1, 1) == RevealResult.CONTINUE
        assert board.revealed == 0
        assert not board.toggle_flag(1, 1)
        fresh = EndlessBoard("0.6", seed)
        for b in (board, fresh):
            assert b.reveal(0, 0) == RevealResult.CONTINUE
        assert board.window(-3, -3, 7, 7) == fresh.window(-3, -3, 7, 7)
        assert board[0, 0] == (CellState.REVEALED, 0)


def test_a_chord_reveals_around_a_satisfied_clue():
    density, seed = "0.2", 4
    board = EndlessBoard(density, seed)
    board.reveal(0, 0)
    row, col, value = next(cell for cell in board.last_revealed if cell[2] > 0)
    around = [(r, c) for r in range(row - 1, row + 2) for c in range(col - 1, col + 2)]
    before = board.revealed
    assert board.chord(row, col) == RevealResult.CONTINUE
    assert board.revealed == before
    for cell in around:
        if holds_mine(density, seed, (0, 0), *cell):
            board.toggle_flag(*cell)
    assert board.flags == value
    assert board.chord(row, col) == RevealResult.CONTINUE
    assert all(board[cell].state != CellState.HIDDEN for cell in around)


def test_a_saved_board_is_the_same_board():
    board = EndlessBoard("0.12", 9)
    rng = random.Random(1)
    for _ in range(40):
        board.reveal(rng.randint(-40, 40), rng.randint(-40, 40), budget=50)
        board.toggle_flag(rng.randint(-40, 40), rng.randint(-40, 40))
    copy = EndlessBoard.restore(board.density, board.seed, *board.state())
    assert copy.state() == board.state()
    assert (copy.revealed, copy.flags, copy.losses) == (board.revealed, board.flags, board.losses)
    assert copy.pending == board.pending
    for b in (board, copy):
        b.resume(budget=500)
    assert copy.state() == board.state()
    assert copy.last_revealed == board.last_revealed


def test_a_saved_board_that_lies_is_refused():
    board = EndlessBoard("0.2", 9)
    board.reveal(0, 0)
    first, origin, chunks = board.state()
    row, col, cells = chunks[0]
    wrong = bytes([cell + 1 if cell < 8 else cell for cell in cells])
    assert wrong != cells
    for lie in ([(row, col, wrong)], [chunks[0], chunks[0]], [(row, col, cells[:-1])], [(row, col, b"\x63" * 256)]):
        with pytest.raises(FormatError, match="chunk"):
            EndlessBoard.restore("0.2", 9, first, origin, lie)
    with pytest.raises(FormatError):
        EndlessBoard.restore("0.2", 9, None, origin, chunks)


def test_hidden_cells_of_a_window_tell_nothing():
    board = EndlessBoard("0.3", 8)
    view = board.window(100, 100, 20, 20)
    assert {view[row, col] for row in range(20) for col in range(20)} == {HIDDEN_CELL}
    assert board.chunks == 0


@pytest.mark.parametrize("density", ["0", "1", "-0.1", "x", "1/0", 2, None, float("nan")])
def test_a_density_that_is_none_is_refused(density):
    with pytest.raises(InvalidBoardError, match="density"):
        EndlessBoard(density)


def test_places_and_budgets_beyond_the_limit_are_refused():
    board = EndlessBoard("0.2")
    with pytest.raises(InvalidCellError, match="2\\*\\*62"):
        board.reveal(FARTHEST + 1, 0)
    with pytest.raises(InvalidCellError, match="2\\*\\*62"):
        board.window(0, FARTHEST, 2, 2)
    with pytest.raises(ValueError, match="budget"):
        board.reveal(0, 0, budget=-1)
    assert board.revealed == 0
    assert board.first is None
