"""Making and playing Expert boards: ``python -m bench engine``, with ms-toollib beside where it is installed.

Times are CPU seconds of this process, so that other work on the machine disturbs them less.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from surefoot_core.board import Board
from surefoot_core.rules import FirstClick, GameState

ROWS, COLS, MINES, START = 16, 30, 99, (8, 15)
RESULTS = Path(__file__).parent / "results"


def draw(seed: int) -> Board:
    """Make an Expert board with its mines placed."""
    return Board(ROWS, COLS, MINES, seed=seed, first_click=FirstClick.ANY)


def draw_and_reveal(seed: int) -> Board:
    """Make an Expert board and reveal its first opening."""
    board = Board(ROWS, COLS, MINES, seed=seed)
    board.reveal(*START)
    return board


def play(seed: int) -> Board:
    """Win an Expert board by revealing its cells in random order, mines left out."""
    board = draw_and_reveal(seed)
    mines = set(board.mine_cells())
    cells = [(row, col) for row in range(ROWS) for col in range(COLS)]
    random.Random(seed).shuffle(cells)
    for cell in cells:
        if cell not in mines:
            board.reveal(*cell)
    assert board.state is GameState.WON
    return board


def peers() -> dict[str, Callable[[int], Any]]:
    """Return what others offer for the same jobs."""
    try:
        import ms_toollib
    except ImportError:
        return {}
    return {
        "ms-toollib laymine": lambda _: ms_toollib.laymine(ROWS, COLS, MINES, *START),
        "ms-toollib laymine_op": lambda _: ms_toollib.laymine_op(ROWS, COLS, MINES, *START),
    }


def microseconds(job: Callable[[int], Any], count: int, rounds: int = 5) -> dict[str, float]:
    """Return the median, the least and the most microseconds a call over some rounds of `count` calls."""
    times = []
    for round_number in range(rounds):
        begun = time.process_time()
        for seed in range(round_number * count, (round_number + 1) * count):
            job(seed)
        times.append((time.process_time() - begun) / count * 1e6)
    return {"median": statistics.median(times), "least": min(times), "most": max(times)}


def run(count: int = 20_000) -> dict[str, dict[str, float]]:
    """Return the microseconds of each job."""
    jobs: dict[str, Callable[[int], Any]] = {
        "make an Expert board": draw,
        "make it and reveal the first opening": draw_and_reveal,
        "make it and win it, 381 calls of reveal": play,
        **peers(),
    }
    return {name: microseconds(job, count // 20 if job is play else count) for name, job in jobs.items()}


def main() -> None:
    """Measure, print a table and write it to bench/results."""
    parser = argparse.ArgumentParser(prog="python -m bench engine --", description=__doc__)
    parser.add_argument("--count", type=int, default=20_000, help="boards a round")
    count = parser.parse_args().count
    results = run(count)
    for name, times in results.items():
        print(f"{name:42} {times['median']:9.2f} us  ({times['least']:.2f} .. {times['most']:.2f})")
    RESULTS.mkdir(exist_ok=True)
    report = {"command": f"python -m bench engine -- --count {count}", "microseconds": results}
    (RESULTS / "engine.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
