"""The exact chance to win a view, by exhaustive search over its layouts.

All layouts are equally likely, so what a player knows is the set of layouts that still fit. A safe cell is revealed
at once, because it costs nothing; otherwise every cell is tried, and the layouts that survive fall apart by the clue
it shows. The best any play can do is then a whole number of layouts. The search (`surefoot_core.endgame`) keeps the
sets that it has met, tries the safest cells first and leaves a cell as soon as it cannot beat the best.
"""

from dataclasses import dataclass
from fractions import Fraction
from time import monotonic

from surefoot.errors import InconsistentViewError, LimitReached
from surefoot.model import Cell, FirstClick, Limit
from surefoot_core.endgame import Endgame
from surefoot_core.view import HIDDEN_CELL, View

MAX_LAYOUTS = 20_000
"""Views with more layouts are not searched unless the caller says so."""

MAX_POSITIONS = 20_000_000
"""Positions worked out for one answer unless a limit says otherwise: some tens of seconds."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A hidden cell that may be revealed next."""

    cell: Cell
    """Where."""
    safety: Fraction
    """The chance that it is safe."""
    win: Fraction
    """The chance to win if it is revealed now and everything after is played best."""

    @property
    def risk(self) -> Fraction:
        """The chance that it holds a mine."""
        return 1 - self.safety


def win_probability(
    view: View,
    *,
    first_click: FirstClick = FirstClick.ANY,
    max_layouts: int = MAX_LAYOUTS,
    limit: Limit | None = None,
) -> Fraction:
    """Return the chance to win a view by the best play.

    With `first_click` SAFE the next reveal is never a mine, as at the start of a game; with OPENING it also shows a
    zero. Raises `LimitReached` where the view has more than `max_layouts` layouts or the search works out more than
    `limit.nodes` positions or takes longer than `limit.seconds`, and `InconsistentViewError` where no layout fits.
    """
    if first_click is FirstClick.OPENING:
        starts = [_with_opening(view, cell) for cell in _hidden(view)]
        return max(
            (_whole(start, max_layouts, limit) for start in starts if Endgame(start, max_layouts=1).layouts != 0),
            default=Fraction(0),
        )
    if first_click is FirstClick.SAFE:
        return max(each.win / each.safety for each in candidates(view, max_layouts=max_layouts, limit=limit))
    return _whole(view, max_layouts, limit)


def candidates(view: View, *, max_layouts: int = MAX_LAYOUTS, limit: Limit | None = None) -> tuple[Candidate, ...]:
    """Return every hidden cell that may be safe with its safety and its chance to win, the best chance first.

    Among equals the safer one comes first, then row by row. Raises what `win_probability` raises; the limit holds
    for all cells together.
    """
    endgame, layouts = _endgame(view, max_layouts)
    most = _positions(limit)
    deadline = None if limit is None else limit.deadline()
    found = []
    for index, safe in sorted(endgame.safe_layouts().items()):
        if safe:
            won = endgame.won_after(index, max_visits=max(0, most - endgame.visits), seconds=_left(deadline))
            if won is None:
                raise _unknown(most, limit)
            found.append(Candidate(_cell(view, index), Fraction(safe, layouts), Fraction(won, layouts)))
    return tuple(sorted(found, key=lambda each: (-each.win, -each.safety, each.cell)))


def _whole(view: View, max_layouts: int, limit: Limit | None) -> Fraction:
    """Return the chance to win."""
    endgame, layouts = _endgame(view, max_layouts)
    answer = endgame.solve(max_visits=_positions(limit), seconds=None if limit is None else limit.seconds)
    if answer is None:
        raise _unknown(_positions(limit), limit)
    return Fraction(answer[0], layouts)


def _endgame(view: View, max_layouts: int) -> tuple[Endgame, int]:
    """Return the search with its number of layouts."""
    endgame = Endgame(view, max_layouts=max_layouts, table_bits=20)
    if endgame.layouts is None:
        raise LimitReached(f"the view has more than {max_layouts} layouts")
    if endgame.layouts == 0:
        raise InconsistentViewError("no layout fits the view")
    return endgame, endgame.layouts


def _positions(limit: Limit | None) -> int:
    """Return the positions that the search may work out."""
    return MAX_POSITIONS if limit is None or limit.nodes is None else limit.nodes


def _left(deadline: float | None) -> float | None:
    """Return the seconds until then."""
    return None if deadline is None else max(0.0, deadline - monotonic())


def _unknown(positions: int, limit: Limit | None) -> LimitReached:
    """Return why there is no answer."""
    seconds = "" if limit is None or limit.seconds is None else f" and {limit.seconds:g} seconds"
    return LimitReached(f"not worked out within {positions} positions{seconds}")


def _cell(view: View, index: int) -> Cell:
    """Return the cell of a flat index."""
    return Cell(*divmod(index, view.cols))


def _hidden(view: View) -> list[Cell]:
    """Return the hidden cells, trusted flags left out."""
    return [Cell(row, col) for row in range(view.rows) for col in range(view.cols) if view[row, col] == HIDDEN_CELL]


def _with_opening(view: View, cell: Cell) -> View:
    """Return the view after a zero was revealed at the cell."""
    shown = bytearray(memoryview(view).cast("B"))
    shown[cell.row * view.cols + cell.col] = 0
    cells = memoryview(shown).cast("B", (view.rows, view.cols))
    return View(view.rows, view.cols, view.mines, cells, topology=view.topology)
