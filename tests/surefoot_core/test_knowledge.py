"""The rules for one and for two clues: complete for what they look at, never wrong, and the same in any order."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
import strategies
from surefoot_core.errors import InvalidCellError
from surefoot_core.knowledge import Knowledge
from surefoot_core.view import View

UNDECIDED, SAFE, MINED = 0, 1, 2
GIVEN, ONE_CLUE, TWO_CLUES, CLUES, TOTAL = range(5)


def marks(knowledge: Knowledge, cells: int) -> list[int]:
    return [knowledge.mark(cell) for cell in range(cells)]


def forced(position: oracles.Position, clues, known: dict[oracles.Cell, int]) -> dict[oracles.Cell, int]:
    """What these clues alone say about the hidden cells around them, given what is known of others."""
    constraints = [position.constraint(clue) for clue in clues]
    cells = sorted(frozenset().union(*(group for group, _ in constraints)))
    constraints += [(frozenset([cell]), known[cell]) for cell in cells if cell in known]
    found = list(oracles.fillings(cells, constraints))
    assert found, "the clues contradict each other"
    return {cell: values.pop() for cell, *all_ in zip(cells, *found, strict=True) if len(values := set(all_)) == 1}


def slow_rules(position: oracles.Position, known: dict[oracles.Cell, int]) -> dict[oracles.Cell, int]:
    """All that follows from single clues and pairs of clues, again and again until nothing new follows."""
    while True:
        new = {}
        for size in (1, 2):
            for clues in combinations(position.clues, size):
                new |= forced(position, clues, known)
        if new.keys() <= known.keys():
            return known
        known = known | new


@given(strategies.scattered_views(max_cells=20, max_side=7))
def test_the_rules_find_what_single_clues_and_pairs_force_and_no_more(drawn):
    view = View.from_text(drawn.view, len(drawn.mines))
    knowledge = Knowledge(view)
    made = knowledge.apply_rules()
    assert made == knowledge.decided == len(knowledge.decisions())
    position = oracles.read(drawn.view)
    expected = slow_rules(position, {})
    found = {divmod(cell, drawn.cols): value == MINED for cell, value, *_ in knowledge.decisions()}
    assert found == {cell: bool(value) for cell, value in expected.items()}
    assert all((cell in drawn.mines) == mine for cell, mine in found.items())
    assert knowledge.conflict is None
    assert knowledge.mines == sum(found.values())
    assert knowledge.undecided == view.hidden - len(found)
    assert knowledge.apply_rules() == 0


@given(strategies.played_views(max_cells=60, max_side=12, max_mines=14))
def test_each_decision_follows_from_its_witnesses_and_earlier_decisions(drawn):
    knowledge = Knowledge(View.from_text(drawn.view, None))
    knowledge.apply_rules()
    position = oracles.read(drawn.view)
    known: dict[oracles.Cell, int] = {}
    for index, value, rule, first, second in knowledge.decisions():
        cell = divmod(index, drawn.cols)
        witnesses = [divmod(witness, drawn.cols) for witness in (first, second) if witness >= 0]
        assert len(witnesses) == {ONE_CLUE: 1, TWO_CLUES: 2}[rule]
        assert cell not in known
        assert forced(position, witnesses, known)[cell] == (value == MINED)
        if rule == TWO_CLUES:  # neither clue alone was enough
            assert all(cell not in forced(position, [witness], known) for witness in witnesses)
        known[cell] = value == MINED


@settings(max_examples=200)
@given(strategies.scattered_views(max_cells=60, max_side=12), st.randoms(use_true_random=False), st.booleans())
def test_cells_revealed_in_any_order_come_to_the_same(drawn, random, often):
    view = View.from_text(drawn.view, len(drawn.mines))
    at_once = Knowledge(view)
    at_once.apply_rules()
    step_by_step = Knowledge(View(drawn.rows, drawn.cols, len(drawn.mines)))
    order = sorted(drawn.revealed)
    random.shuffle(order)
    for row, col in order:
        step_by_step.reveal(row * drawn.cols + col, view[row, col])
        if often:
            step_by_step.apply_rules()
    step_by_step.apply_rules()
    cells = drawn.rows * drawn.cols
    assert marks(step_by_step, cells) == marks(at_once, cells)
    assert step_by_step.undecided == at_once.undecided
    assert step_by_step.mines == at_once.mines
    assert (step_by_step.conflict, at_once.conflict) == (None, None)
    assert step_by_step.view() == view
    for index in range(cells):
        assert step_by_step.is_revealed(index) == (divmod(index, drawn.cols) in drawn.revealed)


@given(strategies.flagged(strategies.scattered_views(max_cells=30), right=True))
def test_trusted_flags_are_taken_for_mines(flagged):
    drawn, text = flagged
    view = View.from_text(text, len(drawn.mines), trust_flags=True)
    knowledge = Knowledge(view)
    given_cells = {divmod(cell, drawn.cols) for cell, value, rule, *_ in knowledge.decisions() if rule == GIVEN}
    assert given_cells == {(r, c) for r, row in enumerate(text) for c, sign in enumerate(row) if sign == "F"}
    knowledge.apply_rules()
    for cell, value, *_ in knowledge.decisions():
        assert (value == MINED) == (divmod(cell, drawn.cols) in drawn.mines)
    assert knowledge.view() == view


@given(strategies.view_texts())
def test_a_conflict_is_only_found_where_no_layout_fits(text):
    knowledge = Knowledge(View.from_text(text, None))
    knowledge.apply_rules()
    if oracles.possible(oracles.read(text), oracles.read(text).clues, total=False):
        assert knowledge.conflict is None
    if knowledge.conflict is not None:
        assert knowledge.apply_rules() == 0


@pytest.mark.parametrize(
    ("text", "conflicts"),
    [
        ("2#", [0]),  # more mines than cells
        ("1.", [0]),  # a mine, but no cell for it
        ("1#.", [0, 2]),  # the zero says safe, the one says mine
    ],
)
def test_conflicts_of_one_or_two_clues_are_found(text, conflicts):
    knowledge = Knowledge(View.from_text(text, None))
    knowledge.apply_rules()
    assert knowledge.conflict in conflicts


def test_the_patterns_that_people_know():
    # 1-2-1: mines at its ends; 1-1 at the edge: the third cell is safe.
    knowledge = Knowledge(View.from_text("###\n121\n...", None))
    knowledge.apply_rules()
    assert marks(knowledge, 3) == [MINED, SAFE, MINED]
    knowledge = Knowledge(View.from_text("####\n11##\n..##", None))
    knowledge.apply_rules()
    assert knowledge.mark(2) == SAFE


def test_an_engine_can_add_what_it_proved():
    knowledge = Knowledge(View.from_text("##\n1#", 1))
    assert knowledge.apply_rules() == 0
    knowledge.decide(0, MINED, TOTAL)
    knowledge.decide(0, MINED, CLUES)  # decided already: nothing is added
    assert knowledge.decisions() == [(0, MINED, TOTAL, -1, -1)]
    assert knowledge.apply_rules() == 2
    assert marks(knowledge, 4) == [MINED, SAFE, SAFE, SAFE]
    assert knowledge.decisions(1) == [(1, SAFE, ONE_CLUE, 2, -1), (3, SAFE, ONE_CLUE, 2, -1)]
    knowledge.decide(1, MINED, CLUES)
    assert knowledge.conflict is not None


def test_a_known_mine_that_is_revealed_is_a_conflict():
    knowledge = Knowledge(View.from_text("F#\n##", None, trust_flags=True))
    knowledge.reveal(0, 1)
    assert knowledge.conflict == 0


def test_a_cell_revealed_twice_must_show_the_same():
    knowledge = Knowledge(View.from_text("##\n##", None))
    knowledge.reveal(0, 1)
    knowledge.reveal(0, 1)
    assert knowledge.conflict is None
    knowledge.reveal(0, 2)
    assert knowledge.conflict == 0


def test_what_is_no_cell_clue_value_or_rule_is_refused():
    knowledge = Knowledge(View(2, 2, 1))
    for cell in (-1, 4):
        for call in (
            lambda cell: knowledge.reveal(cell, 0),
            lambda cell: knowledge.decide(cell, SAFE, CLUES),
            knowledge.mark,
            knowledge.is_revealed,
        ):
            with pytest.raises(InvalidCellError, match=r"expected a cell in 0 .. 3, got"):
                call(cell)
    for clue in (-1, 254, 10**9):
        with pytest.raises(ValueError, match=r"expected a clue in 0 .. 253"):
            knowledge.reveal(0, clue)
    for value, rule in [(0, CLUES), (3, CLUES), (SAFE, ONE_CLUE), (SAFE, 9)]:
        with pytest.raises(ValueError, match="expected a value 1 or 2 and a rule 3 or 4"):
            knowledge.decide(0, value, rule)
    with pytest.raises(ValueError, match="a number of 0 or more"):
        knowledge.decisions(-1)
    assert knowledge.decisions(99) == []
    assert (knowledge.total, knowledge.decided, knowledge.undecided) == (1, 0, 4)
    with pytest.raises(TypeError):
        Knowledge(None)


def test_a_long_chain_is_followed_to_its_end():
    # Ones along a wall: each third cell is a mine, and each decision follows from the one before.
    cols = 3000
    knowledge = Knowledge(View.from_text("#" * cols + "\n" + "1" * cols, None))
    knowledge.apply_rules()
    assert marks(knowledge, cols) == [SAFE, MINED, SAFE] * 1000
