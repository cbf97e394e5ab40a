"""Output of the option `--json`: one JSON document on standard output, and nothing else."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

Write = Callable[[Mapping[str, Any]], None]


def json_report() -> Write:
    """Redirect all output of the process to stderr. Returns a function that writes a document to stdout.

    The redirection lasts until the process ends, so that output from threads and at exit is not part of the document.
    """
    sys.stdout.flush()
    stdout = os.dup(1)
    os.dup2(2, 1)

    def write(document: Mapping[str, Any]) -> None:
        text = json.dumps(plain(document), indent=1, allow_nan=False, ensure_ascii=False) + "\n"
        data = text.encode("utf-8", "backslashreplace")
        while data:
            data = data[os.write(stdout, data) :]

    return write


def plain(value: Any) -> Any:
    """Convert a value to JSON types.

    NaN and Inf become "nan", "inf" and "-inf"; complex numbers become [real, imaginary].

    >>> plain({"index": (0, 1), "slope": float("nan"), "value": 2 + 0j})
    {'index': [0, 1], 'slope': 'nan', 'value': 2.0}
    """
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, complex):
        return plain([value.real, value.imag] if value.imag else value.real)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
