"""The readers of replays against files of others, and against files laid out here by their specifications."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from format_inputs import damaged, layouts, refused_in_one_line, third_party
from surefoot.errors import FormatError
from surefoot.formats.bits import bits_of_mines
from surefoot.formats.layout import Layout
from surefoot.formats.registry import detect
from surefoot.formats.replays import read_avf, read_evf, read_mvf, read_rawvf, read_rmv
from surefoot.formats.stream import read_boards


def places(layout: Layout, *, row_first: bool, base: int) -> bytes:
    pairs = [(index // layout.cols + base, index % layout.cols + base) for index in layout.mines]
    return bytes(part for row, col in pairs for part in ((row, col) if row_first else (col, row)))


def avf(layout: Layout) -> bytes:
    sizes = bytes((layout.cols - 1, layout.rows - 1)) + len(layout.mines).to_bytes(2)
    tail = b"\x00\x11\x00[3|26.10.2022.23:13:27:2236|26.23:13:29:7764|B7T3.52]"
    return b"\x34\x01\x02\x03\x04\x06" + sizes + places(layout, row_first=True, base=1) + tail


def mvf(layout: Layout, years: bytes, version: bytes) -> bytes:
    head = b"\x11Minesweeper Clone\x09" + years + b"\x18Rodrigo Silveira Camargo"
    head += bytes((len(version),)) + version
    head += bytes(97 - len(head) if years.endswith(b"5") else 16)
    sizes = bytes((layout.cols, layout.rows)) + len(layout.mines).to_bytes(2)
    return head + sizes + places(layout, row_first=False, base=1) + b"\x03abc"


def oldest_mvf(layout: Layout) -> bytes:
    sizes = bytes((layout.cols, layout.rows)) + len(layout.mines).to_bytes(2)
    return sizes + places(layout, row_first=False, base=0) + b"events"


def rmv(layout: Layout, kind: int) -> bytes:
    board = bytes(4) + bytes((layout.cols, layout.rows)) + len(layout.mines).to_bytes(2)
    board += places(layout, row_first=False, base=0)
    players = b"\x00\x02\x03Ann\x00"
    head = b"*rmv" + kind.to_bytes(2) + (b"\x01\x03" if kind == 2 else b"") + bytes(4)
    head += b"\x00\x03" if kind == 1 else b""
    head += b"\x00\x05" + len(players).to_bytes(2) + len(board).to_bytes(2) + bytes(4)
    head += (bytes(2) if kind == 2 else b"") + bytes(6)
    return head + (b"won" if kind == 1 else b"") + b"v 1.2" + players + board + b"events"


def evf(layout: Layout, version: int, summary: int) -> bytes:
    head = bytes((version, summary, 0, layout.rows, layout.cols)) + len(layout.mines).to_bytes(2) + bytes(5)
    if version == 3:
        head += bytes(3) + b"a\0b\0\0\0c\0d\0\0e\0"
    else:
        head += bytes(22) + b"a\0" + (b"t\0e\0" if summary & 8 else b"") + b"b\0\0c\0" + b"\x00\x02\0\0"
    size = (layout.cells + 7) // 8
    return head + (bits_of_mines(layout.mines, layout.cells) << (size * 8 - layout.cells)).to_bytes(size) + b"\xff"


def rawvf(layout: Layout) -> bytes:
    head = f"RawVF_Version: Rev6\nWidth: {layout.cols}\nHeight: {layout.rows}\nMines: {len(layout.mines)}\nBoard:\n"
    return (head + "\n".join(layout.mine_rows("*", "0")) + "\nEvents:\n0.000 lc 1 1 (16 0)\n").encode()


def read_text(data: bytes) -> Layout:
    return read_rawvf(data.decode("latin-1"))


KINDS: dict[str, tuple[Callable[[Layout], bytes], Callable[[bytes], Layout]]] = {
    "avf": (avf, read_avf),
    "mvf 0.96": (oldest_mvf, read_mvf),
    "mvf 0.97": (lambda layout: mvf(layout, b"2004-2005", b"version 0.97 beta"), read_mvf),
    "mvf 2006": (lambda layout: mvf(layout, b"2004-2006", b"2006 release 1"), read_mvf),
    "mvf 2007": (lambda layout: mvf(layout, b"2004-2007", b"2007 release"), read_mvf),
    "rmv 1": (lambda layout: rmv(layout, 1), read_rmv),
    "rmv 2": (lambda layout: rmv(layout, 2), read_rmv),
    "evf 3": (lambda layout: evf(layout, 3, 0), read_evf),
    "evf 4": (lambda layout: evf(layout, 4, 0), read_evf),
    "evf 4 transcoded": (lambda layout: evf(layout, 4, 8), read_evf),
    "rawvf": (rawvf, read_text),
}

# Rows, columns and mines. All mines of AVF, RMV type 1 and MVF 0.97 agree with another reader (ms-toollib).
SAMPLES = {
    "0.96_beta_or_earlier.mvf": (16, 30, 99),
    "0.97_beta.mvf": (16, 30, 99),
    "2006_release_1.mvf": (16, 30, 99),
    "2006_release_2.mvf": (16, 30, 99),
    "2007_release_1.mvf": (16, 30, 99),
    "2007_release_2.mvf": (16, 30, 99),
    "Cus_1x1_0mines.rawvf": (1, 1, 0),
    "Cus_20x20_20mines.avf": (20, 20, 20),
    "Cus_30x8_30mines.avf": (8, 30, 30),
    "Cus_8x30_30mines.avf": (30, 8, 30),
    "arbiter_beg.avf": (8, 8, 10),
    "arbiter_int.avf": (16, 16, 40),
    "beg.rmv": (8, 8, 10),
    "custom.rawvf": (8, 8, 10),
    "exp.rmv": (16, 30, 99),
    "int.rmv": (16, 16, 40),
    "nested-opening.rawvf": (16, 30, 112),
    "test_rmv1_utf8_basic.rmv": (16, 30, 99),
    "test_rmv1_utf8_invalid.rmv": (16, 30, 99),
    "test_rmv2_16px_preflags.rmv": (8, 8, 10),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_the_boards_of_replays_of_others_are_read(name: str) -> None:
    data = third_party(f"replays/{name}").read_bytes()
    (layout,) = read_boards(data, name=name)
    assert (layout.rows, layout.cols, len(layout.mines)) == SAMPLES[name]
    assert detect(data, name=name).name == name.rpartition(".")[2]


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "0.96_beta_or_earlier.mvf"])
def test_replays_of_others_are_found_by_their_content(name: str) -> None:
    assert detect(third_party(f"replays/{name}").read_bytes()).name == name.rpartition(".")[2]


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=40)
@given(layout=layouts(with_start=False))
def test_a_replay_laid_out_by_its_specification_gives_its_board(kind: str, layout: Layout) -> None:
    write, read = KINDS[kind]
    assert read(write(layout)) == layout


@pytest.mark.parametrize("level", [(3, 8, 8, 10), (4, 16, 16, 40), (5, 16, 30, 99)])
def test_the_levels_of_avf_carry_no_size(level: tuple[int, int, int, int]) -> None:
    number, rows, cols, mines = level
    layout = Layout(rows, cols, tuple(range(mines)))
    assert read_avf(bytes(5) + bytes((number,)) + places(layout, row_first=True, base=1)) == layout


LAYOUT = Layout(2, 3, (1, 4))


@pytest.mark.parametrize(
    ("read", "data", "message"),
    [
        (read_avf, bytes(6), "byte 5: expected a level 3 to 6, got 0"),
        (read_avf, avf(LAYOUT)[:12], "byte 10: expected 4 more bytes, got 2"),
        (read_avf, bytes(5) + b"\x06\x02\x01\x00\x07", "byte 10: expected at most 6 mines, got 7"),
        (read_avf, bytes(5) + b"\x03" + bytes(20), "byte 6: expected a mine within 8 rows x 8 columns"),
        (read_mvf, mvf(LAYOUT, b"2004-2009", b"x"), "byte 27: expected a version of the year 5, 6 or 7, got b'9'"),
        (read_mvf, b"\x00\x01\x00\x00", "byte 4: expected at least 1 row and 1 column"),
        (read_rmv, b"*mvr", "byte 0: expected '*rmv', got something else"),
        (read_rmv, b"*rmv\x00\x03", "byte 4: expected a file of type 1 or 2, got 3"),
        (read_evf, b"\x02", "byte 0: expected version 3 or 4, got 2"),
        (read_evf, evf(LAYOUT, 3, 0)[:-2] + b"\x00", "byte 28: expected 2 mines as named, got 0"),
        (read_evf, evf(LAYOUT, 3, 0)[:17], "byte 17: expected a text that a zero byte ends, got none"),
        (read_text, b"Width: 2\n", "line 2: expected a line 'Board:', got none"),
        (read_text, b"Board:\n", "line 1: expected a line 'Width: ...' before the board, got none"),
        (read_text, rawvf(LAYOUT).replace(b"Mines: 2", b"Mines: x"), "line 4: expected a number"),
        (read_text, rawvf(LAYOUT).replace(b"Mines: 2", b"Mines: 3"), "line 5: expected 3 mines as named, got 2"),
        (read_text, rawvf(LAYOUT).replace(b"0*0\n", b"0*1\n", 1), "line 6, column 3: expected one of '*0', got '1'"),
        (read_text, rawvf(LAYOUT).replace(b"0*0\n", b"0*\n", 1), "line 6: row 1 has 2 cells, expected 3"),
        (read_text, rawvf(LAYOUT).replace(b"Height: 2", b"Height: 0"), "line 3: expected at least 1 row"),
        (read_text, rawvf(LAYOUT).replace(b"Height: 2", b"Height: 9"), "line 10: expected 9 rows, got 4"),
    ],
)
def test_a_broken_replay_is_refused_with_its_place(
    read: Callable[[bytes], Layout], data: bytes, message: str
) -> None:
    with pytest.raises(FormatError) as caught:
        read(data)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=40)
@given(st.data())
def test_a_damaged_replay_is_read_or_refused(kind: str, data: st.DataObject) -> None:
    write, read = KINDS[kind]
    broken = data.draw(layouts().map(write).flatmap(damaged))
    refused_in_one_line(lambda: read(broken))
    refused_in_one_line(lambda: list(read_boards(broken)))
