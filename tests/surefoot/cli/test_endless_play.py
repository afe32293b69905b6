"""``surefoot play --endless``, by lines as they are piped in."""

import re

import click
import click.testing
import pytest

from surefoot.cli.play import command
from surefoot_core.endless import EndlessBoard


def play(lines: str, *words: str) -> click.testing.Result:
    words = words or ("--density", "0.18", "--seed", "3")
    return click.testing.CliRunner().invoke(command, ["--endless", *words], input=lines, standalone_mode=False)


def windows(result: click.testing.Result) -> list[tuple[str, str]]:
    """Return each board that was shown and the line below it."""
    return re.findall(r"((?:^[#.*F1-8 ]+\n)+)(rows .*)", result.stdout, re.MULTILINE)


def test_the_window_follows_the_moves_and_scrolls():
    result = play("0 0\ns\nd\nw\na\ng -40 100\nr -40 101\nq\n")
    assert result.return_value == 0
    shown = windows(result)
    places = [line.split(";")[0] for _, line in shown]
    assert places == [
        "rows -7 to 7, columns -14 to 14",
        "rows -7 to 7, columns -14 to 14",
        "rows 0 to 14, columns -14 to 14",
        "rows 0 to 14, columns 0 to 28",
        "rows -7 to 7, columns 0 to 28",
        "rows -7 to 7, columns -14 to 14",
        "rows -47 to -33, columns 86 to 114",
        "rows -47 to -33, columns 86 to 114",
    ]
    board = EndlessBoard("0.18", 3)
    board.reveal(0, 0)
    text = board.window(-7, -14, 15, 29).to_text()
    assert shown[1][0].replace(" ", "") == text + "\n"
    assert all(len(lines.splitlines()) == 15 for lines, _ in shown)


def test_flags_chords_mines_and_hints():
    result = play("0 0\nh\nf -1 -1\nq\n")
    row, col = map(int, re.search(r"\((-?\d+),(-?\d+)\) is safe", result.stdout).groups())
    board = EndlessBoard("0.18", 3)
    board.reveal(0, 0)
    board.reveal(row, col)
    assert board.losses == 0
    boards = windows(play("0 0\nf 3 7\nq\n"))
    assert boards[-1][0].splitlines()[10].split()[21] == "F"
    mine = next(c for c in range(5, 50) if probe(c))
    hit = windows(play(f"0 0\nr 0 {mine}\nq\n"))[-1]
    assert "1 mines hit" in hit[1]
    assert "*" in hit[0]


def probe(col: int) -> bool:
    board = EndlessBoard("0.18", 3)
    board.reveal(0, 0)
    board.reveal(0, col)
    return board.losses == 1


def test_bad_lines_are_told_by_number():
    result = play("x\nf 1 z\n99999999999999999999 0\n0 0\n")
    assert result.return_value == 2
    assert [line.split(":")[1] for line in result.stderr.splitlines()] == [" line 1", " line 2", " line 3"]
    assert "31 cells revealed" in result.stdout


@pytest.mark.parametrize(
    "words", [["--density", "0.2", "--rows", "9"], ["--density", "0.2", "--flood-removes-flags"], ["--seed", "3"]]
)
def test_options_of_a_board_with_edges_are_refused(words):
    error = play("", *words).exception
    assert isinstance(error, click.UsageError)
    assert "with --endless" in error.format_message()
