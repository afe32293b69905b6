"""The chances to win of a position, as a table or JSON: for ``surefoot analyse --win-chance``."""

from dataclasses import replace
from typing import Any

from rich.console import Console
from rich.table import Table

from surefoot.errors import LimitReached
from surefoot.guessing.optimal import Candidate, candidates
from surefoot.guessing.playouts import PlayedOut, play_out
from surefoot.guessing.strategy import best_move
from surefoot.model import Cell, Limit
from surefoot_core.view import View

DEFAULT_POSITIONS = 2_000_000
"""Positions worked out unless --nodes says otherwise: some seconds."""


PLAYER = "fast"
"""The strategy that plays guesses out."""


def win_chance_object(view: View, limit: Limit, layouts: int | None) -> dict[str, Any]:
    """Return the JSON of the chances to win; without them, why, and the move of strategy `best`.

    And with `layouts`, how guesses do where they are played out on so many.
    """
    try:
        found = candidates(view, limit=_limit(limit))
    except LimitReached as error:
        guess = best_move(view)
        told = {"exact": False, "why": str(error), "best": guess.cell, "risk": 1 - float(guess.safety)}
        if layouts is not None:
            told["played_out"] = _played_out_object(view, limit, layouts)
        return told
    return {
        "exact": True,
        "win": str(found[0].win) if found else "1",
        "candidates": [
            {"cell": each.cell, "risk": str(each.risk), "win": str(each.win)} for each in found
        ],
    }  # fmt: skip


def show_win_chances(view: View, limit: Limit, layouts: int | None, console: Console) -> None:
    """Print every candidate's risk and chance to win, and why the safest is not the best where it is not.

    Where the chances are not known, how guesses do that are played out on so many `layouts`.
    """
    try:
        found = candidates(view, limit=_limit(limit))
    except LimitReached as error:
        guess = best_move(view)
        risk = f"{100 * (1 - float(guess.safety)):.2f} %"
        console.print(f"no exact chance to win: {error}; best guess {_name(guess.cell)}, risk {risk}", soft_wrap=True)
        if layouts is not None:
            _show_played_out(view, limit, layouts, console)
        return
    if not found:
        return
    table = Table("cell", "risk", "win chance", box=None)
    for each in found:
        table.add_row(_name(each.cell), str(each.risk), f"{each.win} ({100 * float(each.win):.2f} %)")
    console.print(table)
    console.print(verdict(found), soft_wrap=True)


def _played_out_object(view: View, limit: Limit, layouts: int) -> dict[str, Any]:
    """Return the JSON of guesses played out; where that cannot be, why."""
    try:
        found = play_out(view, strategy=PLAYER, layouts=layouts, limit=limit)
    except LimitReached as error:
        return {"strategy": PLAYER, "why": str(error)}
    return {"strategy": PLAYER, "layouts": found[0].layouts, "cells": [_played_object(each) for each in found]}


def _played_object(found: PlayedOut) -> dict[str, Any]:
    """Return the JSON of a guess that was played out."""
    return {
        "cell": found.cell, "risk": 1 - found.safety,
        "win": found.win.rate, "low": found.win.low, "high": found.win.high,
        "behind": found.behind.rate, "behind_low": found.behind.low, "behind_high": found.behind.high,
    }  # fmt: skip


def _show_played_out(view: View, limit: Limit, layouts: int, console: Console) -> None:
    """Play guesses out and print how they did; where that cannot be, why."""
    try:
        found = play_out(view, strategy=PLAYER, layouts=layouts, limit=limit)
    except LimitReached as error:
        console.print(f"not played out: {error}", soft_wrap=True)
        return
    table = Table("cell", "risk", "won, 95 % interval", "behind the best", box=None)
    for each in found:
        behind = f"{100 * each.behind.rate:.1f} +- {100 * (each.behind.high - each.behind.rate):.1f}"
        table.add_row(
            _name(each.cell),
            f"{100 * (1 - each.safety):.2f} %",
            f"{100 * each.win.rate:.1f} % ({100 * each.win.low:.1f} to {100 * each.win.high:.1f})",
            "" if each is found[0] else behind,
        )
    console.print(table)
    on = f"played out by strategy {PLAYER} on the same {found[0].layouts} layouts"
    console.print(f"{on}; the best play wins at least as much", soft_wrap=True)


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
    """Return the limit with one of positions."""
    return replace(limit, nodes=DEFAULT_POSITIONS) if limit.nodes is None else limit


def _name(cell: Cell) -> str:
    return f"({cell.row},{cell.col})"
