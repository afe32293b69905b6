"""Game ids of Simon Tatham's Mines: ``WxH:x,y,m<hex>``, and the same with plain bits.

The hexadecimal digits hold one bit a cell, row by row, the highest bit first. With ``m`` they are masked,
so that a reader does not see the mines: the bytes are cut into halves A and B, A is combined with a stream
made from B, then B with one made from the new A (`obfuscate_bitmap` in misc.c of sgt-puzzles). The stream of
a seed is SHA-1(seed "0"), SHA-1(seed "1"), ...
"""

import re
from hashlib import sha1

from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.bits import bits_of_mines, mines_of_bits
from surefoot.formats.layout import Layout, check_size

_ID = re.compile(
    r"([0-9]{1,7})(?:x([0-9]{1,7}))?([A-Za-z][0-9A-Za-z]*)?:(?:([0-9]{1,7}),([0-9]{1,7}),)?([mu]?)([0-9a-fA-F]+)"
)
_MINES_IN_PARAMS = re.compile(r"n([0-9]{1,7})")
_PLACES = (
    (re.compile(r"[0-9]{1,7}"), "a width of at most seven digits"),
    (re.compile(r"(?:x[0-9]{1,7})?"), ""),
    (re.compile(r"(?:[A-Za-z][0-9A-Za-z]*)?"), ""),
    (re.compile(r":"), "':' after the size"),
    (re.compile(r"(?:[0-9]{1,7},[0-9]{1,7},)?"), ""),
    (re.compile(r"[mu]?"), ""),
    (re.compile(r"[0-9a-fA-F]+"), "hexadecimal digits, 'm' or 'u' or a first reveal 'x,y,'"),
)


def read_id(text: str) -> Layout:
    """Return the board of one game id; `FormatError` names the column.

    The width alone stands for a square board. The first reveal and the mask letter may be absent, upper-case
    digits are read, and bits past the last cell are ignored, as sgt-puzzles does. A web address may stand
    before the id, ended by ``#``.
    """
    begin = text.find("#") + 1 if text.startswith("http") else 0
    match = _ID.fullmatch(text, begin)
    if match is None:
        raise _unreadable(text, begin)
    width, height, params, x, y, mask, digits = match.groups()
    cols = int(width)
    rows = int(height) if height else cols
    try:
        check_size(rows, cols)
    except InvalidBoardError as error:
        raise FormatError(f"column {begin + 1}: {error}") from None
    cells = rows * cols
    if len(digits) != (cells + 3) // 4:
        raise FormatError(
            f"column {match.start(7) + 1}: expected {(cells + 3) // 4} hexadecimal digits, got {len(digits)}"
        )
    if x is not None and not (int(x) < cols and int(y) < rows):
        raise FormatError(
            f"column {match.start(4) + 1}: expected a first reveal on the board, got x {x}, y {y} of {cols}x{rows}"
        )
    data = bytes.fromhex(digits if len(digits) % 2 == 0 else digits + "0")
    if mask == "m":
        data = unmasked(data, cells)
    layout = Layout(
        rows,
        cols,
        mines_of_bits(int.from_bytes(data) >> (len(data) * 8 - cells), cells),
        None if x is None else (int(y), int(x)),
    )
    if params:
        _check_params(params, match.start(3) + 1, layout)
    return layout


def write_id(layout: Layout) -> str:
    """Return ``WxH:x,y,m<hex>``, masked and in lower case; `InvalidBoardError` without a first reveal."""
    if layout.start is None:
        raise InvalidBoardError("an sgt game id needs a first reveal, got none")
    row, col = layout.start
    return f"{layout.cols}x{layout.rows}:{col},{row},m{_digits(layout, mask=True)}"


def write_plain_id(layout: Layout) -> str:
    """Return ``WxH:x,y,u<hex>`` with readable bits, without ``x,y,`` where the board has no first reveal."""
    start = f"{layout.start[1]},{layout.start[0]}," if layout.start else ""
    return f"{layout.cols}x{layout.rows}:{start}u{_digits(layout, mask=False)}"


def masked(data: bytes, bits: int) -> bytes:
    """Return the bitmap of so many bits as sgt-puzzles hides it, in time linear in the bits."""
    half = len(data) // 2
    head = _xor(data[:half], data[half:])
    return head + _cleared(_xor(data[half:], head), bits)


def unmasked(data: bytes, bits: int) -> bytes:
    """Return the bytes that `masked` was given."""
    half = len(data) // 2
    tail = _cleared(_xor(data[half:], data[:half]), bits)
    return _xor(data[:half], tail) + tail


def _xor(data: bytes, seed: bytes) -> bytes:
    """Return the bytes combined with the stream of the seed."""
    begun = sha1(seed, usedforsecurity=False)
    stream = []
    for counter in range((len(data) + 19) // 20):
        # A copy, because hashing the seed anew for every 20 bytes takes quadratic time.
        block = begun.copy()
        block.update(b"%d" % counter)
        stream.append(block.digest())
    size = len(data)
    return (int.from_bytes(data) ^ int.from_bytes(b"".join(stream)[:size])).to_bytes(size)


def _cleared(tail: bytes, bits: int) -> bytes:
    """Return the bytes with the bits past the last cell cleared."""
    past = -bits % 8
    return (int.from_bytes(tail) >> past << past).to_bytes(len(tail)) if past else tail


def _digits(layout: Layout, *, mask: bool) -> str:
    """Return the hexadecimal digits of the mines."""
    cells = layout.cells
    check_size(layout.rows, layout.cols)
    size = (cells + 7) // 8
    data = (bits_of_mines(layout.mines, cells) << (size * 8 - cells)).to_bytes(size)
    return (masked(data, cells) if mask else data).hex()[: (cells + 3) // 4]


def _check_params(params: str, column: int, layout: Layout) -> None:
    """Raise `FormatError` if the letters after the size name another mine count than the board has."""
    match = _MINES_IN_PARAMS.match(params)
    if match and int(match[1]) != len(layout.mines):
        raise FormatError(f"column {column}: expected {match[1]} mines as named, got {len(layout.mines)}")


def _unreadable(text: str, at: int) -> FormatError:
    """Return the error for an id at an offset that does not match, at the first column that does not fit."""
    seed = text.find("#", at)
    if seed >= 0:
        return FormatError(f"column {seed + 1}: expected a board, got a seed of sgt-puzzles")
    colon = text.find(":", at)
    if text.startswith("r", colon + 1) and colon >= 0:
        return FormatError(f"column {colon + 2}: expected a board, got one that is not generated yet")
    for pattern, wanted in _PLACES:
        match = pattern.match(text, at)
        if match is None:
            return FormatError(f"column {at + 1}: expected {wanted}, got {_shown(text, at)}")
        at = match.end()
    return FormatError(f"column {at + 1}: expected a hexadecimal digit, got {_shown(text, at)}")


def _shown(text: str, at: int) -> str:
    """Return the character at a place as a message shows it."""
    return repr(text[at]) if at < len(text) else "the end"
