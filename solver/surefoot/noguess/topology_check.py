"""No-guess boards beyond the rectangle, by the solver that plays: it sees what a player sees and nothing else."""

from surefoot.autoplay import Ending, autoplay
from surefoot.model import Engine, Limit, Reasoning, Verdict
from surefoot_core.topology_board import TopologyBoard


def needs_no_guess(
    board: TopologyBoard,
    start: tuple[int, int],
    *,
    reasoning: Reasoning = "total",
    engine: Engine = Engine.COUNT,
    limit: Limit | None = None,
) -> Verdict:
    """Return whether safe reveals alone win a board of any topology from this first reveal.

    The board is played as it will be after `restart`, on a copy. `UNKNOWN` where the limit was reached; `NO` for a
    first reveal that loses.

    >>> from surefoot_core.topology import Topology
    >>> board = TopologyBoard.from_mines(Topology.hexagonal(1, 5), [(0, 4)])
    >>> needs_no_guess(board, (0, 0)).name, needs_no_guess(board, (0, 4)).name
    ('YES', 'NO')
    """
    game = board.copy()
    game.restart()
    play = autoplay(game, start=start, reasoning=reasoning, engine=engine, limit=limit)
    if play.ending is Ending.WON:
        return Verdict.YES
    return Verdict.NO if play.complete else Verdict.UNKNOWN
