"""The built wheel holds what a user needs and nothing else."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "src" / "surefoot_core"

pytestmark = pytest.mark.xdist_group("wheel")  # built once, not once a worker


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)],
        check=True,
        capture_output=True,
        timeout=900,
    )
    (wheel,) = out.glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


def test_every_core_module_comes_with_its_header_and_stub(names):
    stems = [path.stem for path in CORE.glob("*.pyx")]
    assert stems
    for stem in stems:
        assert f"surefoot_core/{stem}.pxd" in names
        assert f"surefoot_core/{stem}.pyi" in names
        assert any(re.fullmatch(rf"surefoot_core/{stem}\.[^/]*\.?(so|pyd)", name) for name in names), stem


def test_both_packages_are_typed_and_hold_no_sources_of_extensions(names):
    assert {"surefoot_core/py.typed", "surefoot/py.typed"} <= names
    assert not [name for name in names if name.endswith((".pyx", ".c"))]
    assert not [name for name in names if name.startswith(("tests/", "bench/"))]


def test_every_python_module_is_in_the_wheel(names):
    for package in (ROOT / "solver", ROOT / "src"):
        for path in package.rglob("*.py"):
            assert path.relative_to(package).as_posix() in names
