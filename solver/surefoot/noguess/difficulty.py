"""How hard a board is: the hardest step of easiest-first play, in terms of what a person must see."""

from dataclasses import dataclass
from typing import Literal

Step = Literal["one", "two", "more", "total"]
"""What a person must look at: one clue, two clues, more clues together, or the mine total too."""
STEPS: tuple[Step, ...] = ("one", "two", "more", "total")
"""The steps from the easiest to the hardest."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The deductions of a play that always takes the easiest one there is.

    Cells proved safe and mines found count by what proved them; of the two hardest steps, which are taken only
    where the others are stuck and one cell at a time, only safe cells. What a zero opens by itself does not count.
    """

    one: int = 0
    """By one clue."""
    two: int = 0
    """By two clues that share cells."""
    more: int = 0
    """By more clues together."""
    total: int = 0
    """By the clues and the mine total."""

    @property
    def hardest(self) -> Step:
        """The hardest step that was needed; `one` if none was."""
        return next((step for step in reversed(STEPS) if getattr(self, step)), "one")

    def as_json(self) -> dict[str, str | int]:
        """Return the JSON form: ``{"hardest": ..., "one": n, "two": n, "more": n, "total": n}``."""
        return {"hardest": self.hardest, **{step: getattr(self, step) for step in STEPS}}
