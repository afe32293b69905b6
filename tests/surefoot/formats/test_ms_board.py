"""Board files of ms-toollib."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_inputs import damaged, layouts, refused_in_one_line
from surefoot.errors import FormatError
from surefoot.formats.layout import Layout, Position
from surefoot.formats.ms_board import looks_like, read_board, read_boards, read_file, write_board

FILE = """\
# MINESWEEPER-BOARD v0.1
# Render: ascii
# a comment
rows: 2
columns: 3
mines: 1
game_mode: classic
author: a: b
[real]
*10
110
[view]
X10
?@#
"""


def test_both_sections_are_read() -> None:
    found = read_file(FILE)
    assert found.layout == Layout(2, 3, (0,))
    assert found.position == Position(("F1.", "#F#"), 1)
    assert looks_like(FILE)


def test_a_file_may_hold_only_a_position() -> None:
    text = FILE.replace("[real]\n*10\n110\n", "")
    assert read_file(text).layout is None
    with pytest.raises(FormatError, match=r"line 1: expected a section \[real\], got only a position"):
        read_board(text)


@given(st.lists(layouts(with_start=False), min_size=1, max_size=3))
def test_boards_are_read_as_they_were_written(boards: list[Layout]) -> None:
    assert list(read_boards("".join(map(write_board, boards)))) == boards


def test_a_position_is_written_beside_its_board() -> None:
    found = read_file(FILE)
    assert found.layout
    text = write_board(found.layout, found.position, game_mode="upk")
    assert "\ngame_mode: upk\n" in text
    assert read_file(text) == found


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (FILE, "", "line 1, column 1: expected '# MINESWEEPER-BOARD v0.1', got nothing"),
        ("v0.1", "v0.2", "line 1, column 21: expected version v0.1"),
        ("ascii", "emoji", "line 2: expected a board in ascii"),
        ("rows: 2", "rows; 2", "line 4, column 1: expected 'key: value', got 'rows; 2'"),
        ("rows: 2", "rows: two", "line 4: expected a number of at most nine digits, got 'two'"),
        ("rows: 2", "rows: 0", "line 4: expected at least 1 row"),
        ("rows: 2", "rows: 999999999", "line 4: expected at most 4000000 cells"),
        ("rows: 2", "rows: 3", "line 9: expected 3 rows, got 2"),
        ("mines: 1", "mines: 7", "line 6: expected at most 6 mines, got 7"),
        ("mines: 1", "mines: 2", "line 9: expected 2 mines as named, got 1"),
        ("mines: 1\n", "", "line 1: expected a line 'mines: ...', got none"),
        ("[view]", "[real]", "line 12: expected [real] once, got it twice"),
        ("*10\n110", "*10\n120", "line 11, column 2: expected the clue 1, got 2"),
        ("*10\n", "*1\n", "line 10: row 1 has 2 cells, expected 3"),
        ("?@#", "?9#", "line 14, column 2: expected one of 'U012345678F?X@#', got '9'"),
        (FILE[FILE.index("[real]") :], "", "line 1: expected a section [real] or [view], got none"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(old: str, new: str, message: str) -> None:
    assert old in FILE
    with pytest.raises(FormatError) as caught:
        read_file(FILE.replace(old, new))
    assert str(caught.value).startswith(message)


@given(layouts().flatmap(lambda layout: damaged(write_board(layout).encode())) | damaged(FILE.encode()))
def test_a_damaged_file_is_read_or_refused(data: bytes) -> None:
    text = data.decode("latin-1")
    refused_in_one_line(lambda: read_file(text))
    refused_in_one_line(lambda: list(read_boards(text)))
