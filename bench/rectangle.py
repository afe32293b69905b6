"""The rectangle beside an older checkout of ours: ``python -m bench rectangle -- --beside PATH``.

Where boards of other shapes came in, the rectangle must not have become slower. Each measurement is a process of its
own on one of the two builds, in turn, and what an older build cannot do yet is left out. Positions and boards are
named: tests/data/positions.jsonl, and seeds 0 .. of the levels.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
POSITIONS = ROOT / "tests" / "data" / "positions.jsonl"


def jobs() -> dict[str, Callable[[], None]]:
    """Return what this build can do."""
    from surefoot_core.frontier import Frontier
    from surefoot_core.knowledge import Knowledge
    from surefoot_core.view import View

    lines = [json.loads(line) for line in POSITIONS.read_text().splitlines()]
    views = [View.from_text(line["view"], line["mines"]) for line in lines if line["count"] != "0"]

    def rules() -> None:
        for view in views:
            knowledge = Knowledge(view)
            knowledge.apply_rules()
            Frontier(knowledge).update()

    found: dict[str, Callable[[], None]] = {"rules and components": rules}
    try:
        from surefoot_core.board import Board
    except ImportError:
        return found

    def cascades() -> None:
        for seed in range(2000):
            Board(16, 30, 60, seed=seed).reveal(8, 15)

    found["drawing and first reveals"] = cascades
    try:
        from surefoot.model import Engine
        from surefoot.reasoning.analysis import analyse
        from surefoot_core.bulk import Player
    except ImportError:
        return found
    import numpy as np

    def games() -> None:
        out = np.zeros((3000, 9), np.int32)
        Player(16, 30).play_seeds(np.arange(3000, dtype=np.uint64), 99, 8 * 30 + 15, 2, out)

    found["expert games by proofs"] = games
    for engine in Engine:
        found[f"analyse, {engine.value}"] = lambda engine=engine: [analyse(view, engine=engine) for view in views]
    return found


def measure() -> dict[str, float]:
    """Return the CPU time of each job in milliseconds: the best of three."""
    times = {}
    for name, job in jobs().items():
        took = []
        for _ in range(3):
            began = time.process_time()
            job()
            took.append((time.process_time() - began) * 1000)
        times[name] = min(took)
    return times


def in_build(path: Path) -> dict[str, float]:
    """Measure a checkout, which was built in place."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(path / "src"), str(path / "solver")])}
    command = [sys.executable, str(Path(__file__)), "--measure"]
    output = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    result: dict[str, float] = json.loads(output.stdout)
    return result


def run(beside: Path, rounds: int = 3) -> dict[str, Any]:
    """Return the medians of both builds and their quotients."""
    ours: list[dict[str, float]] = []
    theirs: list[dict[str, float]] = []
    for _ in range(rounds):
        theirs.append(in_build(beside))
        ours.append(in_build(ROOT))
    results: dict[str, Any] = {}
    for name in theirs[0]:
        before, now = (statistics.median(times[name] for times in side) for side in (theirs, ours))
        quotients = [our[name] / their[name] for our, their in zip(ours, theirs, strict=True)]
        results[name] = {
            "before, ms": round(before, 1),
            "now, ms": round(now, 1),
            "now over before": round(statistics.median(quotients), 3),
        }
    return results


def main() -> None:
    """Measure, print and write to bench/results."""
    parser = argparse.ArgumentParser(prog="python -m bench rectangle --", description=__doc__)
    parser.add_argument("--beside", type=Path, help="an older checkout, built in place")
    parser.add_argument("--name", help="what to call it in the results")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.measure:
        print(json.dumps(measure()))
        return
    if chosen.beside is None:
        parser.error("expected --beside with an older checkout")
    results = run(chosen.beside, chosen.rounds)
    print(json.dumps(results, indent=1))
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / "rectangle.json"
    reports = json.loads(path.read_text()) if path.exists() else {}
    name = chosen.name or chosen.beside.name
    reports[name] = {"command": f"python -m bench rectangle -- --beside CHECKOUT --name {name}", "results": results}
    path.write_text(json.dumps(reports, indent=1) + "\n")


if __name__ == "__main__":
    main()
