"""A walk over an endless board: outward by proofs, and a guess where nothing is proved anywhere.

The board is worked on in tiles, the nearest to the first reveal first. When no tile has anything left to prove, the
least chance of a mine is guessed at, of all cells that the walk has come near; among equals the nearest cell, then
the first in row-major order. A guess that hits a mine is a loss: the mine is marked and the walk goes on. A proof
uses the clues within a window of 160 x 160 cells around its tile; the walk is the same on every machine.
"""

import hashlib
import struct
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush

from surefoot.errors import InvalidCellError
from surefoot.model import Analysis, Cell, Limit
from surefoot.reasoning.analysis import analyse
from surefoot_core.endless import FARTHEST, EndlessBoard
from surefoot_core.topology import Topology
from surefoot_core.view import KNOWN_MINE, View
from surefoot_core.walk import TILE_SIDE, Walker

CHUNK_SIDE = 16
_SEEN = bytes(range(9)) + bytes([255]) * 247
"""A byte of a saved chunk as the digest takes it: its clue, or 255 where none is revealed."""

_UNSEEN = bytes([255]) * 256

Tile = tuple[int, int]


@dataclass(frozen=True, slots=True)
class WalkResult:
    """What a walk came to."""

    revealed: int
    """Safe cells revealed: the first, the safe guesses, and those proved."""
    proved: int
    """Cells revealed by proofs, and by the cascades of zero clues."""
    guesses: int
    """Reveals that nothing proved, apart from the first."""
    losses: int
    """Guesses that hit a mine."""
    distance: int
    """The farthest revealed cell from the first one: the larger of its distances in rows and in columns."""
    digest: str
    """SHA-256, in hexadecimal, of the revealed cells and their clues; see `board_digest`."""
    stuck: bool
    """Whether the walk ended because nothing was safe and guessing was not allowed."""


def board_digest(board: EndlessBoard) -> str:
    """Return the SHA-256 of the revealed cells and their clues, in hexadecimal.

    Hashed are, chunk by chunk in row-major order, those with a revealed cell: row and column of the chunk of 16 x 16
    cells (its first cell's divided by 16) as signed 64-bit numbers, the least byte first, then a byte for each cell
    in row-major order: its clue, or 255 where none is revealed.
    """
    digest = hashlib.sha256()
    for row, col, cells in board.state()[2]:
        seen = cells.translate(_SEEN)
        if seen != _UNSEEN:
            digest.update(struct.pack("<qq", row, col) + seen)
    return digest.hexdigest()


def farthest(board: EndlessBoard) -> int:
    """Return the distance of the farthest revealed cell from the first one, 0 on an untouched board."""
    first, _, chunks = board.state()
    if first is None:
        return 0

    def away(row: int, col: int) -> int:
        return max(abs(row - first[0]), abs(col - first[1]))

    def reach(chunk: tuple[int, int, bytes]) -> int:
        top, left = chunk[0] * CHUNK_SIDE, chunk[1] * CHUNK_SIDE
        return max(away(top, left), away(top + CHUNK_SIDE - 1, left + CHUNK_SIDE - 1))

    best = 0
    for chunk in sorted(chunks, key=reach, reverse=True):
        if reach(chunk) <= best:
            break
        row, col, cells = chunk
        for place, cell in enumerate(cells):
            if cell <= 8:
                best = max(best, away(row * CHUNK_SIDE + place // CHUNK_SIDE, col * CHUNK_SIDE + place % CHUNK_SIDE))
    return best


def analyse_window(
    board: EndlessBoard, top: int, left: int, rows: int, cols: int, *, margin: int = 16, limit: Limit | None = None
) -> Analysis:
    """Return what is certain in a window, from every clue in it and within `margin` cells of it.

    The cells of the answer are those of the window: its first is (0, 0). Reveals pending cells there.
    """
    height, width = rows + 2 * margin + 2, cols + 2 * margin + 2
    found = analyse(sight(board, top - margin - 1, left - margin - 1, height, width), limit=limit)

    def inside(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        moved = (Cell(row - margin - 1, col - margin - 1) for row, col in cells)
        return tuple(cell for cell in moved if 0 <= cell.row < rows and 0 <= cell.col < cols)

    return Analysis(inside(found.safe), inside(found.mines), inside(found.open), found.consistent)


def sight(board: EndlessBoard, top: int, left: int, rows: int, cols: int) -> View:
    """Return the view of a window as a board of its own, whose rim tells no more than it knows.

    A clue on the rim counts mines outside, so there it is a zero without neighbours. Reveals pending cells.
    """
    window = board.window(top, left, rows, cols)
    codes = bytearray(memoryview(window).cast("B"))
    around = Topology.rectangle(rows, cols)
    cut = {
        row * cols + col
        for row in range(rows)
        for col in range(cols)
        if (row in (0, rows - 1) or col in (0, cols - 1)) and codes[row * cols + col] < KNOWN_MINE
    }
    for cell in cut:
        codes[cell] = 0
    near = [
        [] if cell in cut else [other for other in around.neighbours(cell) if other not in cut]
        for cell in range(rows * cols)
    ]
    cells = memoryview(bytes(codes)).cast("B", (rows, cols))
    return View(rows, cols, None, cells, topology=Topology.graph(near, cols=cols), density=board.density)


class Walk:
    """A solver on an endless board of its own, going outward from its first reveal."""

    def __init__(self, density: Fraction | float | str, seed: int = 0, *, first: tuple[int, int] = (0, 0)) -> None:
        """Make the board; nothing is revealed yet. `first` lies within 2**61 of (0, 0)."""
        if not all(-FARTHEST // 2 <= place <= FARTHEST // 2 for place in first):
            raise InvalidCellError(f"expected a first cell within 2**61 of (0, 0), got {first}")
        self.board = EndlessBoard(density, seed)
        self.guesses = 0
        self._first = first
        self._walker = Walker(self.board)
        self._waiting: list[tuple[bool, int, Tile]] = []
        self._dirty: dict[Tile, bool] = {}
        self._best: dict[Tile, tuple[int, int, int, int] | None] = {}
        self._unknown: set[Tile] = set()

    def go_on(self, reveals: int, *, guess: bool = True) -> WalkResult:
        """Walk until `reveals` cells are revealed in all, or, without `guess`, nothing is safe any more."""
        stuck = False
        if reveals > 0 and self.board.first is None:
            self._reveal(*self._first, reveals)
        while self.board.revealed < reveals and not stuck:
            tile = self._next_tile()
            if tile is not None:
                self._walker.settle(*tile, reveals)
                self._note_touched()
            elif guess:
                _, _, row, col = self._best_guess()
                self.guesses += 1
                self._reveal(row, col, reveals)
            else:
                stuck = True
        return self._result(stuck)

    def _reveal(self, row: int, col: int, reveals: int) -> None:
        self._walker.reveal(row, col, reveals)
        self._note_touched()

    def _note_touched(self) -> None:
        for row, col, near in self._walker.touched():
            tile = row, col
            if tile not in self._dirty or (near and not self._dirty[tile]):
                self._dirty[tile] = near
                heappush(self._waiting, (not near, self._tile_distance(tile), tile))

    def _tile_distance(self, tile: Tile) -> int:
        return max(abs(tile[0] - self._first[0] // TILE_SIDE), abs(tile[1] - self._first[1] // TILE_SIDE))

    def _next_tile(self) -> Tile | None:
        """Return the nearest tile with news in it or beside it, else the nearest with news in its margin."""
        while self._waiting:
            far, _, tile = heappop(self._waiting)
            if self._dirty.get(tile, far) is not far:  # else the entry is out of date
                del self._dirty[tile]
                self._unknown.add(tile)
                return tile
        return None

    def _best_guess(self) -> tuple[int, int, int, int]:
        """Return the best guess of all tiles; only those settled since the last guess are looked at again."""
        for tile in self._unknown:
            self._best[tile] = self._walker.guess(*tile)
        self._unknown.clear()
        return min(guess for guess in self._best.values() if guess is not None)

    def _result(self, stuck: bool) -> WalkResult:
        board = self.board
        unproved = self.guesses - board.losses + (board.first is not None)
        return WalkResult(
            revealed=board.revealed,
            proved=board.revealed - unproved,
            guesses=self.guesses,
            losses=board.losses,
            distance=farthest(board),
            digest=board_digest(board),
            stuck=stuck,
        )
