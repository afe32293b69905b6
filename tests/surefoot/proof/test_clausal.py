"""Clausal proofs: the formula says what the view says, and every lemma follows by unit propagation."""

import pytest

import oracles
from surefoot.errors import CertificateError, LimitReached
from surefoot.model import Limit
from surefoot.proof.certificate import Certificate, Clauses
from surefoot.proof.check import check
from surefoot.proof.clausal import clausal_certificate
from surefoot.reasoning.sat import Budget
from surefoot_core.knowledge import Knowledge
from surefoot_core.verify import Checker
from surefoot_core.view import View

VIEWS = [
    (["1221", "####", "####"], None),
    (["..1#", ".13#", "12##", "##3#", "####"], 6),
    (["####1.", "####1.", "###21.", "####21", "######"], 4),
]


def propagates(clauses, literals):
    """Return whether unit propagation from these literals ends in a conflict."""
    true = set(literals)
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if any(literal in true for literal in clause):
                continue
            left = [literal for literal in clause if -literal not in true]
            if not left:
                return True
            if len(left) == 1:
                true.add(left[0])
                changed = True
    return False


def is_refuted(cnf, drat):
    """Return whether a DRAT text of lemmas by propagation alone refutes a DIMACS text."""
    clauses = [
        [int(word) for word in line.split()[:-1]] for line in cnf.splitlines() if line[0] not in "cp"
    ]  # fmt: skip
    for line in drat.splitlines():
        words = line.split()
        lemma = [int(word) for word in words if word not in ("d", "0")]
        if words[0] == "d":
            continue  # keeping a clause only makes propagation stronger
        if not propagates(clauses, [-literal for literal in lemma]):
            return False
        clauses.append(lemma)
        if not lemma:
            return True
    return False


@pytest.mark.parametrize(("rows", "mines"), VIEWS)
def test_every_certain_cell_has_a_clausal_proof_that_holds(rows, mines):
    truth = oracles.truth(rows, mines)
    knowledge = Knowledge(View.from_text(rows, mines))
    cols = len(rows[0])
    for cell, mine in [(cell, False) for cell in truth.safe] + [(cell, True) for cell in truth.mines]:
        data = clausal_certificate(knowledge, cell[0] * cols + cell[1], mine, Budget())
        certificate = Certificate.from_bytes(data, cols)
        assert isinstance(certificate.proof, Clauses)
        assert certificate.cell == cell
        assert is_refuted(certificate.proof.cnf, certificate.proof.drat)
        assert Certificate.from_json(certificate.to_json()) == certificate
        with pytest.raises(CertificateError, match=r"a clausal proof is for drat-trim"):
            check(rows, mines, certificate.to_json())
        with pytest.raises(CertificateError, match=r"a clausal proof is for drat-trim"):
            Checker(View.from_text(rows, mines)).check(data)
        with pytest.raises(LimitReached, match="is not certain"):
            clausal_certificate(knowledge, cell[0] * cols + cell[1], not mine, Budget())


def test_a_clausal_proof_names_its_cells():
    data = clausal_certificate(Knowledge(View.from_text(["1#"], None)), 1, True, Budget())
    assert Certificate.from_bytes(data, 2).proof.cnf.startswith("c 1 cell 0 1\np cnf 1 ")


def test_a_limit_ends_the_search():
    knowledge = Knowledge(View.from_text(["1221", "####"], None))
    with pytest.raises(LimitReached):
        clausal_certificate(knowledge, 4, False, Budget(Limit(conflicts=0)))
