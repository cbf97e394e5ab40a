"""Text beside statistics: shares as percentages that never round to all or to none, and what statistics are taken of.

`opscope/ui/js/src/format.js` has the same functions; `tests/ui/format_cases.json` compares the two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence


def percentage(share: float, decimals: int = 1) -> str:
    """A share as text: `0%` and `100%` are exact, what would round to them is `<0.1%` and `>99.9%`.

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
    """The share of zeros of a value of this shape as text; "" for a value without elements.

    >>> zeros_percentage(0.0, (0, 3)), zeros_percentage(0.25, (4,))
    ('', '25.0%')
    """
    return percentage(share) if math.prod(shape) else ""


def statistics_note(dtype: str, shape: Sequence[int]) -> str:
    """Subject of a value's statistics, where it is not its elements: "of the magnitudes", "no elements"."""
    return "no elements" if not math.prod(shape) else "of the magnitudes" if dtype.startswith("complex") else ""
