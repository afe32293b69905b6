"""Positions in any format, by their content."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_inputs import refused_in_one_line
from surefoot.errors import FormatError
from surefoot.formats.layout import Layout, Position
from surefoot.formats.mine_position import write_position
from surefoot.formats.ms_board import write_board
from surefoot.formats.positions import read_position

SEEN = Position(("#1.", "#F."), 1)


def test_a_position_is_found_by_its_content() -> None:
    layout = Layout(2, 3, (3,))
    assert read_position(write_position(SEEN).encode()) == SEEN
    assert read_position(write_board(layout, SEEN).encode()) == SEEN
    assert read_position(b"?analysis=adacaaabg\n") == Position(("...", "..."), 1)
    assert read_position(b"#10\n#F.\n", mines=1) == SEEN
    assert read_position(b".1 \n.F0\n", mines=1, style="plain") == SEEN


def test_another_mine_total_than_the_file_names_is_refused() -> None:
    assert read_position(write_position(SEEN).encode(), mines=1) == SEEN
    with pytest.raises(FormatError, match="line 1: expected a total of 2 mines, got 1"):
        read_position(write_position(SEEN).encode(), mines=2)


def test_a_board_file_without_a_view_has_no_position() -> None:
    with pytest.raises(FormatError, match=r"line 1: expected a section \[view\], got only a board"):
        read_position(write_board(Layout(1, 1, ())).encode())


@given(st.binary(max_size=100))
def test_random_bytes_are_read_or_refused(data: bytes) -> None:
    refused_in_one_line(lambda: read_position(data))
