"""GGF, the game format of the Generic Game Server: one game in ``(; ;)``."""

import re
from dataclasses import dataclass

from surefoot.errors import FormatError, InvalidBoardError
from surefoot.othello.game import OthelloGame
from surefoot.othello.obf import make_board, read_squares, write_squares
from surefoot.othello.tags import Tag, read_games, write_tag
from surefoot.othello.transcript import Replay
from surefoot_core.othello import OthelloBoard


@dataclass(frozen=True, slots=True)
class GgfMove:
    """A move as it was written."""

    name: str
    """The square, or ``pass``."""
    evaluation: str = ""
    """What the player thought of it, empty if not told."""
    seconds: str = ""
    """The time it took, empty if not told."""


@dataclass(frozen=True, slots=True)
class GgfGame:
    """A game with what GGF tells about it."""

    game: OthelloGame
    """The game, replayed."""
    moves: tuple[GgfMove, ...]
    """The moves in order, without the passes that are not written."""
    black: str = ""
    """The name of Black."""
    white: str = ""
    """The name of White."""
    place: str = ""
    """Where it was played."""
    date: str = ""
    """When, as written."""
    result: str = ""
    """The result for Black as written: ``+4.00``; ``:r``, ``:t``, ``:s`` if resigned, timed out, settled."""


def read_ggf(text: str) -> list[GgfGame]:
    """Return the games of a text; raise `FormatError` with line, column and ply."""
    return [_read_game(tags) for tags in read_games(text)]


def _read_game(tags: list[Tag]) -> GgfGame:
    told: dict[str, str] = {}
    replay: Replay | None = None
    moves: list[GgfMove] = []
    size = 8
    for tag in tags:
        if tag.name in ("B", "W"):
            if replay is None:
                replay = Replay(size=size)
            name, evaluation, seconds = (*tag.value.split("/"), "", "")[:3]
            name = name.strip().lower()
            name = "pass" if name.startswith("pa") else name
            replay.add(name, tag.where, black=tag.name == "B")
            moves.append(GgfMove(name, evaluation, seconds))
        elif tag.name == "GM" and tag.value.strip().lower() != "othello":
            raise FormatError(f"{tag.where}: expected a game of Othello, got {tag.value[:20]!r}")
        elif tag.name == "TY":
            size = _size(tag)
        elif tag.name == "BO":
            if moves:
                raise FormatError(f"{tag.where}: expected the board before the first move")
            replay = Replay(_board(tag))
        else:
            told[tag.name] = tag.value
    if replay is None:
        replay = Replay(size=size)
    return GgfGame(
        replay.game,
        tuple(moves),
        *(told.get(name, "") for name in ("PB", "PW", "PC", "DT", "RE")),
    )


def _size(tag: Tag) -> int:
    found = re.match(r"(\d{1,2})(?!\d)", tag.value.strip())
    if found is None or int(found[1]) not in range(4, 17, 2):
        raise FormatError(f"{tag.where}: expected an even board size from 4 to 16, got {tag.value[:20]!r}")
    return int(found[1])


def _board(tag: Tag) -> OthelloBoard:
    size = _size(tag)
    squares = "".join(tag.value.split())[len(str(size)) :]
    if len(squares) != size * size + 1 or squares[-1] not in "*O":
        raise FormatError(f"{tag.where}: expected {size * size} squares and * or O to move, got {len(squares)}")
    black, white = read_squares(squares[:-1], size, tag.where)
    try:
        return make_board(black, white, black_to_move=squares[-1] == "*", size=size)
    except InvalidBoardError as error:
        raise FormatError(f"{tag.where}: {error}") from None


def write_ggf(game: OthelloGame, *, black: str = "", white: str = "", place: str = "surefoot", date: str = "") -> str:
    """Return the game in GGF, passes written ``PA``; without a result if it is not over."""
    board = game.start
    squares = write_squares(board, black="*", white="O", empty="-")
    turn = board.black_to_move
    parts = [write_tag(name, value) for name, value in (("GM", "Othello"), ("PC", place), ("DT", date)) if value]
    parts += [write_tag("PB", black), write_tag("PW", white)]
    if game.result is not None:
        parts.append(write_tag("RE", f"{game.result.score:+d}.00"))
    parts.append(write_tag("TY", str(game.size)))
    parts.append(write_tag("BO", f"{game.size} {squares} {'*' if turn else 'O'}"))
    for ply in game.history:
        parts.append(write_tag("B" if turn else "W", "PA" if ply == "pass" else ply.upper()))
        turn = not turn
    return f"(;{''.join(parts)};)\n"
