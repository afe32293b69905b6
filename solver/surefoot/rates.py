"""Rates with their 95 % intervals."""

import math
from dataclasses import dataclass

Z = 1.959963984540054
"""The quantile of the normal distribution for intervals of 95 %."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A rate with its 95 % interval."""

    rate: float
    """The rate, 0 .. 1 (of a difference, -1 .. 1)."""
    low: float
    """The lower end."""
    high: float
    """The upper end."""


def wilson(wins: int, games: int) -> Interval:
    """Return a win rate with its Wilson interval (E. B. Wilson, JASA 22, 1927); all of 0 .. 1 without a game."""
    if games == 0:
        return Interval(math.nan, 0.0, 1.0)
    rate = wins / games
    spread = Z * math.sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    middle, scale = rate + Z * Z / (2 * games), 1 + Z * Z / games
    return Interval(rate, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


def paired(only_first: int, only_second: int, games: int) -> Interval:
    """Return the win rate of one less that of another on the same games, from those that only one of them won."""
    rate = (only_first - only_second) / games
    spread = Z * math.sqrt(max(0.0, (only_first + only_second) / games - rate * rate) / games)
    return Interval(rate, rate - spread, rate + spread)
