"""What scores tell of guesses that look alike: ``python -m bench playouts [-- --games 3000 --layouts 250]``.

In each stuck position of Expert games (SAFE, corner) with at least 50 undecided cells, the guesses within 6 % of the
best score, at most five, are played out by `fast` on the same layouts. For each score: the part that it tells of the
variance of the true chances of the guesses of one position, and what a choice by it wins over a choice by lot, in
points a guess; intervals of 95 % by drawing positions anew. The games are not those that win rates are published for.
"""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from surefoot import Board, FirstClick, GameState, Level, View
from surefoot.guessing.playouts import play_out
from surefoot.guessing.strategy import settle
from surefoot.model import Cell
from surefoot_core.choose import Chooser

RESULT_FILE = Path(__file__).parent / "results/playouts.json"
SEED = 905
"""Seeds begin at SEED * 2**32."""

CLOSE = 0.94
"""Guesses are played out whose score, one clue ahead, is this part of the best."""

LEAST_OPEN, MOST = 50, 5
SCORES = {"one clue ahead": False, "likely views looked into": True}
"""The scores, and whether they look deeper."""

Floats = npt.NDArray[np.float64]


def stuck_views(games: int, rng: np.random.Generator) -> Iterator[View]:
    """Yield the views of games in which nothing is safe; each is left by a guess drawn among the candidates."""
    rows, cols, mines = Level.EXPERT.value
    for game in range(games):
        board = Board(rows, cols, mines, seed=SEED << 32 | game, first_click=FirstClick.SAFE)
        board.reveal(0, 0)
        while board.state is GameState.PLAYING:
            view = board.view()
            counter, safe = settle(view)
            if safe is not None:
                board.reveal(*divmod(safe, cols))
                continue
            if len(counter.mine_chances()) < LEAST_OPEN:
                break
            yield view
            cells = [cell for cell, _ in Chooser(counter).candidates(CLOSE, 3, 1)]
            board.reveal(*divmod(int(rng.choice(cells)), cols))


def judge(view: View, layouts: int, seed: int) -> tuple[Floats, Floats] | None:
    """Return the part won by each close guess on either half of the layouts, and its scores; None for one guess."""
    chooser = Chooser(settle(view)[0])
    ahead = {cell: chooser.score(cell) for cell, _ in chooser.candidates(0.9, 12, 3)}
    best = max(ahead.values())
    close = sorted((cell for cell in ahead if ahead[cell] >= CLOSE * best), key=ahead.__getitem__)[-MOST:]
    if len(close) < 2:
        return None
    cells = [Cell(*divmod(cell, view.cols)) for cell in close]
    won = np.zeros((2, len(close)))
    for half in range(2):
        for found in play_out(view, cells, layouts=layouts // 2, seed=2 * seed + half):
            won[half, cells.index(found.cell)] = found.win.rate
    scores = np.array([[chooser.score(cell, deeper) for cell in close] for deeper in SCORES.values()])
    return (won, scores) if (won.mean(axis=1) > 0).all() else None


def moments(won: Floats, scores: Floats) -> Floats:
    """Return for one position: the variance of the true chances, and for each score its own, both, and its gain.

    Chances are parts of their mean. Their variance is the covariance of the two halves, so noise takes no part.
    """
    parts = won / won.mean(axis=1, keepdims=True) - 1
    degrees = won.shape[1] - 1
    found = [float(parts[0] @ parts[1]) / degrees]
    mean = won.mean(axis=0)
    for score in np.log(scores):
        score = score - score.mean()
        found += [
            float(score @ score) / degrees,
            float(score @ parts.mean(axis=0)) / degrees,
            100 * float(mean[score.argmax()] - mean.mean()),
        ]
    return np.array(found)


def summary(rows: Floats) -> Floats:
    """Return of many positions: the spread of the true chances, and for each score its part and its gain."""
    mean = rows.mean(axis=0)
    parts = mean[1:].reshape(-1, 3)
    told = 100 * parts[:, 1] ** 2 / (parts[:, 0] * mean[0])
    return np.array([100 * max(mean[0], 0) ** 0.5, *np.stack([told, parts[:, 2]], axis=1).ravel()])


def run(games: int, layouts: int) -> dict[str, Any]:
    """Return the table."""
    rng = np.random.default_rng(SEED)
    begun = time.process_time()
    rows = []
    for number, view in enumerate(stuck_views(games, rng)):
        judged = judge(view, layouts, number)
        if judged is not None:
            rows.append(moments(*judged))
    if len(rows) < 20:
        raise SystemExit(f"expected at least 20 positions with close guesses, got {len(rows)}: try more games")
    table = np.array(rows)
    drawn = [summary(table[rng.integers(len(table), size=len(table))]) for _ in range(1000)]
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
    told = ("of the variance, %", "won over lot, points a guess")
    columns = [f"{name}, {what}" for name in SCORES for what in told]
    found: dict[str, Any] = {"positions": len(table), "layouts": layouts, "seconds": time.process_time() - begun}
    for place, name in enumerate(["spread of the true chances, %", *columns]):
        found[name] = {"value": summary(table)[place], "low": low[place], "high": high[place]}
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=3000, help="Games that positions are taken from.")
    parser.add_argument("--layouts", type=int, default=250, help="Layouts that each guess is played out on.")
    given = parser.parse_args()
    if given.layouts < 2:
        parser.error("expected at least 2 layouts")
    told = run(given.games, given.layouts)
    for name, value in told.items():
        numbers = "{value:.3f} ({low:.3f} to {high:.3f})".format(**value) if isinstance(value, dict) else value
        print(f"{name}: {numbers}")
    told["command"] = f"python -m bench playouts -- --games {given.games} --layouts {given.layouts}"
    RESULT_FILE.write_text(json.dumps(told, indent=1) + "\n")
