"""Conflicts between many clues and the mine total."""

import random

import pytest

from surefoot import Board, InconsistentViewError, View, analyse
from surefoot.reasoning.conflict import Selection, view_rows
from surefoot.reasoning.sat import Budget
from surefoot.reasoning.shrink import groups_of, smallest_left
from surefoot_core.knowledge import Knowledge


def nearly_done(rows, cols, mines, seed):
    board = Board(rows, cols, mines, seed=seed)
    board.reveal(rows // 2, cols // 2)
    held = set(board.mine_cells())
    safe = [(r, c) for r in range(rows) for c in range(cols) if (r, c) not in held]
    random.Random(seed).shuffle(safe)
    for cell in safe[: len(safe) * 9 // 10]:
        if board.safe_left > 5:
            board.reveal(*cell)
    return board


@pytest.mark.parametrize("seed", range(3))
def test_what_is_left_contradicts_the_total_and_nothing_can_be_left_out(seed):
    board = nearly_done(16, 16, 40, seed)
    with pytest.raises(InconsistentViewError):
        analyse(View.from_text(board.view().to_text(), 34))
    rows, hidden, mines = view_rows(Knowledge(View.from_text(board.view().to_text(), 34)))
    left = smallest_left(rows, mines, hidden)
    assert 1 < len(left) < len(rows)
    assert Selection(left, (mines, hidden)).conflict(Budget())
    for row in left:
        fewer = [other for other in left if other is not row]
        assert not Selection(fewer, (mines, hidden)).conflict(Budget())


def test_the_error_of_a_large_view_names_the_total():
    board = nearly_done(16, 30, 99, 0)
    with pytest.raises(InconsistentViewError) as raised:
        analyse(View.from_text(board.view().to_text(), 93))
    assert raised.value.total
    assert 10 < len(raised.value.clues) < 60


def test_groups_share_no_cell():
    board = nearly_done(16, 16, 40, 1)
    rows, _, _ = view_rows(Knowledge(board.view()))
    groups = groups_of(rows)
    seen = [set().union(*(row.cells for row in group)) for group in groups]
    assert sum(map(len, seen)) == len(set().union(*seen))
    assert sorted(row.clue for group in groups for row in group) == [row.clue for row in rows if row.cells]
