"""Hypothesis strategies that the tests share. They use the oracle and nothing else of this project."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

import oracles
from oracles import Cell


@dataclass(frozen=True)
class Drawn:
    """A layout with some of its safe cells revealed."""

    rows: int
    cols: int
    mines: frozenset[Cell]
    revealed: frozenset[Cell] = frozenset()

    @property
    def view(self) -> list[str]:
        """What a player sees, in rows of text."""
        return oracles.show(self.rows, self.cols, self.mines, self.revealed)

    @property
    def layout(self) -> list[str]:
        """Everything, in rows of text."""
        return oracles.draw(self.rows, self.cols, self.mines)

    def __repr__(self) -> str:
        """Show what a failing test needs: the layout and the view."""
        return f"<{len(self.mines)} mines, layout {self.layout}, view {self.view}>"


@st.composite
def sizes(draw: st.DrawFn, *, max_cells: int = 16, max_side: int = 8) -> tuple[int, int]:
    """Rows and columns: from 1x1, also one row or one column, of at most `max_cells` cells."""
    rows = draw(st.integers(1, min(max_side, max_cells)))
    return rows, draw(st.integers(1, min(max_side, max_cells // rows)))


@st.composite
def layouts(
    draw: st.DrawFn,
    *,
    max_cells: int = 16,
    max_side: int = 8,
    min_mines: int = 0,
    max_mines: int | None = None,
) -> Drawn:
    """A board with nothing revealed; any number of mines, no mine and all mines among them."""
    rows, cols = draw(sizes(max_cells=max_cells, max_side=max_side).filter(lambda s: s[0] * s[1] >= min_mines))
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    most = len(cells) if max_mines is None else min(max_mines, len(cells))
    number = draw(st.integers(min_mines, most))
    return Drawn(rows, cols, frozenset(draw(st.permutations(cells))[:number]))


@st.composite
def scattered_views(draw: st.DrawFn, **size: int) -> Drawn:
    """A layout with any set of safe cells revealed, zeros without their cascade."""
    board = draw(layouts(**size))
    safe = sorted(set(oracles.rectangle(board.rows, board.cols)) - board.mines)
    keep = draw(st.lists(st.booleans(), min_size=len(safe), max_size=len(safe)))
    revealed = frozenset(cell for cell, kept in zip(safe, keep, strict=True) if kept)
    return Drawn(board.rows, board.cols, board.mines, revealed)


@st.composite
def played_views(draw: st.DrawFn, *, max_reveals: int = 4, **size: int) -> Drawn:
    """A layout after some safe reveals with their cascades, as they come up in a game."""
    board = draw(layouts(**size))
    around = oracles.rectangle(board.rows, board.cols)
    safe = sorted(set(around) - board.mines)
    revealed: set[Cell] = set()
    for _ in range(draw(st.integers(0, max_reveals)) if safe else 0):
        revealed |= oracles.flood(draw(st.sampled_from(safe)), board.mines, around)
    return Drawn(board.rows, board.cols, board.mines, frozenset(revealed))


@st.composite
def contradictory_views(draw: st.DrawFn, **size: int) -> tuple[list[str], int]:
    """A view and a mine total that no layout fits: clues of a consistent one altered, or its total.

    The total is at most the number of cells: beyond that it is no board at all.
    """
    board = draw(scattered_views(**size).filter(lambda board: board.revealed))
    view, mines = [list(row) for row in board.view], len(board.mines)
    for r, c in draw(st.lists(st.sampled_from(sorted(board.revealed)), max_size=2)):
        view[r][c] = oracles.character(draw(st.integers(0, 8)))
    mines = min(max(0, mines + draw(st.sampled_from([0, 0, 0, -1, 1, 2, 5]))), board.rows * board.cols)
    texts = ["".join(row) for row in view]
    if oracles.truth(texts, mines).count:
        mines = board.rows * board.cols - len(board.revealed) + 1  # more mines than hidden cells
    return texts, mines


@st.composite
def flagged(draw: st.DrawFn, views: st.SearchStrategy[Drawn], *, right: bool) -> tuple[Drawn, list[str]]:
    """A view with flags on some hidden cells, on mines only if `right`: its source, and the text with `F`."""
    board = draw(views)
    hidden = sorted(set(oracles.rectangle(board.rows, board.cols)) - board.revealed)
    flags = draw(st.sets(st.sampled_from(hidden))) if hidden else set()
    if right:
        flags &= board.mines
    return board, [
        "".join("F" if (r, c) in flags else char for c, char in enumerate(row)) for r, row in enumerate(board.view)
    ]


def view_texts() -> st.SearchStrategy[str]:
    """Rectangular texts in the alphabet of views; most of them fit no layout."""
    return sizes(max_cells=40).flatmap(
        lambda size: st.lists(
            st.text("#.012345678F", min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]
        ).map("\n".join)
    )


@st.composite
def ragged_texts(draw: st.DrawFn) -> str:
    """Texts of a view with one row of another length."""
    rows = draw(view_texts().map(str.split).filter(lambda rows: len(rows) > 1))
    at = draw(st.integers(0, len(rows) - 1))
    rows[at] = draw(st.sampled_from([rows[at] + "#", rows[at] + "1", rows[at][1:] or "##"]))
    return "\n".join(rows)


def garbage_texts() -> st.SearchStrategy[str]:
    """Texts with at least one character that no view, layout or line break has."""
    strange = st.text(min_size=0, max_size=30)
    return st.builds(
        lambda text, at, bad: text[:at] + bad + text[at:],
        st.one_of(view_texts(), strange),
        st.integers(0, 30),
        st.sampled_from(["9", "x", "@", "\0", "é", "🚩", "-1", "٣", "²"]),
    )
