"""A conflict between clues and the mine total from which no clue can be left out.

Asking one formula whether the clues fit the total takes exponential time where many parts of the board have two
ways each to hold the same number of mines. So the clues are taken apart into groups that share no cell, each
group tells the numbers of mines it can have, and the numbers are added up. Leaving a clue out changes one group.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from surefoot.errors import LimitReached
from surefoot.model import Limit
from surefoot.reasoning.backbone import Backbone, find_sums
from surefoot.reasoning.encoding import Formula
from surefoot.reasoning.sat import Budget
from surefoot.reasoning.total import added_up

GROUP = Limit(conflicts=3000)
"""Work on one group: where it takes more, the clue that was left out is kept."""


@dataclass(frozen=True, slots=True)
class Row:
    """One clue of a view."""

    clue: int
    """Its flat index."""
    cells: tuple[int, ...]
    """The hidden cells around it, trusted flags left out."""
    need: int
    """How many of them are mines, going by this clue; may be impossible."""


def groups_of(rows: Iterable[Row]) -> list[tuple[Row, ...]]:
    """Return the rows apart by the cells they share, each group and the groups in the order given."""
    parent: dict[int, int] = {}

    def root(cell: int) -> int:
        while parent.setdefault(cell, cell) != cell:
            parent[cell] = parent[parent[cell]]
            cell = parent[cell]
        return cell

    rows = [row for row in rows if row.cells]
    for row in rows:
        for cell in row.cells:
            parent[root(cell)] = root(row.cells[0])
    groups: dict[int, list[Row]] = {}
    for row in rows:
        groups.setdefault(root(row.cells[0]), []).append(row)
    return [tuple(group) for group in groups.values()]


def smallest_left(rows: Sequence[Row], mines: int, hidden: int) -> list[Row]:
    """Return the fewest rows left of those that contradict the mine total, over three orders of leaving out.

    First out are the rows that ask for few mines, those that ask for few safe cells, and the last ones.
    """
    known: dict[tuple[Row, ...], int | None] = {}
    orders: tuple[Callable[[Row], int], ...] = (
        lambda row: row.need,
        lambda row: len(row.cells) - row.need,
        lambda row: -row.clue,
    )
    found = [_left(sorted(rows, key=order), mines, hidden, lambda group: _sums(group, known)) for order in orders]
    return min(found, key=len)


def _left(order: list[Row], mines: int, hidden: int, sums: Callable[[tuple[Row, ...]], int | None]) -> list[Row]:
    """Return the rows left when each of `order` is left out that can be, many at a time where that goes."""
    left = dict.fromkeys(order)
    at, size = 0, max(1, len(order) // 8)
    while at < len(order):
        chunk = order[at : at + size]
        without = [row for row in left if row not in chunk]
        if not _fits(groups_of(without), mines, hidden, sums):
            left = dict.fromkeys(without)
            at += size
            size *= 2
        elif size > 1:
            size //= 2
        else:
            at += 1
    return list(left)


def _fits(
    groups: Sequence[tuple[Row, ...]], mines: int, hidden: int, sums: Callable[[tuple[Row, ...]], int | None]
) -> bool:
    """Return whether the groups can have numbers that fit the total, with any number in all other cells.

    Also true where that takes too long to find out.
    """
    free = hidden - len({cell for group in groups for row in group for cell in row.cells})
    numbers = [sums(group) for group in groups]
    if None in numbers:
        return True
    together = added_up(number for number in numbers if number is not None)
    least = max(mines - free, 0)
    return together & (((1 << (mines - least + 1)) - 1) << least) != 0


def _sums(group: tuple[Row, ...], known: dict[tuple[Row, ...], int | None]) -> int | None:
    """Return the numbers of mines that a group can have, as bits, or None; each group is worked out once."""
    if group not in known:
        variable: dict[int, int] = {}
        rows = tuple(
            ([variable.setdefault(cell, len(variable) + 1) for cell in row.cells], row.need) for row in group
        )
        found = Backbone()
        try:
            find_sums(Formula(tuple(variable), {}, rows, (), large_sums=False), Budget(GROUP), found)
            known[group] = found.sums
        except LimitReached:
            known[group] = None
    return known[group]
