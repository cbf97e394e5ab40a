"""diff_models: finds the first node of an ONNX model whose value is different in another runtime, file or precision.

Both sides of the comparison compute the nodes of the model in segments. Only the values of one segment are in memory
at a time. For each segment, both sides compute the model again from its inputs.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

import numpy as np

from opscope.core.annotations import Array
from opscope.core.progress_bar import progress
from opscope.debug.comparison.alignment import align
from opscope.debug.comparison.onnx_runtime import OnnxRuntime
from opscope.debug.comparison.random_values import RandomValues, random_values
from opscope.debug.comparison.value_difference import ArrayDifference, ElementDifference, compare
from opscope.errors import ArgumentError, FeedError, listed, nearest
from opscope.onnx import Model, load
from opscope.onnx.held_formats import held
from opscope.onnx.imported_model import load_other

SEGMENT = 4 << 20, 32 << 20  # bytes of values in memory, by the size of the weights: minimum, maximum
TOLERANCE = {"float16": 0.05, "float32": 1e-3, "float64": 1e-6}  # relative to a value's largest magnitude, by dtype
GROWTH = 8  # later values in the report
DRAWING_SHOWN = 3  # nodes with random numbers in a text


class Side(Protocol):
    """Interface of a side of the comparison: a runtime that computes the values of a model."""

    title: str

    def values(self, names: Sequence[str], feed: Mapping[str, Array]) -> dict[str, Array]:
        """Compute the model for the given feed, and return the values with the given names."""
        ...


class ProgramSide:
    """A side of the comparison: the model runs in opscope."""

    def __init__(self, model: Model, title: str, inputs: Mapping[str, str] | None = None) -> None:
        self.model = model
        self.title = title
        self._inputs = inputs or {}  # name of an input here -> its name in the feed

    def values(self, names: Sequence[str], feed: Mapping[str, Array]) -> dict[str, Array]:
        """Compute the model for the given feed, and return the values with the given names."""
        declared = self.model.program.global_block().vars
        given = {n: feed[self._inputs.get(n, n)] for n in self.model.inputs}
        own = {n: np.asarray(v, declared[n].dtype.dtype) for n, v in given.items()}
        return {n: held(v) for n, v in zip(names, self.model.run(own, names), strict=True)}


class NodeValue(NamedTuple):
    """A value on both sides of the comparison: the two names, the operator that computes the value, and its inputs."""

    name: str
    other: str
    operator: str
    node: str
    inputs: tuple[str, ...]


class Grown(NamedTuple):
    """Magnitude of the difference in a value near the first differing value, such as an input or a later value.

    `spread` is the largest difference between elements, divided by the largest magnitude. If a value on one side is not
    finite, `spread` is Inf.
    """

    name: str
    spread: float


@dataclass(frozen=True)
class ModelDifference:
    """The first difference between two runs of a model.

    Attributes:
        titles: the titles of the two sides.
        first: the first differing value, with the operator and the node that compute it, or None if no value differs.
        difference: the difference at the element of the first differing value that differs most.
        kind: the type of the difference: "shape", "overflow", "NaN" or "value".
        inputs: the inputs of the node that computes the first differing value, with the differences in these inputs.
        growth: the differences in later values, in order.
        compared: number of compared values.
        rtol: the tolerance. If None, each dtype has a default tolerance.
        drawing: the nodes that draw random numbers. These numbers differ in each run.
        left_out: number of values that were not compared, because they depend on random numbers.
    """

    titles: tuple[str, str]
    first: NodeValue | None
    difference: ArrayDifference | None
    kind: str
    inputs: tuple[Grown, ...]
    growth: tuple[Grown, ...]
    compared: int
    rtol: float | None
    drawing: tuple[str, ...] = ()
    left_out: int = 0

    @property
    def same(self) -> bool:
        """True if no value differs by more than the tolerance."""
        return self.first is None

    def to_dict(self) -> dict[str, Any]:
        """Return all attributes as plain data for JSON.

        Returns:
            A dict of dicts, lists, numbers and strings. An infinite difference is a string.

        Example:
            >>> debug.diff_models("model.onnx", "onnxruntime", {"x": images}).to_dict()["same"]
            True
        """
        first = None if self.first is None else self.first._asdict()
        rows = {k: [[g.name, _number(g.spread)] for g in getattr(self, k)] for k in ("inputs", "growth")}
        text = "" if self.difference is None else self.difference.text
        return {
            "same": self.same, "titles": list(self.titles), "first": first, "difference": text, "kind": self.kind,
            **rows, "compared": self.compared, "rtol": self.rtol, "drawing": list(self.drawing),
            "left_out": self.left_out,
        }  # fmt: skip

    def __repr__(self) -> str:
        a, b = self.titles
        values = "1 value that depends" if self.left_out == 1 else f"{self.left_out} values that depend"
        drawn = f"  not compared: {values} on random numbers of "
        rest = [drawn + listed(self.drawing, DRAWING_SHOWN)] if self.drawing else []
        if self.first is None or self.difference is None:
            return "\n".join([f"{a} and {b}: the same, {self.compared} values compared", *rest])
        lines = [
            f"{a} and {b} differ first in {self.first.name}, made by {self.first.operator} {self.first.node}".rstrip()
        ]
        lines.append(f"  {self.kind}: {self.difference.text}")
        lines += [f"  input   {g.name}: {_spread(g.spread)}" for g in self.inputs]
        lines += [f"  behind  {g.name}: {_spread(g.spread)}" for g in self.growth]
        lines.append(f"  {self.compared} values compared")
        return "\n".join([*lines, *rest])


def _number(x: float) -> float | str:
    return x if np.isfinite(x) else str(x)


def _spread(x: float) -> str:
    return (
        "the same"
        if x == 0
        else f"{x:.2g} of its largest magnitude"
        if np.isfinite(x)
        else "not finite, or another shape"
    )


def diff_models(
    a: Model | str | os.PathLike[str],
    b: Model | str | os.PathLike[str] = "onnxruntime",
    feed: Mapping[str, Any] | None = None,
    *,
    rtol: float | None = None,
    dims: Mapping[str, int] | None = None,
    seed: int = 0,
) -> ModelDifference:
    """Find the first value of a model that differs between two sides, node by node, in limited memory.

    Args:
        a: an ONNX file, or a model from `opscope.onnx.load`.
        b: the other side: "onnxruntime" (onnxruntime runs the file `a`), "float16" (the file `a` in float16), "gpu"
            (the file `a` on a GPU), or another file or model. The values of two files are paired by name. If the names
            differ, the values are paired by the structure of the models.
        feed: a dict of arrays by the name of the input. The arrays are converted to the declared dtypes. Inputs that
            are missing in `feed` are drawn at random with `seed`.
        rtol: the tolerance, relative to the largest magnitude of a value. If None, the tolerance is 0.001 for float32,
            0.05 for float16 and 1e-6 for float64.
        dims: the sizes of the symbolic dims, by name. A dim that is not in `dims` has the size 1.
        seed: seed for the inputs that are drawn at random.

    Returns:
        The difference, which you can print.

    Values that depend on random numbers in the model are not compared. The attribute `drawing` of the result lists the
    nodes that draw these numbers.

    Raises:
        ArgumentError: `rtol` is negative. Or the comparison needs a file, but `a` is a model. Or the two models have no
            value in common.
        FeedError: `feed` does not match the inputs of the model, or the inputs of two models cannot be paired.
        MissingPackage: onnxruntime is not installed.

    Example:
        >>> from opscope import debug
        >>> debug.diff_models("model.onnx", "onnxruntime")                          # doctest: +SKIP
        opscope and onnxruntime: the same, 231 values compared
    """
    if rtol is not None and not rtol >= 0:
        raise ArgumentError(
            f"rtol must be None, or a number of 0 or more, but is {rtol}", fix="pass a number, for example rtol=1e-5"
        )
    first = a if isinstance(a, Model) else load(a, dims=dims)
    one, other, pairs = _sides(a, first, b, dims)
    feeds = _feed(first, feed or {}, seed)
    draws = random_values(first)
    if isinstance(other, ProgramSide):
        theirs = random_values(other.model)
        draws = RandomValues(
            draws.nodes or theirs.nodes, draws.names | {v.name for v in pairs if v.other in theirs.names}
        )
    same = [v for v in pairs if v.name not in draws.names]
    found = _compared(one, other, same, feeds, rtol)
    return replace(found, drawing=draws.nodes, left_out=len(pairs) - len(same))


def _sides(a: Any, first: Model, b: Any, dims: Any) -> tuple[ProgramSide, Side, list[NodeValue]]:
    own = list(_node_values(first))
    if isinstance(b, str) and b in ("onnxruntime", "float16", "gpu"):
        if isinstance(a, Model):
            raise ArgumentError(
                f"a comparison with {b} needs the file of the model", fix="pass the path of the model file"
            )
        if b == "onnxruntime":
            return ProgramSide(first, "opscope"), OnnxRuntime(a, first.output_names), own
        if b == "gpu":
            return ProgramSide(first, "cpu"), ProgramSide(load(a, dims=dims, place="gpu"), "gpu"), own
        return ProgramSide(first, "float32"), ProgramSide(load(a, dims=dims, half=True), "float16"), own
    second = b if isinstance(b, Model) else load_other(b, dims)
    titles = [
        getattr(x, "name", None) or os.path.basename(str(x)) if not isinstance(x, Model) else "model" for x in (a, b)
    ]
    pairs = _aligned(first, second, own)
    if own and not pairs:
        raise ArgumentError(
            f"no value of {titles[0]} has a counterpart in {titles[1]}", fix="compare two versions of the same model"
        )
    return ProgramSide(first, titles[0]), ProgramSide(second, titles[1], _paired_inputs(first, second, titles)), pairs


def _paired_inputs(first: Model, second: Model, titles: Sequence[str]) -> dict[str, str]:
    """Return a dict from the inputs of the second model to the inputs of the first model at the same positions.

    The dict is empty if the names are the same.
    """
    if set(second.inputs) <= set(first.inputs):
        return {}
    if len(second.inputs) != len(first.inputs):
        raise FeedError(
            f"the inputs differ: {titles[0]} has {', '.join(first.inputs)}; {titles[1]} has {', '.join(second.inputs)}",
            fix="compare two versions of the same model",
        )
    return dict(zip(second.inputs, first.inputs, strict=True))


def _node_values(model: Model) -> Iterator[NodeValue]:
    """Yield the values of nodes that have a name in the file, in order."""
    named = {n for node in model.proto.graph.node for n in node.output if n}
    block = model.program.global_block()
    nodes = {n: node for node in model.proto.graph.node for n in node.output}
    for operator in block.ops:
        for name in operator.outputs:
            if name is not None and name in named:
                node = nodes[name]
                yield NodeValue(name, name, node.op_type, node.name, tuple(i for i in node.input if i in block.vars))


def _aligned(first: Model, second: Model, own: list[NodeValue]) -> list[NodeValue]:
    """Return the pairs of values in both files. The values are paired by name, or by structure if the names differ."""
    theirs = second.program.global_block().vars
    if all(v.name in theirs for v in own):
        return own
    found = align(first.program.global_block().ops, second.program.global_block().ops)
    made = []
    for value in own:
        other = value.name if value.name in theirs else found.other_name(value.name)
        if other in theirs:
            made.append(value._replace(other=other))
    return made


def _feed(model: Model, feed: Mapping[str, Any], seed: int) -> dict[str, Array]:
    """Return the feed with arrays in the declared dtypes. Missing inputs are drawn at random."""
    if unknown := [n for n in feed if n not in model.inputs]:
        raise FeedError(
            f"the model has no input {unknown[0]!r}",
            fix=nearest(unknown[0], model.inputs) or f"feed one of {', '.join(model.inputs)}",
        )
    declared = model.program.global_block().vars
    given = {n: v if n in model.formats else np.asarray(v, declared[n].dtype.dtype) for n, v in feed.items()}
    return {**random_feed(model, seed), **given}


def random_feed(model: Model, seed: int = 0) -> dict[str, Array]:
    """Draw a random array for each input of a model: normally distributed floats, or the integers 0 and 1.

    Unknown dims have the size 1.
    """
    rng = np.random.default_rng(seed)
    made: dict[str, Array] = {}
    for name in model.inputs:
        spec = model.program.global_block().vars[name].spec
        shape = tuple(1 if d is None else d for d in spec.shape)
        drawn = rng.standard_normal(shape) if spec.dtype.floating else rng.integers(0, 2, shape)
        made[name] = np.asarray(drawn, spec.dtype.dtype)
    return made


def _compared(
    one: ProgramSide, other: Side, pairs: list[NodeValue], feed: Mapping[str, Array], rtol: float | None
) -> ModelDifference:
    first: NodeValue | None = None
    difference: ArrayDifference | None = None
    kind, compared = "", 0
    growth: list[Grown] = []
    with progress("comparing values", len(pairs)) as advance:
        for segment in _segments(pairs, one, feed):
            mine = one.values([v.name for v in segment], feed)
            theirs = other.values([v.other for v in segment], feed)
            for value in segment:
                x, y = mine.pop(value.name), theirs[value.other]
                compared += 1
                advance()
                if first is not None:
                    growth.append(Grown(value.name, _distance(x, y)))
                elif (found := compare(x, y, _tolerance(x, y, rtol))) is not None:
                    first, difference, kind = value, found, _kind(found)
    inputs: tuple[Grown, ...] = ()
    if first is not None:
        others = {v.name: v.other for v in pairs}
        names = [n for n in dict.fromkeys(first.inputs) if n in others]
        x, y = one.values(names, feed), other.values([others[n] for n in names], feed)
        inputs = tuple(Grown(n, _distance(x[n], y[others[n]])) for n in names)
    shown = (
        growth if len(growth) <= GROWTH else [growth[i] for i in np.linspace(0, len(growth) - 1, GROWTH).astype(int)]
    )
    return ModelDifference(
        (one.title, other.title), first, difference, kind, inputs, tuple(shown), compared, rtol
    )  # fmt: skip


def _segments(pairs: Sequence[NodeValue], side: ProgramSide, feed: Mapping[str, Array]) -> Iterator[list[NodeValue]]:
    """Yield groups of values, in order. The values of a group together fit into the memory for a segment."""
    part: list[NodeValue] = []
    used = 0
    sizes, weights = _sizes(side, feed)
    budget = min(max(SEGMENT[0], weights // 4), SEGMENT[1])  # for both sides, and copies during the comparison
    for value in pairs:
        size = sizes.get(value.name, budget // 64)
        if part and used + size > budget:
            yield part
            part, used = [], 0
        part.append(value)
        used += size
    if part:
        yield part


def _sizes(side: ProgramSide, feed: Mapping[str, Array]) -> tuple[dict[str, int], int]:
    """Return the size of each value in bytes, and the size of all weights.

    For each unknown dim, the size of the largest unknown dim in the arrays of the feed is used.
    """
    found = side.model.program.global_block().vars
    fed = [(found[n].spec.shape, np.shape(feed[n])) for n in side.model.inputs]
    largest = max((size for dims, sizes in fed for d, size in zip(dims, sizes, strict=False) if d is None), default=1)
    sizes = {
        n: v.dtype.itemsize * int(np.prod([largest if d is None else d for d in v.spec.shape], dtype="float64"))
        for n, v in found.items()
    }
    return sizes, sum(size for n, size in sizes.items() if found[n].persistable)


def _tolerance(x: Array, y: Array, rtol: float | None) -> float:
    if rtol is not None:
        return rtol
    found = [TOLERANCE[v.dtype.name] for v in (x, y) if v.dtype.name in TOLERANCE]
    return max(found, default=0.0)


def _distance(x: Array, y: Array) -> float:
    found = compare(x, y)
    return 0.0 if found is None else float(found.spread)


def _kind(found: ArrayDifference) -> str:
    if not isinstance(found, ElementDifference):
        return "shape"
    both: Iterable[Any] = (found.a, found.b)
    if any(v != v for v in both):
        return "NaN"
    return "overflow" if any(abs(v) == float("inf") for v in both) else "value"
