"""The backbone of one component: which boxes are the same in every model, by complement probing.

Keep the boxes that were the same in all models so far, ask for a model in which one of them differs, drop
those that did, and repeat; when there is none, the rest is the backbone (M. Janota, I. Lynce, J. Marques-Silva,
Algorithms for computing backbones of propositional formulae, AI Communications 28, 2015, section 4.4). The
solver is told to try all opposites first, so that one model drops many: about seven calls a position.
"""

from dataclasses import dataclass, field

from surefoot.errors import LimitReached
from surefoot.reasoning.encoding import Formula
from surefoot.reasoning.sat import Budget


@dataclass(slots=True)
class Backbone:
    """What models have shown about a component; `literals` are facts once it is `complete`."""

    literals: list[int] = field(default_factory=list)
    """For each box that was the same in every model its first variable, negative where the box is safe."""
    sums: int = 0
    """Bit n is set if a model has n mines."""
    complete: bool = False
    """Whether every box not among the literals has a model where it differs, and every one among them has none."""

    @property
    def consistent(self) -> bool:
        """Whether a model was found."""
        return self.sums != 0


def find_backbone(formula: Formula, budget: Budget) -> Backbone:
    """Return the backbone of a component by its clues alone; incomplete if the budget ends first."""
    found = Backbone()
    try:
        narrow(formula, budget, found, 0, formula.size)
        found.complete = True
    except LimitReached:
        pass
    return found


def narrow(formula: Formula, budget: Budget, found: Backbone, low: int, high: int) -> None:
    """Take in the models that have between `low` and `high` mines: drop each literal that differs in one.

    All literals that are left hold in all of those models. With nothing found yet, any box may become one.
    """
    wide = {first: box[-1] for first, box in formula.boxes.items() if len(box) > 1}
    with formula.solver(budget, low, high) as solver:
        if not solver.solve():
            return
        model = solver.model()
        if found.sums:
            found.literals = _unchanged(found.literals, model, wide)
        else:
            found.literals = _unchanged([model[first - 1] for first in formula.boxes], model, wide)
        while True:
            found.sums |= 1 << sum(literal > 0 for literal in model[: formula.size])
            if not found.literals:
                return
            opposite = [-literal for literal in found.literals]
            solver.prefer(opposite)
            solver.add_clause(opposite)
            if not solver.solve():
                return
            model = solver.model()
            found.literals = _unchanged(found.literals, model, wide)


def _unchanged(literals: list[int], model: list[int], wide: dict[int, int]) -> list[int]:
    """Return the literals whose whole box has that value in the model.

    The cells of a box can be exchanged, so a box that is partly mined could as well have its first cell changed.
    """
    same = [literal for literal in literals if model[abs(literal) - 1] == literal]
    if not wide:
        return same
    return [
        literal
        for literal in same
        if (last := wide.get(abs(literal))) is None
        or all((value > 0) == (literal > 0) for value in model[abs(literal) : last])
    ]


def find_sums(formula: Formula, budget: Budget, found: Backbone) -> None:
    """Complete the numbers of mines that a component can have; `LimitReached` if the budget ends first."""
    size = formula.size
    with formula.solver(budget, found.sums.bit_length(), size) as more:
        while more.solve():
            _add_sum(found, more.model(), size)
            high = found.sums.bit_length()
            if high > size:
                break
            more.add_atmost([-variable for variable in range(1, size + 1)], size - high)
    if not found.sums:
        return
    low = lowest(found.sums)
    with formula.solver(budget, 0, low - 1) as fewer:
        while low > 0 and fewer.solve():
            _add_sum(found, fewer.model(), size)
            low = lowest(found.sums)
            if low > 0:
                fewer.add_atmost(list(range(1, size + 1)), low - 1)
    for number in range(low, found.sums.bit_length()):
        if not found.sums >> number & 1:
            with formula.solver(budget, number, number) as exact:
                if exact.solve():
                    _add_sum(found, exact.model(), size)


def _add_sum(found: Backbone, model: list[int], size: int) -> None:
    found.sums |= 1 << sum(literal > 0 for literal in model[:size])


def lowest(sums: int) -> int:
    """Return the smallest number of a set that is not empty."""
    return (sums & -sums).bit_length() - 1
