"""The no-guess check by SAT against an independent checker's verdicts and the oracle."""

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import oracles
import strategies
from surefoot import Board, Limit, Verdict
from surefoot.formats.sgt import read_id
from surefoot.noguess.sat_check import NoGuess, check_by_sat

DATA = Path(__file__).resolve().parents[2] / "data"
BOARDS = [json.loads(line) for line in (DATA / "boards.jsonl").read_text().splitlines()]


def check(layout, **how):
    places = [divmod(mine, layout.cols) for mine in layout.mines]
    return check_by_sat(Board.from_mines(layout.rows, layout.cols, places), layout.start, **how)


def test_verdicts_and_opened_counts_of_all_boards_are_those_of_another_checker():
    for row in BOARDS:
        found = check(read_id(row["id"]))
        assert (found.clues is Verdict.YES) == row["clues_only"], row["id"]
        assert (found.total is Verdict.YES) == row["with_total"], row["id"]
        assert found.opened_clues == row["opened_clues_only"], row["id"]
        assert found.opened_total == row["opened_with_total"], row["id"]
    assert len(BOARDS) == 1019


@given(strategies.layouts(max_cells=16, min_mines=1, max_mines=7), st.data())
def test_what_is_opened_is_what_perfect_safe_play_opens(board, data):
    start = data.draw(st.sampled_from(sorted(oracles.rectangle(board.rows, board.cols))))
    found = check_by_sat(Board.from_mines(board.rows, board.cols, board.mines), start)
    opened = [
        len(oracles.safe_play(board.rows, board.cols, board.mines, start, total=total)) for total in (False, True)
    ]
    assert [found.opened_clues, found.opened_total] == opened
    safe = board.rows * board.cols - len(board.mines)
    won = [Verdict.YES if count == safe and safe else Verdict.NO for count in opened]
    assert [found.clues, found.total] == won


def test_a_start_on_a_mine_opens_nothing():
    found = check_by_sat(Board.from_text("*."), (0, 0))
    assert found == NoGuess(Verdict.NO, Verdict.NO, 0, 0)


def test_a_limit_leaves_the_verdict_unknown():
    row = next(row for row in BOARDS if row["with_total"] and not row["clues_only"])
    found = check(read_id(row["id"]), limit=Limit(conflicts=0))
    assert found.total is Verdict.UNKNOWN
    assert found.opened_total <= row["opened_with_total"]
