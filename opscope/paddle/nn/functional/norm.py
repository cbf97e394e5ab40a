"""Normalization by batch, instance, group or neighboring channels."""

from __future__ import annotations

from typing import Any

from opscope.core.state import mode, names
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ir.program.context import defaults
from opscope.ir.program.program import Variable
from opscope.ops.elementwise import arithmetic as elementwise
from opscope.ops.elementwise import unary
from opscope.ops.manipulation.padding import pad
from opscope.ops.manipulation.reshape import squeeze, unsqueeze
from opscope.ops.nn import group_norm as group_norms
from opscope.ops.nn import normalization
from opscope.ops.nn.separable_maps import avg_pool3d
from opscope.ops.public_functions import public
from opscope.paddle.functions import arithmetic, fill
from opscope.paddle.nn.functional.layout import any_channels_last, to_first, to_last


def _filled(value: Any, like: Any, start: float) -> Any:
    return fill.full_like(like, start) if value is None else value


@public
def batch_norm(
    x: Any,
    running_mean: Any,
    running_var: Any,
    weight: Any = None,
    bias: Any = None,
    training: bool = False,
    momentum: float = 0.9,
    epsilon: float = 1e-05,
    data_format: str = "NCHW",
    use_global_stats: bool | None = None,
    name: str | None = None,
) -> Any:
    """Normalize x [N, C, *] (or channels last) per channel; then * weight + bias, [C].

    Training uses the batch's statistics, and updates the running statistics in place: momentum * old + (1 - momentum) *
    new. use_global_stats=True uses the running statistics also in training. Source: Ioffe & Szegedy 2015.
    """
    last = any_channels_last(data_format, "batch_norm")
    inputs = [to_first(x, last), running_mean, running_var]
    inputs += [_filled(weight, running_mean, 1.0), _filled(bias, running_mean, 0.0)]
    is_test = bool(use_global_stats) if use_global_stats is not None else not training
    attrs = {"momentum": momentum, "epsilon": epsilon, "is_test": is_test}
    if mode.static and (mode.trace is not None or isinstance(running_mean, Variable)):
        return to_last(_in_program(inputs, attrs), last)
    out, mean, variance, *_ = normalization.batch_norm(*inputs, **attrs)
    if not is_test:
        for running, new in ((running_mean, mean), (running_var, variance)):
            if isinstance(running, Tensor):
                running._write(new._value)
    return to_last(out, last)


def _in_program(inputs: list[Any], attrs: dict[str, Any]) -> Any:
    """Append the operator that writes the running statistics in place."""
    block = defaults.main.current_block() if mode.trace is not None else inputs[0].program.current_block()
    inputs = [block.as_variable(v, ()) for v in inputs]
    specs = normalization.batch_norm.infer(*(v.spec for v in inputs), **attrs)
    prefix = f"{names('batch_norm')}.tmp"
    stop = all(v.stop_gradient for v in inputs)
    y, *saved = (
        block.declare(Variable(block, names(prefix), spec, stop_gradient=stop or bool(i)))
        for i, spec in enumerate((specs[0], *specs[3:]))
    )
    block.append(normalization.batch_norm, inputs, attrs, outputs=[y, *inputs[1:3], *saved], specs=specs)
    return y


@public
def instance_norm(
    x: Any,
    running_mean: Any = None,
    running_var: Any = None,
    weight: Any = None,
    bias: Any = None,
    use_input_stats: bool = True,
    momentum: float = 0.9,
    eps: float = 1e-05,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Any:
    """Normalize x [N, C, *] over each channel of each sample; then * weight + bias, [C].

    As in Paddle, running statistics are neither read nor updated. Source: Ulyanov et al. 2016.
    """
    if not use_input_stats:
        raise UnsupportedError("instance_norm does not support use_input_stats=False", fix="use batch_norm")
    last = any_channels_last(data_format, "instance_norm")
    first = to_first(x, last)
    channels = first.shape[1]
    if channels == -1:
        raise ArgumentError(
            "instance_norm: the number of channels of x must be known when the program is built",
            facts={"x": list(x.shape)},
        )
    return to_last(group_norms.group_norm(first, weight, bias, groups=channels, epsilon=eps), last)


@public
def group_norm(
    x: Any,
    num_groups: int,
    epsilon: float = 1e-05,
    weight: Any = None,
    bias: Any = None,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Any:
    """Normalize x [N, C, *] over each of num_groups groups of channels; then * weight + bias, [C]."""
    last = any_channels_last(data_format, "group_norm")
    return to_last(group_norms.group_norm(to_first(x, last), weight, bias, groups=num_groups, epsilon=epsilon), last)


@public
def local_response_norm(
    x: Any,
    size: int,
    alpha: float = 1e-4,
    beta: float = 0.75,
    k: float = 1.0,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Any:
    """Return x / (k + alpha * mean of the squares in `size` neighboring channels) ** beta.

    Source: Krizhevsky et al. 2012.
    """
    last = any_channels_last(data_format, "local_response_norm")
    first = to_first(x, last)
    rank = len(first.shape)
    if rank not in (3, 4):
        raise UnsupportedError("local_response_norm needs an x of rank 3 or 4", fix="flatten the last dims")
    # [N, C, H, W] as [N, 1, C, H, W]: the channels are a dim to take means over
    wide = unsqueeze(unary.square(first), axis=[1] if rank == 4 else [1, 4])
    wide = pad(wide, paddings=(0, 0, 0, 0, size // 2, (size - 1) // 2, 0, 0, 0, 0))
    means = squeeze(avg_pool3d(wide, kernel_size=[size, 1, 1], stride=1), axis=[1] if rank == 4 else [1, 4])
    return to_last(elementwise.divide(first, arithmetic.pow(means * alpha + k, beta)), last)
