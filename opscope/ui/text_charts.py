"""Numbers and curves as text of a few characters, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

BLOCKS = "▁▂▃▄▅▆▇█"


def short(x: float | None) -> str:
    """Format a number in at most seven characters: 0.123, -12.3, 1.2e-5."""
    if x is None:
        return "–"
    if x != x or abs(x) == float("inf"):
        return f"{x}"
    if x == 0 or 0.01 <= abs(x) < 999.5:
        return f"{x:.3g}"
    if 1 <= abs(x) < 99999:
        return f"{x:.0f}"
    mantissa, _, exponent = f"{x:.1e}".partition("e")
    return f"{mantissa}e{int(exponent)}"


def sparkline(numbers: Sequence[float], width: int) -> str:
    """Draw a curve of block characters, with the newest number at the right."""
    if len(numbers) < 2:
        return ""
    count = min(width, len(numbers))
    chosen = [numbers[round(i * (len(numbers) - 1) / (count - 1))] for i in range(count)]
    low, span = min(chosen), max(chosen) - min(chosen)
    return "".join(BLOCKS[round((x - low) / span * 7) if span else 0] for x in chosen)
