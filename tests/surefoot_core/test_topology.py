"""Neighbourhoods against the oracle's, and what a graph must be to be taken."""

import pickle
import re

import pytest

from surefoot_core.errors import InvalidBoardError, InvalidCellError
from surefoot_core.topology import MAX_CELLS, MAX_NEIGHBOURS, Topology
from topologies import TOPOLOGIES

SIZES = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 7), (7, 1), (2, 5), (3, 3), (4, 3), (3, 6), (5, 5)]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("make", "slow"), TOPOLOGIES.values(), ids=TOPOLOGIES)
def test_neighbours_equal_the_oracle_in_increasing_order(make, slow, size):
    rows, cols = size
    topology = make(rows, cols)
    expected = slow(rows, cols)
    for row in range(rows):
        for col in range(cols):
            near = topology.neighbours(row * cols + col)
            assert near == sorted(r * cols + c for r, c in expected[row, col])


def test_a_graph_is_what_its_lists_say():
    graph = Topology.graph([[1, 2], [0], [0], []])
    assert (graph.rows, graph.cols, graph.kind) == (1, 4, "graph")
    assert [graph.neighbours(cell) for cell in range(4)] == [[1, 2], [0], [0], []]


@pytest.mark.parametrize(
    ("lists", "message"),
    [
        ([], "expected a board of 1"),
        ([[0]], "cell 0: expected another cell"),
        ([[1], []], "cell 0 names 1 as a neighbour, but 1 does not name 0"),
        ([[1, 1], [0]], "cell 0 names a neighbour twice"),
        ([[2], [0]], "cell 0: expected another cell in 0 .. 1, got 2"),
        ([[-1], [0]], "cell 0: expected another cell in 0 .. 1, got -1"),
        ([list(range(1, 300)), *[[0]] * 299], f"cell 0 has 299 neighbours, expected at most {MAX_NEIGHBOURS}"),
    ],
)
def test_a_graph_that_is_none_is_refused_with_the_cell(lists, message):
    with pytest.raises(InvalidBoardError, match=re.escape(message)):
        Topology.graph(lists)


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (-1, 3), (10**9, 10**9), (10**30, 1), (1, MAX_CELLS + 1)])
def test_a_size_beyond_the_limit_is_refused_before_memory_is_taken(size):
    with pytest.raises(InvalidBoardError, match=f"expected a board of 1 to {MAX_CELLS} cells"):
        Topology.rectangle(*size)


def test_a_cell_off_the_board_is_refused():
    with pytest.raises(InvalidCellError, match=re.escape("expected a cell in 0 .. 3, got 4")):
        Topology.rectangle(2, 2).neighbours(4)


def test_equal_neighbourhoods_are_equal_and_survive_pickling():
    kinds = [Topology.rectangle(3, 4), Topology.torus(3, 4), Topology.hexagonal(3, 4), Topology.graph([[1], [0]])]
    for topology in kinds:
        copy = pickle.loads(pickle.dumps(topology))
        assert copy == topology
        assert hash(copy) == hash(topology)
        assert [other for other in kinds if other == topology] == [topology]
    assert Topology.graph([[1], [0], []]) != Topology.graph([[2], [], [0]])
    assert Topology.rectangle(3, 4) != "rectangle"


def test_a_graph_may_be_drawn_in_rows():
    graph = Topology.graph([[1, 2], [0], [0], []], cols=2)
    assert (graph.rows, graph.cols) == (2, 2)
    assert graph != Topology.graph([[1, 2], [0], [0], []])
    assert pickle.loads(pickle.dumps(graph)) == graph
    assert eval(repr(graph)) == graph
    with pytest.raises(InvalidBoardError, match="expected rows of 3 cells, got 4 cells"):
        Topology.graph([[1, 2], [0], [0], []], cols=3)
