"""SGF for Othello, ``GM[2]``: moves are two letters (``cd`` is c4) or letter and digit, passes often missing."""

import re

from surefoot.errors import FormatError, InvalidCellError
from surefoot.othello.game import OthelloGame
from surefoot.othello.obf import make_board
from surefoot.othello.squares import FILES, square_at, square_name
from surefoot.othello.tags import Tag, read_games, write_tag
from surefoot.othello.transcript import PASS_NAMES, Replay
from surefoot_core.othello import PASS, OthelloBoard


def read_sgf(text: str) -> list[OthelloGame]:
    """Return the games of a text, each along its main line; raise `FormatError` with line, column and ply."""
    return [_read_game(tags) for tags in read_games(text)]


def _read_game(tags: list[Tag]) -> OthelloGame:
    size, stones, black_to_move = 8, {"AB": 0, "AW": 0}, True
    for tag in tags:
        if tag.name == "GM" and tag.value.strip() != "2":
            raise FormatError(f"{tag.where}: expected GM[2], Othello, got {tag.value[:20]!r}")
        if tag.name == "SZ":
            if not re.fullmatch(r"\s*\d{1,2}\s*", tag.value) or int(tag.value) not in range(4, 17, 2):
                raise FormatError(f"{tag.where}: expected an even size from 4 to 16, got {tag.value[:20]!r}")
            size = int(tag.value)
        elif tag.name == "PL":
            black_to_move = tag.value.strip().lower() in ("b", "black", "1")
    replay: Replay | None = None
    for tag in tags:
        if tag.name in stones:
            square = _square(tag, size)
            if replay is not None or square == PASS or (stones["AB"] | stones["AW"]) >> square & 1:
                raise FormatError(f"{tag.where}: expected a new disc before the first move, got {tag.value!r}")
            stones[tag.name] |= 1 << square
        elif tag.name in ("B", "W"):
            if replay is None:
                replay = _start(stones, black_to_move, size)
            replay.add(square_name(_square(tag, size), size), tag.where, black=tag.name == "B")
    return (replay or _start(stones, black_to_move, size)).game


def _start(stones: dict[str, int], black_to_move: bool, size: int) -> Replay:
    if not stones["AB"] | stones["AW"]:
        return Replay(size=size)
    return Replay(make_board(stones["AB"], stones["AW"], black_to_move=black_to_move, size=size))


def _square(tag: Tag, size: int) -> int:
    value = tag.value.strip().lower()
    if len(value) == 2 and all(letter in FILES[:size] for letter in value):
        return FILES.index(value[1]) * size + FILES.index(value[0])
    if value in ("", "tt", *PASS_NAMES):
        return PASS
    try:
        return square_at(value, size)
    except InvalidCellError:
        raise FormatError(
            f"{tag.where}: expected a square of a {size}x{size} board, got {tag.value[:20]!r}"
        ) from None


def write_sgf(game: OthelloGame, *, black: str = "", white: str = "") -> str:
    """Return the game in SGF with two letters a move, and a pass as an empty value."""
    board = game.start
    parts = ["(;FF[4]GM[2]", write_tag("SZ", str(game.size))]
    parts += [write_tag(name, value) for name, value in (("PB", black), ("PW", white)) if value]
    if (result := game.result) is not None:
        score = "0" if not result.score else f"{'B' if result.score > 0 else 'W'}+{abs(result.score)}"
        parts.append(write_tag("RE", score))
    turn = board.black_to_move
    if board != OthelloBoard(game.size):
        for name, discs in (("AB", board.black_discs), ("AW", board.white_discs)):
            values = "".join(f"[{_letters(s, game.size)}]" for s in range(game.size**2) if discs >> s & 1)
            parts.append(f"{name}{values}" if values else "")
        parts.append(write_tag("PL", "B" if turn else "W"))
    for ply in game.history:
        value = "" if ply == "pass" else _letters(square_at(ply, game.size), game.size)
        parts.append(f";{'B' if turn else 'W'}[{value}]")
        turn = not turn
    return "".join(parts) + ")\n"


def _letters(square: int, size: int) -> str:
    return FILES[square % size] + FILES[square // size]
