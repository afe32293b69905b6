"""Save files of Simon Tatham's Mines."""

import pytest
from hypothesis import given

from format_inputs import damaged, layouts, refused_in_one_line, third_party
from surefoot.errors import FormatError
from surefoot.formats.layout import Layout
from surefoot.formats.sav import looks_like, read_save, write_save
from surefoot.formats.sgt import write_id

SAVE = (
    b"SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n"
    b"VERSION :1:1\n"
    b"GAME    :5:Mines\n"
    b"PARAMS  :3:9x9\n"
    b"CPARAMS :3:3x2\n"
    b"DESC    :7:2,1,u48\n"
    b"MOVE    :4:O2,1\n"
)


def test_the_board_is_that_of_the_parameters_in_play() -> None:
    assert looks_like(SAVE)
    assert read_save(SAVE) == Layout(2, 3, (1, 4), (1, 2))
    assert read_save(SAVE.replace(b"CPARAMS :3:3x2\n", b"").replace(b"9x9", b"3x2")).rows == 2
    assert read_save(SAVE.replace(b"\n", b"\r\n")).cols == 3


def test_a_save_file_of_sgt_puzzles_is_read() -> None:
    layout = read_save(third_party("sgt_mines.sav").read_bytes())
    assert write_id(layout) == "9x9:0,0,me0691ca8a278f3c371688"
    assert len(layout.mines) == 35


@given(layouts(with_start=True))
def test_a_save_file_gives_the_board_back(layout: Layout) -> None:
    assert read_save(write_save(layout)) == layout


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"GAME    :5:Mines", b"GAME    :4:Loop", "byte 78: expected the game 'Mines', got 'Loop'"),
        (b"DESC    ", b"DUSC    ", "byte 149: expected an entry DESC, got none"),
        (b"DESC    :7", b"DESC    ;7", "byte 114: expected a key of eight characters and ':'"),
        (b"DESC    :7", b"DESC    :x", "byte 123: expected a length and ':'"),
        (b"DESC    :7", b"DESC    :99", "byte 126: expected 99 more bytes, got 24"),
        (b"u48", b"u4", "byte 125: game id of parameters and description, column 10: expected 2"),
    ],
)
def test_a_broken_save_file_is_refused_with_its_offset(old: bytes, new: bytes, message: str) -> None:
    assert old in SAVE
    data = SAVE.replace(old, new)
    if new == b"u4":
        data = data.replace(b":7:", b":6:")
    with pytest.raises(FormatError) as caught:
        read_save(data)
    assert str(caught.value).startswith(message)


def test_an_empty_file_is_no_save_file() -> None:
    with pytest.raises(FormatError, match="byte 0: expected an entry SAVEFILE, got none"):
        read_save(b"")


@given(layouts(with_start=True).flatmap(lambda layout: damaged(write_save(layout))))
def test_a_damaged_save_file_is_read_or_refused(data: bytes) -> None:
    refused_in_one_line(lambda: read_save(data))
