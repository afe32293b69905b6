from collections.abc import Iterable
from fractions import Fraction
from typing import Final, Self

from typing_extensions import Buffer, disjoint_base

from surefoot_core.topology import Topology

HIDDEN_CELL: Final[int]
KNOWN_MINE: Final[int]
CLUES: Final[str]
MAX_SLOTS: Final[int]
STYLES: Final[dict[str, tuple[str, str, str]]]

@disjoint_base
class View(Buffer):
    def __new__(
        cls,
        rows: int,
        cols: int,
        mines: int | None,
        cells: Buffer | None = None,
        *,
        topology: Topology | None = None,
        max_mines_per_cell: int = 1,
        density: float | Fraction | None = None,
    ) -> Self: ...
    @staticmethod
    def from_array(
        cells: Buffer,
        mines: int | None,
        *,
        topology: Topology | None = None,
        max_mines_per_cell: int = 1,
        density: float | Fraction | None = None,
    ) -> View: ...
    @staticmethod
    def from_text(
        text: str | Iterable[str],
        mines: int | None,
        *,
        trust_flags: bool = False,
        style: str = "surefoot",
        topology: Topology | None = None,
        max_mines_per_cell: int = 1,
        density: float | Fraction | None = None,
    ) -> View: ...
    @property
    def rows(self) -> int: ...
    @property
    def cols(self) -> int: ...
    @property
    def mines(self) -> int | None: ...
    @property
    def density(self) -> float | Fraction | None: ...
    @property
    def topology(self) -> Topology: ...
    @property
    def max_mines_per_cell(self) -> int: ...
    @property
    def hidden(self) -> int: ...
    def without_total(self) -> View: ...
    def to_text(self, *, style: str = "surefoot") -> str: ...
    def __getitem__(self, place: tuple[int, int], /) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
