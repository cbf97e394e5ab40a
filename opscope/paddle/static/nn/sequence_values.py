"""Functions that compute with the values of sequences: pooling, softmax, convolution, and sums at positions."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.state import names
from opscope.errors import ArgumentError, NotFound, ShapeError
from opscope.ir.program.lod import lod_of, offsets_of
from opscope.ops.registry import REGISTRY
from opscope.paddle.nn.param_attr import as_attr, layer_parameter
from opscope.paddle.static.nn.checked import check_input
from opscope.paddle.static.nn.layers import activated, appended, sizes_from
from opscope.paddle.static.nn.sequence_rows import FLOATS, NUMBERS, WHOLE, picked, sequence, with_a_row


def _lasting(made: Any, x: Any) -> Any:
    """Return one value for each sequence of x, with the remaining levels of the LoD."""
    outer = lod_of(x)[:-1]
    return REGISTRY["lod_reset"](made, *outer) if outer else made


@sequence
def sequence_pool(input: Any, pool_type: str, is_test: bool = False, pad_value: float = 0.0) -> Any:
    """Reduce each sequence of input to a row.

    pool_type: 'sum', 'average', 'sqrt' (the sum divided by the square root of the length), 'max', 'first' or 'last'
    (the first or last row). A sequence without rows returns pad_value. is_test does not change the results. Raises
    NotFound (a RuntimeError) for another pool_type.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/static/nn/sequence_pool_en.html
    """
    check_input(input, "input", "sequence_pool", FLOATS)
    kind = pool_type.upper()
    if kind not in _POOLS:
        raise NotFound(
            f"pool_type must be one of {', '.join(_POOLS)}, but it is {kind}.", site=site(), fix="pass one of these"
        )
    return _lasting(_POOLS[kind](input, offsets_of(input, "sequence_pool"), pad_value), input)


def _end(last: bool) -> Callable[..., Any]:
    return lambda x, offsets, value: picked(with_a_row(x, value), REGISTRY["end_rows"](offsets, x, last=last))


def _largest(x: Any, offsets: Any, value: float) -> Any:
    rows = REGISTRY["largest_rows"](x, offsets)
    return REGISTRY["take_along_axis"](with_a_row(x, value), rows, axis=0)


def _added(x: Any, offsets: Any, value: float, power: float = 0.0) -> Any:
    """Return the sum of each sequence, multiplied by a power of its length."""
    total = REGISTRY["sequence_sum"](x, offsets)
    if not power and not value:
        return total
    lengths = REGISTRY["sequence_lengths"](offsets)
    wide = REGISTRY["reshape"](REGISTRY["cast"](lengths, dtype=x.dtype), shape=(-1, *(1,) * (len(x.shape) - 1)))
    some = REGISTRY["clip"](wide, min=1.0)
    total = total / (REGISTRY["sqrt"](some) if power == 0.5 else some) if power else total
    return total + (some - wide) * value if value else total


_POOLS: dict[str, Callable[..., Any]] = {
    "MAX": _largest,
    "FIRST": _end(False),
    "LAST": _end(True),
    "SQRT": functools.partial(_added, power=0.5),
    "SUM": _added,
    "AVERAGE": functools.partial(_added, power=1.0),
}


def sequence_first_step(input: Any) -> Any:
    """Return the first row of each sequence."""
    return sequence_pool(input, "first")


def sequence_last_step(input: Any) -> Any:
    """Return the last row of each sequence."""
    return sequence_pool(input, "last")


@sequence
def sequence_softmax(input: Any, use_cudnn: bool = False, name: str | None = None) -> Any:
    """Apply softmax to the rows of each sequence; input is [rows, 1] or [rows].

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/static/nn/sequence_softmax_en.html
    """
    check_input(input, "input", "sequence_softmax", FLOATS)
    if input.spec.shape[1:] not in ((), (1,)):
        raise ShapeError(
            "sequence_softmax: each row of the input should have one element.",
            facts={input.name: input.spec}, site=site(), fix="reshape the input to [-1, 1]",
        )  # fmt: skip
    return REGISTRY["sequence_softmax"](input, offsets_of(input, "sequence_softmax"))


@sequence
def sequence_reshape(input: Any, new_dim: int) -> Any:
    """Reshape each sequence to rows of new_dim elements.

    The run raises ArgumentError for a sequence whose size is not a multiple of new_dim.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/static/nn/sequence_reshape_en.html
    """
    check_input(input, "input", "sequence_reshape", NUMBERS)
    offsets, (width,) = offsets_of(input, "sequence_reshape"), sizes_from(input, 1, "sequence_reshape")
    regrouped = REGISTRY["regrouped_offsets"](offsets, width=width, new_dim=new_dim)
    return REGISTRY["lod_reset"](REGISTRY["reshape"](input, shape=(-1, new_dim)), regrouped)


@sequence
def sequence_scatter(input: Any, index: Any, updates: Any, name: str | None = None) -> Any:
    """Add the rows of sequence i of updates to row i of input [N, D], at the columns in index.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/static/nn/sequence_scatter_en.html
    """
    check_input(input, "input", "sequence_scatter", NUMBERS)
    check_input(index, "index", "sequence_scatter", WHOLE)
    check_input(updates, "updates", "sequence_scatter", NUMBERS)
    into = REGISTRY["row_sequences"](offsets_of(index, "sequence_scatter", "Ids"), index, input)
    at = REGISTRY["cast"](REGISTRY["reshape"](index, shape=(-1,)), dtype="int64")
    coordinates = REGISTRY["stack"]([into, at], axis=1)
    return REGISTRY["scatter_nd_add"](input, coordinates, REGISTRY["reshape"](updates, shape=(-1,)))


def convolved(x: Any, weight: Any, start: int) -> Any:
    """Multiply a window of rows of a sequence by a weight [size * D, M], for each row: [rows, M].

    The window begins `start` rows after the row.
    """
    (width,) = sizes_from(x, 1, "sequence_conv")
    rows = REGISTRY["neighboring_rows"](offsets_of(x, "sequence_conv"), x, start=start, count=weight.shape[0] // width)
    near = REGISTRY["reshape"](picked(with_a_row(x, 0.0), rows), shape=(-1, weight.shape[0]))
    return REGISTRY["lod_reset"](REGISTRY["mul"](near, weight, x_num_col_dims=1, y_num_col_dims=1), *lod_of(x))


@sequence
def sequence_conv(
    input: Any, num_filters: int, filter_size: int = 3, filter_stride: int = 1, padding: bool = True,
    padding_start: int | None = None, bias_attr: Any = None, param_attr: Any = None, act: str | None = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """Multiply a window of filter_size rows of a sequence by the weights, for each row.

    The window begins padding_start rows after the row; by default, half of the window is before the row. input is
    [rows, D], and the weight is [filter_size * D, num_filters]. Rows outside of the sequence are zeros, for any
    `padding`. Raises ArgumentError for a filter_stride other than 1.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/static/nn/sequence_conv_en.html
    """
    check_input(input, "input", "sequence_conv", FLOATS)
    if filter_stride != 1:
        raise ArgumentError(
            f"sequence_conv supports only filter_stride=1, but received {filter_stride}.",
            site=site(),
        )
    layer = names.result_name
    (width,) = sizes_from(input, 1, "sequence_conv")
    weight = layer_parameter(layer, "w", (filter_size * width, num_filters), as_attr(param_attr), input.dtype)
    out = convolved(input, weight, -int(filter_size // 2) if padding_start is None else padding_start)
    bias = as_attr(bias_attr)
    if bias is not None:
        out = appended(layer, "add", [out, layer_parameter(layer, "b", (num_filters,), bias, out.dtype)])
    return activated(layer, out, act)


note_functions(__name__)
