"""A game as people play it: a board with the moves that were made, and taking them back."""

from dataclasses import dataclass

from surefoot.model import Cell, GameState, Move, RevealResult
from surefoot_core.board import Board


@dataclass(frozen=True, slots=True)
class Played:
    """One move that changed the board."""

    move: Move
    """Which of the three."""
    cell: Cell
    """Where."""
    result: RevealResult
    """What it came to."""
    revealed: int
    """How many cells it revealed."""


class Game:
    """A board and its history. Moves that change nothing leave no trace in it.

    >>> game = Game(Board.from_text("*.."))
    >>> game.reveal(0, 0).name, game.state.name
    ('LOSE', 'LOST')
    >>> game.undo().cell, game.state.name, game.history
    (Cell(row=0, col=0), 'PLAYING', ())
    """

    def __init__(self, board: Board) -> None:
        """Play on this board from where it stands; what was done on it before cannot be taken back."""
        self._start = board.copy()
        self._board = board
        self._history: list[Played] = []

    @property
    def board(self) -> Board:
        """The board as it stands; moves made on it directly are not in the history."""
        return self._board

    @property
    def state(self) -> GameState:
        """How the game stands."""
        return self._board.state

    @property
    def history(self) -> tuple[Played, ...]:
        """The moves that changed the board, the first one first."""
        return tuple(self._history)

    def reveal(self, row: int, col: int) -> RevealResult:
        """Reveal a cell; errors and results are those of `Board.reveal`."""
        return self._make(Move.REVEAL, Cell(row, col))

    def chord(self, row: int, col: int) -> RevealResult:
        """Reveal the neighbours of a clue whose mines are flagged, as `Board.chord` does."""
        return self._make(Move.CHORD, Cell(row, col))

    def toggle_flag(self, row: int, col: int) -> bool:
        """Flag a cell or take its flag away; return whether it is flagged now."""
        before = self._board.flags
        flagged = self._board.toggle_flag(row, col)
        if self._board.flags != before:
            self._history.append(Played(Move.FLAG, Cell(row, col), RevealResult.CONTINUE, 0))
        return flagged

    def undo(self) -> Played | None:
        """Take back the last move and return it, or None where there is none; also after the end.

        Taking back the first reveal of a drawn board also takes back where its mines are: they are placed anew
        by the next first reveal. Cost: the game is played again up to there.
        """
        if not self._history:
            return None
        taken = self._history.pop()
        board = self._start.copy()
        for played in self._history:
            _apply(board, played.move, played.cell)
        self._board = board
        return taken

    def _make(self, move: Move, cell: Cell) -> RevealResult:
        """Make a reveal or chord and note it down if it changed the board."""
        revealed, state = self._board.revealed_count, self._board.state
        result = _apply(self._board, move, cell)
        new = self._board.revealed_count - revealed
        if new or self._board.state is not state:
            self._history.append(Played(move, cell, result, new))
        return result


def _apply(board: Board, move: Move, cell: Cell) -> RevealResult:
    """Make one move on the board."""
    if move is Move.REVEAL:
        return board.reveal(*cell)
    if move is Move.CHORD:
        return board.chord(*cell)
    board.toggle_flag(*cell)
    return RevealResult.CONTINUE
