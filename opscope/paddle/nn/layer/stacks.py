"""Recurrent networks of several layers, in one direction or both: SimpleRNN, LSTM, GRU."""

from __future__ import annotations

from typing import Any

from opscope.core.checks.number_checks import positive_whole
from opscope.errors import ArgumentError, ModeError, ShapeError, UnsupportedError
from opscope.ops import creation
from opscope.ops.manipulation import concat_split
from opscope.ops.manipulation.reshape import transpose
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.layer.cells import GRUCell, LSTMCell, RNNCellBase, SimpleRNNCell
from opscope.paddle.nn.layer.container import LayerList
from opscope.paddle.nn.layer.rnn import RNN, BiRNN


def _swapped(x: Any) -> Any:
    return transpose(x, perm=[1, 0, *range(2, len(x.shape))])


class _Stack(LayerList):
    """Base: num_layers of cells in one or two directions, with dropout between the layers.

    Parameters are also attributes, named weight_ih_l0, weight_hh_l0, bias_ih_l0, bias_hh_l0, and the same with
    `_reverse`. Outputs after sequence_length are 0.
    """

    states = 1

    def __init__(
        self, input_size: int, hidden_size: int, num_layers: int, direction: str, time_major: bool, dropout: float,
        attrs: dict[str, Any],
    ) -> None:  # fmt: skip
        super().__init__()
        if direction not in ("forward", "bidirect", "bidirectional"):
            raise ArgumentError(f"direction should be forward, bidirect or bidirectional, but it is {direction}")
        positive_whole(num_layers, "num_layers")
        self.input_size, self.hidden_size, self.num_layers = input_size, hidden_size, num_layers
        self.time_major, self.dropout = time_major, dropout
        self.num_directions = 1 if direction == "forward" else 2
        for number in range(num_layers):
            size = input_size if number == 0 else hidden_size * self.num_directions
            cells = [self._cell(size, hidden_size, attrs) for _ in range(self.num_directions)]
            one_way = len(cells) == 1
            self.append(RNN(cells[0], False, time_major) if one_way else BiRNN(cells[0], cells[1], time_major))
        self._flatten_names()

    def _cell(self, input_size: int, hidden_size: int, attrs: dict[str, Any]) -> RNNCellBase:
        raise NotImplementedError

    def _flatten_names(self) -> None:
        for number, layer in enumerate(list(self)):
            cells = [layer.cell] if isinstance(layer, RNN) else [layer.cell_fw, layer.cell_bw]
            for cell, suffix in zip(cells, ("", "_reverse"), strict=False):
                for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"):
                    setattr(self, f"{name}_l{number}{suffix}", getattr(cell, name))

    def _initial(self, initial_states: Any) -> list[Any]:
        """Return the states of each layer: None, or a tensor or tuple of tensors for each direction."""
        if initial_states is None:
            return [None] * self.num_layers
        given = list(initial_states) if self.states > 1 else [initial_states]
        if len(given) != self.states:
            raise ModeError(f"{type(self).__name__} needs {self.states} initial states, but received {len(given)}")
        parts = [concat_split.unbind(s, axis=0) for s in given]
        if len(parts[0]) != self.num_layers * self.num_directions:
            raise ShapeError(
                f"each initial state must have the shape [{self.num_layers * self.num_directions}, batch, "
                f"{self.hidden_size}]",
                facts={"initial_states": list(given[0].shape)},
            )
        each = [row[0] if self.states == 1 else tuple(row) for row in zip(*parts, strict=True)]
        n = self.num_directions
        return [each[i] if n == 1 else tuple(each[i : i + n]) for i in range(0, len(each), n)]

    def forward(self, inputs: Any, initial_states: Any = None, sequence_length: Any = None) -> Any:
        finals: list[Any] = []
        out = inputs
        *before, last = zip(self, self._initial(initial_states), strict=True)
        for layer, states in before:
            out, final = layer(out, states, sequence_length)
            finals += [final] if self.num_directions == 1 else list(final)
            if self.dropout:
                out = F.dropout(out, self.dropout, training=self.training, mode="upscale_in_train")
        layer, states = last
        out, final = layer(out, states, sequence_length)
        finals += [final] if self.num_directions == 1 else list(final)
        if sequence_length is not None:
            out = out * self._going(out, sequence_length)
        if self.states == 1:
            return out, concat_split.stack(finals, axis=0)
        hidden = concat_split.stack([final[0] for final in finals], axis=0)
        return out, (hidden, concat_split.stack([final[1] for final in finals], axis=0))

    def _going(self, out: Any, sequence_length: Any) -> Any:
        time = 0 if self.time_major else 1
        steps = creation.shape(out)[time] if out.shape[time] == -1 else out.shape[time]
        mask = F.sequence_mask(sequence_length, maxlen=steps, dtype=out.dtype)
        wide = mask.unsqueeze(-1)
        return _swapped(wide) if self.time_major else wide

    def extra_repr(self) -> str:
        text = f"{self.input_size}, {self.hidden_size}"
        parts = {
            "num_layers": (self.num_layers, 1),
            "time_major": (self.time_major, False),
            "dropout": (self.dropout, 0),
        }
        return text + "".join(f", {name}={value}" for name, (value, usual) in parts.items() if value != usual)


def _attrs(weight_ih: Any, weight_hh: Any, bias_ih: Any, bias_hh: Any) -> dict[str, Any]:
    return {
        "weight_ih_attr": weight_ih,
        "weight_hh_attr": weight_hh,
        "bias_ih_attr": bias_ih,
        "bias_hh_attr": bias_hh,
    }


class SimpleRNN(_Stack):
    """Layers of SimpleRNNCell over [batch, time, input_size].

    forward returns (outputs, [layers, batch, hidden_size]).
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        direction: str = "forward",
        time_major: bool = False,
        dropout: float = 0.0,
        activation: str = "tanh",
        weight_ih_attr: Any = None,
        weight_hh_attr: Any = None,
        bias_ih_attr: Any = None,
        bias_hh_attr: Any = None,
        name: str | None = None,
    ) -> None:
        attrs = {**_attrs(weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr), "activation": activation}
        super().__init__(input_size, hidden_size, num_layers, direction, time_major, dropout, attrs)

    def _cell(self, input_size: int, hidden_size: int, attrs: dict[str, Any]) -> RNNCellBase:
        return SimpleRNNCell(input_size, hidden_size, **attrs)


class LSTM(_Stack):
    """Layers of LSTMCell over [batch, time, input_size]; forward returns (outputs, (hidden, cell)).

    The states are [num_layers * directions, batch, hidden_size]. direction: forward or bidirect.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/nn/LSTM_en.html
    """

    states = 2

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        direction: str = "forward",
        time_major: bool = False,
        dropout: float = 0.0,
        weight_ih_attr: Any = None,
        weight_hh_attr: Any = None,
        bias_ih_attr: Any = None,
        bias_hh_attr: Any = None,
        proj_size: int | None = None,
        name: str | None = None,
    ) -> None:
        if proj_size:
            raise UnsupportedError("LSTM does not support proj_size", fix="add a Linear after the LSTM")
        attrs = _attrs(weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr)
        super().__init__(input_size, hidden_size, num_layers, direction, time_major, dropout, attrs)

    def _cell(self, input_size: int, hidden_size: int, attrs: dict[str, Any]) -> RNNCellBase:
        return LSTMCell(input_size, hidden_size, **attrs)


class GRU(_Stack):
    """Layers of GRUCell over [batch, time, input_size]; forward returns (outputs, [layers, batch, hidden_size])."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        direction: str = "forward",
        time_major: bool = False,
        dropout: float = 0.0,
        weight_ih_attr: Any = None,
        weight_hh_attr: Any = None,
        bias_ih_attr: Any = None,
        bias_hh_attr: Any = None,
        name: str | None = None,
    ) -> None:
        attrs = _attrs(weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr)
        super().__init__(input_size, hidden_size, num_layers, direction, time_major, dropout, attrs)

    def _cell(self, input_size: int, hidden_size: int, attrs: dict[str, Any]) -> RNNCellBase:
        return GRUCell(input_size, hidden_size, **attrs)
