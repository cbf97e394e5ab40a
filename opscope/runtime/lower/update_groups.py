"""Groups: which optimizer steps are made in place at the end of a run, and over which flat arrays."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from opscope.core.place import to_host
from opscope.runtime.lower import optimizer_update
from opscope.runtime.lower.emission import Call, Emission
from opscope.runtime.lower.memory_plan import aligned
from opscope.runtime.lower.persistent_buffers import Homes, layout
from opscope.runtime.lower.trace import Node, Ref, Trace, Unlowerable

# (calls before the update, calls of the update) of steps like the node's, over flat arrays
Updating = Callable[[Node, optimizer_update.Flats, Emission], tuple[list[Call], list[Call]]]


class Split:
    """Which optimizer steps can be made in place at the end, and which probes must wait for them."""

    def __init__(self, made: Trace, stores: Mapping[int, str], in_place: Callable[[Node], bool]) -> None:
        self.trace = made
        self.updates_in_place = in_place  # whether there is code for it
        self.last = len(made.plan.instructions) - 1
        readers: dict[int, list[Node]] = {}
        for node in made.nodes:
            for value in node.inputs:
                if isinstance(value, Ref):
                    readers.setdefault(id(value), []).append(node)
        slot_of = {id(made.slots[slot]): slot for slot in stores}
        self.updates: list[Node] = []
        waiting: list[Node] = []
        self.updated: set[int] = set()
        for node in made.nodes:
            late = self._probes(node, readers)
            if late is None or not self._in_place(node, slot_of):
                continue
            self.updates.append(node)
            waiting += late
            self.updated.update(slot_of[id(o)] for o in node.outs)
        waiting += [n for n in made.nodes if n.step is not None and n.step.kind == "finish"]
        self.late = sorted(dict.fromkeys(waiting), key=lambda n: n.index)

    def _probes(self, node: Node, readers: dict[int, list[Node]]) -> list[Node] | None:
        """Who reads what the node makes, if only probes do."""
        found = [r for o in node.outs for r in readers.get(id(o), ())]
        return found if all(r.step is not None and r.step.kind != "op" for r in found) else None

    def _in_place(self, node: Node, slot_of: Mapping[int, int]) -> bool:
        """True if each value goes back where it came from, and the gradient fits."""
        op = node.op
        if node.step is not None or op.name not in optimizer_update.STATE or not self.updates_in_place(node):
            return False
        param, grad = node.inputs[0], node.inputs[1]
        if param.dtype.kind != "f" or (param.shape, param.dtype) != (grad.shape, grad.dtype):
            return False
        names = [*optimizer_update.STATE[op.name][0], *optimizer_update.STATE[op.name][1]]
        for name, out in zip(names, node.outs, strict=True):
            ref = node.inputs[op.inputs.index(name)]
            slot = slot_of.get(id(out))
            if slot is None or self.trace.given.get(slot) is not ref or ref.dtype != param.dtype:
                return False
        rate = node.inputs[op.inputs.index("learning_rate")]
        return isinstance(rate, Ref) and rate.size == 1 and rate.dtype == param.dtype

    def groups(self) -> list[list[Node]]:
        """Nodes that one handful of calls updates: the same op, attributes, dtype and learning rate."""
        found: dict[Any, list[Node]] = {}
        for node in self.updates:
            rate = node.inputs[node.op.inputs.index("learning_rate")]
            key = (node.op.name, repr(sorted(node.attrs.items())), node.inputs[0].dtype, id(rate))
            found.setdefault(key, []).append(node)
        return list(found.values())

    def kept(self, stores: Mapping[int, Any]) -> list[Ref]:
        """Values that must be in memory when the last call is done."""
        slots = self.trace.slots
        kept = [slots[slot] for slot in stores]
        for _, slot in self.trace.plan.fetches:
            if slot not in slots:
                raise Unlowerable("a fetch is no array")
            if slot not in self.updated:
                kept.append(slots[slot])
        made = {id(o) for n in self.updates for o in n.outs}
        kept += [v for n in self.updates for v in n.inputs if isinstance(v, Ref)]
        for node in self.trace.nodes:
            if node.step is not None and node.step.kind != "op":  # what is looked at stays right until the next run
                kept += [v for v in node.inputs if isinstance(v, Ref) and id(v) not in made]
        return kept


class Group:
    """Optimizer steps over flat arrays."""

    def __init__(self, homes: Homes, trace: Trace, nodes: Sequence[Node], names: Mapping[int, str]) -> None:
        self.nodes = nodes
        self.homes = homes
        slot_of = {id(ref): slot for slot, ref in trace.given.items()}
        self.names = {
            name: [names[slot_of[id(n.inputs[n.op.inputs.index(name)])]] for n in nodes]
            for name in (*optimizer_update.STATE[nodes[0].op.name][0], *optimizer_update.STATE[nodes[0].op.name][1])
        }
        self.presets: dict[Ref, Any] = {}
        self._versions: list[int] = []  # of the powers, when they were last found in step
        large, small = optimizer_update.STATE[nodes[0].op.name]
        self.arrays = {name: self.homes.flat(self.names[name]) for name in large}
        self.powers = {name: self.homes.flat(self.names[name], pad=False) for name in small}

    @property
    def together(self) -> bool:
        """True if all lie in flat arrays, and have come equally far."""
        if any(a is None for a in (*self.arrays.values(), *self.powers.values())):
            return False
        return self.in_step()

    def still_in_step(self) -> bool:
        """The same; looked at again only if somebody has set one of them, because a GPU would have to be waited for."""
        versions = [self.homes.version(name) for kind in self.powers for name in self.names[kind]]
        if versions != self._versions and self.in_step():
            self._versions = versions
        return versions == self._versions

    def in_step(self) -> bool:
        """True if the scalars of the state are equal for all."""
        return all(bool(to_host((p == p[0]).all())) for p in self.powers.values())

    def place(self) -> None:
        """Give the gradients their places in a flat array."""
        grads = [n.inputs[1] for n in self.nodes]
        offsets, total = layout([g.shape for g in grads], grads[0].dtype, pad=True)
        flat = aligned(self.homes.xp, total * grads[0].dtype.itemsize).view(grads[0].dtype)
        flat[...] = 0
        self.parts = [slice(o, o + g.size) for o, g in zip(offsets, grads, strict=True)]
        self.places = [flat[part].reshape(g.shape) for part, g in zip(self.parts, grads, strict=True)]
        for grad, place in zip(grads, self.places, strict=True):
            self.presets.setdefault(grad, place)
        self.arrays["grad"] = flat

    def calls(self, made: Emission, updating: Updating) -> tuple[list[Call], list[Call]]:
        """(calls before the update, calls of the update)."""
        before: list[Call] = []
        for node, place in zip(self.nodes, self.places, strict=True):
            array = made.operand(node.inputs[1])
            if array is not place:
                before.append(functools.partial(self.homes.xp.copyto, place, array))
        node = self.nodes[0]
        rate = made.operand(node.inputs[node.op.inputs.index("learning_rate")]).reshape(())
        flats = optimizer_update.Flats(self.arrays, self.powers, rate, self.parts)
        prepared, during = updating(node, flats, made)
        return [*before, *prepared], during


def grouped(homes: Homes, trace: Trace, nodes: list[Node], names: Mapping[int, str]) -> list[Group]:
    """One group where the values can lie together, else one for each parameter."""
    group = Group(homes, trace, nodes, names)
    groups = [group] if group.together else [Group(homes, trace, [n], names) for n in nodes]
    for one in groups:
        one.place()
    return groups
