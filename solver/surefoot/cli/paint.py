"""Boards in colour, for people."""

from rich.console import Console
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


def painted(board: str, *, marked: tuple[int, int] | None = None, headings: bool = False) -> Text:
    """Return a board's text in our style, in colour and with a blank between cells.

    One cell may be marked; `headings` number the rows and columns.
    """
    lines = board.splitlines()
    text = Text(no_wrap=True, overflow="ignore")
    margin = len(str(len(lines) - 1))
    if headings:
        text.append(column_numbers(len(lines[0]), margin + 1), "dim")
    for row, line in enumerate(lines):
        if headings:
            text.append(f"{row:{margin}} ", "dim")
        for col, character in enumerate(line):
            style = COLOURS.get(character, "")
            text.append(character, f"{style} reverse" if (row, col) == marked else style)
            if col + 1 < len(line):
                text.append(" ")
        text.append("\n")
    text.rstrip()
    return text


def say(console: Console, text: str) -> None:
    """Print sentences: wrapped at words on a terminal, on one line in a pipe or a file."""
    console.print(text, soft_wrap=not console.is_terminal)


def column_numbers(cols: int, margin: int) -> str:
    """Return the numbers of the columns written downwards, the leading digits only where they change."""
    lines = []
    for place in reversed(range(len(str(cols - 1)))):
        unit = 10**place
        signs = [str(col // unit % 10) if col % unit == 0 and (col or unit == 1) else " " for col in range(cols)]
        lines.append(" " * margin + " ".join(signs).rstrip() + "\n")
    return "".join(lines)
