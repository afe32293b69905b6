"""The no-guess check by counting: the verdicts of an independent checker, in order."""

import json
from pathlib import Path

from surefoot import Verdict
from surefoot.formats.layout import Layout
from surefoot.formats.sgt import read_id
from surefoot.noguess.count_check import check_many

BOARDS = [json.loads(line) for line in (Path(__file__).parents[2] / "data/boards.jsonl").read_text().splitlines()]


def test_verdicts_and_opened_counts_are_those_of_another_checker():
    done: list[int] = []
    found = check_many((read_id(row["id"]) for row in BOARDS), workers=2, progress=done.append)
    for row, verdict in zip(BOARDS, found, strict=True):
        assert (verdict.clues is Verdict.YES) == row["clues_only"], row["id"]
        assert (verdict.total is Verdict.YES) == row["with_total"], row["id"]
        assert (verdict.opened_clues, verdict.opened_total) == (row["opened_clues_only"], row["opened_with_total"])
    assert done[-1] == len(BOARDS) == 1019


def test_a_start_on_a_mine_opens_nothing():
    (verdict,) = check_many([Layout(2, 2, (0,), (0, 0))])
    assert (verdict.clues, verdict.total) == (Verdict.NO, Verdict.NO)
    assert (verdict.opened_clues, verdict.opened_total) == (0, 0)
