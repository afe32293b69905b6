"""Othello: perft, legal moves beside rust-reversi, FFO endgames, a slow generator: ``python -m bench othello``.

Everything is measured on one core in CPU time beside wall time, and every answer is checked: perft against the
published counts, moves against rust-reversi's and a walk along the rays in plain Python, scores against the
collection (read from SUREFOOT_THIRD_PARTY, skipped where it is not).
"""

import argparse
import json
import os
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from surefoot.othello.endgame import solve_many
from surefoot.othello.obf import read_obf, write_squares
from surefoot_core.othello import OthelloBoard
from surefoot_core.othello_endgame import EndgameSolver

RESULTS = Path(__file__).parent / "results"
THIRD_PARTY = Path(
    os.environ.get("SUREFOOT_THIRD_PARTY", Path(__file__).parents[2] / "shared" / "data" / "third_party")
)
PERFT_11 = {False: 212_258_800, True: 212_260_880}
STEPS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


def ray(square: int, down: int, right: int) -> list[int]:
    """Return the squares in one direction, nearest first."""
    row, col = square // 8 + down, square % 8 + right
    squares = []
    while 0 <= row < 8 and 0 <= col < 8:
        squares.append(8 * row + col)
        row, col = row + down, col + right
    return squares


RAYS = [[ray(square, down, right) for down, right in STEPS] for square in range(64)]
"""For each square the squares in each of the eight directions."""


def random_boards(count: int, seed: int) -> list[OthelloBoard]:
    """Return positions of random games, and as many with discs thrown anywhere."""
    draw = random.Random(seed)
    boards: list[OthelloBoard] = []
    board = OthelloBoard()
    while len(boards) < count:
        if board.over:
            board = OthelloBoard()
        boards.append(board.copy())
        if board.must_pass:
            board.pass_turn()
        else:
            board.play(draw.choice(board.legal_moves()))
        taken, side = draw.getrandbits(64) | draw.getrandbits(64), draw.getrandbits(64)
        boards.append(OthelloBoard.from_masks(taken & side, taken & ~side))
    return boards[:count]


def backwards(word: int) -> int:
    """Return the 64 bits in the opposite order."""
    return int(f"{word:064b}"[::-1], 2)


def perft() -> dict[str, Any]:
    """Count perft(11) in both conventions."""
    rates = []
    for free, leaves in PERFT_11.items():
        for _ in range(3):
            begun = time.process_time()
            assert OthelloBoard().perft(11, pass_is_free=free) == leaves
            rates.append(leaves / (time.process_time() - begun) / 1e6)
    return {"million leaves a second": statistics.median(rates), "least": min(rates), "most": max(rates)}


def moves(count: int = 2000, rounds: int = 15) -> dict[str, Any]:
    """Ask the legal moves of the same positions through Python, rust-reversi and surefoot in turn."""
    import rust_reversi

    boards = [board for board in random_boards(2 * count, 1)[::2] if not board.over]
    theirs = []
    for board in boards:
        other = rust_reversi.Board()
        turn = rust_reversi.Turn.BLACK if board.black_to_move else rust_reversi.Turn.WHITE
        # Its words begin with a1 at the highest bit.
        other.set_board(backwards(board.mover), backwards(board.opponent), turn)
        theirs.append(other)
        assert sorted(other.get_legal_moves_vec()) == board.legal_moves()
    jobs: dict[str, tuple[str, list[Callable[[], object]]]] = {
        "as a list": ("surefoot", [board.legal_moves for board in boards]),
        "as a list, rust": ("rust-reversi", [other.get_legal_moves_vec for other in theirs]),
        "as an integer": ("surefoot", [board.legal_mask for board in boards]),
        "as an integer, rust": ("rust-reversi", [other.get_legal_moves for other in theirs]),
    }
    seconds: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, (_, calls) in jobs.items():
            begun = time.process_time()
            for call in calls:
                call()
            seconds[name].append((time.process_time() - begun) / len(calls) * 1e9)
    medians: dict[str, Any] = {f"{name}, ns": statistics.median(each) for name, each in seconds.items()}
    for name in ("as a list", "as an integer"):
        medians[f"{name}, surefoot to rust-reversi"] = statistics.median(
            ours / rust for ours, rust in zip(seconds[name], seconds[f"{name}, rust"], strict=True)
        )
    return medians


def endgame(first: int = 40, last: int = 44, megabytes: int = 64) -> dict[str, Any]:
    """Solve FFO positions on one core; the table is fresh at the start."""
    path = THIRD_PARTY / "ffo.obf"
    if not path.exists():
        return {"skipped": f"no {path.name}"}
    solver = EndgameSolver(megabytes)
    rows: dict[str, Any] = {}
    total = cpu = 0.0
    for number, position in enumerate(read_obf(path.read_text())[first - 1 : last], first):
        begun, begun_cpu = time.perf_counter(), time.process_time()
        score, best = solver.solve(position.board)
        seconds, spent = time.perf_counter() - begun, time.process_time() - begun_cpu
        scores = {move.square: move.score for move in position.scores}
        assert score == max(scores.values()) == scores[best], f"FFO {number}: {score}"
        rows[f"FFO {number}"] = {"score": score, "nodes": solver.nodes, "seconds": seconds, "cpu": spent}
        total, cpu = total + seconds, cpu + spent
    return {**rows, "total seconds": total, "total cpu": cpu}


def threads() -> dict[str, Any]:
    """Solve the same positions in one thread and in two, in turn."""
    path = THIRD_PARTY / "ffo.obf"
    if not path.exists():
        return {"skipped": f"no {path.name}"}
    positions = read_obf(path.read_text())[19:36]
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(3):
        for number, each in seconds.items():
            begun = time.perf_counter()
            endings = list(solve_many((position.board for position in positions), threads=number))
            each.append(time.perf_counter() - begun)
            for position, ending in zip(positions, endings, strict=True):
                assert ending.score == max(move.score for move in position.scores)
    one, two = (statistics.median(each) for each in seconds.values())
    return {"seconds in one": one, "seconds in two": two, "two threads to one": one / two}


def generator(count: int = 20_000, seed: int = 1) -> dict[str, Any]:
    """Compare the moves and flips of random positions with a walk along the rays in plain Python."""
    compared = 0
    for board in random_boards(count, seed):
        discs = write_squares(
            board, black="X" if board.black_to_move else "O", white="O" if board.black_to_move else "X"
        )
        legal = []
        for square, disc in enumerate(discs):
            if disc != "-":
                continue
            flips: list[int] = []
            for squares in RAYS[square]:
                passed: list[int] = []
                for other in squares:
                    if discs[other] != "O":
                        if discs[other] == "X":
                            flips += passed
                        break
                    passed.append(other)
            if flips:
                legal.append(square)
                assert board.flips(square) == sorted(flips), (seed, board, square)
        assert board.legal_moves() == legal, (seed, board)
        compared += 1
    return {"positions": compared, "seed": seed, "differences": 0}


PARTS: dict[str, Callable[[], dict[str, Any]]] = {
    "perft": perft,
    "moves": moves,
    "endgame": endgame,
    "threads": threads,
    "generator": generator,
}


def run(parts: list[str]) -> dict[str, Any]:
    """Return the results of the named parts."""
    return {part: PARTS[part]() for part in parts}


def show(value: object, name: str = "", indent: int = 0) -> None:
    """Print nested results."""
    if isinstance(value, dict):
        if name:
            print(f"{' ' * indent}{name}")
        for key, inner in value.items():
            show(inner, key, indent + 2)
    else:
        print(
            f"{' ' * indent}{name:42} {value:.4g}" if isinstance(value, float) else f"{' ' * indent}{name:42} {value}"
        )


def main() -> None:
    """Measure the parts, print them and write them to bench/results; or compare positions alone."""
    parser = argparse.ArgumentParser(prog="python -m bench othello --", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], help="all by default")
    parser.add_argument("--positions", type=int, help="compare so many positions with the slow generator, and end")
    parser.add_argument("--seed", type=int, default=1, help="of the positions")
    chosen = parser.parse_args()
    if chosen.positions:
        show(generator(chosen.positions, chosen.seed))
        return
    parts = chosen.parts or list(PARTS)
    results = run(parts)
    show(results)
    if parts == list(PARTS):
        RESULTS.mkdir(exist_ok=True)
        report = {"command": "python -m bench othello", "results": results}
        (RESULTS / "othello.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
