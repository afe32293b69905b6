from typing import Final, Self

from typing_extensions import Buffer, disjoint_base

METHODS: Final[tuple[str, ...]]

@disjoint_base
class Generator:
    def __new__(
        cls,
        rows: int,
        cols: int,
        mines: int,
        start: int,
        *,
        rule: int,
        total: bool,
        method: int,
        polish: int,
        repair_mines: int,
        planes: bool = True,
    ) -> Self: ...
    def begin(self, seed: int, stream: int) -> None: ...
    def work(self, steps: int) -> bool: ...
    def make_many(self, seed: int, first: int, out: Buffer) -> None: ...
    def board(self) -> bytes: ...
    @property
    def most_mines(self) -> int: ...
    @property
    def work_done(self) -> tuple[int, int, int]: ...
