"""Display of a Tensor: dtype, shape, statistics, a picture of the elements, a histogram, and numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.formats.narrow_arrays import dtype_name, widened
from opscope.core.place import has_numbers, to_host
from opscope.core.shape import text as shape_text
from opscope.debug.taps.statistics import exact_statistics
from opscope.debug.taps.value_events import detail_seen
from opscope.displays import pictures
from opscope.displays.html_block import block, preformatted, side_by_side
from opscope.eager.tensor import Tensor
from opscope.eager.tensor_text import numbers_text
from opscope.statistics_text import statistics_note

SAMPLE = 1 << 17  # elements; of a larger array, every n-th position along its axes
TEXT = 64  # elements that are also shown as numbers


def html(tensor: Tensor) -> str:
    """Return the HTML of a Tensor."""
    value: Any = widened(tensor._value)
    if isinstance(value, np.generic):  # NumPy returns such results without axes
        value = np.asarray(value)
    if not has_numbers(value) or value.dtype.kind not in "fiubc" or not value.size:
        return block("Tensor", (), preformatted(repr(tensor)))
    facts: list[tuple[str, object]] = [("place", tensor.place), ("stop_gradient", tensor.stop_gradient)]
    every, part = sampled(value)
    sample = to_host(part)
    seen = exact_statistics(sample)
    facts += [(name, f"{x:.4g}") for name in ("mean", "std", "min", "max") if (x := getattr(seen, name)) is not None]
    facts += [(name, f"{n:,}") for name, n in (("NaN", seen.nan), ("Inf", seen.inf)) if n]
    if every > 1:
        facts.append(("statistics", f"of every {every}th position along each axis"))
    if note := statistics_note(dtype_name(value), sample.shape):
        facts.append(("statistics", note))
    detail = detail_seen("", sample, 0)
    numbers = preformatted(numbers_text(to_host(value), 0)) if value.size <= TEXT else ""
    shown = side_by_side(pictures.elements(detail), pictures.histogram(detail)) if value.size > 1 else ""
    return block(f"Tensor {dtype_name(value)}{shape_text(tuple(value.shape))}", facts, shown, numbers)


def sampled(array: Any) -> tuple[int, Any]:
    """Return n, and every n-th element of an array along each axis. For a small array, n is 1."""
    every = 1
    if not array.ndim:
        return every, array
    while array[(slice(None, None, every),) * array.ndim].size > SAMPLE:
        every += 1 if every < 8 else every // 4
    return every, array[(slice(None, None, every),) * array.ndim]
