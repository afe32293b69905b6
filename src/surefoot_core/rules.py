"""The words of the game: first-click rules, results of a move, states of a game and of a cell."""

from enum import IntEnum
from typing import NamedTuple


class FirstClick(IntEnum):
    """What the first reveal of a drawn board is promised. Boards whose mines are given promise nothing."""

    ANY = 0
    """Nothing: the mines are placed at once and a first reveal can lose."""
    SAFE = 1
    """The cell itself is kept free of mines, which are placed at the first reveal."""
    OPENING = 2
    """The cell and its neighbours are kept free of mines, which are placed at the first reveal."""


class GameState(IntEnum):
    """How a game stands."""

    PLAYING = 0
    WON = 1
    LOST = 2


class RevealResult(IntEnum):
    """What a move came to; the numbers are those of `GameState`."""

    CONTINUE = 0
    WIN = 1
    LOSE = 2


class CellState(IntEnum):
    """What a player sees of a cell."""

    HIDDEN = 0
    FLAGGED = 1
    REVEALED = 2


class Seen(NamedTuple):
    """What a player sees of one cell: its state, and its clue once it is revealed."""

    state: CellState
    clue: int | None
