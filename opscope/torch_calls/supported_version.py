"""The oldest version of PyTorch whose calls opscope sees."""

from __future__ import annotations

import sys
from typing import Any

from opscope.core.strict import warn
from opscope.errors import OpscopeWarning, one_line

OLDEST = (2, 6)
_said: set[str] = set()


def is_supported() -> bool:
    """Return True if the imported version is supported; else warn once."""
    torch: Any = sys.modules["torch"]
    version = str(torch.__version__)
    numbers = version.split(".")[:2]
    if not all(number.isdigit() for number in numbers) or tuple(map(int, numbers)) >= OLDEST:
        return True
    if version not in _said:
        _said.add(version)
        oldest = ".".join(map(str, OLDEST))
        said = OpscopeWarning(
            f"PyTorch {version} is older than {oldest}: opscope does not see its calls",
            fix=f'pip install "torch>={oldest}"',
        )
        try:
            warn(said)
        except OpscopeWarning:  # a filter makes errors of warnings; the import must not get this one
            sys.stderr.write(f"warning: {one_line(said)}\n")
    return False
