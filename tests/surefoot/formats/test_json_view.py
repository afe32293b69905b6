"""Views of every kind as JSON and as text with a head."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.json_view import has_head, read_json_view, read_text_view, write_json_view, write_text_view
from surefoot_core.topology import Topology
from surefoot_core.view import View


@st.composite
def views(draw):
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    kind = draw(st.sampled_from(["rectangle", "torus", "hex", "graph"]))
    if kind == "graph":
        pairs = draw(st.sets(st.tuples(st.integers(0, rows * cols - 1), st.integers(0, rows * cols - 1))))
        lists = [
            sorted({b for a, b in pairs if a == cell != b} | {a for a, b in pairs if b == cell != a})
            for cell in range(rows * cols)
        ]
        topology = Topology.graph(lists, cols=cols)
    else:
        topology = Topology(rows, cols, kind)
    k = draw(st.integers(1, 3))
    text = ["".join(draw(st.sampled_from("#F.12345678")) for _ in range(cols)) for _ in range(rows)]
    known = draw(st.sampled_from(["total", "density", "neither"]))
    return View.from_text(
        text,
        draw(st.integers(0, rows * cols)) if known == "total" else None,
        trust_flags=draw(st.booleans()),
        topology=topology,
        max_mines_per_cell=k,
        density=draw(st.sampled_from([Fraction(1, 4), Fraction(1, 3), Fraction("0.16")]))
        if known == "density"
        else None,
    )


@given(views())
def test_what_is_written_is_read_again(view):
    assert read_json_view(json.dumps(write_json_view(view))) == view
    text = write_text_view(view)
    assert read_text_view(text) == view
    assert has_head(text) == (":" in text)


def test_a_density_is_exact():
    assert read_json_view('{"view": ["#"], "density": 0.1}').density == Fraction(1, 10)
    assert read_json_view('{"view": ["#"], "density": "1/3"}').density == Fraction(1, 3)
    assert read_json_view('{"view": ["#"], "density": 1e-3}').density == Fraction(1, 1000)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"topology": "moebius"}, 'expected "topology" with one of rectangle, torus, hex, got "moebius"'),
        ({"topology": "hex", "neighbours": [[]]}, 'expected either "topology" or "neighbours", got both'),
        ({"neighbours": 3}, 'expected "neighbours" with a list of lists of cell numbers'),
        ({"neighbours": [[1.5], [0]]}, 'expected "neighbours" with a list of lists of cell numbers'),
        ({"neighbours": [[]]}, 'expected "neighbours" of 2 cells, got 1'),
        ({"neighbours": [[1], []]}, "cell 0 names 1 as a neighbour, but 1 does not name 0"),
        ({"max_mines_per_cell": "2"}, 'expected "max_mines_per_cell" with a number, got "2"'),
        ({"max_mines_per_cell": 0}, "expected max_mines_per_cell in 1 .. 4, got 0"),
        ({"density": 1}, 'expected "density" with a number strictly between 0 and 1, got 1'),
        ({"density": True}, 'expected "density" with a number strictly between 0 and 1, got true'),
        ({"density": "1/0"}, 'expected "density" with a number strictly between 0 and 1, got "1/0"'),
        ({"density": 0.5, "mines": 1}, 'expected either "mines" or "density", got both'),
        ({"mines": True}, 'expected "mines" with a number, got true'),
        ({"mines": 1.5}, 'expected "mines" with a number, got 1.5'),
        ({"trust_flags": 1}, 'expected "trust_flags" with true or false, got 1'),
        ({"view": "##"}, 'expected "view" with a list of strings'),
        ({"view": []}, "expected a board as text, got nothing"),
    ],
)
def test_a_wrong_key_is_named(keys, message):
    with pytest.raises((FormatError, InvalidBoardError)) as caught:
        read_json_view(json.dumps({"view": ["##"], **keys}))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "data", [b"", b"[1]", b"{", b"\xff", b'{"view": ["#"], "density": 1e-999999999}', b"[" * 100_000]
)
def test_what_is_no_object_is_refused(data):
    with pytest.raises(FormatError):
        read_json_view(data)


def test_a_head_names_each_key_once():
    with pytest.raises(FormatError, match=r"line 2: expected each of .* once, got 'mines'"):
        read_text_view("mines: 1\nmines: 1\n##\n")
    with pytest.raises(FormatError, match=r"line 2: expected each of .* once, got 'size'"):
        read_text_view("mines: 1\nsize: 2\n##\n")
    assert not has_head("##1\n")
    assert not has_head("")
