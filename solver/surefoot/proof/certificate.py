"""Certificates: a claim about one cell and its proof, as values, as JSON and as bytes.

The binary form is made of varints (seven bits a byte, the lowest first, as short as possible). Its first byte is
the version in the high four bits and the claim in the low four (0 safe, 1 mine, 2 conflict); then the flat index of
the cell, unless it is a conflict; then the proof. A proof starts with a head whose low two bits tell its kind:

- 0 and 1, a sum: bit 2 is set if the mine total takes part, bit 3 if its multiplier is negative, the bits above
  count the rows. Kind 0 has multipliers of 1 and -1 only; in kind 1 each magnitude less one is written out, first
  that of the total. A row is the cells skipped since the row before it, times two, plus one if its multiplier is
  negative, then in kind 1 the magnitude less one.
- 2, a split: the cell, the proof where it is safe, the proof where it is a mine.
- 3, clauses: the length of the DIMACS text and the text, the length of the DRAT text and the text.

So a row written twice, a row out of order and a multiplier of zero have no spelling, and nothing has two.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from surefoot.errors import CertificateError

Cell = tuple[int, int]
VERSION = 1
DEPTH = 64
_UNIT_SUM, _SUM, _SPLIT, _CLAUSES = range(4)


class Claim(enum.Enum):
    """What a certificate proves."""

    SAFE = "safe"
    MINE = "mine"
    CONFLICT = "conflict"
    SOME = "some"
    """At least one mine, where a cell can hold several and MINE claims a full one."""


class Row(NamedTuple):
    """A clue and how often it is added; a negative multiplier takes it away."""

    cell: Cell
    multiplier: int


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum of clue rows, and of the mine total where its multiplier is not zero, that no layout can meet."""

    rows: tuple[Row, ...]
    total: int = 0


@dataclass(frozen=True, slots=True)
class Split:
    """A proof for either value of one more cell."""

    cell: Cell
    safe: Proof
    mine: Proof


@dataclass(frozen=True, slots=True)
class Clauses:
    """A clausal proof: the negated claim as clauses, and their refutation; `drat-trim` checks it."""

    cnf: str
    drat: str


Proof = Sum | Split | Clauses


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim with its proof; `cell` is None for a conflict, which says that no layout fits the view."""

    claim: Claim
    cell: Cell | None
    proof: Proof

    @property
    def clues(self) -> tuple[Cell, ...]:
        """The clues that take part, row by row; of a clausal proof none are known."""
        return tuple(sorted({row.cell for part in sums(self.proof) for row in part.rows}))

    @property
    def total(self) -> bool:
        """Whether the mine total takes part in a sum."""
        return any(part.total for part in sums(self.proof))

    def to_json(self) -> dict[str, Any]:
        """Return the object that stands for the certificate in JSON, and that `check` takes."""
        claim: dict[str, Any] = {} if self.cell is None else {"cell": list(self.cell)}
        return {**claim, "is": self.claim.value, "proof": _proof_to_json(self.proof)}

    @staticmethod
    def from_json(value: Any) -> Certificate:
        """Return the certificate of a JSON object; CertificateError where it has no such shape."""
        try:
            claim = Claim(value["is"])
            cell = None if claim is Claim.CONFLICT else _cell(value["cell"])
            proof = _proof_from_json(value["proof"], 0)
            extra = set(value) - {"is", "proof"} - ({"cell"} if cell is not None else set())
        except (KeyError, TypeError, ValueError) as error:
            raise CertificateError(f"expected a certificate, got {value!r:.80}") from error
        if extra:
            raise CertificateError(f"expected a certificate, got the key {min(map(str, extra))!r} too")
        return Certificate(claim, cell, proof)

    def to_bytes(self, cols: int) -> bytes:
        """Return the binary form for a board of so many columns; CertificateError for what cannot be written."""
        out = bytearray([VERSION << 4 | list(Claim).index(self.claim)])
        if self.cell is not None:
            _write(out, _index(self.cell, cols))
        _proof_to_bytes(out, self.proof, cols)
        return bytes(out)

    @staticmethod
    def from_bytes(data: bytes, cols: int) -> Certificate:
        """Return the certificate of its binary form; CertificateError with the byte where it breaks."""
        reader = _Reader(data, cols)
        first = reader.byte()
        if first >> 4 != VERSION or first & 15 >= len(Claim):
            raise CertificateError(f"byte 0: expected version {VERSION} and a claim, got {first:#04x}")
        claim = list(Claim)[first & 15]
        cell = None if claim is Claim.CONFLICT else divmod(reader.number(), cols)
        proof = reader.proof(0)
        if reader.at != len(data):
            raise CertificateError(f"byte {reader.at}: bytes are left over")
        return Certificate(claim, cell, proof)


def sums(proof: Proof) -> Iterator[Sum]:
    """Yield the sums at the leaves of a proof, the safe branch of a split first."""
    if isinstance(proof, Sum):
        yield proof
    elif isinstance(proof, Split):
        yield from sums(proof.safe)
        yield from sums(proof.mine)


def _proof_to_json(proof: Proof) -> dict[str, Any]:
    match proof:
        case Sum(rows, total):
            value: dict[str, Any] = {"sum": [[*row.cell, row.multiplier] for row in rows]}
            return {**value, "total": total} if total else value
        case Split(cell, safe, mine):
            return {"split": list(cell), "safe": _proof_to_json(safe), "mine": _proof_to_json(mine)}
        case Clauses(cnf, drat):
            return {"clauses": cnf, "drat": drat}


def _proof_from_json(value: Mapping[str, Any], depth: int) -> Proof:
    keys = set(value)
    if depth > DEPTH:
        raise ValueError("splits too deep")
    if keys == {"split", "safe", "mine"}:
        safe, mine = (_proof_from_json(value[branch], depth + 1) for branch in ("safe", "mine"))
        return Split(_cell(value["split"]), safe, mine)
    if keys == {"clauses", "drat"}:
        return Clauses(_text(value["clauses"]), _text(value["drat"]))
    if keys not in ({"sum"}, {"sum", "total"}) or not isinstance(value["sum"], list):
        raise ValueError("no such proof")
    rows = tuple(Row(_cell([row, col]), _multiplier(times)) for row, col, times in value["sum"])
    return Sum(rows, _multiplier(value["total"]) if "total" in value else 0)


def _cell(value: Any) -> Cell:
    row, col = value
    if type(row) is not int or type(col) is not int:
        raise ValueError("not a cell")
    return row, col


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("not a text")
    return value


def _multiplier(value: Any) -> int:
    if type(value) is not int or value == 0:
        raise ValueError("not a multiplier")
    return value


def _index(cell: Cell, cols: int) -> int:
    if cell[0] < 0 or not 0 <= cell[1] < cols:
        raise CertificateError(f"{list(cell)} is not on a board of {cols} columns")
    return cell[0] * cols + cell[1]


def _write(out: bytearray, number: int) -> None:
    if not 0 <= number < 1 << 32:
        raise CertificateError(f"expected a number below 2**32, got {number}")
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def _proof_to_bytes(out: bytearray, proof: Proof, cols: int) -> None:
    match proof:
        case Sum(rows, total):
            kind = _UNIT_SUM if {abs(m) for _, m in rows} | {abs(total) or 1} <= {1} else _SUM
            _write(out, len(rows) << 4 | (8 if total < 0 else 0) | (4 if total else 0) | kind)
            if total and kind == _SUM:
                _write(out, abs(total) - 1)
            last = -1
            for cell, multiplier in rows:
                index = _index(cell, cols)
                if index <= last:
                    raise CertificateError(f"the row of {list(cell)} is out of order")
                _write(out, index - last - 1 << 1 | (multiplier < 0))
                if kind == _SUM:
                    _write(out, abs(multiplier) - 1)
                last = index
        case Split(cell, safe, mine):
            out.append(_SPLIT)
            _write(out, _index(cell, cols))
            _proof_to_bytes(out, safe, cols)
            _proof_to_bytes(out, mine, cols)
        case Clauses(cnf, drat):
            out.append(_CLAUSES)
            for text in (cnf, drat):
                data = text.encode()
                _write(out, len(data))
                out += data


class _Reader:
    """Takes a binary certificate apart from the left."""

    def __init__(self, data: bytes, cols: int) -> None:
        self.data, self.cols, self.at = data, cols, 0

    def byte(self) -> int:
        if self.at >= len(self.data):
            raise CertificateError(f"byte {self.at}: the certificate ends too early")
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            if (shift and not byte) or (shift == 28 and byte > 15):
                raise CertificateError(f"byte {self.at - 1}: a number is longer than it need be")
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    def text(self) -> str:
        size = self.number()
        data = self.data[self.at : self.at + size]
        self.at += size
        if len(data) != size:
            raise CertificateError(f"byte {len(self.data)}: the certificate ends too early")
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            raise CertificateError(f"byte {self.at - size}: a clausal proof is not text") from error

    def proof(self, depth: int) -> Proof:
        start = self.at
        head = self.number()
        kind = head & 3
        if kind == _SPLIT and head == _SPLIT:
            if depth == DEPTH:
                raise CertificateError(f"byte {start}: expected at most {DEPTH} splits inside one another")
            cell = divmod(self.number(), self.cols)
            return Split(cell, self.proof(depth + 1), self.proof(depth + 1))
        if kind == _CLAUSES and head == _CLAUSES:
            return Clauses(self.text(), self.text())
        if kind in (_SPLIT, _CLAUSES) or head & 12 == 8:
            raise CertificateError(f"byte {start}: no proof is written like this")
        sign = -1 if head & 8 else 1
        total = sign * (self.magnitude(kind) if head & 4 else 0)
        rows, index = [], -1
        for _ in range(head >> 4):
            gap = self.number()
            index += (gap >> 1) + 1
            rows.append(Row(divmod(index, self.cols), (-1 if gap & 1 else 1) * self.magnitude(kind)))
        if kind == _SUM and {abs(m) for _, m in rows} | {abs(total) or 1} <= {1}:
            raise CertificateError(f"byte {start}: no proof is written like this")
        return Sum(tuple(rows), total)

    def magnitude(self, kind: int) -> int:
        return self.number() + 1 if kind == _SUM else 1
