"""The judge: each grade, the risk, the safe cells that were there, and unavoidable guesses."""

import io
import json
from fractions import Fraction

import pytest
from click.testing import CliRunner
from hypothesis import given, settings

import oracles
from strategies import played_views
from surefoot.cli.hint import command as hint
from surefoot.cli.judge import command as judge
from surefoot.errors import FormatError, InconsistentViewError, InvalidCellError
from surefoot.model import Move
from surefoot.proof.hint import find_hint
from surefoot.proof.judge import Grade, judge_game, judge_move
from surefoot.proof.odds import odds
from surefoot.proof.unavoidable import unavoidable_guesses
from surefoot_core.board import Board
from surefoot_core.view import View

CASE_10 = ["..1#####", "112#####", "2#######"] + ["########"] * 5
WALLED = ["2###22###2", "2###22###2", "1232112321"]


@pytest.mark.parametrize(
    ("cell", "grade", "risk"),
    [
        ((2, 1), "provable-mine", 1),
        ((2, 2), "proved", 0),
        ((2, 3), "proved", 0),
        ((0, 3), "needless-guess", 0.5),
        ((5, 5), "needless-guess", 0.14),
    ],
)
def test_a_step_on_a_proven_mine_is_no_bad_luck(cell, grade, risk):
    judged = judge_move(View.from_text(CASE_10, 10), Move.REVEAL, cell)
    assert judged.grade.value == grade
    assert judged.risk == pytest.approx(risk)
    assert set(judged.safe_cells) == {(2, 2), (2, 3)}
    assert judged.safest in judged.safe_cells
    if grade in ("provable-mine", "needless-guess"):
        assert "2 safe cells were there" in judged.text


@pytest.mark.parametrize("cell", [(0, 2), (0, 7)])
def test_walled_in_cells_are_an_unavoidable_guess(cell):
    judged = judge_move(View.from_text(WALLED, 11), Move.REVEAL, cell)
    assert (judged.grade, judged.risk) == (Grade.UNAVOIDABLE_GUESS, pytest.approx(0.5))
    assert judged.layouts == (((0, 2),), ((0, 7),))
    assert judge_move(View.from_text(WALLED, 10), Move.REVEAL, cell).grade is Grade.PROVED
    assert judge_move(View.from_text(WALLED, 12), Move.REVEAL, cell).grade is Grade.PROVABLE_MINE


def test_the_first_move_is_a_forced_guess():
    judged = judge_move(View(3, 3, 2), Move.REVEAL, (1, 1))
    assert (judged.grade, judged.risk) == (Grade.FORCED_GUESS, pytest.approx(2 / 9))
    assert "none is safer" in judged.text


def test_a_forced_guess_is_compared_with_the_safest():
    view = View.from_text(["##2##", "#####", "#####", "#####", "#####"], 3)
    judged = judge_move(view, Move.REVEAL, (0, 1))
    assert judged.grade is Grade.FORCED_GUESS
    assert judged.risk > judged.least_risk
    assert "a forced guess with a risk of 40.0%" in judged.text


def test_flags_and_chords_are_judged_too():
    view = View.from_text(CASE_10, 10)
    assert judge_move(view, Move.FLAG, (2, 1)).grade is Grade.PROVED
    assert judge_move(view, Move.FLAG, (2, 2)).grade is Grade.PROVABLE_MINE
    assert judge_move(view, Move.FLAG, (0, 3)).grade is Grade.NEEDLESS_GUESS
    assert judge_move(view, Move.FLAG, (0, 3), [(0, 3)]).risk == 0
    assert judge_move(view, Move.CHORD, (1, 1), [(2, 1)]).grade is Grade.PROVED
    assert judge_move(view, Move.CHORD, (1, 1), [(2, 2)]).grade is Grade.PROVABLE_MINE
    assert judge_move(view, Move.CHORD, (0, 2), [(0, 3)]).risk == pytest.approx(0.5)
    assert judge_move(view, Move.CHORD, (0, 2)).text == "nothing is revealed"
    assert judge_move(view, Move.REVEAL, (0, 0)).text == "nothing is revealed"


def test_bad_positions_and_cells_are_refused():
    with pytest.raises(InvalidCellError, match="expected a cell of 8 x 8"):
        judge_move(View.from_text(CASE_10, 10), Move.REVEAL, (8, 0))
    with pytest.raises(InconsistentViewError):
        judge_move(View.from_text(["##1", "211", "..."], 2), Move.REVEAL, (0, 0))


def test_a_game_is_judged_move_by_move():
    board = Board.from_text(["*...", "....", "...*"])
    judged = list(judge_game(board, io.StringIO("r 0 3\n\nf 0 0\nr 2 3\n")))
    assert [judgement.move for judgement in judged] == ["r 0 3", "f 0 0", "r 2 3"]
    assert judged[0].grade is Grade.FORCED_GUESS
    assert judged[-1].grade is Grade.PROVABLE_MINE


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("r 0 0\nr 1 1\n", "line 2: the game has ended before this move"),
        ("x 0 0\n", "line 1: expected a move like 'r 3 4'"),
        ("r 0\n", "line 1: expected a move"),
        ("r -1 0\n", "line 1: expected a move"),
        ("r 9 9\n", "line 1: expected a cell of 3 x 4"),
    ],
)
def test_bad_moves_are_named_with_their_line(moves, said):
    board = Board.from_text(["*...", "....", "...*"])
    with pytest.raises(FormatError, match=said):
        list(judge_game(board, io.StringIO(moves)))


@settings(deadline=None, max_examples=40)
@given(played_views(max_cells=16, max_side=8))
def test_judgements_agree_with_brute_force(board):
    truth = oracles.truth(board.view, len(board.mines))
    view = View.from_text(board.view, len(board.mines))
    known = odds(view)
    assert {divmod(cell, board.cols) for cell in known.safe} == set(truth.safe)
    sets = unavoidable_guesses(view, known)
    for cell, chance in truth.probability.items():
        judged = judge_move(view, Move.REVEAL, cell)
        assert judged.risk == pytest.approx(float(chance))
        assert len(judged.safe_cells) == len(truth.safe)
        expected = {0: Grade.PROVED, 1: Grade.PROVABLE_MINE}.get(chance)
        if expected is None:
            expected = Grade.NEEDLESS_GUESS
            if not truth.safe:
                place = cell[0] * board.cols + cell[1]
                inside = [found for found in sets if place in found.cells]
                expected = Grade.UNAVOIDABLE_GUESS if inside else Grade.FORCED_GUESS
                assert all(found.risk == Fraction(chance) for found in inside)
        assert judged.grade is expected


def run(command, *arguments, stdin=None):
    return CliRunner().invoke(command, [str(argument) for argument in arguments], input=stdin, standalone_mode=False)


def test_the_command_judges_a_position(tmp_path):
    file = tmp_path / "position.txt"
    file.write_text("\n".join(CASE_10))
    result = run(judge, "--view", file, "--mines", 10, "--move", "2,1", "--json")
    value = json.loads(result.output)
    assert (value["move"], value["grade"], value["risk"], value["safe_cells"]) == ("r 2 1", "provable-mine", 1.0, 2)
    assert value["safest"] in ([2, 2], [2, 3])
    assert "provable-mine" in run(judge, "--view", file, "--mines", 10, "--move", "2,1").output


def test_the_command_judges_a_game():
    result = run(judge, "3x3:2,2,u880", "-", "--json", stdin="r 2 2\nr 1 1\n")
    assert [json.loads(line)["grade"] for line in result.output.splitlines()] == ["forced-guess", "forced-guess"]
    result = run(judge, "3x3:2,2,u880", "-", stdin="r 2 2\nnonsense\n")
    assert "forced-guess" in result.output
    assert "line 2" in str(result.exception)
    assert "expected BOARD and MOVES" in str(run(judge).exception)


@pytest.mark.parametrize("strength", [1, 2, 3])
def test_a_hint_says_no_more_than_asked_for(strength):
    value = json.loads(
        run(hint, "-", "--mines", 10, "--strength", strength, "--json", stdin="\n".join(CASE_10)).output
    )
    assert value["safe"]
    assert ("clues" in value) == (strength > 1)
    assert ("cell" in value) == (strength > 2)
    output = run(hint, "-", "--mines", 10, "--strength", strength, stdin="\n".join(CASE_10)).output
    assert ("[1]" in output) == (strength > 1)
    assert ("(#)" in output) == (strength > 2)


def test_without_a_safe_cell_a_hint_says_so():
    assert find_hint(View.from_text(WALLED, 11)) is None
    result = run(hint, "-", "--mines", 11, stdin="\n".join(WALLED))
    assert (result.return_value, result.output) == (1, "No cell is safe: a guess is needed.\n")
