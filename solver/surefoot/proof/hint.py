"""A hint: the safe cell that is easiest to see."""

from surefoot.model import Limit
from surefoot.proof.certificate import Certificate
from surefoot.proof.explain import Explanation, explain
from surefoot.proof.odds import odds
from surefoot_core.certify import Certifier
from surefoot_core.knowledge import Knowledge
from surefoot_core.view import View

MOST = 200
"""How many safe cells are compared."""


def find_hint(view: View, *, limit: Limit | None = None) -> Explanation | None:
    """Return the explanation of the safe cell that the fewest clues prove, None where no cell is safe.

    A reason without the mine total comes first, then the fewer clues, then the first cell. Raises
    `InconsistentViewError` where no layout fits.
    """
    safe = odds(view).safe[:MOST]
    if not safe:
        return None
    found = Certifier(Knowledge(view)).certify([(cell, False) for cell in safe])
    ranked = []
    for cell, (data, _) in zip(safe, found, strict=True):
        if data is not None:
            certificate = Certificate.from_bytes(data, view.cols)
            ranked.append((certificate.total, len(certificate.clues), cell))
    easiest = min(ranked)[2] if ranked else safe[0]
    return explain(view, divmod(easiest, view.cols), limit=limit)
