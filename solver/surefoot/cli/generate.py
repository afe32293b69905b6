"""``surefoot generate``: boards that need no guess, to order."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import BinaryIO

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from surefoot.cli.options import Seconds, first_reveal_options, size_of, size_options, start_on
from surefoot.errors import InvalidBoardError, LimitReached
from surefoot.formats.layout import Layout
from surefoot.formats.registry import write_board
from surefoot.formats.stream import read_boards
from surefoot.model import Cell, FirstClick
from surefoot.noguess.check import check_no_guess
from surefoot.noguess.difficulty import STEPS
from surefoot.noguess.generate import Guarantee, Method, Recipe, generate_many, order
from surefoot_core.measures import three_bv

EXAMPLES = """
\b
Examples:
  surefoot generate --level expert
  surefoot generate --level expert --count 10000 --seed 7 -o boards.txt
  surefoot generate --level expert --count 10000 --seed 7 -o boards.txt --resume
  surefoot generate --rows 16 --cols 30 --mines 170 --difficulty two --format json
"""
RESUMABLE = ("sgt", "json", "ptta")
"""The formats with one board a line, whose files can be continued."""


def read_range(text: str) -> range:
    """Return the numbers of a text like 150..180, both ends included."""
    low, dots, high = text.partition("..")
    try:
        if not dots:
            raise ValueError
        return range(int(low or 0), int(high or 2**31) + 1)
    except ValueError:
        raise click.BadParameter(f"expected a range like 150..180, got {text!r}") from None


@click.command(epilog=EXAMPLES)
@size_options
@first_reveal_options
@click.option(
    "--guarantee",
    type=click.Choice(["none", "clues", "total"]),
    default="total",
    show_default=True,
    help="No guess by the clues alone, or with the mine total; none is a plain random board.",
)
@click.option(
    "--method",
    type=click.Choice(["auto", "uniform", "repair"]),
    default="auto",
    show_default=True,
    help="uniform: every such board is equally likely; repair: for more mines; auto: uniform where that is fast.",
)
@click.option("--polish", type=click.IntRange(min=0), metavar="K", help="Moves tried on a repaired board.")
@click.option("--count", type=click.IntRange(min=0), default=1, show_default=True, help="How many boards.")
@click.option("--3bv", "three_bv_range", type=read_range, metavar="A..B", help="Only boards with such a 3BV.")
@click.option("--difficulty", type=click.Choice(STEPS), help="Only boards whose hardest step is exactly this.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Threads that make boards.")
@click.option(
    "--timeout",
    type=Seconds(min=0, min_open=True),
    default=60.0,
    show_default=True,
    help="Seconds after which one board counts as not to be found.",
)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["sgt", "json", "text", "mine", "mbf", "ptta", "board"]),
    default="sgt",
    show_default=True,
    help="How boards are written; json has the recipe too.",
)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="The file to write instead of standard output.")
@click.option("--resume", is_flag=True, help="Go on where the file of an interrupted run ends.")
def command(
    level: str | None,
    rows: int | None,
    cols: int | None,
    mines: int | None,
    seed: int | None,
    start: Cell | None,
    first_click: str | None,
    guarantee: Guarantee,
    method: Method,
    polish: int | None,
    count: int,
    three_bv_range: range | None,
    difficulty: str | None,
    jobs: int,
    timeout: float,
    format_name: str,
    output: str | None,
    resume: bool,
) -> int:
    """Make boards that can be won from their first reveal without a guess.

    The same options give the same boards on every machine and with any number of jobs. The exit status is 0 if all
    boards were made, 1 if one was not found within --timeout, 2 for numbers that no board can have.
    """
    height, width, number = size_of(level, rows, cols, mines)
    rule = FirstClick[(first_click or "opening").upper()]
    if rule is FirstClick.ANY and guarantee != "none":
        raise click.UsageError("expected --first-click safe or opening with a guarantee, got any")
    recipe = order(
        height,
        width,
        number,
        start=start_on(start, height, width),
        first_click=rule,
        guarantee=guarantee,
        method=method,
        polish=polish,
        seed=seed or 0,
    )
    if resume and (output is None or format_name not in RESUMABLE):
        raise click.UsageError(f"expected --resume with -o and one of the formats {', '.join(RESUMABLE)}")
    keep = _filter(recipe, three_bv_range, difficulty)
    made = generate_many(recipe, jobs=jobs, timeout=timeout, keep=keep)
    with _opened(output, resume) as file:
        done = 0
        if resume:
            done, next_number = _continued(file, recipe, keep, timeout)
            made = generate_many(recipe, first=next_number, jobs=jobs, timeout=timeout, keep=keep)
        try:
            for board in _with_progress(islice(made, max(0, count - done)), done, count, recipe):
                file.write(write_board(board, format_name))
                file.flush()
        except LimitReached as error:
            print(f"surefoot: {error}", file=sys.stderr)
            return 1
    return 0


def _filter(recipe: Recipe, three_bvs: range | None, difficulty: str | None) -> Callable[[Layout], bool] | None:
    """Return the test for boards that are wanted, or None if all are."""
    if three_bvs is None and difficulty is None:
        return None
    if difficulty is not None and recipe.guarantee == "none":
        raise click.UsageError("expected --guarantee clues or total with --difficulty")

    def wanted(board: Layout) -> bool:
        if three_bvs is not None and three_bv(board.board()) not in three_bvs:
            return False
        if difficulty is None:
            return True
        reasoning = "clues" if recipe.guarantee == "clues" else "total"
        return check_no_guess(board, reasoning=reasoning).difficulty.hardest == difficulty  # type: ignore[arg-type]

    return wanted


@contextmanager
def _opened(output: str | None, resume: bool) -> Iterator[BinaryIO]:
    """Yield where the boards go."""
    if output is None:
        yield sys.stdout.buffer
        return
    try:
        file = open(output, "r+b" if resume else "wb")  # noqa: SIM115 - closed below, after either mode
    except FileNotFoundError:
        file = open(output, "w+b")  # noqa: SIM115 - the same
    with file:
        yield file


def _continued(
    file: BinaryIO, recipe: Recipe, keep: Callable[[Layout], bool] | None, timeout: float
) -> tuple[int, int]:
    """Cut off a line that was not finished; return how many boards the file has and the next board's number.

    `InvalidBoardError` unless the last board is the one that these options make in its place.
    """
    data = file.read()
    whole = data[: data.rfind(b"\n") + 1]
    boards = list(read_boards(whole)) if whole else []
    number = 0
    if boards:
        skipped = len(boards) - 1
        begun = generate_many(recipe, first=0 if keep else skipped, timeout=timeout, keep=keep)
        same = next(islice(begun, skipped if keep else 0, None))
        if same != boards[-1]:
            raise InvalidBoardError(
                f"expected board {len(boards)} of the file to be that of these options, got another one"
            )
        assert same.recipe is not None
        number = int(str(same.recipe["number"])) + 1
    file.seek(len(whole))
    file.truncate()
    return len(boards), number


def _with_progress(boards: Iterator[Layout], done: int, count: int, recipe: Recipe) -> Iterator[Layout]:
    """Yield the boards, with a live rate where standard error is a terminal and there are several."""
    console = Console(stderr=True)
    if not console.is_terminal or count < 2:
        yield from boards
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(recipe.method, total=count, completed=done, rate="")
        for board in boards:
            yield board
            progress.update(task, advance=1)
            speed = progress.tasks[0].speed
            if speed:
                progress.update(task, rate=f"{speed:,.0f} boards/s")
