"""Reports on known boards: verdicts, the play that wins, the place where a guess is forced."""

import json
from pathlib import Path

import pytest

import oracles
from surefoot.errors import InvalidBoardError
from surefoot.formats.layout import Layout
from surefoot.formats.sgt import read_id
from surefoot.model import Cell, GameState, Rule
from surefoot.noguess.check import check_no_guess, measures, no_guess_starts
from surefoot.noguess.difficulty import Difficulty
from surefoot_core.board import Board

BOARDS = [json.loads(line) for line in (Path(__file__).parents[2] / "data/boards.jsonl").read_text().splitlines()]


def test_every_no_guess_board_carries_a_play_that_a_plain_replay_confirms():
    for row in BOARDS:
        layout = read_id(row["id"])
        report = check_no_guess(layout)
        assert (report.clues, report.total) == (row["clues_only"], row["with_total"])
        if not report.no_guess:
            assert report.open_cells.count(1) == row["opened_with_total"]
            continue
        board = layout.board()
        board.reveal(*layout.start)
        for cell, _ in report.moves:
            assert board.state is not GameState.LOST
            board.reveal(*cell)
        assert board.state is GameState.WON, row["id"]
        assert report.guesses == ()


def test_a_large_board_that_people_called_unsolvable_needs_no_guess():
    # Case 02.
    report = check_no_guess(
        read_id(
            "49x22:9,12,m5141a7b0615643db1b461184eb1f52ef59a7de6edaea3c5cec7d4f84b8e694d1f4969d86c6b84570d106192ce297d7"
            "3357451b54e18c4ab254eb79a4ba876ebdf50f4e00a91f90587b22038679ca036af88871ace4351c3e0472db9bc6421098a6343c15"
            "60e5e0e2df9a06cf070f21ee81d37791a65a89681d88a27fc97d0ef97c8dd5589b2c24"
        )
    )
    assert (report.clues, report.total, report.opened_clues) == (True, True, 858)
    assert report.difficulty.hardest == "more"


def test_play_by_the_clues_alone_never_uses_the_total():
    for row in BOARDS[::7]:
        report = check_no_guess(read_id(row["id"]), reasoning="clues")
        assert report.no_guess == row["clues_only"]
        assert report.open_cells.count(1) == row["opened_clues_only"]
        assert report.difficulty.total == 0


def test_a_board_that_needs_the_total_says_so():
    report = check_no_guess(read_id("5x5:0,0,m41e62c0"))
    assert (report.clues, report.total, report.difficulty.hardest) == (False, True, "total")
    assert Rule.TOTAL in [rule for _, rule in report.moves]
    stuck = check_no_guess(read_id("5x5:0,0,m41e62c0"), reasoning="clues")
    assert not stuck.no_guess
    assert stuck.guesses


def test_the_stuck_view_has_no_safe_cell_by_the_oracle():
    layout = read_id("5x5:3,0,ma6b3610")
    report = check_no_guess(layout)
    text = report.board().to_text().split()
    truth = oracles.truth(text, len(layout.mines))
    assert truth.safe == []
    assert {tuple(cell) for cell in report.guesses} == set(truth.probability) - set(truth.mines)
    assert report.view().rows == 5


@pytest.mark.parametrize(
    ("text", "start", "expected"),
    [
        # All clues show 1 and one cell is left: one clue is enough.
        ("*.\n..", (1, 1), (0, 0)),
        # A zero that opens everything is no deduction at all.
        ("...\n...\n..*", (0, 0), (0, 0)),
    ],
)
def test_easy_boards_need_no_hard_step(text, start, expected):
    report = check_no_guess(Board.from_text(text), start)
    assert (report.difficulty.more, report.difficulty.two) == expected


def test_difficulty_is_the_hardest_step_that_was_needed():
    assert Difficulty().hardest == "one"
    assert Difficulty(one=5, two=1).hardest == "two"
    assert Difficulty(one=5, more=1).hardest == "more"
    assert Difficulty(one=5, two=2, total=1).hardest == "total"
    assert Difficulty(1, 2, 3, 4).as_json() == {"hardest": "total", "one": 1, "two": 2, "more": 3, "total": 4}


@pytest.mark.parametrize("reasoning", ["clues", "total"])
def test_starts_are_those_from_which_the_oracle_wins(reasoning):
    for mines in ({(0, 0), (0, 3), (2, 1)}, {(1, 1), (1, 3), (3, 0)}, {(0, 2), (3, 2), (3, 3)}):
        layout = Layout(4, 4, tuple(sorted(4 * r + c for r, c in mines)))
        expected = [
            Cell(r, c)
            for r in range(4)
            for c in range(4)
            if len(oracles.safe_play(4, 4, mines, (r, c), total=reasoning == "total")) == 16 - len(mines)
        ]
        assert list(no_guess_starts(layout, reasoning=reasoning)) == expected


def test_a_start_on_a_mine_opens_nothing_and_a_board_without_start_is_refused():
    report = check_no_guess(Layout(2, 2, (0,), (0, 0)))
    assert (report.clues, report.total, report.opened_total, report.moves) == (False, False, 0, ())
    assert report.board().state is GameState.PLAYING
    with pytest.raises(InvalidBoardError, match="first reveal"):
        check_no_guess(Layout(2, 2, (0,)))


def test_measures_come_together():
    told = measures(read_id("9x9:4,4,m00b7d48a3e0231c419200"))
    assert (told.three_bv, told.openings, told.islands, told.zini) == (22, 3, 4, 17)
