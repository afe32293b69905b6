"""Whether boards need no guess, many at a time, by counting: they are played in the core, which sees no mines.

(The core holds both the board and the solver; the solver's part knows what was revealed and nothing else.)
"""

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from surefoot.bulk import Players, in_order
from surefoot.formats.layout import Layout
from surefoot.model import Verdict
from surefoot.noguess.sat_check import NoGuess
from surefoot_core.bulk import RESULTS

VERDICTS = {"won": Verdict.YES, "lost": Verdict.NO, "stuck": Verdict.NO, "wide": Verdict.UNKNOWN}
"""What the result of a game played by safe reveals says."""


def check_many(
    layouts: Iterable[Layout], *, workers: int = 1, progress: Callable[[int], None] | None = None
) -> Iterator[NoGuess]:
    """Yield how far safe reveals alone open each layout from its first reveal, in order.

    `progress` is called with the number of boards done so far.
    """
    players = Players()

    def check(chunk: list[Layout]) -> list[NoGuess]:
        by_clues = players.layouts(chunk, total=False)
        by_total = by_clues.copy()
        # Where the clues alone open everything, or the first reveal is a mine, the mine total changes nothing.
        again = [place for place, row in enumerate(by_clues) if RESULTS[int(row[0])] in ("stuck", "wide")]
        if again:
            by_total[np.array(again)] = players.layouts([chunk[place] for place in again])
        return [
            NoGuess(VERDICTS[RESULTS[int(one[0])]], VERDICTS[RESULTS[int(other[0])]], opened(one), opened(other))
            for one, other in zip(by_clues, by_total, strict=True)
        ]

    return in_order(layouts, check, workers, progress)


def opened(row: "np.ndarray[tuple[int], np.dtype[np.int32]]") -> int:
    """Return how many cells a game opened."""
    return int(row[1])
