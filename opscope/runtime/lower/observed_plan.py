"""ObservedPlan, a compiled (lowered) plan that can run operator by operator. All its values can be read.

The calls are the same as in the lowered plan, but each operator is separate, and no memory is used twice. Each value
has the same bits as in the lowered run. The frame executes two kinds of instructions: instructions that call the user's
functions or own blocks (their results are copied in), and optimizer steps (each of them is lowered separately).
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from opscope.runtime.lower.arena import ArenaAllocator
from opscope.runtime.lower.dead_code import eliminate_dead_code
from opscope.runtime.lower.emitter import Call, Emitter
from opscope.runtime.lower.fused_ops import FusedOp
from opscope.runtime.lower.fusion import FusionGroup, fuse
from opscope.runtime.lower.lowered_plan import LoweredPlan
from opscope.runtime.lower.trace import ShapeProfile, TraceNode, TraceValue, Unlowerable, trace_plan
from opscope.runtime.lower.translation import EITHER
from opscope.runtime.lower.update_groups import UpdatePlan
from opscope.runtime.plan import Env, Instruction, Plan
from opscope.runtime.scope import Scope

Outputs = list[tuple[int, Any]]  # (slot, array)


class _SingleOpGroup(FusionGroup):
    """A group of one op."""

    def accepts(self, member: FusedOp) -> bool:
        """No other op can join the group."""
        return False

    @property
    def is_profitable(self) -> bool:
        """True if only a group computes the right bits.

        In other cases, separate calls are used, because they need no compiled kernel.
        """
        return self.backend != EITHER and super().is_profitable


class _ObservedEmitter(Emitter):
    """An emitter. For `external` nodes, it adds no calls, and only allocates memory for their outputs."""

    external: frozenset[TraceNode] = frozenset()

    def emit(self, node: TraceNode) -> None:
        """Emit one node."""
        if node not in self.external:
            super().emit(node)
            return
        self.node = node
        for value in node.outs:
            self.arrays[value] = self._allocate(value)
        self._free_dead(node)


class ObservedPlan:
    """Calls of each instruction of a plan, and the values that the instruction reads and writes.

    `reads[i]` and `writes[i]` are pairs (slot, value) of instruction i. The value is None if the slot has no array.
    `external` are the instructions without calls. `updates` are the optimizer steps among them. `owner` is the run
    whose values are in the arrays.
    """

    def __init__(self, plan: Plan, arrays: Mapping[int, Any], profile: ShapeProfile) -> None:
        self.plan = plan
        self.profile = profile
        self.env: Env = [None] * plan.size
        self.trace = trace = trace_plan(plan, arrays, profile)
        self.owner: object = None
        stored = {slot: name for name, slot in plan.stores}
        updates = UpdatePlan(trace, stored, lambda node: True).nodes
        self.updates = frozenset(node.index for node in updates)
        external = frozenset([*updates, *(n for n in trace.nodes if n.instruction is not None)])
        self.external = frozenset(node.index for node in external)
        self.random = frozenset(node.index for node in trace.nodes if node.op.random)
        self.reads, self.writes = _reads_and_writes(plan, trace.assignments, trace.inputs)
        kept = [*trace.inputs.values(), *(value for _, _, value in trace.assignments)]
        nodes = [part for node in eliminate_dead_code(trace, kept) for part in _alone(node, external)]
        dry_run = self._emit(nodes, kept, external, ArenaAllocator(np))
        emitter = self._emit(nodes, kept, external, ArenaAllocator(np, dry_run.memory.peak))
        self._arrays = emitter.arrays
        self.calls: list[list[Call]] = [[] for _ in plan.instructions]
        for call, index in zip(emitter.calls, emitter.owners, strict=True):
            self.calls[index].append(call)
        self._single_steps: dict[Any, _SingleStep | None] = {}

    def _emit(
        self,
        nodes: Sequence[TraceNode],
        kept: Sequence[TraceValue],
        external: frozenset[TraceNode],
        memory: ArenaAllocator,
    ) -> Emitter:
        emitter = _ObservedEmitter(self.trace, memory, self.env, {})
        emitter.external = external
        emitter.run(nodes, kept)
        return emitter

    def array(self, value: TraceValue) -> Any:
        """Return the memory of a value."""
        return self._arrays[value]

    def execute_alone(self, plan: Plan, index: int, env: Env) -> Outputs | None:
        """Lower instruction `index` of a plan separately, and return its outputs, or None if it cannot be lowered.

        The plan is this plan, perhaps with an edited instruction.
        """
        instruction = plan.instructions[index]
        arrays = [env[slot] for slot in instruction.reads]
        shapes = tuple((getattr(a, "shape", None), getattr(a, "dtype", None)) for a in arrays)
        key = shapes, _update_key(plan, instruction) if index in self.updates else instruction
        if key not in self._single_steps:
            try:
                self._single_steps[key] = _SingleStep(plan, index, env)
            except Exception:  # noqa: BLE001 (the operator's own kernel computes it, whatever made lowering fail)
                self._single_steps[key] = None
        step = self._single_steps[key]
        return None if step is None else step.execute(instruction, env)


def _update_key(plan: Plan, instruction: Instruction) -> Any:
    """Return a key that is equal for optimizer steps of parameters of one shape. These steps share a `_SingleStep`."""
    operator, slots = instruction.operator, (*instruction.reads, *instruction.writes)
    stored = {slot for _, slot in plan.stores}
    return (
        (operator.op, repr(sorted(operator.attrs.items()))),
        tuple(name is None for name in (*operator.inputs, *operator.outputs)),
        tuple((slots.index(slot), slot in stored) for slot in slots),
    )


def _alone(node: TraceNode, external: frozenset[TraceNode]) -> list[TraceNode]:
    """Return a node as a separate fusion group, if it is in a group in the lowered plan."""
    return [node] if node in external or node.has_effect else fuse([node], node.outs, _SingleOpGroup)


def _reads_and_writes(
    plan: Plan, assignments: Sequence[tuple[int, int, TraceValue]], inputs: Mapping[int, TraceValue]
) -> tuple[list[list[tuple[int, TraceValue | None]]], list[list[tuple[int, TraceValue]]]]:
    writes: list[list[tuple[int, TraceValue]]] = [[] for _ in plan.instructions]
    for index, slot, value in assignments:
        writes[index].append((slot, value))
    reads: list[list[tuple[int, TraceValue | None]]] = []
    current = dict(inputs)
    for instruction, written in zip(plan.instructions, writes, strict=True):
        reads.append([(slot, current.get(slot)) for slot in instruction.reads])
        for slot in instruction.writes:
            current.pop(slot, None)
        current.update(written)
    return reads, writes


class _SingleStep:
    """An instruction as a lowered plan on its own scope, in which its optimizer state is updated."""

    def __init__(self, plan: Plan, index: int, env: Env) -> None:
        instruction = plan.instructions[index]
        if instruction.kind != "op" or instruction.plans or instruction.operator.op.opaque:
            raise Unlowerable("the plan calls Python functions that the user has written")
        names = {slot: name for name, slot in plan.slots.items()}
        updated = [(n, s) for n, s in plan.stores if s in instruction.writes and s in instruction.reads]
        inner = {s for _, s in updated}
        self.plan = replace(
            plan,
            instructions=(instruction,),
            feeds=tuple((names[s], s) for s in dict.fromkeys(instruction.reads) if s not in inner),
            loads=tuple(updated),
            stores=tuple(updated),
            fetches=tuple((names[s], s) for s in instruction.writes if s not in inner),
            missing=(),
            extra_feeds=(),
            steps=(),
        )
        scope = Scope()
        for name, slot in updated:
            scope.store(name, env[slot])
        self._lowered = LoweredPlan(self.plan, scope, {slot: env[slot] for _, slot in self.plan.feeds}, {})
        self._buffers = [(slot, self._lowered.buffers.bind(name)) for name, slot in updated]
        self._slots = dict(self.plan.feeds)

    def execute(self, instruction: Instruction, env: Env) -> Outputs:
        """Return the outputs of an instruction with the same key, for the inputs in `env`, as new arrays."""
        lowered, own = self._lowered, self.plan.instructions[0]
        there = dict(zip((*own.reads, *own.writes), (*instruction.reads, *instruction.writes), strict=True))
        for name, array in lowered.feed_arrays:
            array[...] = env[there[self._slots[name]]]
        for slot, buffer in self._buffers:
            buffer[...] = env[there[slot]]
        lowered.env[0] = env[0]
        for call in lowered.calls:  # not `run`: an error is of the given instruction
            call()
        lowered.commit()
        fetches = zip(self.plan.fetches, lowered.fetched_arrays, strict=True)
        made = [(there[slot], array.copy()) for (_, slot), array in fetches]
        return made + [(there[slot], buffer.copy()) for slot, buffer in self._buffers]


class ObservedRun:
    """Run of an observed plan: the values that it has returned, and the last call that was made."""

    def __init__(self, observed: ObservedPlan, env: Env) -> None:
        self.observed = observed
        self.values: dict[TraceValue, Any] = {v: env[slot] for slot, v in observed.trace.inputs.items()}
        self._made = 0  # instructions whose calls were made, or passed over
        self._drawn: set[int] = set()  # random instructions whose calls were made
        self._context = env[0]

    def fork(self, env: Env) -> ObservedRun:
        """Return an independent run with the same values up to this position."""
        fork = ObservedRun(self.observed, env)
        fork.values, fork._made, fork._drawn = dict(self.values), self._made, set(self._drawn)
        return fork

    def reads_its_values(self, index: int, env: Env) -> bool:
        """Return True if all arrays that an instruction reads are values of this run. None of them was edited then."""
        return all(v is None or env[slot] is self.values.get(v) for slot, v in self.observed.reads[index])

    def keeps_its_inputs(self, index: int, env: Env) -> bool:
        """Return True if a finished instruction has not replaced a value that it only reads."""
        written = self.observed.plan.instructions[index].writes
        return all(
            v is None or slot in written or env[slot] is self.values.get(v) for slot, v in self.observed.reads[index]
        )

    def execute(self, index: int) -> Outputs:
        """Make the calls of an instruction. It reads the values of this run.

        Return the outputs as separate arrays.
        """
        observed = self.observed
        if index >= self._made or any(value not in self.values for _, value in observed.writes[index]):
            self._come_to(index)
            for call in observed.calls[index]:
                call()
            self._drawn.add(index)
        return [(slot, self._value(value)) for slot, value in observed.writes[index]]

    def _come_to(self, index: int) -> None:
        """Make the calls that precede an instruction."""
        if self.observed.owner is not self:
            self._take_over()
        for passed in range(self._made, index):
            self._compute(passed)
        self._made = max(self._made, index + 1)

    def _value(self, value: TraceValue) -> Any:
        if value not in self.values:
            known = value.constant
            self.values[value] = self.observed.array(value).copy() if known is None else known
        return self.values[value]

    def _compute(self, index: int) -> None:
        """Compute the results of an instruction whose results were edited.

        Later instructions may read values inside it.
        """
        if index not in self.observed.external and index not in self.observed.random:
            with contextlib.suppress(Exception):  # it may have been edited because it fails
                for call in self.observed.calls[index]:
                    call()

    def _take_over(self) -> None:
        """Write the values of this run into the arrays again, because another run has overwritten the arrays."""
        observed = self.observed
        observed.owner, observed.env[0] = self, self._context
        for value in observed.trace.inputs.values():
            observed.array(value)[...] = self.values[value]
        for index in range(self._made):
            if index in observed.external or index in observed.random:
                for _, value in observed.writes[index]:
                    if value in self.values:
                        observed.array(value)[...] = self.values[value]
            else:
                self._compute(index)

    def adopt(self, index: int, env: Env) -> bool:
        """Store the outputs of an external instruction, which are in the slots.

        The result is False if a shape is unexpected.
        """
        observed, again = self.observed, index < self._made
        self._come_to(index)
        for slot, value in observed.writes[index]:
            array = env[slot]
            if getattr(array, "shape", None) != value.shape or array.dtype != value.dtype:
                return False
            observed.array(value)[...] = array
            self.values[value] = array
        if again:  # something inside was edited, or an edit was undone: what follows is computed again
            for later in range(index + 1, self._made):
                self._drawn.discard(later)
                for _, value in observed.writes[later]:
                    self.values.pop(value, None)
            self._made = index + 1
        return True
