"""Functions that create tensors: constants, ranges, powers, and tensors in the shape of others."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.checks.masked_arrays import unmasked
from opscope.core.dtype import as_dtype
from opscope.core.source import site
from opscope.core.state import mode
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.ops import creation, dynamic_shape
from opscope.ops.attr_values import dtype_or_default, eager_number, is_symbolic, shape_template, static_sizes
from opscope.ops.elementwise import arithmetic
from opscope.ops.grad_ops import zeros_like as zeros_of
from opscope.ops.manipulation import reshape
from opscope.ops.public_functions import public
from opscope.ops.registry import REGISTRY
from opscope.ops.tensor_operators import is_number
from opscope.paddle.functions.reshape import expand


@public
def full(shape: Any, fill_value: float, dtype: Any = None, name: str | None = None) -> Any:
    """Return a tensor in which all elements are fill_value; dtype None: the default dtype."""
    if fill_value is None:  # pyright: ignore[reportUnnecessaryComparison] (it became NaN)
        raise UsageError("full takes a number as fill_value, but received None", site=site())
    if is_symbolic(fill_value):
        value = arithmetic.cast(reshape.reshape(fill_value, shape=()), dtype=dtype_or_default(dtype).name)
        return expand(value, shape)
    template, tensors = shape_template(shape, "full")
    attrs = {"shape": template, "fill_value": eager_number(fill_value), "dtype": dtype_or_default(dtype).name}
    return dynamic_shape.full_to(*tensors, **attrs) if tensors else creation.full(**attrs)


@public
def zeros(shape: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Return zeros; dtype None: the default dtype."""
    return full(shape, 0.0, dtype)


@public
def ones(shape: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Return ones; dtype None: the default dtype."""
    return full(shape, 1.0, dtype)


empty = zeros  # any values would do


@public
def full_like(x: Any, fill_value: float, dtype: Any = None, name: str | None = None) -> Any:
    """Return a tensor in the shape of x in which all elements are fill_value; dtype None: the dtype of x."""
    if dtype is None:
        return creation.full_like(x, fill_value=fill_value)
    return creation.full_like(x, fill_value=fill_value, dtype=as_dtype(dtype).name)


@public
def zeros_like(x: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Return zeros in the shape of x; dtype None: the dtype of x."""
    return zeros_of(x) if dtype is None else full_like(x, 0.0, dtype)


@public
def ones_like(x: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Return ones in the shape of x; dtype None: the dtype of x."""
    return full_like(x, 1.0, dtype)


@public
def empty_like(x: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Return a tensor in the shape of x, filled with zeros; dtype None: the dtype of x."""
    return zeros_like(x, dtype)


@public
def clone(x: Any, name: str | None = None) -> Any:
    """Return a copy of x; gradients flow back to x."""
    return arithmetic.assign(x)


@public
def assign(x: Any, output: None = None) -> Any:
    """Return a copy of a tensor, array, list or number.

    float64 becomes the default dtype; a number gets the shape [1].
    """
    if output is not None:
        raise UnsupportedError(
            "this assign does not support `output`", fix="use the returned value, or call paddle.assign"
        )
    if hasattr(x, "__apply_op__"):
        return arithmetic.assign(x)
    values = np.atleast_1d(np.asarray(x)) if is_number(x) else np.asarray(unmasked(x))
    if values.dtype == np.float64:
        values = values.astype(mode.dtype.dtype)
    return creation.assign_value(values=values)


@public
def tolist(x: Any) -> Any:
    """Return the elements of an eager tensor as nested Python lists."""
    return x.tolist()


# --- rows of numbers --------------------------------------------------------------------------------


@public
def arange(
    start: float = 0, end: float | None = None, step: float = 1, dtype: Any = None, name: str | None = None
) -> Any:
    """Return start, start + step, ... up to, but not including, end.

    dtype None: int64, or the default dtype for floats.
    """
    start, end, step = (eager_number(v) for v in ((0, start, step) if end is None else (start, end, step)))
    if any(map(is_symbolic, (start, end, step))):
        return _arange_between(start, end, step, dtype)
    if step == 0:
        raise ArgumentError("arange: step must not be 0", fix="pass another step")
    if dtype is None:
        dtype = "int64" if all(isinstance(v, int | np.integer) for v in (start, end, step)) else mode.dtype
    return creation.arange(start=start, end=end, step=step, dtype=as_dtype(dtype).name)


def _arange_between(start: Any, end: Any, step: Any, dtype: Any) -> Any:
    """Return arange for bounds that are Variables."""
    given = [v for v in (start, end, step) if is_symbolic(v)]
    if dtype is None:
        whole = all(v.dtype.kind in "iu" if is_symbolic(v) else isinstance(v, int) for v in (start, end, step))
        dtype = "int64" if whole else mode.dtype if len(given) < 3 else given[0].dtype
    kind = as_dtype(dtype).name
    bounds = [v if is_symbolic(v) else creation.full(shape=(), fill_value=v, dtype=kind) for v in (start, end, step)]
    return dynamic_shape.arange_to(*bounds, dtype=kind)


@public
def linspace(start: Any, stop: Any, num: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Return `num` evenly spaced values from start to stop, both included; numbers, or tensors of one element."""
    start, stop, num = eager_number(start), eager_number(stop), static_sizes(num, "linspace")[0]
    kind = dtype_or_default(dtype).name
    if isinstance(num, int) and num < 1:
        raise ArgumentError(f"num of linspace must be larger than 0, but it is {num}")
    if not (is_symbolic(start) or is_symbolic(stop)):
        return creation.linspace(start=start, stop=stop, num=num, dtype=kind)
    start, stop = (reshape.reshape(v, shape=()) if is_symbolic(v) else v for v in (start, stop))
    share = creation.linspace(start=0.0, stop=1.0, num=num, dtype="float64")
    return arithmetic.cast(share * (stop - start) + start, dtype=kind)


@public
def logspace(start: Any, stop: Any, num: Any, base: Any = 10.0, dtype: Any = None, name: str | None = None) -> Any:
    """Return `num` powers of base, with exponents evenly spaced from start to stop, both included.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/logspace_en.html
    """
    exponents = linspace(start, stop, num, "float64")
    base = arithmetic.cast(base, dtype="float64") if hasattr(base, "__apply_op__") else float(base)
    out = arithmetic.elementwise_pow(base, exponents)
    return arithmetic.cast(out, dtype=(mode.dtype if dtype is None else as_dtype(dtype)).name)


@public
def eye(num_rows: int, num_columns: int | None = None, dtype: Any = None, name: str | None = None) -> Any:
    """Return a matrix with ones on the diagonal; num_columns None: as many as rows."""
    columns = num_rows if num_columns is None else num_columns
    return creation.eye(num_rows=num_rows, num_columns=columns, dtype=dtype_or_default(dtype).name)


REGISTRY.public["empty"] = empty
