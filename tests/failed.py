"""What to run again after a test session: the tests that failed, and whole notebooks, whose cells need each other.

    python -m tests.failed > FILE && python -m pytest -n 0 @FILE

The exit status is 1 if no test failed.
"""

import json
import sys
from pathlib import Path

from tests.examples import ROOT

RECORD = ROOT / ".pytest_cache/v/cache/lastfailed"


def failed(record: Path = RECORD) -> list[str]:
    """Arguments for pytest: names of tests, or files."""
    names = json.loads(record.read_text()) if record.exists() else {}
    files = {name: name.partition("::")[0] for name in names}
    return [*dict.fromkeys(file if file.endswith(".ipynb") else name for name, file in files.items())]


if __name__ == "__main__":
    print(*failed(), sep="\n")
    sys.exit(not failed())  # without arguments, pytest would run everything
