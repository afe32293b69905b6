"""Many games at once: whole games in the core, on threads, told in the order in which they were asked for.

A thread holds no lock of Python while it plays, so threads use all processors. Each game depends on nothing but
itself: the answers are the same for any number of workers.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Literal, TypeVar

import numpy as np
import numpy.typing as npt

from surefoot.errors import InvalidBoardError
from surefoot.formats.layout import Layout
from surefoot.model import FirstClick, Rule
from surefoot_core.bulk import FIELDS, RESULTS, Player

CHUNK = 256
"""Games that a thread plays at a time: some 20 ms on Expert."""

Asked = TypeVar("Asked")
Answered = TypeVar("Answered")
Numbers = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Tale:
    """How one game went."""

    result: Literal["won", "lost", "stuck", "wide"]
    """Stuck: nothing is certain and guessing was not allowed. Wide: not decided within the limits of counting."""
    opened: int
    """Cells revealed."""
    given: int
    """Those of them that the first reveal opened."""
    reveals: dict[Rule, int]
    """Proved reveals by what proved them."""
    guesses: int
    """Reveals that were not proved, the first one not counted."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """How the boards of seeds are drawn, and where they are begun."""

    rows: int
    """Rows."""
    cols: int
    """Columns."""
    mines: int
    """Mines."""
    start: tuple[int, int]
    """The first reveal."""
    first_click: FirstClick = FirstClick.OPENING
    """What it is promised."""


def play_many(
    games: Iterable[int | Layout],
    *,
    drawing: Drawing | None = None,
    guess: str = "never",
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Tale]:
    """Yield how each game goes, in the order of `games`: seeds with their `drawing`, or layouts with their start.

    Where nothing is certain a game ends stuck, or goes on with the `guess` of a strategy, as in
    `surefoot_core.bulk.STRATEGIES`: "safest" reveals the cell with the least chance of a mine. `progress` is called
    with the number of games done so far.

    >>> drawing = Drawing(9, 9, 10, (4, 4))
    >>> [tale.result for tale in play_many(range(5), drawing=drawing)]
    ['won', 'won', 'won', 'won', 'won']
    """
    player = Players()

    def play(chunk: list[int | Layout]) -> list[Tale]:
        if drawing is not None:
            return [
                tale_of(row)
                for row in player.seeds([game for game in chunk if isinstance(game, int)], drawing, guess)
            ]
        return [
            tale_of(row) for row in player.layouts([game for game in chunk if isinstance(game, Layout)], guess=guess)
        ]

    return in_order(games, play, workers, progress)


def in_order(
    asked: Iterable[Asked],
    answer: Callable[[list[Asked]], list[Answered]],
    workers: int,
    progress: Callable[[int], None] | None,
) -> Iterator[Answered]:
    """Yield the answers to everything asked, worked out by chunks on so many threads, in order.

    No more is read ahead than the threads have to do; what is left undone when the iterator is closed is dropped.
    """
    if workers < 1:
        raise ValueError(f"expected at least 1 worker, got {workers}")
    source = iter(asked)
    waiting: deque[Future[list[Answered]]] = deque()
    done = 0
    pool = ThreadPoolExecutor(workers)
    try:
        while True:
            while len(waiting) < 2 * workers and (chunk := list(islice(source, CHUNK))):
                waiting.append(pool.submit(answer, chunk))
            if not waiting:
                return
            answers = waiting.popleft().result()
            done += len(answers)
            if progress is not None:
                progress(done)
            yield from answers
    finally:
        pool.shutdown(cancel_futures=True)


class Players(threading.local):
    """The players of a thread, one for each size of board."""

    def __init__(self) -> None:
        """Have none yet."""
        self._players: dict[tuple[int, int], Player] = {}

    def of(self, rows: int, cols: int) -> Player:
        """Return the player for a size."""
        if (rows, cols) not in self._players:
            self._players[rows, cols] = Player(rows, cols)
        return self._players[rows, cols]

    def seeds(self, seeds: list[int], drawing: Drawing, guess: str) -> Numbers:
        """Return the numbers of each game in the fields of the core."""
        row, col = drawing.start
        if not (0 <= row < drawing.rows and 0 <= col < drawing.cols):
            raise InvalidBoardError(f"expected a start on {drawing.rows} x {drawing.cols} cells, got ({row}, {col})")
        out = np.zeros((len(seeds), len(FIELDS)), np.int32)
        self.of(drawing.rows, drawing.cols).play_seeds(
            np.array(seeds, np.uint64).data,
            drawing.mines,
            row * drawing.cols + col,
            drawing.first_click,
            out.data,
            guess=guess,
        )
        return out

    def layouts(self, layouts: list[Layout], *, guess: str = "never", total: bool = True) -> Numbers:
        """Return the numbers of each game in the fields of the core; all layouts have a start."""
        out = np.zeros((len(layouts), len(FIELDS)), np.int32)
        sizes: dict[tuple[int, int], list[int]] = {}
        for place, layout in enumerate(layouts):
            if layout.start is None:
                raise InvalidBoardError("expected a board with its first reveal, got none")
            sizes.setdefault((layout.rows, layout.cols), []).append(place)
        for (rows, cols), places in sizes.items():
            boards = np.zeros((len(places), rows * cols), np.uint8)
            starts = np.zeros(len(places), np.int32)
            for number, place in enumerate(places):
                boards[number, list(layouts[place].mines)] = 1
                row, col = layouts[place].start or (0, 0)
                starts[number] = row * cols + col
            numbers = np.zeros((len(places), len(FIELDS)), np.int32)
            self.of(rows, cols).play_layouts(boards.data, starts.data, numbers.data, guess=guess, total=total)
            out[places] = numbers
        return out


def tale_of(row: Numbers) -> Tale:
    """Return the tale of a row of numbers."""
    told = dict(zip(FIELDS, row.tolist(), strict=True))
    result: Literal["won", "lost", "stuck", "wide"] = RESULTS[told["result"]]  # type: ignore[assignment]
    rules = {Rule.ONE_CLUE: "one_clue", Rule.TWO_CLUES: "two_clues", Rule.CLUES: "clues", Rule.TOTAL: "total"}
    return Tale(
        result,
        told["opened"],
        told["given"],
        {rule: told[name] for rule, name in rules.items() if told[name]},
        told["guesses"],
    )
