"""The frontier: boxes, rows and components, and that what is kept between moves equals what is built anew."""

import random

import pytest

from surefoot_core.frontier import Frontier
from surefoot_core.knowledge import Knowledge
from surefoot_core.topology import Topology
from surefoot_core.view import HIDDEN_CELL, KNOWN_MINE, View
from topologies import TOPOLOGIES


def slow_components(knowledge: Knowledge, cells: int) -> set[tuple[frozenset, frozenset]]:
    """All components as (set of boxes, set of (witness, cells of the row)), by repeated merging."""
    near = knowledge.topology.neighbours
    rows = {
        witness: frozenset(c for c in near(witness) if knowledge.mark(c) == 0)
        for witness in range(cells)
        if knowledge.is_revealed(witness)
    }
    groups = [({witness}, set(row)) for witness, row in rows.items() if row]
    merged = True
    while merged:
        merged = False
        for i, (witnesses, row) in enumerate(groups):
            for other_witnesses, other_row in groups[i + 1 :]:
                if row & other_row:
                    witnesses |= other_witnesses
                    row |= other_row
                    groups.remove((other_witnesses, other_row))
                    merged = True
                    break
            if merged:
                break
    result = set()
    for witnesses, row in groups:
        boxes: dict[frozenset, set[int]] = {}
        for cell in row:
            boxes.setdefault(frozenset(w for w in witnesses if cell in rows[w]), set()).add(cell)
        result.add((frozenset(frozenset(box) for box in boxes.values()), frozenset((w, rows[w]) for w in witnesses)))
    return result


def fast_components(frontier: Frontier) -> set[tuple[frozenset, frozenset]]:
    result = set()
    for number in range(frontier.update()):
        boxes = frontier.boxes(number)
        assert boxes == sorted(boxes)
        assert all(box == sorted(box) for box in boxes)
        rows = frozenset(
            (witness, frozenset(cell for box in row for cell in boxes[box]))
            for witness, _, row in frontier.rows(number)
        )
        result.add((frozenset(frozenset(box) for box in boxes), rows))
    return result


def test_three_boxes_of_two_clues_side_by_side():
    frontier = Frontier(Knowledge(View.from_text("####\n#11#\n####", mines=2)))
    assert frontier.update() == 1
    assert frontier.boxes(0) == [[0, 4, 8], [1, 2, 9, 10], [3, 7, 11]]
    assert frontier.rows(0) == [(5, 1, [0, 1]), (6, 1, [1, 2])]
    assert frontier.unconstrained == 0


@pytest.mark.parametrize("kind", TOPOLOGIES)
def test_the_rows_of_a_view_are_its_clues_less_the_known_mines(kind):
    make, neighbours = TOPOLOGIES[kind]
    for seed in range(300):
        rng = random.Random(seed)
        rows, cols, slots = rng.randint(1, 9), rng.randint(1, 40), rng.choice([1, 1, 3])
        near = neighbours(rows, cols)
        cells = [(row, col) for row in range(rows) for col in range(cols)]
        weights = [rng.random() for _ in range(3)]
        codes = {cell: rng.choices([HIDDEN_CELL, KNOWN_MINE, 0], weights)[0] for cell in cells}
        for cell in cells:
            if codes[cell] == 0:
                codes[cell] = rng.randint(0, slots * len(near[cell]))
        data = memoryview(bytes(codes.values())).cast("B", (rows, cols))
        knowledge = Knowledge(View(rows, cols, None, data, topology=make(rows, cols), max_mines_per_cell=slots))
        expected, wrong = set(), False
        for row, col in cells:
            if codes[row, col] < KNOWN_MINE:
                around = [codes[cell] for cell in near[row, col]]
                need = codes[row, col] - slots * around.count(KNOWN_MINE)
                hidden = around.count(HIDDEN_CELL)
                wrong = wrong or not 0 <= need <= slots * hidden
                if hidden:
                    expected.add((row * cols + col, need, hidden))
        frontier = Frontier(knowledge)
        found = set()
        for component in range(frontier.update()):
            sizes = list(map(len, frontier.boxes(component)))
            found |= {(cell, need, sum(sizes[box] for box in row)) for cell, need, row in frontier.rows(component)}
        assert found == expected, (seed, kind, rows, cols, slots)
        known = [row * cols + col for row, col in cells if codes[row, col] == KNOWN_MINE]
        assert [cell for cell, *_ in knowledge.decisions()] == known
        assert knowledge.mines == slots * len(known)
        assert knowledge.undecided == list(codes.values()).count(HIDDEN_CELL)
        knowledge.apply_rules()
        assert knowledge.conflict is not None or not wrong, (seed, kind, rows, cols, slots)


def test_a_component_without_changes_keeps_its_serial():
    view = View.from_text("#1###1##", mines=3)
    knowledge = Knowledge(view)
    frontier = Frontier(knowledge)
    assert frontier.update() == 2
    before = {tuple(map(tuple, frontier.boxes(i))): frontier.serial(i) for i in range(2)}
    knowledge.reveal(7, 1)
    assert frontier.update() == 2
    after = {tuple(map(tuple, frontier.boxes(i))): frontier.serial(i) for i in range(2)}
    assert after[((0, 2),)] == before[((0, 2),)]
    assert after[((4,), (6,))] not in before.values()


def test_kept_components_equal_rebuilt_ones_through_random_games():
    for seed in range(60):
        rng = random.Random(seed)
        rows, cols = rng.randint(1, 9), rng.randint(1, 9)
        n = rows * cols
        mines = set(rng.sample(range(n), rng.randint(0, n // 3)))
        near = Topology.rectangle(rows, cols).neighbours
        knowledge = Knowledge(View(rows, cols, len(mines)))
        frontier = Frontier(knowledge)
        order = [cell for cell in range(n) if cell not in mines]
        rng.shuffle(order)
        for cell in order:
            knowledge.reveal(cell, len(mines.intersection(near(cell))))
            if rng.random() < 0.3:
                knowledge.apply_rules()
            if rng.random() < 0.5:
                fast = fast_components(frontier)
                assert fast == slow_components(knowledge, n), (seed, rows, cols, sorted(mines))
                assert frontier.unconstrained == knowledge.undecided - sum(
                    len(box) for boxes, _ in fast for box in boxes
                )
