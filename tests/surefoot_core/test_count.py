"""Counting: against all layouts of small boards, against the given positions, and on boards that are too large."""

import json
import math
import random
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
import strategies
from surefoot_core.count import Counter
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge
from surefoot_core.topology import Topology
from surefoot_core.view import View

POSITIONS = [
    json.loads(line) for line in (Path(__file__).parents[1] / "data/positions.jsonl").read_text().splitlines()
]

_LINES = (Path(__file__).parents[1] / "data/hard_positions.jsonl").read_text().splitlines()
HARD = {position["name"]: position for position in map(json.loads, _LINES)}


def hard_view(name: str) -> View:
    return View.from_text(HARD[name]["view"], HARD[name]["mines"], trust_flags=True)


class Counted:
    """A view with its rules run or not, and everything the counter says about it."""

    def __init__(self, view: View, *, rules: bool = False, **how) -> None:
        knowledge = Knowledge(view)
        if rules:
            knowledge.apply_rules()
        self.cols = view.cols
        self.conflict = knowledge.conflict
        if self.conflict is not None:
            self.complete = None
            return
        frontier = Frontier(knowledge)
        frontier.update()
        self.counter = Counter(frontier, **how)
        decided = {
            index: value
            for index, value, rule, *_ in knowledge.decisions()
            if rule and not knowledge.is_revealed(index)
        }
        self.complete = self.counter.chances()
        if self.complete is None:
            assert self.counter.certain() is None
            return
        self.safe = self.cells([i for i, value in decided.items() if value == 1] + self.counter.safe())
        self.mines = self.cells([i for i, value in decided.items() if value == 2] + self.counter.mines())
        self.chance = {divmod(i, self.cols): p for i, p in self.counter.mine_chances().items()}
        self.chance |= {divmod(i, self.cols): float(value == 2) for i, value in decided.items()}
        self.layouts = self.counter.layouts()
        assert self.counter.certain() is not None
        certain = [i for i, value in decided.items() if value == 1] + self.counter.safe()
        assert self.cells(certain) == self.safe

    def cells(self, indices: list[int]) -> list[tuple[int, int]]:
        return [divmod(index, self.cols) for index in sorted(indices)]

    def is_count(self, count: int) -> bool:
        part, exponent = self.layouts
        return math.isclose(Fraction(part) * Fraction(2) ** exponent / count, 1, rel_tol=1e-11)


def agrees(found: Counted, truth: oracles.Truth) -> bool:
    if truth.count == 0:
        return found.complete is None
    return (
        found.complete is True
        and found.safe == truth.safe
        and found.mines == truth.mines
        and found.is_count(truth.count)
        and found.chance.keys() == truth.probability.keys()
        and all(abs(found.chance[cell] - p) < 1e-12 for cell, p in truth.probability.items())
    )


@pytest.mark.parametrize("rules", [False, True])
def test_given_positions_have_the_given_layouts_chances_and_certain_cells(rules):
    for number, given_position in enumerate(POSITIONS):
        found = Counted(View.from_text(given_position["view"], given_position["mines"]), rules=rules)
        count = int(given_position["count"])
        assert (found.complete is None) == (count == 0), number
        if count:
            assert found.complete, number
            assert found.safe == [tuple(cell) for cell in given_position["safe"]], number
            assert found.mines == [tuple(cell) for cell in given_position["mine"]], number
            assert found.is_count(count), number
            for cell, chance in given_position["probability"].items():
                place = tuple(map(int, cell.split(",")))
                assert abs(found.chance[place] - Fraction(chance)) < 1e-12, (number, cell)


@settings(max_examples=300, deadline=None)
@given(strategies.scattered_views(max_cells=20), st.booleans(), st.booleans())
def test_small_views_are_counted_like_all_their_layouts(board, rules, with_total):
    mines = len(board.mines) if with_total else None
    assert agrees(Counted(View.from_text(board.view, mines), rules=rules), oracles.truth(board.view, mines))


@settings(max_examples=100, deadline=None)
@given(strategies.played_views(max_cells=30), st.integers(0, 30))
def test_every_mine_total_is_counted_like_all_layouts(board, mines):
    mines = min(mines, board.rows * board.cols)
    assert agrees(Counted(View.from_text(board.view, mines)), oracles.truth(board.view, mines))


@settings(max_examples=100, deadline=None)
@given(strategies.contradictory_views(max_cells=16))
def test_contradictory_views_have_no_layout(case):
    view, mines = case
    if mines <= sum(map(len, view)):
        assert Counted(View.from_text(view, mines), rules=True).complete is None


@settings(max_examples=60, deadline=None)
@given(strategies.scattered_views(max_cells=16), st.sampled_from(["0.1", "1/3", "0.5", "0.9"]))
def test_without_a_total_a_density_weighs_the_layouts(board, density):
    density = Fraction(density)
    found = Counted(View.from_text(board.view, None), density=density)
    assert agrees(found, oracles.truth(board.view, None, density=density))


@settings(max_examples=60, deadline=None)
@given(strategies.scattered_views(max_cells=12, max_side=4), st.booleans())
def test_a_torus_is_counted_like_all_its_layouts(board, with_total):
    around = oracles.torus(board.rows, board.cols)
    text = oracles.show(board.rows, board.cols, board.mines, board.revealed, around)
    mines = len(board.mines) if with_total else None
    view = View.from_text(text, mines, topology=Topology.torus(board.rows, board.cols))
    assert agrees(Counted(view), oracles.truth(text, mines, neighbours=around))


@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(2, 3), st.booleans())
def test_cells_with_several_mines_are_counted_over_their_slots(data, slots, with_total):
    rows, cols = data.draw(strategies.sizes(max_cells=9))
    around = oracles.rectangle(rows, cols)
    mines = data.draw(st.lists(st.sampled_from(sorted(around)), max_size=8))
    mines = [cell for place, cell in enumerate(mines) if mines[:place].count(cell) < slots]
    revealed = data.draw(st.sets(st.sampled_from(sorted(around)))) - set(mines)
    text = oracles.show(rows, cols, mines, revealed)
    total = len(mines) if with_total else None
    view = View.from_text(text, total, max_mines_per_cell=slots)
    truth = oracles.truth(text, total, per_cell=slots)
    assert agrees(Counted(view), truth)
    limited = Counted(view, max_nodes=data.draw(st.integers(1, 8)))
    assert set(limited.safe) <= set(truth.safe)
    assert set(limited.mines) <= set(truth.mines)
    for cell, chance in limited.chance.items():
        assert math.isnan(chance) or abs(chance - truth.probability[cell]) < 1e-12


def random_view(rows: int, cols: int, mines: int, seed: int, share: float) -> tuple[View, set[tuple[int, int]]]:
    draw = random.Random(seed)
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    layout = set(draw.sample(cells, mines))
    revealed = {cell for cell in cells if cell not in layout and draw.random() < share}
    return View.from_text(oracles.show(rows, cols, layout, revealed), mines), layout


@pytest.mark.parametrize("name", ["matching-13", "network-24", "lattice-8"])
def test_hard_components_are_counted(name):
    position = HARD[name]
    found = Counted(hard_view(name), rules=True)
    assert found.complete
    assert len(found.safe) == position["with_total"]["safe"]
    assert len(found.mines) == position["with_total"]["mine"]
    flags = "".join(position["view"]).count("F")
    assert abs(math.fsum(found.chance.values()) - position["mines"] + flags) < 1e-9


@pytest.mark.parametrize("seconds", [0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3])
@pytest.mark.parametrize("name", ["matching-11", "network-24", "lattice-8"])
def test_a_limit_of_seconds_is_never_wrong(name, seconds):
    view = hard_view(name)
    found, full = Counted(view, rules=True, seconds=seconds), Counted(view, rules=True)
    assert full.complete
    assert found.complete is False or seconds > 0
    assert set(found.safe) <= set(full.safe)
    assert set(found.mines) <= set(full.mines)
    for cell, chance in found.chance.items():
        assert math.isnan(chance) or chance == pytest.approx(full.chance[cell], abs=1e-12)


def test_a_negative_time_is_refused():
    with pytest.raises(ValueError, match="expected 0 or more seconds, got -1"):
        Counted(View(2, 2, 1), seconds=-1)


def test_large_components_get_the_same_chances_as_folded_ones():
    # 30 x 30 with a scattering of clues: one component of several hundred cells, more counts than are folded.
    view, layout = random_view(30, 30, 180, 5, 0.14)
    found = Counted(view)
    assert found.complete
    assert abs(math.fsum(found.chance.values()) - 180) < 1e-9
    assert not layout & set(found.safe)
    assert layout >= set(found.mines)


def test_a_400x400_board_at_25_percent_gives_finite_chances_that_add_up():
    view, layout = random_view(400, 400, 40_000, 1, 0.03)
    found = Counted(view)
    assert found.complete
    assert abs(math.fsum(found.chance.values()) / 40_000 - 1) < 1e-9
    assert all(0 <= chance <= 1 for chance in found.chance.values())
    assert not layout & set(found.safe)


def test_a_component_too_wide_is_not_known_and_never_wrong():
    view, _ = random_view(12, 12, 40, 3, 0.3)
    found = Counted(view, max_nodes=20)
    assert found.complete is False
    assert found.counter.wide()
    exact = Counted(view)
    assert exact.complete
    assert set(found.safe) <= set(exact.safe)
    assert set(found.mines) <= set(exact.mines)
    for cell, chance in found.chance.items():
        assert math.isnan(chance) or abs(chance - exact.chance[cell]) < 1e-12


def test_unchanged_components_cost_nothing():
    view = View.from_text(["##1.1##", "##1.1##", "111.111"], 2)
    knowledge = Knowledge(view)
    frontier = Frontier(knowledge)
    frontier.update()
    counter = Counter(frontier)
    assert counter.chances()
    nodes = counter.nodes
    assert counter.chances()
    assert counter.nodes == nodes


@settings(max_examples=60, deadline=None)
@given(strategies.scattered_views(max_cells=20))
def test_components_have_the_mine_counts_of_their_layouts(board):
    frontier = Frontier(Knowledge(View.from_text(board.view, None)))
    tallies = oracles.component_tallies(board.view)
    counter = Counter(frontier)
    for place in range(frontier.update()):
        boxes = frontier.boxes(place)
        tally = tallies[frozenset(divmod(cell, board.cols) for box in boxes for cell in box)]
        sure, counts = counter.by_clues(place)
        assert len(sure) == len(boxes)
        assert counts == sum(1 << mines for mines in tally)


def test_answers_of_components_that_are_gone_are_refused():
    view = View.from_text(["##1", "##1", "111"], 1)
    knowledge = Knowledge(view)
    frontier = Frontier(knowledge)
    frontier.update()
    counter = Counter(frontier)
    with pytest.raises(ValueError, match="expected a call"):
        counter.safe()
    assert counter.certain()
    assert len(counter.sure(0)) == len(frontier.boxes(0))
    knowledge.reveal(0, 1)
    frontier.update()
    with pytest.raises(ValueError, match="expected a call"):
        counter.mine_chances()


def test_limits_below_one_are_refused():
    frontier = Frontier(Knowledge(View.from_text("1#", 1)))
    with pytest.raises(ValueError, match="expected limits of at least 1"):
        Counter(frontier, max_nodes=0)
    with pytest.raises(ValueError, match="expected a density between 0 and 1"):
        Counter(frontier, density=1)
