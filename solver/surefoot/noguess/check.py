"""Whether a known board can be won by safe reveals alone, how, and how hard that is.

The checker in the core knows the mines, which makes it fast; its verdict is that of perfect play. The honest way,
a solver that sees clues only, is `surefoot.noguess.sat_check`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from surefoot.errors import InvalidBoardError
from surefoot.formats.layout import Layout
from surefoot.formats.sgt import read_id
from surefoot.model import Cell, Reasoning, Rule
from surefoot.noguess.difficulty import Difficulty
from surefoot.reasoning.analysis import analyse
from surefoot_core.board import Board
from surefoot_core.measures import islands, openings, three_bv, zini
from surefoot_core.noguess import Checker
from surefoot_core.view import View


@dataclass(frozen=True, slots=True)
class NoGuessReport:
    """What safe reveals alone come to on one board from one first reveal."""

    layout: Layout
    """The board; its start is the first reveal."""
    clues: bool
    """Whether they win by the clues alone."""
    total: bool
    """Whether they win by the clues and the mine total."""
    opened_clues: int
    """Cells open when the clues alone prove no more safe cell; 0 if the first reveal is a mine."""
    opened_total: int
    """The same with the mine total."""
    reasoning: Reasoning
    """The reasoning of the play below."""
    proved: tuple[tuple[int, int], ...]
    """Easiest-first play as (flat cell, number of the rule) of each reveal after the first; see `moves`."""
    difficulty: Difficulty
    """The deductions of that play."""
    open_cells: bytes
    """One byte a cell, row by row: 1 where the play opened it."""

    @property
    def moves(self) -> tuple[tuple[Cell, Rule], ...]:
        """Easiest-first play: each reveal after the first, with what proves it. It wins if the verdict says so."""
        cols = self.layout.cols
        return tuple((Cell(*divmod(cell, cols)), Rule(rule)) for cell, rule in self.proved)

    @property
    def no_guess(self) -> bool:
        """Whether the board needs no guess with the reasoning asked for."""
        return self.total if self.reasoning == "total" else self.clues

    @property
    def guesses(self) -> tuple[Cell, ...]:
        """The cells among which a guess is forced where play is stuck: neither safe nor mines by this reasoning."""
        if self.no_guess or not any(self.open_cells):
            return ()
        found = analyse(self.view(), reasoning=self.reasoning)
        assert not found.safe, "play was not stuck"
        hidden = (Cell(*divmod(cell, self.layout.cols)) for cell, seen in enumerate(self.open_cells) if not seen)
        known = set(found.mines)
        return tuple(cell for cell in hidden if cell not in known)

    def board(self) -> Board:
        """Return the board with the play's cells revealed: won, or stuck. A first reveal on a mine is not made."""
        board = self.layout.board()
        cols = self.layout.cols
        for cell, opened in enumerate(self.open_cells):
            if opened:
                board.reveal(*divmod(cell, cols))
        return board

    def view(self) -> View:
        """Return what the player sees in the end."""
        return self.board().view()


@dataclass(frozen=True, slots=True)
class Measures:
    """The usual measures of a board."""

    three_bv: int
    """The least number of clicks without chords."""
    openings: int
    """Connected regions of zero clues."""
    islands: int
    """Connected regions of the other clues that count towards 3BV."""
    zini: int
    """The clicks of the greedy ZiNi, with chords."""


def check_no_guess(
    board: Layout | Board | str, start: tuple[int, int] | None = None, *, reasoning: Reasoning = "total"
) -> NoGuessReport:
    """Return both verdicts on a board and its easiest-first play with this reasoning.

    `board` may be a game id. `start` is the first reveal, by default that of the layout. A `Board` is not played.

    >>> report = check_no_guess("9x9:4,4,m00b7d48a3e0231c419200")
    >>> report.clues, report.total, report.opened_total, report.difficulty.hardest
    (True, True, 46, 'two')
    """
    layout = layout_of(board, start)
    index = _start_index(layout)
    mines = mine_bytes(layout)
    clues, total, opened_clues, opened_total = Checker(layout.rows, layout.cols).check(mines, index)
    teller = Checker(layout.rows, layout.cols, planes=False)
    _, moves, cells, counts = teller.steps(mines, index, total=reasoning == "total")
    return NoGuessReport(
        layout, clues, total, opened_clues, opened_total, reasoning, tuple(moves), Difficulty(*counts), cells
    )


def no_guess_starts(board: Layout | Board | str, *, reasoning: Reasoning = "total") -> Iterator[Cell]:
    """Yield, row by row, each first reveal from which the board needs no guess."""
    layout = layout_of(board, (0, 0))
    checker = Checker(layout.rows, layout.cols)
    mines = mine_bytes(layout)
    for index in range(layout.cells):
        if not mines[index] and checker.check(mines, index)[reasoning == "total"]:
            yield Cell(*divmod(index, layout.cols))


def measures(board: Layout | Board) -> Measures:
    """Return 3BV, openings, islands and ZiNi."""
    placed = board if isinstance(board, Board) else board.board()
    return Measures(three_bv(placed), openings(placed), islands(placed), zini(placed))


def layout_of(board: Layout | Board | str, start: tuple[int, int] | None) -> Layout:
    """Return the layout, or that of a game id, with this first reveal or its own one."""
    if isinstance(board, str):
        board = read_id(board)
    if isinstance(board, Layout):
        place = board.start if start is None else start
        return Layout(board.rows, board.cols, board.mines, place, board.recipe)
    cells = (row * board.cols + col for row, col in board.mine_cells())
    return Layout(board.rows, board.cols, tuple(sorted(cells)), start)


def mine_bytes(layout: Layout) -> bytes:
    """Return one byte a cell, 1 for a mine."""
    cells = bytearray(layout.cells)
    for mine in layout.mines:
        cells[mine] = 1
    return bytes(cells)


def _start_index(layout: Layout) -> int:
    if layout.start is None:
        raise InvalidBoardError("expected a board with its first reveal, or a start, got none")
    return layout.start[0] * layout.cols + layout.start[1]
