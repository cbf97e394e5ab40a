"""Shape operators: numbers are attributes, or tensors in slots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.ir.compat.composite_ops import Many, composed
from opscope.ops.attr_values import known_number
from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.fluid.layers import images
from opscope.paddle.nn import functional as F  # noqa: N812


def numbers(attr: Any, whole: Any = None, parts: Many = ()) -> Any:
    """Return sizes or positions: from a tensor, from a tensor for each number, or from the attribute."""
    return whole if whole is not None else list(parts) or attr


def _one(tensor: Any) -> Any:
    """Return a tensor of one element, without dims."""
    return T.reshape(tensor, []) if len(tensor.shape) else tensor


def _shape_of(x: Any) -> Any:
    """Return the value of XShape: a tensor without elements whose shape contains the shape of x."""
    return T.full([0, *x.shape], 0, x.dtype) if all(d >= 0 for d in x.shape) else None


def _reshaped(X: Any, Shape: Any, ShapeTensor: Many, shape: Any) -> Any:
    return T.reshape(X, numbers(shape, Shape, [_one(t) for t in ShapeTensor]))


@composed("reshape")
def reshape(X: Any, Shape: Any = None, ShapeTensor: Many = (), *, shape: Any = ()) -> Any:
    return _reshaped(X, Shape, ShapeTensor, shape)


@composed("reshape2", out="Out XShape")
def reshape2(X: Any, Shape: Any = None, ShapeTensor: Many = (), *, shape: Any = ()) -> Any:
    return _reshaped(X, Shape, ShapeTensor, shape), _shape_of(X)


@composed("transpose", "transpose2", out="Out XShape")
def transpose(X: Any, *, axis: Any) -> Any:
    return T.transpose(X, list(axis)), _shape_of(X)


@composed("squeeze", "squeeze2", out="Out XShape")
def squeeze(X: Any, *, axes: Any = ()) -> Any:
    return T.squeeze(X, list(axes) or None), _shape_of(X)


@composed("unsqueeze", "unsqueeze2", out="Out XShape")
def unsqueeze(X: Any, AxesTensor: Any = None, AxesTensorList: Many = (), *, axes: Any = ()) -> Any:
    given = AxesTensorList if AxesTensor is None else [AxesTensor]
    return T.unsqueeze(X, [int(known_number(a, "unsqueeze: axes")) for a in given] or list(axes)), _shape_of(X)


@composed("flatten", "flatten2", out="Out XShape")
def flatten(X: Any, *, axis: int = 1) -> Any:
    return REGISTRY["flatten_to_2d"](X, num_col_dims=axis) if axis else T.reshape(X, [1, -1]), _shape_of(X)


@composed("flatten_contiguous_range", out="Out XShape")
def flatten_contiguous_range(X: Any, *, start_axis: int = 1, stop_axis: int = 1) -> Any:
    return T.flatten(X, start_axis, stop_axis), _shape_of(X)


@composed("expand")
def expand(X: Any, ExpandTimes: Any = None, expand_times_tensor: Many = (), *, expand_times: Any = ()) -> Any:
    return T.tile(X, numbers(expand_times, ExpandTimes, [_one(t) for t in expand_times_tensor]))


@composed("tile")
def tile(X: Any, RepeatTimes: Any = None, repeat_times_tensor: Many = (), *, repeat_times: Any = ()) -> Any:
    return T.tile(X, numbers(repeat_times, RepeatTimes, [_one(t) for t in repeat_times_tensor]))


@composed("expand_v2")
def expand_v2(X: Any, Shape: Any = None, expand_shapes_tensor: Many = (), *, shape: Any = ()) -> Any:
    return T.expand(X, numbers(shape, Shape, [_one(t) for t in expand_shapes_tensor]))


@composed("expand_as_v2")
def expand_as_v2(X: Any, Y: Any = None, *, target_shape: Any = ()) -> Any:
    return T.expand(X, list(target_shape)) if Y is None else T.expand_as(X, Y)


@composed("expand_as")
def expand_as(X: Any, target_tensor: Any) -> Any:
    return T.tile(X, [b // a for a, b in zip(X.shape, target_tensor.shape, strict=True)])


@composed("concat")
def concat(X: Many, AxisTensor: Any = None, *, axis: int = 0) -> Any:
    return T.concat(X, axis if AxisTensor is None else int(known_number(AxisTensor, "concat: axis")))


@composed("split", out="Out*")
def split(
    X: Any, AxisTensor: Any = None, SectionsTensorList: Many = (), *, sections: Any = (), num: int = 0, axis: int = 0
) -> Any:
    along = axis if AxisTensor is None else int(known_number(AxisTensor, "split: axis"))
    parts = [int(known_number(s, "split: sections")) for s in SectionsTensorList] or list(sections)
    return (T.split(X, parts or num, along),)


@composed("stack", out="Y")
def stack(X: Many, *, axis: int = 0) -> Any:
    return T.stack(X, axis)


@composed("unstack", out="Y*")
def unstack(X: Any, *, axis: int = 0, num: int | None = None) -> Any:
    return (T.unstack(X, axis),)


@composed("meshgrid", out="Out*")
def meshgrid(X: Many) -> Any:
    return (T.meshgrid(*X),)


@composed("slice")
def slice_(
    Input: Any, StartsTensor: Any = None, EndsTensor: Any = None, StartsTensorList: Many = (),
    EndsTensorList: Many = (), *, axes: Any, starts: Any = (), ends: Any = (), decrease_axis: Any = (),
    infer_flags: Any = (),
) -> Any:  # fmt: skip
    first = numbers(starts, StartsTensor, [_one(t) for t in StartsTensorList])
    last = numbers(ends, EndsTensor, [_one(t) for t in EndsTensorList])
    return _without(T.slice(Input, list(axes), first, last), decrease_axis)


@composed("strided_slice")
def strided_slice(
    Input: Any, StartsTensor: Any = None, EndsTensor: Any = None, StridesTensor: Any = None,
    StartsTensorList: Many = (), EndsTensorList: Many = (), StridesTensorList: Many = (), *, axes: Any,
    starts: Any = (), ends: Any = (), strides: Any = (), decrease_axis: Any = (), infer_flags: Any = (),
) -> Any:  # fmt: skip
    first = numbers(starts, StartsTensor, [_one(t) for t in StartsTensorList])
    last = numbers(ends, EndsTensor, [_one(t) for t in EndsTensorList])
    steps = numbers(strides, StridesTensor, [_one(t) for t in StridesTensorList])
    return _without(T.strided_slice(Input, list(axes), first, last, steps), decrease_axis)


def _without(x: Any, axes: Any) -> Any:
    return T.squeeze(x, list(axes)) if axes else x


@composed("crop")
def crop(X: Any, Y: Any = None, Offsets: Any = None, *, offsets: Any = (), shape: Any = ()) -> Any:
    size = list(shape) if Y is None else list(Y.shape)
    return T.crop(X, size, Offsets if Offsets is not None else list(offsets) or None)


@composed("crop_tensor")
def crop_tensor(
    X: Any, Shape: Any = None, ShapeTensor: Many = (), Offsets: Any = None, OffsetsTensor: Many = (), *,
    shape: Any = (), offsets: Any = (),
) -> Any:  # fmt: skip
    size = numbers(list(shape), Shape, [_one(t) for t in ShapeTensor])
    return T.crop(X, size, numbers(list(offsets) or None, Offsets, [_one(t) for t in OffsetsTensor]))


def _flipped(name: str) -> Callable[..., Any]:
    def flipped(X: Any, *, axis: Any) -> Any:
        return REGISTRY["flip"](X, axis=tuple(axis) if isinstance(axis, list | tuple) else (axis,))

    flipped.__name__ = name
    return flipped


for _name in ("flip", "reverse"):
    composed(_name)(_flipped(_name))


@composed("tril_triu")
def tril_triu(X: Any, *, diagonal: int = 0, lower: bool = True) -> Any:
    return (T.tril if lower else T.triu)(X, diagonal)


@composed("pad_constant_like")
def pad_constant_like(X: Any, Y: Any, *, pad_value: float = 0.0) -> Any:
    return images.pad_constant_like(X, Y, pad_value)


@composed("pad2d")
def pad2d(
    X: Any, Paddings: Any = None, *, paddings: Any = (0, 0, 0, 0), pad_value: float = 0.0, mode: str = "constant",
    data_format: str = "NCHW",
) -> Any:  # fmt: skip
    _only_numbers("pad2d", Paddings)
    return images.pad2d(X, paddings, mode, pad_value, data_format)


@composed("pad3d")
def pad3d(
    X: Any, Paddings: Any = None, *, paddings: Any = (0,) * 6, value: float = 0.0, mode: str = "constant",
    data_format: str = "NCDHW",
) -> Any:  # fmt: skip
    if Paddings is not None:
        return F.pad(X, Paddings, mode, value, data_format)
    return F.pad(X, list(paddings), mode, value, data_format)


def _only_numbers(type_: str, tensor: Any) -> None:
    if tensor is not None:
        raise UnsupportedError(
            f"{type_} does not support Paddings as a tensor", site=site(), fix="pass paddings as numbers"
        )
