"""The values that every part of surefoot speaks in: cells, levels, steps, limits and answers."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum
from time import monotonic
from typing import TYPE_CHECKING, Literal, NamedTuple

from surefoot_core.rules import CellState, FirstClick, GameState, RevealResult

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = [
    "Analysis",
    "Cell",
    "CellState",
    "Engine",
    "FirstClick",
    "GameState",
    "Level",
    "Limit",
    "Move",
    "Reasoning",
    "RevealResult",
    "Rule",
    "Step",
    "Verdict",
]

Reasoning = Literal["clues", "total"]
"""What a proof may use: the clues alone, or the clues and the mine total."""


class Cell(NamedTuple):
    """One place on the board, zero-based, row first."""

    row: int
    col: int


class Level(Enum):
    """The three classic boards as (rows, cols, mines), also to be unpacked: ``Board(*Level.EXPERT)``."""

    BEGINNER = (9, 9, 10)
    INTERMEDIATE = (16, 16, 40)
    EXPERT = (16, 30, 99)

    def __iter__(self) -> Iterator[int]:
        """Iterate over rows, columns and mines."""
        return iter(self.value)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.value[0]

    @property
    def cols(self) -> int:
        """The number of columns."""
        return self.value[1]

    @property
    def mines(self) -> int:
        """The mine total."""
        return self.value[2]


class Engine(Enum):
    """The complete engines; both find the same safe cells and forced mines."""

    SAT = "sat"
    COUNT = "count"


class Verdict(Enum):
    """The answer to a question that a limit may leave open."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class Move(Enum):
    """The three moves."""

    REVEAL = "reveal"
    FLAG = "flag"
    CHORD = "chord"


class Rule(IntEnum):
    """Why a cell is decided, from the easiest reason to the hardest; the numbers are those of the core."""

    GIVEN = 0
    """The caller's word: a trusted flag, or the first reveal."""
    ONE_CLUE = 1
    """One clue alone."""
    TWO_CLUES = 2
    """Two clues that share cells."""
    CLUES = 3
    """A complete engine, from the clues alone."""
    TOTAL = 4
    """A complete engine, from the clues and the mine total."""
    GUESS = 5
    """Nothing: a guess."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How much work an answer may take; None is no limit. What runs out is `UNKNOWN`, never wrong.

    Only `seconds` depends on the machine: with the other two the answer is the same everywhere.
    """

    conflicts: int | None = None
    """Conflicts of the SAT solver, over all calls."""
    nodes: int | None = None
    """Nodes of the counting engine for one component; it has a limit of its own where this is None."""
    seconds: float | None = None
    """Wall time."""

    def __post_init__(self) -> None:
        """Raise ValueError for a negative limit."""
        for name in ("conflicts", "nodes", "seconds"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise ValueError(f"expected a limit of 0 or more {name}, got {value!r}")

    def deadline(self) -> float | None:
        """Return when the seconds are over that begin now, by `time.monotonic`; None where they are not limited."""
        return None if self.seconds is None else monotonic() + self.seconds


@dataclass(frozen=True, slots=True)
class Step:
    """One move that a solver proposes, and why."""

    move: Move
    """Reveal a safe cell or flag a forced mine."""
    cell: Cell
    """Where."""
    rule: Rule
    """What proved it."""
    witnesses: tuple[Cell, ...] = ()
    """The clues it rests on; for a complete engine those of the whole component, or all with the mine total."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is certain about a consistent view, row by row; chances where a counting engine was asked."""

    safe: tuple[Cell, ...]
    """The cells that hold a mine in no consistent layout."""
    mines: tuple[Cell, ...]
    """The hidden cells that hold a mine in every consistent layout, trusted flags left out."""
    open: tuple[Cell, ...] = ()
    """The hidden cells that a limit left undecided: any of them may be safe or a forced mine."""
    consistent: Verdict = Verdict.YES
    """Whether a layout fits the view: `UNKNOWN` where a limit was reached before one was found."""
    layouts: int | None = None
    """The number of consistent layouts; this and what follows is None unless `analyse` was asked for `chances`."""
    probability: "tuple[tuple[float | Fraction | None, ...], ...] | None" = None
    """For each cell of each row the chance of a mine, None where revealed or not known within the limit."""
    safest: Cell | None = None
    """A hidden cell with the least chance of a mine, the first in order; None where that is not known."""
    holds: "tuple[tuple[tuple[float | Fraction, ...] | None, ...], ...] | None" = None
    """Where cells can hold several mines: for each cell of each row the chances to hold 0, 1, 2 .. of them."""
    chances_known: bool = True
    """False where the layouts or some chances were asked for and are not known within the limit."""

    @property
    def complete(self) -> bool:
        """Whether nothing was left open by a limit."""
        return not self.open and self.consistent is Verdict.YES and self.chances_known

    def is_safe(self, cell: tuple[int, int]) -> Verdict:
        """Return whether a hidden cell is proved safe."""
        return self._verdict(cell, self.safe)

    def is_mine(self, cell: tuple[int, int]) -> Verdict:
        """Return whether a hidden cell is a forced mine."""
        return self._verdict(cell, self.mines)

    def _verdict(self, cell: tuple[int, int], proved: tuple[Cell, ...]) -> Verdict:
        """Return YES if the cell is among those proved, UNKNOWN if it was left open."""
        if cell in proved:
            return Verdict.YES
        return Verdict.UNKNOWN if cell in self.open else Verdict.NO
