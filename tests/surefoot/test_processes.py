"""A pool whose processes take no notice of Ctrl-C."""

import os
import signal

import pytest

from surefoot.processes import Processes

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals between processes")


def test_an_interrupt_does_not_reach_the_processes_not_even_while_they_load():
    with Processes(1) as pool:
        first = pool.submit(os.getpid)
        (child,) = pool._processes
        for _ in range(20):
            os.kill(child, signal.SIGINT)
        assert first.result() == child
        os.kill(child, signal.SIGINT)
        assert pool.submit(os.getpid).result() == child
        assert signal.SIGINT in pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result()


def test_an_interrupt_still_reaches_the_process_that_started_them():
    with Processes(1) as pool:
        assert pool.submit(abs, -3).result() == 3
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert pool.submit(abs, -4).result() == 4
