"""The engine: placing mines, the three moves, and what a board shows."""

import copy
import pickle
from collections import Counter
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
import strategies
from surefoot_core.board import Board
from surefoot_core.errors import FormatError, InvalidBoardError, InvalidCellError
from surefoot_core.rng import Rng
from surefoot_core.rules import CellState, FirstClick, GameState, RevealResult, Seen

ANY, SAFE, OPENING = FirstClick
CONTINUE, WIN, LOSE = RevealResult
PLAYING, WON, LOST = GameState


def revealed_cells(board: Board) -> set[tuple[int, int]]:
    return {divmod(index, board.cols) for index in board.revealed()}


# --- placing the mines -----------------------------------------------------------------------------------


def slow_layout(rows, cols, mines, seed, first, rule) -> set[tuple[int, int]]:
    """The documented order of draws: Floyd's selection over the cells the rule leaves, row by row."""
    around = oracles.rectangle(rows, cols)
    protected = oracles.protected(rule.name.lower(), first, around)
    free = [cell for cell in around if cell not in protected]
    rng, drawn = Rng(seed), set()
    for j in range(len(free) - mines, len(free)):
        t = rng.below(j + 1)
        drawn.add(free[j] if free[t] in drawn else free[t])
    return drawn


@pytest.mark.parametrize(
    ("size", "seed", "rule", "first", "layout"),
    [
        (
            (9, 9, 10),
            42,
            OPENING,
            (4, 4),
            "....1*1.. ....1221. .....1*1. .....111. .....1121 ...112*3* 11.1*34*3 *1123*3*2 111*21211",
        ),
        ((5, 7, 20), 2**64 - 1, SAFE, (2, 0), "3*313** **6*4** 4***433 3***53* *4****2"),
        ((4, 6, 12), 1, ANY, (0, 0), "3**321 ****2* *65442 **2**1"),
    ],
)
def test_the_board_of_a_seed_never_changes(size, seed, rule, first, layout):
    board = Board(*size, seed=seed, first_click=rule)
    board.reveal(*first)
    assert board.to_text(reveal_all=True).split("\n") == layout.split(" ")


@given(
    size=strategies.sizes(max_cells=64, max_side=30),
    seed=st.integers(0, 2**64 - 1),
    rule=st.sampled_from(FirstClick),
    data=st.data(),
)
def test_mines_stand_where_the_documented_draws_put_them(size, seed, rule, data):
    rows, cols = size
    first = data.draw(st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1)))
    around = oracles.rectangle(rows, cols)
    limit = len(around) - len(oracles.protected(rule.name.lower(), first, around))
    mines = data.draw(st.integers(0, limit))
    board = Board(rows, cols, mines, seed=seed, first_click=rule)
    assert board.placed == (rule is ANY)
    board.reveal(*first)
    expected = slow_layout(rows, cols, mines, seed, first, rule)
    assert board.mine_cells() == sorted(expected)
    assert board.to_text(reveal_all=True).split("\n") == oracles.draw(rows, cols, expected)
    if rule is not ANY:
        assert first not in expected


def test_every_layout_is_equally_likely():
    # Chi square over all layouts that the rule leaves; above mean + 5 sigma less than once in 10^5 seeds.
    games = [(ANY, (0, 0), 2, 4, 3), (SAFE, (1, 1), 3, 3, 5), (OPENING, (0, 0), 3, 4, 2)]
    for rule, first, rows, cols, mines in games:
        free = oracles.protected(rule.name.lower(), first, oracles.rectangle(rows, cols))
        layouts = comb(rows * cols - len(free), mines)
        counts = Counter()
        for seed in range(200 * layouts):
            board = Board(rows, cols, mines, seed=seed, first_click=rule)
            board.reveal(*first)
            counts[tuple(board.mine_cells())] += 1
        assert len(counts) == layouts
        square = sum((count - 200) ** 2 / 200 for count in counts.values())
        assert square < layouts - 1 + 5 * (2 * (layouts - 1)) ** 0.5


@pytest.mark.parametrize(
    ("first", "safe", "opening"), [((2, 2), 24, 16), ((0, 2), 24, 19), ((0, 0), 24, 21), ((4, 4), 24, 21)]
)
def test_the_first_click_rules_leave_so_many_mines_on_5x5(first, safe, opening):
    for rule, limit in [(SAFE, safe), (OPENING, opening)]:
        board = Board(5, 5, limit, first_click=rule)
        assert board.reveal(*first) is WIN or rule is OPENING
        assert board.state is WON
        if limit < 21:
            board = Board(5, 5, limit + 1, first_click=rule)
            with pytest.raises(InvalidBoardError, match=f"at most {limit} mines .* got {limit + 1}"):
                board.reveal(*first)
            assert (board.state, board.revealed_count, board.placed) == (PLAYING, 0, False)
            board.reveal(0, 0)  # another first reveal leaves room enough
            assert board.placed


@pytest.mark.parametrize(
    ("size", "rule", "message"),
    [
        ((5, 5, 99), ANY, "expected 0 to 25 mines on 5 x 5 cells with first click ANY, got 99"),
        ((5, 5, 26), ANY, "expected 0 to 25 mines"),
        ((5, 5, 25), SAFE, "expected 0 to 24 mines on 5 x 5 cells with first click SAFE, got 25"),
        ((5, 5, 22), OPENING, "expected 0 to 21 mines"),
        ((1, 9, 8), OPENING, "expected 0 to 7 mines"),
        ((1, 1, 1), SAFE, "expected 0 to 0 mines"),
        ((5, 5, -1), ANY, "got -1"),
        ((0, 5, 0), ANY, "got 0 x 5"),
        ((5, 0, 0), ANY, "got 5 x 0"),
        ((-3, 5, 0), ANY, "got -3 x 5"),
        ((10**9, 10**9, 5), ANY, "expected a board of 1 to 268435456 cells, got 1000000000 x 1000000000"),
        ((10**30, 1, 5), ANY, "expected a board of 1 to"),
        ((5, 5, 10**30), ANY, "expected 0 to 25 mines"),
    ],
)
def test_boards_that_cannot_be_are_refused_naming_the_limit(size, rule, message):
    with pytest.raises(InvalidBoardError, match=message):
        Board(*size, first_click=rule)


def test_seeds_and_rules_out_of_range_are_refused():
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="expected a seed in 0"):
            Board(5, 5, 5, seed=seed)
    with pytest.raises(ValueError, match="3 is not a valid FirstClick"):
        Board(5, 5, 5, first_click=3)
    with pytest.raises(TypeError, match="float"):
        Board(5.5, 5, 5)
    with pytest.raises(TypeError, match="float"):
        Board(5, 5, 5).reveal(1.5, 1)


def test_given_mines_are_kept_and_lose_at_the_first_reveal():
    board = Board.from_text("*.\n..")
    assert (board.placed, board.first_click, board.seed) == (True, ANY, None)
    assert board.reveal(0, 0) is LOSE
    assert (board.state, board.exploded, board.first_reveal) == (LOST, (0, 0), (0, 0))
    board = Board.from_mines(2, 3, [(1, 2), (0, 0)])
    assert board.mine_cells() == [(0, 0), (1, 2)]
    assert board.mines == 2


def test_a_board_from_mines_refuses_what_is_no_place():
    with pytest.raises(InvalidBoardError, match=r"each mine once, got \(1, 1\) twice"):
        Board.from_mines(2, 2, [(1, 1), (0, 0), (1, 1)])
    with pytest.raises(InvalidCellError, match=r"2 x 2, got \(2, 0\)"):
        Board.from_mines(2, 2, [(2, 0)])
    with pytest.raises(InvalidBoardError, match="got 0 x 2"):
        Board.from_mines(0, 2, [])


@given(strategies.layouts(max_cells=40))
def test_a_board_from_text_has_the_mines_of_the_stars(drawn):
    board = Board.from_text(drawn.layout)
    assert board.to_text(reveal_all=True).split("\n") == drawn.layout
    assert board == Board.from_text("\n".join(drawn.layout) + "\n")
    assert board == Board.from_mines(drawn.rows, drawn.cols, drawn.mines)
    assert board.mine_cells() == sorted(drawn.mines)


def test_text_that_is_no_board_is_refused():
    with pytest.raises(FormatError, match="row 2 has 4 cells, expected 3"):
        Board.from_text("*..\n....")
    for nothing in ("", "\n\n", []):
        with pytest.raises(FormatError, match="got nothing"):
            Board.from_text(nothing)


def test_clues_do_not_wrap_around_the_edges():
    assert Board.from_text(".....\n.....\n....*\n.....\n.....").to_text(reveal_all=True) == (
        ".....\n...11\n...1*\n...11\n....."
    )
    assert Board.from_mines(6, 3, [(4, 2), (5, 0)]).to_text(reveal_all=True) == "...\n...\n...\n.11\n12*\n*21"


@pytest.mark.parametrize("place", [(-1, 0), (0, -1), (5, 0), (0, 4), (10**20, 0)])
def test_cells_off_the_board_are_refused(place):
    board = Board(5, 4, 3)
    for move in (board.reveal, board.chord, board.toggle_flag, lambda *cell: board[cell]):
        with pytest.raises(InvalidCellError, match="expected a cell of 5 x 4, got"):
            move(*place)
    assert board == Board(5, 4, 3)


# --- moves -----------------------------------------------------------------------------------------------


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


# --- as a value ------------------------------------------------------------------------------------------


def test_the_same_seed_first_reveal_and_rule_give_the_same_board():
    def layout(first, **how):
        board = Board(16, 16, 40, seed=42, **how)
        board.reveal(*first)
        return board.mine_cells()

    assert layout((0, 0)) == layout((0, 0))
    assert layout((0, 0)) != layout((8, 8))
    assert layout((0, 0), first_click=ANY) == layout((8, 8), first_click=ANY)


def test_restart_forgets_mines_that_the_first_reveal_placed():
    board = Board(16, 16, 40, seed=42)
    board.toggle_flag(3, 3)
    board.reveal(0, 0)
    board.restart()
    assert board == Board(16, 16, 40, seed=42)
    board.reveal(8, 8)
    other = Board(16, 16, 40, seed=42)
    other.reveal(8, 8)
    assert board == other


def test_the_mines_cannot_be_asked_for_before_they_are_placed():
    board = Board(5, 5, 5)
    with pytest.raises(InvalidBoardError, match="before its first reveal"):
        board.mine_cells()
    assert board.to_text(reveal_all=True) == "\n".join(["#####"] * 5)


def test_plain_text_has_dots_for_hidden_and_blanks_for_zero():
    board = Board.from_text("....*\n.....")
    board.toggle_flag(1, 4)
    board.reveal(0, 0)
    assert board.to_text(style="plain") == "   1.\n   1F"
    assert board.to_text(style="plain", reveal_all=True) == "   1*\n   11"
    with pytest.raises(ValueError, match="expected a style of surefoot, plain, got 'fancy'"):
        board.to_text(style="fancy")


def test_equality_is_that_of_the_position():
    board = Board(5, 5, 5, seed=1)
    assert board != Board(5, 5, 5, seed=2)
    assert board != Board(5, 5, 5, seed=1, first_click=SAFE)
    assert board != Board(5, 5, 5, seed=1, flood_removes_flags=True)
    assert board != Board(5, 5, 4, seed=1)
    assert board != Board(5, 6, 5, seed=1)
    assert board != "board"
    board.reveal(2, 2)
    given_board = Board.from_mines(5, 5, board.mine_cells())
    assert board != given_board
    given_board.reveal(2, 2)
    assert board == given_board
    with pytest.raises(TypeError, match="unhashable"):
        hash(board)


def test_a_copy_goes_its_own_way():
    board = Board(9, 9, 10, seed=5)
    board.reveal(4, 4)
    board.toggle_flag(0, 0)
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin == board
        assert twin.last_revealed == board.last_revealed
        assert (twin.seed, twin.first_click, twin.first_reveal) == (5, OPENING, (4, 4))
        for cell in board.mine_cells():
            twin.reveal(*cell)
        assert twin.state is LOST
        assert board.state is PLAYING


def test_a_damaged_pickle_is_refused():
    board = Board(3, 3, 1, seed=5)
    board.reveal(0, 0)
    restore, (game, position, cells, order) = board.__reduce__()
    for bad_cells, bad_order in [(cells[1:], order), (cells, order * 9), (cells, b"\xff\xff\xff\x7f")]:
        with pytest.raises(InvalidBoardError):
            restore(game, position, bad_cells, bad_order)


def test_revealed_cells_are_numbered_from_a_start():
    board = Board.from_text("*...*\n.....")
    board.reveal(0, 1)
    mark = board.revealed_count
    board.reveal(0, 2)
    assert sorted(board.revealed(mark)) == [2, 6, 7, 8] or set(board.revealed(mark)) >= {2}
    assert board.clues(mark)[list(board.revealed(mark)).index(2)] == 0
    assert np.asarray(board.revealed()).dtype == np.int32
    for start in (-1, board.revealed_count + 1):
        with pytest.raises(ValueError, match="expected a start in 0"):
            board.revealed(start)
        with pytest.raises(ValueError, match="expected a start in 0"):
            board.clues(start)


def test_repr_shows_no_mine():
    assert repr(Board(5, 6, 7)) == "<Board 5 x 6, 7 mines, PLAYING, 0 revealed, 0 flags>"


def begun_and_flagged():
    board = Board(9, 9, 10, seed=2)
    board.reveal(4, 4)
    row, col = board.mine_cells()[0]
    board.toggle_flag(row, col)
    return board


@pytest.mark.parametrize("cells", [b"", b"\0" * 81, b"\x40" * 81, b"\xff" * 81, None])
@pytest.mark.parametrize("order", [b"", b"\xff" * 324, b"\0" * 324, (10**6).to_bytes(4, "little"), None])
def test_only_a_position_comes_back_from_a_pickle(cells, order):
    make, (game, position, *own) = begun_and_flagged().__reduce__()
    cells, order = own[0] if cells is None else cells, own[1] if order is None else order
    if [cells, order] == own:
        assert make(game, position, cells, order) == begun_and_flagged()
    else:
        with pytest.raises(InvalidBoardError):
            make(game, position, cells, order)


@pytest.mark.parametrize("group", [0, 1])
@pytest.mark.parametrize("place", range(7))
@pytest.mark.parametrize("value", [-(2**31), -1, 3, 100, 2**31 - 1])
def test_a_pickle_with_a_wrong_number_gives_a_board_that_plays_or_none(group, place, value):
    make, parts = begun_and_flagged().__reduce__()
    parts = [list(part) if number < 2 else part for number, part in enumerate(parts)]
    if place >= len(parts[group]):
        return
    parts[group][place] = value
    try:
        board = make(*parts)
    except (ValueError, OverflowError):
        return
    assert board.view() == begun_and_flagged().view()
    board.restart()
    board.reveal(0, 0)
    assert board.revealed_count + board.safe_left == 71
