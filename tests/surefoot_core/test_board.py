"""The engine: placing mines, and a board as a value. Its moves: test_moves.py."""

import copy
import pickle
from collections import Counter
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import strategies
from surefoot_core.board import Board
from surefoot_core.errors import FormatError, InvalidBoardError, InvalidCellError
from surefoot_core.rng import Rng
from surefoot_core.rules import FirstClick, GameState, RevealResult

ANY, SAFE, OPENING = FirstClick
CONTINUE, WIN, LOSE = RevealResult
PLAYING, WON, LOST = GameState


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
