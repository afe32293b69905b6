"""What formats speak of: a board's layout, and a player's position as text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import lt

from surefoot.errors import InvalidBoardError
from surefoot_core.board import Board

MAX_CELLS = 4_000_000
"""The most cells a board that is read may have; larger sizes are refused before memory is taken."""


def check_size(rows: int, cols: int) -> None:
    """Raise `InvalidBoardError` unless both are at least 1 and the cells at most `MAX_CELLS`."""
    if rows < 1 or cols < 1:
        raise InvalidBoardError(f"expected at least 1 row and 1 column, got {rows} rows x {cols} columns")
    if rows * cols > MAX_CELLS:
        raise InvalidBoardError(f"expected at most {MAX_CELLS} cells, got {rows} rows x {cols} columns")


@dataclass(frozen=True, slots=True)
class Layout:
    """One placement of the mines, and the first reveal where it is known.

    No rows or no columns are legal here, because teaching boards have them; a first reveal on a mine is too.
    """

    rows: int
    """Rows, 0 or more."""
    cols: int
    """Columns, 0 or more."""
    mines: tuple[int, ...]
    """Flat indices row * cols + col of the mines, strictly increasing."""
    start: tuple[int, int] | None = None
    """The first reveal (row, col), None where the format has none."""
    recipe: Mapping[str, object] | None = field(default=None, compare=False)
    """How the board was made, as its JSON says; passed on, not understood, and no part of equality."""

    def __post_init__(self) -> None:
        """Raise `InvalidBoardError` unless mines and start are on the board and the mines increase."""
        rows, cols, mines = self.rows, self.cols, self.mines
        if rows < 0 or cols < 0 or rows * cols > MAX_CELLS:
            raise InvalidBoardError(f"expected 0 to {MAX_CELLS} cells, got {rows} rows x {cols} columns")
        if mines and (mines[0] < 0 or mines[-1] >= rows * cols or not all(map(lt, mines, mines[1:]))):
            raise InvalidBoardError("expected mines on the board, each once and in increasing order")
        if self.start is not None:
            row, col = self.start
            if not (0 <= row < rows and 0 <= col < cols):
                raise InvalidBoardError(
                    f"expected a first reveal on the board, got row {row}, column {col} "
                    f"of {rows} rows x {cols} columns"
                )

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.rows * self.cols

    @property
    def mine_cells(self) -> list[tuple[int, int]]:
        """The (row, col) of each mine, row by row, as `Board.from_mines` takes them."""
        return [divmod(index, self.cols) for index in self.mines]

    def board(self) -> Board:
        """Return the board to play, nothing revealed; `start` is the reveal to begin with."""
        return Board.from_mines(self.rows, self.cols, self.mine_cells)

    def mine_rows(self, mine: str, safe: str) -> list[str]:
        """Return the board row by row, one character a cell."""
        flat = bytearray(safe.encode("ascii")) * self.cells
        code = ord(mine)
        for index in self.mines:
            flat[index] = code
        text = flat.decode("ascii")
        return [text[row * self.cols : (row + 1) * self.cols] for row in range(self.rows)]

    def clue_rows(self, mine: str, clues: str) -> list[str]:
        """Return the board all revealed, row by row; `clues` holds the characters of 0 to 8 mines."""
        rows, cols = self.rows, self.cols
        counts = bytearray(self.cells)
        for index in self.mines:
            row, col = divmod(index, cols)
            for near in range(max(row - 1, 0), min(row + 2, rows)):
                for place in range(near * cols + max(col - 1, 0), near * cols + min(col + 2, cols)):
                    counts[place] += 1
        for index in self.mines:
            counts[index] = 9
        text = counts.translate((clues + mine).encode("ascii").ljust(256, b"?")).decode("ascii")
        return [text[row * cols : (row + 1) * cols] for row in range(rows)]


@dataclass(frozen=True, slots=True)
class Position:
    """What a player sees, as text in our style, and the mine total where the format names it."""

    lines: tuple[str, ...]
    """Rows of equal length: `#` hidden, `.` an open zero, `1` to `8` a clue, `F` a flag."""
    mines: int | None = None
    """The mine total of the whole board, None where the format has none."""

    def __post_init__(self) -> None:
        """Raise `InvalidBoardError` unless the rows are equally long and of the characters above."""
        check_size(len(self.lines), len(self.lines[0]) if self.lines else 0)
        if any(len(line) != len(self.lines[0]) or line.strip("#.12345678F") for line in self.lines):
            raise InvalidBoardError("expected rows of equal length of '#', '.', '1' to '8' and 'F'")
        cells = len(self.lines) * len(self.lines[0])
        if self.mines is not None and not 0 <= self.mines <= cells:
            raise InvalidBoardError(f"expected a mine total in 0 .. {cells}, got {self.mines}")
