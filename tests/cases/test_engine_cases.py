"""Reported cases 13 to 21: what a board does, step by step."""

import subprocess
import sys

import pytest

import oracles
from case_data import rows
from surefoot import Board, FirstClick, GameState, InvalidBoardError, RevealResult

CONTINUE, WIN, LOSE = RevealResult.CONTINUE, RevealResult.WIN, RevealResult.LOSE


def lines(board, **how):
    return board.to_text(**how).split()


def mines(board):
    """The mines of a board, read from its layout."""
    text = lines(board, reveal_all=True)
    return {(r, c) for r, row in enumerate(text) for c, char in enumerate(row) if char == "*"}


def around(row, col, size=5):
    return {(row, col), *oracles.rectangle(size, size)[row, col]}


# --- 13: first reveals and too many mines


@pytest.mark.parametrize(
    ("first", "rule", "limit"),
    [
        ((2, 2), FirstClick.SAFE, 24),
        ((0, 2), FirstClick.SAFE, 24),
        ((0, 0), FirstClick.SAFE, 24),
        ((2, 2), FirstClick.OPENING, 16),
        ((0, 2), FirstClick.OPENING, 19),
        ((0, 0), FirstClick.OPENING, 21),
    ],
)
def test_13_the_limit_is_what_the_rule_leaves_and_is_named_when_passed(first, rule, limit):
    board = Board(5, 5, limit, seed=3, first_click=rule)
    assert board.reveal(*first) is WIN  # every other cell is a mine
    free = around(*first) if rule is FirstClick.OPENING else {first}
    assert mines(board) == set(oracles.rectangle(5, 5)) - free
    with pytest.raises(InvalidBoardError, match=str(limit)):
        Board(5, 5, limit + 1, seed=3, first_click=rule).reveal(*first)


def test_13_without_protection_all_cells_may_be_mines():
    board = Board(5, 5, 25, first_click=FirstClick.ANY)
    assert board.reveal(2, 2) is LOSE
    with pytest.raises(InvalidBoardError, match="25"):
        Board(5, 5, 26, first_click=FirstClick.ANY)


def test_13_a_refused_first_reveal_leaves_the_board_as_it_was():
    board = Board(5, 5, 20, seed=1, first_click=FirstClick.OPENING)
    with pytest.raises(InvalidBoardError, match="16"):
        board.reveal(2, 2)
    assert board.state is GameState.PLAYING
    assert lines(board) == ["#####"] * 5
    assert board.reveal(0, 0) is CONTINUE
    assert len(mines(board)) == 20


@pytest.mark.parametrize("rule", FirstClick)
@pytest.mark.parametrize(
    ("rows", "cols", "number"),
    [(5, 5, 99), (5, 5, 26), (5, 5, -1), (0, 5, 0), (5, 0, 0), (-1, 5, 0), (10**9, 10**9, 10)],
)
def test_13_impossible_boards_are_refused_at_once(rows, cols, number, rule):
    with pytest.raises(InvalidBoardError):
        Board(rows, cols, number, first_click=rule)


@pytest.mark.parametrize("rule", [FirstClick.SAFE, FirstClick.OPENING])
def test_13_a_full_board_is_refused_unless_the_first_reveal_is_unprotected(rule):
    with pytest.raises(InvalidBoardError, match="24" if rule is FirstClick.SAFE else "21"):
        Board(5, 5, 25, first_click=rule)


@pytest.mark.parametrize(("rows", "cols"), [(1, 9), (9, 1)])
@pytest.mark.parametrize("rule", FirstClick)
def test_13_boards_of_one_row_or_column_work(rows, cols, rule):
    for seed in range(20):
        board = Board(rows, cols, 2, seed=seed, first_click=rule)
        result = board.reveal(rows // 2, cols // 2)
        assert len(mines(board)) == 2
        assert result in ({CONTINUE, WIN} if rule is not FirstClick.ANY else set(RevealResult))


def test_13_a_large_board_is_played_and_not_won_at_once():
    board = Board(2000, 2000, 4000, seed=5, first_click=FirstClick.OPENING)
    assert board.reveal(1000, 1000) is CONTINUE
    assert board.state is GameState.PLAYING
    assert board.safe_left > 0


# --- 14: neighbours do not wrap


@pytest.mark.parametrize("row", rows(having="annotated"))
def test_14_clues_count_no_cell_beyond_the_edge(row):
    board = Board.from_text("\n".join(row["layout"]))
    assert board.mines == row["mines"]
    assert lines(board, reveal_all=True) == row["annotated"]


# --- 15: a win is every safe cell revealed


def test_15_flags_never_win_and_reveals_alone_do():
    board = Board.from_text("*1\n11")
    assert board.mines == 1
    board.toggle_flag(0, 0)
    assert board.state is GameState.PLAYING
    for cell in [(0, 1), (1, 0), (1, 1)]:
        board.toggle_flag(*cell)
    assert board.state is GameState.PLAYING
    assert board.mines_left == -3
    assert board.reveal(0, 0) is CONTINUE  # a flagged cell stays as it is
    assert board.reveal(0, 1) is CONTINUE
    assert lines(board) == ["FF", "FF"]
    for row in range(2):
        for col in range(2):
            board.toggle_flag(row, col)
    assert board.mines_left == 1
    assert board.reveal(0, 1) is CONTINUE
    assert board.reveal(1, 0) is CONTINUE
    assert board.safe_left == 1
    assert board.reveal(1, 1) is WIN
    assert board.state is GameState.WON
    assert board.safe_left == 0


def test_15_a_flag_tells_nothing_about_the_cell_below_it():
    def seen(cell):
        board = Board.from_text("*1\n11")
        result = board.toggle_flag(*cell)
        text = board.to_text().replace("F", "#")
        return result, text, board.state, board.mines_left, board.safe_left

    assert seen((0, 0)) == seen((0, 1)) == seen((1, 0)) == seen((1, 1))


# --- 16: chords


def before_the_chord():
    board = Board.from_text("*2*\n121\n...")
    assert board.reveal(0, 1) is CONTINUE
    assert lines(board) == ["#2#", "###", "###"]
    return board


@pytest.mark.parametrize("flags", [[], [(0, 0)], [(1, 1)], [(0, 0), (0, 2), (1, 1)]])
def test_16_a_chord_with_another_number_of_flags_does_nothing(flags):
    board = before_the_chord()
    for flag in flags:
        board.toggle_flag(*flag)
    text = board.to_text()
    assert board.chord(0, 1) is CONTINUE
    assert board.to_text() == text
    assert board.state is GameState.PLAYING


def test_16_a_chord_with_right_flags_reveals_the_other_neighbours():
    board = before_the_chord()
    board.toggle_flag(0, 0)
    board.toggle_flag(0, 2)
    assert board.chord(0, 1) is CONTINUE
    assert lines(board) == ["F2F", "121", "###"]
    assert set(board.last_revealed) == {(1, 0), (1, 1), (1, 2)}
    assert board.wrong_flags == []


def test_16_a_chord_with_a_wrong_flag_loses_and_names_it():
    board = before_the_chord()
    board.toggle_flag(0, 0)
    board.toggle_flag(1, 1)
    assert board.chord(0, 1) is LOSE
    assert board.state is GameState.LOST
    assert board.exploded == (0, 2)
    assert board.wrong_flags == [(1, 1)]
    shown = lines(board)
    assert shown[1][0] == shown[1][2] == "1"
    assert {(1, 0), (1, 2)} <= set(board.last_revealed)


def test_16_a_chord_on_a_hidden_or_flagged_cell_does_nothing():
    board = before_the_chord()
    board.toggle_flag(1, 1)
    text = board.to_text()
    assert board.chord(2, 2) is CONTINUE
    assert board.chord(1, 1) is CONTINUE
    assert board.to_text() == text


def test_16_a_chord_in_a_corner_counts_the_cells_on_the_board_only():
    board = Board.from_text("1*1\n111\n...")
    board.reveal(0, 0)
    board.toggle_flag(0, 1)
    assert board.chord(0, 0) is CONTINUE
    assert lines(board) == ["1F#", "11#", "###"]


def test_16_a_chord_cascades_from_a_zero():
    board = Board.from_text("*1..\n11..\n....")
    board.reveal(1, 1)
    board.toggle_flag(0, 0)
    assert board.chord(1, 1) is WIN
    assert board.safe_left == 0


# --- 17: flags and the cascade


def test_17_flags_stop_a_cascade_and_a_chord_on_a_zero_goes_on_with_it():
    board = Board.from_mines(5, 5, [(4, 4)])
    for row in range(5):
        board.toggle_flag(row, 2)
    assert board.reveal(0, 0) is CONTINUE
    assert lines(board) == ["..F##"] * 5
    assert board.state is GameState.PLAYING
    for row in range(5):
        board.toggle_flag(row, 2)
    assert board.chord(0, 1) is WIN
    assert board.state is GameState.WON
    assert set(board.last_revealed) == {(r, c) for r in range(5) for c in (2, 3, 4)} - {(4, 4)}


def test_17_the_other_policy_removes_wrong_flags_next_to_zeros():
    board = Board.from_mines(5, 5, [(4, 4)], flood_removes_flags=True)
    for row in range(5):
        board.toggle_flag(row, 2)
    assert board.mines_left == -4
    assert board.reveal(0, 0) is WIN
    assert "F" not in board.to_text().replace("\n", "")[:-1]  # the mine itself may be flagged once it is won


# --- 18: large cascades


def test_18_a_million_cells_open_in_one_reveal():
    board = Board.from_mines(1000, 1000, [(999, 999)])
    assert board.reveal(0, 0) is WIN
    assert board.safe_left == 0
    text = board.to_text()
    assert text.count(".") == 999_996
    assert text.count("1") == 3


@pytest.mark.parametrize("rule", FirstClick)
def test_18_a_board_without_mines_is_won_by_one_reveal(rule):
    board = Board(50, 50, 0, first_click=rule)
    assert board.reveal(17, 3) is WIN
    assert lines(board) == ["." * 50] * 50


# --- 19: the counter of mines


def test_19_the_counter_goes_below_zero_and_comes_back():
    board = Board(9, 9, 10, seed=1)
    for col in range(9):
        board.toggle_flag(0, col)
    for col in range(3):
        board.toggle_flag(1, col)
    assert board.mines_left == -2
    assert f"{board.mines_left:03d}" == "-02"
    for col in range(3):
        board.toggle_flag(1, col)
    assert board.mines_left == 1


def test_19_a_flag_on_an_open_cell_is_refused_and_changes_nothing():
    board = Board.from_text("*1\n11")
    board.reveal(1, 1)
    text = board.to_text()
    board.toggle_flag(1, 1)
    assert board.to_text() == text
    assert board.mines_left == 1


# --- 20: one seed, one board

SEEDED = """
from surefoot import Board, FirstClick
for rule in FirstClick:
    for first in [(0, 0), (8, 8)]:
        board = Board(16, 16, 40, seed=42, first_click=rule)
        board.reveal(*first)
        print(board.to_text(reveal_all=True))
"""


def test_20_seed_rule_and_first_reveal_make_the_same_board_in_every_process():
    runs = {
        subprocess.run([sys.executable, "-c", SEEDED], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    }
    assert len(runs) == 1
    here = []
    for rule in FirstClick:
        for first in [(0, 0), (8, 8)]:
            board = Board(16, 16, 40, seed=42, first_click=rule)
            board.reveal(*first)
            assert len(mines(board)) == 40
            here.append(board.to_text(reveal_all=True))
    assert runs.pop().split() == "\n".join(here).split()


def test_20_another_seed_makes_another_board():
    layouts = set()
    for seed in range(50):
        board = Board(16, 16, 40, seed=seed)
        board.reveal(8, 8)
        layouts.add(board.to_text(reveal_all=True))
    assert len(layouts) == 50


def test_20_the_first_reveal_is_part_of_the_board():
    layouts = set()
    for first in [(0, 0), (8, 8), (15, 15), (3, 12)]:
        board = Board(16, 16, 40, seed=42, first_click=FirstClick.OPENING)
        board.reveal(*first)
        assert not mines(board) & {first, *oracles.rectangle(16, 16)[first]}
        layouts.add(board.to_text(reveal_all=True))
    assert len(layouts) > 1


# --- 21: every place is as likely as any other


def test_21_each_cell_is_a_mine_equally_often():
    number = 20_000
    times = dict.fromkeys(oracles.rectangle(9, 9), 0)
    for seed in range(number):
        board = Board(9, 9, 10, seed=seed, first_click=FirstClick.SAFE)
        board.reveal(4, 4)
        held = mines(board)
        assert len(held) == 10
        for cell in held:
            times[cell] += 1
    assert times.pop((4, 4)) == 0
    sigma = (0.125 * 0.875 / number) ** 0.5
    assert all(abs(count / number - 0.125) < 5 * sigma for count in times.values())
    # Ten of eighty places without replacement: the variance of a place is n/8 * 7/8, and summed over all 80
    # places the squares are 80/79 of a chi-square with 79 degrees of freedom, below 136 in 9,999 of 10,000.
    squares = sum((count - number / 8) ** 2 for count in times.values())
    assert squares / (number / 8 * 7 / 8) * 79 / 80 < 136


@pytest.mark.parametrize("rule", FirstClick)
def test_21_every_layout_of_a_small_board_comes_up_equally_often(rule):
    name = rule.name.lower()
    expected = oracles.placements(3, 3, 2, oracles.protected(name, (0, 0), oracles.rectangle(3, 3)))
    times = dict.fromkeys(expected, 0)
    for seed in range(200 * len(expected)):
        board = Board(3, 3, 2, seed=seed, first_click=rule)
        board.reveal(0, 0)
        times[frozenset(mines(board))] += 1
    degrees = len(expected) - 1
    assert sum((count - 200) ** 2 / 200 for count in times.values()) < degrees + 5 * (2 * degrees) ** 0.5
