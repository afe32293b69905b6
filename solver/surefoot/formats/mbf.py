"""Minesweeper board files (``.mbf``; ``.abf`` is read alike), also as a string of hexadecimal digits.

A byte for the width, one for the height, two for the number of mines, most significant first, then x and y
of each mine in a byte each. There is no first reveal, and no board is wider or higher than 255 cells. The
mines are written row by row; some programs write them column by column, so any order is read.
"""

from collections.abc import Iterator

from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.layout import Layout, check_size
from surefoot.formats.source import Cursor, check_length

_HEX_OR_BLANK = frozenset(b"0123456789abcdefABCDEF \t\r\n")


def looks_like(data: bytes) -> bool:
    """Return whether the bytes are whole boards to the end, in binary or as hexadecimal digits.

    Of the first board every mine is looked at, of the others only the sizes.
    """
    try:
        cursor = Cursor(_binary(data))
        _board(cursor, None)
    except FormatError:
        return False
    data, at = cursor.data, cursor.at
    while at + 4 <= len(data):
        mines = data[at + 2] << 8 | data[at + 3]
        if mines > data[at] * data[at + 1] or not data[at] or not data[at + 1]:
            return False
        at += 4 + 2 * mines
    return at == len(data)


def read_board(data: bytes) -> Layout:
    """Return the one board of a file; `FormatError` names the byte offset."""
    return _board(cursor := Cursor(_binary(data)), len(cursor.data))


def read_boards(data: bytes) -> Iterator[Layout]:
    """Yield the boards of a file that holds one after the other."""
    cursor = Cursor(_binary(data))
    if not cursor.data:
        raise FormatError("byte 0: expected a board, got nothing")
    while cursor.at < len(cursor.data):
        yield _board(cursor, None)


def write_board(layout: Layout) -> bytes:
    """Return the file of a board, its mines row by row; `InvalidBoardError` beyond 255 rows or columns."""
    check_size(layout.rows, layout.cols)
    if layout.rows > 255 or layout.cols > 255:
        raise InvalidBoardError(f"expected at most 255 rows and columns, got {layout.rows} x {layout.cols}")
    header = bytes((layout.cols, layout.rows)) + len(layout.mines).to_bytes(2)
    return header + bytes(part for index in layout.mines for part in reversed(divmod(index, layout.cols)))


def write_hex(layout: Layout) -> str:
    """Return the file of a board as hexadecimal digits in lower case, without blanks."""
    return write_board(layout).hex()


def _board(cursor: Cursor, end: int | None) -> Layout:
    """Return the board at the cursor; with `end`, raise `FormatError` unless it ends there."""
    begin = cursor.at
    cols, rows, mines = cursor.number(1), cursor.number(1), cursor.number(2)
    try:
        check_size(rows, cols)
    except InvalidBoardError as error:
        raise FormatError(f"byte {begin}: {error}") from None
    if mines > rows * cols:
        raise FormatError(f"byte {begin + 2}: expected at most {rows * cols} mines, got {mines}")
    layout = Layout(rows, cols, cursor.places(mines, rows, cols, row_first=False, base=0))
    if end is not None and cursor.at != end:
        raise FormatError(f"byte {cursor.at}: expected the end of the file, got {end - cursor.at} more bytes")
    return layout


def _binary(data: bytes) -> bytes:
    """Return the bytes, decoded if they are hexadecimal digits and blanks.

    No binary board consists of such characters alone: with more than a header it would have at least 0x0909
    mines, and two of these characters have only 625 ways to name a cell on it.
    """
    check_length(data)
    if len(data) < 8 or not _HEX_OR_BLANK.issuperset(data):
        return data
    digits = b"".join(data.split())
    if len(digits) % 2:
        raise FormatError(f"byte {len(data)}: expected an even number of hexadecimal digits, got {len(digits)}")
    return bytes.fromhex(digits.decode("ascii"))
