"""``surefoot play``, by lines as they are piped in."""

from pathlib import Path

import click.testing
import pytest

from surefoot.cli.play import command, hint
from surefoot.errors import FormatError, InvalidBoardError
from surefoot_core.board import Board

LAYOUT = "*2*\n121\n...\n"


def play(lines: str, *words: str) -> click.testing.Result:
    # An exception that the command line would turn into one line on stderr stays one.
    return click.testing.CliRunner().invoke(command, list(words), input=lines, standalone_mode=False)


@pytest.fixture
def layout(tmp_path: Path) -> str:
    path = tmp_path / "layout.txt"
    path.write_text(LAYOUT)
    return str(path)


def boards(output: str) -> list[str]:
    """The boards shown, one after the other, without their headings."""
    shown: list[list[str]] = []
    for line in output.splitlines():
        if line.strip().startswith("0 1"):
            shown.append([])
        elif shown and line[:1].isdigit() and line[1:2] == " ":
            shown[-1].append(line[2:])
    return ["\n".join(rows) for rows in shown]


def test_a_game_is_won_by_reveals_flags_and_a_chord(layout):
    result = play("r 0 1\nf 0 0\nf 0 2\nc 0 1\n2,0\n", layout)
    assert result.return_value == 0
    assert boards(result.stdout)[0] == "# # #\n# # #\n# # #"
    assert boards(result.stdout)[-2:] == ["F 2 F\n1 2 1\n# # #", "F 2 F\n1 2 1\n. . ."]
    assert "won in 5 moves" in result.stdout
    assert "mines 002" in result.stdout
    assert "mines 000, safe cells 0" in result.stdout
    assert result.stderr == ""


def test_a_win_shows_the_mines_as_flags(layout):
    result = play("0 1\n1 0\n1 1\n1 2\n2 0\n", layout)
    assert result.return_value == 0
    assert boards(result.stdout)[-1] == "F 2 F\n1 2 1\n. . ."
    assert "mines 000" in result.stdout


def test_a_loss_names_the_mine_and_the_wrong_flags_and_can_be_taken_back(layout):
    lost = "r 0 1\nf 0 0\nf 1 1\nc 0 1\n"
    result = play(lost, layout)
    assert result.return_value == 1
    assert boards(result.stdout)[-1] == "F 2 *\n1 F 1\n# # #"
    assert "lost: a mine at 0 2\nwrong flags: 1 1" in result.stdout
    result = play(lost + "r 2 2\nu\nf 1 1\nf 0 2\nc 0 1\nr 2 2\n", layout)
    assert "the game is over" in result.stdout
    assert result.return_value == 0


def test_mines_are_never_shown_before_the_end(layout):
    result = play("r 0 1\nf 1 1\nu\nh\nu\nq\nr 0 0\n", layout)
    assert result.return_value == 1
    assert "*" not in result.stdout
    assert boards(result.stdout)[-1] == "# # #\n# # #\n# # #"


def test_the_counter_goes_below_zero(layout):
    assert "mines -01" in play("f 1 0\nf 1 1\nf 1 2\n", layout).stdout


def test_a_move_that_changes_nothing_says_why(layout):
    result = play("r 0 1\nr 0 1\nf 0 1\nf 0 0\nr 0 0\nc 0 1\nc 2 2\nu\nu\nu\n", layout)
    lines = [line for line in result.stdout.splitlines() if line.startswith("nothing")]
    assert lines == [
        "nothing changes: 0 1 is revealed",
        "nothing changes: 0 1 is revealed",
        "nothing changes: 0 0 is flagged",
        "nothing changes: 0 1 has not as many flags around it as it shows, or nothing left to reveal",
        "nothing changes: 2 2 is hidden",
        "nothing to take back",
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x", "line 2: expected a move like r 3 4, or ? for all of them, got 'x'"),
        ("r 1", "line 2: expected a move like r 3 4, or ? for all of them, got 'r 1'"),
        ("r 1 2 3", "line 2: expected a move like r 3 4, or ? for all of them, got 'r 1 2 3'"),
        ("u 1", "line 2: expected a row and a column from 0, got 'u'"),
        ("f -1 2", "line 2: expected a row and a column from 0, got '-1'"),
        ("1 ٣", "line 2: expected a row and a column from 0, got '٣'"),
        ("f 3 0", "line 2: expected a cell of 3 x 3, got (3, 0)"),
        ("r 9999999999 0", "line 2: expected a row and a column from 0, got '9999999999'"),
    ],
)
def test_a_line_that_is_no_move_is_named_and_the_game_goes_on(layout, line, message):
    result = play(f"r 0 1\n{line}\nf 0 0\n", layout)
    assert result.return_value == 2
    assert result.stderr == f"surefoot: {message}\n"
    assert boards(result.stdout)[-1] == "F 2 #\n# # #\n# # #"


def test_a_drawn_board_tells_its_seed_and_is_the_same_for_it():
    first = play("r 4 4\n", "--seed", "3")
    assert first.stdout.startswith("seed 3, first click opening\n")
    assert play("r 4 4\n", "--seed", "3").stdout == first.stdout
    assert play("", "--seed", "3", "--start", "4,4").stdout.splitlines()[1:] == first.stdout.splitlines()[12:]
    assert play("").stdout.splitlines()[0] != play("").stdout.splitlines()[0]  # once in 2**64 equal


def test_levels_sizes_and_rules_can_be_chosen():
    assert "mines 099, safe cells 381" in play("", "--level", "expert").stdout
    result = play("0 0\n", "--rows", "2", "--cols", "12", "--mines", "23", "--first-click", "safe")
    assert result.return_value == 0
    assert "                      1\n  0 1 2 3 4 5 6 7 8 9 0 1\n0 3 F F" in result.stdout
    assert play("0 0\n", "--rows", "1", "--cols", "1", "--mines", "1", "--first-click", "any").return_value == 1


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        (["--rows", "5"], click.UsageError, "--cols, --mines is missing"),
        (["--level", "expert", "--rows", "5", "--cols", "5", "--mines", "5"], click.UsageError, "got both"),
        (["--rows", "5", "--cols", "5", "--mines", "22"], InvalidBoardError, "expected 0 to 21 mines"),
        (["--start", "9,0"], click.UsageError, "expected a --start on 9 x 9 cells, got 9,0"),
        (["--start", "x"], click.BadParameter, "got 'x'"),
        (["3x2:u00", "--seed", "1"], click.UsageError, "expected no --seed with a BOARD"),
        (["3x2:u00", "--level", "expert"], click.UsageError, "expected no --level"),
        (["-"], click.UsageError, "standard input has the moves"),
        (["no-such-file"], FormatError, "no-such-file"),
    ],
)
def test_bad_options_are_refused_by_name(words, error, message):
    result = play("", *words)
    assert isinstance(result.exception, error)
    assert message in str(getattr(result.exception, "message", result.exception))


def test_a_board_by_its_id_starts_where_the_id_says():
    result = play("", "9x9:4,4,mb071b49fbd1cb6a0d5868")
    assert "." in boards(result.stdout)[0]
    assert play("", "3x3:u000").return_value == 1
    result = play("", "3x3:0,0,u000")
    assert result.return_value == 0
    assert "won in 0 moves" in result.stdout
    assert "won in 1 move\n" in play("0 0\n", "3x3:u000").stdout


def test_the_flags_of_a_cascade_fall_where_that_is_asked_for(tmp_path):
    path = tmp_path / "layout.txt"
    path.write_text("....*\n")
    lines = "f 0 1\n0 0\n"
    assert boards(play(lines, str(path)).stdout)[-1] == ". F # # #"
    assert boards(play(lines, str(path), "--flood-removes-flags").stdout)[-1] == ". . . 1 F"


def test_a_hint_names_a_safe_cell_and_why():
    assert hint(Board(9, 9, 10)) == "any cell: the first reveal is safe"
    board = Board.from_text("*...")
    assert hint(board) == "no cell is certainly safe: a guess is needed"
    board = Board.from_text("*2*\n121\n...\n...")
    board.reveal(3, 0)
    assert board.to_text() == "###\n121\n...\n..."
    assert hint(board) == "0 1 is safe: the clue at 1 2 has all its mines"
    board.toggle_flag(0, 1)
    assert hint(board) == "0 1 is safe, though it is flagged: the clue at 1 2 has all its mines"
    board.toggle_flag(0, 1)
    board.reveal(0, 1)
    assert hint(board) == "the game is over"
    board = Board.from_text("*1..")
    board.reveal(0, 1)
    assert hint(board) == "0 3 is safe: by the clues and the mine total"


@pytest.mark.parametrize("seed", range(30))
def test_hints_never_name_a_mine(seed):
    board = Board(9, 9, 10, seed=seed)
    board.reveal(4, 4)
    mines = set(board.mine_cells())
    while " is safe" in (words := hint(board)):
        row, col, *_ = words.split()
        assert (int(row), int(col)) not in mines, board.to_text()
        board.reveal(int(row), int(col))
    assert words in ("the game is over", "no cell is certainly safe: a guess is needed")


def test_help_lists_the_moves(layout):
    assert "take the last move back" in play("?\n", layout).stdout
