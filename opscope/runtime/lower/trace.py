"""Trace, which represents a plan for known shapes as a list of primitive ops without branches (SSA form).

Each value is assigned only once, even if the program writes a name several times. The rules of gradient operators run
on trace values. Later passes therefore process primitive ops.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.core.source import Site
from opscope.core.spec import TensorSpec
from opscope.ir.control_flow.cond import COND, COND_GRAD
from opscope.ir.op_roles import BACKWARD
from opscope.ops.grad_ops import abstract_spec
from opscope.ops.registry import Attrs, Op
from opscope.ops.tensor_operators import TensorOperators
from opscope.runtime.lower.simplify import simplify_application
from opscope.runtime.plan import Instruction, Plan

MAX_FOLDED_SIZE = 1 << 16  # elements: a larger constant is computed in every run instead of kept


class Unlowerable(Exception):
    """Error for a plan that cannot be lowered, for example because a shape depends on values.

    `site` is the line of the operator, if the line is known.
    """

    site: Site | None = None


class ShapedArray:
    """The shape and dtype of a value."""

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


class ShapeOnly(ShapedArray):
    """Operand of an op that reads only the shape and the dtype of the operand."""

    __slots__ = ()

    def array(self, xp: ArrayModule) -> Any:
        """Return zeros of this shape that use no memory, for kernels that need an array."""
        return xp.broadcast_to(xp.zeros((), self.dtype), self.shape)


class TraceValue(ShapedArray, TensorOperators):
    """Value of the trace. It has a shape and a dtype, but no array. The emitter allocates the array later."""

    __slots__ = ("_trace", "constant")

    def __init__(self, trace_plan: Trace, shape: tuple[int, ...], dtype: Any, constant: Any = None) -> None:
        super().__init__(shape, dtype)
        self._trace = trace_plan
        self.constant = constant

    @staticmethod
    def __apply_op__(op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
        trace_plan = next(v._trace for v in inputs if isinstance(v, TraceValue))
        return trace_plan.apply(op, inputs, attrs)


@dataclass(slots=True, eq=False)
class TraceNode:
    """Application of an op to values. `instruction` is set for user code, inner blocks and probes, which run on slots.

    The inputs of such a node are the values that the instruction reads, followed by values that must still exist after
    the instruction.
    """

    op: Op
    inputs: tuple[Any, ...]
    attrs: Attrs
    outs: tuple[TraceValue, ...]
    index: int
    instruction: Instruction | None = None
    slots: tuple[int, ...] = ()  # of an instruction: the slots of `outs`

    @property
    def has_effect(self) -> bool:
        """True for nodes that must run even if their results are not read: instructions on slots, and random ops."""
        return self.instruction is not None or self.op.random


# (shape, dtype) of each value that an earlier run wrote, by slot; None for values that are not arrays
ShapeProfile = Mapping[int, tuple[tuple[int, ...], Any] | None]


@dataclass(eq=False)
class Trace:
    """Nodes of a plan in program order. `slots` maps a slot to its latest value."""

    plan: Plan
    nodes: list[TraceNode] = field(default_factory=list)
    slots: dict[int, TraceValue] = field(default_factory=dict)
    inputs: dict[int, TraceValue] = field(default_factory=dict)
    assignments: list[tuple[int, int, TraceValue]] = field(default_factory=list)  # (instruction, slot, its new value)
    index: int = 0
    _common_values: dict[Any, Any] = field(default_factory=dict)
    _live_values: dict[int, TraceValue] = field(default_factory=dict)
    _recompute: int = (
        0  # keeps recomputed values of backward apart (`ir.gradients.recompute`): sharing them would cost memory
    )

    def __post_init__(self) -> None:
        self._last_read = {
            slot: i for i, instruction in enumerate(self.plan.instructions) for slot in instruction.reads
        }
        self._last_read.update(
            (slot, len(self.plan.instructions)) for _, slot in (*self.plan.stores, *self.plan.fetches)
        )

    def add_input(self, slot: int, array: Array) -> None:
        """Add a fed or loaded value."""
        self.slots[slot] = self._live_values[slot] = self.inputs[slot] = TraceValue(self, array.shape, array.dtype)

    def add(self, instruction: Instruction, observed: ShapeProfile) -> None:
        """Trace one instruction."""
        operator = instruction.operator
        op = operator.op
        if instruction.kind != "op" or instruction.plans or op.opaque:
            self._add_opaque(instruction, observed)
            return
        self._recompute = operator.role & BACKWARD and op.forward is None
        ins = iter(instruction.reads)
        values = [None if n is None else self._read(next(ins)) for n in operator.inputs]
        result = self.apply(op, values, operator.attrs)
        results = result if isinstance(result, list | tuple) else [result]
        outs = iter(instruction.writes)
        for name, value in zip(operator.outputs, results, strict=True):
            if name is not None:
                if value is None:
                    raise Unlowerable(f"{op.name} returned None")
                slot = next(outs)
                if observed.get(slot, (value.shape, value.dtype)) != (value.shape, value.dtype):
                    raise Unlowerable(f"{op.name} returned a shape or dtype that differs from its shape rule")
                self._assign(slot, value)

    def _assign(self, slot: int, ref: TraceValue) -> None:
        self.slots[slot] = self._live_values[slot] = ref
        self.assignments.append((self.index, slot, ref))

    def _read(self, slot: int) -> TraceValue:
        found = self.slots.get(slot)
        if found is None:
            raise Unlowerable(f"no value in slot {slot}")
        return found

    def _add_opaque(self, instruction: Instruction, observed: ShapeProfile) -> None:
        inputs = tuple(self.slots.get(slot) for slot in instruction.reads)
        if instruction.kind == "op":
            inputs += self._values_read_later()
        conditional = self._conditional_slots(instruction)
        profile = {
            s: seen for s in instruction.writes if (seen := observed.get(s)) is not None and s not in conditional
        }
        made = {slot: TraceValue(self, *seen) for slot, seen in profile.items()}
        for slot in instruction.writes:
            if slot not in made:
                self.slots.pop(slot, None)  # not an array: the value stays in its slot
        for slot, ref in made.items():
            self._assign(slot, ref)
        outs = tuple(made.values())
        self.nodes.append(TraceNode(instruction.operator.op, inputs, {}, outs, self.index, instruction, tuple(made)))

    def _conditional_slots(self, instruction: Instruction) -> set[int]:
        """Slots that only one branch of a cond writes.

        The slots are needed for the gradient of the cond and stay in `env`.
        """
        operator = instruction.operator
        if operator.op not in (COND, COND_GRAD):
            return set()
        return {self.plan.slots[n] for n in operator.outputs[len(operator.attrs["results"][0]) :] if n is not None}

    def _values_read_later(self) -> tuple[TraceValue, ...]:
        """Return the values that later instructions read.

        If a guard of this instruction fails, these instructions continue on slots.
        """
        for slot in [s for s in self._live_values if self._last_read.get(s, -1) <= self.index]:
            del self._live_values[slot]
        return tuple(self._live_values.values())

    def apply(self, op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
        """Return the results of an op on `inputs` (TraceValues, Python numbers, None)."""
        if op.evaluate is not None:
            return op.evaluate(inputs, attrs)
        found = simplify_application(op, inputs, attrs)
        if found is not None:
            return found
        operands = tuple(self.constant(v) if isinstance(v, np.ndarray) else v for v in _operands(op, inputs))
        key = None if op.random else _value_key(op, operands, attrs, self._recompute)
        if key is not None and key in self._common_values:
            return self._common_values[key][0]
        made = self._fold_constants(op, operands, attrs) or self._add_node(op, operands, attrs)
        result = made if op.variadic_out or len(op.outputs) > 1 else made[0]
        if key is not None:
            self._common_values[key] = result, operands  # the operands are kept alive, because the key has their ids
        return result

    def _add_node(self, op: Op, operands: tuple[Any, ...], attrs: Attrs) -> list[TraceValue]:
        outs = [TraceValue(self, shape, dtype) for shape, dtype in _specs(op, operands, attrs)]
        self.nodes.append(TraceNode(op, operands, attrs, tuple(outs), self.index))
        return outs

    def _fold_constants(self, op: Op, operands: tuple[Any, ...], attrs: Attrs) -> list[TraceValue] | None:
        """Return constant results if all operands are constant. The op's own kernel computes them immediately."""
        if op.random or any(isinstance(v, TraceValue) and v.constant is None for v in operands):
            return None
        if any(math.prod(shape) > MAX_FOLDED_SIZE for shape, _ in _specs(op, operands, attrs)):
            return None
        values = [
            v.constant if isinstance(v, TraceValue) else v.array(np) if isinstance(v, ShapeOnly) else v
            for v in operands
        ]
        made = op.kernel_for(np)(*values, **attrs)
        arrays = made if isinstance(made, list | tuple) else [made]
        return [self.constant(np.ascontiguousarray(a).reshape(np.shape(a))) for a in arrays]

    def constant(self, array: Array) -> TraceValue:
        """Return a trace value whose elements are already known."""
        return TraceValue(self, array.shape, array.dtype, array)


def _specs(op: Op, operands: Sequence[Any], attrs: Attrs) -> list[tuple[Any, Any]]:
    like = next((abstract_spec(v) for v in operands if hasattr(v, "shape")), None)
    made = op.infer(*(abstract_spec(v, like) for v in operands), **attrs)
    found: list[tuple[Any, Any]] = []
    for spec in [made] if isinstance(made, TensorSpec) else made:
        if spec is None or None in spec.shape:
            raise Unlowerable(f"the output shape of {op.name} depends on values")
        found.append((spec.shape, spec.dtype.dtype))
    return found


_SHAPE_ONLY = {"expand_as": "y", "zeros_like": "x", "full_like": "x", "shape": "x", "numel": "x"}


def _operands(op: Op, inputs: Sequence[Any]) -> tuple[Any, ...]:
    """Return the inputs. An input of which only the shape is read (by convention it is named `like`) is a ShapeOnly."""
    name = _SHAPE_ONLY.get(op.name)
    operands = list(inputs)
    for i, value in enumerate(inputs):
        if isinstance(value, TraceValue) and op.input_name(i) in (name, "like", "likes"):
            operands[i] = ShapeOnly(value.shape, value.dtype)
    return tuple(operands)


def _value_key(op: Op, operands: Sequence[Any], attrs: Attrs, recompute: int) -> Any:
    """Return a key that is equal for two applications with equal results. Return None if there is no such key."""
    parts: list[Any] = [op, recompute]
    for value in operands:
        if isinstance(value, ShapeOnly):
            parts.append(("like", value.shape, value.dtype))
        elif isinstance(value, TraceValue):
            parts.append(id(value))
        else:
            parts.append((type(value), repr(value)))
    parts.append(tuple((k, _hashable(v)) for k, v in attrs.items()))
    try:
        hash(key := tuple(parts))
    except TypeError:
        return None
    return key


def _hashable(value: Array) -> Any:
    if isinstance(value, list | tuple):
        return (type(value), tuple(map(_hashable, value)))
    return (type(value), repr(value) if isinstance(value, float) else value)  # 0.0 is not -0.0


def trace_plan(plan: Plan, arrays: Mapping[int, Any], observed: ShapeProfile) -> Trace:
    """Return the trace of a plan, for the fed and loaded arrays in `arrays` (by slot). Raises Unlowerable."""
    made = Trace(plan)
    for slot, array in arrays.items():
        made.add_input(slot, array)
    for index, instruction in enumerate(plan.instructions):
        made.index = index
        try:
            made.add(instruction, observed)
        except Unlowerable as e:
            e.site = instruction.operator.site
            raise
    return made
