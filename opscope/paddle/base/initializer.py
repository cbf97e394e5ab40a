"""paddle.base.initializer: initializers with the names and parameters of Paddle 1.x. Each has a separate seed."""

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
    """Set every element to `value`. force_cpu has no effect, because the tensor is filled where the program runs."""

    def __init__(self, value: float = 0.0, force_cpu: bool = False) -> None:
        super().__init__(value)


class _Seeded(Initializer):
    """An initializer with a seed. If the seed is 0, the numbers come from the program's stream."""

    def __init__(self, rule: Initializer, seed: int) -> None:
        self.rule, self.seed = rule, seed

    def op_for(self, shape: Sequence[int]) -> tuple[str, dict[str, Any]]:
        name, attrs = self.rule.op_for(shape)
        return name, {**attrs, "seed": self.seed}


class UniformInitializer(_Seeded):
    """Uniform distribution over [low, high). Raises UnsupportedError for other values on the diagonal."""

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
            raise UnsupportedError(
                "UniformInitializer does not support diag_num", site=site(), fix="leave diag_num out"
            )
        super().__init__(_Uniform(low, high), seed)


class NormalInitializer(_Seeded):
    """Normal distribution with mean loc and standard deviation scale."""

    def __init__(self, loc: float = 0.0, scale: float = 1.0, seed: int = 0) -> None:
        super().__init__(_Normal(loc, scale), seed)


class TruncatedNormalInitializer(_Seeded):
    """Normal distribution, without values that are more than two standard deviations from the mean."""

    def __init__(self, loc: float = 0.0, scale: float = 1.0, seed: int = 0) -> None:
        super().__init__(_TruncatedNormal(loc, scale), seed)


class XavierInitializer(_Seeded):
    """Initializer of Glorot & Bengio 2010, uniform or normal."""

    def __init__(
        self, uniform: bool = True, fan_in: float | None = None, fan_out: float | None = None, seed: int = 0
    ) -> None:
        super().__init__((XavierUniform if uniform else XavierNormal)(fan_in, fan_out), seed)


class MSRAInitializer(_Seeded):
    """Initializer of He et al. 2015, uniform or normal."""

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
