"""Teaching boards of Exercism: rows of ``*`` and blank (or ``.``).

A board may have no rows, or rows without columns.
"""

import re

from surefoot.errors import FormatError
from surefoot.formats.layout import Layout

_UNKNOWN = re.compile(r"[^* .\u00b70-8]")


def read_board(text: str) -> Layout:
    """Return the board of a text in which a line feed ends each row; the annotated form is read too.

    An empty text has no rows; a text of bare line feeds has rows without columns.
    """
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    cols = len(lines[0]) if lines else 0
    for number, line in enumerate(lines, 1):
        if len(line) != cols:
            raise FormatError(f"line {number}: row {number} has {len(line)} cells, expected {cols}")
        wrong = _UNKNOWN.search(line)
        if wrong:
            raise FormatError(
                f"line {number}, column {wrong.start() + 1}: expected '*', a blank, '.' or a digit, got {wrong[0]!r}"
            )
    flat = "".join(lines)
    return Layout(len(lines), cols, tuple(at for at, character in enumerate(flat) if character == "*"))


def write_board(layout: Layout) -> str:
    """Return the board with ``*`` for a mine and a blank for none, each row ended by a line feed."""
    return "".join(row + "\n" for row in layout.mine_rows("*", " "))


def write_annotated(layout: Layout) -> str:
    """Return the board with the number of mines around each safe cell, a blank for zero."""
    return "".join(row + "\n" for row in layout.clue_rows("*", " 12345678"))
