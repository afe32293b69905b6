"""Boards to order: each keeps its promise, its numbers and its recipe."""

import math
from collections import Counter
from threading import Thread

import pytest

import oracles
from surefoot_core.errors import InvalidBoardError, InvalidCellError
from surefoot_core.generate import METHODS, Generator
from surefoot_core.noguess import Checker

UNIFORM_9X9 = "000010000100000000000000011000000000100000010100000001010000000000000010000000000"
REPAIRED_9X9 = "000111001000000001000110000100000010010000010110000001000000010000010000000010111"
REPAIRED_9X9_GENERAL = "000111001000000000000110000000000010010000010110000001010000010000010110000010011"

RANDOM, UNIFORM, REPAIR = (METHODS.index(name) for name in ("random", "uniform", "repair"))


def generator(rows: int, cols: int, mines: int, start: int, **how: object) -> Generator:
    options = {"rule": 2, "total": True, "method": UNIFORM, "polish": 5, "repair_mines": 10**6, **how}
    return Generator(rows, cols, mines, start, **options)  # type: ignore[arg-type]


def cells(bits: str) -> bytes:
    return bytes(map(int, bits))


def boards(made: Generator, cells: int, count: int, seed: int = 1, first: int = 0) -> list[bytes]:
    out = bytearray(cells * count)
    made.make_many(seed, first, memoryview(out).cast("B", (count, cells)))
    return [bytes(out[i * cells : (i + 1) * cells]) for i in range(count)]


@pytest.mark.parametrize("method", [UNIFORM, REPAIR])
@pytest.mark.parametrize("total", [False, True])
@pytest.mark.parametrize("rule", [0, 1, 2])
@pytest.mark.parametrize(
    ("rows", "cols", "mines", "start"), [(9, 9, 10, 40), (16, 5, 12, 0), (30, 16, 90, 200), (20, 20, 60, 399)]
)
def test_boards_keep_their_numbers_and_their_promise(
    rows: int, cols: int, mines: int, start: int, rule: int, total: bool, method: int
) -> None:
    made = generator(rows, cols, mines, start, rule=rule, total=total, method=method)
    checkers = [Checker(rows, cols), Checker(rows, cols, planes=False)]
    free = oracles.protected(("safe", "safe", "opening")[rule], divmod(start, cols), oracles.rectangle(rows, cols))
    for board in boards(made, rows * cols, 4):
        assert sum(board) == mines
        assert not any(board[row * cols + col] for row, col in free)
        for checker in checkers:
            assert checker.check(board, start)[total], (board.hex(), start)


@pytest.mark.parametrize(("mines", "repair_mines", "planes"), [(200, 170, True), (200, 200, True), (140, 140, False)])
def test_dense_boards_are_made_and_keep_their_promise(mines: int, repair_mines: int, planes: bool) -> None:
    made = generator(16, 30, mines, 255, method=REPAIR, repair_mines=repair_mines, planes=planes)
    for board in boards(made, 480, 2):
        assert sum(board) == mines
        assert Checker(16, 30).check(board, 255)[1]


@pytest.mark.parametrize("total", [False, True])
def test_small_boards_are_no_guess_by_the_oracle(total: bool) -> None:
    for method in (UNIFORM, REPAIR):
        for board in boards(generator(5, 5, 6, 6, method=method, total=total), 25, 5):
            mines = {divmod(cell, 5) for cell in range(25) if board[cell]}
            assert len(oracles.safe_play(5, 5, mines, (1, 1), total=total)) == 19


@pytest.mark.parametrize(
    ("rows", "cols", "mines", "start", "total"), [(4, 4, 3, 0, True), (4, 4, 3, 0, False), (3, 5, 3, 0, True)]
)
def test_every_no_guess_board_is_equally_likely_by_the_uniform_method(
    rows: int, cols: int, mines: int, start: int, total: bool
) -> None:
    listed = oracles.no_guess_boards(rows, cols, mines, divmod(start, cols), total=total)
    expected = {bytes((r, c) in board for r in range(rows) for c in range(cols)) for board in listed}
    draws = 100 * len(expected)
    drawn = Counter(boards(generator(rows, cols, mines, start, total=total), rows * cols, draws))
    assert set(drawn) == expected
    chi_square = sum((drawn[board] - 100) ** 2 / 100 for board in expected)
    freedom = len(expected) - 1
    # Wilson and Hilferty's normal approximation; 4 standard deviations either way.
    deviation = ((chi_square / freedom) ** (1 / 3) - 1 + 2 / (9 * freedom)) / math.sqrt(2 / (9 * freedom))
    assert abs(deviation) < 4, (chi_square, freedom)


def test_a_board_depends_on_seed_and_number_alone() -> None:
    for method, mines in ((UNIFORM, 99), (REPAIR, 140), (RANDOM, 99)):
        whole = boards(generator(16, 30, mines, 255, method=method), 480, 6)
        assert boards(generator(16, 30, mines, 255, method=method), 480, 2, first=4) == whole[4:]
        assert boards(generator(16, 30, mines, 255, method=method), 480, 6, seed=2)[0] not in whole
        made = generator(16, 30, mines, 255, method=method)
        made.begin(1, 3)
        assert not made.work(0)
        made.begin(1, 5)
        while not made.work(1):
            pass
        assert made.board() == whole[5]


def test_threads_make_the_same_boards() -> None:
    whole = boards(generator(16, 16, 40, 136), 256, 40)
    parts: dict[int, list[bytes]] = {}

    def work(first: int) -> None:
        parts[first] = boards(generator(16, 16, 40, 136), 256, 20, first=first)

    threads = [Thread(target=work, args=(first,)) for first in (0, 20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert parts[0] + parts[20] == whole


def test_both_ways_of_checking_make_the_same_uniform_boards() -> None:
    assert boards(generator(9, 12, 15, 53), 108, 30) == boards(generator(9, 12, 15, 53, planes=False), 108, 30)


def test_the_boards_of_a_recipe_never_change() -> None:
    assert boards(generator(9, 9, 10, 40), 81, 1)[0] == cells(UNIFORM_9X9)
    assert boards(generator(9, 9, 20, 40, method=REPAIR), 81, 1)[0] == cells(REPAIRED_9X9)
    assert boards(generator(9, 9, 20, 40, method=REPAIR, planes=False), 81, 1)[0] == cells(REPAIRED_9X9_GENERAL)


def test_boards_with_one_layout_are_drawn_or_never_done() -> None:
    assert boards(generator(3, 3, 0, 4, method=REPAIR), 9, 1) == [bytes(9)]
    assert boards(generator(4, 4, 12, 0, method=REPAIR), 16, 1)[0] == bytes([0, 0, 1, 1] * 2 + [1] * 8)
    never = generator(1, 5, 2, 0, rule=1, total=False)
    never.begin(1, 0)
    assert isinstance(never.work(1000), bool)


def test_impossible_orders_are_refused() -> None:
    with pytest.raises(InvalidBoardError, match="expected 0 to 16 mines, got 17"):
        generator(5, 5, 17, 12)
    with pytest.raises(InvalidCellError):
        generator(5, 5, 3, 25)
    with pytest.raises(ValueError, match="expected a rule"):
        generator(5, 5, 3, 0, rule=3)
    unfinished = generator(9, 9, 10, 40)
    unfinished.begin(1, 0)
    with pytest.raises(ValueError, match="not done"):
        unfinished.board()
    with pytest.raises(InvalidBoardError):
        boards(generator(5, 5, 3, 0), 24, 1)
