"""Constants, ranges, identity matrices, and random numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.ir.program.program import Variable
from opscope.onnx.node import FOLDED, Node, Value, cast, dtype_of, known_dims, operator, rank_of, run
from opscope.ops.attr_values import DYNAMIC_DIM
from opscope.ops.registry import REGISTRY


@operator("Constant")
def constant(node: Node) -> Value:
    """Convert Constant: the value is one of several attributes."""
    given = list(node.given)
    if len(given) != 1:
        raise node.error(f"the node must have one value attribute, but has {len(given)}")
    value = node.attr(given[0])
    if given[0] in ("value_string", "value_strings"):
        raise node.refuse("a string")
    kinds = {"value_float": "float32", "value_floats": "float32", "value_int": "int64", "value_ints": "int64"}
    kind = kinds.get(given[0])
    return np.asarray(value, None if kind is None else node.importer.narrowed(kind))


@operator("ConstantOfShape", 9)
def constant_of_shape(node: Node) -> Value:
    """Convert ConstantOfShape: a tensor of one value."""
    value = node.attr("value")
    value = np.zeros(1, "float32") if value is None else np.asarray(value)
    if value.size != 1:
        raise node.error(f"the attribute value must have one element, but has {value.size}")
    sizes = node.sizes(0, "the shape")
    attrs: dict[str, Any] = {"fill_value": value.reshape(()).item(), "dtype": value.dtype.name}
    if any(not isinstance(s, Variable) and s < 0 for s in sizes):
        raise node.error(f"the shape must not have negative sizes, but is {sizes}")
    return full(node, sizes, **attrs)


def full(node: Node, sizes: list[Any], fill_value: Any, dtype: str) -> Value:
    """Return a tensor of one value; Variables are sizes that are known when the program runs."""
    tensors = [s for s in sizes if isinstance(s, Variable)]
    if not tensors and np.prod(sizes, dtype=float) <= FOLDED:
        return np.full(sizes, fill_value, dtype)
    if not tensors:  # a large one takes memory only while the program runs
        return _appended(node, "full", shape=tuple(sizes), fill_value=fill_value, dtype=dtype)
    template = tuple(DYNAMIC_DIM if isinstance(s, Variable) else s for s in sizes)
    return run("full_to", *tensors, shape=template, fill_value=fill_value, dtype=dtype)


def _appended(node: Node, op: str, **attrs: Any) -> Value:
    """Append an operator without inputs to the program."""
    return node.importer.program.current_block().append(REGISTRY[op], (), attrs).result()


@operator("Range", 11)
def range_of(node: Node) -> Value:
    """Convert Range: start, start + delta, ... up to limit; limit is not included."""
    dtype = dtype_of(node.input(0)).name
    known = [node.known(i) for i in range(3)]
    if all(k is not None for k in known):
        start, limit, delta = (np.asarray(k).reshape(()).item() for k in known)
        if delta == 0:
            raise node.error("delta must not be 0")
        count = max(int(np.ceil((limit - start) / delta)), 0)
        node.limit(count, 1 << 22, "elements")
        return np.asarray(start + np.arange(count) * delta, dtype)
    block = node.importer.program.current_block()
    values = [block.as_variable(node.input(i), ()) for i in range(3)]
    return run("arange_to", *values, dtype=dtype)


@operator("EyeLike", 9)
def eye_like(node: Node) -> Value:
    """Convert EyeLike: 1 on diagonal k, with the shape of the input."""
    x = node.input()
    rows, columns = known_dims(x, [0, 1], node)
    node.limit(rows * columns, 1 << 22, "elements")
    return np.eye(rows, columns, int(node.attr("k")), dtype=node.dtype_attr("dtype") or dtype_of(x).name)


# --- random numbers ---------------------------------------------------------------------------------


def _seed(node: Node) -> int:
    """Return the seed, which is a float in ONNX; 0 means the random stream of the run."""
    seed = node.attr("seed")
    return 0 if seed is None else int(np.float32(seed).view(np.int32)) & 0x7FFFFFFF or 1


def _drawn(node: Node, op: str, shape: list[int], dtype: str, **attrs: float) -> Value:
    wide = "float32" if dtype == "float16" else dtype
    made = _appended(node, op, shape=tuple(shape), dtype=wide, seed=_seed(node), **attrs)
    return cast(made, dtype)


def _given(node: Node) -> tuple[list[int], str]:
    """Return the shape and dtype of the attributes."""
    dtype = node.dtype_attr("dtype") or "float32"
    return [int(d) for d in node.attr("shape")], dtype


def _of_input(node: Node) -> tuple[list[int], str]:
    """Return the shape of the input, and the dtype of the attribute or of the input."""
    x = node.input()
    shape = known_dims(x, range(rank_of(x)), node)
    return shape, node.dtype_attr("dtype") or dtype_of(x).name


def _normal(node: Node, shape: list[int], dtype: str) -> Value:
    return _drawn(node, "gaussian", shape, dtype, mean=float(node.attr("mean")), std=float(node.attr("scale")))


def _uniform(node: Node, shape: list[int], dtype: str) -> Value:
    return _drawn(node, "uniform", shape, dtype, min=float(node.attr("low")), max=float(node.attr("high")))


@operator("RandomNormal")
def random_normal(node: Node) -> Value:
    """Convert RandomNormal: numbers from a normal distribution."""
    return _normal(node, *_given(node))


@operator("RandomUniform")
def random_uniform(node: Node) -> Value:
    """Convert RandomUniform: numbers from the uniform distribution between low and high."""
    return _uniform(node, *_given(node))


@operator("RandomNormalLike")
def random_normal_like(node: Node) -> Value:
    """Convert RandomNormalLike: numbers from a normal distribution, with the shape of the input."""
    return _normal(node, *_of_input(node))


@operator("RandomUniformLike")
def random_uniform_like(node: Node) -> Value:
    """Convert RandomUniformLike: numbers from a uniform distribution, with the shape of the input."""
    return _uniform(node, *_of_input(node))


@operator("Bernoulli", 15)
def bernoulli(node: Node) -> Value:
    """Convert Bernoulli: 1 with the probability in the input, else 0."""
    x = node.input()
    return cast(run("bernoulli", x, seed=_seed(node)), node.dtype_attr("dtype") or dtype_of(x).name)


@operator("Multinomial", 7)
def multinomial(node: Node) -> Value:
    """Convert Multinomial: classes drawn with unnormalized log probabilities."""
    probability = run("softmax", node.input(), axis=-1)
    count = int(node.attr("sample_size"))
    drawn = run("multinomial", probability, num_samples=count, replacement=True, seed=_seed(node))
    return cast(drawn, node.dtype_attr("dtype") or "int32")


@operator("Dropout")
def dropout(node: Node) -> Value:
    """Convert Dropout: training_mode is an input since version 12; before, Dropout has no effect here."""
    x = node.input()
    node.ignore("consumed_inputs", "is_test", "ratio", "seed")
    everything = lambda: run("full_like", x, fill_value=1, dtype="bool" if node.version >= 10 else dtype_of(x).name)
    training = node.constant(2, "training_mode") if node.version >= 12 and node.has(2) else np.asarray(False)
    ratio = float(np.reshape(node.constant(1, "ratio"), ())) if node.version >= 12 and node.has(1) else 0.5
    if not training.reshape(()) or ratio == 0:
        return (x, everything()) if node.wants(1) else x
    out, mask = run("dropout", x, p=ratio, seed=_seed(node))
    return out, cast(mask, "bool")
