"""The built wheel holds what a user needs and nothing else."""

import json
import re
import subprocess
import sys
import zipfile
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "src" / "surefoot_core"


def wheel_names(out: Path) -> set[str]:
    """Return the names in the wheel: those that were installed from it, or those of a wheel built now."""
    for installed in distributions(name="surefoot"):
        # An egg-info that a build left in the checkout has no such file.
        origin = json.loads(installed.read_text("direct_url.json") or "null")
        if installed.files and origin and not origin.get("dir_info", {}).get("editable"):
            return {file.as_posix() for file in installed.files}
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)],
        check=True,
        capture_output=True,
        timeout=900,
    )
    (wheel,) = out.glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


def test_the_wheel_is_typed_and_holds_headers_stubs_and_modules_but_no_sources(tmp_path):
    # One test for all of it: if the wheel has to be built, it is built once, whatever the number of workers.
    names = wheel_names(tmp_path)
    stems = [path.stem for path in CORE.glob("*.pyx")]
    assert stems
    for stem in stems:
        assert f"surefoot_core/{stem}.pxd" in names
        assert f"surefoot_core/{stem}.pyi" in names
        assert any(re.fullmatch(rf"surefoot_core/{stem}\.([^/]*\.)?(so|pyd)", name) for name in names), stem
    assert {"surefoot_core/py.typed", "surefoot/py.typed"} <= names
    assert not [name for name in names if name.endswith((".pyx", ".c"))]
    assert not [name for name in names if name.startswith(("tests/", "bench/"))]
    for package in (ROOT / "solver", ROOT / "src"):
        for path in package.rglob("*.py"):
            assert path.relative_to(package).as_posix() in names
