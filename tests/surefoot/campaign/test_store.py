"""The state of a campaign: whole chunks only, each once."""

import sqlite3

import pytest

from surefoot.campaign.games import Settings, play_chunk
from surefoot.campaign.store import Store
from surefoot.errors import FormatError
from surefoot.model import Cell, FirstClick

SETTINGS = Settings(9, 9, 10, FirstClick.SAFE, Cell(0, 0), "fast", games=25, seed=3, chunk=10)


def test_settings_survive_the_file(tmp_path):
    Store.create(tmp_path / "a.db", SETTINGS)
    with Store.open(tmp_path / "a.db") as store:
        assert store.settings == SETTINGS
        assert store.pending() == [0, 1, 2]


def test_a_chunk_counts_once(tmp_path):
    with Store.create(tmp_path / "a.db", SETTINGS) as store:
        assert store.add(play_chunk(SETTINGS, 1))
        before = list(store.games())
        assert not store.add(play_chunk(SETTINGS, 1))
        assert list(store.games()) == before
        assert [game.number for game in before] == list(range(10, 20))
        assert store.pending() == [0, 2]


def test_the_last_chunk_is_short():
    assert [len(play_chunk(SETTINGS, number).games) for number in range(SETTINGS.chunks)] == [10, 10, 5]


def test_a_chunk_that_fails_half_way_leaves_nothing(tmp_path):
    chunk = play_chunk(SETTINGS, 0)
    with Store.create(tmp_path / "a.db", SETTINGS) as store:
        doubled = type(chunk)(0, (*chunk.games, chunk.games[0]), chunk.risks, chunk.wins)
        with pytest.raises(sqlite3.IntegrityError):
            store.add(doubled)
        assert store.tally() == (0, 0)
        assert store.pending() == [0, 1, 2]


def test_an_existing_file_is_not_started_again(tmp_path):
    Store.create(tmp_path / "a.db", SETTINGS)
    with pytest.raises(FormatError, match="exists"):
        Store.create(tmp_path / "a.db", SETTINGS)


def test_a_file_that_is_no_campaign_is_told(tmp_path):
    with pytest.raises(FormatError, match="none at"):
        Store.open(tmp_path / "none.db")
    (tmp_path / "text.db").write_text("no database at all, but a longer text than the header of one would be")
    with pytest.raises(FormatError, match="expected a campaign file"):
        Store.open(tmp_path / "text.db")
    (tmp_path / "empty.db").write_bytes(b"")
    with pytest.raises(FormatError, match="holds no campaign"):
        Store.open(tmp_path / "empty.db")
