"""Transcripts: the moves of a game in one string, ``f5d6c3``, its passes implied or written."""

import re

from surefoot.errors import FormatError, IllegalMoveError, InvalidCellError
from surefoot.othello.game import OthelloGame
from surefoot.othello.places import Places
from surefoot.othello.squares import square_at
from surefoot_core.othello import PASS, OthelloBoard

PASS_NAMES = ("pass", "pa", "ps", "--")
"""What programs write for a pass, longest first."""

_BLANK = re.compile(r"(?:\s|(?:(?<=\s)|(?<![\s\S]))\d+\.?(?!\d))+")
_TOKEN = re.compile(r"pass|pa|ps|--|[a-p](?:1[0-6]|[1-9])", re.IGNORECASE)
_TOKEN_SMALL = re.compile(r"pass|pa|ps|--|[a-i][1-9]", re.IGNORECASE)


class Replay:
    """A game that is rebuilt move by move from what somebody wrote down.

    A forced pass may be written or left out; anything else that the rules forbid raises `FormatError` with
    the place and the ply.
    """

    def __init__(self, board: OthelloBoard | None = None, *, size: int = 8) -> None:
        """Start from the board, or from the start position of that size."""
        self.game = OthelloGame(board, size=size)
        self._passes = self._last_is_pass()

    def _last_is_pass(self) -> bool:
        return self.game.history[-1:] == ("pass",)

    def add(self, move: str, where: str, *, black: bool | None = None) -> None:
        """Play a move or a pass found at `where`; `black` tells whose it is said to be, if that is known."""
        ply = f"{where}, ply {len(self.game.history) + 1}"
        try:
            square = PASS if move.lower() in PASS_NAMES else square_at(move, self.game.size)
            if square == PASS:
                self._skip_pass(ply)
                return
            if black is not None and not self.game.over and black != self.game.black_to_move:
                raise IllegalMoveError(
                    f"expected a move of {'Black' if self.game.black_to_move else 'White'}, "
                    f"got {move!r} of {'Black' if black else 'White'}"
                )
            self.game.play(square)
        except (IllegalMoveError, InvalidCellError) as error:
            raise FormatError(f"{ply}: {error}") from None
        self._passes = self._last_is_pass()

    def _skip_pass(self, ply: str) -> None:
        # The game has made its forced passes already; one that is written must be one of them.
        if not self._passes and not self.game.over:
            raise FormatError(f"{ply}: expected one of {len(self.game.legal_moves())} legal moves, got a pass")
        self._passes = False


def read_transcript(text: str, *, board: OthelloBoard | None = None, size: int = 8) -> OthelloGame:
    """Return the game of a transcript from the start position or from `board`; reading stops at its end.

    Squares stand in either case, with blanks, line ends and move numbers between them, if any; passes may be
    written ``pa``, ``ps``, ``pass`` or ``--``, or left out. Raise `FormatError` with line, column and ply.

    >>> read_transcript("1. F5 2. d6 c3").history
    ('f5', 'd6', 'c3')
    """
    replay = Replay(board, size=size)
    token = _TOKEN if replay.game.size > 9 else _TOKEN_SMALL
    places = Places(text)
    offset = 0
    while True:
        if blank := _BLANK.match(text, offset):
            offset = blank.end()
        if offset == len(text) or replay.game.over:
            return replay.game
        found = token.match(text, offset)
        if found is None:
            raise FormatError(f"{places[offset]}: expected a square or a pass, got {text[offset : offset + 2]!r}")
        replay.add(found[0], places[offset])
        offset = found.end()


def write_transcript(game: OthelloGame, *, passes: str | None = None) -> str:
    """Return the moves in one string, in lower case; a pass is left out, or written as `passes`."""
    written = ((passes or "") if ply == "pass" else ply for ply in game.history)
    return "".join(written)
