"""The Othello endgame solver, against full search and known scores."""

import random
import threading
from pathlib import Path

import pytest

from othello_tier import printed_on_tier
from surefoot_core.errors import LimitReached
from surefoot_core.othello import PASS, OthelloBoard
from surefoot_core.othello_endgame import EndgameSolver

DATA = Path(__file__).parents[1] / "data" / "othello"


def slow_score(board):
    """The exact score by trying every game."""
    moves = board.legal_moves()
    if not moves:
        if not board.must_pass:
            return board.disc_difference()
        after = board.copy()
        after.pass_turn()
        return -slow_score(after)
    best = -256
    for move in moves:
        after = board.copy()
        after.play(move)
        best = max(best, -slow_score(after))
    return best


def random_position(size, empties, seed):
    """A position with at most so many empties, from a random game."""
    draw = random.Random(seed)
    board = OthelloBoard(size)
    while board.empties > empties and not board.over:
        if board.must_pass:
            board.pass_turn()
        else:
            board.play(draw.choice(board.legal_moves()))
    return board


def endgames():
    """Board and scores of the collection."""
    for line in (DATA / "endgame.obf").read_text().splitlines():
        squares, turn, *fields = line.replace(";", " ").split()
        mover, other = ("X", "O") if turn == "X" else ("O", "X")
        board = OthelloBoard.from_masks(
            sum(1 << square for square, disc in enumerate(squares) if disc == mover),
            sum(1 << square for square, disc in enumerate(squares) if disc == other),
            black_to_move=turn == "X",
        )
        scores = {}
        for field in fields:
            name, _, score = field.partition(":")
            scores["ABCDEFGH".index(name[0]) + 8 * (int(name[1]) - 1)] = int(score)
        yield board, scores


def test_every_move_of_the_endgame_collection_has_its_score():
    solver = EndgameSolver(4)
    collection = list(endgames())
    assert len(collection) == 40
    for board, scores in collection:
        found = solver.move_scores(board)
        assert dict(found) == scores, board
        assert [score for _, score in found] == sorted(scores.values(), reverse=True), board
        score, best = solver.solve(board)
        assert score == max(scores.values()) == scores[best], board


@pytest.mark.parametrize("empties", range(8))
def test_scores_agree_with_trying_every_game(empties):
    solver = EndgameSolver(1)
    for seed in range(60):
        board = random_position(8, empties, seed)
        score, best = solver.solve(board)
        assert score == slow_score(board), (seed, board)
        if board.legal_moves():
            board.play(best)
            assert -slow_score(board) == score, (seed, board)
        else:
            assert best == PASS


def test_positions_with_many_empties_and_an_early_end_are_exact():
    """Few discs of one side: wipe-outs, passes in a row and empties at the end."""
    solver = EndgameSolver(1)
    draw = random.Random(5)
    for seed in range(150):
        empty = set(draw.sample(range(64), 7))
        mover = {square for square in range(64) if square not in empty and draw.random() < 0.12}
        opponent = set(range(64)) - empty - mover
        board = OthelloBoard.from_masks(sum(1 << s for s in mover), sum(1 << s for s in opponent))
        assert solver.solve(board)[0] == slow_score(board), (seed, board)
        swapped = OthelloBoard.from_masks(board.opponent, board.mover)
        assert solver.solve(swapped)[0] == slow_score(swapped), (seed, swapped)


@pytest.mark.parametrize(("size", "empties", "games"), [(4, 8, 40), (6, 7, 40), (10, 5, 15), (16, 4, 4)])
def test_other_sizes_are_exact(size, empties, games):
    solver = EndgameSolver(1)
    for seed in range(games):
        board = random_position(size, empties, seed)
        score = slow_score(board)
        assert solver.solve(board)[0] == score, (seed, board)
        found = solver.move_scores(board)
        assert found[0][1] == score
        assert sorted(move for move, _ in found) == (board.legal_moves() or [PASS])


def test_4x4_is_lost_by_10_for_black_from_the_start():
    solver = EndgameSolver(1)
    board = OthelloBoard(4)
    assert solver.solve(board)[0] == -10
    assert solver.move_scores(board) == [(square, -10) for square in (1, 4, 11, 14)]
    # Perfect play ends 11-3 for White on the board.
    while not board.over:
        if board.must_pass:
            board.pass_turn()
        else:
            board.play(solver.solve(board)[1])
    assert board.counts() == (3, 11)


def test_the_published_perfect_4x4_line_keeps_its_score():
    board = OthelloBoard(4)
    solver = EndgameSolver(1)
    for name in ["b1", "a1", "a2", "c1", "d4", "a3", "d1", "b4", "a4", "c4"]:
        square = "abcd".index(name[0]) + 4 * (int(name[1]) - 1)
        if board.must_pass:
            board.pass_turn()
        assert dict(solver.move_scores(board))[square] == solver.solve(board)[0]
        board.play(square)
    assert board.over
    assert board.counts() == (3, 11)


def test_one_solver_keeps_sizes_apart():
    solver = EndgameSolver(1)
    for _ in range(2):
        for size, empties in ((8, 10), (4, 8), (6, 8)):
            board = random_position(size, empties, 3)
            assert solver.solve(board) == EndgameSolver(1).solve(board)


def test_scores_do_not_depend_on_rotation_or_reflection():
    solver = EndgameSolver(4)

    def image(mask, place):
        return sum(1 << place(s // 8, s % 8) for s in range(64) if mask >> s & 1)

    for seed in range(6):
        board = random_position(8, 11, seed)
        score = solver.solve(board)[0]
        for place in (lambda r, c: 8 * c + r, lambda r, c: 8 * r + 7 - c, lambda r, c: 8 * (7 - c) + r):
            turned = OthelloBoard.from_masks(image(board.mover, place), image(board.opponent, place))
            assert solver.solve(turned)[0] == score, (seed, board)


def test_a_limit_raises_and_the_solver_goes_on_afterwards():
    board = random_position(8, 16, 1)
    solver = EndgameSolver(1)
    with pytest.raises(LimitReached, match="got none after"):
        solver.solve(board, nodes=500)
    assert solver.nodes < 2000
    with pytest.raises(LimitReached):
        solver.move_scores(random_position(8, 30, 1), seconds=0.0)
    with pytest.raises(LimitReached):
        solver.solve(random_position(10, 40, 1), nodes=1000)
    assert solver.solve(board) == EndgameSolver(1).solve(board)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: EndgameSolver(0), "table of 1 to"),
        (lambda: EndgameSolver(1).solve(OthelloBoard(4), nodes=-1), "at least 0 nodes, got -1"),
        (lambda: EndgameSolver(1).solve(OthelloBoard(4), seconds=-1.0), "at least 0 seconds, got -1.0"),
        (lambda: EndgameSolver(1).look_ahead(OthelloBoard(4), 0), "depth of at least 1, got 0"),
    ],
)
def test_what_no_search_can_do_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_threads_with_solvers_of_their_own_agree():
    boards = [random_position(8, 12, seed) for seed in range(12)]
    alone = [EndgameSolver(1).solve(board)[0] for board in boards]
    together = [0] * len(boards)

    def work(start):
        solver = EndgameSolver(1)
        for index in range(start, len(boards), 2):
            together[index] = solver.solve(boards[index])[0]

    threads = [threading.Thread(target=work, args=(start,)) for start in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


@pytest.mark.parametrize("tier", ["0", "1", "2"])
def test_every_instruction_set_finds_the_same_scores(tier):
    program = (
        "from surefoot_core.othello import OthelloBoard as B\n"
        "from surefoot_core.othello_endgame import EndgameSolver\n"
        f"boards = {[(b.mover, b.opponent) for b, _ in list(endgames())[::4]]}\n"
        "solver = EndgameSolver(1)\n"
        "print([solver.solve(B.from_masks(*board)) for board in boards])"
    )
    solver = EndgameSolver(1)
    assert printed_on_tier(tier, program).strip() == str([solver.solve(board) for board, _ in list(endgames())[::4]])


def test_looking_ahead_takes_the_win_it_sees():
    board = OthelloBoard()
    for square in (44, 29, 20, 45, 38, 43, 52, 37):
        board.play(square)
    solver = EndgameSolver(1)
    assert solver.look_ahead(board, 1) == 34  # c5 leaves White without a disc
    assert solver.look_ahead(OthelloBoard.from_masks(1, 0), 3) == PASS
