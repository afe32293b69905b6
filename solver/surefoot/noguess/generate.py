"""Boards to order that need no guess, each with the recipe that makes it again."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from math import exp
from threading import Event, local
from time import monotonic
from typing import Any, Literal

from surefoot.errors import InvalidBoardError, LimitReached
from surefoot.formats.layout import Layout
from surefoot.model import Cell, FirstClick
from surefoot_core.generate import METHODS, Generator

Guarantee = Literal["none", "clues", "total"]
"""What is promised: nothing, no guess by the clues alone, or no guess with the mine total."""
Method = Literal["auto", "uniform", "repair"]
"""How a board with a guarantee is made; `auto` chooses."""

VERSION = 1
"""The version of the generator; it changes whenever the board of a recipe would."""
SMALL_CELLS = 512
"""Up to so many cells a board fits the fast checker, and repaired boards are polished by default."""
UNIFORM_PAYS = 1 / 200
"""`auto` is `uniform` where at least this share of random boards is expected to need no guess,"""
UNIFORM_PAYS_LARGE = 1 / 4
"""and this on larger boards: there a repair takes no longer than a few plays."""
POLISH = 20
"""Moves of a mine that are tried on such a board."""
GROWN_FROM = 0.4
"""Repair goes up to this share of mines among the free cells; the others are added by growth."""
_WORK = 500_000
"""Steps times cells of one call into the core: some milliseconds, between which a run can be stopped."""
_CHUNK_SECONDS = 0.1
"""How long a worker should be busy with one chunk of boards."""
_CHUNK_MOST = 512


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that a board depends on: it is the same on every machine, with any number of jobs, for ever."""

    rows: int
    """Rows of the board."""
    cols: int
    """Columns of the board."""
    mines: int
    """The mine total."""
    seed: int
    """The seed of the run."""
    number: int
    """The number of the board in its run, from 0: each has a stream of random numbers of its own."""
    start: Cell
    """The first reveal: the promise holds from there and from nowhere else."""
    first_click: str
    """What the first reveal is promised: `safe` or `opening`; `any` only without a guarantee."""
    guarantee: Guarantee
    """What is promised of the board."""
    method: str
    """How it was made: `uniform`, `repair`, or `random` without a guarantee; never `auto`."""
    polish: int
    """Moves of a mine that were tried on it; 0 but for `repair`."""
    version: int = VERSION
    """The version of the generator."""

    def as_json(self) -> dict[str, Any]:
        """Return the JSON form, an object of these fields."""
        return {**asdict(self), "start": list(self.start)}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Recipe":
        """Return the recipe of a JSON object; `InvalidBoardError` where a key is missing or strange."""
        try:
            recipe = cls(**{**value, "start": Cell(*value["start"])})
        except (TypeError, KeyError) as error:
            raise InvalidBoardError(f"expected a recipe, got a bad one: {error}") from None
        numbers = (recipe.rows, recipe.cols, recipe.mines, recipe.seed, recipe.number, *recipe.start, recipe.polish)
        if not all(isinstance(number, int) and number >= 0 for number in numbers):
            raise InvalidBoardError("expected a recipe with numbers of 0 or more, got something else")
        return recipe

    def make(self, *, timeout: float | None = None) -> Layout:
        """Make the board; `LimitReached` after so many seconds, `InvalidBoardError` for an impossible recipe."""
        if self.version != VERSION:
            raise InvalidBoardError(f"expected a recipe of generator version {VERSION}, got {self.version!r}")
        return _Maker(self).make(self.number, timeout)

    def holds_from(self, start: tuple[int, int]) -> bool:
        """Return whether the promise was made for this first reveal; from another one a guess may be needed."""
        return self.guarantee != "none" and tuple(self.start) == tuple(start)


def generate(
    rows: int,
    cols: int,
    mines: int,
    *,
    start: tuple[int, int] | None = None,
    first_click: FirstClick = FirstClick.OPENING,
    guarantee: Guarantee = "total",
    method: Method = "auto",
    polish: int | None = None,
    seed: int = 0,
    number: int = 0,
    timeout: float | None = None,
) -> Layout:
    """Return one board with its first reveal and its recipe.

    `start` is (rows // 2, cols // 2) by default. Raises `InvalidBoardError` for numbers that no board can have,
    `LimitReached` if none is found within `timeout` seconds; never returns a board without the promise.

    >>> board = generate(9, 9, 10, seed=1)
    >>> len(board.mines), board.start, board.recipe["method"]
    (10, (4, 4), 'uniform')
    """
    recipe = order(
        rows,
        cols,
        mines,
        start=start,
        first_click=first_click,
        guarantee=guarantee,
        method=method,
        polish=polish,
        seed=seed,
        number=number,
    )
    return recipe.make(timeout=timeout)


def order(
    rows: int,
    cols: int,
    mines: int,
    *,
    start: tuple[int, int] | None = None,
    first_click: FirstClick = FirstClick.OPENING,
    guarantee: Guarantee = "total",
    method: Method = "auto",
    polish: int | None = None,
    seed: int = 0,
    number: int = 0,
) -> Recipe:
    """Return the recipe that these wishes come to, with every default and the method chosen."""
    if guarantee not in ("none", "clues", "total") or method not in ("auto", "uniform", "repair"):
        raise ValueError(f"expected a known guarantee and method, got {guarantee!r} and {method!r}")
    chosen: str = method
    if guarantee == "none":
        chosen = METHODS[0]
    elif method == "auto":
        pays = UNIFORM_PAYS if rows * cols <= SMALL_CELLS else UNIFORM_PAYS_LARGE
        chosen = "uniform" if uniform_share(rows, cols, mines) >= pays else "repair"
    if chosen != "repair":
        polish = 0
    elif polish is None:
        polish = POLISH if rows * cols <= SMALL_CELLS else 0
    place = Cell(rows // 2, cols // 2) if start is None else Cell(*start)
    return Recipe(rows, cols, mines, seed, number, place, first_click.name.lower(), guarantee, chosen, polish)


def uniform_share(rows: int, cols: int, mines: int) -> float:
    """Return about which share of random boards with an opening needs no guess.

    Fitted to measured shares: 0.91 at 9x9 with 10 mines, 0.71 at 16x16 with 40, 0.156, 0.0102 and 0.00014 at 30x16
    with 99, 115 and 130, 0.075 at 50x50 with 500. Boards are spoiled along their edges, and by their corners.
    """
    edge = 2 * (rows + cols) - 4
    density = mines / max(rows * cols - 9, 1)
    return exp(-((density / 0.21) ** 5.7) * (0.46 + 0.0165 * edge))


def generate_many(
    recipe: Recipe,
    *,
    first: int = 0,
    jobs: int = 1,
    timeout: float | None = None,
    keep: Callable[[Layout], bool] | None = None,
) -> Iterator[Layout]:
    """Yield the boards of a run from number `first` on, without end, in order, whatever the number of jobs.

    With `keep` only those that it accepts; their recipes hold their numbers. `LimitReached` where no board, or none
    that is kept, was found for `timeout` seconds. Jobs are threads: the core works without Python's lock.
    """
    if jobs < 1:
        raise ValueError(f"expected at least 1 job, got {jobs}")
    _Maker(recipe)  # impossible numbers are refused before a thread is started
    stop = Event()
    mine = local()

    def work(begin: int, size: int) -> tuple[list[Layout], float]:
        maker = getattr(mine, "maker", None)
        if maker is None:
            maker = mine.maker = _Maker(recipe, stop)
        began = monotonic()
        made = [maker.make(number, timeout) for number in range(begin, begin + size)]
        return [board for board in made if keep is None or keep(board)], monotonic() - began

    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield from _in_order(pool, work, first, 2 * jobs, timeout)
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def _in_order(
    pool: ThreadPoolExecutor,
    work: Callable[[int, int], tuple[list[Layout], float]],
    first: int,
    ahead: int,
    timeout: float | None,
) -> Iterator[Layout]:
    """Yield what chunks of work give, chunk by chunk, a few of them begun ahead."""
    waiting: deque[tuple[int, Future[tuple[list[Layout], float]]]] = deque()
    size, last = 1, monotonic()
    while True:
        while len(waiting) < ahead:
            waiting.append((size, pool.submit(work, first, size)))
            first += size
        done, future = waiting.popleft()
        boards, seconds = future.result()
        size = max(1, min(_CHUNK_MOST, 2 * done, int(done * _CHUNK_SECONDS / max(seconds, 1e-6))))
        if boards:
            yield from boards
            last = monotonic()
        elif timeout is not None and monotonic() - last > timeout:
            raise LimitReached(f"no such board among {first} within {timeout:g} seconds")


class _Stopped(Exception):
    """The run is over; nobody waits for the board."""


class _Maker:
    """A generator of the core for one order; one thread uses one."""

    def __init__(self, recipe: Recipe, stop: Event | None = None) -> None:
        """Raise `InvalidBoardError` or `InvalidCellError` for numbers that no board can have."""
        rows, cols = recipe.rows, recipe.cols
        if not (0 <= recipe.start.row < rows and 0 <= recipe.start.col < cols):
            raise InvalidBoardError(
                f"expected a first reveal on {rows} x {cols} cells, got {recipe.start.row},{recipe.start.col}"
            )
        if recipe.method not in METHODS or recipe.first_click.upper() not in FirstClick.__members__:
            raise InvalidBoardError(
                f"expected a known method and first click, got {recipe.method}, {recipe.first_click}"
            )
        self.recipe = recipe
        self.stop = stop or Event()
        self.steps = max(1, _WORK // (rows * cols))
        rule = FirstClick[recipe.first_click.upper()]
        self.generator = Generator(
            rows,
            cols,
            recipe.mines,
            recipe.start.row * cols + recipe.start.col,
            rule=int(rule),
            total=recipe.guarantee == "total",
            method=METHODS.index(recipe.method),
            polish=recipe.polish,
            repair_mines=int(GROWN_FROM * max(rows * cols - 9, 0)),
        )
        self.only_layout = recipe.mines in (0, self.generator.most_mines)

    def make(self, number: int, timeout: float | None) -> Layout:
        """Return board `number` of the run."""
        recipe, generator = replace(self.recipe, number=number), self.generator
        generator.begin(recipe.seed, number)
        end = None if timeout is None else monotonic() + timeout
        while not generator.work(1 if self.only_layout else self.steps):
            if self.only_layout:
                raise InvalidBoardError("expected mines that leave a choice: the only layout needs a guess")
            if self.stop.is_set():
                raise _Stopped
            if end is not None and monotonic() > end:
                raise LimitReached(f"no board found within {timeout:g} seconds")
        cells = generator.board()
        mines = tuple(cell for cell, mine in enumerate(cells) if mine)
        return Layout(recipe.rows, recipe.cols, mines, recipe.start, recipe.as_json())
