"""Export rules of reductions, cumulative sums, argmax and argmin, and sorting."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.dtype import as_dtype
from opscope.onnx.exporter.exported_operator import ExportedOperator, rule

REDUCTIONS = {
    "sum": "ReduceSum", "mean": "ReduceMean", "max": "ReduceMax", "min": "ReduceMin", "amax": "ReduceMax",
    "amin": "ReduceMin", "prod": "ReduceProd", "logsumexp": "ReduceLogSumExp",
}  # fmt: skip


def _reduced(use: ExportedOperator, type_: str, x: str) -> str:
    axis = use.attrs["axis"]
    axes = list(axis) if isinstance(axis, list | tuple) else [] if axis is None else [axis]
    given = [use.ints([int(a) for a in axes])] if axes else []
    return use.node(type_, x, *given, keepdims=int(bool(use.attrs["keepdim"])))


@rule(*REDUCTIONS)
def _reduction(use: ExportedOperator) -> None:
    use.result("Identity", _reduced(use, REDUCTIONS[use.name], use.input_as(0, use.dtype)))


@rule("all", "any")
def _truth(use: ExportedOperator) -> None:
    flags = use.cast(use.input_as(0, "bool"), "bool", "int32")
    found = _reduced(use, "ReduceMin" if use.name == "all" else "ReduceMax", flags)
    use.result("Cast", found, to=np.dtype("bool"))


@rule("lp_norm")
def _lp_norm(use: ExportedOperator) -> None:
    p = float(use.attrs["p"])
    if p in (1.0, 2.0):
        use.result("Identity", _reduced(use, f"ReduceL{int(p)}", use.inputs[0]))
    elif p == float("inf"):
        use.result("Identity", _reduced(use, "ReduceMax", use.node("Abs", use.inputs[0])))
    else:
        raise use.refuse(f"p={p:g}")


@rule("argmax", "argmin")
def _extreme(use: ExportedOperator) -> None:
    axis, keep = use.attrs["axis"], bool(use.attrs["keepdim"])
    x = use.inputs[0]
    if axis is None:
        x = use.node("Reshape", x, use.ints([-1]))
    found = use.node(
        "ArgMax" if use.name == "argmax" else "ArgMin", x, axis=0 if axis is None else int(axis),
        keepdims=int(keep and axis is not None),
    )  # fmt: skip
    if axis is None and keep:
        found = use.node("Reshape", found, use.ints([1] * len(use.shape())))
    use.result("Cast", found, to=np.dtype(use.dtype.dtype))


@rule("cumsum")
def _cumsum(use: ExportedOperator) -> None:
    x, axis = use.input_as(0, use.dtype), use.attrs["axis"]
    if axis is None:
        x, axis = use.node("Reshape", x, use.ints([-1])), 0
    use.result("CumSum", x, use.constant(int(axis), "int64"))


@rule("topk")
def _topk(use: ExportedOperator) -> None:
    a = use.attrs
    attrs = {"axis": int(a["axis"]), "largest": int(a["largest"]), "sorted": int(a["sorted"])}
    names = use.nodes("TopK", use.inputs[0], use.ints([int(a["k"])]), outputs=2, **attrs)
    _both(use, names)


def _both(use: ExportedOperator, names: list[str]) -> None:
    for position, name in enumerate(names):
        if position < len(use.outputs) and use.outputs[position]:
            use.result("Identity", name, position=position)


@rule("argsort")
def _argsort(use: ExportedOperator) -> None:
    axis = int(use.attrs["axis"])
    (count,) = use.known_dims(0, [axis])
    _, places = use.nodes(
        "TopK", use.inputs[0], use.ints([count]), outputs=2, axis=axis, largest=int(use.attrs["descending"])
    )
    use.result("Identity", places)


@rule("nonzero")
def _nonzero(use: ExportedOperator) -> None:
    use.result("Transpose", use.node("NonZero", use.inputs[0]), perm=[1, 0])


@rule("matmul")
def _matmul(use: ExportedOperator) -> None:
    sides = []
    for position, name in enumerate(("transpose_x", "transpose_y")):
        side, rank = use.input_as(position, use.dtype), len(use.shape(position))
        if use.attrs[name] and rank > 1:
            side = use.node("Transpose", side, perm=[*range(rank - 2), rank - 1, rank - 2])
        sides.append(side)
    use.result("MatMul", *sides)


@rule("mul")
def _flat_product(use: ExportedOperator) -> None:
    """Write the matrix product of static.nn.fc, with inputs of any rank."""
    rows, columns = int(use.attrs["x_num_col_dims"]), int(use.attrs["y_num_col_dims"])
    x, y = (use.input_as(i, use.dtype) for i in (0, 1))
    flat = [use.node("Flatten", v, axis=n) for v, n in ((x, rows), (y, columns))]
    product = use.node("MatMul", *flat)
    dims = use.node(
        "Concat", use.node("Shape", x, start=0, end=rows), use.node("Shape", y, start=columns), axis=0
    )  # fmt: skip
    use.result("Reshape", product, dims)


@rule("contraction")
def _contraction(use: ExportedOperator) -> None:
    use.result("Einsum", *(use.input_as(i, use.dtype) for i in range(len(use.inputs))), equation=use.attrs["equation"])


@rule("length_mask")
def _length_mask(use: ExportedOperator) -> None:
    lengths = use.input_as(0, "int64")
    longest = use.input_as(1, "int64") if use.has(1) else use.node("ReduceMax", lengths, keepdims=0)
    longest = use.node("Reshape", longest, use.ints([]))
    places = use.node("Range", _scalar(use, 0), longest, _scalar(use, 1))
    use.result("Less", places, use.node("Unsqueeze", lengths, use.ints([-1])))


def _scalar(use: ExportedOperator, value: Any) -> str:
    return use.constant(value, as_dtype("int64"))
