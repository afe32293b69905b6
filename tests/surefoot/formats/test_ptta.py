"""Links of PTTA, LlamaSweeper and JSMinesweeper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_inputs import damaged, layouts, refused_in_one_line, third_party
from surefoot.errors import FormatError
from surefoot.formats.layout import Layout
from surefoot.formats.ptta import Host, read_link, write_link

LINK = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?b=0302&m=hg"


def test_five_cells_make_a_character_the_first_cell_highest() -> None:
    layout = Layout(2, 3, (0, 4, 5))
    assert read_link(LINK) == layout
    assert write_link(layout) == LINK


def test_every_published_link_is_written_as_it_was_read() -> None:
    links = third_party("ptta_links.txt").read_text().split()
    assert len(links) == 527
    for link in links:
        assert write_link(read_link(link)) == link


@given(layouts(with_start=False, largest=14), st.sampled_from(Host))
def test_a_link_gives_the_board_back(layout: Layout, host: Host) -> None:
    assert read_link(write_link(layout, host)) == layout


def test_sizes_beyond_99_take_more_digits() -> None:
    layout = Layout(2, 100, (199,))
    assert "?b=100002&m=" in write_link(layout)
    assert read_link(write_link(layout)) == layout


def test_the_levels_have_one_digit_and_missing_mines_are_none() -> None:
    assert read_link("?b=1&m=") == Layout(9, 9, ())
    assert read_link("?b=2&m=g") == Layout(16, 16, (0,))
    assert read_link("?b=3&m=00G") == Layout(16, 30, (10,))
    assert read_link("https://llamasweeper.com/#/game/board-editor?x=1&m=1&b=93") == Layout(3, 9, (4,))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://minesweeper.online/game/123", "column 1: expected a board, got the number of a game"),
        ("https://example.org/", "column 21: expected '?' before the board"),
        ("?b=1", "column 2: expected a parameter 'm=', got none"),
        ("?board=9x9x10&seed=1", "column 2: expected a parameter 'b=', got a seed"),
        ("?b=123&m=0", "column 4: expected 1, 2, 3 or an even number of digits"),
        ("?m=0&b=99999999", "column 8: expected at most 4000000 cells"),
        ("?b=0000&m=0", "column 4: expected at least 1 row"),
        ("?b=0302&m=000", "column 11: expected at most 2 characters of mines, got 3"),
        ("?b=0302&m=0w", "column 12: expected 0-9 or a-v, got 'w'"),
        ("?b=0302&m=_0", "column 11: expected 0-9 or a-v, got '_'"),
    ],
)
def test_a_broken_link_is_refused_with_its_column(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_link(text)
    assert str(caught.value).startswith(message)


@given(layouts().flatmap(lambda layout: damaged(write_link(layout).encode())))
def test_a_damaged_link_is_read_or_refused(data: bytes) -> None:
    refused_in_one_line(lambda: read_link(data.decode("latin-1")))
