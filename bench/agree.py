"""Do SAT and COUNT say the same? ``python -m bench agree``: views of many sizes and densities, with a seed.

Each view comes from a board of known mines: half of them are played by the two rules with lucky reveals past each
stop, half have cells revealed here and there. Both engines must name the same safe cells and mines, by the clues
alone and with the mine total, and none that the board belies. Any difference is printed with its seed and ends
the run with status 1.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter as Tally
from pathlib import Path
from typing import Any

from surefoot.model import Limit
from surefoot.reasoning.counting import CountEngine
from surefoot.reasoning.engine import SatEngine
from surefoot.reasoning.sat import Budget
from surefoot_core.autoplay import RulePlayer
from surefoot_core.board import Board
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge
from surefoot_core.rules import FirstClick, GameState
from surefoot_core.view import HIDDEN_CELL, View

RESULTS = Path(__file__).parent / "results"
SIZES = {
    "1xN": 8, "Nx1": 4, "4x4 to 9x9": 50, "16x16": 15, "16x30": 15, "25x25": 5, "40x40": 2.5, "100x100": 0.5,
}  # fmt: skip
"""How often each size is drawn, in percent."""


def draw_size(draw: random.Random) -> tuple[str, int, int]:
    """Return a size and its name."""
    (name,) = draw.choices(list(SIZES), list(SIZES.values()))
    if name == "1xN":
        return name, 1, draw.randint(2, 60)
    if name == "Nx1":
        return name, draw.randint(2, 60), 1
    if name == "4x4 to 9x9":
        return name, draw.randint(4, 9), draw.randint(4, 9)
    rows, cols = map(int, name.split("x"))
    return name, rows, cols


def draw_view(seed: int) -> tuple[str, View, set[int]]:
    """Return the name of the size, a view and the mines of its board."""
    draw = random.Random(seed)
    name, rows, cols = draw_size(draw)
    cells = rows * cols
    number = max(1, min(cells - 1, round(cells * draw.uniform(0.05, 0.45))))
    board = Board(rows, cols, number, seed=seed, first_click=FirstClick.ANY)
    mines = {row * cols + col for row, col in board.mine_cells()}
    safe = [cell for cell in range(cells) if cell not in mines]
    if draw.random() < 0.5:
        share = draw.random()
        if cells > 900:
            share = min(share, 0.6)
        knowledge = Knowledge(View(rows, cols, number))
        player = RulePlayer(board, knowledge)
        draw.shuffle(safe)
        opened = max(1, round(share * len(safe)))
        for cell in safe:
            if board.state is not GameState.PLAYING or board.revealed_count >= opened:
                break
            board.reveal(*divmod(cell, cols))
            if draw.random() < 0.9:
                player.run()
        view = board.view()
    else:
        clues = bytearray([HIDDEN_CELL]) * cells
        near = Knowledge(View(rows, cols, number)).topology.neighbours
        share = draw.uniform(0.02, 0.6) if cells <= 900 else draw.uniform(0.02, 0.15)
        for cell in draw.sample(safe, max(1, round(share * len(safe)))):
            clues[cell] = sum(other in mines for other in near(cell))
        view = View(rows, cols, number, memoryview(clues).cast("B", (rows, cols)))
    return name, view, mines


LIMIT = Limit(conflicts=300)
"""What SAT may take for a view: some large sums take it for ever, and then only what it proved is compared."""


def compare(view: View, mines: set[int]) -> tuple[str | None, bool, bool, int]:
    """Return how the engines differ, whether one left anything open, whether COUNT left a component to SAT, and
    how many cells were certain.
    """
    found = []
    wide = left_open = False
    for make in (SatEngine, CountEngine):
        knowledge = Knowledge(view)
        knowledge.apply_rules()
        frontier = Frontier(knowledge)
        engine = make(knowledge, Budget(LIMIT), frontier)
        outcomes = engine.by_clues(), engine.by_total()
        left_open = left_open or any(outcome.open for outcome in outcomes)
        by_clues = {decision.cell: decision.mine for decision in outcomes[0].decisions}
        by_total = by_clues | {decision.cell: decision.mine for decision in outcomes[1].decisions}
        if isinstance(engine, CountEngine):
            wide = engine.left_to_sat
        found.append((by_clues, by_total))
    (sat_clues, sat_total), (count_clues, count_total) = found
    if not left_open and (sat_clues != count_clues or sat_total != count_total):
        return "the engines differ", left_open, wide, 0
    for cell, mine in [*sat_total.items(), *count_total.items()]:
        if (cell in mines) != mine:
            return f"cell {cell} is {'no mine' if mine else 'a mine'}", left_open, wide, 0
    return None, left_open, wide, len(count_total)


def run(views: int = 100_000, seed: int = 0, *, show: bool = False) -> dict[str, Any]:
    """Compare the engines on views until so many were compared in full, and return what was seen."""
    begun = time.process_time()
    sizes: Tally[str] = Tally()
    differences = []
    limited = left_to_sat = certain = with_certain = 0
    number = -1
    while sizes.total() < views:
        number += 1
        name, view, mines = draw_view(seed + number)
        difference, left_open, wide, cells = compare(view, mines)
        limited += left_open
        sizes[name] += not left_open
        left_to_sat += wide
        certain += cells
        with_certain += cells > 0
        if difference is not None:
            differences.append(seed + number)
            print(f"seed {seed + number}: {difference}\n{view!r}", file=sys.stderr)
        if show and number % 5000 == 4999:
            print(f"{sizes.total()} views, {len(differences)} differences", flush=True)
    return {
        "views": views,
        "seed": seed,
        "sizes": dict(sizes.most_common()),
        "differences": differences,
        "views_with_certain_cells_beyond_the_rules": with_certain,
        "certain_cells_beyond_the_rules": certain,
        "views_left_open_by_a_limit": limited,
        "views_with_a_component_too_wide_to_count": left_to_sat,
        "cpu_s": time.process_time() - begun,
    }


def main() -> None:
    """Compare, print and write to bench/results."""
    parser = argparse.ArgumentParser(prog="python -m bench agree --", description=__doc__)
    parser.add_argument("--views", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    found = run(chosen.views, chosen.seed, show=True)
    found = {"command": f"python -m bench agree -- --views {chosen.views} --seed {chosen.seed}", **found}
    print(json.dumps(found, indent=1))
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "agree.json").write_text(json.dumps(found, indent=1) + "\n")
    sys.exit(1 if found["differences"] else 0)


if __name__ == "__main__":
    main()
