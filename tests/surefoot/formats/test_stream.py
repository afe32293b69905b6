"""Files of many boards, one after the other."""

import json
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_inputs import DATA, damaged, layouts, refused_in_one_line, third_party
from surefoot.errors import FormatError
from surefoot.formats.layout import Layout
from surefoot.formats.registry import WRITABLE, write_board
from surefoot.formats.sgt import write_id
from surefoot.formats.source import MAX_BYTES
from surefoot.formats.stream import Line, read_boards, read_stream

BOARD = Layout(2, 3, (1, 4), (1, 2))
ID = b"3x2:2,1,u48"
LINK = b"https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?b=32&m=90"


def read(data: bytes, **options: str) -> list[Line]:
    return list(read_stream(BytesIO(data), **options))


def shown(lines: list[Line]) -> list[tuple[int, str]]:
    return [(line.number, str(line.error) if line.error else "board") for line in lines]


def test_lines_of_all_kinds_may_follow_each_other() -> None:
    address = b"https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/mines.html#" + ID
    data = b"\n".join([ID, b"", b"  " + LINK + b"\r", b'{"id": "' + ID + b'"}', address])
    lines = read(data)
    assert [line.number for line in lines] == [1, 3, 4, 5]
    assert [line.layout for line in lines] == [BOARD, Layout(2, 3, (1, 4)), BOARD, BOARD]


def test_bad_lines_are_numbered_and_not_fatal() -> None:
    data = b"no board\n" + ID + b"\n3x2:u4\n\xff\n?b=32&m=w\n{}\n" + ID
    assert shown(read(data)) == [
        (1, "line 1, column 1: expected a width of at most seven digits, got 'n'"),
        (2, "board"),
        (3, "line 3, column 6: expected 2 hexadecimal digits, got 1"),
        (4, "line 4, byte 0: expected UTF-8 text, got 0xff"),
        (5, "line 5, column 9: expected 0-9 or a-v, got 'w'"),
        (6, "line 6, column 1: expected keys 'rows', 'cols' and 'mines' or a key 'id', got neither"),
        (7, "board"),
    ]


def test_a_named_format_takes_no_other_lines() -> None:
    assert shown(read(ID + b"\n" + LINK + b"\n", format="sgt")) == [
        (1, "board"),
        (2, "line 2, column 1: expected a width of at most seven digits, got 'h'"),
    ]


def test_a_line_is_answered_before_the_next_one_comes() -> None:
    class Slow(BytesIO):
        asked = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            self.asked += 1
            return super().readline(size)

    stream = Slow((ID + b"\n") * 5)
    lines = read_stream(stream)
    for count in range(1, 6):
        next(lines)
        assert stream.asked == count


def test_the_board_file_is_read_line_by_line() -> None:
    data = (DATA / "boards.jsonl").read_bytes()
    ids = [json.loads(line)["id"] for line in data.splitlines()]
    assert [write_id(board) for board in read_boards(data)] == ids


def test_published_links_are_read_line_by_line() -> None:
    assert len(list(read_boards(third_party("ptta_links.txt").read_bytes()))) == 527


def test_json_may_be_spread_over_lines() -> None:
    text = json.dumps({"rows": 2, "cols": 3, "mines": [[0, 1], [1, 1]], "start": [1, 2]}, indent=2)
    for options in ({}, {"format": "json"}):
        (line,) = read(text.encode(), **options)
        assert line.layout == BOARD
    assert shown(read(text.replace("}", "").encode()))[0][1].startswith("line 18, column 1: expected JSON")


def test_a_file_read_whole_names_its_place_itself() -> None:
    assert shown(read(b"*.\n..\n\n.\n..\n")) == [
        (1, "board"),
        (2, "line 5: row 2 has 2 cells, expected 1"),
    ]


def test_nothing_to_read_is_an_error_unless_lines_are_named() -> None:
    assert shown(read(b"")) == [(1, "byte 0: expected a board, got nothing")]
    assert read(b"", format="sgt") == []


def test_a_line_that_is_too_long_is_refused_and_the_next_one_read() -> None:
    data = ID + b"\n" + b"9" * (MAX_BYTES + 100_000) + b"\n" + ID
    assert shown(read(data)) == [
        (1, "board"),
        (2, f"line 2: expected at most {MAX_BYTES} bytes, got {MAX_BYTES + 1}"),
        (3, "board"),
    ]


def test_a_file_that_is_too_long_is_not_read_to_its_end() -> None:
    class Endless(BytesIO):
        given = 0

        def read(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert size > 0
            self.given += size
            return bytes(size)

        def readline(self, size: int | None = -1, /) -> bytes:
            return self.read(size)

    stream = Endless()
    (line,) = read_stream(stream, name="a.mbf")
    assert str(line.error) == f"expected at most {MAX_BYTES} bytes, got {MAX_BYTES + 1}"
    assert stream.given <= MAX_BYTES + 1


def test_the_first_error_is_raised_where_boards_are_asked_for() -> None:
    boards = read_boards(ID + b"\nx\n")
    assert next(boards) == BOARD
    with pytest.raises(FormatError, match="line 2, column 1"):
        next(boards)


@given(
    st.tuples(layouts(with_start=True), st.sampled_from(WRITABLE)).flatmap(
        lambda drawn: damaged(write_board(*drawn) * 2)
    ),
    st.none() | st.sampled_from(WRITABLE),
)
def test_a_damaged_stream_is_read_or_refused(data: bytes, name: str | None) -> None:
    refused_in_one_line(lambda: list(read_boards(data, format=name)))
    for line in read_stream(BytesIO(data), format=name):
        assert (line.layout is None) == (line.error is not None)


@given(st.binary(max_size=200), st.sampled_from([None, *WRITABLE]))
def test_random_bytes_are_read_or_refused(data: bytes, name: str | None) -> None:
    refused_in_one_line(lambda: list(read_boards(data, format=name)))
