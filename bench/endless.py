"""Endless boards: the walk, the window, and where openings become endless: ``python -m bench endless``.

The walk stands beside whole games of the finite solver at the same density, in turn, by CPU time a revealed cell; its
digest is checked against a second walk. The scroll moves a window of 40 x 80 cells down an endless opening. The
threshold is where zero clues span a square from left to right: for each seed the density is halved down to the last
one that spans, and the mean is taken (percolation on 8 neighbours; a zero is a cell with no mine in its 3 x 3).
"""

import argparse
import json
import resource
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from surefoot.endless import Walk
from surefoot_core.bulk import FIELDS, Player
from surefoot_core.endless import EndlessBoard

RESULTS = Path(__file__).parent / "results"


def finite(rows: int, mines: int, cells: int) -> float:
    """Return the nanoseconds of CPU a revealed cell in games with guesses from the centre, about so many cells."""
    games = max(1, cells // (rows * rows))
    out = np.zeros((games, len(FIELDS)), np.int32)
    player = Player(rows, rows)
    began = time.process_time()
    player.play_seeds(
        np.arange(games, dtype=np.uint64), mines, (rows // 2) * rows + rows // 2, 2, out, guess="safest"
    )
    return (time.process_time() - began) / int(out[:, FIELDS.index("opened")].sum()) * 1e9


def peak_bytes() -> int:
    """Return the peak resident memory of this process."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def walks(reveals: int, rounds: int) -> dict[str, Any]:
    """Return the cost of a walk at density 0.16 beside whole games."""
    Walk("0.16", 1).go_on(10_000)  # what a first walk takes once is not state
    before = peak_bytes()
    walk = Walk("0.16", 3)
    first = walk.go_on(reveals)
    touched = walk.board.chunks * 256
    memory = peak_bytes() - before
    times: dict[str, list[float]] = {"walk": [], "games of 100 x 100": [], "games of 300 x 300": []}
    for _ in range(rounds):
        began = time.process_time()
        again = Walk("0.16", 3).go_on(reveals)
        times["walk"].append((time.process_time() - began) / reveals * 1e9)
        assert again == first, "two walks differ"
        times["games of 100 x 100"].append(finite(100, 1600, reveals // 2))
        times["games of 300 x 300"].append(finite(300, 14400, reveals // 2))
    medians = {name: round(statistics.median(values)) for name, values in times.items()}
    return {
        "reveals": first.revealed,
        "guesses": first.guesses,
        "losses": first.losses,
        "digest": first.digest,
        "ns a reveal": medians,
        "walk over games of 100 x 100": round(medians["walk"] / medians["games of 100 x 100"], 2),
        "walk over games of 300 x 300": round(medians["walk"] / medians["games of 300 x 300"], 2),
        "bytes a revealed cell, at the peak": round(memory / reveals, 1),
        "bytes a touched cell, chunks": round(walk.board.chunks * 352 / touched, 2),
    }


def guessing(density: str, reveals: int) -> dict[str, Any]:
    """Return how a walk goes at another density."""
    began = time.process_time()
    result = Walk(density, 3).go_on(reveals)
    seconds = time.process_time() - began
    return {
        "reveals": result.revealed,
        "guesses": result.guesses,
        "losses": result.losses,
        "reveals a second of CPU": round(reveals / seconds),
    }


def scroll(rows: int) -> dict[str, Any]:
    """Return how long a first reveal at density 0.05 takes, and each step of a window down from it."""
    board = EndlessBoard("0.05", 1)
    began = time.perf_counter()
    board.reveal(0, 0, budget=100_000)
    first = time.perf_counter() - began
    pending = board.pending
    steps = []
    for row in range(rows):
        began = time.perf_counter()
        board.window(row, -40, 40, 80).to_text()
        steps.append((time.perf_counter() - began) * 1000)
    steps.sort()
    return {
        "first reveal, ms": round(first * 1000, 1),
        "revealed": board.revealed,
        "pending after the first reveal": pending,
        "rows": rows,
        "step, ms: median, p99, worst": [round(steps[int(rows * q)], 2) for q in (0.5, 0.99)] + [round(steps[-1], 2)],
    }


def spans(chances: np.ndarray, density: float) -> bool:
    """Return whether the zeros of the board with a mine wherever the chance is below reach from left to right."""
    from scipy import ndimage

    around = np.ones((3, 3), dtype=bool)
    labels, _ = ndimage.label(~ndimage.binary_dilation(chances < density, around), around)
    return bool(np.intersect1d(labels[:, 0][labels[:, 0] > 0], labels[:, -1]).size)


def threshold(side: int, seeds: int) -> dict[str, float]:
    """Return the mean density, and its error, up to which zeros span a square of this side."""
    found = []
    for seed in range(seeds):
        chances = np.random.default_rng(seed).random((side, side), dtype=np.float32)
        low, high = 0.05, 0.15
        for _ in range(11):
            middle = (low + high) / 2
            low, high = (middle, high) if spans(chances, middle) else (low, middle)
        found.append((low + high) / 2)
    return {
        "boards": seeds,
        "density": round(statistics.mean(found), 5),
        "standard error": round(statistics.stdev(found) / seeds**0.5, 5),
        "spread": round(statistics.stdev(found), 5),
    }


def run(reveals: int = 1_000_000, rounds: int = 3, rows: int = 10_000) -> dict[str, Any]:
    """Return all measurements."""
    return {
        "walk at 0.16": walks(reveals, rounds),
        "walk at 0.22": guessing("0.22", reveals // 5),
        "walk at 0.28": guessing("0.28", reveals // 50),
        "window at 0.05": scroll(rows),
        "zero clues span": {
            f"{side} x {side}": threshold(side, seeds)
            for side, seeds in ((128, 200), (256, 100), (512, 40), (1024, 16), (2048, 6))
        },
    }


def main() -> None:
    """Measure, print, and write to bench/results."""
    parser = argparse.ArgumentParser(prog="python -m bench endless --", description=__doc__)
    parser.add_argument("--reveals", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rows", type=int, default=10_000)
    chosen = parser.parse_args()
    results = run(chosen.reveals, chosen.rounds, chosen.rows)
    print(json.dumps(results, indent=1))
    RESULTS.mkdir(exist_ok=True)
    words = f"--reveals {chosen.reveals} --rounds {chosen.rounds} --rows {chosen.rows}"
    report = {"command": f"python -m bench endless -- {words}", "results": results}
    (RESULTS / "endless.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
