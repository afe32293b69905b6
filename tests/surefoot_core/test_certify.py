"""Certificates are found for everything that follows and for nothing else, with the fewest rows."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
from strategies import contradictory_views, scattered_views
from surefoot.errors import CertificateError, InvalidCellError
from surefoot.formats.sgt import read_id
from surefoot.proof.certificate import Certificate, Claim, Split
from surefoot.proof.check import check
from surefoot_core.certify import Certifier
from surefoot_core.knowledge import Knowledge
from surefoot_core.topology import Topology
from surefoot_core.verify import Checker
from surefoot_core.view import View

DATA = Path(__file__).parent.parent / "data"
POSITIONS = [json.loads(line) for line in (DATA / "positions.jsonl").read_text().splitlines()]


def flip(certificate):
    """Return the opposite claim with the same proof."""
    opposite = Claim.MINE if certificate.claim is Claim.SAFE else Claim.SAFE
    return Certificate(opposite, certificate.cell, certificate.proof)


def is_sound(view, mines, certificate, checker):
    """Return the verdict that the plain and the compiled checker share."""
    try:
        check(view, mines, certificate.to_json())
        plain = True
    except CertificateError:
        plain = False
    assert checker.check_many([certificate.to_bytes(len(view[0]))]) == [plain]
    return plain


@pytest.mark.parametrize("part", range(10))
def test_everything_certain_on_known_positions_is_proved_and_the_opposite_refused(part):
    for position in POSITIONS[part::10]:
        rows, mines, cols = position["view"], position["mines"], len(position["view"][0])
        view = View.from_text(rows, mines)
        certifier, checker = Certifier(Knowledge(view)), Checker(view)
        if position["count"] == "0":
            data, _ = certifier.conflict()
            assert is_sound(rows, mines, Certificate.from_bytes(data, cols), checker)
            continue
        assert certifier.conflict() == (None, False)
        claims = [(r * cols + c, False) for r, c in position["safe"]]
        claims += [(r * cols + c, True) for r, c in position["mine"]]
        for (cell, mine), (data, _) in zip(claims, certifier.certify(claims), strict=True):
            certificate = Certificate.from_bytes(data, cols)
            assert certificate.cell == divmod(cell, cols)
            assert (certificate.claim is Claim.MINE) == mine
            assert certificate.to_bytes(cols) == data
            assert Certificate.from_json(json.loads(json.dumps(certificate.to_json()))) == certificate
            assert is_sound(rows, mines, certificate, checker)
            assert not is_sound(rows, mines, flip(certificate), checker)


def uncertain(position):
    cols = len(position["view"][0])
    for r, row in enumerate(position["view"]):
        for c, sign in enumerate(row):
            if sign == "#":
                yield r * cols + c, [r, c] in position["safe"], [r, c] in position["mine"]


def test_nothing_is_proved_that_does_not_follow():
    for position in POSITIONS[::3]:
        if position["count"] == "0" or len(position["view"]) > 9:
            continue
        certifier = Certifier(Knowledge(View.from_text(position["view"], position["mines"])))
        for cell, safe, mine in uncertain(position):
            found = certifier.certify([(cell, False), (cell, True)])
            assert [data is not None for data, _ in found] == [safe, mine], (position["view"], cell)


def assert_smallest(board, *, clues):
    """Compare every certificate of a small board with the smallest sets that brute force finds."""
    mines = len(board.mines)
    view = View.from_text(board.view, mines)
    certifier, checker = Certifier(Knowledge(view)), Checker(view)
    truth = oracles.truth(board.view, mines)
    for cell, mine in [(cell, False) for cell in truth.safe] + [(cell, True) for cell in truth.mines]:
        ((data, proved),) = certifier.certify([(cell[0] * board.cols + cell[1], mine)], exact=True)
        certificate = Certificate.from_bytes(data, board.cols)
        assert is_sound(board.view, mines, certificate, checker)
        assert proved
        if len(oracles.read(board.view).clues) <= clues:
            reasons = oracles.reasons(board.view, mines, cell, mine)
            assert (frozenset(certificate.clues), certificate.total) in reasons, (board, cell, certificate)


@settings(deadline=None, max_examples=60)
@given(scattered_views(max_cells=20, max_side=10))
def test_exact_certificates_use_the_fewest_rows_possible(board):
    assert_smallest(board, clues=11)


@settings(deadline=None, max_examples=60)
@given(contradictory_views(max_cells=16))
def test_a_conflict_has_the_fewest_clues(drawn):
    rows, mines = drawn
    if mines > len(rows) * len(rows[0]):
        return
    view = View.from_text(rows, mines)
    data, proved = Certifier(Knowledge(view)).conflict()
    certificate = Certificate.from_bytes(data, view.cols)
    assert is_sound(rows, mines, certificate, Checker(view))
    smallest = oracles.conflicts(rows, mines)
    found = (frozenset(certificate.clues), certificate.total)
    assert proved
    assert found in smallest or (len(found[0]) + found[1], found[1]) == next(
        (len(clues) + total, total) for clues, total in smallest
    ), (rows, mines, found, smallest)


def play(rows, cols, mines, start):
    """Play by certificates alone: each is accepted at its turn; return the cells open at the end."""
    view = View(rows, cols, len(mines))
    knowledge, checker = Knowledge(view), Checker(view)
    certifier, around = Certifier(knowledge), oracles.rectangle(rows, cols)
    clue = oracles.numbers(mines, around)
    opened = set()

    def reveal(cell):
        for r, c in (oracles.flood(cell, mines, around) if clue[cell] == 0 else {cell}) - opened:
            opened.add((r, c))
            knowledge.reveal(r * cols + c, clue[r, c])
            checker.reveal(r * cols + c, clue[r, c])

    def accept(data):
        place, mine = checker.accept(data)
        cell = divmod(place, cols)
        assert (cell in mines) == mine
        if not mine:
            reveal(cell)

    reveal(start)
    while True:
        decided = knowledge.decided
        knowledge.apply_rules()
        for data, (place, *_) in zip(certifier.rules(decided), knowledge.decisions(decided), strict=True):
            if divmod(place, cols) not in opened:
                accept(data)
        if knowledge.decided > decided:
            continue
        before = len(opened)
        for place in range(rows * cols):
            if knowledge.mark(place) == 0:
                mine = divmod(place, cols) in mines
                ((data, _),) = certifier.certify([(place, mine)])
                if data is not None:
                    accept(data)
                    knowledge.decide(place, 2 if mine else 1, 4)
        if knowledge.decided == decided and len(opened) == before:
            return opened


def test_whole_games_are_proved_step_by_step_as_far_as_safe_play_goes():
    boards = [json.loads(line) for line in (DATA / "boards.jsonl").read_text().splitlines()]
    for board in random.Random(5).sample(boards, 40):
        layout = read_id(board["id"])
        mines = frozenset(divmod(cell, layout.cols) for cell in layout.mines)
        if layout.start not in mines:
            opened = play(layout.rows, layout.cols, mines, layout.start)
            assert len(opened) == board["opened_with_total"], board["id"]


# All five corners of the odd cycle agree that one neighbour in two is a mine, which only whole numbers refuse.
ODD_CYCLE = Topology.graph([[5, 6], [6, 7], [7, 8], [8, 9], [9, 5], [0, 4], [0, 1], [1, 2], [2, 3], [3, 4]])


def test_what_no_single_sum_proves_is_split():
    view = View.from_array(memoryview(bytes([1] * 5 + [255] * 5)).cast("B", (1, 10)), None, topology=ODD_CYCLE)
    data, proved = Certifier(Knowledge(view)).conflict()
    certificate = Certificate.from_bytes(data, 10)
    assert isinstance(certificate.proof, Split)
    assert proved
    assert len(certificate.clues) == 5
    assert Checker(view).check(data) is None


def test_cells_that_hold_several_mines_are_proved_too():
    view = View.from_text(["4##", "###"], 6, max_mines_per_cell=2)
    certifier, checker = Certifier(Knowledge(view)), Checker(view)
    assert certifier.certify([(1, True), (1, False)]) == [(None, False), (None, False)]
    view = View.from_text(["5##", "###"], 6, max_mines_per_cell=2)
    certifier, checker = Certifier(Knowledge(view)), Checker(view)
    assert certifier.certify([(1, True)]) == [(None, False)]
    ((data, _), (none, _)) = certifier.certify([(1, True), (2, True)], some=True)
    assert (checker.check(data), none) == ((1, True), None)  # five of the six slots next to the clue are taken
    assert checker.check_many([bytes([data[0] & 240 | 1]) + data[1:]]) == [False]
    assert Certificate.from_bytes(data, 3).claim is Claim.SOME
    assert Certificate.from_json(Certificate.from_bytes(data, 3).to_json()).to_bytes(3) == data
    assert checker.accept(data) == (1, True)
    with pytest.raises(CertificateError, match="was proved a mine"):
        checker.reveal(1, 0)
    view = View.from_text(["6##", "###"], 6, max_mines_per_cell=2)
    certifier, checker = Certifier(Knowledge(view)), Checker(view)
    for claim in [(1, True), (3, True), (4, True), (2, False), (5, False)]:
        ((data, _),) = certifier.certify([claim])
        assert checker.check(data) == claim
        assert checker.check_many([bytes([data[0] ^ 1]) + data[1:]]) == [False]


@given(st.binary(max_size=12), st.sampled_from(POSITIONS[:40]))
def test_bytes_are_read_alike_by_both_checkers(tail, position):
    cols = len(position["view"][0])
    data = b"\x10" + tail
    checker = Checker(View.from_text(position["view"], position["mines"]))
    try:
        certificate = Certificate.from_bytes(data, cols)
    except CertificateError:
        assert checker.check_many([data]) == [False]
        return
    assert certificate.to_bytes(cols) == data
    is_sound(position["view"], position["mines"], certificate, checker)


def test_mutated_certificates_prove_nothing_false():
    chance = random.Random(11)
    accepted = tried = 0
    for position in POSITIONS[::7]:
        if position["count"] == "0":
            continue
        cols = len(position["view"][0])
        view = View.from_text(position["view"], position["mines"])
        certifier, checker = Certifier(Knowledge(view)), Checker(view)
        claims = [(r * cols + c, mine) for mine in (False, True) for r, c in position["mine" if mine else "safe"]]
        for data, _ in certifier.certify(chance.sample(claims, min(6, len(claims)))):
            for _ in range(8):
                changed = bytearray(data)
                for _ in range(chance.randint(1, 2)):
                    changed[chance.randrange(len(changed))] = chance.choice([0, 1, 2, 4, 6, chance.randrange(256)])
                tried += 1
                try:
                    certificate = Certificate.from_bytes(bytes(changed), cols)
                except CertificateError:
                    assert checker.check_many([bytes(changed)]) == [False]
                    continue
                if is_sound(position["view"], position["mines"], certificate, checker):
                    assert certificate.claim is not Claim.CONFLICT
                    accepted += 1
                    kind = "safe" if certificate.claim is Claim.SAFE else "mine"
                    assert list(certificate.cell) in position[kind], (position["view"], bytes(changed))
    assert tried > 1000
    assert accepted > 10


def test_bad_claims_are_named():
    certifier = Certifier(Knowledge(View.from_text(["1#"], None)))
    with pytest.raises(InvalidCellError, match=r"expected a cell in 0 \.\. 1, got 2"):
        certifier.certify([(2, True)])
    with pytest.raises(ValueError, match="hidden and undecided, got 0"):
        certifier.certify([(0, True)])


@pytest.mark.parametrize("kind", ["torus", "hexagons"])
@pytest.mark.parametrize("slots", [1, 2, 3])
def test_other_neighbourhoods_and_several_mines_a_cell_are_certified(kind, slots):
    chance = random.Random(f"{kind} {slots}")
    proved = told = unproved = 0
    for _ in range(25):
        rows, cols = chance.choice([(3, 4), (4, 3), (2, 5), (3, 3)])
        near = getattr(oracles, kind)(rows, cols)
        cells = sorted(near)
        mines = chance.choices(cells, k=chance.randint(1, 4)) if slots > 1 else chance.sample(cells, 3)
        if max(map(mines.count, mines)) > slots:
            continue
        revealed = [cell for cell in cells if cell not in mines and chance.random() < 0.6]
        text = oracles.show(rows, cols, mines, revealed, near)
        topology = getattr(Topology, {"hexagons": "hexagonal"}.get(kind, kind))(rows, cols)
        view = View.from_text(text, len(mines), topology=topology, max_mines_per_cell=slots)
        truth = oracles.truth(text, len(mines), neighbours=near, per_cell=slots)
        certifier, checker = Certifier(Knowledge(view)), Checker(view)
        for cell, parts in truth.holds.items():
            place = cell[0] * cols + cell[1]
            claims = [(False, False, parts[0] == 1), (True, False, parts[slots] == 1), (True, True, parts[0] == 0)]
            for mine, some, follows in claims:
                ((data, _),) = certifier.certify([(place, mine)], some=some)
                if data is None:
                    # Splits tell a cell without a mine from one with some, which decides everything if it holds one.
                    assert not follows or slots > 1, (text, cell, mine, some)
                    unproved += follows
                    continue
                assert follows, (text, cell, mine)
                proved += 1
                assert checker.check(data) == (place, mine)
                value = Certificate.from_bytes(data, cols).to_json()
                check(text, len(mines), value, slots=slots, around=lambda _, r, c, near=near: near[r, c])
                told += some
    assert proved > 20
    assert told > 5
    assert unproved < proved / 50
