"""A game without an edge, typed or piped: the part of ``surefoot play`` behind ``--endless``."""

import sys
from fractions import Fraction

from rich.console import Console

from surefoot.cli.lines import obey_lines
from surefoot.cli.paint import painted
from surefoot.endless import analyse_window
from surefoot.errors import FormatError, SurefootError
from surefoot.model import CellState
from surefoot_core.endless import EndlessBoard

HELP = """\
r 3 -4   reveal row 3, column -4 (also just 3 -4); the window follows
f 3 -4   flag it, or take its flag away
c 3 -4   chord: reveal around a clue whose mines are flagged
w a s d  move the window half its height or width up, left, down, right
g 30 -9  move the middle of the window to row 30, column -9
h        a hint: a cell in the window that is certainly safe
q        end
?        this list"""

ROWS, COLS = 15, 29
"""The window: odd, so that it has a middle."""

STEPS = {"w": (-(ROWS // 2), 0), "s": (ROWS // 2, 0), "a": (0, -(COLS // 2)), "d": (0, COLS // 2)}
"""How each letter moves the window."""


class EndlessFace:
    """Reads moves, makes them on an endless board and shows a window of it."""

    def __init__(self, density: Fraction, seed: int, console: Console) -> None:
        """Start with the window around the cell (0, 0), and nothing revealed."""
        self.board = EndlessBoard(density, seed)
        self.console = console
        self.middle = (0, 0)
        self.typed = sys.stdin.isatty()

    def play(self) -> int:
        """Read lines until the end or ``q``; return the exit status: 2 if a piped line could not be read."""
        if self.typed:
            self.console.print(HELP)
        self.show()
        return 0 if obey_lines(self.obey, typed=self.typed) else 2

    def obey(self, words: list[str]) -> bool:
        """Do what a line asks for; return False to end. Raises `FormatError` for what is no move."""
        match words:
            case []:
                pass
            case ["q"]:
                return False
            case ["?"]:
                self.console.print(HELP)
            case ["h"]:
                self.hint()
            case [letter] if letter in STEPS:
                down, right = STEPS[letter]
                self.look_at(self.middle[0] + down, self.middle[1] + right)
            case ["g", row, col]:
                self.look_at(whole(row), whole(col))
            case ["f", row, col]:
                self.board.toggle_flag(whole(row), whole(col))
                self.show()
            case ["c", row, col]:
                self.board.chord(whole(row), whole(col))
                self.look_at(whole(row), whole(col))
            case ["r", row, col] | [row, col]:
                self.board.reveal(whole(row), whole(col))
                self.look_at(whole(row), whole(col))
            case _:
                raise FormatError(f"expected a move like r 3 4, or ? for all of them, got {' '.join(words)!r}")
        return True

    def look_at(self, row: int, col: int) -> None:
        """Move the window, if the cell is not well inside it, and show it."""
        top, left = self.corner()
        if not (top + 2 <= row < top + ROWS - 2 and left + 2 <= col < left + COLS - 2):
            before = self.middle
            self.middle = (row, col)
            try:
                self.show()
            except SurefootError:
                self.middle = before
                raise
        else:
            self.show()

    def corner(self) -> tuple[int, int]:
        """Return the first row and column of the window."""
        return self.middle[0] - ROWS // 2, self.middle[1] - COLS // 2

    def hint(self) -> None:
        """Name a safe cell of the window, the nearest to its middle, or say that there is none."""
        top, left = self.corner()
        found = analyse_window(self.board, top, left, ROWS, COLS)
        if not found.safe:
            self.console.print("nothing in the window is certainly safe")
            return
        row, col = min(found.safe, key=lambda cell: (abs(cell.row - ROWS // 2) + abs(cell.col - COLS // 2), cell))
        self.console.print(f"({top + row},{left + col}) is safe")

    def show(self) -> None:
        """Show the window, which pulls in what a cascade left pending there, and the counters."""
        top, left = self.corner()
        text = self.board.window(top, left, ROWS, COLS).to_text().replace("F", "*")
        rows = [list(line) for line in text.splitlines()]
        for row in range(ROWS):
            for col in range(COLS):
                if self.board[top + row, left + col].state is CellState.FLAGGED:
                    rows[row][col] = "F"
        self.console.print(painted("\n".join("".join(row) for row in rows)))
        self.console.print(
            f"rows {top} to {top + ROWS - 1}, columns {left} to {left + COLS - 1}; "
            f"{self.board.revealed} cells revealed, {self.board.losses} mines hit, {self.board.pending} cells pending"
        )


def whole(text: str) -> int:
    """Return a row or a column."""
    try:
        return int(text)
    except ValueError:
        raise FormatError(f"expected a row and a column, got {text!r}") from None
