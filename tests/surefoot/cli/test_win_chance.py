"""``surefoot analyse --win-chance``: the reported positions, and positions too large."""

import json

import click
import pytest
from click.testing import CliRunner

from surefoot.cli.analyse import command
from surefoot.errors import LimitReached

TWELVE = "#####\n##2##\n1112#\n...1#\n"


def analyse(text: str, *words: str) -> str:
    done = CliRunner().invoke(command, ["-", "--win-chance", *words], input=text, standalone_mode=False)
    assert done.exception is None, done.exception
    return done.output


def test_every_candidate_has_its_risk_and_its_chance_to_win():
    told = json.loads(analyse(TWELVE, "--mines", "6", "--json"))["win_chance"]
    assert (told["exact"], told["win"]) == (True, "1/2")
    by_cell = {tuple(each["cell"]): each for each in told["candidates"]}
    assert by_cell[1, 0] == {"cell": [1, 0], "risk": "1/2", "win": "1/2"}
    assert by_cell[0, 1] == {"cell": [0, 1], "risk": "1/3", "win": "1/3"}


def test_the_text_says_why_the_safest_is_not_the_best():
    text = analyse(TWELVE, "--mines", "6")
    assert "best: (1,0), risk 1/2, win chance 1/2; the safest, (0,1), has risk 1/3 but wins only 1/3" in text


def test_the_text_of_a_position_where_the_safest_is_the_best():
    assert "the safest" not in analyse("1#\n##\n", "--mines", "1")


def test_a_large_position_has_no_exact_chance():
    board = ("#" * 9 + "\n") * 9
    told = json.loads(analyse(board, "--mines", "10", "--json"))["win_chance"]
    assert told["exact"] is False
    assert "20000 layouts" in told["why"]
    assert "no exact chance to win" in analyse(board, "--mines", "10")


def test_a_large_position_is_played_out_where_it_is_asked_for():
    board = ("#" * 9 + "\n") * 9
    words = ["--mines", "10", "--play-out", "300"]
    told = json.loads(analyse(board, *words, "--json"))["win_chance"]["played_out"]
    assert (told["strategy"], told["layouts"]) == ("fast", 300)
    assert 2 <= len(told["cells"]) <= 5
    for each in told["cells"]:
        assert each["low"] <= each["win"] <= each["high"]
        assert each["risk"] == pytest.approx(10 / 81)
    text = analyse(board, *words)
    assert f"({told['cells'][0]['cell'][0]},{told['cells'][0]['cell'][1]})" in text.splitlines()[-7:][1]
    assert "played out by strategy fast on the same 300 layouts" in text
    assert "played_out" not in json.loads(analyse(TWELVE, "--mines", "6", "--play-out", "9", "--json"))["win_chance"]


def test_time_is_limited():
    board = ("#" * 9 + "\n") * 9
    told = json.loads(analyse(board, "--mines", "10", "--play-out", "100000", "--seconds", "0.01", "--json"))
    assert told["win_chance"]["played_out"]["layouts"] < 100_000
    told = json.loads(analyse("####\n####\n####\n####\n", "--mines", "5", "--seconds", "0", "--json"))
    assert "0 seconds" in told["win_chance"]["why"]


def test_what_cannot_be_played_out_says_why(monkeypatch):
    def refuse(*_, **__):
        raise LimitReached("a component is too large to draw layouts of it")

    monkeypatch.setattr("surefoot.cli.win_chance.play_out", refuse)
    board, words = ("#" * 9 + "\n") * 9, ["--mines", "10", "--play-out", "5"]
    told = json.loads(analyse(board, *words, "--json"))["win_chance"]["played_out"]
    assert told == {"strategy": "fast", "why": "a component is too large to draw layouts of it"}
    assert "not played out: a component is too large" in analyse(board, *words)


@pytest.mark.parametrize(
    ("text", "words"),
    [("##\n#1\n", ["--mines", "1"]), ("topology: torus\nmines: 2\n###\n###\n###\n", ["--win-chance"])],
)
def test_playing_out_needs_win_chance_and_a_rectangle(text, words):
    with pytest.raises(click.UsageError, match="--play-out needs --win-chance and a rectangle"):
        CliRunner().invoke(
            command, ["-", "--play-out", "9", *words], input=text, standalone_mode=False, catch_exceptions=False
        )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("topology: hex\ndensity: 0.2\n#1#\n###\n", []),
        ("max_mines_per_cell: 2\nmines: 3\n#3#\n", ["--json"]),
        ("#1#\n", ["--reasoning", "clues"]),
    ],
)
def test_a_view_without_a_mine_total_or_with_more_mines_a_cell_is_refused(text, words):
    with pytest.raises(click.UsageError, match="mine total"):
        CliRunner().invoke(
            command, ["-", "--win-chance", *words], input=text, standalone_mode=False, catch_exceptions=False
        )
