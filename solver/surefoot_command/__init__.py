"""The command `surefoot` from its first moment on: an interrupt while it is still loading ends it without a word.

Apart from `surefoot` itself, because importing anything of that package loads all of it, and importing a library must
not change how a program takes signals.
"""

import signal


def main() -> None:
    """Load the command line and run it."""
    meant = signal.getsignal(signal.SIGINT)
    if meant is signal.default_int_handler:  # not where whoever started us wants interrupts to be ignored
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from surefoot.cli import main as run

    signal.signal(signal.SIGINT, meant)
    run()
