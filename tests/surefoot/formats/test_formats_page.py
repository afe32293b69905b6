"""The page on formats names every format, and its example runs."""

import doctest
from pathlib import Path

import pytest

from surefoot.formats.registry import FORMATS

PAGE = Path(__file__).parents[3] / "docs" / "formats.md"


def test_every_format_has_its_row_in_the_order_in_which_content_is_tried() -> None:
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    named = [row.split("`")[1] for row in rows]
    assert named == list(FORMATS)
    for row, format in zip(rows, FORMATS.values(), strict=True):
        assert all(suffix in PAGE.read_text() for suffix in format.suffixes)
        assert row.split("|")[4].strip() == ("yes" if format.write else "no")


def test_the_example_gives_what_the_page_says() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted > 5
    if result.failed:
        pytest.fail("the example on docs/formats.md gives something else, printed above")
