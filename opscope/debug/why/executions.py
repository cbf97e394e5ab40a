"""Executions of a recorded run: each call of an operator with the values that it read and made.

The same for runs of programs (with the operators of their blocks), for eager calls, and for the rule inside a gradient.
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

    `depth` counts the blocks, or PyLayer calls, around it. `operator` is None inside the rule of a gradient.
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
        """The operator's type, as the user knows it."""
        return self.op.name if self.operator is None else self.operator.type

    @property
    def site(self) -> Site | None:
        """The user's line; of a gradient, that of its forward op."""
        return None if self.operator is None else self.operator.site

    @property
    def text(self) -> str:
        """`y = elementwise_div(1, x)`: the operator, with the inputs that are Python numbers."""
        if self.operator is None or not any(isinstance(v, int | float | complex) for _, v in self.inputs):
            return repr(self.operator)
        given = ", ".join(n or ("_" if v is None else f"{v:g}") for n, v in self.inputs)
        return f"{', '.join(n or '_' for n in self.operator.outputs)} = {self.type}({given})"

    @property
    def has_blocks(self) -> bool:
        """True for cond, while_loop and the like, whose blocks have executions of their own."""
        return "blocks" in self.attrs

    @property
    def is_pure(self) -> bool:
        """True if the kernel can be called again: it calls no function of the user, and its values are known."""
        return not (self.op.opaque or self.op.random or self.has_blocks)

    @property
    def is_update(self) -> bool:
        """True for the step of an optimizer, which reads and writes the elements of a parameter one by one."""
        return self.op.outputs[:1] == ("param_out",)

    @property
    def function(self) -> str:
        """`your function normalise`, which a py_func or its gradient calls; without a name where it has none."""
        forward = self.op.forward
        called = self.op if forward is None else getattr(forward.op, "backward", None)
        names = names_of(getattr(called, "function", None))
        name = names[0].rpartition("<locals>.")[2] if names else ""
        return "your function" if name in ("", "<lambda>") else f"your function {name}"

    def output(self, name: str) -> int:
        """The position of the last output with a name."""
        return max(i for i, (n, _) in enumerate(self.outputs) if n == name)

    def array(self, position: int) -> Any:
        """An input as a NumPy array; None if it is absent or no array."""
        value = self.inputs[position][1]
        return to_host(value) if has_numbers(value) else None

    def result(self, position: int) -> Any:
        """An output as a NumPy array; None if it is absent or no array."""
        value = self.outputs[position][1]
        return to_host(value) if has_numbers(value) else None

    def run_again(self, replaced: Mapping[int, Any], position: int) -> Any:
        """The output at `position` with other arrays for some inputs; None if the kernel refuses them."""
        values = [replaced.get(i, value) for i, (_, value) in enumerate(self.inputs)]
        try:
            with np.errstate(all="ignore"):
                found = self.op.run(values, self.attrs, Generator())
        except Exception:  # noqa: BLE001 (it is only tried: a kernel may refuse values that it did not get)
            return None
        return found[position] if isinstance(found, list) else found


def executions_of(cursor: Cursor, until: int | None) -> list[ExecutedOp]:
    """The calls of a run before the place `until` (None: all), in their order. `cursor` is at the start of the run."""
    calls = cursor.calls(until)
    return [ExecutedOp(c.op, c.attrs, c.inputs, c.tick, c.depth, c.operator, c.outputs) for c in calls]


def rule_executions(gradient: ExecutedOp) -> tuple[list[ExecutedOp], list[Any]] | None:
    """The ops inside the rule of a gradient, and the results of the rule; None if it has no rule made of ops.

    Values that the rule gets have the names of the gradient's inputs; the others are named after the ops.
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
    except Exception:  # noqa: BLE001 (a rule that looks at values may refuse boxes)
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
    """The call that made a value before a place, and which output it is: by the array itself, else by its name.

    The results of blocks are arrays that an operator inside the block has made: that one is found, not the operator
    that owns the block.
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
