"""``surefoot prove``: whole games with a certificate for every step."""

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TextIO

import click

from surefoot.cli.options import read_cell, reasoning_option
from surefoot.errors import FormatError
from surefoot.formats.layout import Layout
from surefoot.formats.stream import read_stream
from surefoot.model import Cell, Reasoning
from surefoot.proof.transcript import prove_game

EXAMPLES = """
\b
Examples:
  surefoot prove 9x9:4,4,m00b7d48a3e0231c419200 -o game.jsonl
  surefoot prove layout.txt --start 0,0 | surefoot verify -
"""


@click.command(epilog=EXAMPLES)
@click.argument("board")
@click.option(
    "-o", "--output", type=click.File("w", lazy=False), default="-", help="Where to write; - is the default."
)
@click.option("--start", type=read_cell, metavar="R,C", help="The first reveal, for a board that names none.")
@reasoning_option
def command(board: str, output: TextIO, start: Cell | None, reasoning: Reasoning) -> int:
    """Play boards by proofs alone and write each game down with a certificate for every step.

    BOARD is a game id, or a file (- for standard input) with one or many boards. The exit status is 0 if every game
    is won, 1 if a guess is needed somewhere; the part that is proved is written all the same.
    """
    stuck = 0
    for layout in boards_of(board):
        game = prove_game(with_start(layout, start), reasoning=reasoning)
        for line in game.lines():
            output.write(line + "\n")
        output.flush()
        if not game.won:
            stuck += 1
            click.echo(f"surefoot: a guess is needed after {len(game.steps)} proved steps", err=True)
    return 1 if stuck else 0


def boards_of(source: str) -> Iterator[Layout]:
    """Yield the boards of a game id, a file, or standard input (-); the first bad one raises its error."""
    if source == "-":
        stream, name = sys.stdin.buffer, ""
    elif Path(source).is_file():
        stream, name = BytesIO(Path(source).read_bytes()), source
    elif ":" in source or "=" in source:
        stream, name = BytesIO(os.fsencode(source)), ""
    else:
        raise FormatError(f"expected a file, - or a game id, got {source!r}")
    found = False
    for line in read_stream(stream, name=name):
        found = True
        if line.error is not None:
            raise line.error
        if line.layout is not None:
            yield line.layout
    if not found:
        raise FormatError("expected a board, got nothing")


def with_start(layout: Layout, start: Cell | None) -> Layout:
    """Return the layout with the first reveal given, or with its own."""
    if start is None:
        if layout.start is None:
            raise click.UsageError("expected --start R,C for a board that names no first reveal")
        return layout
    return replace(layout, start=start)
