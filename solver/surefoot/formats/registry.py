"""Every format by name: how it is recognised, read and written."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from surefoot.errors import FormatError
from surefoot.formats import exercism, json_board, mbf, mine_position, ms_board, ptta, replays, sav, sgt, text
from surefoot.formats.layout import Layout
from surefoot.formats.source import check_length, text_of

_ID = re.compile(r"[0-9]{1,7}(?:x[0-9]{1,7})?[0-9A-Za-z]{0,30}[:#]|https?://[^?#]*#[0-9]")
_LINK = re.compile(r"https?://|\?[bm]=")
_OBJECT = re.compile(r"\{")


@dataclass(frozen=True, slots=True)
class Format:
    """One format; boards that `write` gives one after the other can be read again."""

    name: str
    """What names it, also on the command line."""
    title: str
    """What it is, for people."""
    sniff: Callable[[bytes], bool]
    """Whether a whole file, or a line of a line format, looks like it."""
    read: Callable[[bytes], Iterator[Layout]]
    """The boards of a whole file, up to the first that cannot be read."""
    read_line: Callable[[str], Layout] | None = None
    """The board of one line, where each line is a board; its errors name the column."""
    write: Callable[[Layout], bytes] | None = None
    """The bytes of one board; None where only reading is offered."""
    suffixes: tuple[str, ...] = ()
    """The endings of its files' names, which decide only where the content does not."""


def named(name: str) -> Format:
    """Return the format of a name; `FormatError` lists the names."""
    if name not in FORMATS:
        raise FormatError(f"expected one of the formats {', '.join(FORMATS)}, got {name!r}")
    return FORMATS[name]


def detect(data: bytes, *, name: str = "") -> Format:
    """Return the format of a whole file's bytes, by its content, else by the ending of its name."""
    check_length(data)
    if not data.strip():
        raise FormatError("byte 0: expected a board, got nothing")
    for format in FORMATS.values():
        if format.sniff(data):
            return format
    for format in FORMATS.values():
        if name.lower().endswith(format.suffixes or ("/",)):
            return format
    raise FormatError(f"byte 0: expected a board in one of the formats {', '.join(FORMATS)}, got none of them")


def line_format(line: bytes) -> Format | None:
    """Return the format of a line that is a board by itself, or None."""
    return next((format for format in _LINE_FORMATS if format.sniff(line)), None)


def write_board(layout: Layout, format: str) -> bytes:
    """Return the bytes of one board in the named format."""
    write = named(format).write
    if write is None:
        raise FormatError(f"expected a format that is written ({', '.join(WRITABLE)}), got {format!r}")
    return write(layout)


def _begins(pattern: re.Pattern[str]) -> Callable[[bytes], bool]:
    """Return a test whether the first line that is not blank begins with the pattern."""

    def sniff(data: bytes) -> bool:
        return pattern.match(data[:4096].lstrip().decode("ascii", "replace")) is not None

    return sniff


def _text(looks_like: Callable[[str], bool]) -> Callable[[bytes], bool]:
    """Return a test of bytes that decodes them first."""

    def sniff(data: bytes) -> bool:
        try:
            return looks_like(text_of(data))
        except FormatError:
            return False

    return sniff


def _boards(read: Callable[[str], Iterator[Layout]]) -> Callable[[bytes], Iterator[Layout]]:
    """Return a reader of bytes for a reader of the boards in a text."""
    return lambda data: read(text_of(data))


def _each_line(read_line: Callable[[str], Layout]) -> Callable[[bytes], Iterator[Layout]]:
    """Return a reader of bytes for a reader of a line."""
    return lambda data: (read_line(line.strip()) for line in text_of(data).split("\n") if line.strip())


def _one(read: Callable[[str], Layout]) -> Callable[[bytes], Iterator[Layout]]:
    """Return a reader of bytes for a reader of the one board in a text."""
    return lambda data: iter((read(text_of(data)),))


def _binary(read: Callable[[bytes], Layout]) -> Callable[[bytes], Iterator[Layout]]:
    """Return a reader of many boards for a reader of the one board in bytes."""
    return lambda data: iter((read(data),))


def _never(data: bytes) -> bool:
    """Return False: the content of such a file does not show its format."""
    return False


def _encoded(write: Callable[[Layout], str], end: str = "") -> Callable[[Layout], bytes]:
    """Return a writer of bytes for a writer of text."""
    return lambda layout: (write(layout) + end).encode("utf-8")


_ALL = (
    Format(
        "sgt",
        "game ids of Simon Tatham's Mines, one a line",
        _begins(_ID),
        _each_line(sgt.read_id),
        read_line=sgt.read_id,
        write=_encoded(sgt.write_id, "\n"),
    ),
    Format(
        "ptta",
        "links of PTTA, LlamaSweeper and JSMinesweeper, one a line",
        _begins(_LINK),
        _each_line(ptta.read_link),
        read_line=ptta.read_link,
        write=_encoded(ptta.write_link, "\n"),
    ),
    Format(
        "json",
        "our JSON, an object a line or a whole file",
        _begins(_OBJECT),
        _one(json_board.read_board),
        read_line=json_board.read_board,
        write=_encoded(json_board.write_board, "\n"),
        suffixes=(".json", ".jsonl"),
    ),
    Format(
        "sav",
        "save files of Simon Tatham's Mines",
        sav.looks_like,
        _binary(sav.read_save),
        write=sav.write_save,
        suffixes=(".sav", ".sgtp"),
    ),
    Format(
        "board",
        "board files of ms-toollib",
        _text(ms_board.looks_like),
        _boards(ms_board.read_boards),
        write=_encoded(ms_board.write_board),
        suffixes=(".board",),
    ),
    Format(
        "mine",
        "positions of JSMinesweeper that show the whole board",
        _text(mine_position.looks_like),
        _boards(mine_position.read_boards),
        write=_encoded(mine_position.write_board),
        suffixes=(".mine",),
    ),
    Format(
        "rawvf",
        "replays as text",
        _text(replays.looks_like_rawvf),
        _one(replays.read_rawvf),
        suffixes=(".rawvf",),
    ),
    Format(
        "mvf",
        "replays of Minesweeper Clone",
        replays.looks_like_mvf,
        _binary(replays.read_mvf),
        suffixes=(".mvf",),
    ),
    Format(
        "rmv",
        "replays of Viennasweeper",
        replays.looks_like_rmv,
        _binary(replays.read_rmv),
        suffixes=(".rmv",),
    ),
    Format(
        "avf",
        "replays of Arbiter and FreeSweeper",
        replays.looks_like_avf,
        _binary(replays.read_avf),
        suffixes=(".avf",),
    ),
    Format(
        "evf",
        "replays of Metasweeper, version 3 or 4",
        _never,
        _binary(replays.read_evf),
        suffixes=(".evf",),
    ),
    Format(
        "mbf",
        "Minesweeper board files, binary or as hexadecimal digits",
        mbf.looks_like,
        mbf.read_boards,
        write=mbf.write_board,
        suffixes=(".mbf", ".abf"),
    ),
    Format(
        "text",
        "plain text, '*' for a mine, an empty line between boards",
        _text(text.looks_like),
        _boards(text.read_layouts),
        write=_encoded(text.write_layout, "\n"),
    ),
    Format(
        "exercism",
        "teaching boards of Exercism",
        _never,
        _one(exercism.read_board),
        write=_encoded(exercism.write_board),
    ),
)
FORMATS = {format.name: format for format in _ALL}
"""Every format by its name, in the order in which content is tried."""
WRITABLE = tuple(format.name for format in _ALL if format.write is not None)
"""The names of the formats that `write_board` takes."""
_LINE_FORMATS = tuple(format for format in _ALL if format.read_line is not None)
