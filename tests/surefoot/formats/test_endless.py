"""Saved endless boards: the round trip, and files that are refused whole."""

import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surefoot.errors import FormatError
from surefoot.formats.endless import read_endless, write_endless
from surefoot_core.endless import EndlessBoard


def walked(seed: int, moves: int) -> EndlessBoard:
    board = EndlessBoard("0.15", seed)
    rng = random.Random(seed)
    for _ in range(moves):
        board.reveal(rng.randint(-30, 30), rng.randint(-30, 30), budget=40)
        board.toggle_flag(rng.randint(-30, 30), rng.randint(-30, 30))
    return board


@pytest.mark.parametrize("moves", [0, 1, 25])
def test_a_board_comes_back_as_it_was(moves):
    board = walked(7, moves)
    copy = read_endless(write_endless(board))
    assert (copy.seed, copy.density, copy.state()) == (board.seed, board.density, board.state())
    assert write_endless(copy) == write_endless(board)


SAVED = write_endless(walked(3, 12))


@given(length=st.integers(0, len(SAVED) - 1))
def test_a_truncated_file_is_refused(length):
    with pytest.raises(FormatError):
        read_endless(SAVED[:length])


@given(at=st.integers(0, len(SAVED) - 1), flip=st.integers(1, 255))
def test_an_altered_file_is_refused(at, flip):
    with pytest.raises(FormatError):
        read_endless(SAVED[:at] + bytes([SAVED[at] ^ flip]) + SAVED[at + 1 :])


@given(at=st.integers(0, 2000), flip=st.integers(1, 255))
def test_an_altered_body_with_a_right_checksum_is_no_other_exception(at, flip):
    body = bytearray(zlib.decompress(SAVED[17:]))
    body[at % len(body)] ^= flip
    packed = zlib.compress(bytes(body))
    head = SAVED[:9] + len(packed).to_bytes(4, "little") + zlib.crc32(packed).to_bytes(4, "little")
    try:
        board = read_endless(head + packed)
    except FormatError:
        return
    assert write_endless(read_endless(write_endless(board))) == write_endless(board)


def test_something_else_and_a_newer_version_are_named():
    with pytest.raises(FormatError, match="expected a saved endless board"):
        read_endless(b"SAVEFILE:41:Simon")
    with pytest.raises(FormatError, match="expected version 1, got 2"):
        read_endless(SAVED[:8] + b"\x02" + SAVED[9:])
