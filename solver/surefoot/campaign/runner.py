"""A campaign on one machine: processes over chunks, and one writer."""

import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from multiprocessing.connection import wait as wait_for

from surefoot.campaign.games import Chunk, play_chunk
from surefoot.campaign.store import Store
from surefoot.processes import Processes

OnChunk = Callable[[Chunk], None]
"""Called with each chunk that was kept."""

AHEAD = 2
"""Chunks handed out for each process: one in work, one waiting."""


def run_campaign(store: Store, *, jobs: int = 1, on_chunk: OnChunk | None = None) -> None:
    """Play every chunk that is not in the store yet, with so many processes.

    The result does not depend on the number of processes, nor on the order in which they end: each chunk is a
    function of the settings and its number. If this process is killed, those that it started end too.
    """
    if jobs < 1:
        raise ValueError(f"expected at least 1 job, got {jobs!r}")
    pending = store.pending()
    if jobs == 1:
        for number in pending:
            _keep(store, play_chunk(store.settings, number, store.boards(number)), on_chunk)
        return
    with Processes(jobs, initializer=_end_with_parent) as pool:
        waiting: set[Future[Chunk]] = set()
        try:
            for number in pending:
                if len(waiting) == AHEAD * jobs:
                    waiting = _keep_done(store, waiting, on_chunk)
                waiting.add(pool.submit(play_chunk, store.settings, number, store.boards(number)))
            while waiting:
                waiting = _keep_done(store, waiting, on_chunk)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _keep_done(store: Store, waiting: set[Future[Chunk]], on_chunk: OnChunk | None) -> set[Future[Chunk]]:
    """Wait for at least one chunk and keep what is done; return the others."""
    done, rest = wait(waiting, return_when=FIRST_COMPLETED)
    for future in done:
        _keep(store, future.result(), on_chunk)
    return rest


def _keep(store: Store, chunk: Chunk, on_chunk: OnChunk | None) -> None:
    """Write a chunk and tell of it."""
    if store.add(chunk) and on_chunk is not None:
        on_chunk(chunk)


def _end_with_parent() -> None:
    """Let this process end when the one that started it does, however that ends."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    sentinel = parent.sentinel

    def watch() -> None:
        wait_for([sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
