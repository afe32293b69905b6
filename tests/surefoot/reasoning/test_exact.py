"""Exact counting: whole numbers and fractions equal to those of all layouts and to the given ones."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
import strategies
from surefoot.errors import LimitReached
from surefoot.reasoning.exact import Exact, combine, tally_component
from surefoot_core.count import Counter
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge
from surefoot_core.view import View

POSITIONS = [
    json.loads(line) for line in (Path(__file__).parents[2] / "data/positions.jsonl").read_text().splitlines()
]


def exact(view: View, *, density: Fraction | None = None) -> tuple[Exact, dict[tuple[int, int], Fraction]]:
    """Return the exact answer and the chance of each hidden cell."""
    knowledge = Knowledge(view)
    knowledge.apply_rules()
    if knowledge.conflict is not None:
        return Exact(0, Fraction(0), None, None), {}
    frontier = Frontier(knowledge)
    slots = view.max_mines_per_cell
    counter = Counter(frontier)
    tallies = [tally_component(frontier, place, counter.order(place), slots) for place in range(frontier.update())]
    left = None if view.mines is None else view.mines - knowledge.mines
    found = combine(tallies, frontier.unconstrained, slots, left, density)
    if not found.layouts:
        return found, {}
    chance = {i: Fraction(value == 2) for i, value, rule, *_ in knowledge.decisions() if rule}
    assert found.boxes is not None
    for place, boxes in enumerate(found.boxes):
        for cells, p in zip(frontier.boxes(place), boxes, strict=True):
            chance |= dict.fromkeys(cells, sum(p))
    if found.rest is not None:
        chance |= dict.fromkeys(frontier.unconstrained_cells(), sum(found.rest))
    return found, {divmod(cell, view.cols): p for cell, p in chance.items() if not knowledge.is_revealed(cell)}


def test_given_positions_have_the_given_layouts_and_fractions():
    for number, position in enumerate(POSITIONS):
        found, chance = exact(View.from_text(position["view"], position["mines"]))
        assert found.layouts == int(position["count"]), number
        if not found.layouts:
            continue
        assert sum(chance.values()) == position["mines"], number
        for cell, text in position["probability"].items():
            place = tuple(map(int, cell.split(",")))
            if "/" in str(text):
                assert chance[place] == Fraction(text), (number, cell)
            else:
                assert abs(chance[place] - Fraction(text)) < 1e-12, (number, cell)


@settings(max_examples=100, deadline=None)
@given(strategies.scattered_views(max_cells=16), st.sampled_from([None, Fraction(1, 3), Fraction(4, 5)]))
def test_small_views_are_counted_exactly_like_all_their_layouts(board, density):
    mines = len(board.mines) if density is None else None
    truth = oracles.truth(board.view, mines, density=density)
    found, chance = exact(View.from_text(board.view, mines), density=density)
    assert found.layouts == truth.count
    assert chance == truth.probability


@settings(max_examples=40, deadline=None)
@given(st.data(), st.integers(2, 3), st.booleans())
def test_cells_with_several_mines_are_counted_exactly(data, slots, with_total):
    rows, cols = data.draw(strategies.sizes(max_cells=8))
    around = oracles.rectangle(rows, cols)
    mines = data.draw(st.lists(st.sampled_from(sorted(around)), max_size=6))
    mines = [cell for place, cell in enumerate(mines) if mines[:place].count(cell) < slots]
    text = oracles.show(rows, cols, mines, data.draw(st.sets(st.sampled_from(sorted(around)))) - set(mines))
    total = len(mines) if with_total else None
    truth = oracles.truth(text, total, per_cell=slots)
    found, chance = exact(View.from_text(text, total, max_mines_per_cell=slots))
    assert found.layouts == truth.count
    assert chance == truth.probability


def test_a_limit_of_nodes_is_kept():
    frontier = Frontier(Knowledge(View.from_text(["1#2#1", "#####"], 3)))
    assert frontier.update() == 1
    order = Counter(frontier).order(0)
    with pytest.raises(LimitReached, match="more than 2 nodes"):
        tally_component(frontier, 0, order, 1, max_nodes=2)
