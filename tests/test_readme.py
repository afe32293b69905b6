"""The README is true: its example and its commands are run, and print what it says."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).resolve().parent.parent / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def sessions() -> list[tuple[str, str]]:
    """Return each command of the console blocks with the output shown below it."""
    found = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            while command.endswith("\\"):
                more, _, output = output.partition("\n")
                command = f"{command[:-1]}{more}"
            found.append((command, output))
    return found


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    python = shlex.quote(sys.executable)
    script = re.sub(r"(?<![\w/.-])surefoot (?=[a-z-])", f"{python} -m surefoot ", command)
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )


def test_the_python_example_prints_what_the_readme_says():
    (example,) = blocks("python")
    (expected,) = blocks("text")
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, timeout=120, check=False)
    assert done.stderr == ""
    assert done.stdout == expected
    assert len(example.strip().splitlines()) <= 12


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The commands of the README run one after the other in one folder."""
    return tmp_path_factory.mktemp("readme")


def test_each_command_prints_what_the_readme_says(folder):
    assert sessions()
    for command, expected in sessions():
        done = run(command, folder)
        assert done.returncode in (0, 1), (command, done.stderr)
        if expected:
            printed = [line.rstrip() for line in done.stdout.rstrip().split("\n")]
            assert printed == expected.rstrip().split("\n"), command


def test_every_command_and_every_page_is_named():
    from surefoot.cli import COMMANDS

    named = set(re.findall(r"`([a-z]+)`", README))
    assert set(COMMANDS) <= named
    root = Path(__file__).resolve().parent.parent
    linked = set(re.findall(r"\]\(([^):#]+)\)", README))
    assert all((root / link).is_file() for link in linked), linked
    assert {f"docs/{page.name}" for page in (root / "docs").glob("*.md")} <= linked


def test_the_main_command_wins_by_proofs_alone():
    (command,) = re.findall(r"<!-- main command -->\n```sh\n(.*)\n```", README)
    solve = command.rpartition("&& .venv/bin/")[2]
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(solve), "--json"], capture_output=True, text=True, timeout=120, check=True
    )
    assert '"result": "won"' in done.stdout
    assert '"guesses": 0' in done.stdout
