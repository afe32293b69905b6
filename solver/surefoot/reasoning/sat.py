"""The one module that talks to python-sat: solvers that a limit and Ctrl-C can stop.

minicard has `atmost` built in and is the faster one on clues, which touch eight cells each. CaDiCaL 1.9.5 gets
bounds as clauses and is the faster one where hundreds of cells are summed up. Every call runs in slices of so
many conflicts, between which limits are looked at and signals handled.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from itertools import combinations
from time import monotonic
from types import TracebackType
from typing import Self, cast

import pysolvers
from pysat.card import CardEnc, EncType
from pysat.solvers import Cadical195, Glucose4, Minicard

from surefoot.errors import LimitReached
from surefoot.model import Limit

SLICE = 1000
"""Conflicts of minicard between two looks at the clock and at pending signals: 0.1 s on all that was measured."""

CADICAL_SLICE = 100
"""The same for CaDiCaL, whose time goes into simplifying as well: 0.2 s on formulas of 500 summed cells."""

MAX_NODES = 4_000_000
"""Nodes of the counting engine for one component where no limit is given: about a second and a gigabyte."""

WIDEST_DIRECT = 10
"""Up to here a bound is written out as clauses, 252 at most; a wider one gets a totalizer."""


class Budget:
    """What is left of a `Limit`, and the calls made so far; one budget serves many solvers."""

    __slots__ = ("calls", "conflicts", "deadline", "nodes")

    def __init__(self, limit: Limit | None = None) -> None:
        """Start the clock."""
        limit = limit or Limit()
        self.calls = 0
        self.conflicts = limit.conflicts
        self.nodes = MAX_NODES if limit.nodes is None else max(1, limit.nodes)
        self.deadline = limit.deadline()

    @property
    def seconds(self) -> float | None:
        """What is left of the time; None without a limit."""
        return None if self.deadline is None else max(0.0, self.deadline - monotonic())

    def next_slice(self, most: int) -> int:
        """Return how many conflicts the next slice may take, at most so many; `LimitReached` if none."""
        if self.deadline is not None and monotonic() >= self.deadline:
            raise LimitReached("the limit of seconds was reached")
        if self.conflicts is None:
            return most
        if self.conflicts <= 0:
            raise LimitReached("the limit of conflicts was reached")
        return min(most, self.conflicts)


class SatSolver(ABC):
    """A formula over the variables 1, 2, ...; a literal is a variable or its negative. Use it in a `with`."""

    __slots__ = ("_budget", "_raw", "_slice", "_spent", "add_clause", "prefer")

    add_clause: Callable[[list[int]], None]
    """At least one of the literals is true."""
    prefer: Callable[[list[int]], None]
    """Try these literals first."""

    def __init__(self, raw: "Minicard | Cadical195", budget: Budget, slice_size: int) -> None:
        """Wrap a solver of python-sat that runs so many conflicts at a time."""
        self._raw = raw
        self._slice = slice_size
        self._budget = budget
        self._spent = 0
        self.add_clause = raw.add_clause
        self.prefer = raw.set_phases

    def __enter__(self) -> Self:
        """Hold the solver."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Free its memory."""
        self._raw.delete()

    @abstractmethod
    def add_atmost(self, literals: list[int], bound: int) -> None:
        """At most so many of the literals are true, 0 <= bound < len(literals)."""

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Return whether a model exists; `LimitReached` if the budget ends first."""
        budget = self._budget
        budget.calls += 1
        while True:
            self._raw.conf_budget(budget.next_slice(self._slice))
            answer = self._solve_slice(assumptions)
            if budget.conflicts is not None:
                spent = self._raw.accum_stats()["conflicts"]
                budget.conflicts -= spent - self._spent
                self._spent = spent
            if answer is not None:
                return answer

    @abstractmethod
    def _solve_slice(self, assumptions: Sequence[int]) -> bool | None:
        """Return whether a model exists, None if the slice was too short."""

    def model(self) -> list[int]:
        """Return the literal of each variable, in order, after `solve` found a model."""
        return cast("list[int]", self._raw.get_model())

    def core(self) -> list[int]:
        """Return assumptions that are impossible together, after `solve` found no model."""
        return cast("list[int]", self._raw.get_core() or [])


class _Minicard(SatSolver):
    """About 1 us to make, 0.6 us a row and 3 us a call on a stuck position."""

    __slots__ = ()

    def __init__(self, budget: Budget) -> None:
        super().__init__(Minicard(), budget, SLICE)

    def add_atmost(self, literals: list[int], bound: int) -> None:
        self._raw.add_atmost(literals, bound)

    def _solve_slice(self, assumptions: Sequence[int]) -> bool | None:
        # Unless an interrupt is expected, a signal jumps out of the solver's C code and leaves it broken.
        return cast("bool | None", self._raw.solve_limited(assumptions, expect_interrupt=True))


class _Cadical(SatSolver):
    """About 250 us to make."""

    __slots__ = ("_top",)

    def __init__(self, variables: int, budget: Budget) -> None:
        super().__init__(Cadical195(), budget, CADICAL_SLICE)
        self._top = variables

    def add_atmost(self, literals: list[int], bound: int) -> None:
        if len(literals) <= WIDEST_DIRECT:
            for chosen in combinations(literals, bound + 1):
                self._raw.add_clause([-literal for literal in chosen])
        else:
            encoded = CardEnc.atmost(literals, bound, self._top, encoding=EncType.kmtotalizer)
            self._top = max(self._top, encoded.nv)
            for clause in encoded.clauses:
                self._raw.add_clause(clause)

    def _solve_slice(self, assumptions: Sequence[int]) -> bool | None:
        # The last argument tells that this is not the main thread: otherwise a signal jumps out of the C code.
        answer = pysolvers.cadical195_solve_lim(self._raw.cadical, list(assumptions), 0)
        self._raw.status = None if answer == 0 else answer == 1
        return cast("bool | None", self._raw.status)


def sat_solver(variables: int, budget: Budget, *, large: bool = False) -> SatSolver:
    """Return an empty formula over so many variables for a `with`; `large` if it sums up hundreds of them."""
    return _Cadical(variables, budget) if large else _Minicard(budget)


def refutation(
    rows: Sequence[tuple[list[int], int]], assumed: int, comments: Sequence[str], budget: Budget
) -> tuple[str, str] | None:
    """Return rows and an assumption as DIMACS text and their refutation as DRAT text, None if a model exists.

    A row is variables and how many of them are true, `assumed` one more literal that is true. Glucose 4 on plain
    clauses, because its proofs hold; a native bound could not be written as DIMACS. `LimitReached` if the budget
    ends first.
    """
    clauses = [[assumed]]
    top = max([abs(assumed), *(variable for variables, _ in rows for variable in variables)])
    for variables, need in rows:
        encoding = EncType.seqcounter if len(variables) <= WIDEST_DIRECT else EncType.kmtotalizer
        if 0 <= need <= len(variables):
            encoded = CardEnc.equals(variables, need, top, encoding=encoding)
            top = max(top, encoded.nv)
            clauses += encoded.clauses
        else:
            clauses.append([])
    with Glucose4(bootstrap_with=clauses, with_proof=True) as solver:
        answer = None
        while answer is None:
            solver.conf_budget(budget.next_slice(SLICE))
            answer = solver.solve_limited(expect_interrupt=True)
        if answer:
            return None
        proof = solver.get_proof() or []
    if proof[-1:] != ["0"]:
        proof.append("0")  # a conflict at the root is found without a lemma
    lines = [f"c {comment}" for comment in comments] + [f"p cnf {top} {len(clauses)}"]
    lines += [" ".join(map(str, [*clause, 0])) for clause in clauses]
    return "\n".join(lines) + "\n", "\n".join(proof) + "\n"
