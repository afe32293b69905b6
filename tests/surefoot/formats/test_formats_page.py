"""The page on formats names every format."""

from pathlib import Path

from surefoot.formats.registry import FORMATS

PAGE = Path(__file__).parents[3] / "docs" / "formats.md"


def test_every_format_has_its_row_in_the_order_in_which_content_is_tried() -> None:
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    named = [row.split("`")[1] for row in rows]
    assert named == list(FORMATS)
    for row, format in zip(rows, FORMATS.values(), strict=True):
        assert all(suffix in PAGE.read_text() for suffix in format.suffixes)
        assert row.split("|")[4].strip() == ("yes" if format.write else "no")
