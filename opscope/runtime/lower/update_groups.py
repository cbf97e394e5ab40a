"""UpdatePlan and UpdateGroup, which contain the optimizer steps at the end of a run and their flat arrays."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from opscope.core.place import to_host
from opscope.runtime.lower.arena import aligned_bytes
from opscope.runtime.lower.emitter import Call, Emitter
from opscope.runtime.lower.optimizer_update import STATE_INPUTS, FlatState
from opscope.runtime.lower.persistent_buffers import PersistentBuffers, pack_offsets
from opscope.runtime.lower.row_updates import can_update_rows
from opscope.runtime.lower.trace import Trace, TraceNode, TraceValue, Unlowerable

# (calls before the update, calls of the update) of optimizer steps like the node, over flat arrays
EmitUpdate = Callable[[TraceNode, FlatState, Emitter], tuple[list[Call], list[Call]]]


class UpdatePlan:
    """Division of a trace: optimizer steps that run in place at the end, and probes that must run after them.

    `flat_steps` update flat arrays. `row_steps` (only with `by_rows`) update the rows of their gradients.
    """

    def __init__(
        self,
        trace: Trace,
        stores: Mapping[int, str],
        has_in_place_update: Callable[[TraceNode], bool],
        by_rows: bool = True,
    ) -> None:
        self.trace = trace
        self.has_in_place_update = has_in_place_update
        self.last = len(trace.plan.instructions) - 1
        readers: dict[int, list[TraceNode]] = {}
        for node in trace.nodes:
            for value in node.inputs:
                if isinstance(value, TraceValue):
                    readers.setdefault(id(value), []).append(node)
        slot_of = {id(trace.slots[slot]): slot for slot in stores}
        self.flat_steps: list[TraceNode] = []
        self.row_steps: list[TraceNode] = []
        post_update: list[TraceNode] = []
        self.updated_slots: set[int] = set()
        for node in trace.nodes:
            probes = self._probe_readers(node, readers)
            if probes is None:
                continue
            if self._can_update_in_place(node, slot_of):
                self.flat_steps.append(node)
            elif by_rows and can_update_rows(node, trace, slot_of):
                self.row_steps.append(node)
            else:
                continue
            post_update += probes
            self.updated_slots.update(slot_of[id(o)] for o in node.outs)
        post_update += [n for n in trace.nodes if n.instruction is not None and n.instruction.kind == "finish"]
        self.nodes = [*self.flat_steps, *self.row_steps]  # all optimizer steps in place
        self.post_update = sorted(dict.fromkeys(post_update), key=lambda n: n.index)

    def _probe_readers(self, node: TraceNode, readers: dict[int, list[TraceNode]]) -> list[TraceNode] | None:
        """Return the readers of the outputs of a node if all readers are probes. Otherwise, return None."""
        found = [r for o in node.outs for r in readers.get(id(o), ())]
        return found if all(r.instruction is not None and r.instruction.kind != "op" for r in found) else None

    def _can_update_in_place(self, node: TraceNode, slot_of: Mapping[int, int]) -> bool:
        """Return True if each output is stored in the variable of the corresponding input.

        The gradient must also have the shape of the parameter.
        """
        op = node.op
        if node.instruction is not None or op.name not in STATE_INPUTS or not self.has_in_place_update(node):
            return False
        param, grad = node.inputs[0], node.inputs[1]
        if param.dtype.kind != "f" or (param.shape, param.dtype) != (grad.shape, grad.dtype):
            return False
        arrays, scalars = STATE_INPUTS[op.name]
        for name, out in zip((*arrays, *scalars), node.outs, strict=True):
            value = node.inputs[op.inputs.index(name)]
            slot = slot_of.get(id(out))
            if slot is None or self.trace.inputs.get(slot) is not value or value.dtype != param.dtype:
                return False
        rate = node.inputs[op.inputs.index("learning_rate")]
        return isinstance(rate, TraceValue) and rate.size == 1 and rate.dtype == param.dtype

    def groups(self) -> list[list[TraceNode]]:
        """Return groups of optimizer steps that can share calls.

        They have the same op, attributes, dtype and learning rate.
        """
        found: dict[Any, list[TraceNode]] = {}
        for node in self.flat_steps:
            rate = node.inputs[node.op.inputs.index("learning_rate")]
            key = (node.op.name, repr(sorted(node.attrs.items())), node.inputs[0].dtype, id(rate))
            found.setdefault(key, []).append(node)
        return list(found.values())

    def live_at_end(self, stores: Mapping[int, Any]) -> list[TraceValue]:
        """Return the values that must still be in memory after the last call of the run."""
        slots = self.trace.slots
        live = [slots[slot] for slot in stores]
        for _, slot in self.trace.plan.fetches:
            if slot not in slots:
                raise Unlowerable("a fetch is not an array")
            if slot not in self.updated_slots:
                live.append(slots[slot])
        updated = {id(o) for n in self.nodes for o in n.outs}
        live += [v for n in self.nodes for v in n.inputs if isinstance(v, TraceValue)]
        for node in self.trace.nodes:
            if node.instruction is not None and node.instruction.kind != "op":  # probed values stay until the next run
                live += [v for v in node.inputs if isinstance(v, TraceValue) and id(v) not in updated]
        return live


class UpdateGroup:
    """Optimizer steps that update one set of flat arrays."""

    def __init__(
        self, buffers: PersistentBuffers, trace: Trace, nodes: Sequence[TraceNode], names: Mapping[int, str]
    ) -> None:
        self.nodes = nodes
        self.buffers = buffers
        slot_of = {id(value): slot for slot, value in trace.inputs.items()}
        array_names, power_names = STATE_INPUTS[nodes[0].op.name]
        self.names = {
            name: [names[slot_of[id(n.inputs[n.op.inputs.index(name)])]] for n in nodes]
            for name in (*array_names, *power_names)
        }
        self.preset_outputs: dict[TraceValue, Any] = {}  # the views of the flat array that gradients are written to
        self._versions: list[int] = []  # of the beta powers when they were last found equal
        self.arrays = {name: buffers.flat_buffer(self.names[name]) for name in array_names}
        self.powers = {name: buffers.flat_buffer(self.names[name], pad=False) for name in power_names}

    @property
    def can_share_calls(self) -> bool:
        """True if all values lie in flat arrays, and all parameters have the same beta powers."""
        if any(a is None for a in (*self.arrays.values(), *self.powers.values())):
            return False
        return self.powers_equal()

    def powers_in_sync(self) -> bool:
        """Return `powers_equal`.

        The powers are compared again only after one of them was set, because a read from a GPU waits for the GPU.
        """
        versions = [self.buffers.version(name) for kind in self.powers for name in self.names[kind]]
        if versions != self._versions and self.powers_equal():
            self._versions = versions
        return versions == self._versions

    def powers_equal(self) -> bool:
        """Return True if all parameters have the same beta powers."""
        return all(bool(to_host((p == p[0]).all())) for p in self.powers.values())

    def allocate_gradients(self) -> None:
        """Allocate one flat array for all gradients."""
        grads = [n.inputs[1] for n in self.nodes]
        offsets, total = pack_offsets([g.shape for g in grads], grads[0].dtype, pad=True)
        flat = aligned_bytes(self.buffers.xp, total * grads[0].dtype.itemsize).view(grads[0].dtype)
        flat[...] = 0
        self.slices = [slice(o, o + g.size) for o, g in zip(offsets, grads, strict=True)]
        self.gradient_views = [flat[part].reshape(g.shape) for part, g in zip(self.slices, grads, strict=True)]
        for grad, view in zip(grads, self.gradient_views, strict=True):
            self.preset_outputs.setdefault(grad, view)
        self.arrays["grad"] = flat

    def calls(self, emitter: Emitter, emit_update: EmitUpdate) -> tuple[list[Call], list[Call]]:
        """Return (calls before the update, calls of the update)."""
        before: list[Call] = []
        for node, view in zip(self.nodes, self.gradient_views, strict=True):
            array = emitter.operand(node.inputs[1])
            if array is not view:
                before.append(functools.partial(self.buffers.xp.copyto, view, array))
        node = self.nodes[0]
        rate = emitter.operand(node.inputs[node.op.inputs.index("learning_rate")]).reshape(())
        prepared, during = emit_update(node, FlatState(self.arrays, self.powers, rate, self.slices), emitter)
        return [*before, *prepared], during


def build_update_groups(
    buffers: PersistentBuffers, trace: Trace, nodes: list[TraceNode], names: Mapping[int, str]
) -> list[UpdateGroup]:
    """Build a single group if the values can share flat arrays. Otherwise, build a group for each parameter."""
    group = UpdateGroup(buffers, trace, nodes, names)
    groups = [group] if group.can_share_calls else [UpdateGroup(buffers, trace, [n], names) for n in nodes]
    for each in groups:
        each.allocate_gradients()
    return groups
