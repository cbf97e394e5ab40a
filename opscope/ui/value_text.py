"""How a number, a shape and the health of a value are written; `js/src/format.js` writes the same.

`tests/ui/format_cases.json` holds both to it.
"""

from __future__ import annotations

from opscope.events import Health, ValueSeen


def number(x: float | None) -> str:
    """Four significant digits, with an exponent outside 0.001 .. 9999; a dash for what does not exist."""
    if x is None:
        return "–"
    if x == 0:
        return "0"
    mantissa, _, exponent = f"{x:.3e}".partition("e")
    power = int(exponent)
    text = f"{x:.{3 - power}f}" if -3 <= power <= 3 else f"{mantissa}e{power}"
    return text.replace("-", "\u2212")


def shape(dims: tuple[int, ...]) -> str:
    """`8×3×32×32`; a value without dims is a scalar."""
    return "×".join(map(str, dims)) if dims else "scalar"


def health(value: ValueSeen) -> Health:
    """nan, inf, zeros (nine tenths of them) or ok: the worst that applies."""
    return value.health


def group(value: ValueSeen) -> str:
    """Under which heading a value is listed: forward, parameters or gradients."""
    if value.grad_of or value.role == "backward":
        return "gradients"
    return "parameters" if value.parameter else "forward"
