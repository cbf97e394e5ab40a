"""fluid.layers: learning rates as variables that depend on the number of runs; in dygraph, schedules."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

from opscope.core.source import site
from opscope.core.state import names
from opscope.errors import ArgumentError
from opscope.ir.op_roles import OPTIMIZE
from opscope.ir.program import context
from opscope.ops.registry import REGISTRY
from opscope.paddle.base.dygraph.base import guarded
from opscope.paddle.fluid import decay as schedules
from opscope.paddle.fluid.layers.tensor import autoincreased_step_counter
from opscope.paddle.fluid.statically import statically
from opscope.paddle.functions import arithmetic, fill
from opscope.paddle.functions.assign import assign

COUNTER = "@LR_DECAY_COUNTER@"


def _scheduled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark operators of the training: clone(for_test=True) leaves these operators out."""

    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        with context.defaults.main.within(role=OPTIMIZE):
            return _persistable(function(*args, **kwargs))

    return statically(wrapped)


def _persistable(rate: Any) -> Any:
    rate.stop_gradient = True
    return rate


def _step(begin: int) -> Any:
    """Return the number of runs of the program, float32 [1]; the first run is `begin`."""
    return arithmetic.cast(autoincreased_step_counter(COUNTER, begin, 1), "float32")


def _passed(decay_steps: int, staircase: bool) -> Any:
    done = _step(0) / float(decay_steps)
    return REGISTRY["floor"](done) if staircase else done


@_scheduled
def noam_decay(d_model: int, warmup_steps: int, learning_rate: float = 1.0) -> Any:
    """learning_rate * d_model^-0.5 * min(step^-0.5, step * warmup_steps^-1.5). Source: Vaswani et al. 2017."""
    if guarded():
        return schedules.NoamDecay(d_model, warmup_steps, learning_rate=learning_rate)
    step = _step(1)
    lower = REGISTRY["minimum"](REGISTRY["pow"](step, factor=-0.5), step * warmup_steps**-1.5)
    return lower * (learning_rate * d_model**-0.5)


@_scheduled
def exponential_decay(learning_rate: float, decay_steps: int, decay_rate: float, staircase: bool = False) -> Any:
    """learning_rate * decay_rate ^ (step / decay_steps); a staircase rounds the quotient down."""
    if guarded():
        return schedules.ExponentialDecay(learning_rate, decay_steps, decay_rate, staircase)
    return REGISTRY["exp"](_passed(decay_steps, staircase) * math.log(decay_rate)) * learning_rate


@_scheduled
def natural_exp_decay(learning_rate: float, decay_steps: int, decay_rate: float, staircase: bool = False) -> Any:
    """learning_rate * e ^ (-decay_rate * step / decay_steps); a staircase rounds the quotient down."""
    if guarded():
        return schedules.NaturalExpDecay(learning_rate, decay_steps, decay_rate, staircase)
    return REGISTRY["exp"](_passed(decay_steps, staircase) * -decay_rate) * learning_rate


@_scheduled
def inverse_time_decay(learning_rate: float, decay_steps: int, decay_rate: float, staircase: bool = False) -> Any:
    """learning_rate / (1 + decay_rate * step / decay_steps); a staircase rounds the quotient down."""
    if guarded():
        return schedules.InverseTimeDecay(learning_rate, decay_steps, decay_rate, staircase)
    return learning_rate / (_passed(decay_steps, staircase) * decay_rate + 1.0)


@_scheduled
def polynomial_decay(
    learning_rate: float, decay_steps: int, end_learning_rate: float = 0.0001, power: float = 1.0, cycle: bool = False
) -> Any:
    """A rate that falls from learning_rate to end_learning_rate in decay_steps by a power; cycle repeats it."""
    if guarded():
        return schedules.PolynomialDecay(learning_rate, decay_steps, end_learning_rate, power, cycle)
    step, steps = _step(0), float(decay_steps)
    if cycle:
        turns = REGISTRY["maximum"](REGISTRY["ceil"](step / steps), 1.0)
        share = step / (turns * steps)
    else:
        share = REGISTRY["minimum"](step, steps) / steps
    return REGISTRY["pow"](1.0 - share, factor=float(power)) * (learning_rate - end_learning_rate) + end_learning_rate


@_scheduled
def piecewise_decay(boundaries: Sequence[int], values: Sequence[float]) -> Any:
    """The rate values[i] before step boundaries[i], and the last of the values after all boundaries."""
    if len(values) - len(boundaries) != 1:
        raise ArgumentError("piecewise_decay: values should have one more element than boundaries", site=site())
    if guarded():
        return schedules.PiecewiseDecay(boundaries, values, 0)
    step = _step(0)
    rate: Any = fill.full([1], float(values[-1]), "float32")
    for boundary, value in zip(reversed(boundaries), reversed(values[:-1]), strict=True):
        rate = REGISTRY["where"](
            REGISTRY["less_than"](step, float(boundary)), fill.full([1], float(value), "float32"), rate
        )
    return rate


@_scheduled
def cosine_decay(learning_rate: float, step_each_epoch: int, epochs: int) -> Any:
    """learning_rate / 2 * (cos(epoch * pi / epochs) + 1). Source: Loshchilov & Hutter 2017."""
    if guarded():
        return schedules.CosineDecay(learning_rate, step_each_epoch, epochs)
    epoch = REGISTRY["floor"](_step(0) / float(step_each_epoch))
    return (REGISTRY["cos"](epoch * (math.pi / epochs)) + 1.0) * (learning_rate * 0.5)


@_scheduled
def linear_lr_warmup(learning_rate: Any, warmup_steps: int, start_lr: float, end_lr: float) -> Any:
    """A rate that rises from start_lr to end_lr in warmup_steps; then learning_rate, a number or a schedule."""
    if guarded():
        return schedules.LinearLrWarmup(learning_rate, warmup_steps, start_lr, end_lr)
    step = _step(0)
    rising = step * ((end_lr - start_lr) / warmup_steps) + start_lr
    after = learning_rate
    if isinstance(after, int | float):
        after = fill.full([1], float(after), "float32")
    rate = REGISTRY["where"](REGISTRY["less_than"](step, float(warmup_steps)), rising, after)
    made = context.create_global_var([1], start_lr, "float32", persistable=True, name=names("learning_rate_warmup"))
    return assign(rate, output=made)


__all__ = [
    "cosine_decay", "exponential_decay", "inverse_time_decay", "linear_lr_warmup", "natural_exp_decay", "noam_decay",
    "piecewise_decay", "polynomial_decay",
]  # fmt: skip
