"""LoweredPlan, which contains calls on preallocated arrays. It is created from a plan, known shapes and a scope."""

from __future__ import annotations

import functools
import operator as _operator
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from opscope.core.annotations import Array
from opscope.core.place import to_device
from opscope.runtime.error_context import with_context
from opscope.runtime.frame import Context
from opscope.runtime.lower import lowerings, optimizer_update
from opscope.runtime.lower.arena import ArenaAllocator
from opscope.runtime.lower.dead_code import eliminate_dead_code
from opscope.runtime.lower.emitter import Call, Emitter, GuardFailure
from opscope.runtime.lower.fusion import fuse
from opscope.runtime.lower.optimizer_update import FlatState
from opscope.runtime.lower.persistent_buffers import PersistentBuffers
from opscope.runtime.lower.row_updates import row_update, updated_inputs
from opscope.runtime.lower.trace import ShapeProfile, TraceNode, TraceValue, Unlowerable, trace_plan
from opscope.runtime.lower.update_groups import UpdateGroup, UpdatePlan, build_update_groups
from opscope.runtime.plan import Env, Plan
from opscope.runtime.scope import Scope

assert lowerings.__all__  # importing it fills the table of lowering rules


class LoweredPlan:
    """Calls of a plan for known shapes. After a run, the results are in the scope and in `fetched_arrays`."""

    emitter_class = Emitter
    updates_rows = True  # whether steps by gradients as rows are made in place

    def __init__(self, plan: Plan, scope: Scope, feeds: Mapping[int, Any], profile: ShapeProfile) -> None:
        self.plan = plan
        self.scope = scope
        self.profile = profile
        self.observed: Any = None  # the same plan to be executed operator by operator, once that was needed
        self.seconds = 0.0  # of recorded runs since the last look for people who watch, until `observed` is there
        self.buffers = PersistentBuffers(scope, plan.place)
        self.env: Env = [None] * plan.size
        stored_names = {slot: name for name, slot in plan.stores}
        loaded = {slot: self.buffers.bind(name) for name, slot in plan.loads}
        self.trace = trace_plan(plan, {**feeds, **loaded}, profile)
        updates = UpdatePlan(self.trace, stored_names, self.has_in_place_update, self.updates_rows)
        self.updated_slots, self.row_steps = updates.updated_slots, updates.row_steps
        self.update_groups = groups = [
            group
            for nodes in updates.groups()
            for group in build_update_groups(self.buffers, self.trace, nodes, stored_names)
        ]
        loaded = {slot: self.buffers.bind(name) for name, slot in plan.loads}  # grouping may have moved some
        stores = {
            slot: self.buffers.bind(name) for slot, name in stored_names.items() if slot not in updates.updated_slots
        }
        for slot, buffer in stores.items():
            value = self.trace.slots.get(slot)
            if value is None or (value.shape, value.dtype) != (buffer.shape, buffer.dtype):
                raise Unlowerable(f"{stored_names[slot]} changes its shape or dtype")
        live_at_end = [*updates.live_at_end(stores), *(self.trace.inputs[slot] for _, slot in plan.feeds)]
        nodes = eliminate_dead_code(self.trace, live_at_end)
        nodes = self._fuse([n for n in nodes if n not in updates.post_update and n not in updates.nodes], live_at_end)
        self.nodes, self.live_at_end = nodes, live_at_end
        dry_run = self._emitter(ArenaAllocator(np), loaded, groups)
        dry_run.run(nodes, live_at_end)
        self._emit_post_update(dry_run, updates)
        self.peak, self.peak_live_bytes = dry_run.memory.peak, dry_run.memory.peak_live_bytes
        emitter = self._emitter(ArenaAllocator(self.buffers.xp, self.peak), loaded, groups)
        emitter.run(nodes, live_at_end)
        self.call_ends = emitter.call_ends  # with `nodes`: the calls of each node
        self._finish(emitter, updates, groups, stores)
        self.feed_arrays = [(name, emitter.arrays[self.trace.inputs[slot]]) for name, slot in plan.feeds]
        self.arrays = emitter.arrays
        self.buffers.sync_all()

    # --- overridden for GPUs ---------------------------------------------------------------------------

    def has_in_place_update(self, node: TraceNode) -> bool:
        """Return True if `emit_update` supports this optimizer step."""
        return True

    def emit_update(self, node: TraceNode, flats: FlatState, emitter: Emitter) -> tuple[list[Call], list[Call]]:
        """Return (calls before the update, calls of the update) for a group of optimizer steps like `node`."""
        return optimizer_update.update_calls(node, flats, emitter.pass_state)

    def write_feed(self, array: Array, value: Array) -> None:
        """Copy a fed host array into the plan's array."""
        array[...] = value

    def _fuse(self, nodes: Sequence[TraceNode], live_at_end: Sequence[TraceValue]) -> list[TraceNode]:
        return fuse(nodes, live_at_end)

    # --- lowering --------------------------------------------------------------------------------------

    def _emitter(self, memory: ArenaAllocator, loaded: dict[int, Any], groups: list[UpdateGroup]) -> Emitter:
        emitter = self.emitter_class(self.trace, memory, self.env, loaded)
        for group in groups:
            emitter.preset_outputs.update(
                (value, emitter.persistent_operand(view)) for value, view in group.preset_outputs.items()
            )
        return emitter

    def _finish(self, emitter: Emitter, updates: UpdatePlan, groups: list[UpdateGroup], stores: dict[int, Any]) -> None:
        calls, owners = list(emitter.calls), list(emitter.owners)
        self.commit_calls: list[Call] = []
        for group in groups:
            before, during = group.calls(emitter, self.emit_update)
            calls += before
            owners += [group.nodes[0].index] * len(before)
            self.commit_calls += during
        for node in updates.row_steps:
            self.commit_calls.append(self._row_update(node, emitter, calls))
            owners += [node.index] * (len(calls) - len(owners))
        for slot, buffer in stores.items():
            array = emitter.operand(self.trace.slots[slot])
            if array is not buffer:
                self.commit_calls.append(_store_call(buffer, array, self.buffers, calls))
                owners += [updates.last] * (len(calls) - len(owners))
        self.fetched_arrays = [self._fetched_array(name, slot, emitter, calls) for name, slot in self.plan.fetches]
        owners += [updates.last] * (len(calls) - len(owners))
        emitter.calls, emitter.owners = [], []
        self._emit_post_update(emitter, updates)
        self.calls, self.owners = tuple(calls), owners
        self.post_update_calls, self.post_update_owners = emitter.calls, emitter.owners
        self.on_failure = emitter.on_failure
        self.on_interruption = emitter.on_interruption
        self.uses_kernels = "kernels" in emitter.pass_state

    def _row_update(self, node: TraceNode, emitter: Emitter, calls: list[Call]) -> Call:
        """Return the call of an update step by rows.

        If other steps change buffers earlier, the inputs of this step are copied first.
        """
        updated = dict(updated_inputs(node))
        names = {id(self.trace.slots[slot]): name for name, slot in self.plan.stores}
        operands = {n: v for n, v in zip(node.op.inputs, node.inputs, strict=True) if n not in updated}
        arrays = {
            name: _outside_buffers(emitter.operand(v), self.buffers, calls) if isinstance(v, TraceValue) else v
            for name, v in operands.items()
        }
        return row_update(node, self.buffers, names, arrays)

    def _emit_post_update(self, emitter: Emitter, updates: UpdatePlan) -> None:
        """Emit the probes that read updated values."""
        emitter.post_update = True
        for name, slot in self.plan.stores:
            if slot in updates.updated_slots:
                emitter.arrays[self.trace.slots[slot]] = emitter.persistent_operand(self.buffers.bind(name))
        for node in updates.post_update:
            emitter.emit(node)

    def _fetched_array(self, name: str, slot: int, emitter: Emitter, calls: list[Call]) -> Any:
        """Return the array that contains a fetched value at the end of a run.

        A persistable value is in its buffer. A view of a buffer is copied before the update changes the buffer.
        """
        persists = slot in emitter.buffers or any(s == slot for _, s in self.plan.stores)
        if persists:
            return self.buffers.bind(name)
        return _outside_buffers(emitter.operand(self.trace.slots[slot]), self.buffers, calls)

    # --- running ------------------------------------------------------------------------------------

    def guards_hold(self) -> bool:
        """Return True if the plan may still be used.

        The buffers must be the same, and the parameters of each update group must have equal beta powers.
        """
        if self.buffers.in_sync:
            return True
        return self.buffers.sync_all() and all(group.powers_in_sync() for group in self.update_groups)

    def must_report_fp_errors(self) -> bool:
        """Return True if np.errstate requests floating-point errors. Compiled kernels do not report them."""
        return self.uses_kernels and not {"warn", "ignore"}.issuperset(np.geterr().values())

    def run(self, context: Context) -> None:
        """Make all calls of the run, on the values in `feed_arrays`.

        If a shape differs from the expected shape, raises GuardFailure before any value is stored.
        """
        self.env[0] = context
        remaining = iter(self.calls)
        try:
            for call in remaining:
                call()
        except BaseException as e:  # noqa: BLE001 (the boundary where context is added)
            self.fail(e, len(self.calls) - _operator.length_hint(remaining) - 1)
        self.commit()
        for call in self.post_update_calls:
            call()

    def commit(self) -> None:
        """Update the parameters and all other persistable values of the scope. Either all values change, or none."""
        if self.commit_calls:
            with self.scope.runs.lock:
                self.scope.runs.check()
                self._run_commit_calls()
                self.scope.root.commits_in_place += 1
                if not self.buffers.in_sync:
                    self.buffers.adopt_stored([name for name, _ in self.plan.stores])

    def _run_commit_calls(self) -> None:
        if not {"raise", "call"} & {*np.geterr().values()}:
            optimizer_update.run_update(self.commit_calls)
            return
        saved = [(buffer, buffer.copy()) for buffer in map(self.buffers.bind, dict(self.plan.stores))]
        try:
            optimizer_update.run_update(self.commit_calls)
        except FloatingPointError:
            for buffer, before in saved:
                np.copyto(buffer, before)
            raise

    def interrupt(self, left: int) -> None:
        """Call the `on_interruption` callbacks with the number of calls that are not complete."""
        for callback in self.on_interruption:
            callback(max(len(self.calls) - left, 0))

    def fail(self, error: BaseException, at: int) -> NoReturn:
        """Call the `on_failure` callbacks, and then raise the error of call number `at`, with its context."""
        if isinstance(error, GuardFailure):
            raise error
        for callback in self.on_failure:
            callback(at)
        if isinstance(error, Exception) and at < len(self.owners):
            self.raise_with_context(error, self.owners[at])
        raise error

    def raise_with_context(self, error: Exception, index: int) -> NoReturn:
        """Raise an error of instruction `index`, with its context."""
        found = with_context(error, self.plan.instructions[index], self.slots_at(index - 1))
        if found is error:
            raise error
        raise found from error

    def slots_at(self, index: int) -> Env:
        """Return the slots after instruction `index`, for a frame that continues at this position."""
        env: Env = [None] * self.plan.size
        env[0] = self.env[0]
        for slot, value in self.trace.inputs.items():
            env[slot] = self._array(value)
        for at, slot, value in self.trace.assignments:
            if at <= index:
                env[slot] = self._array(value)
        for node in self.trace.nodes:
            if node.instruction is not None and node.index <= index:  # values that are not arrays stay in their slots
                for slot in set(node.instruction.writes) - set(node.slots):
                    env[slot] = self.env[slot]
        return env

    def live_value(self, slot: int, before: int | None) -> Any:
        """Return the value of a slot before instruction `before`. If `before` is None, return the value at the end.

        The result is None if the value is not in memory.
        """
        for name, loaded in self.plan.loads:
            if loaded == slot:
                return self.buffers.bind(name)
        value = self.trace.slots.get(slot)
        if value is None or not any(value is kept for kept in self.live_at_end):
            return None
        assigned = max((at for at, s, _ in self.trace.assignments if s == slot), default=-1)
        return self._array(value) if before is None or assigned < before else None

    def final_value(self, slot: int) -> Any:
        """Return the value of a slot at the end of the run."""
        value = self.trace.slots.get(slot)
        return self.env[slot] if value is None else self._array(value)

    def _array(self, value: TraceValue) -> Any:
        if value.constant is not None:
            return to_device(value.constant, self.plan.place)
        found = self.arrays.get(value)  # None: only its shape is needed
        xp = self.buffers.xp
        return xp.broadcast_to(xp.zeros((), value.dtype), value.shape) if found is None else found


def _store_call(buffer: Array, array: Array, buffers: PersistentBuffers, calls: list[Call]) -> Call:
    """Return the call that stores an array in its buffer. Copy the array first if it is inside another buffer."""
    return functools.partial(buffers.xp.copyto, buffer, _outside_buffers(array, buffers, calls))


def _outside_buffers(array: Array, buffers: PersistentBuffers, calls: list[Call]) -> Any:
    """Return the array itself, or a copy if it overlaps a buffer that the update will change.

    An additional call creates the copy.
    """
    if not buffers.overlaps(array):
        return array
    copy = buffers.xp.empty_like(array)
    calls.append(functools.partial(buffers.xp.copyto, copy, array))
    return copy
