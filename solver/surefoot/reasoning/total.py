"""What the mine total adds to the clues: components are tied together by the numbers of mines they can have.

Every model found so far has a number of mines; if each of them fits together with some of the others' into the
mine total, nothing follows from it, which is nearly always so. Else the components in doubt are looked at once
more, restricted to the numbers that the others leave them: first to numbers that models of the others have,
and where a claim is left, to all numbers that the others can have at all. Sets of numbers are the bits of
integers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from surefoot.reasoning.backbone import Backbone, find_sums, lowest, narrow
from surefoot.reasoning.encoding import Formula
from surefoot.reasoning.sat import Budget


@dataclass(slots=True)
class Part:
    """A component and what is known of it by the clues alone."""

    formula: Formula
    """Its rows."""
    backbone: Backbone
    """What its models have shown."""
    all_sums: bool = False
    """Whether the sums of the backbone are all there are."""

    def complete_sums(self, budget: Budget) -> None:
        """Find all numbers of mines the component can have."""
        if not self.all_sums:
            find_sums(self.formula, budget, self.backbone)
            self.all_sums = True


@dataclass(frozen=True, slots=True)
class ByTotal:
    """What the clues and the mine total prove."""

    consistent: bool
    """Whether a layout fits."""
    literals: tuple[list[int], ...] = ()
    """For each component the literals, as in `Backbone`, that hold."""
    rest: int = 0
    """1 if every unconstrained cell holds a mine, -1 if every one is safe, else 0."""


def within_total(parts: Sequence[Part], mines: int, rest: int, budget: Budget, *, slots: int = 1) -> ByTotal:
    """Return what follows for `mines` mines in these components and `rest` unconstrained cells of so many slots.

    The backbones have to be complete and consistent. `LimitReached` if the budget ends first.
    """
    if _plays_no_part([part.backbone.sums for part in parts], mines, rest, slots):
        return ByTotal(True, tuple(part.backbone.literals for part in parts))
    window = _window(mines, rest * slots)
    others = _sums_of_others([part.backbone.sums for part in parts])
    literals: list[list[int]] = []
    for place, part in enumerate(parts):
        allowed = _allowed(part.backbone.sums, others[place], window)
        found = part.backbone
        if allowed != part.backbone.sums:
            found = Backbone()
            _narrow_all(part, found, _runs(allowed, (2 << part.formula.size) - 1), budget)
            if not found.consistent or len(found.literals) > len(part.backbone.literals):
                _by_all_sums(parts, place, window, found, budget)
                if not found.consistent:
                    return ByTotal(False)
        new = len(found.literals) > len(part.backbone.literals)
        literals.append(found.literals if new else part.backbone.literals)
    together = added_up(part.backbone.sums for part in parts) & window
    if _end(together, mines, rest, slots):
        for part in parts:
            part.complete_sums(budget)
        together = added_up(part.backbone.sums for part in parts) & window
    return ByTotal(together != 0, tuple(literals), _end(together, mines, rest, slots))


def _plays_no_part(sums: Sequence[int], mines: int, rest: int, slots: int) -> bool:
    """Return whether a look at the smallest and largest numbers shows that nothing follows.

    That is so if all components but any one can keep to their smallest numbers, or all to their largest, and that
    leaves the unconstrained cells a mine in one layout and an empty cell in one.
    """
    lows = [lowest(numbers) for numbers in sums]
    highs = [numbers.bit_length() - 1 for numbers in sums]
    spread = max((high - low for low, high in zip(lows, highs, strict=True)), default=0)
    least, most, room = sum(lows), sum(highs), rest * slots
    return any(
        mines - room <= low and high <= mines and (rest == 0 or (low < mines and mines - room + slots <= high))
        for low, high in ((least, least + spread), (most - spread, most))
    )


def _window(mines: int, room: int) -> int:
    """Return the numbers of mines that all components together may have."""
    low = max(mines - room, 0)
    return ((1 << (mines - low + 1)) - 1) << low if mines >= low else 0


def _added(first: int, second: int) -> int:
    """Return every sum of a number of the one set and a number of the other."""
    added = 0
    while second:
        added |= first << lowest(second)
        second &= second - 1
    return added


def added_up(sets: Iterable[int]) -> int:
    """Return every sum of one number of each set."""
    added = 1
    for numbers in sets:
        added = _added(added, numbers)
    return added


def _sums_of_others(sums: Sequence[int]) -> list[int]:
    """Return for each component the numbers of mines that all others can have together."""
    before = [1]
    for numbers in sums:
        before.append(_added(before[-1], numbers))
    after = 1
    others = []
    for place in range(len(sums) - 1, -1, -1):
        others.append(_added(before[place], after))
        after = _added(after, sums[place])
    return others[::-1]


def _allowed(sums: int, others: int, window: int) -> int:
    """Return those numbers of a component that some number of the others brings into the window."""
    allowed = 0
    while sums:
        number = lowest(sums)
        if others & (window >> number):
            allowed |= 1 << number
        sums &= sums - 1
    return allowed


def _by_all_sums(parts: Sequence[Part], place: int, window: int, found: Backbone, budget: Budget) -> None:
    """Drop the claims of a component that a model refutes, whatever numbers the others can have."""
    for other, part in enumerate(parts):
        if other != place:
            part.complete_sums(budget)
    part = parts[place]
    others = added_up(part.backbone.sums for other, part in enumerate(parts) if other != place)
    possible = part.backbone.sums if part.all_sums else (2 << part.formula.size) - 1
    _narrow_all(part, found, _runs(_allowed(possible, others, window), possible), budget)


def _narrow_all(part: Part, found: Backbone, runs: Iterable[tuple[int, int]], budget: Budget) -> None:
    """Drop the claims of a component that a model with a number in one of these intervals refutes."""
    for low, high in runs:
        narrow(part.formula, budget, found, low, high)
    part.backbone.sums |= found.sums


def _runs(allowed: int, possible: int) -> list[tuple[int, int]]:
    """Return intervals that hold all allowed numbers and no other possible ones."""
    runs: list[tuple[int, int]] = []
    first = last = -1
    for number in range(possible.bit_length() + 1):
        if allowed >> number & 1:
            first = number if first < 0 else first
            last = number
        elif first >= 0 and (possible >> number & 1 or number == possible.bit_length()):
            runs.append((first, last))
            first = -1
    return runs


def _end(together: int, mines: int, rest: int, slots: int) -> int:
    """Return -1 if with these numbers of the components no unconstrained cell is a mine, 1 if all are, else 0."""
    if not rest or not together:
        return 0
    if together == 1 << mines:
        return -1
    most = together.bit_length() - 1
    return 1 if mines - most > (rest - 1) * slots else 0
