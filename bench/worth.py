"""What a view after a guess is worth, fitted to games: ``python -m bench worth [-- --games 400000]``.

Strategy best plays boards of each level (SAFE, corner), one guess deep, and draws a quarter of its guesses
among its candidates. After every safe guess stands what the model of `surefoot_core/worth.pxd` sees of the view, and
how the game ended (or, where it came to an exact end, the chance to win there). A regression with a log link gives
the numbers of the model; what the view was like before the guess enters beside them, so that guesses are compared
with guesses in like views. The games are not those that win rates are published for.
"""

import argparse
import itertools
import json
import time
from array import array
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from surefoot.model import FirstClick, Level
from surefoot_core.bulk import FIELDS, Player

RESULT_FILE = Path(__file__).parent / "results/worth.json"
LEVELS = (Level.BEGINNER, Level.INTERMEDIATE, Level.EXPERT)
SEED = 900
"""Seeds begin at SEED * 2**32: far from those of the published games."""

CHUNK = 20_000
WANDER = 0.25
"""Part of the guesses that are drawn among the candidates."""

SAFE_CELLS = 9
"""As many or more safe cells are the same to the model."""

OPEN = (0, 1 / 16, 1 / 8, 1 / 4, 5 / 12, 5 / 8, 5 / 6, 11 / 12, 31 / 32, 1)
"""Views before the guess fall into these classes by the part of their cells that is undecided."""

Floats = npt.NDArray[np.float64]
Columns = dict[str, Floats]


def gather(level: Level, games: int) -> tuple[Columns, Floats]:
    """Return a column for each number noted of a guess, and the chance to win then as far as the game tells it."""
    player = Player(level.rows, level.cols)
    player.set_style("best", close=1)
    rows: list[tuple[float, ...]] = []
    names: tuple[str, ...] = ()
    for first in range(0, games, CHUNK):
        count = min(CHUNK, games - first)
        tales = np.zeros((count, len(FIELDS)), np.int32)
        player.wander(WANDER, first)
        seeds = array("Q", [SEED << 32 | first + game for game in range(count)])
        player.play_seeds(seeds, level.mines, 0, FirstClick.SAFE, tales, guess="best")
        won = (tales[:, 0] == 1).astype(float)
        for game, _, _, win, _ in reversed(player.guesses()):
            if win is not None:
                won[game] = win
        found = player.prospects()
        for place, guess in enumerate(found):
            after = guess["after"]
            if after is None:
                continue
            follows = place + 1 < len(found) and found[place + 1]["game"] == guess["game"]
            score = found[place + 1]["score"] if follows and after["safe"] == 0 else 0.0
            entry = guess | after | {
                "pairs_then": after["pairs"], "pairs": guess["pairs"], "next_score": score, "won": won[guess["game"]],
                "part": guess["open"] / (level.rows * level.cols),
            }  # fmt: skip
            del entry["after"]
            names = tuple(entry)
            rows.append(tuple(map(float, entry.values())))
        print(f"{first + count} games", flush=True)
    table = np.array(rows)
    columns = {name: table[:, number] for number, name in enumerate(names)}
    return columns, columns.pop("won")


def before(c: Columns) -> Columns:
    """Return what is told of the view before the guess."""
    columns = {
        f"open {low:.2f}": ((c["part"] >= low) & (c["part"] < high)).astype(float)
        for low, high in itertools.pairwise(OPEN[1:])
    }
    columns["density"] = c["mines"] / np.maximum(c["open"], 1)
    columns["best"] = np.log(c["best"])
    columns["pairs before"] = c["pairs"]
    columns["one"] = np.ones(len(c["open"]))
    return columns


def model(c: Columns) -> Columns:
    """Return the numbers of the model for a view after a guess."""
    safe = np.minimum(c["safe"], SAFE_CELLS)
    early = c["early"] > 0
    columns = before(c)
    for count in range(1, SAFE_CELLS + 1):
        columns[f"safe {count}, early"] = ((safe == count) & early).astype(float)
        columns[f"safe {count}, late"] = ((safe == count) & ~early).astype(float)
    columns["safety"] = np.where(safe == 0, np.log(np.maximum(c["safety"], 0.01)), 0)
    columns["next safety"] = np.where(safe > 0, np.log(np.maximum(c["next"], 0.01)), 0)
    return columns | {"pairs": c["pairs_then"], "spread": c["spread"], "reach": c["reach"]}


def model_of_next(c: Columns) -> Columns:
    """Return the same where no cell is safe and the score of the next guess is known."""
    columns = before(c) | {"next score": np.log(c["next_score"]), "safety": np.log(c["safety"])}
    return columns | {"pairs": c["pairs_then"], "spread": c["spread"], "reach": c["reach"]}


def fit(columns: Columns, won: Floats) -> dict[str, tuple[float, float]]:
    """Return each coefficient of log(chance to win), with its 95 % interval (Poisson score, sandwich variance)."""
    matrix = np.stack(list(columns.values()), 1)
    scale = np.maximum(np.abs(matrix).max(0), 1e-9)
    matrix = matrix / scale
    ridge = 1e-6 * np.eye(matrix.shape[1])
    chosen = np.zeros(matrix.shape[1])
    chosen[list(columns).index("one")] = np.log(won.mean())
    for _ in range(50):
        expected = np.exp(matrix @ chosen)
        inverse = np.linalg.inv((matrix * expected[:, None]).T @ matrix + ridge)
        step = inverse @ (matrix.T @ (won - expected))
        chosen = chosen + step
        if np.abs(step).max() < 1e-9:
            break
    variance = np.diag(inverse @ ((matrix * ((won - expected) ** 2)[:, None]).T @ matrix) @ inverse)
    spread = 1.96 * np.sqrt(np.maximum(variance, 0))
    return {
        name: (float(chosen[i] / scale[i]), float(spread[i] / scale[i]))
        for i, name in enumerate(columns)
    }


def run(level: Level, games: int) -> dict[str, Any]:
    """Return the fitted numbers of a level."""
    began = time.process_time()
    c, won = gather(level, games)
    known = c["next_score"] > 0
    fits = {
        "view": fit(model(c), won),
        "no safe cell, next guess known": fit(model_of_next({name: c[name][known] for name in c}), won[known]),
    }
    told = set(before(c))
    result: dict[str, Any] = {"games": games, "guesses": len(won), "cpu_s": time.process_time() - began}
    for title, found in fits.items():
        result[title] = {name: list(pair) for name, pair in found.items() if name not in told}
        print(f"{level.name.lower()}: {title}")
        for name, (value, interval) in result[title].items():
            print(f"  {name:20} {value:+.4f} +- {interval:.4f}")
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=400_000)
    options = parser.parse_args()
    table: dict[str, Any] = {level.name.lower(): run(level, options.games) for level in LEVELS}
    table["command"] = f"python -m bench worth -- --games {options.games}"
    RESULT_FILE.write_text(json.dumps(table, indent=1) + "\n")
