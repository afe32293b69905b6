"""surefoot: a Minesweeper engine and solver that never steps where it cannot prove it is safe."""

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
    from surefoot.endless import Walk
    from surefoot.noguess.check import check_no_guess
    from surefoot.noguess.generate import Recipe, generate
    from surefoot.proof.certificate import Certificate
    from surefoot.proof.explain import explain
    from surefoot.reasoning.analysis import analyse
    from surefoot.reasoning.solver import Solver
    from surefoot_core.endless import EndlessBoard
    from surefoot_core.topology import Topology
    from surefoot_core.topology_board import TopologyBoard

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Board",
    "Cell",
    "CellState",
    "Certificate",
    "CertificateError",
    "Ending",
    "EndlessBoard",
    "Engine",
    "FirstClick",
    "FormatError",
    "Game",
    "GameState",
    "InconsistentViewError",
    "InvalidBoardError",
    "InvalidCellError",
    "Level",
    "Limit",
    "LimitReached",
    "Move",
    "Playthrough",
    "Recipe",
    "RevealResult",
    "Rule",
    "Solver",
    "Step",
    "SurefootError",
    "Topology",
    "TopologyBoard",
    "Verdict",
    "View",
    "Walk",
    "analyse",
    "autoplay",
    "check_no_guess",
    "explain",
    "generate",
]

_LAZY = {
    "Recipe": "surefoot.noguess.generate",
    "check_no_guess": "surefoot.noguess.check",
    "generate": "surefoot.noguess.generate",
    "Certificate": "surefoot.proof.certificate",
    "Solver": "surefoot.reasoning.solver",
    "analyse": "surefoot.reasoning.analysis",
    "explain": "surefoot.proof.explain",
    "EndlessBoard": "surefoot_core.endless",
    "Topology": "surefoot_core.topology",
    "TopologyBoard": "surefoot_core.topology_board",
    "Walk": "surefoot.endless",
}
"""Names that need python-sat or another large import, and the module that has them."""


def __getattr__(name: str) -> object:
    """Import what is only needed by some when it is asked for."""
    if name not in _LAZY:
        raise AttributeError(f"module 'surefoot' has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)
