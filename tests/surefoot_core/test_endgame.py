"""The exact search over layouts: its table, its limits, what it refuses. Its values: tests/surefoot/guessing."""

import pytest

from surefoot_core.endgame import Endgame
from surefoot_core.errors import InvalidCellError
from surefoot_core.topology import Topology
from surefoot_core.view import View


def test_a_small_table_gives_the_same_chances():
    small, large = (Endgame(View(4, 4, 5), table_bits=bits) for bits in (2, 18))
    assert small.solve() == large.solve()
    assert small.visits > large.visits


def test_the_layouts_of_a_view_are_counted_up_to_the_limit():
    assert Endgame(View(4, 4, 4)).layouts == 1820
    assert Endgame(View(4, 4, 4), max_layouts=1820).layouts == 1820
    assert Endgame(View(4, 4, 4), max_layouts=1819).layouts is None
    assert Endgame(View(9, 9, 10)).layouts is None
    assert Endgame(View.from_text("3#\n##", 1)).layouts == 0


def test_known_cells_come_first_and_cost_nothing():
    view = View.from_text("1#\n##", 1)
    endgame = Endgame(view)
    assert endgame.safe_layouts() == {1: 2, 2: 2, 3: 2}
    assert endgame.solve()[0] == 1
    solved = Endgame(View.from_text("1F#", 1, trust_flags=True))
    assert (solved.layouts, solved.solve()) == (1, (1, -1))


def test_a_torus_has_its_own_neighbours():
    # On a rectangle the far corner tells nothing about the others; on a torus all cells touch each other.
    flat = Endgame(View(3, 3, 2))
    round_about = Endgame(View(3, 3, 2, topology=Topology.torus(3, 3)))
    assert flat.layouts == round_about.layouts == 36
    assert round_about.solve()[0] < flat.solve()[0] == 24


def test_without_a_mine_total_there_is_no_answer():
    with pytest.raises(ValueError, match="mine total"):
        Endgame(View.from_text("1#", None))


def test_arguments_are_checked():
    with pytest.raises(ValueError, match="max_layouts"):
        Endgame(View(2, 2, 1), max_layouts=0)
    with pytest.raises(InvalidCellError, match="hidden cell"):
        Endgame(View(2, 2, 1)).won_after(4)
    with pytest.raises(ValueError, match="few enough to list"):
        Endgame(View(9, 9, 10)).solve()
