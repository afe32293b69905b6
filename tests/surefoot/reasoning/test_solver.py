"""The solver that issues steps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import strategies
from surefoot import Board, Cell, Engine, GameState, InconsistentViewError, Limit, Move, Rule, Solver, Step, View


def test_the_easiest_reason_comes_first_and_names_its_clues():
    steps = Solver(View.from_text("##1\n211\n...", mines=2)).steps()
    assert Step(Move.FLAG, Cell(0, 1), Rule.ONE_CLUE, (Cell(0, 2),)) in steps
    assert {step.rule for step in steps} == {Rule.ONE_CLUE}


def test_two_clues_are_named_both():
    # 1 2 1 over three hidden cells: the 2 and each 1 share two of them.
    steps = Solver(View.from_text("###\n121\n...", mines=None)).steps()
    assert {step.cell: step.move for step in steps} == {
        Cell(0, 0): Move.FLAG,
        Cell(0, 1): Move.REVEAL,
        Cell(0, 2): Move.FLAG,
    }
    first = steps[0]
    assert first.rule is Rule.TWO_CLUES
    assert Cell(1, 1) in first.witnesses
    assert len(first.witnesses) == 2


def test_a_view_with_no_certain_cell_gives_no_step():
    solver = Solver(View.from_text("#1\n11", mines=None))
    assert [step.move for step in solver.steps()] == [Move.FLAG]
    assert solver.steps() == []
    assert solver.complete


def test_the_mine_total_is_a_reason_of_its_own():
    view = View.from_text("..1#\n.13#\n12##\n##3#\n####", mines=6)  # case 08
    assert by_rule(Solver(view))[Rule.TOTAL] == {Cell(3, 1), Cell(3, 0), Cell(4, 0)}
    assert Rule.TOTAL not in by_rule(Solver(view, reasoning="clues"))


def by_rule(solver):
    found = {}
    while steps := solver.steps():
        for step in steps:
            found.setdefault(step.rule, set()).add(step.cell)
    return found


def test_no_cell_is_issued_twice_and_trusted_flags_never():
    view = View.from_text("F#1\n221\n...", mines=None, trust_flags=True)
    issued = []
    solver = Solver(view)
    while steps := solver.steps():
        issued += [step.cell for step in steps]
    assert issued == [Cell(0, 1)]


@given(strategies.layouts(max_cells=25, max_mines=9), st.sampled_from(["clues", "total"]), st.data())
def test_every_step_of_a_game_is_true_and_the_last_view_holds_no_other_safe_cell(board, reasoning, data):
    safe = sorted(set(oracles.rectangle(board.rows, board.cols)) - board.mines)
    if not safe:
        return
    game = Board.from_mines(board.rows, board.cols, board.mines)
    solver = Solver(game.view(), reasoning=reasoning)
    game.reveal(*data.draw(st.sampled_from(safe)))
    solver.reveal(game.revealed(), game.clues())
    while game.state is GameState.PLAYING and (steps := solver.steps()):
        for step in steps:
            assert (step.cell in board.mines) == (step.move is Move.FLAG), (board, step)
            known = game.revealed_count
            if step.move is Move.REVEAL:
                game.reveal(*step.cell)
                solver.reveal(game.revealed(known), game.clues(known))
    if game.state is GameState.PLAYING:
        told = oracles.truth(game.view().to_text(), len(board.mines) if reasoning == "total" else None)
        assert not told.safe


def test_what_breaks_the_clues_is_a_contradiction():
    solver = Solver(View.from_text("##\n##", mines=1))
    solver.reveal([0, 1], [1, 3])
    with pytest.raises(InconsistentViewError) as raised:
        solver.steps()
    assert raised.value.clues == ((0, 1),)


def test_a_limit_ends_in_no_step_and_says_so():
    solver = Solver(View.from_text("##1\n###\n1##", mines=3), limit=Limit(conflicts=0))
    assert solver.steps() == []
    assert not solver.complete


def test_unknown_engines_and_reasoning_are_refused():
    view = View.from_text("#", 0)
    with pytest.raises(ValueError, match="expected reasoning"):
        Solver(view, reasoning="luck")
    assert Solver(view, engine=Engine.SAT).steps() == [Step(Move.REVEAL, Cell(0, 0), Rule.TOTAL)]
