"""``surefoot check``: whether boards need no guess."""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import groupby
from typing import Any

import click
from rich.console import Console

from surefoot.cli.options import engine_option
from surefoot.errors import FormatError
from surefoot.formats.layout import Layout
from surefoot.formats.sgt import write_id
from surefoot.formats.stream import Line, read_stream
from surefoot.model import Engine, Verdict
from surefoot.noguess.count_check import check_many
from surefoot.noguess.sat_check import NoGuess, check_by_sat
from surefoot_core.board import Board

EXAMPLES = """
\b
Examples:
  surefoot check 9x9:4,4,m00b7d48a3e0231c419200
  surefoot check boards.txt --json
  surefoot generate --count 100 | surefoot check -
"""


@click.command(epilog=EXAMPLES)
@click.argument("sources", nargs=-1, metavar="[FILE|-|ID]...")
@engine_option(Engine.COUNT)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a board on standard output.")
def command(sources: tuple[str, ...], engine: str, as_json: bool) -> int:
    """Tell whether each board can be won from its first reveal by safe reveals only.

    Boards are game ids like WxH:x,y,m..., one a line, from files, from standard input (-) or as arguments. A line
    that cannot be read is reported and the next one follows. The exit status is 0 if every board needs no guess
    with the mine total, 1 if one does, 2 if a line was bad.
    """
    console = Console(highlight=False)
    status = 0
    for line in _lines(sources or ("-",)):
        try:
            layout = _board_of(line)
        except FormatError as error:
            status = 2
            if as_json:
                print(json.dumps({"line": line.number, "error": str(error)}), flush=True)
            else:
                print(f"surefoot: {error}", file=sys.stderr, flush=True)
            continue
        found = checked(layout, Engine(engine))
        if found.total is not Verdict.YES:
            status = max(status, 1)
        if as_json:
            print(json.dumps(check_object(layout, found)), flush=True)
        else:
            console.print(_sentence(layout, found), soft_wrap=True)
    return status


def checked(layout: Layout, engine: Engine) -> NoGuess:
    """Return the verdict on a layout that has a first reveal."""
    if engine is Engine.COUNT:
        return next(check_many([layout]))
    assert layout.start is not None
    places = [divmod(mine, layout.cols) for mine in layout.mines]
    return check_by_sat(Board.from_mines(layout.rows, layout.cols, places), layout.start)


def check_object(layout: Layout, found: NoGuess) -> dict[str, Any]:
    """Return the JSON of a verdict."""
    return {
        "id": write_id(layout),
        "no_guess": {"clues": found.clues is Verdict.YES, "total": found.total is Verdict.YES},
        "opened": {"clues": found.opened_clues, "total": found.opened_total},
    }


def _lines(sources: Iterable[str]) -> Iterator[Line]:
    """Yield the boards of all sources in order; arguments that are boards themselves count as lines."""
    for is_board, group in groupby(sources, _is_board):
        if is_board:
            yield from read_stream(BytesIO("\n".join(group).encode()))
            continue
        for source in group:
            if source == "-":
                yield from read_stream(sys.stdin.buffer)
            else:
                with open(source, "rb") as file:
                    yield from read_stream(file, name=source)


def _is_board(source: str) -> bool:
    """Return whether an argument is a game id or a link, not the name of a file."""
    return source != "-" and (":" in source or "=" in source) and not os.path.exists(source)


def _board_of(line: Line) -> Layout:
    """Return the board of a line; `FormatError` if it was unreadable or has no first reveal."""
    if line.error is not None:
        raise line.error
    layout = line.layout
    assert layout is not None
    if layout.start is None or not layout.cells:
        raise FormatError(f"line {line.number}: expected a board with its first reveal, got none")
    return layout


def _sentence(layout: Layout, found: NoGuess) -> str:
    """Return the verdict in words."""
    safe = layout.cells - len(layout.mines)
    if found.clues is Verdict.YES:
        verdict = "no guess, by the clues alone"
    elif found.total is Verdict.YES:
        verdict = "no guess, with the mine total"
    else:
        verdict = f"needs a guess: {found.opened_total} of {safe} safe cells open"
    return f"{write_id(layout)}  {verdict}"
