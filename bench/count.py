"""Counting, checking and playing whole games: ``python -m bench count``, with ms-toollib beside where it is there.

Four measurements, each in one run with its peer: all chances of stuck Expert positions, no-guess checks of random
Expert boards, whole Expert games with the safest guess on one and on two threads, and the cost against the size of
the board and its density (``--scaling``, which also draws a plot). Times of one thread are CPU seconds.
"""

import argparse
import json
import math
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from surefoot.bulk import CHUNK, Drawing, play_many
from surefoot_core.autoplay import RulePlayer
from surefoot_core.board import Board
from surefoot_core.bulk import FIELDS, Player
from surefoot_core.count import Counter
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge
from surefoot_core.noguess import Checker
from surefoot_core.rules import FirstClick, GameState
from surefoot_core.view import HIDDEN_CELL, KNOWN_MINE, View

ROWS, COLS, MINES, START = 16, 30, 99, (8, 15)
RESULTS = Path(__file__).parent / "results"
SEED = 20_000_000
"""The first seed: nothing was tuned on what follows it."""

try:
    import ms_toollib
except ImportError:
    ms_toollib = None


# --- positions -----------------------------------------------------------------------------------------


def played(board: Board, seed: int, share: float) -> Knowledge:
    """Play a board by the two rules, and past each stop by a lucky reveal next to a clue, to a share of its cells."""
    draw = random.Random(seed)
    knowledge = Knowledge(View(board.rows, board.cols, board.mines))
    player = RulePlayer(board, knowledge)
    board.reveal(*START if (board.rows, board.cols) == (ROWS, COLS) else (board.rows // 2, board.cols // 2))
    state = player.run()
    mines = {row * board.cols + col for row, col in board.mine_cells()}
    neighbours = knowledge.topology.neighbours
    waiting: list[int] = []
    seen = 0
    while state is GameState.PLAYING and board.revealed_count < share * (board.rows * board.cols - board.mines):
        waiting += board.revealed(seen)
        seen = board.revealed_count
        place = draw.randrange(len(waiting))
        clue, waiting[place] = waiting[place], waiting[-1]
        hidden = [cell for cell in neighbours(clue) if knowledge.mark(cell) == 0 and cell not in mines]
        if hidden:
            board.reveal(*divmod(draw.choice(hidden), board.cols))
            state = player.run()
        else:
            waiting.pop()
    return knowledge


def stuck_positions(count: int) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    """Return the views of stuck Expert positions, their mines known by the rules marked: one row a view."""
    views = []
    seed = SEED
    while len(views) < count:
        board = Board(ROWS, COLS, MINES, seed=seed)
        knowledge = played(board, seed, random.Random(seed).uniform(0.1, 0.95))
        if board.state is GameState.PLAYING:
            cells = np.array(memoryview(board.view())).ravel()
            known = [cell for cell in range(ROWS * COLS) if knowledge.mark(cell) == 2]
            cells[known] = KNOWN_MINE
            views.append(cells)
        seed += 1
    return np.array(views, np.uint8)


# --- measurements --------------------------------------------------------------------------------------


def best_of(job: Callable[[], Any], rounds: int = 5) -> float:
    """Return the least seconds that a job takes."""
    least = math.inf
    for _ in range(rounds):
        begun = time.perf_counter()
        job()
        least = min(least, time.perf_counter() - begun)
    return least


def chances(count: int) -> dict[str, Any]:
    """All chances of stuck Expert positions: microseconds each, the two answers compared."""
    views = stuck_positions(count)
    mines = np.full(count, MINES, np.int32)
    out = np.zeros(views.shape)
    player = Player(ROWS, COLS)
    assert player.chances(views, mines, out) == count
    batches = zip(views[:, None], mines[:, None], out[:, None], strict=True)
    ours = [1e6 * best_of(lambda batch=batch: player.chances(*batch)) for batch in batches]
    begun = time.process_time()
    player.chances(views, mines, out)
    batch = 1e6 * (time.process_time() - begun) / count
    answer: dict[str, Any] = {
        "positions": count,
        "median_us": statistics.median(ours),
        "p99_us": statistics.quantiles(ours, n=100)[98],
        "batch_mean_us": batch,
        "counting_only_median_us": counting_only(views),
    }
    if ms_toollib is not None:
        theirs, worst = [], 0.0
        for view, row in zip(views[: count // 4], out, strict=False):
            board = np.where(view == HIDDEN_CELL, 10, np.where(view == KNOWN_MINE, 11, view)).reshape(ROWS, COLS)
            cells = board.tolist()
            begun = time.perf_counter()
            found = ms_toollib.cal_probability_onboard(cells, MINES)[0]
            theirs.append(1e6 * (time.perf_counter() - begun))
            worst = max(worst, float(np.abs(np.where(board > 9, np.array(found) - row.reshape(ROWS, COLS), 0)).max()))
        answer |= {
            "ms_toollib_median_us": statistics.median(theirs),
            "times_faster": statistics.median(theirs) / answer["median_us"],
            "largest_difference": worst,
        }
    return answer


def counting_only(views: "np.ndarray[Any, np.dtype[np.uint8]]") -> float:
    """Return the median microseconds of the counting alone, from Python, the components being there already."""
    times = []
    for view in views:
        knowledge = Knowledge(View(ROWS, COLS, MINES, memoryview(view.reshape(ROWS, COLS))))
        least = math.inf
        for _ in range(3):
            frontier = Frontier(knowledge)
            frontier.update()
            counter = Counter(frontier)
            counter.certain(total=False)  # makes room in the workspace; the chances are worked out below
            begun = time.perf_counter()
            counter.chances()
            least = min(least, time.perf_counter() - begun)
            knowledge = Knowledge(View(ROWS, COLS, MINES, memoryview(view.reshape(ROWS, COLS))))
        times.append(1e6 * least)
    return statistics.median(times)


def random_boards(count: int) -> list[Board]:
    """Return Expert boards drawn with an opening at the start, which is revealed."""
    boards = [Board(ROWS, COLS, MINES, seed=SEED + seed) for seed in range(count)]
    for board in boards:
        board.reveal(*START)
    return boards


def checks(count: int) -> dict[str, Any]:
    """No-guess checks of random Expert boards, by both kinds of reasoning: boards a second."""
    boards = random_boards(count)
    start = START[0] * COLS + START[1]
    layouts = np.zeros((count, ROWS * COLS), np.uint8)
    for number, board in enumerate(boards):
        layouts[number, [row * COLS + col for row, col in board.mine_cells()]] = 1
    starts = np.full(count, start, np.int32)
    by_clues, by_total = np.zeros((2, count, len(FIELDS)), np.int32)
    player, checker = Player(ROWS, COLS), Checker(ROWS, COLS)

    def count_boards() -> None:
        player.play_layouts(layouts, starts, by_clues, total=False)
        stuck = np.flatnonzero(by_clues[:, 0] != 1)
        again = by_clues[stuck]
        player.play_layouts(layouts[stuck], starts[stuck], again)
        by_total[:] = by_clues
        by_total[stuck] = again

    begun = time.process_time()
    count_boards()
    counted = count / (time.process_time() - begun)
    begun = time.process_time()
    planes = [checker.check(layout, start) for layout in layouts]
    by_planes = count / (time.process_time() - begun)
    assert [found[:2] for found in planes] == [
        (a == 1, b == 1) for a, b in zip(by_clues[:, 0], by_total[:, 0], strict=True)
    ]
    answer = {
        "boards": count,
        "no_guess": int((by_total[:, 0] == 1).sum()),
        "count_per_second": counted,
        "planes_per_second": by_planes,
    }
    if ms_toollib is not None:
        tables = []
        for board in boards[: count // 10]:
            rows = [list(row) for row in board.to_text(reveal_all=True).splitlines()]
            tables.append([[-1 if cell == "*" else 0 if cell == "." else int(cell) for cell in row] for row in rows])
        begun = time.process_time()
        solvable = sum(ms_toollib.is_solvable(table, *START) for table in tables)
        rate = len(tables) / (time.process_time() - begun)
        answer |= {
            "ms_toollib_no_guess": f"{solvable} of the first {len(tables)}",
            "ms_toollib_per_second": rate,
            "count_times_faster": counted / rate,
            "planes_times_faster": by_planes / rate,
        }
    return answer


def games(count: int) -> dict[str, Any]:
    """Whole Expert games with the safest guess from a protected corner: games a second."""
    player = Player(ROWS, COLS)
    seeds = np.arange(SEED, SEED + count, dtype=np.uint64)
    out = np.zeros((count, len(FIELDS)), np.int32)
    begun = time.process_time()
    player.play_seeds(seeds, MINES, 0, FirstClick.SAFE, out, guess="safest")
    single = count / (time.process_time() - begun)
    drawing = Drawing(ROWS, COLS, MINES, (0, 0), FirstClick.SAFE)
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(3):
        for workers in rates:
            begun = time.perf_counter()
            won = sum(
                tale.result == "won"
                for tale in play_many(map(int, seeds), drawing=drawing, guess="safest", workers=workers)
            )
            rates[workers].append(count / (time.perf_counter() - begun))
            assert won == int((out[:, 0] == 1).sum())
    return {
        "games": count,
        "won": int((out[:, 0] == 1).sum()),
        "guesses_a_game": float(out[:, FIELDS.index("guesses")].mean()),
        "per_second_of_cpu": single,
        "play_many_per_second": {workers: max(found) for workers, found in rates.items()},
        "two_threads_over_one": statistics.median(b / a for a, b in zip(rates[1], rates[2], strict=True)),
        "games_a_chunk": CHUNK,
    }


def scaling(sizes: list[int], densities: list[int]) -> list[dict[str, Any]]:
    """The cost of all chances of one half-played view against the size of the board and its density.

    Once as in a game, after the two rules, and once with no cell taken out before: then the frontier is all there
    is next to a clue, and nearly all of it one component.
    """
    rows = []
    for density in densities:
        for size in sizes:
            board = Board(size, size, size * size * density // 100, seed=SEED)
            played(board, SEED, 0.5)
            for rules in (True, False):
                rows.append({"size": size, "density": density, "rules": rules, **cost(board, rules)})
                print(json.dumps(rows[-1]), flush=True)
    return rows


def cost(board: Board, rules: bool, rounds: int = 3) -> dict[str, Any]:
    """Return the seconds of processor time for all chances of a view, the least of some rounds, and what it took."""
    made = counted = math.inf
    for _ in range(rounds):
        knowledge = Knowledge(board.view())
        if rules:
            knowledge.apply_rules()
        begun = time.process_time()
        frontier = Frontier(knowledge)
        components = frontier.update()
        made = min(made, time.process_time() - begun)
        counter = Counter(frontier)
        begun = time.process_time()
        complete = counter.chances()
        counted = min(counted, time.process_time() - begun)
    found = counter.mine_chances()
    cells = len(found) - frontier.unconstrained
    error = abs(math.fsum(found.values()) / (board.mines - knowledge.mines) - 1) if complete else None
    largest = max(sum(map(len, frontier.boxes(place))) for place in range(components))
    return {
        "frontier_cells": cells,
        "components": components,
        "largest_component": largest,
        "nodes": counter.nodes,
        "frontier_s": made,
        "count_s": counted,
        "us_a_frontier_cell": 1e6 * (made + counted) / cells,
        "complete": complete,
        "sum_error": error,
    }


def plot(rows: list[dict[str, Any]], path: Path) -> None:
    """Draw the seconds against the frontier cells, a line a density; broken where no rule was run before."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), dpi=120, layout="constrained")
    axes = figure.add_subplot(xlabel="frontier cells", ylabel="seconds for all chances", xscale="log", yscale="log")
    for number, density in enumerate(sorted({row["density"] for row in rows})):
        for rules in (True, False):
            chosen = [row for row in rows if row["density"] == density and row["rules"] == rules and row["complete"]]
            axes.plot(
                [row["frontier_cells"] for row in chosen],
                [row["frontier_s"] + row["count_s"] for row in chosen],
                marker="o",
                color=f"C{number}",
                linestyle="-" if rules else "--",
                label=f"{density} % mines, {'after the rules' if rules else 'no rule run before'}",
            )
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    figure.savefig(path)


def run(positions: int = 1000, boards: int = 3000, played_games: int = 10_000) -> dict[str, Any]:
    """Return all measurements but the scaling."""
    return {"chances": chances(positions), "checks": checks(boards), "games": games(played_games)}


def main() -> None:
    """Measure, print and write to bench/results."""
    parser = argparse.ArgumentParser(prog="python -m bench count --", description=__doc__)
    parser.add_argument("--scaling", action="store_true", help="the cost against the size of the board instead")
    parser.add_argument("--sizes", default="50,100,200,400,700,1000")
    chosen = parser.parse_args()
    RESULTS.mkdir(exist_ok=True)
    if chosen.scaling:
        rows = scaling([int(size) for size in chosen.sizes.split(",")], [15, 20, 25])
        plot(rows, RESULTS / "count_scaling.png")
        name, report = "count_scaling", {"command": "python -m bench count -- --scaling", "rows": rows}
    else:
        name, report = "count", {"command": "python -m bench count", **run()}
        print(json.dumps(report, indent=1))
    (RESULTS / f"{name}.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
