"""Strategies beside another solver, game by game on the same boards.

``python -m bench peers -- BOARDS OUTCOMES [--strategy best]``: boards with their first reveals, one a line, in any
format, and the outcomes of the other solver on them, one character a game, 1 for a win. The boards are played as a
campaign; the difference is paired, with its 95 % interval. Times are CPU seconds, with those of the command around.
"""

import argparse
import csv
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from surefoot.rates import paired

RESULT_FILE = Path(__file__).parent / "results/peers.json"


def play(boards: Path, strategy: str) -> tuple[list[bool], float]:
    """Return which boards are won, and the CPU seconds that took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder) / "games.csv"
        command = [sys.executable, "-m", "surefoot", "campaign", "run", f"{folder}/state.db"]
        options = ["--boards", str(boards), "--guess", strategy, "--games-csv", str(games)]
        done = subprocess.run([*command, *options], capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "the campaign failed")
        with games.open(newline="") as file:
            won = [row[-1] == "1" for row in list(csv.reader(file))[1:]]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return won, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(boards: Path, outcomes: Path, strategy: str) -> dict[str, Any]:
    """Return the wins of both, and what the strategy wins more, in points."""
    marks = "".join(outcomes.read_text(encoding="ascii", errors="replace").split())
    if set(marks) - {"0", "1"}:
        raise SystemExit(f"{outcomes}: expected 0 and 1 only")
    peer = [mark == "1" for mark in marks]
    won, seconds = play(boards, strategy)
    games = len(won)
    if games > len(peer):
        raise SystemExit(f"{boards} has {games} boards, {outcomes} the outcomes of {len(peer)}")
    more = sum(ours and not theirs for ours, theirs in zip(won, peer, strict=False))
    less = sum(theirs and not ours for ours, theirs in zip(won, peer, strict=False))
    gain = paired(more, less, games)
    return {
        "strategy": strategy, "games": games, "percent": 100 * sum(won) / games,
        "peer_percent": 100 * sum(peer[:games]) / games, "points": 100 * gain.rate,
        "spread": 100 * (gain.high - gain.rate),
        "cpu_ms": 1000 * seconds / games,
    }  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("boards", type=Path, help="Boards with their first reveals, one a line.")
    parser.add_argument("outcomes", type=Path, help="One character a game, 1 for a win.")
    parser.add_argument("--strategy", default="best", choices=("safest", "fast", "best", "optimal"))
    given = parser.parse_args()
    row = compare(given.boards, given.outcomes, given.strategy)
    name = f"{given.outcomes.stem} {given.strategy}"
    print(
        "{}: {games} games, {percent:.2f} % and {peer_percent:.2f} %, difference {points:+.2f} +- {spread:.2f} "
        "points, {cpu_ms:.2f} ms CPU a game".format(name, **row)
    )
    table = json.loads(RESULT_FILE.read_text()) if RESULT_FILE.exists() else {}
    table[name] = row
    RESULT_FILE.write_text(json.dumps(table, indent=1) + "\n")
