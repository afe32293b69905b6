"""What a guess is worth, worked out from all layouts of a view, one by one. Imports nothing of ours.

A cell is a flat index. Where only the order of cells of equal rank decides, or which safe cell is revealed
first, every value that may come out is told. A number too close to a limit for floats raises `TooClose`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice, product
from math import comb, exp, log, prod

import numpy as np

import oracles

DENSITIES = (10 / 81, 40 / 256, 99 / 480)
SAFE_EARLY = ((0, -0.017, 0.040, 0.052, 0.052, 0.060),
              (0, 0.009, 0.079, 0.111, 0.125, 0.150),
              (0, -0.045, 0.048, 0.091, 0.112, 0.138))  # fmt: skip
SAFE_LATE = ((0, 0.011, 0.031, 0.043, 0.043, 0.042),
             (0, -0.015, 0.044, 0.068, 0.084, 0.092),
             (0, -0.069, -0.013, 0.020, 0.037, 0.046))  # fmt: skip
SAFETY = (0.93, 1.07, 1.39)
NEXT_SAFETY = (0.11, 0.12, 0.21)
SPREAD = (0.023, 0.013, 0.049)

LEAST_PAIR = 0.01
LEAST_LISTED = 0.002
DEEPEST = 6
LEAST_PATH = 0.12
MOST_CONSTRAINED = 300
NEAR = 1e-9
MOST_VALUES = 60


class TooClose(Exception):
    """Rounding, or an order that is nobody's to know, decides about the result."""


def reaches(number: float, limit: float) -> bool:
    """Return whether the number is at least the limit."""
    if abs(number - limit) < NEAR * max(1, abs(limit)):
        raise TooClose
    return number > limit


def distinct(values: Iterable[float]) -> list[float]:
    """Return the values in rising order, those that differ by rounding only once."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > 1e-12 * abs(value):
            found.append(value)
    if len(found) > MOST_VALUES:
        raise TooClose
    return found


def insert_all(
    ranks: Iterable[tuple[int, float]], unconstrained: set[int], most: int, most_free: int
) -> list[tuple[int, float]]:
    """Return the best cells as they stand after all were inserted one after the other."""
    kept: list[tuple[int, float]] = []
    for cell, rank in ranks:
        free = [at for at, (other, _) in enumerate(kept) if other in unconstrained]
        if cell in unconstrained and len(free) >= most_free:
            leaves = free[-1] if free else None
        elif len(kept) >= most:
            leaves = len(kept) - 1
        else:
            leaves = len(kept)
        if leaves is None or leaves < 0 or (leaves < len(kept) and kept[leaves][1] > rank):
            continue
        del kept[leaves : leaves + 1]
        at = next((at for at, (_, other) in enumerate(kept) if other <= rank), len(kept))
        kept.insert(at, (cell, rank))
    return kept


class Layouts:
    """All layouts of a board that fit what was first seen of it."""

    def __init__(self, rows: int, cols: int, total: int, mines: Sequence[Sequence[int]]) -> None:
        """Take the mines of each layout, a row of 0 and 1 a layout."""
        around = oracles.rectangle(rows, cols)
        self.cells = rows * cols
        self.around = [[r * cols + c for r, c in around[cell]] for cell in around]
        touches = np.zeros((self.cells, self.cells), np.uint8)
        for cell, near in enumerate(self.around):
            touches[cell, near] = 1
        self.mines = np.array(mines, np.uint8).reshape(-1, self.cells)
        self.clues = self.mines @ touches
        density = total / self.cells

        def at_density(levels: Sequence[Sequence[float]], factor: float) -> list[float]:
            return [factor * float(np.interp(density, DENSITIES, column)) for column in zip(*levels, strict=True)]

        self.safe_early = at_density(SAFE_EARLY, 0.7)
        self.safe_late = at_density(SAFE_LATE, 0.7)
        self.safety = float(np.interp(density, DENSITIES, SAFETY))
        self.next_safety = float(np.interp(density, DENSITIES, NEXT_SAFETY))
        self.spread = 0.4 * float(np.interp(density, DENSITIES, SPREAD))
        self.views: dict[tuple[frozenset[int], int], KnownView] = {}

    def view(self, fitting: np.ndarray, revealed: frozenset[int]) -> KnownView:
        """Return the view of the layouts that fit it; made once."""
        key = revealed, int(fitting[0])
        if key not in self.views:
            self.views[key] = KnownView(self, fitting, revealed)
        return self.views[key]


def read(view: oracles.Rows, total: int, most: int) -> KnownView | None:
    """Return a view with all its layouts, or None if there are more than `most`."""
    rows = view.split() if isinstance(view, str) else list(view)
    position = oracles.read(rows, total)
    constraints = [position.constraint(clue) for clue in position.clues]
    links = {cell: [o for group, _ in constraints if cell in group for o in group] for cell in position.hidden}
    parts = [sorted(part) for part in oracles.regions((cell for cell in links if links[cell]), links)]
    order = [cell for part in parts for cell in part] + [cell for cell in position.hidden if not links[cell]]
    listed: list[dict[int, list[tuple[int, ...]]]] = []  # by component and the mines in it
    for part in parts:
        inside = [constraint for constraint in constraints if constraint[0] & set(part)]
        by_mines: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        for filling in islice(oracles.fillings(part, inside), most + 1):
            by_mines[sum(filling)].append(filling)
        listed.append(by_mines)
    spare = len(order) - sum(map(len, parts))
    ways = [[comb(spare, number) for number in range(total + 1)]]  # to place so many mines on what comes last
    for by_mines in reversed(listed):
        ways.append([sum(len(found) * ways[-1][left - n] for n, found in by_mines.items() if n <= left)
                     for left in range(total + 1)])  # fmt: skip
    if not 0 < ways[-1][total] <= most:
        return None

    def place(at: int, left: int) -> Iterator[tuple[int, ...]]:
        if at == len(parts):
            for chosen in combinations(range(spare), left):
                yield tuple(int(place in chosen) for place in range(spare))
            return
        for number, found in listed[at].items():
            if number <= left and ways[-2 - at][left - number]:
                for rest in place(at + 1, left - number):
                    yield from (filling + rest for filling in found)

    fillings = list(place(0, total))
    cols = len(rows[0])
    mines = np.zeros((len(fillings), len(rows) * cols), np.uint8)
    mines[:, [r * cols + c for r, c in order]] = fillings
    layouts = Layouts(len(rows), cols, total, mines)
    return layouts.view(np.arange(len(fillings)), frozenset(r * cols + c for r, c in position.clues))


@dataclass(frozen=True)
class Pair:
    """Two cells that may become a 50/50."""

    cells: tuple[int, int]
    aparts: frozenset[int]
    """The undecided cells that touch one of the two."""
    sure: bool
    """Whether it is a pair for sure, or so close to the limit that rounding decides."""

    def concerns(self, cell: int | None) -> bool:
        """Return whether it changes with what the cell holds."""
        return cell in self.cells or cell in self.aparts

    def apart_chance(self, mine: Sequence[float]) -> float:
        """Return the chance that just one of the two is a mine and only mines touch one of them."""
        x, y = self.cells
        either = mine[x] + mine[y]
        if abs(either - 1) >= 1e-9:
            either -= 2 * mine[x] * mine[y]
        chance = either * prod(mine[cell] for cell in self.aparts)
        if not reaches(chance, LEAST_PAIR):
            return 0
        if not self.sure:
            raise TooClose
        return chance


class KnownView:
    """A view with everything certain known, and what its cells are worth."""

    def __init__(self, layouts: Layouts, fitting: np.ndarray, revealed: frozenset[int]) -> None:
        """Take the indices of the layouts that fit the view."""
        self.layouts, self.fitting, self.revealed = layouts, fitting, revealed
        around = layouts.around
        counts = layouts.mines[fitting].sum(0, dtype=int).tolist()
        self.mine = [count / len(fitting) for count in counts]
        hidden = [cell for cell in range(layouts.cells) if cell not in revealed]
        self.safe = {cell for cell in hidden if counts[cell] == 0}
        self.mines = {cell for cell in hidden if counts[cell] == len(fitting)}
        self.undecided = set(hidden) - self.safe - self.mines
        self.unconstrained = {cell for cell in self.undecided if revealed.isdisjoint(around[cell])}
        self.next_views: dict[int, list[tuple[float, KnownView]]] = {}
        self.models: dict[int, list[tuple[float, float]]] = {}

    def clue(self, cell: int) -> int:
        """Return what a revealed cell shows."""
        return int(self.layouts.clues[self.fitting[0], cell])

    @cached_property
    def components(self) -> list[set[int]]:
        """The undecided cells that clues tie together."""
        around, constrained = self.layouts.around, self.undecided - self.unconstrained
        links = {
            cell: [other for clue in around[cell] if clue in self.revealed for other in around[clue]]
            for cell in constrained
        }
        return oracles.regions(constrained, links)

    @cached_property
    def pairs(self) -> list[Pair]:
        """The pairs that may become a 50/50."""
        around, mine = self.layouts.around, self.mine
        found = []
        for x in sorted(self.undecided):
            for y in around[x]:
                touching = set(around[x]).symmetric_difference(around[y]) - {x, y}
                if x < y and y in self.undecided and touching <= self.undecided | self.mines:
                    aparts = frozenset(touching & self.undecided)
                    most = min(mine[x] + mine[y], 2 - mine[x] - mine[y], 1) * prod(mine[cell] for cell in aparts)
                    if most > LEAST_LISTED - NEAR:
                        found.append(Pair((x, y), aparts, sure=most > LEAST_LISTED + NEAR))
        return found

    def loss(self, mine: Sequence[float], revealed: int | None = None) -> float:
        """Return what the pairs of this view cost with these chances, those of a revealed cell left out."""
        return sum(-log(1 - pair.apart_chance(mine) / 2) for pair in self.pairs if not pair.concerns(revealed))

    # --- candidates ------------------------------------------------------------------------------------

    def weighted_safety(self, cell: int) -> float:
        """Return the safety of an undecided cell, the greater the more pairs it would settle."""
        weight = 1.0
        for pair in self.pairs:
            if pair.concerns(cell):
                weight /= 1 - pair.apart_chance(self.mine) / 2
        return (1 - self.mine[cell]) * weight

    def rank(self, cell: int) -> float:
        """Return what decides which undecided cells are looked at."""
        near = [other for other in self.layouts.around[cell] if other not in self.revealed]
        zero = (1 - self.mine[cell]) * prod(1 - self.mine[other] for other in near)
        told = len(self.undecided.intersection(near))
        return self.weighted_safety(cell) + 0.05 * zero - (0 if told else 0.03)

    def worth_looking(self, margin: float) -> list[tuple[int, float]]:
        """Return the cells that are safe enough and their ranks, in board order."""
        weighted = {cell: self.weighted_safety(cell) for cell in sorted(self.undecided)}
        best = max(weighted.values(), default=0)
        return [
            (cell, self.rank(cell))
            for cell, number in weighted.items()
            if number == best or reaches(number, margin * best)
        ]

    def candidates(self, margin: float, most: int, most_free: int) -> list[tuple[int, float]]:
        """Return the best cells and their ranks, highest first."""
        return insert_all(self.worth_looking(margin), self.unconstrained, most, most_free)

    def best_values(self, margin: float, most: int, most_free: int, level: int, path: float) -> list[float]:
        """Return what the greatest score of a candidate may be, whatever the order of equal ranks."""
        left = sorted(self.worth_looking(margin), key=lambda ranked: -ranked[1])
        best = [(0.0, 0)]  # the greatest score so far and how many unconstrained cells were taken
        taken = 0
        while left and taken < most:
            equal = [cell for cell, rank in left if rank > left[0][1] - NEAR]
            left = left[len(equal) :]
            scores = {cell: self.score_values(cell, True, level, path) for cell in equal}
            # Cells of one kind that score the same stand for each other.
            kinds: dict[tuple[bool, tuple[float, ...]], int] = {}
            for cell in equal:
                values = tuple(float(f"{value:.11g}") for value in scores[cell])
                kind = cell in self.unconstrained, values
                kinds[kind] = kinds.get(kind, 0) + 1
            options: set[tuple[float, int]] = set()
            sizes = set()
            for value, free in best:
                free_here = sum(number for (is_free, _), number in kinds.items() if is_free)
                others = len(equal) - free_here
                size = min(most - taken, others + min(free_here, most_free - free))
                sizes.add(size)
                for numbers in product(*(range(min(number, size) + 1) for number in kinds.values())):
                    chosen_free = sum(n for n, (is_free, _) in zip(numbers, kinds, strict=True) if is_free)
                    if sum(numbers) != size or free + chosen_free > most_free:
                        continue
                    chosen = [values for n, (_, values) in zip(numbers, kinds, strict=True) if n]
                    for one in product(*chosen):
                        options.add((max([value, *one]), free + chosen_free))
            if len(sizes) > 1 or len(options) > MOST_VALUES:
                raise TooClose
            taken += sizes.pop()
            best = sorted(options)
        return distinct(value for value, _ in best)

    # --- scores ----------------------------------------------------------------------------------------

    def after(self, cell: int) -> list[tuple[float, KnownView]]:
        """Return the chance of each clue the cell may show, and the view it leaves."""
        if cell not in self.next_views:
            fitting = self.fitting[self.layouts.mines[self.fitting, cell] == 0]
            clues = self.layouts.clues[fitting, cell]
            revealed = self.revealed | {cell}
            views = [self.layouts.view(fitting[clues == clue], revealed) for clue in np.unique(clues)]
            self.next_views[cell] = [(len(view.fitting) / len(self.fitting), view) for view in views]
        return self.next_views[cell]

    def model(self, cell: int) -> list[tuple[float, float]]:
        """Return for each clue the value by the model, and what is taken off it or off the value looked up."""
        if cell not in self.models:
            self.models[cell] = [self.model_of(cell, view) for _, view in self.after(cell)]
        return self.models[cell]

    def model_of(self, cell: int, view: KnownView) -> tuple[float, float]:
        layouts, mine = self.layouts, self.mine
        around = set(layouts.around[cell])
        touched = set().union(*(part for part in self.components if cell in part or around & part)) - {cell}
        unconstrained = self.unconstrained - {cell}
        near, far = unconstrained & around, unconstrained - around

        safe = len(view.safe & (touched | unconstrained)) + len(self.safe - {cell})
        safeties = [1 - view.mine[other] for other in (touched | unconstrained) - view.safe]
        safeties += [1 - mine[other] for other in self.undecided - {cell} - touched - unconstrained]
        next_safety = log(max([0.01, *safeties]))
        if safe:
            early = 6 * len(self.undecided) >= 5 * layouts.cells
            table = layouts.safe_early if early else layouts.safe_late
            value = table[min(safe, 5)] + layouts.next_safety * next_safety
        else:
            value = layouts.safety * next_safety

        later = [view.mine[c] if c in touched | near else chance for c, chance in enumerate(mine)]
        pairs = self.loss(later, cell) - self.loss(mine)
        spread = -mine[cell] * (1 - mine[cell])
        spread += sum(later[c] * (1 - later[c]) - mine[c] * (1 - mine[c]) for c in touched | near)
        if far:
            one = min(far)
            spread += len(far) * (view.mine[one] * (1 - view.mine[one]) - mine[one] * (1 - mine[one]))
        return value, layouts.spread * spread + pairs

    def score_values(self, cell: int, deeper: bool = False, level: int = 0, path: float = 1) -> list[float]:
        """Return what the score of a guess may be: one value but for ties that nobody can tell apart."""
        sums = [0.0]
        looking = deeper and level < DEEPEST and len(self.undecided - self.unconstrained) <= MOST_CONSTRAINED
        for (chance, view), (value, less) in zip(self.after(cell), self.model(cell), strict=True):
            values = [exp(value)]
            if looking and path * chance > LEAST_PATH - NEAR:
                deep = view.deep_values(level + 1, path * chance) or values
                values = deep + values if path * chance < LEAST_PATH + NEAR else deep
            sums = distinct(before + chance * deep * exp(-less) for before in sums for deep in values)
        return sums

    def deep_values(self, level: int, path: float) -> list[float]:
        """Return what this view may be worth looked into; nothing if nothing is undecided any more."""
        if not self.undecided:
            return []
        if not self.safe:
            return self.best_values(0.95, 4, 2, level, path)
        told = {cell: len(self.undecided.intersection(self.layouts.around[cell])) for cell in self.safe}
        most = [cell for cell in self.safe if told[cell] == max(told.values())]
        return distinct(value for cell in most for value in self.score_values(cell, True, level, path))
