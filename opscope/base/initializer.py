"""paddle.base.initializer: initializers by their names of Paddle 1.x."""

from __future__ import annotations

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.nn.initializer import (
    Assign,
    Constant,
    Initializer,
    KaimingNormal,
    KaimingUniform,
    Normal,
    TruncatedNormal,
    Uniform,
    XavierNormal,
    XavierUniform,
    set_global_initializer,
)

ConstantInitializer = Constant
NumpyArrayInitializer = Assign


def _no_seed(seed: int) -> None:
    if seed:
        raise UnsupportedError(
            "this initializer does not support a seed of its own", site=site(), fix="call paddle.seed()"
        )


def UniformInitializer(  # noqa: N802 (Paddle's name)
    low: float = -1.0, high: float = 1.0, seed: int = 0, diag_num: int = 0, diag_step: int = 0, diag_val: float = 1.0
) -> Uniform:
    """Uniform in [low, high). Raises UnsupportedError for a diagonal of other values."""
    if diag_num:
        raise UnsupportedError("UniformInitializer does not support diag_num", site=site(), fix="leave it out")
    return Uniform(low, high, seed)


def NormalInitializer(loc: float = 0.0, scale: float = 1.0, seed: int = 0) -> Normal:  # noqa: N802
    """Normal with mean loc and standard deviation scale."""
    _no_seed(seed)
    return Normal(loc, scale)


def TruncatedNormalInitializer(loc: float = 0.0, scale: float = 1.0, seed: int = 0) -> TruncatedNormal:  # noqa: N802
    """Normal, without what lies more than two deviations away."""
    _no_seed(seed)
    return TruncatedNormal(loc, scale)


def XavierInitializer(  # noqa: N802
    uniform: bool = True, fan_in: float | None = None, fan_out: float | None = None, seed: int = 0
) -> Initializer:
    """Glorot & Bengio 2010, uniform or normal."""
    _no_seed(seed)
    return (XavierUniform if uniform else XavierNormal)(fan_in, fan_out)


def MSRAInitializer(  # noqa: N802
    uniform: bool = True,
    fan_in: float | None = None,
    seed: int = 0,
    negative_slope: float = 0.0,
    nonlinearity: str = "relu",
) -> Initializer:
    """He et al. 2015, uniform or normal."""
    _no_seed(seed)
    return (KaimingUniform if uniform else KaimingNormal)(fan_in, negative_slope, nonlinearity)


Xavier, MSRA = XavierInitializer, MSRAInitializer

__all__ = [
    "MSRA",
    "Assign",
    "Constant",
    "ConstantInitializer",
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
