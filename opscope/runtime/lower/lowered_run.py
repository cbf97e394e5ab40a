"""Lowered: a plan for known shapes and one scope, as calls on arrays that are there already."""

from __future__ import annotations

import functools
import operator as _operator
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from opscope.core.place import to_device
from opscope.runtime.error_context import located
from opscope.runtime.frame import Context
from opscope.runtime.lower import lowerings, optimizer_update
from opscope.runtime.lower.dead_code import pruned
from opscope.runtime.lower.emission import Call, Emission, Mismatch
from opscope.runtime.lower.fusion import chained
from opscope.runtime.lower.memory_plan import Memory
from opscope.runtime.lower.optimizer_update import Flats
from opscope.runtime.lower.persistent_buffers import Homes
from opscope.runtime.lower.trace import Node, Observed, Ref, Unlowerable, trace
from opscope.runtime.lower.update_groups import Group, Split, grouped
from opscope.runtime.plan import Env, Plan
from opscope.runtime.scope import Scope

assert lowerings.__all__  # the table is filled


class Lowered:
    """Run it with the fed arrays; it leaves what was stored in the scope, and the fetches in `fetched`."""

    emission = Emission

    def __init__(self, plan: Plan, scope: Scope, feeds: Mapping[int, Any], observed: Observed) -> None:
        self.plan = plan
        self.scope = scope
        self.homes = Homes(scope, plan.place)
        self.env: Env = [None] * plan.size
        names = {slot: name for name, slot in plan.stores}
        homes = {slot: self.homes.claim(name) for name, slot in plan.loads}
        self.trace = trace(plan, {**feeds, **homes}, observed)
        split = Split(self.trace, names, self.updates_in_place)
        self.updated = split.updated
        self.groups = groups = [g for nodes in split.groups() for g in grouped(self.homes, self.trace, nodes, names)]
        homes = {slot: self.homes.claim(name) for name, slot in plan.loads}  # some were moved together
        stores = {slot: self.homes.claim(name) for slot, name in names.items() if slot not in split.updated}
        for slot, home in stores.items():
            value = self.trace.slots.get(slot)
            if value is None or (value.shape, value.dtype) != (home.shape, home.dtype):
                raise Unlowerable(f"{names[slot]} does not stay as it is")
        kept = [*split.kept(stores), *(self.trace.given[slot] for _, slot in plan.feeds)]
        nodes = pruned(self.trace, kept)
        nodes = self._chained([n for n in nodes if n not in split.late and n not in split.updates], kept)
        self.nodes, self.kept = nodes, kept
        paper = self._emission(Memory(np), homes, groups)
        paper.run(nodes, kept)
        self._late(paper, split)
        self.peak, self.bound = paper.memory.peak, paper.memory.bound
        made = self._emission(Memory(self.homes.xp, self.peak), homes, groups)
        made.run(nodes, kept)
        self.ends = made.ends  # with `nodes`: which calls are whose
        self._finish(made, split, groups, stores)
        self.feeds = [(name, made.arrays[self.trace.given[slot]]) for name, slot in plan.feeds]
        self.arrays = made.arrays
        self.homes.settled()

    # --- what depends on where it runs -----------------------------------------------------------------

    def updates_in_place(self, node: Node) -> bool:
        """True if `update` can make this step of an optimizer."""
        return True

    def update(self, node: Node, flats: Flats, made: Emission) -> tuple[list[Call], list[Call]]:
        """(calls before the update, calls of the update) of a group of steps like this one."""
        return optimizer_update.calls(node, flats, made.notes)

    def put(self, array: Any, value: Any) -> None:
        """Write what is fed, an array of the host."""
        array[...] = value

    def _chained(self, nodes: Sequence[Node], kept: Sequence[Ref]) -> list[Node]:
        return chained(nodes, kept)

    def _emission(self, memory: Memory, homes: dict[int, Any], groups: list[Group]) -> Emission:
        made = self.emission(self.trace, memory, self.env, homes)
        for group in groups:
            made.presets.update((ref, made.shown(place)) for ref, place in group.presets.items())
        return made

    # --- making it -------------------------------------------------------------------------------------

    def _finish(self, made: Emission, split: Split, groups: list[Group], stores: dict[int, Any]) -> None:
        calls, owners = list(made.calls), list(made.owners)
        self.commit: list[Call] = []
        for group in groups:
            before, during = group.calls(made, self.update)
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
                made.arrays[self.trace.slots[slot]] = made.shown(self.homes.claim(name))
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
        return self.homes.settled() and all(group.still_in_step() for group in self.groups)

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
            optimizer_update.run(self.commit)
            return
        kept = [(home, home.copy()) for home in map(self.homes.claim, dict(self.plan.stores))]
        try:
            optimizer_update.run(self.commit)
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
            return to_device(ref.constant, self.plan.place)
        found = self.arrays.get(ref)  # None: only its shape is needed
        xp = self.homes.xp
        return xp.broadcast_to(xp.zeros((), ref.dtype), ref.shape) if found is None else found


def _copied(home: Any, array: Any, homes: Homes, calls: list[Call]) -> Call:
    """The call that stores an array; by way of a copy where it lies in the home of another value."""
    return functools.partial(homes.xp.copyto, home, _apart(array, homes, calls))


def _apart(array: Any, homes: Homes, calls: list[Call]) -> Any:
    """The array, or a copy made by one more call if it lies in a home, which will be updated."""
    if not homes.holds(array):
        return array
    copy = homes.xp.empty_like(array)
    calls.append(functools.partial(homes.xp.copyto, copy, array))
    return copy
