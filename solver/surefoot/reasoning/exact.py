"""Exact numbers of layouts and exact chances: the diagram of `surefoot_core.diagram` once more, in whole numbers.

A polynomial in the number of mines is one large integer: the coefficient of x**m stands m * width bits from the
right, and `width` is large enough that no coefficient ever reaches the next (L. Kronecker's substitution). So all
coefficients are added, shifted and multiplied at once by the arithmetic of Python.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from time import monotonic

from surefoot.errors import LimitReached
from surefoot_core.frontier import Frontier

NEED_BITS = 8
"""The bits of one need in a key: no clue is above 253."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The layouts of one component by their mines."""

    layouts: list[int]
    """The number of layouts with m mines, at place m."""
    mined: list[list[list[int]]] | None
    """For each box, and for 1, 2 .. mines, those in which a given cell of it holds so many; None if not asked for."""


@dataclass(frozen=True, slots=True)
class _Layer:
    """What the placing of one box does."""

    box: int
    unit: int
    rows: list[tuple[int, int]]
    ways: list[int]
    hits: list[list[int]]

    def span(self, key: int) -> range:
        """Return the numbers of mines that the box can hold at a node."""
        low, high = 0, len(self.ways) - 1
        for shift, room in self.rows:
            need = key >> shift & 255
            high = min(high, need)
            low = max(low, need - room)
        return range(low, high + 1)


def tally_component(
    frontier: Frontier,
    component: int,
    order: Sequence[int],
    slots: int,
    *,
    boxes: bool = True,
    max_nodes: int | None = None,
    deadline: float | None = None,
) -> Tally:
    """Return the tally of a component, its boxes placed in this order; `boxes` asks for what they hold.

    Cells hold up to `slots` mines each. `LimitReached` where that takes more than `max_nodes` nodes, or lasts until
    `deadline`, a time of `time.monotonic`.
    """
    sizes = [len(box) * slots for box in frontier.boxes(component)]
    width = sum(sizes) + 1
    layers, start = _layers(frontier, component, order, sizes, slots)
    forward = [{start: 1}]
    nodes = 1
    for layer in layers:
        following: dict[int, int] = {}
        for key, behind in forward[-1].items():
            _check_time(deadline)
            for mines in layer.span(key):
                child = key - mines * layer.unit
                following[child] = following.get(child, 0) + ((behind * layer.ways[mines]) << (mines * width))
        nodes += len(following)
        if max_nodes is not None and nodes > max_nodes:
            raise LimitReached(f"a component takes more than {max_nodes} nodes")
        if boxes:
            forward.append(following)
        else:
            forward = [following]
    layouts = _coefficients(forward[-1].get(0, 0), width)
    if not boxes:
        return Tally(layouts, None)
    mined = [[0] * slots for _ in sizes]
    ahead = {0: 1}
    for layer, behind_layer in zip(reversed(layers), reversed(forward[:-1]), strict=True):
        before: dict[int, int] = {}
        for key, behind in behind_layer.items():
            _check_time(deadline)
            every = 0
            hit = [0] * slots
            for mines in layer.span(key):
                way = ahead.get(key - mines * layer.unit)
                if way is not None:
                    every += (way * layer.ways[mines]) << (mines * width)
                    for number, hits in enumerate(layer.hits):
                        hit[number] += (way * hits[mines]) << (mines * width)
            if every:
                before[key] = every
                for number in range(slots):
                    mined[layer.box][number] += behind * hit[number]
        ahead = before
    return Tally(layouts, [[_coefficients(packed, width, len(layouts)) for packed in box] for box in mined])


def _check_time(deadline: float | None) -> None:
    """Raise `LimitReached` after the deadline."""
    if deadline is not None and monotonic() > deadline:
        raise LimitReached("the limit of seconds was reached")


def _layers(
    frontier: Frontier, component: int, order: Sequence[int], sizes: list[int], slots: int
) -> tuple[list[_Layer], int]:
    """Return one layer a box in their order, and the key of the first node."""
    rows_of: list[list[int]] = [[] for _ in sizes]
    room = []
    key = 0
    for row, (_, need, members) in enumerate(frontier.rows(component)):
        key |= need << (row * NEED_BITS)
        room.append(sum(sizes[box] for box in members))
        for box in members:
            rows_of[box].append(row)
    layers = []
    for box in order:
        size = sizes[box]
        for row in rows_of[box]:
            room[row] -= size
        layers.append(
            _Layer(
                box,
                sum(1 << (row * NEED_BITS) for row in rows_of[box]),
                [(row * NEED_BITS, room[row]) for row in rows_of[box]],
                [comb(size, mines) for mines in range(size + 1)],
                [[_share(size, slots, mines, number) for mines in range(size + 1)] for number in range(1, slots + 1)],
            )
        )
    return layers, key


def _share(room: int, slots: int, mines: int, number: int) -> int:
    """Return the ways to place mines on so many slots that put this number on the slots of one cell."""
    return comb(slots, number) * comb(room - slots, mines - number) if mines >= number else 0


def _coefficients(packed: int, width: int, length: int = 0) -> list[int]:
    """Return the coefficients of a packed polynomial, at least `length` of them."""
    found: list[int] = []
    mask = (1 << width) - 1
    while packed or len(found) < length:
        found.append(packed & mask)
        packed >>= width
    return found


@dataclass(frozen=True, slots=True)
class Exact:
    """Exact answers about a view."""

    layouts: int
    """The number of consistent layouts."""
    weight: Fraction
    """Their weight: each counts 1 or, with a density, the odds of a mine to the power of its mines."""
    boxes: list[list[tuple[Fraction, ...]]] | None
    """For each component and box the chances that a cell holds 1, 2 .. mines; None if not asked for."""
    rest: tuple[Fraction, ...] | None
    """The same for an unconstrained cell; None if there is none, or if not asked for."""


def combine(tallies: list[Tally], rest: int, slots: int, mines: int | None, density: Fraction | None = None) -> Exact:
    """Return everything about a view from the tallies of its components.

    `rest` unconstrained cells of so many slots; `mines` is what is left of the mine total. Without it all layouts
    are equally likely or, with a density, each slot holds a mine with that chance.
    """
    n = len(tallies)
    nodes = [tally.layouts for tally in tallies]
    for i in range(n - 1):  # a tournament: node n + i over nodes 2i and 2i + 1
        nodes.append(_product(nodes[2 * i], nodes[2 * i + 1]))
    root = nodes[-1] if nodes else [1]
    room = rest * slots
    weight = Fraction(0)
    if mines is None:
        layouts = sum(root) << room
        odds = Fraction(1) if density is None else density / (1 - density)
        seed = [odds**held for held in range(len(root))]
        weight = _dot(seed, root) * (1 + odds) ** room
    else:
        seed = [Fraction(comb(room, mines - held)) if mines >= held else Fraction(0) for held in range(len(root))]
        weight = _dot(seed, root)
        layouts = int(weight)
    if layouts == 0 or any(tally.mined is None for tally in tallies):
        return Exact(layouts, weight, None, None)
    numbers = range(1, slots + 1)
    chances: tuple[Fraction, ...] | None = None
    if rest and mines is None:
        chances = tuple(comb(slots, number) * odds**number / (1 + odds) ** slots for number in numbers)
    elif rest:
        assert mines is not None
        parts = [
            sum(way * _share(room, slots, mines - held, number) for held, way in enumerate(root))
            for number in numbers
        ]
        chances = tuple(Fraction(part, layouts) for part in parts)
    seeds: list[list[Fraction]] = [[] for _ in nodes]
    if nodes:
        seeds[-1] = seed
    for t in range(len(nodes) - 1, n - 1, -1):
        one = 2 * (t - n)
        seeds[one] = _lowered(seeds[t], nodes[one + 1], len(nodes[one]))
        seeds[one + 1] = _lowered(seeds[t], nodes[one], len(nodes[one + 1]))
    boxes = []
    for tally, weights in zip(tallies, seeds, strict=False):
        assert tally.mined is not None
        every = _dot(weights, tally.layouts)
        boxes.append([tuple(_dot(weights, mined) / every for mined in box) for box in tally.mined])
    return Exact(layouts, weight, boxes, chances)


def _product(one: list[int], other: list[int]) -> list[int]:
    """Return the product of two polynomials."""
    width = (sum(one) * sum(other)).bit_length() + 1
    return _coefficients(_packed(one, width) * _packed(other, width), width, len(one) + len(other) - 1)


def _packed(numbers: list[int], width: int) -> int:
    """Return a polynomial as one integer, put together by halves so that a long one takes no square time."""
    if len(numbers) <= 8:
        return sum(number << (place * width) for place, number in enumerate(numbers))
    half = len(numbers) // 2
    return _packed(numbers[:half], width) | _packed(numbers[half:], width) << (half * width)


def _lowered(seed: list[Fraction], other: list[int], length: int) -> list[Fraction]:
    """Return the weight that a node gets from its parent's and from the polynomial beside it."""
    return [
        sum((way * seed[held + more] for more, way in enumerate(other) if way), Fraction(0)) for held in range(length)
    ]


def _dot(weights: list[Fraction], numbers: list[int]) -> Fraction:
    return sum((weight * number for weight, number in zip(weights, numbers, strict=True)), Fraction(0))
