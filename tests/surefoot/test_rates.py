"""Rates with their intervals."""

import math

from surefoot.rates import Interval, paired, wilson


def test_the_interval_is_that_of_wilson():
    # Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29
    for wins, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
                                   (1, 29, 0.0061, 0.1718)):  # fmt: skip
        found = wilson(wins, games)
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert math.isnan(wilson(0, 0).rate)


def test_a_difference_on_the_same_games_leaves_out_those_that_both_won():
    found = paired(2, 1, 4)
    assert found.rate == 0.25
    spread = 1.959963984540054 * math.sqrt((3 / 4 - 1 / 16) / 4)
    assert (found.low, found.high) == (0.25 - spread, 0.25 + spread)
    assert paired(0, 0, 3) == Interval(0, 0, 0)
