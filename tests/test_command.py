"""The command `surefoot` while it is still loading."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

RUN = "from surefoot_command import main; main()"
SLOW = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nraise SystemExit('not interrupted')\n"


def load_a_package_that_interrupts(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command with a `surefoot` that interrupts itself where the real one is loading."""
    package = tmp_path / "surefoot"
    package.mkdir()
    (package / "__init__.py").write_text(SLOW)
    command = Path(__import__("surefoot_command").__file__).parent.parent
    path = os.pathsep.join([str(tmp_path), str(command)])
    return subprocess.run(
        [*words, sys.executable, "-c", RUN], env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True
    )


@pytest.mark.skipif(os.name != "posix", reason="signals between processes")
def test_an_interrupt_while_loading_leaves_no_traceback(tmp_path):
    done = load_a_package_that_interrupts(tmp_path)
    assert done.returncode == -signal.SIGINT
    assert done.stderr == ""


@pytest.mark.skipif(os.name != "posix", reason="signals between processes")
def test_an_interrupt_that_is_ignored_stays_ignored(tmp_path):
    done = load_a_package_that_interrupts(tmp_path, "sh", "-c", 'trap "" INT; exec "$@"', "sh")
    assert done.stderr == "not interrupted\n"
    assert done.returncode == 1


def test_the_command_runs():
    done = subprocess.run([sys.executable, "-c", RUN, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("surefoot, version")
