"""A position as text for people."""

from surefoot.othello.squares import FILES
from surefoot_core.othello import OthelloBoard


def draw(board: OthelloBoard, *, marks: bool = False) -> str:
    """Return the board in lines, X black, O white and . empty, with ``*`` on the legal moves if `marks` is set.

    >>> print(draw(OthelloBoard(4), marks=True))
       a b c d
     1 . * . .
     2 * O X .
     3 . X O *
     4 . . * .
    """
    size = board.size
    legal = board.legal_mask() if marks else 0
    black, white = board.black_discs, board.white_discs
    lines = ["   " + " ".join(FILES[:size])]
    for row in range(size):
        cells = []
        for square in range(row * size, row * size + size):
            bit = 1 << square
            cells.append("X" if black & bit else "O" if white & bit else "*" if legal & bit else ".")
        lines.append(f"{row + 1:2} {' '.join(cells)}")
    return "\n".join(lines)
