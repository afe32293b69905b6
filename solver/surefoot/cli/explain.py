"""``surefoot explain``: why a cell is safe or a mine."""

import json
from collections.abc import Collection
from typing import BinaryIO

import click
from rich.console import Console
from rich.text import Text

from surefoot.cli.options import read_cell
from surefoot.cli.paint import say
from surefoot.errors import InconsistentViewError
from surefoot.formats.positions import read_position
from surefoot.formats.source import MAX_BYTES
from surefoot.model import Cell
from surefoot.proof.explain import Explanation, explain, explain_conflict
from surefoot_core.view import View

EXAMPLES = """
\b
Examples:
  printf '01###\\n01###\\n01###\\n01###\\n' | surefoot explain - --mines 5 --cell 0,2
  surefoot explain position.txt --mines 99 --cell 5,24 --json
"""


@click.command(epilog=EXAMPLES)
@click.argument("source", type=click.File("rb"), default="-", metavar="[FILE|-]")
@click.option("--mines", type=click.IntRange(min=0), help="The mine total.")
@click.option(
    "--cell", "place", type=read_cell, required=True, metavar="R,C", help="The cell: row and column from 0."
)
@click.option("--trust-flags", is_flag=True, help="F cells are mines for sure; without this they are hidden cells.")
@click.option("--style", type=click.Choice(["surefoot", "plain"]), default="surefoot", help="plain: '.' is hidden.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def command(source: BinaryIO, mines: int | None, place: Cell, trust_flags: bool, style: str, as_json: bool) -> int:
    """Tell whether a cell is safe or a mine, and why: the fewest clues that force it, and a sentence.

    The clues are marked [ ] on the board, the cell ( ). Of a cell that is not certain two layouts are shown. The exit
    status is 1 where no layout fits the position, else 0.
    """
    view = read_view(source, mines, trust_flags=trust_flags, style=style)
    try:
        found = explain(view, place)
    except InconsistentViewError as error:
        return _contradiction(view, error, as_json=as_json)
    if as_json:
        click.echo(json.dumps(found.to_json()))
    else:
        _show(view, found)
    return 0


def read_view(source: BinaryIO, mines: int | None, *, trust_flags: bool, style: str = "surefoot") -> View:
    """Return the view of a position in any format; a usage error where nothing tells the mine total."""
    position = read_position(source.read(MAX_BYTES + 1), mines=mines, style=style)
    if position.mines is None:
        raise click.UsageError("expected --mines with the mine total of the board")
    return View.from_text(position.lines, position.mines, trust_flags=trust_flags)


def _contradiction(view: View, error: InconsistentViewError, *, as_json: bool) -> int:
    """Show the smallest conflict of a view."""
    found = explain_conflict(view)
    certificate, text = found if found is not None else (None, f"{error}.")
    clues = error.clues if certificate is None else certificate.clues
    total = error.total if certificate is None else certificate.total
    if as_json:
        value = {
            "verdict": "contradiction",
            "clues": [list(clue) for clue in clues],
            "total": total,
            "certificate": None if certificate is None else certificate.to_json(),
            "text": text,
        }
        click.echo(json.dumps(value))
    else:
        console = Console(highlight=False)
        console.print(drawn(view, clues))
        say(console, text)
    return 1


def _show(view: View, found: Explanation) -> None:
    """Print the board with the clues marked, and the sentences."""
    console = Console(highlight=False)
    console.print(drawn(view, found.clues, found.cell))
    if found.total:
        console.print(f"with the mine total: {view.mines}")
    say(console, found.text)
    for mines, name in zip(found.layouts or (), ("safe", "a mine"), strict=False):
        console.print(f"\na layout in which it is {name}:")
        console.print(drawn(view, (), found.cell, mines=mines))


def drawn(
    view: View,
    clues: Collection[tuple[int, int]],
    cell: tuple[int, int] | None = None,
    *,
    mines: Collection[Cell] = (),
) -> Text:
    """Return the board with clues in brackets, the cell in parentheses, and mines as ``*``."""
    text = Text(no_wrap=True, overflow="ignore")
    for row, line in enumerate(view.to_text().splitlines()):
        for col, sign in enumerate(line):
            shown = "*" if (row, col) in mines else sign
            if (row, col) == cell:
                text.append(f"({shown})", "bold yellow")
            elif (row, col) in clues:
                text.append(f"[{shown}]", "bold reverse")
            else:
                text.append(f" {shown} ", "dim" if shown in "#." else "")
        text.append("\n")
    text.rstrip()
    return text
