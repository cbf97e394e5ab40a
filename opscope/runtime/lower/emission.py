"""Emission: the nodes of a trace become calls on arrays. A form says how one op is called with `out=`.

A form gets the emission and the operands as arrays, asks for memory, and adds calls; an op without a form runs
its kernel and the result is copied to where it belongs.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from opscope.ir.compat.program_ops import PROGRAM_OPS
from opscope.runtime.lower import blas
from opscope.runtime.lower.isolated_calls import Mismatch, Private, Where, block_call, user_call
from opscope.runtime.lower.memory_plan import Memory, Storage
from opscope.runtime.lower.trace import Like, Node, Ref, Trace
from opscope.runtime.plan import Env, Instruction

Call = Callable[[], Any]
Form = Callable[..., Any]
FORMS: dict[str, Form] = {}


def form(*names: str) -> Callable[[Form], Form]:
    """Register how ops are called: `form(emit, *operands, **attrs)`.

    Operands are arrays (also 0-d), Python numbers, None, or Likes. It returns the output array (a list for
    several), which may be a view of an operand; or None where it does not apply, having added nothing.
    """

    def register(function: Form) -> Form:
        FORMS.update(dict.fromkeys(names, function))
        return function

    return register


class Emission:
    """Calls so far, and who lives where. Used by forms: `out`, `temp`, `call`, `xp`."""

    forms = FORMS
    device = False  # whether the arrays are those of a GPU

    def __init__(self, trace: Trace, memory: Memory, env: Env, homes: dict[int, Any]) -> None:
        self.trace = trace
        self.memory = memory
        self.xp = memory.xp
        self.env = env
        self.calls: list[Call] = []
        self.owners: list[int] = []  # for each call, the index of its instruction
        self.ends: list[int] = []  # for each node of `run`, how many calls there are with it
        self.arrays: dict[Ref, Any] = {}
        self.notes: dict[Any, Any] = {}  # what passes keep while they add calls
        self.failed: list[Callable[[int], None]] = []  # told how many calls were made when one has raised
        self.late = False  # what is added now comes behind the update
        self.presets: dict[Ref, Any] = {}  # where outputs must go, for those that have a place already
        self.node: Node
        self._storages: dict[Ref, Storage] = {}
        self._temps: list[Storage] = []
        self._uses: Counter[Ref] = Counter()
        self._in_slot: dict[int, Any] = {}
        self._privates: dict[Ref, Private] = {}
        self.homes = {slot: self.shown(home) for slot, home in homes.items()}
        for slot, ref in trace.given.items():
            home = self.homes.get(slot)
            self.arrays[ref] = self._fresh(ref) if home is None else home

    # --- for forms ----------------------------------------------------------------------------------

    def out(self, index: int = 0, *over: Any) -> Any:
        """Where output `index` goes. `over`: operands that may be overwritten if this is their last use.

        An array in `over` is taken only in the same shape and dtype; the call that writes the output must be
        the last to read it, element by element.
        """
        ref = self.node.outs[index]
        if ref in self.presets:
            return self.presets[ref]
        for operand in self._dying(over):
            array = self.arrays[operand]
            fits = array.shape == ref.shape and array.dtype == ref.dtype
            if fits and array.flags.c_contiguous and getattr(array.flags, "writeable", True):
                self._lie(ref, self._storages[operand])
                return array
        return self._fresh(ref)

    def temp(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Scratch until the end of this node."""
        dtype = self.xp.dtype(dtype)
        storage = self.memory.take(_nbytes(shape, dtype))
        self._temps.append(storage)
        return self.memory.array(storage, shape, dtype)

    def call(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """Add a call: `function(*args, **kwargs)` at each run."""
        self.calls.append(functools.partial(function, *args, **kwargs) if args or kwargs else function)
        self.owners.append(self.node.index)

    def beside(self, *builders: Callable[[], None]) -> None:
        """Add calls that each builder adds, to be made at the same time. They may hold matrix products."""
        kept, lists = (self.calls, self.owners), []
        try:
            for build in builders:
                self.calls, self.owners = [], []
                build()
                lists.append(self.calls)
        finally:
            self.calls, self.owners = kept
        if len(lists) > 1:
            self.call(blas.beside(lists))
        else:
            self.calls += lists[0]
            self.owners += [self.node.index] * len(lists[0])

    # --- memory -------------------------------------------------------------------------------------

    def _fresh(self, ref: Ref) -> Any:
        storage = self.memory.take(_nbytes(ref.shape, ref.dtype))
        self._lie(ref, storage)
        return self.memory.array(storage, ref.shape, ref.dtype)

    def _lie(self, ref: Ref, storage: Storage) -> None:
        storage.users += 1
        self._storages[ref] = storage

    def _dying(self, over: Sequence[Any]) -> list[Ref]:
        """Operands of this node among `over` (by their arrays) that no one reads later, nor a view of them."""
        found: list[Ref] = []
        for operand in self.node.inputs:
            if not isinstance(operand, Ref) or operand not in self._storages:
                continue
            here = sum(v is operand for v in self.node.inputs)
            array = self.arrays[operand]
            if any(array is o for o in over) and self._uses[operand] == here and self._storages[operand].users == 1:
                found.append(operand)
        return found

    def _release(self, ref: Ref) -> None:
        storage = self._storages.pop(ref, None)
        if storage is None:
            return
        storage.users -= 1
        if not storage.users:
            self.memory.give(storage)

    # --- emitting -----------------------------------------------------------------------------------

    def run(self, nodes: Sequence[Node], kept: Sequence[Ref]) -> None:
        """Emit the nodes. Values in `kept` stay in memory to the end."""
        for node in nodes:
            self._uses.update(v for v in node.inputs if isinstance(v, Ref))
        self._uses.update(kept)
        for ref in list(self._storages):
            if not self._uses[ref]:
                self._release(ref)
        for node in nodes:
            self.emit(node)
            self.ends.append(len(self.calls))

    def emit(self, node: Node) -> None:
        """Emit one node, then free what no one needs any more."""
        self.node = node
        if node.step is not None:
            self._step(node)
        else:
            made = self._formed(node) or self._generic(node)
            for ref, array in zip(node.outs, made, strict=True):
                self._settle(ref, array, node)
        self._close(node)

    def _close(self, node: Node) -> None:
        for storage in self._temps:
            self.memory.give(storage)
        self._temps.clear()
        for operand in node.inputs:
            if isinstance(operand, Ref):
                self._uses[operand] -= 1
        for ref in (*(v for v in node.inputs if isinstance(v, Ref)), *node.outs):
            if not self._uses[ref]:
                self._release(ref)

    def shown(self, home: Any) -> Any:
        """A home as forms see it."""
        return home

    def operand(self, value: Any) -> Any:
        """What a form is given for an input of a node."""
        if not isinstance(value, Ref):
            return value
        return self.arrays[value] if value.constant is None else value.constant

    def _formed(self, node: Node) -> list[Any] | None:
        found = self.forms.get(node.op.name)
        if found is None:
            return None
        made = found(self, *map(self.operand, node.inputs), **node.op.with_defaults(node.attrs))
        if made is None:
            return None
        return made if isinstance(made, list) else [made]

    def _generic(self, node: Node) -> list[Any]:
        values = map(self.operand, node.inputs)
        operands = [v.array(self.xp) if isinstance(v, Like) else v for v in values]
        outs = [self.out(i) for i in range(len(node.outs))]
        kernel = functools.partial(node.op.kernel_for(self.xp), **node.attrs)
        if node.op.random:
            self.call(_drawn, self.env, kernel, operands, outs, self.xp.copyto)
        elif len(outs) == 1 and not node.op.variadic_out:
            self.call(_one, kernel, operands, outs[0], self.xp.copyto)
        else:
            self.call(_many, kernel, operands, outs, self.xp.copyto)
        return outs

    def _settle(self, ref: Ref, array: Any, node: Node) -> None:
        """Note where a value lies: in memory of its own, or, as a view, in that of an operand."""
        preset = self.presets.get(ref)
        if preset is not None and preset is not array:  # a view of something: it goes where it must
            self.call(self.xp.copyto, preset, array)
            array = preset
        self.arrays[ref] = array
        if ref in self._storages or preset is not None:
            return
        for operand in node.inputs:
            if operand in self._storages and self.xp.may_share_memory(array, self.arrays[operand]):
                self._lie(ref, self._storages[operand])
                return

    # --- instructions that run themselves, on slots -------------------------------------------------

    def _step(self, node: Node) -> None:
        instruction = node.step
        assert instruction is not None
        read = zip(instruction.reads, node.inputs, strict=False)
        arrays = [(slot, self.operand(ref)) for slot, ref in read if ref is not None]
        for ref in node.outs:
            self.arrays[ref] = self.presets[ref] if ref in self.presets else self._fresh(ref)
        if instruction.kind == "op":
            self._in_slot.clear()
            if instruction.plans:
                outs = [(slot, self.arrays[ref]) for slot, ref in zip(node.slots, node.outs, strict=True)]
                self.call(block_call, self.env, instruction.step, arrays, outs, node.index)
            else:
                self._user(node, instruction)
            return
        arrays = [(slot, self._staying(slot, array)) for slot, array in arrays]
        if instruction.lower is not None and instruction.lower(self, [array for _, array in arrays]):
            return
        for slot, array in arrays:
            if self._in_slot.get(slot) is not array:
                self.call(self.env.__setitem__, slot, array)
                self._in_slot[slot] = array
        self.call(instruction.step, self.env)

    def _staying(self, slot: int, array: Any) -> Any:
        """What a probe is shown stays until the next run: a view of a parameter is copied before the update."""
        if slot in self.homes or not any(self.xp.may_share_memory(array, home) for home in self.homes.values()):
            return array
        copy = self.memory.array(self.memory.take(array.nbytes), array.shape, array.dtype)
        self.call(self.xp.copyto, copy, array)
        return copy

    def _user(self, node: Node, instruction: Instruction) -> None:
        """Functions of the user's: those that read the same value share a copy of it."""
        operator = instruction.operator
        refs, slots = iter(node.inputs), iter(instruction.reads)
        ins: list[Private | None] = []
        for name in operator.inputs:
            ref = None if name is None else next(refs)
            ins.append(None if ref is None else self._private(ref))
        in_slots = [0 if name is None else next(slots) for name in operator.inputs]
        written = iter(instruction.writes)
        out_slots = [0 if name is None else next(written) for name in operator.outputs]
        arrays = dict(zip(node.slots, (self.arrays[ref] for ref in node.outs), strict=True))
        outs = [arrays.get(slot) for slot in out_slots]
        where = Where(node.index, in_slots, out_slots)
        kernel = operator.op.kernel_for(self.xp)
        op = operator.op if operator.op.forward is None else operator.op.forward.op
        if op is PROGRAM_OPS.get(op.name):  # py_func has no attributes that its functions see
            kernel = functools.partial(kernel, **operator.attrs)
        self.call(user_call(operator, kernel, ins, outs, where))

    def _private(self, ref: Ref) -> Private:
        found = self._privates.get(ref)
        if found is None:
            found = self._privates[ref] = Private(self.operand(ref))
            self.call(found.refresh)
        return found


def _nbytes(shape: tuple[int, ...], dtype: Any) -> int:
    return dtype.itemsize * math.prod(shape)


def _one(kernel: Callable[..., Any], operands: list[Any], out: Any, copyto: Callable[..., Any]) -> None:
    copyto(out, kernel(*operands))


def _many(kernel: Callable[..., Any], operands: list[Any], outs: list[Any], copyto: Callable[..., Any]) -> None:
    for out, value in zip(outs, kernel(*operands), strict=True):
        copyto(out, value)


def _drawn(
    env: Env, kernel: Callable[..., Any], operands: list[Any], outs: list[Any], copyto: Callable[..., Any]
) -> None:
    made = kernel(env[0].rng, *operands)
    for out, value in zip(outs, made if isinstance(made, list | tuple) else (made,), strict=True):
        copyto(out, value)


__all__ = ["FORMS", "Call", "Emission", "Like", "Mismatch", "form"]
