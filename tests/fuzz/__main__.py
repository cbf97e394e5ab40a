"""`python -m tests.fuzz [--inputs N] [--seed S] [reader ...]`: fuzz the readers for as long as it takes."""

from __future__ import annotations

import argparse

from tests.fuzz.fuzz import fuzz
from tests.fuzz.readers import READERS

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("readers", nargs="*", default=[], metavar="reader", help=", ".join(READERS))
    options = parser.parse_args()
    for name in options.readers or READERS:
        print(f"{name:16} {fuzz(name, options.inputs, options.seed)}", flush=True)  # noqa: T201 (a report)
