"""Bytes to lines and numbers, with the place in every error."""

from collections.abc import Sequence

from surefoot.errors import FormatError

MAX_BYTES = 16 * 1024 * 1024
"""The most bytes of a file, or of one line of a stream, that are read."""


def text_of(data: bytes) -> str:
    """Return the text of UTF-8 bytes without a byte order mark, with line ends as ``\\n``."""
    check_length(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(f"byte {error.start}: expected UTF-8 text, got 0x{data[error.start]:02x}") from None
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, without the empty ones at its end."""
    lines = text.split("\n")
    while lines and not lines[-1]:
        lines.pop()
    return lines


def check_length(data: bytes) -> None:
    """Raise `FormatError` for more than `MAX_BYTES` bytes."""
    if len(data) > MAX_BYTES:
        raise FormatError(f"expected at most {MAX_BYTES} bytes, got {len(data)}")


def check_rows(lines: Sequence[str], cols: int, first_line: int, known: str | None = None) -> None:
    """Raise `FormatError` unless each row has `cols` cells, all of them among the `known` characters if given.

    `first_line` is the number of the first row's line in its file.
    """
    for row, line in enumerate(lines, 1):
        number = first_line + row - 1
        if len(line) != cols:
            raise FormatError(f"line {number}: row {row} has {len(line)} cells, expected {cols}")
        if known is not None and line.strip(known):
            column = next(at for at, cell in enumerate(line, 1) if cell not in known)
            raise FormatError(f"line {number}, column {column}: expected one of {known!r}, got {line[column - 1]!r}")


def marked(lines: Sequence[str], marks: str) -> tuple[int, ...]:
    """Return the indices of the cells that are one of the characters, counted row by row."""
    return tuple(at for at, cell in enumerate("".join(lines)) if cell in marks)


def decimal(text: str, place: str) -> int:
    """Return the number in one to nine ASCII digits; `place` is what an error begins with."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        shown = repr(text if len(text) <= 20 else text[:20] + "...")
        raise FormatError(f"{place}: expected a number of at most nine digits, got {shown}")
    return int(text)


class Cursor:
    """A place in bytes that moves on with each number read, most significant byte first."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        """Start at offset `at`."""
        check_length(data)
        self.data = data
        self.at = at

    def take(self, size: int) -> bytes:
        """Return the next `size` bytes."""
        taken = self.data[self.at : self.at + size]
        if len(taken) < size:
            raise FormatError(f"byte {self.at}: expected {size} more bytes, got {len(taken)}")
        self.at += size
        return taken

    def number(self, size: int) -> int:
        """Return the next number of `size` bytes."""
        return int.from_bytes(self.take(size))

    def ended_text(self) -> bytes:
        """Return the bytes before the next zero byte, and move past it."""
        end = self.data.find(b"\0", self.at)
        if end < 0:
            raise FormatError(f"byte {self.at}: expected a text that a zero byte ends, got none")
        taken = self.data[self.at : end]
        self.at = end + 1
        return taken

    def places(self, count: int, rows: int, cols: int, *, row_first: bool, base: int) -> tuple[int, ...]:
        """Return the sorted indices of `count` mines, a byte for each coordinate, counted from `base`."""
        begin = self.at
        pairs = self.take(2 * count)
        rows_of, cols_of = (pairs[::2], pairs[1::2]) if row_first else (pairs[1::2], pairs[::2])
        seen = set()
        for number, (row, col) in enumerate(zip(rows_of, cols_of, strict=True)):
            index = (row - base) * cols + col - base
            if not (0 <= row - base < rows and 0 <= col - base < cols) or index in seen:
                problem = "each mine once" if index in seen else f"a mine within {rows} rows x {cols} columns"
                place = f"row {row - base}, column {col - base}"
                raise FormatError(f"byte {begin + 2 * number}: expected {problem}, got {place}")
            seen.add(index)
        return tuple(sorted(seen))
