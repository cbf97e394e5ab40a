"""Activations as layers: the functions of `functional` with their settings."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from opscope.errors import ModeError
from opscope.ops.nn.activation_units import SELU_ALPHA, SELU_SCALE
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.initializer import Constant
from opscope.paddle.nn.layer.layers import Layer, TensorT
from opscope.paddle.nn.layer.unit import Unit


class ReLU(Unit):
    """max(x, 0), elementwise."""

    function = staticmethod(F.relu)


class ReLU6(Unit):
    """min(max(x, 0), 6), elementwise."""

    function = staticmethod(F.relu6)


class LeakyReLU(Unit):
    """x where it is positive, negative_slope * x elsewhere."""

    function = staticmethod(F.leaky_relu)

    def __init__(self, negative_slope: float = 0.01, name: str | None = None) -> None:
        super().__init__(name, negative_slope=negative_slope)


class ELU(Unit):
    """x where it is positive, alpha * (exp(x) - 1) elsewhere."""

    function = staticmethod(F.elu)

    def __init__(self, alpha: float = 1.0, name: str | None = None) -> None:
        super().__init__(name, alpha=alpha)


class SELU(Unit):
    """scale * x where x > 0, scale * alpha * (exp(x) - 1) elsewhere."""

    function = staticmethod(F.selu)

    def __init__(self, scale: float = SELU_SCALE, alpha: float = SELU_ALPHA, name: str | None = None) -> None:
        super().__init__(name, scale=scale, alpha=alpha)


class CELU(Unit):
    """x where x > 0, alpha * (exp(x / alpha) - 1) elsewhere."""

    function = staticmethod(F.celu)

    def __init__(self, alpha: float = 1.0, name: str | None = None) -> None:
        super().__init__(name, alpha=alpha)


class GELU(Unit):
    """x times the normal distribution function at x; approximate takes the tanh form."""

    function = staticmethod(F.gelu)

    def __init__(self, approximate: bool = False, name: str | None = None) -> None:
        super().__init__(name, approximate=approximate)


class Sigmoid(Unit):
    """1 / (1 + exp(-x)), elementwise."""

    function = staticmethod(F.sigmoid)


class LogSigmoid(Unit):
    """log(sigmoid(x)), elementwise."""

    function = staticmethod(F.log_sigmoid)


class Hardsigmoid(Unit):
    """min(max(x / 6 + 0.5, 0), 1), elementwise."""

    function = staticmethod(F.hardsigmoid)


class Hardswish(Unit):
    """x * min(max(x + 3, 0), 6) / 6, elementwise."""

    function = staticmethod(F.hardswish)


class Hardtanh(Unit):
    """x kept within [min, max], elementwise."""

    function = staticmethod(F.hardtanh)

    def __init__(self, min: float = -1.0, max: float = 1.0, name: str | None = None) -> None:
        super().__init__(name, min=min, max=max)


class Hardshrink(Unit):
    """x where |x| > threshold, 0 elsewhere."""

    function = staticmethod(F.hardshrink)

    def __init__(self, threshold: float = 0.5, name: str | None = None) -> None:
        super().__init__(name, threshold=threshold)


class Softshrink(Unit):
    """x moved towards 0 by threshold, 0 where |x| is less."""

    function = staticmethod(F.softshrink)

    def __init__(self, threshold: float = 0.5, name: str | None = None) -> None:
        super().__init__(name, threshold=threshold)


class Tanhshrink(Unit):
    """x - tanh(x), elementwise."""

    function = staticmethod(F.tanhshrink)


class Swish(Unit):
    """x * sigmoid(x), elementwise."""

    function = staticmethod(F.swish)


class Silu(Unit):
    """x * sigmoid(x), elementwise."""

    function = staticmethod(F.silu)


class Mish(Unit):
    """x * tanh(log(1 + exp(x))), elementwise."""

    function = staticmethod(F.mish)


class Softplus(Unit):
    """log(1 + exp(beta * x)) / beta; x where beta * x > threshold."""

    function = staticmethod(F.softplus)

    def __init__(self, beta: float = 1.0, threshold: float = 20.0, name: str | None = None) -> None:
        super().__init__(name, beta=beta, threshold=threshold)


class Softsign(Unit):
    """x / (1 + |x|), elementwise."""

    function = staticmethod(F.softsign)


class Softmax(Unit):
    """exp(x) / sum(exp(x)) along an axis."""

    function = staticmethod(F.softmax)

    def __init__(self, axis: int = -1, name: str | None = None) -> None:
        super().__init__(name, axis=axis)


class LogSoftmax(Unit):
    """log(softmax(x)) along an axis."""

    function = staticmethod(F.log_softmax)

    def __init__(self, axis: int = -1, name: str | None = None) -> None:
        super().__init__(name, axis=axis)


class ThresholdedReLU(Unit):
    """x where x > threshold, value elsewhere."""

    function = staticmethod(F.thresholded_relu)
    usual = MappingProxyType({"value": 0.0})

    def __init__(self, threshold: float = 1.0, value: float = 0.0, name: str | None = None) -> None:
        super().__init__(name, threshold=threshold, value=value)


class Maxout(Unit):
    """The largest of `groups` channels that stand together."""

    function = staticmethod(F.maxout)

    def __init__(self, groups: int, axis: int = 1, name: str | None = None) -> None:
        super().__init__(name, groups=groups, axis=axis)


class Tanh(Unit):
    """The hyperbolic tangent, elementwise."""

    function = staticmethod(F.tanh)


class GLU(Unit):
    """The first half along an axis times the sigmoid of the second."""

    function = staticmethod(F.glu)

    def __init__(self, axis: int = -1, name: str | None = None) -> None:
        super().__init__(name, axis=axis)


class RReLU(Layer):
    """x where it is not negative, a * x elsewhere: a is drawn from [lower, upper) in training, their mean else."""

    def __init__(self, lower: float = 1.0 / 8.0, upper: float = 1.0 / 3.0, name: str | None = None) -> None:
        super().__init__()
        self._lower, self._upper = lower, upper

    def forward(self, x: TensorT) -> TensorT:
        return F.rrelu(x, self._lower, self._upper, self.training)

    def extra_repr(self) -> str:
        return f"lower={self._lower}, upper={self._upper}, training={self.training}, dtype={self._dtype}"


class PReLU(Layer):
    """x where x > 0, weight * x elsewhere; the weight has one value, or num_parameters (one for each channel)."""

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
    """The softmax over the channels of [N, C, H, W] or [C, H, W]."""

    def __init__(self, name: str | None = None) -> None:
        super().__init__()

    def forward(self, x: TensorT) -> TensorT:
        if len(x.shape) not in (3, 4):
            raise ModeError(f"Softmax2D requires a 3D or 4D tensor as input. Received: {len(x.shape)}D.")
        return F.softmax(x, axis=-3)
