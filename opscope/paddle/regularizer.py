"""Penalties on parameters (paddle.regularizer), as terms that are added to gradients."""

from __future__ import annotations

import numbers
from typing import Any

from opscope.core.checks.number_checks import finite_number
from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.ops.registry import REGISTRY


class WeightDecayRegularizer:
    """Base of the penalties: `penalty(parameter)` is the gradient of the penalty, in dygraph and in programs."""

    def __init__(self, coeff: float = 0.0) -> None:
        self.coeff = finite_number(coeff, "coeff")

    def penalty(self, parameter: Any) -> Any:
        """Return the term to add to the gradient of `parameter`."""
        raise NotImplementedError(f"{type(self).__name__} must define penalty(parameter)")

    @property
    def data(self) -> tuple[str, float]:
        """The same as data, which programs can hold: ("L2Decay", 0.1)."""
        return type(self).__name__, self.coeff

    def __repr__(self) -> str:
        return f"{type(self).__name__}, coeff={self.coeff:f}"


class L1Decay(WeightDecayRegularizer):
    """Penalty coeff * sum(|parameter|): it adds coeff * sign(parameter) to the gradient.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/regularizer/L1Decay_en.html
    """

    def penalty(self, parameter: Any) -> Any:
        return REGISTRY["scale"](REGISTRY["sign"](parameter), scale=self.coeff)


class L2Decay(WeightDecayRegularizer):
    """Penalty coeff / 2 * sum(parameter^2): it adds coeff * parameter to the gradient.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/regularizer/L2Decay_en.html
    """

    def penalty(self, parameter: Any) -> Any:
        return REGISTRY["scale"](parameter, scale=self.coeff)


_NAMED = {"L1Decay": L1Decay, "L2Decay": L2Decay}


def as_regularizer(value: Any, owner: str, what: str = "weight_decay") -> WeightDecayRegularizer | None:
    """Return the penalty for an optimizer's `weight_decay` or a parameter's `regularizer`; a number is L2Decay.

    Raises UnsupportedError, with the name of the owner, for other values.
    """
    if value is None or isinstance(value, WeightDecayRegularizer):
        return value
    if isinstance(value, numbers.Real) and not isinstance(value, bool):
        return L2Decay(finite_number(value, what)) if value else None
    if isinstance(value, tuple) and len(value) == 2 and value[0] in _NAMED:  # as programs hold it
        return _NAMED[value[0]](value[1])
    raise UnsupportedError(
        f"{owner} does not support {what}={value!r}", site=site(), fix="pass a number, L1Decay or L2Decay"
    )


__all__ = ["L1Decay", "L2Decay"]
