"""The mine total over components whose numbers of mines have gaps."""

import pytest

from surefoot.errors import LimitReached
from surefoot.model import Limit
from surefoot.reasoning.backbone import find_backbone
from surefoot.reasoning.encoding import Formula
from surefoot.reasoning.sat import Budget
from surefoot.reasoning.total import Part, within_total


def one_or_three():
    """Four cells of which either the last or all others are mines."""
    rows = tuple(([cell, 4], 1) for cell in (1, 2, 3))
    return Formula((0, 1, 2, 3), {cell: range(cell, cell + 1) for cell in (1, 2, 3, 4)}, rows, (9, 9, 9))


def parts(count):
    return [Part(one_or_three(), find_backbone(one_or_three(), Budget())) for _ in range(count)]


@pytest.mark.parametrize("mines", [29, 31, 59, 89, 91])
def test_thirty_odd_numbers_never_add_up_to_an_odd_one(mines):
    assert not within_total(parts(30), mines, 0, Budget()).consistent


@pytest.mark.parametrize(("mines", "literals"), [(30, [-1, -2, -3, 4]), (90, [1, 2, 3, -4]), (60, [])])
def test_the_ends_decide_everything_and_the_middle_nothing(mines, literals):
    found = within_total(parts(30), mines, 0, Budget())
    assert found.consistent
    assert [sorted(each, key=abs) for each in found.literals] == [literals] * 30


@pytest.mark.parametrize(("mines", "rest", "expected"), [(31, 1, 1), (33, 1, 1), (90, 1, -1), (89, 1, 1), (34, 2, 0)])
def test_a_gap_decides_the_unconstrained_cells(mines, rest, expected):
    # Thirty components have 30, 32, ..., 90 mines.
    assert within_total(parts(30), mines, rest, Budget()).rest == expected


@pytest.mark.parametrize(("mines", "expected"), [(5, 1), (4, 0), (6, 0), (3, 1), (2, -1)])
def test_an_unconstrained_cell_of_three_slots(mines, expected):
    # Two components have 2, 4 or 6 mines; the cell takes up to three more.
    assert within_total(parts(2), mines, 1, Budget(), slots=3).rest == expected


def test_a_restricted_component_keeps_its_own_claims():
    always = Formula((5,), {1: range(1, 2)}, (([1], 1),), (9,))
    found = within_total([Part(always, find_backbone(always, Budget())), *parts(1)], 2, 0, Budget())
    assert found.literals[0] == [1]
    assert sorted(found.literals[1], key=abs) == [-1, -2, -3, 4]


def test_a_spent_budget_is_no_answer():
    with pytest.raises(LimitReached):
        within_total(parts(2), 2, 0, Budget(Limit(conflicts=0)))
