"""Cells of recurrent networks; a cell computes an output and the next state from an input and a state."""

from __future__ import annotations

import math
from typing import Any

from opscope.core.checks.number_checks import whole_numbers
from opscope.core.state import mode
from opscope.errors import ArgumentError, ModeError, UnsupportedError
from opscope.ops.linalg import matmul
from opscope.ops.manipulation import concat_split
from opscope.ops.manipulation.reshape import expand, reshape
from opscope.paddle.functions import fill
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.initializer import Constant, Uniform
from opscope.paddle.nn.layer.layers import Layer


def zeros_for(batch_ref: Any, shape: Any, dtype: Any, value: float, batch_dim: int) -> Any:
    """Return a tensor [batch, *shape] in which all elements are value; batch_ref has the batch size, known or not."""
    count = batch_ref.shape[batch_dim]
    if count != -1:
        return fill.full([count, *shape], value, dtype)
    one = batch_ref[tuple(slice(None) if i == batch_dim else 0 for i in range(len(batch_ref.shape)))]
    column = fill.full_like(reshape(one, shape=[-1, *[1] * len(shape)]), value, dtype)
    return expand(column, shape=[-1, *shape])


class RNNCellBase(Layer):
    """Base of cells: forward(inputs, states) returns (outputs, new states); `state_shape` has no batch dim."""

    @property
    def state_shape(self) -> Any:
        """Dims of the state without the batch; a tuple of dims for several states."""
        raise NotImplementedError("The class of the cell must define the property `state_shape`.")

    def get_initial_states(
        self, batch_ref: Any, shape: Any = None, dtype: Any = None, init_value: float = 0.0, batch_dim_idx: int = 0
    ) -> Any:
        """Return constant states for the batch of a tensor; shape None: the shape of the cell's state."""
        wanted = self.state_shape if shape is None else shape
        kind = self._dtype if dtype is None else dtype
        if wanted and isinstance(wanted[0], list | tuple):
            return tuple(zeros_for(batch_ref, s, kind, init_value, batch_dim_idx) for s in wanted)
        return zeros_for(batch_ref, wanted, kind, init_value, batch_dim_idx)


class _Gated(RNNCellBase):
    """Base: weight_ih [gates * hidden, input], weight_hh [gates * hidden, hidden], and a bias for each of them."""

    gates = 1

    def __init__(self, input_size: int, hidden_size: int, attrs: tuple[Any, Any, Any, Any]) -> None:
        super().__init__(None, mode.dtype)
        whole_numbers(input_size=input_size, hidden_size=hidden_size)
        if hidden_size <= 0:
            raise ArgumentError(f"hidden_size of {type(self).__name__} must be greater than 0, but it is {hidden_size}")
        self.input_size, self.hidden_size = input_size, hidden_size
        rows, limit = self.gates * hidden_size, 1.0 / math.sqrt(hidden_size)
        start = Uniform(-limit, limit)
        self.weight_ih = self._made([rows, input_size], attrs[0], False, start)
        self.weight_hh = self._made([rows, hidden_size], attrs[1], False, start)
        self.bias_ih = self._made([rows], attrs[2], True, start)
        self.bias_hh = self._made([rows], attrs[3], True, start)

    @classmethod
    def of_weights(cls, weights: Any) -> Any:
        """Return a cell with given weights: weight_ih, weight_hh, bias_ih, bias_hh."""
        made = cls.__new__(cls)
        Layer.__init__(made, None, mode.dtype)
        made.weight_ih, made.weight_hh, made.bias_ih, made.bias_hh = weights
        made.hidden_size = made.weight_hh.shape[-1]
        return made

    def _made(self, shape: list[int], attr: Any, is_bias: bool, start: Any) -> Any:
        if attr is not False:
            return self.create_parameter(shape, attr, is_bias=is_bias, default_initializer=start)
        made = self.create_parameter(shape, is_bias=is_bias, default_initializer=Constant(0.0 if is_bias else 1.0))
        made.trainable, made.stop_gradient = False, True  # as in Paddle: it is there, and does not train
        return made

    def _from_input(self, inputs: Any) -> Any:
        return matmul.matmul(inputs, self.weight_ih, transpose_y=True) + self.bias_ih

    def _from_state(self, hidden: Any) -> Any:
        return matmul.matmul(hidden, self.weight_hh, transpose_y=True) + self.bias_hh

    @property
    def state_shape(self) -> Any:
        return (self.hidden_size,)

    def extra_repr(self) -> str:
        return f"{self.input_size}, {self.hidden_size}"


class SimpleRNNCell(_Gated):
    """Cell h = act(x @ weight_ih.T + bias_ih + h @ weight_hh.T + bias_hh). Source: Elman 1990."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        activation: str = "tanh",
        weight_ih_attr: Any = None,
        weight_hh_attr: Any = None,
        bias_ih_attr: Any = None,
        bias_hh_attr: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__(input_size, hidden_size, (weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr))
        if activation not in ("tanh", "relu"):
            raise ArgumentError(
                f"activation of SimpleRNNCell should be tanh or relu, but it is {activation}", fix="pass one of them"
            )
        self.activation = activation

    def forward(self, inputs: Any, states: Any = None) -> Any:
        states = self.get_initial_states(inputs) if states is None else states
        act = F.tanh if self.activation == "tanh" else F.relu
        hidden = act(self._from_input(inputs) + self._from_state(states))
        return hidden, hidden

    def extra_repr(self) -> str:
        return super().extra_repr() + ("" if self.activation == "tanh" else f", activation={self.activation}")


class LSTMCell(_Gated):
    """Long short-term memory; the rows of the weights are the input, forget, cell and output gates.

    The states are (hidden, cell). Source: Hochreiter & Schmidhuber 1997; Gers et al. 2000.
    """

    gates = 4

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        weight_ih_attr: Any = None,
        weight_hh_attr: Any = None,
        bias_ih_attr: Any = None,
        bias_hh_attr: Any = None,
        proj_size: int | None = None,
        name: str | None = None,
    ) -> None:
        if proj_size:
            raise UnsupportedError("LSTMCell does not support proj_size", fix="add a Linear after the cell")
        super().__init__(input_size, hidden_size, (weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr))

    @property
    def state_shape(self) -> Any:
        return ((self.hidden_size,), (self.hidden_size,))

    def forward(self, inputs: Any, states: Any = None) -> Any:
        states = self.get_initial_states(inputs) if states is None else states
        if not isinstance(states, list | tuple) or len(states) != 2:
            raise ModeError("an LSTMCell needs two initial states: (hidden, cell)")
        hidden, cell = states
        gates = self._from_input(inputs) + self._from_state(hidden)
        enter, forget, new, leave = concat_split.split(gates, num_or_sections=4, axis=-1)
        cell = F.sigmoid(forget) * cell + F.sigmoid(enter) * F.tanh(new)
        hidden = F.sigmoid(leave) * F.tanh(cell)
        return hidden, (hidden, cell)


class GRUCell(_Gated):
    """Gated recurrent unit; the rows of the weights are the reset gate, the update gate and the candidate.

    Source: Cho et al. 2014; the reset gate is applied after the product, as in cuDNN.
    """

    gates = 3

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        weight_ih_attr: Any = None,
        weight_hh_attr: Any = None,
        bias_ih_attr: Any = None,
        bias_hh_attr: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__(input_size, hidden_size, (weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr))

    def forward(self, inputs: Any, states: Any = None) -> Any:
        hidden = self.get_initial_states(inputs) if states is None else states
        x_reset, x_update, x_new = concat_split.split(self._from_input(inputs), num_or_sections=3, axis=-1)
        h_reset, h_update, h_new = concat_split.split(self._from_state(hidden), num_or_sections=3, axis=-1)
        update = F.sigmoid(x_update + h_update)
        new = F.tanh(x_new + F.sigmoid(x_reset + h_reset) * h_new)
        hidden = (hidden - new) * update + new
        return hidden, hidden
