"""Solving an endless board: the part of ``surefoot solve`` behind ``--endless``."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from time import perf_counter
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.table import Table

from surefoot.endless import Walk, WalkResult

Command = TypeVar("Command", bound=Callable[..., Any])

REVEALS = 10_000
"""The cells that a walk reveals unless told otherwise."""


def read_density(text: str) -> Fraction:
    """Return the density of a text like 0.18 or 2/11, exactly."""
    try:
        density = Fraction(text)
    except (ValueError, ZeroDivisionError):
        density = Fraction(0)
    if not 0 < density < 1:
        raise click.BadParameter(f"expected a number strictly between 0 and 1, got {text!r}")
    return density


def endless_options(command: Command, *, reveals: bool = True) -> Command:
    """Add --endless, --density and, for the solver's walk, --reveals."""
    if reveals:
        command = click.option(
            "--reveals",
            type=click.IntRange(min=1),
            help=f"Cells to reveal of an endless board.  [default: {REVEALS}]",
        )(command)
    for option in (
        click.option(
            "--density", type=read_density, metavar="D", help="Chance of a mine in a cell of an endless board."
        ),
        click.option("--endless", is_flag=True, help="A board without an edge."),
    ):
        command = option(command)
    return command


def check_endless(endless: bool, density: Fraction | None, others: Mapping[str, object]) -> None:
    """Raise a usage error unless the options are about one kind of board."""
    if not endless:
        if density is not None:
            raise click.UsageError("expected --endless with --density")
        return
    if density is None:
        raise click.UsageError("expected --density with --endless")
    for name, value in others.items():
        if value:
            raise click.UsageError(f"expected no {name} with --endless")


def solve_endless(density: Fraction, seed: int, reveals: int, *, guess: bool, as_json: bool) -> int:
    """Walk over an endless board from its cell 0,0, print what came of it and return the exit status."""
    began = perf_counter()
    result = Walk(density, seed).go_on(reveals, guess=guess)
    seconds = perf_counter() - began
    if as_json:
        print(json.dumps(walk_object(result)))
    else:
        _show(result, seconds)
    return int(result.stuck)


def walk_object(result: WalkResult) -> dict[str, Any]:
    """Return the JSON of a walk."""
    return {
        "revealed": result.revealed,
        "proved": result.proved,
        "guesses": result.guesses,
        "losses": result.losses,
        "digest": result.digest,
    }


def _show(result: WalkResult, seconds: float) -> None:
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="dim")
    table.add_column(justify="right")
    table.add_row("cells revealed", f"{result.revealed:,}")
    table.add_row("  by proofs and their cascades", f"{result.proved:,}")
    table.add_row("guesses", f"{result.guesses:,}")
    table.add_row("  that hit a mine", f"{result.losses:,}")
    table.add_row("farthest cell from the start", f"{result.distance:,}")
    table.add_row("time", f"{seconds:.2f} s")
    table.add_row("cells a second", f"{result.revealed / seconds:,.0f}")
    table.add_row("digest", result.digest[:16])
    console = Console(highlight=False)
    if result.stuck:
        console.print("Stuck: nothing more is certain, a guess is needed.")
    console.print(table)
