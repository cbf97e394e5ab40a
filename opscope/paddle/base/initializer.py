"""paddle.base.initializer: initializers by their names and parameters of Paddle 1.x, each with a seed of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.paddle.nn.initializer import (
    Assign,
    Bilinear,
    Initializer,
    KaimingNormal,
    KaimingUniform,
    XavierNormal,
    XavierUniform,
    set_global_initializer,
)
from opscope.paddle.nn.initializer import Constant as _Constant
from opscope.paddle.nn.initializer import Normal as _Normal
from opscope.paddle.nn.initializer import TruncatedNormal as _TruncatedNormal
from opscope.paddle.nn.initializer import Uniform as _Uniform

NumpyArrayInitializer, BilinearInitializer = Assign, Bilinear


class ConstantInitializer(_Constant):
    """Every element is `value`. force_cpu has no effect: it is filled where the program runs."""

    def __init__(self, value: float = 0.0, force_cpu: bool = False) -> None:
        super().__init__(value)


class _Seeded(Initializer):
    """An initializer with a seed: 0 takes numbers from the program's stream."""

    def __init__(self, rule: Initializer, seed: int) -> None:
        self.rule, self.seed = rule, seed

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        name, attrs = self.rule.op_for(shape)
        return name, {**attrs, "seed": self.seed}


class UniformInitializer(_Seeded):
    """Uniform in [low, high). Raises UnsupportedError for a diagonal of other values."""

    def __init__(
        self,
        low: float = -1.0,
        high: float = 1.0,
        seed: int = 0,
        diag_num: int = 0,
        diag_step: int = 0,
        diag_val: float = 1.0,
    ) -> None:
        if diag_num:
            raise UnsupportedError("UniformInitializer does not support diag_num", site=site(), fix="leave it out")
        super().__init__(_Uniform(low, high), seed)


class NormalInitializer(_Seeded):
    """Normal with mean loc and standard deviation scale."""

    def __init__(self, loc: float = 0.0, scale: float = 1.0, seed: int = 0) -> None:
        super().__init__(_Normal(loc, scale), seed)


class TruncatedNormalInitializer(_Seeded):
    """Normal, without what lies more than two deviations away."""

    def __init__(self, loc: float = 0.0, scale: float = 1.0, seed: int = 0) -> None:
        super().__init__(_TruncatedNormal(loc, scale), seed)


class XavierInitializer(_Seeded):
    """Glorot & Bengio 2010, uniform or normal."""

    def __init__(
        self, uniform: bool = True, fan_in: float | None = None, fan_out: float | None = None, seed: int = 0
    ) -> None:
        super().__init__((XavierUniform if uniform else XavierNormal)(fan_in, fan_out), seed)


class MSRAInitializer(_Seeded):
    """He et al. 2015, uniform or normal."""

    def __init__(
        self,
        uniform: bool = True,
        fan_in: float | None = None,
        seed: int = 0,
        negative_slope: float = 0.0,
        nonlinearity: str = "relu",
    ) -> None:
        super().__init__((KaimingUniform if uniform else KaimingNormal)(fan_in, negative_slope, nonlinearity), seed)


Constant, Uniform, Normal, TruncatedNormal = (
    ConstantInitializer,
    UniformInitializer,
    NormalInitializer,
    TruncatedNormalInitializer,
)
Xavier, MSRA = XavierInitializer, MSRAInitializer

__all__ = [
    "MSRA",
    "Assign",
    "Bilinear",
    "BilinearInitializer",
    "Constant",
    "ConstantInitializer",
    "Initializer",
    "KaimingNormal",
    "KaimingUniform",
    "MSRAInitializer",
    "Normal",
    "NormalInitializer",
    "NumpyArrayInitializer",
    "TruncatedNormal",
    "TruncatedNormalInitializer",
    "Uniform",
    "UniformInitializer",
    "Xavier",
    "XavierInitializer",
    "XavierNormal",
    "XavierUniform",
    "set_global_initializer",
]
