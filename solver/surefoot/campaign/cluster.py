"""A campaign on a cluster of dask.distributed: the same chunks, and the same writer."""

from itertools import islice
from typing import Any

import distributed

from surefoot.campaign.games import play_chunk
from surefoot.campaign.runner import OnChunk
from surefoot.campaign.store import Store

RETRIES = 5
"""How often a chunk is tried again where a worker fails."""

AHEAD = 4
"""Chunks handed out for each thread of the cluster."""


def run_on_cluster(store: Store, address: str, *, workers: int = 1, on_chunk: OnChunk | None = None) -> None:
    """Play every chunk that is not in the store yet on the workers of a scheduler.

    Begins when there are so many workers (within a minute). A chunk whose worker is lost goes to another one. The
    workers need this package; they see settings and boards and never the file.
    """
    library: Any = distributed  # it has no types
    with library.Client(address) as client:
        client.wait_for_workers(workers, timeout=60)
        settings = client.scatter(store.settings, hash=False, broadcast=False)
        chunks = iter(store.pending())

        def submit(number: int) -> object:
            return client.submit(
                play_chunk, settings, number, store.boards(number), retries=RETRIES, pure=False, priority=-number
            )

        threads = max(1, sum(client.nthreads().values()))
        waiting = library.as_completed([submit(number) for number in islice(chunks, AHEAD * threads)])
        for future in waiting:
            chunk = future.result()
            if store.add(chunk) and on_chunk is not None:
                on_chunk(chunk)
            for number in islice(chunks, 1):
                waiting.add(submit(number))
