"""Emitter, which converts the nodes of a trace to calls on arrays, with the lowering rules of the ops.

A lowering rule receives the emitter and the operands as arrays. It allocates memory, and adds calls with `out=`. If an
op has no rule, its kernel runs, and the result is copied to the output array.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.ir.compat.program_ops import PROGRAM_OPS
from opscope.runtime.lower import blas
from opscope.runtime.lower.arena import ArenaAllocator, ArenaBlock
from opscope.runtime.lower.isolated_calls import GuardFailure, IsolatedArg, OperatorSlots, block_call, user_call
from opscope.runtime.lower.trace import ShapeOnly, Trace, TraceNode, TraceValue
from opscope.runtime.plan import Env, Instruction

Call = Callable[[], Any]
Lowering = Callable[..., Any]
LOWERINGS: dict[str, Lowering] = {}


def lowering(*names: str) -> Callable[[Lowering], Lowering]:
    """Register a lowering rule for ops. A rule is called as `rule(emitter, *operands, **attrs)`.

    Operands are arrays (also 0-d), Python numbers, None, or ShapeOnly. A rule returns the output array, or a list for
    several outputs. An output may be a view of an operand. If the rule does not apply, it returns None and adds no
    call.
    """

    def register(function: Lowering) -> Lowering:
        LOWERINGS.update(dict.fromkeys(names, function))
        return function

    return register


class Emitter:
    """Builder of the calls of a plan. Lowering rules call `out`, `temp`, `call` and `parallel` to add calls to it."""

    lowerings = LOWERINGS
    device = False  # whether the arrays are those of a GPU

    def __init__(self, trace: Trace, memory: ArenaAllocator, env: Env, buffers: dict[int, Any]) -> None:
        self.trace = trace
        self.memory = memory
        self.xp = memory.xp
        self.env = env
        self.calls: list[Call] = []
        self.owners: list[int] = []  # the index of the instruction of each call
        self.call_ends: list[int] = []  # the number of calls after each node of `run`
        self.arrays: dict[TraceValue, Any] = {}
        self.pass_state: dict[Any, Any] = {}  # what probes and rules keep between the calls that they add
        self.on_failure: list[Callable[[int], None]] = []  # called with the number of completed calls when one raises
        self.on_interruption: list[Callable[[int], None]] = []  # the same, where it goes on stepwise
        self.post_update = False  # True while calls are added that run after the update
        self.preset_outputs: dict[TraceValue, Any] = {}  # arrays that outputs must be written to
        self.node: TraceNode
        self._parallel = False  # True while calls are added that threads of opscope share
        self._blocks: dict[TraceValue, ArenaBlock] = {}
        self._temp_blocks: list[ArenaBlock] = []
        self._uses: Counter[TraceValue] = Counter()
        self._slot_arrays: dict[int, Any] = {}
        self._isolated_args: dict[TraceValue, IsolatedArg] = {}
        self.buffers = {slot: self.persistent_operand(home) for slot, home in buffers.items()}
        for slot, ref in trace.inputs.items():
            home = self.buffers.get(slot)
            self.arrays[ref] = self._allocate(ref) if home is None else home

    # --- for lowering rules ----------------------------------------------------------------------------

    def out(self, index: int = 0, *over: Any) -> Any:
        """Return the array for output number `index`.

        `over` are operands that the output may overwrite if this is their last use. The array of an operand is
        overwritten only if it has the shape and dtype of the output. The call that writes the output must be the last
        call that reads this array, and must work element by element.
        """
        ref = self.node.outs[index]
        if ref in self.preset_outputs:
            return self.preset_outputs[ref]
        for operand in self._dead_after_node(over):
            array = self.arrays[operand]
            fits = array.shape == ref.shape and array.dtype == ref.dtype
            if fits and array.flags.c_contiguous and getattr(array.flags, "writeable", True):
                self._assign_block(ref, self._blocks[operand])
                return array
        return self._allocate(ref)

    def is_read(self, index: int) -> bool:
        """Return True if other code reads or stores output number `index` of this node.

        If the result is False, a rule need not write the output.
        """
        ref = self.node.outs[index]
        return self._uses[ref] > 0 or ref in self.preset_outputs

    def temp(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Return scratch memory. Other nodes use this memory again after the current node."""
        dtype = self.xp.dtype(dtype)
        block = self.memory.allocate(_nbytes(shape, dtype))
        self._temp_blocks.append(block)
        return self.memory.array(block, shape, dtype)

    def call(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """Add a call to the plan. Each run of the plan then calls `function(*args, **kwargs)`."""
        self.calls.append(functools.partial(function, *args, **kwargs) if args or kwargs else function)
        self.owners.append(self.node.index)

    def product(self, function: Callable[..., Any], x: Array, y: Array, out: Array) -> None:
        """Add a matrix product, `function(x, y, out)`, or a batch of matrix products."""
        call = functools.partial(function, x, y, out)
        shared = not (self.device or self._parallel)
        self.call(blas.product(call, 2 * math.prod(out.shape[-2:]) * x.shape[-1]) if shared else call)

    def device_call(self, function: Callable[..., Any], *args: Any) -> None:
        """Add a call of a probe that only the device executes."""
        self.call(function, *args)

    def parallel(self, *builders: Callable[[], None]) -> None:
        """Run the calls of each builder in parallel. The calls may contain matrix products."""
        kept, lists = (self.calls, self.owners), []
        self._parallel = len(builders) > 1
        try:
            for build in builders:
                self.calls, self.owners = [], []
                build()
                lists.append(self.calls)
        finally:
            self.calls, self.owners = kept
            self._parallel = False
        if len(lists) > 1:
            self.call(blas.parallel(lists))
        else:
            self.calls += lists[0]
            self.owners += [self.node.index] * len(lists[0])

    # --- memory -------------------------------------------------------------------------------------

    def _allocate(self, ref: TraceValue) -> Any:
        block = self.memory.allocate(_nbytes(ref.shape, ref.dtype))
        self._assign_block(ref, block)
        return self.memory.array(block, ref.shape, ref.dtype)

    def _assign_block(self, ref: TraceValue, block: ArenaBlock) -> None:
        block.users += 1
        self._blocks[ref] = block

    def _dead_after_node(self, over: Sequence[Any]) -> list[TraceValue]:
        """Return the operands of this node that no later node reads, either directly or through a view.

        Only arrays in `over` are considered.
        """
        found: list[TraceValue] = []
        for operand in self.node.inputs:
            if not isinstance(operand, TraceValue) or operand not in self._blocks:
                continue
            here = sum(v is operand for v in self.node.inputs)
            array = self.arrays[operand]
            if any(array is o for o in over) and self._uses[operand] == here and self._blocks[operand].users == 1:
                found.append(operand)
        return found

    def _release(self, ref: TraceValue) -> None:
        block = self._blocks.pop(ref, None)
        if block is None:
            return
        block.users -= 1
        if not block.users:
            self.memory.free(block)

    # --- emitting -----------------------------------------------------------------------------------

    def run(self, nodes: Sequence[TraceNode], kept: Sequence[TraceValue]) -> None:
        """Add the calls of the nodes. The values in `kept` stay in memory until the end of the run."""
        for node in nodes:
            self._uses.update(v for v in node.inputs if isinstance(v, TraceValue))
        self._uses.update(kept)
        for ref in list(self._blocks):
            if not self._uses[ref]:
                self._release(ref)
        for node in nodes:
            self.emit(node)
            self.call_ends.append(len(self.calls))

    def emit(self, node: TraceNode) -> None:
        """Add the calls of one node, and then free the values that no later node reads."""
        self.node = node
        if node.instruction is not None:
            self._emit_instruction(node)
        else:
            made = self._emit_lowering(node) or self._emit_kernel_call(node)
            for ref, array in zip(node.outs, made, strict=True):
                self._record_array(ref, array, node)
        self._free_dead(node)

    def _free_dead(self, node: TraceNode) -> None:
        for block in self._temp_blocks:
            self.memory.free(block)
        self._temp_blocks.clear()
        for operand in node.inputs:
            if isinstance(operand, TraceValue):
                self._uses[operand] -= 1
        for ref in (*(v for v in node.inputs if isinstance(v, TraceValue)), *node.outs):
            if not self._uses[ref]:
                self._release(ref)

    def persistent_operand(self, home: Any) -> Any:
        """Return a persistent buffer in the form for lowering rules."""
        return home

    def operand(self, value: Array) -> Any:
        """Return the operand for a lowering rule, for an input of a node."""
        if not isinstance(value, TraceValue):
            return value
        return self.arrays[value] if value.constant is None else value.constant

    def _emit_lowering(self, node: TraceNode) -> list[Any] | None:
        found = self.lowerings.get(node.op.name)
        if found is None:
            return None
        made = found(self, *map(self.operand, node.inputs), **node.op.with_defaults(node.attrs))
        if made is None:
            return None
        return made if isinstance(made, list) else [made]

    @property
    def kernel_module(self) -> ArrayModule:
        """The array library for the kernels of ops without a rule."""
        return self.xp

    def _emit_kernel_call(self, node: TraceNode) -> list[Any]:
        values = map(self.operand, node.inputs)
        operands = [v.array(self.xp) if isinstance(v, ShapeOnly) else v for v in values]
        outs = [self.out(i) for i in range(len(node.outs))]
        kernel = functools.partial(node.op.kernel_for(self.kernel_module), **node.attrs)
        if node.op.random:
            self.call(_run_random, self.env, kernel, operands, outs, self.xp.copyto)
        elif len(outs) == 1 and not node.op.variadic_out:
            self.call(_run_single_output, kernel, operands, outs[0], self.xp.copyto)
        else:
            self.call(_run_outputs, kernel, operands, outs, self.xp.copyto)
        return outs

    def _record_array(self, ref: TraceValue, array: Array, node: TraceNode) -> None:
        """Record the memory of a value. For a view, this is the memory of an operand."""
        preset = self.preset_outputs.get(ref)
        if preset is not None and preset is not array:  # a view of another array
            self.call(self.xp.copyto, preset, array)
            array = preset
        self.arrays[ref] = array
        if ref in self._blocks or preset is not None:
            return
        for operand in node.inputs:
            if operand in self._blocks and self.xp.may_share_memory(array, self.arrays[operand]):
                self._assign_block(ref, self._blocks[operand])
                return

    # --- instructions that run on slots -------------------------------------------------------------

    def _emit_instruction(self, node: TraceNode) -> None:
        instruction = node.instruction
        assert instruction is not None
        read = zip(instruction.reads, node.inputs, strict=False)
        arrays = [(slot, self.operand(ref)) for slot, ref in read if ref is not None]
        for ref in node.outs:
            self.arrays[ref] = self.preset_outputs[ref] if ref in self.preset_outputs else self._allocate(ref)
        if instruction.kind == "op":
            self._slot_arrays.clear()
            if instruction.plans:
                outs = [(slot, self.arrays[ref]) for slot, ref in zip(node.slots, node.outs, strict=True)]
                others = tuple({*instruction.writes} - {*node.slots})
                self.call(block_call, self.env, instruction.step, arrays, outs, others, node.index)
            else:
                self._emit_user_call(node, instruction)
            return
        arrays = [(slot, self._stable_copy(slot, array)) for slot, array in arrays]
        if instruction.lower is not None and instruction.lower(self, [array for _, array in arrays]):
            return
        for slot, array in arrays:
            if self._slot_arrays.get(slot) is not array:
                self.call(self.env.__setitem__, slot, array)
                self._slot_arrays[slot] = array
        self.call(instruction.step, self.env)

    def _stable_copy(self, slot: int, array: Array) -> Any:
        """Return an array that contains a probed value until the next run.

        Copy a view of a parameter before the update.
        """
        if slot in self.buffers or not any(self.xp.may_share_memory(array, home) for home in self.buffers.values()):
            return array
        copy = self.memory.array(self.memory.allocate(array.nbytes), array.shape, array.dtype)
        self.call(self.xp.copyto, copy, array)
        return copy

    def _emit_user_call(self, node: TraceNode, instruction: Instruction) -> None:
        """Call the user's functions. Functions that read the same value share a copy of this value."""
        operator = instruction.operator
        refs, slots = iter(node.inputs), iter(instruction.reads)
        ins: list[IsolatedArg | None] = []
        for name in operator.inputs:
            ref = None if name is None else next(refs)
            ins.append(None if ref is None else self._isolated_arg(ref))
        in_slots = [0 if name is None else next(slots) for name in operator.inputs]
        written = iter(instruction.writes)
        out_slots = [0 if name is None else next(written) for name in operator.outputs]
        arrays = dict(zip(node.slots, (self.arrays[ref] for ref in node.outs), strict=True))
        outs = [arrays.get(slot) for slot in out_slots]
        where = OperatorSlots(node.index, in_slots, out_slots)
        kernel = operator.op.kernel_for(self.xp)
        op = operator.op if operator.op.forward is None else operator.op.forward.op
        if op is PROGRAM_OPS.get(op.name):  # the user's functions do not get the attributes of py_func
            kernel = functools.partial(kernel, **operator.attrs)
        self.call(user_call(operator, kernel, ins, outs, where, self.env))

    def _isolated_arg(self, ref: TraceValue) -> IsolatedArg:
        found = self._isolated_args.get(ref)
        if found is None:
            found = self._isolated_args[ref] = IsolatedArg(self.operand(ref))
            self.call(found.refresh)
        return found


def _nbytes(shape: tuple[int, ...], dtype: Any) -> int:
    return dtype.itemsize * math.prod(shape)


def _run_single_output(kernel: Callable[..., Any], operands: list[Any], out: Array, copyto: Callable[..., Any]) -> None:
    copyto(out, kernel(*operands))


def _run_outputs(kernel: Callable[..., Any], operands: list[Any], outs: list[Any], copyto: Callable[..., Any]) -> None:
    for out, value in zip(outs, kernel(*operands), strict=True):
        copyto(out, value)


def _run_random(
    env: Env, kernel: Callable[..., Any], operands: list[Any], outs: list[Any], copyto: Callable[..., Any]
) -> None:
    made = kernel(env[0].rng, *operands)
    for out, value in zip(outs, made if isinstance(made, list | tuple) else (made,), strict=True):
        copyto(out, value)


__all__ = ["LOWERINGS", "Call", "Emitter", "GuardFailure", "ShapeOnly", "lowering"]
