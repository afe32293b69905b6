"""The files of Othello games and positions."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from format_inputs import damaged, refused_in_one_line, third_party
from surefoot.errors import FormatError
from surefoot.othello import PASS, OthelloBoard, OthelloGame
from surefoot.othello.ggf import read_ggf, write_ggf
from surefoot.othello.obf import MoveScore, ScoredPosition, read_obf, write_obf, write_squares
from surefoot.othello.sgf import read_sgf, write_sgf
from surefoot.othello.transcript import read_transcript, write_transcript
from surefoot.othello.wthor import WthorFile, WthorGame, read_names, read_wthor, write_wthor

DATA = Path(__file__).parents[2] / "data" / "othello"
START = "-" * 27 + "OX------XO" + "-" * 27
PASS_BUG = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8"


@st.composite
def games(draw, *, sizes=(4, 6, 8, 10, 16), most=150):
    """A random game of up to so many moves."""
    game = OthelloGame(size=draw(st.sampled_from(sizes)))
    rng = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, most))):
        if game.over:
            break
        game.play(rng.choice(game.legal_moves()))
    return game


@given(games(), st.sampled_from([None, "pa", "PA", "--", "pass", "ps"]))
def test_a_transcript_is_read_back(game, passes):
    text = write_transcript(game, passes=passes)
    assert read_transcript(text, size=game.size).history == game.history
    assert read_transcript(text.upper(), size=game.size).history == game.history


@pytest.mark.parametrize("passes", ["pa", "PA", "--", "pass", "Pass", "ps", ""])
def test_a_forced_pass_may_be_written_or_left_out(passes):
    game = read_transcript(f"{PASS_BUG}{passes}c3")
    assert game.history[16:18] == ("pass", "c3")


@pytest.mark.parametrize(
    "text", ["f5d6c3", " F5 D6\nC3\n", "1. f5 2. d6 3. c3", "1.f5\n2.d6 3 c3", "1 f5 d6\t2 c3 ", "f5d6 2. c3"]
)
def test_blanks_and_move_numbers_are_skipped(text):
    assert read_transcript(text).history == ("f5", "d6", "c3")


def test_reading_a_transcript_stops_at_the_end_of_the_game():
    game = read_transcript("e6f4e3f6g5d6e7f5c5 and Black has won")
    assert len(game.history) == 9
    assert read_transcript("e6f4e3f6g5d6e7f5c5papa").history == game.history


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5f5", "^line 1, column 3, ply 2: f5: expected an empty square, got one with a disc$"),
        ("f5\nd6 a1", "^line 2, column 4, ply 3: a1: expected a move that flips a disc"),
        ("f5pad6", "^line 1, column 3, ply 2: expected one of 3 legal moves, got a pass$"),
        (f"{PASS_BUG}papa", "^line 1, column 35, ply 18: expected one of 3 legal moves, got a pass$"),
        ("f5x6", "^line 1, column 3: expected a square or a pass, got 'x6'$"),
        ("f5d", "^line 1, column 3: expected a square or a pass, got 'd'$"),
        ("f5i9", "^line 1, column 3, ply 2: expected a square from a1 to h8, got 'i9'$"),
    ],
)
def test_a_broken_transcript_is_refused_with_place_and_ply(text, message):
    with pytest.raises(FormatError, match=message):
        read_transcript(text)


@given(games(most=60).flatmap(lambda game: damaged(write_transcript(game).encode())))
def test_a_damaged_transcript_is_read_or_refused(data):
    refused_in_one_line(lambda: read_transcript(data.decode("latin-1")))


@given(games())
def test_a_position_is_read_back_from_obf(game):
    board = game.board
    moves = board.legal_moves()
    scores = tuple(MoveScore(move, -3 + index) for index, move in enumerate(moves))
    [read] = read_obf(write_obf([ScoredPosition(board, scores)]), size=game.size)
    assert read == ScoredPosition(board, scores)


def test_the_endgame_collection_is_read_whole():
    text = (DATA / "endgame.obf").read_text()
    positions = read_obf(text)
    assert len(positions) == 40
    for position in positions:
        assert sorted(score.square for score in position.scores) == position.board.legal_moves()
        assert read_obf(write_obf([position])) == [position]


def test_the_ffo_collection_is_read_whole():
    positions = read_obf(third_party("ffo.obf").read_text())
    assert len(positions) == 79
    for position in positions[:59]:
        assert all(position.board.flip_mask(score.square) for score in position.scores)


@pytest.mark.parametrize("black", "Xx*bB")
@pytest.mark.parametrize("white", "OowW")
@pytest.mark.parametrize("empty", "-.")
def test_obf_is_read_in_every_lettering(black, white, empty):
    text = START.translate(str.maketrans("XO-", black + white + empty))
    [mine] = read_obf(f"% a comment\n\n{text} {black}; f5:+0; % tail\n")
    assert mine == ScoredPosition(OthelloBoard(), (MoveScore(37, 0),))
    [theirs] = read_obf(f"{text} {white}")
    assert not theirs.board.black_to_move


def test_a_position_on_two_lines_is_read():
    positions = read_obf(f"{START}\nBlack to move\n\n{START}\nWhite to move\n")
    assert [position.board.black_to_move for position in positions] == [True, False]


def test_a_score_of_a_pass_is_read():
    [position] = read_obf("OX------" + "-" * 56 + " X; pass:-64;")
    assert position.scores == (MoveScore(PASS, -64),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (START[:-1] + " X", "^line 1: expected 64 squares, got 63$"),
        ("\n" + START.replace("X", "?", 1) + " X", r"^line 2: expected X, O or - on e4, got '\?'$"),
        (START + " Z", "^line 1: expected X or O to move, got 'Z'$"),
        (START + " X; a1:+4", "^line 1: expected a legal move, got 'a1'$"),
        (START + " X; f5", "^line 1: expected MOVE:SCORE, got 'f5'$"),
        (START + " X; f5:many", "^line 1: expected MOVE:SCORE"),
        (START + " X; z5:2", "^line 1: expected a square from a1 to h8, got 'z5'$"),
        (START, "^line 1: expected the side to move, got the end of the file$"),
        (START + "\nRed", "^line 2: expected 'Black to move' or 'White to move', got 'Red'$"),
    ],
)
def test_a_broken_position_is_refused_with_its_line(text, message):
    with pytest.raises(FormatError, match=message):
        read_obf(text)


@given(games(sizes=(8,)).flatmap(lambda g: damaged(write_obf([ScoredPosition(g.board, ())] * 2).encode())))
def test_a_damaged_position_is_read_or_refused(data):
    refused_in_one_line(lambda: read_obf(data.decode("latin-1")))


GGF = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[booky]RB[2197.01]RW[2199.72]"
    "TI[05:00//02:00]TY[8]RE[+0.00]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- "
    "-------- *]B[d3//0.01]W[c5/-1.5/2.03]B[F6];)"
)


def test_ggf_is_read_with_its_names_and_evaluations():
    [game] = read_ggf(f"noise {GGF}\n")
    assert game.game.history == ("d3", "c5", "f6")
    assert (game.black, game.white, game.place) == ("Saio1200", "booky", "GGS/os")
    assert game.result == "+0.00"
    assert [move.evaluation for move in game.moves] == ["", "-1.5", ""]
    assert [move.seconds for move in game.moves] == ["0.01", "2.03", ""]
    assert len(read_ggf(GGF * 3)) == 3


@given(games())
def test_a_game_is_read_back_from_ggf(game):
    [read] = read_ggf(write_ggf(game, black="A ] B \\", white="W"))
    assert read.game.history == game.history
    assert read.game.board == game.board
    assert read.black == "A ] B \\"
    assert read.result == ("" if game.result is None else f"{game.result.score:+d}.00")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GGF[:-2], r"^line 1, column 1: expected a '\)' for this '\(', got the end of the text$"),
        (GGF.replace("[d3//0.01]", "[d3"), "ply 1: expected a square from a1 to h8|expected a ']'"),
        (GGF.replace("Othello", "Amazons"), "^line 1, column 6: expected a game of Othello, got 'Amazons'$"),
        (GGF.replace("TY[8]", "TY[9]"), "expected an even board size from 4 to 16, got '9'$"),
        (GGF.replace("BO[8 -", "BO[8 --"), r"expected 64 squares and \* or O to move, got 66$"),
        (GGF.replace("W[c5", "B[c5"), "ply 2: expected a move of White, got 'c5' of Black$"),
        (GGF.replace("W[c5", "W[d3"), "ply 2: d3: expected an empty square"),
        (GGF.replace("W[c5", "W[pa"), "ply 2: expected one of 3 legal moves, got a pass$"),
        (GGF.replace(";)", "BO[8 --];)"), "expected the board before the first move$"),
        ("(;[x])", r"^line 1, column 3: expected the name of a property, got '\['$"),
        ("(;GM{x})", "^line 1, column 5: expected a property, got '{'$"),
    ],
)
def test_broken_ggf_is_refused(text, message):
    with pytest.raises(FormatError, match=message):
        read_ggf(text)


@given(games().flatmap(lambda game: damaged(write_ggf(game).encode())))
def test_damaged_ggf_is_read_or_refused(data):
    refused_in_one_line(lambda: read_ggf(data.decode("latin-1")))


def test_sgf_is_read_in_letters_and_in_letter_and_digit():
    [letters] = read_sgf("(;GM[2]SZ[8];B[fe];W[df];B[cc])")
    [digits] = read_sgf("(;FF[4]GM[2]SZ[8]PB[x];B[f5];W[d6];B[c3])")
    assert letters.history == digits.history == ("f5", "d6", "c3")


def test_sgf_passes_may_be_missing_or_written():
    game = read_transcript(PASS_BUG + "c3")
    written = write_sgf(game)
    assert ";B[];" in written
    for value in ("[]", "[tt]", "[--]", "[pa]"):
        [read] = read_sgf(written.replace(";B[];", f";B{value};"))
        assert read.history == game.history
    [read] = read_sgf(written.replace(";B[];", ";"))
    assert read.history == game.history


def test_of_a_tree_of_variations_the_first_line_is_read():
    [game] = read_sgf("(;GM[2];B[fe](;W[df];B[cc])(;W[ff](;B[fg])))")
    assert game.history == ("f5", "d6", "c3")


@given(games())
def test_a_game_is_read_back_from_sgf(game):
    [read] = read_sgf(write_sgf(game, black="x]y"))
    assert read.history == game.history
    assert read.board == game.board


def test_sgf_with_its_own_position_is_read_back():
    start = read_transcript(PASS_BUG + "c3").board
    game = OthelloGame(OthelloBoard.from_masks(start.mover, start.opponent, black_to_move=True))
    game.play(game.legal_moves()[0])
    [read] = read_sgf(write_sgf(game))
    assert read.history == game.history
    assert read.start == game.start
    [ggf] = read_ggf(write_ggf(game))
    assert ggf.game.history == game.history
    assert ggf.game.start == game.start


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[1];B[fe])", r"expected GM\[2\], Othello, got '1'"),
        ("(;GM[2]SZ[19];B[fe])", "expected an even size from 4 to 16, got '19'"),
        ("(;GM[2];B[zz])", "^line 1, column 11: expected a square of a 8x8 board, got 'zz'$"),
        ("(;GM[2];B[aa])", "ply 1: a1: expected a move that flips"),
        ("(;GM[2];W[fe])", "expected a move of Black, got 'f5' of White"),
        ("(;GM[2];B[fe]AB[aa])", "expected a new disc before the first move"),
        ("(;GM[2]AB[aa]AW[aa];B[fe])", "expected a new disc before the first move"),
        ("(;GM[2];B[fe]", r"expected a '\)'"),
        ("(;GM[2];B[fe", "expected a ']'"),
    ],
)
def test_broken_sgf_is_refused(text, message):
    with pytest.raises(FormatError, match=message):
        read_sgf(text)


@given(games().flatmap(lambda game: damaged(write_sgf(game).encode())))
def test_damaged_sgf_is_read_or_refused(data):
    refused_in_one_line(lambda: read_sgf(data.decode("latin-1")))


def wthor(*played):
    records = tuple(WthorGame(game, 3, 5, 7, 33, 32) for game in played)
    return WthorFile(records, 2001, (2003, 12, 31), 22)


def test_wthor_bytes_stand_where_the_format_says():
    game = read_transcript("f5d6c3")
    data = write_wthor(wthor(game))
    assert len(data) == 16 + 68
    assert data[:16] == bytes([20, 3, 12, 31, 1, 0, 0, 0, 0, 0, 0xD1, 0x07, 8, 0, 22, 0])
    assert data[16:28] == bytes([7, 0, 3, 0, 5, 0, 33, 32, 56, 64, 33, 0])


@given(st.lists(games(sizes=(8,)), max_size=3))
@settings(max_examples=50)
def test_games_are_read_back_from_wthor(played):
    file = read_wthor(write_wthor(wthor(*played)))
    assert [record.game.history for record in file.games] == [game.history for game in played]
    assert (file.year, file.created, file.depth) == (2001, (2003, 12, 31), 22)
    assert all((record.black, record.white, record.tournament) == (3, 5, 7) for record in file.games)


def changed(data, **bytes_at):
    data = bytearray(data)
    for at, value in bytes_at.items():
        data[int(at[1:])] = value
    return bytes(data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data[:10], "^expected a header of 16 bytes, got 10 bytes$"),
        (lambda data: data[:-1], "^expected 84 bytes for 1 games, got 83 bytes$"),
        (lambda data: changed(data, _7=255), "^expected 290648776148 bytes for|^expected .* bytes for .* games"),
        (lambda data: changed(data, _12=10), "^byte 12: expected board size 8, got 10$"),
        (lambda data: changed(data, _13=7), "^byte 13: expected 0"),
        (lambda data: changed(data, _22=65), "^byte 22: expected 0 to 64 discs, got 65$"),
        (lambda data: changed(data, _24=99), "^byte 24: expected a move from 11 to 88, got 99$"),
        (lambda data: changed(data, _25=0), "^byte 25: expected a move from 11 to 88, got 0$"),
        (lambda data: changed(data, _25=11), "^byte 25, ply 2: a1: expected a move that flips"),
    ],
)
def test_a_broken_wthor_file_is_refused_with_its_byte(change, message):
    data = write_wthor(wthor(read_transcript("f5d6c3")))
    with pytest.raises(FormatError, match=message):
        read_wthor(change(data))


@given(games(sizes=(8,)).flatmap(lambda game: damaged(write_wthor(wthor(game)))))
def test_a_damaged_wthor_file_is_read_or_refused(data):
    refused_in_one_line(lambda: read_wthor(data))


def test_wthor_names_are_read():
    header = bytes(8) + (2).to_bytes(2, "little") + bytes(6)
    data = header + b"Tastet Marc".ljust(20, b"\0") + b"Andr\xe9".ljust(20, b"\0")
    assert read_names(data, "JOU") == ["Tastet Marc", "André"]
    with pytest.raises(FormatError, match="expected 68 bytes for 2 names, got 56 bytes"):
        read_names(data, "TRN")


def test_squares_are_written_row_by_row():
    assert write_squares(OthelloBoard()) == START
