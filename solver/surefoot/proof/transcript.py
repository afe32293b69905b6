"""Whole games with a certificate for every step, as JSON lines: writing and verifying them.

A transcript is a header with the board's game id, one line a step, numbered from 1, and a last line with their
number. Several may follow one another. Whoever verifies one decodes the board, but the checker sees only the clues
that the steps so far have revealed.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from surefoot.errors import CertificateError, FormatError, InvalidBoardError
from surefoot.formats.layout import Layout
from surefoot.formats.sgt import read_id, write_id
from surefoot.formats.source import MAX_BYTES
from surefoot.model import GameState, Limit, Reasoning
from surefoot.proof.certificate import Certificate
from surefoot.proof.check import check
from surefoot.proof.prove import Proved, Prover
from surefoot_core.verify import Checker
from surefoot_core.view import View

FORMAT = "surefoot-transcript"
VERSION = 1


@dataclass(frozen=True, slots=True)
class ProvedGame:
    """A game as far as it can be proved."""

    layout: Layout
    """The board with its first reveal."""
    won: bool
    """Whether the steps win it; if not, a guess is needed where they end."""
    steps: tuple[Proved, ...]
    """The claims in order: a safe cell is revealed, a mine is noted."""

    def lines(self) -> Iterator[str]:
        """Yield the lines of the transcript, without line ends."""
        result = "won" if self.won else "stuck"
        yield json.dumps({"format": FORMAT, "version": VERSION, "board": write_id(self.layout), "result": result})
        for number, step in enumerate(self.steps, 1):
            value = Certificate.from_bytes(step.certificate, self.layout.cols).to_json()
            yield json.dumps({"n": number, **value})
        yield json.dumps({"end": True, "steps": len(self.steps)})


def prove_game(layout: Layout, *, reasoning: Reasoning = "total", limit: Limit | None = None) -> ProvedGame:
    """Play a board from its first reveal by proofs alone; a first reveal on a mine proves nothing.

    Raises `InvalidBoardError` for a board without a first reveal, `LimitReached` where the limit ends the proof.
    """
    if layout.start is None:
        raise InvalidBoardError("expected a board with a first reveal, got none")
    board = layout.board()
    prover = Prover(View(layout.rows, layout.cols, len(layout.mines)), reasoning=reasoning, limit=limit)
    board.reveal(*layout.start)
    steps: list[Proved] = []
    known, cols = 0, layout.cols
    while board.state is GameState.PLAYING:
        prover.reveal(board.revealed(known), board.clues(known))
        known = board.revealed_count
        claims = prover.claims()
        if not claims:
            break
        opened = bytearray(layout.cells)
        seen = known
        for claim in claims:
            if opened[claim.cell]:
                continue  # the cascade of an earlier claim has revealed it
            steps.append(claim)
            if not claim.mine:
                board.reveal(*divmod(claim.cell, cols))
                if board.state is not GameState.PLAYING:
                    break
                for cell in board.revealed(seen):
                    opened[cell] = 1
                seen = board.revealed_count
    return ProvedGame(layout, board.state is GameState.WON, tuple(steps))


@dataclass(frozen=True, slots=True)
class Verified:
    """A transcript that is sound."""

    board: str
    """The game id in its header."""
    won: bool
    """Whether its steps win the game."""
    steps: int
    """How many there are."""
    line: int
    """The number of its last line."""


class Witness:
    """What the verifier knows of a game: the clues that the steps have revealed, and the claims accepted so far."""

    def __init__(self, layout: Layout) -> None:
        """See nothing yet."""
        self._cols = layout.cols
        self._checker = Checker(View(layout.rows, layout.cols, len(layout.mines)))

    def reveal(self, cells: Iterable[int], clues: Iterable[int]) -> None:
        """Take in newly revealed cells."""
        for cell, clue in zip(cells, clues, strict=True):
            self._checker.reveal(cell, clue)

    def accept(self, certificate: Any) -> tuple[int, bool]:
        """Return the claim of a sound certificate, (cell, is_mine); CertificateError for any other."""
        claim = self._checker.accept(Certificate.from_json(certificate).to_bytes(self._cols))
        if claim is None:
            raise CertificateError("expected a claim about a cell, got a conflict")
        return claim


class PlainWitness(Witness):
    """The same by the checker in plain Python."""

    def __init__(self, layout: Layout) -> None:
        """See nothing yet."""
        self._cols = layout.cols
        self._mines = len(layout.mines)
        self._rows = [["#"] * layout.cols for _ in range(layout.rows)]
        self._known: dict[tuple[int, int], int] = {}

    def reveal(self, cells: Iterable[int], clues: Iterable[int]) -> None:
        """Take in newly revealed cells."""
        for cell, clue in zip(cells, clues, strict=True):
            row, col = divmod(cell, self._cols)
            self._rows[row][col] = str(clue)

    def accept(self, certificate: Any) -> tuple[int, bool]:
        """Return the claim of a sound certificate, (cell, is_mine); CertificateError for any other."""
        check(self._rows, self._mines, certificate, self._known)
        if certificate["is"] == "conflict":
            raise CertificateError("expected a claim about a cell, got a conflict")
        row, col = certificate["cell"]
        self._known[row, col] = int(certificate["is"] == "mine")
        return row * self._cols + col, certificate["is"] == "mine"


def verify_transcripts(stream: BinaryIO, *, witness: Callable[[Layout], Witness] = Witness) -> Iterator[Verified]:
    """Yield each transcript of a stream that is sound; CertificateError names the first line that is not.

    Memory for one game. A transcript that does not win is sound too: `won` tells.
    """
    lines = _Lines(stream)
    header = lines.next()
    if header is None:
        raise CertificateError(f"line {max(lines.number, 1)}: expected a transcript, got nothing")
    while header is not None:
        yield _verify_game(lines, header, witness)
        header = lines.next()


def _verify_game(lines: "_Lines", header: dict[str, Any], witness: Callable[[Layout], Witness]) -> Verified:
    """Replay one game after its header."""
    layout = _board_of(lines, header)
    assert layout.start is not None
    board = layout.board()
    seen = witness(layout)
    board.reveal(*layout.start)
    lost, known, number = board.state is GameState.LOST, 0, 0
    while True:
        if not lost:
            seen.reveal(board.revealed(known), board.clues(known))
            known = board.revealed_count
        line = lines.next()
        if line is None:
            raise lines.fault("the transcript ends without its last line")
        if "end" in line:
            break
        number += 1
        if type(line.get("n")) is not int or line["n"] != number:
            raise lines.fault(f"expected step {number}, got {line.get('n')!r:.40}")
        if board.state is not GameState.PLAYING:
            raise lines.fault("the game has ended before this step")
        del line["n"]
        try:
            cell, mine = seen.accept(line)
        except CertificateError as error:
            raise lines.fault(str(error)) from None
        if not mine:
            board.reveal(*divmod(cell, layout.cols))
    if line != {"end": True, "steps": number} or line["end"] is not True or type(line["steps"]) is not int:
        raise lines.fault(f"expected the end after {number} steps, got {json.dumps(line):.60}")
    won = board.state is GameState.WON
    if header["result"] != ("won" if won else "stuck"):
        raise lines.fault(f"the header says {header['result']!r}, the steps end {'won' if won else 'stuck'!r}")
    return Verified(header["board"], won, number, lines.number)


def _board_of(lines: "_Lines", header: dict[str, Any]) -> Layout:
    """Return the board that a header names."""
    if header.get("format") != FORMAT or type(header.get("version")) is not int or header["version"] != VERSION:
        raise lines.fault(f'expected a header with "format": "{FORMAT}" and "version": {VERSION}')
    if set(header) != {"format", "version", "board", "result"} or header["result"] not in ("won", "stuck"):
        raise lines.fault('expected "board" and "result", which is "won" or "stuck"')
    try:
        if not isinstance(header["board"], str):
            raise FormatError("expected a game id")
        layout = read_id(header["board"])
    except FormatError as error:
        raise lines.fault(f"the board: {error}") from None
    if layout.start is None:
        raise lines.fault("expected a board with a first reveal")
    return layout


class _Lines:
    """The JSON objects of a stream, a line each, with their numbers."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.number = 0

    def fault(self, problem: str) -> CertificateError:
        """Return the error for the line that was read last."""
        return CertificateError(f"line {self.number}: {problem}")

    def next(self) -> dict[str, Any] | None:
        """Return the object of the next line that is not blank, None at the end."""
        raw = b"\n"
        while raw.isspace():
            raw = self._stream.readline(MAX_BYTES + 1)
            self.number += raw != b""
        if not raw:
            return None
        if len(raw) > MAX_BYTES:
            raise self.fault(f"expected at most {MAX_BYTES} bytes")
        try:
            value = json.loads(raw)
        except (ValueError, RecursionError):
            raise self.fault("expected a JSON object") from None
        if not isinstance(value, dict):
            raise self.fault("expected a JSON object")
        return value
