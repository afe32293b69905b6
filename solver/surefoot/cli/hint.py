"""``surefoot hint``: is there a safe cell, where to look, which one."""

import json
from typing import Any, BinaryIO

import click
from rich.console import Console

from surefoot.cli.explain import drawn, read_view
from surefoot.cli.paint import say
from surefoot.proof.explain import Explanation
from surefoot.proof.hint import find_hint
from surefoot.proof.words import listed
from surefoot_core.view import View

EXAMPLES = """
\b
Examples:
  printf '01###\\n01###\\n01###\\n' | surefoot hint - --mines 4 --strength 2
  surefoot hint position.txt --mines 99 --strength 3 --json
"""


@click.command(epilog=EXAMPLES)
@click.argument("source", type=click.File("rb"), default="-", metavar="[FILE|-]")
@click.option("--mines", type=click.IntRange(min=0), help="The mine total.")
@click.option(
    "--strength",
    type=click.IntRange(1, 3),
    default=1,
    show_default=True,
    help="1: whether a cell is safe. 2: which clues to look at. 3: the cell, and why.",
)
@click.option("--trust-flags", is_flag=True, help="F cells are mines for sure; without this they are hidden cells.")
@click.option("--style", type=click.Choice(["surefoot", "plain"]), default="surefoot", help="plain: '.' is hidden.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def command(source: BinaryIO, mines: int | None, strength: int, trust_flags: bool, style: str, as_json: bool) -> int:
    """Give a hint about a position, no more than asked for.

    The exit status is 0 if a cell is safe, 1 if a guess is needed.
    """
    view = read_view(source, mines, trust_flags=trust_flags, style=style)
    found = find_hint(view)
    if as_json:
        click.echo(json.dumps(hint_object(found, strength)))
    elif found is None:
        click.echo("No cell is safe: a guess is needed.")
    else:
        _show(view, found, strength)
    return 1 if found is None else 0


def hint_object(found: Explanation | None, strength: int) -> dict[str, Any]:
    """Return the JSON of a hint: only what its strength tells."""
    value: dict[str, Any] = {"safe": found is not None}
    if found is not None and strength > 1:
        value |= {"clues": [list(clue) for clue in found.clues], "total": found.total}
    if found is not None and strength > 2:
        value |= {"cell": list(found.cell), "text": found.text}
    return value


def _show(view: View, found: Explanation, strength: int) -> None:
    """Print a hint."""
    console = Console(highlight=False)
    if strength == 1:
        console.print("There is a safe cell.")
        return
    console.print(drawn(view, found.clues, found.cell if strength > 2 else None))
    if strength == 2:
        named = [f"({row},{col})" for row, col in found.clues] + (["the mine total"] if found.total else [])
        say(console, f"There is a safe cell. Look at {listed(named)}.")
    else:
        say(console, found.text)
