"""Othello on a chosen instruction set, which a process picks once, when the module is loaded."""

import os
import subprocess
import sys


def printed_on_tier(tier: str, program: str) -> str:
    """Run a Python program in a process of its own, on this tier at most; return what it prints."""
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "SUREFOOT_OTHELLO_TIER": tier, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
