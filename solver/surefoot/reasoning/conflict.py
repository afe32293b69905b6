"""The smallest conflict of a view that no layout fits: as few clues as possible that contradict each other.

By the clues alone where that is possible, else with the mine total. A set of clues is a conflict if and only
if it meets the complement of every set of clues that one layout can satisfy. So the smallest set that meets
all complements found so far is tried: if a layout satisfies it, that layout, changed until it satisfies no
more clues, gives the next complement; if none does, it is a smallest conflict (A. Ignatiev, A. Previti,
M. Liffiton, J. Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, CP 2015).
"""

from collections.abc import Iterable, Sequence

from surefoot.errors import InconsistentViewError, LimitReached
from surefoot.model import Cell, Limit
from surefoot.reasoning.encoding import add_between
from surefoot.reasoning.sat import Budget, SatSolver, sat_solver
from surefoot.reasoning.shrink import Row, groups_of, smallest_left
from surefoot_core.certify import Certifier
from surefoot_core.knowledge import Knowledge
from surefoot_core.view import HIDDEN_CELL, KNOWN_MINE

SEARCH = Limit(conflicts=50_000)
"""Work before a conflict from which no clue can be left out, though perhaps not the smallest, is good enough."""

CALLS = 5_000
"""The same for calls of the SAT solver."""


def smallest_conflict(knowledge: Knowledge, budget: Budget) -> InconsistentViewError:
    """Return the error for a knowledge that no layout fits, with its smallest conflict.

    Where the budget ends first, the conflict is that of all clues and the mine total.
    """
    cols = knowledge.topology.cols
    rows, hidden, mines = view_rows(knowledge)
    try:
        found = _by_sums(knowledge) if knowledge.max_mines_per_cell > 1 else None
        chosen, total = found or _smallest(rows, hidden, mines, budget)
    except LimitReached:
        # That there is a conflict is known; all clues and the mine total are one.
        chosen, total = [row.clue for row in rows if row.cells], mines is not None
    clues = tuple(Cell(*divmod(clue, cols)) for clue in chosen)
    named = ", ".join(f"({row}, {col})" for row, col in clues)
    if not clues:
        reason = f"the mine total leaves {mines} mines for {hidden} hidden cells"
    else:
        reason = f"{'the clue at' if len(clues) == 1 else 'the clues at'} {named}"
        reason += " and the mine total" if total else ""
        reason += " cannot be right" if len(clues) == 1 and not total else " contradict each other"
    return InconsistentViewError(f"no layout fits the view: {reason}", clues, total)


def _by_sums(knowledge: Knowledge) -> tuple[list[int], bool] | None:
    """Return the conflict that a certificate shows, and whether it needs the mine total; None if none was found.

    For cells with several mines, whose slots can be exchanged: there SAT takes for ever on boards of 10 x 10.
    """
    certifier = Certifier(Knowledge(knowledge.view()))
    certificate, _ = certifier.conflict()
    return None if certificate is None else certifier.conflict_rows()


def view_rows(knowledge: Knowledge) -> tuple[list[Row], int, int | None]:
    """Return the clues of a view, its hidden cells and mines without the trusted flags.

    A cell that can hold k mines counts as k hidden cells.
    """
    view = knowledge.view()
    near = knowledge.topology.neighbours
    slots = knowledge.max_mines_per_cell
    codes = memoryview(view).cast("B").tobytes()
    rows = []
    for clue, code in enumerate(codes):
        if code < KNOWN_MINE:
            around = near(clue)
            given = slots * sum(codes[cell] == KNOWN_MINE for cell in around)
            hidden = [cell for cell in around if codes[cell] == HIDDEN_CELL]
            places = tuple(cell * slots + slot for cell in hidden for slot in range(slots))
            rows.append(Row(clue, places, code - given))
    mines = None if view.mines is None else view.mines - slots * codes.count(KNOWN_MINE)
    return rows, slots * codes.count(HIDDEN_CELL), mines


def _smallest(rows: list[Row], hidden: int, mines: int | None, budget: Budget) -> tuple[list[int], bool]:
    """Return the clues of a smallest conflict and whether it needs the mine total."""
    for row in rows:
        if not 0 <= row.need <= len(row.cells):
            return [row.clue], False
    best: list[Row] = []
    for group in groups_of(rows):
        conflict = Selection(group, None).conflict(budget)
        if conflict:
            conflict = Selection(group, None).smaller(len(conflict)) or conflict
            best = conflict if not best else min(best, conflict, key=len)
    total = not best and mines is not None
    if total and mines is not None and 0 <= mines <= hidden:
        best = smallest_left(rows, mines, hidden)
        best = Selection(rows, (mines, hidden)).smaller(len(best)) or best
    return sorted(row.clue for row in best), total


class Selection:
    """Rows that can be switched on one by one, with the mine total always on where it is given."""

    def __init__(self, rows: Sequence[Row], total: tuple[int, int] | None) -> None:
        """Take the rows and, if the mine total counts, (mines, hidden cells)."""
        self._rows = rows
        self._variable: dict[int, int] = {}
        for row in rows:
            for cell in row.cells:
                self._variable.setdefault(cell, len(self._variable) + 1)
        self._first_switch = len(self._variable) + 1
        self._total = total

    def conflict(self, budget: Budget) -> list[Row]:
        """Return a conflict from which no row can be left out, none if a layout satisfies all rows."""
        with self._solver(budget) as solver:
            left = list(range(len(self._rows)))
            if solver.solve(self._switches(left)):
                return []
            left = self._core(solver)
            for number in left:
                others = [other for other in left if other != number]
                if number in left and not solver.solve(self._switches(others)):
                    left = self._core(solver)
            return [self._rows[number] for number in left]

    def smaller(self, known: int) -> list[Row]:
        """Return a smallest conflict if it has fewer than `known` rows, else none.

        Also none if the search for it reaches its limits, `SEARCH` and `CALLS`.
        """
        work = Budget(SEARCH)
        try:
            with self._solver(work) as solver, HittingSets(len(self._rows), work) as hitting:
                while len(chosen := set(hitting.smallest())) < known:
                    conflict = [self._rows[number] for number in sorted(chosen)]
                    while (satisfied := self._satisfied(solver, chosen)) is not None:
                        missed = self._grown(solver, satisfied)
                        hitting.add(missed)
                        # Sets that share no row raise the size of the next hitting set fastest.
                        chosen |= missed
                        conflict = []
                        if work.calls > CALLS:
                            return []
                    if conflict:
                        return conflict
        except LimitReached:
            pass
        return []

    def _solver(self, budget: Budget) -> SatSolver:
        """Return a solver with the rows, each with a switch, and the mine total."""
        solver = sat_solver(0, budget)
        self._fill(solver)
        return solver

    def _fill(self, solver: SatSolver) -> None:
        """Add the rows and the total.

        A row of n cells that needs k mines has n more variables, true where its switch is on: with n - k of
        them at most n are true, so at most k cells; with the other k at most n are not, so at least k cells.
        """
        more = self._first_switch + len(self._rows)
        for number, row in enumerate(self._rows):
            size = len(row.cells)
            variables = [self._variable[cell] for cell in row.cells]
            extra = list(range(more, more + size))
            more += size
            for variable in extra:
                solver.add_clause([-self._switch(number), variable])
            if row.need < size:
                solver.add_atmost(variables + extra[row.need :], size)
            if row.need > 0:
                solver.add_atmost([-variable for variable in variables] + extra[: row.need], size)
        if self._total is not None:
            mines, hidden = self._total
            variables = list(self._variable.values())
            add_between(solver, variables, mines - (hidden - len(variables)), mines)

    def _switch(self, number: int) -> int:
        return self._first_switch + number

    def _switches(self, numbers: Iterable[int]) -> list[int]:
        return [self._first_switch + number for number in numbers]

    def _core(self, solver: SatSolver) -> list[int]:
        """Return the numbers of the rows that the solver's last answer used."""
        return sorted(switch - self._first_switch for switch in solver.core())

    def _satisfied(self, solver: SatSolver, chosen: Iterable[int]) -> set[int] | None:
        """Return all rows that a layout satisfies together with the chosen ones, None if there is no layout."""
        if not solver.solve(self._switches(chosen)):
            return None
        model = solver.model()
        return {
            number
            for number, row in enumerate(self._rows)
            if sum(model[self._variable[cell] - 1] > 0 for cell in row.cells) == row.need
        }

    def _grown(self, solver: SatSolver, satisfied: set[int]) -> set[int]:
        """Return the rows that are not in a largest extension of those satisfied."""
        missed = set()
        for number in range(len(self._rows)):
            if number not in satisfied and number not in missed:
                more = self._satisfied(solver, [*satisfied, number])
                if more is None:
                    missed.add(number)
                else:
                    satisfied = more
        return missed


class HittingSets:
    """The smallest set of numbers below `size` that meets every set added; a `with` frees its solver."""

    def __init__(self, size: int, budget: Budget) -> None:
        """Start without sets to meet: the smallest set is empty."""
        self._numbers = list(range(1, size + 1))
        self._sets: list[list[int]] = []
        self._budget = budget
        self._bound = 0
        self._solver = self._bounded()

    def __enter__(self) -> "HittingSets":
        """Hold the solver."""
        return self

    def __exit__(self, *error: object) -> None:
        """Free the solver."""
        self._solver.__exit__(None, None, None)

    def _bounded(self) -> SatSolver:
        solver = sat_solver(0, self._budget)
        add_between(solver, self._numbers, 0, self._bound)
        for numbers in self._sets:
            solver.add_clause(numbers)
        return solver

    def add(self, numbers: Iterable[int]) -> None:
        """Take one more set that is to be met."""
        self._sets.append([number + 1 for number in sorted(numbers)])
        self._solver.add_clause(self._sets[-1])

    def smallest(self) -> list[int]:
        """Return a smallest set that meets all; `LimitReached` if that takes too long."""
        while not self._solver.solve():
            self._solver.__exit__(None, None, None)
            self._bound += 1
            self._solver = self._bounded()
        return [literal - 1 for literal in self._solver.model() if 0 < literal <= len(self._numbers)]
