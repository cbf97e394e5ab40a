"""Edits: values and attributes changed in the middle of a run.

A changed value counts from where the variable was last written: what was computed from it since is computed again,
and nothing else (the walk knows by identity what has other inputs than before). An undone edit leaves what was there,
to the bit. Edits belong to the run that is on; they are part of its record, so going back and forth keeps them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from opscope.core.place import array_module, module_of, to_device, to_host
from opscope.debug.replay.interpreter import Rewound, Walk
from opscope.debug.replay.journal import as_it_was
from opscope.debug.replay.navigation import operator_test
from opscope.debug.replay.replay_frame import Level
from opscope.errors import ArgumentError, NotFound, RunError, UnsupportedError, nearest
from opscope.ir.clone_prune import clone
from opscope.ir.program.program import Operator
from opscope.runtime.compile import Slots, instruction
from opscope.runtime.plan import Plan


class Changed(NamedTuple):
    """One edit that can be undone: of a value, or of an operator's attribute (then with the plans before).

    It concerns instructions from `since` on, of a block that is within instruction `outer` of the outermost one.
    """

    what: str
    level: Level
    since: int
    outer: int
    array: Any = None
    plan: Plan | None = None
    recorded: Plan | None = None


class Difference(NamedTuple):
    """How a value of the edited run differs from that of the untouched one. `largest` is the largest |difference|."""

    name: str
    differing: int
    size: int
    largest: float


class Edits:
    """What was changed in the run that is on. `computed` counts the operators that were computed again."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.done: list[Changed] = []
        self.computed = 0

    # --- values -------------------------------------------------------------------------------------

    def set(self, name: str, value: Any, index: Any = ...) -> int:
        """Change a variable, or the part of it at `index`; returns how many operators were computed again.

        The value is converted to the variable's dtype; it must broadcast to its shape (of the part). Raises NotFound,
        ArgumentError.
        """
        level = self._level_of(name)
        slot = level.frame.plan.slots[name]
        array = self._array(name, level.frame.env[slot], value, index)
        at = self._written(level, slot)
        self.walk.changed()
        self.walk.edits.add((level.begins[at] if at < len(level.begins) else self.walk.tick, name, array))
        return self._again(Changed(f"{name} = {_short(array)}", level, at, self._outer(level, at), array))

    def _outer(self, level: Level, index: int) -> int:
        outermost = self.walk.levels[0]
        return index if level is outermost else outermost.frame.pc

    def _level_of(self, name: str) -> Level:
        level = self.walk.levels[-1]
        if level.frame.value(name) is not None:
            return level
        if self.walk.find(name) is not None:
            raise RunError(f"{name} belongs to a block around this one", fix="stepOut first, then set it there")
        known = [n for each in self.walk.levels for n in each.frame.plan.slots if each.frame.value(n) is not None]
        raise NotFound(f"no value {name!r} here", fix=nearest(name, known) or "it is not computed yet: step on first")

    def _array(self, name: str, old: Any, value: Any, index: Any) -> Any:
        if not hasattr(old, "dtype"):
            raise UnsupportedError(f"{name} is no array and cannot be set")
        new = to_host(old).copy()
        try:
            given = np.asarray(to_host(value) if hasattr(value, "dtype") else value)
            if given.dtype == object or (new.dtype.kind in "iub" and given.dtype.kind == "f" and (given % 1).any()):
                raise ArgumentError(f"{name} holds {new.dtype}: it cannot be set to {value!r}", fix="pass such numbers")
            new[index] = given.astype(new.dtype) if given.dtype != new.dtype else given
        except (ValueError, TypeError, IndexError) as e:
            shape = "x".join(map(str, old.shape)) or "scalar"
            raise ArgumentError(f"{name} cannot be set to that: {e}", facts={name: f"{old.dtype} {shape}"}) from e
        return to_device(new, self.walk.frame.plan.place) if array_module(old) is not np else new

    def _written(self, level: Level, slot: int) -> int:
        """Behind the instruction that wrote a slot last: its index, 0 if none did."""
        instructions = level.frame.plan.instructions
        for index in range(level.frame.pc - 1, -1, -1):
            memo = level.used[index]
            if slot in instructions[index].writes or (memo and any(s == slot for s, _ in memo.outs)):
                return index + 1
        return 0

    # --- attributes ---------------------------------------------------------------------------------

    def set_attr(self, op: int | str, name: str, value: Any) -> int:
        """Change an attribute of an operator, for this run; returns how many operators were computed again."""
        level = self.walk.levels[-1]
        plan, record = level.frame.plan, self.walk.record
        if level is not self.walk.levels[0]:
            raise RunError("attributes are changed from the outermost block", fix="stepOut first")
        test = operator_test(op)
        index = next((i for i, x in enumerate(plan.instructions) if x.kind == "op" and test(x.operator)), None)
        if index is None:
            raise NotFound(f"no operator {op} in this run", fix="operators are numbered as in the graph")
        operator = plan.instructions[index].operator
        _check(operator, name)
        recorded = _recompiled(record.plan, operator.id, name, value)
        twin = next(i for i in recorded.instructions if i.operator.id == operator.id)
        edited = list(plan.instructions)
        edited[index] = twin
        what = f"{operator.type}.{name} = {value!r}"
        changed = Changed(what, level, index, index, plan=plan, recorded=record.plan)
        self.walk.changed()
        level.frame.plan, record.plan = plan.with_instructions(edited), recorded
        return self._again(changed)

    # --- again, and undone --------------------------------------------------------------------------

    def _again(self, changed: Changed) -> int:
        """Compute what an edit has changed up to where the run stands; if that fails the edit is taken back."""
        level, until = changed.level, changed.level.frame.pc
        self.done.append(changed)
        try:
            return self._walk_again(level, changed.since, until)
        except Exception:
            self._take_back(changed)
            self._walk_again(level, changed.since, until)
            raise

    def _walk_again(self, level: Level, index: int, until: int) -> int:
        walk, before, ran = self.walk, self.walk.executed, _count(level)
        walk.rewind(level, min(index, until))
        if index < until:
            walk.advance(level, until)
        found = walk.executed - before if level is walk.levels[0] else _count(level) - ran
        self.computed += found
        return found

    def undo(self) -> str:
        """Take the latest edit back; returns what it was. Raises RunError if there is none, or it is out of reach."""
        if not self.done:
            raise RunError("nothing was edited in this run")
        changed, levels = self.done[-1], self.walk.levels
        level, since = changed.level, changed.since
        if level not in levels:  # that block is over
            level, since = levels[0], changed.outer
        if level is not levels[-1]:
            raise RunError(f"{changed.what} was edited in a block around this one", fix="stepOut, then undo")
        self.walk.changed()
        self._take_back(changed)
        self._walk_again(level, since, level.frame.pc)
        return changed.what

    def _take_back(self, changed: Changed) -> None:
        self.done[:] = [c for c in self.done if c is not changed]
        if changed.array is not None:
            self.walk.edits.remove(changed.array)
        if changed.plan is not None and changed.recorded is not None:
            changed.level.frame.plan, self.walk.record.plan = changed.plan, changed.recorded

    def back_to(self, index: int) -> None:
        """Put the run itself back before an instruction of the outermost block. Raises Rewound in a block."""
        nested = self.walk.depth > 0
        self.walk.rewind(self.walk.levels[0], index)
        if nested:
            raise Rewound

    # --- compared -----------------------------------------------------------------------------------

    def compare(self) -> list[Difference]:
        """Values here that are not what they would be without the edits, in the order in which they are written.

        User functions that have never seen the unedited values are called for that.
        """
        if not self.done:
            return []
        walk = self.walk
        if walk.depth:
            raise RunError("runs are compared from the outermost block", fix="stepOut first")
        twin = walk.apart([])
        level, frame = twin.levels[0], twin.levels[0].frame
        frame.plan = next((c.plan for c in self.done if c.plan is not None), frame.plan)
        until = frame.pc
        first = min(min(c.outer for c in self.done), until)
        twin.rewind(level, first)
        twin.advance(level, until)
        return differences(walk, twin)


def _count(level: Level) -> int:
    return sum(map(len, level.memos.values()))


def _check(operator: Operator, name: str) -> None:
    if operator.op.opaque or operator.blocks:
        raise UnsupportedError(
            f"{operator.type} is made of the program's own functions: it has no attributes to change"
        )
    known = operator.op.full_attrs(operator.attrs)
    if name not in known:
        fix = nearest(name, known) or f"it has {', '.join(known) or 'none'}"
        raise NotFound(f"{operator.type} has no attribute {name!r}", fix=fix)


def _recompiled(plan: Plan, op: int, name: str, value: Any) -> Plan:
    """The plan with a copy of its program, in which the attribute is another."""
    block = clone(as_it_was(plan)).blocks[plan.block.idx]
    operator = next(o for o in block.ops if o.id == op)
    operator.attrs = {**operator.attrs, name: value}
    slots = Slots()
    slots.of.update(plan.slots)
    twin = instruction(operator, slots, module_of(plan.place), plan.place)
    changed = tuple(twin if i.operator.id == op else i for i in plan.instructions)
    return replace(plan, block=block, instructions=changed, steps=())


def differences(edited: Walk, untouched: Walk) -> list[Difference]:
    """What differs between two walks of a run in the values of the outermost block, in the order of its slots."""
    a, b = edited.levels[0].frame.env, untouched.levels[0].frame
    found = (_difference(name, a[slot], b.env[slot]) for name, slot in b.plan.slots.items())
    return [d for d in found if d is not None]


def _difference(name: str, edited: Any, untouched: Any) -> Difference | None:
    """How a value differs in the edited run, None if it does not. Two NaNs are the same."""
    if edited is untouched or not hasattr(edited, "dtype") or not hasattr(untouched, "dtype"):
        return None
    a, b = to_host(edited), to_host(untouched)
    if a.shape != b.shape:
        return Difference(name, a.size, a.size, float("nan"))
    differs = (a != b) & ~((a != a) & (b != b))
    if not differs.any():
        return None
    with np.errstate(all="ignore"):
        largest = float(np.max(np.abs(np.subtract(a, b, dtype=np.result_type(a, b, "float64")))[differs]))
    return Difference(name, int(differs.sum()), a.size, largest)


def _short(array: Any) -> str:
    return repr(array.reshape(-1)[0].item()) if array.size == 1 else f"{array.dtype} {list(array.shape)}"
