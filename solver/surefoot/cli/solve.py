"""``surefoot solve``: watch a board being solved by proofs, and guesses where they are allowed."""

import json
import os
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, get_args

import click
from rich.console import Console
from rich.live import Live
from rich.table import Table

from surefoot.autoplay import Ending, Guess, Playthrough, autoplay
from surefoot.cli.endless import REVEALS, check_endless, endless_options, solve_endless
from surefoot.cli.options import engine_option, first_reveal_options, new_board, size_options, start_on, verify_option
from surefoot.cli.paint import painted
from surefoot.errors import FormatError
from surefoot.formats.layout import Layout
from surefoot.formats.sgt import write_id
from surefoot.formats.source import MAX_BYTES
from surefoot.formats.stream import read_boards
from surefoot.model import Cell, Engine, Rule, Step
from surefoot_core.board import Board

EXAMPLES = """
\b
Examples:
  surefoot solve --level expert --seed 358 --animate
  surefoot solve 9x9:4,4,m00b7d48a3e0231c419200 --json
  surefoot solve layout.txt --start 0,0
  surefoot solve --endless --density 0.18 --seed 3 --reveals 100000
"""

PROVED_BY = {
    Rule.ONE_CLUE: "one clue",
    Rule.TWO_CLUES: "two clues",
    Rule.CLUES: "more clues",
    Rule.TOTAL: "the mine total",
}
"""How the table names what proved a reveal."""

FRAME = 0.04
"""Seconds between two steps of the animation."""


@click.command(epilog=EXAMPLES)
@click.argument("board", required=False)
@size_options
@first_reveal_options
@engine_option(Engine.SAT)
@endless_options
@verify_option
@click.option(
    "--guess",
    type=click.Choice(get_args(Guess)),
    help="Where nothing is certain: stop, or reveal what this strategy says.  "
    "[default: never; safest with --endless]",
)
@click.option("--animate", is_flag=True, help="Show each step, on a terminal.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def command(
    board: str | None,
    level: str | None,
    rows: int | None,
    cols: int | None,
    mines: int | None,
    seed: int | None,
    start: Cell | None,
    first_click: str | None,
    engine: str,
    endless: bool,
    density: Fraction | None,
    reveals: int | None,
    verify: bool,
    guess: Guess | None,
    animate: bool,
    as_json: bool,
) -> int:
    """Play a board by proofs, until it is won or nothing more is certain; with another --guess to the end.

    BOARD is a game id like WxH:x,y,m..., or a file (- for standard input) with an id or a layout as text, where *
    is a mine; without it a board is drawn. The exit status is 0 if it is won, 1 if not.

    With --endless the board has no edge: the solver walks outward from its cell 0,0 until so many cells are
    revealed, and guesses where nothing is certain; a mine that it hits is marked and counted. The exit status is 0,
    or 1 where it stopped before a guess.
    """
    finite = {"BOARD": board, "--level": level, "--rows": rows, "--cols": cols, "--mines": mines, "--start": start}
    check_endless(endless, density, {**finite, "--first-click": first_click, "--animate": animate})
    if endless and guess not in (None, "never", "safest"):
        raise click.UsageError(f"expected --guess never or safest with --endless, got {guess}")
    if density is not None:
        return solve_endless(density, seed or 0, reveals or REVEALS, guess=guess != "never", as_json=as_json)
    if reveals is not None:
        raise click.UsageError("expected --endless with --reveals")
    if board is None:
        new = new_board(level, rows, cols, mines, seed, start, first_click)
        game = Board(new.rows, new.cols, new.mines, seed=new.seed, first_click=new.first_click)
        place = new.start
    else:
        given = {"--level": level, "--rows": rows, "--cols": cols, "--mines": mines, "--seed": seed}
        for name, value in {**given, "--first-click": first_click}.items():
            if value is not None:
                raise click.UsageError(f"expected no {name} with a BOARD, which has its own mines")
        layout = read_layout(board)
        if start is None and layout.start is None:
            raise click.UsageError("expected --start with a board that names no first reveal")
        place = start_on(start or Cell(*(layout.start or (0, 0))), layout.rows, layout.cols)
        places = [divmod(mine, layout.cols) for mine in layout.mines]
        game = Board.from_mines(layout.rows, layout.cols, places)
    console = Console(highlight=False)
    play_on = partial(autoplay, start=place, engine=Engine(engine), guess=guess or "never", verify=verify)
    began = perf_counter()
    if animate and not as_json and console.is_terminal:
        play = _animated(play_on, game, console)
    else:
        play = play_on(game)
    seconds = perf_counter() - began
    if as_json:
        print(json.dumps(solve_object(game, place, play)))
    else:
        _show(game, play, engine, seconds, console)
    return 0 if play.ending is Ending.WON else 1


def read_layout(source: str) -> Layout:
    """Return the one board of a game id, a file, or standard input (-)."""
    if source == "-":
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
    elif os.path.isfile(source):
        data = Path(source).read_bytes()
    elif ":" in source or "=" in source:
        data = os.fsencode(source)
    else:
        raise FormatError(f"expected a file, - or a game id, got {source!r}")
    boards = list(read_boards(data, name=source))
    if len(boards) != 1 or not boards[0].cells:
        raise FormatError(f"expected one board, got {len(boards)}")
    return boards[0]


def solve_object(game: Board, start: Cell, play: Playthrough) -> dict[str, Any]:
    """Return the JSON of a play."""
    mines = tuple(row * game.cols + col for row, col in game.mine_cells())
    answer: dict[str, Any] = {
        "result": play.ending.value,
        "opened": play.opened,
        "safe_total": play.safe_total,
        "proved": play.proved,
        "guesses": play.guesses,
        "board": write_id(Layout(game.rows, game.cols, mines, start)),
    }
    if not play.complete:
        answer["complete"] = False
    return answer


def _animated(play_on: Callable[..., Playthrough], game: Board, console: Console) -> Playthrough:
    """Play with the board on the screen after every step."""
    with Live(console=console, auto_refresh=False, transient=True) as live:

        def show(step: Step) -> None:
            live.update(painted(game.to_text(), marked=step.cell), refresh=True)
            sleep(FRAME)

        return play_on(game, on_step=show)


def _show(game: Board, play: Playthrough, engine: str, seconds: float, console: Console) -> None:
    """Print the final board and the table."""
    console.print(painted(game.to_text()), soft_wrap=True)
    ending = {
        Ending.WON: f"Won with {play.guesses} guesses." if play.guesses else "Won by proofs alone.",
        Ending.LOST: f"Lost at guess {play.guesses}." if play.guesses else "Lost at the first reveal.",
        Ending.STUCK: "Stuck: nothing more is certain, a guess is needed.",
    }[play.ending]
    console.print(f"{ending} {play.opened} of {play.safe_total} safe cells are open.", soft_wrap=True)
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="dim")
    table.add_column(justify="right")
    table.add_row("reveals", str(play.proved + play.guesses + 1))
    for rule, name in PROVED_BY.items():
        by = f"{name} ({engine.upper()})" if rule in (Rule.CLUES, Rule.TOTAL) else name
        table.add_row(f"  proved by {by}", str(play.reveals.get(rule, 0)))
    table.add_row("guesses", str(play.guesses))
    table.add_row("flags", str(play.flags))
    table.add_row("SAT calls", str(play.calls))
    table.add_row("time", f"{seconds * 1000:.1f} ms")
    console.print(table)
