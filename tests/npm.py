"""npm in tests: its packages are installed into a temporary folder, with patience."""

import subprocess
from pathlib import Path

from tests.need import need

LONG = 150  # seconds; ten times what it takes


def npm(*arguments: str, cwd: Path) -> None:
    done = subprocess.run([need("npm"), *arguments], cwd=cwd, capture_output=True, text=True, timeout=LONG)
    assert done.returncode == 0, f"npm {' '.join(arguments)}\n{done.stdout}\n{done.stderr}"


def install(cwd: Path) -> None:
    """`npm ci`, three times if need be: it has hung for over an hour on a request that nobody answered."""
    for attempt in range(3):
        try:
            npm("ci", "--no-audit", "--no-fund", "--fetch-timeout=30000", cwd=cwd)
        except subprocess.TimeoutExpired:
            if attempt == 2:
                raise
        else:
            return
