"""OBF: one position a line, 64 characters and the side to move, then the exact scores of moves if known."""

import re
from dataclasses import dataclass

from surefoot.errors import FormatError, InvalidBoardError, InvalidCellError
from surefoot.othello.squares import square_at, square_name
from surefoot.othello.transcript import PASS_NAMES
from surefoot_core.othello import PASS, OthelloBoard

BLACK = "Xx*bB"
WHITE = "OowW"
EMPTY = "-."


@dataclass(frozen=True, slots=True)
class MoveScore:
    """A move and its exact score."""

    square: int
    """The square, or `PASS`."""
    score: int
    """The disc difference for the side to move, empties to the winner."""


@dataclass(frozen=True, slots=True)
class ScoredPosition:
    """A position of a collection and what it says about its moves."""

    board: OthelloBoard
    """The position, with the side to move."""
    scores: tuple[MoveScore, ...]
    """The scored moves in the order of the file; none where nothing is known."""


def read_squares(text: str, size: int, where: str) -> tuple[int, int]:
    """Return the discs of Black and of White from size * size characters, row by row from a1."""
    if len(text) != size * size:
        raise FormatError(f"{where}: expected {size * size} squares, got {len(text)}")
    black = white = 0
    for square, char in enumerate(text):
        if char in BLACK:
            black |= 1 << square
        elif char in WHITE:
            white |= 1 << square
        elif char not in EMPTY:
            raise FormatError(f"{where}: expected X, O or - on {square_name(square, size)}, got {char!r}")
    return black, white


def write_squares(board: OthelloBoard, *, black: str = "X", white: str = "O", empty: str = "-") -> str:
    """Return the squares as one character each, row by row from a1."""
    blacks, whites = board.black_discs, board.white_discs
    return "".join(
        black if blacks >> square & 1 else white if whites >> square & 1 else empty for square in range(board.size**2)
    )


def make_board(black: int, white: int, *, black_to_move: bool, size: int) -> OthelloBoard:
    """Return the board with the discs of Black and of White."""
    mover, opponent = (black, white) if black_to_move else (white, black)
    return OthelloBoard.from_masks(mover, opponent, black_to_move=black_to_move, size=size)


def read_obf(text: str, *, size: int = 8) -> list[ScoredPosition]:
    """Return the positions of a file, one a line, or one on two lines (``Black to move`` on the second).

    Blank lines and what follows a ``%`` are skipped. Raise `FormatError` with the line.

    >>> [position] = read_obf("-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X; D3:+0;")
    >>> position.scores
    (MoveScore(square=19, score=0),)
    """
    found: list[ScoredPosition] = []
    waiting: tuple[str, int] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("%")[0].strip()
        if not content:
            continue
        where = f"line {number}"
        squares, _, rest = content.partition(" ")
        if waiting is not None:
            if squares.lower() not in ("black", "white"):
                raise FormatError(f"{where}: expected 'Black to move' or 'White to move', got {content!r}")
            found.append(_position(waiting[0], squares[0], "", size, f"line {waiting[1]}"))
            waiting = None
        elif not rest.strip() and len(squares) == size * size:
            waiting = squares, number
        else:
            turn, _, fields = rest.partition(";")
            found.append(_position(squares, turn.strip(), fields, size, where))
    if waiting is not None:
        raise FormatError(f"line {waiting[1]}: expected the side to move, got the end of the file")
    return found


def _position(squares: str, turn: str, fields: str, size: int, where: str) -> ScoredPosition:
    black, white = read_squares(squares, size, where)
    if len(turn) != 1 or turn not in BLACK + WHITE:
        raise FormatError(f"{where}: expected X or O to move, got {turn!r}")
    try:
        board = make_board(black, white, black_to_move=turn in BLACK, size=size)
    except InvalidBoardError as error:
        raise FormatError(f"{where}: {error}") from None
    scores = tuple(_score(field.strip(), board, where) for field in fields.split(";") if field.strip())
    return ScoredPosition(board, scores)


_FIELD = re.compile(r"([^:]*?)\s*:\s*([+-]?\d{1,3})")


def _score(field: str, board: OthelloBoard, where: str) -> MoveScore:
    parts = _FIELD.fullmatch(field)
    if parts is None:
        raise FormatError(f"{where}: expected MOVE:SCORE, got {field[:20]!r}")
    name = parts[1]
    try:
        square = PASS if name.lower() in PASS_NAMES else square_at(name, board.size)
    except InvalidCellError as error:
        raise FormatError(f"{where}: {error}") from None
    if not (board.must_pass if square == PASS else board.flip_mask(square)):
        raise FormatError(f"{where}: expected a legal move, got {name!r}")
    return MoveScore(square, int(parts[2]))


def write_obf(positions: list[ScoredPosition]) -> str:
    """Return the positions, one a line; squares are written in upper case, scores with their sign."""
    lines = []
    for position in positions:
        board = position.board
        scores = "".join(
            f" {square_name(move.square, board.size).upper()}:{move.score:+d};" for move in position.scores
        )
        lines.append(f"{write_squares(board)} {'X' if board.black_to_move else 'O'};{scores}\n")
    return "".join(lines)
