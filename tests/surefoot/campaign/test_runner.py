"""A campaign ends with the same result whatever happens to it on the way."""

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from surefoot.campaign.games import GameRecord, Settings
from surefoot.campaign.runner import run_campaign
from surefoot.campaign.store import Store
from surefoot.model import Cell, FirstClick

KILLS = 20
SEED = 5
SURE = [sys.executable, "-c", "from surefoot.cli import main; main()", "campaign"]


def result(path) -> tuple[list[GameRecord], object]:
    """Everything that must be the same: the games without their times, and the bins."""
    with Store.open(path) as store:
        return [replace(game, seconds=0.0) for game in store.games()], store.bins()


def test_the_result_does_not_depend_on_the_jobs(tmp_path):
    settings = Settings(9, 9, 10, FirstClick.SAFE, Cell(0, 0), "fast", games=230, seed=1, chunk=20)
    for name, jobs in (("one", 1), ("two", 2)):
        with Store.create(tmp_path / name, settings) as store:
            run_campaign(store, jobs=jobs)
    assert result(tmp_path / "one") == result(tmp_path / "two")
    assert [game.number for game in result(tmp_path / "one")[0]] == list(range(230))


def test_chunks_of_another_size_give_the_same_games(tmp_path):
    for chunk in (7, 100):
        settings = Settings(9, 9, 10, FirstClick.SAFE, Cell(0, 0), "best", games=150, seed=1, chunk=chunk)
        with Store.create(tmp_path / str(chunk), settings) as store:
            run_campaign(store)
    assert result(tmp_path / "7")[0] == result(tmp_path / "100")[0]


def test_twenty_kills_change_nothing(tmp_path):
    """SIGKILL at random moments, from before the file exists until after the last game."""
    chance = random.Random(SEED)
    options = ["--level", "expert", "--games", "20000", "--guess", "safest", "--seed", "7"]
    killed = tmp_path / "killed.db"
    begun = time.perf_counter()
    subprocess.run([*SURE, "status", str(killed)], capture_output=True, check=False)
    start_up = time.perf_counter() - begun  # what a process takes here before it does anything
    for number in range(KILLS):
        resumable = killed.exists() and "campaign" in killed.read_bytes()[:100_000].decode("latin-1")
        words = ["resume", str(killed)] if resumable else ["run", str(killed), *options]
        words += ["--jobs", "2"] if number % 5 == 4 else []
        process = subprocess.Popen([*SURE, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(start_up * chance.uniform(0.7, 1.5) + chance.uniform(0, 0.3))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    with Store.open(killed) as store:
        assert store.tally()[0] > 0
        run_campaign(store)
    with Store.create(tmp_path / "undisturbed.db", store.settings) as undisturbed:
        run_campaign(undisturbed)
    assert result(killed) == result(tmp_path / "undisturbed.db")


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="processes are found through /proc")
def test_the_processes_end_with_the_one_that_started_them(tmp_path):
    options = ["--level", "expert", "--games", "1000000", "--jobs", "2", "--guess", "fast"]
    words = ["run", str(tmp_path / "a.db"), *options]
    process = subprocess.Popen([*SURE, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    workers: set[int] = set()
    while len(workers) < 2 and process.poll() is None:
        time.sleep(0.05)
        workers = children(process.pid)
    assert len(workers) >= 2
    process.kill()
    process.wait()
    for _ in range(200):
        if not any(os.path.exists(f"/proc/{worker}") for worker in workers):
            break
        time.sleep(0.05)
    assert not any(os.path.exists(f"/proc/{worker}") for worker in workers)


def children(parent: int) -> set[int]:
    """The processes that a process started; the one that tracks resources of multiprocessing is one of them."""
    path = f"/proc/{parent}/task/{parent}/children"
    try:
        with open(path) as file:
            return set(map(int, file.read().split()))
    except OSError:
        return set()
