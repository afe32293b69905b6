"""Boards in colour: the same characters as the text, with and without headings."""

from surefoot.cli.paint import column_numbers, painted


def test_the_text_is_that_of_the_board_with_blanks_between():
    assert painted("#1.\n2F*").plain == "# 1 .\n2 F *"


def test_headings_number_rows_and_columns():
    assert painted("#1.\n2F*", headings=True).plain == "  0 1 2\n0 # 1 .\n1 2 F *"
    wide = painted("\n".join(["#" * 12] * 11), headings=True).plain.split("\n")
    assert wide[0] == " " * 23 + "1"
    assert wide[1] == "   0 1 2 3 4 5 6 7 8 9 0 1"
    assert (wide[2][:4], wide[-1][:4]) == (" 0 #", "10 #")
    assert all(len(line) == len(wide[1]) for line in wide[2:])


def test_the_leading_digits_stand_where_they_change():
    hundreds, tens, units = column_numbers(112, 0).splitlines()
    assert [at // 2 for at, sign in enumerate(hundreds) if sign != " "] == [100]
    assert {at // 2: sign for at, sign in enumerate(tens) if sign != " "} == {
        10 * ten: str(ten % 10) for ten in range(1, 12)
    }
    assert units.replace(" ", "") == ("0123456789" * 12)[:112]


def test_one_cell_can_be_marked():
    spans = painted("*1", marked=(0, 0)).spans
    assert ["reverse" in str(span.style) for span in spans if span.start == 0] == [True]
    assert not any("reverse" in str(span.style) for span in spans if span.start > 0)
