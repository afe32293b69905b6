"""How the command line ends, run as a process of its own: streams that are closed, full or broken, and signals."""

import os
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner

from surefoot.cli import group

COMMAND = [sys.executable, "-m", "surefoot"]
GAME = "9x9:4,4,m00b7d48a3e0231c419200"
STREAMS = {"stdin": 0, "stdout": 1, "stderr": 2}


def run(*arguments, closed=(), **how):
    def close():
        for name in closed:
            os.close(STREAMS[name])

    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, preexec_fn=close, timeout=60, check=False, **how
    )


@pytest.mark.parametrize("arguments", [("analyse", "--mines", "2"), ("check",), ("solve", "-", "--start", "0,0")])
def test_a_closed_standard_input_is_an_empty_one(arguments):
    done = run(*arguments, closed=["stdin"])
    assert done.returncode == 2
    assert done.stderr.startswith(b"surefoot: ")
    assert done.stderr.count(b"\n") == 1


def test_a_game_without_standard_input_ends():
    done = run("play", "--seed", "1", closed=["stdin"])
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("closed", [["stdout"], ["stdout", "stderr"], ["stdin", "stdout", "stderr"]])
def test_a_closed_standard_output_leaves_the_exit_status(closed):
    done = run("check", GAME, "--json", closed=closed)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("arguments", [("check", GAME), ("--help",), ("solve", "--seed", "3", "--json")])
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_device_is_one_line(arguments):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"surefoot: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_a_reader_that_has_gone_is_not_a_no(tmp_path, flags):
    (tmp_path / "boards").write_text(f"{GAME}\n" * 5000)
    with subprocess.Popen(
        [*COMMAND, "check", tmp_path / "boards", *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


@pytest.mark.parametrize("arguments", [("solve",), ("check",), ("prove", "-o", "-")])
def test_an_argument_that_is_no_text_is_one_line(arguments):
    done = run(arguments[0], b"9x9:4,4,m\xff", *arguments[1:])
    assert done.returncode == 2
    assert done.stderr.startswith(b"surefoot: ")
    assert done.stderr.count(b"\n") == 1


def test_a_file_that_is_missing_is_named(tmp_path):
    done = run("check", tmp_path / "none.txt")
    assert done.returncode == 2
    assert done.stderr.decode() == f"surefoot: {tmp_path / 'none.txt'}: no such file or directory\n"


def test_ctrl_c_ends_a_long_stream_without_a_traceback(tmp_path):
    (tmp_path / "boards").write_text(f"{GAME}\n" * 200_000)
    with subprocess.Popen(
        [*COMMAND, "check", tmp_path / "boards"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        assert process.stderr.read() == b""
        assert process.wait(60) == 130


@pytest.mark.parametrize("group_of", [[], ["campaign"], ["othello"]])
def test_help_tells_what_each_command_is_for_in_full(group_of):
    told = CliRunner().invoke(group, [*group_of, "--help"]).stdout
    assert "..." not in told.partition("Commands:")[2].partition("Examples:")[0]


@pytest.mark.parametrize(("word", "message"), [("analyze", "did you mean 'analyse'?"), ("xyz", "command 'xyz'")])
def test_a_command_that_is_not_there_is_told_with_one_like_it(word, message):
    done = subprocess.run([sys.executable, "-m", "surefoot", word], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert message in done.stderr
