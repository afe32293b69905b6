"""Board files of ms-toollib (``.board``, "MINESWEEPER-BOARD v0.1"): a board, and what a player sees of it.

Lines that begin with ``#`` are comments, but the first names the format. ``key: value`` lines come before the
sections; `rows`, `columns`, `mines` and `game_mode` are required. ``[real]`` holds the board as ``*`` and
clues, ``[view]`` the position: ``U`` hidden, ``0`` to ``8``, ``F`` flag, ``?`` question mark, ``X`` exploded
mine, ``@`` mine shown at the end, ``#`` wrong flag. At least one section must be there. Only
``Render: ascii`` is read.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.layout import Layout, Position, check_size
from surefoot.formats.source import check_rows, decimal, lines_of, marked

MAGIC = "# MINESWEEPER-BOARD"
_REQUIRED = ("rows", "columns", "mines", "game_mode")
_REAL = "*012345678"
_VIEW = "U012345678F?X@#"
_OURS = str.maketrans("U0?X@#", "#.#FF#")


@dataclass(frozen=True, slots=True)
class BoardFile:
    """What a board file holds; at least one of the layout and the position is there."""

    layout: Layout | None
    """The board of the section ``[real]``."""
    position: Position | None
    """The position of ``[view]``: a mine shown is a flag, a question mark or wrong flag is hidden."""


@dataclass(slots=True)
class _Parts:
    """The lines of one board file, sorted."""

    values: dict[str, tuple[int, str]]
    """The number of the line and the value of each key."""
    sections: dict[str, tuple[int, list[str]]]
    """The number of the line of each section's name, and its rows."""


def looks_like(text: str) -> bool:
    """Return whether the text begins with the name of the format."""
    return text.startswith(MAGIC)


def read_file(text: str) -> BoardFile:
    """Return the one board of a text."""
    return _understood(_sorted(lines_of(text), 1))


def read_board(text: str) -> Layout:
    """Return the board of a text's section ``[real]``."""
    return _real(read_file(text), 1)


def read_boards(text: str) -> Iterator[Layout]:
    """Yield the boards of a text that holds one after the other."""
    lines = lines_of(text)
    starts = [0] + [at for at, line in enumerate(lines) if at and line.startswith(MAGIC)]
    for begin, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield _real(_understood(_sorted(lines[begin:end], begin + 1)), begin + 1)


def write_board(layout: Layout, position: Position | None = None, *, game_mode: str = "classic") -> str:
    """Return the text of a board, and of a position on it where one is given."""
    check_size(layout.rows, layout.cols)
    head = [f"{MAGIC} v0.1", "# Render: ascii", f"rows: {layout.rows}", f"columns: {layout.cols}"]
    head += [f"mines: {len(layout.mines)}", f"game_mode: {game_mode}", "[real]"]
    lines = head + layout.clue_rows("*", "012345678")
    if position is not None:
        lines.append("[view]")
        lines.extend(line.translate({ord("#"): "U", ord("."): "0"}) for line in position.lines)
    return "".join(line + "\n" for line in lines)


def _sorted(lines: list[str], first_line: int) -> _Parts:
    """Return the values and sections among the lines of one board file."""
    if not lines or not looks_like(lines[0]):
        shown = repr(lines[0][:30]) if lines else "nothing"
        raise FormatError(f"line {first_line}, column 1: expected {MAGIC + ' v0.1'!r}, got {shown}")
    if lines[0].split()[2:] != ["v0.1"]:
        raise FormatError(f"line {first_line}, column {len(MAGIC) + 2}: expected version v0.1, got {lines[0][:40]!r}")
    parts = _Parts({}, {})
    rows: list[str] | None = None
    for number, line in enumerate(lines[1:], first_line + 1):
        bare = line.strip()
        if bare in ("[real]", "[view]"):
            if bare in parts.sections:
                raise FormatError(f"line {number}: expected {bare} once, got it twice")
            rows = []
            parts.sections[bare] = (number, rows)
        elif rows is not None:
            if bare:
                rows.append(bare)
        elif bare.startswith("#"):
            render = bare[1:].replace(" ", "").lower()
            if render.startswith("render:") and render != "render:ascii":
                raise FormatError(f"line {number}: expected a board in ascii, got {bare[:40]!r}")
        elif bare:
            key, colon, value = bare.partition(":")
            if not colon:
                raise FormatError(f"line {number}, column 1: expected 'key: value', got {bare[:20]!r}")
            parts.values.setdefault(key.strip(), (number, value.strip()))
    for key in _REQUIRED:
        if key not in parts.values:
            raise FormatError(f"line {first_line}: expected a line '{key}: ...', got none")
    if not parts.sections:
        raise FormatError(f"line {first_line}: expected a section [real] or [view], got none")
    return parts


def _understood(parts: _Parts) -> BoardFile:
    """Return what the values and sections mean, checked against each other."""
    rows, cols, mines = (decimal(parts.values[key][1], f"line {parts.values[key][0]}") for key in _REQUIRED[:3])
    try:
        check_size(rows, cols)
    except InvalidBoardError as error:
        raise FormatError(f"line {parts.values['rows'][0]}: {error}") from None
    if mines > rows * cols:
        raise FormatError(f"line {parts.values['mines'][0]}: expected at most {rows * cols} mines, got {mines}")
    layout = position = None
    for section, (number, lines) in parts.sections.items():
        if len(lines) != rows:
            raise FormatError(f"line {number}: expected {rows} rows, got {len(lines)}")
        check_rows(lines, cols, number + 1, _REAL if section == "[real]" else _VIEW)
        if section == "[view]":
            position = Position(tuple(line.translate(_OURS) for line in lines), mines)
            continue
        layout = Layout(rows, cols, marked(lines, "*"))
        if len(layout.mines) != mines:
            raise FormatError(f"line {number}: expected {mines} mines as named, got {len(layout.mines)}")
        for row, (line, right) in enumerate(zip(lines, layout.clue_rows("*", "012345678"), strict=True)):
            if line != right:
                col = next(at for at in range(cols) if line[at] != right[at])
                place = f"line {number + row + 1}, column {col + 1}"
                raise FormatError(f"{place}: expected the clue {right[col]}, got {line[col]}")
    return BoardFile(layout, position)


def _real(file: BoardFile, first_line: int) -> Layout:
    """Return the board, or raise `FormatError` if only a position is there."""
    if file.layout is None:
        raise FormatError(f"line {first_line}: expected a section [real], got only a position")
    return file.layout
