"""The teaching boards of Exercism."""

import pytest
from hypothesis import given

from format_inputs import damaged, layouts, refused_in_one_line
from surefoot.errors import FormatError
from surefoot.formats.exercism import read_board, write_annotated, write_board
from surefoot.formats.layout import Layout


@pytest.mark.parametrize(
    ("board", "annotated"),
    [
        ("", ""),
        ("\n", "\n"),
        ("   \n   \n   \n", "   \n   \n   \n"),
        ("***\n* *\n***\n", "***\n*8*\n***\n"),
        (" * * \n", "1*2*1\n"),
        (
            " *  * \n  *   \n    * \n   * *\n *  * \n      \n",
            "1*22*1\n12*322\n 123*2\n112*4*\n1*22*2\n111111\n",
        ),
    ],
)
def test_the_boards_of_the_exercise_are_annotated_as_it_asks(board: str, annotated: str) -> None:
    layout = read_board(board)
    assert write_board(layout) == board
    assert write_annotated(layout) == annotated
    assert read_board(annotated) == layout


def test_a_board_may_have_no_rows_or_no_columns() -> None:
    assert read_board("") == Layout(0, 0, ())
    assert read_board("\n\n") == Layout(2, 0, ())


@given(layouts(with_start=False, smallest=0))
def test_a_board_is_read_as_it_was_written(layout: Layout) -> None:
    expected = layout if layout.rows else Layout(0, 0, ())
    assert read_board(write_board(layout)) == expected
    assert read_board(write_annotated(layout)) == expected


def test_a_broken_board_is_refused_with_its_place() -> None:
    with pytest.raises(FormatError, match="line 2: row 2 has 1 cells, expected 2"):
        read_board("**\n*\n")
    with pytest.raises(FormatError, match=r"line 1, column 2: expected .*, got 'x'"):
        read_board("*x\n")


@given(layouts(smallest=0).flatmap(lambda layout: damaged(write_annotated(layout).encode())))
def test_a_damaged_board_is_read_or_refused(data: bytes) -> None:
    refused_in_one_line(lambda: read_board(data.decode("latin-1")))
