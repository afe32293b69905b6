"""Boards in JSON: an object with `rows`, `cols`, `mines`, and where known `start`, `id` and `recipe`.

`mines` lists the mines as ``[row, col]``, `start` is the first reveal, `id` the sgt game id of the same board
and `recipe` how the board was made; it is passed on as it is. An object with an `id` and no list of mines is
read by its id, so that the answers of `surefoot check` and files of ids are boards too.
"""

import json
from dataclasses import replace
from typing import Any

from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.layout import Layout, check_size
from surefoot.formats.sgt import read_id, write_id


def read_board(text: str) -> Layout:
    """Return the board of one JSON object; `FormatError` names the column of bad JSON, or the key."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"column {error.colno}" if error.lineno == 1 else f"line {error.lineno}, column {error.colno}"
        problem = error.msg[:1].lower() + error.msg[1:]
        raise FormatError(f"{place}: expected JSON, got an error: {problem}") from None
    except RecursionError:
        raise FormatError("column 1: expected a board in JSON, got values nested too deeply") from None
    except ValueError:
        raise FormatError("column 1: expected a board in JSON, got a number with too many digits") from None
    if not isinstance(value, dict):
        raise FormatError(f"column 1: expected a JSON object, got {_shown(value)}")
    recipe = value.get("recipe")
    if recipe is not None and not isinstance(recipe, dict):
        raise FormatError(f"key 'recipe': expected an object, got {_shown(recipe)}")
    if isinstance(value.get("mines"), list):
        return replace(_listed(value), recipe=recipe)
    if "id" in value:
        return replace(_by_id(value), recipe=recipe)
    raise FormatError("column 1: expected keys 'rows', 'cols' and 'mines' or a key 'id', got neither")


def write_board(layout: Layout) -> str:
    """Return the board as one line of JSON, without a line feed."""
    value: dict[str, object] = {
        "rows": layout.rows,
        "cols": layout.cols,
        "mines": layout.mine_cells,
    }
    if layout.start is not None:
        value["start"] = layout.start
        value["id"] = write_id(layout)
    if layout.recipe is not None:
        value["recipe"] = dict(layout.recipe)
    return json.dumps(value)


def _listed(value: dict[str, Any]) -> Layout:
    """Return the board of an object with a list of mines."""
    rows, cols = _whole(value, "rows"), _whole(value, "cols")
    check_size(rows, cols)
    indices = set()
    for number, place in enumerate(value["mines"]):
        row, col = _cell(place, f"key 'mines', item {number + 1}", rows, cols)
        indices.add(row * cols + col)
        if len(indices) <= number:
            raise FormatError(f"key 'mines', item {number + 1}: expected each mine once, got {_shown(place)} twice")
    start = value.get("start")
    layout = Layout(
        rows, cols, tuple(sorted(indices)), None if start is None else _cell(start, "key 'start'", rows, cols)
    )
    if "id" in value and _by_id({"id": value["id"]}) != layout:
        raise FormatError("key 'id': expected the board of the other keys, got another one")
    return layout


def _by_id(value: dict[str, Any]) -> Layout:
    """Return the board of an object with a game id."""
    text = value["id"]
    if not isinstance(text, str):
        raise FormatError(f"key 'id': expected a game id, got {_shown(text)}")
    try:
        layout = read_id(text)
    except (FormatError, InvalidBoardError) as error:
        raise FormatError(f"key 'id', {error}") from None
    mines = value.get("mines")
    if mines is not None and mines != len(layout.mines):
        raise FormatError(f"key 'mines': expected {len(layout.mines)} as in the id, got {_shown(mines)}")
    return layout


def _whole(value: dict[str, Any], key: str) -> int:
    """Return the whole number of a key."""
    number = value.get(key)
    if type(number) is not int:
        raise FormatError(f"key {key!r}: expected a whole number, got {_shown(number)}")
    return number


def _cell(place: object, where: str, rows: int, cols: int) -> tuple[int, int]:
    """Return the row and column of a cell on the board."""
    if isinstance(place, list) and len(place) == 2 and type(place[0]) is int and type(place[1]) is int:
        row, col = place
        if 0 <= row < rows and 0 <= col < cols:
            return row, col
    raise FormatError(f"{where}: expected [row, col] of {rows} rows x {cols} columns, got {_shown(place)}")


def _shown(value: object) -> str:
    """Return a value as a message shows it, shortened."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list) and (len(value) > 3 or any(isinstance(item, (list, dict)) for item in value)):
        return "a longer list"
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."
