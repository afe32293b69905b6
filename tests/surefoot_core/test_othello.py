"""The Othello board: moves, passes, its text, and known perft counts."""

import pickle
import random
from pathlib import Path

import pytest

from othello_tier import printed_on_tier
from surefoot_core.errors import IllegalMoveError, InvalidBoardError, InvalidCellError
from surefoot_core.othello import PASS, OthelloBoard

DATA = Path(__file__).parents[1] / "data" / "othello"
STEPS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


def slow_flips(mover, opponent, size, square):
    """Walk the rays square by square over sets of squares."""
    flips = set()
    if square in mover or square in opponent:
        return flips
    row, col = divmod(square, size)
    for down, right in STEPS:
        run, r, c = [], row + down, col + right
        while 0 <= r < size and 0 <= c < size and r * size + c in opponent:
            run.append(r * size + c)
            r, c = r + down, c + right
        if 0 <= r < size and 0 <= c < size and r * size + c in mover:
            flips.update(run)
    return flips


def squares(mask):
    return {square for square in range(mask.bit_length()) if mask >> square & 1}


def mask(those):
    return sum(1 << square for square in those)


def perft_table(size):
    """Depth, count where a pass is a ply, count where it is free, from the published table."""
    lines = (DATA / "perft.txt").read_text().splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"{size}x{size} "))
    rows = []
    for line in lines[start:]:
        words = [word for word in line.removeprefix(f"{size}x{size}").split() if word != "pub"]
        if line != lines[start] and not line.startswith(" "):
            break
        if len(words) > 2 and words[0].isdigit():
            rows.append((int(words[0]), int(words[1]), int(words[2])))
    return rows


def test_the_start_has_its_discs_on_absolute_squares():
    board = OthelloBoard()
    assert squares(board.white_discs) == {3 * 8 + 3, 4 * 8 + 4}  # d4, e5
    assert squares(board.black_discs) == {3 * 8 + 4, 4 * 8 + 3}  # e4, d5
    assert board.black_to_move
    assert board.legal_moves() == [19, 26, 37, 44]  # d3, c4, f5, e6
    assert board.flips(19) == [27]
    assert board.counts() == (2, 2)
    assert board.empties == 60


def test_f5_d6_c3_lands_on_absolute_squares():
    board = OthelloBoard()
    for square, flips in ((37, [36]), (43, [35]), (18, [27])):
        assert board.flips(square) == flips
        board.play(square)
    assert squares(board.black_discs) == {18, 27, 28, 36, 37}
    assert squares(board.white_discs) == {35, 43}
    assert not board.black_to_move
    assert board.history == (37, 43, 18)


@pytest.mark.parametrize("size", [4, 6, 10, 12, 14, 16])
def test_the_start_of_every_size_is_in_the_middle(size):
    board = OthelloBoard(size)
    half = size // 2
    assert squares(board.white_discs) == {(half - 1) * size + half - 1, half * size + half}
    assert squares(board.black_discs) == {(half - 1) * size + half, half * size + half - 1}
    assert len(board.legal_moves()) == 4


@pytest.mark.parametrize(("size", "deepest"), [(8, 11), (6, 10), (4, 12)])
def test_perft_agrees_with_the_published_counts(size, deepest):
    rows = [row for row in perft_table(size) if row[0] <= deepest]
    assert [row[0] for row in rows][-1] == deepest
    for depth, passes_count, passes_free in rows:
        assert OthelloBoard(size).perft(depth) == passes_count
        assert OthelloBoard(size).perft(depth, pass_is_free=True) == passes_free


def test_perft_of_depth_0_is_one_and_of_a_finished_game_too():
    assert OthelloBoard().perft(0) == 1
    assert OthelloBoard.from_masks(1, 0).perft(5) == 1
    with pytest.raises(ValueError, match="depth"):
        OthelloBoard().perft(-1)


@pytest.mark.parametrize("tier", ["0", "1", "2"])
def test_every_instruction_set_counts_the_same(tier):
    program = (
        "from surefoot_core.othello import OthelloBoard as B\nprint(B().perft(8), B().perft(8, pass_is_free=True))"
    )
    assert printed_on_tier(tier, program).split() == ["390216", "390216"]


@pytest.mark.parametrize(("size", "games"), [(8, 120), (4, 100), (6, 40), (10, 6), (16, 2)])
def test_boards_agree_with_a_slow_generator_through_random_games(size, games):
    for seed in range(games):
        draw = random.Random(seed)
        board = OthelloBoard(size)
        while not board.over:
            before = squares(board.mover), squares(board.opponent)
            slow = {s: f for s in range(size * size) if (f := slow_flips(*before, size, s))}
            assert board.legal_moves() == sorted(slow), (seed, board)
            assert board.legal_mask() == mask(slow), (seed, board)
            if not slow:
                assert board.must_pass
                board.pass_turn()
                assert (squares(board.opponent), squares(board.mover)) == before
                continue
            square = draw.choice(sorted(slow))
            assert board.flips(square) == sorted(slow[square]), (seed, board)
            assert board.flip_mask(square) == mask(slow[square]), (seed, board)
            board.play(square)
            assert squares(board.opponent) == before[0] | slow[square] | {square}, (seed, board)
            assert squares(board.mover) == before[1] - slow[square], (seed, board)


@pytest.mark.parametrize("share", [0.1, 0.3, 0.45])
def test_boards_agree_with_a_slow_generator_on_any_discs(share):
    draw = random.Random(share)
    for _ in range(1500):
        marks = [draw.random() for _ in range(64)]
        mover = {s for s in range(64) if marks[s] < share}
        opponent = {s for s in range(64) if marks[s] > 1 - share}
        board = OthelloBoard.from_masks(mask(mover), mask(opponent))
        for square in range(64):
            assert board.flips(square) == sorted(slow_flips(mover, opponent, 8, square)), board
        assert set(board.legal_moves()) == {s for s in range(64) if slow_flips(mover, opponent, 8, s)}, board


@pytest.mark.parametrize(
    ("square", "error", "message"),
    [
        (64, InvalidCellError, r"expected a square in 0 \.\. 63, got 64"),
        (-1, InvalidCellError, r"expected a square in 0 \.\. 63, got -1"),
        (27, IllegalMoveError, "row 3, column 3: expected an empty square, got one with a disc"),
        (0, IllegalMoveError, "row 0, column 0: expected a move that flips a disc, got one that flips none"),
    ],
)
def test_an_illegal_move_raises_and_changes_nothing(square, error, message):
    board = OthelloBoard()
    board.play(37)
    before = board.copy()
    with pytest.raises(error, match=message):
        board.play(square)
    assert board == before
    assert board.history == before.history


def test_a_pass_is_refused_while_there_is_a_move_and_after_the_end():
    with pytest.raises(IllegalMoveError, match="expected one of 4 legal moves, got a pass"):
        OthelloBoard().pass_turn()
    wiped_out = OthelloBoard.from_masks(0, 0b111)
    assert wiped_out.over
    with pytest.raises(IllegalMoveError, match="after the end"):
        wiped_out.pass_turn()
    with pytest.raises(IllegalMoveError, match="after the end"):
        wiped_out.play(5)


def test_a_side_without_a_move_stays_to_move_until_it_passes():
    board = OthelloBoard.from_masks(0b010, 0b001)  # the mover on b1, the opponent on a1; c1 is White's
    assert board.legal_moves() == []
    assert board.must_pass
    assert not board.over
    board.pass_turn()
    assert board.history == (PASS,)
    assert not board.black_to_move
    assert board.legal_moves() == [2]
    board.play(2)
    assert board.over
    assert board.counts() == (0, 3)
    assert board.empties == 61
    assert board.disc_difference() == -64
    assert board.disc_difference(empties_to_winner=False) == -3


def test_undo_goes_back_ply_by_ply_through_passes():
    draw = random.Random(7)
    board = OthelloBoard(6)
    before = []
    while not board.over:
        before.append(board.copy())
        if board.must_pass:
            board.pass_turn()
        else:
            board.play(draw.choice(board.legal_moves()))
    plies = board.history
    assert PASS in plies
    for position, ply in zip(reversed(before), reversed(plies), strict=True):
        assert board.undo() == ply
        assert board == position
        assert board.history == position.history
    with pytest.raises(IllegalMoveError, match="empty history"):
        board.undo()


def test_a_copy_and_a_pickle_go_their_own_way():
    board = OthelloBoard(10)
    board.play(board.legal_moves()[0])
    for other in (board.copy(), pickle.loads(pickle.dumps(board))):
        assert other == board
        assert other.history == board.history
        other.undo()
        assert other == OthelloBoard(10)
    assert board.history != ()
    assert board != OthelloBoard(10)
    assert eval(repr(board), {"OthelloBoard": OthelloBoard}) == board


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: OthelloBoard(7), "even size from 4 to 16, got 7"),
        (lambda: OthelloBoard(18), "even size from 4 to 16, got 18"),
        (lambda: OthelloBoard.from_masks(3, 2), "row 0, column 1: expected one disc, got one of each side"),
        (lambda: OthelloBoard.from_masks(1 << 64, 0), "mover's discs in the lowest 64 bits"),
        (lambda: OthelloBoard.from_masks(0, -1), "opponent's discs in the lowest 64 bits"),
        (lambda: OthelloBoard.from_masks(1 << 16, 0, size=4), "lowest 16 bits"),
    ],
)
def test_what_is_no_board_is_refused(make, message):
    with pytest.raises(InvalidBoardError, match=message):
        make()
