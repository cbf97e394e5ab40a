"""Texts for statistics: percentages, and notes about the numbers from which the statistics are computed.

`opscope/ui/js/src/format.js` has the same functions. A test compares the Python and the JavaScript functions with the
cases of `tests/ui/format_cases.json`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence


def percentage(share: float, decimals: int = 1) -> str:
    """Return a share as text. `0%` and `100%` are exact. Other shares near 0 and 1 become `<0.1%` and `>99.9%`.

    >>> [percentage(share) for share in (0.0, 0.00001, 0.123, 0.9999, 1.0)]
    ['0%', '<0.1%', '12.3%', '>99.9%', '100%']
    """
    if share in (0.0, 1.0):
        return f"{share:.0%}"
    least = 10.0**-decimals
    text = f"{100 * share:.{decimals}f}"
    if share > 0.0 and float(text) == 0.0:
        return f"<{least:.{decimals}f}%"
    if share < 1.0 and float(text) >= 100.0:
        return f">{100 - least:.{decimals}f}%"
    return f"{text}%"


def zeros_percentage(share: float, shape: Sequence[int]) -> str:
    """Return the share of zeros in a value with a shape as text; "" for a value without elements.

    >>> zeros_percentage(0.0, (0, 3)), zeros_percentage(0.25, (4,))
    ('', '25.0%')
    """
    return percentage(share) if math.prod(shape) else ""


def statistics_note(dtype: str, shape: Sequence[int]) -> str:
    """Return a note if statistics do not describe a value's elements: "of the magnitudes", "no elements"; else ""."""
    return "no elements" if not math.prod(shape) else "of the magnitudes" if dtype.startswith("complex") else ""
