"""Which complete engine works on a knowledge, and both at once to compare them."""

from surefoot.errors import SurefootError
from surefoot.model import Engine
from surefoot.reasoning.counting import CountEngine
from surefoot.reasoning.engine import Outcome, SatEngine
from surefoot.reasoning.sat import Budget
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge

WORDS = {None: "not decided", True: "a mine", False: "safe"}
"""What an engine says of a cell."""


class VerifiedEngine:
    """Both engines on the same components; raises `SurefootError` where they differ."""

    def __init__(self, knowledge: Knowledge, budget: Budget, frontier: Frontier) -> None:
        """Look at nothing yet."""
        self._cols = knowledge.topology.cols
        self._sat = SatEngine(knowledge, budget, frontier)
        self._count = CountEngine(knowledge, budget, frontier)

    def by_clues(self) -> Outcome:
        """Return what follows from the clues alone."""
        return self._same(self._sat.by_clues(), self._count.by_clues())

    def by_total(self) -> Outcome:
        """Return what follows from the mine total beyond the clues."""
        return self._same(self._sat.by_total(), self._count.by_total())

    def _same(self, sat: Outcome, count: Outcome) -> Outcome:
        """Return the outcome of both, as far as neither was ended by a limit."""
        by_sat = {decision.cell: decision.mine for decision in sat.decisions}
        by_count = {decision.cell: decision.mine for decision in count.decisions}
        left_open = {*sat.open, *count.open}
        for cell in sorted(by_sat.keys() | by_count.keys()):
            if cell not in left_open and by_sat.get(cell) != by_count.get(cell):
                told = [WORDS[found.get(cell)] for found in (by_sat, by_count)]
                row, col = divmod(cell, self._cols)
                raise SurefootError(f"the engines differ at ({row}, {col}): {told[0]} by sat, {told[1]} by count")
        return sat if len(sat.open) <= len(count.open) else count


CompleteEngine = SatEngine | CountEngine | VerifiedEngine


def complete_engine(
    engine: Engine, knowledge: Knowledge, budget: Budget, frontier: Frontier, *, verify: bool = False
) -> CompleteEngine:
    """Return a complete engine on a knowledge; whichever is asked for decides the same cells.

    With `verify` both engines work, and a difference is an error.
    """
    if verify:
        return VerifiedEngine(knowledge, budget, frontier)
    if engine is Engine.COUNT:
        return CountEngine(knowledge, budget, frontier)
    return SatEngine(knowledge, budget, frontier)
