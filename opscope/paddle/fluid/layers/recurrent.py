"""fluid.layers: recurrent units that run along sequences of different lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.core.state import names
from opscope.errors import ArgumentError
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.layers.dynamic import DynamicRNN
from opscope.paddle.fluid.layers.rnn import activation, gru_step
from opscope.paddle.fluid.statically import statically
from opscope.paddle.nn.param_attr import as_attr, layer_parameter
from opscope.paddle.static.nn.sequence_rows import sequence_reverse


def _along(x: Any, reverse: bool, step: Any) -> list[Any]:
    """Return the results of `step(rnn, row of x)` for each step, as rows with the LoD of x.

    With reverse, the steps begin at the ends of the sequences.
    """
    rnn, x = DynamicRNN(), sequence_reverse(x) if reverse else x
    with rnn.block():
        rnn.output(*step(rnn, rnn.step_input(x)))
    made = rnn()
    outs = made if isinstance(made, list) else [made]
    return [sequence_reverse(out) for out in outs] if reverse else outs


def _columns(x: Any, width: int, parts: int) -> list[Any]:
    return REGISTRY["split"](x, num_or_sections=[width] * parts, axis=1)


def lstm(
    input: Any, size: int, weight: Any, bias: Any, use_peepholes: bool, is_reverse: bool, acts: Sequence[Any],
    start: tuple[Any, Any], projection: Any = None, clips: tuple[Any, Any] = (None, None),
) -> list[Any]:  # fmt: skip
    """Return [hidden (or its projection), cell] for input [rows, 4 D] = (candidate, input, forget, output).

    size is 4 D.
    """
    width = size // 4
    gate, cell_act, candidate_act, *projection_act = map(activation, acts)
    whole, peep = _columns_of(bias, size, width, use_peepholes)

    def step(rnn: DynamicRNN, row: Any) -> tuple[Any, Any]:
        given, carried = start
        hidden = rnn.memory(given, [weight.shape[0]], dtype=input.dtype)
        cell = rnn.memory(carried, [width], dtype=input.dtype)
        parts = row + whole + REGISTRY["matmul"](hidden, weight)
        new, enter, forget, leave = _columns(parts, width, 4)
        if peep:
            enter, forget = enter + cell * peep[0], forget + cell * peep[1]
        after = gate(forget) * cell + gate(enter) * candidate_act(new)
        after = _clipped(after, clips[0])
        leave = leave + after * peep[2] if peep else leave
        out = gate(leave) * cell_act(after)
        if projection is not None:
            out = _clipped(projection_act[0](REGISTRY["matmul"](out, projection)), clips[1])
        rnn.update_memory(hidden, out)
        rnn.update_memory(cell, after)
        return out, after

    return _along(input, is_reverse, step)


def gru(
    input: Any, weight: Any, bias: Any, is_reverse: bool, acts: tuple[Any, Any], start: Any, origin_mode: bool
) -> Any:
    """Return the hidden states for input [rows, 3 D]; weight is [D, 3 D].

    acts are the activations of candidate and gates.
    """

    def step(rnn: DynamicRNN, row: Any) -> tuple[Any]:
        hidden = rnn.memory(start, [weight.shape[0]], dtype=input.dtype)
        made, _, _ = gru_step(row, hidden, weight, bias, *acts, origin_mode)
        rnn.update_memory(hidden, made)
        return (made,)

    return _along(input, is_reverse, step)[0]


def _columns_of(bias: Any, size: int, width: int, use_peepholes: bool) -> tuple[Any, list[Any]]:
    if not use_peepholes:
        return bias, []
    whole, *peep = REGISTRY["split"](bias, num_or_sections=[size, width, width, width], axis=1)
    return whole, peep


def _clipped(x: Any, limit: float | None) -> Any:
    return x if limit is None else REGISTRY["clip"](x, min=-limit, max=limit)


def _checked_size(input: Any, size: int, parts: int, where: str) -> None:
    if size % parts or input.shape[1] != size:
        raise ArgumentError(
            f"{where} needs an input of the shape [rows, {size}], and {size} must be a multiple of {parts}",
            facts={input.name: input.spec}, site=site(),
            fix=f"put fc(size={size}) before this layer",
        )  # fmt: skip


@statically
def dynamic_lstm(
    input: Any, size: int, h_0: Any = None, c_0: Any = None, param_attr: Any = None, bias_attr: Any = None,
    use_peepholes: bool = True, is_reverse: bool = False, gate_activation: str = "sigmoid",
    cell_activation: str = "tanh", candidate_activation: str = "tanh", dtype: str = "float32", name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """Return (hidden, cell), [rows, D] each with the LoD of input [rows, 4 D], a result of fc.

    size is 4 D.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/layers/dynamic_lstm.html
    """
    _checked_size(input, size, 4, "dynamic_lstm")
    if bias_attr is False:
        raise ArgumentError("bias_attr should not be False in dynamic_lstm.", site=site())
    layer = name or names("lstm")
    weight = layer_parameter(layer, "w", (size // 4, size), as_attr(param_attr), dtype)
    bias = layer_parameter(layer, "b", (1, size // 4 * 7 if use_peepholes else size), as_attr(bias_attr), dtype)
    acts = gate_activation, cell_activation, candidate_activation
    hidden, cell = lstm(input, size, weight, bias, use_peepholes, is_reverse, acts, (h_0, c_0))
    return hidden, cell


@statically
def dynamic_lstmp(
    input: Any, size: int, proj_size: int, param_attr: Any = None, bias_attr: Any = None, use_peepholes: bool = True,
    is_reverse: bool = False, gate_activation: str = "sigmoid", cell_activation: str = "tanh",
    candidate_activation: str = "tanh", proj_activation: str = "tanh", dtype: str = "float32", name: str | None = None,
    h_0: Any = None, c_0: Any = None, cell_clip: float | None = None, proj_clip: float | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """Return (projection [rows, P], cell [rows, D]) of a dynamic_lstm with a projected hidden state.

    P = proj_size.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/layers/dynamic_lstmp.html
    """
    _checked_size(input, size, 4, "dynamic_lstmp")
    if bias_attr is False:
        raise ArgumentError("bias_attr should not be False in dynamic_lstmp.", site=site())
    layer, width = name or names("lstmp"), size // 4
    weight = layer_parameter(layer, "w", (proj_size, size), as_attr(param_attr), dtype)
    projection = layer_parameter(layer, "w", (width, proj_size), as_attr(param_attr), dtype)
    bias = layer_parameter(layer, "b", (1, width * 7 if use_peepholes else size), as_attr(bias_attr), dtype)
    acts = gate_activation, cell_activation, candidate_activation, proj_activation
    projected, cell = lstm(
        input, size, weight, bias, use_peepholes, is_reverse, acts, (h_0, c_0), projection, (cell_clip, proj_clip)
    )
    return projected, cell


@statically
def dynamic_gru(
    input: Any, size: int, param_attr: Any = None, bias_attr: Any = None, is_reverse: bool = False,
    gate_activation: str = "sigmoid", candidate_activation: str = "tanh", h_0: Any = None, origin_mode: bool = False,
) -> Any:  # fmt: skip
    """Return the hidden states [rows, D], with the LoD of input [rows, 3 D], a result of fc.

    size is D.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/layers/dynamic_gru.html
    """
    _checked_size(input, 3 * size, 3, "dynamic_gru")
    layer, attr = names("gru"), as_attr(bias_attr)
    weight = layer_parameter(layer, "w", (size, 3 * size), as_attr(param_attr), input.dtype)
    bias = None if attr is None else layer_parameter(layer, "b", (1, 3 * size), attr, input.dtype)

    acts = candidate_activation, gate_activation
    return gru(input, weight, bias, is_reverse, acts, h_0, origin_mode)


__all__ = ["dynamic_gru", "dynamic_lstm", "dynamic_lstmp"]
