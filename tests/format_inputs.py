"""Hypothesis strategies and checks that the tests of formats share."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import strategies as st

from surefoot.errors import FormatError, InvalidBoardError
from surefoot.formats.layout import Layout

DATA = Path(__file__).parent / "data"
THIRD_PARTY = Path(
    os.environ.get("SUREFOOT_THIRD_PARTY", Path(__file__).parents[2] / "shared" / "data" / "third_party")
)


def third_party(name: str) -> Path:
    """Return the path of a file made by others, or skip the test where it is not."""
    path = THIRD_PARTY / name
    if not path.exists():
        pytest.skip(f"no {path}")
    return path


@st.composite
def layouts(draw: st.DrawFn, *, with_start: bool | None = None, smallest: int = 1, largest: int = 12) -> Layout:
    """Draw a layout; `with_start` True always has a first reveal, False never, None sometimes."""
    rows = draw(st.integers(smallest, largest))
    cols = draw(st.integers(smallest, largest))
    cells = rows * cols
    mines = draw(st.sets(st.integers(0, cells - 1), max_size=cells)) if cells else set()
    start = None
    if with_start or (with_start is None and cells and draw(st.booleans())):
        start = (draw(st.integers(0, rows - 1)), draw(st.integers(0, cols - 1)))
    return Layout(rows, cols, tuple(sorted(mines)), start)


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """Draw the bytes with a few of them replaced, taken out, doubled, or the rest cut off."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        kind = draw(st.sampled_from(["replace", "insert", "delete", "double", "cut"]))
        if kind == "replace" and data:
            data[at] = draw(st.integers(0, 255))
        elif kind == "insert":
            data[at:at] = draw(st.binary(max_size=4) | st.sampled_from([b"\n", b"9", b"9999999", b",", b" "]))
        elif kind == "delete":
            del data[at : at + draw(st.integers(1, 8))]
        elif kind == "double":
            data[at:at] = data[at : at + draw(st.integers(1, 8))]
        elif kind == "cut":
            del data[at:]
    return bytes(data)


def refused_in_one_line(read: Callable[[], object]) -> bool:
    """Return whether the reader refused; fail unless what it raised is one lower-case line of ours."""
    try:
        read()
    except (FormatError, InvalidBoardError) as error:
        message = str(error)
        assert message
        assert "\n" not in message
        assert not message.endswith(".")
        assert len(message) < 300
        return True
    return False
