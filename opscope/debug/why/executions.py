"""Executions in a recorded run. An execution is a call of an operator, with the inputs and outputs of this call.

Executions exist for operators in runs of programs (also in blocks), for eager calls, and for ops in a gradient rule.
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
    """A call of an op at the position `tick` of a run. `outputs` is empty if the call has failed or has not ended yet.

    `depth` is the number of blocks, or of PyLayer calls, around the call. `operator` is None for a call inside a
    gradient rule.
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
        """The public name of the operator's type."""
        return self.op.name if self.operator is None else self.operator.type

    @property
    def site(self) -> Site | None:
        """The user's line that made the operator, or the line of the forward op for a gradient operator."""
        return None if self.operator is None else self.operator.site

    @property
    def text(self) -> str:
        """Return the call as text, such as `y = elementwise_div(1, x)`. Inputs that are Python numbers are included."""
        if self.operator is None or not any(isinstance(v, int | float | complex) for _, v in self.inputs):
            return repr(self.operator)
        given = ", ".join(n or ("_" if v is None else f"{v:g}") for n, v in self.inputs)
        return f"{', '.join(n or '_' for n in self.operator.outputs)} = {self.type}({given})"

    @property
    def has_blocks(self) -> bool:
        """True for operators with blocks, such as cond and while_loop. The blocks have their own executions."""
        return "blocks" in self.attrs

    @property
    def is_pure(self) -> bool:
        """True if a second call of the kernel gives the same result.

        The property is False for user functions, for random ops, and for operators with blocks.
        """
        return not (self.op.opaque or self.op.random or self.has_blocks)

    @property
    def is_update(self) -> bool:
        """True for the update operator of an optimizer, which reads and writes a parameter elementwise."""
        return self.op.outputs[:1] == ("param_out",)

    @property
    def function(self) -> str:
        """Return a text about the function that a py_func or its gradient calls, such as `your function normalise`.

        If the function has no name, the text is `your function`.
        """
        forward = self.op.forward
        called = self.op if forward is None else getattr(forward.op, "backward", None)
        names = names_of(getattr(called, "function", None))
        name = names[0].rpartition("<locals>.")[2] if names else ""
        return "your function" if name in ("", "<lambda>") else f"your function {name}"

    def has_attribute(self, number: Any) -> bool:
        """Return True if a NaN or Inf is an attribute of the operator, as in `full_like(x, -inf)` or masked_fill."""
        given = [value for value in self.attrs.values() if isinstance(value, float)]
        return not np.isfinite(number) and any(np.array_equal(value, number, equal_nan=True) for value in given)

    def output(self, name: str) -> int:
        """Return the position of the last output that has the given name."""
        return max(i for i, (n, _) in enumerate(self.outputs) if n == name)

    def array(self, position: int) -> Any:
        """Return an input as a NumPy array. Return None if the input does not exist or is not an array."""
        value = self.inputs[position][1]
        return to_host(value) if has_numbers(value) else None

    def result(self, position: int) -> Any:
        """Return an output as a NumPy array. Return None if the output does not exist or is not an array."""
        value = self.outputs[position][1]
        return to_host(value) if has_numbers(value) else None

    def run_again(self, replaced: Mapping[int, Any], position: int) -> Any:
        """Call the kernel again, with other arrays in place of some inputs.

        Returns the output at `position`, or None if the kernel raises an error.
        """
        values = [like(replaced.get(i, value), value) for i, (_, value) in enumerate(self.inputs)]
        try:
            with np.errstate(all="ignore"):
                found = self.op.run(values, self.attrs, Generator())
        except Exception:  # noqa: BLE001 (a kernel may refuse values that it did not get in the run)
            return None
        return found[position] if isinstance(found, list) else found


def executions_of(cursor: Cursor, until: int | None) -> list[ExecutedOp]:
    """Return the calls of a run before the place `until`. If `until` is None, return all calls.

    `cursor` must be at the start of the run.
    """
    calls = cursor.calls(until)
    return [ExecutedOp(c.op, c.attrs, c.inputs, c.tick, c.depth, c.operator, c.outputs) for c in calls]


def rule_executions(gradient: ExecutedOp) -> tuple[list[ExecutedOp], list[Any]] | None:
    """Return the executions of the ops inside a gradient rule, and the results of the rule.

    Return None if the rule does not consist of ops. The inputs of the rule have the names of the gradient operator's
    inputs. Each other value in the rule gets the name of the op that has computed it.
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

    The search compares the arrays first, and then the names. If an operator inside a block has written the array, the
    inner operator is returned, and not the operator that contains the block.
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
