"""Where in a text an error is."""

from bisect import bisect_right


class Places:
    """The line starts of a text, so that an offset is told as line and column in logarithmic time."""

    def __init__(self, text: str) -> None:
        """Find the line starts."""
        self._starts = [0]
        offset = text.find("\n")
        while offset >= 0:
            self._starts.append(offset + 1)
            offset = text.find("\n", offset + 1)

    def __getitem__(self, offset: int) -> str:
        """Return line and column of an offset, both from 1.

        >>> Places("ab\\ncd")[4]
        'line 2, column 2'
        """
        line = bisect_right(self._starts, offset)
        return f"line {line}, column {offset - self._starts[line - 1] + 1}"
