"""From a view to proved claims, move by move: every safe cell and forced mine comes with its certificate."""

from collections.abc import Iterable
from typing import NamedTuple

from surefoot.errors import InconsistentViewError, LimitReached
from surefoot.model import Limit, Reasoning
from surefoot.proof.clausal import clausal_certificate
from surefoot.reasoning.engine import SatEngine
from surefoot.reasoning.sat import Budget
from surefoot_core.certify import Certifier
from surefoot_core.count import Counter
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge
from surefoot_core.view import View

_SAFE, _MINE = 1, 2
_BY_CLUES, _BY_TOTAL = 3, 4


class Proved(NamedTuple):
    """A claim and its certificate as bytes, which rests on the claims before it."""

    cell: int
    """Flat index."""
    mine: bool
    """Whether the cell is a forced mine, or safe."""
    certificate: bytes
    """What `surefoot_core.verify.Checker` takes."""


class Prover:
    """Issues proved claims about a view, the easiest first, as a `Solver` issues steps.

    >>> prover = Prover(View.from_text("##1\\n211\\n...", mines=2))
    >>> [(claim.cell, claim.mine, claim.certificate.hex()) for claim in prover.claims()]
    [(1, True, '11011004'), (0, True, '11001006')]
    """

    def __init__(self, view: View, *, reasoning: Reasoning = "total", limit: Limit | None = None) -> None:
        """Take the view as it is now; the `limit` holds for the SAT solver, which hardly any view needs."""
        self._knowledge = Knowledge(view if reasoning == "total" else view.without_total())
        self._frontier = Frontier(self._knowledge)
        self._counter = Counter(self._frontier)
        self._certifier = Certifier(self._knowledge)
        self._budget = Budget(limit)
        self._issued = self._knowledge.decided

    def reveal(self, cells: Iterable[int], clues: Iterable[int]) -> None:
        """Take in newly revealed cells, by flat index, and their clues."""
        for cell, clue in zip(cells, clues, strict=True):
            self._knowledge.reveal(cell, clue)

    def claims(self) -> list[Proved]:
        """Return claims that were not issued before; none if nothing more is certain.

        Raises `InconsistentViewError` where no layout fits, `LimitReached` where the limit leaves a cell open.
        """
        knowledge = self._knowledge
        knowledge.apply_rules()
        since = self._issued
        if knowledge.decided > since:
            self._issued = knowledge.decided
            certificates = self._certifier.rules(since)
            return [
                Proved(decision[0], decision[1] == _MINE, certificate)
                for decision, certificate in zip(knowledge.decisions(since), certificates, strict=True)
                if certificate is not None
            ]
        found = self._certain()
        proved = []
        for claim, (certificate, _) in zip(found, self._certifier.certify(found), strict=True):
            if certificate is not None and is_sum(certificate):
                proved.append(Proved(*claim, certificate))
        sums = {claim.cell for claim in proved}
        self._decide(proved)
        for claim in found:
            # A split may not name a cell that an earlier claim decides, so these see those claims.
            if claim[0] not in sums:
                ((certificate, _),) = self._certifier.certify([claim])
                last = Proved(*claim, certificate or clausal_certificate(knowledge, *claim, self._budget))
                proved.append(last)
                self._decide([last])
        self._issued = knowledge.decided
        return proved

    def _decide(self, claims: Iterable[Proved]) -> None:
        for claim in claims:
            self._knowledge.decide(claim.cell, _MINE if claim.mine else _SAFE, _BY_TOTAL)

    def _certain(self) -> list[tuple[int, bool]]:
        """Return what a complete engine finds certain: by the clues alone, else with the mine total."""
        self._frontier.update()
        for total in (False, True) if self._knowledge.total is not None else (False,):
            known = self._counter.certain(total=total)
            if known is None:
                raise InconsistentViewError("no layout fits the view")
            if not known:
                return self._certain_by_sat()
            found = [(cell, False) for cell in self._counter.safe()]
            found += [(cell, True) for cell in self._counter.mines()]
            if found:
                return found
        return []

    def _certain_by_sat(self) -> list[tuple[int, bool]]:
        """Return the same where a component is too wide to be counted."""
        engine = SatEngine(self._knowledge, self._budget)
        outcome = engine.by_clues()
        if not outcome.decisions:
            outcome = engine.by_total()
        if outcome.open and not outcome.decisions:
            raise LimitReached(f"the limit left {len(outcome.open)} cells open")
        return [(decision.cell, decision.mine) for decision in outcome.decisions]


def is_sum(certificate: bytes) -> bool:
    """Return whether the proof of a claim is a single sum."""
    at = 1
    while certificate[at] & 128:
        at += 1
    return certificate[at + 1] & 3 < 2
