"""The chances of a mine painted over the board: for a terminal, and as a picture."""

from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.text import Text

from surefoot.cli.paint import COLOURS
from surefoot.model import Analysis
from surefoot_core.view import View

WIDTH = 4
"""Characters of a cell on a terminal: >99 and a blank."""

SAFEST, WORST = (64, 160, 96), (200, 48, 48)
"""The colours of a chance of 0 and 1, as red, green and blue."""


def percentage(chance: "float | Fraction | None") -> str:
    """Return a chance as a whole number of percent; only what is certain reads 0 or 100.

    >>> [percentage(chance) for chance in (0, 0.001, 0.137, 0.9977, 1, None)]
    ['0', '<1', '14', '>99', '100', '?']
    """
    if chance is None:
        return "?"
    rounded = round(chance * 100)
    if rounded == 0 and chance > 0:
        return "<1"
    if rounded == 100 and chance < 1:
        return ">99"
    return str(rounded)


def colour(chance: "float | Fraction") -> tuple[int, int, int]:
    """Return the colour of a chance, from green over yellow to red."""
    share = float(chance)
    middle = (216, 184, 72)
    one, other, part = (SAFEST, middle, 2 * share) if share < 0.5 else (middle, WORST, 2 * share - 1)
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


def heat_map(view: View, found: Analysis) -> Text:
    """Return the board with the chance of a mine in percent on every hidden cell; the safest is underlined."""
    assert found.probability is not None
    text = Text(no_wrap=True, overflow="ignore")
    for row, line in enumerate(view.to_text().splitlines()):
        if view.topology.kind == "hex" and row % 2:
            text.append(" " * (WIDTH // 2))
        for col, character in enumerate(line):
            chance = found.probability[row][col]
            if character not in "#F":
                text.append(f"{character:^{WIDTH}}", COLOURS.get(character, ""))
            elif chance is None:
                text.append(f"{percentage(chance):^{WIDTH}}", COLOURS["#"])
            else:
                red, green, blue = colour(chance)
                mark = " bold underline" if (row, col) == found.safest else ""
                text.append(f"{percentage(chance):^{WIDTH}}", f"black on rgb({red},{green},{blue}){mark}")
        text.append("\n")
    text.rstrip()
    return text


def save_picture(view: View, found: Analysis, path: Path) -> None:
    """Write the same picture as a PNG file; needs matplotlib (the extra `plot`)."""
    assert found.probability is not None
    figure_module: Any
    try:
        import matplotlib.figure as figure_module
        from matplotlib.patches import Rectangle
    except ImportError:
        raise ModuleNotFoundError("expected matplotlib for a picture: pip install 'surefoot[plot]'") from None
    rows, cols = view.rows, view.cols
    figure = figure_module.Figure(figsize=(max(2.0, cols * 0.45), max(1.0, rows * 0.45)), dpi=100)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(-0.03, cols + 0.03)
    axes.set_ylim(rows + 0.03, -0.03)
    axes.set_axis_off()
    for row, line in enumerate(view.to_text().splitlines()):
        for col, character in enumerate(line):
            chance = found.probability[row][col]
            hidden = character in "#F"
            shade: Any = "white"
            if hidden:
                shade = "lightgrey" if chance is None else tuple(part / 255 for part in colour(chance))
            safest = (row, col) == found.safest
            axes.add_patch(
                Rectangle(
                    (col, row),
                    1,
                    1,
                    facecolor=shade,
                    edgecolor="black" if safest else "grey",
                    linewidth=2.5 if safest else 0.5,
                    zorder=2 if safest else 1,
                )
            )
            sign = percentage(chance) if hidden else character.replace(".", "")
            axes.text(col + 0.5, row + 0.5, sign, ha="center", va="center", fontsize=9 if hidden else 12, zorder=3)
    figure.savefig(path, format="png")
