"""Recurrent cell in a loop, for a number of steps that is known only when the program runs."""

from __future__ import annotations

from typing import Any

from opscope.core.nested_structure import flatten, pack_sequence_as
from opscope.ir.control_flow.tensor_array import array_write, create_array
from opscope.ir.control_flow.while_loop import loop_values
from opscope.ops import creation
from opscope.ops.indexing.gather import gather
from opscope.ops.manipulation.reshape import flip, squeeze, unsqueeze
from opscope.paddle.functions.arithmetic import cast
from opscope.paddle.functions.rearrange import moveaxis


def looped(
    cell: Any, inputs: Any, states: Any, sequence_length: Any, time: int, is_reverse: bool, options: dict[str, Any]
) -> tuple[Any, Any]:
    """Return the outputs and final states of a cell over the axis `time` of inputs, from initial states.

    After sequence_length [batch], the states do not change.
    """
    steps = creation.shape(inputs)[time : time + 1]
    rows = moveaxis(inputs, time, 0)
    begin = cell.get_initial_states(rows[0]) if states is None else states
    outputs = create_array(inputs.dtype)

    def more(number: Any, *_: Any) -> Any:
        return number < steps

    def step(number: Any, *kept: Any) -> list[Any]:
        place = steps - 1 - number if is_reverse else number
        output, new = cell(
            squeeze(gather(rows, place, axis=0), axis=[0]), pack_sequence_as(begin, list(kept)), **options
        )
        after = flatten(new)
        if sequence_length is not None:
            going = unsqueeze(cast(cast(sequence_length, "int32") > place, inputs.dtype), axis=[1])
            after = [n * going + old * (1.0 - going) for n, old in zip(after, kept, strict=True)]
        array_write(output, number, outputs)
        return [number + 1, *after]

    _, *ends = loop_values(more, step, [creation.full(shape=(1,), fill_value=0, dtype="int32"), *flatten(begin)])
    joined = moveaxis(flip(outputs, axis=0) if is_reverse else outputs, 0, time)
    return joined, pack_sequence_as(begin, ends)


__all__ = ["looped"]
