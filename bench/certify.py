"""Certificates: finding, size, checking, whole games, and what the checkers refuse: ``python -m bench certify``.

Every claim of random Expert boards is proved in the order of play. Times are CPU seconds of this process. A claim
beyond the rules for one and two clues is timed alone (its rows are gathered anew) and with the others of its
position; each certificate goes through the compiled checker, each with the opposite claim too, and mutated ones are
judged by the counting engine.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from surefoot.errors import CertificateError
from surefoot.formats.layout import Layout
from surefoot.formats.sgt import read_id
from surefoot.proof.certificate import Certificate, Claim, Sum
from surefoot.proof.check import check
from surefoot.proof.odds import odds
from surefoot.proof.prove import Prover
from surefoot.proof.transcript import prove_game
from surefoot_core.board import Board
from surefoot_core.certify import Certifier
from surefoot_core.knowledge import Knowledge
from surefoot_core.rules import FirstClick, GameState
from surefoot_core.verify import Checker
from surefoot_core.view import View

ROWS, COLS, MINES, START = 16, 30, 99, (8, 15)
RESULTS = Path(__file__).parent / "results"
BOARDS = Path(__file__).parent.parent / "tests" / "data" / "boards.jsonl"


def quantiles(values: list[float]) -> dict[str, float]:
    """Return the median, the 99th percentile and the largest."""
    ordered = sorted(values)
    return {
        "median": round(statistics.median(ordered), 3),
        "p99": round(ordered[len(ordered) * 99 // 100], 3),
        "worst": round(ordered[-1], 3),
    }


def expert(seed: int) -> Layout:
    """Return an Expert board with its first reveal."""
    board = Board(ROWS, COLS, MINES, seed=seed, first_click=FirstClick.OPENING)
    board.reveal(*START)
    return Layout(ROWS, COLS, tuple(row * COLS + col for row, col in board.mine_cells()), START)


class Tally:
    """What is counted and timed over many games."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.alone: list[float] = []
        self.together: list[float] = []
        self.unminimized: list[float] = []
        self.rows: list[float] = []
        self.hard_bytes: list[float] = []
        self.all_bytes: list[float] = []
        self.check: list[float] = []
        self.counts = dict.fromkeys(
            ("claims", "beyond two clues", "proved smallest", "splits", "opposite refused", "opposite accepted"), 0
        )


def observe(layout: Layout, tally: Tally) -> None:
    """Play one board by proofs and measure each claim where it comes up."""
    board = layout.board()
    view = View(layout.rows, layout.cols, len(layout.mines))
    prover, checker, knowledge = Prover(view), Checker(view), Knowledge(view)
    certifier = Certifier(knowledge)
    assert layout.start is not None
    board.reveal(*layout.start)
    known = 0
    seen: set[int] = set()
    while board.state is GameState.PLAYING:
        cells, clues = board.revealed(known), board.clues(known)
        known = board.revealed_count
        prover.reveal(cells, clues)
        for cell, clue in zip(cells, clues, strict=True):
            knowledge.reveal(cell, clue)
            if cell not in seen:
                checker.reveal(cell, clue)
        by_rules = knowledge.apply_rules() > 0
        claims = prover.claims()
        if not claims:
            break
        if not by_rules:
            measure([(claim.cell, claim.mine) for claim in claims], certifier, tally, layout.cols)
        start, seen = known, set()
        for claim in claims:
            if claim.cell in seen:
                continue  # the cascade of an earlier claim has revealed it
            opposite = bytes([claim.certificate[0] ^ 1]) + claim.certificate[1:]
            refused = checker.check_many([opposite]) == [False]
            tally.counts["opposite refused" if refused else "opposite accepted"] += 1
            tally.counts["claims"] += 1
            tally.all_bytes.append(len(claim.certificate))
            begun = time.process_time_ns()
            checker.check_many([claim.certificate] * 20)
            tally.check.append((time.process_time_ns() - begun) / 20e3)
            checker.accept(claim.certificate)
            if claim.mine:
                if not by_rules:
                    knowledge.decide(claim.cell, 2, 4)
                continue
            if not by_rules:
                knowledge.decide(claim.cell, 1, 4)
            board.reveal(*divmod(claim.cell, layout.cols))
            if board.state is not GameState.PLAYING:
                break
            for cell, clue in zip(board.revealed(start), board.clues(start), strict=True):
                checker.reveal(cell, clue)
                seen.add(cell)
            start = board.revealed_count


def measure(claims: list[tuple[int, bool]], certifier: Certifier, tally: Tally, cols: int) -> None:
    """Time the certificates of one position that the rules had no answer for."""
    begun = time.process_time_ns()
    found = certifier.certify(claims)
    spent = (time.process_time_ns() - begun) / 1000
    tally.together += [spent / len(claims)] * len(claims)
    for claim, (data, smallest) in zip(claims, found, strict=True):
        begun = time.process_time_ns()
        certifier.certify([claim])
        tally.alone.append((time.process_time_ns() - begun) / 1000)
        begun = time.process_time_ns()
        certifier.certify([claim], smallest=False)
        tally.unminimized.append((time.process_time_ns() - begun) / 1000)
        assert data is not None, claim
        certificate = Certificate.from_bytes(data, cols)
        tally.counts["beyond two clues"] += 1
        tally.counts["proved smallest"] += smallest
        tally.counts["splits"] += not isinstance(certificate.proof, Sum)
        tally.rows.append(len(certificate.clues) + certificate.total)
        tally.hard_bytes.append(len(data))


def whole_games(layouts: Iterable[Layout]) -> dict[str, Any]:
    """Prove whole games and verify the certificates with the compiled checker: milliseconds a game."""
    proving, verifying, steps, won = [], [], [], 0
    for layout in layouts:
        begun = time.process_time_ns()
        game = prove_game(layout)
        proving.append((time.process_time_ns() - begun) / 1e6)
        board = layout.board()
        begun = time.process_time_ns()
        checker = Checker(View(layout.rows, layout.cols, len(layout.mines)))
        assert layout.start is not None
        board.reveal(*layout.start)
        known = 0
        for step in game.steps:
            for cell, clue in zip(board.revealed(known), board.clues(known), strict=True):
                checker.reveal(cell, clue)
            known = board.revealed_count
            claim = checker.accept(step.certificate)
            assert claim is not None
            if not claim[1]:
                board.reveal(*divmod(claim[0], layout.cols))
        assert (board.state is GameState.WON) == game.won
        verifying.append((time.process_time_ns() - begun) / 1e6)
        steps.append(len(game.steps))
        won += game.won
    total = [a + b for a, b in zip(proving, verifying, strict=True)]
    return {
        "games": len(total),
        "won": won,
        "steps": statistics.median(steps),
        "prove": quantiles(proving),
        "verify": quantiles(verifying),
        "prove and verify": quantiles(total),
    }


def mutations(layouts: Iterable[Layout], count: int, seed: int) -> dict[str, int]:
    """Mutate certificates; the checkers must agree and never accept a claim that is not certain."""
    chance = random.Random(seed)
    tried = accepted = false = apart = 0
    for layout in layouts:
        for view, certificates in snapshots(layout):
            known = odds(view)
            certain = {**dict.fromkeys(known.safe, False), **dict.fromkeys(known.mines, True)}
            checker, rows = Checker(view), view.to_text().splitlines()
            for data in certificates:
                for _ in range(20):
                    changed = mutated(data, chance)
                    if changed == data:
                        continue
                    tried += 1
                    sound = checker.check_many([changed]) == [True]
                    apart += sound != is_sound(rows, view.mines, changed, layout.cols)
                    if sound:
                        accepted += 1
                        claim = checker.check(changed)
                        false += claim is None or certain.get(claim[0]) is not claim[1]
                if tried >= count:
                    return {"tried": tried, "accepted": accepted, "false": false, "checkers apart": apart}
    return {"tried": tried, "accepted": accepted, "false": false, "checkers apart": apart}


def snapshots(layout: Layout) -> Iterable[tuple[View, list[bytes]]]:
    """Yield views of a game as it goes, each with certificates from the view alone."""
    board = layout.board()
    assert layout.start is not None
    board.reveal(*layout.start)
    while board.state is GameState.PLAYING:
        view = board.view()
        known = odds(view)
        claims = [(cell, False) for cell in known.safe] + [(cell, True) for cell in known.mines]
        found = Certifier(Knowledge(view)).certify(claims[:: max(1, len(claims) // 12)])
        yield view, [data for data, _ in found if data is not None]
        if not known.safe:
            return
        for cell in known.safe:
            board.reveal(*divmod(cell, layout.cols))


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Return a certificate with one to three bytes changed, added, dropped or swapped."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(changed))
        match chance.randrange(6):
            case 0:
                changed[at] = chance.randrange(256)
            case 1 | 2:
                changed[at] = (changed[at] + chance.choice([-2, -1, 1, 2])) % 256
            case 3:
                changed.insert(at, chance.randrange(8))
            case 4 if len(changed) > 1:
                del changed[at]
            case _:
                other = chance.randrange(len(changed))
                changed[at], changed[other] = changed[other], changed[at]
    return bytes(changed)


def is_sound(rows: list[str], mines: int | None, data: bytes, cols: int) -> bool:
    """Return the verdict of the plain checker."""
    try:
        check(rows, mines, Certificate.from_bytes(data, cols).to_json())
    except CertificateError:
        return False
    return True


def known_boards() -> dict[str, int]:
    """Prove every board of the tests as far as safe play goes; both checkers take every certificate."""
    counts = {"boards": 0, "claims": 0, "opposite accepted": 0, "opened apart": 0}
    for line in BOARDS.read_text().splitlines():
        expected = json.loads(line)
        layout = read_id(expected["id"])
        game = prove_game(layout)
        board = layout.board()
        checker = Checker(View(layout.rows, layout.cols, len(layout.mines)))
        rows = [["#"] * layout.cols for _ in range(layout.rows)]
        premises: dict[tuple[int, int], int] = {}
        assert layout.start is not None
        board.reveal(*layout.start)
        known = 0
        for step in game.steps:
            for cell, clue in zip(board.revealed(known), board.clues(known), strict=True):
                checker.reveal(cell, clue)
                rows[cell // layout.cols][cell % layout.cols] = str(clue)
            known = board.revealed_count
            certificate = Certificate.from_bytes(step.certificate, layout.cols)
            value = certificate.to_json()
            check(rows, len(layout.mines), value, premises)
            opposite = "safe" if certificate.claim is Claim.MINE else "mine"
            try:
                check(rows, len(layout.mines), {**value, "is": opposite}, premises)
                counts["opposite accepted"] += 1
            except CertificateError:
                pass
            counts["opposite accepted"] += checker.check_many(
                [bytes([step.certificate[0] ^ 1]) + step.certificate[1:]]
            )[0]
            checker.accept(step.certificate)
            assert certificate.cell is not None
            premises[certificate.cell] = int(step.mine)
            if not step.mine:
                board.reveal(*certificate.cell)
            counts["claims"] += 1
        counts["boards"] += 1
        opened = 0 if board.state is GameState.LOST else board.revealed_count
        counts["opened apart"] += opened != expected["opened_with_total"]
    return counts


def run(games: int = 300, mutants: int = 100_000, seed: int = 0) -> dict[str, Any]:
    """Return all figures."""
    tally = Tally()
    for number in range(games):
        observe(expert(seed + number), tally)
    layouts = [expert(seed + number) for number in range(games)]
    return {
        "counts": tally.counts,
        "rows beyond two clues": quantiles(tally.rows),
        "bytes beyond two clues": quantiles(tally.hard_bytes),
        "bytes of all": quantiles(tally.all_bytes),
        "find with the smallest set, alone, us": quantiles(tally.alone),
        "find with the smallest set, a position together, us": quantiles(tally.together),
        "find any, alone, us": quantiles(tally.unminimized),
        "check, compiled, us": quantiles(tally.check),
        "whole games, ms": whole_games(layouts),
        "mutations": mutations(layouts, mutants, seed),
        "known boards": known_boards(),
    }


def main() -> None:
    """Measure, print and write to bench/results."""
    parser = argparse.ArgumentParser(prog="python -m bench certify --", description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="Expert boards")
    parser.add_argument("--mutants", type=int, default=100_000, help="mutated certificates")
    parser.add_argument("--seed", type=int, default=0, help="first seed")
    options = parser.parse_args()
    results = run(options.games, options.mutants, options.seed)
    for name, value in results.items():
        print(f"{name:54} {json.dumps(value)}")
    RESULTS.mkdir(exist_ok=True)
    command = f"python -m bench certify -- --games {options.games} --mutants {options.mutants} --seed {options.seed}"
    (RESULTS / "certify.json").write_text(json.dumps({"command": command, **results}, indent=1) + "\n")


if __name__ == "__main__":
    main()
