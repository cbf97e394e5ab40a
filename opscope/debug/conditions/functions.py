"""Functions in expressions: measures, which reduce a value to a single number, and elementwise functions.

Measures use only the finite elements. The result is None if a value has no finite elements. For complex elements,
measures use the magnitudes. Booleans count as 0 and 1. A measure is computed on the device of the array, and only the
result is copied to the host. To add a function for expressions, add a row to FUNCTIONS.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope.core.checks.finite import all_finite
from opscope.core.formats.narrow_arrays import dtype_name
from opscope.core.place import array_module, is_array, to_host
from opscope.debug.taps.statistics import as_real, statistics

PRECISE = 1e-20  # a larger sum of float32 squares has not lost relevant digits to underflow


class ConditionFunction(NamedTuple):
    """A function of expressions.

    The field `call` is a function of one argument: an array, a number, or a tuple of numbers.
    """

    call: Callable[[Any], Any]
    meaning: str


def as_array(value: Any) -> Any:
    """Return a value as an array of the library that the value belongs to: NumPy or CuPy.

    Raises TypeError for a value that does not consist of numbers.
    """
    array: Any = value if array_module(value) is not np else to_host(value)
    if array.dtype.kind not in "biufc":
        raise TypeError(f"{'text' if isinstance(value, str) else 'this value'} is not an array of numbers")
    return array


def number(scalar: Any) -> Any:
    """Convert an array with a single element, on any device, to a Python number."""
    return to_host(scalar).item()


def value_text(value: Any) -> str:
    """Return a short text for a value, such as `0.25` for a number or `float32[4, 3]` for a large array."""
    if value is None:
        return "unknown"
    if is_array(value):
        if value.size != 1:
            return f"{dtype_name(value)}[{', '.join(map(str, value.shape))}]"
        value = to_host(value).item()
    return format(value, ".6g") if isinstance(value, float) else repr(value)


def _reduced(value: Any, reduce: Callable[[Any, Any], Any]) -> Any:
    """Reduce all elements to one number. If this number is not finite, reduce only the finite elements."""
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
    """Return the smallest finite element."""
    return _reduced(value, lambda xp, a: a.min())


def maximum(value: Any) -> Any:
    """Return the largest finite element."""
    return _reduced(value, lambda xp, a: a.max())


def spread(value: Any) -> Any:
    """Return the difference between the largest and the smallest finite element."""
    low, high = minimum(value), maximum(value)
    return None if low is None or high is None else high - low


def total(value: Any) -> Any:
    """Return the sum of the finite elements. A sum of floats is computed in float64."""
    return _reduced(value, lambda xp, a: a.sum(dtype="float64") if a.dtype.kind == "f" else a.sum())


def norm(value: Any) -> float | None:
    """Return the Euclidean norm of the finite elements.

    If the squares of the elements exceed the range of the dtype, the elements are scaled first.
    """
    array = as_array(value)
    flat = as_real(array_module(array), array).reshape(-1)
    if flat.dtype.kind == "f" and flat.dtype.itemsize >= 4:
        with np.errstate(all="ignore"):
            square = number(flat @ flat)
        if PRECISE < square < math.inf:
            return math.sqrt(square)
    low, high = minimum(flat), maximum(flat)
    if low is None or high is None:
        return None
    top = float(max(abs(low), abs(high)))
    return top * math.sqrt(total((flat.astype("float64") / top) ** 2)) if top else 0.0


def nans(value: Any) -> int:
    """Return the number of elements that are NaN."""
    return _count(value, "isnan")


def infs(value: Any) -> int:
    """Return the number of elements that are Inf or -Inf."""
    return _count(value, "isinf")


def _count(value: Any, which: str) -> int:
    array = as_array(value)
    return 0 if all_finite(array) else int(number(getattr(array_module(array), which)(array).sum()))


def _elements(which: str) -> Callable[[Any], Any]:
    def elements(value: Any) -> Any:
        array = as_array(value)
        return getattr(array_module(array), which)(array)

    return elements


def _float_test(which: str) -> Callable[[Any], Any]:
    def elements(value: Any) -> Any:
        array = as_array(value)
        return getattr(array_module(array), which)(array if array.dtype.kind in "fc" else array.astype("float32"))

    return elements


def _any_or_all(which: str) -> Callable[[Any], Any]:
    return lambda value: number(getattr(array_module(value), which)(as_array(value)))


FUNCTIONS = {
    "min": ConditionFunction(minimum, "the smallest finite element"),
    "max": ConditionFunction(maximum, "the largest finite element"),
    "range": ConditionFunction(spread, "max - min"),
    "mean": ConditionFunction(lambda value: statistics(as_array(value)).mean, "the mean of the finite elements"),
    "std": ConditionFunction(
        lambda value: statistics(as_array(value)).std,
        "the standard deviation of the finite elements (of the population)",
    ),
    "sum": ConditionFunction(total, "the sum of the finite elements"),
    "norm": ConditionFunction(norm, "the Euclidean norm of the finite elements"),
    "zeros": ConditionFunction(
        lambda value: statistics(as_array(value)).zeros, "the share of zeros among all elements"
    ),
    "nan": ConditionFunction(nans, "how many elements are NaN"),
    "inf": ConditionFunction(infs, "how many elements are Inf or -Inf"),
    "finite": ConditionFunction(lambda value: all_finite(as_array(value)), "True if every element is finite"),
    "any": ConditionFunction(_any_or_all("any"), "True if some element is True, or not 0"),
    "all": ConditionFunction(_any_or_all("all"), "True if every element is True, or not 0"),
    "isnan": ConditionFunction(_float_test("isnan"), "elementwise: is NaN"),
    "isinf": ConditionFunction(_float_test("isinf"), "elementwise: is Inf or -Inf"),
    "isfinite": ConditionFunction(_float_test("isfinite"), "elementwise: is neither NaN nor Inf"),
    "abs": ConditionFunction(lambda value: abs(as_array(value)), "elementwise: the magnitude"),
    "sqrt": ConditionFunction(_elements("sqrt"), "elementwise: the square root"),
    "exp": ConditionFunction(_elements("exp"), "elementwise: e to the power"),
    "log": ConditionFunction(_elements("log"), "elementwise: the natural logarithm"),
    "shape": ConditionFunction(lambda value: tuple(as_array(value).shape), "the shape, as h.shape"),
    "size": ConditionFunction(lambda value: int(as_array(value).size), "the number of elements, as h.size"),
    "ndim": ConditionFunction(lambda value: int(as_array(value).ndim), "the number of dims, as h.ndim"),
    "dtype": ConditionFunction(lambda value: dtype_name(as_array(value)), "the dtype's name, as h.dtype: 'float32'"),
}
MEASURES = ("min", "max", "range", "mean", "std", "sum", "norm")  # measures in the unit of the value
