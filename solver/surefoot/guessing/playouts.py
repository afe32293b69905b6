"""What guesses are worth where the end is too far to search: each played out on the same layouts of the view.

The layouts are drawn evenly among all that fit the view, so the part of them that is won is the chance to win by the
strategy that plays on; the best play wins at least as much.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import index
from time import monotonic

from surefoot.errors import InvalidCellError
from surefoot.guessing.strategy import STRATEGIES, count, settle
from surefoot.model import Cell, Limit
from surefoot.rates import Interval, paired, wilson
from surefoot_core.bulk import FIELDS, RESULTS, Player
from surefoot_core.choose import Chooser
from surefoot_core.count import Counter
from surefoot_core.sample import Sampler
from surefoot_core.view import HIDDEN_CELL, View

MOST = 5
"""So many guesses are played out where the caller names none."""

MARGIN = 0.9
"""They are at least so safe, as a part of the safest."""

MAX_LAYOUTS = 10_000_000
"""Layouts that may be drawn for one view."""

_DRAWN, _BYTES = 250, 1 << 26
"""Layouts that are drawn at once, as far as they fit into so many bytes."""

_RESULT = FIELDS.index("result")


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """A hidden cell that was revealed next, in game after game."""

    cell: Cell
    """Where."""
    layouts: int
    """The layouts it was played on."""
    safety: float
    """The chance that it is safe, not only in these."""
    won: int
    """Those of the layouts that were won."""
    win: Interval
    """The chance to win, with its 95 % interval."""
    behind: Interval
    """The chance of the best of the cells played out, less this one: on the same layouts, so closer than `win` is."""


def play_out(
    view: View,
    cells: Iterable[Cell] | None = None,
    *,
    strategy: str = "fast",
    layouts: int = 1000,
    seed: int = 0,
    limit: Limit | None = None,
) -> tuple[PlayedOut, ...]:
    """Return how often each of some cells wins if it is revealed now and a strategy plays on, the best first.

    Without `cells` a safe cell if one is proved, else up to five guesses that strategy `best` would compare. The
    layouts are the same for all cells, drawn by `seed` (0 .. 2**64 - 1), and every number repeats exactly. A game
    that ends in a view too wide for the counting engine is not won. After `limit.seconds` no more games begin: then
    fewer layouts were played, at least one.

    A rectangle with a mine total and at most one mine a cell, a hidden cell that may be safe, and 1 .. 10,000,000
    layouts; else ValueError. Raises what `Strategy.choose` raises, and `LimitReached` where a component is too large.
    """
    if strategy not in STRATEGIES:
        raise ValueError(f"expected a strategy among {', '.join(STRATEGIES)}, got {strategy!r}")
    if not 1 <= index(layouts) <= MAX_LAYOUTS:
        raise ValueError(f"expected 1 .. {MAX_LAYOUTS} layouts, got {layouts!r}")
    if view.mines is None or view.max_mines_per_cell != 1 or view.topology.kind != "rectangle":
        raise ValueError("expected a rectangle with a mine total and at most one mine a cell")
    deadline = None if limit is None else limit.deadline()
    counter, safe = settle(view)
    count(counter)
    if cells is not None:
        chosen = [_hidden(view, cell) for cell in cells]
    elif safe is not None:
        chosen = [safe]
    else:
        chosen = _candidates(counter)
    player, sampler = Player(view.rows, view.cols), Sampler(counter)
    won = [bytearray() for _ in chosen]
    for boards in _boards(sampler, view, index(layouts), seed, one_by_one=deadline is not None):
        if deadline is not None and any(won) and monotonic() > deadline:
            break
        for cell, wins in zip(chosen, won, strict=True):
            wins += _played(player, view, cell, boards, strategy)
    return _in_order(view, chosen, [_safety(counter, cell) for cell in chosen], won)


def _boards(sampler: Sampler, view: View, layouts: int, seed: int, *, one_by_one: bool) -> Iterator[memoryview]:
    """Yield the layouts drawn, some rows of cells at a time."""
    size = view.rows * view.cols
    most = max(1, min(_DRAWN, _BYTES // size))
    for number, first in enumerate(range(0, layouts, most)):
        rows = min(most, layouts - first)
        drawn = memoryview(bytearray(rows * size)).cast("B", (rows, size))
        sampler.draw(drawn, seed, number)
        step = 1 if one_by_one else rows
        for begin in range(0, rows, step):
            yield drawn[begin : begin + step]


def _candidates(counter: Counter) -> list[int]:
    """Return the guesses worth playing out; ValueError where every hidden cell is a mine."""
    if not counter.mine_chances():
        raise ValueError("expected a view with a hidden cell that may be safe, got none")
    return [cell for cell, _ in Chooser(counter).candidates(MARGIN, MOST, MOST)]


def _played(player: Player, view: View, cell: int, boards: memoryview, strategy: str) -> bytes:
    """Return 1 for each board that is won, else 0."""
    games = len(boards)
    tales = memoryview(bytearray(4 * games * len(FIELDS))).cast("B").cast("i", (games, len(FIELDS)))
    player.play_views(view, boards, cell, tales, guess=strategy)
    return bytes(RESULTS[tales[game, _RESULT]] == "won" for game in range(games))


def _safety(counter: Counter, cell: int) -> float:
    """Return the chance that a hidden cell is safe."""
    mark = counter.frontier.knowledge.mark(cell)
    return 1 - counter.mine_chances()[cell] if mark == 0 else float(mark == 1)


def _in_order(view: View, cells: list[int], safeties: list[float], won: list[bytearray]) -> tuple[PlayedOut, ...]:
    """Return what became of each cell, the best first, the first among equals."""
    best = max(won, key=sum, default=bytearray())
    found = []
    for cell, safety, wins in zip(cells, safeties, won, strict=True):
        games = len(wins)
        only_best = sum(theirs > ours for theirs, ours in zip(best, wins, strict=True))
        only_this = sum(ours > theirs for theirs, ours in zip(best, wins, strict=True))
        found.append(
            PlayedOut(
                Cell(*divmod(cell, view.cols)),
                games,
                safety,
                sum(wins),
                wilson(sum(wins), games),
                paired(only_best, only_this, games),
            )
        )
    return tuple(sorted(found, key=lambda each: -each.won))


def _hidden(view: View, cell: Cell) -> int:
    """Return the flat index of a hidden cell; `InvalidCellError` for any other."""
    row, col = cell
    if view[row, col] != HIDDEN_CELL:
        raise InvalidCellError(f"expected a hidden cell, got ({row},{col})")
    return row * view.cols + col
