"""Boards as our JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_inputs import damaged, layouts, refused_in_one_line
from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.json_board import read_board, write_board
from surefoot.formats.layout import Layout

KEYS = '{"rows": 2, "cols": 3, "mines": [[1, 2], [0, 0]], "start": [0, 2]}'


def test_the_keys_say_the_board_in_any_order_of_mines() -> None:
    layout = Layout(2, 3, (0, 5), (0, 2))
    assert read_board(KEYS) == layout
    assert json.loads(write_board(layout)) == {
        "rows": 2,
        "cols": 3,
        "mines": [[0, 0], [1, 2]],
        "start": [0, 2],
        "id": "3x2:2,0,m30",
    }


def test_a_line_of_the_board_file_is_read_by_its_id() -> None:
    layout = read_board('{"id": "5x5:3,0,ma6b3610", "mines": 5, "clues_only": false}')
    assert (layout.rows, layout.cols, len(layout.mines), layout.start) == (5, 5, 5, (0, 3))


@given(
    layouts(),
    st.none() | st.dictionaries(st.text(max_size=5), st.none() | st.integers() | st.text(max_size=5), max_size=3),
)
def test_an_object_gives_the_board_and_its_recipe_back(layout: Layout, recipe: dict[str, object] | None) -> None:
    made = Layout(layout.rows, layout.cols, layout.mines, layout.start, recipe)
    text = write_board(made)
    assert "\n" not in text
    back = read_board(text)
    assert back == layout
    assert back.recipe == recipe


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "column 2: expected JSON, got an error: "),
        ('{"rows":\n x}', "line 2, column 2: expected JSON"),
        ("[" * 100_000, "column 1: expected a board in JSON, got values nested too deeply"),
        (
            '{"rows": ' + "9" * 5000 + "}",
            "column 1: expected a board in JSON, got a number with too many digits",
        ),
        ("3", "column 1: expected a JSON object, got 3"),
        ("{}", "column 1: expected keys 'rows', 'cols' and 'mines' or a key 'id', got neither"),
        (KEYS.replace("2,", "2.5,", 1), "key 'rows': expected a whole number, got 2.5"),
        (KEYS.replace("3,", "true,", 1), "key 'cols': expected a whole number, got true"),
        (KEYS.replace("[0, 0]", "[0, 3]"), "key 'mines', item 2: expected [row, col] of 2 rows x 3 columns"),
        (KEYS.replace("[0, 0]", "[1, 2]"), "key 'mines', item 2: expected each mine once, got [1, 2] twice"),
        (KEYS.replace("[0, 2]", "[0]"), "key 'start': expected [row, col] of 2 rows x 3 columns, got [0]"),
        ('{"id": 5}', "key 'id': expected a game id, got 5"),
        ('{"id": "2x2:u00"}', "key 'id', column 6: expected 1 hexadecimal digits, got 2"),
        ('{"id": "2x2:u0", "mines": 3}', "key 'mines': expected 0 as in the id, got 3"),
        (KEYS[:-1] + ', "id": "2x2:u0"}', "key 'id': expected the board of the other keys, got another one"),
        (KEYS[:-1] + ', "recipe": []}', "key 'recipe': expected an object, got []"),
    ],
)
def test_a_broken_object_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_board(text)
    assert str(caught.value).startswith(message)


def test_the_size_is_checked_before_the_mines_are_read() -> None:
    with pytest.raises(InvalidBoardError, match="at most 4000000 cells"):
        read_board('{"rows": 999999999, "cols": 999999999, "mines": []}')


@given(layouts().flatmap(lambda layout: damaged(write_board(layout).encode())))
def test_a_damaged_object_is_read_or_refused(data: bytes) -> None:
    refused_in_one_line(lambda: read_board(data.decode("latin-1")))
