"""Positions of JSMinesweeper (``.mine``): a line ``WxHxM``, then a line a row.

``0`` to ``8`` are open cells, ``F`` and ``O`` flags, ``H`` and ``I`` hidden cells, ``?`` a known or exploded
mine and ``M`` a mine; any other character is a hidden cell. M in the first line is the mine total, flags
included. Where as many cells as the total are ``M``, ``?`` or ``F``, the text is a whole board.
"""

from collections.abc import Iterator

from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.layout import Layout, Position, check_size
from surefoot.formats.source import check_rows, decimal, lines_of, marked

_OURS = {"F": "F", "O": "F", "0": ".", **{digit: digit for digit in "12345678"}}
_MINES = "M?F"


def looks_like(text: str) -> bool:
    """Return whether the first line is a size and a mine total."""
    parts = text.partition("\n")[0].strip().split("x")
    return len(parts) == 3 and all(part.isascii() and part.isdigit() for part in parts)


def read_position(text: str) -> Position:
    """Return the one position of a text; a mine shown without a flag is read as a flag."""
    mines, _, lines = _only(text)
    ours = dict.fromkeys(_MINES, "F") | _OURS
    return Position(tuple("".join(ours.get(cell, "#") for cell in line) for line in lines), mines)


def read_board(text: str) -> Layout:
    """Return the one whole board of a text; `FormatError` if it shows fewer or more mines than it has."""
    return _whole(*_only(text))


def read_boards(text: str) -> Iterator[Layout]:
    """Yield the boards of a text that holds one after the other."""
    lines = lines_of(text)
    at = 0
    while at < len(lines):
        mines, header, rows = _block(lines, at)
        at += 1 + len(rows)
        yield _whole(mines, header, rows)


def write_board(layout: Layout) -> str:
    """Return a board before its first reveal: ``M`` for a mine, ``H`` for a hidden safe cell."""
    check_size(layout.rows, layout.cols)
    header = f"{layout.cols}x{layout.rows}x{len(layout.mines)}\n"
    return header + "".join(row + "\n" for row in layout.mine_rows("M", "H"))


def write_position(position: Position) -> str:
    """Return a position in this format; `InvalidBoardError` if its mine total is not known."""
    if position.mines is None:
        raise InvalidBoardError("a .mine position needs a mine total, got none")
    theirs = {ord("#"): "H", ord("."): "0"}
    header = f"{len(position.lines[0])}x{len(position.lines)}x{position.mines}\n"
    return header + "".join(line.translate(theirs) + "\n" for line in position.lines)


def _only(text: str) -> tuple[int, int, list[str]]:
    """Return the mine total, the number of the header's line and the rows of a text with one board."""
    lines = lines_of(text)
    mines, header, rows = _block(lines, 0)
    if len(lines) > 1 + len(rows):
        raise FormatError(f"line {len(rows) + 2}: expected the end after {len(rows)} rows, got more lines")
    return mines, header, rows


def _block(lines: list[str], at: int) -> tuple[int, int, list[str]]:
    """Return the mine total, the number of the header's line and the rows of the board at an index."""
    number = at + 1
    parts = lines[at].strip().split("x") if lines else []
    if len(parts) != 3:
        shown = repr(lines[at][:20]) if lines else "nothing"
        raise FormatError(f"line {number}, column 1: expected a header WxHxM, got {shown}")
    cols, rows, mines = (decimal(part, f"line {number}") for part in parts)
    try:
        check_size(rows, cols)
    except InvalidBoardError as error:
        raise FormatError(f"line {number}: {error}") from None
    if mines > rows * cols:
        raise FormatError(f"line {number}: expected at most {rows * cols} mines, got {mines}")
    found = lines[number : number + rows]
    if len(found) < rows:
        raise FormatError(f"line {len(lines) + 1}: expected {rows} rows, got {len(found)}")
    check_rows(found, cols, number + 1)
    return mines, number, found


def _whole(mines: int, header: int, rows: list[str]) -> Layout:
    """Return the board whose mines are all shown."""
    shown = marked(rows, _MINES)
    if len(shown) != mines:
        raise FormatError(f"line {header}: expected a board that shows all {mines} mines, got {len(shown)}")
    return Layout(len(rows), len(rows[0]), shown)
