"""A certificate as sentences that a player can follow.

One clue and two clues are told as players know them. More clues are told as "if it were a mine, then ..." where
filling up and emptying single clues leads to the contradiction, else as a sum: what some clues need and others leave.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from surefoot.proof.certificate import Certificate, Claim, Clauses, Proof, Split, Sum
from surefoot_core.view import HIDDEN_CELL, KNOWN_MINE, View

LONGEST_CHAIN = 10
"""A chain of more steps is told as a sum, if it is one."""


@dataclass(frozen=True, slots=True)
class Line:
    """A clue, or the mine total, as the sentences see it."""

    name: str
    """What it is called, as the subject of a sentence."""
    cells: tuple[int, ...]
    """The hidden cells it counts, without trusted flags."""
    need: int
    """The mines among them."""
    flags: int
    """Trusted flags that it counts."""
    is_total: bool = False
    """Whether it is the mine total."""


def tell(view: View, certificate: Certificate) -> str:
    """Return the sentences for a certificate of this view."""
    teller = _Teller(view)
    if view.max_mines_per_cell > 1 and not isinstance(certificate.proof, Clauses):
        return teller.named(certificate)  # the reasons below count cells as mines
    if isinstance(certificate.proof, Clauses):
        return "No short reason is known; a SAT solver proved it from all clues together."
    if certificate.claim is Claim.CONFLICT or certificate.cell is None:
        return _sentence(teller.conflict(certificate.proof))
    cell = certificate.cell[0] * view.cols + certificate.cell[1]
    return _sentence(teller.claim(cell, certificate.claim is Claim.MINE, certificate.proof))


def _sentence(parts: list[str]) -> str:
    return " ".join(part[0].upper() + part[1:] for part in parts)


def count(number: int, noun: str = "mine") -> str:
    """Return a number with its noun: one mine, 2 mines."""
    return f"{spelt(number)} {noun}{'' if number == 1 else 's'}"


def spelt(number: int) -> str:
    """Return a small number as a word."""
    words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    return words[number] if 0 <= number < len(words) else str(number)


def listed(words: Iterable[str]) -> str:
    """Return words as a list in a sentence: a, b and c."""
    *head, last = words
    return f"{', '.join(head)} and {last}" if head else last


class _Teller:
    """Tells proofs about one view."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._cols = view.cols
        self._codes = memoryview(view).cast("B")

    def named(self, certificate: Certificate) -> str:
        """Return which clues force a claim, without how."""
        names = listed(line.name for line, _ in self._lines(certificate.proof))
        if certificate.cell is None:
            return f"No layout fits {names}."
        verdict = {Claim.SAFE: "no mine", Claim.SOME: "a mine"}.get(certificate.claim, "as many mines as it can hold")
        return f"By {names}, ({certificate.cell[0]},{certificate.cell[1]}) holds {verdict}."

    def claim(self, cell: int, mine: bool, proof: Proof) -> list[str]:
        """Return the sentences for a claim about a cell."""
        lines = self._lines(proof)
        short = None
        if isinstance(proof, Sum) and len(lines) == 1:
            short = self._one(cell, mine, lines[0][0])
        elif isinstance(proof, Sum):
            short = self._pair(cell, mine, lines) or self._covered(cell, mine, lines)
        if short is not None:
            return short
        opposite = "safe" if mine else "a mine"
        told = self._refute({cell: not mine}, proof)
        end = f"so {self._name(cell)} is {'a mine' if mine else 'safe'}."
        return [f"suppose {self._name(cell)} were {opposite}.", *told, end]

    def conflict(self, proof: Proof) -> list[str]:
        """Return the sentences for a contradiction."""
        lines = self._lines(proof)
        if len(lines) == 1:
            line = lines[0][0]
            if line.need < 0:
                return [f"{line.name} already counts {count(line.flags, 'flag')}, which is too many."]
            found = "has no hidden cell around it"
            if line.cells:
                found = f"touches only {count(len(line.cells), 'hidden cell')}"
            if line.is_total:
                found = f"has only {count(len(line.cells), 'hidden cell')}"
            return [f"{line.name} needs {count(line.need)}, but it {found}."]
        return [*self._refute({}, proof), "so no layout fits these clues."]

    # --- short reasons -------------------------------------------------------------------------------

    def _one(self, cell: int, mine: bool, line: Line) -> list[str]:
        """One clue, or the mine total, decides all its cells."""
        name, number = self._name(cell), len(line.cells)
        if line.is_total:
            if mine:
                hidden = count(number, "hidden cell")
                return [f"the board has {hidden} and as many mines to find, so {name} is a mine."]
            return [f"the mine total leaves no mine to find, so {name} is safe."]
        if mine:
            left = "still needs" if line.flags else "needs"
            if number == 1:
                return [f"{line.name} {left} one mine and touches only one hidden cell, so {name} is a mine."]
            every = "both are mines" if number == 2 else "all of them are mines"
            return [
                f"{line.name} {left} {count(line.need)} and touches only {count(number, 'hidden cell')}: "
                f"{every}, {name} among them."
            ]
        if line.flags:
            return [f"{line.name} already touches {count(line.flags, 'flag')}, so {name} is safe."]
        return [f"{line.name} has no mine around it, so {name} is safe."]

    def _pair(self, cell: int, mine: bool, lines: list[tuple[Line, int]]) -> list[str] | None:
        """Two clues that share cells."""
        if len(lines) != 2 or {times for _, times in lines} != {1, -1} or any(line.is_total for line, _ in lines):
            return None
        (more, _), (less, _) = sorted(lines, key=lambda entry: -entry[1])
        shared = [place for place in more.cells if place in less.cells]
        outside = [place for place in more.cells if place not in less.cells]
        name = self._name(cell)
        if mine:
            limit = "at most " if len(shared) > less.need else ""
            told = [f"{more.name} needs {count(more.need)}."]
            if less.need:
                some = f"{limit}{spelt(less.need)} of them"
                told.append(f"{some} can be in {self._cells(shared)}, which {less.name} counts too.")
            else:
                told.append(f"none of them can be in {self._cells(shared)}, which {less.name} counts too.")
            rest = f"the other {count(more.need - less.need)} must be in" if less.need else "they must be in"
            if more.need - less.need == 1:
                rest = "the other one must be in" if less.need else "it must be in"
            is_all = self._cells(outside) if len(outside) == 1 else f"{self._cells(outside)}, which are just enough"
            return [*told, f"{rest} {is_all}, so {name} is a mine."]
        beyond = [place for place in less.cells if place not in more.cells]
        if not outside:
            told = [
                f"every hidden cell that {more.name} touches is counted by {less.name} too.",
                f"so the {count(more.need)} there {'is' if more.need == 1 else 'are'} all that {less.name} has",
            ]
        else:
            told = [
                f"{more.name} needs {count(more.need)}, and outside {self._cells(shared)} it touches only "
                f"{self._cells(outside)}.",
                f"so at least {count(less.need)} {'is' if less.need == 1 else 'are'} in {self._cells(shared)}, "
                f"and that is all that {less.name} has",
            ]
        last = f", and {self._cells(beyond)} {'is' if len(beyond) == 1 else 'are'} safe."
        told[-1] += last
        return told

    def _covered(self, cell: int, mine: bool, lines: list[tuple[Line, int]]) -> list[str] | None:
        """Clues that touch different cells, and the mine total."""
        total = [(line, times) for line, times in lines if line.is_total]
        clues = [line for line, times in lines if not line.is_total]
        if not total or any(times != -total[0][1] for line, times in lines if not line.is_total):
            return None
        counted = [place for line in clues for place in line.cells]
        if len(set(counted)) != len(counted) or cell in counted or abs(total[0][1]) != 1:
            return None
        whole, number = total[0][0], sum(line.need for line in clues)
        names = listed(line.name for line in clues)
        together = f"need{'s' if len(clues) == 1 else ''} {count(number)}"
        apart = (
            f"{names} touch no cell in common and {together} together." if len(clues) > 1 else f"{names} {together}."
        )
        if mine:
            rest = len(whole.cells) - len(counted)
            return [
                apart,
                f"the board has {spelt(whole.need)}, so the other {count(whole.need - number)} must fill the "
                f"{count(rest, 'other hidden cell')}: {self._name(cell)} is a mine.",
            ]
        return [
            apart,
            f"that is every mine there is, so a hidden cell that they do not touch is safe, like {self._name(cell)}.",
        ]

    # --- contradictions ------------------------------------------------------------------------------

    def _refute(self, assumed: Mapping[int, bool], proof: Proof) -> list[str]:
        """Return why the assumed values leave no layout."""
        chain = _chain([line for line, _ in self._lines(proof)], assumed)
        if chain is not None and (len(chain) <= LONGEST_CHAIN or not isinstance(proof, Sum)):
            return [self._step(step, last=number == len(chain)) for number, step in enumerate(chain, 1)]
        if isinstance(proof, Sum):
            return self._sum(assumed, proof)
        assert isinstance(proof, Split)
        cell = proof.cell[0] * self._cols + proof.cell[1]
        told = []
        for value, branch in ((False, proof.safe), (True, proof.mine)):
            told.append(f"if {self._name(cell)} is {'a mine' if value else 'safe'}:")
            told += self._refute({**assumed, cell: value}, branch)
        return [*told, "neither is possible."]

    def _step(self, step: "_Step", *, last: bool) -> str:
        """Return one step of a chain."""
        line, many = step.line, len(step.cells) != 1
        then = "then " if step.because else ""
        wanted = "its mine" if line.need == 1 else f"its {count(line.need)}"
        if last:
            if step.value:
                return f"but then {line.name} would have {count(line.flags + len(step.because))}, which is too many."
            room = len(line.cells) - len(step.because)
            left = f"only {count(room, 'cell')}" if room else "no cell"
            return f"but then {line.name} would have {left} left for {wanted}."
        cells = self._cells(step.cells)
        if step.value:
            return f"{then}{line.name} can only get {wanted} if {cells} {'are mines' if many else 'is a mine'}."
        if line.need == 0:
            return f"{line.name} has no mine left, so {cells} {'are' if many else 'is'} safe."
        return f"{then}{line.name} already has {wanted}, so {cells} {'are' if many else 'is'} safe."

    def _sum(self, assumed: Mapping[int, bool], proof: Sum) -> list[str]:
        """Return what some clues need against what the others leave."""
        lines = self._lines(proof)
        plus = [(line, times) for line, times in lines if times > 0]
        minus = [(line, -times) for line, times in lines if times < 0]
        coefficient: dict[int, int] = {}
        for line, times in lines:
            for place in line.cells:
                coefficient[place] = coefficient.get(place, 0) + times
        needed = sum(line.need * times for line, times in plus)
        allowed = sum(line.need * times for line, times in minus)
        extra = {place: times for place, times in coefficient.items() if times > 0 and assumed.get(place, True)}
        taken = {place: -times for place, times in coefficient.items() if times < 0 and assumed.get(place, False)}
        room, lost = sum(extra.values()), sum(taken.values())
        told = [f"{self._weighed(plus)} need{'' if len(plus) > 1 else 's'} {count(needed)}."]
        if len(plus) > 1:
            told[0] = told[0][:-1] + " together."
        others = self._some_cells(extra)
        if any(line.is_total for line, _ in plus) and minus:
            told.append(f"{self._weighed(minus)} hold{'' if len(minus) > 1 else 's'} {count(allowed)} of them.")
            told += [f"outside of that {others} can add {spelt(room)} at most."] if extra else []
        elif any(line.is_total for line, _ in minus):
            told.append(f"{self._weighed(minus)} allow{'s' if len(minus) == 1 else ''} only {spelt(allowed)}.")
            more = f"{others} {'is' if len(extra) == 1 else 'are'} counted once more"
            told += [f"{more} and can add {spelt(room)} at most."] if extra else []
        elif minus:
            but = f", except {others}," if extra else ""
            told.append(
                f"all the cells that they count{but} are counted by {self._weighed(minus)} as well, "
                f"and {'these hold' if len(minus) > 1 else 'that holds'} {count(allowed)}."
            )
            told += [f"{others} can add {spelt(room)} at most."] if extra else []
        else:
            told.append(f"only {others} {'is' if len(extra) == 1 else 'are'} left for them.")
        if lost:
            which = "they count twice" if plus[-1][0].is_total else "the clues named first do not count"
            mines = "the mine" if len(taken) == 1 else "mines"
            where = self._cells(taken)
            told.append(f"{spelt(lost)} of these would be {mines} at {where}, which {which}.")
        told.append(f"that makes {count(allowed + room - lost)} at most where {spelt(needed)} are needed.")
        return told

    def _some_cells(self, places: Iterable[int]) -> str:
        """Return the names of cells, or their number where they are many."""
        cells = sorted(places)
        return self._cells(cells) if 0 < len(cells) <= 6 else f"{len(cells)} others"

    def _weighed(self, lines: list[tuple[Line, int]]) -> str:
        """Return the names of clues, with how often each is counted."""
        often = {1: "", 2: " (counted twice)"}
        return listed(line.name + often.get(times, f" (counted {times} times)") for line, times in lines)

    # --- names ---------------------------------------------------------------------------------------

    def _lines(self, proof: Proof) -> list[tuple[Line, int]]:
        """Return the rows of a proof with their multipliers; those of a split with 1."""
        if isinstance(proof, Sum):
            lines = [(self._line(row * self._cols + col), times) for (row, col), times in proof.rows]
            return [*lines, (self._total(), proof.total)] if proof.total else lines
        assert isinstance(proof, Split)
        both = [line for branch in (proof.safe, proof.mine) for line, _ in self._lines(branch)]
        return [(line, 1) for line in dict.fromkeys(both)]

    def _line(self, clue: int) -> Line:
        near = self._view.topology.neighbours(clue)
        cells = tuple(place for place in near if self._codes[place] == HIDDEN_CELL)
        flags = sum(self._codes[place] == KNOWN_MINE for place in near)
        shown = self._codes[clue]
        name = f"the {shown} at {self._name(clue)}" if shown else f"the empty cell at {self._name(clue)}"
        return Line(name, cells, shown - flags, flags)

    def _total(self) -> Line:
        cells = tuple(place for place, code in enumerate(self._codes) if code == HIDDEN_CELL)
        flags = self._codes.tobytes().count(KNOWN_MINE)
        return Line("the whole board", cells, (self._view.mines or 0) - flags, flags, is_total=True)

    def _name(self, place: int) -> str:
        return f"({place // self._cols},{place % self._cols})"

    def _cells(self, places: Iterable[int]) -> str:
        return listed(self._name(place) for place in sorted(places))


@dataclass(frozen=True, slots=True)
class _Step:
    """One clue that decides cells, or that cannot be met."""

    line: Line
    cells: tuple[int, ...]
    """What it decides."""
    value: bool
    """Mines or safe; of the last step: too many mines or too few."""
    because: tuple[int, ...]
    """The decided cells it rests on."""


def _chain(lines: list[Line], assumed: Mapping[int, bool]) -> list[_Step] | None:
    """Return how filling up single clues leads from what is assumed to one that cannot be met, or None.

    Breadth first, so that the chain is short; steps that the end does not rest on are left out.
    """
    value = dict(assumed)
    steps: list[_Step] = []
    reason: dict[int, int] = {}
    while True:
        found: list[_Step] = []
        for line in lines:
            mines = [place for place in line.cells if value.get(place) is True]
            safe = [place for place in line.cells if value.get(place) is False]
            free = tuple(place for place in line.cells if place not in value)
            if len(mines) > line.need:
                return _needed([*steps, _Step(line, (), True, tuple(mines))], reason)
            if len(line.cells) - len(safe) < line.need:
                return _needed([*steps, _Step(line, (), False, tuple(safe))], reason)
            if free and len(mines) == line.need:
                found.append(_Step(line, free, False, tuple(mines)))
            elif free and len(line.cells) - len(safe) == line.need:
                found.append(_Step(line, free, True, tuple(safe)))
        if not found:
            return None
        for step in found:
            new = tuple(place for place in step.cells if place not in value)
            if new:
                value.update(dict.fromkeys(new, step.value))
                reason.update(dict.fromkeys(new, len(steps)))
                steps.append(_Step(step.line, new, step.value, step.because))


def _needed(steps: list[_Step], reason: Mapping[int, int]) -> list[_Step]:
    """Return the steps that the last one rests on, each with just the cells that are used later."""
    used: dict[int, set[int]] = {len(steps) - 1: set()}
    for number in range(len(steps) - 1, -1, -1):
        if number in used:
            for place in steps[number].because:
                if place in reason:
                    used.setdefault(reason[place], set()).add(place)
    return [
        _Step(steps[number].line, tuple(sorted(cells)), steps[number].value, steps[number].because)
        for number, cells in sorted(used.items())
    ]
