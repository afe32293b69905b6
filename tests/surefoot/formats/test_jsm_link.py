"""Positions in the links of JSMinesweeper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_inputs import damaged, refused_in_one_line
from surefoot.errors import FormatError
from surefoot.formats.jsm_link import read_position
from surefoot.formats.layout import Position

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
KINDS = {"0": 10, "1": 7, "2": 5, "3": 5, "4": 4, "5": 3, "6": 3, "7": 1, "8": 1, "I": 4, "H": 10, "F": 8, "O": 1}


def written(number: int, digits: str, least: int = 1) -> str:
    text = ""
    while number or len(text) < least:
        number, digit = divmod(number, len(digits))
        text = digits[digit] + text
    return text


def link(rows: list[str], mines: int) -> str:
    """Write a link by its description: clues lowered around F and I, then runs."""
    lowered = [list(row) for row in rows]
    for r, row in enumerate(rows):
        for c, kind in enumerate(row):
            for nr in range(max(r - 1, 0), min(r + 2, len(rows))):
                for nc in range(max(c - 1, 0), min(c + 2, len(row))):
                    if kind in "FI" and lowered[nr][nc].isdigit():
                        lowered[nr][nc] = str(int(lowered[nr][nc]) - 1)
    flat = [kind for row in lowered for kind in row]
    starts = {kind: sum(list(KINDS.values())[:at]) for at, kind in enumerate(KINDS)}
    body = written(len(rows[0]), LETTERS, 2) + written(len(rows), LETTERS, 2) + written(mines, LETTERS, 4)
    while flat:
        kind, length = flat[0], 1
        while length < len(flat) and flat[length] == kind:
            length += 1
        del flat[:length]
        own = LETTERS[starts[kind] :][: KINDS[kind]]
        body += own * length if len(own) == 1 else written(length, own)
    return f"https://davidnhill.github.io/JSMinesweeper/?analysis={body}&x=1"


def test_runs_are_numbers_in_the_characters_of_their_kind() -> None:
    # Width 3, height 2, one mine; six zeros are the digit 6 of a to j.
    assert read_position("?analysis=adacaaabg") == Position(("...", "..."), 1)
    # 12 zeros take two of these digits.
    assert read_position("?analysis=amabaaaabc") == Position(("." * 12,), 0)


def test_clues_are_lowered_around_flags_and_hidden_mines() -> None:
    # e and e are four zeros each, 2 is one flag: in truth the zeros are ones.
    assert read_position("?analysis=adadaaabe2e").lines == ("111", "1F1", "111")
    # O is one hidden mine, 9 a flag that lowers nothing.
    assert read_position("?analysis=acacaaabbO9S").lines == ("1#", "F#")


@st.composite
def rows_of_kinds(draw: st.DrawFn) -> list[str]:
    """Rows in which each clue is at least the flags and hidden mines around it."""
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 70))
    rows = [draw(st.text("00011HIFO", min_size=width, max_size=width)) for _ in range(height)]
    for r in range(height):
        for c in range(width):
            if rows[r][c].isdigit():
                near = [row[max(c - 1, 0) : c + 2] for row in rows[max(r - 1, 0) : r + 2]]
                least = sum(part.count("F") + part.count("I") for part in near)
                rows[r] = rows[r][:c] + str(min(8, least + int(rows[r][c]))) + rows[r][c + 1 :]
    return rows


@given(rows_of_kinds(), st.integers(0, 1))
def test_a_link_gives_its_position(rows: list[str], mines: int) -> None:
    ours = str.maketrans("0IHFO", ".##FF")
    assert read_position(link(rows, mines)) == Position(tuple(row.translate(ours) for row in rows), mines)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("?x=1", "column 5: expected a parameter 'analysis=', got none"),
        ("?analysis=ad", "column 13: expected 8 characters of size and mines, got 2"),
        ("?analysis=ad-c", "column 13: expected a letter or digit, got '-'"),
        ("?analysis=aaacaaab", "column 11: expected at least 1 row and 1 column"),
        ("?analysis=99999999", "column 11: expected at most 4000000 cells"),
        ("?analysis=adacaaabf", "column 20: expected 6 cells, got 5"),
        ("?analysis=adacaaabj", "column 19: expected 6 cells, got more"),
        ("?analysis=adacaaahg", "column 15: expected at most 6 mines, got 7"),
        ("?analysis=abacaaaaMO", "column 19: expected a clue up to 8 at row 0, column 0, got 9"),
    ],
)
def test_a_broken_link_is_refused_with_its_column(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_position(text)
    assert str(caught.value).startswith(message)


@given(rows_of_kinds().map(lambda rows: link(rows, 1).encode()).flatmap(damaged))
def test_a_damaged_link_is_read_or_refused(data: bytes) -> None:
    refused_in_one_line(lambda: read_position(data.decode("latin-1")))
