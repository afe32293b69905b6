"""The campaign commands: what they accept, write and say."""

import csv
import os
import subprocess
import sys

import pytest

SURE = [sys.executable, "-c", "from surefoot.cli import main; main()", "campaign"]
BOARDS = "3x3:0,0,m008\n9x9:4,4,m00b7d48a3e0231c419200\n"


def campaign(*words, cwd) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}  # another folder, the same package
    return subprocess.run([*SURE, *words], cwd=cwd, capture_output=True, text=True, check=False, env=env)


def test_a_campaign_from_its_start_to_its_report(tmp_path):
    words = ("--level", "beginner", "--games", "300", "--guess", "fast", "--games-csv", "games.csv")
    ran = campaign("run", "a.db", *words, cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("300 games, ")
    lines = list(csv.reader((tmp_path / "games.csv").read_text().splitlines()))
    assert lines[0] == ["game", "seed", "opened", "guesses", "last_risk", "won"]
    assert [line[0] for line in lines[1:]] == [str(i) for i in range(300)]
    won = sum(int(line[-1]) for line in lines[1:])
    assert f"300 games, {won} won" in ran.stdout
    status = campaign("status", "a.db", cwd=tmp_path)
    assert (status.returncode, status.stdout.splitlines()[0]) == (
        0,
        "9x9/10, first click safe at (0,0), fast, seed 0",
    )
    report = campaign("report", "a.db", "--csv", "tables", cwd=tmp_path)
    assert report.returncode == 0
    assert "ms a game: p99" in report.stdout
    names = {path.name for path in (tmp_path / "tables").iterdir()}
    assert {"summary.csv", "losses_by_guess.csv", "stated_risk.csv"} <= names
    assert campaign("run", "b.db", *words[:-2], "--jobs", "2", cwd=tmp_path).stdout == ran.stdout
    compared = campaign("compare", "a.db", "b.db", cwd=tmp_path)
    assert "difference +0.00 points (95 %: +0.00 to +0.00)" in compared.stdout
    assert campaign("resume", "a.db", cwd=tmp_path).stdout == ran.stdout


def test_pictures(tmp_path):
    pytest.importorskip("matplotlib")
    campaign("run", "a.db", "--level", "beginner", "--games", "100", "--guess", "fast", cwd=tmp_path)
    drawn = campaign("report", "a.db", "--plot", "pictures", cwd=tmp_path)
    assert (drawn.returncode, drawn.stderr) == (0, "")
    names = {path.name for path in (tmp_path / "pictures").iterdir()}
    assert names == {"winrate.png", "losses.png", "calibration.png", "times.png"}


def test_given_boards(tmp_path):
    (tmp_path / "boards.txt").write_text(BOARDS)
    ran = campaign("run", "a.db", "--boards", "boards.txt", "--guess", "fast", "--games-csv", "g.csv", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [line[1] for line in list(csv.reader((tmp_path / "g.csv").read_text().splitlines()))[1:]] == ["", ""]
    cut = campaign("run", "b.db", "--boards", "boards.txt", "--games", "1", "--guess", "fast", cwd=tmp_path)
    assert cut.stdout.startswith("1 games")
    for words in (("--level", "beginner"), ("--first-click", "safe"), ("--start", "0,0"), ("--seed", "1"),
                  ("--games", "3")):  # fmt: skip
        bad = campaign("run", "c.db", "--boards", "boards.txt", *words, cwd=tmp_path)
        assert (bad.returncode, len(bad.stderr.splitlines())) == (2, 1)
        assert words[0] in bad.stderr
    (tmp_path / "bad.txt").write_text(BOARDS + "9x9:nonsense\n")
    bad = campaign("run", "c.db", "--boards", "bad.txt", cwd=tmp_path)
    assert (bad.returncode, len(bad.stderr.splitlines())) == (2, 1)
    assert "line 3" in bad.stderr
    assert not (tmp_path / "c.db").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("run", "a.db", "--level", "beginner", "--start", "9,9"),
        ("run", "a.db", "--rows", "3", "--cols", "3", "--mines", "9"),
        ("run", "a.db", "--guess", "boldest"),
        ("resume", "none.db"),
        ("status", "none.db"),
        ("report", "none.db"),
        ("compare", "none.db", "none.db"),
    ],
)
def test_bad_input_is_one_line_and_leaves_no_file(tmp_path, words):
    done = campaign(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())
