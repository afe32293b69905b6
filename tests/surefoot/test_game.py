"""A game: its history holds what changed the board, and undo takes it back exactly."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
import surefoot.game
from surefoot.errors import InvalidBoardError, InvalidCellError
from surefoot.game import Game, Played
from surefoot.model import Cell, FirstClick, GameState, Move, RevealResult
from surefoot_core.board import Board


def test_the_examples_run():
    assert doctest.testmod(surefoot.game).failed == 0


def test_the_history_holds_the_moves_that_changed_the_board():
    game = Game(Board.from_text("*2*\n121\n..."))
    game.reveal(0, 1)
    game.reveal(0, 1)  # revealed already
    game.chord(0, 1)  # too few flags
    assert game.toggle_flag(0, 1) is False  # a revealed cell
    assert game.toggle_flag(0, 0) is True
    game.toggle_flag(0, 2)
    game.reveal(0, 0)  # flagged
    assert game.chord(0, 1) is RevealResult.CONTINUE
    assert game.reveal(2, 0) is RevealResult.WIN
    assert game.reveal(2, 2) is RevealResult.WIN
    assert game.state is GameState.WON
    going = RevealResult.CONTINUE
    assert game.history == (
        Played(Move.REVEAL, Cell(0, 1), going, 1),
        Played(Move.FLAG, Cell(0, 0), going, 0),
        Played(Move.FLAG, Cell(0, 2), going, 0),
        Played(Move.CHORD, Cell(0, 1), going, 3),
        Played(Move.REVEAL, Cell(2, 0), RevealResult.WIN, 3),
    )


@given(
    drawn=strategies.layouts(max_cells=40, max_side=10, max_mines=8),
    removes=st.booleans(),
    data=st.data(),
)
def test_undo_takes_back_move_by_move(drawn, removes, data):
    places = st.tuples(st.integers(0, drawn.rows - 1), st.integers(0, drawn.cols - 1))
    kinds = st.sampled_from(["reveal", "chord", "toggle_flag"])
    game = Game(Board.from_mines(drawn.rows, drawn.cols, drawn.mines, flood_removes_flags=removes))
    before = [game.board.copy()]
    for kind, cell in data.draw(st.lists(st.tuples(kinds, places), max_size=12)):
        getattr(game, kind)(*cell)
        if len(game.history) == len(before):
            before.append(game.board.copy())
        assert game.board == before[-1]
    while len(before) > 1:
        last = game.history[-1]
        before.pop()
        assert game.undo() == last
        assert game.board == before[-1]
        assert len(game.history) == len(before) - 1
    assert game.undo() is None


def test_taking_back_the_first_reveal_takes_back_the_mines():
    game = Game(Board(16, 16, 40, seed=42))
    game.reveal(0, 0)
    mines = game.board.mine_cells()
    game.undo()
    assert not game.board.placed
    game.reveal(8, 8)
    assert game.board.mine_cells() != mines
    game.undo()
    game.reveal(0, 0)
    assert game.board.mine_cells() == mines


def test_a_game_can_go_on_from_a_board_that_was_played():
    board = Board.from_text("*2*\n121\n...")
    board.reveal(0, 1)
    game = Game(board)
    assert game.board is board
    game.reveal(0, 0)
    assert game.state is GameState.LOST
    game.undo()
    assert (game.state, game.board.revealed_count) == (GameState.PLAYING, 1)
    assert game.undo() is None


def test_refused_moves_leave_the_game_as_it_was():
    game = Game(Board(5, 5, 17, first_click=FirstClick.OPENING))
    for move in (game.reveal, game.chord, game.toggle_flag):
        with pytest.raises(InvalidCellError):
            move(5, 0)
    with pytest.raises(InvalidBoardError, match="at most 16 mines"):
        game.reveal(2, 2)
    assert game.history == ()
    assert game.board == Board(5, 5, 17)
