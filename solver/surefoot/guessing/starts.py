"""Good first cells, for each first-click rule and level."""

from surefoot.model import Cell, FirstClick, Level

_OPENING = {Level.BEGINNER: Cell(2, 2), Level.INTERMEDIATE: Cell(2, 2), Level.EXPERT: Cell(3, 3)}
"""Where a zero is promised, a cell somewhat inside opens more than the corner; docs/campaigns.md has the numbers."""


def best_start(rows: int, cols: int, mines: int, first_click: FirstClick) -> Cell:
    """Return the best known first reveal: a corner, which is likeliest to open, unless a zero is promised."""
    if first_click is not FirstClick.OPENING:
        return Cell(0, 0)
    for level in Level:
        if (rows, cols, mines) == level.value:
            return _OPENING[level]
    return Cell(min(3, rows // 2), min(3, cols // 2))
