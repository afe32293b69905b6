"""Everything that is certain about a view, in one answer."""

from surefoot.model import Analysis, Cell, Engine, Limit, Reasoning, Verdict
from surefoot.reasoning.engine import complete_engine
from surefoot.reasoning.sat import Budget
from surefoot_core.knowledge import Knowledge
from surefoot_core.view import View

_SAFE = 1
_GIVEN = 0


def analyse(
    view: View, *, reasoning: Reasoning = "total", engine: Engine = Engine.SAT, limit: Limit | None = None
) -> Analysis:
    """Return every safe cell and every forced mine of a view, those known by simple rules among them.

    With `reasoning="clues"` the mine total is left out. Raises `InconsistentViewError` with the smallest
    conflict where no layout fits. A `limit` may leave cells open, and then `complete` is False.

    >>> analyse(View.from_text(".1#\\n.2#\\n.2#\\n.1#", mines=2)).safe
    (Cell(row=0, col=2), Cell(row=3, col=2))
    """
    if reasoning not in ("clues", "total"):
        raise ValueError(f"expected reasoning 'clues' or 'total', got {reasoning!r}")
    knowledge = Knowledge(view if reasoning == "total" else view.without_total())
    knowledge.apply_rules()
    budget = Budget(limit)
    complete = complete_engine(engine, knowledge, budget)
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
    return Analysis(cells(safe), cells(mines), cells(left_open), consistent)
