"""The chances to win of a position, as a table or JSON: for ``surefoot analyse --win-chance``."""

from typing import Any

from rich.console import Console
from rich.table import Table

from surefoot.errors import LimitReached
from surefoot.guessing.optimal import Candidate, candidates
from surefoot.guessing.strategy import best_move
from surefoot.model import Cell, Limit
from surefoot_core.view import View

DEFAULT_LIMIT = Limit(nodes=2_000_000)
"""Positions worked out unless --nodes says otherwise: some seconds."""


def win_chance_object(view: View, limit: Limit) -> dict[str, Any]:
    """Return the JSON of the chances to win; without them, why, and the move of strategy `best`."""
    try:
        found = candidates(view, limit=_limit(limit))
    except LimitReached as error:
        guess = best_move(view)
        return {"exact": False, "why": str(error), "best": guess.cell, "risk": 1 - float(guess.safety)}
    return {
        "exact": True,
        "win": str(found[0].win) if found else "1",
        "candidates": [
            {"cell": each.cell, "risk": str(each.risk), "win": str(each.win)} for each in found
        ],
    }  # fmt: skip


def show_win_chances(view: View, limit: Limit, console: Console) -> None:
    """Print every candidate's risk and chance to win, and why the safest is not the best where it is not."""
    try:
        found = candidates(view, limit=_limit(limit))
    except LimitReached as error:
        guess = best_move(view)
        risk = f"{100 * (1 - float(guess.safety)):.2f} %"
        console.print(f"no exact chance to win: {error}; best guess {_name(guess.cell)}, risk {risk}", soft_wrap=True)
        return
    if not found:
        return
    table = Table("cell", "risk", "win chance", box=None)
    for each in found:
        table.add_row(_name(each.cell), str(each.risk), f"{each.win} ({100 * float(each.win):.2f} %)")
    console.print(table)
    console.print(verdict(found), soft_wrap=True)


def verdict(found: tuple[Candidate, ...]) -> str:
    """Return which cell to reveal, and why it is not the safest one where it is not."""
    best = found[0]
    safest = max(found, key=lambda each: (each.safety, each.win))
    if best.safety == safest.safety:
        return f"best: {_name(best.cell)}, risk {best.risk}, win chance {best.win}"
    return (
        f"best: {_name(best.cell)}, risk {best.risk}, win chance {best.win}; the safest, {_name(safest.cell)}, has "
        f"risk {safest.risk} but wins only {safest.win}: what it shows leaves riskier guesses behind"
    )


def _limit(limit: Limit) -> Limit:
    """Return the limit in positions."""
    return DEFAULT_LIMIT if limit.nodes is None else limit


def _name(cell: Cell) -> str:
    return f"({cell.row},{cell.col})"
