"""Analysis links of JSMinesweeper: ``...?analysis=<position>``, a position in letters and digits.

The characters a-z, A-Z, 0-9 stand for 0 to 61. Two of them are the width, two the height, four the mine total,
the most significant first. Then follow runs of equal cells, row by row. Each kind of cell owns some neighbouring
characters, and a run is its length written with them as digits; a kind with one character is repeated instead.

To make runs longer, every clue was lowered by the number of ``F`` (flag) and ``I`` (hidden mine) around it. ``O``
is a flag, around which nothing was lowered, ``H`` a hidden cell.
"""

from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.layout import Position, check_size

_ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_OWNED = {"0": 10, "1": 7, "2": 5, "3": 5, "4": 4, "5": 3, "6": 3, "7": 1, "8": 1, "I": 4, "H": 10, "F": 8, "O": 1}
_OURS = str.maketrans("0IHFO", ".##FF")


def _digits() -> dict[str, tuple[str, int, int]]:
    """Return for each character its kind of cell, its value as a digit and how many digits the kind has."""
    rest = iter(_ALPHABET)
    return {next(rest): (kind, value, base) for kind, base in _OWNED.items() for value in range(base)}


_DIGITS = _digits()


def looks_like(text: str) -> bool:
    """Return whether a text is a link with a position."""
    return text.lstrip().startswith(("http://", "https://", "?")) and "analysis=" in text


def read_position(text: str) -> Position:
    """Return the position of a link; `FormatError` names the column."""
    key = text.find("analysis=")
    if key < 0:
        raise FormatError(f"column {len(text) + 1}: expected a parameter 'analysis=', got none")
    at = key + len("analysis=")
    body = text[at:].partition("&")[0].partition("#")[0]
    for column, character in enumerate(body, at + 1):
        if character not in _DIGITS:
            raise FormatError(f"column {column}: expected a letter or digit, got {character!r}")
    if len(body) < 8:
        raise FormatError(f"column {at + len(body) + 1}: expected 8 characters of size and mines, got {len(body)}")
    cols, rows, mines = (_number(body[begin:end]) for begin, end in ((0, 2), (2, 4), (4, 8)))
    try:
        check_size(rows, cols)
    except InvalidBoardError as error:
        raise FormatError(f"column {at + 1}: {error}") from None
    cells = _unpacked(body[8:], rows * cols, at + 9)
    raised = _raised(cells, rows, cols, at + 9)
    lines = ("".join(raised[row * cols : (row + 1) * cols]).translate(_OURS) for row in range(rows))
    if mines > rows * cols:
        raise FormatError(f"column {at + 5}: expected at most {rows * cols} mines, got {mines}")
    return Position(tuple(lines), mines)


def _number(digits: str) -> int:
    """Return the number that characters of the whole alphabet write."""
    value = 0
    for digit in digits:
        value = value * len(_ALPHABET) + _ALPHABET.index(digit)
    return value


def _unpacked(body: str, cells: int, column: int) -> list[str]:
    """Return the kind of each cell, or raise `FormatError` unless the runs have exactly so many cells."""
    unpacked: list[str] = []
    at = 0
    while at < len(body):
        kind, length, base = _DIGITS[body[at]]
        at += 1
        if base == 1:
            length = 1
        else:
            while at < len(body) and _DIGITS[body[at]][0] == kind and length <= cells:
                length = length * base + _DIGITS[body[at]][1]
                at += 1
        if length > cells - len(unpacked):
            raise FormatError(f"column {column + at - 1}: expected {cells} cells, got more")
        unpacked.extend(kind * length)
    if len(unpacked) != cells:
        raise FormatError(f"column {column + at}: expected {cells} cells, got {len(unpacked)}")
    return unpacked


def _raised(cells: list[str], rows: int, cols: int, column: int) -> list[str]:
    """Return the cells with every clue as high as it was before it was lowered."""
    clues = {index: int(kind) for index, kind in enumerate(cells) if kind.isdigit()}
    for index, kind in enumerate(cells):
        if kind in "FI":
            row, col = divmod(index, cols)
            for near in range(max(row - 1, 0), min(row + 2, rows)):
                for place in range(near * cols + max(col - 1, 0), near * cols + min(col + 2, cols)):
                    if place in clues:
                        clues[place] += 1
    raised = list(cells)
    for index, clue in clues.items():
        if clue > 8:
            row, col = divmod(index, cols)
            raise FormatError(f"column {column}: expected a clue up to 8 at row {row}, column {col}, got {clue}")
        raised[index] = str(clue)
    return raised
