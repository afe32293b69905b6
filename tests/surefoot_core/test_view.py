"""Views: reading and writing text, arrays without a copy, and values that stay as they are."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import strategies
from surefoot_core.errors import FormatError, InvalidBoardError, InvalidCellError
from surefoot_core.topology import MAX_CELLS, Topology
from surefoot_core.view import HIDDEN_CELL, KNOWN_MINE, View


@given(strategies.scattered_views(max_cells=40), st.sampled_from(["surefoot", "plain"]))
def test_text_is_read_and_written_alike(drawn, style):
    view = View.from_text(drawn.view, len(drawn.mines))
    assert view.to_text().split("\n") == drawn.view
    text = view.to_text(style=style)
    assert View.from_text(text, len(drawn.mines), style=style) == view
    assert View.from_text(text + "\n\n", len(drawn.mines), style=style) == view
    clue = oracles.numbers(drawn.mines, oracles.rectangle(drawn.rows, drawn.cols))
    for cell, number in clue.items():
        assert view[cell] == (number if cell in drawn.revealed else HIDDEN_CELL)
    assert view.hidden == len(clue) - len(drawn.revealed)
    assert (view.rows, view.cols, view.mines) == (drawn.rows, drawn.cols, len(drawn.mines))


def test_plain_text_has_dots_for_hidden_and_blanks_for_zero():
    view = View.from_text("##1\n211\n...", 2)
    assert view.to_text(style="plain") == "..1\n211\n   "
    assert View.from_text("0F1\n211\n00 ", 2, style="plain") == View.from_text(".#1\n211\n...", 2)
    for call in (lambda: view.to_text(style="fancy"), lambda: View.from_text("#", 0, style="fancy")):
        with pytest.raises(ValueError, match="expected a style of surefoot, plain, got 'fancy'"):
            call()


def test_flags_are_hidden_cells_or_known_mines():
    text = "F1\n.F"
    assert View.from_text(text, 2) == View.from_text("#1\n0#", 2)
    trusted = View.from_text(text, 2, trust_flags=True)
    assert (trusted[0, 0], trusted[1, 1], trusted.hidden) == (KNOWN_MINE, KNOWN_MINE, 2)
    assert trusted.to_text() == text
    assert trusted != View.from_text(text, 2)


@given(strategies.ragged_texts())
def test_rows_of_unequal_length_are_refused(text):
    with pytest.raises(FormatError, match=r"row \d+ has \d+ cells, expected \d+"):
        View.from_text(text, None)


@pytest.mark.parametrize(
    ("text", "style", "message"),
    [
        ("", "surefoot", "got nothing"),
        ("\n\n", "surefoot", "got nothing"),
        ([], "plain", "got nothing"),
        ("..\n.9", "surefoot", "row 2, column 2: expected '#', '.', a digit 0 .. 8 or 'F', got '9'"),
        ("*.", "surefoot", "row 1, column 1: .* got '\\*'"),
        ("a", "surefoot", "got 'a'"),
        ("1 2", "surefoot", "row 1, column 2: .* got ' '"),
        ("1#", "plain", "row 1, column 2: expected '.', ' '"),
        ("1٣", "surefoot", "got '٣'"),
        ("1\n\n1", "surefoot", "row 2 has 0 cells, expected 1"),
    ],
)
def test_text_that_is_no_view_is_refused_with_the_place(text, style, message):
    with pytest.raises(FormatError, match=message):
        View.from_text(text, None, style=style)


@given(strategies.garbage_texts())
def test_any_text_is_read_or_refused(text):
    try:
        view = View.from_text(text, None)
    except FormatError:
        return
    assert set(view.to_text()) <= set("#.12345678\n")


@given(strategies.scattered_views(max_cells=40))
def test_an_array_is_shared_and_cannot_be_written(drawn):
    view = View.from_text(drawn.view, None)
    array = np.asarray(view)
    assert (array.shape, array.dtype) == ((drawn.rows, drawn.cols), np.uint8)
    assert array.__array_interface__["data"] == np.asarray(view).__array_interface__["data"]
    assert [[view[r, c] for c in range(drawn.cols)] for r in range(drawn.rows)] == array.tolist()
    with pytest.raises(ValueError, match="read-only"):
        array[0, 0] = 0
    assert View.from_array(array, None) == view
    assert View.from_array(np.asfortranarray(array), None) == view
    assert View.from_array(np.repeat(array, 2, axis=1)[:, ::2], None) == view
    assert bytes(view) == array.tobytes()
    memory = memoryview(view)
    del view, array
    assert memory.readonly
    assert memory.shape == (drawn.rows, drawn.cols)


@pytest.mark.parametrize("value", [9, 100, 253])
def test_an_array_with_what_is_no_cell_is_refused(value):
    with pytest.raises(InvalidBoardError, match=f"row 1, column 0: expected a clue 0 .. 8, got {value}"):
        View.from_array(np.array([[0, 0], [value, 0]], dtype=np.uint8), None)


def test_arrays_of_another_shape_are_refused():
    with pytest.raises(InvalidBoardError, match=r"two dimensions, got shape \(4,\)"):
        View.from_array(np.zeros(4, dtype=np.uint8), None)
    with pytest.raises(InvalidBoardError, match="two dimensions, got shape None"):
        View.from_array([[0]], None)
    with pytest.raises(InvalidBoardError, match="expected 2 x 3 cells, got 3 x 2"):
        View(2, 3, None, np.zeros((3, 2), dtype=np.uint8))
    with pytest.raises(InvalidBoardError, match="got 0 x 3"):
        View.from_array(np.zeros((0, 3), dtype=np.uint8), None)
    with pytest.raises(ValueError, match="dtype mismatch"):
        View.from_array(np.zeros((2, 2), dtype=np.int64), None)


@pytest.mark.parametrize("mines", [-1, 5, 10**30])
def test_a_mine_total_that_no_board_has_is_refused(mines):
    with pytest.raises(InvalidBoardError, match=r"expected a mine total in 0 .. 4 for 2 x 2 cells, got"):
        View(2, 2, mines)


@pytest.mark.parametrize("size", [(0, 1), (1, 0), (-2, 3), (10**9, 10**9), (10**30, 2)])
def test_sizes_that_no_board_has_are_refused(size):
    with pytest.raises(InvalidBoardError, match=f"expected a board of 1 to {MAX_CELLS} cells"):
        View(*size, None)


def test_a_mine_total_is_a_whole_number():
    with pytest.raises(TypeError, match="float"):
        View(2, 2, 1.5)


@pytest.mark.parametrize("place", [(-1, 0), (0, -1), (2, 0), (0, 3), (10**20, 0)])
def test_cells_off_the_view_are_refused(place):
    with pytest.raises(InvalidCellError, match="expected a cell of 2 x 3, got"):
        View(2, 3, None)[place]


def test_a_view_is_a_value():
    view = View.from_text("#1\n..", 1)
    same = [copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view)), View.from_text("#1\n00", 1)]
    assert all(twin == view and hash(twin) == hash(view) for twin in same)
    others = ["#1\n.#", "#1..", "#1\n.1"]
    assert all(View.from_text(text, 1) != view for text in others)
    assert view != View.from_text("#1\n..", 2)
    assert view != View.from_text("#1\n..", None)
    assert view.without_total() == View.from_text("#1\n..", None)
    assert view != "#1\n.."
    assert eval(repr(view), {"View": View}) == view


def test_a_new_view_is_hidden():
    view = View(2, 3, 4)
    assert view.to_text() == "###\n###"
    assert view.hidden == 6


def test_clues_that_have_no_character_are_still_shown():
    star = Topology.graph([list(range(1, 42)), *[[0]] * 41])
    cells = np.full((1, 42), HIDDEN_CELL, dtype=np.uint8)
    cells[0, 0] = 40
    view = View.from_array(cells, None, topology=star)
    assert view[0, 0] == 40
    assert view.to_text() == "+" + "#" * 41
    assert "+" in repr(view)


def test_small_numpy_integers_do_not_wrap_around():
    hundred = np.int8(100)
    view = View(hundred, hundred, 0)
    assert (view.rows, view.cols, view.hidden) == (100, 100, 10_000)
    assert Topology(hundred, hundred).neighbours(9_999) == [9_898, 9_899, 9_998]
    assert View.from_text(["#" * 100] * 99 + ["." * 100], 0)[np.uint8(99), np.uint8(99)] == 0
    with pytest.raises(InvalidBoardError):
        View(np.uint16(40_000), np.uint16(40_000), 0)
