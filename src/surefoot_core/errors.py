"""The exceptions that both packages raise.

    SurefootError
    +-- InvalidBoardError (ValueError)       not a board: its size, its mines or its text
    +-- InvalidCellError (IndexError)        a cell that is not on the board
    +-- IllegalMoveError (ValueError)        an Othello move that the rules forbid
    +-- InconsistentViewError (ValueError)   no layout fits the view; carries the smallest conflict
    +-- FormatError (ValueError)             a text or file that cannot be read; names the place
    +-- LimitReached                         a search ended at its limit without an answer
    +-- CertificateError                     a certificate that does not prove its claim

Messages are lower case without a full stop: what was expected, then what came.
"""


class SurefootError(Exception):
    """Anything surefoot raises on purpose."""


class InvalidBoardError(SurefootError, ValueError):
    """Not a board: a size, a mine count or a text that no board can have."""


class InvalidCellError(SurefootError, IndexError):
    """A cell that is not on the board."""


class IllegalMoveError(SurefootError, ValueError):
    """A move in Othello that the rules forbid: an occupied square, nothing flipped, a pass, after the end."""


class InconsistentViewError(SurefootError, ValueError):
    """No layout fits the view.

    ``clues`` holds the (row, col) of each clue of a smallest conflicting set, row by row, and ``total`` tells
    whether the mine total belongs to the conflict. Where a limit ends the search for it, they are a larger one.
    """

    def __init__(self, message: str, clues: tuple[tuple[int, int], ...] = (), total: bool = False) -> None:
        """Keep the conflict beside the message."""
        super().__init__(message)
        self.clues = clues
        self.total = total

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle with the conflict, so that it survives a process boundary."""
        return type(self), (str(self), self.clues, self.total)


class FormatError(SurefootError, ValueError):
    """A text or file that cannot be read; the message names the line and column, or the byte offset."""


class LimitReached(SurefootError):
    """A search ended at its limit without an answer."""


class CertificateError(SurefootError):
    """A certificate that does not prove its claim; the message names the first line that fails."""
