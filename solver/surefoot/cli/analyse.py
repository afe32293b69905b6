"""``surefoot analyse``: what is certain about positions, and how likely everything else."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import click
from rich.console import Console

from surefoot.cli.heatmap import heat_map, percentage, save_picture
from surefoot.cli.options import engine_option, limit_options, reasoning_option, verify_option
from surefoot.cli.win_chance import show_win_chances, win_chance_object
from surefoot.errors import FormatError, InconsistentViewError, InvalidBoardError
from surefoot.formats.json_view import has_head, read_json_view, read_text_view
from surefoot.formats.positions import read_position
from surefoot.formats.source import MAX_BYTES, text_of
from surefoot.guessing.playouts import MAX_LAYOUTS
from surefoot.model import Analysis, Cell, Engine, Limit, Reasoning
from surefoot.reasoning.analysis import analyse
from surefoot_core.view import View

EXAMPLES = """
\b
Examples:
  printf '.1#\\n.2#\\n.2#\\n.1#\\n' | surefoot analyse - --mines 2
  surefoot analyse position.txt --mines 10 --trust-flags --json
  echo '{"view": ["#1.", "11."], "mines": 1}' | surefoot analyse --jsonl
  echo '{"view": ["#2#", "##1"], "topology": "hex", "density": 0.2}' | surefoot analyse --jsonl
"""


@click.command(epilog=EXAMPLES)
@click.argument("source", type=click.File("rb"), default="-", metavar="[FILE|-]")
@click.option("--mines", type=click.IntRange(min=0), help="The mine total.")
@click.option("--trust-flags", is_flag=True, help="F cells are mines for sure; without this they are hidden cells.")
@reasoning_option
@engine_option(Engine.SAT)
@verify_option
@limit_options
@click.option(
    "--style",
    type=click.Choice(["surefoot", "plain"]),
    default="surefoot",
    help="plain: '.' is hidden, a blank a zero.",
)
@click.option(
    "--png",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    metavar="FILE",
    help="Write the chances as a picture as well (needs matplotlib).",
)
@click.option("--win-chance", is_flag=True, help="Each cell's chance to win as well, where the layouts are few.")
@click.option(
    "--play-out",
    type=click.IntRange(1, MAX_LAYOUTS),
    metavar="LAYOUTS",
    help="With --win-chance: where the layouts are too many, guesses are played out on so many of them.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
@click.option("--jsonl", is_flag=True, help='Read lines {"view": [...], "mines": n} and answer line by line.')
def command(
    source: BinaryIO,
    mines: int | None,
    trust_flags: bool,
    reasoning: Reasoning,
    engine: str,
    verify: bool,
    conflicts: int | None,
    nodes: int | None,
    seconds: float | None,
    style: str,
    png: Path | None,
    win_chance: bool,
    play_out: int | None,
    as_json: bool,
    jsonl: bool,
) -> int:
    """Tell every safe cell and every forced mine of a position, and the chance of a mine in every other cell.

    A position is text, one line a row: # hidden, . or 0 an open zero, 1 to 8 a clue, F a flag. Cells are counted
    from 0, row first. The exit status is 0 if a layout fits the position, 1 if none does.

    Boards of other kinds have a head, lines before the rows like "topology: hex", "density: 0.2" or
    "max_mines_per_cell: 2", which are also the keys of a line with --jsonl.
    """
    limit = Limit(conflicts=conflicts, nodes=nodes, seconds=seconds)

    def answer(view: View) -> Analysis:
        return analyse(view, reasoning=reasoning, engine=Engine(engine), limit=limit, chances=True, verify=verify)

    if jsonl:
        if mines is not None or trust_flags or style != "surefoot" or png is not None or win_chance or play_out:
            raise click.UsageError(
                "expected neither --mines, --trust-flags, --style, --png, --win-chance nor --play-out with --jsonl"
            )
        return _answer_lines(source, answer)
    view = _read(source.read(MAX_BYTES + 1), mines, style, trust_flags, reasoning)
    if play_out is not None and (not win_chance or view.topology.kind != "rectangle"):
        raise click.UsageError("--play-out needs --win-chance and a rectangle")
    if win_chance and (view.mines is None or view.max_mines_per_cell != 1):
        raise click.UsageError("--win-chance needs the mine total, and at most one mine a cell")
    try:
        found = answer(view)
    except InconsistentViewError as error:
        if as_json:
            click.echo(json.dumps(conflict_object(error)))
        else:
            click.echo(f"surefoot: {error}", err=True)
        return 1
    if png is not None:
        save_picture(view, found, png)
    if as_json:
        told = analysis_object(found)
        if win_chance:
            told["win_chance"] = win_chance_object(view, limit, play_out)
        click.echo(json.dumps(told))
    else:
        _show(view, found)
        if win_chance:
            show_win_chances(view, limit, play_out, Console(highlight=False))
    return 0


def _read(data: bytes, mines: int | None, style: str, trust_flags: bool, reasoning: Reasoning) -> View:
    """Return the view of a file: text with a head, or any of the other formats of positions."""
    text = text_of(data)
    if has_head(text):
        if mines is not None or trust_flags or style != "surefoot":
            raise click.UsageError("expected neither --mines, --trust-flags nor --style with a view that has a head")
        return read_text_view(text)
    position = read_position(data, mines=mines, style=style)
    if position.mines is None and reasoning == "total":
        raise click.UsageError("expected --mines with the mine total of the board, or --reasoning clues")
    return View.from_text(position.lines, position.mines, trust_flags=trust_flags)


def analysis_object(found: Analysis) -> dict[str, Any]:
    """Return the JSON of an analysis."""
    answer: dict[str, Any] = {
        "consistent": True,
        "safe": found.safe,
        "mine": found.mines,
        "layouts": None if found.layouts is None else digits(found.layouts),
        "probability": found.probability,
        "safest": found.safest,
    }
    if found.holds is not None:
        answer["holds"] = found.holds
    if not found.complete:
        answer["complete"] = False
    return answer


def digits(number: int) -> str:
    """Return a number in decimal however long it is; Python refuses more than 4,300 digits at once."""
    if number < 10**4000:
        return str(number)
    half = number.bit_length() * 3 // 20  # of the digits, 0.301 a bit
    head, tail = divmod(number, 10**half)
    return digits(head) + digits(tail).zfill(half)


def conflict_object(error: InconsistentViewError) -> dict[str, Any]:
    """Return the JSON of a contradiction."""
    return {"consistent": False, "conflict": {"clues": error.clues, "total": error.total}}


def _answer_lines(source: BinaryIO, answer: Callable[[View], Analysis]) -> int:
    """Answer each line and return the exit status: 2 if one was bad, 1 if one was contradictory."""
    status = 0
    for line in iter(lambda: source.readline(MAX_BYTES + 1), b""):
        if line.isspace():
            continue
        try:
            told = analysis_object(answer(read_json_view(line)))
        except InconsistentViewError as error:
            told = conflict_object(error)
            status = max(status, 1)
        except (FormatError, InvalidBoardError) as error:
            told = {"error": str(error)}
            status = 2
        click.echo(json.dumps(told))
        sys.stdout.flush()
    return status


def _show(view: View, found: Analysis) -> None:
    """Print the position with the chances, and what is certain."""
    console = Console(highlight=False)
    console.print(heat_map(view, found), soft_wrap=True)
    console.print(_named(found.safe, "safe cell"), soft_wrap=True)
    console.print(_named(found.mines, "forced mine"), soft_wrap=True)
    if found.layouts is not None:
        number = str(found.layouts) if found.layouts < 10**15 else f"about 10^{len(digits(found.layouts)) - 1}"
        console.print(f"layouts: {number}", soft_wrap=True)
    if found.safest is not None and found.probability is not None:
        row, col = found.safest
        console.print(f"safest: ({row},{col}), {percentage(found.probability[row][col])} %", soft_wrap=True)
    if found.open:
        left = _named(found.open, "cell left open by the limit", "cells left open by the limit")
        console.print(left, soft_wrap=True)


def _named(cells: tuple[Cell, ...], one: str, many: str | None = None) -> str:
    """Return how many cells there are of a kind, and which."""
    if not cells:
        return f"no {one}"
    kind = one if len(cells) == 1 else many or f"{one}s"
    return f"{len(cells)} {kind}: " + " ".join(f"({row},{col})" for row, col in cells)
