"""Playing boards by proofs."""

from itertools import combinations

import numpy as np
import pytest

import oracles
from surefoot import Board, Ending, Engine, FirstClick, GameState, Move, Rule, autoplay
from surefoot_core.bulk import FIELDS, RESULTS, Player

SEED_BY_RULES = 1
"""An Expert board that one and two clues win."""


def played(rows, cols, mines, start, **how):
    board = Board.from_mines(rows, cols, mines)
    return board, autoplay(board, start=start, **how)


@pytest.fixture(scope="module")
def small_boards():
    """For each size and mine total all layouts, with their clues: what a brute force needs."""

    def layouts(rows, cols, mines):
        cells = [(r, c) for r in range(rows) for c in range(cols)]
        placed = np.array(
            [[cell in layout for cell in cells] for layout in map(set, combinations(cells, mines))], dtype=bool
        ).reshape(-1, len(cells))
        near = oracles.rectangle(rows, cols)
        adjacent = np.array([[b in near[a] for b in cells] for a in cells], dtype=int)
        return placed, placed.astype(int) @ adjacent

    return layouts


def has_safe_cell(view, placed, clues):
    """Whether a hidden cell is safe in every layout that fits the view: by looking at them all."""
    seen = np.asarray(view).ravel()
    shown = seen <= 8
    fits = ~placed[:, shown].any(axis=1) & (clues[:, shown] == seen[shown]).all(axis=1)
    return bool((~placed[fits][:, ~shown].any(axis=0)).any())


@pytest.mark.parametrize("mines", range(6))
@pytest.mark.parametrize(("rows", "cols", "every"), [(3, 3, 1), (4, 4, 7)])
def test_small_boards_are_never_lost_and_left_only_without_a_safe_cell(small_boards, rows, cols, mines, every):
    placed, clues = small_boards(rows, cols, mines)
    judged = {}
    for layout in placed[::every]:
        where = [divmod(int(cell), cols) for cell in np.flatnonzero(layout)]
        for start in set(oracles.rectangle(rows, cols)).difference(where):
            board, play = played(rows, cols, where, start)
            assert play.ending is not Ending.LOST, (where, start)
            if play.ending is Ending.STUCK:
                text = board.view().to_text()
                if text not in judged:
                    judged[text] = has_safe_cell(board.view(), placed, clues)
                assert not judged[text], (where, start, text)


def test_a_board_is_won_by_one_and_two_clues():
    board = Board(16, 30, 99, seed=SEED_BY_RULES)
    play = autoplay(board)
    assert play.ending is Ending.WON
    assert board.state is GameState.WON
    assert (play.opened, play.safe_total, play.guesses, play.calls) == (381, 381, 0, 0)
    assert set(play.reveals) == {Rule.ONE_CLUE, Rule.TWO_CLUES}
    assert play.proved == sum(play.reveals.values())


def test_a_board_that_needs_a_guess_is_left_stuck():
    # Two cells in a corner behind a wall of mines: nobody can tell them apart.
    board, play = played(2, 4, [(0, 1), (1, 1), (0, 0)], (0, 3))
    assert play.ending is Ending.STUCK
    assert board.state is GameState.PLAYING
    assert play.complete


def test_a_start_on_a_given_mine_loses():
    assert played(2, 2, [(0, 0)], (0, 0))[1].ending is Ending.LOST


def test_flags_of_the_player_are_no_facts():
    board = Board(16, 30, 99, seed=SEED_BY_RULES)
    board.reveal(8, 15)
    mines = set(board.mine_cells())
    wrong = next((r, c) for r in range(16) for c in range(30) if (r, c) not in mines and board[r, c].clue is None)
    board.toggle_flag(*wrong)
    assert autoplay(board).ending is Ending.WON


def test_a_game_in_progress_goes_on_and_takes_no_start():
    board = Board(9, 9, 10, seed=2)
    board.reveal(4, 4)
    with pytest.raises(ValueError, match="expected no start on a board with"):
        autoplay(board, start=(0, 0))
    assert autoplay(board).ending is Ending.WON


def test_each_step_is_told_once_and_changes_the_board():
    board = Board(9, 9, 10, seed=2)
    told = []
    play = autoplay(board, on_step=told.append)
    assert [step.move for step in told].count(Move.REVEAL) == play.proved + 1
    assert [step.move for step in told].count(Move.FLAG) == play.flags
    assert len({step.cell for step in told}) == len(told)
    assert told[0].rule is Rule.GIVEN


def test_the_clues_alone_do_not_use_the_mine_total():
    # Case 08 as a board: (3, 1) is safe by the total only.
    mines = [(0, 3), (2, 2), (2, 3), (3, 0), (4, 0), (3, 3)]
    _, total = played(5, 4, mines, (0, 0))
    _, clues = played(5, 4, mines, (0, 0), reasoning="clues")
    assert Rule.TOTAL in total.reveals
    assert Rule.TOTAL not in clues.reveals
    assert clues.opened < total.opened


def test_other_guesses_are_refused():
    with pytest.raises(ValueError, match="expected guess never, safest, fast, best, optimal, got 'always'"):
        autoplay(Board(9, 9, 10), guess="always")


def test_the_safest_guess_plays_to_the_end_as_in_the_core():
    out = np.zeros((25, len(FIELDS)), np.int32)
    Player(9, 9).play_seeds(np.arange(25, dtype=np.uint64), 14, 0, FirstClick.SAFE, out, guess="safest")
    for seed, tale in enumerate(out):
        play = autoplay(Board(9, 9, 14, seed=seed, first_click=FirstClick.SAFE), start=(0, 0), guess="safest")
        assert play.ending.value == RESULTS[tale[0]]
        assert (play.opened, play.guesses) == (tale[1], tale[7])


@pytest.mark.parametrize("how", [{"engine": Engine.COUNT}, {"verify": True}])
def test_both_engines_play_the_same_game(how):
    for seed in range(8):
        one = autoplay(Board(16, 30, 99, seed=seed), start=(8, 15))
        other = autoplay(Board(16, 30, 99, seed=seed), start=(8, 15), **how)
        assert (one.ending, one.opened, one.reveals) == (other.ending, other.opened, other.reveals)


@pytest.mark.parametrize("strategy", ["fast", "best", "optimal"])
def test_a_strategy_plays_to_the_end_as_in_the_core(strategy):
    out = np.zeros((12, len(FIELDS)), np.int32)
    Player(9, 9).play_seeds(np.arange(12, dtype=np.uint64), 14, 0, FirstClick.SAFE, out, guess=strategy)
    for seed, tale in enumerate(out.tolist()):
        play = autoplay(Board(9, 9, 14, seed=seed, first_click=FirstClick.SAFE), start=(0, 0), guess=strategy)
        assert (play.opened, play.guesses) == (tale[1], tale[7])
