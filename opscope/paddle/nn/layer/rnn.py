"""Recurrent layers: cells over time, in one direction or both."""

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
    """Return leaves from the front of the list in the structure of states."""
    if isinstance(states, list | tuple):
        return tuple(_like(s, leaves) for s in states)
    return leaves.pop(0)


def _masks(sequence_length: Any, steps: int, like: Any) -> list[Any]:
    """Return a mask [batch, 1] for each step: 1 before the end of the sequence, and 0 after it."""
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
    """Return the outputs and final states of a cell over inputs [batch, time, *] (time_major: time first).

    After sequence_length [batch], the states do not change. is_reverse: begin at the end. kwargs are passed to the
    cell. In a program with an unknown number of steps, this is a loop.
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
    """Return the concatenated outputs of both directions, and (final states forward, final states backward)."""
    forward, backward = (None, None) if initial_states is None else initial_states
    options = {"sequence_length": sequence_length, "time_major": time_major, **kwargs}
    out_fw, states_fw = rnn(cell_fw, inputs, forward, **options)
    out_bw, states_bw = rnn(cell_bw, inputs, backward, is_reverse=True, **options)
    return concat_split.concat([out_fw, out_bw], axis=-1), (states_fw, states_bw)


class RNN(Layer):
    """Cell over [batch, time, *] (time_major: time first); forward returns (outputs, final states)."""

    def __init__(self, cell: Any, is_reverse: bool = False, time_major: bool = False) -> None:
        super().__init__()
        self.cell, self.is_reverse, self.time_major = cell, is_reverse, time_major

    def forward(self, inputs: Any, initial_states: Any = None, sequence_length: Any = None, **kwargs: Any) -> Any:
        return rnn(self.cell, inputs, initial_states, sequence_length, self.time_major, self.is_reverse, **kwargs)


class BiRNN(Layer):
    """Two cells, one of which begins at the end; the outputs are concatenated."""

    def __init__(self, cell_fw: Any, cell_bw: Any, time_major: bool = False) -> None:
        super().__init__()
        if cell_fw.input_size != cell_bw.input_size:
            raise ArgumentError(
                f"both cells must have the same input_size, but they have {cell_fw.input_size} and {cell_bw.input_size}"
            )
        self.cell_fw, self.cell_bw, self.time_major = cell_fw, cell_bw, time_major

    def forward(self, inputs: Any, initial_states: Any = None, sequence_length: Any = None, **kwargs: Any) -> Any:
        if isinstance(initial_states, list | tuple) and len(initial_states) != 2:
            raise ModeError("initial_states should have 2 elements if it is a list or a tuple")
        return birnn(self.cell_fw, self.cell_bw, inputs, initial_states, sequence_length, self.time_major, **kwargs)
