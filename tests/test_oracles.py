"""The oracle against published numbers, against itself told more plainly, and by hand."""

import json
from collections import Counter
from fractions import Fraction
from hashlib import sha1
from itertools import combinations
from math import comb, prod
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import strategies

DATA = Path(__file__).parent / "data"
POSITIONS = [json.loads(line) for line in (DATA / "positions.jsonl").read_text().splitlines()]
SMALL = [p for p in POSITIONS if sum(row.count("#") for row in p["view"]) <= 16]


def plainly(view, mines, neighbours=None, per_cell=1):
    """Count, mines of each cell and clues of each safe cell, weighing every single layout."""
    found = oracles.layouts(view, mines, neighbours=neighbours, per_cell=per_cell)
    around = neighbours or oracles.rectangle(len(view), len(view[0]))
    weights = [prod(comb(per_cell, n) for n in layout.values()) for layout in found]
    holds, shows = Counter(), Counter()
    for layout, weight in zip(found, weights, strict=True):
        for cell, number in layout.items():
            holds[cell, number] += weight
            if number == 0:
                shows[cell, sum(layout.get(other, 0) for other in around[cell])] += weight
    return sum(weights), holds, shows


def assert_truth_is_plain(view, mines, neighbours=None, per_cell=1):
    told = oracles.truth(view, mines, neighbours=neighbours, per_cell=per_cell)
    count, holds, shows = plainly(view, mines, neighbours, per_cell)
    assert told.count == count == sum(told.tally.values())
    if count:
        chances = {
            (cell, n): part for cell, parts in told.holds.items() for n, part in enumerate(parts) if part
        }
        assert chances == {key: Fraction(weight, count) for key, weight in holds.items()}
        seen = {(cell, v): part for cell, parts in told.shows.items() for v, part in parts.items()}
        assert seen == {key: Fraction(weight, count) for key, weight in shows.items()}


def test_there_are_small_positions_and_contradictions():
    assert len(SMALL) > 100
    assert sum(p["count"] == "0" for p in SMALL) == 20


@pytest.mark.parametrize("position", SMALL, ids=lambda p: "/".join(p["view"]))
def test_truth_agrees_with_the_published_positions(position):
    told = oracles.truth(position["view"], position["mines"])
    assert str(told.count) == position["count"]
    assert [list(cell) for cell in told.safe] == position["safe"] if told.count else "safe" not in position
    assert [list(cell) for cell in told.mines] == position["mine"] if told.count else "mine" not in position
    probability = {f"{r},{c}": chance for (r, c), chance in told.probability.items()}
    assert probability == {cell: Fraction(p) for cell, p in position.get("probability", {}).items()}
    assert bool(oracles.conflicts(position["view"], position["mines"])) == (told.count == 0)


@given(strategies.scattered_views(max_cells=12), st.booleans())
def test_truth_is_what_listing_every_layout_gives(board, total):
    assert_truth_is_plain(board.view, len(board.mines) if total else None)


@given(
    strategies.played_views(max_cells=12), st.sampled_from([oracles.torus, oracles.hexagons]), st.booleans()
)
def test_truth_holds_on_other_neighbourhoods(board, topology, total):
    around = topology(board.rows, board.cols)
    view = oracles.show(board.rows, board.cols, board.mines, board.revealed, around)
    assert oracles.truth(view, len(board.mines), neighbours=around).count >= 1
    assert_truth_is_plain(view, len(board.mines) if total else None, around)


@given(st.data(), st.sampled_from([2, 3]), st.booleans())
def test_truth_holds_with_several_mines_a_cell(data, per_cell, total):
    rows, cols = data.draw(strategies.sizes(max_cells=8 if per_cell == 2 else 6))
    around = oracles.rectangle(rows, cols)
    mines = data.draw(st.lists(st.sampled_from(sorted(around)), max_size=6))
    mines = [cell for cell, n in Counter(mines).items() for _ in range(min(n, per_cell))]
    revealed = data.draw(st.sets(st.sampled_from(sorted(around)))) - set(mines)
    view = oracles.show(rows, cols, mines, revealed)
    assert oracles.truth(view, len(mines), per_cell=per_cell).count >= 1
    assert_truth_is_plain(view, len(mines) if total else None, per_cell=per_cell)


def test_slots_are_counted_apart():
    assert oracles.truth("##", 2, per_cell=2).count == comb(4, 2)
    assert oracles.truth("#1", 1, per_cell=3).count == 3
    assert oracles.truth("#3", None, per_cell=3).holds[0, 0] == [0, 0, 0, 1]
    assert oracles.truth("##", 3, per_cell=2).mines == [(0, 0), (0, 1)]


def test_density_gives_every_slot_its_own_chance():
    told = oracles.truth("1##\n###", None, density=Fraction(1, 4))
    assert told.probability[0, 1] == Fraction(1, 3)
    assert told.probability[0, 2] == told.probability[1, 2] == Fraction(1, 4)
    assert told.tally == {1: 3, 2: 6, 3: 3}


@given(strategies.scattered_views(max_cells=12))
def test_tallies_of_components_multiply_to_the_tally_of_the_view(board):
    whole = {0: 1}
    tallies = oracles.component_tallies(board.view)
    rest = len(oracles.read(board.view).hidden) - sum(len(cells) for cells in tallies)
    for tally in [*tallies.values(), {n: comb(rest, n) for n in range(rest + 1)}]:
        product = Counter()
        for (a, ways), (b, more) in ((x, y) for x in whole.items() for y in tally.items()):
            product[a + b] += ways * more
        whole = product
    assert dict(whole) == oracles.truth(board.view, None).tally


@given(strategies.flagged(strategies.scattered_views(max_cells=12), right=True))
def test_trusted_flags_only_take_layouts_away(drawn):
    board, view = drawn
    mines = len(board.mines)
    assert oracles.truth(view, mines).probability == oracles.truth(board.view, mines).probability
    flags = {(r, c) for r, row in enumerate(view) for c, char in enumerate(row) if char == "F"}
    fitting = [
        layout for layout in oracles.layouts(board.view, mines) if all(layout[cell] == 1 for cell in flags)
    ]
    assert oracles.truth(view, mines, trust_flags=True).count == len(fitting)


@given(strategies.contradictory_views(max_cells=12))
def test_contradictory_views_have_no_layout_and_a_conflict_no_part_of_which_is_one(drawn):
    view, mines = drawn
    assert oracles.truth(view, mines).count == 0
    position = oracles.read(view, mines)
    conflicts = oracles.conflicts(view, mines)
    assert conflicts
    for clues, total in conflicts:
        assert total == (oracles.truth(view, None).count > 0)
        assert not oracles.possible(position, clues, total)
        assert all(oracles.possible(position, clues - {clue}, total) for clue in clues)


@given(strategies.scattered_views(max_cells=9))
def test_what_is_certain_has_a_smallest_reason_and_nothing_else_has_one(board):
    told = oracles.truth(board.view, len(board.mines))
    for cell in told.probability:
        for is_mine, certain in [(False, told.safe), (True, told.mines)]:
            found = oracles.reasons(board.view, len(board.mines), cell, is_mine)
            assert bool(found) == (cell in certain)
            assert len({len(clues) + total for clues, total in found}) <= 1


def test_reasons_of_a_hand_made_position():
    # The 1 has one hidden neighbour; the 2 beside it needs both of its own.
    assert oracles.reasons("#1.", None, (0, 0), True) == {(frozenset({(0, 1)}), False)}
    assert oracles.reasons("##\n2#", 3, (0, 0), True) == {(frozenset(), True)}
    assert oracles.reasons("#1#\n###", 1, (0, 0), True) == set()
    assert oracles.reasons("1##", 1, (0, 2), False) == {(frozenset({(0, 0)}), True)}
    assert oracles.reasons("1##", None, (0, 2), False) == set()


def test_neighbours_of_each_topology():
    assert oracles.rectangle(3, 3)[0, 0] == [(0, 1), (1, 0), (1, 1)]
    assert len(oracles.rectangle(3, 3)[1, 1]) == 8
    assert oracles.rectangle(1, 1) == {(0, 0): []}
    assert len(oracles.torus(4, 5)[0, 0]) == 8
    assert (3, 4) in oracles.torus(4, 5)[0, 0]
    assert oracles.torus(1, 2)[0, 0] == [(0, 1)]
    assert oracles.hexagons(3, 3)[1, 1] == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 1), (2, 2)]
    assert oracles.hexagons(3, 3)[0, 0] == [(0, 1), (1, 0)]
    assert oracles.hexagons(3, 3)[2, 1] == [(1, 0), (1, 1), (2, 0), (2, 2)]


@given(strategies.sizes(max_cells=30), st.sampled_from([oracles.rectangle, oracles.torus, oracles.hexagons]))
def test_neighbours_are_mutual(size, topology):
    around = topology(*size)
    assert all(cell in around[other] for cell in around for other in around[cell])
    assert all(cell not in around[cell] and len(set(around[cell])) == len(around[cell]) for cell in around)


def test_measures_of_a_hand_made_board():
    mines, around = {(0, 0), (4, 4), (0, 4)}, oracles.rectangle(5, 5)
    assert oracles.draw(5, 5, mines) == ["*1.1*", "11.11", ".....", "...11", "...1*"]
    assert [len(part) for part in oracles.openings(mines, around)] == [22]
    assert oracles.islands(mines, around) == []
    assert oracles.three_bv(mines, around) == 1
    # Two safe cells that touch each other and no zero are one island; 3BV counts both.
    mines, around = {(0, 0), (0, 3)}, oracles.rectangle(1, 4)
    assert oracles.draw(1, 4, mines) == ["*11*"]
    assert oracles.islands(mines, around) == [{(0, 1), (0, 2)}]
    assert oracles.three_bv(mines, around) == 2


@given(strategies.layouts(max_cells=25))
def test_openings_and_islands_share_out_the_safe_cells(board):
    around = oracles.rectangle(board.rows, board.cols)
    inside = set().union(*oracles.openings(board.mines, around))
    outside = set().union(*oracles.islands(board.mines, around))
    assert not inside & outside
    assert inside | outside == set(around) - board.mines


BOARDS = [json.loads(line) for line in (DATA / "boards.jsonl").read_text().splitlines() if '"5x5:' in line]


def unmask(game_id):
    """Decode a 5x5 sgt game id, told here once more so that the oracle needs nothing of ours."""
    size, description = game_id.split(":")
    width, height = map(int, size.split("x"))
    x, y, digits = description.split(",")
    bits = width * height
    data = bytearray(bytes.fromhex(digits[1:] + "0" * (len(digits[1:]) % 2)))
    half = len(data) // 2

    def mask(seed, length):
        return b"".join(sha1(seed + str(i).encode()).digest() for i in range(length // 20 + 1))[:length]

    def clear_pad():
        if bits % 8:
            data[-1] &= 0xFF & (0xFF00 >> (bits % 8))

    for target, seed in [(slice(half, None), slice(0, half)), (slice(0, half), slice(half, None))]:
        stream = mask(bytes(data[seed]), len(data[target]))
        data[target] = bytes(a ^ b for a, b in zip(data[target], stream, strict=True))
        clear_pad()
    mines = {divmod(i, width) for i in range(bits) if data[i // 8] & 0x80 >> i % 8}
    return height, width, mines, (int(y), int(x))


@pytest.mark.parametrize("row", BOARDS, ids=lambda row: row["id"])
def test_safe_play_agrees_with_the_published_boards(row):
    rows, cols, mines, start = unmask(row["id"])
    assert len(mines) == row["mines"]
    by_clues = len(oracles.safe_play(rows, cols, mines, start, total=False))
    by_total = len(oracles.safe_play(rows, cols, mines, start, total=True))
    assert (by_clues, by_total) == (row["opened_clues_only"], row["opened_with_total"])
    safe = rows * cols - len(mines)
    assert (by_clues == safe, by_total == safe) == (row["clues_only"], row["with_total"])


def test_safe_play_opens_nothing_when_the_start_is_a_mine():
    assert oracles.safe_play(3, 3, {(1, 1)}, (1, 1), total=True) == set()


def test_no_guess_boards_are_the_ones_that_safe_play_wins():
    boards = oracles.no_guess_boards(4, 4, 3, (0, 0))
    assert 0 < len(boards) < comb(12, 3)
    assert all(len(oracles.safe_play(4, 4, board, (0, 0), total=True)) == 13 for board in boards)
    assert set(oracles.no_guess_boards(4, 4, 3, (0, 0), total=False)) < set(boards)


OPTIMAL = [
    (row, tuple(map(int, first.split(","))), rule, None if best is None else Fraction(best))
    for row in json.loads((DATA / "optimal.json").read_text())
    if row["rows"] * row["cols"] <= 16 and row["mines"] <= (3 if row["cols"] == 3 else 2)
    for first, rules in row["first"].items()
    for rule, best in rules.items()
]


@pytest.mark.parametrize(("row", "first", "rule", "best"), OPTIMAL)
def test_the_game_tree_gives_the_published_win_chances(row, first, rule, best):
    assert oracles.best_win_chance(row["rows"], row["cols"], row["mines"], first, rule) == best


def test_the_best_first_cell_without_protection():
    for row in json.loads((DATA / "optimal.json").read_text()):
        if row["rows"] * row["cols"] == 9:
            firsts = [tuple(map(int, first.split(","))) for first in row["first"]]
            chances = [oracles.best_win_chance(3, 3, row["mines"], first, "any") for first in firsts]
            assert max(chances) == Fraction(row["any_first"])


def test_win_chances_of_a_position_are_those_of_the_whole_board():
    for mines in combinations([(0, 0), (0, 1), (0, 2)], 2):
        view = oracles.show(1, 4, mines, {(0, 3)})
        chances = oracles.win_chances(view, 2)
        assert max(chances.values()) == (1 if len(oracles.layouts(view, 2)) == 1 else Fraction(1, 2))
