"""Complete no-guess checks by SAT beside ms-toollib: ``python -m bench check_sat``.

Both check the same random Expert boards (opening start in the middle), in turns of a hundred boards, in CPU
seconds of this process. Making the boards is not counted on either side. ms-toollib's `is_solvable` ignores the
mine total; surefoot gives both verdicts, with and without it. `--verify` checks answers instead: all boards of
tests/data/boards.jsonl, all positions, and every 3x3 and 4x4 layout of up to 5 mines from every first cell.
"""

import argparse
import json
import statistics
import sys
import time
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from surefoot.errors import InconsistentViewError
from surefoot.formats.sgt import read_id
from surefoot.model import FirstClick, GameState, Verdict
from surefoot.noguess.sat_check import check_by_sat
from surefoot.reasoning.analysis import analyse
from surefoot_core.board import Board
from surefoot_core.view import View

ROWS, COLS, MINES, START = 16, 30, 99, (8, 15)
TURN = 100
ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"


def drawn(seed: int) -> Board:
    """Return an Expert board with its first reveal, which places the mines."""
    board = Board(ROWS, COLS, MINES, seed=seed, first_click=FirstClick.OPENING)
    board.reveal(*START)
    return board


def numbers(board: Board) -> list[list[int]]:
    """Return the board as ms-toollib takes it: -1 for a mine, else the clue."""
    signs = board.to_text(reveal_all=True).replace("*", "9").replace(".", "0")
    return [[-1 if sign == "9" else int(sign) for sign in line] for line in signs.splitlines()]


def run(count: int = 2000, seed: int = 0) -> dict[str, Any]:
    """Return boards a second of both, the ratio, and how many need no guess."""
    import ms_toollib

    rates: dict[str, list[float]] = {"surefoot": [], "ms-toollib": []}
    found = {"clues": 0, "total": 0, "ms-toollib": 0}
    for first in range(seed, seed + count, TURN):
        layouts = [Board.from_mines(ROWS, COLS, drawn(number).mine_cells()) for number in range(first, first + TURN)]
        begun = time.process_time()
        verdicts = [check_by_sat(board, START) for board in layouts]
        rates["surefoot"].append(TURN / (time.process_time() - begun))
        tables = [numbers(board) for board in layouts]
        begun = time.process_time()
        solvable = [ms_toollib.is_solvable(table, *START) for table in tables]
        rates["ms-toollib"].append(TURN / (time.process_time() - begun))
        for verdict, theirs in zip(verdicts, solvable, strict=True):
            assert verdict.total is Verdict.YES or not theirs, "ms-toollib solves what is said to need a guess"
        found["clues"] += sum(verdict.clues is Verdict.YES for verdict in verdicts)
        found["total"] += sum(verdict.total is Verdict.YES for verdict in verdicts)
        found["ms-toollib"] += sum(solvable)
    medians = {name: statistics.median(values) for name, values in rates.items()}
    return {
        "boards": count,
        "boards a second, median of turns": {name: round(value) for name, value in medians.items()},
        "least and most": {name: [round(min(values)), round(max(values))] for name, values in rates.items()},
        "ratio": round(medians["surefoot"] / medians["ms-toollib"], 2),
        "need no guess": found,
    }


def verify() -> dict[str, int]:
    """Check answers; raises AssertionError at the first that is wrong."""
    return {
        "boards": verify_boards(),
        "positions": verify_positions(),
        "3x3 games": verify_layouts(3),
        "4x4 games": verify_layouts(4),
    }


def verify_boards() -> int:
    """Compare verdicts and counts with those of an independent checker."""
    rows = [json.loads(line) for line in (ROOT / "tests/data/boards.jsonl").read_text().splitlines()]
    for row in rows:
        layout = read_id(row["id"])
        assert layout.start is not None
        places = [divmod(mine, layout.cols) for mine in layout.mines]
        found = check_by_sat(Board.from_mines(layout.rows, layout.cols, places), layout.start)
        told = (row["clues_only"], row["with_total"], row["opened_clues_only"], row["opened_with_total"])
        verdicts = (found.clues is Verdict.YES, found.total is Verdict.YES)
        assert (*verdicts, found.opened_clues, found.opened_total) == told, row["id"]
    return len(rows)


def verify_positions() -> int:
    """Compare safe cells and forced mines with those of two independent engines."""
    rows = [json.loads(line) for line in (ROOT / "tests/data/positions.jsonl").read_text().splitlines()]
    for row in rows:
        try:
            found = analyse(View.from_text(row["view"], row["mines"]))
        except InconsistentViewError:
            assert row["count"] == "0", row
            continue
        assert row["count"] != "0", row
        assert [list(cell) for cell in found.safe] == row["safe"], row
        assert [list(cell) for cell in found.mines] == row["mine"], row
    return len(rows)


def verify_layouts(side: int) -> int:
    """Play every layout from every safe first cell; where play stops, brute force has to find no safe cell."""
    cells = [(row, col) for row in range(side) for col in range(side)]
    near = np.array([[max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1 for b in cells] for a in cells], dtype=int)
    games = 0
    for mines in range(6):
        layouts = list(combinations(range(len(cells)), mines))
        placed = np.zeros((len(layouts), len(cells)), dtype=bool)
        for number, layout in enumerate(layouts):
            placed[number, list(layout)] = True
        clues = placed.astype(int) @ near
        judged: dict[bytes, bool] = {}
        for layout in layouts:
            for start in set(range(len(cells))).difference(layout):
                board = Board.from_mines(side, side, [cells[mine] for mine in layout])
                check_by_sat(board, cells[start])
                assert board.state is not GameState.LOST, (layout, start)
                games += 1
                if board.state is GameState.PLAYING:
                    seen = np.asarray(board.view()).ravel()
                    key = seen.tobytes()
                    if key not in judged:
                        shown = seen <= 8
                        fits = ~placed[:, shown].any(axis=1) & (clues[:, shown] == seen[shown]).all(axis=1)
                        judged[key] = bool((~placed[fits][:, ~shown].any(axis=0)).any())
                    assert not judged[key], (layout, start)
    return games


def main() -> None:
    """Measure or verify, print the result and write it to bench/results."""
    parser = argparse.ArgumentParser(prog="python -m bench check_sat --", description=__doc__)
    parser.add_argument("--count", type=int, default=2000, help="boards to measure")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--verify", action="store_true", help="check answers instead of speed")
    options = parser.parse_args()
    results = verify() if options.verify else run(options.count, options.seed)
    report = {"command": " ".join(["python -m bench check_sat --", *sys.argv[1:]]), **results}
    text = json.dumps(report, indent=1)
    print(text)
    RESULTS.mkdir(exist_ok=True)
    name = "check_sat_verify.json" if options.verify else "check_sat.json"
    (RESULTS / name).write_text(text + "\n")


if __name__ == "__main__":
    main()
