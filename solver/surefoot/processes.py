"""Processes that share work, and leave interrupts to the one that started them."""

import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Processes(ProcessPoolExecutor):
    """A pool of new processes that no Ctrl-C reaches; a terminal sends it to all of them at once.

    Each would end with a traceback of its own otherwise, above all while it is loading. They start in `submit`, with
    interrupts blocked from their first moment on.
    """

    def __init__(self, jobs: int, *, initializer: Callable[[], None] | None = None) -> None:
        """Start up to so many processes, each of which calls `initializer` first."""
        super().__init__(jobs, multiprocessing.get_context("spawn"), initializer=initializer)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Hand out work, as every executor does."""
        if not hasattr(signal, "pthread_sigmask"):  # on Windows
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
