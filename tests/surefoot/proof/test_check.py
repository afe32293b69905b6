"""The plain checker and its compiled twin: they accept and refuse the same, and never a false claim."""

import ast
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import surefoot.proof.check
from strategies import scattered_views
from surefoot.errors import CertificateError
from surefoot.proof.certificate import Certificate, Claim, Clauses, Row, Split, Sum
from surefoot.proof.check import check
from surefoot_core.verify import Checker
from surefoot_core.view import View

# (0, 2) and (1, 2) hold one mine by the clue (0, 1), so (2, 2) of the three around (1, 1) is safe.
THREE = ["01#", "01#", "01#"]
WALLED = ["2###22###2", "2###22###2", "1232112321"]


def fault(view, mines, certificate, known=None):
    """Return what the plain checker says, or None where it accepts; the compiled twin has to agree."""
    said = twin = None
    try:
        check(view, mines, certificate.to_json(), known)
    except CertificateError as error:
        said = str(error)
    flags = [
        "".join("F" if (known or {}).get((r, c)) else sign for c, sign in enumerate(row))
        for r, row in enumerate(view)
    ]
    checker = Checker(View.from_text(flags, mines, trust_flags=True))
    try:
        checker.check(certificate.to_bytes(len(view[0])))
    except CertificateError as error:
        twin = str(error)
    assert (said is None) == (twin is None), (said, twin, view, mines, certificate)
    return said


def sum_of(*rows, total=0):
    return Sum(tuple(Row(cell, times) for cell, times in rows), total)


def claim(kind, cell, proof):
    return Certificate(Claim(kind), cell, proof)


TWO_CLUES = sum_of(((0, 1), 1), ((1, 1), -1))


def test_a_sum_of_two_clues_is_accepted():
    assert fault(THREE, None, claim("safe", (2, 2), TWO_CLUES)) is None


@pytest.mark.parametrize(
    ("certificate", "said"),
    [
        (claim("mine", (2, 2), TWO_CLUES), "the sum is possible: it needs 0 and can be up to 0"),
        (claim("safe", (1, 2), TWO_CLUES), "the sum is possible: it needs 0 and can be up to 0"),
        (claim("safe", (2, 2), sum_of(((0, 1), -1), ((1, 1), 1))), "the sum is possible"),
        (claim("safe", (2, 2), sum_of(((0, 1), 1))), "the sum is possible: it needs 1 and can be up to 2"),
        (claim("safe", (2, 2), Sum(())), "the sum is possible: it needs 0 and can be up to 0"),
        (claim("safe", (2, 2), sum_of(((0, 1), 1), ((1, 1), -1), ((2, 2), 1))), r"[2, 2] is hidden"),
        (claim("safe", (2, 1), TWO_CLUES), "cell: [2, 1] is a clue"),
        (claim("safe", (3, 0), TWO_CLUES), "cell: [3, 0] is not on the board"),
        (claim("safe", (2, 2), sum_of(((0, 1), 1), ((3, 1), -1))), "proof.sum[1]: [3, 1] is not on the board"),
        (claim("safe", (2, 2), sum_of(((0, 1), 40000), ((1, 1), -40000))), "expected a multiplier, got 40000"),
        (claim("safe", (2, 2), sum_of(((0, 1), 1), ((1, 1), -1), total=1)), "the mine total is not known"),
        (claim("safe", (2, 2), Split((2, 2), TWO_CLUES, TWO_CLUES)), "is decided already"),
        (claim("safe", (2, 2), Split((0, 0), TWO_CLUES, TWO_CLUES)), "proof.split: [0, 0] is a clue"),
        (claim("conflict", None, TWO_CLUES), "the sum is possible"),
        (claim("safe", (2, 2), Clauses("p cnf 0 0\n", "")), "a clausal proof is for drat-trim"),
    ],
)
def test_a_certificate_that_proves_nothing_is_refused_with_its_place(certificate, said):
    assert said in (fault(THREE, None, certificate) or "accepted")


def test_equality_is_not_enough():
    # Safe or not, the other cell can still meet the clue exactly, so nothing follows.
    assert "it needs 1 and can be up to 1" in fault(["#1#"], None, claim("mine", (0, 0), sum_of(((0, 1), 1))))


def test_neighbours_do_not_wrap():
    assert fault(["1#.#"], None, claim("mine", (0, 1), sum_of(((0, 0), 1)))) is None
    assert fault(["1#.#"], None, claim("mine", (0, 3), sum_of(((0, 0), 1)))) is not None
    assert fault(["1#", "##", ".#"], None, claim("safe", (1, 1), sum_of(((2, 0), -1)))) is None
    assert fault(["1#", "##", ".#"], None, claim("safe", (0, 1), sum_of(((2, 0), -1)))) is not None


@pytest.mark.parametrize("mines", range(9, 14))
def test_the_mine_total_takes_part_exactly(mines):
    # Five mines on each side by the clues, and one cell behind them that only the total decides.
    clues = [(0, 0), (0, 4), (0, 5), (0, 9), (2, 3), (2, 6)]
    safe = claim("safe", (0, 2), sum_of(*((cell, 1) for cell in clues), total=-1))
    mine = claim("mine", (0, 2), sum_of(total=1))
    # A contradictory view proves anything: with nine mines and with thirteen there is no layout.
    assert (fault(WALLED, mines, safe) is None) == (mines <= 10)
    assert (fault(WALLED, mines, mine) is None) == (mines >= 12)


def test_premises_count_with_their_value():
    assert fault(["##", "2#"], None, claim("safe", (1, 1), sum_of(((1, 0), -1)))) is not None
    known = {(0, 0): 1, (0, 1): 1}
    assert fault(["##", "2#"], None, claim("safe", (1, 1), sum_of(((1, 0), -1))), known) is None
    assert "decided already" in fault(["##", "2#"], None, claim("mine", (0, 0), sum_of(((1, 0), 1))), known)


@pytest.mark.parametrize("branch", ["safe", "mine"])
def test_a_split_needs_both_branches(branch):
    value = claim("safe", (2, 2), Split((0, 2), TWO_CLUES, TWO_CLUES)).to_json()
    check(THREE, None, value)
    del value["proof"][branch]
    with pytest.raises(CertificateError, match=r"proof: expected the keys mine, safe, split"):
        check(THREE, None, value)


def test_a_split_is_undone_after_its_branches():
    # Two splits on the same cell, one after the other, are fine; inside one another they are not.
    inner = Split((1, 2), TWO_CLUES, TWO_CLUES)
    assert fault(THREE, None, claim("safe", (2, 2), Split((0, 2), inner, inner))) is None
    twice = Split((0, 2), TWO_CLUES, TWO_CLUES)
    assert "decided already" in fault(THREE, None, claim("safe", (2, 2), Split((0, 2), twice, inner)))


def test_splits_lie_at_most_64_deep():
    view = ["#" * 100, "1".ljust(100, "#")]
    for depth, said in ((64, "the sum is possible"), (65, "at most 64 splits")):
        nested = {"sum": []}
        for level in range(depth):
            nested = {"split": [0, 99 - level], "safe": nested, "mine": {"sum": []}}
        with pytest.raises(CertificateError, match=said):
            check(view, None, {"is": "mine", "cell": [0, 0], "proof": nested})
        spelled = bytes([0x11, 0]) + b"".join(bytes([2, 99 - level]) for level in reversed(range(depth)))
        with pytest.raises(CertificateError, match=said):
            Checker(View.from_text(view, None)).check(spelled + bytes(depth + 1))


@pytest.mark.parametrize(
    "value",
    [
        None, [], {}, "safe", {"is": "safe"}, {"is": "safe", "cell": [0, 2], "proof": {}},
        {"is": "safe", "cell": [0, 2], "proof": {"sum": [[0, 1]]}},
        {"is": "safe", "cell": [0, 2], "proof": {"sum": [[0, 1, 0]]}},
        {"is": "safe", "cell": [0, 2], "proof": {"sum": [[0, 1, True]]}},
        {"is": "safe", "cell": [0, 2], "proof": {"sum": [[0, 1, 1.0]]}},
        {"is": "safe", "cell": [0, 2], "proof": {"sum": [[0, 1, 1], [0, 1, 1]]}},
        {"is": "safe", "cell": [0, 2], "proof": {"sum": [], "extra": 1}},
        {"is": "safe", "cell": [0, -1], "proof": {"sum": []}},
        {"is": "safe", "cell": [0, 2, 1], "proof": {"sum": []}},
        {"is": [], "cell": [0, 2], "proof": {"sum": []}},
        {"is": "conflict", "cell": [0, 2], "proof": {"sum": []}},
    ],
)  # fmt: skip
def test_a_malformed_object_is_refused_in_one_line(value):
    with pytest.raises(CertificateError) as refused:
        check(THREE, 1, value)
    assert "\n" not in str(refused.value)


def proofs():
    cells = st.tuples(st.integers(0, 3), st.integers(0, 3))
    rows = st.dictionaries(cells, st.sampled_from([1, -1, 1, -1, 2, -3])).map(
        lambda rows: tuple(Row(cell, times) for cell, times in sorted(rows.items()))
    )
    leaves = st.builds(Sum, rows, st.sampled_from([0, 0, 1, -1, 2]))
    return st.recursive(leaves, lambda inner: st.builds(Split, cells, inner, inner), max_leaves=4)


@given(scattered_views(max_cells=16, max_side=4), st.data())
def test_no_false_claim_is_accepted_and_the_twins_agree(board, data):
    if not board.revealed:
        return
    truth = oracles.truth(board.view, len(board.mines))
    cell = data.draw(st.tuples(st.integers(0, board.rows - 1), st.integers(0, board.cols - 1)))
    kind = data.draw(st.sampled_from(["safe", "mine"]))
    certificate = claim(kind, cell, data.draw(proofs()))
    if fault(board.view, len(board.mines), certificate) is None:
        assert cell in (truth.safe if kind == "safe" else truth.mines), (board, certificate)


def test_the_checker_is_small_and_imports_nothing_of_ours_but_the_errors():
    path = Path(surefoot.proof.check.__file__)
    text = path.read_text()
    assert len(text.splitlines()) < 100
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
            assert module == "surefoot.errors" or module.split(".")[0] in sys.stdlib_module_names
