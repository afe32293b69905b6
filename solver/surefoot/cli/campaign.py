"""``surefoot campaign``: play many games, go on after any interruption, report and compare."""

import csv
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from surefoot.campaign.games import BINS, Bins, Chunk, GivenBoard, Settings, play_chunk
from surefoot.campaign.report import LATE, RISK_EDGES, Report, compare, make_report
from surefoot.campaign.runner import run_campaign
from surefoot.campaign.store import Store
from surefoot.cli.options import Group, read_cell, size_of, size_options, start_on
from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.stream import read_stream
from surefoot.guessing.starts import best_start
from surefoot.model import Cell, FirstClick
from surefoot.rates import Interval, wilson
from surefoot_core.bulk import STRATEGIES

EXAMPLES = """
\b
Examples:
  surefoot campaign run expert.db --level expert --guess fast --games 200000 --jobs 2
  surefoot campaign resume expert.db
  surefoot campaign report expert.db --plot pictures
  surefoot campaign compare fast.db best.db
"""

GAMES = 10_000
"""Games of a campaign unless the caller says so."""


@click.group(cls=Group, epilog=EXAMPLES)
def command() -> None:
    """Play many games by one strategy, and tell how many are won."""


_state = click.argument("state", metavar="STATE.db", type=click.Path(dir_okay=False, path_type=Path))
_jobs = click.option(
    "--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes. The result is the same."
)
_dask = click.option("--dask", metavar="ADDRESS", help="Play on the cluster of this dask scheduler (extra cluster).")
_csv = click.option(
    "--games-csv", type=click.Path(dir_okay=False, path_type=Path), help="Write one line a game when all are played."
)


@command.command()
@_state
@size_options
@click.option(
    "--boards",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Play these boards from their starts, one a line.",
)
@click.option(
    "--first-click",
    type=click.Choice([rule.name.lower() for rule in FirstClick]),
    help="What the first reveal is promised.  [default: safe]",
)
@click.option("--start", metavar="R,C|best", help="The first reveal.  [default: best, the best known]")
@click.option(
    "--guess",
    "strategy",
    type=click.Choice(list(STRATEGIES)),
    default="best",
    show_default=True,
    help="The strategy; with never a game that needs a guess counts as lost.",
)
@click.option("--games", type=click.IntRange(min=1), help=f"How many games.  [default: {GAMES}]")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), help="The seed of the campaign.  [default: 0]")
@_jobs
@_dask
@_csv
def run(
    state: Path,
    level: str | None,
    rows: int | None,
    cols: int | None,
    mines: int | None,
    boards: Path | None,
    first_click: str | None,
    start: str | None,
    strategy: str,
    games: int | None,
    seed: int | None,
    jobs: int,
    dask: str | None,
    games_csv: Path | None,
) -> None:
    """Start a campaign; its state goes into the file STATE.db.

    Killed at any moment, it goes on with `resume`; no game is lost or counted twice, and the result is the same
    whatever the jobs and the interruptions.
    """
    given: tuple[GivenBoard, ...] = ()
    if boards is not None:
        drawn = {"--level": level, "--rows": rows, "--cols": cols, "--mines": mines}
        for name, value in {**drawn, "--first-click": first_click, "--start": start, "--seed": seed}.items():
            if value is not None:
                raise click.UsageError(f"expected no {name} with --boards, which has its own boards and starts")
        given = _read_boards(boards, games)
        if games is not None and games > len(given):
            raise click.UsageError(f"expected --games up to the {len(given)} boards, got {games}")
        settings = Settings(0, 0, 0, FirstClick.ANY, Cell(0, 0), strategy, len(given), 0, given=True)
    else:
        size = size_of(level, rows, cols, mines)
        rule = FirstClick[(first_click or "safe").upper()]
        place = best_start(*size, rule) if start in (None, "best") else read_cell(str(start))
        settings = Settings(*size, rule, start_on(place, *size[:2]), strategy, games or GAMES, seed or 0)
    play_chunk(replace(settings, games=1), 0, given)  # what cannot be played fails before there is a file
    with Store.create(state, settings, given) as store:
        _play(store, jobs, dask, games_csv)


@command.command()
@_state
@_jobs
@_dask
@_csv
def resume(state: Path, jobs: int, dask: str | None, games_csv: Path | None) -> None:
    """Go on with a campaign that was stopped, or do nothing if it is done."""
    with Store.open(state) as store:
        _play(store, jobs, dask, games_csv)


@command.command()
@_state
def status(state: Path) -> None:
    """Tell how far a campaign is. The exit status is 0 if it is done, 1 if not."""
    with Store.open(state) as store:
        games, wins = store.tally()
        click.echo(store.settings.title)
        click.echo(f"{games} of {store.settings.games} games, {wins} won: {_percent(wilson(wins, games))}")
    if games < store.settings.games:
        sys.exit(1)


@command.command()
@_state
@click.option("--csv", "csv_folder", type=click.Path(file_okay=False, path_type=Path), help="Write tables here.")
@click.option("--plot", type=click.Path(file_okay=False, path_type=Path), help="Write pictures here (extra plot).")
@_csv
def report(state: Path, csv_folder: Path | None, plot: Path | None, games_csv: Path | None) -> None:
    """Show the win rate, where games are lost, the times, and whether stated chances hold."""
    with Store.open(state) as store:
        found = make_report(store)
        tables = _tables(found)
        console = Console(highlight=False)
        console.print(store.settings.title)
        for name, (header, lines) in tables.items():
            table = Table(*header, title=name, title_justify="left", box=None)
            for line in lines:
                table.add_row(*map(str, line))
            console.print(table)
        if csv_folder is not None:
            csv_folder.mkdir(parents=True, exist_ok=True)
            for name, (header, lines) in tables.items():
                _write_csv(csv_folder / f"{name.replace(' ', '_')}.csv", header, lines)
        if games_csv is not None:
            _write_games(store, games_csv)
        if plot is not None:
            try:
                from surefoot.campaign.plots import draw_plots

                draw_plots(store, found, plot)
            except ImportError:
                raise click.UsageError("--plot needs matplotlib: install surefoot[plot]") from None


@command.command("compare")
@click.argument("first", metavar="A.db", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("second", metavar="B.db", type=click.Path(dir_okay=False, path_type=Path))
def compare_command(first: Path, second: Path) -> None:
    """Compare two campaigns on the same boards, game by game."""
    with Store.open(first) as a, Store.open(second) as b:
        found = compare(a, b)
        table = Table("", "won", "rate", "only this", box=None)
        for store, wins, only in (
            (a, found.first_wins, found.only_first),
            (b, found.second_wins, found.only_second),
        ):
            rate = _percent(wilson(wins, found.games))
            table.add_row(store.settings.strategy, str(wins), rate, str(only))
        console = Console(highlight=False)
        console.print(f"{found.games} games on the same boards")
        console.print(table)
        difference = found.difference
        click.echo(
            f"difference {100 * difference.rate:+.2f} points "
            f"(95 %: {100 * difference.low:+.2f} to {100 * difference.high:+.2f})"
        )


def _play(store: Store, jobs: int, dask: str | None, games_csv: Path | None) -> None:
    """Play what is left, with a progress bar on stderr, and tell the result."""
    if dask is not None and jobs != 1:
        raise click.UsageError("expected no --jobs with --dask, whose workers have their own threads")
    games, wins = store.tally()
    begun = perf_counter()
    before = games
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    console = Console(stderr=True, highlight=False)
    try:
        with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
            task = progress.add_task("", total=store.settings.games, completed=games)

            def on_chunk(chunk: Chunk) -> None:
                nonlocal games, wins
                games += len(chunk.games)
                wins += sum(game.won for game in chunk.games)
                rate = (games - before) / (perf_counter() - begun)
                words = f"{rate:.0f} games/s  won {_percent(wilson(wins, games))}"
                progress.update(task, completed=games, description=words)

            if dask is None:
                run_campaign(store, jobs=jobs, on_chunk=on_chunk)
            else:
                try:
                    from surefoot.campaign.cluster import run_on_cluster
                except ImportError:
                    raise click.UsageError("--dask needs dask.distributed: install surefoot[cluster]") from None
                run_on_cluster(store, dask, on_chunk=on_chunk)
    except KeyboardInterrupt:
        click.echo(f"stopped after {games} games; go on with: surefoot campaign resume", err=True)
        raise
    if games_csv is not None:
        _write_games(store, games_csv)
    games, wins = store.tally()
    click.echo(f"{games} games, {wins} won: {_percent(wilson(wins, games))}")


def _read_boards(path: Path, most: int | None) -> tuple[GivenBoard, ...]:
    """Return the boards of a file; the first that cannot be played is an error."""
    boards: list[GivenBoard] = []
    with open(path, "rb") as file:
        for line in read_stream(file, name=path.name):
            if most is not None and len(boards) == most:
                break
            if line.error is not None:
                raise line.error
            layout = line.layout
            assert layout is not None
            if layout.start is None:
                raise FormatError(f"line {line.number}: expected a board with its start, got one without")
            mines = bytearray(layout.rows * layout.cols)
            for mine in layout.mines:
                mines[mine] = 1
            row, col = layout.start
            boards.append(GivenBoard(layout.rows, layout.cols, row * layout.cols + col, bytes(mines)))
    if not boards:
        raise InvalidBoardError("expected at least one board, got none")
    return tuple(boards)


def _percent(rate: Interval) -> str:
    """Return a rate with its interval; without games a dash."""
    if rate.rate != rate.rate:
        return "-"
    return f"{100 * rate.rate:.2f} % ({100 * rate.low:.2f} to {100 * rate.high:.2f})"


_Tables = dict[str, tuple[Sequence[str], list[Sequence[object]]]]


def _tables(report: Report) -> _Tables:
    """Return the tables of a report by name: header and lines."""
    median, late, worst = report.seconds
    lost = report.games - report.wins
    ends = [*RISK_EDGES, 1.0]
    return {
        "summary": (
            ("what", "value"),
            [
                ("games", report.games),
                ("won", report.wins),
                ("win rate", _percent(report.win_rate)),
                ("won without a guess", report.unguessed),
                ("guesses a game", f"{report.guesses:.3f}"),
                ("ms a game: mean", f"{1000 * report.mean_seconds:.3f}"),
                ("ms a game: median", f"{1000 * median:.3f}"),
                ("ms a game: p99", f"{1000 * late:.3f}"),
                ("ms a game: worst", f"{1000 * worst:.3f}"),
            ],
        ),
        "losses by guess": (
            ("guess", "lost", "part"),
            [
                (f"{number}+" if number == LATE else number or "first reveal", count, f"{count / lost:.4f}")
                for number, count in report.losses_at.items()
            ],
        ),
        "losses by risk": (
            ("risk", "lost", "part"),
            [
                (f"{low:g} to {next(end for end in ends if end > low):g}", count, f"{count / lost:.4f}")
                for low, count in report.losses_by_risk.items()
            ],
        ),
        "stated risk": (_BINS_HEADER, _bins(report.risks)),
        "stated chance to win": (_BINS_HEADER, _bins(report.chances)),
    }


_BINS_HEADER = ("bin", "count", "stated", "happened", "low", "high")


def _bins(bins: Bins) -> list[Sequence[object]]:
    """Return a line for each bin that is not empty."""
    lines: list[Sequence[object]] = []
    for place in range(BINS):
        if count := bins.count[place]:
            rate = wilson(bins.happened[place], count)
            numbers = (bins.stated[place] / count, rate.rate, rate.low, rate.high)
            lines.append((f"{place / BINS:.1f}-{(place + 1) / BINS:.1f}", count, *(f"{n:.4f}" for n in numbers)))
    return lines


def _write_csv(path: Path, header: Sequence[str], lines: Iterable[Sequence[object]]) -> None:
    """Write a table."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(lines)


def _write_games(store: Store, path: Path) -> None:
    """Write a header and one line a game, in order; the last column is 1 for a win and 0 for a loss."""
    seed = store.settings.seed << 32
    lines = (
        (
            game.number, "" if store.settings.given else seed + game.number, game.opened, game.guesses,
            "" if game.last_risk is None else f"{game.last_risk:.6f}", int(game.won),
        )
        for game in store.games()
    )  # fmt: skip
    _write_csv(path, ("game", "seed", "opened", "guesses", "last_risk", "won"), lines)
