"""Torus, hexagons, graphs, cells with several mines, densities: both engines against all layouts of small boards."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
from surefoot.autoplay import Ending, autoplay
from surefoot.errors import InconsistentViewError
from surefoot.model import Analysis, Engine
from surefoot.reasoning.analysis import analyse
from surefoot_core.topology import Topology
from surefoot_core.topology_board import TopologyBoard
from surefoot_core.view import View
from topologies import TOPOLOGIES


@st.composite
def cases(draw):
    """A view as text, its topology, and the options of the oracle."""
    k = draw(st.integers(1, 3))
    rows, cols = draw(st.sampled_from([(3, 3), (2, 5), (4, 3), (1, 6), (3, 4)] if k < 3 else [(3, 3), (2, 4)]))
    made, slow = TOPOLOGIES[draw(st.sampled_from(sorted(TOPOLOGIES)))]
    around = slow(rows, cols)
    rng = random.Random(draw(st.integers(0, 2**32)))
    slots = rng.sample([cell for cell in around for _ in range(k)], draw(st.integers(0, rows * cols * k // 2)))
    clues = oracles.numbers(slots, around)
    shown = {cell for cell in around if cell not in slots and rng.random() < 0.6}
    lines = [
        [oracles.character(clues[row, col]) if (row, col) in shown else "#" for col in range(cols)]
        for row in range(rows)
    ]
    if shown and draw(st.integers(0, 5)) == 0:
        row, col = rng.choice(sorted(shown))
        lines[row][col] = oracles.character(rng.randint(0, 8 * k))
    given_by = draw(st.sampled_from(["total", "density", "neither"]))
    mines = len(slots) if given_by == "total" else None
    density = Fraction(draw(st.integers(1, 9)), 10) if given_by == "density" else None
    how = {"neighbours": around, "per_cell": k, "density": density}
    return ["".join(line) for line in lines], mines, made(rows, cols), how


def view_of(case) -> View:
    text, mines, topology, how = case
    return View.from_text(text, mines, topology=topology, max_mines_per_cell=how["per_cell"], density=how["density"])


def check(found: Analysis, truth: oracles.Truth, k: int) -> None:
    """Compare an analysis with all layouts."""
    assert (found.holds is None) == (k == 1)
    if found.holds is not None:
        for (row, col), chances in truth.holds.items():
            told = found.holds[row][col]
            assert told is not None
            assert len(told) == k + 1
            assert all(abs(one - other) < 1e-12 for one, other in zip(told, chances, strict=True))
    assert [tuple(cell) for cell in found.safe] == sorted(truth.safe)
    assert [tuple(cell) for cell in found.mines] == sorted(truth.mines)
    assert found.layouts == truth.count
    assert found.probability is not None
    for (row, col), chance in truth.probability.items():
        told = found.probability[row][col]
        assert told is not None
        assert told == chance if isinstance(told, Fraction) else abs(told - chance) < 1e-12
        assert (told == 0) == ((row, col) in truth.safe)
        assert (told == 1) == ((row, col) in truth.mines)


@settings(max_examples=250, deadline=None)
@given(cases(), st.sampled_from(list(Engine)), st.booleans())
def test_safe_cells_mines_layouts_and_chances_are_those_of_all_layouts(case, engine, exact):
    text, mines, _, how = case
    truth = oracles.truth(text, mines, **how)
    try:
        found = analyse(view_of(case), engine=engine, chances=True, exact=exact)
    except InconsistentViewError as error:
        assert truth.count == 0
        del how["density"]
        told = frozenset(tuple(clue) for clue in error.clues), error.total
        assert told in oracles.conflicts(text, mines, **how)
    else:
        check(found, truth, how["per_cell"])


@settings(max_examples=80, deadline=None)
@given(cases())
def test_the_mine_total_may_be_left_out(case):
    text, _, _, how = case
    how["density"] = None
    truth = oracles.truth(text, None, **how)
    if truth.count:
        found = [analyse(view_of(case), engine=engine, reasoning="clues", verify=True) for engine in Engine]
        for answer in found:
            assert [tuple(cell) for cell in answer.safe] == sorted(truth.safe)
            assert [tuple(cell) for cell in answer.mines] == sorted(truth.mines)


def test_a_graph_is_analysed_like_the_rectangle_that_it_draws():
    text = ["#2#", "###", "1#1"]
    lists = [[r * 3 + c for r, c in around] for _, around in sorted(oracles.rectangle(3, 3).items())]
    graph = View.from_text(["".join(text)], 3, topology=Topology.graph(lists))
    rectangle = View.from_text(text, 3)
    for engine in Engine:
        one = analyse(graph, engine=engine, exact=True)
        other = analyse(rectangle, engine=engine, exact=True)
        assert [cell.col for cell in one.safe] == [row * 3 + col for row, col in other.safe]
        assert one.layouts == other.layouts
        assert one.probability is not None
        assert other.probability is not None
        assert one.probability[0] == sum(other.probability, ())


@pytest.mark.parametrize("kind", sorted(TOPOLOGIES))
@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("engine", list(Engine))
def test_whole_games_are_played_by_proofs_alone(kind, k, engine):
    endings = set()
    for seed in range(12):
        topology = TOPOLOGIES[kind][0](8, 8)
        board = TopologyBoard(topology, 9 + 2 * k, seed=seed, max_mines_per_cell=k)
        play = autoplay(board, engine=engine, verify=True)
        assert play.ending is not Ending.LOST, f"{kind}, {k} mines a cell, seed {seed}\n{board.to_text()}"
        assert play.ending is Ending.STUCK or play.opened == play.safe_total
        mined = set(board.mine_cells())
        flagged = {(r, c) for r in range(8) for c in range(8) if board.flag(r, c)}
        assert flagged <= mined
        assert play.safe_total == 64 - len(mined)
        endings.add(play.ending)
    assert Ending.WON in endings
