"""The complete engine COUNT: what is certain, and the chance of everything else, by counting layouts.

The work is done by `surefoot_core.count`; a component that is too wide for its limits is left to SAT as far as
certain cells go, and its chances stay unknown.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from surefoot.errors import InconsistentViewError, InvalidCellError, LimitReached
from surefoot.model import Limit, Rule
from surefoot.reasoning.conflict import smallest_conflict
from surefoot.reasoning.engine import Decision, Outcome, SatEngine
from surefoot.reasoning.exact import Exact, Tally, combine, tally_component
from surefoot.reasoning.sat import Budget
from surefoot_core.count import Counter
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge
from surefoot_core.view import HIDDEN_CELL, View

MAX_BYTES = 1 << 30
"""Memory of a counter."""

MAX_EXACT_NODES = 200_000
"""Nodes of one diagram in whole numbers, which take some microseconds each."""

TIE = 1e-9
"""Chances this close are the same: they are doubles, and not rounded alike everywhere."""


class CountEngine:
    """Counting on the components of a knowledge; raises `InconsistentViewError` where no layout fits.

    Before each `by_clues` the knowledge goes through its rules; before `by_total` comes `by_clues`.
    """

    def __init__(self, knowledge: Knowledge, budget: Budget, frontier: Frontier | None = None) -> None:
        """Look at nothing yet."""
        self._knowledge = knowledge
        self._budget = budget
        self._frontier = Frontier(knowledge) if frontier is None else frontier
        self._counter = counter_for(self._frontier, budget)
        self._sat = SatEngine(knowledge, budget, self._frontier)
        self._wide = False

    @property
    def left_to_sat(self) -> bool:
        """Whether a component was too wide at the last look."""
        return self._wide

    def by_clues(self, *, first: bool = False) -> Outcome:
        """Return what follows from the clues alone; `first` is no shortcut here."""
        if self._knowledge.conflict is not None:
            raise smallest_conflict(self._knowledge, self._budget)
        self._frontier.update()
        known = self._counter.certain(total=False)
        if known is None:
            raise smallest_conflict(self._knowledge, self._budget)
        self._wide = not known
        if self._wide:
            return self._sat.by_clues(first=first)
        self._by_clues = {*self._counter.safe(), *self._counter.mines()}
        return Outcome(self._decisions(Rule.CLUES, set()))

    def by_total(self) -> Outcome:
        """Return what follows from the mine total beyond the clues; nothing where it is not known."""
        if self._knowledge.total is None:
            return Outcome(())
        if self._wide:
            return self._sat.by_total()
        known = self._counter.certain()
        if known is None:
            raise smallest_conflict(self._knowledge, self._budget)
        if not known:
            self._wide = True
            self._sat.by_clues()
            return self._sat.by_total()
        return Outcome(self._decisions(Rule.TOTAL, self._by_clues))

    def _decisions(self, rule: Rule, known: set[int]) -> tuple[Decision, ...]:
        """Return the certain cells that are not known yet, with the witnesses they rest on."""
        safe, mines = self._counter.safe(), self._counter.mines()
        new = [(cell, False) for cell in safe if cell not in known] + [
            (cell, True) for cell in mines if cell not in known
        ]
        if not new:
            return ()
        rest_on: dict[int, tuple[int, ...]] = {}
        everywhere: tuple[int, ...] = ()
        for place in range(self._frontier.components):
            witnesses = tuple(witness for witness, _, _ in self._frontier.rows(place))
            everywhere += witnesses
            if rule is Rule.CLUES:
                for box in self._frontier.boxes(place):
                    rest_on |= dict.fromkeys(box, witnesses)
        return tuple(Decision(cell, mine, rule, rest_on.get(cell, everywhere)) for cell, mine in new)


def counter_for(frontier: Frontier, budget: Budget, density: float | Fraction | None = None) -> Counter:
    """Return a counter within a budget."""
    return Counter(frontier, density=density, max_nodes=budget.nodes, max_bytes=MAX_BYTES, seconds=budget.seconds)


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of a consistent view."""

    complete: bool
    """Whether all of them are known."""
    layouts: int | None
    """The number of consistent layouts; None where it is not known."""
    mine: dict[int, float | Fraction | None]
    """The chance that an undecided cell holds a mine; None where it is not known."""
    holds: dict[int, tuple[float | Fraction, ...]] = field(default_factory=dict)
    """Where cells can hold several mines, the chances to hold 0, 1, 2 .. of them, as far as they are known."""


def find_chances(
    frontier: Frontier,
    budget: Budget,
    *,
    density: float | Fraction | None = None,
    exact: bool = False,
    layouts: bool = True,
) -> Chances:
    """Return the chances of the undecided cells of an updated frontier; `InconsistentViewError` without a layout.

    Without a mine total all layouts are equally likely or, with a density, each slot of a cell holds a mine with
    that chance. With `exact` the chances are fractions; without `layouts` their number is left out.
    """
    counter = counter_for(frontier, budget, density)
    complete = counter.chances()
    if complete is None:
        raise smallest_conflict(frontier.knowledge, budget)
    found: dict[int, float | Fraction | None] = {
        cell: None if math.isnan(chance) else chance for cell, chance in counter.mine_chances().items()
    }
    several = frontier.knowledge.max_mines_per_cell > 1
    if counter.wide() or not (layouts or exact):
        return Chances(complete, None, found)
    try:
        tallies = _tallies(frontier, counter, budget, boxes=exact or several)
    except LimitReached:
        if exact:
            found = dict.fromkeys(found)
        return Chances(complete and not exact, None, found)
    knowledge = frontier.knowledge
    left = None if knowledge.total is None else knowledge.total - knowledge.mines
    given = None if density is None else Fraction(density)
    numbers = combine(tallies, frontier.unconstrained, knowledge.max_mines_per_cell, left, given)
    holds: dict[int, tuple[float | Fraction, ...]] = {}
    for cells, chances in _by_cells(frontier, numbers):
        if exact:
            found |= dict.fromkeys(cells, sum(chances))
        if several:
            parts = 1 - sum(chances), *chances
            holds |= dict.fromkeys(cells, parts if exact else tuple(map(float, parts)))
    return Chances(complete or exact, numbers.layouts, found, holds)


def _by_cells(frontier: Frontier, numbers: Exact) -> Iterator[tuple[list[int], tuple[Fraction, ...]]]:
    """Yield the cells of each box, and the unconstrained ones, with their chances to hold 1, 2 .. mines."""
    if numbers.boxes is not None:
        for place, boxes in enumerate(numbers.boxes):
            yield from zip(frontier.boxes(place), boxes, strict=True)
    if numbers.rest is not None:
        yield frontier.unconstrained_cells(), numbers.rest


def clue_chances(view: View, cell: tuple[int, int], *, limit: Limit | None = None) -> dict[int, Fraction]:
    """Return for each clue that a hidden cell can show the chance that it is safe and shows it, exactly.

    What is missing to 1 is the chance that it holds a mine. `LimitReached` where a component takes too many nodes,
    `InconsistentViewError` where no layout fits the view.

    >>> clue_chances(View.from_text("1##", mines=1), (0, 2))
    {1: Fraction(1, 1)}
    """
    row, col = cell
    if view[row, col] != HIDDEN_CELL:
        raise InvalidCellError(f"expected a hidden cell, got ({row}, {col})")
    budget = Budget(limit)
    every = _weight(view, budget)
    if not every:
        raise InconsistentViewError("no layout fits the view")
    codes = bytearray(memoryview(view).cast("B"))
    most = len(view.topology.neighbours(row * view.cols + col)) * view.max_mines_per_cell
    shows = {}
    for clue in range(most + 1):
        codes[row * view.cols + col] = clue
        told = View(
            view.rows,
            view.cols,
            view.mines,
            memoryview(codes).cast("B", (view.rows, view.cols)),
            topology=view.topology,
            max_mines_per_cell=view.max_mines_per_cell,
            density=view.density,
        )
        if weight := _weight(told, budget):
            shows[clue] = weight / every
    return shows


def _weight(view: View, budget: Budget) -> Fraction:
    """Return the weight of all layouts of a view, 0 if there is none."""
    knowledge = Knowledge(view)
    knowledge.apply_rules()
    if knowledge.conflict is not None:
        return Fraction(0)
    frontier = Frontier(knowledge)
    frontier.update()
    tallies = _tallies(frontier, counter_for(frontier, budget), budget, boxes=False)
    left = None if knowledge.total is None else knowledge.total - knowledge.mines
    density = None if view.density is None else Fraction(view.density)
    found = combine(tallies, frontier.unconstrained, knowledge.max_mines_per_cell, left, density)
    odds = Fraction(1) if density is None or left is not None else density / (1 - density)
    return found.weight * odds**knowledge.mines


def safest_cell(mine: Mapping[int, float | Fraction | None]) -> int | None:
    """Return the cell with the least chance, the first in order among equals; None if one is not known."""
    known = [chance for chance in mine.values() if chance is not None]
    if not known or len(known) < len(mine):
        return None
    least = min(known)
    return min(cell for cell, chance in mine.items() if chance is not None and chance <= least + TIE)


def _tallies(frontier: Frontier, counter: Counter, budget: Budget, *, boxes: bool) -> list[Tally]:
    """Return the exact tally of each component; `LimitReached` where one takes too many nodes or too long."""
    most = min(budget.nodes, MAX_EXACT_NODES)
    slots = frontier.knowledge.max_mines_per_cell
    return [
        tally_component(
            frontier, place, counter.order(place), slots, boxes=boxes, max_nodes=most, deadline=budget.deadline
        )
        for place in range(frontier.components)
    ]
