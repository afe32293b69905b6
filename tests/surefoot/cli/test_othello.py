"""``surefoot othello``: its commands, their output and exit status."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from surefoot.cli.othello import command

DATA = Path(__file__).parents[2] / "data" / "othello"


def run(*words, given=None):
    result = CliRunner().invoke(command, words, input=given, standalone_mode=False)
    return result, result.output.splitlines()


def test_perft_counts_and_divides():
    assert run("perft", "6")[1] == ["8200"]
    assert run("perft", "9", "--pass-is-free")[1] == ["3005320"]
    assert run("perft", "8", "--divide")[1] == ["d3 97554", "c4 97554", "f5 97554", "e6 97554", "390216"]
    assert run("perft", "5", "--size", "4")[1] == ["424"]
    assert run("perft", "5", "--size", "4", "--pass-is-free")[1] == ["436"]


@pytest.mark.parametrize("words", [("perft",), ("perft", "x"), ("perft", "-1"), ("perft", "3", "--size", "5")])
def test_perft_refuses_what_it_cannot_count(words):
    assert run(*words)[0].exception is not None


@pytest.mark.parametrize("threads", ["1", "2"])
def test_solve_prints_an_object_a_position(threads):
    result, lines = run("solve", str(DATA / "endgame.obf"), "--all-moves", "--json", "--threads", threads)
    assert result.exception is None
    assert len(lines) == 40
    assert json.loads(lines[0]) == {"score": 36, "best": "g8", "moves": {"g8": 36, "a1": 24, "b4": 24}}


def test_solve_reads_standard_input():
    line = (DATA / "endgame.obf").read_text().splitlines()[0]
    for words in (("solve",), ("solve", "-")):
        _, lines = run(*words, "--json", given=line)
        assert json.loads(lines[0]) == {"score": 36, "best": "g8", "moves": {"g8": 36}}
    _, lines = run("solve", "--all-moves", given=line)
    assert lines[0].startswith("g8 +36 a1 +24 b4 +24 (6 empties, ")


def test_solve_says_pass_and_reads_other_sizes():
    _, lines = run("solve", "--size", "4", "--json", given="OX-------------- X\n-----OX--XO----- X\n")
    assert json.loads(lines[0]) == {"score": -16, "best": "pass", "moves": {"pass": -16}}
    assert json.loads(lines[1])["score"] == -10
    _, lines = run("solve", "--size", "4", given="OX-------------- X\nOO-------------- X\n")
    assert lines[0].startswith("pass -16 (14 empties, ")
    assert lines[1] == "-16 game over"


def test_solve_says_what_it_gave_up():
    start = "-" * 27 + "OX------XO" + "-" * 27 + " X\n"
    result, lines = run("solve", "--json", "--nodes", "1000", given=start)
    assert json.loads(lines[0]) == {"score": None, "best": None, "moves": {}, "complete": False}
    assert result.return_value == 1
    _, lines = run("solve", "--nodes", "1000", given=start)
    assert lines[0].startswith("unknown, limit reached (60 empties, ")


def test_solve_refuses_a_broken_line():
    result, _ = run("solve", given="\nXO X\n")
    assert str(result.exception) == "line 2: expected 64 squares, got 2"


def play(*words, moves):
    return run("play", *words, given="\n".join(moves) + "\n")


def test_two_people_play_a_whole_game():
    moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]
    _, lines = play("--computer", "none", moves=moves)
    assert lines[-2:] == ["Black wins 13-0, 64 with the empties", "".join(moves)]


def test_a_forced_pass_is_told():
    moves = [
        ["e6", "f6", "c4", "c5", "c6", "d6", "g7", "f4", "g4", "g6", "e7", "h8", "h6", "g5", "g8", "f8"],
        ["moves", "quit"],
    ]
    _, lines = play("--computer", "none", moves=[*moves[0], *moves[1]])
    assert "Black has no move and passes" in lines
    assert any(line.endswith("c3 g3 b4") for line in lines)


def test_wrong_words_are_told_and_the_game_goes_on():
    _, lines = play("--computer", "none", moves=["a1", "z9", "undo", "f5", "undo", "f5", "d6", "quit"])
    text = "\n".join(lines)
    assert "a1: expected a move that flips a disc, got one that flips none" in text
    assert "expected a square from a1 to h8, got 'z9'" in text
    assert "expected a move to take back, got an empty history" in text


def test_the_computer_answers_and_the_end_of_input_ends_the_game():
    _, lines = play("--size", "6", moves=["undo", "b3", "undo", "b3"])
    assert sum("White plays " in line for line in lines) == 2
    _, lines = play("--size", "4", "--computer", "black", moves=["quit"])
    assert any("Black plays " in line for line in lines)
