"""The heat map: every chance is readable, and nothing uncertain looks certain."""

from fractions import Fraction

import pytest

from surefoot import View, analyse
from surefoot.cli.heatmap import colour, heat_map, percentage, save_picture


@pytest.mark.parametrize(
    ("chance", "text"),
    [(0.0, "0"), (1.0, "100"), (1e-300, "<1"), (0.0049, "<1"), (0.005, "<1"), (0.0051, "1"), (0.994, "99"),
     (0.9977, ">99"), (1 - 2**-53, ">99"), (Fraction(1, 3), "33"), (None, "?")],
)  # fmt: skip
def test_only_what_is_certain_reads_0_or_100(chance, text):
    assert percentage(chance) == text


def test_colours_go_from_green_to_red():
    assert colour(0) != colour(0.5) != colour(1)
    assert all(0 <= part <= 255 for chance in (0, 0.2, 0.5, 0.8, 1) for part in colour(chance))


def test_each_cell_shows_its_clue_or_its_chance():
    view = View.from_text(["####1.", "####1.", "###21.", "####21", "######"], 5)
    lines = heat_map(view, analyse(view, chances=True)).plain.splitlines()
    assert lines[1].split() == ["8", "8", "33", "50", "1", "."]
    assert len(lines) == 5


def test_a_picture_without_matplotlib_is_an_error_that_names_the_extra(monkeypatch, tmp_path):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    view = View.from_text(["1#"], 1)
    with pytest.raises(ModuleNotFoundError, match=r"surefoot\[plot\]"):
        save_picture(view, analyse(view, chances=True), tmp_path / "picture.png")
