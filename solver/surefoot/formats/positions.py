"""Positions of every format that has them, found by their content."""

from surefoot.errors import FormatError
from surefoot.formats import jsm_link, mine_position, ms_board, text
from surefoot.formats.layout import Position
from surefoot.formats.source import text_of


def read_position(data: bytes, *, mines: int | None = None, style: str = "surefoot") -> Position:
    """Return the one position of a file: a ``.board`` or ``.mine`` file, an analysis link, else text in the style.

    `mines` is the mine total, which text has not; `FormatError` if the file names another one.
    """
    content = text_of(data)
    if ms_board.looks_like(content):
        position = ms_board.read_file(content).position
        if position is None:
            raise FormatError("line 1: expected a section [view], got only a board")
    elif mine_position.looks_like(content):
        position = mine_position.read_position(content)
    elif jsm_link.looks_like(content):
        position = jsm_link.read_position(content.strip())
    else:
        return text.read_position(content, mines=mines, style=style)
    if mines is not None and mines != position.mines:
        raise FormatError(f"line 1: expected a total of {mines} mines, got {position.mines}")
    return position
