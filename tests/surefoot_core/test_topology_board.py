"""Boards beyond the rectangle, against the slow game of the oracles."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
from surefoot_core.board import Board
from surefoot_core.errors import InvalidBoardError, InvalidCellError
from surefoot_core.rules import CellState, FirstClick, GameState, RevealResult
from surefoot_core.topology import Topology
from surefoot_core.topology_board import TopologyBoard
from topologies import TOPOLOGIES


@st.composite
def games(draw):
    """A topology with its slow neighbours, and mines as cells, each up to k times."""
    made, slow = TOPOLOGIES[draw(st.sampled_from(sorted(TOPOLOGIES)))]
    rows, cols, k = draw(st.integers(1, 6)), draw(st.integers(1, 6)), draw(st.integers(1, 4))
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    held = {cell: draw(st.sampled_from([0, 0, 0, k])) for cell in cells}
    held |= {cell: draw(st.integers(0, k)) for cell in cells[:2]}
    return made(rows, cols), slow(rows, cols), [cell for cell, number in held.items() for _ in range(number)], k


@given(games(), st.randoms(use_true_random=False))
def test_a_game_goes_like_the_slow_one(game, rng):
    topology, around, mines, k = game
    board = TopologyBoard.from_mines(topology, mines, max_mines_per_cell=k)
    clues = oracles.numbers(mines, around)
    held = Counter(mines)
    assert board.mine_cells() == sorted(mines)
    opened: set[tuple[int, int]] = set()
    for cell in rng.sample(sorted(around), len(around)):
        result = board.reveal(*cell)
        if held[cell]:
            assert (result, board.exploded) == (RevealResult.LOSE, cell)
            break
        opened |= oracles.flood(cell, mines, around)
        won = len(opened) == len(around) - len(held)
        assert result == (RevealResult.WIN if won else RevealResult.CONTINUE)
        assert board.safe_left == len(around) - len(held) - len(opened)
        if won:
            break
    places = [divmod(index, topology.cols) for index in board.revealed()]
    assert set(places) == opened
    assert len(places) == len(opened) == board.revealed_count
    assert list(board.clues()) == [clues[place] for place in places]
    view = board.view()
    assert (view.mines, view.max_mines_per_cell, view.topology) == (len(mines), k, topology)
    assert {cell for cell in around if view[cell] != 255} == opened


@given(st.integers(1, 7), st.integers(1, 7), st.sampled_from(list(FirstClick)), st.integers(0, 2**64 - 1), st.data())
def test_a_rectangle_is_drawn_like_the_fast_board(rows, cols, rule, seed, data):
    place = data.draw(st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1)))
    kept = oracles.protected(rule.name.lower(), place, oracles.rectangle(rows, cols))
    mines = data.draw(st.integers(0, rows * cols - len(kept)))
    board = TopologyBoard(Topology.rectangle(rows, cols), mines, seed=seed, first_click=rule)
    fast = Board(rows, cols, mines, seed=seed, first_click=FirstClick.ANY if rule == FirstClick.ANY else rule)
    assert board.reveal(*place) == fast.reveal(*place)
    assert board.mine_cells() == fast.mine_cells()
    assert board.to_text(reveal_all=True) == fast.to_text(reveal_all=True)


@pytest.mark.parametrize("rule", list(FirstClick))
def test_every_placement_over_the_slots_is_equally_likely(rule):
    topology = Topology.torus(1, 6)
    free = 12 - 2 * len(oracles.protected(rule.name.lower(), (0, 2), oracles.torus(1, 6)))
    drawn = Counter()
    for seed in range(6000):
        board = TopologyBoard(topology, 2, seed=seed, first_click=rule, max_mines_per_cell=2)
        board.reveal(0, 2)
        drawn[tuple(board.mine_cells())] += 1
    pairs = free * (free - 1) // 2
    cells = free // 2
    assert len(drawn) == cells * (cells + 1) // 2
    for (one, other), times in drawn.items():
        expected = 6000 * (1 if one == other else 4) / pairs
        assert abs(times - expected) < 6 * expected**0.5, (one, other)


def test_flags_claim_mines_and_a_chord_adds_them_up():
    board = TopologyBoard.from_mines(Topology.rectangle(1, 4), [(0, 0), (0, 0), (0, 3)], max_mines_per_cell=2)
    board.reveal(0, 1)
    assert board[0, 1] == (CellState.REVEALED, 2)
    assert board.toggle_flag(0, 0)
    assert board.chord(0, 1) == RevealResult.CONTINUE
    assert board.revealed_count == 1
    assert board.toggle_flag(0, 0)
    assert (board.flag(0, 0), board.flags, board.mines_left) == (2, 2, 1)
    assert board.reveal(0, 0) == RevealResult.CONTINUE  # a flag blocks
    assert board.chord(0, 1) == RevealResult.WIN
    assert board.to_text() == "F21*"
    assert board.set_flag(0, 3, 1) == 0  # after the end nothing changes


def test_flags_go_round_and_are_set_by_number():
    board = TopologyBoard(Topology.rectangle(2, 2), 3, first_click=FirstClick.ANY, max_mines_per_cell=3)
    assert [board.toggle_flag(1, 1) for _ in range(4)] == [True, True, True, False]
    assert board.set_flag(1, 1, 2) == board.flag(1, 1) == 2
    assert board[1, 1].state == CellState.FLAGGED
    assert board.to_text() == "##\n#F"
    with pytest.raises(ValueError, match="expected a flag of 0 to 3 mines, got 4"):
        board.set_flag(1, 1, 4)


def test_a_wrong_flag_lets_a_chord_lose():
    board = TopologyBoard.from_mines(Topology.hexagonal(2, 2), [(0, 1)])
    board.reveal(0, 0)
    board.toggle_flag(1, 0)
    assert board.chord(0, 0) == RevealResult.LOSE
    assert (board.state, board.exploded) == (GameState.LOST, (0, 1))
    assert board.to_text() == "1*\nF#"


def test_a_copy_is_on_its_own_and_a_restart_is_the_same_game():
    board = TopologyBoard(Topology.torus(8, 8), 12, seed=4, max_mines_per_cell=2)
    board.reveal(3, 3)
    mines, text = board.mine_cells(), board.to_text()
    twin = board.copy()
    twin.reveal(*mines[0])
    assert (twin.state, board.state, board.to_text()) == (GameState.LOST, GameState.PLAYING, text)
    board.restart()
    assert (board.revealed_count, board.placed, board.safe_left) == (0, False, None)
    board.reveal(3, 3)
    assert (board.mine_cells(), board.to_text()) == (mines, text)


def test_a_long_cascade_needs_no_recursion():
    cells = 300_000
    path = Topology.graph([[other for other in (cell - 1, cell + 1) if 0 <= other < cells] for cell in range(cells)])
    board = TopologyBoard.from_mines(path, [(0, cells - 1)])
    board.reveal(0, 0)
    assert board.state == GameState.WON


def test_what_no_board_can_be_is_refused():
    square = Topology.rectangle(3, 3)
    with pytest.raises(InvalidBoardError, match="expected 0 to 18 mines, got 19"):
        TopologyBoard(square, 19, max_mines_per_cell=2)
    with pytest.raises(InvalidBoardError, match="expected max_mines_per_cell in 1"):
        TopologyBoard(square, 1, max_mines_per_cell=5)
    with pytest.raises(InvalidBoardError, match=r"expected at most 2 mines in a cell, got more at \(1, 1\)"):
        TopologyBoard.from_mines(square, [(1, 1)] * 3, max_mines_per_cell=2)
    star = Topology.graph([list(range(1, 81)), *[[0]] * 80])
    with pytest.raises(InvalidBoardError, match="expected clues of at most 253, got 80 neighbours of 4 mines each"):
        TopologyBoard(star, 1, max_mines_per_cell=4)
    board = TopologyBoard(square, 3)
    with pytest.raises(InvalidBoardError, match=r"expected at most 0 mines for a first reveal at \(1, 1\)"):
        board.reveal(1, 1)
    with pytest.raises(InvalidCellError, match=r"expected a cell of 3 x 3, got \(-1, 0\)"):
        board.reveal(-1, 0)
    with pytest.raises(InvalidBoardError, match="got one before its first reveal"):
        board.mine_cells()
    with pytest.raises(ValueError, match="expected a seed"):
        TopologyBoard(square, 3, seed=-1)


def test_seeds_differ():
    rng = random.Random(1)
    seeds = [rng.getrandbits(64) for _ in range(50)]
    layouts = {
        tuple(TopologyBoard(Topology.hexagonal(9, 9), 10, seed=seed, first_click=FirstClick.ANY).mine_cells())
        for seed in seeds
    }
    assert len(layouts) == 50
