"""Teaching boards of Exercism: rows of ``*`` and blank (or ``.``).

A board may have no rows, or rows without columns.
"""

from surefoot.errors import FormatError
from surefoot.formats.layout import MAX_CELLS, Layout
from surefoot.formats.source import check_rows, marked

_KNOWN = "* .\u00b7012345678"


def read_board(text: str) -> Layout:
    """Return the board of a text in which a line feed ends each row; the annotated form is read too.

    An empty text has no rows; a text of bare line feeds has rows without columns.
    """
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    cols = len(lines[0]) if lines else 0
    if len(lines) * max(cols, 1) > MAX_CELLS:
        raise FormatError(f"line 1: expected at most {MAX_CELLS} cells, got {len(lines)} rows x {cols} columns")
    check_rows(lines, cols, 1, _KNOWN)
    return Layout(len(lines), cols, marked(lines, "*"))


def write_board(layout: Layout) -> str:
    """Return the board with ``*`` for a mine and a blank for none, each row ended by a line feed."""
    return "".join(row + "\n" for row in layout.mine_rows("*", " "))


def write_annotated(layout: Layout) -> str:
    """Return the board with the number of mines around each safe cell, a blank for zero."""
    return "".join(row + "\n" for row in layout.clue_rows("*", " 12345678"))
