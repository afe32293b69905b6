"""The boards of recorded games: AVF, MVF, RMV, EVF and RAWVF. The moves are not read.

AVF is written by Arbiter and FreeSweeper, MVF by Minesweeper Clone, RMV by Viennasweeper, EVF by Metasweeper;
RAWVF is the text that a common converter makes of all of them.
"""

import re

from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.bits import mines_of_bits
from surefoot.formats.layout import Layout, check_size
from surefoot.formats.source import Cursor, check_rows, decimal, lines_of, marked

_AVF_LEVELS = {3: (8, 8, 10), 4: (16, 16, 40), 5: (16, 30, 99)}
_AVF_AFTER_MINES = re.compile(rb"\[[0-9]+\|")
_MVF_MAGIC = b"\x11Minesweeper Clone"
_RMV_MAGIC = b"*rmv"
_RAWVF_BOARD = re.compile(r"^Board:[ \t]*$", re.MULTILINE)


def looks_like_avf(data: bytes) -> bool:
    """Return whether the bytes begin with a board of AVF and the game's mode and date follow; it has no name."""
    cursor = Cursor(data[: 1 << 17])
    try:
        _read_avf(cursor)
    except (FormatError, InvalidBoardError):
        return False
    return _AVF_AFTER_MINES.search(cursor.data, cursor.at, cursor.at + 256) is not None


def read_avf(data: bytes) -> Layout:
    """Return the board of an AVF replay."""
    return _read_avf(Cursor(data))


def looks_like_mvf(data: bytes) -> bool:
    """Return whether the bytes name Minesweeper Clone, which the oldest version does not."""
    return data.startswith(_MVF_MAGIC)


def read_mvf(data: bytes) -> Layout:
    """Return the board of an MVF replay of version 0.96, 0.97, 2006 or 2007.

    The last two are not documented: their header has 16 bytes between the name of the version and the board.
    """
    cursor = Cursor(data)
    base = 0
    if looks_like_mvf(data):
        base = 1
        year = data[27:28]  # the last digit of "2004-2005"
        if year == b"5":
            cursor.take(97)
        elif year in (b"6", b"7"):
            cursor.take(53)
            cursor.take(cursor.number(1) + 16)
        else:
            raise FormatError(f"byte 27: expected a version of the year 5, 6 or 7, got {year!r}")
    cols, rows = cursor.number(1), cursor.number(1)
    return _listed(cursor, rows, cols, cursor.number(2), row_first=False, base=base)


def looks_like_rmv(data: bytes) -> bool:
    """Return whether the bytes begin with the name of the format."""
    return data.startswith(_RMV_MAGIC)


def read_rmv(data: bytes) -> Layout:
    """Return the board of an RMV replay of type 1 or 2."""
    cursor = Cursor(data)
    if cursor.take(len(_RMV_MAGIC)) != _RMV_MAGIC:
        raise FormatError("byte 0: expected '*rmv', got something else")
    kind = cursor.number(2)
    if kind not in (1, 2):
        raise FormatError(f"byte 4: expected a file of type 1 or 2, got {kind}")
    cursor.take(4 if kind == 1 else 6)
    result_size = cursor.number(2) if kind == 1 else 0
    version_size, player_size = cursor.number(2), cursor.number(2)
    cursor.take(6 if kind == 1 else 8)  # sizes of the board, the flags set before, the properties, and more
    cursor.take(6)  # sizes of the moves and the checksum
    cursor.take(result_size + version_size + player_size)
    cursor.take(4)  # when the board was made
    cols, rows = cursor.number(1), cursor.number(1)
    return _listed(cursor, rows, cols, cursor.number(2), row_first=False, base=0)


def read_evf(data: bytes) -> Layout:
    """Return the board of an EVF replay of version 3 or 4, which only the ending of its name shows."""
    cursor = Cursor(data)
    version = cursor.number(1)
    if version not in (3, 4):
        raise FormatError(f"byte 0: expected version 3 or 4, got {version}")
    summary = cursor.number(1)
    cursor.take(1)  # settings
    rows, cols = cursor.number(1), cursor.number(1)
    _check(rows, cols, 3)
    mines = cursor.number(2)
    cursor.take(5)  # cell size, mode and 3BV
    if version == 3:
        cursor.take(3)  # time
        texts = 8
    else:
        cursor.take(22)  # time, country, start and end
        texts = 6 if summary & 8 else 4
    for _ in range(texts):
        cursor.ended_text()
    if version == 4:
        cursor.take(cursor.number(2))
    begin = cursor.at
    cells = rows * cols
    size = (cells + 7) // 8
    layout = Layout(rows, cols, mines_of_bits(cursor.number(size) >> (size * 8 - cells), cells))
    if len(layout.mines) != mines:
        raise FormatError(f"byte {begin}: expected {mines} mines as named, got {len(layout.mines)}")
    return layout


def looks_like_rawvf(text: str) -> bool:
    """Return whether a text has the lines that RAWVF needs."""
    return text.startswith("RawVF_Version") or (
        _RAWVF_BOARD.search(text) is not None and re.search(r"^Width:", text, re.MULTILINE) is not None
    )


def read_rawvf(text: str) -> Layout:
    """Return the board of a RAWVF replay."""
    lines = lines_of(text)
    values: dict[str, tuple[int, int]] = {}
    for number, line in enumerate(lines, 1):
        key, _, value = line.partition(":")
        if key == "Board":
            return _drawn(lines, number, values)
        if key in ("Width", "Height", "Mines"):
            values[key] = (number, decimal(value.strip(), f"line {number}"))
    raise FormatError(f"line {len(lines) + 1}: expected a line 'Board:', got none")


def _drawn(lines: list[str], number: int, values: dict[str, tuple[int, int]]) -> Layout:
    """Return the board drawn after the line of that number."""
    for key in ("Width", "Height", "Mines"):
        if key not in values:
            raise FormatError(f"line {number}: expected a line '{key}: ...' before the board, got none")
    rows, cols, mines = values["Height"][1], values["Width"][1], values["Mines"][1]
    try:
        check_size(rows, cols)
    except InvalidBoardError as error:
        raise FormatError(f"line {values['Height'][0]}: {error}") from None
    drawn = [line.strip() for line in lines[number : number + rows]]
    if len(drawn) < rows:
        raise FormatError(f"line {len(lines) + 1}: expected {rows} rows, got {len(drawn)}")
    check_rows(drawn, cols, number + 1, "*0")
    layout = Layout(rows, cols, marked(drawn, "*"))
    if len(layout.mines) != mines:
        raise FormatError(f"line {number}: expected {mines} mines as named, got {len(layout.mines)}")
    return layout


def _read_avf(cursor: Cursor) -> Layout:
    """Return the board of an AVF replay and leave the cursor behind it."""
    cursor.take(5)
    level = cursor.number(1)
    if level in _AVF_LEVELS:
        rows, cols, mines = _AVF_LEVELS[level]
    elif level == 6:
        cols, rows = cursor.number(1) + 1, cursor.number(1) + 1
        mines = cursor.number(2)
    else:
        raise FormatError(f"byte 5: expected a level 3 to 6, got {level}")
    return _listed(cursor, rows, cols, mines, row_first=True, base=1)


def _listed(cursor: Cursor, rows: int, cols: int, mines: int, *, row_first: bool, base: int) -> Layout:
    """Return the board whose mines come next as pairs of bytes."""
    _check(rows, cols, cursor.at)
    if mines > rows * cols:
        raise FormatError(f"byte {cursor.at}: expected at most {rows * cols} mines, got {mines}")
    return Layout(rows, cols, cursor.places(mines, rows, cols, row_first=row_first, base=base))


def _check(rows: int, cols: int, at: int) -> None:
    """Raise `FormatError` for a size that is none."""
    try:
        check_size(rows, cols)
    except InvalidBoardError as error:
        raise FormatError(f"byte {at}: {error}") from None
