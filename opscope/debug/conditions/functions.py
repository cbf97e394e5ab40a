"""What an expression can call: measures of a value, each one number, and functions of its elements.

Measures are over the finite elements, like all statistics here, and None where there are none; of the magnitudes for
complex values; of 0 and 1 for bools. They are reduced where the array is, and one number comes back.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope.core.finite import all_finite
from opscope.core.place import array_module, to_host
from opscope.debug.taps.statistics import as_real, statistics

SAFE = 1e-20  # a sum of float32 squares above it has lost nothing that counts


class Function(NamedTuple):
    """`call` takes one value: an array, a number, or a tuple of numbers."""

    call: Callable[[Any], Any]
    meaning: str


def as_array(value: Any) -> Any:
    """The value as an array of its own library. Raises TypeError for what has no numbers."""
    array: Any = value if array_module(value) is not np else np.asarray(value)
    if array.dtype.kind not in "biufc":
        raise TypeError(f"{'text' if isinstance(value, str) else 'this value'} is no array of numbers")
    return array


def number(scalar: Any) -> Any:
    """A Python number from an array of one element, wherever it is."""
    return to_host(scalar).item()


def _reduced(value: Any, reduce: Callable[[Any, Any], Any]) -> Any:
    """One pass; only if a NaN or Inf shows in what comes out (it always does), another over the finite elements."""
    array = as_array(value)
    if array.size == 0:
        return None
    xp: Any = array_module(array)
    array = as_real(xp, array)
    with np.errstate(all="ignore"):
        found = number(reduce(xp, array))
        if math.isfinite(found):
            return found
        rest = array[xp.isfinite(array)]
        return number(reduce(xp, rest)) if rest.size else None


def minimum(value: Any) -> Any:
    """The smallest finite element."""
    return _reduced(value, lambda xp, a: a.min())


def maximum(value: Any) -> Any:
    """The largest finite element."""
    return _reduced(value, lambda xp, a: a.max())


def spread(value: Any) -> Any:
    """The largest finite element minus the smallest."""
    low, high = minimum(value), maximum(value)
    return None if low is None or high is None else high - low


def total(value: Any) -> Any:
    """The sum of the finite elements; floats are added as float64."""
    return _reduced(value, lambda xp, a: a.sum(dtype="float64") if a.dtype.kind == "f" else a.sum())


def norm(value: Any) -> float | None:
    """The Euclidean norm of the finite elements; neither large nor small ones leave the range when squared."""
    array = as_array(value)
    flat = as_real(array_module(array), array).reshape(-1)
    if flat.dtype.kind == "f" and flat.dtype.itemsize >= 4:
        with np.errstate(all="ignore"):
            square = number(flat @ flat)
        if SAFE < square < math.inf:
            return math.sqrt(square)
    low, high = minimum(flat), maximum(flat)
    if low is None or high is None:
        return None
    top = float(max(abs(low), abs(high)))
    return top * math.sqrt(total((flat.astype("float64") / top) ** 2)) if top else 0.0


def nans(value: Any) -> int:
    """How many elements are NaN."""
    return _count(value, "isnan")


def infs(value: Any) -> int:
    """How many elements are Inf or -Inf."""
    return _count(value, "isinf")


def _count(value: Any, which: str) -> int:
    array = as_array(value)
    return 0 if all_finite(array) else int(number(getattr(array_module(array), which)(array).sum()))


def _elements(which: str) -> Callable[[Any], Any]:
    def elements(value: Any) -> Any:
        array = as_array(value)
        return getattr(array_module(array), which)(array)

    return elements


def _test(which: str) -> Callable[[Any], Any]:
    def test(value: Any) -> Any:
        array = as_array(value)
        return getattr(array_module(array), which)(array if array.dtype.kind in "fc" else array.astype("float32"))

    return test


def _whether(which: str) -> Callable[[Any], Any]:
    return lambda value: number(getattr(array_module(value), which)(as_array(value)))


FUNCTIONS = {
    "min": Function(minimum, "the smallest finite element"),
    "max": Function(maximum, "the largest finite element"),
    "range": Function(spread, "max - min"),
    "mean": Function(lambda value: statistics(as_array(value)).mean, "the mean of the finite elements"),
    "std": Function(lambda value: statistics(as_array(value)).std, "their standard deviation (of the population)"),
    "sum": Function(total, "their sum"),
    "norm": Function(norm, "their Euclidean norm"),
    "zeros": Function(lambda value: statistics(as_array(value)).zeros, "the share of zeros among all elements"),
    "nan": Function(nans, "how many elements are NaN"),
    "inf": Function(infs, "how many elements are Inf or -Inf"),
    "finite": Function(lambda value: all_finite(as_array(value)), "True if every element is finite"),
    "any": Function(_whether("any"), "True if some element is True, or not 0"),
    "all": Function(_whether("all"), "True if every element is"),
    "isnan": Function(_test("isnan"), "elementwise: is NaN"),
    "isinf": Function(_test("isinf"), "elementwise: is Inf or -Inf"),
    "isfinite": Function(_test("isfinite"), "elementwise: neither"),
    "abs": Function(lambda value: abs(as_array(value)), "elementwise: the magnitude"),
    "sqrt": Function(_elements("sqrt"), "elementwise: the square root"),
    "exp": Function(_elements("exp"), "elementwise: e to the power"),
    "log": Function(_elements("log"), "elementwise: the natural logarithm"),
    "shape": Function(lambda value: tuple(as_array(value).shape), "the shape, as h.shape"),
    "size": Function(lambda value: int(as_array(value).size), "the number of elements, as h.size"),
    "ndim": Function(lambda value: int(as_array(value).ndim), "the number of dims, as h.ndim"),
    "dtype": Function(lambda value: str(as_array(value).dtype), "the dtype's name, as h.dtype: 'float32'"),
}
