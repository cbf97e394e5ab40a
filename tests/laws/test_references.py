"""Ops against NumPy's functions and plain formulas: a truth of their own, in float64 and in whole numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from opscope.ops.registry import REGISTRY, Op, Sample
from tests.laws.cases import every_sample, law_for, run
from tests.laws.test_dtypes import told_unless_refused, turned, varied


def softplus(x: Any) -> Any:
    return np.logaddexp(x, 0)


def sigmoid(x: Any) -> Any:
    return np.exp(-softplus(-x))


def softmax(x: Any, axis: int = -1) -> Any:
    return np.exp(x) / np.exp(x).sum(axis, keepdims=True) if x.ndim else np.ones_like(x)


def axes(axis: Any) -> Any:
    return tuple(axis) if isinstance(axis, list) else axis


def reduced(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda x, axis=None, keepdim=False, dtype=None: function(x, axis=axes(axis), keepdims=keepdim)


def erf(x: Any) -> Any:
    return np.vectorize(math.erf, otypes=[float])(x)


def fixed(shape: Any, x: Any) -> list[int]:
    """Zeros in a shape for reshape are dims of x."""
    return [x.shape[i] if d == 0 else d for i, d in enumerate(shape)]


def matmul(x: Any, y: Any, transpose_x: bool = False, transpose_y: bool = False) -> Any:
    x = np.swapaxes(x, -1, -2) if transpose_x and x.ndim > 1 else x
    return np.matmul(x, np.swapaxes(y, -1, -2) if transpose_y and y.ndim > 1 else y)


def half_away(x: Any) -> Any:
    return np.trunc(x + np.copysign(0.5, x))


def scaled(x: Any, scale: float = 1.0, bias: float = 0.0, bias_after_scale: bool = True) -> Any:
    return x * scale + (bias if bias_after_scale else bias * scale)


def layer_norm(x: Any, weight: Any = None, bias: Any = None, *, normalized_shape: Any, epsilon: float = 1e-5) -> Any:
    over = tuple(range(x.ndim - len(normalized_shape), x.ndim))
    normal = (x - x.mean(over, keepdims=True)) / np.sqrt(x.var(over, keepdims=True) + epsilon)
    over = x.shape[x.ndim - len(normalized_shape) :]
    return normal * (1 if weight is None else weight.reshape(over)) + (0 if bias is None else bias.reshape(over))


SELU = 1.6732632423543772, 1.0507009873554805

REFERENCES: dict[str, Callable[..., Any]] = {
    **{name: getattr(np, name) for name in (
        "add", "subtract", "multiply", "divide", "floor_divide", "remainder", "maximum", "minimum", "equal",
        "not_equal", "less_equal", "greater_equal", "logical_and", "logical_or", "logical_xor", "logical_not",
        "bitwise_and", "bitwise_or", "bitwise_xor", "isnan", "isinf", "isfinite", "where", "tanh", "exp", "log",
        "log2", "log10", "log1p", "expm1", "sqrt", "square", "abs", "sin", "cos", "tan", "sinh", "cosh", "sign",
        "floor", "ceil", "trunc", "zeros_like", "allclose", "isclose",
    )},
    "less_than": np.less, "greater_than": np.greater, "bitwise_not": np.invert, "elementwise_pow": np.power,
    "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "asinh": np.arcsinh, "acosh": np.arccosh,
    "atanh": np.arctanh, "assign": np.array, "equal_all": np.array_equal, "logsumexp": reduced(
        lambda x, axis, keepdims: np.log(np.sum(np.exp(x), axis=axis, keepdims=keepdims))
    ),
    "pow": lambda x, factor=1.0: x**factor,
    "clip": lambda x, min=None, max=None: x if min is max is None else np.clip(x, min, max),
    "scale": scaled,
    "rsqrt": lambda x: 1 / np.sqrt(x), "reciprocal": lambda x: 1 / x, "round": half_away,
    "sum": reduced(np.sum), "mean": reduced(np.mean), "max": reduced(np.max), "min": reduced(np.min),
    "prod": reduced(np.prod), "all": reduced(np.all), "any": reduced(np.any),
    "cumsum": lambda x, axis=None, dtype=None: np.cumsum(x, axis),
    "sigmoid": sigmoid, "relu": lambda x: np.where(x > 0, x, 0), "silu": lambda x: x * sigmoid(x),
    "leaky_relu": lambda x, negative_slope=0.01: np.where(x > 0, x, negative_slope * x),
    "elu": lambda x, alpha=1.0: np.where(x > 0, x, alpha * (np.exp(x) - 1)),
    "celu": lambda x, alpha=1.0: np.where(x > 0, x, alpha * (np.exp(x / alpha) - 1)),
    "selu": lambda x, scale=SELU[1], alpha=SELU[0]: scale * np.where(x > 0, x, alpha * (np.exp(x) - 1)),
    "erf": erf, "log_sigmoid": lambda x: -softplus(-x), "mish": lambda x: x * np.tanh(softplus(x)),
    "softsign": lambda x: x / (1 + abs(x)), "tanhshrink": lambda x: x - np.tanh(x),
    "hardswish": lambda x: x * np.clip(x + 3, 0, 6) / 6,
    "hardsigmoid": lambda x, slope=1 / 6, offset=0.5: np.clip(x * slope + offset, 0, 1),
    "hardshrink": lambda x, threshold=0.5: np.where(abs(x) > threshold, x, 0),
    "softshrink": lambda x, threshold=0.5: np.sign(x) * np.maximum(abs(x) - threshold, 0),
    "thresholded_relu": lambda x, threshold=1.0, value=0.0: np.where(x > threshold, x, value),
    "stanh": lambda x, scale_a=0.67, scale_b=1.7159: scale_b * np.tanh(scale_a * x),
    "softplus": lambda x, beta=1.0, threshold=20.0: np.where(x * beta > threshold, x, softplus(x * beta) / beta),
    "gelu": lambda x, approximate=False: x / 2 * (
        1 + (np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)) if approximate else erf(x / math.sqrt(2)))
    ),
    "softmax": softmax, "log_softmax": lambda x, axis=-1: np.log(softmax(x, axis)),
    "reshape": lambda x, shape: x.reshape(fixed(shape, x)), "transpose": lambda x, perm: np.transpose(x, perm),
    "unsqueeze": lambda x, axis: np.expand_dims(x, axis if isinstance(axis, int) else tuple(axis)),
    "expand_as": lambda x, y: np.broadcast_to(x, y.shape), "flip": lambda x, axis: np.flip(x, axis),
    "tile": lambda x, repeat_times: np.tile(x, repeat_times),
    "roll": lambda x, shifts, axis=None: np.roll(x, shifts, axis),
    "tril": lambda x, diagonal=0: np.tril(x, diagonal), "triu": lambda x, diagonal=0: np.triu(x, diagonal),
    "argmax": lambda x, axis=None, keepdim=False, dtype="int64": np.argmax(x, axis, keepdims=keepdim),
    "argmin": lambda x, axis=None, keepdim=False, dtype="int64": np.argmin(x, axis, keepdims=keepdim),
    "argsort": lambda x, axis=-1, descending=False: np.argsort(-x if descending else x, axis, kind="stable"),
    "gather": lambda x, index, axis=0: np.take(x, index.reshape(-1) if index.ndim else index, axis),
    "gather_nd": lambda x, index: x[tuple(np.moveaxis(index, -1, 0))],
    "take_along_axis": lambda arr, indices, axis: np.take_along_axis(arr, indices, axis),
    "concat": lambda *x, axis=0: np.concatenate(x, axis), "stack": lambda *x, axis=0: np.stack(x, axis),
    "add_n": lambda *x: sum(x), "matmul": matmul, "layer_norm": layer_norm,
    "square_error_cost": lambda input, label: (input - label) ** 2,
    "bce_loss": lambda input, label: -label * np.log(input) - (1 - label) * np.log(1 - input),
    "sigmoid_cross_entropy_with_logits": lambda logit, label: softplus(logit) - logit * label,
    "shape": np.shape, "numel": np.size, "cast": lambda x, dtype: x.astype(dtype),
    "increment": lambda x, value=1.0: x + value,
    "sgd": lambda param, grad, learning_rate: param - learning_rate * grad,
}  # fmt: skip


def referred(op: Op, sample: Sample) -> bool:
    return op.name in REFERENCES


def test_the_references_are_of_ops():
    assert REFERENCES.keys() <= REGISTRY.ops.keys() and len(REFERENCES) > 90


@law_for(every_sample(referred))
def test_in_float64(op: Op, sample: Sample):
    (value,) = run(op, sample.args, sample.attrs)
    truth = REFERENCES[op.name](*sample.args, **sample.attrs)
    assert value.shape == np.shape(truth)
    single = value.dtype == "float32"  # of whole numbers
    np.testing.assert_allclose(value, truth, rtol=1e-6 if single else 1e-12, atol=1e-6 if single else 1e-13)


def widened(value: Any) -> Any:
    return value if value is None or value.dtype == "int64" else value.astype("float64")


# Their attributes are fractions, which are something else beside whole numbers.
WHOLE = {"scale", "clip", "pow", "increment"}


@pytest.mark.parametrize("dtype", ["int64", "uint8", "bool"])
@pytest.mark.parametrize("op", [REGISTRY[n] for n in sorted(REFERENCES) if n not in WHOLE], ids=lambda op: op.name)
def test_in_whole_numbers(op: Op, dtype: str):
    for sample in varied(op):
        args = [turned(a, dtype) for a in sample.args]
        if told_unless_refused(op, args, sample.attrs) is None:
            continue
        with np.errstate(all="ignore"):
            (value,) = run(op, args, sample.attrs)
            # NumPy, too, has its own way with the small ones: a uint8 is negated to 255, a sigmoid of one is a float16
            own = value.dtype.kind != "f" and op.name != "argsort"
            truth = np.asarray(REFERENCES[op.name](*(args if own else [widened(a) for a in args]), **sample.attrs))
            if own:
                assert np.array_equal(value, truth.astype(value.dtype))
            else:
                np.testing.assert_allclose(value, truth, rtol=1e-5, atol=1e-5)
