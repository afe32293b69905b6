"""Whole stretches of a game by the rules, in the core."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from surefoot_core.autoplay import RulePlayer
from surefoot_core.board import Board
from surefoot_core.knowledge import Knowledge
from surefoot_core.rules import GameState
from surefoot_core.view import View


def player(board):
    return RulePlayer(board, Knowledge(View(board.rows, board.cols, board.mines)))


def test_a_board_that_the_rules_win_is_won_in_one_call():
    board = Board(16, 30, 99, seed=1)
    board.reveal(8, 15)
    assert player(board).run() is GameState.WON
    assert board.safe_left == 0


@given(strategies.layouts(max_cells=40, min_mines=1), st.data())
def test_what_the_rules_reveal_is_what_they_reveal_step_by_step(drawn, data):
    safe = [(r, c) for r in range(drawn.rows) for c in range(drawn.cols) if (r, c) not in drawn.mines]
    if not safe:
        return
    start = data.draw(st.sampled_from(safe))
    board, twin = (Board.from_mines(drawn.rows, drawn.cols, drawn.mines) for _ in range(2))
    board.reveal(*start)
    twin.reveal(*start)
    state = player(board).run()
    knowledge = Knowledge(View(drawn.rows, drawn.cols, len(drawn.mines)))
    known = 0
    while True:
        for cell, clue in zip(twin.revealed(known), twin.clues(known), strict=True):
            knowledge.reveal(cell, clue)
        known = twin.revealed_count
        knowledge.apply_rules()
        for cell, value, *_ in knowledge.decisions():
            if value == 1:
                twin.reveal(*divmod(cell, drawn.cols))
        if twin.revealed_count == known:
            break
    assert state is twin.state is not GameState.LOST
    assert board.view() == twin.view()


def test_decisions_added_to_the_knowledge_are_played():
    board = Board.from_text("*.\n..\n*.")
    board.reveal(1, 1)  # shows 2: nothing follows
    played = player(board)
    assert played.run() is GameState.PLAYING
    assert played.knowledge.decided == 0
    for cell in (1, 2, 5):
        played.knowledge.decide(cell, 1, 3)
    assert played.run() is GameState.WON


def test_a_flag_on_a_safe_cell_does_not_stop_it():
    board = Board.from_text("....*")
    board.toggle_flag(0, 3)
    board.reveal(0, 0)
    assert board.safe_left == 1
    assert player(board).run() is GameState.WON


def test_board_and_knowledge_have_one_size():
    with pytest.raises(ValueError, match="expected a knowledge of 2 x 2 cells, got 2 x 3"):
        RulePlayer(Board(2, 2, 1, first_click=0), Knowledge(View(2, 3, 1)))
