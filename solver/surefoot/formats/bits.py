"""Mines as one bit a cell, row by row, the first cell in the highest bit: what most compact formats hold."""

from itertools import compress

_TRUTH = bytes(code == ord("1") for code in range(256))


def mines_of_bits(bits: int, cells: int) -> tuple[int, ...]:
    """Return the indices of the ones among the `cells` bits of `bits`, the highest bit being index 0."""
    return tuple(compress(range(cells), f"{bits:0{cells}b}".encode().translate(_TRUTH)))


def bits_of_mines(mines: tuple[int, ...], cells: int) -> int:
    """Return the number whose `cells` bits are one where a mine is, the highest bit being index 0."""
    digits = bytearray(b"0") * cells
    for index in mines:
        digits[index] = 49  # "1"; int() of a text in base 2 takes linear time
    return int(digits, 2) if cells else 0
