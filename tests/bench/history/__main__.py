"""One case: a line of JSON for each of its figures.

python -m tests.bench.history CASE [--quick] [--steps N]

`budget --steps 1000000` is a day of small steps: it takes some minutes.
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
    parser.add_argument("--steps", type=int, default=0, help="of the case `budget`")
    options = parser.parse_args()
    if options.steps and options.case != "budget":
        parser.error("--steps is for the case `budget`")
    more = {"steps": options.steps} if options.steps else {}
    for figure in importlib.import_module(f"tests.bench.history.{options.case}").figures(options.quick, **more):
        print(json.dumps(figure), flush=True)


if __name__ == "__main__":
    main()
