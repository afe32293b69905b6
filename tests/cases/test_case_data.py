"""The answers in the case file, against the oracle: a case that is told wrong protects nothing."""

from fractions import Fraction

import pytest

import oracles
from case_data import cells, rows


@pytest.mark.parametrize("row", rows(having="layouts"))
def test_the_oracle_agrees_with_the_case(row):
    told = oracles.truth(row["view"], row["mines"])
    assert str(told.count) == row["layouts"]
    if "safe" in row:
        assert told.safe == cells(row["safe"])
    if "mine" in row:
        assert told.mines == cells(row["mine"])
    for cell, chance in row.get("probability", {}).items():
        assert told.probability[tuple(map(int, cell.split(",")))] == Fraction(chance)
    for cell, values in row.get("shows", {}).items():
        chances = {int(v): Fraction(p) for v, p in values.items()}
        assert told.shows[tuple(map(int, cell.split(",")))] == chances
    if told.count:
        assert sum(told.probability.values()) == row["mines"]


@pytest.mark.parametrize("row", rows(having="conflict"))
def test_the_smallest_conflict_is_the_one_in_the_case(row):
    found = oracles.conflicts(row["view"], row["mines"])
    expected = row["conflict"]
    assert {total for _, total in found} == {expected["total"]}
    if "clues" in expected:
        assert found == {(frozenset(cells(expected["clues"])), expected["total"])}
    else:
        assert {len(clues) + total for clues, total in found} == {expected["size"]}


@pytest.mark.parametrize("row", rows(having="reasons"))
def test_the_smallest_reason_is_the_one_in_the_case(row):
    for name, expected in row["reasons"].items():
        cell = tuple(map(int, name.split(",")))
        claim = list(cell) in row["mine"]
        found = oracles.reasons(row["view"], row["mines"], cell, claim, largest=2)
        assert found == {(frozenset(cells(expected["clues"])), expected["total"])}


@pytest.mark.parametrize("row", rows("23"))
def test_the_game_tree_agrees_on_the_safest_and_the_best_cell(row):
    risk = oracles.truth(row["view"], row["mines"]).probability
    win = oracles.win_chances(row["view"], row["mines"])
    for kind, ordered in [("safest", sorted(set(risk.values()))), ("best", sorted(set(win.values()))[::-1])]:
        chances = risk if kind == "safest" else win
        assert [cell for cell in chances if chances[cell] == ordered[0]] == cells(row[kind]["cells"])
        for cell in cells(row[kind]["cells"]):
            assert risk[cell] == Fraction(row[kind]["risk"])
        assert max(win[cell] for cell in cells(row[kind]["cells"])) == Fraction(row[kind]["win"])


@pytest.mark.parametrize("row", rows(having="annotated"))
def test_the_numbers_of_the_layouts_are_those_of_the_case(row):
    mines = [(r, c) for r, line in enumerate(row["layout"]) for c, char in enumerate(line) if char == "*"]
    assert oracles.draw(len(row["layout"]), len(row["layout"][0]), mines) == row["annotated"]


@pytest.mark.parametrize("row", rows("01"))
def test_the_first_reveal_opens_what_the_case_shows(row):
    mines = {(r, c) for r, line in enumerate(row["layout"]) for c, char in enumerate(line) if char == "*"}
    assert len(mines) == row["mines"]
    opened = oracles.flood(tuple(row["start"]), mines, oracles.rectangle(9, 9))
    assert oracles.show(9, 9, mines, opened) == row["view"]
