"""What a campaign plays, and the games of one chunk played.

Game number i of a campaign with seed s is the board that `Board` draws with seed s * 2**32 + i, so that campaigns
with different seeds share no board and a game can be looked at again by itself.
"""

import json
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from time import perf_counter

from surefoot.model import Cell, FirstClick
from surefoot_core.bulk import FIELDS, RESULTS, Player

BINS = 10
"""Stated chances are compared with what happened in so many bins of equal width."""

_RESULT, _OPENED, _GUESSES = (FIELDS.index(name) for name in ("result", "opened", "guesses"))


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides every game of a campaign."""

    rows: int
    """Rows; of given boards, 0: each has its own."""
    cols: int
    """Columns."""
    mines: int
    """The mine total."""
    first_click: FirstClick
    """What the first reveal is promised."""
    start: Cell
    """The first reveal."""
    strategy: str
    """The strategy, by its name."""
    games: int
    """How many games."""
    seed: int
    """The seed of the campaign, below 2**32."""
    chunk: int = 250
    """Games that are played and kept together."""
    given: bool = False
    """Whether the boards were given: then the fields before `strategy` and the seed mean nothing."""

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return -(-self.games // self.chunk)

    @property
    def title(self) -> str:
        """What is played, in one line."""
        if self.given:
            return f"{self.games} given boards, {self.strategy}"
        return (
            f"{self.rows}x{self.cols}/{self.mines}, first click {self.first_click.name.lower()} "
            f"at ({self.start.row},{self.start.col}), {self.strategy}, seed {self.seed}"
        )

    def to_json(self) -> str:
        """Return the settings as a JSON object."""
        return json.dumps(asdict(self) | {"first_click": self.first_click.name})

    @staticmethod
    def from_json(text: str) -> "Settings":
        """Return the settings of a JSON object."""
        values = json.loads(text)
        values["first_click"] = FirstClick[values["first_click"]]
        values["start"] = Cell(*values["start"])
        return Settings(**values)


@dataclass(frozen=True, slots=True)
class GivenBoard:
    """A board that was given, with its first reveal."""

    rows: int
    """Rows."""
    cols: int
    """Columns."""
    start: int
    """The flat index of the first reveal."""
    mines: bytes
    """One byte a cell, 1 for a mine."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """How one game went."""

    number: int
    """Its number in the campaign."""
    won: bool
    """Whether it was won."""
    opened: int
    """Cells revealed in the end."""
    guesses: int
    """Guesses made."""
    last_opened: int | None
    """Cells revealed before the last guess; None without a guess."""
    last_risk: float | None
    """The stated risk of the last guess."""
    seconds: float
    """Wall time: all but this is the same every time."""


@dataclass(slots=True)
class Bins:
    """Stated chances against what happened, in bins of equal width."""

    count: list[int] = field(default_factory=lambda: [0] * BINS)
    """How many were stated."""
    stated: list[float] = field(default_factory=lambda: [0.0] * BINS)
    """The sum of what was stated."""
    happened: list[int] = field(default_factory=lambda: [0] * BINS)
    """How often it happened."""

    def add(self, chance: float, happened: bool) -> None:
        """Count one stated chance."""
        place = min(BINS - 1, int(chance * BINS))
        self.count[place] += 1
        self.stated[place] += chance
        self.happened[place] += happened


@dataclass(frozen=True, slots=True)
class Chunk:
    """The games of one chunk, and the chances stated in them."""

    number: int
    """Its number in the campaign."""
    games: tuple[GameRecord, ...]
    """Its games, in order."""
    risks: Bins
    """The risk of each guess, and whether it hit a mine."""
    wins: Bins
    """The chance to win where it was worked out exactly, and whether the game was won."""


def play_chunk(settings: Settings, number: int, boards: Sequence[GivenBoard] = ()) -> Chunk:
    """Return the games of a chunk; of given boards, `boards` are those of the chunk."""
    first = number * settings.chunk
    last = min(settings.games, first + settings.chunk)
    players: dict[tuple[int, int], Player] = {}
    chunk = Chunk(number, (), Bins(), Bins())
    games = []
    tale = memoryview(bytearray(4 * len(FIELDS))).cast("i", (1, len(FIELDS)))
    for game in range(first, last):
        board = boards[game - first] if settings.given else None
        size = (settings.rows, settings.cols) if board is None else (board.rows, board.cols)
        if size not in players:
            players[size] = Player(*size)
        player = players[size]
        begun = perf_counter()
        if board is None:
            seeds = array("Q", [settings.seed << 32 | game])
            start = settings.start.row * settings.cols + settings.start.col
            rule = settings.first_click
            player.play_seeds(seeds, settings.mines, start, rule, tale, guess=settings.strategy)
        else:
            cells = memoryview(board.mines).cast("B", (1, len(board.mines)))
            player.play_layouts(cells, array("i", [board.start]), tale, guess=settings.strategy)
        seconds = perf_counter() - begun
        won = RESULTS[tale[0, _RESULT]] == "won"
        guesses = player.guesses()
        for _, _, safety, win, safe in guesses:
            chunk.risks.add(1 - safety, not safe)
            if win is not None:
                chunk.wins.add(win, won)
        games.append(
            GameRecord(
                game,
                won,
                tale[0, _OPENED],
                tale[0, _GUESSES],
                guesses[-1][1] if guesses else None,
                1 - guesses[-1][2] if guesses else None,
                seconds,
            )
        )
    return Chunk(number, tuple(games), chunk.risks, chunk.wins)
