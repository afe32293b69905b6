"""WTHOR, the French federation's files: games in ``.wtb``, players in ``.JOU``, tournaments in ``.TRN``."""

import struct
from dataclasses import dataclass

from surefoot.errors import FormatError
from surefoot.othello.game import OthelloGame
from surefoot.othello.squares import square_at, square_name
from surefoot.othello.transcript import Replay

_HEADER = struct.Struct("<4BIHH4B")
_GAME = struct.Struct("<3H2B60s")
_NAME_LENGTHS = {"JOU": 20, "TRN": 26}


@dataclass(frozen=True, slots=True)
class WthorGame:
    """One record of a game file."""

    game: OthelloGame
    """The moves, replayed; a game that was broken off is not over."""
    black: int
    """Number of Black's name in the player file."""
    white: int
    """Number of White's name in the player file."""
    tournament: int
    """Number of the tournament in its file."""
    black_score: int
    """Black's final discs, empties to the winner, as recorded."""
    theoretical_score: int
    """Black's discs with best play from `WthorFile.depth` empties on, as recorded."""


@dataclass(frozen=True, slots=True)
class WthorFile:
    """A file of games."""

    games: tuple[WthorGame, ...]
    """The games in order."""
    year: int
    """The year they were played in."""
    created: tuple[int, int, int]
    """Year, month and day the file was made on."""
    depth: int = 22
    """Empties from which the theoretical scores are exact."""


def read_wthor(data: bytes) -> WthorFile:
    """Return the games of a ``.wtb`` file; raise `FormatError` with the byte offset."""
    if len(data) < _HEADER.size:
        raise FormatError(f"expected a header of {_HEADER.size} bytes, got {len(data)} bytes")
    century, year, month, day, count, _, played, size, kind, depth, _ = _HEADER.unpack_from(data)
    if size not in (0, 8):
        raise FormatError(f"byte 12: expected board size 8, got {size}")
    if kind not in (0, 1):
        raise FormatError(f"byte 13: expected 0 (games) or 1 (solitaires), got {kind}")
    if len(data) != _HEADER.size + _GAME.size * count:
        raise FormatError(
            f"expected {_HEADER.size + _GAME.size * count} bytes for {count} games, got {len(data)} bytes"
        )
    games = tuple(_read_game(data, offset) for offset in range(_HEADER.size, len(data), _GAME.size))
    return WthorFile(games, played, (100 * century + year, month, day), depth)


def _read_game(data: bytes, offset: int) -> WthorGame:
    tournament, black, white, score, theoretical, moves = _GAME.unpack_from(data, offset)
    for at, value in ((offset + 6, score), (offset + 7, theoretical)):
        if value > 64:
            raise FormatError(f"byte {at}: expected 0 to 64 discs, got {value}")
    replay = Replay()
    length = len(moves.rstrip(b"\0"))
    for index, move in enumerate(moves[:length]):
        where = f"byte {offset + 8 + index}"
        rank, file = divmod(move, 10)
        if not (1 <= rank <= 8 and 1 <= file <= 8):
            raise FormatError(f"{where}: expected a move from 11 to 88, got {move}")
        replay.add(square_name(8 * rank + file - 9), where)
    return WthorGame(replay.game, black, white, tournament, score, theoretical)


def write_wthor(file: WthorFile) -> bytes:
    """Return the games as a ``.wtb`` file."""
    year, month, day = file.created
    header = _HEADER.pack(year // 100, year % 100, month, day, len(file.games), 0, file.year, 8, 0, file.depth, 0)
    return header + b"".join(map(_write_game, file.games))


def _write_game(record: WthorGame) -> bytes:
    moves = bytearray()
    for ply in record.game.history:
        if ply != "pass":
            row, col = divmod(square_at(ply), 8)
            moves.append(10 * row + col + 11)
    return _GAME.pack(
        record.tournament,
        record.black,
        record.white,
        record.black_score,
        record.theoretical_score,
        bytes(moves).ljust(60, b"\0"),
    )


def read_names(data: bytes, kind: str) -> list[str]:
    """Return the names of a ``"JOU"`` (players) or ``"TRN"`` (tournaments) file, taken as Latin-1.

    The charset is nowhere said; Latin-1 reads every byte. Raise `FormatError` with the byte offset.
    """
    if kind not in _NAME_LENGTHS:
        raise ValueError(f"expected 'JOU' or 'TRN', got {kind!r}")
    length = _NAME_LENGTHS[kind]
    if len(data) < _HEADER.size:
        raise FormatError(f"expected a header of {_HEADER.size} bytes, got {len(data)} bytes")
    count = _HEADER.unpack_from(data)[5]
    if len(data) != _HEADER.size + length * count:
        raise FormatError(f"expected {_HEADER.size + length * count} bytes for {count} names, got {len(data)} bytes")
    return [
        data[offset : offset + length].partition(b"\0")[0].decode("latin-1")
        for offset in range(_HEADER.size, len(data), length)
    ]
