"""Executions in a recorded run: each call of an operator, with its inputs and outputs.

There are executions of operators in runs of programs (also in blocks), of eager calls, and of ops in the rule of a
gradient.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from opscope.core.formats.narrow_arrays import like
from opscope.core.place import has_numbers, to_host
from opscope.core.random import Generator
from opscope.core.source import Site
from opscope.debug.gradients.checker import names_of
from opscope.debug.replay.program_kind import Cursor
from opscope.ir.program.program import Operator
from opscope.ops.grad_ops import TracedValue
from opscope.ops.registry import Attrs, Op

Named = tuple[str | None, Any]  # a name and its value


@dataclass(eq=False, slots=True)
class ExecutedOp:
    """A call of an op at the position `tick` of a run. `outputs` is empty if the call has failed, or has not ended.

    `depth` is the number of blocks, or of PyLayer calls, around the call. `operator` is None inside the rule of a
    gradient.
    """

    op: Op
    attrs: Attrs
    inputs: tuple[Named, ...]
    tick: int
    depth: int = 0
    operator: Operator | None = None
    outputs: tuple[Named, ...] = field(default=())

    @property
    def type(self) -> str:
        """The type of the operator, under the type's public name."""
        return self.op.name if self.operator is None else self.operator.type

    @property
    def site(self) -> Site | None:
        """The user's line that made the operator; for a gradient, the line of its forward op."""
        return None if self.operator is None else self.operator.site

    @property
    def text(self) -> str:
        """Return the call as text, also with inputs that are Python numbers: `y = elementwise_div(1, x)`."""
        if self.operator is None or not any(isinstance(v, int | float | complex) for _, v in self.inputs):
            return repr(self.operator)
        given = ", ".join(n or ("_" if v is None else f"{v:g}") for n, v in self.inputs)
        return f"{', '.join(n or '_' for n in self.operator.outputs)} = {self.type}({given})"

    @property
    def has_blocks(self) -> bool:
        """True for cond, while_loop and other operators that have blocks with executions of their own."""
        return "blocks" in self.attrs

    @property
    def is_pure(self) -> bool:
        """True if the kernel can be called again: it calls no user's function, and all its inputs are recorded."""
        return not (self.op.opaque or self.op.random or self.has_blocks)

    @property
    def is_update(self) -> bool:
        """True for the update by an optimizer, which reads and writes a parameter elementwise."""
        return self.op.outputs[:1] == ("param_out",)

    @property
    def function(self) -> str:
        """Return a text about the function that a py_func or its gradient calls: `your function normalise`.

        If the function has no name, the text is `your function`.
        """
        forward = self.op.forward
        called = self.op if forward is None else getattr(forward.op, "backward", None)
        names = names_of(getattr(called, "function", None))
        name = names[0].rpartition("<locals>.")[2] if names else ""
        return "your function" if name in ("", "<lambda>") else f"your function {name}"

    def has_attribute(self, number: Any) -> bool:
        """Return True if an attribute of the operator is NaN or Inf, as in `full_like(x, -inf)` or masked_fill."""
        given = [value for value in self.attrs.values() if isinstance(value, float)]
        return not np.isfinite(number) and any(np.array_equal(value, number, equal_nan=True) for value in given)

    def output(self, name: str) -> int:
        """Return the position of the last output that has the given name."""
        return max(i for i, (n, _) in enumerate(self.outputs) if n == name)

    def array(self, position: int) -> Any:
        """Return an input as a NumPy array; None if there is no such input or it is not an array."""
        value = self.inputs[position][1]
        return to_host(value) if has_numbers(value) else None

    def result(self, position: int) -> Any:
        """Return an output as a NumPy array; None if there is no such output or it is not an array."""
        value = self.outputs[position][1]
        return to_host(value) if has_numbers(value) else None

    def run_again(self, replaced: Mapping[int, Any], position: int) -> Any:
        """Call the kernel again, with other arrays in place of some inputs.

        Returns the output at `position`; None if the kernel raises an error.
        """
        values = [like(replaced.get(i, value), value) for i, (_, value) in enumerate(self.inputs)]
        try:
            with np.errstate(all="ignore"):
                found = self.op.run(values, self.attrs, Generator())
        except Exception:  # noqa: BLE001 (a kernel may refuse values that it did not get in the run)
            return None
        return found[position] if isinstance(found, list) else found


def executions_of(cursor: Cursor, until: int | None) -> list[ExecutedOp]:
    """Return the calls of a run before the place `until` (None: all calls).

    `cursor` must be at the start of the run.
    """
    calls = cursor.calls(until)
    return [ExecutedOp(c.op, c.attrs, c.inputs, c.tick, c.depth, c.operator, c.outputs) for c in calls]


def rule_executions(gradient: ExecutedOp) -> tuple[list[ExecutedOp], list[Any]] | None:
    """Return the ops inside the rule of a gradient, and the rule's results; None if the rule does not consist of ops.

    The inputs of the rule have the names that the gradient's inputs have. All other values of the rule are named
    after the ops that have computed them.
    """
    evaluate = gradient.op.evaluate
    if evaluate is None or gradient.op.opaque or any(gradient.array(i) is None for i in _given(gradient)):
        return None
    tape: list[tuple[Op, Sequence[Any], Sequence[Any], Attrs]] = []
    boxes = [None if n is None else TracedValue(gradient.array(i), tape) for i, (n, _) in enumerate(gradient.inputs)]
    names = {id(box): n for box, (n, _) in zip(boxes, gradient.inputs, strict=True) if box is not None}
    try:
        with np.errstate(all="ignore"):
            results = evaluate(boxes, gradient.attrs)
    except Exception:  # noqa: BLE001 (a rule that inspects values may refuse boxes)
        return None
    found: list[ExecutedOp] = []
    for number, (op, inputs, outs, attrs) in enumerate(tape):
        for position, box in enumerate(outs):
            names[id(box)] = f"{op.name}_{number}" + (f".{op.output_name(position)}" if len(outs) > 1 else "")
        read = tuple((names.get(id(v)), v.value if isinstance(v, TracedValue) else v) for v in inputs)
        made = tuple((names[id(box)], box.value) for box in outs)
        found.append(ExecutedOp(op, attrs, read, number, outputs=made))
    return found, [r.value if isinstance(r, TracedValue) else r for r in results]


def _given(gradient: ExecutedOp) -> list[int]:
    return [i for i, (name, _) in enumerate(gradient.inputs) if name is not None]


def writer_before(executions: Sequence[ExecutedOp], name: str, value: Any, tick: int) -> tuple[ExecutedOp, int] | None:
    """Return the call that has written a value before a place, and the position of the value among the call's outputs.

    The search first compares arrays, and then names. A result of a block is an array that an operator inside the
    block has written. For such a result, the inner operator is returned, and not the operator that owns the block.
    """
    named: tuple[ExecutedOp, int] | None = None
    same: tuple[ExecutedOp, int] | None = None
    for call in reversed(executions):
        if call.tick >= tick:
            continue
        for position, (made, array) in enumerate(call.outputs):
            if value is not None and array is value:
                if not call.has_blocks:
                    return call, position
                same = same or (call, position)
            elif made == name and named is None:
                named = call, position
    return same or named
