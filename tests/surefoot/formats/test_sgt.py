"""Game ids of Simon Tatham's Mines."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_inputs import DATA, damaged, layouts, refused_in_one_line
from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.layout import Layout
from surefoot.formats.sgt import masked, read_id, unmasked, write_id, write_plain_id

MASKED = "9x9:4,4,mb071b49fbd1cb6a0d5868"
PLAIN = "9x9:4,4,u004000007c00010022080"


def test_the_mask_agrees_with_the_vectors_of_sgt_puzzles() -> None:
    assert masked(bytes.fromhex("12345670"), 28) == bytes.fromhex("07fa6500")
    assert unmasked(bytes.fromhex("07fa6500"), 28) == bytes.fromhex("12345670")
    assert masked(bytes(50), 400).hex().startswith("b202c07b990c01f6ff2d54")


@given(st.integers(1, 900).flatmap(lambda bits: st.tuples(st.just(bits), st.integers(0, 2**bits - 1))))
def test_unmasking_gives_the_bitmap_back(drawn: tuple[int, int]) -> None:
    bits, value = drawn
    size = (bits + 7) // 8
    data = (value << (size * 8 - bits)).to_bytes(size)
    assert unmasked(masked(data, bits), bits) == data


def test_masked_and_plain_bits_are_the_same_board() -> None:
    layout = read_id(MASKED)
    assert layout == read_id(PLAIN)
    assert (layout.rows, layout.cols, len(layout.mines), layout.start) == (9, 9, 10, (4, 4))
    assert write_id(layout) == MASKED
    assert write_plain_id(layout) == PLAIN


def test_width_comes_before_height_and_x_before_y() -> None:
    layout = read_id("3x2:2,1,u48")
    assert layout == Layout(2, 3, (1, 4), (1, 2))


def test_all_ids_of_the_board_file_are_written_as_they_were_read() -> None:
    lines = (DATA / "boards.jsonl").read_text().splitlines()
    assert len(lines) == 1019
    for line in lines:
        row = json.loads(line)
        layout = read_id(row["id"])
        assert len(layout.mines) == row["mines"]
        assert write_id(layout) == row["id"]


@given(layouts(with_start=True, largest=20))
def test_an_id_gives_the_board_back(layout: Layout) -> None:
    text = write_id(layout)
    assert read_id(text) == layout
    assert read_id(text.upper().replace("X", "x").replace("M", "m")) == layout
    assert read_id(write_plain_id(layout)) == layout


@given(layouts(with_start=False))
def test_without_a_first_reveal_only_the_plain_form_is_written(layout: Layout) -> None:
    assert read_id(write_plain_id(layout)) == layout
    with pytest.raises(InvalidBoardError, match="needs a first reveal"):
        write_id(layout)


def test_absent_parts_are_understood() -> None:
    bits = PLAIN.partition("u")[2]
    board = read_id(PLAIN)
    assert read_id(f"9:4,4,u{bits}") == board
    assert read_id(f"9x9:{bits}") == Layout(9, 9, board.mines)
    assert read_id(f"9x9n10a:4,4,{bits}") == board


def test_bits_past_the_last_cell_are_ignored() -> None:
    assert read_id("3x1:ue") == read_id("3x1:uf")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1: expected a width of at most seven digits, got the end"),
        ("9x9", "column 4: expected ':' after the size, got the end"),
        ("9x9#123", "column 4: expected a board, got a seed"),
        ("9x9:r10,u,abc", "column 5: expected a board, got one that is not generated"),
        ("2x2:uz", "column 6: expected hexadecimal digits"),
        ("2x2:u0g", "column 7: expected a hexadecimal digit, got 'g'"),
        ("2x2:u00", "column 6: expected 1 hexadecimal digits, got 2"),
        ("2x2:2,0,u0", "column 5: expected a first reveal on the board, got x 2, y 0 of 2x2"),
        ("2x2n3:u0", "column 4: expected 3 mines as named, got 0"),
        ("0x2:u0", "column 1: expected at least 1 row"),
        ("9999999x9999999:u0", "column 1: expected at most 4000000 cells"),
        ("9" * 5000 + ":u0", "column 8: expected ':'"),
        ("٣x٣:u000", "column 1: expected a width"),
    ],
)
def test_a_broken_id_is_refused_with_its_column(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_id(text)
    assert str(caught.value).startswith(message)


@given(layouts(with_start=True).flatmap(lambda layout: damaged(write_id(layout).encode())))
def test_a_damaged_id_is_read_or_refused(data: bytes) -> None:
    refused_in_one_line(lambda: read_id(data.decode("latin-1")))
