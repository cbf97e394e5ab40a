"""Activation layers: functions of `functional` with their settings."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from opscope.errors import ModeError
from opscope.ops.nn.activation_units import SELU_ALPHA, SELU_SCALE
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.initializer import Constant
from opscope.paddle.nn.layer.layers import Layer, TensorT
from opscope.paddle.nn.layer.unit import Unit


class ReLU(Unit, function=F.relu):
    """Activation max(x, 0), elementwise."""


class ReLU6(Unit, function=F.relu6):
    """Activation min(max(x, 0), 6), elementwise."""


class LeakyReLU(Unit, function=F.leaky_relu):
    """Activation: x where x is positive, and negative_slope * x elsewhere."""

    def __init__(self, negative_slope: float = 0.01, name: str | None = None) -> None: ...


class ELU(Unit, function=F.elu):
    """Activation: x where x is positive, and alpha * (exp(x) - 1) elsewhere."""

    def __init__(self, alpha: float = 1.0, name: str | None = None) -> None: ...


class SELU(Unit, function=F.selu):
    """Activation: scale * x where x > 0, and scale * alpha * (exp(x) - 1) elsewhere."""

    def __init__(self, scale: float = SELU_SCALE, alpha: float = SELU_ALPHA, name: str | None = None) -> None: ...


class CELU(Unit, function=F.celu):
    """Activation: x where x > 0, and alpha * (exp(x / alpha) - 1) elsewhere."""

    def __init__(self, alpha: float = 1.0, name: str | None = None) -> None: ...


class GELU(Unit, function=F.gelu):
    """Activation: x times the normal distribution function at x; approximate uses the formula with tanh."""

    def __init__(self, approximate: bool = False, name: str | None = None) -> None: ...


class Sigmoid(Unit, function=F.sigmoid):
    """Activation 1 / (1 + exp(-x)), elementwise."""


class LogSigmoid(Unit, function=F.log_sigmoid):
    """Activation log(sigmoid(x)), elementwise."""


class Hardsigmoid(Unit, function=F.hardsigmoid):
    """Activation min(max(x / 6 + 0.5, 0), 1), elementwise."""


class Hardswish(Unit, function=F.hardswish):
    """Activation x * min(max(x + 3, 0), 6) / 6, elementwise."""


class Hardtanh(Unit, function=F.hardtanh):
    """Activation: x clipped to [min, max], elementwise."""

    def __init__(self, min: float = -1.0, max: float = 1.0, name: str | None = None) -> None: ...


class Hardshrink(Unit, function=F.hardshrink):
    """Activation: x where |x| > threshold, and 0 elsewhere."""

    def __init__(self, threshold: float = 0.5, name: str | None = None) -> None: ...


class Softshrink(Unit, function=F.softshrink):
    """Activation: x moved towards 0 by threshold, and 0 where |x| is at most threshold."""

    def __init__(self, threshold: float = 0.5, name: str | None = None) -> None: ...


class Tanhshrink(Unit, function=F.tanhshrink):
    """Activation x - tanh(x), elementwise."""


class Swish(Unit, function=F.swish):
    """Activation x * sigmoid(x), elementwise."""


class Silu(Unit, function=F.silu):
    """Activation x * sigmoid(x), elementwise."""


class Mish(Unit, function=F.mish):
    """Activation x * tanh(log(1 + exp(x))), elementwise."""


class Softplus(Unit, function=F.softplus):
    """Activation log(1 + exp(beta * x)) / beta; x where beta * x > threshold."""

    def __init__(self, beta: float = 1.0, threshold: float = 20.0, name: str | None = None) -> None: ...


class Softsign(Unit, function=F.softsign):
    """Activation x / (1 + |x|), elementwise."""


class Softmax(Unit, function=F.softmax):
    """Activation exp(x) / sum(exp(x)) along an axis."""

    def __init__(self, axis: int = -1, name: str | None = None) -> None: ...


class LogSoftmax(Unit, function=F.log_softmax):
    """Activation log(softmax(x)) along an axis."""

    def __init__(self, axis: int = -1, name: str | None = None) -> None: ...


class ThresholdedReLU(Unit, function=F.thresholded_relu):
    """Activation: x where x > threshold, and value elsewhere."""

    usual = MappingProxyType({"value": 0.0})

    def __init__(self, threshold: float = 1.0, value: float = 0.0, name: str | None = None) -> None: ...


class Maxout(Unit, function=F.maxout):
    """Activation: the maximum of each group of `groups` adjacent channels."""

    def __init__(self, groups: int, axis: int = 1, name: str | None = None) -> None: ...


class Tanh(Unit, function=F.tanh):
    """Activation: the hyperbolic tangent, elementwise."""


class GLU(Unit, function=F.glu):
    """Activation: the first half along an axis times the sigmoid of the second half."""

    def __init__(self, axis: int = -1, name: str | None = None) -> None: ...


class RReLU(Layer):
    """Activation: x where x >= 0, and a * x elsewhere.

    In training, a is drawn from [lower, upper); otherwise, a is the mean of lower and upper.
    """

    def __init__(self, lower: float = 1.0 / 8.0, upper: float = 1.0 / 3.0, name: str | None = None) -> None:
        super().__init__()
        self._lower, self._upper = lower, upper

    def forward(self, x: TensorT) -> TensorT:
        return F.rrelu(x, self._lower, self._upper, self.training)

    def extra_repr(self) -> str:
        return f"lower={self._lower}, upper={self._upper}, training={self.training}, dtype={self._dtype}"


class PReLU(Layer):
    """Activation: x where x > 0, and weight * x elsewhere.

    The weight has one value, or num_parameters values (one for each channel).
    """

    def __init__(
        self,
        num_parameters: int = 1,
        init: float = 0.25,
        weight_attr: Any = None,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._num_parameters, self._init, self._data_format = num_parameters, init, data_format
        self._weight = self.create_parameter([num_parameters], weight_attr, default_initializer=Constant(init))

    def forward(self, x: TensorT) -> TensorT:
        return F.prelu(x, self._weight, self._data_format)

    def extra_repr(self) -> str:
        return (
            f"num_parameters={self._num_parameters}, data_format={self._data_format}, init={self._init}, "
            f"dtype={self._dtype}"
        )


class Softmax2D(Layer):
    """Activation: the softmax over the channels of [N, C, H, W] or [C, H, W]."""

    def __init__(self, name: str | None = None) -> None:
        super().__init__()

    def forward(self, x: TensorT) -> TensorT:
        if len(x.shape) not in (3, 4):
            raise ModeError(f"Softmax2D requires a 3D or 4D tensor as input, but received a {len(x.shape)}D tensor.")
        return F.softmax(x, axis=-3)
