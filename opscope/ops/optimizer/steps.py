"""Steps of optimizers: new values from old values and a gradient. Nothing is written in place."""

from __future__ import annotations

from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import samples
from opscope.ops.registry import Sample, op


def new_values(count: int) -> Any:
    """Shape rule: new values for the parameter and for the `count` inputs after the gradient."""

    def infer(param: TensorSpec, grad: TensorSpec, *state: TensorSpec, **attrs: Any) -> Any:
        if len(param.shape) != len(grad.shape) or any(
            None not in (a, b) and a != b for a, b in zip(param.shape, grad.shape, strict=True)
        ):
            raise ShapeError(
                "the gradient does not have the shape of the parameter", facts={"param": param, "grad": grad}
            )
        return [param, *state[:count]] if count else param

    return infer


def rate_of(xp: ArrayModule, learning_rate: Any, param: Array) -> Any:
    """Return the learning rate (a tensor of one value, or a number) as rank 0, in the dtype of the parameter."""
    return xp.reshape(xp.asarray(learning_rate, dtype=param.dtype), ())


def fitted(xp: ArrayModule, grad: Array, param: Array) -> Any:
    """Return the gradient in the shape and dtype of the parameter; the gradient of a py_func may differ."""
    if grad.shape == param.shape and grad.dtype == param.dtype:
        return grad
    if grad.size != param.size:
        raise ShapeError(
            f"the gradient has {grad.size} elements, but the parameter has {param.size}",
            fix="return a gradient with the shape of the input from the backward function",
        )
    return xp.reshape(xp.asarray(grad, dtype=param.dtype), param.shape)


def rest_of(decay: float, param: Array) -> Any:
    """Return 1 - decay in the dtype of the parameter, as in Paddle: 1 - 0.999 is 0.00100005 in float32."""
    kind = param.dtype.type
    return kind(1) - kind(decay)


def pair(count: int) -> list[Any]:
    """Return sample arrays of one shape."""
    return [samples.array(2, 3, seed=i, low=0.1) for i in range(count)]


@op(
    dtype_kinds="f",
    infer=new_values(0),
    outputs=("param_out",),
    samples=lambda: [Sample((*pair(2), samples.array(1, low=0.1)))],
)
def sgd(xp: ArrayModule, param: Array, grad: Array, learning_rate: Array) -> Array:
    """Gradient descent: param - learning_rate * grad."""
    return param - rate_of(xp, learning_rate, param) * fitted(xp, grad, param)


@op(
    dtype_kinds="f",
    infer=new_values(1),
    outputs=("param_out", "velocity_out"),
    samples=lambda: [
        Sample((*pair(3), samples.array(1, low=0.1)), {"mu": 0.9}),
        Sample((*pair(3), samples.array(low=0.1)), {"mu": 0.9, "use_nesterov": True}),
    ],
)
def momentum(
    xp: ArrayModule,
    param: Array,
    grad: Array,
    velocity: Array,
    learning_rate: Array,
    *,
    mu: float = 0.9,
    use_nesterov: bool = False,
) -> Array:
    """Gradient descent with momentum: velocity_out = mu * velocity + grad is subtracted from the parameter.

    learning_rate multiplies the velocity. Source: Sutskever et al. 2013.
    """
    grad = fitted(xp, grad, param)
    speed = mu * velocity + grad
    step = grad + mu * speed if use_nesterov else speed
    return [param - rate_of(xp, learning_rate, param) * step, speed]


@op(
    dtype_kinds="f",
    infer=new_values(1),
    outputs=("param_out", "moment_out"),
    samples=lambda: [Sample((*pair(3), samples.array(1, low=0.1)))],
)
def adagrad(
    xp: ArrayModule, param: Array, grad: Array, moment: Array, learning_rate: Array, *, epsilon: float = 1e-6
) -> Array:
    """Gradient divided by the root of the sum of all squared gradients. Source: Duchi, Hazan & Singer 2011."""
    grad = fitted(xp, grad, param)
    total = moment + grad * grad
    return [param - rate_of(xp, learning_rate, param) * grad / (xp.sqrt(total) + epsilon), total]


@op(
    dtype_kinds="f",
    infer=new_values(2),
    outputs=("param_out", "mean_square_out", "moment_out"),
    samples=lambda: [
        Sample((*pair(4), samples.array(1, low=0.1)), {"momentum": 0.5}),
    ],
)
def rmsprop(
    xp: ArrayModule,
    param: Array,
    grad: Array,
    mean_square: Array,
    moment: Array,
    learning_rate: Array,
    *,
    rho: float = 0.95,
    epsilon: float = 1e-6,
    momentum: float = 0.0,
) -> Array:
    """Gradient divided by the root of a running mean of squared gradients. Source: Hinton, Coursera lecture 6e."""
    grad = fitted(xp, grad, param)
    square = rho * mean_square + (1.0 - rho) * (grad * grad)
    speed = momentum * moment + rate_of(xp, learning_rate, param) * grad / xp.sqrt(square + epsilon)
    return [param - speed, square, speed]


@op(
    dtype_kinds="f",
    infer=new_values(3),
    outputs=("param_out", "mean_square_out", "moment_out", "mean_grad_out"),
    samples=lambda: [Sample((*pair(2), *_spread(), samples.array(1, low=0.1)), {"momentum": 0.5})],
)
def centered_rmsprop(
    xp: ArrayModule,
    param: Array,
    grad: Array,
    mean_square: Array,
    moment: Array,
    mean_grad: Array,
    learning_rate: Array,
    *,
    rho: float = 0.95,
    epsilon: float = 1e-6,
    momentum: float = 0.0,
) -> Array:
    """Gradient divided by the root of a running variance of gradients. Source: Graves 2013, equations 38 to 41."""
    grad = fitted(xp, grad, param)
    square = rho * mean_square + (1.0 - rho) * (grad * grad)
    mean = rho * mean_grad + (1.0 - rho) * grad
    variance = square - mean * mean
    speed = momentum * moment + rate_of(xp, learning_rate, param) * grad / xp.sqrt(variance + epsilon)
    return [param - speed, square, speed, mean]


@op(
    dtype_kinds="f",
    infer=new_values(2),
    outputs=("param_out", "avg_squared_grad_out", "avg_squared_update_out"),
    samples=lambda: [Sample((*pair(4), samples.array(1, low=0.1)))],
)
def adadelta(
    xp: ArrayModule,
    param: Array,
    grad: Array,
    avg_squared_grad: Array,
    avg_squared_update: Array,
    learning_rate: Array,
    *,
    rho: float = 0.95,
    epsilon: float = 1e-6,
) -> Array:
    """Gradient scaled by the running root mean square of updates, divided by the running root mean square of gradients.

    Source: Zeiler 2012, algorithm 1.
    """
    grad = fitted(xp, grad, param)
    square = rho * avg_squared_grad + (1.0 - rho) * (grad * grad)
    step = xp.sqrt((avg_squared_update + epsilon) / (square + epsilon)) * grad
    past = rho * avg_squared_update + (1.0 - rho) * (step * step)
    return [param - rate_of(xp, learning_rate, param) * step, square, past]


def _spread() -> list[Any]:
    """Return samples of a mean square, a moment, and a mean whose square is smaller than the mean square."""
    return [samples.array(2, 3, low=1.0), samples.array(2, 3, low=0.1), samples.array(2, 3, low=-0.4, high=0.4)]
