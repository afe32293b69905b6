"""Many games at once: the same as one by one, whatever the workers."""

import json
from pathlib import Path

import pytest

from surefoot import Board, FirstClick, InvalidBoardError, Rule, autoplay
from surefoot.bulk import Drawing, Tale, in_order, play_many
from surefoot.formats.layout import Layout
from surefoot.formats.sgt import read_id

BOARDS = [json.loads(line) for line in (Path(__file__).parents[1] / "data/boards.jsonl").read_text().splitlines()]
EXPERT = Drawing(16, 30, 99, (0, 0), FirstClick.SAFE)


def test_games_are_those_of_autoplay():
    for seed, tale in enumerate(play_many(range(12), drawing=Drawing(16, 30, 99, (8, 15)))):
        play = autoplay(Board(16, 30, 99, seed=seed), start=(8, 15))
        assert (tale.result, tale.opened, tale.guesses) == (play.ending.value, play.opened, 0)
        assert {*tale.reveals} <= {*Rule}


def test_results_do_not_depend_on_the_number_of_workers():
    one = list(play_many(range(600), drawing=EXPERT, guess="safest"))
    assert list(play_many(range(600), drawing=EXPERT, guess="safest", workers=3)) == one
    assert len(one) == 600


def test_layouts_of_several_sizes_are_answered_in_order():
    layouts = [read_id(row["id"]) for row in BOARDS[:300:3]]
    for row, tale in zip(BOARDS[:300:3], play_many(layouts), strict=True):
        assert tale.opened == row["opened_with_total"]
        assert (tale.result == "won") == row["with_total"]


def test_progress_counts_the_games_and_nothing_is_read_far_ahead():
    seen: list[int] = []
    read: list[int] = []

    def seeds():
        for seed in range(5000):
            read.append(seed)
            yield seed

    games = play_many(seeds(), drawing=Drawing(5, 5, 3, (2, 2)), progress=seen.append)
    assert isinstance(next(games), Tale)
    assert seen == [256]
    assert len(read) <= 1024
    games.close()


def test_an_error_in_a_thread_is_raised():
    with pytest.raises(InvalidBoardError, match="expected a board with its first reveal"):
        list(play_many([Layout(2, 2, (0,))]))
    with pytest.raises(InvalidBoardError, match="expected a start on 5 x 5 cells"):
        list(play_many([1], drawing=Drawing(5, 5, 3, (5, 0))))
    with pytest.raises(ValueError, match="expected at least 1 worker"):
        list(in_order([1], list, 0, None))
