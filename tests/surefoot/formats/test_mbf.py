"""Minesweeper board files, binary and as hexadecimal digits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_inputs import damaged, layouts, refused_in_one_line
from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.layout import Layout
from surefoot.formats.mbf import looks_like, read_board, read_boards, write_board, write_hex

FILE = bytes.fromhex("03020002 0201 0000")  # 3 wide, 2 high; mines at x 2, y 1 and at x 0, y 0


def test_width_comes_first_and_any_order_of_mines_is_read() -> None:
    layout = Layout(2, 3, (0, 5))
    assert read_board(FILE) == layout
    assert write_board(layout) == bytes.fromhex("03020002 0000 0201")
    assert write_hex(layout) == "0302000200000201"


def test_hexadecimal_digits_are_read_with_and_without_blanks() -> None:
    layout = read_board(FILE)
    assert read_board(b"0302000202010000") == layout
    assert read_board(b"03 02 00 02  02 01 00 00\r\n") == layout


def test_half_a_byte_of_digits_is_refused() -> None:
    with pytest.raises(FormatError, match="byte 9: expected an even number of hexadecimal digits, got 9"):
        read_board(b"030200000")


@given(layouts(with_start=False, largest=20))
def test_a_file_gives_the_board_back(layout: Layout) -> None:
    assert read_board(write_board(layout)) == layout
    assert read_board(write_hex(layout).encode()) == layout
    assert looks_like(write_board(layout))
    assert looks_like(write_hex(layout).upper().encode())


@given(st.lists(layouts(with_start=False), min_size=1, max_size=4))
def test_boards_may_follow_each_other(boards: list[Layout]) -> None:
    assert list(read_boards(b"".join(map(write_board, boards)))) == boards


def test_boards_that_do_not_fit_are_not_written() -> None:
    with pytest.raises(InvalidBoardError, match="at most 255"):
        write_board(Layout(1, 256, ()))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "byte 0: expected 1 more bytes, got 0"),
        (b"\x03\x02\x00", "byte 2: expected 2 more bytes, got 1"),
        (b"\x00\x02\x00\x00", "byte 0: expected at least 1 row and 1 column"),
        (b"\x03\x02\x00\x07" + bytes(14), "byte 2: expected at most 6 mines, got 7"),
        (b"\x03\x02\x00\x01\x00", "byte 4: expected 2 more bytes, got 1"),
        (
            b"\x03\x02\x00\x01\x03\x00",
            "byte 4: expected a mine within 2 rows x 3 columns, got row 0, column 3",
        ),
        (b"\x03\x02\x00\x02\x01\x01\x01\x01", "byte 6: expected each mine once, got row 1, column 1"),
        (FILE + b"\x00", "byte 8: expected the end of the file, got 1 more bytes"),
    ],
)
def test_a_broken_file_is_refused_with_its_offset(data: bytes, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_board(data)
    assert str(caught.value).startswith(message)


@given(
    layouts()
    .flatmap(lambda layout: st.sampled_from([write_board(layout), write_hex(layout).encode()]))
    .flatmap(damaged)
)
def test_a_damaged_file_is_read_or_refused(data: bytes) -> None:
    refused_in_one_line(lambda: read_board(data))
    refused_in_one_line(lambda: list(read_boards(data)))
