"""Clausal proofs, for components that are too wide for sums and splits: clauses and their refutation in DRAT.

The formula has one variable for each hidden cell that no premise decides; the comments of the DIMACS text tell which.
Each clue is a cardinality constraint in clauses, and so is the mine total where it takes part. `drat-trim CNF DRAT`
checks it (Wetzler, Heule and Hunt, DRAT-trim: Efficient Checking and Trimming Using Expressive Clausal Proofs, 2014).
"""

from surefoot.errors import LimitReached
from surefoot.proof.certificate import Certificate, Claim, Clauses
from surefoot.reasoning.sat import Budget, refutation
from surefoot_core.knowledge import Knowledge


def clausal_certificate(knowledge: Knowledge, cell: int, mine: bool, budget: Budget) -> bytes:
    """Return the certificate of a claim that follows; `LimitReached` where the budget ends first.

    The mine total takes part only where the clues alone leave a layout.
    """
    cols = knowledge.topology.cols
    cells = [place for place in range(knowledge.topology.rows * cols) if knowledge.mark(place) == 0]
    variable = {place: number for number, place in enumerate(cells, 1)}
    names = [f"{number} cell {place // cols} {place % cols}" for place, number in variable.items()]
    rows = [([variable[place] for place in near], need) for _, near, need in open_rows(knowledge)]
    assumed = -variable[cell] if mine else variable[cell]
    proof = refutation(rows, assumed, names, budget)
    if proof is None and knowledge.total is not None:
        rows.append((list(variable.values()), knowledge.total - knowledge.mines))
        proof = refutation(rows, assumed, names, budget)
    if proof is None:
        raise LimitReached(f"the cell ({cell // cols}, {cell % cols}) is not certain")
    claim = Claim.MINE if mine else Claim.SAFE
    return Certificate(claim, divmod(cell, cols), Clauses(*proof)).to_bytes(cols)


def open_rows(knowledge: Knowledge) -> list[tuple[int, list[int], int]]:
    """Return each clue next to an undecided cell: its index, those cells, and the mines they hold."""
    rows = []
    view = memoryview(knowledge.view()).cast("B")
    for clue in range(len(view)):
        if knowledge.is_revealed(clue):
            near = knowledge.topology.neighbours(clue)
            undecided = [cell for cell in near if knowledge.mark(cell) == 0]
            if undecided:
                mines = sum(knowledge.mark(cell) == 2 for cell in near)
                rows.append((clue, undecided, view[clue] - mines))
    return rows
