"""Elementwise transforms of values, with their inverses and log determinants."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core.described import Described
from opscope.core.public_calls import notes_methods
from opscope.errors import UnsupportedError, UsageError
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.nn import functional as F  # noqa: N812

# What calling a transform with other things than tensors makes; `chained` and `transformed` say theirs.
CALLED: dict[type, Callable[[Any, Any], Any]] = {}


@notes_methods
class Transform(Described):
    """Base class of transforms. A subclass defines `_forward`, `_inverse` and one of the two log determinants.

    event_ranks: the numbers of last dims that belong to one value, before and after the transform.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/distribution/Transform_en.html
    """

    event_ranks: tuple[int, int] = (0, 0)
    injective = True

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.__module__.startswith("opscope."):  # not those of users
            notes_methods(cls)

    def __call__(self, input: Any) -> Any:
        """Transform a tensor or a distribution, or chain another transform after this transform."""
        for kind, made in CALLED.items():
            if isinstance(input, kind):
                return made(self, input)
        return self.forward(input)

    def forward(self, x: Any) -> Any:
        """Return the transformed value of x."""
        return self._forward(_tensor("x", x))

    def inverse(self, y: Any) -> Any:
        """Return the value whose transformed value is y."""
        return self._inverse(_tensor("y", y))

    def forward_log_det_jacobian(self, x: Any) -> Any:
        """Return log |det dy/dx|, summed over the dims of one value."""
        x = _tensor("x", x)
        if type(self)._forward_log_det_jacobian is not Transform._forward_log_det_jacobian:
            return self._forward_log_det_jacobian(x)
        if type(self)._inverse_log_det_jacobian is not Transform._inverse_log_det_jacobian:
            return -self._inverse_log_det_jacobian(self.forward(x))
        raise self._missing(
            "log determinant: the transform is not injective" if not self.injective else "log determinant"
        )

    def inverse_log_det_jacobian(self, y: Any) -> Any:
        """Return log |det dx/dy|, summed over the dims of one value."""
        y = _tensor("y", y)
        if type(self)._inverse_log_det_jacobian is not Transform._inverse_log_det_jacobian:
            return self._inverse_log_det_jacobian(y)
        if type(self)._forward_log_det_jacobian is not Transform._forward_log_det_jacobian:
            return -self._forward_log_det_jacobian(self.inverse(y))
        raise self._missing(
            "log determinant: the transform is not injective" if not self.injective else "log determinant"
        )

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of transformed values, from the shape of values."""
        return tuple(shape)

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of values, from the shape of transformed values."""
        return tuple(shape)

    def _forward(self, x: Any) -> Any:
        raise self._missing("forward")

    def _inverse(self, y: Any) -> Any:
        raise self._missing("inverse")

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        raise self._missing("log determinant")

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        raise self._missing("log determinant")

    def _missing(self, what: str) -> UnsupportedError:
        return UnsupportedError(f"{type(self).__name__} has no {what}")


def _tensor(name: str, value: Any) -> Any:
    if not hasattr(value, "__apply_op__"):
        raise UsageError(f"'{name}' must be a Tensor or a real number, but received {type(value)}.")
    return value


class AbsTransform(Transform):
    """|x|. The inverse returns both signs."""

    injective = False

    def _forward(self, x: Any) -> Any:
        return T.abs(x)

    def _inverse(self, y: Any) -> Any:
        return -y, y

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        return T.zeros_like(y), T.zeros_like(y)


class AffineTransform(Transform):
    """loc + scale * x."""

    def __init__(self, loc: Any, scale: Any) -> None:
        self.loc, self.scale = _tensor("loc", loc), _tensor("scale", scale)

    def _forward(self, x: Any) -> Any:
        return self.loc + self.scale * x

    def _inverse(self, y: Any) -> Any:
        return (y - self.loc) / self.scale

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return T.log(T.abs(self.scale)) + T.zeros_like(x)

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return np.broadcast_shapes(tuple(shape), tuple(self.loc.shape), tuple(self.scale.shape))

    inverse_shape = forward_shape


class ExpTransform(Transform):
    """exp(x)."""

    def _forward(self, x: Any) -> Any:
        return T.exp(x)

    def _inverse(self, y: Any) -> Any:
        return T.log(y)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return x


class PowerTransform(Transform):
    """x ** power, for positive values."""

    def __init__(self, power: Any) -> None:
        self.power = _tensor("power", power)

    def _forward(self, x: Any) -> Any:
        return T.pow(x, self.power)

    def _inverse(self, y: Any) -> Any:
        return T.pow(y, 1.0 / self.power)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return T.log(T.abs(self.power * T.pow(x, self.power - 1.0)))

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return np.broadcast_shapes(tuple(shape), tuple(self.power.shape))

    inverse_shape = forward_shape


class SigmoidTransform(Transform):
    """1 / (1 + exp(-x))."""

    def _forward(self, x: Any) -> Any:
        return F.sigmoid(x)

    def _inverse(self, y: Any) -> Any:
        return T.log(y) - T.log1p(-y)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return -F.softplus(-x) - F.softplus(x)


class TanhTransform(Transform):
    """The hyperbolic tangent."""

    def _forward(self, x: Any) -> Any:
        return T.tanh(x)

    def _inverse(self, y: Any) -> Any:
        return T.atanh(y)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return (math.log(2.0) - x - F.softplus(x * -2.0)) * 2.0


class SoftmaxTransform(Transform):
    """Softmax over the last dim. The inverse is the log, one of many inverses."""

    event_ranks = (1, 1)
    injective = False

    def _forward(self, x: Any) -> Any:
        return F.softmax(x, -1)

    def _inverse(self, y: Any) -> Any:
        return T.log(y)


class StickBreakingTransform(Transform):
    """[..., K] to K + 1 shares of a whole: each share is a part of the rest after the shares before."""

    event_ranks = (1, 1)

    def _offset(self, x: Any) -> Any:
        count = x.shape[-1]
        return T.log(T.arange(count, 0, -1, dtype=x.dtype.name))

    def _forward(self, x: Any) -> Any:
        part = F.sigmoid(x - self._offset(x))
        left = T.exp(T.cumsum(T.log1p(-part), axis=-1))
        ones = T.ones_like(left[..., :1])
        return T.concat([part, ones], -1) * T.concat([ones, left], -1)

    def _inverse(self, y: Any) -> Any:
        first = y[..., :-1]
        left = 1.0 - T.cumsum(first, axis=-1)
        return T.log(first) - T.log(left) + self._offset(first)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        y = self.forward(x)
        moved = x - self._offset(x)
        return T.sum(-moved + F.log_sigmoid(moved) + T.log(y[..., :-1]), axis=-1)

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return (*shape[:-1], shape[-1] + 1)

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return (*shape[:-1], shape[-1] - 1)
