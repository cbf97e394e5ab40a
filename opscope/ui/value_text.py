"""Texts for numbers and shapes, and the health and the group of a value.

`js/src/format.js` has the same functions. `tests/ui/test_agreement.py` tests the Python and the JavaScript functions
with the cases of `tests/ui/format_cases.json`.
"""

from __future__ import annotations

from opscope.events import Health, ValueSeen


def number(x: float | None) -> str:
    """Format a number with four significant digits.

    Numbers outside the range from 0.001 to 9999 are written with an exponent. The text of None is a dash.
    """
    if x is None:
        return "–"
    if x == 0:
        return "0"
    mantissa, _, exponent = f"{x:.3e}".partition("e")
    power = int(exponent)
    text = f"{x:.{3 - power}f}" if -3 <= power <= 3 else f"{mantissa}e{power}"
    return text.replace("-", "\u2212")


def scalar(x: float | None) -> str:
    """Format a scalar of a step, such as the loss. None means NaN or Inf."""
    return "NaN/Inf" if x is None else number(x)


def shape(dims: tuple[int, ...]) -> str:
    """Format a shape, such as `8×3×32×32`; `scalar` for a value without dimensions."""
    return "×".join(map(str, dims)) if dims else "scalar"


def health(value: ValueSeen) -> Health:
    """Return the worst state of a value: nan, inf, zeros (at least 90 % of the elements are 0) or ok."""
    return value.health


def names(value: ValueSeen) -> tuple[str, str]:
    """Return the two names that are shown for a value, in the order in which they are shown.

    The user's name comes before a generated name such as `relu_3`.

    If the value has several names in the user's code (`net.fc.weight, self.fc.weight`), the first name is used.
    """
    return (value.name, value.called) if value.named or not value.called else (value.title, value.name)


def label(value: ValueSeen) -> str:
    """Return the names of a value as one text, such as `hidden · relu_3`."""
    return " · ".join(filter(None, names(value)))


def group(value: ValueSeen) -> str:
    """Return the heading under which a value is listed: forward, parameters, gradients or optimizer."""
    if value.grad_of or value.role == "backward":
        return "gradients"
    if value.parameter:
        return "parameters"
    return "optimizer" if value.role == "optimize" else "forward"
