"""Moves as lines, typed at a prompt or piped."""

import sys
from collections.abc import Callable

from surefoot.errors import SurefootError


def obey_lines(obey: Callable[[list[str]], bool], *, typed: bool) -> bool:
    """Hand the words of each line to `obey` until it returns False; return whether no piped line was refused.

    A comma between numbers counts as a space. A `SurefootError` is told on standard error, with the number of a line
    that was not `typed`, and the next line is read.
    """
    understood = True
    number = 0
    while True:
        number += 1
        try:
            line = input("> " if typed else "")
        except EOFError:
            return understood
        try:
            if not obey(line.replace(",", " ").split()):
                return understood
        except SurefootError as error:
            understood = understood and typed
            where = "" if typed else f"line {number}: "
            print(f"surefoot: {where}{error}", file=sys.stderr)
