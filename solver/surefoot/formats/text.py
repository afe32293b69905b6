"""Boards and positions as plain text, one character a cell.

A layout shows its mines: ``*`` is a mine, any other character is none. A position is what a player sees, in
one of two styles: ours (``#`` hidden, ``.`` or ``0`` an open zero) or plain (``.`` hidden, a blank or ``0``
an open zero); both have clues ``1`` to ``8`` and ``F`` for a flag. The two styles give ``.`` opposite
meanings, so the style is never guessed.
"""

from collections.abc import Iterator, Sequence

from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.layout import Layout, Position, check_size
from surefoot.formats.source import check_rows, lines_of, marked

STYLES = {"surefoot": ("#", "."), "plain": (".", " ")}
"""The characters of a hidden cell and of an open zero in each style."""

_BETWEEN = dict.fromkeys(map(ord, " \t[]()"))
"""What may stand between the cells of a position in our style; no cell looks like that."""


def read_layout(text: str) -> Layout:
    """Return the board that a text shows; it has no first reveal."""
    return _layout(lines_of(text), 1)


def read_layouts(text: str) -> Iterator[Layout]:
    """Yield the boards of a text in which empty lines stand between them."""
    rows: list[str] = []
    for number, line in enumerate([*lines_of(text), ""], 1):
        if line:
            rows.append(line)
        elif rows:
            yield _layout(rows, number - len(rows))
            rows = []


def looks_like(text: str) -> bool:
    """Return whether a text can only be a layout: nothing but ``*``, ``.``, blanks and clues."""
    return not text.isspace() and not text.strip("*. 012345678\n") and bool(text)


def _layout(lines: Sequence[str], first_line: int) -> Layout:
    """Return the board of its rows; `first_line` is the number of the first one in its file."""
    cols = _columns(lines, first_line)
    for number, line in enumerate(lines, first_line):
        if not line.isprintable():
            column = next(at for at, cell in enumerate(line, 1) if not cell.isprintable())
            place = f"line {number}, column {column}"
            raise FormatError(f"{place}: expected a printable character, got {line[column - 1]!r}")
    return Layout(len(lines), cols, marked(lines, "*"))


def write_layout(layout: Layout) -> str:
    """Return the board with ``*`` for a mine and ``.`` for none, each row ended by a line feed."""
    check_size(layout.rows, layout.cols)
    return "".join(row + "\n" for row in layout.mine_rows("*", "."))


def read_position(text: str, *, mines: int | None = None, style: str = "surefoot") -> Position:
    """Return the position that a text shows in the named style.

    In our style blanks between cells, and the marks ``[ ]`` and ``( )`` of explanations, are skipped; columns in
    errors then count cells.
    """
    hidden, zero = STYLES[style]
    lines = lines_of(text.translate(_BETWEEN) if style == "surefoot" else text)
    check_rows(lines, _columns(lines, 1), 1, f"{hidden}{zero}012345678F")
    ours = {ord(hidden): "#", ord(zero): ".", ord("0"): "."}
    return Position(tuple(line.translate(ours) for line in lines), mines)


def write_position(position: Position, *, style: str = "surefoot") -> str:
    """Return the position in the named style, each row ended by a line feed."""
    hidden, zero = STYLES[style]
    theirs = {ord("#"): hidden, ord("."): zero}
    return "".join(line.translate(theirs) + "\n" for line in position.lines)


def _columns(lines: Sequence[str], first_line: int) -> int:
    """Return how many cells each row has; `FormatError` if there is none, or too many, or they differ."""
    if not lines:
        raise FormatError(f"line {first_line}: expected a board, got nothing")
    cols = len(lines[0])
    try:
        check_size(len(lines), cols)
    except InvalidBoardError as error:
        raise FormatError(f"line {first_line}: {error}") from None
    check_rows(lines, cols, first_line)
    return cols
