"""Boards of a stream or file, in order, in the format named or the one its content shows.

A stream of lines (game ids, links, JSON objects, also mixed) is read as it comes, a line a board; a line that
cannot be read is reported with its number and the next one follows. Anything else is read whole.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from typing import BinaryIO

from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.layout import Layout
from surefoot.formats.registry import FORMATS, Format, detect, line_format, named
from surefoot.formats.sgt import read_id
from surefoot.formats.source import MAX_BYTES, text_of

_PEEK = 64
"""How many lines are looked at for one that shows that each line is a board."""
_CHUNK = 65536


@dataclass(frozen=True, slots=True)
class Line:
    """A board that was read, or why it could not be."""

    number: int
    """The line that holds it; where a board takes more than a line, which board of the file it is. From 1."""
    layout: Layout | None
    """The board."""
    error: FormatError | None = None
    """What was wrong, with its place, if there is no board."""


def read_stream(stream: BinaryIO, *, format: str | None = None, name: str = "") -> Iterator[Line]:
    """Yield each board of a stream, or the error in its place.

    Without `format` the content decides, then the ending of the file's `name`. Takes memory for one line, or
    for the whole file where a board takes more than a line, and in no case for more than `MAX_BYTES`.
    """
    lines = _raw_lines(stream)
    head: list[bytes] = []
    size = 0
    for raw in lines:
        head.append(raw)
        size += len(raw)
        if _whole_board(raw) or b"\0" in raw or len(head) == _PEEK or size > MAX_BYTES:
            break
    by_line = any(map(_whole_board, head))
    chosen = None if format is None else named(format)
    if chosen is None and by_line:
        yield from _each_line(chain(head, lines), _read_any)
    elif chosen is not None and chosen.read_line is not None and (by_line or chosen is not FORMATS["json"]):
        yield from _each_line(chain(head, lines), chosen.read_line)
    else:
        yield from _whole_file(b"".join(head) + b"".join(_chunks(stream, head)), chosen, name)


def read_boards(data: bytes, *, format: str | None = None, name: str = "") -> Iterator[Layout]:
    """Yield the boards of a file's bytes, in order; raises the error of the first that cannot be read."""
    for line in read_stream(BytesIO(data), format=format, name=name):
        if line.error is not None:
            raise line.error
        if line.layout is not None:
            yield line.layout


def _whole_board(raw: bytes) -> bool:
    """Return whether a line is a board by itself: an id, a link or a JSON object that ends on it."""
    format = None if b"\0" in raw else line_format(raw)
    return format is not None and (format is not FORMATS["json"] or raw.rstrip().endswith(b"}"))


def _each_line(lines: Iterable[bytes], read_line: Callable[[str], Layout]) -> Iterator[Line]:
    """Yield the board of each line that is not blank, or its error."""
    for number, raw in enumerate(lines, 1):
        if raw.isspace():
            continue
        try:
            line = Line(number, read_line(text_of(raw).strip()))
        except (FormatError, InvalidBoardError) as error:
            placed = str(error).startswith(("column ", "byte ", "key "))
            line = Line(number, None, FormatError(f"line {number}{',' if placed else ':'} {error}"))
        yield line


def _read_any(line: str) -> Layout:
    """Return the board of a line in the line format it looks like, or else as a game id."""
    format = line_format(line.encode())
    read_line = None if format is None else format.read_line
    return read_id(line) if read_line is None else read_line(line)


def _whole_file(data: bytes, chosen: Format | None, name: str) -> Iterator[Line]:
    """Yield the boards of a whole file until one cannot be read."""
    number = 0
    try:
        format = chosen or detect(data, name=name)
        for number, layout in enumerate(format.read(data), 1):
            yield Line(number, layout)
    except (FormatError, InvalidBoardError) as error:
        yield Line(number + 1, None, FormatError(str(error)))


def _raw_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream; of one that is too long, only so much that it is seen to be too long."""
    while line := stream.readline(MAX_BYTES + 1):
        yield line
        if len(line) > MAX_BYTES and not line.endswith(b"\n"):
            while (rest := stream.readline(_CHUNK)) and not rest.endswith(b"\n"):
                pass


def _chunks(stream: BinaryIO, head: list[bytes]) -> Iterator[bytes]:
    """Yield what follows the head, up to one byte more than is read."""
    left = MAX_BYTES + 1 - sum(map(len, head))
    while left > 0 and (chunk := stream.read(min(left, _CHUNK))):
        left -= len(chunk)
        yield chunk
