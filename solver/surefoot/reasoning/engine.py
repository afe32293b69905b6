"""The complete engine SAT: what is certain about the undecided cells of a `Knowledge`.

A component whose clues did not change since the last time is not looked at again. One that is wide, but can be
counted all the same, is counted: on such ones SAT can take for ever (25 s do not suffice for the 81 clues of
matching-9).
"""

from dataclasses import dataclass

from surefoot.errors import InconsistentViewError, LimitReached
from surefoot.model import Rule
from surefoot.reasoning.backbone import Backbone, find_backbone
from surefoot.reasoning.conflict import smallest_conflict
from surefoot.reasoning.encoding import Formula, component_formula
from surefoot.reasoning.sat import Budget
from surefoot.reasoning.total import Part, within_total
from surefoot_core.count import Counter
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge


@dataclass(frozen=True, slots=True)
class Decision:
    """One cell that is certain."""

    cell: int
    """Its flat index."""
    mine: bool
    """Whether it is a forced mine, of which it holds at least one, or safe."""
    rule: Rule
    """`CLUES` or `TOTAL`."""
    witnesses: tuple[int, ...]
    """The clues it rests on: those of its component, or of all components with the mine total."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the engine found."""

    decisions: tuple[Decision, ...]
    """The certain cells."""
    open: tuple[int, ...] = ()
    """Cells that the budget left open."""
    consistent: bool = True
    """False if the budget ended before a layout was found."""


class SatEngine:
    """SAT on the components of a knowledge; raises `InconsistentViewError` where no layout fits.

    Before each `by_clues` the knowledge goes through its rules; before `by_total` comes `by_clues`.
    """

    def __init__(self, knowledge: Knowledge, budget: Budget, frontier: Frontier | None = None) -> None:
        """Look at nothing yet; several engines may share a frontier."""
        self._knowledge = knowledge
        self._budget = budget
        self._frontier = Frontier(knowledge) if frontier is None else frontier
        self._counter = Counter(self._frontier, max_nodes=budget.nodes, seconds=budget.seconds)
        self._kept: dict[int, Part] = {}

    def by_clues(self, *, first: bool = False) -> Outcome:
        """Return what follows from the clues alone; with `first` it ends at a component with a safe cell."""
        if self._knowledge.conflict is not None:
            raise self._conflict()
        frontier = self._frontier
        serials = [frontier.serial(place) for place in range(frontier.update())]
        self._kept = kept = {serial: self._kept[serial] for serial in serials if serial in self._kept}
        decisions: list[Decision] = []
        left_open: list[int] = []
        consistent = True
        for place, serial in enumerate(serials):
            part = kept.get(serial)
            if part is None or not part.backbone.complete:
                formula = component_formula(frontier, place)
                kept[serial] = part = self._part(place, formula)
            formula, backbone = part.formula, part.backbone
            if not backbone.complete:
                left_open += formula.cells_of(backbone.literals) if backbone.consistent else formula.cells
                consistent = consistent and backbone.consistent
            elif not backbone.consistent:
                raise self._conflict()
            elif backbone.literals:
                decisions += decided(part, backbone.literals, Rule.CLUES, formula.witnesses)
                if first and min(backbone.literals) < 0:
                    break
        return Outcome(tuple(decisions), tuple(left_open), consistent)

    def _part(self, place: int, formula: Formula) -> Part:
        """Return what the clues say about a component."""
        if self._counter.cost(place) > 0:
            counted = self._counter.by_clues(place)
            if counted is not None:
                sure, counts = counted
                firsts = zip(formula.boxes, sure, strict=True)
                literals = [first if value == 2 else -first for first, value in firsts if value]
                return Part(formula, Backbone(literals, counts, complete=True), all_sums=True)
        return Part(formula, find_backbone(formula, self._budget))

    def by_total(self) -> Outcome:
        """Return what follows from the mine total beyond the clues; nothing where it is not known."""
        total = self._knowledge.total
        if total is None:
            return Outcome(())
        parts = list(self._kept.values())
        rest = self._frontier.unconstrained
        everywhere = [cell for part in parts for cell in part.formula.cells]
        try:
            if not all(part.backbone.complete for part in parts):
                raise LimitReached("the components are not complete")
            slots = self._knowledge.max_mines_per_cell
            found = within_total(parts, total - self._knowledge.mines, rest, self._budget, slots=slots)
        except LimitReached:
            return Outcome((), tuple(everywhere + self._frontier.unconstrained_cells()), False)
        if not found.consistent:
            raise self._conflict()
        if found.rest == 0 and all(
            literals is part.backbone.literals for part, literals in zip(parts, found.literals, strict=True)
        ):
            return Outcome(())
        witnesses = tuple(witness for part in parts for witness in part.formula.witnesses)
        decisions: list[Decision] = []
        for part, literals in zip(parts, found.literals, strict=True):
            known = set(part.backbone.literals)
            new = [literal for literal in literals if literal not in known]
            decisions += decided(part, new, Rule.TOTAL, witnesses)
        if found.rest:
            decisions += [
                Decision(cell, found.rest > 0, Rule.TOTAL, witnesses) for cell in self._frontier.unconstrained_cells()
            ]
        return Outcome(tuple(decisions))

    def _conflict(self) -> InconsistentViewError:
        return smallest_conflict(self._knowledge, self._budget)


def decided(part: Part, literals: list[int], rule: Rule, witnesses: tuple[int, ...]) -> list[Decision]:
    """Return the decisions that literals stand for."""
    return [
        Decision(cell, literal > 0, rule, witnesses)
        for literal in literals
        for cell in part.formula.cells_of([literal])
    ]
