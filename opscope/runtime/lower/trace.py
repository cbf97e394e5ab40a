"""Trace: a plan for known shapes, as a straight list of primitive applications on values.

Values are assigned once, however often the program writes a name. Gradient operators are expanded by running
their rules (values carry their interpreter, here too), so what follows sees inside them: a value that two
gradients need is computed once, an input that is only asked for its shape is not needed at all.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from opscope.core.spec import TensorSpec
from opscope.ir.control_flow.cond import COND, COND_GRAD
from opscope.ir.op_roles import BACKWARD
from opscope.ops.grad_ops import abstract_spec
from opscope.ops.registry import Attrs, Op
from opscope.ops.tensor_operators import TensorOperators
from opscope.runtime.lower.simplify import simplified
from opscope.runtime.plan import Instruction, Plan

FOLD = 1 << 16  # elements: a larger constant is made anew in every run rather than kept


class Unlowerable(Exception):
    """This plan has something whose shape is not known before it has run."""


class Shaped:
    """What is known of a value before there is one."""

    __slots__ = ("dtype", "shape")

    def __init__(self, shape: tuple[int, ...], dtype: Any) -> None:
        self.shape = shape
        self.dtype = dtype

    @property
    def ndim(self) -> int:
        """The rank."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)


class Like(Shaped):
    """An operand that is only asked for its shape and dtype."""

    __slots__ = ()

    def array(self, xp: Any) -> Any:
        """Zeros of this shape that take no memory: for kernels, which want an array."""
        return xp.broadcast_to(xp.zeros((), self.dtype), self.shape)


class Ref(Shaped, TensorOperators):
    """A value of the trace: shape and dtype now, an array when it has been emitted."""

    __slots__ = ("constant", "trace")

    def __init__(self, trace: Trace, shape: tuple[int, ...], dtype: Any, constant: Any = None) -> None:
        super().__init__(shape, dtype)
        self.trace = trace
        self.constant = constant

    @staticmethod
    def __apply_op__(op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
        trace = next(v.trace for v in inputs if isinstance(v, Ref))
        return trace.apply(op, inputs, attrs)


@dataclass(slots=True, eq=False)
class Node:
    """One application. `step` is set where the instruction itself runs, on slots: user code, blocks, probes.

    The inputs of such a step begin with what it reads; behind that come values that must be there when it is done.
    """

    op: Op
    inputs: tuple[Any, ...]
    attrs: Attrs
    outs: tuple[Ref, ...]
    index: int
    step: Instruction | None = None
    slots: tuple[int, ...] = ()  # of a step: where it writes `outs`

    @property
    def effect(self) -> bool:
        """True if it must run even when no one reads what it makes: user code, and what draws random numbers."""
        return self.step is not None or self.op.random


# (shape, dtype) of what an instruction wrote in an earlier run, by slot; None for what is no array
Observed = Mapping[int, tuple[tuple[int, ...], Any] | None]


@dataclass(eq=False)
class Trace:
    """The nodes of a plan in program order; `slots` maps a slot to its newest value."""

    plan: Plan
    nodes: list[Node] = field(default_factory=list)
    slots: dict[int, Ref] = field(default_factory=dict)
    given: dict[int, Ref] = field(default_factory=dict)
    history: list[tuple[int, int, Ref]] = field(default_factory=list)  # (instruction, slot, its new value)
    index: int = 0
    _shared: dict[Any, Any] = field(default_factory=dict)
    _live: dict[int, Ref] = field(default_factory=dict)
    _again: int = 0  # what backward computes again, to save memory, is not the same value: `ir.recompute`

    def __post_init__(self) -> None:
        self._last_read = {
            slot: i for i, instruction in enumerate(self.plan.instructions) for slot in instruction.reads
        }
        self._last_read.update(
            (slot, len(self.plan.instructions)) for _, slot in (*self.plan.stores, *self.plan.fetches)
        )

    def given_value(self, slot: int, array: Any) -> None:
        """A fed or loaded value."""
        self.slots[slot] = self._live[slot] = self.given[slot] = Ref(self, array.shape, array.dtype)

    def add(self, instruction: Instruction, observed: Observed) -> None:
        """Trace one instruction."""
        operator = instruction.operator
        op = operator.op
        if instruction.kind != "op" or instruction.plans or op.opaque:
            self._step(instruction, observed)
            return
        self._again = operator.role & BACKWARD and op.forward is None
        ins = iter(instruction.reads)
        values = [None if n is None else self._read(next(ins)) for n in operator.inputs]
        result = self.apply(op, values, operator.attrs)
        results = result if isinstance(result, list | tuple) else [result]
        outs = iter(instruction.writes)
        for name, value in zip(operator.outputs, results, strict=True):
            if name is not None:
                if value is None:
                    raise Unlowerable(f"{op.name} made nothing")
                slot = next(outs)
                if observed.get(slot, (value.shape, value.dtype)) != (value.shape, value.dtype):
                    raise Unlowerable(f"{op.name} makes something else than its shape rule says")
                self._assign(slot, value)

    def _assign(self, slot: int, ref: Ref) -> None:
        self.slots[slot] = self._live[slot] = ref
        self.history.append((self.index, slot, ref))

    def _read(self, slot: int) -> Ref:
        found = self.slots.get(slot)
        if found is None:
            raise Unlowerable(f"nothing in slot {slot}")
        return found

    def _step(self, instruction: Instruction, observed: Observed) -> None:
        inputs = tuple(self.slots.get(slot) for slot in instruction.reads)
        if instruction.kind == "op":
            inputs += self._wanted_later()
        sometimes = self._sometimes(instruction)
        kinds = {s: seen for s in instruction.writes if (seen := observed.get(s)) is not None and s not in sometimes}
        made = {slot: Ref(self, *seen) for slot, seen in kinds.items()}
        for slot in instruction.writes:
            if slot not in made:
                self.slots.pop(slot, None)  # no array: it stays in its slot, for steps
        for slot, ref in made.items():
            self._assign(slot, ref)
        outs = tuple(made.values())
        self.nodes.append(Node(instruction.operator.op, inputs, {}, outs, self.index, instruction, tuple(made)))

    def _sometimes(self, instruction: Instruction) -> set[int]:
        """Slots that a cond writes in one of its branches only, for its gradient: they are left to it."""
        operator = instruction.operator
        if operator.op not in (COND, COND_GRAD):
            return set()
        return {self.plan.slots[n] for n in operator.outputs[len(operator.attrs["results"][0]) :] if n is not None}

    def _wanted_later(self) -> tuple[Ref, ...]:
        """Values that instructions from here on read: if this step goes another way than watched, they run."""
        for slot in [s for s in self._live if self._last_read.get(s, -1) <= self.index]:
            del self._live[slot]
        return tuple(self._live.values())

    def apply(self, op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
        """The values that an op makes of `inputs` (Refs, Python numbers, None)."""
        if op.evaluate is not None:
            return op.evaluate(inputs, attrs)
        found = simplified(op, inputs, attrs)
        if found is not None:
            return found
        operands = tuple(self.constant(v) if isinstance(v, np.ndarray) else v for v in _operands(op, inputs))
        key = None if op.random else _key(op, operands, attrs, self._again)
        if key is not None and key in self._shared:
            return self._shared[key][0]
        made = self._folded(op, operands, attrs) or self._applied(op, operands, attrs)
        result = made if op.variadic_out or len(op.outputs) > 1 else made[0]
        if key is not None:
            self._shared[key] = result, operands  # which are kept alive: the key has their ids
        return result

    def _applied(self, op: Op, operands: tuple[Any, ...], attrs: Attrs) -> list[Ref]:
        outs = [Ref(self, shape, dtype) for shape, dtype in _specs(op, operands, attrs)]
        self.nodes.append(Node(op, operands, attrs, tuple(outs), self.index))
        return outs

    def _folded(self, op: Op, operands: tuple[Any, ...], attrs: Attrs) -> list[Ref] | None:
        """Constants, if the op has only those: computed now, by the op's own kernel."""
        if op.random or any(isinstance(v, Ref) and v.constant is None for v in operands):
            return None
        if any(math.prod(shape) > FOLD for shape, _ in _specs(op, operands, attrs)):
            return None
        values = [v.constant if isinstance(v, Ref) else v.array(np) if isinstance(v, Like) else v for v in operands]
        made = op.kernel_for(np)(*values, **attrs)
        arrays = made if isinstance(made, list | tuple) else [made]
        return [self.constant(np.ascontiguousarray(a).reshape(np.shape(a))) for a in arrays]

    def constant(self, array: Any) -> Ref:
        """A value that is known already."""
        return Ref(self, array.shape, array.dtype, array)


def _specs(op: Op, operands: Sequence[Any], attrs: Attrs) -> list[tuple[Any, Any]]:
    like = next((abstract_spec(v) for v in operands if hasattr(v, "shape")), None)
    made = op.infer(*(abstract_spec(v, like) for v in operands), **attrs)
    found: list[tuple[Any, Any]] = []
    for spec in [made] if isinstance(made, TensorSpec) else made:
        if spec is None or None in spec.shape:
            raise Unlowerable(f"the shape of what {op.name} makes depends on values")
        found.append((spec.shape, spec.dtype.dtype))
    return found


_SHAPE_ONLY = {"expand_as": "y", "zeros_like": "x", "full_like": "x", "shape": "x", "numel": "x"}


def _operands(op: Op, inputs: Sequence[Any]) -> tuple[Any, ...]:
    """The inputs, those that only lend their shape (by convention called `like`) without their values."""
    name = _SHAPE_ONLY.get(op.name)
    operands = list(inputs)
    for i, value in enumerate(inputs):
        if isinstance(value, Ref) and op.input_name(i) in (name, "like", "likes"):
            operands[i] = Like(value.shape, value.dtype)
    return tuple(operands)


def _key(op: Op, operands: Sequence[Any], attrs: Attrs, again: int) -> Any:
    """What two applications with equal results have in common; None if that cannot be told."""
    parts: list[Any] = [op, again]
    for value in operands:
        if isinstance(value, Like):
            parts.append(("like", value.shape, value.dtype))
        elif isinstance(value, Ref):
            parts.append(id(value))
        else:
            parts.append((type(value), repr(value)))
    parts.append(tuple((k, _frozen(v)) for k, v in attrs.items()))
    try:
        hash(key := tuple(parts))
    except TypeError:
        return None
    return key


def _frozen(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return (type(value), tuple(map(_frozen, value)))
    return (type(value), repr(value) if isinstance(value, float) else value)  # 0.0 is not -0.0


def trace(plan: Plan, arrays: Mapping[int, Any], observed: Observed) -> Trace:
    """The trace of a plan, for the feeds and loads in `arrays` (by slot). Raises Unlowerable."""
    made = Trace(plan)
    for slot, array in arrays.items():
        made.given_value(slot, array)
    for index, instruction in enumerate(plan.instructions):
        made.index = index
        made.add(instruction, observed)
    return made
