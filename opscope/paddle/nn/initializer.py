"""Initializers: the random or constant op that fills a new parameter, and its attributes."""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core import state
from opscope.core.checks.masked_arrays import unmasked
from opscope.core.checks.number_checks import (
    finite_number,
    in_order,
    not_negative,
    positive_number,
    positive_whole,
    whole_number,
)
from opscope.core.described import Described
from opscope.core.dtype import as_dtype
from opscope.core.module_aliases import alias_in_submodules
from opscope.core.source import site
from opscope.core.strict import warn
from opscope.core.tensors.dense_tensor import require_element_type
from opscope.errors import ArgumentError, OpscopeWarning, UsageError
from opscope.ir.program.context import defaults
from opscope.ir.program.program import Block, Operator, Variable
from opscope.ops.registry import REGISTRY, Op


class Initializer(Described):
    """Base: `op_for(shape)` names the op and its attributes; a user's subclass overrides `forward(param, block)`."""

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        """Return the name of the op, and its attributes except shape and dtype."""
        raise NotImplementedError(f"{type(self).__name__} must define op_for(shape), or forward(param, block)")

    def __call__(self, param: Any, block: Block | None = None) -> Operator | None:
        """Fill a Tensor in place, or append the operator that fills a variable to `block`."""
        return self.forward(param, block)

    def forward(self, var: Any, block: Block | None = None) -> Operator | None:
        """Initialize like a call. Without a block, return the operator in the default main program."""
        if not isinstance(var, Variable):
            var.set_value(self.make(var.shape, var.dtype.name))
            return None
        block = block or defaults.main.global_block()
        shape = tuple(d for d in var.spec.shape if d is not None)
        op, attrs = self._call(shape, var.dtype.name, block.program.random_seed)
        return block.append(op, (), attrs, outputs=[var], specs=[var.spec])

    @property
    def by_hand(self) -> bool:
        """True if a subclass of the user fills parameters itself."""
        kind = type(self)
        return kind.__call__ is not Initializer.__call__ or kind.forward is not Initializer.forward

    def make(self, shape: Sequence[int], dtype: str) -> Any:
        """Return the array, for dygraph."""
        op, attrs = self._call(tuple(shape), dtype, defaults.main.random_seed)
        return op.run((), attrs)

    def _op_for(self, shape: Sequence[int], dtype: str) -> tuple[str, dict[str, Any]]:
        return self.op_for(shape)

    def _call(self, shape: tuple[int, ...], dtype: str, seed: int) -> tuple[Op, dict[str, Any]]:
        name, attrs = self._op_for(shape, dtype)
        attrs = {k: v.item() if isinstance(v, np.generic) else v for k, v in attrs.items()}
        op = REGISTRY[name]
        if "shape" in op.attrs:
            attrs = {"shape": shape, "dtype": dtype, **attrs}
        if "seed" in op.attrs and not attrs.get("seed"):
            attrs = {**attrs, "seed": seed}
        return op, attrs


def _seed(seed: Any) -> int:
    if whole_number(seed, "seed") < 0:
        raise ArgumentError(
            f"seed must be at least 0, but received {seed}",
            site=site(),
            fix="pass seed=0 if each run should draw new numbers",
        )
    return seed


class Constant(Initializer):
    """Initializer that sets every element to `value`."""

    def __init__(self, value: float = 0.0) -> None:
        if isinstance(value, str) or not isinstance(value, numbers.Number | np.ndarray | np.generic):
            raise UsageError(f"value must be a number, but received {value!r}", site=site())
        self.value = value

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        return "full", {"fill_value": self.value}


class Uniform(Initializer):
    """Uniform distribution over [low, high)."""

    def __init__(self, low: float = -1.0, high: float = 1.0, seed: int = 0, name: str | None = None) -> None:
        in_order(finite_number(low, "low"), finite_number(high, "high"), ("low", "high"))
        self.low, self.high, self.seed = low, high, _seed(seed)

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        return "uniform", {"min": self.low, "max": self.high, "seed": self.seed}


class Normal(Initializer):
    """Normal distribution with a given mean and standard deviation."""

    def __init__(self, mean: float = 0.0, std: float = 1.0, name: str | None = None) -> None:
        finite_number(mean, "mean")
        not_negative(finite_number(std, "std"), "std")
        self.mean, self.std = mean, std

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        return "gaussian", {"mean": self.mean, "std": self.std}


class TruncatedNormal(Initializer):
    """Normal distribution, limited to [mean + a * std, mean + b * std]."""

    def __init__(
        self, mean: float = 0.0, std: float = 1.0, a: float = -2.0, b: float = 2.0, name: str | None = None
    ) -> None:
        finite_number(mean, "mean")
        not_negative(finite_number(std, "std"), "std")
        in_order(finite_number(a, "a"), finite_number(b, "b"), ("a", "b"))
        self.mean, self.std, self.a, self.b = mean, std, a, b

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        return "truncated_gaussian", {"mean": self.mean, "std": self.std, "a": self.a, "b": self.b}


class Assign(Initializer):
    """Initializer with a given array.

    In dygraph, a parameter also takes the shape of the array, as in Paddle, with a warning if its shape was different.
    """

    def __init__(self, value: Any, name: str | None = None) -> None:
        self.value = require_element_type(np.asarray(unmasked(value)))

    def make(self, shape: Sequence[int], dtype: str) -> Any:
        """Return the array, for dygraph."""
        if tuple(shape) != self.value.shape:
            warn(
                OpscopeWarning(
                    f"the parameter is declared with the shape {list(shape)}, but it gets the shape "
                    f"{list(self.value.shape)} of the value", site=site(), fix="pass a value of the declared shape",
                )
            )  # fmt: skip
        return super().make(self.value.shape, dtype)

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        if tuple(shape) != self.value.shape:
            raise ArgumentError(
                "the initial value must have the shape of the parameter",
                facts={"parameter": list(shape), "value": list(self.value.shape)},
            )
        return "assign_value", {"values": self.value}

    def _op_for(self, shape: Sequence[int], dtype: str) -> tuple[str, dict[str, Any]]:
        name, attrs = self.op_for(shape)
        return name, {**attrs, "values": self.value.astype(as_dtype(dtype).dtype)}


def fans(shape: Sequence[int]) -> tuple[int, int]:
    """Return (fan in, fan out) of a weight: [in, out], or [out, in, *window] of a convolution."""
    if len(shape) < 2:
        size = shape[0] if shape else 1
        return size, size
    window = math.prod(shape[2:])
    if len(shape) == 2:
        return shape[0], shape[1]
    return shape[1] * window, shape[0] * window


class XavierUniform(Initializer):
    """Uniform distribution within sqrt(6 / (fan_in + fan_out)). Source: Glorot & Bengio 2010."""

    def __init__(self, fan_in: float | None = None, fan_out: float | None = None, name: str | None = None) -> None:
        for name, fan in (("fan_in", fan_in), ("fan_out", fan_out)):
            if fan is not None:
                not_negative(finite_number(fan, name), name)
        if fan_in == fan_out == 0:
            raise ArgumentError(
                "fan_in and fan_out are both 0",
                site=site(),
                fix="leave fan_in and fan_out out, so that the shape determines them",
            )
        self.fan_in, self.fan_out = fan_in, fan_out

    def _fans(self, shape: Sequence[int]) -> tuple[float, float]:
        fan_in, fan_out = fans(shape)
        return (
            fan_in if self.fan_in is None else self.fan_in,
            fan_out if self.fan_out is None else self.fan_out,
        )

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        limit = math.sqrt(6.0 / sum(self._fans(shape)))
        return "uniform", {"min": -limit, "max": limit}


class XavierNormal(XavierUniform):
    """Normal distribution with std sqrt(2 / (fan_in + fan_out)). Source: Glorot & Bengio 2010."""

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        return "gaussian", {"std": math.sqrt(2.0 / sum(self._fans(shape)))}


class KaimingUniform(Initializer):
    """Uniform distribution within gain * sqrt(3 / fan_in); the gain depends on nonlinearity. Source: He et al. 2015."""

    def __init__(self, fan_in: float | None = None, negative_slope: float = 0.0, nonlinearity: str = "relu") -> None:
        if fan_in is not None:
            positive_number(fan_in, "fan_in", fix="leave fan_in out: the shape determines fan_in")
        self.fan_in = fan_in
        self.gain = calculate_gain(nonlinearity, negative_slope)

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        limit = self.gain * math.sqrt(3.0 / (self.fan_in or fans(shape)[0]))
        return "uniform", {"min": -limit, "max": limit}


class KaimingNormal(KaimingUniform):
    """Normal distribution with std gain / sqrt(fan_in); the gain depends on nonlinearity. Source: He et al. 2015."""

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        return "gaussian", {"std": self.gain / math.sqrt(self.fan_in or fans(shape)[0])}


class Orthogonal(Initializer):
    """A random orthogonal matrix times gain: the first dim is the rows, the product of the other dims the columns.

    Source: Saxe, McClelland & Ganguli 2013.
    """

    def __init__(self, gain: float = 1.0, name: str | None = None) -> None:
        self.gain = finite_number(gain, "gain")

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        if len(shape) < 2:
            raise ArgumentError(
                "Orthogonal can initialize only parameters with 2 or more dims", facts={"shape": list(shape)}
            )
        return "orthogonal", {"gain": self.gain}


class _Written(Initializer):
    """Base of initializers with explicit values, in the dtype of the parameter."""

    def values(self, shape: Sequence[int], dtype: str) -> Any:
        raise NotImplementedError

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        return "assign_value", {"values": self.values(shape, "float32")}

    def _op_for(self, shape: Sequence[int], dtype: str) -> tuple[str, dict[str, Any]]:
        return "assign_value", {"values": self.values(shape, dtype)}


class Dirac(_Written):
    """Convolution weight [O, C, *kernel] that copies channels: filter i is 1 in the middle of channel i.

    With groups, the output channels are divided into this number of parts, and each part copies channels. Raises
    ArgumentError for other shapes.
    """

    def __init__(self, groups: int = 1, name: str | None = None) -> None:
        self.groups = positive_whole(groups, "groups")

    def values(self, shape: Sequence[int], dtype: str) -> Any:
        if len(shape) not in (3, 4, 5) or shape[0] % self.groups:
            raise ArgumentError(
                "Dirac needs a weight of 3, 4 or 5 dims whose first dim is divisible by groups",
                facts={"shape": list(shape), "groups": self.groups},
            )
        values = np.zeros(shape, dtype=dtype)
        middle = tuple(d // 2 for d in shape[2:])
        part = shape[0] // self.groups
        for row in range(shape[0]):
            if row % part < shape[1]:
                values[(row, row % part, *middle)] = 1
        return values


class Bilinear(_Written):
    """Weight [O, C, K, K] of a transposed convolution that enlarges images by bilinear interpolation.

    Raises ArgumentError for other shapes. Source: Long, Shelhamer & Darrell 2015.
    """

    def values(self, shape: Sequence[int], dtype: str) -> Any:
        if len(shape) != 4:
            raise ArgumentError("Bilinear can initialize only parameters with 4 dims.", facts={"shape": list(shape)})
        if shape[2] != shape[3]:
            raise ArgumentError(
                "Bilinear needs a parameter whose shape[2] is equal to shape[3].", facts={"shape": list(shape)}
            )
        reach = math.ceil(shape[3] / 2)
        center = (2 * reach - 1 - reach % 2) / (2 * reach)
        line = 1 - np.abs(np.arange(shape[3]) / reach - center)
        return np.broadcast_to(np.outer(line, line), shape).astype(dtype)


_GAINS = {
    **dict.fromkeys(("sigmoid", "linear", "conv1d", "conv2d", "conv3d"), 1.0),
    **dict.fromkeys(("conv1d_transpose", "conv2d_transpose", "conv3d_transpose"), 1.0),
    "tanh": 5.0 / 3.0,
    "relu": math.sqrt(2.0),
    "selu": 0.75,
}


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """Return the factor for the standard deviation of weights before a nonlinearity; param: the slope of leaky_relu.

    Raises ArgumentError for an unknown nonlinearity.
    """
    if nonlinearity == "leaky_relu":
        return math.sqrt(2.0 / (1.0 + (0.01 if param is None else finite_number(param, "negative_slope")) ** 2))
    if nonlinearity not in _GAINS:
        raise ArgumentError(
            f"calculate_gain does not support the nonlinearity {nonlinearity}.",
            fix=f"use one of leaky_relu, {', '.join(_GAINS)}",
        )
    return _GAINS[nonlinearity]


class _Global:
    """The initializers that replace the layers' own, by suffix: w and b."""

    def __init__(self) -> None:
        self.by_suffix: dict[str, Initializer | None] = {}


_global = _Global()
state.on_reset(lambda: _global.by_suffix.clear())


def set_global_initializer(weight_init: Initializer | None, bias_init: Initializer | None = None) -> None:
    """Set the initializers of new parameters without one in a ParamAttr; None: the layers' own initializers.

    Raises UsageError for a value that is not an Initializer or None.
    """
    for name, given in (("weight_init", weight_init), ("bias_init", bias_init)):
        if given is not None and not isinstance(given, Initializer):
            raise UsageError(f"set_global_initializer: {name} must be an Initializer or None, not {given!r}")
    _global.by_suffix = {"w": weight_init, "b": bias_init}


def global_initializer(suffix: str) -> Initializer | None:
    """Return the initializer that `set_global_initializer` chose for weights ("w") or biases ("b")."""
    return _global.by_suffix.get(suffix)


alias_in_submodules(
    __name__,
    {
        "assign": "Assign",
        "constant": "Constant",
        "dirac": "Dirac",
        "initializer": "Initializer calculate_gain",
        "kaiming": "KaimingNormal KaimingUniform",
        "normal": "Normal TruncatedNormal",
        "orthogonal": "Orthogonal",
        "uniform": "Uniform",
        "xavier": "XavierNormal XavierUniform",
    },
)
