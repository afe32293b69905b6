"""Options that several commands share, and what they come to."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from surefoot.model import Cell, Engine, FirstClick, Level

Command = TypeVar("Command", bound=Callable[..., Any])


class Group(click.Group):
    """A group whose help tells what each command is for in full; click cuts it at the end of the line."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their first sentences."""
        told = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(200)) for name, command in told if command])


def read_cell(text: str) -> Cell:
    """Return the cell of a text like 8,15: row first, from 0."""
    found = re.fullmatch(r" *(\d{1,9}) *, *(\d{1,9}) *", text, re.ASCII)
    if found is None:
        raise click.BadParameter(f"expected a row and a column like 8,15, got {text!r}")
    return Cell(int(found[1]), int(found[2]))


@dataclass(frozen=True, slots=True)
class NewBoard:
    """What the options say about a board that is to be drawn."""

    rows: int
    cols: int
    mines: int
    seed: int
    start: Cell
    first_click: FirstClick


def size_options(command: Command) -> Command:
    """Add --level, --rows, --cols and --mines."""
    for option in (
        click.option("--mines", type=click.IntRange(min=0), help="Mines of a board of your own."),
        click.option("--cols", type=click.IntRange(min=1), help="Columns of a board of your own."),
        click.option("--rows", type=click.IntRange(min=1), help="Rows of a board of your own."),
        click.option(
            "--level",
            type=click.Choice([level.name.lower() for level in Level]),
            help="9x9/10, 16x16/40 or 16 rows x 30 columns/99.  [default: beginner]",
        ),
    ):
        command = option(command)
    return command


def first_reveal_options(command: Command, *, seed: str = "0", start: str = "rows // 2, cols // 2") -> Command:
    """Add --seed, --start and --first-click; `seed` and `start` tell what the first two default to."""
    for option in (
        click.option(
            "--first-click",
            type=click.Choice([rule.name.lower() for rule in FirstClick]),
            help="What the first reveal is promised.  [default: opening]",
        ),
        click.option("--start", type=read_cell, metavar="R,C", help=f"The first reveal.  [default: {start}]"),
        click.option(
            "--seed",
            type=click.IntRange(0, 2**64 - 1),
            help=f"The seed of a board that is drawn.  [default: {seed}]",
        ),
    ):
        command = option(command)
    return command


def reasoning_option(command: Command) -> Command:
    """Add --reasoning."""
    return click.option(
        "--reasoning",
        type=click.Choice(["clues", "total"]),
        default="total",
        show_default=True,
        help="What a proof may use: the clues alone, or the mine total as well.",
    )(command)


def engine_option(default: Engine) -> Callable[[Command], Command]:
    """Add --engine with its default."""
    return click.option(
        "--engine",
        type=click.Choice([engine.value for engine in Engine]),
        default=default.value,
        show_default=True,
        help="The complete engine; both find the same cells.",
    )


def verify_option(command: Command) -> Command:
    """Add --verify."""
    return click.option("--verify", is_flag=True, help="Run both engines and stop where they differ.")(command)


class Seconds(click.FloatRange):
    """A number of seconds within a range; unlike click's own range without NaN."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        number = super().convert(value, param, ctx)
        if number != number:
            self.fail(f"{value!r} is not a valid float.", param, ctx)
        return number


def limit_options(command: Command) -> Command:
    """Add --seconds, --nodes and --conflicts."""
    for option in (
        click.option("--conflicts", type=click.IntRange(min=0), help="The same by work: conflicts in SAT."),
        click.option("--nodes", type=click.IntRange(min=0), help="The same by work: nodes in counting a component."),
        click.option("--seconds", type=Seconds(min=0), help="Leave open what takes longer than this."),
    ):
        command = option(command)
    return command


def size_of(level: str | None, rows: int | None, cols: int | None, mines: int | None) -> tuple[int, int, int]:
    """Return rows, columns and mines of a level or of all three numbers; a usage error for a mixture."""
    own = (rows, cols, mines)
    if rows is None and cols is None and mines is None:
        chosen = Level[(level or "beginner").upper()]
        return chosen.rows, chosen.cols, chosen.mines
    if level is not None:
        raise click.UsageError("expected either --level or --rows, --cols and --mines, got both")
    if rows is None or cols is None or mines is None:
        missing = ", ".join(
            name for name, value in zip(("--rows", "--cols", "--mines"), own, strict=True) if value is None
        )
        raise click.UsageError(f"expected --rows, --cols and --mines together, {missing} is missing")
    return rows, cols, mines


def new_board(
    level: str | None,
    rows: int | None,
    cols: int | None,
    mines: int | None,
    seed: int | None,
    start: Cell | None,
    first_click: str | None,
) -> NewBoard:
    """Return what the options come to, with their defaults."""
    height, width, number = size_of(level, rows, cols, mines)
    return NewBoard(
        height,
        width,
        number,
        seed or 0,
        start_on(start, height, width),
        FirstClick[(first_click or "opening").upper()],
    )


def start_on(start: Cell | None, rows: int, cols: int) -> Cell:
    """Return the first reveal, the middle by default; a usage error if it is not on the board."""
    if start is None:
        return Cell(rows // 2, cols // 2)
    if not (0 <= start.row < rows and 0 <= start.col < cols):
        raise click.UsageError(f"expected a --start on {rows} x {cols} cells, got {start.row},{start.col}")
    return start
