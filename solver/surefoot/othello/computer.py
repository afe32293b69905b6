"""An opponent: a look ahead of a few moves, then the endgame without a mistake."""

from surefoot_core.othello import OthelloBoard
from surefoot_core.othello_endgame import EndgameSolver


class Computer:
    """A player that looks `depth` plies ahead, and plays perfectly from `exact_from` empties on.

    On boards beyond 8x8 the look ahead ends after three plies, and the exact play begins at ten empties, because
    the general rules are slower. The same position always gets the same move.
    """

    def __init__(self, *, depth: int = 6, exact_from: int = 18) -> None:
        """Take the table that the endgame needs."""
        self._depth = depth
        self._exact_from = exact_from
        self._solver = EndgameSolver(16)

    def choose(self, board: OthelloBoard) -> int:
        """Return the square to play; the side to move must have a legal move."""
        exact_from = self._exact_from if board.size <= 8 else min(self._exact_from, 10)
        if board.empties <= exact_from:
            return self._solver.solve(board)[1]
        return self._solver.look_ahead(board, self._depth)
