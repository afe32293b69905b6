"""Names of squares: a letter for the file and a number for the rank, ``a1`` top left; ``pass`` for a pass."""

from surefoot.errors import InvalidCellError
from surefoot_core.othello import PASS

FILES = "abcdefghijklmnop"
"""The files from left to right, as many as the largest board has."""


def square_name(square: int, size: int = 8) -> str:
    """Return the name of a square, or ``pass``.

    >>> square_name(37), square_name(PASS), square_name(37, size=10)
    ('f5', 'pass', 'h4')
    """
    if square == PASS:
        return "pass"
    if not 0 <= square < size * size:
        raise InvalidCellError(f"expected a square in 0 .. {size * size - 1}, got {square!r}")
    return f"{FILES[square % size]}{square // size + 1}"


def square_at(name: str, size: int = 8) -> int:
    """Return the square of that name, in either case; raise `InvalidCellError` if the board has none.

    >>> square_at("F5"), square_at("h4", size=10)
    (37, 37)
    """
    file, rank = name[:1].lower(), name[1:]
    if file and file in FILES[:size] and rank.isascii() and rank.isdigit() and len(rank) <= 2:
        row = int(rank) - 1
        if 0 <= row < size and rank[0] != "0":
            return row * size + FILES.index(file)
    raise InvalidCellError(f"expected a square from a1 to {FILES[size - 1]}{size}, got {name!r}")
