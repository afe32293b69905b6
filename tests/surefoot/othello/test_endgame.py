"""The Othello endgame as the library shows it."""

import random
from pathlib import Path

import pytest

from format_inputs import third_party
from surefoot.model import Limit
from surefoot.othello import PASS, OthelloBoard, OthelloGame
from surefoot.othello.computer import Computer
from surefoot.othello.endgame import solve, solve_many
from surefoot.othello.obf import MoveScore, read_obf
from surefoot_core.othello_endgame import EndgameSolver

DATA = Path(__file__).parents[2] / "data" / "othello"


def test_the_score_comes_with_a_best_move_and_on_request_with_all():
    [position] = read_obf((DATA / "endgame.obf").read_text().splitlines()[0])
    ending = solve(position.board)
    assert (ending.score, ending.best) == (36, 62)
    assert ending.moves == (MoveScore(62, 36),)
    assert ending.nodes > 0
    assert solve(position.board, all_moves=True).moves == (
        MoveScore(62, 36),
        MoveScore(0, 24),
        MoveScore(25, 24),
    )


def test_a_side_that_must_pass_has_the_pass_as_its_best_move():
    ending = solve(OthelloBoard.from_masks(2, 1))
    assert (ending.score, ending.best, ending.moves) == (-64, PASS, (MoveScore(PASS, -64),))


def test_a_finished_game_has_a_score_and_no_move():
    ending = solve(OthelloBoard.from_masks(0b1, 0))
    assert (ending.score, ending.best, ending.moves) == (64, None, ())


def test_beyond_the_limit_nothing_is_claimed():
    ending = solve(OthelloBoard(), limit=Limit(nodes=5000))
    assert (ending.score, ending.best, ending.moves) == (None, None, ())
    assert ending.nodes >= 5000


@pytest.mark.parametrize("threads", [1, 2])
def test_answers_come_in_order_from_any_number_of_threads(threads):
    positions = read_obf((DATA / "endgame.obf").read_text())
    endings = solve_many((position.board for position in positions), threads=threads, megabytes=1)
    for position, ending in zip(positions, endings, strict=True):
        assert ending.score == max(move.score for move in position.scores)


def test_no_thread_is_no_way_to_solve():
    with pytest.raises(ValueError, match="at least 1 thread, got 0"):
        next(solve_many([], threads=0))


def test_ffo_1_to_19_have_the_scores_of_every_move():
    solver = EndgameSolver(16)
    for position in read_obf(third_party("ffo.obf").read_text())[:19]:
        ending = solve(position.board, all_moves=True, solver=solver)
        scores = {move.square: move.score for move in position.scores}
        assert {move.square: move.score for move in ending.moves} == scores, position


def test_ffo_20_to_34_have_the_best_score():
    """The rest of the collection, to 44, is solved by the benchmark."""
    solver = EndgameSolver(64)
    for position in read_obf(third_party("ffo.obf").read_text())[19:34]:
        ending = solve(position.board, solver=solver)
        scores = {move.square: move.score for move in position.scores}
        assert ending.score == max(scores.values()) == scores[ending.best], position


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_the_computer_beats_a_random_player(size):
    computer = Computer(depth=3, exact_from=10)
    for seed in range(4 if size < 10 else 2):
        draw = random.Random(seed)
        game = OthelloGame(size=size)
        black = seed % 2 == 0 or size == 4
        while not game.over:
            if game.black_to_move is not black:
                game.play(computer.choose(game.board))
            else:
                game.play(draw.choice(game.legal_moves()))
        assert game.result is not None
        assert game.result.score * (-1 if black else 1) > 0, (size, seed, game.history)


def test_the_computer_plays_the_endgame_without_a_mistake():
    computer = Computer(exact_from=12)
    for position in read_obf((DATA / "endgame.obf").read_text()):
        scores = {move.square: move.score for move in position.scores}
        assert scores[computer.choose(position.board)] == max(scores.values())
