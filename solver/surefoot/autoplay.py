"""Play a board by proofs until it is won, lost, or a guess is needed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, get_args

from surefoot.errors import LimitReached
from surefoot.model import Cell, CellState, Engine, GameState, Limit, Move, Reasoning, Rule, Step
from surefoot_core.board import Board
from surefoot_core.topology_board import TopologyBoard

Guess = Literal["never", "safest", "fast", "best", "optimal"]
"""What to do where nothing is certain: stop, or what the strategy of that name says (docs/guessing.md)."""


class Ending(Enum):
    """How a play ended."""

    WON = "won"
    LOST = "lost"
    STUCK = "stuck"
    """Nothing more is certain: a guess is needed, or a limit was reached."""


@dataclass(slots=True)
class Playthrough:
    """What `autoplay` did."""

    ending: Ending
    """How it ended."""
    opened: int
    """Cells revealed in the end."""
    safe_total: int
    """Cells without a mine."""
    proved: int = 0
    """Reveals that were proved; each opens at least one cell."""
    flags: int = 0
    """Flags set on forced mines."""
    guesses: int = 0
    """Reveals that were not proved, the first one not counted."""
    reveals: dict[Rule, int] = field(default_factory=dict)
    """Proved reveals by what proved them."""
    calls: int = 0
    """Calls of the SAT solver."""
    complete: bool = True
    """False where a limit was reached: then more may be certain than was found."""


def autoplay(
    board: Board | TopologyBoard,
    *,
    start: tuple[int, int] | None = None,
    reasoning: Reasoning = "total",
    engine: Engine = Engine.SAT,
    guess: Guess = "never",
    limit: Limit | None = None,
    verify: bool = False,
    on_step: Callable[[Step], None] | None = None,
) -> Playthrough:
    """Apply the steps of a `Solver` to the board until won, lost or stuck.

    Where nothing is revealed yet, `start` is revealed first, in the middle (rows // 2, cols // 2) by default;
    a `start` on a board that is already played is refused. `on_step` is called after each step that changed
    the board, the first reveal among them. Raises `InconsistentViewError` only if the board breaks its own
    rules.

    >>> autoplay(Board(9, 9, 10, seed=2)).ending
    <Ending.WON: 'won'>
    """
    if guess not in get_args(Guess):
        raise ValueError(f"expected guess {', '.join(get_args(Guess))}, got {guess!r}")
    # The package offers this function by the name of this module, so it cannot be loaded late; python-sat can.
    from surefoot.reasoning.solver import Solver

    known = board.revealed_count
    solver = Solver(board.view(), reasoning=reasoning, engine=engine, limit=limit, verify=verify)
    play = Playthrough(Ending.STUCK, 0, 0)
    if known == 0 and board.state is GameState.PLAYING:
        first = (board.rows // 2, board.cols // 2) if start is None else start
        _apply(board, Step(Move.REVEAL, Cell(*first), Rule.GIVEN), on_step)
    elif start is not None:
        raise ValueError(f"expected no start on a board with {known} revealed cells, got {start!r}")
    while board.state is GameState.PLAYING:
        solver.reveal(board.revealed(known), board.clues(known))
        known = board.revealed_count
        steps = solver.steps()
        if not steps:
            step = solver.safest() if guess == "safest" else _guess(board, guess)
            if step is None:
                break
            play.guesses += _apply(board, step, on_step)
            continue
        for step in steps:
            if _apply(board, step, on_step):
                if step.move is Move.FLAG:
                    play.flags += 1
                else:
                    play.proved += 1
                    play.reveals[step.rule] = play.reveals.get(step.rule, 0) + 1
    if board.state is not GameState.PLAYING:
        play.ending = Ending.WON if board.state is GameState.WON else Ending.LOST
    play.opened = board.revealed_count
    play.safe_total = play.opened + (board.safe_left or 0)
    play.calls = solver.calls
    play.complete = solver.complete
    return play


def _guess(board: Board | TopologyBoard, guess: Guess) -> Step | None:
    """Return the move of a strategy; None for never, and where the view is too wide for it."""
    if guess == "never":
        return None
    from surefoot.guessing.strategy import STRATEGIES

    try:
        return Step(Move.REVEAL, STRATEGIES[guess].choose(board.view()).cell, Rule.GUESS)
    except LimitReached:
        return None


def _apply(board: Board | TopologyBoard, step: Step, on_step: Callable[[Step], None] | None) -> bool:
    """Make one step on the board and return whether it changed anything."""
    seen = board[step.cell]
    if board.state is not GameState.PLAYING or seen.state is CellState.REVEALED:
        return False
    if step.move is Move.FLAG:
        if seen.state is CellState.FLAGGED:
            return False
        board.toggle_flag(*step.cell)
    else:
        while board[step.cell].state is CellState.FLAGGED:
            board.toggle_flag(*step.cell)  # a flag would block the reveal
        board.reveal(*step.cell)
    if on_step is not None:
        on_step(step)
    return True
