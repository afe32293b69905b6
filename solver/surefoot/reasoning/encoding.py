"""From a component to a formula: one variable a cell, two `atmost` a clue, boxes side by side.

A cell that can hold several mines has one variable for each number: the first is true if it holds at least one mine,
the second if it holds at least two, and so on; each but the first implies the one before. Then the first variables
of all cells come first, so that a literal of one of them says "safe" or "a mine" whatever a cell can hold.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from surefoot.reasoning.sat import Budget, SatSolver, sat_solver
from surefoot_core.frontier import Frontier

LARGE_SUM = range(150, 1000)
"""Components of so many cells go to CaDiCaL where a bound of their sum counts.

The 207 cells of lattice-8 with the mine total take 1 s, minicard minutes; beyond a thousand cells CaDiCaL takes
seconds to take the sum in, and cannot be interrupted while it does. By the clues alone minicard is the faster
one at any size: 0.1 s against 0.4 s for the 1,727 cells of lattice-24.
"""


@dataclass(frozen=True, slots=True)
class Formula:
    """The rows of a component over the variables 1 .. size; first variables of a box are neighbours in number."""

    cells: tuple[int, ...]
    """The board index of each first variable: variable v is cells[v - 1]."""
    boxes: dict[int, range]
    """The first variables of each box by the first of them."""
    rows: tuple[tuple[list[int], int], ...]
    """The variables of each row and how many of them are mines."""
    witnesses: tuple[int, ...]
    """The board index of each row's clue."""
    slots: int = 1
    """The most mines that a cell can hold."""
    large_sums: bool = True
    """Whether bounds of the sum may go to CaDiCaL."""

    @property
    def size(self) -> int:
        """The number of variables, as many as mines that the component can hold."""
        return len(self.cells) * self.slots

    def cells_of(self, literals: Iterable[int]) -> list[int]:
        """Return the board indices of the boxes whose first variables these are, negative or not."""
        cells: list[int] = []
        for literal in literals:
            box = self.boxes[abs(literal)]
            cells += self.cells[box.start - 1 : box.stop - 1]
        return cells

    def solver(self, budget: Budget, low: int = 0, high: int | None = None) -> SatSolver:
        """Return a solver that holds the rows and, if given, bounds of the sum of all variables."""
        size = self.size
        most = size if high is None else high
        bounded = low > 0 or most < size
        # Where slots can be exchanged, minicard takes for ever on sums of any size.
        large = bounded and (self.slots > 1 or (self.large_sums and size in LARGE_SUM))
        solver = sat_solver(size, budget, large=large)
        for variables, need in self.rows:
            add_between(solver, variables, need, need)
        if bounded:
            add_between(solver, list(range(1, size + 1)), low, most)
        for variable in range(len(self.cells) + 1, size + 1):
            solver.add_clause([-variable, variable - len(self.cells)])
        return solver


def add_between(solver: SatSolver, variables: list[int], low: int, high: int) -> None:
    """At least `low` and at most `high` of the variables are true; bounds that say nothing are left out."""
    size = len(variables)
    if high < 0 or low > size:
        solver.add_clause([])
    elif high < size:
        solver.add_atmost(variables, high)
    if low == 1:
        solver.add_clause(variables)
    elif 1 < low <= size:
        solver.add_atmost([-variable for variable in variables], size - low)


def component_formula(frontier: Frontier, component: int) -> Formula:
    """Return the formula of one component."""
    cells: list[int] = []
    boxes: list[range] = []
    for box in frontier.boxes(component):
        boxes.append(range(len(cells) + 1, len(cells) + len(box) + 1))
        cells += box
    slots = frontier.knowledge.max_mines_per_cell
    rows = []
    witnesses = []
    for witness, need, members in frontier.rows(component):
        variables = [variable for box in members for variable in boxes[box]]
        for number in range(1, slots):
            variables += [variable + number * len(cells) for box in members for variable in boxes[box]]
        rows.append((variables, need))
        witnesses.append(witness)
    return Formula(tuple(cells), {box.start: box for box in boxes}, tuple(rows), tuple(witnesses), slots)
