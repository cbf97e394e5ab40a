"""Optimizer steps as operators: the slots whose names end in Out contain the new values."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.ir.compat.composite_ops import Many, composed
from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812


def _same_precision(type_: str, multi_precision: bool, master: Any) -> None:
    if multi_precision or master is not None:
        raise UnsupportedError(f"{type_} does not support multi_precision", site=site(), fix="use float32 parameters")


def _stopped(skip: Any, new: Any, old: list[Any]) -> tuple[Any, ...]:
    """Return the new values, or the old values where SkipUpdate [1] is true."""
    if skip is None:
        return tuple(new)
    where = REGISTRY["where"]
    return tuple(where(T.reshape(skip, [1] * len(o.shape)), o, n) for n, o in zip(new, old, strict=True))


@composed("momentum", out="ParamOut VelocityOut")
def momentum(
    Param: Any, Grad: Any, Velocity: Any, LearningRate: Any, MasterParam: Any = None, *, mu: float,
    use_nesterov: bool = False, regularization_method: str = "", regularization_coeff: float = 0.0,
    multi_precision: bool = False, rescale_grad: float = 1.0,
) -> Any:  # fmt: skip
    _same_precision("momentum", multi_precision, MasterParam)
    grad = Grad if rescale_grad == 1.0 else Grad * rescale_grad
    grad = grad + Param * regularization_coeff if regularization_method == "l2_decay" else grad
    return tuple(REGISTRY["momentum"](Param, grad, Velocity, LearningRate, mu=mu, use_nesterov=use_nesterov))


_ADAM = "ParamOut Moment1Out Moment2Out Beta1PowOut Beta2PowOut"


@composed("adam", out=_ADAM)
def adam(
    Param: Any, Grad: Any, LearningRate: Any, Moment1: Any, Moment2: Any, Beta1Pow: Any, Beta2Pow: Any,
    MasterParam: Any = None, SkipUpdate: Any = None, Beta1Tensor: Any = None, Beta2Tensor: Any = None,
    EpsilonTensor: Any = None, *, beta1: float = 0.9, beta2: float = 0.999,
    epsilon: float = 1e-8, lazy_mode: bool = False, min_row_size_to_use_multithread: int = 1000,
    multi_precision: bool = False, use_global_beta_pow: bool = False,
) -> Any:  # fmt: skip
    _same_precision("adam", multi_precision, MasterParam)
    old = [Param, Moment1, Moment2, Beta1Pow, Beta2Pow]
    if Beta1Tensor is None and Beta2Tensor is None and EpsilonTensor is None:
        new = REGISTRY["adam"](Param, Grad, *old[1:], LearningRate, beta1=beta1, beta2=beta2, epsilon=epsilon)
    else:
        told = zip((Beta1Tensor, Beta2Tensor, EpsilonTensor), (beta1, beta2, epsilon), strict=True)
        new = _adam(old, Grad, LearningRate, *(number if tensor is None else tensor for tensor, number in told))
    return _stopped(SkipUpdate, new, old)[: 3 if use_global_beta_pow else 5]


def _adam(old: list[Any], grad: Any, rate: Any, beta1: Any, beta2: Any, epsilon: Any) -> list[Any]:
    """Adam, Kingma & Ba 2015; the betas are tensors [1]."""
    param, first, second, power1, power2 = old
    first = first * beta1 + grad * (1.0 - beta1)
    second = second * beta2 + grad * grad * (1.0 - beta2)
    root = T.sqrt(1.0 - power2)
    step = rate * root / (1.0 - power1)
    return [param - step * first / (T.sqrt(second) + epsilon * root), first, second, power1 * beta1, power2 * beta2]


@composed("adamw", out=_ADAM)
def adamw(
    Param: Any, Grad: Any, LearningRate: Any, Moment1: Any, Moment2: Any, Beta1Pow: Any, Beta2Pow: Any,
    MasterParam: Any = None, SkipUpdate: Any = None, *, beta1: float = 0.9, beta2: float = 0.999,
    epsilon: float = 1e-8, coeff: float = 0.01, lr_ratio: float = 1.0, with_decay: bool = False,
    lazy_mode: bool = False, min_row_size_to_use_multithread: int = 1000, multi_precision: bool = False,
    use_global_beta_pow: bool = False,
) -> Any:  # fmt: skip
    _same_precision("adamw", multi_precision, MasterParam)
    old = [Param, Moment1, Moment2, Beta1Pow, Beta2Pow]
    new = REGISTRY["adamw"](
        Param, Grad, *old[1:], LearningRate, beta1=beta1, beta2=beta2, epsilon=epsilon, lr_ratio=lr_ratio,
        coeff=coeff if with_decay else 0.0,
    )  # fmt: skip
    return _stopped(SkipUpdate, new, old)[: 3 if use_global_beta_pow else 5]


@composed("adamax", out="ParamOut MomentOut InfNormOut")
def adamax(
    Param: Any, Grad: Any, LearningRate: Any, Moment: Any, InfNorm: Any, Beta1Pow: Any, MasterParam: Any = None, *,
    beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8, multi_precision: bool = False,
) -> Any:  # fmt: skip
    _same_precision("adamax", multi_precision, MasterParam)
    new = REGISTRY["adamax"](
        Param, Grad, Moment, InfNorm, Beta1Pow, LearningRate, beta1=beta1, beta2=beta2, epsilon=epsilon
    )
    return tuple(new)[:3]


@composed("rmsprop", out="ParamOut MomentOut MeanSquareOut MeanGradOut")
def rmsprop(
    Param: Any, MeanSquare: Any, Grad: Any, Moment: Any, LearningRate: Any, MeanGrad: Any = None,
    MasterParam: Any = None, *, epsilon: float = 1e-10, decay: float = 0.9, momentum: float = 0.0,
    centered: bool = False, multi_precision: bool = False,
) -> Any:  # fmt: skip
    _same_precision("rmsprop", multi_precision, MasterParam)
    attrs = {"rho": decay, "epsilon": epsilon, "momentum": momentum}
    if centered:
        param, square, moment, mean = REGISTRY["centered_rmsprop"](
            Param, Grad, MeanSquare, Moment, MeanGrad, LearningRate, **attrs
        )
        return param, moment, square, mean
    param, square, moment = REGISTRY["rmsprop"](Param, Grad, MeanSquare, Moment, LearningRate, **attrs)
    return param, moment, square, MeanGrad


@composed("ftrl", out="ParamOut SquaredAccumOut LinearAccumOut")
def ftrl(
    Param: Any, SquaredAccumulator: Any, LinearAccumulator: Any, Grad: Any, LearningRate: Any, *, l1: float = 0.0,
    l2: float = 0.0, lr_power: float = -0.5,
) -> Any:  # fmt: skip
    """Follow the regularized leader.

    Source: McMahan et al. 2013.
    """
    least, square = l1 + 1e-10, SquaredAccumulator + Grad * Grad
    now, before = T.pow(square, -lr_power), T.pow(SquaredAccumulator, -lr_power)
    linear = LinearAccumulator + Grad - (now - before) / LearningRate * Param
    step = (T.sign(linear) * least - linear) / (now / LearningRate + 2.0 * (l2 + 1e-10))
    return REGISTRY["where"](T.abs(linear) > least, step, T.zeros_like(Param)), square, linear


@composed("decayed_adagrad", out="ParamOut MomentOut")
def decayed_adagrad(
    Param: Any, Grad: Any, Moment: Any, LearningRate: Any, *, decay: float = 0.95, epsilon: float = 1e-6
) -> Any:
    moment = Moment * decay + Grad * Grad * (1.0 - decay)
    return Param - LearningRate * Grad / (T.sqrt(moment) + epsilon), moment


def _proximal(param: Any, rate: Any, l1: float, l2: float) -> Any:
    if l1 > 0.0:
        param = T.sign(param) * T.clip(T.abs(param) - rate * l1, 0.0)
    return param / (rate * l2 + 1.0)


@composed("proximal_gd", out="ParamOut")
def proximal_gd(Param: Any, Grad: Any, LearningRate: Any, *, l1: float = 0.0, l2: float = 0.0) -> Any:
    """Source: Duchi & Singer 2009 (FOBOS)."""
    return _proximal(Param - LearningRate * Grad, LearningRate, l1, l2)


@composed("proximal_adagrad", out="ParamOut MomentOut")
def proximal_adagrad(Param: Any, Moment: Any, Grad: Any, LearningRate: Any, *, l1: float = 0.0, l2: float = 0.0) -> Any:
    moment = Moment + Grad * Grad
    return _proximal(Param - LearningRate * Grad / T.sqrt(moment), LearningRate, l1, l2), moment


@composed("lars_momentum", out="ParamOut* VelocityOut*")
def lars_momentum(
    Param: Many, Grad: Many, Velocity: Many, LearningRate: Many, MasterParam: Many = (), *, mu: float,
    lars_coeff: float = 0.001, lars_weight_decay: Any = (0.0005,), epsilon: float = 0.0,
    multi_precision: bool = False, rescale_grad: float = 1.0,
) -> Any:  # fmt: skip
    """Momentum with steps scaled by the norm of the layer's weights.

    Source: You, Gitman & Ginsburg 2017.
    """
    _same_precision("lars_momentum", multi_precision, MasterParam or None)
    decays = list(lars_weight_decay) if isinstance(lars_weight_decay, list | tuple) else [lars_weight_decay]
    params: list[Any] = []
    speeds: list[Any] = []
    for i, (param, grad, speed) in enumerate(zip(Param, Grad, Velocity, strict=True)):
        grad, decay = grad * rescale_grad, decays[min(i, len(decays) - 1)]
        size, slope = (T.sqrt(T.sum(T.square(v))) for v in (param, grad))
        rate = T.reshape(LearningRate[min(i, len(LearningRate) - 1)], [])
        local = rate * lars_coeff * size / (slope + size * decay + epsilon)
        local = REGISTRY["where"](T.logical_and(size > 0.0, slope > 0.0), local, rate) if decay > 0.0 else rate
        speeds.append(speed * mu + local * (grad + param * decay))
        params.append(param - speeds[-1])
    return params, speeds


@composed("check_finite_and_unscale", out="Out* FoundInfinite")
def check_finite_and_unscale(X: Many, Scale: Any) -> Any:
    found = T.logical_not(T.all(T.stack([T.all(T.isfinite(x)) for x in X])))
    return [x / T.cast(Scale, x.dtype) for x in X], T.reshape(found, [1])
