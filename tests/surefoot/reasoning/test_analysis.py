"""The complete analysis against the oracle, the data, and the hard families."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import strategies
from surefoot import Analysis, Cell, InconsistentViewError, Limit, Verdict, View, analyse

DATA = Path(__file__).resolve().parents[2] / "data"
POSITIONS = [json.loads(line) for line in (DATA / "positions.jsonl").read_text().splitlines()]
HARD = {row["name"]: row for row in map(json.loads, (DATA / "hard_positions.jsonl").read_text().splitlines())}


def hard_view(name):
    return View.from_text(HARD[name]["view"], HARD[name]["mines"], trust_flags=True)


def test_safe_cells_and_forced_mines_of_all_positions_are_those_of_other_engines():
    contradictions = 0
    for row in POSITIONS:
        view = View.from_text(row["view"], row["mines"])
        if row["count"] == "0":
            contradictions += 1
            with pytest.raises(InconsistentViewError):
                analyse(view)
            continue
        found = analyse(view)
        assert found.complete, row
        assert [list(cell) for cell in found.safe] == row["safe"], row
        assert [list(cell) for cell in found.mines] == row["mine"], row
    assert (len(POSITIONS), contradictions) == (300, 20)


@pytest.mark.parametrize("name", [name for name, row in HARD.items() if "matching" not in name])
def test_backbones_of_large_lattices_and_networks_by_the_clues(name):
    found = analyse(hard_view(name), reasoning="clues")
    expected = HARD[name]["backbone_clues"]
    assert found.complete
    assert (len(found.safe), len(found.mines)) == (expected["safe"], expected["mine"])


@pytest.mark.parametrize("name", ["lattice-8", "network-16", "network-24", "network-48"])
def test_backbones_of_large_positions_with_the_mine_total(name):
    found = analyse(hard_view(name))
    expected = HARD[name].get("with_total", HARD[name]["backbone_clues"])
    assert found.complete
    assert (len(found.safe), len(found.mines)) == (expected["safe"], expected["mine"])


@given(
    st.one_of(strategies.scattered_views(max_cells=16), strategies.played_views(max_cells=20, max_mines=9)),
    st.sampled_from(["clues", "total"]),
)
def test_certain_cells_are_those_of_all_layouts(board, reasoning):
    told = oracles.truth(board.view, len(board.mines) if reasoning == "total" else None)
    found = analyse(View.from_text(board.view, len(board.mines)), reasoning=reasoning)
    assert found.complete
    assert list(found.safe) == told.safe
    assert list(found.mines) == told.mines


@given(strategies.scattered_views(max_cells=16))
def test_without_a_known_total_the_clues_alone_count(board):
    view = View.from_text(board.view, None)
    assert analyse(view) == analyse(view, reasoning="clues")


@pytest.mark.parametrize("mines", [0, 4])
def test_a_hidden_board_with_no_mine_or_all_mines_is_certain(mines):
    found = analyse(View.from_text("##\n##", mines))
    cells = tuple(Cell(r, c) for r in range(2) for c in range(2))
    assert (found.safe, found.mines) == ((cells, ()) if mines == 0 else ((), cells))


def test_a_hidden_board_with_some_mines_is_open():
    assert analyse(View.from_text("##\n##", 2)) == Analysis((), ())


def test_a_revealed_board_has_nothing_left_to_say():
    assert analyse(View.from_text("..\n..", 0)) == Analysis((), ())


def test_every_claim_about_the_truth_holds_on_a_large_board():
    row = next(row for row in POSITIONS if len(row["view"]) * len(row["view"][0]) > 400 and row["safe"])
    found = analyse(View.from_text(row["view"], row["mines"]))
    for cell in found.safe:
        assert row["probability"][f"{cell.row},{cell.col}"] == 0


def test_a_limit_leaves_cells_open_and_says_so():
    found = analyse(hard_view("matching-17"), reasoning="clues", limit=Limit(conflicts=300, nodes=300))
    assert not found.complete
    assert found.open
    cell = found.open[0]
    assert found.is_safe(cell) is Verdict.UNKNOWN
    assert found.is_mine(cell) is Verdict.UNKNOWN


@given(strategies.played_views(max_cells=20, max_mines=9), st.integers(0, 3))
def test_a_limit_is_never_wrong(board, conflicts):
    view = View.from_text(board.view, len(board.mines))
    found, everything = analyse(view, limit=Limit(conflicts=conflicts)), analyse(view)
    for claimed, proved in ((found.safe, everything.safe), (found.mines, everything.mines)):
        assert set(claimed) <= set(proved)
        assert set(proved) <= set(claimed) | set(found.open)
    assert found.complete <= (found.safe == everything.safe and found.mines == everything.mines)


def test_a_limit_of_work_gives_the_same_answer_twice():
    limit = Limit(conflicts=2000)
    view = hard_view("matching-9")
    assert analyse(view, limit=limit) == analyse(view, limit=limit)


def test_the_verdict_on_a_cell_is_yes_or_no_without_a_limit():
    found = analyse(View.from_text(".1#\n.2#\n.2#\n.1#", mines=2))
    assert [found.is_safe((row, 2)) for row in range(4)] == [Verdict.YES, Verdict.NO, Verdict.NO, Verdict.YES]
    assert [found.is_mine((row, 2)) for row in range(4)] == [Verdict.NO, Verdict.YES, Verdict.YES, Verdict.NO]


def test_other_reasoning_is_refused():
    with pytest.raises(ValueError, match="expected reasoning 'clues' or 'total', got 'luck'"):
        analyse(View.from_text("#", 0), reasoning="luck")
