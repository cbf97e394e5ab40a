"""Lowered: a plan for known shapes and one scope, as calls on arrays that are there already."""

from __future__ import annotations

import functools
import operator as _operator
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from opscope.runtime.frame import Context
from opscope.runtime.located import located
from opscope.runtime.lower import forms, update
from opscope.runtime.lower.chains import chained
from opscope.runtime.lower.emit import Call, Emission, Mismatch
from opscope.runtime.lower.homes import Homes, layout
from opscope.runtime.lower.memory import Memory, aligned
from opscope.runtime.lower.prune import pruned
from opscope.runtime.lower.trace import Node, Observed, Ref, Trace, Unlowerable, trace
from opscope.runtime.plan import Env, Plan
from opscope.runtime.scope import Scope

assert forms.__all__  # the table is filled


class Lowered:
    """Run it with the fed arrays; it leaves what was stored in the scope, and the fetches in `fetched`."""

    def __init__(self, plan: Plan, scope: Scope, feeds: Mapping[int, Any], observed: Observed) -> None:
        self.plan = plan
        self.scope = scope
        self.homes = Homes(scope)
        self.env: Env = [None] * plan.size
        names = {slot: name for name, slot in plan.stores}
        homes = {slot: self.homes.claim(name) for name, slot in plan.loads}
        self.trace = trace(plan, {**feeds, **homes}, observed)
        split = Split(self.trace, names)
        self.groups = groups = [g for nodes in split.groups() for g in grouped(self, nodes, names)]
        homes = {slot: self.homes.claim(name) for name, slot in plan.loads}  # some were moved together
        stores = {slot: self.homes.claim(name) for slot, name in names.items() if slot not in split.updated}
        for slot, home in stores.items():
            value = self.trace.slots.get(slot)
            if value is None or (value.shape, value.dtype) != (home.shape, home.dtype):
                raise Unlowerable(f"{names[slot]} does not stay as it is")
        kept = [*split.kept(stores), *(self.trace.given[slot] for _, slot in plan.feeds)]
        nodes = pruned(self.trace, kept)
        nodes = chained([n for n in nodes if n not in split.late and n not in split.updates], kept)
        self.nodes, self.kept = nodes, kept
        paper = self._emission(Memory(np), homes, groups)
        paper.run(nodes, kept)
        self._late(paper, split)
        self.peak, self.bound = paper.memory.peak, paper.memory.bound
        made = self._emission(Memory(np, self.peak), homes, groups)
        made.run(nodes, kept)
        self.ends = made.ends  # with `nodes`: which calls are whose
        self._finish(made, split, groups, stores)
        self.feeds = [(name, made.arrays[self.trace.given[slot]]) for name, slot in plan.feeds]
        self.arrays = made.arrays
        self.homes.settled()

    def _emission(self, memory: Memory, homes: dict[int, Any], groups: list[Group]) -> Emission:
        made = Emission(self.trace, memory, self.env, homes)
        for group in groups:
            made.presets.update(group.presets)
        return made

    def _finish(self, made: Emission, split: Split, groups: list[Group], stores: dict[int, Any]) -> None:
        calls, owners = list(made.calls), list(made.owners)
        self.commit: list[Call] = []
        for group in groups:
            before, during = group.calls(made)
            calls += before
            owners += [group.nodes[0].index] * len(before)
            self.commit += during
        for slot, home in stores.items():
            array = made.operand(self.trace.slots[slot])
            if array is not home:
                self.commit.append(_copied(home, array, self.homes, calls))
                owners += [split.last] * (len(calls) - len(owners))
        self.fetched = [self._fetched(name, slot, made, calls) for name, slot in self.plan.fetches]
        owners += [split.last] * (len(calls) - len(owners))
        made.calls, made.owners = [], []
        self._late(made, split)
        self.calls, self.owners = tuple(calls), owners
        self.after, self.after_owners = made.calls, made.owners
        self.failed = made.failed
        self.machine = "machine" in made.notes

    def _late(self, made: Emission, split: Split) -> None:
        """Emit what looks at updated values."""
        made.late = True
        for name, slot in self.plan.stores:
            if slot in split.updated:
                made.arrays[self.trace.slots[slot]] = self.homes.claim(name)
        for node in split.late:
            made.emit(node)

    def _fetched(self, name: str, slot: int, made: Emission, calls: list[Call]) -> Any:
        """Where a fetched value is at the end of a run: what persists at home, a view of it in a copy of before."""
        persists = slot in made.homes or any(s == slot for _, s in self.plan.stores)
        if persists:
            return self.homes.claim(name)
        return _apart(made.operand(self.trace.slots[slot]), self.homes, calls)

    # --- running ------------------------------------------------------------------------------------

    def ready(self) -> bool:
        """True if the scope's values are where this was lowered for, and optimizers' powers are still in step."""
        if self.homes.unchanged:
            return True
        return self.homes.settled() and all(group.in_step() for group in self.groups)

    def unheard(self) -> bool:
        """True if floating point errors are to be heard of (np.errstate), and kernels would not tell."""
        return self.machine and not {"warn", "ignore"}.issuperset(np.geterr().values())

    def run(self, context: Context) -> None:
        """Everything, from the values that are in the feeds' arrays. Raises Mismatch before anything is stored."""
        self.env[0] = context
        rest = iter(self.calls)
        try:
            for call in rest:
                call()
        except BaseException as e:  # noqa: BLE001 (the boundary where context is added)
            self.fail(e, len(self.calls) - _operator.length_hint(rest) - 1)
        self.store()
        for call in self.after:
            call()

    def store(self) -> None:
        """Update parameters and what else persists, in the scope: all of it, or nothing."""
        if self.commit:
            with self.scope.committing:
                self._commit()
                if not self.homes.unchanged:
                    self.homes.settle_stored([name for name, _ in self.plan.stores])

    def _commit(self) -> None:
        if not {"raise", "call"} & {*np.geterr().values()}:
            update.run(self.commit)
            return
        kept = [(home, home.copy()) for home in map(self.homes.claim, dict(self.plan.stores))]
        try:
            update.run(self.commit)
        except FloatingPointError:
            for home, before in kept:
                np.copyto(home, before)
            raise

    def fail(self, error: BaseException, at: int) -> NoReturn:
        """Raise what call number `at` raised, with its context, when those who watch know of it."""
        if isinstance(error, Mismatch):
            raise error
        for tell in self.failed:
            tell(at)
        if isinstance(error, Exception) and at < len(self.owners):
            self.raise_located(error, self.owners[at])
        raise error

    def raise_located(self, error: Exception, index: int) -> NoReturn:
        """Raise what a call of instruction `index` raised, with its context."""
        found = located(error, self.plan.instructions[index], self.slots_at(index - 1))
        if found is error:
            raise error
        raise found from error

    def slots_at(self, index: int) -> Env:
        """What the slots hold behind instruction `index`, for a frame that goes on from there."""
        env: Env = [None] * self.plan.size
        env[0] = self.env[0]
        for slot, ref in self.trace.given.items():
            env[slot] = self._array(ref)
        for at, slot, ref in self.trace.history:
            if at <= index:
                env[slot] = self._array(ref)
        for node in self.trace.nodes:
            if node.step is not None and node.index <= index:  # what is no array stays in its slot
                for slot in set(node.step.writes) - set(node.slots):
                    env[slot] = self.env[slot]
        return env

    def standing(self, slot: int, before: int | None) -> Any:
        """What a slot holds before instruction `before` (None: at the end), if that is still, or already, in memory."""
        for name, load in self.plan.loads:
            if load == slot:
                return self.homes.claim(name)
        ref = self.trace.slots.get(slot)
        if ref is None or not any(ref is kept for kept in self.kept):
            return None
        made = max((at for at, s, _ in self.trace.history if s == slot), default=-1)
        return self._array(ref) if before is None or made < before else None

    def slot(self, slot: int) -> Any:
        """What a slot holds at the end, None if it holds no array."""
        ref = self.trace.slots.get(slot)
        return self.env[slot] if ref is None else self._array(ref)

    def _array(self, ref: Ref) -> Any:
        if ref.constant is not None:
            return ref.constant
        found = self.arrays.get(ref)  # None: only its shape is needed
        return np.broadcast_to(np.zeros((), ref.dtype), ref.shape) if found is None else found


def _copied(home: Any, array: Any, homes: Homes, calls: list[Call]) -> Call:
    """The call that stores an array; by way of a copy where it lies in the home of another value."""
    return functools.partial(np.copyto, home, _apart(array, homes, calls))


def _apart(array: Any, homes: Homes, calls: list[Call]) -> Any:
    """The array, or a copy made by one more call if it lies in a home, which will be updated."""
    if not homes.holds(array):
        return array
    copy = np.empty_like(array)
    calls.append(functools.partial(np.copyto, copy, array))
    return copy


class Split:
    """Which optimizer steps can be made in place at the end, and which probes must wait for them."""

    def __init__(self, made: Trace, stores: Mapping[int, str]) -> None:
        self.trace = made
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
        if node.step is not None or op.name not in update.STATE:
            return False
        param, grad = node.inputs[0], node.inputs[1]
        if param.dtype.kind != "f" or (param.shape, param.dtype) != (grad.shape, grad.dtype):
            return False
        names = [*update.STATE[op.name][0], *update.STATE[op.name][1]]
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

    def __init__(self, lowered: Lowered, nodes: Sequence[Node], names: Mapping[int, str]) -> None:
        self.nodes = nodes
        self.homes = lowered.homes
        slot_of = {id(ref): slot for slot, ref in lowered.trace.given.items()}
        self.names = {
            name: [names[slot_of[id(n.inputs[n.op.inputs.index(name)])]] for n in nodes]
            for name in (*update.STATE[nodes[0].op.name][0], *update.STATE[nodes[0].op.name][1])
        }
        self.presets: dict[Ref, Any] = {}
        large, small = update.STATE[nodes[0].op.name]
        self.arrays = {name: self.homes.flat(self.names[name]) for name in large}
        self.powers = {name: self.homes.flat(self.names[name], pad=False) for name in small}

    @property
    def together(self) -> bool:
        """True if all lie in flat arrays, and have come equally far."""
        if any(a is None for a in (*self.arrays.values(), *self.powers.values())):
            return False
        return self.in_step()

    def in_step(self) -> bool:
        """True if the scalars of the state are equal for all."""
        return all(bool((p == p[0]).all()) for p in self.powers.values())

    def place(self) -> None:
        """Give the gradients their places in a flat array."""
        grads = [n.inputs[1] for n in self.nodes]
        offsets, total = layout([g.shape for g in grads], grads[0].dtype, pad=True)
        flat = aligned(np, total * grads[0].dtype.itemsize).view(grads[0].dtype)
        flat[...] = 0
        self.parts = [slice(o, o + g.size) for o, g in zip(offsets, grads, strict=True)]
        self.places = [flat[part].reshape(g.shape) for part, g in zip(self.parts, grads, strict=True)]
        for grad, place in zip(grads, self.places, strict=True):
            self.presets.setdefault(grad, place)
        self.arrays["grad"] = flat

    def calls(self, made: Emission) -> tuple[list[Call], list[Call]]:
        """(calls before the update, calls of the update)."""
        before: list[Call] = []
        for node, place in zip(self.nodes, self.places, strict=True):
            array = made.operand(node.inputs[1])
            if array is not place:
                before.append(functools.partial(np.copyto, place, array))
        node = self.nodes[0]
        rate = made.operand(node.inputs[node.op.inputs.index("learning_rate")]).reshape(())
        prepared, during = update.calls(node, update.Flats(self.arrays, self.powers, rate, self.parts), made.notes)
        return [*before, *prepared], during


def grouped(lowered: Lowered, nodes: list[Node], names: Mapping[int, str]) -> list[Group]:
    """One group where the values can lie together, else one for each parameter."""
    group = Group(lowered, nodes, names)
    groups = [group] if group.together else [Group(lowered, [n], names) for n in nodes]
    for one in groups:
        one.place()
    return groups
