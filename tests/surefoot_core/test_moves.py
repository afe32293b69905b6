"""The three moves, against a slow board and by their rules: reveal, flag and chord."""

import pickle

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
import strategies
from surefoot_core.board import Board
from surefoot_core.rules import CellState, FirstClick, GameState, RevealResult, Seen

ANY, SAFE, OPENING = FirstClick
CONTINUE, WIN, LOSE = RevealResult
PLAYING, WON, LOST = GameState


def revealed_cells(board: Board) -> set[tuple[int, int]]:
    return {divmod(index, board.cols) for index in board.revealed()}


class SlowBoard:
    """The rules of the game on sets, cell by cell."""

    def __init__(self, drawn, removes):
        self.mines, self.removes = drawn.mines, removes
        self.around = oracles.rectangle(drawn.rows, drawn.cols)
        self.clue = oracles.numbers(drawn.mines, self.around)
        self.revealed, self.flags, self.exploded = set(), set(), set()

    @property
    def state(self):
        if self.exploded:
            return LOST
        return WON if self.revealed and len(self.revealed) + len(self.mines) == len(self.around) else PLAYING

    def open(self, cell):
        if cell in self.mines:
            self.exploded.add(cell)
            return
        waiting = [cell]
        while waiting:
            cell = waiting.pop()
            if self.removes:
                self.flags.discard(cell)
            if cell not in self.revealed and cell not in self.flags:
                self.revealed.add(cell)
                waiting += self.around[cell] if self.clue[cell] == 0 else []

    def reveal(self, cell):
        if self.state is PLAYING and cell not in self.flags | self.revealed:
            self.open(cell)

    def chord(self, cell):
        near = self.around[cell]
        if self.state is PLAYING and cell in self.revealed and self.clue[cell] == sum(c in self.flags for c in near):
            for other in [c for c in near if c not in self.flags | self.revealed]:
                self.open(other)

    def toggle_flag(self, cell):
        if self.state is PLAYING and cell not in self.revealed:
            self.flags ^= {cell}


def check_against(board: Board, slow: SlowBoard) -> None:
    assert board.state is slow.state
    assert revealed_cells(board) == slow.revealed
    assert board.revealed_count == len(slow.revealed) == len(board.revealed())
    assert board.clues() == bytes(slow.clue[divmod(index, board.cols)] for index in board.revealed())
    assert board.safe_left == len(slow.around) - len(slow.mines) - len(slow.revealed)
    assert board.flags == len(slow.flags)
    assert board.mines_left == len(slow.mines) - len(slow.flags)
    assert board.exploded == (min(slow.exploded) if slow.exploded else None)
    assert board.wrong_flags == (sorted(slow.flags - slow.mines) if slow.exploded else [])
    shown = oracles.show(board.rows, board.cols, slow.mines, slow.revealed)
    assert board.view().to_text() == "\n".join(shown)
    for cell in slow.around:
        if cell in slow.revealed:
            assert board[cell] == Seen(CellState.REVEALED, slow.clue[cell])
        else:
            assert board[cell] == Seen(CellState.FLAGGED if cell in slow.flags else CellState.HIDDEN, None)
    text = [list(row) for row in shown]
    for r, c in slow.flags:
        text[r][c] = "F"
    if slow.state is not PLAYING:
        for r, c in slow.mines - slow.flags:
            text[r][c] = "*"
    assert board.to_text() == "\n".join("".join(row) for row in text)


@settings(max_examples=300)
@given(drawn=strategies.layouts(max_cells=60, max_side=20, max_mines=12), removes=st.booleans(), data=st.data())
def test_any_moves_come_to_what_the_rules_say(drawn, removes, data):
    board = Board.from_mines(drawn.rows, drawn.cols, drawn.mines, flood_removes_flags=removes)
    slow = SlowBoard(drawn, removes)
    places = st.tuples(st.integers(0, drawn.rows - 1), st.integers(0, drawn.cols - 1))
    kinds = st.sampled_from(["reveal", "chord", "toggle_flag", "toggle_flag"])
    for kind, cell in data.draw(st.lists(st.tuples(kinds, places), max_size=30)):
        before, known = board.revealed_count, set(slow.revealed)
        result = getattr(board, kind)(*cell)
        getattr(slow, kind)(cell)
        if kind == "toggle_flag":
            assert result == (cell in slow.flags)
        else:
            assert result == slow.state
            assert set(board.last_revealed) == slow.revealed - known
            assert [board.cols * r + c for r, c in board.last_revealed] == list(board.revealed(before))
        check_against(board, slow)
    assert len(set(board.revealed())) == board.revealed_count
    assert pickle.loads(pickle.dumps(board)) == board == board.copy()
    board.restart()
    assert board == Board.from_mines(drawn.rows, drawn.cols, drawn.mines, flood_removes_flags=removes)


@given(drawn=strategies.layouts(max_cells=400, max_side=40, max_mines=25), data=st.data())
@settings(max_examples=60)
def test_a_cascade_reveals_its_opening_and_nothing_else(drawn, data):
    board = Board.from_mines(drawn.rows, drawn.cols, drawn.mines)
    around = oracles.rectangle(drawn.rows, drawn.cols)
    start = data.draw(st.sampled_from(sorted(around)))
    board.reveal(*start)
    if start not in drawn.mines:
        assert revealed_cells(board) == oracles.flood(start, drawn.mines, around)
        assert board.first_reveal == start


def test_the_smallest_boards():
    assert Board(1, 1, 0).reveal(0, 0) is WIN
    assert Board(1, 1, 1, first_click=ANY).reveal(0, 0) is LOSE
    assert Board(50, 50, 0).reveal(25, 25) is WIN
    full = Board(3, 4, 12, first_click=ANY)
    assert (full.state, full.safe_left) == (PLAYING, 0)
    assert full.reveal(1, 1) is LOSE
    assert full.to_text() == "****\n****\n****"
    assert Board(5, 5, 24, first_click=SAFE).reveal(2, 2) is WIN
    for rows, cols in [(1, 9), (9, 1)]:
        board = Board(rows, cols, 3, seed=4)
        board.reveal(0, 0)
        while board.state is PLAYING:
            board.reveal(*next(cell for cell in oracles.rectangle(rows, cols) if cell not in board.mine_cells()
                               and board[cell].clue is None))
        assert board.state is WON


def test_only_revealing_every_safe_cell_wins():
    board = Board.from_text("*1\n11")
    board.toggle_flag(0, 0)
    assert board.state is PLAYING
    for cell in [(0, 1), (1, 0), (1, 1)]:
        board.toggle_flag(*cell)
    assert (board.state, board.mines_left) == (PLAYING, -3)
    assert board.reveal(0, 0) is CONTINUE  # flagged: nothing happens
    for cell in oracles.rectangle(2, 2):
        board.toggle_flag(*cell)
    assert [board.reveal(0, 1), board.reveal(1, 0), board.reveal(1, 1)] == [CONTINUE, CONTINUE, WIN]
    assert board.to_text() == "*1\n11"


def test_nothing_changes_after_the_end():
    for text, first, result in [("*1\n11", (0, 0), LOSE), ("..\n..", (0, 0), WIN)]:
        board = Board.from_text(text)
        assert board.reveal(*first) is result
        still = board.copy()
        assert (board.reveal(1, 1), board.chord(1, 1), board.toggle_flag(1, 1)) == (result, result, False)
        assert board == still
        assert board.last_revealed == []


def test_a_flag_on_a_revealed_cell_is_refused():
    board = Board.from_text("*1\n11")
    board.reveal(0, 1)
    assert board.toggle_flag(0, 1) is False
    assert (board.flags, board[0, 1]) == (0, Seen(CellState.REVEALED, 1))


def test_the_mine_counter_goes_below_zero():
    board = Board(9, 9, 10)
    cells = list(oracles.rectangle(9, 9))[:12]
    assert all(board.toggle_flag(*cell) for cell in cells)
    assert board.mines_left == -2
    assert not any(board.toggle_flag(*cell) for cell in cells[:3])
    assert board.mines_left == 1


def test_flags_set_before_the_first_reveal_stay_and_change_no_mine():
    plain, flagged = Board(16, 16, 40, seed=3), Board(16, 16, 40, seed=3)
    flagged.toggle_flag(0, 0)
    flagged.toggle_flag(15, 15)
    plain.reveal(8, 8)
    flagged.reveal(8, 8)
    assert plain.mine_cells() == flagged.mine_cells()
    assert flagged[15, 15].state is CellState.FLAGGED
    assert Board(3, 3, 0).chord(1, 1) is CONTINUE


def test_a_chord_needs_exactly_as_many_flags_as_the_clue():
    layout = "*2*\n121\n..."
    for flags in ([], [(0, 0)], [(0, 0), (0, 2), (1, 1)]):
        board = Board.from_text(layout)
        board.reveal(0, 1)
        for cell in flags:
            board.toggle_flag(*cell)
        assert board.chord(0, 1) is CONTINUE
        assert board.revealed_count == 1
    board = Board.from_text(layout)
    board.reveal(0, 1)
    board.toggle_flag(0, 0)
    board.toggle_flag(0, 2)
    assert board.chord(0, 1) is CONTINUE
    assert set(board.last_revealed) == {(1, 0), (1, 1), (1, 2)}
    assert board.to_text() == "F2F\n121\n###"
    assert board.chord(0, 0) is CONTINUE  # on a flag: nothing
    assert board.chord(1, 1) is WIN


def test_a_chord_on_a_wrong_flag_loses_and_reveals_the_safe_neighbours():
    board = Board.from_text("*2*\n121\n...")
    board.reveal(0, 1)
    board.toggle_flag(0, 0)
    board.toggle_flag(1, 1)
    assert board.chord(0, 1) is LOSE
    assert (board.exploded, board.wrong_flags) == ((0, 2), [(1, 1)])
    assert set(board.last_revealed) == {(1, 0), (1, 2)}
    assert board.to_text() == "F2*\n1F1\n###"
    assert board.view().to_text() == "#2#\n1#1\n###"


def test_flags_stop_a_cascade_and_a_chord_on_zero_takes_it_on():
    board = Board.from_mines(5, 5, [(4, 4)])
    for row in range(5):
        board.toggle_flag(row, 2)
    assert board.reveal(0, 0) is CONTINUE
    assert board.to_text() == "\n".join(["..F##"] * 5)
    for row in range(5):
        board.toggle_flag(row, 2)
    assert board.chord(0, 1) is WIN
    assert board.revealed_count == 24


def test_a_cascade_takes_flags_away_where_that_is_asked_for():
    board = Board.from_mines(5, 5, [(4, 4)], flood_removes_flags=True)
    for row in range(5):
        board.toggle_flag(row, 2)
    board.toggle_flag(4, 4)
    assert board.reveal(0, 2) is CONTINUE  # the flagged cell itself is not revealed
    assert board.reveal(0, 0) is WIN
    assert board.flags == 1
    assert board.flood_removes_flags


def test_a_large_cascade_wins_in_one_move():
    board = Board.from_mines(1000, 1000, [(999, 999)])
    assert board.reveal(0, 0) is WIN
    assert board.revealed_count == 999_999
    order = np.asarray(board.revealed())
    assert len(np.unique(order)) == 999_999


def test_a_large_board_with_mines_is_not_won_by_its_first_reveal():
    board = Board(2000, 2000, 4000, seed=1)
    assert board.reveal(1000, 1000) is CONTINUE
    assert board.safe_left > 0
    clues = np.pad(np.asarray(board.view()), 1, constant_values=8)
    zero = clues == 0
    beside = np.zeros_like(zero)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            beside |= np.roll(zero, (down, right), (0, 1))
    shown = clues[1:-1, 1:-1] <= 8
    assert np.array_equal(shown, beside[1:-1, 1:-1])  # what the cascade reveals is what stands beside a zero
    assert shown.sum() == board.revealed_count


def test_a_winding_corridor_is_revealed_to_its_end():
    # A snake of zeros, one cell wide between clues: walls of mines with a gap at alternating ends.
    rows = []
    for bend in range(20):
        rows += ["." * 40] * 3
        rows.append("..." + "*" * 37 if bend % 2 else "*" * 37 + "...")
    layout = "\n".join([*rows, *["." * 40] * 3])
    board = Board.from_text(layout)
    mines = set(board.mine_cells())
    board.reveal(len(rows) + 1, 20)
    assert revealed_cells(board) == oracles.flood((len(rows) + 1, 20), mines, oracles.rectangle(len(rows) + 3, 40))
    assert board.state is WON
