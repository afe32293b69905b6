"""Views in JSON and as text with a head, whatever the board: how `surefoot analyse` reads positions of every kind.

JSON, one object: ``"view"`` with the rows as strings; ``"mines"``, the mine total, or ``"density"``, the chance that
a slot holds a mine, or neither; ``"topology"``, one of rectangle (the default), torus and hex, or ``"neighbours"``,
for each cell in row-major order the flat indices of the cells next to it; ``"max_mines_per_cell"``, 1 by default;
``"trust_flags"``, whether F is a mine for sure.

Text: the same keys, one a line as ``key: value``, before the rows of the board; a board of the usual kind needs none.
"""

import json
from fractions import Fraction
from typing import Any

from surefoot.errors import FormatError
from surefoot.formats.layout import check_size
from surefoot_core.topology import Topology
from surefoot_core.view import KNOWN_MINE, View

KEYS = ("view", "mines", "density", "topology", "neighbours", "max_mines_per_cell", "trust_flags")
"""All keys."""

_MADE = {"rectangle": Topology.rectangle, "torus": Topology.torus, "hex": Topology.hexagonal}


def read_json_view(data: bytes | str) -> View:
    """Return the view of one JSON object; `FormatError` names the key that is wrong."""
    try:
        given = json.loads(data, parse_float=_exact)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"expected a JSON object: {error}") from None
    if not isinstance(given, dict):
        raise FormatError(f"expected a JSON object, got {type(given).__name__}")
    return _view(given)


def write_json_view(view: View) -> dict[str, Any]:
    """Return the JSON object of a view; a density is written as a number where that is exact, else as text."""
    return {"view": view.to_text().splitlines(), **_head(view)}


def has_head(text: str) -> bool:
    """Return whether a text begins with a key of ours, so that it is a view with a head."""
    key, colon, _ = text.lstrip().partition(":")
    return colon == ":" and key.strip() in KEYS


def read_text_view(text: str) -> View:
    """Return the view of a text: lines ``key: value``, then the rows of the board."""
    given: dict[str, Any] = {}
    lines = text.strip("\r\n").splitlines()
    while lines and ":" in lines[0]:
        key, _, value = lines[0].partition(":")
        key = key.strip()
        if key not in KEYS[1:] or key in given:
            raise FormatError(f"line {len(given) + 1}: expected each of {', '.join(KEYS[1:])} once, got {key!r}")
        try:
            given[key] = json.loads(value, parse_float=_exact)
        except (ValueError, RecursionError):
            given[key] = value.strip()
        del lines[0]
    return _view({**given, "view": [line.rstrip() for line in lines]})


def write_text_view(view: View) -> str:
    """Return a view as text with its head, without a line end after the last row."""
    head = [f"{key}: {value if isinstance(value, str) else json.dumps(value)}" for key, value in _head(view).items()]
    return "\n".join([*head, view.to_text()])


def _exact(text: str) -> Fraction | float:
    """Return a JSON number as a fraction; one with a huge exponent, which would not end, as a float."""
    return Fraction(text) if len(text) < 64 and abs(float(text)) not in (0, float("inf")) else float(text)


def _head(view: View) -> dict[str, Any]:
    """Return everything but the rows; what is as usual is left out."""
    head: dict[str, Any] = {}
    kind = view.topology.kind
    if kind == "graph":
        head["neighbours"] = [view.topology.neighbours(cell) for cell in range(view.rows * view.cols)]
    elif kind != "rectangle":
        head["topology"] = kind
    if view.max_mines_per_cell > 1:
        head["max_mines_per_cell"] = view.max_mines_per_cell
    if view.mines is not None:
        head["mines"] = view.mines
    if view.density is not None:
        exact = Fraction(view.density)
        shortest = repr(float(exact))
        head["density"] = float(exact) if Fraction(shortest) == exact else str(exact)
    if KNOWN_MINE in memoryview(view).cast("B").tobytes():
        head["trust_flags"] = True
    return head


def _view(given: dict[str, Any]) -> View:
    rows, mines, trust = given.get("view"), given.get("mines"), given.get("trust_flags", False)
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise FormatError('expected "view" with a list of strings')
    if mines is not None and type(mines) is not int:
        raise FormatError(f'expected "mines" with a number, got {_shown(mines)}')
    if not isinstance(trust, bool):
        raise FormatError(f'expected "trust_flags" with true or false, got {_shown(trust)}')
    several = given.get("max_mines_per_cell", 1)
    if type(several) is not int:
        raise FormatError(f'expected "max_mines_per_cell" with a number, got {_shown(several)}')
    if rows:
        check_size(len(rows), max(1, max(map(len, rows))))
    return View.from_text(
        rows,
        mines,
        trust_flags=trust,
        topology=_topology(given, rows),
        max_mines_per_cell=several,
        density=_density(given),
    )


def _density(given: dict[str, Any]) -> Fraction | None:
    value = given.get("density")
    if value is None:
        return None
    if given.get("mines") is not None:
        raise FormatError('expected either "mines" or "density", got both')
    try:
        if type(value) not in (int, float, Fraction, str):
            raise ValueError
        density = Fraction(value)
    except (ValueError, OverflowError, ZeroDivisionError):
        density = Fraction(0)
    if not 0 < density < 1:
        raise FormatError(f'expected "density" with a number strictly between 0 and 1, got {_shown(value)}')
    return density


def _topology(given: dict[str, Any], rows: list[str]) -> Topology | None:
    kind, lists = given.get("topology"), given.get("neighbours")
    if lists is None and kind is None:
        return None
    if lists is not None and kind is not None:
        raise FormatError('expected either "topology" or "neighbours", got both')
    if not rows or not rows[0]:
        return None  # the board is refused for that
    if lists is None:
        if not isinstance(kind, str) or kind not in _MADE:
            raise FormatError(f'expected "topology" with one of {", ".join(_MADE)}, got {_shown(kind)}')
        return _MADE[kind](len(rows), len(rows[0]))
    if not isinstance(lists, list) or not all(
        isinstance(near, list) and all(type(cell) is int for cell in near) for near in lists
    ):
        raise FormatError('expected "neighbours" with a list of lists of cell numbers')
    if len(lists) != len(rows) * len(rows[0]):
        raise FormatError(f'expected "neighbours" of {len(rows) * len(rows[0])} cells, got {len(lists)}')
    return Topology.graph(lists, cols=len(rows[0]))


def _shown(value: object) -> str:
    """Return a value as a message shows it."""
    text = json.dumps(value, default=float)
    return text if len(text) <= 40 else text[:37] + "..."
