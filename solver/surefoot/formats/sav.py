"""Save files of Simon Tatham's puzzles (``.sav``, ``.sgtp``): lines ``KEY     :length:value``.

The board is `CPARAMS`, the parameters of the game in play, and `DESC`, its description; together they are a
game id. The moves that were made are not replayed.
"""

from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.layout import Layout
from surefoot.formats.sgt import read_id, write_id
from surefoot.formats.source import check_length

_MAGIC = b"SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n"


def looks_like(data: bytes) -> bool:
    """Return whether the bytes begin like a save file of these puzzles."""
    return data.startswith(b"SAVEFILE:")


def read_save(data: bytes) -> Layout:
    """Return the board of a saved game of Mines; `FormatError` names the byte offset."""
    check_length(data)
    values: dict[str, tuple[int, str]] = {}
    at = 0
    while at < len(data) and "MOVE" not in values:
        key, offset, value = _entry(data, at)
        values.setdefault(key, (offset, value))
        at = offset + len(value)
        while data[at : at + 1] in (b"\r", b"\n"):
            at += 1
    for key in ("SAVEFILE", "GAME", "DESC"):
        if key not in values:
            raise FormatError(f"byte {at}: expected an entry {key}, got none")
    offset, game = values["GAME"]
    if game != "Mines":
        raise FormatError(f"byte {offset}: expected the game 'Mines', got {game[:20]!r}")
    offset, desc = values["DESC"]
    params = values.get("CPARAMS") or values.get("PARAMS")
    if params is None:
        raise FormatError(f"byte {at}: expected an entry CPARAMS or PARAMS, got none")
    try:
        return read_id(f"{params[1]}:{desc}")
    except (FormatError, InvalidBoardError) as error:
        raise FormatError(f"byte {offset}: game id of parameters and description, {error}") from None


def write_save(layout: Layout) -> bytes:
    """Return a save file of the board before any move; sgt-puzzles makes the first reveal as it loads it."""
    params, _, desc = write_id(layout).partition(":")
    # `a` stands for any board: without it sgt-puzzles would refuse sizes on which it cannot avoid guesses.
    params = f"{params}n{len(layout.mines)}a"
    entries = [("VERSION", "1"), ("GAME", "Mines"), ("PARAMS", params), ("CPARAMS", params), ("DESC", desc)]
    entries += [("UI", "D0"), ("TIME", "0"), ("NSTATES", "1"), ("STATEPOS", "1")]
    return _MAGIC + "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in entries).encode("ascii")


def _entry(data: bytes, at: int) -> tuple[str, int, str]:
    """Return the key, the offset of the value and the value of the entry at an offset."""
    key = data[at : at + 8]
    if data[at + 8 : at + 9] != b":" or not key.strip().isalpha() or len(key) < 8:
        raise FormatError(f"byte {at}: expected a key of eight characters and ':', got {_ascii(key)!r}")
    end = data.find(b":", at + 9, at + 18)
    length = data[at + 9 : end] if end >= 0 else b""
    if not length.isdigit():
        raise FormatError(f"byte {at + 9}: expected a length and ':', got {_ascii(data[at + 9 : at + 18])!r}")
    size = int(length)
    value = data[end + 1 : end + 1 + size]
    if len(value) < size:
        raise FormatError(f"byte {end + 1}: expected {size} more bytes, got {len(value)}")
    return _ascii(key.strip()), end + 1, _ascii(value)


def _ascii(value: bytes) -> str:
    """Return bytes as text of the same length, each byte beyond ASCII as a replacement."""
    return value.decode("ascii", "replace")
