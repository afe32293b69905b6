"""What the games of a campaign say: win rate with its interval, guesses, losses, times, calibration, pairs."""

from collections import Counter
from dataclasses import dataclass, replace

from surefoot.campaign.games import Bins
from surefoot.campaign.store import Store
from surefoot.errors import FormatError
from surefoot.rates import Interval, paired, wilson

LATE = 10
"""Losses at this guess or later are told together."""

RISK_EDGES = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
"""Where the risks of losing guesses are cut."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a campaign so far."""

    games: int
    """Games played."""
    wins: int
    """Games won."""
    win_rate: Interval
    """The win rate, Wilson."""
    guesses: float
    """Guesses a game."""
    unguessed: int
    """Games won without a guess."""
    losses_at: dict[int, int]
    """Games lost by the number of the losing guess, counted from 1; 0: at the first reveal."""
    losses_by_risk: dict[float, int]
    """Games lost by the risk taken: the key is the lower end of the range."""
    progress_at_loss: tuple[float, ...]
    """Of each lost game the part of its opened cells at the last guess, as cells revealed."""
    seconds: tuple[float, float, float]
    """Seconds a game: median, 99th percentile, worst."""
    mean_seconds: float
    """Seconds a game: mean."""
    risks: Bins
    """Stated risk against hits."""
    chances: Bins
    """Stated chance to win against wins."""


def make_report(store: Store) -> Report:
    """Return the report of the games played so far; `FormatError` if there are none."""
    games = list(store.games())
    if not games:
        raise FormatError("expected a campaign with games, got one without any")
    wins = sum(game.won for game in games)
    lost = [game for game in games if not game.won]
    times = sorted(game.seconds for game in games)
    by_risk = Counter(
        max((edge for edge in (0.0, *RISK_EDGES) if edge <= game.last_risk), default=0.0)
        for game in lost
        if game.last_risk is not None
    )
    risks, chances = store.bins()
    return Report(
        games=len(games),
        wins=wins,
        win_rate=wilson(wins, len(games)),
        guesses=sum(game.guesses for game in games) / len(games),
        unguessed=sum(game.won and not game.guesses for game in games),
        losses_at=dict(sorted(Counter(min(game.guesses, LATE) for game in lost).items())),
        losses_by_risk=dict(sorted(by_risk.items())),
        progress_at_loss=tuple(game.last_opened for game in lost if game.last_opened is not None),
        seconds=(times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)], times[-1]),
        mean_seconds=sum(times) / len(times),
        risks=risks,
        chances=chances,
    )


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two campaigns on the same boards."""

    games: int
    """Games that both have played."""
    first_wins: int
    """Games that the first won."""
    second_wins: int
    """Games that the second won."""
    only_first: int
    """Games that only the first won."""
    only_second: int
    """Games that only the second won."""
    difference: Interval
    """Win rate of the first less that of the second, paired."""


def compare(first: Store, second: Store) -> Comparison:
    """Return the paired difference of two campaigns; `FormatError` unless they play the same boards."""
    _check_same_boards(first, second)
    won = {game.number: game.won for game in second.games()}
    pairs = [(game.won, won[game.number]) for game in first.games() if game.number in won]
    if not pairs:
        raise FormatError("expected campaigns with games in common, got none")
    n = len(pairs)
    only_first = sum(a and not b for a, b in pairs)
    only_second = sum(b and not a for a, b in pairs)
    return Comparison(
        games=n,
        first_wins=sum(a for a, _ in pairs),
        second_wins=sum(b for _, b in pairs),
        only_first=only_first,
        only_second=only_second,
        difference=paired(only_first, only_second, n),
    )


def _check_same_boards(first: Store, second: Store) -> None:
    """Raise `FormatError` unless games with the same number have the same board and start."""
    one, other = first.settings, second.settings
    if one.given != other.given:
        raise FormatError("expected campaigns on the same boards, got one on given boards and one on drawn boards")
    if one.given:
        if any(a != b for a, b in zip(first.all_boards(), second.all_boards(), strict=False)):
            raise FormatError("expected campaigns on the same boards, got different given boards")
        return
    alike = replace(other, strategy=one.strategy, games=one.games, chunk=one.chunk)
    if alike != one:
        names = [name for name in ("rows", "cols", "mines", "first_click", "start", "seed")
                 if getattr(one, name) != getattr(other, name)]  # fmt: skip
        raise FormatError(f"expected campaigns on the same boards, got different {', '.join(names)}")
