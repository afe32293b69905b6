"""surefoot: a Minesweeper engine and solver that never steps where it cannot prove it is safe.

A board to play: `Board`, `Game` (with undo), `Level`, `FirstClick`, `Layout`, `read_boards`, `read_id`, `write_id`.
What a player sees, and what follows: `View`, `analyse`, `explain`, `find_hint`, `best_move`, `Solver`, `Limit`.
Whole games: `autoplay`, `play_many`, `prove_game`, `verify_transcripts`, `judge_game`, `judge_move`.
No-guess boards: `generate`, `generate_many`, `order`, `Recipe`, `check_no_guess`, `check_many`, `no_guess_starts`.
Other boards: `Topology`, `TopologyBoard`, `EndlessBoard`, `Walk`. Measures: `measures`. Othello: `surefoot.othello`.

>>> found = analyse(View.from_text(["..1#", ".13#", "12##", "##3#", "####"], mines=6), exact=True)
>>> found.safe, found.probability[0][3]
((Cell(row=3, col=1),), Fraction(1, 2))
"""

from importlib import import_module
from typing import TYPE_CHECKING

from surefoot.autoplay import Ending, Playthrough, autoplay
from surefoot.errors import (
    CertificateError,
    FormatError,
    InconsistentViewError,
    InvalidBoardError,
    InvalidCellError,
    LimitReached,
    SurefootError,
)
from surefoot.game import Game
from surefoot.model import (
    Analysis,
    Cell,
    CellState,
    Engine,
    FirstClick,
    GameState,
    Level,
    Limit,
    Move,
    RevealResult,
    Rule,
    Step,
    Verdict,
)
from surefoot_core.board import Board
from surefoot_core.view import View

if TYPE_CHECKING:
    from surefoot import othello as othello
    from surefoot.bulk import Drawing, Tale, play_many
    from surefoot.endless import Walk
    from surefoot.formats.layout import Layout
    from surefoot.formats.sgt import read_id, write_id
    from surefoot.formats.stream import read_boards
    from surefoot.guessing.strategy import Guess, best_move
    from surefoot.noguess.check import Measures, NoGuessReport, check_no_guess, measures, no_guess_starts
    from surefoot.noguess.count_check import check_many
    from surefoot.noguess.generate import Recipe, generate, generate_many, order
    from surefoot.proof.certificate import Certificate
    from surefoot.proof.explain import Explanation, explain
    from surefoot.proof.hint import find_hint
    from surefoot.proof.judge import Grade, Judgement, judge_game, judge_move
    from surefoot.proof.transcript import ProvedGame, prove_game, verify_transcripts
    from surefoot.reasoning.analysis import analyse
    from surefoot.reasoning.solver import Solver
    from surefoot_core.endless import EndlessBoard
    from surefoot_core.topology import Topology
    from surefoot_core.topology_board import TopologyBoard

__version__ = "0.1.0"

_LAZY = {
    "Drawing": "surefoot.bulk",
    "Tale": "surefoot.bulk",
    "play_many": "surefoot.bulk",
    "Walk": "surefoot.endless",
    "Layout": "surefoot.formats.layout",
    "read_id": "surefoot.formats.sgt",
    "write_id": "surefoot.formats.sgt",
    "read_boards": "surefoot.formats.stream",
    "Guess": "surefoot.guessing.strategy",
    "best_move": "surefoot.guessing.strategy",
    "Measures": "surefoot.noguess.check",
    "NoGuessReport": "surefoot.noguess.check",
    "check_no_guess": "surefoot.noguess.check",
    "measures": "surefoot.noguess.check",
    "no_guess_starts": "surefoot.noguess.check",
    "check_many": "surefoot.noguess.count_check",
    "Recipe": "surefoot.noguess.generate",
    "generate": "surefoot.noguess.generate",
    "generate_many": "surefoot.noguess.generate",
    "order": "surefoot.noguess.generate",
    "Certificate": "surefoot.proof.certificate",
    "Explanation": "surefoot.proof.explain",
    "explain": "surefoot.proof.explain",
    "find_hint": "surefoot.proof.hint",
    "Grade": "surefoot.proof.judge",
    "Judgement": "surefoot.proof.judge",
    "judge_game": "surefoot.proof.judge",
    "judge_move": "surefoot.proof.judge",
    "ProvedGame": "surefoot.proof.transcript",
    "prove_game": "surefoot.proof.transcript",
    "verify_transcripts": "surefoot.proof.transcript",
    "analyse": "surefoot.reasoning.analysis",
    "Solver": "surefoot.reasoning.solver",
    "EndlessBoard": "surefoot_core.endless",
    "Topology": "surefoot_core.topology",
    "TopologyBoard": "surefoot_core.topology_board",
}
"""Names that need python-sat or another large import, and the module that has them."""

__all__ = [
    "Analysis",
    "Board",
    "Cell",
    "CellState",
    "Certificate",
    "CertificateError",
    "Drawing",
    "Ending",
    "EndlessBoard",
    "Engine",
    "Explanation",
    "FirstClick",
    "FormatError",
    "Game",
    "GameState",
    "Grade",
    "Guess",
    "InconsistentViewError",
    "InvalidBoardError",
    "InvalidCellError",
    "Judgement",
    "Layout",
    "Level",
    "Limit",
    "LimitReached",
    "Measures",
    "Move",
    "NoGuessReport",
    "Playthrough",
    "ProvedGame",
    "Recipe",
    "RevealResult",
    "Rule",
    "Solver",
    "Step",
    "SurefootError",
    "Tale",
    "Topology",
    "TopologyBoard",
    "Verdict",
    "View",
    "Walk",
    "analyse",
    "autoplay",
    "best_move",
    "check_many",
    "check_no_guess",
    "explain",
    "find_hint",
    "generate",
    "generate_many",
    "judge_game",
    "judge_move",
    "measures",
    "no_guess_starts",
    "order",
    "play_many",
    "prove_game",
    "read_boards",
    "read_id",
    "verify_transcripts",
    "write_id",
]


def __getattr__(name: str) -> object:
    """Import what is only needed by some when it is asked for."""
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    if name == "othello":
        return import_module("surefoot.othello")
    raise AttributeError(f"module 'surefoot' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names, those not imported yet among them."""
    return sorted({*globals(), *__all__, "othello"})
