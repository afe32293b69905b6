"""No-guess boards a second, beside sgt-puzzles in the same run, with the quality of the same boards.

``python -m bench generate`` uses processor time of one core, because the machine may be shared. sgt-mines is the
Debian package sgt-puzzles; without it our rates stand alone.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from bench.quality import SGT, measured, needs_total, ours, theirs
from surefoot.noguess.generate import GROWN_FROM, order

RESULTS = Path(__file__).parent / "results" / "generate.json"
ORDERS = (
    # rows, cols, mines, boards of ours, boards of sgt-mines (none where it takes seconds a board)
    (9, 9, 10, 200_000, 4000),
    (16, 16, 40, 60_000, 1000),
    (16, 30, 99, 10_000, 400),
    (16, 30, 130, 3000, 250),
    (16, 30, 150, 2000, 120),
    (16, 30, 170, 1000, 40),
    (16, 30, 200, 300, 0),
    (50, 50, 500, 400, 60),
    (100, 100, 2000, 60, 10),
)


def run(*, scale: float = 1.0) -> list[dict[str, Any]]:
    """Make every order by the default method, ours and theirs one after the other."""
    rows = []
    for height, width, mines, count, sgt_count in ORDERS:
        recipe = order(height, width, mines)
        boards, rate = ours(
            height, width, mines, max(2, int(count * scale)), recipe.method, recipe.polish, grown_from=GROWN_FROM
        )
        row = {"board": f"{width}x{height}/{mines}", "method": recipe.method, "polish": recipe.polish}
        row |= {"boards": len(boards), "rate": rate, **measured(boards[:2000])}
        row["needs_total"] = needs_total(boards[:2000])
        if SGT and sgt_count:
            peer, peer_rate, _ = theirs(height, width, mines, max(2, int(sgt_count * scale)))
            row |= {"sgt_rate": peer_rate, "times": rate / peer_rate}
            row |= {f"sgt_{key}": value for key, value in measured(peer).items()}
        rows.append(row)
        print(line(row), flush=True)
    return rows


def line(row: dict[str, Any]) -> str:
    """Return a line for people."""
    text = (
        f"{row['board']:13} {row['method']:8} {row['rate']:11,.0f}/s"
        f"  3BV {row['three_bv']:6.1f}  buried {100 * row['buried']:.3f} %"
    )
    if "sgt_rate" not in row:
        return text
    return (
        f"{text}   sgt-mines {row['sgt_rate']:7,.1f}/s  3BV {row['sgt_three_bv']:6.1f}"
        f"  buried {100 * row['sgt_buried']:.3f} %   {row['times']:.0f} times"
    )


def main() -> None:
    """Run, print and write the results."""
    parser = argparse.ArgumentParser(prog="python -m bench generate --")
    parser.add_argument("--scale", type=float, default=1.0, help="factor on the number of boards")
    options = parser.parse_args()
    rows = run(scale=options.scale)
    command = "python -m bench generate" + (f" -- {' '.join(sys.argv[1:])}" if sys.argv[1:] else "")
    RESULTS.write_text(json.dumps({"command": command, "orders": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
