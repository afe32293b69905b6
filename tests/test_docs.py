"""The pages under docs are true: their Python examples are run."""

import doctest
import re
import textwrap
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).resolve().parent.parent / "docs").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_sessions_of_a_page_print_what_they_say(page):
    assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_programs_of_a_page_run(page):
    for program in re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        if ">>>" not in program:
            exec(textwrap.dedent(program), {"__name__": page.stem})
