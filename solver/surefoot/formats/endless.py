"""Saved endless boards (``.endless``): the seed, the density, and the chunks that were touched.

Layout, version 1, all integers little-endian: the eight bytes ``SFENDLES``, u8 version, u32 length of what follows,
u32 CRC-32 of it; then a zlib stream of: u64 seed, u16 length and ASCII text of the density as ``p/q``, u8 1 where a
cell was revealed, i64 row and column of the first reveal, i64 row and column of the last one, u64 number of chunks,
and for each chunk, in row-major order, i64 row and column of the chunk and 256 cells: a clue 0 .. 8, 9 a struck
mine, 16 hidden, 17 flagged, 18 pending. A reader recomputes every clue, so a file that was changed is refused.
"""

import struct
import zlib
from fractions import Fraction

from surefoot.errors import FormatError, SurefootError
from surefoot_core.endless import EndlessBoard

MAGIC = b"SFENDLES"
VERSION = 1
MAX_BYTES = 1 << 30
"""The most bytes of the unpacked board that are read: about sixteen million chunks fit on no machine."""

_HEADER = struct.Struct("<8sBII")
_PLACES = struct.Struct("<?qqqqQ")
_CHUNK = struct.Struct("<qq256s")


def write_endless(board: EndlessBoard) -> bytes:
    """Return the board as the bytes of a save file."""
    first, origin, chunks = board.state()
    density = str(board.density).encode("ascii")
    body = bytearray(struct.pack("<QH", board.seed, len(density)) + density)
    body += _PLACES.pack(first is not None, *(first or (0, 0)), *origin, len(chunks))
    for row, col, cells in chunks:
        body += _CHUNK.pack(row, col, cells)
    packed = zlib.compress(bytes(body))
    return _HEADER.pack(MAGIC, VERSION, len(packed), zlib.crc32(packed)) + packed


def read_endless(data: bytes) -> EndlessBoard:
    """Return the board of a save file; a file that is cut short, altered or foreign is refused whole."""
    if len(data) < _HEADER.size or data[:8] != MAGIC:
        raise FormatError("byte 0: expected a saved endless board, got something else")
    _, version, length, checksum = _HEADER.unpack_from(data)
    if version != VERSION:
        raise FormatError(f"byte 8: expected version {VERSION}, got {version}")
    packed = data[_HEADER.size :]
    if len(packed) != length:
        raise FormatError(f"byte {len(data)}: expected {length} bytes after the header, got {len(packed)}")
    if zlib.crc32(packed) != checksum:
        raise FormatError(f"byte {_HEADER.size}: the checksum does not fit, the file was altered")
    body = _unpack(packed)
    try:
        seed, density_length = struct.unpack_from("<QH", body)
        at = 10 + density_length
        density = Fraction(body[10:at].decode("ascii"))
        started, *places, chunks = _PLACES.unpack_from(body, at)
        if len(body) != at + _PLACES.size + chunks * _CHUNK.size:
            raise FormatError(f"expected {chunks} chunks, got {len(body)} bytes in all")
        first = (places[0], places[1]) if started else None
        return EndlessBoard.restore(
            density, seed, first, (places[2], places[3]), _CHUNK.iter_unpack(body[at + _PLACES.size :])
        )
    except (struct.error, SurefootError, UnicodeDecodeError, ValueError, ZeroDivisionError) as error:
        raise FormatError(f"saved endless board: {error}") from None


def _unpack(packed: bytes) -> bytes:
    """Return the inflated bytes, never more than `MAX_BYTES`."""
    inflate = zlib.decompressobj()
    try:
        body = inflate.decompress(packed, MAX_BYTES)
    except zlib.error as error:
        raise FormatError(f"byte {_HEADER.size}: expected a zlib stream, {error}") from None
    if inflate.unconsumed_tail:
        raise FormatError(f"expected at most {MAX_BYTES} bytes, got more")
    if not inflate.eof or inflate.unused_data:
        raise FormatError(f"byte {_HEADER.size}: expected one whole zlib stream")
    return body
