"""``surefoot prove`` and ``surefoot verify`` at the command line."""

import json

from click.testing import CliRunner

from surefoot.cli import group
from surefoot.cli.prove import command as prove
from surefoot.cli.verify import command as verify

WON = "9x9:4,4,mb071b49fbd1cb6a0d5868"
STUCK = "5x5:3,0,ma6b3610"


def run(command, *arguments, stdin=None):
    return CliRunner().invoke(command, [str(argument) for argument in arguments], input=stdin, standalone_mode=False)


def test_a_won_game_is_written_and_verified(tmp_path):
    file = tmp_path / "game.jsonl"
    assert run(prove, WON, "-o", file).return_value == 0
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines[0] == {"format": "surefoot-transcript", "version": 1, "board": WON, "result": "won"}
    assert [line["n"] for line in lines[1:-1]] == list(range(1, len(lines) - 1))
    assert lines[-1] == {"end": True, "steps": len(lines) - 2}
    for option in ([], ["--plain"]):
        result = run(verify, file, *option)
        assert result.return_value == 0
        assert result.output == f"1 game sound, 1 won, {len(lines) - 2} steps proved\n"
    assert run(verify, file, "--quiet").output == ""


def test_a_game_that_needs_a_guess_is_written_and_verified_as_stuck(tmp_path):
    file = tmp_path / "game.jsonl"
    result = run(prove, STUCK, "-o", file)
    assert result.return_value == 1
    assert "a guess is needed after" in result.stderr
    result = run(verify, file)
    assert result.return_value == 1
    assert "sound but stuck" in result.output


def test_several_boards_of_a_file_become_transcripts_one_after_the_other(tmp_path):
    boards, file = tmp_path / "boards.txt", tmp_path / "games.jsonl"
    boards.write_text(f"{WON}\n{WON}\n")
    assert run(prove, boards, "-o", file).return_value == 0
    assert "2 games sound, 2 won" in run(verify, file).output
    file.write_text(file.read_text().replace('"is": "safe"', '"is": "mine"', 1))
    result = run(verify, file)
    assert result.return_value == 1
    assert result.stderr.startswith("surefoot: line ")
    assert result.stderr.count("\n") == 1


def test_bad_input_is_named():
    assert "expected a file, - or a game id" in str(run(prove, "nothing").exception)
    assert "names no first reveal" in str(run(prove, "-", stdin="*..\n...\n").exception)
    assert run(prove, "-", "--start", "2,2", stdin="*..\n...\n...\n").return_value == 0


def test_the_commands_are_listed_with_examples():
    for name in ("prove", "verify"):
        result = CliRunner().invoke(group, [name, "--help"])
        assert result.exit_code == 0
        assert "Examples" in result.output
