"""Layouts as plain text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_inputs import damaged, layouts, refused_in_one_line
from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.layout import Layout, Position
from surefoot.formats.text import (
    looks_like,
    read_layout,
    read_layouts,
    read_position,
    write_layout,
    write_position,
)


@given(layouts(with_start=False))
def test_a_layout_is_read_as_it_was_written(layout: Layout) -> None:
    text = write_layout(layout)
    assert read_layout(text) == layout
    assert read_layout(text.replace(".", " ").rstrip("\n")) == layout
    assert looks_like(text)


def test_anything_but_a_star_is_no_mine() -> None:
    assert read_layout("*1.\n #F\n") == Layout(2, 3, (0,))


@given(st.lists(layouts(with_start=False), min_size=1, max_size=4))
def test_empty_lines_stand_between_boards(boards: list[Layout]) -> None:
    text = "\n" + "\n\n".join(map(write_layout, boards))
    assert list(read_layouts(text)) == boards


@given(
    st.integers(1, 6).flatmap(
        lambda cols: st.lists(st.text("#.12345678F", min_size=cols, max_size=cols), min_size=1, max_size=5)
    ),
    st.sampled_from(["surefoot", "plain"]),
)
def test_a_position_is_read_as_it_was_written_in_either_style(lines: list[str], style: str) -> None:
    position = Position(tuple(lines), 1)
    assert read_position(write_position(position, style=style), mines=1, style=style) == position


def test_a_dot_is_a_zero_in_our_style_and_hidden_in_the_plain_one() -> None:
    assert read_position("#.\n0F").lines == ("#.", ".F")
    assert read_position(". \n0F", style="plain").lines == ("#.", ".F")


def test_blanks_and_the_marks_of_explanations_between_cells_are_skipped_in_our_style() -> None:
    assert read_position(". 1 #\nF 2 # \n").lines == (".1#", "F2#")
    assert read_position(" .  1 (#)\n[1] 2  # \n").lines == (".1#", "12#")
    with pytest.raises(FormatError, match="line 2, column 2: expected one of"):
        read_position(". 1\n. ?")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected a board, got nothing"),
        ("...\n..\n", "line 2: row 2 has 2 cells, expected 3"),
        ("...\n\n...", "line 2: row 2 has 0 cells, expected 3"),
        ("..\n.\x07", "line 2, column 2: expected a printable character, got '\\x07'"),
    ],
)
def test_a_broken_layout_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_layout(text)
    assert str(caught.value) == message


def test_a_broken_position_is_refused_with_its_place() -> None:
    with pytest.raises(FormatError, match=r"line 1, column 2: expected one of '#\.012345678F', got '9'"):
        read_position("#9")
    with pytest.raises(FormatError, match=r"line 2, column 1: .* got '#'"):
        read_position(".\n#", style="plain")
    with pytest.raises(InvalidBoardError, match="mine total"):
        read_position("#", mines=2)


def test_the_second_broken_board_of_a_file_is_named_by_its_line() -> None:
    boards = read_layouts("*.\n..\n\n..\n*\n")
    assert next(boards) == Layout(2, 2, (0,))
    with pytest.raises(FormatError, match="line 5: row 2 has 1 cells, expected 2"):
        next(boards)


@given(layouts().flatmap(lambda layout: damaged(write_layout(layout).encode())))
def test_damaged_text_is_read_or_refused(data: bytes) -> None:
    text = data.decode("latin-1")
    refused_in_one_line(lambda: read_layout(text))
    refused_in_one_line(lambda: list(read_layouts(text)))
    refused_in_one_line(lambda: read_position(text))
    refused_in_one_line(lambda: read_position(text, style="plain"))
