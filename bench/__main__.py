"""Run named benchmarks: ``python -m bench [NAME ...] [-- ARGS ...]``; without a name, list them."""

import runpy
import sys
from pathlib import Path


def main() -> int:
    """Run each named module of this package as a program, in the order given."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    chosen, rest = words[:cut], words[cut + 1 :]
    unknown = [name for name in chosen if name not in names]
    if unknown or not chosen:
        print(f"usage: python -m bench NAME ... [-- ARGS ...]   NAME: {' '.join(names)}", file=sys.stderr)
        return 2
    for name in chosen:
        sys.argv = [f"bench/{name}.py", *rest]
        runpy.run_module(f"bench.{name}", run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main())
