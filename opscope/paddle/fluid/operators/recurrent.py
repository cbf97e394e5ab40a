"""Steps of recurrent networks."""

from __future__ import annotations

from typing import Any

from opscope.errors import ArgumentError
from opscope.ir.compat.composite_ops import Many, composed
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.fluid.layers.rnn import BY_NUMBER, gru_step
from opscope.paddle.nn import functional as F  # noqa: N812
from opscope.paddle.nn.layer.cells import GRUCell, LSTMCell, SimpleRNNCell
from opscope.paddle.nn.layer.looped import looped
from opscope.paddle.nn.layer.rnn import rnn as unrolled
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


@composed("rnn", out="Out DropoutState State* Reserve")
def rnn(
    Input: Any, PreState: Many, WeightList: Many, SequenceLength: Any = None, *, mode: str, hidden_size: int = 0,
    input_size: int = 0, num_layers: int = 1, is_bidirec: bool = False, dropout_prob: float = 0.0,
    is_test: bool = False, seed: int = 0,
) -> Any:  # fmt: skip
    """Paddle's operator behind nn.SimpleRNN, LSTM and GRU: time first, weights of all cells before all biases."""
    ways, states = 1 + is_bidirec, len(PreState)
    cells = num_layers * ways
    if mode not in _CELLS or len(WeightList) != 4 * cells or states != 1 + (mode == "LSTM"):
        raise ArgumentError(
            f"rnn: {len(WeightList)} weights and {states} initial states do not match {cells} cells with mode={mode!r}"
        )
    pairs = [[*WeightList[i : i + 2], *WeightList[2 * cells + i : 2 * cells + i + 2]] for i in range(0, 2 * cells, 2)]
    begin = [[s[i] for s in PreState] for i in range(cells)]
    out, finals = Input, list[Any]()
    for number in range(num_layers):
        if number and dropout_prob:
            out = F.dropout(out, dropout_prob, training=not is_test, mode="upscale_in_train")
        parts: list[Any] = []
        for way in range(ways):
            place = number * ways + way
            cell = _CELLS[mode].of_weights(pairs[place])
            cell.activation = "relu" if mode == "RNN_RELU" else "tanh"
            given = tuple(begin[place]) if states > 1 else begin[place][0]
            steps = run_cell if 0 < Input.shape[0] <= MOST_STEPS else run_in_loop
            part, final = steps(cell, out, given, SequenceLength, bool(way))
            parts.append(part)
            finals.append(final if states > 1 else (final,))
        out = parts[0] if ways == 1 else T.concat(parts, -1)
    if SequenceLength is not None:
        going = F.sequence_mask(SequenceLength, maxlen=T.shape(out)[0], dtype=out.dtype)
        out = out * T.unsqueeze(T.transpose(going, [1, 0]), -1)
    return out, None, [T.stack([f[i] for f in finals], 0) for i in range(states)], None


MOST_STEPS = 128  # more steps are a loop
_CELLS: dict[str, Any] = {"LSTM": LSTMCell, "GRU": GRUCell, "RNN_TANH": SimpleRNNCell, "RNN_RELU": SimpleRNNCell}


def run_cell(cell: Any, inputs: Any, states: Any, lengths: Any, is_reverse: bool) -> Any:
    return unrolled(cell, inputs, states, lengths, True, is_reverse)


def run_in_loop(cell: Any, inputs: Any, states: Any, lengths: Any, is_reverse: bool) -> Any:
    return looped(cell, inputs, states, lengths, 0, is_reverse, {})


@composed("row_conv")
def row_conv(X: Any, Filter: Any) -> Any:
    return ahead(X, Filter)
