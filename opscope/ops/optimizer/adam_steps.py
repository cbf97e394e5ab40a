"""Steps of the Adam family: moments of the gradient with a correction, because the moments start at 0."""

from __future__ import annotations

from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.ops import samples
from opscope.ops.optimizer.steps import fitted, new_values, pair, rate_of, rest_of
from opscope.ops.registry import Sample, op

_ADAM_OUTPUTS = ("param_out", "moment1_out", "moment2_out", "beta1_pow_out", "beta2_pow_out")


def _adam_samples() -> list[Sample]:
    powers = samples.array(1, low=0.8, high=0.9), samples.array(1, low=0.9, high=0.99)
    return [Sample((*pair(4), *powers, samples.array(1, low=0.1)))]


def adam_step(
    xp: ArrayModule,
    param: Array,
    grad: Array,
    m: Array,
    v: Array,
    p1: Any,
    p2: Any,
    rate: Array,
    b1: float,
    b2: float,
    epsilon: float,
    powers_ahead: bool = False,
) -> list[Any]:
    """Return Adam's new values; `powers_ahead` is explained in `adam`."""
    grad = fitted(xp, grad, param)
    m, v = b1 * m + rest_of(b1, param) * grad, b2 * v + rest_of(b2, param) * (grad * grad)
    next1, next2 = p1 * b1, p2 * b2
    p1, p2 = (next1, next2) if powers_ahead else (p1, p2)
    left1, left2 = 1.0 - rate_of(xp, p1, param), xp.sqrt(1.0 - rate_of(xp, p2, param))
    small = epsilon * left2
    if powers_ahead:
        small = xp.where(xp.abs(grad) > 0.0, small, epsilon)
    step = (rate * left2 / left1) * (m / (xp.sqrt(v) + small))
    return [param - step, m, v, next1, next2]


@op(dtype_kinds="f", infer=new_values(4), outputs=_ADAM_OUTPUTS, samples=_adam_samples)
def adam(
    xp: ArrayModule,
    param: Array,
    grad: Array,
    moment1: Array,
    moment2: Array,
    beta1_pow: Array,
    beta2_pow: Array,
    learning_rate: Array,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
    powers_ahead: bool = False,
) -> Array:
    """Adam. beta1_pow and beta2_pow start at beta1 and beta2; each step multiplies them by beta1 and beta2.

    powers_ahead: multiply the powers before they are read, as in Paddle's CPU kernel for gradients of rows. Then
    epsilon is not corrected by the powers in rows without a gradient.
    Source: Kingma & Ba 2014, algorithm 1.
    """
    rate = rate_of(xp, learning_rate, param)
    return adam_step(xp, param, grad, moment1, moment2, beta1_pow, beta2_pow, rate, beta1, beta2, epsilon, powers_ahead)


@op(dtype_kinds="f", infer=new_values(4), outputs=_ADAM_OUTPUTS, samples=_adam_samples)
def adamw(
    xp: ArrayModule,
    param: Array,
    grad: Array,
    moment1: Array,
    moment2: Array,
    beta1_pow: Array,
    beta2_pow: Array,
    learning_rate: Array,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
    coeff: float = 0.01,
    lr_ratio: float = 1.0,
) -> Array:
    """Adam with decoupled weight decay: the parameter is first reduced by the factor learning_rate * coeff.

    lr_ratio multiplies the learning rate of the decay and of the step.
    Source: Loshchilov & Hutter 2017, algorithm 2.
    """
    rate = rate_of(xp, learning_rate, param)
    if lr_ratio != 1.0:
        rate = rate * lr_ratio
    shrunk = param * (1.0 - rate * coeff)
    return adam_step(xp, shrunk, grad, moment1, moment2, beta1_pow, beta2_pow, rate, beta1, beta2, epsilon)


@op(
    dtype_kinds="f",
    infer=new_values(3),
    outputs=("param_out", "moment_out", "inf_norm_out", "beta1_pow_out"),
    samples=lambda: [Sample((*pair(4), samples.array(1, low=0.8, high=0.9), samples.array(1, low=0.1)))],
)
def adamax(
    xp: ArrayModule,
    param: Array,
    grad: Array,
    moment: Array,
    inf_norm: Array,
    beta1_pow: Array,
    learning_rate: Array,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
) -> Array:
    """Adam with a decaying maximum of the gradient instead of its root mean square.

    epsilon is added to the decayed maximum, as in Paddle. Source: Kingma & Ba 2014, algorithm 2.
    """
    grad = fitted(xp, grad, param)
    moment = beta1 * moment + rest_of(beta1, param) * grad
    norm = xp.maximum(xp.abs(grad), beta2 * inf_norm + epsilon)
    rate = rate_of(xp, learning_rate, param) / (1.0 - rate_of(xp, beta1_pow, param))
    return [param - rate * (moment / norm), moment, norm, beta1_pow * beta1]


def _length(xp: ArrayModule, x: Array) -> Any:
    return xp.sqrt(xp.sum(xp.reshape(x * x, (-1,))))


@op(
    dtype_kinds="f",
    infer=new_values(4),
    outputs=_ADAM_OUTPUTS,
    samples=lambda: [s._replace(attrs={"lamb_weight_decay": d}) for d in (0.01, 0.0) for s in _adam_samples()],
)
def lamb(
    xp: ArrayModule,
    param: Array,
    grad: Array,
    moment1: Array,
    moment2: Array,
    beta1_pow: Array,
    beta2_pow: Array,
    learning_rate: Array,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-6,
    lamb_weight_decay: float = 0.01,
    always_adapt: bool = False,
) -> Array:
    """Adam whose steps are scaled by the norm of the parameter.

    Without weight decay, steps are not scaled, unless always_adapt is true.
    Source: You et al. 2019, algorithm 2.
    """
    grad = fitted(xp, grad, param)
    m = beta1 * moment1 + rest_of(beta1, param) * grad
    v = beta2 * moment2 + rest_of(beta2, param) * (grad * grad)
    left1, left2 = 1.0 - rate_of(xp, beta1_pow, param), 1.0 - rate_of(xp, beta2_pow, param)
    step = (m / left1) / (xp.sqrt(v / left2) + epsilon)
    rate = rate_of(xp, learning_rate, param)
    if lamb_weight_decay:
        step = step + lamb_weight_decay * param
    if lamb_weight_decay or always_adapt:
        own, ahead = _length(xp, param), _length(xp, step)
        both = xp.minimum(own, ahead) > 0.0
        rate = rate * (xp.where(both, own, 1.0) / xp.where(both, ahead, 1.0))
    return [param - rate * step, m, v, beta1_pow * beta1, beta2_pow * beta2]
