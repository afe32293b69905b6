"""The extension modules and their compiler directives; everything else is in pyproject.toml.

``SUREFOOT_CHECKED=1`` builds with bounds checks and C asserts, into a build folder of its own.
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

CHECKED = os.environ.get("SUREFOOT_CHECKED") == "1"
BUILD = "build/checked" if CHECKED else "build/fast"
WINDOWS = sys.platform == "win32"
CORES = os.cpu_count() or 1

extensions = [
    Extension(
        f"surefoot_core.{path.stem}",
        [path.as_posix()],
        include_dirs=["src/surefoot_core"],
        depends=[header.as_posix() for header in sorted(Path("src/surefoot_core").glob("*.h"))],
        undef_macros=["NDEBUG"] if CHECKED else [],
        define_macros=[] if CHECKED else [("NDEBUG", "1")],
        extra_compile_args=[] if WINDOWS else ["-O1" if CHECKED else "-O3", "-g0", "-std=gnu11"],
    )
    for path in sorted(Path("src/surefoot_core").glob("*.pyx"))
]

setup(
    ext_modules=cythonize(
        extensions,
        build_dir=f"{BUILD}/cython",
        include_path=["src"],
        nthreads=CORES if sys.platform == "linux" else 0,  # elsewhere new processes would run this file again
        compiler_directives={
            "language_level": 3,
            "boundscheck": CHECKED,
            "wraparound": False,
            "initializedcheck": CHECKED,
            "cdivision": True,
            "embedsignature": False,
            "auto_pickle": False,
            "autotestdict": False,
        },
    ),
    options={"build": {"build_base": BUILD}, "build_ext": {"parallel": CORES}},
)
