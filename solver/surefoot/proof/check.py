"""The checker: replays a certificate from the view alone, with the standard library only.

Assume the opposite of the claim. Each clue says that the hidden cells around it hold so many mines, the mine total
says it of all hidden cells. A sum of such rows, with whole multipliers, holds in every layout; if its left side falls
short of its right side even where every free cell takes the value that helps most, no layout is left.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from surefoot.errors import CertificateError

Cell = tuple[int, int]
Rows = Sequence[Sequence[str]]
DEPTH, MULTIPLIER = 64, 32767


def check(view: Rows, mines: int | None, certificate: Any, known: Mapping[Cell, int] | None = None) -> None:
    """Return if the certificate proves its claim; raise CertificateError at the first place that fails.

    `view` is rows of characters: ``#`` (or ``F``) hidden, ``.`` or a digit a clue; `mines` the mine total, if known;
    `known` the premises: hidden cells claimed before, 0 safe and 1 a mine. A contradictory view proves anything.
    """
    assigned = dict(known or {})
    if isinstance(certificate, dict) and certificate.get("is") == "conflict":
        keys(certificate, "certificate", {"is", "proof"})
    else:
        keys(certificate, "certificate", {"cell", "is", "proof"})
        require(certificate["is"] in ("safe", "mine"), "is", "expected 'safe', 'mine' or 'conflict'")
        cell = board_cell(view, certificate["cell"], "cell", hidden=True)
        require(cell not in assigned, "cell", f"{cell} is decided already")
        assigned[cell] = 1 if certificate["is"] == "safe" else 0
    check_proof(view, mines, certificate["proof"], assigned, "proof", 0)


def check_proof(view: Rows, mines: int | None, proof: Any, assigned: dict[Cell, int], at: str, depth: int) -> None:
    """Return if no layout agrees with the view and with the assigned cells."""
    require(isinstance(proof, dict), at, "expected an object")
    require("clauses" not in proof, at, "a clausal proof is for drat-trim, this checker does not replay it")
    if "split" not in proof:
        check_sum(view, mines, proof, assigned, at)
        return
    keys(proof, at, {"split", "safe", "mine"})
    require(depth < DEPTH, at, f"expected at most {DEPTH} splits inside one another")
    cell = board_cell(view, proof["split"], f"{at}.split", hidden=True)
    require(cell not in assigned, f"{at}.split", f"{cell} is decided already")
    for value, branch in enumerate(("safe", "mine")):
        check_proof(view, mines, proof[branch], {**assigned, cell: value}, f"{at}.{branch}", depth + 1)


def check_sum(view: Rows, mines: int | None, proof: Any, assigned: Mapping[Cell, int], at: str) -> None:
    """Return if the most that the left side of the sum can be is less than its right side."""
    keys(proof, at, {"sum", "total"} & {"sum", *proof})
    require(isinstance(proof["sum"], list), f"{at}.sum", "expected a list")
    coefficient: dict[Cell, int] = {}
    right, last = 0, (-1, -1)
    if "total" in proof:
        times = multiplier(proof["total"], f"{at}.total")
        require(mines is not None, f"{at}.total", "the mine total is not known")
        right = times * (mines or 0)
        coefficient = {(r, c): times for r, row in enumerate(view) for c, sign in enumerate(row) if sign in "#F"}
    for number, row in enumerate(proof["sum"]):
        place = f"{at}.sum[{number}]"
        require(isinstance(row, list) and len(row) == 3, place, "expected [row, col, multiplier]")
        (r, c), times = board_cell(view, row[:2], place, hidden=False), multiplier(row[2], place)
        require((r, c) > last, place, f"({r}, {c}) is out of order")
        right, last = right + times * int(view[r][c].replace(".", "0")), (r, c)
        for i in range(max(r - 1, 0), min(r + 2, len(view))):
            for j in range(max(c - 1, 0), min(c + 2, len(view[i]))):
                if view[i][j] in "#F":
                    coefficient[i, j] = coefficient.get((i, j), 0) + times
    most = sum(a * assigned[cell] if cell in assigned else max(a, 0) for cell, a in coefficient.items())
    require(most < right, at, f"the sum is possible: it needs {right} and can be up to {most}")


def board_cell(view: Rows, cell: Any, at: str, *, hidden: bool) -> Cell:
    """Return the cell as a tuple if it is one, on the board, and hidden or a clue as wanted."""
    require(isinstance(cell, list) and [type(n) for n in cell] == [int, int], at, "expected [row, col]")
    row, col = cell
    require(0 <= row < len(view) and 0 <= col < len(view[0]), at, f"{cell} is not on the board")
    require((view[row][col] in "#F") is hidden, at, f"{cell} is {'a clue' if hidden else 'hidden'}")
    return row, col


def multiplier(value: Any, at: str) -> int:
    """Return the value if it is a whole number, not zero and not too large."""
    require(type(value) is int and 0 < abs(value) <= MULTIPLIER, at, f"expected a multiplier, got {value!r}")
    return int(value)


def keys(value: Any, at: str, names: set[str]) -> None:
    """Return if the value is an object with just these keys."""
    require(isinstance(value, dict) and set(value) == names, at, f"expected the keys {', '.join(sorted(names))}")


def require(holds: bool, at: str, problem: str) -> None:
    """Raise CertificateError if the condition does not hold."""
    if not holds:
        raise CertificateError(f"{at}: {problem}")
