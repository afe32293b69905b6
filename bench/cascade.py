"""One cascade over a 10,000 x 10,000 board, beside scipy.ndimage.label on its zeros: ``python -m bench cascade``.

Each measurement is a process of its own, surefoot and SciPy in turn; surefoot's tells how far its peak memory
rose from before the board was made. Both answers are checked against each other: as many cells revealed as the
zeros of the labelled region and the cells around them.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from surefoot_core.board import Board

RESULTS = Path(__file__).parent / "results"


def peak_bytes() -> int:
    """Return the peak resident memory of this process."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def reveal(side: int, mines: int) -> dict[str, float]:
    """Make the board and reveal its centre; the memory counts the whole board."""
    before = peak_bytes()
    board = Board(side, side, mines, seed=1)
    begun, begun_cpu = time.perf_counter(), time.process_time()
    board.reveal(side // 2, side // 2)
    seconds, cpu = time.perf_counter() - begun, time.process_time() - begun_cpu
    cells = side * side
    return {
        "seconds": seconds,
        "cpu": cpu,
        "bytes a cell": (peak_bytes() - before) / cells,
        "revealed": board.revealed_count,
    }


def label(side: int, mines: int, neighbours: int) -> dict[str, float]:
    """Label the zeros of the same board."""
    import numpy as np
    from scipy import ndimage

    board = Board(side, side, mines, seed=1)
    board.reveal(side // 2, side // 2)
    mined = np.zeros((side, side), dtype=bool)
    mined[tuple(np.array(board.mine_cells()).T)] = True
    del board
    eight = np.ones((3, 3), dtype=bool)
    zeros = ~ndimage.binary_dilation(mined, eight)
    structure = eight if neighbours == 8 else None
    begun, begun_cpu = time.perf_counter(), time.process_time()
    labels, _ = ndimage.label(zeros, structure)
    seconds, cpu = time.perf_counter() - begun, time.process_time() - begun_cpu
    region = labels == labels[side // 2, side // 2]
    revealed = int(ndimage.binary_dilation(region, eight).sum())
    return {"seconds": seconds, "cpu": cpu, "revealed": revealed}


def in_child(*words: str) -> dict[str, float]:
    """Measure in a new process."""
    output = subprocess.run(
        [sys.executable, "-m", "bench", "cascade", "--", *words], check=True, capture_output=True, text=True
    )
    result: dict[str, float] = json.loads(output.stdout)
    return result


def run(side: int = 10_000, mines: int = 100_000, rounds: int = 3) -> dict[str, Any]:
    """Return the medians of each and the ratio of surefoot to the faster of the two ways to label."""
    jobs = {"surefoot reveal": "reveal", "scipy label, 4 neighbours": "label4", "scipy label, 8 neighbours": "label8"}
    measured: dict[str, list[dict[str, float]]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            measured[name].append(in_child("--job", job, "--side", str(side), "--mines", str(mines)))
    medians: dict[str, Any] = {
        name: {key: statistics.median(result[key] for result in results) for key in results[0]}
        for name, results in measured.items()
    }
    ours, *theirs = medians.values()
    assert ours["revealed"] == theirs[1]["revealed"], "the two disagree about the region"
    for clock in ("seconds", "cpu"):
        medians[f"ratio of {clock}"] = ours[clock] / min(result[clock] for result in theirs)
    return medians


def main() -> None:
    """Measure, print a table and write it to bench/results; with --job, one measurement as JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench cascade --", description=__doc__)
    parser.add_argument("--side", type=int, default=10_000)
    parser.add_argument("--mines", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--job", choices=["reveal", "label4", "label8"], help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.job == "reveal":
        print(json.dumps(reveal(chosen.side, chosen.mines)))
        return
    if chosen.job:
        print(json.dumps(label(chosen.side, chosen.mines, int(chosen.job[-1]))))
        return
    results = run(chosen.side, chosen.mines, chosen.rounds)
    for name, result in results.items():
        if isinstance(result, float):
            print(f"{name:28} {result:.3f}")
        else:
            memory = f", {result['bytes a cell']:.2f} bytes a cell" if "bytes a cell" in result else ""
            print(f"{name:28} {result['seconds']:6.3f} s, {result['cpu']:6.3f} s CPU{memory}")
    RESULTS.mkdir(exist_ok=True)
    words = f"--side {chosen.side} --mines {chosen.mines} --rounds {chosen.rounds}"
    report = {"command": f"python -m bench cascade -- {words}", "results": results}
    (RESULTS / "cascade.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
