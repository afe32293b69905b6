"""How the boards of each method differ from uniform ones and from those of sgt-puzzles: numbers and plots.

``python -m bench quality`` takes about two minutes; ``-- --plots`` writes the pictures of docs/quality.md too.
"""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time
from typing import Any

import numpy as np
from scipy import ndimage

from surefoot.formats.sgt import read_id
from surefoot_core.generate import METHODS, Generator
from surefoot_core.noguess import Checker

RESULTS = Path(__file__).parent / "results" / "quality.json"
PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SGT = shutil.which("sgt-mines") or shutil.which("sgt-mines", path="/usr/games")
GROWN_FROM = 0.4
Boards = np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]


def ours(
    rows: int, cols: int, mines: int, count: int, method: str, polish: int = 0, *, grown_from: float = GROWN_FROM
) -> tuple[Boards, float]:
    """Return boards and the rate of the core in boards a second of processor time."""
    generator = Generator(
        rows,
        cols,
        mines,
        rows // 2 * cols + cols // 2,
        rule=2,
        total=True,
        method=METHODS.index(method),
        polish=polish,
        repair_mines=int(grown_from * (rows * cols - 9)),
    )
    out = np.zeros((count, rows * cols), np.uint8)
    began = process_time()
    generator.make_many(1, 0, out)
    return out.reshape(count, rows, cols), count / (process_time() - began)


def theirs(rows: int, cols: int, mines: int, count: int) -> tuple[Boards, float, list[int]]:
    """Return boards of sgt-puzzles, its rate and the flat indices of the first reveals, which it draws."""
    assert SGT is not None
    began = getrusage(RUSAGE_CHILDREN).ru_utime
    command = [SGT, "--generate", str(count), f"{cols}x{rows}n{mines}"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
    rate = count / (getrusage(RUSAGE_CHILDREN).ru_utime - began)
    boards = np.zeros((count, rows, cols), np.uint8)
    starts = []
    for board, text in zip(boards, lines, strict=False):
        layout = read_id(text.split("\t")[0].strip())
        assert layout.start is not None
        board.flat[list(layout.mines)] = 1
        starts.append(layout.start[0] * cols + layout.start[1])
    return boards, rate, starts


def needs_total(boards: Boards, starts: list[int] | None = None) -> float:
    """Return the share of boards that are no-guess with the mine total only; each has to be no-guess.

    The first reveals are in the middle by default.
    """
    count, rows, cols = boards.shape
    checker = Checker(rows, cols)
    by_total = 0
    for board, start in zip(boards, starts or [rows // 2 * cols + cols // 2] * count, strict=True):
        clues, total, _, _ = checker.check(board.tobytes(), start)
        assert total, "a board that needs a guess"
        by_total += not clues
    return by_total / count


def measured(boards: Boards) -> dict[str, float]:
    """Return median 3BV, and means of the other measures."""
    square = np.ones((1, 3, 3), int)
    near = ndimage.convolve(boards.astype(int), square, mode="constant") - boards
    neighbours = ndimage.convolve(np.ones_like(boards, int), square, mode="constant") - 1
    zero = (boards == 0) & (near == 0)
    labels, _ = ndimage.label(zero, structure=np.stack([np.zeros((3, 3)), np.ones((3, 3)), np.zeros((3, 3))]))
    openings = np.array([np.unique(label[label > 0]).size for label in labels])
    shown = ndimage.maximum_filter(zero, size=(1, 3, 3), mode="constant")
    three_bv = openings + ((boards == 0) & ~shown).sum((1, 2))
    return {
        "three_bv": float(np.median(three_bv)),
        "three_bv_mean": float(three_bv.mean()),
        "openings": float(openings.mean()),
        "buried": float(((boards == 1) & (near == neighbours)).sum() / boards.sum()),
        "corners": float(boards[:, [0, 0, -1, -1], [0, -1, 0, -1]].sum(1).mean()),
    }


def profiles(boards: Boards, starts: list[int] | None = None) -> dict[str, list[float]]:
    """Return the density of mines by distance from the edge and from the first reveal, in king's moves.

    The cells next to the first reveal, which hold no mines, are left out.
    """
    count, rows, cols = boards.shape
    row, col = np.mgrid[:rows, :cols]
    edge = np.minimum.reduce([row, col, rows - 1 - row, cols - 1 - col])
    begun = np.array(starts or [rows // 2 * cols + cols // 2] * count)[:, None, None]
    start = np.maximum(abs(row - begun // cols), abs(col - begun % cols))
    edge = np.broadcast_to(edge, start.shape)
    return {
        "edge": [float(boards[(edge == d) & (start > 1)].mean()) for d in range(rows // 2)],
        "start": [float(boards[start == d].mean()) for d in range(2, 16)],
    }


SETS: tuple[tuple[int, tuple[tuple[str, str, int, int], ...]], ...] = (
    (
        99,
        (
            ("uniform", "uniform", 0, 6000),
            ("repair, K = 0", "repair", 0, 6000),
            ("repair, K = 300", "repair", 300, 1500),
        ),
    ),
    (
        130,
        (
            ("uniform", "uniform", 0, 600),
            ("repair, K = 0", "repair", 0, 3000),
            ("repair, K = 20", "repair", 20, 3000),
            ("repair, K = 300", "repair", 300, 1500),
            ("repair, K = 1000", "repair", 1000, 800),
        ),
    ),
    (
        170,
        (
            ("repair, K = 0", "repair", 0, 800),
            ("repair, K = 20", "repair", 20, 800),
            ("repair, K = 1000", "repair", 1000, 300),
        ),
    ),
    (220, (("growth, K = 20", "repair", 20, 60),)),
)
"""Mines on 30x16 boards, and the sets compared: name, method, polish and how many boards."""
SGT_COUNTS = {99: 500, 130: 300, 170: 40}


def run(*, scale: float = 1.0) -> list[dict[str, Any]]:
    """Make all sets and measure them."""
    rows = []
    for mines, sets in SETS:
        for name, method, polish, count in sets:
            boards, rate = ours(16, 30, mines, max(2, int(count * scale)), method, polish)
            row = {"mines": mines, "set": name, "boards": len(boards), "rate": rate, **measured(boards)}
            rows.append(row | {"needs_total": needs_total(boards), **profiles(boards)})
            print(line(rows[-1]), flush=True)
        if SGT and mines in SGT_COUNTS:
            boards, rate, starts = theirs(16, 30, mines, max(2, int(SGT_COUNTS[mines] * scale)))
            row = {"mines": mines, "set": "sgt-mines", "boards": len(boards), "rate": rate, **measured(boards)}
            rows.append(row | {"needs_total": needs_total(boards, starts), **profiles(boards, starts)})
            print(line(rows[-1]), flush=True)
    return rows


def line(row: dict[str, Any]) -> str:
    """Return a line for people."""
    return (
        f"30x16/{row['mines']} {row['set']:18} {row['boards']:5} boards {row['rate']:8,.0f}/s"
        f"  3BV {row['three_bv']:5.1f}  openings {row['openings']:5.2f}"
        f"  buried {100 * row['buried']:.3f} %  corners {row['corners']:.2f}"
        f"  need the total {100 * row['needs_total']:4.1f} %"
    )


def plot(rows: list[dict[str, Any]]) -> None:
    """Draw the density of mines by distance from the edge and from the start."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    PICTURES.mkdir(exist_ok=True)
    for mines in (99, 130, 170):
        figure, axes = plt.subplots(1, 2, figsize=(10, 3.6))
        for row in rows:
            if row["mines"] == mines:
                for axis, key, first in ((axes[0], "edge", 0), (axes[1], "start", 2)):
                    style = "k-" if row["set"] == "uniform" else "k:" if row["set"] == "sgt-mines" else "-"
                    axis.plot(range(first, first + len(row[key])), row[key], style, label=row["set"], linewidth=1.2)
        axes[0].set_xlabel("distance from the edge")
        axes[1].set_xlabel("distance from the first reveal")
        axes[0].set_ylabel("share of cells that are mines")
        axes[0].legend(fontsize=8)
        figure.suptitle(f"30x16, {mines} mines")
        figure.tight_layout()
        figure.savefig(PICTURES / f"quality-{mines}.png", dpi=80)
        plt.close(figure)


def main() -> None:
    """Run, print and write the results."""
    parser = argparse.ArgumentParser(prog="python -m bench quality --")
    parser.add_argument("--scale", type=float, default=1.0, help="factor on the number of boards")
    parser.add_argument("--plots", action="store_true", help="draw the pictures of the docs")
    options = parser.parse_args()
    rows = run(scale=options.scale)
    command = "python -m bench quality" + (f" -- {' '.join(sys.argv[1:])}" if sys.argv[1:] else "")
    RESULTS.write_text(json.dumps({"command": command, "sets": rows}, indent=1) + "\n")
    if options.plots:
        plot(rows)


if __name__ == "__main__":
    main()
