from typing import Final, Self

from typing_extensions import disjoint_base

from surefoot_core.board import Board
from surefoot_core.knowledge import Knowledge
from surefoot_core.rules import GameState

STATES: Final[tuple[GameState, ...]]

@disjoint_base
class RulePlayer:
    def __new__(cls, board: Board, knowledge: Knowledge) -> Self: ...
    @property
    def board(self) -> Board: ...
    @property
    def knowledge(self) -> Knowledge: ...
    def run(self) -> GameState: ...
