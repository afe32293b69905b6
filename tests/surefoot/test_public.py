"""What `import surefoot` gives."""

import re
import subprocess
import sys

import pytest

import surefoot


@pytest.mark.parametrize("name", surefoot.__all__)
def test_each_public_name_is_there_and_says_what_it_is(name: str) -> None:
    assert (getattr(surefoot, name).__doc__ or "").strip()
    assert name in dir(surefoot)


def test_the_docstring_names_what_is_public() -> None:
    names = re.findall(r"`(\w+)`", surefoot.__doc__ or "")
    assert len(names) > 20
    assert set(names) <= set(surefoot.__all__)


def test_names_that_are_not_there_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = surefoot.nothing_of_the_kind


def test_python_sat_is_loaded_only_when_asked_for() -> None:
    code = "import sys, surefoot; assert 'pysat' not in sys.modules; surefoot.analyse; surefoot.othello"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_a_level_unpacks_into_a_board_and_an_order() -> None:
    assert list(surefoot.Level.EXPERT) == [16, 30, 99]
    made = surefoot.generate(*surefoot.Level.EXPERT, seed=7)
    board = made.board()
    assert (board.rows, board.cols, board.mines) == (16, 30, 99)
    assert surefoot.read_id(surefoot.write_id(made)).board().mine_cells() == board.mine_cells()
    assert board.revealed_count == 0


def test_a_game_id_is_a_board_to_check() -> None:
    assert surefoot.check_no_guess("9x9:4,4,m00b7d48a3e0231c419200").clues
    assert (4, 4) in surefoot.no_guess_starts("9x9:4,4,m00b7d48a3e0231c419200")
    with pytest.raises(surefoot.FormatError):
        surefoot.check_no_guess("9x9:4,4,m00")
    with pytest.raises(surefoot.InvalidBoardError, match="or a start"):
        surefoot.check_no_guess(surefoot.Board.from_text("*..\n..."))
