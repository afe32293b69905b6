"""``surefoot explain`` at the command line."""

import json

from click.testing import CliRunner

from surefoot.cli.explain import command
from surefoot.proof.check import check

WALLED = "2###22###2\n2###22###2\n1232112321\n"


def run(text, *arguments):
    return CliRunner().invoke(command, ["-", *arguments], input=text, standalone_mode=False)


def test_json_has_the_verdict_the_clues_the_certificate_and_the_text():
    for mines, verdict in ((10, "safe"), (12, "mine")):
        result = run(WALLED, "--mines", str(mines), "--cell", "0,2", "--json")
        value = json.loads(result.output)
        assert result.return_value == 0
        assert (value["verdict"], value["total"]) == (verdict, True)
        check(WALLED.split(), mines, value["certificate"])
    value = json.loads(run(WALLED, "--mines", "11", "--cell", "0,2", "--json").output)
    assert (value["verdict"], value["certificate"], value["chance"]) == ("undecided", None, 0.5)
    assert [[0, 2] in layout for layout in value["layouts"]] == [False, True]
    assert json.loads(run(WALLED, "--mines", "11", "--cell", "0,0", "--json").output)["verdict"] == "revealed"


def test_the_board_shows_the_clues_and_the_cell():
    result = run("01###\n" * 4, "--mines", "5", "--cell", "0,2")
    assert result.output.splitlines()[:4] == [
        " . [1](#) #  # ", " .  1  #  #  # ", " . [1] #  #  # ", " . [1] #  #  #"
    ]  # fmt: skip
    assert result.output.splitlines()[4].startswith("Suppose (0,2) were safe.")


def test_both_layouts_of_an_undecided_cell_are_shown():
    output = run(WALLED, "--mines", "11", "--cell", "0,2").output
    assert "a layout in which it is safe:" in output
    assert "a layout in which it is a mine:" in output
    assert "(*)" in output


def test_a_contradiction_is_shown_with_exit_status_1():
    result = run("##1\n211\n...\n", "--mines", "2", "--cell", "0,0", "--json")
    assert result.return_value == 1
    value = json.loads(result.output)
    assert (value["verdict"], value["clues"], value["total"]) == ("contradiction", [[1, 0], [1, 1]], False)
    check(["##1", "211", "..."], 2, value["certificate"])
    result = run("##1\n211\n...\n", "--mines", "2", "--cell", "0,0")
    assert "[2][1]" in result.output


def test_bad_cells_are_named():
    assert "expected a row and a column" in str(run("1#\n", "--mines", "1", "--cell", "x").exception)
    assert "expected a cell of 1 x 2" in str(run("1#\n", "--mines", "1", "--cell", "5,5").exception)


def test_a_position_file_may_tell_the_mine_total_itself():
    position = "5x4x5\n01HHH\n01HHH\n01HHH\n01HHH\n"
    assert json.loads(run(position, "--cell", "0,2", "--json").output)["verdict"] == "mine"
    assert "expected --mines with the mine total" in str(run("1#\n", "--cell", "0,1").exception)
    plain = run("1.\n", "--mines", "1", "--cell", "0,1", "--style", "plain", "--json")
    assert json.loads(plain.output)["verdict"] == "mine"
