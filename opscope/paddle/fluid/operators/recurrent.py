"""Steps of recurrent networks."""

from __future__ import annotations

from typing import Any

from opscope.ir.compat.composite_ops import composed
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.fluid.layers.rnn import BY_NUMBER, gru_step
from opscope.paddle.nn import functional as F  # noqa: N812
from opscope.paddle.static.nn.moved import ahead


@composed("gru_unit", out="Hidden ResetHiddenPrev Gate")
def gru_unit(
    Input: Any, HiddenPrev: Any, Weight: Any, Bias: Any = None, *, activation: int = 2, gate_activation: int = 1,
    origin_mode: bool = False,
) -> Any:  # fmt: skip
    act, gate_act = BY_NUMBER[activation], BY_NUMBER[gate_activation]
    hidden, reset, gates = gru_step(Input, HiddenPrev, Weight, Bias, act, gate_act, origin_mode)
    return hidden, reset, gates


@composed("lstm_unit", out="C H")
def lstm_unit(X: Any, C_prev: Any, *, forget_bias: float = 0.0) -> Any:
    enter, forget, leave, new = T.split(X, 4, 1)
    cell = C_prev * F.sigmoid(forget + forget_bias) + F.sigmoid(enter) * T.tanh(new)
    return cell, F.sigmoid(leave) * T.tanh(cell)


@composed("row_conv")
def row_conv(X: Any, Filter: Any) -> Any:
    return ahead(X, Filter)
