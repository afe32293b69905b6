"""The smallest conflict of a contradictory view."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import oracles
import strategies
from surefoot import Cell, Engine, InconsistentViewError, Limit, Verdict, View, analyse


def conflict(text, mines, **how):
    with pytest.raises(InconsistentViewError) as raised:
        analyse(View.from_text(text, mines, **how))
    return raised.value


@given(strategies.contradictory_views(max_cells=14))
def test_it_has_the_fewest_clues_and_leaves_the_total_out_where_it_can(drawn):
    text, mines = drawn
    assume(mines <= len(text) * len(text[0]))
    found = conflict(text, mines)
    assert (frozenset(map(tuple, found.clues)), found.total) in oracles.conflicts(text, mines)


@pytest.mark.parametrize("text", ["####\n1213\n####", "#####\n12131\n#####", "1#1#\n2##3\n1#1#"])
def test_a_conflict_that_one_clue_alone_does_not_show(text):
    found = conflict(text, None)
    assert len(found.clues) > 1
    assert (frozenset(map(tuple, found.clues)), found.total) in oracles.conflicts(text, None)


def test_more_mines_than_hidden_cells_need_no_clue():
    found = conflict("1#", 2)
    assert (found.clues, found.total) == ((), True)


def test_an_open_zero_beside_a_trusted_flag_cannot_be_right():
    found = conflict(".F", 1, trust_flags=True)
    assert (found.clues, found.total) == ((Cell(0, 0),), False)


def test_trusted_flags_are_facts():
    found = conflict("1F\nF#", 2, trust_flags=True)
    assert (found.clues, found.total) == ((Cell(0, 0),), False)
    assert "the clue at (0, 0) cannot be right" in str(found)


def test_more_trusted_flags_than_mines_need_no_clue():
    found = conflict("FF\n##", 1, trust_flags=True)
    assert (found.clues, found.total) == ((), True)
    assert "the mine total leaves -1 mines for 2 hidden cells" in str(found)


def test_a_total_below_what_the_clues_need_is_named():
    # Every clue is fine alone; together they need 10 to 12 mines.
    found = conflict("2###22###2\n2###22###2\n1232112321", 9)
    assert found.total
    assert found.clues


@given(
    strategies.contradictory_views(max_cells=14),
    st.sampled_from(Engine),
    st.sampled_from([Limit(seconds=0), Limit(conflicts=0), Limit(conflicts=0, nodes=0)]),
)
def test_a_limit_leaves_a_contradiction_open_or_names_a_conflict(drawn, engine, limit):
    text, mines = drawn
    assume(mines <= len(text) * len(text[0]))
    found = error = None
    try:
        found = analyse(View.from_text(text, mines), engine=engine, limit=limit, chances=True)
    except InconsistentViewError as raised:
        error = raised
    if found is None:
        assert not oracles.possible(oracles.read(text, mines), error.clues, error.total)
    else:
        assert found.consistent is Verdict.UNKNOWN
