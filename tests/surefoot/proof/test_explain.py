"""Explanations: the right verdict, the fewest clues, sentences that name them, and layouts that show both values."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings

import oracles
from strategies import scattered_views
from surefoot.errors import InconsistentViewError, InvalidCellError, LimitReached
from surefoot.model import Limit
from surefoot.proof.check import check
from surefoot.proof.explain import explain, explain_conflict, percent
from surefoot_core.view import View

POSITIONS = [
    json.loads(line) for line in (Path(__file__).parents[2] / "data" / "positions.jsonl").read_text().splitlines()
]
WALLED = ["2###22###2", "2###22###2", "1232112321"]


def named(text, cell):
    return f"({cell[0]},{cell[1]})" in text


def assert_explained(rows, mines, cell, verdict):
    found = explain(View.from_text(rows, mines), cell)
    assert found.verdict == verdict
    check(rows, mines, found.certificate.to_json())
    assert found.certificate.cell == tuple(cell)
    assert found.certificate.claim.value == verdict
    for clue in found.clues:
        assert named(found.text, clue), (found.text, clue)
    assert named(found.text, cell), found.text
    assert found.text.endswith(".")
    assert found.text[0].isupper()
    return found


@pytest.mark.parametrize("part", range(5))
def test_every_certain_cell_is_explained_by_its_clues(part):
    for position in POSITIONS[part::25]:
        for verdict in ("safe", "mine") if position["count"] != "0" else ():
            for cell in position[verdict][:3]:
                assert_explained(position["view"], position["mines"], cell, verdict)


def assert_layout(rows, mines, layout):
    assert len(set(layout)) == len(layout) == mines
    for r, c in oracles.read(rows).clues:
        near = oracles.rectangle(len(rows), len(rows[0]))[r, c]
        assert sum(cell in layout for cell in near) == int(rows[r][c].replace(".", "0"))


@settings(deadline=None, max_examples=40)
@given(scattered_views(max_cells=16, max_side=6))
def test_small_views_agree_with_brute_force(board):
    rows, mines = board.view, len(board.mines)
    truth = oracles.truth(rows, mines)
    view = View.from_text(rows, mines)
    for cell in oracles.rectangle(board.rows, board.cols):
        found = explain(view, cell)
        if cell in board.revealed:
            assert found.verdict == "revealed"
        elif cell in truth.safe or cell in truth.mines:
            found = assert_explained(rows, mines, cell, "safe" if cell in truth.safe else "mine")
            if len(board.revealed) < 9:
                reasons = oracles.reasons(rows, mines, cell, cell in truth.mines)
                assert (frozenset(found.clues), found.total) in reasons
        else:
            assert found.verdict == "undecided"
            assert found.chance == pytest.approx(float(truth.probability[cell]))
            safe, mined = found.layouts
            assert cell not in safe
            assert cell in mined
            assert_layout(rows, mines, safe)
            assert_layout(rows, mines, mined)


@pytest.mark.parametrize(
    ("rows", "mines", "cell", "text"),
    [
        (["#1.", "###"], 1, (0, 0), None),
        (["1#"], 1, (0, 1), "The 1 at (0,0) needs one mine and touches only one hidden cell, so (0,1) is a mine."),
        (["#.#"], 0, (0, 0), "The empty cell at (0,1) has no mine around it, so (0,0) is safe."),
        (
            ["01#", "01#", "01#"],
            1,
            (2, 2),
            "Every hidden cell that the 1 at (0,1) touches is counted by the 1 at (1,1) too. "
            "So the one mine there is all that the 1 at (1,1) has, and (2,2) is safe.",
        ),
        (
            ["1221", "####"],
            2,
            (1, 2),
            "The 2 at (0,1) needs two mines. At most one of them can be in (1,0) and (1,1), which the 1 at (0,0) "
            "counts too. The other one must be in (1,2), so (1,2) is a mine.",
        ),
    ],
)
def test_sentences(rows, mines, cell, text):
    found = explain(View.from_text(rows, mines), cell)
    if text is None:
        assert found.verdict == "undecided"
        assert found.text == "(0,0) is not certain: it is safe in some layouts and a mine in others, " + (
            "a mine with a chance of 50 %."
        )
    else:
        assert found.text == text


def test_a_chain_tells_what_would_follow():
    assert explain(View.from_text(["01###"] * 4, 5), (0, 2)).text == (
        "Suppose (0,2) were safe. Then the 1 at (0,1) can only get its mine if (1,2) is a mine. "
        "Then the 1 at (2,1) already has its mine, so (2,2) and (3,2) are safe. "
        "But then the 1 at (3,1) would have no cell left for its mine. So (0,2) is a mine."
    )


@pytest.mark.parametrize(("mines", "verdict"), [(10, "safe"), (11, "undecided"), (12, "mine")])
def test_walled_in_cells_depend_on_the_mine_total(mines, verdict):
    for cell in ((0, 2), (0, 7)):
        found = explain(View.from_text(WALLED, mines), cell)
        assert found.verdict == verdict
        assert found.total == (mines != 11)
        assert ("no later information can decide (0,2) (0,7)" in found.text) == (mines == 11)


@pytest.mark.parametrize(
    ("rows", "mines", "clues", "total", "words"),
    [
        (
            ["###1", "1411", "...."],
            4,
            {(1, 1)},
            False,
            "The 4 at (1,1) needs four mines, but it touches only three",
        ),
        (["##1", "211", "..."], 2, {(1, 0), (1, 1)}, False, "would have two mines, which is too many"),
        (WALLED, 13, set(), True, "The whole board needs 13 mines, but it has only twelve hidden cells."),
    ],
)
def test_contradictory_views_name_a_smallest_conflict(rows, mines, clues, total, words):
    view = View.from_text(rows, mines)
    with pytest.raises(InconsistentViewError):
        explain(view, (0, 1))
    certificate, text = explain_conflict(view)
    assert (set(certificate.clues), certificate.total) == (clues, total)
    check(rows, mines, certificate.to_json())
    assert words in text


def test_a_consistent_view_has_no_conflict():
    assert explain_conflict(View.from_text(["1#"], 1)) is None


def test_flags_are_mines_only_on_trust():
    view = View.from_text(["1F#"], 2, trust_flags=True)
    assert explain(view, (0, 1)).text == "(0,1) is a mine by your flag."
    view = View.from_text(["F1#"], 1, trust_flags=True)
    assert explain(view, (0, 2)).text == "The 1 at (0,1) already touches one flag, so (0,2) is safe."


def test_errors_are_named():
    view = View.from_text(["1#"], 1)
    with pytest.raises(InvalidCellError, match=r"expected a cell of 1 x 2, got \(1, 0\)"):
        explain(view, (1, 0))
    with pytest.raises(LimitReached):
        explain(View.from_text(["1####", "#2#2#", "#####"], 3), (2, 2), limit=Limit(conflicts=0))


def test_percentages_are_never_rounded_to_certainty():
    assert [percent(chance) for chance in (0.5, 0.996, 0.0001, 1 - 1e-9)] == [
        "50 %",
        "99.6 %",
        "0.01 %",
        "99.9999999 %",
    ]


def test_with_several_mines_a_cell_the_clues_are_named():
    view = View.from_text(["6##", "###"], 6, max_mines_per_cell=2)
    assert explain(view, (0, 1)).text == "By the 6 at (0,0), (0,1) holds as many mines as it can hold."
    assert explain(view, (0, 2)).text == "By the 6 at (0,0) and the whole board, (0,2) holds no mine."
