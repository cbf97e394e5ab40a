"""Conditions for NaN and Inf: a table that contains, for each op, the conditions under which the output is NaN or Inf.

A condition is evaluated to a mask with an entry for each element of an output. Gradients need no conditions, because
the explanation follows the ops in a gradient rule, and these ops have conditions. The tests in `tests/debug/why` run
the example of each condition, and check that the condition is true for the example.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array
from opscope.ops.registry import Attrs

NAN, INF = "nan", "inf"
Example = tuple[tuple[Any, ...], Attrs]


@dataclass(frozen=True)
class Operands:
    """A call of an op: the inputs by name (in float64), the attributes, one output, and a limit.

    `limit` is the largest finite number of the output's dtype.
    """

    inputs: Mapping[str, Array]
    attrs: Attrs
    out: Array
    limit: float

    def __getitem__(self, name: str) -> Array:
        return self.inputs[name]

    @property
    def log_limit(self) -> float:
        """The largest x for which exp(x) is finite: 88.72 in float32, 709.8 in float64, 11.09 in float16."""
        return float(np.log(self.limit))

    def rows(self, name: str, test: Callable[[Array], Array]) -> Array:
        """Return a mask of the rows (along the op's axes) whose elements all pass a test.

        The mask has the shape of the input.
        """
        x, axis = self.inputs[name], self.attrs.get("axis", -1)
        axes = tuple(axis) if isinstance(axis, list | tuple) else axis
        return np.broadcast_to(np.all(test(x), axis=axes, keepdims=True), x.shape)


class OperatorCondition(NamedTuple):
    """Condition under which elements of the inputs in `blames` make an output NaN or Inf. `makes` is "nan" or "inf".

    `text` may contain the placeholders {limit} and {log_limit}. `example` contains the arguments of a call in which the
    condition is true for some element.
    """

    text: str
    makes: str
    blames: tuple[str, ...]
    holds: Callable[[Operands], Array]
    example: Example

    def describe(self, operands: Operands) -> str:
        """Return the text of the condition, with numbers in place of the placeholders."""
        return self.text.format(limit=f"{operands.limit:.4g}", log_limit=f"{operands.log_limit:.4g}")


OVERFLOW = "overflow: the result is over {limit}"
CONDITIONS: dict[str, list[OperatorCondition]] = {}


def conditions(*ops: str, makes: str, blames: str, of: Example) -> Callable[[str, Callable[[Operands], Array]], None]:
    """Return a function that adds a condition to each op in `ops`.

    `of` is an example of a call that is valid for each of these ops.
    """

    def add(text: str, holds: Callable[[Operands], Array]) -> None:
        for op in ops:
            CONDITIONS.setdefault(op, []).append(OperatorCondition(text, makes, tuple(blames.split()), holds, of))

    return add


def _of(*values: Any, **attrs: Any) -> Example:
    arrays = tuple(np.array(v, "float32") if isinstance(v, list) else v for v in values)
    return arrays, attrs


def _finite(*arrays: Array) -> Array:
    return np.logical_and.reduce(np.broadcast_arrays(*(np.isfinite(a) for a in arrays)))


def _large(operands: Operands) -> Array:
    """Return a mask of the output elements that are Inf, because the exact result exceeds the range of the dtype."""
    return np.isinf(operands.out)


# --- functions of one number ---------------------------------------------------------------------------

conditions("log", "log2", "log10", makes=INF, blames="x", of=_of([1.0, 0.0]))("log of 0", lambda o: o["x"] == 0)
conditions("log", "log2", "log10", makes=NAN, blames="x", of=_of([1.0, -2.0]))(
    "log of a negative number", lambda o: o["x"] < 0
)
conditions("log1p", makes=INF, blames="x", of=_of([0.0, -1.0]))("log(1 + x) of -1", lambda o: o["x"] == -1)
conditions("log1p", makes=NAN, blames="x", of=_of([0.0, -3.0]))("log(1 + x) of less than -1", lambda o: o["x"] < -1)
conditions("sqrt", "rsqrt", makes=NAN, blames="x", of=_of([4.0, -1.0]))(
    "square root of a negative number", lambda o: o["x"] < 0
)
conditions("rsqrt", "reciprocal", makes=INF, blames="x", of=_of([4.0, 0.0]))("division by 0", lambda o: o["x"] == 0)
conditions("exp", "expm1", makes=INF, blames="x", of=_of([1.0, 89.0]))(
    "exp of more than {log_limit}: the result is over {limit}", lambda o: (o["x"] > o.log_limit) & _finite(o["x"])
)
conditions("sinh", "cosh", makes=INF, blames="x", of=_of([1.0, 90.0]))(
    "exp of more than {log_limit}: the result is over {limit}",
    lambda o: (np.abs(o["x"]) > o.log_limit) & _finite(o["x"]),
)
conditions("square", makes=INF, blames="x", of=_of([1.0, -1e20]))(
    "the square is over {limit}", lambda o: _large(o) & _finite(o["x"])
)
conditions("acos", "asin", makes=NAN, blames="x", of=_of([0.5, 1.5]))(
    "outside of [-1, 1]", lambda o: np.abs(o["x"]) > 1
)
conditions("acosh", makes=NAN, blames="x", of=_of([2.0, 0.5]))("less than 1", lambda o: o["x"] < 1)
conditions("atanh", "erfinv", makes=INF, blames="x", of=_of([0.5, -1.0]))("at 1 or -1", lambda o: np.abs(o["x"]) == 1)
conditions("atanh", "erfinv", makes=NAN, blames="x", of=_of([0.5, 2.0]))(
    "outside of [-1, 1]", lambda o: np.abs(o["x"]) > 1
)
conditions("logit", makes=INF, blames="x", of=_of([0.5, 0.0, 1.0]))(
    "logit of 0 or 1", lambda o: (o["x"] == 0) | (o["x"] == 1)
)
conditions("logit", makes=NAN, blames="x", of=_of([0.5, 1.5]))(
    "logit outside of [0, 1]", lambda o: (o["x"] < 0) | (o["x"] > 1)
)
conditions("lgamma", makes=INF, blames="x", of=_of([2.5, 0.0, -1.0]))(
    "a pole of the gamma function", lambda o: (o["x"] <= 0) & (o["x"] == np.floor(o["x"]))
)
conditions("sin", "cos", "tan", makes=NAN, blames="x", of=_of([1.0, np.inf]))("of Inf", lambda o: np.isinf(o["x"]))
conditions("cast", makes=INF, blames="x", of=_of([1.0, 1e5], dtype="float16"))(
    "over {limit}, the largest number of the new dtype", lambda o: (np.abs(o["x"]) > o.limit) & _finite(o["x"])
)
conditions("pow", makes=INF, blames="x", of=_of([2.0, 0.0], factor=-0.5))(
    "0 to a negative power", lambda o: (o["x"] == 0) & (o.attrs["factor"] < 0)
)
conditions("pow", makes=NAN, blames="x", of=_of([2.0, -2.0], factor=0.5))(
    "a negative number to a power that is not an integer",
    lambda o: (o["x"] < 0) & (o.attrs["factor"] != np.floor(o.attrs["factor"])),
)
conditions("pow", makes=INF, blames="x", of=_of([2.0, 1e20], factor=3.0))(
    OVERFLOW, lambda o: _large(o) & (o["x"] != 0) & _finite(o["x"])
)

# --- functions of two numbers --------------------------------------------------------------------------

conditions("elementwise_pow", makes=INF, blames="x y", of=_of([2.0, 0.0], [-1.0, -1.0]))(
    "0 to a negative power", lambda o: (o["x"] == 0) & (o["y"] < 0)
)
conditions("elementwise_pow", makes=NAN, blames="x y", of=_of([2.0, -2.0], [0.5, 0.5]))(
    "a negative number to a power that is not an integer", lambda o: (o["x"] < 0) & (o["y"] != np.floor(o["y"]))
)
conditions("elementwise_pow", makes=INF, blames="x y", of=_of([2.0, 1e20], [2.0, 3.0]))(
    OVERFLOW, lambda o: _large(o) & (o["x"] != 0) & _finite(o["x"], o["y"])
)
conditions("divide", "floor_divide", makes=NAN, blames="x y", of=_of([1.0, 0.0], [2.0, 0.0]))(
    "0 / 0", lambda o: (o["x"] == 0) & (o["y"] == 0)
)
conditions("divide", makes=INF, blames="y x", of=_of([1.0, 3.0], [2.0, 0.0]))(
    "division by 0", lambda o: (o["x"] != 0) & (o["y"] == 0)
)
conditions("remainder", makes=NAN, blames="y", of=_of([1.0, 3.0], [2.0, 0.0]))(
    "remainder of a division by 0", lambda o: o["y"] == 0
)
conditions("divide", makes=NAN, blames="x y", of=_of([1.0, np.inf], [2.0, np.inf]))(
    "Inf / Inf", lambda o: np.isinf(o["x"]) & np.isinf(o["y"])
)
conditions("divide", makes=INF, blames="y x", of=_of([1.0, 3.0], [2.0, 1e-40]))(
    "the divisor is so small that the result is over {limit}",
    lambda o: _large(o) & (o["y"] != 0) & _finite(o["x"], o["y"]),
)
conditions("add", makes=NAN, blames="x y", of=_of([1.0, np.inf], [1.0, -np.inf]))(
    "Inf - Inf", lambda o: np.isinf(o["x"]) & np.isinf(o["y"]) & (o["x"] != o["y"])
)
conditions("subtract", makes=NAN, blames="x y", of=_of([1.0, np.inf], [1.0, np.inf]))(
    "Inf - Inf", lambda o: np.isinf(o["x"]) & (o["x"] == o["y"])
)
conditions("multiply", makes=NAN, blames="x y", of=_of([1.0, 0.0], [1.0, np.inf]))(
    "0 * Inf",
    lambda o: ((o["x"] == 0) & np.isinf(o["y"])) | ((o["y"] == 0) & np.isinf(o["x"])),
)
for _op, _second in {"add": 3e38, "subtract": -3e38, "multiply": 1e20}.items():
    conditions(_op, makes=INF, blames="x y", of=_of([1.0, 3e38], [1.0, _second]))(
        OVERFLOW, lambda o: _large(o) & _finite(o["x"], o["y"])
    )
conditions("scale", makes=INF, blames="x", of=_of([1.0, 2.0], scale=np.inf))(
    "the factor is Inf, as of a division by 0", lambda o: np.isinf(o.attrs["scale"]) & (o["x"] != 0)
)
conditions("scale", makes=NAN, blames="x", of=_of([1.0, 0.0], scale=np.inf))(
    "0 * Inf: the factor is Inf, as of a division by 0", lambda o: np.isinf(o.attrs["scale"]) & (o["x"] == 0)
)
conditions("scale", makes=NAN, blames="x", of=_of([1.0, 2.0], scale=np.nan))(
    "the factor is NaN", lambda o: np.isnan(o.attrs["scale"]) & _finite(o["x"])
)
conditions("scale", makes=INF, blames="x", of=_of([1.0, 1e38], scale=10.0))(
    OVERFLOW, lambda o: _large(o) & _finite(o["x"])
)
conditions("scale", makes=NAN, blames="x", of=_of([1.0, np.inf], scale=0.0))(
    "0 * Inf", lambda o: np.isinf(o["x"]) & (o.attrs["scale"] == 0)
)
conditions("square_error_cost", makes=INF, blames="input label", of=_of([1.0, 1e20], [0.0, 0.0]))(
    "the square is over {limit}", lambda o: _large(o) & _finite(o["input"], o["label"])
)
conditions("sigmoid_cross_entropy_with_logits", makes=NAN, blames="logit", of=_of([1.0, np.inf], [1.0, 1.0]))(
    "a logit is Inf", lambda o: np.isinf(o["logit"])
)

# --- rows ----------------------------------------------------------------------------------------------

conditions("softmax", "log_softmax", makes=NAN, blames="x", of=_of([[1.0, 2.0], [-np.inf, -np.inf]]))(
    "every element of the row is -Inf: it is masked everywhere", lambda o: o.rows("x", lambda x: x == -np.inf)
)
conditions("softmax", "log_softmax", makes=NAN, blames="x", of=_of([[1.0, 2.0], [np.inf, 0.0]]))(
    "Inf - Inf: an element of the row is Inf", lambda o: ~o.rows("x", lambda x: x != np.inf)
)


def _logit_rows(test: Callable[[Array], Array]) -> Callable[[Operands], Array]:
    def holds(operands: Operands) -> Array:
        found = operands.rows("logits", test)
        if operands.out.shape == found.shape:
            return found
        return np.take(found, [0], operands.attrs["axis"])

    return holds


_LABEL = np.array([[0], [0]])
conditions("softmax_with_cross_entropy", makes=NAN, blames="logits", of=_of([[1.0, 2.0], [-np.inf, -np.inf]], _LABEL))(
    "every logit of the row is -Inf: it is masked everywhere", _logit_rows(lambda x: x == -np.inf)
)
_no_inf = _logit_rows(lambda x: x != np.inf)
conditions("softmax_with_cross_entropy", makes=NAN, blames="logits", of=_of([[1.0, 2.0], [np.inf, 0.0]], _LABEL))(
    "Inf - Inf: a logit of the row is Inf", lambda o: ~_no_inf(o)
)
_some_masked = _logit_rows(lambda x: x != -np.inf)
conditions("softmax_with_cross_entropy", makes=INF, blames="logits", of=_of([[1.0, 2.0], [-np.inf, 0.0]], _LABEL))(
    "the logit of the label is -Inf", lambda o: ~_some_masked(o) & np.isinf(o.out)
)
conditions("mean", makes=NAN, blames="x", of=_of(np.ones((0, 3), "float32")))(
    "the mean of no elements", lambda o: np.full(o.out.shape, o["x"].size == 0)
)
conditions("mean", "sum", makes=NAN, blames="x", of=_of([1.0, np.inf, -np.inf]))(
    "Inf - Inf: the sum holds Inf and -Inf",
    lambda o: np.isnan(o.out) & bool(np.any(o["x"] == np.inf) and np.any(o["x"] == -np.inf)),
)
conditions("mean", "sum", makes=INF, blames="x", of=_of([3e38, 3e38]))(
    "overflow: the sum is over {limit}", lambda o: _large(o) & bool(_finite(o["x"]).all())
)
conditions("prod", makes=INF, blames="x", of=_of([3e38, 3e38]))(
    "overflow: the product is over {limit}", lambda o: _large(o) & bool(_finite(o["x"]).all())
)
conditions("cumsum", makes=INF, blames="x", of=_of([3e38, 3e38]))(
    "overflow: the sum is over {limit}", lambda o: _large(o) & bool(_finite(o["x"]).all())
)
conditions("matmul", makes=INF, blames="x y", of=_of([[1e20, 1.0]], [[1e20], [1.0]]))(
    "overflow: the product is over {limit}", lambda o: _large(o) & bool(_finite(o["x"]).all() and _finite(o["y"]).all())
)
conditions("matmul", makes=NAN, blames="x y", of=_of([[np.inf, 1.0]], [[0.0], [1.0]]))(
    "0 * Inf or Inf - Inf",
    lambda o: np.isnan(o.out) & bool(np.isinf(o["x"]).any() or np.isinf(o["y"]).any()),
)


def _equal_features(operands: Operands) -> Array:
    """Return a mask of the rows whose elements are all equal. The variance of such a row is 0.

    The mask is False if epsilon is not 0.
    """
    x, count = operands["x"], len(operands.attrs["normalized_shape"])
    axes = tuple(range(x.ndim - count, x.ndim))
    return np.broadcast_to(np.ptp(x, axis=axes, keepdims=True) == 0, x.shape) & (operands.attrs["epsilon"] == 0)


conditions(
    "layer_norm", makes=NAN, blames="x",
    of=_of([[1.0, 2.0], [3.0, 3.0]], None, None, normalized_shape=(2,), epsilon=0.0),
)("0 / 0: all elements are equal, so the variance is 0, and epsilon is 0", _equal_features)  # fmt: skip


def _equal_channel(operands: Operands) -> Array:
    x, test = operands["x"], operands.attrs.get("is_test")
    axes = (0, *range(2, x.ndim))
    across = (1, -1, *([1] * (x.ndim - 2)))
    zero = operands["variance"].reshape(across) == 0 if test else np.ptp(x, axis=axes, keepdims=True) == 0
    return np.broadcast_to(zero & (operands.attrs["epsilon"] == 0), x.shape)


_CHANNELS = ([1.0, 1.0], [0.0, 0.0])
conditions(
    "batch_norm", makes=NAN, blames="x",
    of=_of([[1.0, 3.0], [2.0, 3.0]], [0.0, 0.0], [1.0, 1.0], *_CHANNELS, epsilon=0.0),
)("0 / 0: a channel is constant, so the variance is 0, and epsilon is 0", _equal_channel)  # fmt: skip

# --- updates -------------------------------------------------------------------------------------------

_RATE = np.array([1e30], "float32")
conditions("sgd", makes=INF, blames="learning_rate grad param", of=_of([1.0, 1.0], [0.0, 1e20], _RATE))(
    "the step, learning rate times gradient, is over {limit}",
    lambda o: _large(o) & _finite(o["param"], o["grad"]) & bool(_finite(o["learning_rate"]).all()),
)
conditions(
    "momentum", makes=INF, blames="learning_rate grad param velocity",
    of=_of([1.0, 1.0], [0.0, 1e20], [0.0, 0.0], _RATE, mu=0.9),
)(
    "the step, learning rate times velocity, is over {limit}",
    lambda o: _large(o) & _finite(o["param"], o["grad"], o["velocity"]) & bool(_finite(o["learning_rate"]).all()),
)  # fmt: skip
_STATE = ([0.0, 0.0], [0.0, 0.0], [0.9], [0.999], [0.1])
conditions(
    "adam", "adamw", makes=NAN, blames="grad moment2",
    of=_of([1.0, 1.0], [1.0, 0.0], *_STATE, epsilon=0.0),
)(
    "0 / 0: all gradients so far are 0, and epsilon is 0",
    lambda o: (o["moment2"] == 0) & (o["grad"] == 0) & (o.attrs["epsilon"] == 0),
)  # fmt: skip


def find_condition(op: str, operands: Operands, index: tuple[int, ...]) -> OperatorCondition | None:
    """Return the condition that is true at a NaN or Inf of an output.

    Return None if the table has no such condition.
    """
    value = operands.out[index]
    makes = NAN if np.isnan(value) else INF
    for condition in CONDITIONS.get(op, ()):
        if condition.makes == makes and _holds_at(condition, operands, index):
            return condition
    return None


def _holds_at(condition: OperatorCondition, operands: Operands, index: tuple[int, ...]) -> bool:
    if any(operands.inputs.get(name) is None for name in condition.blames):
        return False
    with np.errstate(all="ignore"):
        found = np.asarray(condition.holds(operands))
    try:
        return bool(np.broadcast_to(found, operands.out.shape)[index])
    except ValueError:  # the condition concerns another output of the op
        return False
