"""The property lists that GGF and SGF share: ``(;NAME[value][value]NAME[value];...)``."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from surefoot.errors import FormatError
from surefoot.othello.places import Places

_NAME = re.compile(r"[A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Tag:
    """One value of a property."""

    name: str
    """The name of the property, in upper case."""
    value: str
    """What stands between the brackets, with a backslash taken off what it protects."""
    where: str
    """Line and column of the value."""


def read_games(text: str) -> Iterator[list[Tag]]:
    """Yield the properties of each game in order; a name with several values comes once for each.

    Of a game tree with variations the first line is followed. Text between the games is skipped. Raise
    `FormatError` with line and column.
    """
    places = Places(text)
    offset = text.find("(")
    while offset >= 0:
        tags, offset = _game(text, offset, places)
        yield tags
        offset = text.find("(", offset)


def _game(text: str, start: int, places: Places) -> tuple[list[Tag], int]:
    tags: list[Tag] = []
    name = ""
    depth, main = 0, True
    offset = start
    while offset < len(text):
        char = text[offset]
        if char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            main = False
            if depth == 0:
                return tags, offset + 1
        elif char == ";":
            name = ""
        elif char == "[":
            value, end = _value(text, offset + 1, places)
            if not name:
                raise FormatError(f"{places[offset]}: expected the name of a property, got '['")
            if main:
                tags.append(Tag(name, value, places[offset + 1]))
            offset = end
            continue
        elif found := _NAME.match(text, offset):
            name = found[0].upper()
            offset = found.end()
            continue
        elif not char.isspace():
            raise FormatError(f"{places[offset]}: expected a property, got {char!r}")
        offset += 1
    raise FormatError(f"{places[start]}: expected a ')' for this '(', got the end of the text")


def _value(text: str, start: int, places: Places) -> tuple[str, int]:
    # The value that starts here, and the offset behind its bracket.
    parts: list[str] = []
    offset = start
    while offset < len(text) and text[offset] != "]":
        if text[offset] == "\\" and offset + 1 < len(text):
            offset += 1
        parts.append(text[offset])
        offset += 1
    if offset == len(text):
        raise FormatError(f"{places[start - 1]}: expected a ']' for this '[', got the end of the text")
    return "".join(parts), offset + 1


def write_tag(name: str, value: str) -> str:
    """Return ``NAME[value]`` with brackets and backslashes of the value protected."""
    escaped = re.sub(r"([\\\]])", r"\\\1", value)
    return f"{name}[{escaped}]"
