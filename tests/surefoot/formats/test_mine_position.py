"""Position files of JSMinesweeper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_inputs import damaged, layouts, refused_in_one_line
from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.layout import Layout, Position
from surefoot.formats.mine_position import (
    looks_like,
    read_board,
    read_boards,
    read_position,
    write_board,
    write_position,
)


def test_a_position_has_the_mine_total_and_what_is_seen() -> None:
    position = read_position("4x2x3\nH01I\nFO?x\n")
    assert position == Position(("#.1#", "FFF#"), 3)


def test_a_position_that_shows_every_mine_is_a_board() -> None:
    assert read_board("3x2x2\nM1H\n?F0".replace("?", "1")) == Layout(2, 3, (0, 4))
    with pytest.raises(FormatError, match="line 1: expected a board that shows all 3 mines, got 2"):
        read_board("3x2x3\nM1H\nF10")


def test_a_new_board_shows_its_mines_and_nothing_else() -> None:
    assert write_board(Layout(2, 3, (0, 5))) == "3x2x2\nMHH\nHHM\n"


@given(st.lists(layouts(with_start=False), min_size=1, max_size=3))
def test_boards_are_read_as_they_were_written(boards: list[Layout]) -> None:
    text = "".join(map(write_board, boards))
    assert looks_like(text)
    assert list(read_boards(text)) == boards
    assert read_board(write_board(boards[0])) == boards[0]


@given(
    st.integers(1, 6).flatmap(
        lambda cols: st.lists(st.text("#.12345678F", min_size=cols, max_size=cols), min_size=1, max_size=5)
    )
)
def test_a_position_is_read_as_it_was_written(lines: list[str]) -> None:
    position = Position(tuple(lines), 1)
    assert read_position(write_position(position)) == position


def test_a_position_without_a_mine_total_is_not_written() -> None:
    with pytest.raises(InvalidBoardError, match="needs a mine total"):
        write_position(Position(("#",)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: expected a header WxHxM, got nothing"),
        ("3x2\n", "line 1, column 1: expected a header WxHxM, got '3x2'"),
        ("3x2xq\n", "line 1: expected a number of at most nine digits, got 'q'"),
        ("0x2x0\n", "line 1: expected at least 1 row"),
        ("99999x99999x0\n", "line 1: expected at most 4000000 cells"),
        ("3x2x7\n", "line 1: expected at most 6 mines, got 7"),
        ("3x2x0\nHHH\n", "line 3: expected 2 rows, got 1"),
        ("3x2x0\nHHH\nHH\n", "line 3: row 2 has 2 cells, expected 3"),
        ("1x1x0\nH\nH\n", "line 3: expected the end after 1 rows"),
    ],
)
def test_a_broken_position_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_position(text)
    assert str(caught.value).startswith(message)


@given(layouts().flatmap(lambda layout: damaged(write_board(layout).encode())))
def test_a_damaged_position_is_read_or_refused(data: bytes) -> None:
    text = data.decode("latin-1")
    refused_in_one_line(lambda: read_position(text))
    refused_in_one_line(lambda: list(read_boards(text)))
