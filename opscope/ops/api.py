"""What users call where Paddle's signature is not an op's: thin compositions, on any kind of tensor.

`REGISTRY.public` has every public function by name: these, and the ops themselves where the signatures agree.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.dtype import DType, as_dtype
from opscope.core.state import mode, names
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.ops import creation, elementwise, functions, indexing, joining, linalg, manipulation, random, reduction
from opscope.ops.getitem import getitem
from opscope.ops.grad import zeros_like as zeros_of
from opscope.ops.methods import is_number
from opscope.ops.registry import REGISTRY

Function = Callable[..., Any]


def public(function: Function) -> Function:
    """Make a composition the public function of its name; its `name=` names what the ops in it make."""

    @functools.wraps(function)
    def named(*args: Any, **kwargs: Any) -> Any:
        name = kwargs.pop("name", None)
        if name is None:
            return function(*args, **kwargs)
        with names.calling(name):
            return function(*args, **kwargs)

    REGISTRY.public[function.__name__] = named
    return named


def sizes(shape: Any, where: str) -> tuple[int, ...]:
    """A shape attribute as ints. Raises UnsupportedError for Variables among them, UsageError for no numbers."""
    if hasattr(shape, "tolist"):
        shape = shape.tolist()
    if hasattr(shape, "__apply_op__"):
        raise UnsupportedError(f"{where}: the shape is a tensor", fix="pass numbers; -1 stands for an unknown dim")
    given = list(shape) if isinstance(shape, list | tuple) else [shape]
    if any(hasattr(d, "__apply_op__") and not hasattr(d, "__index__") for d in given):
        raise UnsupportedError(f"{where}: a dim of the shape is a tensor", fix="pass numbers; -1 for an unknown dim")
    if not all(d is None or hasattr(d, "__index__") for d in given):
        raise UsageError(f"{where}: the shape is made of integers, not {shape!r}")
    return tuple(-1 if d is None else int(d) for d in given)


def floating(dtype: Any) -> DType:
    """The dtype, or the default one."""
    return mode.dtype if dtype is None else as_dtype(dtype)


# --- creation ---------------------------------------------------------------------------------------


@public
def full(shape: Any, fill_value: float, dtype: Any = None, name: str | None = None) -> Any:
    """A tensor of one value; dtype None: the default one."""
    return creation.full(shape=sizes(shape, "full"), fill_value=fill_value, dtype=floating(dtype).name)


@public
def fill_constant(shape: Any, dtype: Any, value: float, name: str | None = None) -> Any:
    """A tensor of one value, with the arguments in fluid's order."""
    return full(shape, value, dtype)


@public
def zeros(shape: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Zeros; dtype None: the default one."""
    return full(shape, 0.0, dtype)


@public
def ones(shape: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Ones; dtype None: the default one."""
    return full(shape, 1.0, dtype)


empty = empty = zeros  # any values would do


@public
def full_like(x: Any, fill_value: float, dtype: Any = None, name: str | None = None) -> Any:
    """A tensor of one value in the shape of x; dtype None: that of x."""
    if dtype is None:
        return creation.full_like(x, fill_value=fill_value)
    return creation.full_like(x, fill_value=fill_value, dtype=as_dtype(dtype).name)


@public
def zeros_like(x: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Zeros in the shape of x; dtype None: that of x."""
    return zeros_of(x) if dtype is None else full_like(x, 0.0, dtype)


@public
def ones_like(x: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Ones in the shape of x; dtype None: that of x."""
    return full_like(x, 1.0, dtype)


@public
def arange(
    start: float = 0, end: float | None = None, step: float = 1, dtype: Any = None, name: str | None = None
) -> Any:
    """start, start + step, ... up to, not including, end; dtype None: int64, or the default one for floats."""
    start, end = (0, start) if end is None else (start, end)
    if step == 0:
        raise ArgumentError("arange: step is 0", fix="pass another step")
    if dtype is None:
        dtype = "int64" if all(isinstance(v, int | np.integer) for v in (start, end, step)) else mode.dtype
    return creation.arange(start=start, end=end, step=step, dtype=as_dtype(dtype).name)


@public
def linspace(start: float, stop: float, num: int, dtype: Any = None, name: str | None = None) -> Any:
    """`num` evenly spaced values from start to stop, both included."""
    return creation.linspace(start=start, stop=stop, num=num, dtype=floating(dtype).name)


@public
def eye(num_rows: int, num_columns: int | None = None, dtype: Any = None, name: str | None = None) -> Any:
    """A matrix with ones on the diagonal; num_columns None: as many as rows."""
    columns = num_rows if num_columns is None else num_columns
    return creation.eye(num_rows=num_rows, num_columns=columns, dtype=floating(dtype).name)


@public
def assign(x: Any, output: None = None) -> Any:
    """A copy of a tensor, array, list or number; float64 becomes the default dtype, a number has shape [1]."""
    if output is not None:
        raise UnsupportedError("assign does not write into `output` here", fix="use the returned value")
    if hasattr(x, "__apply_op__"):
        return elementwise.assign(x)
    values = np.atleast_1d(np.asarray(x)) if is_number(x) else np.asarray(x)
    if values.dtype == np.float64:
        values = values.astype(mode.dtype.dtype)
    return creation.assign_value(values=values)


# --- random -----------------------------------------------------------------------------------------


@public
def uniform(
    shape: Any, dtype: Any = None, min: float = -1.0, max: float = 1.0, seed: int = 0, name: str | None = None
) -> Any:
    """Values evenly distributed over [min, max)."""
    return random.uniform(shape=sizes(shape, "uniform"), dtype=floating(dtype).name, min=min, max=max, seed=seed)


@public
def rand(shape: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Values evenly distributed over [0, 1)."""
    return uniform(shape, dtype, 0.0, 1.0)


@public
def gaussian(
    shape: Any, mean: float = 0.0, std: float = 1.0, seed: int = 0, dtype: Any = None, name: str | None = None
) -> Any:
    """Normally distributed values."""
    return random.gaussian(shape=sizes(shape, "gaussian"), dtype=floating(dtype).name, mean=mean, std=std, seed=seed)


@public
def randn(shape: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Normally distributed values of mean 0 and standard deviation 1."""
    return gaussian(shape, dtype=dtype)


standard_normal = standard_normal = randn


@public
def normal(mean: Any = 0.0, std: Any = 1.0, shape: Any = None, name: str | None = None) -> Any:
    """Normally distributed values; mean and std are numbers (then give a shape) or tensors."""
    if is_number(mean) and is_number(std):
        return gaussian([1] if shape is None else shape, mean, std)
    tensor = std if is_number(mean) else mean
    if -1 in tensor.shape:
        raise UnsupportedError("normal: mean or std has an unknown dim", fix="give them a known shape")
    return gaussian(list(tensor.shape), dtype=tensor.dtype) * std + mean


@public
def randint(
    low: int = 0, high: int | None = None, shape: Any = (1,), dtype: Any = None, name: str | None = None
) -> Any:
    """Integers evenly distributed over [low, high), or [0, low) without high."""
    low, high = (0, low) if high is None else (low, high)
    if high <= low:
        raise ArgumentError(f"randint: no integer lies in [{low}, {high})", fix="make high larger than low")
    kind = as_dtype("int64" if dtype is None else dtype).name
    return random.randint(shape=sizes(shape, "randint"), dtype=kind, low=low, high=high)


@public
def randperm(n: int, dtype: Any = "int64", name: str | None = None) -> Any:
    """0 to n - 1 in random order."""
    return random.randperm(n=n, dtype=as_dtype(dtype).name)


# --- mathematics ------------------------------------------------------------------------------------


@public
def scale(
    x: Any,
    scale: float = 1.0,
    bias: float = 0.0,
    bias_after_scale: bool = True,
    act: str | None = None,
    name: str | None = None,
) -> Any:
    """scale * x + bias, or scale * (x + bias), in the dtype of x; act names an activation of the result."""
    out = elementwise.scale(x, scale=scale, bias=bias, bias_after_scale=bias_after_scale)
    return out if act is None else REGISTRY.public[act](out)


@public
def pow(x: Any, y: Any, name: str | None = None) -> Any:
    """x to the power of y, a number or a tensor."""
    if not is_number(y):
        return elementwise.elementwise_pow(x, y)
    if isinstance(y, float | np.floating) and x.dtype.kind in "iub":
        x = elementwise.cast(x, dtype=mode.dtype.name)
    return elementwise.pow(x, factor=y)


@public
def neg(x: Any, name: str | None = None) -> Any:
    """-x, elementwise."""
    return elementwise.scale(x, scale=-1)


@public
def norm(x: Any, p: Any = "fro", axis: Any = None, keepdim: bool = False, name: str | None = None) -> Any:
    """The p-norm of x over `axis` (None: all); 'fro' and 2 are the Euclidean one."""
    if p == "fro" or p == 2:
        return functions.sqrt(reduction.sum(functions.square(x), axis=axis, keepdim=keepdim))
    size = functions.abs(x)
    if not is_number(p):
        raise UnsupportedError(f"norm does not support p={p!r}", fix="pass 'fro', inf, -inf or a number")
    if p == 0:
        size = functions.sign(size)  # how many are not 0
    if math.isinf(p):
        return (reduction.max if p > 0 else reduction.min)(size, axis=axis, keepdim=keepdim)
    if p in (0, 1):
        return reduction.sum(size, axis=axis, keepdim=keepdim)
    return pow(reduction.sum(pow(size, float(p)), axis=axis, keepdim=keepdim), 1.0 / p)


@public
def var(x: Any, axis: Any = None, unbiased: bool = True, keepdim: bool = False, name: str | None = None) -> Any:
    """Variance over `axis` (None: all); unbiased divides by n - 1 (by 1 for one value)."""
    spread = functions.square(x - reduction.mean(x, axis=axis, keepdim=True))
    biased = reduction.mean(spread, axis=axis, keepdim=keepdim)
    if not unbiased:
        return biased
    count = elementwise.cast_like(reduction.sum(ones_like(x), axis=axis, keepdim=keepdim), x)
    return biased * (count / elementwise.clip(count - 1.0, min=1.0))


@public
def std(x: Any, axis: Any = None, unbiased: bool = True, keepdim: bool = False, name: str | None = None) -> Any:
    """Standard deviation over `axis` (None: all); unbiased divides by n - 1."""
    return functions.sqrt(var(x, axis, unbiased, keepdim))


@public
def mm(input: Any, mat2: Any, name: str | None = None) -> Any:
    """The matrix product."""
    return linalg.matmul(input, mat2)


bmm = bmm = mm


@public
def dot(x: Any, y: Any, name: str | None = None) -> Any:
    """The sum of x * y over the last dim."""
    return reduction.sum(x * y, axis=-1)


@public
def addmm(input: Any, x: Any, y: Any, beta: float = 1.0, alpha: float = 1.0, name: str | None = None) -> Any:
    """beta * input + alpha * (x @ y)."""
    return input * beta + linalg.matmul(x, y) * alpha


# --- shape and order --------------------------------------------------------------------------------


@public
def reshape(x: Any, shape: Any, name: str | None = None) -> Any:
    """x in another shape: 0 copies the dim of x, -1 is computed."""
    return manipulation.reshape(x, shape=sizes(shape, "reshape"))


@public
def expand(x: Any, shape: Any, name: str | None = None) -> Any:
    """x with its dims of size 1 stretched to `shape`; -1 keeps a dim."""
    return manipulation.expand(x, shape=sizes(shape, "expand"))


broadcast_to = broadcast_to = expand


@public
def tile(x: Any, repeat_times: Any, name: str | None = None) -> Any:
    """x repeated along each of its last dims."""
    return manipulation.tile(x, repeat_times=sizes(repeat_times, "tile"))


@public
def chunk(x: Any, chunks: int, axis: int = 0, name: str | None = None) -> Any:
    """x cut into equal parts along an axis."""
    return joining.split(x, num_or_sections=chunks, axis=axis)


@public
def unstack(x: Any, axis: int = 0, num: int | None = None) -> Any:
    """The slices of x along an axis, as a list."""
    return joining.unbind(x, axis=axis)


@public
def slice(input: Any, axes: Sequence[int], starts: Sequence[int], ends: Sequence[int]) -> Any:
    """input[start:end] along each of the axes."""
    return strided_slice(input, axes, starts, ends, [1] * len(axes))


@public
def strided_slice(
    x: Any,
    axes: Sequence[int],
    starts: Sequence[int],
    ends: Sequence[int],
    strides: Sequence[int],
    name: str | None = None,
) -> Any:
    """x[start:end:stride] along each of the axes."""
    index: list[Any] = [(None, None, None)] * len(x.shape)
    columns = (sizes(v, "slice") for v in (axes, starts, ends, strides))
    for axis, start, end, stride in zip(*columns, strict=True):
        index[dims.axis_of(axis, len(index))] = (start, end, stride)
    return getitem(x, index=tuple(index))


reverse = reverse = manipulation.flip


@public
def index_select(x: Any, index: Any, axis: int = 0, name: str | None = None) -> Any:
    """Slices of x along an axis at the positions in index."""
    return indexing.gather(x, index, axis=axis)


@public
def masked_select(x: Any, mask: Any, name: str | None = None) -> Any:
    """The values of x where mask is true, rank 1."""
    return getitem(x, mask, index=("array",))


@public
def sort(x: Any, axis: int = -1, descending: bool = False, name: str | None = None) -> Any:
    """x in order along an axis."""
    return indexing.take_along_axis(x, indexing.argsort(x, axis=axis, descending=descending), axis=axis)


@public
def topk(
    x: Any, k: int, axis: int | None = None, largest: bool = True, sorted: bool = True, name: str | None = None
) -> Any:
    """(values, positions) of the k largest along an axis (None: the last)."""
    return tuple(indexing.topk(x, k=k, axis=-1 if axis is None else axis, largest=largest, sorted=sorted))


@public
def cast(x: Any, dtype: Any) -> Any:
    """x in another dtype."""
    return elementwise.cast(x, dtype=as_dtype(dtype).name)


REGISTRY.public.update(
    bmm=bmm, broadcast_to=broadcast_to, empty=empty, reverse=reverse, standard_normal=standard_normal, t=linalg.t
)
