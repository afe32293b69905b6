"""The strategies by name, and the move that one of them makes in a view."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from surefoot.errors import InconsistentViewError, LimitReached
from surefoot.guessing.optimal import Candidate, candidates
from surefoot.model import Cell, Limit
from surefoot_core.bulk import STRATEGIES as NUMBERS
from surefoot_core.choose import Chooser
from surefoot_core.count import Counter
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge
from surefoot_core.view import View

EXACT_LAYOUTS = 2_000
"""Up to so many layouts `best_move` plays the end exactly."""

EXACT_LIMIT = Limit(nodes=500_000)
"""Positions that this may take: below a second."""

_SAFE, _MINED = 1, 2
_BY_TOTAL = 4


@dataclass(frozen=True, slots=True)
class Guess:
    """A cell to reveal."""

    cell: Cell
    """Where."""
    safety: Fraction | float
    """The chance that it is safe: exactly 1 if it is proved safe, a `Fraction` where all layouts were listed."""
    win: Fraction | float | None = None
    """The chance to win through it by the best play after it; None where it is not known."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to guess where no cell is safe."""

    name: str
    """Its name, also on the command line."""
    about: str
    """What it does, in a sentence."""
    source: str
    """Where it comes from."""

    def choose(self, view: View) -> Guess:
        """Return its move in a view: a safe cell if there is one, else its guess.

        Raises `InconsistentViewError` where no layout fits, `LimitReached` where the counting engine finds the view
        too wide, and ValueError for a view without a hidden cell to reveal, without a mine total, or with more than
        one mine a cell where no cell is safe.
        """
        counter, safe = settle(view)
        if safe is not None:
            return Guess(Cell(*divmod(safe, view.cols)), Fraction(1))
        cell, safety, win = Chooser(counter).guess(NUMBERS[self.name])
        return Guess(Cell(*divmod(cell, view.cols)), safety, win)


STRATEGIES: dict[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Strategy("safest", "The cell with the least chance of a mine, the first in order among equals.", "folklore"),
        Strategy(
            "fast",
            "Among cells about as safe as the safest, the one that most likely leaves a safe cell, or a safe guess, "
            "behind it; the end exactly up to 100 layouts.",
            "secondary safety: D. Hill, JSMinesweeper (2020); exact endgame: C. Studholme, Minesweeper as a "
            "Constraint Satisfaction Problem (2001)",
        ),
        Strategy(
            "best",
            "The same over more cells and every clue, with credit for settling pairs that may become 50/50s, the "
            "likely views after a guess looked into up to six reveals deep; the end exactly up to 2,000 layouts.",
            "as fast; risk of later 50/50s: D. Hill, JSMinesweeper (2021)",
        ),
        Strategy(
            "optimal",
            "The best of all ways to play, by exhaustive search, up to 20,000 layouts; before that as best.",
            "see surefoot.guessing.optimal",
        ),
    )
}
"""The strategies by name; docs/guessing.md has their measured win rates and costs."""


def best_move(view: View, *, goal: Literal["win", "safest"] = "win") -> Guess:
    """Return the move that most likely wins, or the safest one.

    A proved safe cell if there is one. Else, with goal "win", the cell through which the best play wins most often,
    with the exact chance where the layouts are few enough to search them all, and the move of strategy `best` where
    they are not; with goal "safest", a cell with the least chance of a mine, and among these the one that wins most
    often where that is known. Raises what `Strategy.choose` raises.
    """
    if goal not in ("win", "safest"):
        raise ValueError(f"expected a goal 'win' or 'safest', got {goal!r}")
    quick = STRATEGIES["best" if goal == "win" else "safest"].choose(view)
    if view.max_mines_per_cell != 1:
        return quick
    try:
        found = candidates(view, max_layouts=EXACT_LAYOUTS, limit=EXACT_LIMIT)
    except LimitReached:
        return quick
    if quick.safety == 1:
        return next(_exact(each) for each in found if each.cell == quick.cell)
    if goal == "win":
        return _exact(found[0])
    return _exact(max(found, key=lambda each: (each.safety, each.win)))


def _exact(found: Candidate) -> Guess:
    """Return a candidate as a guess."""
    return Guess(found.cell, found.safety, found.win)


def count(counter: Counter) -> None:
    """Work out every chance.

    Raises `InconsistentViewError` where no layout fits, and `LimitReached` where the view is too wide.
    """
    counter.frontier.update()
    known = counter.chances() if counter.frontier.knowledge.conflict is None else None
    if known is None:
        raise InconsistentViewError("no layout fits the view")
    if not known:
        raise LimitReached("the view is too wide for the counting engine")


def settle(view: View) -> tuple[Counter, int | None]:
    """Return a counter with every chance of a view in which the forced mines are decided, and a safe cell or None."""
    knowledge = Knowledge(view)
    knowledge.apply_rules()
    counter = Counter(Frontier(knowledge), density=view.density)
    while True:
        decided = knowledge.decisions()
        safe = [cell for cell, value, *_ in decided if value == _SAFE and not knowledge.is_revealed(cell)]
        if safe:
            return counter, min(safe)
        count(counter)
        if counter.safe():
            return counter, counter.safe()[0]
        if not counter.mines() or view.max_mines_per_cell != 1:  # there a forced mine need not be as many as can be
            return counter, None
        for mine in counter.mines():
            knowledge.decide(mine, _MINED, _BY_TOTAL)
