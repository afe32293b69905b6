"""Unavoidable guesses: small sets of cells of which nothing outside them can ever decide a cell.

Two undecided cells belong together if they touch each other or the same clue: revealing one may tell of the other.
A set that is closed in this sense learns from the rest of the board at most how many mines it holds. Where that is
fixed, and every cell of the set is equally likely a mine, no later information improves a guess in it; the 50/50 is
the simplest form. Closed sets whose numbers are not fixed are taken together: the mine total fixes their sum.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from surefoot.proof.odds import Odds
from surefoot_core.view import KNOWN_MINE, View

MAX_CELLS = 16
"""Larger sets are not looked at."""


@dataclass(frozen=True, slots=True)
class Unavoidable:
    """A set of cells of which a guess is unavoidable."""

    cells: tuple[int, ...]
    """Flat indices."""
    layouts: tuple[frozenset[int], ...]
    """The mines of each way to fill the set; all are equally likely."""

    @property
    def risk(self) -> Fraction:
        """The chance of a mine in each of the cells."""
        return Fraction(len(self.layouts[0]), len(self.cells))


def unavoidable_guesses(view: View, known: Odds) -> list[Unavoidable]:
    """Return the sets of a view without a safe cell; none where a cell is safe or nothing is revealed."""
    codes = memoryview(view).cast("B").tobytes()
    if known.safe or not any(code < KNOWN_MINE for code in codes):
        return []
    undecided = set(known.chance) - set(known.mines)
    mined = {cell for cell, code in enumerate(codes) if code == KNOWN_MINE} | set(known.mines)
    near = view.topology.neighbours
    rows = []
    for clue, code in enumerate(codes):
        around = [cell for cell in near(clue) if cell in undecided] if code < KNOWN_MINE else []
        if around:
            rows.append((frozenset(around), code - sum(cell in mined for cell in near(clue))))
    links: dict[int, set[int]] = {cell: {other for other in near(cell) if other in undecided} for cell in undecided}
    for cells, _ in rows:
        for cell in cells:
            links[cell] |= cells
    loose: set[int] = set()
    found = []
    left = None if view.mines is None else view.mines - len(mined)
    for part in _parts(links):
        layouts = None if len(part) > MAX_CELLS else list(_fillings(part, rows))
        if layouts is not None and len({len(mines) for mines in layouts}) == 1:
            found.append(layouts)
            left = None if left is None else left - len(layouts[0])
        else:
            loose |= part
    sets = [(frozenset().union(*layouts), layouts) for layouts in found]
    if left is not None and 0 < len(loose) <= MAX_CELLS:
        sets.append((frozenset(loose), [mines for mines in _fillings(loose, rows) if len(mines) == left]))
    return [
        Unavoidable(tuple(sorted(cells)), tuple(sorted(layouts, key=sorted)))
        for cells, layouts in sets
        if len({sum(cell in mines for mines in layouts) for cell in cells}) == 1
    ]


def _parts(links: dict[int, set[int]]) -> Iterator[set[int]]:
    """Yield the connected parts of a graph."""
    left = set(links)
    while left:
        part: set[int] = set()
        waiting = [min(left)]
        while waiting:
            cell = waiting.pop()
            if cell not in part:
                part.add(cell)
                waiting.extend(links[cell] - part)
        left -= part
        yield part


def _fillings(cells: Iterable[int], rows: list[tuple[frozenset[int], int]]) -> Iterator[frozenset[int]]:
    """Yield the mines of every way to fill a closed set that meets its rows."""
    order = sorted(cells)
    inside = [(row, need) for row, need in rows if row & set(order)]
    waiting: list[tuple[int, frozenset[int]]] = [(0, frozenset())]
    while waiting:
        size, mines = waiting.pop()
        later = set(order[size:])
        if any(not len(row & mines) <= need <= len(row & mines) + len(row & later) for row, need in inside):
            continue
        if size == len(order):
            yield mines
        else:
            waiting += [(size + 1, mines), (size + 1, mines | {order[size]})]
