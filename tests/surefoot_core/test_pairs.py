"""Pairs that may become 50/50s, against their definition on views of any kind."""

from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
import strategies
from surefoot_core.knowledge import Knowledge
from surefoot_core.pairs import Pairs
from surefoot_core.topology import Topology
from surefoot_core.view import View


def apart(around: oracles.Neighbours, one: oracles.Cell, other: oracles.Cell) -> set[oracles.Cell]:
    """The cells that touch one of the two and not the other."""
    return (set(around[one]) ^ set(around[other])) - {one, other}


@settings(max_examples=150, deadline=None)
@given(strategies.played_views(max_cells=20, max_reveals=4), st.integers(0, 1000))
def test_a_pair_is_apart_for_good_if_only_mines_touch_one_of_it(drawn, seed):
    view = View.from_text(drawn.view, len(drawn.mines))
    knowledge = Knowledge(view)
    chances = np.random.default_rng(seed).uniform(0.3, 1, drawn.rows * drawn.cols)
    around = oracles.rectangle(drawn.rows, drawn.cols)
    hidden = {cell for cell in around if drawn.view[cell[0]][cell[1]] == "#"}

    def flat(cell):
        return cell[0] * drawn.cols + cell[1]

    expected = {}
    for one in hidden:
        for other in set(around[one]) & hidden:
            touching = apart(around, one, other)
            if one < other and touching <= hidden:
                either = chances[flat(one)] + chances[flat(other)] - 2 * chances[flat(one)] * chances[flat(other)]
                expected[flat(one), flat(other)] = either * np.prod([chances[flat(cell)] for cell in touching])
    pairs = Pairs(knowledge, chances)
    listed = {(one, other): set(cells) for one, other, cells in pairs.listed()}
    for (one, other), chance in expected.items():
        if chance > 0.01:
            cells = apart(around, divmod(one, drawn.cols), divmod(other, drawn.cols))
            assert listed[one, other] == set(map(flat, cells))
    assert set(listed) <= set(expected)
    assert pairs.loss(chances) == pytest.approx(-sum(log(1 - p / 2) for p in expected.values() if p >= 0.01))
    for cell in map(flat, hidden):
        left = sum(
            log(1 - p / 2)
            for pair, p in expected.items()
            if p >= 0.01 and cell not in pair and cell not in listed[pair]
        )
        assert pairs.loss(chances, cell) == pytest.approx(-left)


@settings(max_examples=150, deadline=None)
@given(strategies.played_views(max_cells=150, max_reveals=4), st.integers(0, 1000), st.floats(0, 0.9))
def test_a_rectangle_has_the_pairs_of_the_graph_of_its_cells(drawn, seed, least):
    chances = np.random.default_rng(seed).uniform(least, 1, drawn.rows * drawn.cols)
    table = Topology.rectangle(drawn.rows, drawn.cols)
    lists = [table.neighbours(cell) for cell in range(drawn.rows * drawn.cols)]
    listed = []
    for topology in (table, Topology.graph(lists, cols=drawn.cols)):
        knowledge = Knowledge(View.from_text(drawn.view, len(drawn.mines), topology=topology))
        knowledge.apply_rules()
        listed.append(Pairs(knowledge, chances).listed())
    assert listed[0] == listed[1]


def test_two_cells_that_share_one_mine_are_a_5050_for_sure():
    # Row 0 is hidden but for its ends; the clues below see both cells.
    knowledge = Knowledge(View.from_text(["1##1", "1221"], 1))
    chances = np.full(8, 0.5)
    pairs = Pairs(knowledge, chances)
    assert pairs.listed() == []  # the ends touch one of the two and show clues
    knowledge = Knowledge(View.from_text(["##", "11"], 1))
    pairs = Pairs(knowledge, chances[:4])
    assert pairs.listed() == [(0, 1, [])]
    assert pairs.loss(chances[:4]) == pytest.approx(log(2))
    assert pairs.loss(chances[:4], 0) == 0


def test_chances_of_another_board_are_refused():
    knowledge = Knowledge(View(3, 3, 2))
    with pytest.raises(ValueError, match="expected 9 chances, got 8"):
        Pairs(knowledge, np.zeros(8))
    with pytest.raises(ValueError, match="expected 9 chances, got 1"):
        Pairs(knowledge, np.zeros(9)).loss(np.zeros(1))
