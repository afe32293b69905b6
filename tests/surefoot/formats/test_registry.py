"""Every format by its name or its content."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_inputs import layouts, third_party
from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.layout import Layout
from surefoot.formats.registry import FORMATS, WRITABLE, detect, named, write_board
from surefoot.formats.stream import read_boards

NO_START = {"ptta", "mine", "mbf", "text", "board", "exercism"}


def as_carried(layout: Layout, name: str) -> Layout:
    """Return what is left of a board after it went through a format."""
    return Layout(layout.rows, layout.cols, layout.mines) if name in NO_START else layout


@pytest.mark.parametrize("name", WRITABLE)
@given(board=layouts(with_start=True))
def test_every_format_gives_its_board_back(name: str, board: Layout) -> None:
    assert list(read_boards(write_board(board, name), format=name)) == [as_carried(board, name)]


@pytest.mark.parametrize("name", [name for name in WRITABLE if name != "exercism"])
@given(board=layouts(with_start=True))
def test_every_format_is_found_by_its_content(name: str, board: Layout) -> None:
    data = write_board(board, name)
    assert detect(data).name == name
    assert list(read_boards(data)) == [as_carried(board, name)]


@pytest.mark.parametrize("name", ["sgt", "json", "text", "mine", "mbf", "ptta", "board"])
@given(boards=st.lists(layouts(with_start=True), min_size=1, max_size=4))
def test_boards_written_one_after_the_other_are_all_read(name: str, boards: list[Layout]) -> None:
    data = b"".join(write_board(board, name) for board in boards)
    carried = [as_carried(board, name) for board in boards]
    assert list(read_boards(data)) == carried
    assert list(read_boards(data, format=name)) == carried


def test_files_of_others_are_found_by_their_content() -> None:
    assert detect(third_party("sgt_mines.sav").read_bytes()).name == "sav"
    assert detect(third_party("ptta_links.txt").read_bytes()).name == "ptta"


def test_the_ending_decides_where_the_content_does_not() -> None:
    assert detect(b"*1x\n", name="/tmp/A.MINE").name == "mine"
    assert detect(b"*1.\n", name="/tmp/a.mine").name == "text"
    with pytest.raises(FormatError, match="byte 0: expected a board in one of the formats sgt, "):
        detect(b"*1x\n", name="a.txt")


def test_a_position_is_no_layout_unless_text_is_named() -> None:
    with pytest.raises(FormatError, match="expected a board in one of the formats"):
        detect(b"##1\n...\n")
    assert list(read_boards(b"##1\n...\n", format="text")) == [Layout(2, 3, ())]


def test_nothing_is_no_board() -> None:
    with pytest.raises(FormatError, match="byte 0: expected a board, got nothing"):
        detect(b" \n")


def test_a_game_id_needs_a_first_reveal() -> None:
    with pytest.raises(InvalidBoardError, match="needs a first reveal"):
        write_board(Layout(1, 1, ()), "sgt")


def test_replays_are_not_written() -> None:
    with pytest.raises(FormatError, match=r"expected a format that is written \(sgt, ptta, .*\), got 'avf'"):
        write_board(Layout(1, 1, ()), "avf")


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(FormatError, match=r"expected one of the formats sgt, .*, got 'png'"):
        named("png")
    assert all(format.name == name and format.title for name, format in FORMATS.items())
