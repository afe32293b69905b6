"""Why a cell is safe or a mine, from the fewest clues of this view alone; or that it may be either."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from surefoot.errors import InvalidCellError, LimitReached
from surefoot.model import Cell, Limit, Verdict
from surefoot.proof.certificate import Certificate
from surefoot.proof.clausal import clausal_certificate
from surefoot.proof.odds import odds
from surefoot.proof.unavoidable import unavoidable_guesses
from surefoot.proof.words import tell
from surefoot.reasoning.analysis import analyse
from surefoot.reasoning.sat import Budget
from surefoot_core.certify import Certifier
from surefoot_core.knowledge import Knowledge
from surefoot_core.view import HIDDEN_CELL, KNOWN_MINE, View

VerdictName = Literal["safe", "mine", "undecided", "revealed"]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is to be said about one cell."""

    cell: Cell
    """Which."""
    verdict: VerdictName
    """Safe, a forced mine, either, or no longer hidden."""
    text: str
    """The reason in words."""
    certificate: Certificate | None = None
    """The proof of what is certain; None where it is not, or where the limit ended the search for a proof."""
    smallest: bool = False
    """Whether no smaller set of clues forces it."""
    chance: float | None = None
    """The chance of a mine in an undecided cell, None where it is not known."""
    layouts: tuple[tuple[Cell, ...], tuple[Cell, ...]] | None = None
    """The mines of a layout in which an undecided cell is safe, and of one in which it is a mine."""

    @property
    def clues(self) -> tuple[Cell, ...]:
        """The clues that force it."""
        return () if self.certificate is None else tuple(Cell(*cell) for cell in self.certificate.clues)

    @property
    def total(self) -> bool:
        """Whether the mine total is needed."""
        return self.certificate is not None and self.certificate.total

    def to_json(self) -> dict[str, Any]:
        """Return the object that stands for the explanation in JSON."""
        value: dict[str, Any] = {
            "verdict": self.verdict,
            "clues": [list(cell) for cell in self.clues],
            "total": self.total,
            "certificate": None if self.certificate is None else self.certificate.to_json(),
            "text": self.text,
        }
        if self.certificate is not None:
            value["smallest"] = self.smallest
        if self.chance is not None:
            value["chance"] = self.chance
        if self.layouts is not None:
            value["layouts"] = [[list(cell) for cell in mines] for mines in self.layouts]
        return value


def explain(view: View, cell: tuple[int, int], *, limit: Limit | None = None) -> Explanation:
    """Return the verdict on a cell with its reason; the mine total counts as one clue.

    Raises `InconsistentViewError` where no layout fits (`explain_conflict` says why), `InvalidCellError` for a cell
    off the board, `LimitReached` where the limit leaves the verdict open.

    >>> print(explain(View.from_text("##1\\n211\\n...", mines=2), (0, 1)).text)
    The 1 at (0,2) needs one mine and touches only one hidden cell, so (0,1) is a mine.
    """
    place = Cell(*cell)
    if not (0 <= place.row < view.rows and 0 <= place.col < view.cols):
        raise InvalidCellError(f"expected a cell of {view.rows} x {view.cols}, got ({place.row}, {place.col})")
    shown = view[place]
    name = f"({place.row},{place.col})"
    if shown == KNOWN_MINE:
        return Explanation(place, "mine", f"{name} is a mine by your flag.")
    if shown != HIDDEN_CELL:
        what = f"shows {shown}" if shown else "has no mine around it"
        return Explanation(place, "revealed", f"{name} is revealed: it {what}.")
    found = analyse(view, limit=limit)
    if found.is_mine(place) is Verdict.UNKNOWN:
        raise LimitReached(f"the limit left {name} open")
    if place in found.safe or place in found.mines:
        return _certain(view, place, place in found.mines, limit)
    return _undecided(view, place)


def _certain(view: View, place: Cell, mine: bool, limit: Limit | None) -> Explanation:
    """Explain a cell that is certain."""
    verdict: VerdictName = "mine" if mine else "safe"
    index = place.row * view.cols + place.col
    knowledge = Knowledge(view)
    ((data, smallest),) = Certifier(knowledge).certify([(index, mine)], exact=True)
    if data is None:
        try:
            data = clausal_certificate(knowledge, index, mine, Budget(limit))
        except LimitReached:
            text = f"({place.row},{place.col}) is certain, but no proof of it was found within the limit."
            return Explanation(place, verdict, text)
    certificate = Certificate.from_bytes(data, view.cols)
    return Explanation(place, verdict, tell(view, certificate), certificate, smallest)


def _undecided(view: View, place: Cell) -> Explanation:
    """Explain a cell that may be either."""
    index = place.row * view.cols + place.col
    certifier = Certifier(Knowledge(view))
    safe, mined = (certifier.layout(index, mine) for mine in (False, True))
    known = odds(view)
    chance = known.chance[index]
    text = f"({place.row},{place.col}) is not certain: it is safe in some layouts and a mine in others"
    text += "." if chance is None else f", a mine with a chance of {percent(chance)}."
    for found in unavoidable_guesses(view, known):
        if index in found.cells:
            named = " ".join(f"({row},{col})" for row, col in _cells(found.cells, view.cols))
            text += f" A guess is unavoidable: no later information can decide {named}."
    layouts = None
    if safe is not None and mined is not None:
        layouts = (_cells(safe, view.cols), _cells(mined, view.cols))
    return Explanation(place, "undecided", text, chance=chance, layouts=layouts)


def _cells(indices: Sequence[int], cols: int) -> tuple[Cell, ...]:
    return tuple(Cell(*divmod(index, cols)) for index in indices)


def percent(chance: float) -> str:
    """Return a chance that is neither 0 nor 1 in percent, never rounded to either."""
    digits = 0
    while digits < 15 and not 0 < float(f"{chance * 100:.{digits}f}") < 100:
        digits += 1
    return f"{chance * 100:.{digits}f} %"


def explain_conflict(view: View) -> tuple[Certificate, str] | None:
    """Return the certificate of a smallest conflict and its sentences, None where none was found."""
    data, _ = Certifier(Knowledge(view)).conflict()
    if data is None:
        return None
    certificate = Certificate.from_bytes(data, view.cols)
    return certificate, tell(view, certificate)
