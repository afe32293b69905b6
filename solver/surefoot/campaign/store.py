"""The state of a campaign: one SQLite file.

A chunk is written in one transaction, so it is there as a whole or not at all, whatever kills the process; a chunk
that is there already is left as it is, so nothing is counted twice even if two processes work on one file.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType

from surefoot.campaign.games import Bins, Chunk, GameRecord, GivenBoard, Settings
from surefoot.errors import FormatError

_SCHEMA = (
    "CREATE TABLE campaign (settings TEXT NOT NULL)",
    "CREATE TABLE board (number INTEGER PRIMARY KEY, rows INTEGER, cols INTEGER, start INTEGER, mines BLOB)",
    "CREATE TABLE chunk (number INTEGER PRIMARY KEY, risks TEXT NOT NULL, wins TEXT NOT NULL)",
    "CREATE TABLE game (number INTEGER PRIMARY KEY, won INTEGER NOT NULL, opened INTEGER NOT NULL,"
    " guesses INTEGER NOT NULL, last_opened INTEGER, last_risk REAL, seconds REAL NOT NULL)",
)


class Store:
    """An open campaign file; a context manager."""

    def __init__(self, connection: sqlite3.Connection, settings: Settings) -> None:
        """Take over a connection; use `create` or `open`."""
        self._connection = connection
        self.settings = settings

    @staticmethod
    def create(path: str | Path, settings: Settings, boards: Sequence[GivenBoard] = ()) -> "Store":
        """Return a new campaign; `FormatError` if the file holds one already, or anything else."""
        connection = _connect(path)
        with _ClosingOnError(connection, path):
            if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise FormatError(f"{path} exists: expected a new file, or the command resume")
            connection.execute("BEGIN IMMEDIATE")
            for statement in _SCHEMA:
                connection.execute(statement)
            rows = ((number, b.rows, b.cols, b.start, b.mines) for number, b in enumerate(boards))
            connection.executemany("INSERT INTO board VALUES (?, ?, ?, ?, ?)", rows)
            connection.execute("INSERT INTO campaign VALUES (?)", (settings.to_json(),))
            connection.execute("COMMIT")
        return Store(connection, settings)

    @staticmethod
    def open(path: str | Path) -> "Store":
        """Return the campaign of a file; `FormatError` if there is none in it."""
        if not Path(path).is_file():
            raise FormatError(f"expected a campaign file, got none at {path}")
        connection = _connect(path)
        with _ClosingOnError(connection, path):
            if not connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'campaign'").fetchone()[0]:
                raise FormatError(f"{path} holds no campaign: it may have been stopped before it began")
            settings = Settings.from_json(connection.execute("SELECT settings FROM campaign").fetchone()[0])
        return Store(connection, settings)

    def __enter__(self) -> "Store":
        """Return the store."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._connection.close()

    def add(self, chunk: Chunk) -> bool:
        """Keep a chunk; return False, and change nothing, if it is there already."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            new = self._connection.execute(
                "INSERT OR IGNORE INTO chunk VALUES (?, ?, ?)",
                (chunk.number, _bins_json(chunk.risks), _bins_json(chunk.wins)),
            ).rowcount
            if new:
                self._connection.executemany(
                    "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (
                        (g.number, g.won, g.opened, g.guesses, g.last_opened, g.last_risk, g.seconds)
                        for g in chunk.games
                    ),
                )
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")
        return bool(new)

    def pending(self) -> list[int]:
        """Return the numbers of the chunks that are not there yet, in order."""
        done = {row[0] for row in self._connection.execute("SELECT number FROM chunk")}
        return [number for number in range(self.settings.chunks) if number not in done]

    def boards(self, chunk: int) -> tuple[GivenBoard, ...]:
        """Return the given boards of a chunk; empty where boards are drawn."""
        first = chunk * self.settings.chunk
        rows = self._connection.execute(
            "SELECT rows, cols, start, mines FROM board WHERE number >= ? AND number < ? ORDER BY number",
            (first, first + self.settings.chunk),
        )
        return tuple(GivenBoard(*row) for row in rows)

    def all_boards(self) -> Iterator[GivenBoard]:
        """Yield every given board in order."""
        for row in self._connection.execute("SELECT rows, cols, start, mines FROM board ORDER BY number"):
            yield GivenBoard(*row)

    def tally(self) -> tuple[int, int]:
        """Return the games played and the games won."""
        games, wins = self._connection.execute("SELECT count(*), coalesce(sum(won), 0) FROM game").fetchone()
        return int(games), int(wins)

    def games(self) -> Iterator[GameRecord]:
        """Yield the games played, in order of their numbers."""
        for row in self._connection.execute("SELECT * FROM game ORDER BY number"):
            yield GameRecord(row[0], bool(row[1]), *row[2:])

    def bins(self) -> tuple[Bins, Bins]:
        """Return the stated risks and the stated chances to win, over all games."""
        risks, wins = Bins(), Bins()
        for row in self._connection.execute("SELECT risks, wins FROM chunk ORDER BY number"):
            for total, text in zip((risks, wins), row, strict=True):
                for name, values in json.loads(text).items():
                    sums = getattr(total, name)
                    for place, value in enumerate(values):
                        sums[place] += value
        return risks, wins


def _connect(path: str | Path) -> sqlite3.Connection:
    """Return a connection that begins and ends transactions only where told."""
    return sqlite3.connect(path, timeout=60, isolation_level=None)


class _ClosingOnError:
    """Close the connection if the block fails; a file that is no database becomes a `FormatError`."""

    def __init__(self, connection: sqlite3.Connection, path: str | Path) -> None:
        self.connection = connection
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            return
        self.connection.close()
        if isinstance(error, sqlite3.DatabaseError):
            raise FormatError(f"expected a campaign file, got {self.path}: {error}") from None


def _bins_json(bins: Bins) -> str:
    """Return bins as a JSON object."""
    return json.dumps({"count": bins.count, "stated": bins.stated, "happened": bins.happened})
