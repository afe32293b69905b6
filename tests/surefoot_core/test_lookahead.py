"""What a guess may show: every clue's chance and the safest cell after it, against the view really played on."""

import pytest
from hypothesis import given, settings

import oracles
import strategies
from surefoot_core.count import Counter
from surefoot_core.errors import InvalidCellError
from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge
from surefoot_core.lookahead import Lookahead
from surefoot_core.view import View


def counter_of(view: View) -> Counter | None:
    """A counter with all chances, once nothing is certain any more; None where a safe cell turns up."""
    knowledge = Knowledge(view)
    knowledge.apply_rules()
    frontier = Frontier(knowledge)
    while True:
        frontier.update()
        counter = Counter(frontier)
        counter.chances()
        if counter.safe() or any(mark == 1 for _, mark, *_ in knowledge.decisions()):
            return None
        if not counter.mines():
            return counter
        for mine in counter.mines():
            knowledge.decide(mine, 2, 4)


@settings(max_examples=150, deadline=None)
@given(strategies.played_views(max_cells=16, max_reveals=3))
def test_every_clue_and_what_follows_it_are_those_of_the_layouts(drawn):
    mines = len(drawn.mines)
    counter = counter_of(View.from_text(drawn.view, mines))
    if counter is None or not counter.mine_chances():
        return
    around = oracles.rectangle(drawn.rows, drawn.cols)
    layouts = oracles.layouts(drawn.view, mines)
    for index in counter.mine_chances():
        cell = divmod(index, drawn.cols)
        by_clue: dict[int, list] = {}
        for layout in layouts:
            if not layout[cell]:
                clue = sum(layout.get(near, 0) for near in around[cell])
                by_clue.setdefault(clue, []).append(layout)
        lookahead = Lookahead(counter)
        shown = lookahead.shown(index)
        assert [clue for clue, *_ in shown] == sorted(by_clue)
        for clue, chance, safety, safe in shown:
            left = by_clue[clue]
            assert chance == pytest.approx(len(left) / len(layouts))
            others = [other for other in left[0] if other != cell]
            after = lookahead.chances(index, clue)
            for other, mine in after.items():
                exact = sum(layout[divmod(other, drawn.cols)] for layout in left) / len(left)
                assert mine == pytest.approx(exact)
                assert (mine == 0) == (exact == 0)
            safeties = [sum(not layout[other] for layout in left) / len(left) for other in others]
            undecided = [s for other, s in zip(others, safeties, strict=True)
                         if other[0] * drawn.cols + other[1] in counter.mine_chances()]  # fmt: skip
            if not undecided:
                continue
            assert (safe > 0) <= (max(undecided) == 1)
            assert safe <= undecided.count(1)
            if max(undecided) == 1 and safe:
                assert safety == pytest.approx(1)


def test_a_clue_that_cannot_be_leaves_nothing():
    counter = counter_of(View(4, 4, 4))
    assert Lookahead(counter).chances(0, 4) == {}
    assert Lookahead(counter).chances(0, -1) == {}
    assert set(Lookahead(counter).chances(0, 3)) == set(range(1, 16))


def test_only_undecided_cells_are_looked_at():
    counter = counter_of(View(4, 4, 4))
    with pytest.raises(InvalidCellError, match="undecided"):
        Lookahead(counter).shown(16)
    with pytest.raises(InvalidCellError, match="undecided"):
        Lookahead(counter).chances(-1, 0)
    knowledge = Knowledge(View(4, 4, 4))
    frontier = Frontier(knowledge)
    frontier.update()
    with pytest.raises(ValueError, match="worked out"):
        Lookahead(Counter(frontier)).shown(0)


@pytest.mark.parametrize("view", [View(4, 4, None), View(4, 4, 4, max_mines_per_cell=2)])
def test_a_view_without_a_mine_total_or_with_more_mines_a_cell_is_refused(view):
    lookahead = Lookahead(counter_of(view))
    with pytest.raises(ValueError, match="mine total and at most one mine"):
        lookahead.shown(0)
    with pytest.raises(ValueError, match="mine total and at most one mine"):
        lookahead.chances(0, 1)
