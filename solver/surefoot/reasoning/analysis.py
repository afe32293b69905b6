"""Everything that is certain about a view, and the chance of everything else, in one answer."""

from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from surefoot.model import Analysis, Cell, Engine, Limit, Reasoning, Verdict
from surefoot.reasoning.choice import complete_engine
from surefoot.reasoning.counting import find_chances, safest_cell
from surefoot.reasoning.sat import Budget
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge
from surefoot_core.view import HIDDEN_CELL, KNOWN_MINE, View

_SAFE = 1
_GIVEN = 0

_Value = TypeVar("_Value")


def analyse(
    view: View,
    *,
    reasoning: Reasoning = "total",
    engine: Engine = Engine.SAT,
    limit: Limit | None = None,
    chances: bool = False,
    exact: bool = False,
    verify: bool = False,
) -> Analysis:
    """Return every safe cell and every forced mine of a view, those known by simple rules among them.

    With `reasoning="clues"` the mine total is left out. Raises `InconsistentViewError` with the smallest
    conflict where no layout fits. A `limit` may leave cells open, and then `complete` is False.

    With `chances` the answer has the number of layouts, the chance of a mine in every cell and the safest cell,
    whichever the engine; with `exact` too, and the chances are fractions. Without a mine total all layouts count
    alike or, with a density, each slot of a cell holds a mine with that chance. With `verify` both engines look
    for what is certain, and a difference is an error.

    >>> view = View.from_text(".1#\\n.2#\\n.2#\\n.1#", mines=2)
    >>> analyse(view).safe
    (Cell(row=0, col=2), Cell(row=3, col=2))
    >>> analyse(View.from_text("1##", mines=1), exact=True).probability
    ((None, Fraction(1, 1), Fraction(0, 1)),)
    """
    if reasoning not in ("clues", "total"):
        raise ValueError(f"expected reasoning 'clues' or 'total', got {reasoning!r}")
    knowledge = Knowledge(view if reasoning == "total" else view.without_total())
    knowledge.apply_rules()
    budget = Budget(limit)
    frontier = Frontier(knowledge)
    complete = complete_engine(engine, knowledge, budget, frontier, verify=verify)
    by_clues = complete.by_clues()
    by_total = complete.by_total()
    safe: list[int] = []
    mines: list[int] = []
    for cell, value, rule, _, _ in knowledge.decisions():
        if rule != _GIVEN:
            (safe if value == _SAFE else mines).append(cell)
    for decision in by_clues.decisions + by_total.decisions:
        (mines if decision.mine else safe).append(decision.cell)
    left_open = set(by_clues.open + by_total.open).difference(safe, mines)

    def cells(indices: list[int] | set[int]) -> tuple[Cell, ...]:
        return tuple(Cell(*divmod(index, view.cols)) for index in sorted(indices))

    consistent = Verdict.YES if by_clues.consistent and by_total.consistent else Verdict.UNKNOWN
    found = Analysis(cells(safe), cells(mines), cells(left_open), consistent)
    if chances or exact:
        found = _with_chances(found, view, frontier, budget, exact)
    return found


def _with_chances(found: Analysis, view: View, frontier: Frontier, budget: Budget, exact: bool) -> Analysis:
    """Return the analysis with the number of layouts and the chances; certain cells keep what was proved."""
    counted = find_chances(frontier, budget, density=view.density, exact=exact)
    one, zero = (Fraction(1), Fraction(0)) if exact else (1.0, 0.0)
    chance = dict(counted.mine)
    for certain, value in ((found.safe, zero), (found.mines, one)):
        chance |= dict.fromkeys((row * view.cols + col for row, col in certain), value)
    codes = memoryview(view).cast("B")
    chance |= dict.fromkeys((cell for cell, code in enumerate(codes) if code == KNOWN_MINE), one)
    cells = [chance.get(cell) for cell in range(view.rows * view.cols)]
    hidden = {cell: cells[cell] for cell, code in enumerate(codes) if code == HIDDEN_CELL}
    safest: int | None
    if found.safe:
        safest = found.safe[0].row * view.cols + found.safe[0].col
    else:
        safest = safest_cell(hidden)
    several = view.max_mines_per_cell > 1
    return replace(
        found,
        layouts=counted.layouts,
        probability=_in_rows(cells, view.cols),
        holds=_in_rows(_holds(view, frontier.knowledge, counted.holds, one), view.cols) if several else None,
        safest=None if safest is None else Cell(*divmod(safest, view.cols)),
        chances_known=None not in hidden.values() and counted.layouts is not None,
    )


def _holds(
    view: View,
    knowledge: Knowledge,
    counted: dict[int, tuple[float | Fraction, ...]],
    one: float | Fraction,
) -> list[tuple[float | Fraction, ...] | None]:
    """Return for each cell the chances to hold 0, 1, 2 .. mines, None where revealed or not known."""
    empty = (one,) + (one - one,) * view.max_mines_per_cell
    certain: dict[int, tuple[float | Fraction, ...]] = {
        cell: empty if value == _SAFE else empty[::-1] for cell, value, *_ in knowledge.decisions()
    }
    known = {**counted, **certain}
    codes = memoryview(view).cast("B")
    return [known.get(cell) if code in (HIDDEN_CELL, KNOWN_MINE) else None for cell, code in enumerate(codes)]


def _in_rows(cells: list[_Value], cols: int) -> tuple[tuple[_Value, ...], ...]:
    """Return the cells of a view row by row."""
    return tuple(tuple(cells[at : at + cols]) for at in range(0, len(cells), cols))
