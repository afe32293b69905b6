"""An Othello game with its history."""

from pathlib import Path

import pytest

from surefoot.errors import IllegalMoveError, InvalidCellError
from surefoot.othello import OthelloBoard, OthelloGame, OthelloResult
from surefoot.othello.obf import write_squares
from surefoot.othello.sgf import read_sgf
from surefoot.othello.squares import square_at, square_name
from surefoot.othello.text import draw
from surefoot.othello.transcript import read_transcript

DATA = Path(__file__).parents[2] / "data" / "othello"


def games():
    """Name, moves and comment of each game of the collection."""
    rows = (line.split("\t") for line in (DATA / "games.txt").read_text().splitlines() if line[0] != "#")
    return {name: (moves, comment) for name, moves, comment in rows}


def passes(game):
    return [ply for ply, name in enumerate(game.history, 1) if name == "pass"]


def test_a_perfect_game_ends_in_a_draw():
    moves, _ = games()["takizawa-draw"]
    game = read_transcript(moves)
    assert len(game.history) == 60
    assert passes(game) == []
    assert game.result == OthelloResult(32, 32, 0)
    assert str(game.result) == "draw 32-32"


def test_case_27_a_pass_just_before_the_end_is_made_by_itself():
    moves, _ = games()["pass-late"]
    game = read_transcript(moves)
    assert len(game.history) == 61
    assert passes(game) == [59]
    assert game.history[59] == "c1"
    assert game.result == OthelloResult(32, 32, 0)
    rows = draw(game.board).splitlines()[1:]
    assert [row[3:].replace(" ", "") for row in rows] == [
        "XXOOOOOO",
        "XXXOXXOX",
        "XOOXOOXX",
        "XOOOOOOX",
        "XOXOXXOX",
        "XOOXXOXX",
        "XOXXXXXX",
        "OOOOOOOX",
    ]


def test_a_game_ends_with_empties_and_a_side_wiped_out():
    text, _ = games()["wipeout-early-end"]
    pairs = text.partition(":")[2].split()
    colours = "BW"
    # The text has no pass tokens: the colours follow from the rules.
    game = OthelloGame()
    for pair in pairs:
        game.play(f"{pair[0]}{'abcdefgh'.index(pair[1]) + 1}")
    assert len(pairs) == 55
    # A pass after moves 42, 45, 46, 49 and 54; the number of plies before each counts the earlier passes too.
    assert passes(game) == [42 + 1, 45 + 2, 46 + 3, 49 + 4, 54 + 5]
    assert game.result == OthelloResult(0, 59, 5)
    assert game.result.score == -64
    assert game.result.black_score == 0
    assert str(game.result) == "White wins 0-59, 64 with the empties"
    black = True
    nodes = []
    moves = iter(pairs)
    for ply in game.history:
        if ply != "pass":
            nodes.append(f";{colours[not black]}[{next(moves)}]")
        black = not black
    [read] = read_sgf(f"(;GM[2]SZ[8]{''.join(nodes)})")
    assert read.history == game.history


@pytest.mark.parametrize("name", ["shortest", "shortest-2"])
def test_the_shortest_games_are_over_after_nine_discs(name):
    game = read_transcript(games()[name][0])
    assert len(game.history) == 9
    assert game.result == OthelloResult(13, 0, 51)
    assert game.result.score == 64
    assert game.result.disc_difference == 13


def test_a_game_where_programs_flipped_wrongly():
    game = read_transcript(games()["flip-bug"][0])
    assert game.board.counts() == (15, 9)
    assert game.result is None


def test_case_25_a_side_without_a_move_passes_and_the_game_goes_on():
    game = read_transcript(games()["pass-bug"][0])
    assert game.history[16:] == ("pass",)
    assert game.board.counts() == (17, 3)
    assert not game.over
    assert game.result is None
    assert not game.black_to_move
    assert game.legal_moves() == ["c3", "g3", "b4"]
    squares = write_squares(game.board, empty=".")
    assert [squares[row : row + 8] for row in range(0, 64, 8)] == [
        "........",
        "........",
        "........",
        "..XXXXX.",
        "..XXX.X.",
        "..XXXXXX",
        "....X.X.",
        ".....OOO",
    ]


def test_the_perfect_6x6_game_replays():
    text, _ = games()["6x6-perfect"]
    moves = [word for word in text.split() if len(word) == 2 and word[1].isdigit()]
    game = OthelloGame(size=6)
    for move in moves:
        game.play(f"{'abcdef'['bcdefg'.index(move[0])]}{int(move[1]) - 1}")
    assert len(moves) == 32
    assert passes(game) == [31]
    assert game.result == OthelloResult(16, 20, 0)


def test_a_start_that_must_pass_does_so_at_once():
    game = OthelloGame(OthelloBoard.from_masks(0b010, 0b001))
    assert game.history == ("pass",)
    assert not game.black_to_move
    game.play("c1")
    assert game.result == OthelloResult(0, 3, 61)
    assert game.undo() == "c1"
    with pytest.raises(IllegalMoveError, match="empty history"):
        game.undo()


def test_undo_takes_back_the_forced_pass_with_its_move():
    game = read_transcript(games()["pass-bug"][0])
    assert game.undo() == "f8"
    assert len(game.history) == 15
    assert not game.black_to_move
    game.play("F8")
    assert game.history[-2:] == ("f8", "pass")
    assert game.start == OthelloBoard()


@pytest.mark.parametrize(
    ("move", "error", "message"),
    [
        ("e4", IllegalMoveError, "^e4: expected an empty square, got one with a disc$"),
        ("a1", IllegalMoveError, "^a1: expected a move that flips a disc, got one that flips none$"),
        ("i1", InvalidCellError, "^expected a square from a1 to h8, got 'i1'$"),
        ("a9", InvalidCellError, "^expected a square from a1 to h8, got 'a9'$"),
        (64, InvalidCellError, "got 64"),
    ],
)
def test_an_illegal_move_raises_and_leaves_the_game(move, error, message):
    game = OthelloGame()
    with pytest.raises(error, match=message):
        game.play(move)
    assert game.history == ()
    assert game.board == OthelloBoard()


def test_a_move_after_the_end_is_refused():
    game = read_transcript(games()["shortest"][0])
    with pytest.raises(IllegalMoveError, match="after the end"):
        game.play("a1")


@pytest.mark.parametrize("size", [4, 8, 10, 16])
def test_names_and_squares_are_each_others_inverse(size):
    names = [square_name(square, size) for square in range(size * size)]
    assert names[0] == "a1"
    assert names[1] == "b1"
    assert names[size] == "a2"
    assert [square_at(name, size) for name in names] == list(range(size * size))
    assert [square_at(name.upper(), size) for name in names] == list(range(size * size))


@pytest.mark.parametrize("name", ["", "a", "a0", "a01", "1a", "a²", "aa", "a1 ", "é1", "a-1", "a100"])
def test_what_is_no_square_has_no_number(name):
    with pytest.raises(InvalidCellError):
        square_at(name)
