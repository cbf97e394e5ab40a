"""Compile a program to a Plan. Each operator becomes a closure, and each name becomes a slot."""

from __future__ import annotations

import functools
from collections.abc import Collection, Sequence

from opscope.core.annotations import ArrayModule
from opscope.core.place import Place, place_module
from opscope.errors import NotFound, listed, nearest
from opscope.ir.control_flow.cond import COND, COND_GRAD
from opscope.ir.program.lod import rows_name
from opscope.ir.program.program import Block, Operator
from opscope.ir.program.py_func import OutputsAndInputs
from opscope.runtime.block_execution import control_plans, control_step
from opscope.runtime.error_context import missing_output_error, valueless_error
from opscope.runtime.plan import Env, Instruction, Plan, Step


class SlotAllocator:
    """Allocator of slot numbers. A name gets its slot at its first use. Slot 0 belongs to the context of the run."""

    def __init__(self) -> None:
        self.slots: dict[str, int] = {}

    def __call__(self, name: str) -> int:
        return self.slots.setdefault(name, len(self.slots) + 1)


def compile_block(
    block: Block,
    *,
    place: Place,
    operators: Sequence[Operator] | None = None,
    params: Sequence[str] = (),
    fetches: Sequence[str] = (),
    optional: Collection[str] = (),
) -> Plan:
    """Compile the operators of a block to a plan.

    Before a run, the caller fills the slots of `params`, which are the feeds of the run or the inputs of the block.

    Parameters in `optional` may have no value. Raises NotFound for a fetched name that no operator writes.
    """
    xp = place_module(place)
    slots = SlotAllocator()
    params_ = [(name, slots(name)) for name in params]
    names = _Names(block, slots, params, optional)
    instructions: list[Instruction] = []
    for operator in block.ops if operators is None else operators:
        names.read(operator)
        instructions.append(made := instruction(operator, slots, xp, place, names.valueless))
        names.write(operator, made.plans)
    for name in fetches:
        names.fetch(name)
    return Plan(
        block=block,
        instructions=tuple(instructions),
        slots=slots.slots,
        place=place,
        feeds=tuple(params_),
        loads=tuple(names.loads.items()),
        stores=tuple(names.stores.items()),
        fetches=tuple((name, slots(name)) for name in fetches),
        missing=tuple(names.missing.items()),
        optional=frozenset(names.valueless),
    )


class _Names:
    """Record of the names that a block reads, writes and stores, in the order of its operators."""

    def __init__(self, block: Block, slots: SlotAllocator, params: Sequence[str], optional: Collection[str]) -> None:
        self.block = block
        self.slots = slots
        self.written = set(params)
        self.valueless = {name for name in params if name in optional}
        self.loads: dict[str, int] = {}
        self.stores: dict[str, int] = {}
        self.missing: dict[str, int] = {}

    def read(self, operator: Operator) -> None:
        """Record the inputs of the next operator."""
        for name in operator.inputs:
            if name is not None:
                self._read(name, operator.op is COND)
                if operator.op.opaque and name in self.loads:  # the user's function may set() it
                    self.stores[name] = self.slots(name)

    def _read(self, name: str, by_branches: bool = False) -> None:
        if name in self.written or name in self.loads or name in self.valueless:
            return
        variable = self.block.find(name)
        if variable is not None and variable.persistable:
            self.loads[name] = self.slots(name)
        elif by_branches and variable is not None and not variable.is_data and not rows_name(name):
            self.valueless.add(name)  # the branch that is taken may write it first
        else:
            self.missing[name] = self.slots(name)

    def write(self, operator: Operator, plans: Sequence[Plan]) -> None:
        """Record the outputs of an operator, with the plans of its blocks."""
        outputs = [name for name in operator.outputs if name is not None]
        self.written.update(outputs)
        self.valueless.difference_update(outputs)
        if operator.op is COND:
            self.valueless.update(_conditional_outputs(operator, plans))
        for name in outputs:
            variable = self.block.find(name)
            if variable is not None and variable.persistable:
                self.stores[name] = self.slots(name)

    def fetch(self, name: str) -> None:
        """Record a fetched name. Raises NotFound if no operator writes the name."""
        variable = self.block.find(name)
        if name not in self.written and name not in self.missing and (variable is None or not variable.persistable):
            raise _unknown(self.block, name, [*self.written, *self.loads])
        self._read(name)


def _conditional_outputs(operator: Operator, plans: Sequence[Plan]) -> list[str]:
    """Return the outputs of a cond that have no value if one of its branches has run."""
    ends = zip(operator.outputs, *operator.attrs["results"], strict=False)
    return [n for n, *inner in ends if n and any(r in p.optional for r, p in zip(inner, plans, strict=True))]


SOME_NAMES = 6  # that an error lists


def _unknown(block: Block, name: str, known: Sequence[str]) -> NotFound:
    inner = next((b.vars[name] for b in block.program.blocks if name in b.vars), None)
    if inner is not None and inner.block is not block:
        fix = f"{name} is inside block {inner.block.idx}: return it from the function that computes it, or tap it"
    else:
        some = listed([*dict.fromkeys(known)], SOME_NAMES)
        fix = nearest(name, known) or f"fetch a variable of the program: {some}".rstrip(": ")
    return NotFound(f"{name} not in VariableScope.", fix=fix, site=None if inner is None else inner.site)


def instruction(
    operator: Operator, slots: SlotAllocator, xp: ArrayModule, place: Place, optional: Collection[str] = ()
) -> Instruction:
    """Return the instruction for an operator.

    If the operator reads a variable in `optional` that has no value, the instruction raises RunError.
    """
    ins = tuple(0 if n is None else slots(n) for n in operator.inputs)
    outs = tuple(0 if n is None else slots(n) for n in operator.outputs)
    reads, writes = tuple(i for i in ins if i), tuple(o for o in outs if o)
    if operator.blocks:
        plans = control_plans(operator, functools.partial(compile_block, place=place, optional=optional))

        def rebuild_step(plans: tuple[Plan, ...]) -> Step:
            return _requiring_values(control_step(operator, plans, ins, outs, xp), operator, ins, optional)

        return Instruction(rebuild_step(plans), operator, reads, writes, plans=plans, rebuild_step=rebuild_step)
    step = _requiring_values(make_step(operator, ins, outs, xp), operator, ins, optional)
    return Instruction(step, operator, reads, writes)


def _requiring_values(step: Step, operator: Operator, ins: Sequence[int], optional: Collection[str]) -> Step:
    """Return a step that raises an error if it reads an optional variable without a value.

    Operators with branches and py_func operators do not raise this error. They may read None instead of a value.
    """
    required = [(slot, n) for slot, n in zip(ins, operator.inputs, strict=True) if n is not None and n in optional]
    if not required or operator.op in (COND, COND_GRAD) or operator.op.opaque:
        return step

    def checked(env: Env) -> None:
        for slot, name in required:
            if env[slot] is None:
                raise valueless_error(operator.block.var_of(name))
        step(env)

    return checked


def make_step(operator: Operator, ins: tuple[int, ...], outs: tuple[int, ...], xp: ArrayModule) -> Step:
    """Return a closure that reads its inputs from slots, runs the kernel, and writes the outputs."""
    op, attrs = operator.op, operator.attrs
    kernel = op.kernel_for(xp)
    array, asarray = xp.ndarray, xp.asarray
    if op.random or 0 in ins or op.opaque or op.variadic_out or len(outs) != 1 or len(ins) > 2:
        return _general_step(operator, ins, outs, xp)
    (out,) = outs
    if attrs:
        kernel = functools.partial(kernel, **attrs)
    if len(ins) == 1:
        (a,) = ins

        def unary(env: Env) -> None:
            value = kernel(env[a])
            env[out] = value if type(value) is array else asarray(value)

        return unary
    if len(ins) == 2:
        a, b = ins

        def binary(env: Env) -> None:
            value = kernel(env[a], env[b])
            env[out] = value if type(value) is array else asarray(value)

        return binary

    def source(env: Env) -> None:
        value = kernel()
        env[out] = value if type(value) is array else asarray(value)

    return source


def _general_step(operator: Operator, ins: tuple[int, ...], outs: tuple[int, ...], xp: ArrayModule) -> Step:
    op, attrs = operator.op, operator.attrs
    kernel, random, opaque = op.kernel_for(xp), op.random, op.opaque
    array, asarray = xp.ndarray, xp.asarray
    single = len(outs) == 1 and not op.variadic_out

    def general(env: Env) -> None:
        values = [env[i] if i else None for i in ins]
        result = kernel(env[0].rng, *values, **attrs) if random else kernel(*values, **attrs)
        for slot, value in zip(outs, (result,) if single else result, strict=True):
            if slot:
                if value is None:
                    raise missing_output_error(operator, outs.index(slot))
                env[slot] = value if type(value) is array else asarray(value)
        if opaque and type(result) is OutputsAndInputs:
            for position, value in result.inputs.items():
                env[ins[position]] = value

    return general
