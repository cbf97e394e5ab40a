"""Elementwise functions of one sparse tensor: f(0) is 0, so only the values change."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from opscope.core.dtype import as_dtype
from opscope.core.public_calls import note_functions
from opscope.ops.elementwise import arithmetic
from opscope.ops.registry import REGISTRY
from opscope.paddle.sparse.asked import floats, refuse, sparse
from opscope.paddle.sparse.base import SparseTensor
from opscope.paddle.sparse.formats import SparseCooTensor


def _unary(name: str, what: str) -> Callable[..., Any]:
    """Return the function of a name, applied to the values."""
    function = REGISTRY.public[name]

    def unary(x: Any, name: str | None = None) -> Any:
        x = floats(sparse(x, unary.__name__), unary.__name__)
        return x.like(function(x._values))

    unary.__name__ = unary.__qualname__ = name
    unary.__doc__ = (
        f"{what} of each element of a sparse tensor of floats. out: its format, shape and dtype.\n\n"
        "    Raises UnsupportedError for a dense tensor, NotFound (a RuntimeError) for values that are not floats.\n"
    )
    return unary


sin = _unary("sin", "The sine")
tan = _unary("tan", "The tangent")
asin = _unary("asin", "The inverse sine")
atan = _unary("atan", "The inverse tangent")
sinh = _unary("sinh", "The hyperbolic sine")
tanh = _unary("tanh", "The hyperbolic tangent")
asinh = _unary("asinh", "The inverse hyperbolic sine")
atanh = _unary("atanh", "The inverse hyperbolic tangent")
sqrt = _unary("sqrt", "The square root")
square = _unary("square", "The square")
log1p = _unary("log1p", "log(1 + x)")
expm1 = _unary("expm1", "exp(x) - 1")
abs = _unary("abs", "The absolute value")


def isnan(x: Any, name: str | None = None) -> Any:
    """Return a sparse tensor of bools at the same sites: True for each element that is NaN."""
    x = sparse(x, "isnan")
    return x.like(REGISTRY.public["isnan"](x._values))


def scaled(x: SparseTensor, factor: float) -> Any:
    """Return the elements times a number. Raises NotFound for values that are not floats."""
    return floats(x, "scale").like(REGISTRY.public["scale"](x._values, factor))


def as_floats(x: SparseTensor) -> SparseTensor:
    """Convert integers and bools to float32."""
    return cast(x, None, "float32") if x.dtype.kind in "iub" else x


def neg(x: Any, name: str | None = None) -> Any:
    """Return -x of a sparse tensor of floats."""
    return scaled(sparse(x, "scale"), -1.0)


def rad2deg(x: Any, name: str | None = None) -> Any:
    """Convert radians to degrees; integers become float32."""
    return scaled(as_floats(sparse(x, "scale")), 180.0 / math.pi)


def deg2rad(x: Any, name: str | None = None) -> Any:
    """Convert degrees to radians; integers become float32."""
    return scaled(as_floats(sparse(x, "scale")), math.pi / 180.0)


def pow(x: Any, factor: float, name: str | None = None) -> Any:
    """Return each element of a sparse tensor of floats to a power. Absent elements stay 0 for every power."""
    x = floats(sparse(x, "pow"), "pow")
    return x.like(REGISTRY.public["pow"](x._values, float(factor)))


def cast(x: Any, index_dtype: Any = None, value_dtype: Any = None, name: str | None = None) -> Any:
    """Convert the dtypes of the indices, and of the values."""
    x = sparse(x, "cast")
    values = x._values if value_dtype is None else arithmetic.cast(x._values, dtype=as_dtype(value_dtype).name)
    kinds = () if index_dtype is None else (as_dtype(index_dtype).dtype,) * len(x._parts)
    return x.like(values if value_dtype is not None else x.values(), kinds)


def coalesce(x: Any, name: str | None = None) -> Any:
    """Return a SparseCooTensor sorted, with elements of the same site summed; without a history, as in Paddle."""
    return x.coalesce() if isinstance(sparse(x, "coalesce"), SparseCooTensor) else refuse("coalesce", x)


note_functions(__name__)
