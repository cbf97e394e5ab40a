"""Executions of a recorded run: each call of an operator with its inputs and outputs.

Executions exist for operators in runs of programs (also in blocks), for eager calls, and for ops in a gradient's rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

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
    """A call of an op at place `tick` of a run. `outputs` is empty if the call failed, or has not ended.

    `depth` counts the blocks, or PyLayer calls, around the call. `operator` is None inside the rule of a gradient.
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
        """The operator's type, under its public name."""
        return self.op.name if self.operator is None else self.operator.type

    @property
    def site(self) -> Site | None:
        """The user's line; for a gradient, the line of its forward op."""
        return None if self.operator is None else self.operator.site

    @property
    def text(self) -> str:
        """Return the call as text, with inputs that are Python numbers: `y = elementwise_div(1, x)`."""
        if self.operator is None or not any(isinstance(v, int | float | complex) for _, v in self.inputs):
            return repr(self.operator)
        given = ", ".join(n or ("_" if v is None else f"{v:g}") for n, v in self.inputs)
        return f"{', '.join(n or '_' for n in self.operator.outputs)} = {self.type}({given})"

    @property
    def has_blocks(self) -> bool:
        """True for cond, while_loop and other operators whose blocks have their own executions."""
        return "blocks" in self.attrs

    @property
    def is_pure(self) -> bool:
        """True if the kernel can be called again, because it calls no user's function and its inputs are recorded."""
        return not (self.op.opaque or self.op.random or self.has_blocks)

    @property
    def is_update(self) -> bool:
        """True for an optimizer update, which reads and writes a parameter elementwise."""
        return self.op.outputs[:1] == ("param_out",)

    @property
    def function(self) -> str:
        """Return `your function normalise`, called by a py_func or its gradient.

        The text for a function without a name is `your function`.
        """
        forward = self.op.forward
        called = self.op if forward is None else getattr(forward.op, "backward", None)
        names = names_of(getattr(called, "function", None))
        name = names[0].rpartition("<locals>.")[2] if names else ""
        return "your function" if name in ("", "<lambda>") else f"your function {name}"

    def has_attribute(self, number: Any) -> bool:
        """Return True if a NaN or Inf is an attribute of the operator, as in `full_like(x, -inf)` and masked_fill."""
        given = [value for value in self.attrs.values() if isinstance(value, float)]
        return not np.isfinite(number) and any(np.array_equal(value, number, equal_nan=True) for value in given)

    def output(self, name: str) -> int:
        """Return the position of the last output that has a given name."""
        return max(i for i, (n, _) in enumerate(self.outputs) if n == name)

    def array(self, position: int) -> Any:
        """Return an input as a NumPy array; None if the input is absent or not an array."""
        value = self.inputs[position][1]
        return to_host(value) if has_numbers(value) else None

    def result(self, position: int) -> Any:
        """Return an output as a NumPy array; None if the output is absent or not an array."""
        value = self.outputs[position][1]
        return to_host(value) if has_numbers(value) else None

    def run_again(self, replaced: Mapping[int, Any], position: int) -> Any:
        """Call the kernel with other arrays for some inputs. Returns the output at `position`; None on an error."""
        values = [replaced.get(i, value) for i, (_, value) in enumerate(self.inputs)]
        try:
            with np.errstate(all="ignore"):
                found = self.op.run(values, self.attrs, Generator())
        except Exception:  # noqa: BLE001 (a kernel may refuse values that it did not get in the run)
            return None
        return found[position] if isinstance(found, list) else found


def executions_of(cursor: Cursor, until: int | None) -> list[ExecutedOp]:
    """Return the calls of a run before the place `until` (None: all). `cursor` is at the start of the run."""
    calls = cursor.calls(until)
    return [ExecutedOp(c.op, c.attrs, c.inputs, c.tick, c.depth, c.operator, c.outputs) for c in calls]


def rule_executions(gradient: ExecutedOp) -> tuple[list[ExecutedOp], list[Any]] | None:
    """Return the ops inside a gradient's rule, and its results; None if the rule does not consist of ops.

    Inputs of the rule have the names of the gradient's inputs. Other values of the rule are named after the ops that
    compute them.
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
    """Return the call that wrote a value before a place, and the output's position.

    The search compares arrays first, and then names. A result of a block is the array that an operator inside the block
    wrote. So the inner operator is returned, not the operator that owns the block.
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
