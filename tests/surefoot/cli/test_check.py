"""``surefoot check``: what it prints and how it ends."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from surefoot.cli import group
from surefoot.cli.errors import one_line_errors
from surefoot.formats.registry import write_board
from surefoot.noguess.generate import generate

DATA = Path(__file__).resolve().parents[2] / "data"
ROWS = [json.loads(line) for line in (DATA / "boards.jsonl").read_text().splitlines()][::25]
CASE_01 = "9x9:4,4,m00b7d48a3e0231c419200"
GUESS = "5x5:3,0,ma6b3610"


def run(*arguments, text=""):
    return CliRunner().invoke(group, ["check", *arguments], input=text, standalone_mode=False)


def lines(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def expected(row):
    return {
        "id": row["id"],
        "no_guess": {"clues": row["clues_only"], "total": row["with_total"]},
        "opened": {"clues": row["opened_clues_only"], "total": row["opened_with_total"]},
    }


@pytest.mark.parametrize("how", ["pipe", "file", "arguments"])
def test_boards_are_answered_in_order(tmp_path, how):
    ids = [row["id"] for row in ROWS]
    text = "".join(f"{each}\n" for each in ids)
    (tmp_path / "boards.txt").write_text(text)
    arguments = {"pipe": ["-"], "file": [str(tmp_path / "boards.txt")], "arguments": ids}[how]
    result = run(*arguments, "--json", text=text if how == "pipe" else "")
    assert result.return_value == 1
    told = lines(result)
    assert [{key: line[key] for key in expected(ROWS[0])} for line in told] == [expected(row) for row in ROWS]


def test_the_exit_status_is_0_only_if_every_board_needs_no_guess():
    assert run(CASE_01, "--json").return_value == 0
    assert run(CASE_01, GUESS, "--json").return_value == 1


def test_a_start_on_a_mine_opens_nothing():
    (told,) = lines(run("2x2:0,0,u8", "--json"))
    assert told["no_guess"] == {"clues": False, "total": False}
    assert told["opened"] == {"clues": 0, "total": 0}


def test_a_bad_line_is_reported_with_its_number_and_the_next_one_follows():
    result = run("-", "--json", text=f"{CASE_01}\n5x5:zz\n\n2x2:u8\n{GUESS}\n")
    first, second, third, last = lines(result)
    assert result.return_value == 2
    assert (first["id"], last["id"]) == (CASE_01, GUESS)
    assert (second["line"], third["line"]) == (2, 4)
    assert second["error"].startswith("line 2, column 5: ")
    assert third["error"] == "line 4: expected a board with its first reveal (or --start), got none"


def test_sentences_for_people():
    result = run(CASE_01, GUESS, "5x5:0,0,m41e62c0", "nonsense:")
    assert result.return_value == 2
    assert result.stdout.splitlines() == [
        f"{CASE_01}  no guess, by the clues alone; hardest step: two clues; 3BV 22",
        f"{GUESS}  needs a guess: 10 of 20 safe cells open; 3BV 12",
        "5x5:0,0,m41e62c0  no guess, with the mine total; hardest step: the mine total; 3BV 9",
    ]
    assert result.stderr.startswith("surefoot: line 4")


def test_difficulty_and_measures_come_with_the_verdict():
    (told,) = lines(run(CASE_01, "--json", "--measures", "--start", "any"))
    assert told["difficulty"] == {"hardest": "two", "one": 50, "two": 12, "more": 0, "total": 0}
    assert (told["three_bv"], told["openings"], told["islands"], told["zini"]) == (22, 3, 4, 17)
    assert [4, 4] in told["starts"]
    for start in told["starts"]:
        row, col = start
        (again,) = lines(run(CASE_01.replace(":4,4,", f":{col},{row},"), "--json"))
        assert again["no_guess"]["total"]
    assert not any(cell in told["starts"] for cell in ([0, 0], [0, 8]))


@pytest.mark.parametrize("form", ["--csv"])
def test_jobs_change_nothing(form):
    text = "".join(f"{row['id']}\n" for row in ROWS) * 2 + "bad:\n"
    one, two = (run("-", form, "--jobs", jobs, text=text) for jobs in ("1", "2"))
    assert one.stdout == two.stdout
    assert one.return_value == two.return_value == 2
    assert one.stderr == two.stderr == "surefoot: 1 bad lines\n"


def test_a_changed_first_reveal_loses_the_promise_of_the_recipe():
    board = generate(9, 9, 10, seed=5)
    value = json.loads(write_board(board, "json"))
    moved = value | {"start": [0, 8]}
    del moved["id"]
    broken = value | {"recipe": {"seed": 1}}
    result = run("-", "--json", text="\n".join(map(json.dumps, (value, moved, broken))) + "\n")
    first, second, third = lines(result)
    assert (first["promise_holds"], second["promise_holds"]) == (True, False)
    assert "recipe" in third["error"]
    assert "made for another first reveal" in run("-", text=json.dumps(moved) + "\n").stdout


def test_csv_has_a_line_a_board():
    header, first, second = run(CASE_01, "1x1:zz", "--csv", "--start", "any").stdout.splitlines()
    assert header.split(",")[:3] == ["line", "id", "clues"]
    assert first.startswith(f'1,"{CASE_01}",1,1,46,46,two,50,12,0,0,22,,,')
    assert second.startswith("2,,,,")


def test_a_name_that_is_no_file_is_one_line_on_stderr(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["surefoot", "check", "no-such-file"])
    with pytest.raises(SystemExit) as raised:
        one_line_errors(group)
    assert raised.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_board_that_names_no_first_reveal_is_begun_where_asked():
    text = "*..\n...\n...\n"
    (told,) = lines(run("-", "--json", "--start", "2,2", text=text))
    assert told["id"].startswith("3x3:2,2,")
    assert told["no_guess"] == {"clues": True, "total": True}
    (told,) = lines(run("-", "--json", "--start", "any", text=text))
    assert told["id"].startswith("3x3:1,0,")
    assert len(told["starts"]) == 7
    # One that names its own keeps it.
    assert run(CASE_01, "--start", "0,0").stdout.startswith(CASE_01)
    assert "or --start" in run("-", text=text).stderr
    assert "row 9" in run("-", "--start", "9,2", text=text).stderr
