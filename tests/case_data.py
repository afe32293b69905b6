"""The positions and boards of the reported cases, with the answers their reports ask for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "data" / "cases.jsonl").read_text().splitlines()
]


def rows(*numbers: str, having: str | None = None) -> list[Any]:
    """Return the rows of these cases (of all without a number) that have a key, as named test parameters."""
    return [
        pytest.param(row, id=f"{row['case']} {row['name']}")
        for row in CASES
        if (not numbers or row["case"] in numbers) and (having is None or having in row)
    ]


def cells(pairs: list[list[int]]) -> list[tuple[int, int]]:
    """Return the cells of a JSON list as tuples."""
    return [(row, col) for row, col in pairs]
