"""``surefoot check``: whether boards need no guess."""

import csv
import json
import os
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from itertools import groupby, islice
from typing import Any, BinaryIO

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from surefoot.cli.options import engine_option, read_cell
from surefoot.errors import FormatError, InvalidBoardError, SurefootError
from surefoot.formats.layout import Layout
from surefoot.formats.sgt import write_id
from surefoot.formats.stream import Line, read_stream
from surefoot.model import Cell, Engine, Verdict
from surefoot.noguess.check import NoGuessReport, check_no_guess, layout_of, measures, no_guess_starts
from surefoot.noguess.count_check import check_many
from surefoot.noguess.generate import Recipe
from surefoot.noguess.sat_check import NoGuess, check_by_sat
from surefoot.processes import Processes
from surefoot_core.measures import three_bv

EXAMPLES = """
\b
Examples:
  surefoot check 9x9:4,4,m00b7d48a3e0231c419200
  surefoot check boards.txt --json
  surefoot check boards.txt --csv --jobs 2 > boards.csv
  surefoot check layout.txt --start 0,0
  surefoot generate --count 100 | surefoot check -
"""
COLUMNS = (
    "line", "id", "clues", "total", "opened_clues", "opened_total", "hardest", "one", "two", "more", "total_steps",
    "three_bv", "promise_holds", "error",
)  # fmt: skip
"""The columns of --csv; further ones follow with --measures and --start any."""
_CHUNK = 64


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked about each board."""

    engine: Engine
    """The honest engine that gives the verdict."""
    any_start: bool = False
    """Whether the first reveals from which it needs no guess are listed."""
    start: Cell | None = None
    """The first reveal of boards that name none."""
    measures: bool = False
    """Whether openings, islands and ZiNi are told too."""


def _read_start(text: str) -> Cell | str:
    """Return the cell of --start, or the word any."""
    return text if text == "any" else read_cell(text)


@dataclass(frozen=True, slots=True)
class Answer:
    """What is told of one line."""

    line: int
    """Its number."""
    value: dict[str, Any]
    """The JSON object."""
    sentence: str
    """The same in words."""
    status: int
    """0 if the board needs no guess, 1 if it does, 2 if the line is bad."""


@click.command(epilog=EXAMPLES)
@click.argument("sources", nargs=-1, metavar="[FILE|-|ID]...")
@engine_option(Engine.COUNT)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a board on standard output.")
@click.option("--csv", "as_csv", is_flag=True, help="One line of CSV a board on standard output.")
@click.option(
    "--start",
    type=_read_start,
    metavar="R,C|any",
    help="The first reveal of boards that name none. any: list all that need no guess, too.",
)
@click.option("--measures", "with_measures", is_flag=True, help="Tell openings, islands and ZiNi beside 3BV.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes that check boards.")
def command(
    sources: tuple[str, ...],
    engine: str,
    as_json: bool,
    as_csv: bool,
    start: Cell | str | None,
    with_measures: bool,
    jobs: int,
) -> int:
    """Tell whether each board can be won from its first reveal by safe reveals only, and how hard that is.

    Boards are game ids like WxH:x,y,m..., one a line, or any other format, from files, from standard input (-) or as
    arguments. A line that cannot be read is reported and the next one follows. The exit status is 0 if every board
    needs no guess with the mine total, 1 if one needs one, 2 if a line was bad.
    """
    if as_json and as_csv:
        raise click.UsageError("expected either --json or --csv, got both")
    console = Console(highlight=False)
    any_start = start == "any"
    table = csv.DictWriter(sys.stdout, _columns(any_start, with_measures), lineterminator="\n")
    if as_csv:
        table.writeheader()
    status = 0
    wanted = Wanted(
        Engine(engine), any_start=any_start, start=start if isinstance(start, Cell) else None, measures=with_measures
    )
    with _progress(sources) as progress:
        # What comes through a pipe is answered line by line, unless several jobs share it.
        size = 1 if jobs == 1 and (not sources or "-" in sources) else _CHUNK
        for answer in _answers(_lines(sources or ("-",), progress), wanted, jobs, size):
            status = max(status, answer.status)
            if as_json:
                print(json.dumps(answer.value), flush=True)
            elif as_csv:
                table.writerow(_row(answer))
                sys.stdout.flush()
            elif answer.status == 2:
                print(f"surefoot: {answer.sentence}", file=sys.stderr, flush=True)
            else:
                console.print(answer.sentence, soft_wrap=True)
            progress.done()
    if progress.bad and (as_json or as_csv):
        print(f"surefoot: {progress.bad} bad lines", file=sys.stderr)
    return status


def _answers(lines: Iterator[Line], wanted: Wanted, jobs: int, size: int) -> Iterator[Answer]:
    """Yield the answer to each line, in order; with several jobs chunks of lines are sent to other processes."""
    if jobs == 1:
        for chunk in iter(partial(_chunk, lines, size), []):
            yield from answers(chunk, wanted)
        return
    with Processes(jobs) as pool:
        waiting: deque[Future[list[Answer]]] = deque()
        try:
            for chunk in iter(partial(_chunk, lines, size), []):
                waiting.append(pool.submit(answers, chunk, wanted))
                if len(waiting) > 2 * jobs:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _chunk(lines: Iterator[Line], size: int) -> list[Line]:
    """Return the next lines, so many at most."""
    return list(islice(lines, size))


def answers(lines: list[Line], wanted: Wanted) -> list[Answer]:
    """Return the answers to some lines."""
    told: list[Answer | tuple[Line, Layout, dict[str, bool]]] = []
    for line in lines:
        try:
            layout = _board_of(line, wanted)
            told.append((line, layout, _promise(layout)))
        except (FormatError, InvalidBoardError) as error:
            told.append(Answer(line.number, {"line": line.number, "error": str(error)}, str(error), 2))
    verdicts = checked([entry[1] for entry in told if isinstance(entry, tuple)], wanted.engine)
    return [entry if isinstance(entry, Answer) else _answer(*entry, next(verdicts), wanted) for entry in told]


def _answer(line: Line, layout: Layout, promise: dict[str, bool], found: NoGuess, wanted: Wanted) -> Answer:
    """Return the answer about one board."""
    report = check_no_guess(layout)
    if Verdict.UNKNOWN not in (found.clues, found.total) and (found.opened_clues, found.opened_total) != (
        report.opened_clues,
        report.opened_total,
    ):
        raise SurefootError(f"line {line.number}: expected both checks to agree on {write_id(layout)}, they differ")
    value = check_object(layout, found, report) | promise
    if wanted.measures:
        all_measures = measures(layout)
        value |= {name: getattr(all_measures, name) for name in ("openings", "islands", "zini")}
    if wanted.any_start:
        value["starts"] = [list(cell) for cell in no_guess_starts(layout)]
    return Answer(line.number, value, _sentence(layout, found, report, value), int(found.total is not Verdict.YES))


def checked(layouts: list[Layout], engine: Engine) -> Iterator[NoGuess]:
    """Yield the verdicts on layouts that have a first reveal, by an engine that does not see the mines."""
    if engine is Engine.COUNT:
        yield from check_many(layouts)
        return
    for layout in layouts:
        assert layout.start is not None
        yield check_by_sat(layout.board(), layout.start)


def check_object(layout: Layout, found: NoGuess, report: NoGuessReport) -> dict[str, Any]:
    """Return the JSON of a verdict."""
    return {
        "id": write_id(layout),
        "no_guess": {"clues": found.clues is Verdict.YES, "total": found.total is Verdict.YES},
        "opened": {"clues": found.opened_clues, "total": found.opened_total},
        "difficulty": report.difficulty.as_json(),
        "three_bv": three_bv(layout.board()),
    }


def _promise(layout: Layout) -> dict[str, bool]:
    """Return whether the promise of a board's recipe was made for this first reveal, where there is a recipe."""
    if layout.recipe is None or layout.start is None:
        return {}
    recipe = Recipe.from_json(dict(layout.recipe))
    return {"promise_holds": recipe.holds_from(layout.start)}


def _columns(any_start: bool, with_measures: bool) -> tuple[str, ...]:
    """Return the columns of the CSV."""
    return COLUMNS + ("openings", "islands", "zini") * with_measures + ("starts",) * any_start


def _row(answer: Answer) -> dict[str, Any]:
    """Return a line of CSV; verdicts are 1 or 0, starts are separated by blanks."""
    value = dict(answer.value)
    if answer.status == 2:
        return {"line": answer.line, "error": value["error"]}
    verdicts, opened, steps = value.pop("no_guess"), value.pop("opened"), value.pop("difficulty")
    row = {
        "line": answer.line,
        "clues": int(verdicts["clues"]),
        "total": int(verdicts["total"]),
        "opened_clues": opened["clues"],
        "opened_total": opened["total"],
        "hardest": steps["hardest"],
        "one": steps["one"],
        "two": steps["two"],
        "more": steps["more"],
        "total_steps": steps["total"],
    }
    if "promise_holds" in value:
        value["promise_holds"] = int(value["promise_holds"])
    if "starts" in value:
        value["starts"] = " ".join(f"{row},{col}" for row, col in value["starts"])
    return row | value


class _Progress:
    """A bar on standard error by the bytes read, or nothing; counts the bad lines."""

    def __init__(self, bar: Progress | None, total: int | None) -> None:
        """Begin at nothing."""
        self.bar = bar
        self.bad = 0
        self.boards = 0
        self.task = None if bar is None else bar.add_task("checked", total=total, boards="0 boards")

    def read(self, size: int) -> None:
        """So many bytes more were read."""
        if self.bar is not None and self.task is not None:
            self.bar.advance(self.task, size)

    def done(self) -> None:
        """One more answer was given."""
        self.boards += 1
        if self.bar is not None and self.task is not None:
            elapsed = self.bar.tasks[0].elapsed or 0
            rate = f", {self.boards / elapsed:,.0f}/s" if elapsed else ""
            self.bar.update(self.task, boards=f"{self.boards:,} boards{rate}")


class _Counted(BytesIO):
    """A stream that tells how much of it was read, line by line."""

    def __init__(self, stream: BinaryIO, progress: _Progress) -> None:
        """Read from `stream`."""
        super().__init__()
        self.stream = stream
        self.progress = progress

    def readline(self, size: int | None = -1, /) -> bytes:
        """Return the next line."""
        line = self.stream.readline(-1 if size is None else size)
        self.progress.read(len(line))
        return line

    def read(self, size: int | None = -1, /) -> bytes:
        """Return so many bytes."""
        data = self.stream.read(-1 if size is None else size)
        self.progress.read(len(data))
        return data


@contextmanager
def _progress(sources: tuple[str, ...]) -> Iterator[_Progress]:
    """Yield a bar where standard error is a terminal and the answers go elsewhere."""
    console = Console(stderr=True)
    if not console.is_terminal or sys.stdout.isatty():
        yield _Progress(None, None)
        return
    files = [source for source in sources if not _is_board(source)]
    known = bool(files) and all(map(os.path.isfile, files))
    columns = (
        TextColumn("{task.description} {task.fields[boards]}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        yield _Progress(bar, sum(map(os.path.getsize, files)) if known else None)


def _lines(sources: Iterable[str], progress: _Progress) -> Iterator[Line]:
    """Yield the boards of all sources in order; arguments that are boards themselves count as lines."""
    for line in _all_lines(sources, progress):
        progress.bad += line.error is not None
        yield line


def _all_lines(sources: Iterable[str], progress: _Progress) -> Iterator[Line]:
    """Yield the boards of all sources in order, good or bad."""
    for is_board, group in groupby(sources, _is_board):
        if is_board:
            yield from read_stream(BytesIO(os.fsencode("\n".join(group))))
            continue
        for source in group:
            if source == "-":
                yield from read_stream(_Counted(sys.stdin.buffer, progress))
            else:
                with open(source, "rb") as file:
                    yield from read_stream(_Counted(file, progress), name=source)


def _is_board(source: str) -> bool:
    """Return whether an argument is a game id or a link, not the name of a file."""
    return source != "-" and (":" in source or "=" in source) and not os.path.exists(source)


def _board_of(line: Line, wanted: Wanted) -> Layout:
    """Return the board of a line with its first reveal; `FormatError` if it was unreadable or has none."""
    if line.error is not None:
        raise line.error
    layout = line.layout
    assert layout is not None
    if layout.start is not None and layout.cells:
        return layout
    start = wanted.start
    if wanted.any_start and len(layout.mines) < layout.cells:
        safe = next(cell for cell in range(layout.cells) if cell not in layout.mines)
        start = next(no_guess_starts(layout), Cell(*divmod(safe, layout.cols)))
    if start is None or not layout.cells:
        raise FormatError(f"line {line.number}: expected a board with its first reveal (or --start), got none")
    return layout_of(layout, start)


def _sentence(layout: Layout, found: NoGuess, report: NoGuessReport, value: dict[str, Any]) -> str:
    """Return the verdict in words."""
    safe = layout.cells - len(layout.mines)
    hardest = {"one": "one clue", "two": "two clues", "more": "more clues", "total": "the mine total"}
    if found.clues is Verdict.YES:
        verdict = "no guess, by the clues alone"
    elif found.total is Verdict.YES:
        verdict = "no guess, with the mine total"
    else:
        verdict = f"needs a guess: {found.opened_total} of {safe} safe cells open"
    if found.total is Verdict.YES:
        verdict += f"; hardest step: {hardest[report.difficulty.hardest]}"
    verdict += f"; 3BV {value['three_bv']}"
    if value.get("promise_holds") is False:
        verdict += "; made for another first reveal, so nothing was promised for this one"
    if "zini" in value:
        verdict += f", openings {value['openings']}, islands {value['islands']}, ZiNi {value['zini']}"
    if "starts" in value:
        verdict += f"; no guess from {len(value['starts'])} of {safe} safe cells"
    return f"{write_id(layout)}  {verdict}"
