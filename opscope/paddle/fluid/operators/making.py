"""Creation of tensors, also of random tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.ir.compat.composite_ops import Many, composed
from opscope.ops.attr_values import known_number
from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.fluid.layers import tensor as old
from opscope.paddle.fluid.operators.shaping import numbers
from opscope.paddle.nn import functional as F  # noqa: N812


def _lines(parts: Many) -> list[Any]:
    return [T.reshape(p, []) if len(p.shape) else p for p in parts]


@composed("fill_constant")
def fill_constant(
    ValueTensor: Any = None, ShapeTensor: Any = None, ShapeTensorList: Many = (), *, shape: Any = (),
    value: float = 0.0, dtype: Any = "float32", str_value: str = "",
) -> Any:  # fmt: skip
    number = float(str_value) if str_value else value
    made = T.full(numbers(list(shape), ShapeTensor, _lines(ShapeTensorList)), number, dtype)
    return made if ValueTensor is None else T.zeros_like(made) + T.cast(T.reshape(ValueTensor, [1]), made.dtype)


@composed("empty")
def empty(ShapeTensor: Any = None, ShapeTensorList: Many = (), *, shape: Any = (), dtype: Any = "float32") -> Any:
    return T.full(numbers(list(shape), ShapeTensor, _lines(ShapeTensorList)), 0, dtype)


@composed("fill_constant_batch_size_like")
def fill_constant_batch_size_like(
    Input: Any, *, shape: Any, value: float = 0.0, dtype: Any = "float32", input_dim_idx: int = 0,
    output_dim_idx: int = 0, str_value: str = "",
) -> Any:  # fmt: skip
    number = float(str_value) if str_value else value
    return old.fill_constant_batch_size_like(Input, list(shape), dtype, number, input_dim_idx, output_dim_idx)


@composed("fill")
def fill(*, value: Any, shape: Any, dtype: Any = "float32") -> Any:
    return T.assign(np.reshape(np.asarray(value, T.full([1], 0, dtype).dtype.name), tuple(shape)))


@composed("fill_any")
def fill_any(X: Any, *, value: float = 0.0) -> Any:
    return T.full_like(X, value)


@composed("fill_zeros_like", "fill_zeros_like2")
def fill_zeros_like(X: Any, *, dtype: Any = None) -> Any:
    return T.zeros_like(X, dtype)


@composed("fill_any_like")
def fill_any_like(X: Any, *, value: float = 0.0, dtype: Any = None) -> Any:
    return T.full_like(X, value, dtype)


@composed("fill_diagonal")
def fill_diagonal(X: Any, *, value: float = 0.0, offset: int = 0, wrap: bool = False) -> Any:
    """Fill every stride-th element of the memory, moved by offset in its row; without wrap, only the first square."""
    shape = tuple(X.shape)
    stride = 1 + sum(int(np.prod(shape[axis:])) for axis in range(1, len(shape)))
    hit = np.zeros(shape, bool)
    starts = np.arange(0, hit.size if wrap else min(hit.size, shape[1] ** 2), stride)
    columns = starts % shape[1] + offset
    hit.reshape(-1)[starts[(columns >= 0) & (columns < shape[1])] + offset] = True
    return REGISTRY["where"](T.assign(hit), T.full_like(X, value), X)


@composed("fill_diagonal_tensor")
def fill_diagonal_tensor(X: Any, Y: Any, *, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    return REGISTRY.public["fill_diagonal_tensor"](X, Y, offset, dim1, dim2)


@composed("assign_value")
def assign_value(
    *, shape: Any, dtype: Any, bool_values: Any = (), fp32_values: Any = (), fp64_values: Any = (),
    int32_values: Any = (), int64_values: Any = (), values: Any = (),
) -> Any:  # fmt: skip
    given = next((v for v in (bool_values, fp32_values, fp64_values, int32_values, int64_values, values) if v), ())
    return T.assign(np.reshape(np.asarray(given, dtype), tuple(shape)))


@composed("range")
def range_(Start: Any, End: Any, Step: Any) -> Any:
    return T.arange(*map(_number, (Start, End, Step)), dtype=Start.dtype)


@composed("linspace")
def linspace(Start: Any, Stop: Any, Num: Any, *, dtype: Any = "float32") -> Any:
    return T.linspace(_number(Start), _number(Stop), int(known_number(Num, "linspace: num")), dtype)


@composed("logspace")
def logspace(Start: Any, Stop: Any, Num: Any, Base: Any, *, dtype: Any = "float32") -> Any:
    return T.logspace(_number(Start), _number(Stop), int(known_number(Num, "logspace: num")), _number(Base), dtype)


def _number(tensor: Any) -> Any:
    return T.reshape(tensor, []) if len(tensor.shape) else tensor


@composed("one_hot")
def one_hot(
    X: Any, depth_tensor: Any = None, *, depth: int = -1, dtype: Any = "float32", allow_out_of_range: bool = False
) -> Any:
    """X [*, 1]: its last dim becomes the dim of the classes."""
    return _hot(T.squeeze(X, [-1]), depth_tensor, depth, dtype, allow_out_of_range)


@composed("one_hot_v2")
def one_hot_v2(
    X: Any, depth_tensor: Any = None, *, depth: int = -1, dtype: Any = "float32", allow_out_of_range: bool = False
) -> Any:
    return _hot(X, depth_tensor, depth, dtype, allow_out_of_range)


def _hot(x: Any, depth_tensor: Any, depth: int, dtype: Any, allow_out_of_range: bool) -> Any:
    if depth_tensor is not None:
        depth = int(known_number(depth_tensor, "one_hot: depth"))
    if not allow_out_of_range:
        return T.cast(F.one_hot(x, depth), dtype)
    inside = T.unsqueeze(T.logical_and(x >= 0, x < depth), -1)  # other numbers have no 1
    return T.cast(F.one_hot(T.clip(x, 0, depth - 1), depth) * T.cast(inside, "float32"), dtype)


@composed("sequence_mask", out="Y")
def sequence_mask(X: Any, MaxLenTensor: Any = None, *, maxlen: int = -1, out_dtype: Any = "int64") -> Any:
    most = MaxLenTensor if MaxLenTensor is not None else None if maxlen < 0 else maxlen
    return F.sequence_mask(X, most, out_dtype)


@composed("tril_indices", out="out")
def tril_indices(*, rows: int, cols: int, offset: int = 0, dtype: Any = "int64") -> Any:
    return T.tril_indices(rows, cols, offset, dtype)


@composed("triu_indices", out="out")
def triu_indices(*, row: int, col: int, offset: int = 0, dtype: Any = "int64") -> Any:
    return T.triu_indices(row, col, offset, dtype)


@composed("exponential")
def exponential(X: Any, *, lambda_: float = 1.0) -> Any:
    return T.log(1.0 - REGISTRY["uniform_like"](X, min=0.0, max=1.0)) * (-1.0 / lambda_)


@composed("size")
def size(Input: Any) -> Any:
    return T.numel(Input)


@composed("uniform_random")
def uniform_random(
    ShapeTensor: Any = None, ShapeTensorList: Many = (), *, shape: Any = (), dtype: Any = "float32", min: float = -1.0,
    max: float = 1.0, seed: int = 0,
) -> Any:  # fmt: skip
    return T.uniform(numbers(list(shape), ShapeTensor, _lines(ShapeTensorList)), dtype, min, max, seed)


@composed("gaussian_random")
def gaussian_random(
    ShapeTensor: Any = None, ShapeTensorList: Many = (), *, shape: Any = (), dtype: Any = "float32", mean: float = 0.0,
    std: float = 1.0, seed: int = 0,
) -> Any:  # fmt: skip
    sizes = numbers(list(shape), ShapeTensor, _lines(ShapeTensorList))
    return REGISTRY.public["gaussian"](sizes, mean, std, seed, dtype)


@composed("truncated_gaussian_random")
def truncated_gaussian_random(
    *, shape: Any, dtype: Any = "float32", mean: float = 0.0, std: float = 1.0, seed: int = 0, a: float = -2.0,
    b: float = 2.0,
) -> Any:  # fmt: skip
    return REGISTRY["truncated_gaussian"](shape=tuple(shape), dtype=dtype, mean=mean, std=std, seed=seed, a=a, b=b)


@composed("randint")
def randint(
    ShapeTensor: Any = None, ShapeTensorList: Many = (), *, shape: Any = (), low: int = 0, high: int, seed: int = 0,
    dtype: Any = "int64",
) -> Any:  # fmt: skip
    sizes = numbers(list(shape), ShapeTensor, _lines(ShapeTensorList))
    if seed and isinstance(sizes, list):
        return REGISTRY["randint"](shape=tuple(sizes), dtype=dtype, low=low, high=high, seed=seed)
    return T.randint(low, high, sizes, dtype)


@composed("uniform_random_batch_size_like")
def uniform_random_batch_size_like(
    Input: Any, *, shape: Any, dtype: Any = "float32", min: float = -1.0, max: float = 1.0, seed: int = 0,
    input_dim_idx: int = 0, output_dim_idx: int = 0,
) -> Any:  # fmt: skip
    draw = old.uniform_random_batch_size_like
    return draw(Input, list(shape), dtype, input_dim_idx, output_dim_idx, min, max, seed)


@composed("gaussian_random_batch_size_like")
def gaussian_random_batch_size_like(
    Input: Any, *, shape: Any, dtype: Any = "float32", mean: float = 0.0, std: float = 1.0, seed: int = 0,
    input_dim_idx: int = 0, output_dim_idx: int = 0,
) -> Any:  # fmt: skip
    draw = old.gaussian_random_batch_size_like
    return draw(Input, list(shape), input_dim_idx, output_dim_idx, mean, std, seed, dtype)


@composed("sampling_id")
def sampling_id(X: Any, *, min: float = 0.0, max: float = 1.0, seed: int = 0) -> Any:
    return old.sampling_id(X, min, max, seed)
