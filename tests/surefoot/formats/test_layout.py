"""Layouts as values."""

import pytest
from hypothesis import given

from format_inputs import layouts
from surefoot.errors import InvalidBoardError
from surefoot.formats.bits import bits_of_mines, mines_of_bits
from surefoot.formats.layout import MAX_CELLS, Layout, check_size


@given(layouts(smallest=0))
def test_bits_give_the_mines_back(layout: Layout) -> None:
    assert mines_of_bits(bits_of_mines(layout.mines, layout.cells), layout.cells) == layout.mines


def test_the_first_cell_is_the_highest_bit() -> None:
    assert bits_of_mines((0, 3), 6) == 0b100100
    assert mines_of_bits(0b100100, 6) == (0, 3)


@pytest.mark.parametrize("mines", [(-1,), (6,), (1, 1), (2, 1)])
def test_mines_off_the_board_doubled_or_out_of_order_are_refused(mines: tuple[int, ...]) -> None:
    with pytest.raises(InvalidBoardError, match="increasing order"):
        Layout(2, 3, mines)


@pytest.mark.parametrize("start", [(-1, 0), (2, 0), (0, 3), (0, -1)])
def test_a_first_reveal_off_the_board_is_refused(start: tuple[int, int]) -> None:
    with pytest.raises(InvalidBoardError, match="first reveal"):
        Layout(2, 3, (), start)


def test_a_first_reveal_on_a_mine_is_legal() -> None:
    assert Layout(1, 1, (0,), (0, 0)).start == (0, 0)


def test_sizes_beyond_the_limit_are_refused() -> None:
    check_size(2000, MAX_CELLS // 2000)
    with pytest.raises(InvalidBoardError, match="at most 4000000 cells"):
        check_size(2000, MAX_CELLS // 2000 + 1)
    with pytest.raises(InvalidBoardError, match="at least 1 row"):
        check_size(0, 3)
    with pytest.raises(InvalidBoardError, match="cells"):
        Layout(10**9, 10**9, ())


def test_rows_show_mines_and_clues() -> None:
    layout = Layout(2, 3, (0, 5))
    assert layout.mine_cells == [(0, 0), (1, 2)]
    assert layout.mine_rows("*", ".") == ["*..", "..*"]
    assert layout.clue_rows("*", ".12345678") == ["*21", "12*"]
    assert Layout(2, 0, ()).mine_rows("*", ".") == ["", ""]


@given(layouts(largest=6))
def test_clues_count_the_mines_among_eight_neighbours(layout: Layout) -> None:
    mines = {divmod(index, layout.cols) for index in layout.mines}
    for row, line in enumerate(layout.clue_rows("*", "012345678")):
        for col, shown in enumerate(line):
            near = sum(abs(row - r) <= 1 and abs(col - c) <= 1 for r, c in mines)
            assert shown == ("*" if (row, col) in mines else str(near))
