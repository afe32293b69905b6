"""Board links ``...?b=<size>&m=<mines>`` of PTTA, LlamaSweeper and JSMinesweeper.

``b`` is 1, 2 or 3 for the three levels, else an even number of digits, half for the width and half for the
height. ``m`` has five cells a character, row by row, the first cell in the highest bit, in the digits 0-9 and
a-v; characters missing at its end stand for no mines. There is no first reveal.
"""

import re
from base64 import b32hexencode
from enum import Enum

from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.bits import bits_of_mines, mines_of_bits
from surefoot.formats.layout import Layout, check_size

_LEVELS = {"1": (9, 9), "2": (16, 16), "3": (16, 30)}
_NOT_A_DIGIT = re.compile(r"[^0-9a-vA-V]")


class Host(Enum):
    """The pages that take such links; the value is what stands before the question mark."""

    PTTA = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/"
    LLAMASWEEPER = "https://llamasweeper.com/#/game/zini-explorer"
    JSMINESWEEPER = "https://davidnhill.github.io/JSMinesweeper/"


def read_link(text: str) -> Layout:
    """Return the board of a link; `FormatError` names the column. Other parameters are ignored."""
    question = text.find("?")
    if question < 0:
        if "minesweeper.online/game/" in text:
            raise FormatError("column 1: expected a board, got the number of a game that only its host knows")
        raise FormatError(f"column {len(text) + 1}: expected '?' before the board, got the end")
    found: dict[str, tuple[int, str]] = {}
    at = question + 1
    for parameter in text[at:].partition("#")[0].split("&"):
        key, equals, value = parameter.partition("=")
        found.setdefault(key, (at + len(key) + len(equals) + 1, value))
        at += len(parameter) + 1
    if "b" not in found or "m" not in found:
        missing = "b" if "b" not in found else "m"
        hint = ", got a seed that only JSMinesweeper can use" if "seed" in found else ", got none"
        raise FormatError(f"column {question + 2}: expected a parameter '{missing}='{hint}")
    rows, cols = _size(*found["b"])
    column, digits = found["m"]
    cells = rows * cols
    size = (cells + 4) // 5
    if len(digits) > size:
        raise FormatError(f"column {column}: expected at most {size} characters of mines, got {len(digits)}")
    wrong = _NOT_A_DIGIT.search(digits)
    if wrong:
        raise FormatError(f"column {column + wrong.start()}: expected 0-9 or a-v, got {wrong[0]!r}")
    return Layout(rows, cols, mines_of_bits(int(digits.ljust(size, "0"), 32) >> (size * 5 - cells), cells))


def write_link(layout: Layout, host: Host = Host.PTTA) -> str:
    """Return the link that opens the board on a page."""
    check_size(layout.rows, layout.cols)
    digits = max(2, len(str(layout.cols)), len(str(layout.rows)))
    cells = layout.cells
    size = (cells + 39) // 40 * 5  # base 32 turns five bytes into eight characters
    data = (bits_of_mines(layout.mines, cells) << (size * 8 - cells)).to_bytes(size)
    mines = b32hexencode(data).decode("ascii").lower()[: (cells + 4) // 5]
    return f"{host.value}?b={layout.cols:0{digits}}{layout.rows:0{digits}}&m={mines}"


def _size(column: int, text: str) -> tuple[int, int]:
    """Return the rows and columns that the parameter `b` names."""
    if text in _LEVELS:
        return _LEVELS[text]
    if not (text.isascii() and text.isdigit() and len(text) % 2 == 0 and len(text) <= 14):
        shown = text if len(text) <= 20 else text[:20] + "..."
        raise FormatError(f"column {column}: expected 1, 2, 3 or an even number of digits, at most 14, got {shown!r}")
    half = len(text) // 2
    cols, rows = int(text[:half]), int(text[half:])
    try:
        check_size(rows, cols)
    except InvalidBoardError as error:
        raise FormatError(f"column {column}: {error}") from None
    return rows, cols
