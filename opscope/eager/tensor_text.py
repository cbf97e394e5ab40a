"""Text of the elements of a Tensor, in columns of equal width. Large Tensors are abbreviated."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.state import on_reset
from opscope.errors import UsageError


class PrintOptions:
    """Print options of all Tensors, as in NumPy: digits, size limit before abbreviation, edge elements, line width."""

    precision, threshold, edgeitems, linewidth, sci_mode = 8, 1000, 3, 80, False


@on_reset
def _reset() -> None:
    PrintOptions.precision, PrintOptions.threshold, PrintOptions.edgeitems = 8, 1000, 3
    PrintOptions.linewidth, PrintOptions.sci_mode = 80, False


def set_printoptions(
    precision: int | None = None,
    threshold: int | None = None,
    edgeitems: int | None = None,
    sci_mode: bool | None = None,
    linewidth: int | None = None,
) -> None:
    """Set the print options of Tensors.

    An option that is None does not change. Raises UsageError (a TypeError) for an option of a wrong type.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/set_printoptions_en.html
    """
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    for name, value in given.items():
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise UsageError(f"The type of '{name}' in set_printoptions must be int, but received {type(value)}.")
        if value is not None:
            setattr(PrintOptions, name, value)
    if sci_mode is not None:
        if not isinstance(sci_mode, bool):
            raise UsageError(f"The type of 'sci_mode' in set_printoptions must be bool, but received {type(sci_mode)}.")
        PrintOptions.sci_mode = sci_mode


def numbers_text(host: Array, indent: int) -> str:
    """Return the numbers of an array in brackets. All lines after the first line are indented.

    >>> print(numbers_text(np.array([[1, -20], [300, 4]]), 0))
    [[ 1 , -20],
     [300,  4 ]]
    """
    short = host.size > PrintOptions.threshold
    seen = _edges(host)  # as in Paddle the outer elements decide how wide all are, even where nothing is left out
    signed = seen.dtype.kind in "ifc" and bool((seen < 0).any())
    width = max((len(_number(v)) for v in seen.ravel()), default=0)

    def padded(value: Any) -> str:
        text = _number(value)
        if len(text) >= width or not signed or value < 0:
            return text.ljust(width)
        return f" {text}".ljust(width)

    def block(part: Any, indent: int) -> str:
        if not part.ndim:
            return padded(part[()])
        cut = short and len(part) > 2 * PrintOptions.edgeitems
        rows = [padded(v) if part.ndim == 1 else block(v, indent + 1) for v in (_ends(part) if cut else part)]
        if cut:
            rows.insert(PrintOptions.edgeitems, "...")
        if part.ndim > 1:
            return f"[{(',' + chr(10) * (part.ndim - 1) + ' ' * (indent + 1)).join(rows)}]"
        count = max(1, (PrintOptions.linewidth - indent) // (width + 2))
        lines = [", ".join(rows[i : i + count]) for i in range(0, len(rows), count)]
        return f"[{(',' + chr(10) + ' ' * (indent + 1)).join(lines)}]"

    return block(host, indent)


def _ends(part: Any) -> Any:
    edge = PrintOptions.edgeitems
    return np.concatenate([part[:edge], part[-edge:]])


def _edges(host: Array) -> Any:
    edge = PrintOptions.edgeitems
    for axis, size in enumerate(host.shape):
        if size > 2 * edge:
            host = np.concatenate([host.take(range(edge), axis), host.take(range(size - edge, size), axis)], axis)
    return host


def _number(value: Any) -> str:
    """Return a number with `precision` decimals. A whole number is printed as `3.`, as in Paddle."""
    if not isinstance(value, np.floating):
        return f"{value}"  # complex64 in the digits of Python's complex, as in Paddle
    if PrintOptions.sci_mode:
        return f"{value:.{PrintOptions.precision}e}"
    return f"{value:.0f}." if np.ceil(value) == value else f"{value:.{PrintOptions.precision}f}"
