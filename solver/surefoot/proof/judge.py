"""The judge of moves: was it proved, was a proof at hand, was the guess needed, was it the safest?"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from surefoot.errors import FormatError, InconsistentViewError, InvalidCellError
from surefoot.model import Cell, CellState, GameState, Move
from surefoot.proof.odds import Odds, odds, ratio
from surefoot.proof.unavoidable import unavoidable_guesses
from surefoot_core.board import Board
from surefoot_core.view import HIDDEN_CELL, KNOWN_MINE, View

LETTERS = {"r": Move.REVEAL, "f": Move.FLAG, "c": Move.CHORD}


class Grade(Enum):
    """What a move was."""

    PROVED = "proved"
    """A safe cell revealed, a forced mine flagged, or nothing that could go wrong."""
    PROVABLE_MINE = "provable-mine"
    """A cell revealed that was provably a mine, or a safe cell flagged."""
    NEEDLESS_GUESS = "needless-guess"
    """A guess although a safe cell was at hand; or a flag that nothing proves."""
    FORCED_GUESS = "forced-guess"
    """A guess where no cell was safe."""
    UNAVOIDABLE_GUESS = "unavoidable-guess"
    """A guess that no later information could have improved."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The grade of one move."""

    move: str
    """As it was written."""
    grade: Grade
    """What it was."""
    risk: float | None
    """The chance that it reveals a mine, for a flag that it is wrong; None where it is not known."""
    safe_cells: tuple[Cell, ...]
    """The safe cells that were there."""
    safest: Cell | None
    """A cell with the least risk: a safe one if there is one."""
    least_risk: float | None
    """Its risk."""
    text: str
    """The judgement in words."""
    layouts: tuple[tuple[Cell, ...], ...] = ()
    """Of an unavoidable guess: the mines of each way to fill the set that nothing can decide."""

    def to_json(self) -> dict[str, Any]:
        """Return the object that stands for the judgement in JSON."""
        value: dict[str, Any] = {
            "move": self.move,
            "grade": self.grade.value,
            "risk": self.risk,
            "safe_cells": len(self.safe_cells),
            "safest": None if self.safest is None else list(self.safest),
            "least_risk": self.least_risk,
            "text": self.text,
        }
        if self.layouts:
            value["layouts"] = [[list(cell) for cell in mines] for mines in self.layouts]
        return value


def judge_move(view: View, move: Move, cell: tuple[int, int], flags: Iterable[tuple[int, int]] = ()) -> Judgement:
    """Return the judgement of one move on a view; `flags` are what a chord relies on.

    Raises `InvalidCellError` off the board, `InconsistentViewError` where no layout fits.
    """
    place = Cell(*cell)
    if not (0 <= place.row < view.rows and 0 <= place.col < view.cols):
        raise InvalidCellError(f"expected a cell of {view.rows} x {view.cols}, got ({place.row}, {place.col})")
    known = odds(view)
    index = place.row * view.cols + place.col
    flagged = {row * view.cols + col for row, col in flags}
    if move is Move.CHORD:
        targets = _chorded(view, index, flagged)
        risk = _chord_risk(view, known, targets, index, flagged)
    else:
        targets = [index] if view[place] == HIDDEN_CELL else []
        risk = known.chance[index] if targets else 0.0
        if move is Move.REVEAL and index in flagged:
            targets, risk = [], 0.0
    if move is Move.FLAG and targets:
        return _flag(view, known, index, removed=index in flagged)
    return _reveal(view, known, move, place, targets, risk)


def _reveal(
    view: View, known: Odds, move: Move, place: Cell, targets: Sequence[int], risk: float | None
) -> Judgement:
    """Grade a reveal, or a chord as the reveals that it makes."""
    safe, mines = set(known.safe), set(known.mines)
    if not targets:
        grade, text = Grade.PROVED, "nothing is revealed"
    elif safe.issuperset(targets):
        grade, text = Grade.PROVED, "proved safe"
    elif mines.intersection(targets):
        grade, text = Grade.PROVABLE_MINE, "a proved mine"
        text += f"; {_safe_cells(known)}" if safe else "; no cell was safe"
    elif safe:
        grade, text = Grade.NEEDLESS_GUESS, f"a needless guess; {_safe_cells(known)}"
    else:
        grade, text = Grade.FORCED_GUESS, "a forced guess"
        for found in unavoidable_guesses(view, known):
            if set(targets) <= set(found.cells):
                named = ", ".join(f"({cell // view.cols},{cell % view.cols})" for cell in found.cells)
                text = f"an unavoidable guess: nothing can ever decide {named}"
                judged = _judgement(view, known, _written(move, place), Grade.UNAVOIDABLE_GUESS, risk, text)
                ways = [tuple(Cell(*divmod(cell, view.cols)) for cell in sorted(mines)) for mines in found.layouts]
                return replace(judged, layouts=tuple(ways))
    judgement = _judgement(view, known, _written(move, place), grade, risk, text)
    if grade is Grade.FORCED_GUESS and risk is not None and judgement.least_risk is not None:
        return _compared(judgement, risk, judgement.least_risk)
    return judgement


def _compared(judgement: Judgement, risk: float, least: float) -> Judgement:
    """Say how a forced guess compares with the safest one."""
    assert judgement.safest is not None
    safest = f"({judgement.safest.row},{judgement.safest.col})"
    if risk <= least * (1 + 1e-9):
        text = "a forced guess, and none is safer"
    else:
        text = f"a forced guess with a risk of {risk:.1%}, where {safest} has {least:.1%}"
    return replace(judgement, text=text)


def _flag(view: View, known: Odds, index: int, *, removed: bool) -> Judgement:
    """Grade a flag; taking one away risks nothing."""
    chance = known.chance[index]
    risk = None if chance is None else 1 - chance
    if removed:
        grade, risk, text = Grade.PROVED, 0.0, "a flag taken away"
    elif index in known.mines:
        grade, text = Grade.PROVED, "proved a mine"
    elif index in known.safe:
        grade, text = Grade.PROVABLE_MINE, "a flag on a cell that is proved safe"
    else:
        grade, text = Grade.NEEDLESS_GUESS, "a flag that nothing proves"
    return _judgement(view, known, _written(Move.FLAG, Cell(*divmod(index, view.cols))), grade, risk, text)


def _judgement(view: View, known: Odds, move: str, grade: Grade, risk: float | None, text: str) -> Judgement:
    def cell(index: int) -> Cell:
        return Cell(*divmod(index, view.cols))

    safest = known.safest
    return Judgement(
        move,
        grade,
        risk,
        tuple(cell(index) for index in known.safe),
        None if safest is None else cell(safest),
        None if safest is None else known.chance[safest],
        text,
    )


def _safe_cells(known: Odds) -> str:
    return "one safe cell was there" if len(known.safe) == 1 else f"{len(known.safe)} safe cells were there"


def _written(move: Move, cell: Cell) -> str:
    letter = next(letter for letter, named in LETTERS.items() if named is move)
    return f"{letter} {cell.row} {cell.col}"


def _chorded(view: View, clue: int, flagged: set[int]) -> list[int]:
    """Return the cells that a chord reveals: none unless as many flags touch the clue as it shows."""
    codes = memoryview(view).cast("B")
    if codes[clue] >= KNOWN_MINE:
        return []
    around = [cell for cell in view.topology.neighbours(clue) if codes[cell] == HIDDEN_CELL]
    trusted = sum(codes[cell] == KNOWN_MINE for cell in view.topology.neighbours(clue))
    if trusted + sum(cell in flagged for cell in around) != codes[clue]:
        return []
    return [cell for cell in around if cell not in flagged]


def _chord_risk(view: View, known: Odds, targets: Sequence[int], clue: int, flagged: set[int]) -> float | None:
    """Return the chance that a chord reveals a mine: that not all flags around the clue are right."""
    if not targets or set(known.safe).issuperset(targets):
        return 0.0
    if set(known.mines).intersection(targets):
        return 1.0
    right = bytearray(memoryview(view).cast("B"))
    for cell in view.topology.neighbours(clue):
        if cell in flagged and right[cell] == HIDDEN_CELL:
            right[cell] = KNOWN_MINE
    shape = memoryview(right).cast("B", (view.rows, view.cols))
    try:
        trusted = odds(View.from_array(shape, view.mines, topology=view.topology))
    except InconsistentViewError:
        return 1.0
    if trusted.layouts is None or known.layouts is None:
        return None
    return 1 - ratio(trusted.layouts, known.layouts)


def read_move(line: str) -> tuple[Move, Cell]:
    """Return the move of a line like ``r 3 4``; `FormatError` for anything else."""
    words = line.split()
    if len(words) != 3 or words[0] not in LETTERS or not all(word.isascii() and word.isdigit() for word in words[1:]):
        raise FormatError(f"expected a move like 'r 3 4' (r, f or c, row, column), got {line.strip()[:40]!r}")
    return LETTERS[words[0]], Cell(int(words[1]), int(words[2]))


def judge_game(board: Board, lines: Iterable[str]) -> Iterator[Judgement]:
    """Yield the judgement of each move of a game, and make it on the board; blank lines are skipped.

    `FormatError` names the line of a move that cannot be read or comes after the end.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            move, cell = read_move(line)
            if board.state is not GameState.PLAYING:
                raise FormatError("the game has ended before this move")
            view = board.view()
            flags = [
                (row, col)
                for row in range(board.rows)
                for col in range(board.cols)
                if board.flags and board[row, col].state is CellState.FLAGGED
            ]
            judgement = judge_move(view, move, cell, flags)
        except (FormatError, InvalidCellError) as error:
            raise FormatError(f"line {number}: {error}") from None
        yield judgement
        if move is Move.REVEAL:
            board.reveal(*cell)
        elif move is Move.FLAG:
            board.toggle_flag(*cell)
        else:
            board.chord(*cell)
