"""Whether a board needs no guess, by a solver that plays it with the engine SAT and never sees its mines."""

from dataclasses import dataclass

from surefoot.model import GameState, Limit, Verdict
from surefoot.reasoning.engine import SatEngine
from surefoot.reasoning.sat import Budget
from surefoot_core.autoplay import RulePlayer
from surefoot_core.board import Board
from surefoot_core.knowledge import Knowledge
from surefoot_core.view import View


@dataclass(frozen=True, slots=True)
class NoGuess:
    """How far safe reveals alone open a board from its first reveal."""

    clues: Verdict
    """Whether they win by the clues alone."""
    total: Verdict
    """Whether they win by the clues and the mine total."""
    opened_clues: int
    """Cells open when the clues alone prove no more safe cell; 0 if the first reveal is a mine."""
    opened_total: int
    """The same with the mine total."""


def check_by_sat(board: Board, start: tuple[int, int], *, limit: Limit | None = None) -> NoGuess:
    """Play a new board from its first reveal, by the clues as far as they go and then with the mine total.

    The board is played on the way. A `limit` may leave a verdict `UNKNOWN`; the counts are then what was opened.

    >>> check_by_sat(Board.from_text("*..\\n...\\n..*"), (0, 2))
    NoGuess(clues=<Verdict.YES: 'yes'>, total=<Verdict.YES: 'yes'>, opened_clues=7, opened_total=7)
    """
    board.reveal(*start)
    if board.state is GameState.LOST:
        return NoGuess(Verdict.NO, Verdict.NO, 0, 0)
    knowledge = Knowledge(View(board.rows, board.cols, board.mines))
    player = RulePlayer(board, knowledge)
    engine = SatEngine(knowledge, Budget(limit))
    by_clues = Verdict.UNKNOWN
    opened_clues = 0
    state = player.run()
    while state is GameState.PLAYING:
        opened = board.revealed_count
        found = engine.by_clues(first=True)
        if not found.decisions and not found.open:
            if by_clues is Verdict.UNKNOWN:
                by_clues, opened_clues = Verdict.NO, opened
            found = engine.by_total()
        if not found.decisions:
            by_total = Verdict.UNKNOWN if found.open else Verdict.NO
            return NoGuess(by_clues, by_total, opened_clues or opened, opened)
        for decision in found.decisions:
            knowledge.decide(decision.cell, 2 if decision.mine else 1, int(decision.rule))
        state = player.run()
    if state is GameState.LOST:
        raise AssertionError("a cell proved safe held a mine")
    opened = board.revealed_count
    if by_clues is Verdict.UNKNOWN:
        return NoGuess(Verdict.YES, Verdict.YES, opened, opened)
    return NoGuess(by_clues, Verdict.YES, opened_clues, opened)
