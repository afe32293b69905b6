"""``surefoot generate``: what it writes and how it ends."""

import json
import re
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from surefoot.cli import group
from surefoot.formats.sgt import read_id
from surefoot.formats.stream import read_boards
from surefoot.noguess.check import check_no_guess
from surefoot_core.measures import three_bv


def run(*arguments):
    return CliRunner().invoke(group, ["generate", *map(str, arguments)], standalone_mode=False)


def test_one_expert_board_is_one_game_id():
    result = run("--level", "expert")
    assert result.return_value == 0
    assert re.fullmatch(r"30x16:15,8,m[0-9a-f]{120}\n", result.stdout)
    assert check_no_guess(read_id(result.stdout.strip())).total


def test_the_options_name_the_board():
    result = run("--rows", 8, "--cols", 12, "--mines", 20, "--start", "0,11", "--count", 3, "--guarantee", "clues")
    boards = [read_id(line) for line in result.stdout.splitlines()]
    assert len(boards) == 3
    for board in boards:
        assert (board.rows, board.cols, len(board.mines), board.start) == (8, 12, 20, (0, 11))
        assert check_no_guess(board).clues
        assert not {10, 11, 22, 23} & set(board.mines)


@pytest.mark.parametrize("form", ["sgt", "json", "text", "mine", "mbf", "ptta", "board"])
def test_every_format_can_be_read_again(tmp_path, form):
    path = tmp_path / "boards"
    assert run("--count", 3, "--format", form, "--seed", 9, "-o", path).return_value == 0
    boards = list(read_boards(path.read_bytes(), format=form))
    expected = [read_id(line) for line in run("--count", 3, "--seed", 9).stdout.splitlines()]
    assert [board.mines for board in boards] == [board.mines for board in expected]


def test_json_carries_the_recipe():
    told = json.loads(run("--rows", 16, "--cols", 30, "--mines", 140, "--seed", 6, "--format", "json").stdout)
    assert told["recipe"] == {
        "rows": 16,
        "cols": 30,
        "mines": 140,
        "seed": 6,
        "number": 0,
        "start": [8, 15],
        "first_click": "opening",
        "guarantee": "total",
        "method": "repair",
        "polish": 20,
        "version": 1,
    }


def test_wishes_are_met():
    lines = run("--count", 5, "--3bv", "10..14", "--difficulty", "two", "--seed", 1).stdout.splitlines()
    assert len(lines) == 5
    for line in lines:
        board = read_id(line)
        assert three_bv(board.board()) in range(10, 15)
        assert check_no_guess(board).difficulty.hardest == "two"


@pytest.mark.parametrize("wishes", [[], ["--difficulty", "one"]])
@pytest.mark.parametrize("form", ["sgt", "json"])
def test_an_interrupted_run_goes_on_where_it_was(tmp_path, form, wishes):
    path, whole = tmp_path / "part", tmp_path / "whole"
    options = ["--count", 20, "--seed", 2, "--format", form, *wishes]
    run(*options, "-o", whole)
    data = whole.read_bytes()
    for cut in (0, 1, len(data) // 2, len(data) - 1, len(data)):
        path.write_bytes(data[:cut])
        result = run(*options, "-o", path, "--resume", "--jobs", 2)
        assert result.return_value == 0
        assert path.read_bytes() == data, cut


def test_ctrl_c_ends_a_run_without_losing_what_was_written(tmp_path):
    path, whole = tmp_path / "part", tmp_path / "whole"
    command = [sys.executable, "-m", "surefoot", "generate", "--seed", "8", "--jobs", "2", "--count", "1000000"]
    run_ = subprocess.Popen([*command, "-o", str(path)], stderr=subprocess.PIPE)
    while not path.exists() or path.stat().st_size < 1000:
        assert run_.poll() is None
        time.sleep(0.02)
    run_.send_signal(signal.SIGINT)
    _, told = run_.communicate(timeout=60)
    assert (run_.returncode, told.strip()) == (130, b"")
    data = path.read_bytes()
    assert data.endswith(b"\n")
    count = data.count(b"\n") + 5
    assert run("--seed", 8, "--count", count, "-o", path, "--resume").return_value == 0
    run("--seed", 8, "--count", count, "-o", whole)
    assert path.read_bytes() == whole.read_bytes()


def test_a_file_of_another_run_is_not_continued(tmp_path):
    path = tmp_path / "boards"
    run("--count", 3, "--seed", 1, "-o", path)
    before = path.read_bytes()
    result = run("--count", 6, "--seed", 2, "-o", path, "--resume")
    assert "board 3" in str(result.exception)
    assert path.read_bytes() == before


def test_no_boards_are_no_output():
    result = run("--count", 0)
    assert (result.stdout, result.return_value) == ("", 0)


def test_a_board_that_is_not_found_in_time_is_status_1():
    result = run("--rows", 30, "--cols", 30, "--mines", 400, "--method", "uniform", "--timeout", 0.1)
    assert result.return_value == 1
    assert result.stdout == ""
    assert "within 0.1 seconds" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["--rows", 5, "--cols", 5, "--mines", 17],
        ["--rows", 0, "--cols", 5, "--mines", 1],
        ["--rows", 10**9, "--cols", 10**9, "--mines", 1],
        ["--level", "expert", "--mines", 3],
        ["--rows", 5, "--cols", 5, "--mines", -1],
        ["--start", "9,9"],
        ["--first-click", "any"],
        ["--3bv", "x"],
        ["--resume"],
        ["--guarantee", "none", "--difficulty", "one"],
    ],
)
def test_impossible_orders_are_errors_at_once(arguments):
    result = run(*arguments)
    assert result.exception is not None
    assert result.stdout == ""
