"""No-guess checks beyond the rectangle, against a player who knows all layouts."""

import doctest
import random

import pytest

import oracles
import surefoot.noguess.topology_check
from surefoot.model import Engine, Limit, Verdict
from surefoot.noguess.topology_check import needs_no_guess
from surefoot_core.rules import FirstClick
from surefoot_core.topology import Topology
from surefoot_core.topology_board import TopologyBoard

TOPOLOGIES = {
    "torus": (Topology.torus, oracles.torus),
    "hex": (Topology.hexagonal, oracles.hexagons),
}


def is_won_by_safe_reveals(rows, cols, mines, start, around, k, *, total):
    """Play with all layouts listed before each reveal."""
    held = set(mines)
    if start in held:
        return False
    opened = oracles.flood(start, mines, around)
    clues = oracles.numbers(mines, around)
    while True:
        text = [
            "".join(oracles.character(clues[r, c]) if (r, c) in opened else "#" for c in range(cols))
            for r in range(rows)
        ]
        safe = oracles.truth(text, len(mines) if total else None, neighbours=around, per_cell=k).safe
        if not safe:
            return len(opened) == rows * cols - len(held)
        opened = opened.union(*(oracles.flood(cell, mines, around) for cell in safe))


@pytest.mark.parametrize("kind", sorted(TOPOLOGIES))
@pytest.mark.parametrize("k", [1, 2])
def test_the_verdict_is_that_of_a_player_who_knows_all_layouts(kind, k):
    made, slow = TOPOLOGIES[kind]
    rng = random.Random(f"{kind} {k}")
    verdicts = set()
    for _ in range(25):
        rows, cols = rng.choice([(4, 5), (5, 4), (3, 6)])
        around = slow(rows, cols)
        mines = rng.sample([cell for cell in around for _ in range(k)], rng.randint(1, 3))
        start = rng.choice(sorted(around))
        board = TopologyBoard.from_mines(made(rows, cols), mines, max_mines_per_cell=k)
        for total in (True, False):
            expected = is_won_by_safe_reveals(rows, cols, mines, start, around, k, total=total)
            for engine in Engine:
                reasoning = "total" if total else "clues"
                verdict = needs_no_guess(board, start, reasoning=reasoning, engine=engine)
                assert verdict == (Verdict.YES if expected else Verdict.NO), (kind, rows, cols, mines, start, total)
            verdicts.add(verdict)
    assert verdicts == {Verdict.YES, Verdict.NO}


def test_a_drawn_board_is_judged_as_it_will_be_played():
    board = TopologyBoard(Topology.torus(9, 9), 10, seed=1, first_click=FirstClick.OPENING)
    verdict = needs_no_guess(board, (4, 4))
    assert board.revealed_count == 0
    board.reveal(4, 4)
    assert needs_no_guess(board, (4, 4)) == verdict


def test_a_limit_leaves_it_open():
    board = TopologyBoard.from_mines(Topology.rectangle(1, 5), [(0, 1), (0, 4)])
    assert needs_no_guess(board, (0, 0), engine=Engine.SAT) == Verdict.NO
    hard = TopologyBoard(Topology.torus(12, 12), 40, seed=3)
    assert needs_no_guess(hard, (4, 4), engine=Engine.SAT, limit=Limit(seconds=0)) == Verdict.UNKNOWN


def test_the_examples_hold():
    assert doctest.testmod(surefoot.noguess.topology_check).failed == 0
