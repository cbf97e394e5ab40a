"""Display of Taps: the tapped patterns, and the newest statistics of each value."""

from __future__ import annotations

from opscope.debug.taps.attach import Taps
from opscope.displays.html_block import ROWS, block, code
from opscope.displays.summaries_display import POINTS, values_table


def html(taps: Taps) -> str:
    """Return the HTML of Taps."""
    patterns = ", ".join(f"{pattern} ({level})" for pattern, level in taps.patterns.items())
    values, newest = taps._newest_of_first(ROWS, POINTS // 2)
    return block(
        "Taps", [("patterns", code(patterns or "none"))], values_table([(*each, "") for each in newest], values)
    )
