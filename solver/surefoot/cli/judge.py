"""``surefoot judge``: grade moves."""

import json
from collections.abc import Iterable, Iterator
from typing import BinaryIO, TextIO

import click
from rich.console import Console
from rich.table import Table

from surefoot.cli.explain import read_view
from surefoot.cli.options import read_cell
from surefoot.cli.prove import boards_of
from surefoot.errors import FormatError
from surefoot.model import Cell, Move
from surefoot.proof.explain import percent
from surefoot.proof.judge import Grade, Judgement, judge_game, judge_move
from surefoot_core.board import Board

EXAMPLES = """
\b
Examples:
  printf 'r 4 4\\nf 0 2\\nc 1 2\\n' | surefoot judge 9x9:4,4,m00b7d48a3e0231c419200 -
  surefoot judge --view position.txt --mines 10 --move 2,1 --json
"""

COLOURS = {
    Grade.PROVED: "green",
    Grade.PROVABLE_MINE: "bold red",
    Grade.NEEDLESS_GUESS: "red",
    Grade.FORCED_GUESS: "yellow",
    Grade.UNAVOIDABLE_GUESS: "cyan",
}


@click.command(epilog=EXAMPLES)
@click.argument("board", required=False)
@click.argument("moves", type=click.File("r"), required=False)
@click.option("--view", "position", type=click.File("rb"), help="A position, for one move.")
@click.option("--mines", type=click.IntRange(min=0), help="Its mine total.")
@click.option("--move", "cell", type=read_cell, metavar="R,C", help="The cell that is revealed.")
@click.option("--trust-flags", is_flag=True, help="F cells of the position are mines for sure.")
@click.option("--json", "as_json", is_flag=True, help="A JSON object a move on standard output.")
def command(
    board: str | None,
    moves: TextIO | None,
    position: BinaryIO | None,
    mines: int | None,
    cell: Cell | None,
    trust_flags: bool,
    as_json: bool,
) -> int:
    """Grade the moves of a game, or one move on a position.

    BOARD is a game id or a file with one board, MOVES a file or - with one move a line: r 3 4 reveals, f 3 4 flags,
    c 3 4 chords. Grades: proved, provable-mine, needless-guess, forced-guess, unavoidable-guess.
    """
    if position is not None:
        if board is not None or cell is None:
            raise click.UsageError("expected --mines and --move with --view, and no BOARD")
        view = read_view(position, mines, trust_flags=trust_flags)
        judged: Iterable[Judgement] = [judge_move(view, Move.REVEAL, cell)]
    elif board is None or moves is None or mines is not None or cell is not None:
        raise click.UsageError("expected BOARD and MOVES, or --view, --mines and --move")
    else:
        judged = judge_game(_board(board), moves)
    if as_json:
        for judgement in judged:
            click.echo(json.dumps(judgement.to_json()))
    else:
        _show(judged)
    return 0


def _board(source: str) -> Board:
    """Return the one board of an id or a file, with nothing revealed."""
    layouts = list(boards_of(source))
    if len(layouts) != 1:
        raise FormatError(f"expected one board, got {len(layouts)}")
    return layouts[0].board()


def _show(judged: Iterable[Judgement]) -> None:
    """Print a table of the moves."""
    table = Table(box=None, pad_edge=False)
    for name in ("move", "grade", "risk", "safe", "safest", "why"):
        table.add_column(name, justify="right" if name in ("risk", "safe") else "left")
    for judgement in _kept(judged, table):
        safest = "" if judgement.safest is None else f"{judgement.safest.row},{judgement.safest.col}"
        table.add_row(
            judgement.move,
            f"[{COLOURS[judgement.grade]}]{judgement.grade.value}[/]",
            _risk(judgement.risk),
            str(len(judgement.safe_cells)),
            safest,
            judgement.text,
        )
    Console(highlight=False).print(table)


def _kept(judged: Iterable[Judgement], table: Table) -> Iterator[Judgement]:
    """Yield the judgements; what was graded is shown before an error ends the list."""
    try:
        yield from judged
    except FormatError:
        if table.row_count:
            Console(highlight=False).print(table)
        raise


def _risk(risk: float | None) -> str:
    """Return a risk in percent; 0 % and 100 % are certain."""
    if risk is None:
        return "?"
    return f"{risk:.0%}".replace("%", " %") if risk in (0.0, 1.0) else percent(risk)
