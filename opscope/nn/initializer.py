"""Initializers: which random (or constant) op fills a new parameter, and with which attributes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.dense import checked
from opscope.errors import ArgumentError
from opscope.ir.program import Block, Variable
from opscope.ops.registry import REGISTRY


class Initializer:
    """Base: `op_for(shape)` names the op and its attributes; called with a variable it appends the operator."""

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        """(op name, attributes but shape and dtype)."""
        raise NotImplementedError(f"{type(self).__name__} must say op_for(shape)")

    def __call__(self, variable: Variable, block: Block) -> None:
        """Append to `block` (of a startup program) the operator that fills `variable`."""
        shape = tuple(d for d in variable.spec.shape if d is not None)
        name, attrs = self.op_for(shape)
        op = REGISTRY[name]
        if "shape" in op.attrs:
            attrs = {"shape": shape, "dtype": variable.dtype.name, **attrs}
        if "seed" in op.attrs and not attrs.get("seed"):
            attrs["seed"] = block.program.random_seed
        block.append(op, (), attrs, outputs=[variable], specs=[variable.spec])

    def make(self, shape: Sequence[int], dtype: str) -> Any:
        """The array itself, for dygraph."""
        name, attrs = self.op_for(tuple(shape))
        op = REGISTRY[name]
        return op.run((), {"shape": tuple(shape), "dtype": dtype, **attrs} if "shape" in op.attrs else attrs)


class Constant(Initializer):
    """Every element is `value`."""

    def __init__(self, value: float = 0.0) -> None:
        self.value = value

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        return "full", {"fill_value": self.value}


class Uniform(Initializer):
    """Uniform in [low, high)."""

    def __init__(self, low: float = -1.0, high: float = 1.0, seed: int = 0, name: str | None = None) -> None:
        self.low, self.high, self.seed = low, high, seed

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        return "uniform", {"min": self.low, "max": self.high, "seed": self.seed}


class Normal(Initializer):
    """Normal with the given mean and standard deviation."""

    def __init__(self, mean: float = 0.0, std: float = 1.0, name: str | None = None) -> None:
        self.mean, self.std = mean, std

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        return "gaussian", {"mean": self.mean, "std": self.std}


class TruncatedNormal(Normal):
    """Normal, without what lies more than two standard deviations away."""

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        return "truncated_gaussian", {"mean": self.mean, "std": self.std}


class Assign(Initializer):
    """The given array."""

    def __init__(self, value: Any, name: str | None = None) -> None:
        self.value = checked(np.asarray(value))

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        if tuple(shape) != self.value.shape:
            raise ArgumentError(
                "the initial value has not the shape of the parameter",
                facts={"parameter": list(shape), "value": list(self.value.shape)},
            )
        return "assign_value", {"values": self.value}

    def __call__(self, variable: Variable, block: Block) -> None:
        self.value = self.value.astype(variable.dtype.dtype)
        super().__call__(variable, block)

    def make(self, shape: Sequence[int], dtype: str) -> Any:
        self.op_for(shape)
        return self.value.astype(dtype)


def fans(shape: Sequence[int]) -> tuple[int, int]:
    """(fan in, fan out) of a weight: [in, out], or [out, in, *window] of a convolution."""
    if len(shape) < 2:
        size = shape[0] if shape else 1
        return size, size
    window = math.prod(shape[2:])
    if len(shape) == 2:
        return shape[0], shape[1]
    return shape[1] * window, shape[0] * window


class XavierUniform(Initializer):
    """Uniform within sqrt(6 / (fan_in + fan_out)). Source: Glorot & Bengio 2010."""

    def __init__(self, fan_in: float | None = None, fan_out: float | None = None, name: str | None = None) -> None:
        self.fan_in, self.fan_out = fan_in, fan_out

    def _fans(self, shape: Sequence[int]) -> tuple[float, float]:
        fan_in, fan_out = fans(shape)
        return self.fan_in or fan_in, self.fan_out or fan_out

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        limit = math.sqrt(6.0 / sum(self._fans(shape)))
        return "uniform", {"min": -limit, "max": limit}


class XavierNormal(XavierUniform):
    """Normal with std sqrt(2 / (fan_in + fan_out)). Source: Glorot & Bengio 2010."""

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        return "gaussian", {"std": math.sqrt(2.0 / sum(self._fans(shape)))}


class KaimingUniform(Initializer):
    """Uniform within sqrt(6 / fan_in), for layers followed by relu. Source: He et al. 2015."""

    def __init__(self, fan_in: float | None = None) -> None:
        self.fan_in = fan_in

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        limit = math.sqrt(6.0 / (self.fan_in or fans(shape)[0]))
        return "uniform", {"min": -limit, "max": limit}


class KaimingNormal(KaimingUniform):
    """Normal with std sqrt(2 / fan_in). Source: He et al. 2015."""

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        return "gaussian", {"std": math.sqrt(2.0 / (self.fan_in or fans(shape)[0]))}
