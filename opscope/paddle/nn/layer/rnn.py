"""Cells run over time, in one direction or both."""

from __future__ import annotations

from typing import Any

from opscope.errors import ArgumentError, ModeError
from opscope.ops.manipulation import concat_split
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.layer.layers import Layer
from opscope.paddle.nn.layer.looped import looped


def _leaves(states: Any) -> list[Any]:
    return [leaf for s in states for leaf in _leaves(s)] if isinstance(states, list | tuple) else [states]


def _like(states: Any, leaves: list[Any]) -> Any:
    """The leaves in the structure of states; takes them from the front of the list."""
    if isinstance(states, list | tuple):
        return tuple(_like(s, leaves) for s in states)
    return leaves.pop(0)


def _masks(sequence_length: Any, steps: int, like: Any) -> list[Any]:
    """For each step [batch, 1]: 1 where the sequence still goes on, 0 after its end."""
    mask = F.sequence_mask(sequence_length, maxlen=steps, dtype=like.dtype)
    return [mask[:, t : t + 1] for t in range(steps)]


def rnn(
    cell: Any,
    inputs: Any,
    initial_states: Any = None,
    sequence_length: Any = None,
    time_major: bool = False,
    is_reverse: bool = False,
    **kwargs: Any,
) -> tuple[Any, Any]:
    """(outputs, final states) of a cell over inputs [batch, time, *] (or time first).

    Behind sequence_length [batch] states stay as they are; is_reverse begins at the end. kwargs go to the cell.
    In a program that does not know the number of steps this is a loop.
    """
    time = 0 if time_major else 1
    steps = inputs.shape[time]
    if steps == -1:
        return looped(cell, inputs, initial_states, sequence_length, time, is_reverse, kwargs)
    slices = concat_split.unbind(inputs, axis=time)
    states = cell.get_initial_states(slices[0]) if initial_states is None else initial_states
    masks = None if sequence_length is None else _masks(sequence_length, steps, inputs)
    outputs: list[Any] = [None] * steps
    for t in reversed(range(steps)) if is_reverse else range(steps):
        outputs[t], new = cell(slices[t], states, **kwargs)
        if masks is not None:
            going = masks[t]
            kept = zip(_leaves(new), _leaves(states), strict=True)
            new = _like(new, [n * going + old * (1.0 - going) for n, old in kept])
        states = new
    return concat_split.stack(outputs, axis=time), states


def birnn(
    cell_fw: Any,
    cell_bw: Any,
    inputs: Any,
    initial_states: Any = None,
    sequence_length: Any = None,
    time_major: bool = False,
    **kwargs: Any,
) -> tuple[Any, Any]:
    """(outputs of both directions side by side, (final states forward, final states backward))."""
    forward, backward = (None, None) if initial_states is None else initial_states
    options = {"sequence_length": sequence_length, "time_major": time_major, **kwargs}
    out_fw, states_fw = rnn(cell_fw, inputs, forward, **options)
    out_bw, states_bw = rnn(cell_bw, inputs, backward, is_reverse=True, **options)
    return concat_split.concat([out_fw, out_bw], axis=-1), (states_fw, states_bw)


class RNN(Layer):
    """A cell run over [batch, time, *] (time_major: time first); forward gives (outputs, final states)."""

    def __init__(self, cell: Any, is_reverse: bool = False, time_major: bool = False) -> None:
        super().__init__()
        self.cell, self.is_reverse, self.time_major = cell, is_reverse, time_major

    def forward(self, inputs: Any, initial_states: Any = None, sequence_length: Any = None, **kwargs: Any) -> Any:
        return rnn(self.cell, inputs, initial_states, sequence_length, self.time_major, self.is_reverse, **kwargs)


class BiRNN(Layer):
    """Two cells, one run from the end; outputs side by side."""

    def __init__(self, cell_fw: Any, cell_bw: Any, time_major: bool = False) -> None:
        super().__init__()
        if cell_fw.input_size != cell_bw.input_size:
            raise ArgumentError(
                f"both cells must have the same input_size, but have {cell_fw.input_size} and {cell_bw.input_size}"
            )
        self.cell_fw, self.cell_bw, self.time_major = cell_fw, cell_bw, time_major

    def forward(self, inputs: Any, initial_states: Any = None, sequence_length: Any = None, **kwargs: Any) -> Any:
        if isinstance(initial_states, list | tuple) and len(initial_states) != 2:
            raise ModeError("length of initial_states should be 2 when it is a list/tuple")
        return birnn(self.cell_fw, self.cell_bw, inputs, initial_states, sequence_length, self.time_major, **kwargs)
