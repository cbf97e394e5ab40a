"""Reductions, positions of maxima and minima, and products of matrices."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import numpy as np

from opscope.onnx.node import Node, Value, axis_of, cast, dtype_of, like, operator, rank_of, run, shape_of
from opscope.ops.linalg.einsum import einsum


def axes_of(node: Node, x: Value, since: int) -> list[int] | None:
    """Return the axes to reduce, from an attribute or (since a version) an input; None for no axis."""
    rank = rank_of(x)
    if node.version >= since:
        given = node.ints(1, "axes") if node.has(1) else []
        noop = bool(node.attr("noop_with_empty_axes"))
    else:
        given, noop = [int(a) for a in node.attr("axes") or []], False
    if not given:
        return None if noop else list(range(rank))
    return sorted({axis_of(a, rank, node) for a in given})


Reducer = Callable[[Value, tuple[int, ...], bool], Value]


def _reduced(op: str) -> Reducer:
    return lambda x, axes, keep: run(op, x, axis=axes, keepdim=keep) if axes else x


def _extreme(op: str, of_flags: str, neutral: float) -> Reducer:
    def reduce(x: Value, axes: tuple[int, ...], keep: bool) -> Value:
        if dtype_of(x).kind == "b":
            return _reduced(of_flags)(x, axes, keep)
        shape = shape_of(x)
        if any(shape[a] == 0 for a in axes):
            left = [1 if a in axes else d or 0 for a, d in enumerate(shape) if keep or a not in axes]
            kind = dtype_of(x).dtype
            limit = np.iinfo(kind) if kind.kind in "iu" else None
            worst = neutral if limit is None else limit.max if neutral > 0 else limit.min
            return np.full(left, worst, kind)
        return _reduced(op)(x, axes, keep)

    return reduce


def _log_sum_exp(x: Value, axes: tuple[int, ...], keep: bool) -> Value:
    if any(shape_of(x)[a] == 0 for a in axes):
        return run("log", _reduced("sum")(run("exp", x), axes, keep))
    return _reduced("logsumexp")(x, axes, keep)


_SUM = _reduced("sum")
REDUCTIONS: dict[str, tuple[Reducer, int]] = {  # how, and the version since which axes is an input
    "ReduceSum": (_SUM, 13),
    "ReduceMean": (_reduced("mean"), 18),
    "ReduceProd": (_reduced("prod"), 18),
    "ReduceMax": (_extreme("amax", "any", -math.inf), 18),
    "ReduceMin": (_extreme("amin", "all", math.inf), 18),
    "ReduceL1": (lambda x, axes, keep: _SUM(run("abs", x), axes, keep), 18),
    "ReduceL2": (lambda x, axes, keep: run("sqrt", _SUM(run("square", x), axes, keep)), 18),
    "ReduceSumSquare": (lambda x, axes, keep: _SUM(run("square", x), axes, keep), 18),
    "ReduceLogSum": (lambda x, axes, keep: run("log", _SUM(x, axes, keep)), 18),
    "ReduceLogSumExp": (_log_sum_exp, 18),
}


def _reduction(reduce: Reducer, since: int, node: Node) -> Value:
    x = node.input()
    keep = bool(node.attr("keepdims"))
    axes = axes_of(node, x, since)
    if axes is None:
        return reduce(x, (), keep) if node.op_type not in ("ReduceSum", "ReduceMean", "ReduceProd") else x
    return cast(reduce(x, tuple(axes), keep), dtype_of(x))


for _name, (_reduce, _since) in REDUCTIONS.items():
    operator(_name)(functools.partial(_reduction, _reduce, _since))


def _place(op: str, node: Node) -> Value:
    """Convert ArgMax and ArgMin: the first of equal values, or with select_last_index the last."""
    x = node.input()
    axis = axis_of(int(node.attr("axis")), rank_of(x), node)
    keep = bool(node.attr("keepdims"))
    if not node.attr("select_last_index"):
        return run(op, x, axis=axis, keepdim=keep)
    size = shape_of(x)[axis]
    if size is None:
        raise node.refuse("select_last_index along an unknown dim", "call load(path, dims=...)")
    place = run(op, run("flip", x, axis=axis), axis=axis, keepdim=keep)
    return run("subtract", like(size - 1, place), place)


for _name, _op in (("ArgMax", "argmax"), ("ArgMin", "argmin")):
    operator(_name)(functools.partial(_place, _op))


# --- products ---------------------------------------------------------------------------------------


@operator("MatMul")
def matmul(node: Node) -> Value:
    """Convert MatMul: the product of numpy.matmul."""
    return run("matmul", node.input(0), node.input(1))


@operator("Gemm")
def gemm(node: Node) -> Value:
    """Convert Gemm: alpha A' B' + beta C."""
    node.ignore("broadcast")  # before 7: C always broadcasts
    a, b = node.input(0), node.input(1)
    out = run("matmul", a, b, transpose_x=bool(node.attr("transA")), transpose_y=bool(node.attr("transB")))
    alpha, beta = float(node.attr("alpha")), float(node.attr("beta"))
    if alpha != 1:
        out = run("multiply", out, like(alpha, out))
    c = node.optional(2)
    if c is None or beta == 0:
        return out
    return run("add", out, c if beta == 1 else run("multiply", c, like(beta, c)))


@operator("Einsum", 12)
def einsum_of(node: Node) -> Value:
    """Convert Einsum: a sum of products in Einstein notation."""
    equation = str(node.attr("equation")).replace(" ", "")
    values = [v for v in node.inputs if v is not None]
    if any(hasattr(v, "__apply_op__") for v in values):
        block = node.importer.program.current_block()
        values = [block.as_variable(v, values) for v in values]
    return einsum(equation, *values)


@operator("Det", 11)
def det(node: Node) -> Value:
    """Convert Det: the determinant of the last two dims."""
    return run("determinant", node.input())


@operator("CumSum", 11)
def cumsum(node: Node) -> Value:
    """Convert CumSum; exclusive leaves out the element itself, and reverse begins at the end."""
    return _accumulated(node, "cumsum", 0)


@operator("CumProd", 26)
def cumprod(node: Node) -> Value:
    """Convert CumProd: cumulative products, with the attributes of CumSum."""
    return _accumulated(node, "cumprod", 1)


def _accumulated(node: Node, op: str, neutral: int) -> Value:
    x = node.input()
    axis = axis_of(node.ints(1, "axis")[0], rank_of(x), node)
    reverse, exclusive = bool(node.attr("reverse")), bool(node.attr("exclusive"))
    value = run("flip", x, axis=axis) if reverse else x
    if exclusive:
        pads = [0] * (2 * rank_of(x))
        pads[2 * axis] = 1
        index = tuple((None, -1 if a == axis else None, None) for a in range(rank_of(x)))
        value = run("getitem", run("pad", value, paddings=pads, value=neutral), index=index)
    out = cast(run(op, value, axis=axis), dtype_of(x))
    return run("flip", out, axis=axis) if reverse else out
