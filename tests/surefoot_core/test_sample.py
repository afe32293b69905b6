"""Layouts drawn from a view: only consistent ones, each as often as any other."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
import strategies
from surefoot_core.choose import Chooser
from surefoot_core.count import Counter
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge
from surefoot_core.lookahead import Lookahead
from surefoot_core.sample import Sampler
from surefoot_core.view import View


def counter_of(view: View, *, rules: bool = True) -> Counter:
    """A counter with all chances, forced mines decided by the rules or left to it."""
    knowledge = Knowledge(view)
    if rules:
        knowledge.apply_rules()
    frontier = Frontier(knowledge)
    frontier.update()
    counter = Counter(frontier)
    assert counter.chances()
    return counter


def draw(counter: Counter, cells: int, count: int, seed: int) -> np.ndarray:
    out = np.full((count, cells), 7, np.uint8)
    Sampler(counter).draw(out, seed)
    return out


def consistent(rows: list[str], mines: int) -> set[bytes]:
    cols = len(rows[0])
    found = set()
    for layout in oracles.layouts(rows, mines):
        cells = bytearray(len(rows) * cols)
        for (row, col), held in layout.items():
            cells[row * cols + col] = held
        found.add(bytes(cells))
    return found


@settings(max_examples=100, deadline=None)
@given(strategies.played_views(max_cells=16, max_reveals=3), st.booleans(), st.integers(0, 2**64 - 1))
def test_every_layout_drawn_is_consistent_and_the_same_seed_draws_it_again(drawn, rules, seed):
    counter = counter_of(View.from_text(drawn.view, len(drawn.mines)), rules=rules)
    cells = drawn.rows * drawn.cols
    out = draw(counter, cells, 50, seed)
    assert {row.tobytes() for row in out} <= consistent(drawn.view, len(drawn.mines))
    assert np.array_equal(out, draw(counter, cells, 50, seed))


@pytest.mark.parametrize(
    ("rows", "mines"),
    [
        (["....", "...."], 0),
        (["###", "###"], 2),  # no clue
        (["1##", "###", "##1"], 3),  # two components and unconstrained cells
        (["#####", "##2##", "1112#", "...1#"], 6),
        (["#1.1#", "#212#", "##1##", "#####"], 5),  # forced mines
        (["####", "#33#", "#33#", "####"], 6),
        (["#2#", "###", "###", "#1#"], 3),
    ],
)
def test_every_consistent_layout_is_drawn_equally_often(rows, mines):
    layouts = consistent(rows, mines)
    each = 400
    out = draw(counter_of(View.from_text(rows, mines)), len(rows) * len(rows[0]), each * len(layouts), 5)
    found, counts = np.unique(out, axis=0, return_counts=True)
    assert {row.tobytes() for row in found} == layouts
    # The sum of squares, where each term is 1 on average: far too large or too small a sum would tell.
    spread = ((counts - each) ** 2 / each).sum()
    degrees = len(layouts) - 1
    assert abs(spread - degrees) <= 4 * (2 * degrees) ** 0.5


TWO_CLUES = ["#" * 12 + "2" + "#" * 17] + ["#" * 30] * 14 + ["#" * 20 + "1" + "#" * 9]
SCATTERED = ["".join("1" if (r + c) % 5 == 0 and r % 2 == 0 else "#" for c in range(24)) for r in range(24)]
"""One component of more mine counts than are folded."""


@pytest.mark.parametrize(("rows", "mines", "count"), [(TWO_CLUES, 99, 20_000), (SCATTERED, 100, 4000)])
def test_the_chances_of_a_large_view_are_those_of_the_layouts_drawn(rows, mines, count):
    counter = counter_of(View.from_text(rows, mines))
    out = draw(counter, len(rows) * len(rows[0]), count, 1)
    assert (out.sum(axis=1) == mines).all()
    chances = counter.mine_chances()
    for cell, mean in enumerate(out.mean(axis=0)):
        chance = chances.get(cell, 0)
        assert abs(mean - chance) <= 5 * (chance * (1 - chance) / count) ** 0.5


def test_what_cannot_be_drawn_is_refused():
    frontier = Frontier(Knowledge(View.from_text(["#1", "##"], 1)))
    frontier.update()
    counter = Counter(frontier)
    with pytest.raises(ValueError, match="expected a counter with all chances"):
        Sampler(counter).draw(np.zeros((1, 4), np.uint8), 0)
    counter.chances()
    with pytest.raises(ValueError, match=r"expected less than 2\*\*31 rows of 4 bytes, got 1 of 5"):
        Sampler(counter).draw(np.zeros((1, 5), np.uint8), 0)
    Sampler(counter).draw(np.zeros((0, 4), np.uint8), 0)
    for seed, stream in ((-1, 0), (2**64, 0), (0, 2**64)):
        with pytest.raises(ValueError, match=r"expected a seed and a stream in 0 .. 2\*\*64 - 1"):
            Sampler(counter).draw(np.zeros((1, 4), np.uint8), seed, stream)


def test_a_counter_that_has_not_seen_the_last_change_is_refused():
    knowledge = Knowledge(View.from_text(["1###", "####", "###2"], 4))
    frontier = Frontier(knowledge)
    frontier.update()
    counter = Counter(frontier)
    counter.chances()
    knowledge.decide(1, 2, 4)
    frontier.update()
    for ask in (
        lambda: Sampler(counter).draw(np.zeros((3, 12), np.uint8), 0),
        lambda: Chooser(counter).score(2),
        lambda: Chooser(counter).guess(2),
        lambda: Chooser(counter).candidates(0.9, 5, 5),
        lambda: Lookahead(counter).shown(2),
    ):
        with pytest.raises(ValueError, match=r"expected a call of certain\(\) or chances\(\)"):
            ask()
