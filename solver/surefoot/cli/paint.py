"""Boards in colour, for people."""

from rich.text import Text

COLOURS = {
    "#": "bright_black",
    ".": "dim",
    "1": "bright_blue",
    "2": "green",
    "3": "red",
    "4": "blue",
    "5": "dark_red",
    "6": "cyan",
    "7": "magenta",
    "8": "white",
    "F": "bold yellow",
    "*": "bold white on red",
}
"""The style of each character of our text style."""


def painted(board: str, *, marked: tuple[int, int] | None = None) -> Text:
    """Return a board's text in our style, in colour and with a blank between cells; one cell may be marked."""
    text = Text(no_wrap=True, overflow="ignore")
    for row, line in enumerate(board.splitlines()):
        for col, character in enumerate(line):
            style = COLOURS.get(character, "")
            text.append(character, f"{style} reverse" if (row, col) == marked else style)
            if col + 1 < len(line):
                text.append(" ")
        text.append("\n")
    text.rstrip()
    return text
