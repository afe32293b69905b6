"""``surefoot analyse``: what it prints and how it ends."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from surefoot.cli import group
from surefoot.cli.analyse import digits

DATA = Path(__file__).resolve().parents[2] / "data"
CASE_09 = ".1###\n.2###\n.2###\n.1###\n"
ANSWER_09 = {
    "consistent": True,
    "safe": [[0, 2], [3, 2]],
    "mine": [[1, 2], [2, 2]],
    "layouts": "8",
    "probability": [[None, None, chance, 0.125, 0.125] for chance in (0, 1, 1, 0)],
    "safest": [0, 2],
}


def run(*arguments, text=""):
    return CliRunner().invoke(group, ["analyse", *arguments], input=text, standalone_mode=False)


def lines(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def hard(name):
    rows = map(json.loads, (DATA / "hard_positions.jsonl").read_text().splitlines())
    return next(row for row in rows if row["name"] == name)


def test_one_position_as_json():
    result = run("-", "--mines", "3", "--json", text=CASE_09)
    assert result.return_value == 0
    assert lines(result) == [ANSWER_09]


def test_a_position_of_a_file_for_people(tmp_path):
    (tmp_path / "position.txt").write_text(CASE_09)
    result = run(str(tmp_path / "position.txt"), "--mines", "3")
    assert result.return_value == 0
    assert " .   2  100  12  12" in result.stdout
    assert "2 safe cells: (0,2) (3,2)" in result.stdout
    assert "2 forced mines: (1,2) (2,2)" in result.stdout
    assert "layouts: 8\nsafest: (0,2), 0 %" in result.stdout


def test_zeros_may_be_dots_or_digits_and_plain_is_read_only_on_request():
    ours = lines(run("--mines", "3", "--json", text=CASE_09.replace(".", "0")))
    plain = CASE_09.replace(".", " ").replace("#", ".")
    assert lines(run("--mines", "3", "--json", "--style", "plain", text=plain)) == ours
    assert lines(run("--mines", "3", "--json", text=CASE_09)) == ours


def test_the_clues_alone_say_less():
    case_08 = "..1#\n.13#\n12##\n##3#\n####\n"
    assert [3, 1] in lines(run("--mines", "6", "--json", text=case_08))[0]["safe"]
    clues = lines(run("--mines", "6", "--json", "--reasoning", "clues", text=case_08))[0]
    assert [3, 1] not in clues["safe"]


def test_the_clues_alone_need_no_mine_total():
    (told,) = lines(run("-", "--reasoning", "clues", "--json", text=CASE_09))
    assert told["safe"] == [[0, 2], [3, 2]]


def test_a_contradiction_names_its_clues_and_ends_with_1():
    result = run("--mines", "2", "--json", text="##1\n211\n...\n")
    assert result.return_value == 1
    assert lines(result) == [{"consistent": False, "conflict": {"clues": [[1, 0], [1, 1]], "total": False}}]
    people = run("--mines", "9", text="2###22###2\n2###22###2\n1232112321\n")
    assert people.return_value == 1
    assert "and the mine total contradict each other" in people.stderr
    assert people.stdout == ""


def test_flags_are_hidden_cells_unless_they_are_trusted():
    assert lines(run("--mines", "1", "--json", text="F1#\n11#\n"))[0]["mine"] == [[0, 0]]
    trusted = lines(run("--mines", "1", "--json", "--trust-flags", text="F1#\n11#\n"))[0]
    assert (trusted["safe"], trusted["mine"]) == ([[0, 2], [1, 2]], [])
    assert trusted["probability"] == [[1, None, 0], [None, None, 0]]


def test_lines_are_answered_in_order_and_bad_ones_are_told():
    given = [
        '{"view": [".1###", ".2###", ".2###", ".1###"], "mines": 3}',
        '{"view": ["##1", "211", "..."], "mines": 2}',
        "nonsense",
        '{"view": ["#?"], "mines": 1}',
        '{"view": ["#"], "mines": "all"}',
        '{"view": ["F1#", "11#"], "mines": 1, "trust_flags": true}',
    ]
    result = run("--jsonl", text="\n".join(given) + "\n")
    told = lines(result)
    assert result.return_value == 2
    assert len(told) == len(given)
    assert told[0] == ANSWER_09
    assert told[1] == {"consistent": False, "conflict": {"clues": [[1, 0], [1, 1]], "total": False}}
    assert [list(line) for line in told[2:5]] == [["error"]] * 3
    assert (told[5]["safe"], told[5]["mine"]) == ([[0, 2], [1, 2]], [])


@pytest.mark.parametrize(("last", "status"), [("[]", 2), ('{"view": ["##1", "211", "..."], "mines": 2}', 1), ("", 0)])
def test_the_worst_line_decides_the_exit_status(last, status):
    assert run("--jsonl", text='{"view": ["#"], "mines": 1}\n' + last).return_value == status


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        "{}",
        '{"view": "###", "mines": 1}',
        '{"view": ["#", 1], "mines": 1}',
        '{"view": ["#"], "mines": true}',
        '{"view": ["#"], "mines": 1.5}',
        '{"view": ["#"], "mines": -1}',
        '{"view": ["#"], "mines": 99999999999999999999}',
        '{"view": ["#", "##"], "mines": 1}',
        '{"view": [], "mines": 0}',
        '{"view": [""], "mines": 0}',
        '{"view": ["#"], "mines": 1, "trust_flags": "yes"}',
        "[" * 100000,
        "\x00",
    ],
)
def test_an_unreadable_line_is_an_error_and_no_crash(line):
    result = run("--jsonl", text=line + "\n")
    assert result.return_value == 2
    assert [list(told) for told in lines(result)] == [["error"]]


@pytest.mark.parametrize("more", [["--engine", "count"], ["--engine", "sat"], ["--verify"]])
def test_all_engines_give_the_same_answer(more):
    assert lines(run("--mines", "3", "--json", *more, text=CASE_09)) == [ANSWER_09]


def test_without_the_chances_the_answer_is_not_complete():
    row = hard("lattice-8")
    arguments = ["--mines", str(row["mines"]), "--trust-flags", "--json", "--nodes", "50", "--reasoning", "clues"]
    (answer,) = lines(run(*arguments, text="\n".join(row["view"])))
    assert answer["complete"] is False
    assert answer["layouts"] is None
    assert answer["safest"] is None


def test_a_number_of_any_length_is_written_out():
    for number in (0, 7, 10**3999, 10**4000, 3**20001, 10**9001 - 1):
        text = digits(number)
        assert len(text) <= 4300 or len(text.lstrip("0")) == len(text)
        value = 0
        for place in range(0, len(text), 4000):
            part = text[place : place + 4000]
            value = value * 10 ** len(part) + int(part)
        assert value == number


def test_a_picture_is_written(tmp_path):
    pytest.importorskip("matplotlib")
    assert run("--mines", "3", "--png", str(tmp_path / "chances.png"), text=CASE_09).return_value == 0
    assert (tmp_path / "chances.png").read_bytes().startswith(b"\x89PNG")


def test_a_limit_is_told():
    row = hard("matching-9")
    arguments = ["--mines", str(row["mines"]), "--trust-flags", "--json", "--conflicts", "50", "--nodes", "50"]
    assert lines(run(*arguments, text="\n".join(row["view"])))[0]["complete"] is False


def ended(*arguments, text=""):
    command = [sys.executable, "-m", "surefoot", "analyse", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["-"], "#1\n"),
        (["-", "--mines", "-1"], "#1\n"),
        (["no-such-file", "--mines", "1"], ""),
        (["-", "--mines", "1"], "#x\n"),
        (["-", "--mines", "9"], "#1\n"),
        (["--jsonl", "--mines", "1"], ""),
    ],
)
def test_bad_input_is_one_line_and_ends_with_2(arguments, text):
    process = ended(*arguments, text=text)
    assert process.returncode == 2
    assert process.stdout == ""
    assert len(process.stderr.splitlines()) == 1
    assert process.stderr.startswith("surefoot: ")


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to another process")
@pytest.mark.parametrize(("name", "reasoning"), [("lattice-24", "total")])
def test_ctrl_c_ends_a_long_solve_without_a_traceback(tmp_path, name, reasoning):
    row = hard(name)
    (tmp_path / "position").write_text("\n".join(row["view"]))
    command = [sys.executable, "-m", "surefoot", "analyse", str(tmp_path / "position"), "--trust-flags"]
    command += ["--mines", str(row["mines"]), "--reasoning", reasoning]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(1.5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        try:
            told, complaint = process.communicate(timeout=20)
        finally:
            process.kill()  # whatever happens, the test ends
    assert process.returncode == 130
    assert told == ""
    assert "Traceback" not in complaint


def test_lines_carry_the_topology_and_what_a_cell_can_hold():
    given = [
        '{"view": ["1#", "##"], "topology": "torus", "mines": 1}',
        '{"view": ["1#", "##"], "topology": "hex", "density": 0.25}',
        '{"view": ["1###"], "neighbours": [[1, 2], [0], [0], []]}',
        '{"view": ["3#", "##"], "max_mines_per_cell": 2, "mines": 5}',
        '{"view": ["a##"], "neighbours": [[1, 2], [0], [0]], "max_mines_per_cell": 4, "mines": 9}',
    ]
    torus, hexagons, graph, several, contradictory = lines(run("--jsonl", text="\n".join(given) + "\n"))
    assert torus["layouts"] == "3"
    # On hexagons the cell below is a neighbour and the one beside that is not: the density is left to it.
    assert hexagons["probability"] == [[None, 0.5], [0.5, 0.25]]
    assert graph["layouts"] == "4"
    assert graph["safest"] == [0, 1]
    assert "holds" not in graph
    assert several == {"consistent": False, "conflict": {"clues": [[0, 0]], "total": True}}
    assert contradictory == {"consistent": False, "conflict": {"clues": [[0, 0]], "total": False}}


def test_cells_with_several_mines_tell_the_chance_of_each_number():
    line = '{"view": ["2##"], "max_mines_per_cell": 2}'
    found = lines(run("--jsonl", text=line))[0]
    assert found["mine"] == [[0, 1]]
    assert found["holds"] == [[None, [0, 0, 1], [0.25, 0.5, 0.25]]]


def test_text_with_a_head_is_a_view_of_its_kind():
    result = run("--json", text="topology: hex\ndensity: 1/4\n1#\n##\n")
    assert lines(result)[0]["probability"] == [[None, 0.5], [0.5, 0.25]]
    shown = run(text="topology: hex\nmines: 1\n1#\n##\n").stdout.splitlines()
    assert shown[1].startswith("  ")
    error = run("--mines", "1", text="topology: hex\nmines: 1\n1#\n##\n").exception
    assert "with a view that has a head" in error.format_message()
