"""What a position offers: the safe cells, the forced mines, and the chances of the others."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ldexp

from surefoot.errors import InconsistentViewError
from surefoot.reasoning.analysis import analyse
from surefoot_core.count import Counter
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge
from surefoot_core.view import View


@dataclass(frozen=True, slots=True)
class Odds:
    """The certain cells of a view and the chances of a mine, by flat index."""

    safe: tuple[int, ...]
    """Hidden cells that are safe."""
    mines: tuple[int, ...]
    """Forced mines, trusted flags left out."""
    chance: dict[int, float | None]
    """Of every hidden cell that is not a trusted flag: 0 and 1 for certain cells only, None where not known."""
    layouts: tuple[float, int] | None
    """m and e of m * 2**e layouts, to about 12 digits; None where not known."""

    @property
    def safest(self) -> int | None:
        """A cell with the least chance of a mine, the first one; None where no chance is known."""
        if self.safe:
            return min(self.safe)
        known = [(chance, cell) for cell, chance in self.chance.items() if chance is not None]
        return min(known)[1] if known else None


def odds(view: View) -> Odds:
    """Return the odds of a view; `InconsistentViewError` where no layout fits."""
    knowledge = Knowledge(view)
    knowledge.apply_rules()
    frontier = Frontier(knowledge)
    frontier.update()
    counter = Counter(frontier)
    known = None if knowledge.conflict is not None else counter.chances()
    if not known:
        # Too wide to be counted, or contradictory: then this raises the error with the conflict.
        found = analyse(view)
        if known is None:
            raise InconsistentViewError("no layout fits the view")
        safe, mines = ([row * view.cols + col for row, col in cells] for cells in (found.safe, found.mines))
        rest = [cell for cell in range(view.rows * view.cols) if knowledge.mark(cell) == 0]
        chance: dict[int, float | None] = {**dict.fromkeys(rest), **certain(safe, mines)}
        return Odds(tuple(safe), tuple(mines), chance, None)
    decided = [(cell, value) for cell, value, rule, *_ in knowledge.decisions() if rule]
    safe = [cell for cell, value in decided if value == 1] + counter.safe()
    mines = [cell for cell, value in decided if value == 2] + counter.mines()
    chance = {**counter.mine_chances(), **certain(safe, mines)}
    return Odds(tuple(sorted(safe)), tuple(sorted(mines)), chance, counter.layouts())


def certain(safe: Iterable[int], mines: Iterable[int]) -> dict[int, float]:
    """Return the chances of certain cells."""
    return {**dict.fromkeys(safe, 0.0), **dict.fromkeys(mines, 1.0)}


def ratio(part: tuple[float, int], whole: tuple[float, int]) -> float:
    """Return the quotient of two numbers m * 2**e."""
    return ldexp(part[0] / whole[0], part[1] - whole[1])
