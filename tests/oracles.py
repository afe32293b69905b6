"""The slow, obvious answers that everything else is compared with. Imports nothing of ours.

A cell is a tuple (row, col). A view is text or a list of rows: `#` hidden, `.` or `0` an open zero, digits
(and letters from `a` = 10 up) clues, `F` a known mine if flags are trusted and hidden otherwise.
`mines=None` leaves the mine total out. `neighbours` maps each cell to the cells around it; without it the
board is a rectangle. `per_cell=k` lets each cell hold up to k mines, and counts layouts as placements over
its k slots.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, prod
from typing import Any, TypeVar

Cell = tuple[int, int]
Place = TypeVar("Place", Cell, int)
"""A cell, or its flat index."""

Neighbours = Mapping[Cell, Sequence[Cell]]
Rows = str | Sequence[str]
Reason = tuple[frozenset[Cell], bool]
"""A set of clues, and whether the mine total belongs to it."""


# --- boards --------------------------------------------------------------------------------------------


def rectangle(rows: int, cols: int) -> dict[Cell, list[Cell]]:
    """Return the up to eight neighbours of each cell, in row-major order."""
    return {
        (r, c): [
            (i, j)
            for i in range(r - 1, r + 2)
            for j in range(c - 1, c + 2)
            if (i, j) != (r, c) and 0 <= i < rows and 0 <= j < cols
        ]
        for r in range(rows)
        for c in range(cols)
    }


def torus(rows: int, cols: int) -> dict[Cell, list[Cell]]:
    """Return the neighbours on a board whose edges meet; a narrow one names a cell once, itself never."""
    steps = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    return {
        (r, c): sorted({((r + i) % rows, (c + j) % cols) for i, j in steps} - {(r, c)})
        for r in range(rows)
        for c in range(cols)
    }


def hexagons(rows: int, cols: int) -> dict[Cell, list[Cell]]:
    """Return the up to six neighbours where odd rows stand half a cell to the right."""
    around = {}
    for r in range(rows):
        for c in range(cols):
            left = c - 1 + r % 2  # the cell above and to the left; the one above and to the right is left + 1
            six = [(r - 1, left), (r - 1, left + 1), (r, c - 1), (r, c + 1), (r + 1, left), (r + 1, left + 1)]
            around[r, c] = [(i, j) for i, j in six if 0 <= i < rows and 0 <= j < cols]
    return around


def numbers(mines: Iterable[Cell], neighbours: Neighbours) -> dict[Cell, int]:
    """Return the mines around each cell, mine or not; a cell named n times in `mines` holds n of them."""
    held: dict[Cell, int] = defaultdict(int)
    for cell in mines:
        held[cell] += 1
    return {cell: sum(held[other] for other in around) for cell, around in neighbours.items()}


def character(clue: int) -> str:
    """Return one character for a clue: `.` for zero, a digit, or a letter from 10 up."""
    return "." if clue == 0 else "0123456789abcdefghijklmnopqrstuvwxyz"[clue]


def draw(rows: int, cols: int, mines: Iterable[Cell], neighbours: Neighbours | None = None) -> list[str]:
    """Return the whole layout as rows of text, `*` a mine."""
    held = set(mines)
    safe = set(rectangle(rows, cols)) - held
    return [row.replace("#", "*") for row in show(rows, cols, held, safe, neighbours)]


def show(
    rows: int,
    cols: int,
    mines: Iterable[Cell],
    revealed: Iterable[Cell],
    neighbours: Neighbours | None = None,
) -> list[str]:
    """Return the view in which just these safe cells are revealed."""
    clue, opened = numbers(mines, neighbours or rectangle(rows, cols)), set(revealed)
    return [
        "".join(character(clue[r, c]) if (r, c) in opened else "#" for c in range(cols)) for r in range(rows)
    ]


def flood(start: Cell, mines: Iterable[Cell], neighbours: Neighbours) -> set[Cell]:
    """Return what revealing a safe cell opens: itself, and from each zero all its neighbours."""
    clue = numbers(mines, neighbours)
    opened, waiting = {start}, [start]
    while waiting:
        cell = waiting.pop()
        if clue[cell] == 0:
            new = [other for other in neighbours[cell] if other not in opened]
            opened.update(new)
            waiting.extend(new)
    return opened


def regions(cells: Iterable[Place], neighbours: Mapping[Place, Iterable[Place]]) -> list[set[Place]]:
    """Return the connected parts of a set of cells."""
    left, parts = set(cells), []
    while left:
        part, waiting = set(), [min(left)]
        while waiting:
            cell = waiting.pop()
            if cell in left:
                left.remove(cell)
                part.add(cell)
                waiting.extend(neighbours[cell])
        parts.append(part)
    return parts


def openings(mines: Iterable[Cell], neighbours: Neighbours) -> list[set[Cell]]:
    """Return the openings: each connected region of zeros with the cells around it."""
    held = set(mines)
    clue = numbers(held, neighbours)
    zeros = [cell for cell in neighbours if cell not in held and clue[cell] == 0]
    return [part.union(*(neighbours[cell] for cell in part)) for part in regions(zeros, neighbours)]


def islands(mines: Iterable[Cell], neighbours: Neighbours) -> list[set[Cell]]:
    """Return the connected regions of safe cells that stand in no opening."""
    held = set(mines)
    return regions(set(neighbours).difference(held, *openings(held, neighbours)), neighbours)


def three_bv(mines: Iterable[Cell], neighbours: Neighbours) -> int:
    """Return the fewest reveals that win without flags: one an opening, one each safe cell in no opening."""
    held = set(mines)
    return len(openings(held, neighbours)) + sum(len(part) for part in islands(held, neighbours))


# --- all layouts of a view -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    """A view taken apart."""

    neighbours: Neighbours
    hidden: tuple[Cell, ...]
    """What is not known, row by row; trusted flags are not among them."""
    trusted: frozenset[Cell]
    clues: dict[Cell, int]
    left: int | None
    """Mines among the hidden cells, if the mine total is given."""
    per_cell: int

    def constraint(self, clue: Cell) -> tuple[frozenset[Cell], int]:
        """Return the hidden cells around a clue and how many mines they hold."""
        around = self.neighbours[clue]
        known = sum(cell in self.trusted for cell in around)
        return frozenset(around).intersection(self.hidden), self.clues[clue] - known


def read(
    view: Rows,
    mines: int | None = None,
    *,
    trust_flags: bool = False,
    neighbours: Neighbours | None = None,
    per_cell: int = 1,
) -> Position:
    """Take a view apart."""
    rows = view.split() if isinstance(view, str) else list(view)
    around = neighbours or rectangle(len(rows), len(rows[0]))
    shown = {(r, c): char for r, row in enumerate(rows) for c, char in enumerate(row)}
    trusted = frozenset(cell for cell, char in shown.items() if char == "F" and trust_flags)
    hidden = tuple(cell for cell, char in shown.items() if char in "#F" and cell not in trusted)
    clues = {cell: 0 if char == "." else int(char, 36) for cell, char in shown.items() if char not in "#F"}
    left = None if mines is None else mines - len(trusted)
    return Position(around, hidden, trusted, clues, left, per_cell)


def fillings(
    cells: Sequence[Cell], constraints: Sequence[tuple[frozenset[Cell], int]], per_cell: int = 1
) -> Iterator[tuple[int, ...]]:
    """Yield every way to put 0..per_cell mines on each cell that meets all constraints, by backtracking."""
    touching = [[i for i, (group, _) in enumerate(constraints) if cell in group] for cell in cells]
    need = [number for _, number in constraints]
    room = [per_cell * len(group) for group, _ in constraints]
    filling = [0] * len(cells)

    def place(at: int) -> Iterator[tuple[int, ...]]:
        if at == len(cells):
            yield tuple(filling)
            return
        for i in touching[at]:
            room[i] -= per_cell
        for number in range(per_cell + 1):
            for i in touching[at]:
                need[i] -= number
            if all(0 <= need[i] <= room[i] for i in touching[at]):
                filling[at] = number
                yield from place(at + 1)
            for i in touching[at]:
                need[i] += number
        for i in touching[at]:
            room[i] += per_cell

    if all(0 <= n <= space for n, space in zip(need, room, strict=True)):
        yield from place(0)


def layouts(view: Rows, mines: int | None = None, **how: Any) -> list[dict[Cell, int]]:
    """Return every consistent layout as the number of mines on each hidden cell. Options as in `read`."""
    position = read(view, mines, **how)
    constraints = [position.constraint(clue) for clue in position.clues]
    if position.left is not None:
        constraints.append((frozenset(position.hidden), position.left))
    found = fillings(position.hidden, constraints, position.per_cell)
    return [dict(zip(position.hidden, filling, strict=True)) for filling in found]


# --- chances -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Truth:
    """All that can be known about a view. Without a consistent layout everything but `count` is empty."""

    count: int
    """Consistent layouts (placements over slots); without a mine total unconstrained cells count as well."""
    safe: list[Cell]
    mines: list[Cell]
    """Cells with at least one mine in every consistent layout, trusted flags left out."""
    probability: dict[Cell, Fraction]
    """The chance that a hidden cell holds a mine."""
    holds: dict[Cell, list[Fraction]]
    """The chance that a hidden cell holds 0, 1 .. per_cell mines."""
    shows: dict[Cell, dict[int, Fraction]]
    """The chance that a hidden cell is safe and shows this clue."""
    tally: dict[int, int]
    """Layouts by their number of mines, trusted flags left out."""


def truth(view: Rows, mines: int | None = None, *, density: Fraction | None = None, **how: Any) -> Truth:
    """Return everything about a view, exactly. Options as in `read`.

    Lists what the cells next to a clue can hold; the other hidden cells are counted by binomials, so that
    only the frontier has to be small. All layouts are equally likely, or, with a `density`, each slot holds a
    mine with that chance.
    """
    position = read(view, mines, **how)
    k = position.per_cell
    constraints = [position.constraint(clue) for clue in position.clues]
    frontier = [cell for cell in position.hidden if any(cell in group for group, _ in constraints)]
    rest = [cell for cell in position.hidden if cell not in frontier]
    slots = k * len(position.hidden)

    tally: dict[int, int] = defaultdict(int)
    holds: dict[Cell, list[Fraction]] = {cell: [Fraction(0)] * (k + 1) for cell in position.hidden}
    shows: dict[Cell, dict[int, Fraction]] = {cell: defaultdict(Fraction) for cell in position.hidden}
    for filling in fillings(frontier, constraints, k):
        placed = dict(zip(frontier, filling, strict=True))
        ways = prod(comb(k, number) for number in filling)
        in_rest = range(k * len(rest) + 1) if position.left is None else [position.left - sum(filling)]
        for spare in in_rest:
            if not 0 <= spare <= k * len(rest):
                continue
            total = sum(filling) + spare
            tally[total] += ways * comb(k * len(rest), spare)
            weight = ways * (1 if density is None else density**total * (1 - density) ** (slots - total))
            for cell in position.hidden:
                if cell in placed:
                    holds[cell][placed[cell]] += weight * comb(k * len(rest), spare)
                else:
                    for number in range(min(k, spare) + 1):
                        weighted = weight * comb(k, number) * comb(k * (len(rest) - 1), spare - number)
                        holds[cell][number] += weighted
                if placed.get(cell, 0):
                    continue  # a mine here: it shows nothing
                around = position.neighbours[cell]
                seen = sum(placed.get(other, 0) + (other in position.trusted) for other in around)
                open_slots = k * sum(other in rest for other in around)
                other_slots = k * (len(rest) - (cell in rest)) - open_slots
                for number in range(min(open_slots, spare) + 1):
                    weighted = weight * comb(open_slots, number) * comb(other_slots, spare - number)
                    if weighted:
                        shows[cell][seen + number] += weighted
    if not sum(tally.values()):
        return Truth(0, [], [], {}, {}, {}, {})
    holds = {cell: [part / sum(parts) for part in parts] for cell, parts in holds.items()}
    for cell, values in shows.items():
        safe_weight = sum(values.values())
        shows[cell] = {v: holds[cell][0] * part / safe_weight for v, part in sorted(values.items())}
    return Truth(
        count=sum(tally.values()),
        safe=[cell for cell, parts in holds.items() if parts[0] == 1],
        mines=[cell for cell, parts in holds.items() if parts[0] == 0],
        probability={cell: 1 - parts[0] for cell, parts in holds.items()},
        holds=holds,
        shows=shows,
        tally={total: number for total, number in sorted(tally.items()) if number},
    )


def component_tallies(view: Rows, **how: Any) -> dict[frozenset[Cell], dict[int, int]]:
    """Return the mine tally of each component: its layouts by their number of mines."""
    position = read(view, **how)
    constraints = [position.constraint(clue) for clue in position.clues]
    links: dict[Cell, list[Cell]] = {
        cell: [other for group, _ in constraints if cell in group for other in group]
        for cell in position.hidden
    }
    tallies = {}
    for part in regions((cell for cell in links if links[cell]), links):
        cells, tally = sorted(part), defaultdict(int)
        inside = [constraint for constraint in constraints if constraint[0] & part]
        for filling in fillings(cells, inside, position.per_cell):
            tally[sum(filling)] += prod(comb(position.per_cell, number) for number in filling)
        tallies[frozenset(part)] = dict(sorted(tally.items()))
    return tallies


# --- conflicts and reasons -----------------------------------------------------------------------------


def possible(
    position: Position, clues: Iterable[Cell], total: bool, assumed: Mapping[Cell, int] | None = None
) -> bool:
    """Return whether a layout meets these clues, the mine total if `total`, and what is assumed."""
    constraints = [position.constraint(clue) for clue in clues]
    constraints += [(frozenset([cell]), number) for cell, number in (assumed or {}).items()]
    cells = sorted(frozenset().union(*(group for group, _ in constraints)))
    room = position.per_cell * (len(position.hidden) - len(cells))
    for filling in fillings(cells, constraints, position.per_cell):
        if not total or position.left is None or 0 <= position.left - sum(filling) <= room:
            return True
    return False


def conflicts(view: Rows, mines: int | None = None, **how: Any) -> set[Reason]:
    """Return the smallest conflicts of a view, all of one size; none if a layout is consistent with it.

    By the clues alone where that is possible at all, else with the mine total.
    """
    position = read(view, mines, **how)
    for total in [False] if position.left is None else [False, True]:
        if possible(position, position.clues, total):
            continue
        for size in range(len(position.clues) + 1):
            sets = {
                (frozenset(clues), total)
                for clues in combinations(position.clues, size)
                if not possible(position, clues, total)
            }
            if sets:
                return sets
    return set()


def reasons(
    view: Rows, mines: int | None, cell: Cell, is_mine: bool, *, largest: int | None = None, **how: Any
) -> set[Reason]:
    """Return the smallest sets, the mine total counted as one, that force a claim about a hidden cell.

    The result is empty if nothing forces it, or no set of at most `largest` does.
    """
    position = read(view, mines, **how)
    against = [{cell: 0}] if is_mine else [{cell: number} for number in range(1, position.per_cell + 1)]
    for size in range((len(position.clues) + 1 if largest is None else largest) + 1):
        sets = set()
        for total in [False] if position.left is None else [False, True]:
            if size < total:
                continue
            for clues in combinations(position.clues, size - total):
                if not any(possible(position, clues, total, assumed) for assumed in against):
                    sets.add((frozenset(clues), total))
        if sets:
            return sets
    return set()


# --- playing -------------------------------------------------------------------------------------------


def safe_play(rows: int, cols: int, mines: Iterable[Cell], start: Cell, *, total: bool) -> set[Cell]:
    """Return the cells open when no more safe cell can be revealed; none if the start is a mine."""
    held, around = frozenset(mines), rectangle(rows, cols)
    if start in held:
        return set()
    opened = flood(start, held, around)
    while True:
        found = truth(show(rows, cols, held, opened), len(held) if total else None).safe
        if not found:
            return opened
        opened = opened.union(*(flood(cell, held, around) for cell in found))


def protected(rule: str, start: Cell, neighbours: Neighbours) -> set[Cell]:
    """Return the cells that a first-click rule (`any`, `safe`, `opening`) keeps free of mines."""
    return {"any": set(), "safe": {start}, "opening": {start, *neighbours[start]}}[rule]


def placements(rows: int, cols: int, mines: int, free: Iterable[Cell] = ()) -> list[frozenset[Cell]]:
    """Return every layout of a board with so many mines and none on the free cells."""
    cells = [cell for cell in rectangle(rows, cols) if cell not in set(free)]
    return [frozenset(chosen) for chosen in combinations(cells, mines)]


def no_guess_boards(
    rows: int, cols: int, mines: int, start: Cell, *, rule: str = "opening", total: bool = True
) -> list[frozenset[Cell]]:
    """Return every layout that the first-click rule allows and that safe reveals alone win from the start."""
    free = protected(rule, start, rectangle(rows, cols))
    return [
        layout
        for layout in placements(rows, cols, mines, free)
        if start not in layout
        and len(safe_play(rows, cols, layout, start, total=total)) == rows * cols - mines
    ]


def _wins(
    rows: int, cols: int, boards: Sequence[frozenset[Cell]], opened: frozenset[Cell]
) -> dict[Cell, int]:
    """Return, for each hidden cell, how many of these equally likely boards are won by revealing it next.

    The full game tree: play on as well as possible from there. A cell that is safe on every board is revealed
    without trying the others, for knowing more never loses.
    """
    around = rectangle(rows, cols)
    clue = [numbers(board, around) for board in boards]
    area = [{cell: flood(cell, board, around) for cell in around if cell not in board} for board in boards]

    def after(alive: frozenset[int], opened: frozenset[Cell], cell: Cell) -> int:
        outcomes: dict[frozenset[tuple[Cell, int]], list[int]] = defaultdict(list)
        for i in alive:
            if cell not in boards[i]:
                outcomes[frozenset((new, clue[i][new]) for new in area[i][cell] - opened)].append(i)
        return sum(
            best(frozenset(left), opened.union(new for new, _ in shown)) for shown, left in outcomes.items()
        )

    @cache
    def best(alive: frozenset[int], opened: frozenset[Cell]) -> int:
        if any(len(opened) + len(boards[i]) == rows * cols for i in alive):
            return len(alive)
        hidden = [cell for cell in around if cell not in opened]
        for cell in hidden:
            if not any(cell in boards[i] for i in alive):
                return after(alive, opened, cell)
        if len(alive) == 1:
            return 1
        return max(after(alive, opened, cell) for cell in hidden)

    everything = frozenset(range(len(boards)))
    return {cell: after(everything, opened, cell) for cell in around if cell not in opened}


def win_chances(view: Rows, mines: int) -> dict[Cell, Fraction]:
    """Return for each hidden cell of a view the chance to win through it, played perfectly from there."""
    rows = view.split() if isinstance(view, str) else list(view)
    boards = [frozenset(cell for cell, n in layout.items() if n) for layout in layouts(rows, mines)]
    opened = frozenset(read(rows).clues)
    wins = _wins(len(rows), len(rows[0]), boards, opened)
    return {cell: Fraction(won, len(boards)) for cell, won in wins.items()}


def best_win_chance(rows: int, cols: int, mines: int, first: Cell, rule: str) -> Fraction | None:
    """Return the best chance to win a board from this first cell; None if the rule leaves too few cells."""
    boards = placements(rows, cols, mines, protected(rule, first, rectangle(rows, cols)))
    if not boards:
        return None
    return Fraction(_wins(rows, cols, boards, frozenset())[first], len(boards))
