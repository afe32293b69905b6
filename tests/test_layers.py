"""Imports point downwards only, and each rule about who may import what holds."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "solver" / "surefoot"
CORE = ROOT / "src" / "surefoot_core"

ROOMS = [
    ["__main__"],
    ["cli"],
    ["campaign"],
    ["noguess"],
    ["proof"],
    ["autoplay", "bulk", "endless"],
    ["guessing"],
    ["reasoning"],
    ["formats"],
    ["game"],
    ["model"],
    ["errors", "processes", "rates"],
]
"""From the roof to the ground; `othello` stands beside all of it, the package itself gathers public names."""

FLOOR = {room: number for number, rooms in enumerate(ROOMS) for room in rooms}
BESIDE = "othello"
SHARED_WITH_OTHELLO = {"errors", "model"}


def python_imports(path: Path) -> set[str]:
    """Return the dotted names that a module imports, at the top or inside a function."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: expected absolute imports"
            assert node.module is not None
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def room_of(path: Path) -> str:
    inside = path.relative_to(PACKAGE).parts
    return inside[0].removesuffix(".py")


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_its_own_room_and_those_below(path):
    room = room_of(path)
    for name in python_imports(path):
        parts = name.split(".")
        if parts[0] != "surefoot" or len(parts) < 2:
            continue
        target = parts[1]
        if target not in FLOOR and target != BESIDE:
            assert not (PACKAGE / target).exists(), f"{target} has no floor in ROOMS"
            assert not (PACKAGE / f"{target}.py").exists(), f"{target} has no floor in ROOMS"
            assert room in ("__init__", "cli", "__main__") or target == "__version__", (
                f"{path} imports the public name {name}: import it from its own module"
            )
            continue
        if room == "__init__" or target == room:
            continue
        if room == BESIDE:
            assert target in SHARED_WITH_OTHELLO, f"{path} imports {name}"
        elif target == BESIDE:
            assert room == "cli", f"{path} imports {name}"
        else:
            assert FLOOR[target] > FLOOR[room], f"{path} (floor {FLOOR[room]}) imports {name} (floor {FLOOR[target]})"


def test_only_one_module_talks_to_python_sat():
    users = [path.name for path in modules() if any(n.split(".")[0] == "pysat" for n in python_imports(path))]
    assert users in ([], ["sat.py"])


def test_formats_know_no_solver_and_the_checker_knows_nothing():
    for path in sorted((PACKAGE / "formats").glob("*.py")):
        for name in python_imports(path):
            assert not re.match(r"surefoot\.(reasoning|proof|noguess|guessing|campaign|autoplay)", name), (path, name)
    checker = PACKAGE / "proof" / "check.py"
    if checker.exists():
        ours = {n for n in python_imports(checker) if n.split(".")[0] in ("surefoot", "surefoot_core")}
        assert all(n.startswith("surefoot.errors") for n in ours), ours


def test_the_core_never_imports_the_solver():
    for path in sorted([*CORE.glob("*.py"), *CORE.glob("*.pyx"), *CORE.glob("*.pxd"), *CORE.glob("*.pyi")]):
        assert not re.search(r"^\s*(from|import|cimport)\s+surefoot(\.|\s)", path.read_text(), re.MULTILINE), path


def test_solver_code_never_holds_a_board():
    """Reasoning, guessing and proof see a View; only what judges or plays a known board may import Board."""
    for path in modules():
        if room_of(path) in ("reasoning", "guessing"):
            assert not any(n.startswith("surefoot_core.board") for n in python_imports(path)), path
