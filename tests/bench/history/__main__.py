"""One case: a line of JSON for each of its figures.

python -m tests.bench.history CASE [--quick]
"""

from __future__ import annotations

import argparse
import importlib
import json

from tests.bench.history import CASES


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.history", description=__doc__.splitlines()[0])
    parser.add_argument("case", choices=CASES)
    parser.add_argument("--quick", action="store_true", help="a small one")
    options = parser.parse_args()
    for figure in importlib.import_module(f"tests.bench.history.{options.case}").figures(options.quick):
        print(json.dumps(figure), flush=True)


if __name__ == "__main__":
    main()
