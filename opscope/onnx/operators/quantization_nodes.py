"""Quantized numbers: scales and zero points, and the products of integers."""

from __future__ import annotations

import numpy as np

from opscope.onnx.node import Node, Value, axis_of, cast, dtype_of, known_dims, like, rank_of, run, shape_of
from opscope.onnx.node import operator as row
from opscope.onnx.operators.convolution_nodes import channelwise, convolved
from opscope.ops.elementwise.narrow_formats import FLOATS, HELD_IN, INTEGERS


def _along(node: Node, x: Value, scale: Value) -> Value:
    """Reshape a scale or zero point, so that it broadcasts to x: one number, one per slice of an axis, or per block."""
    block = int(node.attr("block_size", 0) or 0)
    rank = rank_of(x)
    axis = int(node.attr("axis", 1))
    if rank_of(scale) == 0 or (rank_of(scale) == 1 and shape_of(scale) == (1,) and not block):
        return run("reshape", scale, shape=())
    axis = axis_of(axis, rank, node)
    if not block:
        return run("reshape", scale, shape=[-1 if a == axis else 1 for a in range(rank)])
    (size,) = known_dims(x, [axis], node)
    node.limit(size, 1 << 22, "values of blocks")
    return run("gather", scale, np.arange(size) // block, axis=axis)


@row("QuantizeLinear", 10)
def quantize_linear(node: Node) -> Value:
    """Convert QuantizeLinear: round(x / scale) + zero point, limited to the range of the dtype."""
    saturate = bool(node.attr("saturate", 1))
    x, scale = node.input(0), node.input(1)
    wanted = node.dtype_attr("output_dtype", narrow=True) if node.attr("output_dtype", 0) else None
    precision = node.dtype_attr("precision") if node.attr("precision", 0) else None
    dtype = node.dtype_name(2) if node.has(2) else wanted or "uint8"
    if dtype not in HELD_IN and np.dtype(dtype).kind not in "iu":
        raise node.refuse(f"quantization to {dtype}")
    kind = precision or dtype_of(scale).name
    wide = "float32" if dtype_of(x).kind == "i" else kind
    places = run("divide", cast(x, wide), cast(_along(node, x, scale), wide))
    if dtype not in FLOATS:
        places = run("rint", places)
    if node.has(2):
        places = run("add", places, cast(_along(node, x, node.input(2)), wide))
    if dtype in FLOATS:
        return node.as_type(places, dtype, saturate)
    if dtype in INTEGERS:
        limits = INTEGERS[dtype]
        return node.as_type(run("clip", places, min=float(limits.least), max=float(limits.largest)), dtype)
    return saturated(places, dtype)


def saturated(x: Value, dtype: str) -> Value:
    """Convert whole floats to integers of a dtype, limited to the range of the dtype."""
    limit = np.iinfo(dtype)
    return cast(run("clip", x, min=float(limit.min), max=float(limit.max)), dtype)


@row("DequantizeLinear", 10)
def dequantize_linear(node: Node) -> Value:
    """Convert DequantizeLinear: (x - zero point) scale, in the dtype of the scale."""
    x, scale = node.input(0), node.input(1)
    wanted = node.dtype_attr("output_dtype", narrow=True) if node.attr("output_dtype", 0) else None
    exact = "int32" if dtype_of(x).kind in "iu" else "float32"
    value = cast(x, exact)
    if node.has(2):
        value = run("subtract", value, cast(_along(node, x, node.input(2)), exact))
    out = run("multiply", cast(value, "float32"), cast(_along(node, x, scale), "float32"))
    return node.as_type(out, wanted or node.dtype_name(1))


def centered(x: Value, zero: Value | None, channel_axis: int | None = None) -> Value:
    """Return integers minus their zero point, int32."""
    wide = cast(x, "int32")
    if zero is None:
        return wide
    zero = cast(zero, "int32")
    if rank_of(zero) == 1 and channel_axis is not None and shape_of(zero) != (1,):
        zero = run("reshape", zero, shape=[-1 if a == channel_axis else 1 for a in range(rank_of(x))])
    elif rank_of(zero) == 1 and shape_of(zero) == (1,):
        zero = run("reshape", zero, shape=())
    return run("subtract", wide, zero)


@row("MatMulInteger", 10)
def matmul_integer(node: Node) -> Value:
    """Convert MatMulInteger: the exact product of 8-bit integers, int32."""
    a, b = node.input(0), node.input(1)
    rows = centered(a, node.optional(2), rank_of(a) - 2)
    return run("matmul", rows, centered(b, node.optional(3), rank_of(b) - 1))


@row("ConvInteger", 10)
def conv_integer(node: Node) -> Value:
    """Convert ConvInteger: the exact convolution of 8-bit integers, int32, computed in float64.

    float64 represents these sums exactly.
    """
    node.ignore("kernel_shape")
    x = cast(centered(node.input(0), node.optional(2)), "float64")
    weight = cast(centered(node.input(1), node.optional(3), 0), "float64")
    return cast(convolved(node, x, weight, int(node.attr("group"))), "int32")


@row("QLinearMatMul", 10)
def qlinear_matmul(node: Node) -> Value:
    """Convert QLinearMatMul: the quantized product of quantized matrices."""
    a, b = node.input(0), node.input(3)
    product = run(
        "matmul",
        centered(a, node.input(2), rank_of(a) - 2),
        centered(b, node.input(5), rank_of(b) - 1),
    )
    scale = run(
        "divide",
        run("multiply", _row(node.input(1), rank_of(a)), cast(node.input(4), dtype_of(node.input(1)))),
        node.input(6),
    )
    out = run("rint", run("multiply", cast(product, "float64"), cast(scale, "float64")))
    zero = node.input(7)
    return saturated(run("add", out, cast(zero, "float64")), dtype_of(zero).name)


def _row(scale: Value, rank: int) -> Value:
    """Reshape a scale for each row of a matrix to a column."""
    if rank_of(scale) != 1 or shape_of(scale) == (1,):
        return scale
    return run("reshape", scale, shape=(-1, 1))


@row("QLinearConv", 10)
def qlinear_conv(node: Node) -> Value:
    """Convert QLinearConv: the quantized convolution of quantized values; the bias has the scale of the product."""
    node.ignore("kernel_shape")
    x = cast(centered(node.input(0), node.input(2)), "float64")
    weight = cast(centered(node.input(3), node.input(5), 0), "float64")
    out = convolved(node, x, weight, int(node.attr("group")))
    if node.has(8):
        out = run("add", out, channelwise(cast(node.input(8), "float64"), rank_of(out)))
    scale = run(
        "divide",
        run("multiply", cast(node.input(1), "float64"), cast(node.input(4), "float64")),
        cast(node.input(6), "float64"),
    )
    if rank_of(scale) == 1 and shape_of(scale) != (1,):
        scale = channelwise(scale, rank_of(out))
    out = run("add", run("rint", run("multiply", out, scale)), cast(node.input(7), "float64"))
    return saturated(out, dtype_of(node.input(7)).name)


@row("DynamicQuantizeLinear", 11)
def dynamic_quantize_linear(node: Node) -> Value:
    """Convert DynamicQuantizeLinear: values quantized to uint8 by their range, scale, zero point."""
    return by_own_range(node.input())


def by_own_range(x: Value) -> tuple[Value, Value, Value]:
    """Quantize x to uint8, so that uint8's range is the range of x and 0: (values, scale, zero point)."""
    high = run("maximum", run("max", x), like(0, x))
    low = run("minimum", run("min", x), like(0, x))
    scale = run("divide", run("subtract", high, low), like(255, x))
    zero = run("clip", run("rint", run("divide", run("multiply", low, like(-1, low)), scale)), min=0.0, max=255.0)
    y = saturated(run("add", run("rint", run("divide", x, scale)), zero), "uint8")
    return y, scale, cast(zero, "uint8")
