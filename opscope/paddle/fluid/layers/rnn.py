"""fluid.layers: a step of a gated unit, cells of such steps, and functions that run cells over time."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

from opscope.core.described import Described
from opscope.core.public_calls import notes_methods
from opscope.core.source import site
from opscope.core.state import names
from opscope.errors import ArgumentError
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.statically import statically
from opscope.paddle.functions import fill
from opscope.paddle.nn.layer import rnn as over_time
from opscope.paddle.nn.layer.cells import zeros_for
from opscope.paddle.nn.param_attr import ParamAttr, as_attr, new_parameter

rnn = statically(over_time.rnn)
birnn = statically(over_time.birnn)
BY_NUMBER = ("identity", "sigmoid", "tanh", "relu")


def activation(given: Any) -> Callable[[Any], Any]:
    """Return the activation of a name, of a number of Paddle 1.x, or a function. Raises ArgumentError."""
    if callable(given):
        return given
    name = BY_NUMBER[given] if isinstance(given, int) and 0 <= given < len(BY_NUMBER) else given
    if name == "identity":
        return fill.assign
    if name not in REGISTRY.public:
        raise ArgumentError(f"activation {given!r} is not known", site=site(), fix=f"use one of {', '.join(BY_NUMBER)}")
    return REGISTRY.public[name]


def gru_step(
    input: Any, hidden: Any, weight: Any, bias: Any, act: Any, gate_act: Any, origin_mode: bool
) -> tuple[Any, Any, Any]:
    """Return (new hidden [N, D], reset hidden [N, D], gates [N, 3 D]) for input [N, 3 D]; weight [D, 3 D].

    The memory of weight contains [D, 2 D] for update and reset gate, then [D, D] for the candidate.
    """
    width = hidden.shape[1]
    flat = REGISTRY["reshape"](weight, shape=(3 * width * width,))
    gates_weight, new_weight = (
        REGISTRY["reshape"](part, shape=(width, columns))
        for part, columns in zip(
            REGISTRY["split"](flat, num_or_sections=[2 * width * width, width * width], axis=0), (2 * width, width),
            strict=True,
        )
    )  # fmt: skip
    given = input if bias is None else input + bias
    from_gates, from_new = REGISTRY["split"](given, num_or_sections=[2 * width, width], axis=1)
    gates = activation(gate_act)(from_gates + REGISTRY["matmul"](hidden, gates_weight))
    update, reset = REGISTRY["split"](gates, num_or_sections=2, axis=1)
    kept = reset * hidden
    new = activation(act)(from_new + REGISTRY["matmul"](kept, new_weight))
    made = update * hidden + (1.0 - update) * new if origin_mode else (1.0 - update) * hidden + update * new
    return made, kept, REGISTRY["concat"]([gates, new], axis=1)


@statically
def gru_unit(
    input: Any, hidden: Any, size: int, param_attr: Any = None, bias_attr: Any = None, activation: Any = "tanh",
    gate_activation: Any = "sigmoid", origin_mode: bool = False,
) -> tuple[Any, Any, Any]:  # fmt: skip
    """Compute a step of a gated recurrent unit: (hidden [N, D], reset hidden, gates) for input [N, 3 D]; size is 3 D.

    Source: Cho et al. 2014.
    """
    layer, width = names("gru_unit"), size // 3
    weight = new_parameter(layer, "w", [width, 3 * width], as_attr(param_attr), input.dtype)
    attr = as_attr(bias_attr)
    bias = None if attr is None else new_parameter(layer, "b", [1, 3 * width], attr, input.dtype)
    return gru_step(input, hidden, weight, bias, activation, gate_activation, origin_mode)


@statically
def lstm_unit(
    x_t: Any, hidden_t_prev: Any, cell_t_prev: Any, forget_bias: float = 0.0, param_attr: Any = None,
    bias_attr: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """Compute a step of a long short-term memory: (hidden [N, D], cell [N, D]).

    Source: Zaremba et al. 2014.
    """
    layer, width = name or names("lstm_unit"), cell_t_prev.shape[1]
    joined = REGISTRY["concat"]([x_t, hidden_t_prev], axis=1)
    rows = x_t.shape[1] + hidden_t_prev.shape[1]
    weight = new_parameter(layer, "w", [rows, 4 * width], as_attr(param_attr), x_t.dtype)
    gates = REGISTRY["matmul"](joined, weight)
    attr = as_attr(bias_attr)
    if attr is not None:
        gates = gates + new_parameter(layer, "b", [4 * width], attr, x_t.dtype)
    enter, forget, leave, new = REGISTRY["split"](gates, num_or_sections=4, axis=1)
    sigmoid, tanh = REGISTRY["sigmoid"], REGISTRY["tanh"]
    cell = sigmoid(forget + forget_bias) * cell_t_prev + sigmoid(enter) * tanh(new)
    return sigmoid(leave) * tanh(cell), cell


class RNNCell(Described):
    """Base of cells: `call(inputs, states)` returns (outputs, new states); `state_shape` has no batch dim."""

    def call(self, inputs: Any, states: Any, **kwargs: Any) -> tuple[Any, Any]:
        """Compute a step; a subclass defines this method."""
        raise NotImplementedError("a subclass of RNNCell must define the method call().")

    def __call__(self, inputs: Any, states: Any, **kwargs: Any) -> tuple[Any, Any]:
        return self.call(inputs, states, **kwargs)

    @property
    def state_shape(self) -> Any:
        """Shape of the state without the batch dim; a list of shapes for several states."""
        raise NotImplementedError("The class of the cell must define the property `state_shape`.")

    @statically
    def get_initial_states(
        self, batch_ref: Any, shape: Any = None, dtype: Any = "float32", init_value: float = 0.0, batch_dim_idx: int = 0
    ) -> Any:
        """Return states filled with one value, for the batch of a tensor; shape None: the cell's shape."""
        wanted = self.state_shape if shape is None else shape
        if wanted and isinstance(wanted[0], list | tuple):
            return [zeros_for(batch_ref, s, dtype, init_value, batch_dim_idx) for s in wanted]
        return zeros_for(batch_ref, wanted, dtype, init_value, batch_dim_idx)


class _Cell(RNNCell):
    """Base class: makes the weights in the first call, when the width of the inputs is known."""

    def __init__(
        self, hidden_size: int, param_attr: Any, bias_attr: Any, gate_activation: Any, activation: Any, dtype: Any,
        name: str,
    ) -> None:  # fmt: skip
        self.hidden_size = hidden_size
        self._attrs, self._dtype, self._name = (param_attr, bias_attr), dtype, names(name)
        self._gate, self._act = gate_activation or REGISTRY["sigmoid"], activation or REGISTRY["tanh"]
        self._made: list[tuple[Any, Any]] = []

    def _weights(self, rows: int, columns: Sequence[int], endings: Sequence[str] = ("",)) -> list[tuple[Any, Any]]:
        """Return (weight [rows, columns], bias [columns]) of each part; a suffix is appended to the user's names."""
        if not self._made:
            param, bias = self._attrs
            self._made = [
                (
                    new_parameter(self._name, "w", [rows, c], _named(param, ending), self._dtype),
                    new_parameter(self._name, "b", [c], _named(bias, ending), self._dtype),
                )
                for c, ending in zip(columns, endings, strict=True)
            ]
        return self._made


def _named(given: Any, ending: str) -> ParamAttr | None:
    """Return the attribute of a parameter with a suffix appended to its name."""
    attr = as_attr(given)
    if attr is None or attr.name is None or not ending:
        return attr
    attr = copy.copy(attr)
    attr.name = f"{attr.name}{ending}"
    return attr


@notes_methods
class GRUCell(_Cell):
    """A gated recurrent unit over [inputs, hidden]: reset and update gate, then the candidate.

    Source: Cho et al. 2014; https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/layers/GRUCell.html
    """

    def __init__(
        self, hidden_size: int, param_attr: Any = None, bias_attr: Any = None, gate_activation: Any = None,
        activation: Any = None, dtype: Any = "float32", name: str = "GRUCell",
    ) -> None:  # fmt: skip
        super().__init__(hidden_size, param_attr, bias_attr, gate_activation, activation, dtype, name)

    @property
    def state_shape(self) -> Any:
        return [self.hidden_size]

    @statically
    def call(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        size = self.hidden_size
        (gate_w, gate_b), (new_w, new_b) = self._weights(
            inputs.shape[1] + size, (2 * size, size), ("_gate", "_candidate")
        )
        matmul, concat = REGISTRY["matmul"], REGISTRY["concat"]
        gates = self._gate(matmul(concat([inputs, states], axis=1), gate_w) + gate_b)
        reset, update = REGISTRY["split"](gates, num_or_sections=2, axis=1)
        new = self._act(matmul(concat([inputs, reset * states], axis=1), new_w) + new_b)
        hidden = update * states + (1.0 - update) * new
        return hidden, hidden


@notes_methods
class LSTMCell(_Cell):
    """A long short-term memory over [inputs, hidden]: gates input, candidate, forget, output; states [hidden, cell].

    Source: Zaremba et al. 2014; https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/layers/LSTMCell.html
    """

    def __init__(
        self, hidden_size: int, param_attr: Any = None, bias_attr: Any = None, gate_activation: Any = None,
        activation: Any = None, forget_bias: float = 1.0, dtype: Any = "float32", name: str = "LSTMCell",
    ) -> None:  # fmt: skip
        super().__init__(hidden_size, param_attr, bias_attr, gate_activation, activation, dtype, name)
        self._forget_bias = forget_bias

    @property
    def state_shape(self) -> Any:
        return [[self.hidden_size], [self.hidden_size]]

    @statically
    def call(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        hidden, cell = states
        ((weight, bias),) = self._weights(inputs.shape[1] + self.hidden_size, (4 * self.hidden_size,))
        gates = REGISTRY["matmul"](REGISTRY["concat"]([inputs, hidden], axis=1), weight) + bias
        enter, new, forget, leave = REGISTRY["split"](gates, num_or_sections=4, axis=1)
        cell = cell * self._gate(forget + self._forget_bias) + self._gate(enter) * self._act(new)
        hidden = self._act(cell) * self._gate(leave)
        return hidden, [hidden, cell]


__all__ = ["GRUCell", "LSTMCell", "RNNCell", "birnn", "gru_unit", "lstm_unit", "rnn"]
