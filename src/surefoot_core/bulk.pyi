from typing import Final, Self

from typing_extensions import Buffer, disjoint_base

RESULTS: Final[dict[int, str]]
FIELDS: Final[tuple[str, ...]]

@disjoint_base
class Player:
    def __new__(cls, rows: int, cols: int, *, max_nodes: int = ..., max_bytes: int = ...) -> Self: ...
    @property
    def rows(self) -> int: ...
    @property
    def cols(self) -> int: ...
    def play_seeds(
        self, seeds: Buffer, mines: int, start: int, rule: int, out: Buffer, *, guess: bool = False
    ) -> None: ...
    def play_layouts(
        self, layouts: Buffer, starts: Buffer, out: Buffer, *, guess: bool = False, total: bool = True
    ) -> None: ...
    def chances(self, views: Buffer, mines: Buffer, out: Buffer) -> int: ...
