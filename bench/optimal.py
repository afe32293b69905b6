"""Exact chances to win whole small boards against the published fractions: ``python -m bench optimal``.

Every first cell, both first-click rules and no protection; positions worked out and CPU seconds for each board.
"""

import json
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

from surefoot_core.endgame import Endgame
from surefoot_core.view import View

BOARDS = Path(__file__).parents[1] / "tests/data/optimal.json"
RESULTS = Path(__file__).parent / "results"


def opened(rows: int, cols: int, mines: int, cell: int) -> View:
    """Return the view after a zero at this cell."""
    shown = bytearray([255]) * (rows * cols)
    shown[cell] = 0
    return View(rows, cols, mines, memoryview(shown).cast("B", (rows, cols)))


def solve_board(board: dict[str, Any]) -> dict[str, Any]:
    """Return what a board cost; raises AssertionError where a fraction differs."""
    rows, cols, mines = board["rows"], board["cols"], board["mines"]
    begun = time.process_time()
    whole = Endgame(View(rows, cols, mines), table_bits=20)
    safe = whole.safe_layouts()
    best, positions, count = 0, 0, 1
    for name, rules in board["first"].items():
        row, col = map(int, name.split(","))
        won = whole.won_after(row * cols + col, max_visits=10**9)
        assert won is not None
        assert Fraction(won, safe[row * cols + col]) == Fraction(rules["safe"]), (board, name)
        best = max(best, won)
        count += 1
        if rules.get("opening"):
            opening = Endgame(opened(rows, cols, mines, row * cols + col), table_bits=20)
            answer = opening.solve(max_visits=10**9)
            assert answer is not None
            assert opening.layouts is not None
            assert Fraction(answer[0], opening.layouts) == Fraction(rules["opening"]), (board, name)
            positions += opening.visits
            count += 1
    assert whole.layouts is not None
    assert Fraction(best, whole.layouts) == Fraction(board["any_first"])
    return {
        "board": f"{rows}x{cols}/{mines}", "layouts": whole.layouts, "fractions": count,
        "positions": positions + whole.visits, "seconds": round(time.process_time() - begun, 3),
    }  # fmt: skip


def run() -> list[dict[str, Any]]:
    """Return one row a board."""
    return [solve_board(board) for board in json.loads(BOARDS.read_text())]


if __name__ == "__main__":
    rows = run()
    for row in rows:
        words = "{board:>8} {layouts:>6} layouts {fractions:>3} fractions {positions:>9} positions {seconds:8.3f} s"
        print(words.format(**row))
    result = {"command": "python -m bench optimal", "boards": rows}
    (RESULTS / "optimal.json").write_text(json.dumps(result, indent=1) + "\n")
