"""The strategies in whole games: the same every time, honest about their chances, exact at the end."""

import math

import numpy as np
import pytest

from surefoot_core.bulk import FIELDS, RESULTS, STYLE_LIMITS, Player
from surefoot_core.rules import FirstClick


def play(strategy, rows, cols, mines, seeds, *, start=0, rule=FirstClick.SAFE):
    out = np.zeros((len(seeds), len(FIELDS)), np.int32)
    player = Player(rows, cols)
    player.play_seeds(np.array(seeds, np.uint64), mines, start, rule, out, guess=strategy)
    return out, player.guesses()


@pytest.mark.parametrize("strategy", ["safest", "fast", "best"])
def test_a_game_repeats_exactly_whatever_was_played_before(strategy):
    seeds = list(range(150))
    forward, _ = play(strategy, 16, 30, 99, seeds)
    backward, _ = play(strategy, 16, 30, 99, seeds[::-1])
    alone = np.concatenate([play(strategy, 16, 30, 99, [seed])[0] for seed in seeds[:30]])
    # How often the counting engine was asked is the same too: no column is left out.
    assert np.array_equal(forward, backward[::-1])
    assert np.array_equal(forward[:30], alone)


@pytest.mark.parametrize("strategy", ["safest", "fast", "best"])
def test_a_game_is_lost_by_a_guess_and_only_so(strategy):
    out, guesses = play(strategy, 16, 16, 40, range(300))
    tales = [dict(zip(FIELDS, row.tolist(), strict=True)) for row in out]
    made = [[guess for guess in guesses if guess[0] == game] for game in range(len(tales))]
    for tale, mine in zip(tales, made, strict=True):
        assert len(mine) == tale["guesses"]
        assert RESULTS[tale["result"]] == ("lost" if mine and not mine[-1][4] else "won")
        assert all(guess[4] for guess in mine[:-1])
        assert all(0 < guess[2] < 1 for guess in mine)
        assert [guess[1] for guess in mine] == sorted({guess[1] for guess in mine})


@pytest.mark.parametrize("strategy", ["fast", "best"])
def test_chances_to_win_are_told_where_the_end_is_played_exactly(strategy):
    _, guesses = play(strategy, 9, 9, 10, range(2000))
    told = [guess for guess in guesses if guess[3] is not None]
    assert told
    assert all(guess[3] <= guess[2] for guess in told)


def test_an_unknown_strategy_is_refused():
    with pytest.raises(ValueError, match="expected a strategy among never, safest"):
        play("boldest", 9, 9, 10, [0])


def test_a_style_can_be_changed_to_measure_its_parts():
    seeds = np.arange(300, dtype=np.uint64)
    out = [np.zeros((300, len(FIELDS)), np.int32) for _ in range(3)]
    player = Player(16, 30)
    player.play_seeds(seeds, 99, 0, FirstClick.SAFE, out[0], guess="best")
    player.set_style("best", layouts=0, most=1, share=0)
    player.play_seeds(seeds, 99, 0, FirstClick.SAFE, out[1], guess="best")
    assert all(guess[3] is None for guess in player.guesses())
    assert not np.array_equal(out[0], out[1])
    with pytest.raises(ValueError, match="expected a name among margin"):
        player.set_style("best", courage=1)


@pytest.mark.parametrize("strategy", ["fast", "best"])
def test_whatever_style_is_taken_can_be_played(strategy):
    seeds = np.arange(20, dtype=np.uint64)
    out = np.zeros((20, len(FIELDS)), np.int32)
    for name, limits in STYLE_LIMITS.items():
        for number in limits:
            player = Player(9, 9)
            player.set_style(strategy, **{name: number})
            player.play_seeds(seeds, 20, 0, FirstClick.SAFE, out, guess=strategy)
            assert all(0 < guess[2] < 1 for guess in player.guesses())
        for number in (limits[0] - 1, limits[1] + 1, math.nan):
            with pytest.raises(ValueError, match=f"expected {name} in "):
                player.set_style(strategy, **{name: number})


def test_the_safest_cell_tells_no_prospects_while_it_wanders():
    out, again = (np.zeros((50, len(FIELDS)), np.int32) for _ in range(2))
    seeds = np.arange(50, dtype=np.uint64)
    player = Player(9, 9)
    player.play_seeds(seeds, 20, 0, FirstClick.SAFE, out, guess="safest")
    player.wander(0.5, 1)
    player.play_seeds(seeds, 20, 0, FirstClick.SAFE, again, guess="safest")
    assert player.guesses()
    assert player.prospects() == []
    assert np.array_equal(out, again)


def test_prospects_repeat_exactly_whatever_strategy_played_before():
    out = np.zeros((1, len(FIELDS)), np.int32)
    player = Player(16, 16)
    for seed in range(30):
        found = []
        for before in ("fast", "best"):
            for strategy in (before, "fast"):
                player.wander(0.5, 1)
                player.play_seeds(np.array([seed], np.uint64), 40, 0, FirstClick.SAFE, out, guess=strategy)
            found.append(player.prospects())
        assert found[0] == found[1]
