"""The checker: replays a certificate from the view alone, with the standard library only.

Assume the opposite of the claim. Each clue says that the hidden cells around it hold so many mines, the mine total
says it of all hidden cells. A sum of such rows, with whole multipliers, holds in every layout; if its left side falls
short of its right side even where every free cell takes the value that helps most, no layout is left.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from surefoot.errors import CertificateError

Cell = tuple[int, int]
Rows = Sequence[Sequence[str]]
Around = Callable[[Rows, int, int], Iterable[Cell]]
Game = tuple[Rows, int | None, int, Around]  # the view, the mine total, the most mines in a cell, the neighbours
Bounds = Mapping[Cell, tuple[int, int]]  # the least and the most mines in a cell
DEPTH, MULTIPLIER = 64, 32767


def rectangle(view: Rows, row: int, col: int) -> list[Cell]:
    """Return a cell and the cells around it; a rectangle does not wrap."""
    block = [(r, c) for r in range(row - 1, row + 2) for c in range(col - 1, col + 2)]
    return [(r, c) for r, c in block if 0 <= r < len(view) and 0 <= c < len(view[r])]


def check(view: Rows, mines: int | None, certificate: Any, known: Mapping[Cell, int] | None = None, *,
          slots: int = 1, around: Around = rectangle) -> None:  # fmt: skip
    """Return if the certificate proves its claim; raise CertificateError at the first place that fails.

    `view` is rows of characters: ``#`` (or ``F``) hidden, ``.`` or a digit a clue; `mines` the mine total, if known;
    `known` the premises: hidden cells claimed before, 0 safe and 1 a mine. A contradictory view proves anything.
    """
    bounds = {cell: (slots, slots) if mine else (0, 0) for cell, mine in (known or {}).items()}
    if isinstance(certificate, dict) and certificate.get("is") == "conflict":
        _keys(certificate, "certificate", {"is", "proof"})
    else:
        _keys(certificate, "certificate", {"cell", "is", "proof"})
        opposite = {"safe": (1, slots), "mine": (0, slots - 1), "some": (0, 0)}
        _require(certificate["is"] in list(opposite), "is", "expected 'safe', 'mine', 'some' or 'conflict'")
        bounds[_cell(view, certificate["cell"], "cell", hidden=True, but=bounds)] = opposite[certificate["is"]]
    _check_proof((view, mines, slots, around), certificate["proof"], bounds, "proof", 0)


def _check_proof(game: Game, proof: Any, bounds: Bounds, at: str, depth: int) -> None:
    _require(isinstance(proof, dict), at, "expected an object")
    _require("clauses" not in proof, at, "a clausal proof is for drat-trim, this checker does not replay it")
    if "split" in proof:
        _keys(proof, at, {"split", "safe", "mine"})
        _require(depth < DEPTH, at, f"expected at most {DEPTH} splits inside one another")
        cell = _cell(game[0], proof["split"], f"{at}.split", hidden=True, but=bounds)
        _check_proof(game, proof["safe"], {**bounds, cell: (0, 0)}, f"{at}.safe", depth + 1)
        _check_proof(game, proof["mine"], {**bounds, cell: (1, game[2])}, f"{at}.mine", depth + 1)
    else:
        _check_sum(game, proof, bounds, at)


def _check_sum(game: Game, proof: Any, bounds: Bounds, at: str) -> None:
    view, mines, slots, around = game
    _keys(proof, at, {"sum", "total"} & {"sum", *proof})
    _require(isinstance(proof["sum"], list), f"{at}.sum", "expected a list")
    hidden = ((r, c) for r, row in enumerate(view) for c, sign in enumerate(row) if sign in "#F")
    whole = _multiplier(proof["total"], f"{at}.total") if "total" in proof else 0
    _require(not whole or mines is not None, f"{at}.total", "the mine total is not known")
    coefficient = dict.fromkeys(hidden, whole) if whole else {}
    right, last = whole * (mines or 0), (-1, -1)
    for number, row in enumerate(proof["sum"]):
        place = f"{at}.sum[{number}]"
        _require(isinstance(row, list) and len(row) == 3, place, "expected [row, col, multiplier]")
        clue, times = _cell(view, row[:2], place, hidden=False), _multiplier(row[2], place)
        _require(clue > last, place, f"{list(clue)} is out of order")
        right, last = right + times * int(view[clue[0]][clue[1]].replace(".", "0"), 36), clue
        for cell in (cell for cell in around(view, *clue) if view[cell[0]][cell[1]] in "#F"):
            coefficient[cell] = coefficient.get(cell, 0) + times
    most = sum(a * bounds.get(cell, (0, slots))[a > 0] for cell, a in coefficient.items())
    _require(most < right, at, f"the sum is possible: it needs {right} and can be up to {most}")


def _cell(view: Rows, cell: Any, at: str, *, hidden: bool, but: Iterable[Cell] = ()) -> Cell:
    _require(isinstance(cell, list) and [type(n) for n in cell] == [int, int], at, "expected [row, col]")
    row, col = cell
    _require(0 <= row < len(view) and 0 <= col < len(view[0]), at, f"{cell} is not on the board")
    _require((view[row][col] in "#F") is hidden, at, f"{cell} is {'a clue' if hidden else 'hidden'}")
    _require((row, col) not in but, at, f"{cell} is decided already")
    return row, col


def _multiplier(value: Any, at: str) -> int:
    _require(type(value) is int and 0 < abs(value) <= MULTIPLIER, at, f"expected a multiplier, got {value!r}")
    return int(value)


def _keys(value: Any, at: str, names: set[str]) -> None:
    _require(isinstance(value, dict) and set(value) == names, at, f"expected the keys {', '.join(sorted(names))}")


def _require(holds: bool, at: str, problem: str) -> None:
    if not holds:
        raise CertificateError(f"{at}: {problem}")
