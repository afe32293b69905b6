"""What the games of a campaign say."""

import math
from dataclasses import replace

import pytest

from surefoot.campaign.games import BINS, Bins, Chunk, GameRecord, GivenBoard, Settings, play_chunk
from surefoot.campaign.report import compare, make_report
from surefoot.campaign.runner import run_campaign
from surefoot.campaign.store import Store
from surefoot.errors import FormatError
from surefoot.model import Cell, FirstClick

SETTINGS = Settings(9, 9, 10, FirstClick.SAFE, Cell(0, 0), "fast", games=400, seed=3, chunk=100)


def played(path, settings, boards=()):
    store = Store.create(path, settings, boards)
    run_campaign(store)
    return store


def test_a_report_adds_up(tmp_path):
    store = played(tmp_path / "a.db", SETTINGS)
    found = make_report(store)
    assert found.games == 400
    assert found.wins + sum(found.losses_at.values()) == 400
    assert sum(found.losses_by_risk.values()) == 400 - found.wins == sum(found.risks.happened)
    assert sum(found.risks.count) == round(found.guesses * 400)
    assert found.seconds[0] <= found.seconds[1] <= found.seconds[2]
    assert found.win_rate.low < found.wins / 400 < found.win_rate.high


def test_a_report_without_games_is_refused(tmp_path):
    with pytest.raises(FormatError, match="without any"):
        make_report(Store.create(tmp_path / "a.db", SETTINGS))


def test_pairs_are_compared_game_by_game(tmp_path):
    def store(name, strategy, wins):
        made = Store.create(tmp_path / name, replace(SETTINGS, strategy=strategy, games=4))
        games = tuple(GameRecord(i, bool(won), 71, 0, None, None, 0.0) for i, won in enumerate(wins))
        made.add(Chunk(0, games, Bins(), Bins()))
        return made

    found = compare(store("a", "best", [1, 1, 1, 0]), store("b", "fast", [1, 0, 0, 1]))
    assert (found.games, found.first_wins, found.second_wins) == (4, 3, 2)
    assert (found.only_first, found.only_second) == (2, 1)
    assert found.difference.rate == 0.25
    spread = 1.959964 * math.sqrt((3 / 4 - 1 / 16) / 4)
    assert found.difference.high == pytest.approx(0.25 + spread)
    assert found.difference.low == pytest.approx(0.25 - spread)


def test_other_boards_are_not_compared(tmp_path):
    one = Store.create(tmp_path / "a", SETTINGS)
    other = Store.create(tmp_path / "b", replace(SETTINGS, seed=4, mines=11))
    with pytest.raises(FormatError, match="different mines, seed"):
        compare(one, other)


def test_given_boards_are_played_from_their_starts(tmp_path):
    # A mine at the start loses; no mine at all wins at once.
    boards = (GivenBoard(2, 2, 0, bytes([1, 0, 0, 0])), GivenBoard(2, 3, 5, bytes(6)))
    settings = Settings(0, 0, 0, FirstClick.ANY, Cell(0, 0), "fast", games=2, seed=0, given=True)
    store = played(tmp_path / "a.db", settings, boards)
    assert [game.won for game in store.games()] == [False, True]
    assert make_report(store).losses_at == {0: 1}
    with pytest.raises(FormatError, match="given boards"):
        compare(store, Store.create(tmp_path / "b.db", SETTINGS))


def test_stated_risks_hold():
    settings = replace(SETTINGS, rows=16, cols=30, mines=99, games=3000, chunk=3000, strategy="safest")
    risks = play_chunk(settings, 0).risks
    for place in range(BINS):
        if risks.count[place] >= 50:
            stated = risks.stated[place] / risks.count[place]
            spread = 4.5 * math.sqrt(stated * (1 - stated) / risks.count[place])
            assert abs(risks.happened[place] / risks.count[place] - stated) < spread
    assert sum(risks.count) > 8000
