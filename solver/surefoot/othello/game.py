"""A game of Othello from its start to its result: turns, forced passes, history and undo."""

from dataclasses import dataclass

from surefoot.errors import IllegalMoveError
from surefoot.othello.squares import square_at, square_name
from surefoot_core.othello import PASS, OthelloBoard


@dataclass(frozen=True, slots=True)
class OthelloResult:
    """How a game ended."""

    black: int
    """Black's discs on the board."""
    white: int
    """White's discs on the board."""
    empties: int
    """Squares that stayed empty."""

    @property
    def disc_difference(self) -> int:
        """Black's discs less White's, on the board."""
        return self.black - self.white

    @property
    def score(self) -> int:
        """The disc difference for Black with the empty squares given to the winner."""
        difference = self.disc_difference
        return difference + self.empties * ((difference > 0) - (difference < 0))

    @property
    def black_score(self) -> int:
        """Black's discs with the empty squares if Black won, with half of them in a draw."""
        return (self.black + self.white + self.empties + self.score) // 2

    def __str__(self) -> str:
        """Return the result in words."""
        count = f"{self.black}-{self.white}"
        if not self.disc_difference:
            return f"draw {count}"
        return f"{'Black' if self.score > 0 else 'White'} wins {count}, {abs(self.score)} with the empties"


class OthelloGame:
    """A board and the plies played on it; whoever must pass passes at once, and the history says so.

    >>> game = OthelloGame()
    >>> for move in ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"):
    ...     game.play(move)
    >>> game.result
    OthelloResult(black=13, white=0, empties=51)
    >>> str(game.result)
    'Black wins 13-0, 64 with the empties'
    """

    def __init__(self, board: OthelloBoard | None = None, *, size: int = 8) -> None:
        """Start from a copy of `board`, or from the start position of that size, Black to move."""
        self._board = OthelloBoard(size) if board is None else board.copy()
        self._before = len(self._board.history)
        self._pass_if_forced()

    def _pass_if_forced(self) -> None:
        if self._board.must_pass:
            self._board.pass_turn()

    @property
    def board(self) -> OthelloBoard:
        """A copy of the position."""
        return self._board.copy()

    @property
    def start(self) -> OthelloBoard:
        """The position the game began with."""
        board = self._board.copy()
        for _ in range(len(self._board.history) - self._before):
            board.undo()
        return board

    @property
    def size(self) -> int:
        """The number of rows, and of columns."""
        return self._board.size

    @property
    def black_to_move(self) -> bool:
        """Whether Black is to move."""
        return self._board.black_to_move

    @property
    def history(self) -> tuple[str, ...]:
        """The plies in order: names of squares, and ``pass`` for each forced pass."""
        plies = self._board.history[self._before :]
        return tuple(square_name(square, self.size) for square in plies)

    @property
    def over(self) -> bool:
        """Whether neither side can move."""
        return self._board.over

    @property
    def result(self) -> OthelloResult | None:
        """The result, or None while somebody can move."""
        return OthelloResult(*self._board.counts(), self._board.empties) if self.over else None

    def legal_moves(self) -> list[str]:
        """Return the names of the squares where the side to move may play; none at the end."""
        return [square_name(square, self.size) for square in self._board.legal_moves()]

    def play(self, move: str | int) -> None:
        """Play on a square, by name or number, and pass for the other side if it has no legal move.

        Raise `InvalidCellError` off the board and `IllegalMoveError`, with the name of the square, for any
        other move that the rules forbid; the game is then as it was.
        """
        square = square_at(move, self.size) if isinstance(move, str) else move
        try:
            self._board.play(square)
        except IllegalMoveError as error:
            message = str(error).partition("expected ")[2]
            raise IllegalMoveError(f"{square_name(square, self.size)}: expected {message}") from None
        self._pass_if_forced()

    def undo(self) -> str:
        """Take back the last move, with the pass it forced, and return its name."""
        plies = self._board.history[self._before :]
        if all(square == PASS for square in plies):
            raise IllegalMoveError("expected a move to take back, got an empty history")
        while True:
            square = self._board.undo()
            if square != PASS:
                return square_name(square, self.size)
