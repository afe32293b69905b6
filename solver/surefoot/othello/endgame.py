"""The exact endgame: the score of a position, its best move, and every move's score."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from queue import SimpleQueue
from time import perf_counter

from surefoot.errors import LimitReached
from surefoot.model import Limit
from surefoot.othello.obf import MoveScore
from surefoot_core.othello import OthelloBoard
from surefoot_core.othello_endgame import EndgameSolver


@dataclass(frozen=True, slots=True)
class Endgame:
    """What is known of a position once it is solved, or once the limit is reached."""

    score: int | None
    """The disc difference for the side to move with best play, empties to the winner; None beyond the limit."""
    best: int | None
    """A best move: a square, or `PASS` where the side to move must pass; None at the end of a game."""
    moves: tuple[MoveScore, ...]
    """The exact scores of moves, the best first: of all if that was asked for, else of the best alone."""
    nodes: int
    """Positions searched."""
    seconds: float
    """Wall time it took."""


def solve(
    board: OthelloBoard,
    *,
    all_moves: bool = False,
    limit: Limit | None = None,
    solver: EndgameSolver | None = None,
) -> Endgame:
    """Return the exact score of a position and a best move, or with `all_moves` every move's score.

    `limit` counts nodes and seconds; its conflicts mean nothing here. A `solver` keeps its transposition table
    from one call to the next.

    >>> ending = solve(OthelloBoard.from_masks(0x2, 0x1, black_to_move=False))
    >>> ending.score, ending.best
    (-64, -1)
    """
    solver = solver or EndgameSolver()
    limit = limit or Limit()
    start = perf_counter()
    try:
        if all_moves:
            scores = solver.move_scores(board, nodes=limit.nodes, seconds=limit.seconds)
        else:
            score, square = solver.solve(board, nodes=limit.nodes, seconds=limit.seconds)
            scores = [(square, score)]
    except LimitReached:
        return Endgame(None, None, (), solver.nodes, perf_counter() - start)
    seconds = perf_counter() - start
    square, score = scores[0]
    if board.over:
        return Endgame(score, None, (), solver.nodes, seconds)
    moves = tuple(MoveScore(square, score) for square, score in scores)
    return Endgame(score, square, moves, solver.nodes, seconds)


def solve_many(
    boards: Iterable[OthelloBoard],
    *,
    all_moves: bool = False,
    limit: Limit | None = None,
    threads: int = 1,
    megabytes: int = 64,
) -> Iterator[Endgame]:
    """Yield the answer to each position in order, several at a time in as many threads.

    The search runs without the GIL, and each thread has a table of its own of `megabytes`. `limit` holds for
    each position.
    """
    if threads < 1:
        raise ValueError(f"expected at least 1 thread, got {threads!r}")
    solvers: SimpleQueue[EndgameSolver] = SimpleQueue()
    for _ in range(threads):
        solvers.put(EndgameSolver(megabytes))

    def one(board: OthelloBoard) -> Endgame:
        solver = solvers.get()
        try:
            return solve(board, all_moves=all_moves, limit=limit, solver=solver)
        finally:
            solvers.put(solver)

    positions = iter(boards)
    if threads == 1:
        yield from map(one, positions)
        return
    with ThreadPoolExecutor(threads) as pool:
        running: deque[Future[Endgame]] = deque(pool.submit(one, b) for b in islice(positions, 2 * threads))
        while running:
            yield running.popleft().result()
            running.extend(pool.submit(one, board) for board in islice(positions, 1))
