"""Transcripts: sound ones are accepted, and every missing, doubled, moved or altered line is refused."""

import io
import json
import random
import tracemalloc
from pathlib import Path

import pytest

from surefoot.errors import CertificateError, InvalidBoardError
from surefoot.formats.layout import Layout
from surefoot.formats.sgt import read_id
from surefoot.proof.transcript import PlainWitness, Witness, prove_game, verify_transcripts

BOARDS = [json.loads(line) for line in (Path(__file__).parents[2] / "data" / "boards.jsonl").read_text().splitlines()]
WON = [board for board in BOARDS if board["with_total"]]


def verify(lines, witness=Witness):
    """Return what the verifier says of the lines; both checkers have to agree."""
    data = "".join(line + "\n" for line in lines).encode()
    said = []
    for kind in (Witness, PlainWitness):
        try:
            said.append(list(verify_transcripts(io.BytesIO(data), witness=kind)))
        except CertificateError as error:
            said.append(str(error).split(": ")[0])
    assert said[0] == said[1]
    return said[0]


@pytest.fixture(scope="module")
def lines():
    """A won game of a few dozen steps."""
    board = next(board for board in WON if board["id"].startswith("9x9"))
    return list(prove_game(read_id(board["id"])).lines())


@pytest.mark.parametrize("part", range(4))
def test_a_game_is_proved_as_far_as_safe_play_goes(part):
    for board in BOARDS[part * 5 :: 150]:
        for reasoning, key in (("clues", "clues_only"), ("total", "with_total")):
            game = prove_game(read_id(board["id"]), reasoning=reasoning)
            assert game.won == board[key], board["id"]
            (verified,) = verify(game.lines())
            assert (verified.won, verified.steps) == (game.won, len(game.steps))


def test_a_first_reveal_on_a_mine_proves_nothing():
    game = prove_game(Layout(2, 2, (0,), (0, 0)))
    assert (game.won, game.steps) == (False, ())
    (verified,) = verify(game.lines())
    assert not verified.won


def test_a_board_needs_a_first_reveal():
    with pytest.raises(InvalidBoardError, match="expected a board with a first reveal, got none"):
        prove_game(Layout(2, 2, (0,)))


def test_any_line_that_is_missing_doubled_or_moved_is_refused(lines):
    assert verify(lines)[0].won
    for at in range(len(lines)):
        if at:
            assert verify(lines[:at] + lines[at + 1 :]) == f"line {min(at + 1, len(lines) - 1)}"
            assert verify([*lines[:at], lines[at], *lines[at:]]) == f"line {at + 2}"
        if 0 < at < len(lines) - 1:
            assert isinstance(verify([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]), str)
    for end in range(len(lines)):
        assert isinstance(verify(lines[:end]), str)


def test_steps_in_another_order_are_refused_where_one_rests_on_another(lines):
    steps = [json.loads(line) for line in lines[1:-1]]
    refused = 0
    for shuffle in range(10):
        mixed = random.Random(shuffle).sample(steps, len(steps))
        texts = [json.dumps({**step, "n": number}) for number, step in enumerate(mixed, 1)]
        refused += isinstance(verify([lines[0], *texts, lines[-1]]), str)
    assert refused == 10


def alter(value, chance):
    """Change one number, word or key somewhere inside a JSON value."""
    if isinstance(value, dict):
        key = chance.choice(sorted(value))
        if chance.random() < 0.1:
            return {name: inner for name, inner in value.items() if name != key}
        return {**value, key: alter(value[key], chance)}
    if isinstance(value, list) and value:
        at = chance.randrange(len(value))
        return [*value[:at], alter(value[at], chance), *value[at + 1 :]]
    if isinstance(value, int):
        return value + chance.choice([-1, 1, 2, 100, 10**9])
    return {"safe": "mine", "mine": "safe"}.get(value, 0)


def test_altered_lines_never_prove_anything_false(lines):
    layout = read_id(json.loads(lines[0])["board"])
    chance = random.Random(3)
    sound = 0
    for _ in range(400):
        at = chance.randrange(1, len(lines))
        changed = alter(json.loads(lines[at]), chance)
        said = verify([*lines[:at], json.dumps(changed), *lines[at + 1 :]])
        if not isinstance(said, str):
            sound += 1
            row, col = changed["cell"]
            assert (row * layout.cols + col in layout.mines) == (changed["is"] == "mine")
    assert sound < 100


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: expected a transcript, got nothing"),
        ("\n\n", "line 2: expected a transcript, got nothing"),
        ("nonsense", "line 1: expected a JSON object"),
        ("[1]", "line 1: expected a JSON object"),
        ("[" * 100_000, "line 1: expected a JSON object"),
        ("\ufffd\0", "line 1: expected a JSON object"),
        ('{"format": "surefoot-transcript", "version": 2}', 'line 1: expected a header with "format"'),
        ('{"format": "surefoot-transcript", "version": 1}', 'line 1: expected "board" and "result"'),
    ],
)
def test_garbage_is_refused_in_one_line(text, said):
    with pytest.raises(CertificateError) as refused:
        list(verify_transcripts(io.BytesIO(text.encode())))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_wrong_header_is_refused(lines):
    header = json.loads(lines[0])
    for change in (
        {"result": "stuck"}, {"result": 1}, {"version": True}, {"board": 3}, {"board": "9x9:zzz"},
        {"board": "3x3:m00000"}, {"board": WON[-1]["id"]},
    ):  # fmt: skip
        assert isinstance(verify([json.dumps({**header, **change}), *lines[1:]]), str)


def test_many_games_stream_in_the_memory_of_one(lines):
    class Repeated(io.RawIOBase):
        """The same game again and again."""

        def __init__(self, count):
            self.left = count * len(lines)

        def readline(self, size=-1):
            self.left -= 1
            return lines[-1 - self.left % len(lines)].encode() + b"\n" if self.left >= 0 else b""

    def peak(count):
        tracemalloc.start()
        games = sum(1 for _ in verify_transcripts(Repeated(count)))
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert games == count
        return most

    assert peak(150) < peak(20) + 300_000  # 150 games are more than a megabyte
