"""How a Tensor's numbers are printed: columns of one width, the middle of large values left out."""

from __future__ import annotations

from typing import Any

import numpy as np

_LINE, _EDGE, _LIMIT = 80, 3, 1000


def numbers_text(host: Any, indent: int) -> str:
    """The numbers of an array between brackets; further lines are indented.

    >>> print(numbers_text(np.array([[1, -20], [300, 4]]), 0))
    [[ 1 , -20],
     [300,  4 ]]
    """
    short = host.size > _LIMIT
    shown = _edges(host) if short else host
    signed = shown.dtype.kind in "if" and bool((shown < 0).any())
    width = max((len(_number(v)) for v in shown.ravel()), default=0)

    def padded(value: Any) -> str:
        text = _number(value)
        if len(text) == width or not signed or value < 0:
            return text.ljust(width)
        return f" {text}".ljust(width)

    def block(part: Any, indent: int) -> str:
        if not part.ndim:
            return padded(part[()])
        cut = short and len(part) > 2 * _EDGE
        rows = [padded(v) if part.ndim == 1 else block(v, indent + 1) for v in (_ends(part) if cut else part)]
        if cut:
            rows.insert(_EDGE, "...")
        if part.ndim > 1:
            return f"[{(',' + chr(10) * (part.ndim - 1) + ' ' * (indent + 1)).join(rows)}]"
        count = max(1, (_LINE - indent) // (width + 2))
        lines = [", ".join(rows[i : i + count]) for i in range(0, len(rows), count)]
        return f"[{(',' + chr(10) + ' ' * (indent + 1)).join(lines)}]"

    return block(host, indent)


def _ends(part: Any) -> Any:
    return np.concatenate([part[:_EDGE], part[-_EDGE:]])


def _edges(host: Any) -> Any:
    for axis, size in enumerate(host.shape):
        if size > 2 * _EDGE:
            host = np.concatenate([host.take(range(_EDGE), axis), host.take(range(size - _EDGE, size), axis)], axis)
    return host


def _number(value: Any) -> str:
    """8 decimals, `3.` for whole numbers, as Paddle prints."""
    if not isinstance(value, np.floating):
        return str(value)
    return f"{value:.0f}." if np.ceil(value) == value else f"{value:.8f}"
