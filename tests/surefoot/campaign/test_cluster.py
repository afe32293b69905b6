"""The same chunks on a cluster give the same result, with a worker lost on the way."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from surefoot.campaign.games import Settings
from surefoot.campaign.runner import run_campaign
from surefoot.campaign.store import Store
from surefoot.model import Cell, FirstClick

pytest.importorskip("distributed")


def start(module: str, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{module}", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_gives_the_same_result_with_a_worker_killed_mid_way(tmp_path):
    from surefoot.campaign.cluster import run_on_cluster

    settings = Settings(16, 30, 99, FirstClick.SAFE, Cell(0, 0), "fast", games=3000, seed=2, chunk=50)
    alone, spread = Store.create(tmp_path / "alone.db", settings), Store.create(tmp_path / "spread.db", settings)
    run_campaign(alone)
    file = str(tmp_path / "scheduler.json")
    words = ("--host", "127.0.0.1", "--scheduler-file", file)
    processes = [start("dask_scheduler", *words, "--port", "0", "--no-dashboard", "--no-show")]
    try:
        for _ in range(400):
            if os.path.exists(file):
                break
            time.sleep(0.05)
        for name in ("one", "two"):
            own = ("--name", name, "--nthreads", "1", "--no-nanny", "--no-dashboard")
            processes.append(start("dask_worker", "--scheduler-file", file, *own, "--local-directory", str(tmp_path)))
        kept = 0

        def on_chunk(chunk):
            nonlocal kept
            kept += 1
            if kept == 10:
                processes[1].send_signal(signal.SIGKILL)

        import json

        with open(file) as text:
            address = json.load(text)["address"]
        run_on_cluster(spread, address, on_chunk=on_chunk, workers=2)
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert kept == settings.chunks
    assert [replace(game, seconds=0.0) for game in spread.games()] == [
        replace(game, seconds=0.0) for game in alone.games()
    ]
    assert spread.bins() == alone.bins()
