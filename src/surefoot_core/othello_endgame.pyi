from typing import Self

from typing_extensions import disjoint_base

from surefoot_core.othello import OthelloBoard

@disjoint_base
class EndgameSolver:
    def __new__(cls, megabytes: int = 64) -> Self: ...
    @property
    def nodes(self) -> int: ...
    def solve(
        self, board: OthelloBoard, *, nodes: int | None = None, seconds: float | None = None
    ) -> tuple[int, int]: ...
    def move_scores(
        self, board: OthelloBoard, *, nodes: int | None = None, seconds: float | None = None
    ) -> list[tuple[int, int]]: ...
    def look_ahead(self, board: OthelloBoard, depth: int) -> int: ...

def by_score(pair: tuple[int, int]) -> tuple[int, int]: ...
