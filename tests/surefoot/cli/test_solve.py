"""``surefoot solve``: what it prints and how it ends."""

import json
import re
import sys

import click
import pytest
from click.testing import CliRunner
from rich.console import Console

from surefoot import Board
from surefoot.cli import group, main, solve
from surefoot.endless import Walk
from surefoot.formats.sgt import read_id

CASE_01 = "9x9:4,4,m00b7d48a3e0231c419200"
WON = ["--level", "expert", "--seed", "1"]
LAYOUT = "......\n......\n..**..\n"


def run(*arguments, text=""):
    return CliRunner().invoke(group, ["solve", *arguments], input=text, standalone_mode=False)


def told(result):
    return json.loads(result.stdout)


def test_an_expert_board_won_by_proofs_alone_as_json():
    result = run(*WON, "--json")
    assert result.return_value == 0
    answer = told(result)
    proved = answer.pop("proved")
    board = answer.pop("board")
    assert answer == {"result": "won", "opened": 381, "safe_total": 381, "guesses": 0}
    assert 0 < proved <= 381
    layout = read_id(board)
    drawn = Board(16, 30, 99, seed=1)
    drawn.reveal(8, 15)
    assert layout.start == (8, 15)
    assert [divmod(mine, 30) for mine in layout.mines] == drawn.mine_cells()


def test_the_board_in_the_answer_is_solved_the_same_again():
    first = told(run("--level", "intermediate", "--seed", "5", "--json"))
    again = told(run(first["board"], "--json"))
    assert again == first


def test_the_default_is_a_beginner_board_from_its_middle():
    layout = read_id(told(run("--json"))["board"])
    assert (layout.rows, layout.cols, len(layout.mines), layout.start) == (9, 9, 10, (4, 4))


def test_a_board_stuck_at_a_guess_ends_with_1():
    result = run("5x5:3,0,ma6b3610", "--json")
    assert result.return_value == 1
    answer = told(result)
    assert (answer["result"], answer["opened"], answer["safe_total"]) == ("stuck", 10, 20)


def test_a_first_reveal_on_a_mine_is_lost():
    result = run("2x2:0,0,u8", "--json")
    assert result.return_value == 1
    assert told(result)["result"] == "lost"
    assert told(result)["opened"] == 0


@pytest.mark.parametrize("how", ["pipe", "file"])
def test_a_layout_as_text_takes_its_start_from_the_options(tmp_path, how):
    (tmp_path / "layout.txt").write_text(LAYOUT)
    source = "-" if how == "pipe" else str(tmp_path / "layout.txt")
    answer = told(run(source, "--start", "0,0", "--json", text=LAYOUT))
    assert (answer["result"], answer["safe_total"]) == ("won", 16)
    assert read_id(answer["board"]).start == (0, 0)


def test_a_start_replaces_that_of_the_id():
    assert read_id(told(run(CASE_01, "--start", "8,8", "--json"))["board"]).start == (8, 8)


def test_the_final_board_and_the_table_for_people():
    result = run(*WON)
    assert result.return_value == 0
    assert "Won by proofs alone. 381 of 381 safe cells are open." in result.stdout
    assert "#" not in result.stdout
    for row in ("reveals", "proved by one clue", "proved by two clues", "SAT calls", "time"):
        assert re.search(rf"{row} +[0-9]", result.stdout), row
    assert "\x1b" not in result.stdout


def test_animation_needs_a_terminal_and_else_changes_nothing():
    assert "Won by proofs alone" in run(*WON, "--animate").stdout


def test_each_frame_of_the_animation_shows_the_board(monkeypatch):
    monkeypatch.setattr(solve, "FRAME", 0)
    monkeypatch.setattr(solve, "Console", lambda **how: Console(force_terminal=True, width=80, **how))
    result = run("--seed", "2", "--animate")
    assert result.return_value == 0
    assert result.stdout.count("\x1b[2K") > 10


@pytest.mark.parametrize(
    "arguments",
    [
        [CASE_01, "--level", "expert"],
        [CASE_01, "--seed", "0"],
        [CASE_01, "--first-click", "any"],
        [CASE_01, "--mines", "3"],
        ["--level", "expert", "--rows", "3"],
        ["--rows", "3", "--cols", "3"],
        ["--start", "9,9"],
        ["--start", "x"],
        ["--start", "-1,0"],
        ["--seed", "-1"],
        ["-"],
    ],
)
def test_options_that_do_not_go_together_are_refused(arguments):
    result = run(*arguments, text=LAYOUT)
    assert isinstance(result.exception, click.UsageError)


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-file"],
        ["9x9:zz"],
        ["--rows", "5", "--cols", "5", "--mines", "26"],
        ["--rows", "5", "--cols", "5", "--mines", "17", "--start", "2,2"],
        ["--rows", "100000", "--cols", "100000", "--mines", "1"],
    ],
)
def test_bad_input_is_one_line_and_ends_with_2(monkeypatch, capsys, arguments):
    monkeypatch.setattr(sys, "argv", ["surefoot", "solve", *arguments])
    with pytest.raises(SystemExit) as raised:
        main()
    assert raised.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


def test_an_endless_board_as_json_is_the_walk_of_the_library():
    arguments = ["--endless", "--density", "0.16", "--seed", "3", "--reveals", "100000", "--json"]
    answer = told(run(*arguments))
    assert answer == told(run(*arguments))
    digest = answer.pop("digest")
    assert digest == Walk("0.16", 3).go_on(100_000).digest
    assert answer == {"revealed": 100_000, "proved": 99_999, "guesses": 0, "losses": 0}


def test_an_endless_walk_can_stop_before_a_guess():
    result = run("--endless", "--density", "0.3", "--seed", "1", "--guess", "never", "--json")
    answer = told(result)
    assert result.return_value == 1
    assert answer["guesses"] == 0
    assert answer["revealed"] == answer["proved"] + 1 < 10_000
    assert "a guess is needed" in run("--endless", "--density", "0.3", "--seed", "1", "--guess", "never").stdout


def test_an_endless_board_as_a_table():
    result = run("--endless", "--density", "3/10", "--seed", "1", "--reveals", "2000")
    assert result.return_value == 0
    assert re.search(r"cells revealed +2,000\n", result.stdout)
    assert re.search(r"guesses +[1-9]", result.stdout)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--endless"], "expected --density with --endless"),
        (["--density", "0.2"], "expected --endless with --density"),
        (["--reveals", "5"], "expected --endless with --reveals"),
        (["--endless", "--density", "0.2", "--rows", "9"], "expected no --rows with --endless"),
        (["--endless", "--density", "0.2", CASE_01], "expected no BOARD with --endless"),
        (["--endless", "--density", "1"], "expected a number strictly between 0 and 1, got '1'"),
        (["--endless", "--density", "1/0"], "expected a number strictly between 0 and 1, got '1/0'"),
    ],
)
def test_options_of_an_endless_board_that_do_not_fit(arguments, message):
    error = run(*arguments).exception
    assert isinstance(error, click.UsageError)
    assert message in error.format_message()
