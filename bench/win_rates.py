"""Win rates of the strategies: ``python -m bench win_rates [-- --part 0.1 ROW ...]``.

Every row is a campaign of its own seed, on boards that no strategy was tuned on, in one process; times are CPU
seconds, so that other work on the machine disturbs them less. Then: small boards over all their layouts against the
optimum, what each part of a strategy adds (paired on the same boards), and whether the stated chances hold.
"""

import argparse
import itertools
import json
import time
from array import array
from pathlib import Path
from typing import Any

from surefoot.campaign.games import BINS, Bins, Settings, play_chunk
from surefoot.model import Cell, FirstClick, Level
from surefoot.rates import paired, wilson
from surefoot_core.bulk import FIELDS, RESULTS, Player

RESULT_FILE = Path(__file__).parent / "results/win_rates.json"

ROWS = {
    "expert safe safest": (Level.EXPERT, FirstClick.SAFE, Cell(0, 0), "safest", 100_000),
    "expert safe fast": (Level.EXPERT, FirstClick.SAFE, Cell(0, 0), "fast", 200_000),
    "expert safe best": (Level.EXPERT, FirstClick.SAFE, Cell(0, 0), "best", 100_000),
    "expert opening fast": (Level.EXPERT, FirstClick.OPENING, Cell(3, 3), "fast", 50_000),
    "expert opening best": (Level.EXPERT, FirstClick.OPENING, Cell(3, 3), "best", 50_000),
    "intermediate safe best": (Level.INTERMEDIATE, FirstClick.SAFE, Cell(0, 0), "best", 100_000),
    "beginner safe best": (Level.BEGINNER, FirstClick.SAFE, Cell(0, 0), "best", 100_000),
}
"""Level, first-click rule, start, strategy and games by name."""

STARTS = {
    "intermediate opening": (
        Level.INTERMEDIATE,
        FirstClick.OPENING,
        (Cell(0, 0), Cell(2, 2), Cell(3, 3), Cell(8, 8)),
    ),
    "beginner opening": (Level.BEGINNER, FirstClick.OPENING, (Cell(0, 0), Cell(2, 2), Cell(3, 3), Cell(4, 4))),
    "expert opening": (Level.EXPERT, FirstClick.OPENING, (Cell(0, 0), Cell(2, 2), Cell(3, 3), Cell(8, 15))),
    "expert safe": (Level.EXPERT, FirstClick.SAFE, (Cell(0, 0), Cell(3, 3), Cell(8, 15))),
}
"""First cells that are compared, by strategy fast."""

PARTS: dict[str, dict[str, float]] = {
    "without the exact end": {"layouts": 0},
    "without looking ahead": {"most": 1},
    "without looking deeper": {"close": 1},
    "without 50/50s and what is resolved": {"resolve": False},
    "without clues beyond 70 % of the chance": {"mass": 0.7},
    "at most five candidates within 3 %": {"most": 5, "margin": 0.97},
}
"""What is taken out of strategy best, by name."""

LINE = (
    "{:24} {games:7} games {percent:6.2f} % ({low:.2f} to {high:.2f}) {guesses:5.2f} guesses "
    "{cpu_ms:7.3f} ms CPU, p99 {p99_ms:.1f}, worst {worst_ms:.0f}"
)
"""How a row is told."""

SEED = 1_000
"""The seed of the first campaign; each row has the next."""


def campaign(level: Level, rule: FirstClick, start: Cell, strategy: str, games: int, seed: int) -> dict[str, Any]:
    """Return the result of one campaign."""
    settings = Settings(level.rows, level.cols, level.mines, rule, start, strategy, games, seed, chunk=games)
    begun = time.process_time()
    chunk = play_chunk(settings, 0)
    seconds = time.process_time() - begun
    wins = sum(game.won for game in chunk.games)
    rate = wilson(wins, games)
    times = sorted(game.seconds for game in chunk.games)
    return {
        "games": games, "wins": wins, "percent": 100 * rate.rate, "low": 100 * rate.low, "high": 100 * rate.high,
        "guesses": sum(game.guesses for game in chunk.games) / games, "cpu_ms": 1000 * seconds / games,
        "p99_ms": 1000 * times[games * 99 // 100], "worst_ms": 1000 * times[-1], "seed": seed,
        "risks": bins(chunk.risks), "chances": bins(chunk.wins),
    }  # fmt: skip


def bins(found: Bins) -> list[dict[str, float]]:
    """Return stated against happened for each bin in use."""
    rows = []
    for place in range(BINS):
        if count := found.count[place]:
            rate = wilson(found.happened[place], count)
            stated = found.stated[place] / count
            rows.append({"count": count, "stated": stated, "happened": rate.rate, "low": rate.low, "high": rate.high})
    return rows


def small_board(rows: int, cols: int, mines: int, strategy: str) -> tuple[int, int]:
    """Return the games won and played over all layouts without a mine in the corner."""
    layouts = list(itertools.combinations(range(1, rows * cols), mines))
    cells = bytearray(len(layouts) * rows * cols)
    for number, layout in enumerate(layouts):
        for mine in layout:
            cells[number * rows * cols + mine] = 1
    tales = memoryview(bytearray(4 * len(layouts) * len(FIELDS))).cast("B").cast("i", (len(layouts), len(FIELDS)))
    boards = memoryview(cells).cast("B", (len(layouts), rows * cols))
    Player(rows, cols).play_layouts(boards, array("i", [0] * len(layouts)), tales, guess=strategy)
    return sum(RESULTS[tales[number, 0]] == "won" for number in range(len(layouts))), len(layouts)


def outcomes(strategy: str, games: int, seed: int, style: dict[str, float]) -> list[bool]:
    """Return which Expert boards are won, SAFE corner."""
    player = Player(16, 30)
    player.set_style(strategy, **style)
    tales = memoryview(bytearray(4 * games * len(FIELDS))).cast("B").cast("i", (games, len(FIELDS)))
    seeds = array("Q", [seed << 32 | game for game in range(games)])
    player.play_seeds(seeds, 99, 0, FirstClick.SAFE, tales, guess=strategy)
    return [RESULTS[tales[number, 0]] == "won" for number in range(games)]


def parts(games: int, seed: int) -> dict[str, dict[str, float]]:
    """Return what strategy best loses without each part, in points, paired, with its 95 % interval."""
    whole = outcomes("best", games, seed, {})
    found = {}
    for name, style in PARTS.items():
        without = outcomes("best", games, seed, style)
        more = sum(a and not b for a, b in zip(whole, without, strict=True))
        less = sum(b and not a for a, b in zip(whole, without, strict=True))
        gain = paired(more, less, games)
        found[name] = {"points": 100 * gain.rate, "spread": 100 * (gain.high - gain.rate), "games": games}
    return found


def run(part: float = 1.0, only: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the whole table; `part` of the games of each row."""
    result: dict[str, Any] = {"rows": {}, "starts": {}, "small": {}}
    for number, (name, (level, rule, start, strategy, games)) in enumerate(ROWS.items()):
        if only and name not in only:
            continue
        row = campaign(level, rule, start, strategy, max(100, int(games * part)), SEED + number)
        result["rows"][name] = row
        print(LINE.format(name, **row), flush=True)
    if only:
        return result
    for name, (level, rule, cells) in STARTS.items():
        for cell in cells:
            row = campaign(level, rule, cell, "fast", max(100, int(10_000 * part)), SEED + 100)
            result["starts"][f"{name} {cell.row},{cell.col}"] = row["percent"]
            print(f"{name:24} start {cell.row},{cell.col}: {row['percent']:.2f} % by fast", flush=True)
    for size, optimum in (((4, 4, 4), 949), ((5, 5, 4), 8236)):
        won, played = small_board(*size, "best")
        result["small"]["{}x{}/{}".format(*size)] = {"won": won, "layouts": played, "optimum": optimum}
        print("{}x{}/{}: best wins {} of {}".format(*size, won, played))
    result["parts"] = parts(max(100, int(20_000 * part)), SEED + 200)
    for name, row in result["parts"].items():
        print("{:42} {points:+.2f} +- {spread:.2f} points".format(name, **row))
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--part", type=float, default=1.0, help="Part of the games of each row.")
    parser.add_argument("rows", nargs="*", help="Only these rows.")
    options = parser.parse_args()
    table = run(options.part, tuple(options.rows))
    if not options.rows:
        table["command"] = f"python -m bench win_rates -- --part {options.part:g}"
        RESULT_FILE.write_text(json.dumps(table, indent=1) + "\n")
