"""Complete no-guess checks of random Expert boards, both kinds of reasoning, beside ms-toollib.

``python -m bench noguess`` uses processor time of one core. ms-toollib's `is_solvable` knows the mines too; it leaves
the mine total out and is not complete, so its yes must be ours by the clues, and its no need not be.
"""

import json
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from surefoot.formats.layout import Layout
from surefoot.noguess.check import mine_bytes
from surefoot.noguess.generate import generate_many, order
from surefoot_core.noguess import Checker

RESULTS = Path(__file__).parent / "results" / "noguess.json"
SIZES = ((9, 9, 10, 4000), (16, 16, 40, 3000), (16, 30, 99, 3000), (50, 50, 500, 200), (100, 100, 2000, 40))


def rates(boards: list[Layout], rounds: int = 5) -> tuple[list[tuple[bool, bool, int, int]], float]:
    """Return the answers of the checker and its boards a second, the median over some rounds."""
    rows, cols = boards[0].rows, boards[0].cols
    checker = Checker(rows, cols)
    start = rows // 2 * cols + cols // 2
    given = [mine_bytes(board) for board in boards]
    answers, seconds = [], []
    for _ in range(rounds):
        began = process_time()
        answers = [checker.check(mines, start) for mines in given]
        seconds.append(process_time() - began)
    return answers, len(boards) / median(seconds)


def peer(boards: list[Layout]) -> tuple[list[bool], float] | None:
    """Return the answers of ms-toollib and its boards a second, or None where it is not installed."""
    try:
        import ms_toollib
    except ImportError:
        return None
    given = []
    for board in boards:
        rows = [list(map(int, row)) for row in board.clue_rows("9", "012345678")]
        given.append([[-1 if clue == 9 else clue for clue in row] for row in rows])
    began = process_time()
    answers = [ms_toollib.is_solvable(rows, len(rows) // 2, len(rows[0]) // 2) for rows in given]
    return answers, len(boards) / (process_time() - began)


def run() -> list[dict[str, Any]]:
    """Check boards of every size; fewer by ms-toollib, which takes longer."""
    found = []
    for rows, cols, mines, count in SIZES:
        boards = list(islice(generate_many(order(rows, cols, mines, guarantee="none", seed=2)), count))
        answers, rate = rates(boards)
        row: dict[str, Any] = {"board": f"{cols}x{rows}/{mines}", "boards": count, "rate": rate}
        row["no_guess_clues"] = sum(answer[0] for answer in answers) / count
        row["no_guess_total"] = sum(answer[1] for answer in answers) / count
        other = peer(boards[: max(10, count // 4)]) if rows <= 16 else None
        if other is not None:
            theirs, peer_rate = other
            assert all(ours[0] for ours, yes in zip(answers, theirs, strict=False) if yes), "ms-toollib passes more"
            row |= {"ms_toollib": peer_rate, "times": rate / peer_rate, "ms_toollib_yes": sum(theirs) / len(theirs)}
        found.append(row)
        print(json.dumps(row), flush=True)
    return found


def main() -> None:
    """Run and write the results."""
    RESULTS.write_text(json.dumps({"command": "python -m bench noguess", "sizes": run()}, indent=1) + "\n")


if __name__ == "__main__":
    main()
