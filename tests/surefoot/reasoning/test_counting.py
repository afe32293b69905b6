"""The engine COUNT: the same certain cells as SAT and the oracle, and chances that are never wrong."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from bench import agree
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
import strategies
from surefoot import Cell, Engine, InconsistentViewError, InvalidCellError, Limit, View, analyse
from surefoot.errors import SurefootError
from surefoot.model import Rule
from surefoot.reasoning.choice import VerifiedEngine
from surefoot.reasoning.counting import clue_chances
from surefoot.reasoning.engine import Decision, Outcome
from surefoot.reasoning.sat import Budget
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge

DATA = Path(__file__).resolve().parents[2] / "data"


def hard(name: str) -> dict:
    rows = map(json.loads, (DATA / "hard_positions.jsonl").read_text().splitlines())
    return next(row for row in rows if row["name"] == name)


@settings(max_examples=150, deadline=None)
@given(strategies.scattered_views(max_cells=20), st.sampled_from(list(Engine)), st.booleans())
def test_all_answers_are_those_of_all_layouts(board, engine, exact):
    mines = len(board.mines)
    truth = oracles.truth(board.view, mines)
    found = analyse(View.from_text(board.view, mines), engine=engine, chances=True, exact=exact)
    assert found.complete
    assert list(found.safe) == truth.safe
    assert list(found.mines) == truth.mines
    assert found.layouts == truth.count
    for r, row in enumerate(found.probability):
        for c, chance in enumerate(row):
            if exact:
                assert chance == truth.probability.get((r, c))
            elif (r, c) in truth.probability:
                assert chance == pytest.approx(float(truth.probability[r, c]), abs=1e-12)
            else:
                assert chance is None
    if truth.probability:
        least = min(truth.probability.values())
        assert found.safest == min(cell for cell, chance in truth.probability.items() if chance == least)


@settings(max_examples=80, deadline=None)
@given(strategies.scattered_views(max_cells=24))
def test_both_engines_agree_by_the_clues_alone(board):
    view = View.from_text(board.view, len(board.mines))
    assert analyse(view, reasoning="clues", verify=True) == analyse(view, reasoning="clues", engine=Engine.COUNT)


def test_the_given_positions_are_answered_by_both_engines_at_once():
    for line in (DATA / "positions.jsonl").read_text().splitlines():
        row = json.loads(line)
        view = View.from_text(row["view"], row["mines"])
        if row["count"] == "0":
            with pytest.raises(InconsistentViewError):
                analyse(view, engine=Engine.COUNT)
            continue
        found = analyse(view, engine=Engine.COUNT, chances=True, verify=True)
        assert found.layouts == int(row["count"])
        assert [list(cell) for cell in found.safe] == row["safe"]
        assert [list(cell) for cell in found.mines] == row["mine"]


@pytest.mark.parametrize("engine", list(Engine))
@pytest.mark.parametrize(
    "name", ["lattice-8", "lattice-24", "matching-13", "matching-17", "network-24", "network-48"]
)
def test_hard_positions_are_answered_whichever_the_engine(name, engine):
    row = hard(name)
    reasoning = "total" if "with_total" in row else "clues"
    expected = row.get("with_total", row.get("backbone_clues"))
    view = View.from_text(row["view"], row["mines"], trust_flags=True)
    found = analyse(view, reasoning=reasoning, engine=engine)
    assert found.complete
    assert {"safe": len(found.safe), "mine": len(found.mines)} == expected


@settings(max_examples=80, deadline=None)
@given(strategies.played_views(max_cells=24, max_mines=9), st.integers(1, 12))
def test_a_limit_of_nodes_is_never_wrong(board, nodes):
    view = View.from_text(board.view, len(board.mines))
    found, exact = analyse(view, chances=True, limit=Limit(nodes=nodes)), analyse(view, exact=True)
    assert (found.safe, found.mines) == (exact.safe, exact.mines)
    known = True
    for row, exact_row in zip(found.probability, exact.probability, strict=True):
        for chance, expected in zip(row, exact_row, strict=True):
            assert chance is None or chance == pytest.approx(float(expected), abs=1e-12)
            known = known and (chance is None) == (expected is None)
    assert found.complete == (known and found.layouts is not None)


@settings(max_examples=80, deadline=None)
@given(
    strategies.played_views(max_cells=24, max_mines=9),
    st.sampled_from([0, 1e-5, 1e-4, 3e-4, 1e-3, 3e-3]),
    st.sampled_from(list(Engine)),
    st.booleans(),
)
def test_a_limit_of_seconds_is_never_wrong(board, seconds, engine, exact):
    view = View.from_text(board.view, len(board.mines))
    found = analyse(view, engine=engine, chances=True, exact=exact, limit=Limit(seconds=seconds))
    truth = analyse(view, exact=True)
    assert set(found.safe) <= set(truth.safe)
    assert set(found.mines) <= set(truth.mines)
    assert {*truth.safe, *truth.mines} <= {*found.safe, *found.mines, *found.open}
    assert found.layouts in (None, truth.layouts)
    for row, true_row in zip(found.probability, truth.probability, strict=True):
        for chance, expected in zip(row, true_row, strict=True):
            assert chance is None or chance == pytest.approx(float(expected), abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(strategies.scattered_views(max_cells=14), st.sampled_from([None, Fraction(1, 3)]), st.data())
def test_the_chance_of_each_clue_is_that_of_all_layouts(board, density, data):
    mines = len(board.mines) if density is None else None
    hidden = sorted(set(oracles.rectangle(board.rows, board.cols)) - board.revealed)
    if hidden:
        cell = data.draw(st.sampled_from(hidden))
        view = View.from_text(board.view, mines, density=density)
        assert clue_chances(view, cell) == oracles.truth(board.view, mines, density=density).shows[cell]


def test_only_a_hidden_cell_has_chances_of_clues():
    with pytest.raises(InvalidCellError, match=r"expected a hidden cell, got \(0, 0\)"):
        clue_chances(View.from_text(["1#"], 1), (0, 0))
    with pytest.raises(InconsistentViewError):
        clue_chances(View.from_text(["1#"], 0), (0, 1))


def test_the_engines_agree_on_views_of_many_sizes_and_densities():
    found = agree.run(views=600, seed=10**6)
    assert found["differences"] == []
    assert found["views_with_certain_cells_beyond_the_rules"] > 50


def test_a_density_takes_the_place_of_the_total():
    view = View.from_text(["1##"], None, density=Fraction(1, 4))
    assert analyse(view, exact=True).probability == ((None, Fraction(1), Fraction(1, 4)),)
    assert analyse(view, chances=True).probability == ((None, 1.0, 0.25),)


def test_cells_with_several_mines_are_counted_whichever_the_engine():
    view = View.from_text(["2##"], 3, max_mines_per_cell=2)
    found = analyse(view, exact=True)
    assert found.mines == (Cell(0, 1), Cell(0, 2))
    assert found.layouts == 2


def test_a_difference_between_the_engines_is_an_error():
    view = View.from_text(["1##"], 1)
    knowledge = Knowledge(view)
    engine = VerifiedEngine(knowledge, Budget(), Frontier(knowledge))
    one = Outcome((Decision(1, True, Rule.CLUES, ()),))
    assert engine._same(one, one) is one
    with pytest.raises(SurefootError, match=r"the engines differ at \(0, 1\): a mine by sat, not decided by count"):
        engine._same(one, Outcome(()))
    assert engine._same(one, Outcome((), (1,))) is one
