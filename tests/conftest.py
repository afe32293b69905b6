"""Settings that hold for every test."""

import signal
import threading

from hypothesis import settings

# A busy machine is no failure: tests assert results, never times.
settings.register_profile("surefoot", deadline=None, print_blob=True)
settings.load_profile("surefoot")

# A shell starts background jobs with SIGINT ignored, and every process inherits that: the tests of Ctrl-C could then
# interrupt nothing.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
