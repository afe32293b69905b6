"""The reported cases by counting: layouts, chances and clues, exactly."""

from fractions import Fraction

import pytest

from case_data import rows
from surefoot import Engine, InconsistentViewError, View, analyse
from surefoot.reasoning.counting import clue_chances


def place(text: str) -> tuple[int, int]:
    row, col = map(int, text.split(","))
    return row, col


@pytest.mark.parametrize("row", rows(having="layouts"))
@pytest.mark.parametrize("engine", list(Engine))
def test_layouts_and_chances_are_those_of_the_case(row, engine):
    view = View.from_text(row["view"], row["mines"])
    if row["layouts"] == "0":
        with pytest.raises(InconsistentViewError):
            analyse(view, engine=engine, chances=True)
        return
    found = analyse(view, engine=engine, exact=True, verify=True)
    assert found.complete
    assert str(found.layouts) == row["layouts"]
    chances = [chance for line in found.probability for chance in line if chance is not None]
    assert sum(chances) == row["mines"]
    for cell, chance in row.get("probability", {}).items():
        r, c = place(cell)
        assert found.probability[r][c] == Fraction(chance)
    for r, line in enumerate(found.probability):
        for c, chance in enumerate(line):
            assert ((r, c) in found.safe) == (chance == 0)
            assert ((r, c) in found.mines) == (chance == 1)
    for cell, values in row.get("shows", {}).items():
        assert clue_chances(view, place(cell)) == {int(clue): Fraction(chance) for clue, chance in values.items()}
