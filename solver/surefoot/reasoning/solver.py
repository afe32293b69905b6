"""The solver that plays: a view and the cells revealed since go in, steps that are proved come out."""

from collections.abc import Iterable, Sequence

from surefoot.model import Cell, Engine, Limit, Move, Reasoning, Rule, Step
from surefoot.reasoning.choice import complete_engine
from surefoot.reasoning.counting import find_chances, safest_cell
from surefoot.reasoning.engine import Outcome
from surefoot.reasoning.sat import Budget
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge
from surefoot_core.view import View

_SAFE = 1


class Solver:
    """Issues certain steps, the easiest first; it never sees a board, only its view and what is revealed later.

    >>> solver = Solver(View.from_text("##1\\n211\\n...", mines=2))
    >>> [(step.move.value, tuple(step.cell), step.rule.name) for step in solver.steps()]
    [('flag', (0, 1), 'ONE_CLUE'), ('flag', (0, 0), 'ONE_CLUE')]
    """

    def __init__(
        self,
        view: View,
        *,
        reasoning: Reasoning = "total",
        engine: Engine = Engine.SAT,
        limit: Limit | None = None,
        verify: bool = False,
    ) -> None:
        """Take the view as it is now. The `limit` holds for all steps together.

        With `verify` both engines look for what is certain, and a difference is an error.
        """
        if reasoning not in ("clues", "total"):
            raise ValueError(f"expected reasoning 'clues' or 'total', got {reasoning!r}")
        self._cols = view.cols
        self._knowledge = Knowledge(view if reasoning == "total" else view.without_total())
        self._budget = Budget(limit)
        self._frontier = Frontier(self._knowledge)
        self._density = view.density
        self._engine = complete_engine(engine, self._knowledge, self._budget, self._frontier, verify=verify)
        self._issued = self._knowledge.decided
        self._mined: set[int] = set()
        self._open: tuple[int, ...] = ()

    @property
    def calls(self) -> int:
        """How many times the SAT solver was called."""
        return self._budget.calls

    @property
    def complete(self) -> bool:
        """Whether the last `steps` held all that is certain, as far as it looked: no limit was reached."""
        return not self._open

    def reveal(self, cells: Iterable[int], clues: Iterable[int]) -> None:
        """Take in newly revealed cells, by flat index, and their clues."""
        for cell, clue in zip(cells, clues, strict=True):
            self._knowledge.reveal(cell, clue)

    def steps(self) -> list[Step]:
        """Return certain steps that were not issued before; none if nothing more is certain.

        First all that the rules for one and for two clues give; where they give nothing, all that the clues
        prove; where they prove nothing, all that the mine total proves. Raises `InconsistentViewError` where no
        layout fits what was revealed.
        """
        self._open = ()
        self._knowledge.apply_rules()
        if self._knowledge.decided == self._issued:
            outcome = self._engine.by_clues()
            steps = self._proved(outcome)
            self._open = outcome.open
            if not steps:
                outcome = self._engine.by_total()
                steps = self._proved(outcome)
                self._open += outcome.open
            return steps
        steps = []
        for cell, value, rule, first, second in self._knowledge.decisions(self._issued):
            witnesses = tuple(self._cell(witness) for witness in (first, second) if witness >= 0)
            steps.append(self._step(cell, value != _SAFE, Rule(rule), witnesses))
        self._issued = self._knowledge.decided
        return steps

    def safest(self) -> Step | None:
        """Return the guess with the least chance of a mine, the first cell in order among equals.

        To be asked where `steps` gave nothing. None where every hidden cell is decided, or where the chances are
        not known within the limit.
        """
        self._frontier.update()
        found = find_chances(self._frontier, self._budget, density=self._density, layouts=False)
        cell = safest_cell(found.mine) if found.complete else None
        return None if cell is None else self._step(cell, False, Rule.GUESS, ())

    def _proved(self, outcome: Outcome) -> list[Step]:
        """Add the decisions of the engine to the knowledge and return those that are new as steps.

        A mine that may share its cell with others is not for the knowledge, which would take the cell to be full.
        """
        several = self._knowledge.max_mines_per_cell > 1
        named: dict[int, tuple[Cell, ...]] = {}
        steps = []
        for decision in outcome.decisions:
            if decision.mine and several:
                if decision.cell in self._mined:
                    continue
                self._mined.add(decision.cell)
            else:
                self._knowledge.decide(decision.cell, 2 if decision.mine else _SAFE, int(decision.rule))
            key = id(decision.witnesses)  # the decisions of a component share one tuple
            if key not in named:
                named[key] = tuple(self._cell(witness) for witness in decision.witnesses)
            steps.append(self._step(decision.cell, decision.mine, decision.rule, named[key]))
        self._issued = self._knowledge.decided
        return steps

    def _step(self, cell: int, mine: bool, rule: Rule, witnesses: Sequence[Cell]) -> Step:
        return Step(Move.FLAG if mine else Move.REVEAL, self._cell(cell), rule, tuple(witnesses))

    def _cell(self, index: int) -> Cell:
        return Cell(*divmod(index, self._cols))
