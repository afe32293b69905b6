"""Reported cases 01 to 11, 14 and 24: what a view proves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import strategies
from case_data import cells, rows
from surefoot import Board, Engine, GameState, InconsistentViewError, RevealResult, View, analyse

CONSISTENT = [param for param in rows(having="layouts") if param.values[0]["layouts"] != "0"]
CONTRADICTORY = [param for param in rows(having="layouts") if param.values[0]["layouts"] == "0"]
ENGINES = [pytest.param(engine, id=engine.name.lower()) for engine in Engine]


def named(found):
    return [(row, col) for row, col in found]


def safe_play(board, start, reasoning):
    """Reveal everything that is proved safe, over and over; return how many cells are open."""
    cells_in_all = board.rows * board.cols - board.mines
    assert board.reveal(*start) is not RevealResult.LOSE
    while board.state is GameState.PLAYING:
        found = analyse(board.view(), reasoning=reasoning)
        assert found.complete
        if not found.safe:
            break
        for cell in found.safe:
            assert board.reveal(*cell) is not RevealResult.LOSE, board.to_text(reveal_all=True)
    return cells_in_all - board.safe_left


@pytest.mark.parametrize("reasoning", ["clues", "total"])
@pytest.mark.parametrize("row", rows("01", "02"))
def test_boards_that_need_no_guess_are_opened_by_proofs_alone(row, reasoning):
    board = Board.from_text("\n".join(row["layout"]))
    opened = safe_play(board, row["start"], reasoning)
    assert opened == row["opened"][reasoning]
    assert (board.state is GameState.WON) == row["no_guess"][reasoning]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("row", CONSISTENT)
def test_one_answer_holds_every_safe_cell_and_every_forced_mine(row, engine):
    told = oracles.truth(row["view"], row["mines"])
    found = analyse(View.from_text(row["view"], row["mines"]), engine=engine)
    assert found.complete
    assert named(found.safe) == told.safe
    assert named(found.mines) == told.mines
    if "safe" in row:
        assert named(found.safe) == cells(row["safe"])
    if "mine" in row:
        assert named(found.mines) == cells(row["mine"])


@pytest.mark.parametrize("row", CONSISTENT)
def test_by_the_clues_alone_less_is_certain(row):
    told = oracles.truth(row["view"], None)
    found = analyse(View.from_text("\n".join(row["view"]), row["mines"]), reasoning="clues")
    assert named(found.safe) == told.safe
    assert named(found.mines) == told.mines


def test_03_a_walled_in_cell_is_no_mine_unless_the_total_says_so():
    by_total = {row.values[0]["mines"]: row.values[0] for row in rows("03")}
    walled_in = cells(by_total[11]["unavoidable"])
    for mines, row in by_total.items():
        found = analyse(View.from_text(row["view"], mines))
        assert [cell in named(found.mines) for cell in walled_in] == [mines == 12] * 2
        assert [cell in named(found.safe) for cell in walled_in] == [mines == 10] * 2


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("row", CONTRADICTORY)
def test_11_a_contradictory_view_is_named_with_its_smallest_conflict(row, engine):
    with pytest.raises(InconsistentViewError) as raised:
        analyse(View.from_text(row["view"], row["mines"]), engine=engine)
    clues, total = named(raised.value.clues), raised.value.total
    assert not oracles.possible(oracles.read(row["view"], row["mines"]), clues, total)
    expected = row.get("conflict", {})
    assert total == expected.get("total", total)
    assert len(clues) + total == expected.get("size", len(clues) + total)
    if "clues" in expected:
        assert clues == cells(expected["clues"])


def test_11_flags_are_notes_unless_they_are_trusted():
    # The 1 in the corner makes (0, 0) the mine of the other two; a flag on (0, 2) is wrong.
    view, wrong, right = ["#1#", "11#"], ["#1F", "11#"], ["F1#", "11#"]
    for text in (view, wrong, right):
        found = analyse(View.from_text(text, 1))
        assert named(found.mines) == [(0, 0)]
        assert named(found.safe) == [(0, 2), (1, 2)]
    trusted = analyse(View.from_text(right, 1, trust_flags=True))
    assert named(trusted.mines) == []
    assert named(trusted.safe) == [(0, 2), (1, 2)]
    with pytest.raises(InconsistentViewError):
        analyse(View.from_text(wrong, 1, trust_flags=True))


@given(strategies.flagged(strategies.scattered_views(max_cells=12), right=False))
def test_11_no_flag_changes_an_answer_unless_flags_are_trusted(drawn):
    board, flags = drawn
    told = oracles.truth(board.view, len(board.mines))
    found = analyse(View.from_text(flags, len(board.mines)))
    assert named(found.safe) == told.safe
    assert named(found.mines) == told.mines


@given(strategies.flagged(strategies.scattered_views(max_cells=12), right=True))
def test_11_trusted_flags_are_facts_and_not_repeated(drawn):
    board, flags = drawn
    told = oracles.truth(flags, len(board.mines), trust_flags=True)
    found = analyse(View.from_text(flags, len(board.mines), trust_flags=True))
    assert named(found.safe) == told.safe
    assert named(found.mines) == told.mines


@given(strategies.contradictory_views(max_cells=12), st.sampled_from(Engine))
def test_11_every_contradiction_is_found_with_a_smallest_conflict(drawn, engine):
    view, mines = drawn
    with pytest.raises(InconsistentViewError) as raised:
        analyse(View.from_text(view, mines), engine=engine)
    conflict = (frozenset(named(raised.value.clues)), raised.value.total)
    assert conflict in oracles.conflicts(view, mines)


@given(
    st.one_of(strategies.scattered_views(max_cells=14), strategies.played_views(max_cells=20, max_mines=8)),
    st.sampled_from(Engine),
    st.sampled_from(["clues", "total"]),
)
def test_24_a_cell_is_safe_exactly_if_no_layout_has_a_mine_there(board, engine, reasoning):
    told = oracles.truth(board.view, len(board.mines) if reasoning == "total" else None)
    found = analyse(View.from_text(board.view, len(board.mines)), reasoning=reasoning, engine=engine)
    assert found.complete
    assert named(found.safe) == [cell for cell, chance in told.probability.items() if chance == 0]
    assert named(found.mines) == [cell for cell, chance in told.probability.items() if chance == 1]
    assert not board.mines & set(named(found.safe))
