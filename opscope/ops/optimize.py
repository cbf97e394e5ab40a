"""One step of an optimizer: new values out of old ones and a gradient. Nothing is written in place."""

from __future__ import annotations

from typing import Any

from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import samples
from opscope.ops.registry import Sample, op


def _new(count: int) -> Any:
    """Shape rule: new values for the parameter and for the `count` inputs after the gradient."""

    def infer(param: TensorSpec, grad: TensorSpec, *state: TensorSpec, **attrs: Any) -> Any:
        if len(param.shape) != len(grad.shape) or any(
            None not in (a, b) and a != b for a, b in zip(param.shape, grad.shape, strict=True)
        ):
            raise ShapeError("the gradient has not the shape of the parameter", facts={"param": param, "grad": grad})
        return [param, *state[:count]] if count else param

    return infer


def _rate(xp: Any, learning_rate: Any, param: Any) -> Any:
    """The learning rate (a tensor of one value, or a number) as rank 0, in the dtype of the parameter."""
    return xp.reshape(xp.asarray(learning_rate, dtype=param.dtype), ())


def _fitted(xp: Any, grad: Any, param: Any) -> Any:
    """The gradient in the shape and dtype of the parameter: a py_func's may have come in others."""
    if grad.shape == param.shape and grad.dtype == param.dtype:
        return grad
    if grad.size != param.size:
        raise ShapeError(
            f"the gradient has {grad.size} elements and the parameter {param.size}",
            fix="a backward function must return a gradient of the shape of its input",
        )
    return xp.reshape(xp.asarray(grad, dtype=param.dtype), param.shape)


def _pair(count: int) -> list[Any]:
    return [samples.array(2, 3, seed=i, low=0.1) for i in range(count)]


@op(
    infer=_new(0),
    outputs=("param_out",),
    samples=lambda: [Sample((*_pair(2), samples.array(1, low=0.1)))],
)
def sgd(xp: Any, param: Any, grad: Any, learning_rate: Any) -> Any:
    """Gradient descent: param - learning_rate * grad."""
    return param - _rate(xp, learning_rate, param) * _fitted(xp, grad, param)


@op(
    infer=_new(1),
    outputs=("param_out", "velocity_out"),
    samples=lambda: [
        Sample((*_pair(3), samples.array(1, low=0.1)), {"mu": 0.9}),
        Sample((*_pair(3), samples.array(low=0.1)), {"mu": 0.9, "use_nesterov": True}),
    ],
)
def momentum(
    xp: Any, param: Any, grad: Any, velocity: Any, learning_rate: Any, *, mu: float = 0.9, use_nesterov: bool = False
) -> Any:
    """Descent with momentum: velocity_out = mu * velocity + grad, and the parameter follows it.

    Source: Sutskever et al. 2013.
    """
    grad = _fitted(xp, grad, param)
    speed = mu * velocity + grad
    step = grad + mu * speed if use_nesterov else speed
    return [param - _rate(xp, learning_rate, param) * step, speed]


_ADAM_OUTPUTS = ("param_out", "moment1_out", "moment2_out", "beta1_pow_out", "beta2_pow_out")


def _adam_samples() -> list[Sample]:
    powers = samples.array(1, low=0.8, high=0.9), samples.array(1, low=0.9, high=0.99)
    return [Sample((*_pair(4), *powers, samples.array(1, low=0.1)))]


def _adam_step(
    xp: Any, param: Any, grad: Any, m: Any, v: Any, p1: Any, p2: Any, rate: Any, b1: float, b2: float, epsilon: float
) -> list[Any]:
    grad = _fitted(xp, grad, param)
    m, v = b1 * m + (1.0 - b1) * grad, b2 * v + (1.0 - b2) * (grad * grad)
    left1, left2 = 1.0 - _rate(xp, p1, param), xp.sqrt(1.0 - _rate(xp, p2, param))
    step = (rate * left2 / left1) * (m / (xp.sqrt(v) + epsilon * left2))
    return [param - step, m, v, p1 * b1, p2 * b2]


@op(infer=_new(4), outputs=_ADAM_OUTPUTS, samples=_adam_samples)
def adam(
    xp: Any,
    param: Any,
    grad: Any,
    moment1: Any,
    moment2: Any,
    beta1_pow: Any,
    beta2_pow: Any,
    learning_rate: Any,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
) -> Any:
    """Adam. beta1_pow and beta2_pow start as beta1 and beta2, and are multiplied by them at every step.

    Source: Kingma & Ba 2014, algorithm 1.
    """
    rate = _rate(xp, learning_rate, param)
    return _adam_step(xp, param, grad, moment1, moment2, beta1_pow, beta2_pow, rate, beta1, beta2, epsilon)


@op(infer=_new(4), outputs=_ADAM_OUTPUTS, samples=_adam_samples)
def adamw(
    xp: Any,
    param: Any,
    grad: Any,
    moment1: Any,
    moment2: Any,
    beta1_pow: Any,
    beta2_pow: Any,
    learning_rate: Any,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
    coeff: float = 0.01,
) -> Any:
    """Adam after the parameter was shrunk by learning_rate * coeff. Source: Loshchilov & Hutter 2017."""
    rate = _rate(xp, learning_rate, param)
    shrunk = param * (1.0 - rate * coeff)
    return _adam_step(xp, shrunk, grad, moment1, moment2, beta1_pow, beta2_pow, rate, beta1, beta2, epsilon)


@op(
    infer=_new(1),
    outputs=("param_out", "moment_out"),
    samples=lambda: [Sample((*_pair(3), samples.array(1, low=0.1)))],
)
def adagrad(xp: Any, param: Any, grad: Any, moment: Any, learning_rate: Any, *, epsilon: float = 1e-6) -> Any:
    """Steps divided by the root of all squared gradients so far. Source: Duchi, Hazan & Singer 2011."""
    grad = _fitted(xp, grad, param)
    total = moment + grad * grad
    return [param - _rate(xp, learning_rate, param) * grad / (xp.sqrt(total) + epsilon), total]


@op(
    infer=_new(2),
    outputs=("param_out", "mean_square_out", "moment_out"),
    samples=lambda: [
        Sample((*_pair(4), samples.array(1, low=0.1)), {"momentum": 0.5}),
    ],
)
def rmsprop(
    xp: Any,
    param: Any,
    grad: Any,
    mean_square: Any,
    moment: Any,
    learning_rate: Any,
    *,
    rho: float = 0.95,
    epsilon: float = 1e-6,
    momentum: float = 0.0,
) -> Any:
    """Steps divided by the root of a running mean of squared gradients. Source: Hinton, Coursera lecture 6e."""
    grad = _fitted(xp, grad, param)
    square = rho * mean_square + (1.0 - rho) * (grad * grad)
    speed = momentum * moment + _rate(xp, learning_rate, param) * grad / xp.sqrt(square + epsilon)
    return [param - speed, square, speed]
