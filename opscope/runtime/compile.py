"""Compile a program to a Plan: operators become closures, names become slots."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from opscope.core.annotations import ArrayModule
from opscope.core.place import Place, place_module
from opscope.errors import NotFound, nearest
from opscope.ir.program.program import Block, Operator
from opscope.ir.program.py_func import OutputsAndInputs
from opscope.runtime.block_execution import control_plans, control_step
from opscope.runtime.error_context import missing_output_error
from opscope.runtime.plan import Env, Instruction, Plan, Step


class SlotAllocator:
    """Maps names to slots, on first use; slot 0 is the context's."""

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
) -> Plan:
    """The plan of a block's operators. The caller fills the slots of `params` (feeds, or a sub-block's inputs).

    Raises NotFound for a fetch that nothing writes.
    """
    xp = place_module(place)
    slots = SlotAllocator()
    params_ = [(name, slots(name)) for name in params]
    written = set(params)
    loads: dict[str, int] = {}
    stores: dict[str, int] = {}
    missing: dict[str, int] = {}
    instructions: list[Instruction] = []

    def read(name: str) -> None:
        if name in written or name in loads:
            return
        variable = block.find(name)
        target = loads if variable is not None and variable.persistable else missing
        target[name] = slots(name)

    for operator in block.ops if operators is None else operators:
        for name in operator.inputs:
            if name is not None:
                read(name)
                if operator.op.opaque and name in loads:  # the user's function may set() it
                    stores[name] = slots(name)
        instructions.append(instruction(operator, slots, xp, place))
        for name in operator.outputs:
            if name is not None:
                written.add(name)
                variable = block.find(name)
                if variable is not None and variable.persistable:
                    stores[name] = slots(name)
    for name in fetches:
        variable = block.find(name)
        if name not in written and name not in missing and (variable is None or not variable.persistable):
            raise _unknown(block, name, [*written, *loads])
        read(name)
    return Plan(
        block=block,
        instructions=tuple(instructions),
        slots=slots.slots,
        place=place,
        feeds=tuple(params_),
        loads=tuple(loads.items()),
        stores=tuple(stores.items()),
        fetches=tuple((name, slots(name)) for name in fetches),
        missing=tuple(missing.items()),
    )


def _unknown(block: Block, name: str, known: Sequence[str]) -> NotFound:
    inner = next((b.vars[name] for b in block.program.blocks if name in b.vars), None)
    if inner is not None and inner.block is not block:
        fix = f"{name} lives inside block {inner.block.idx}: return it from the function that makes it, or tap it"
    else:
        fix = nearest(name, known) or "fetch a variable of the program"
    return NotFound(f"{name} not in VariableScope.", fix=fix, site=None if inner is None else inner.site)


def instruction(operator: Operator, slots: SlotAllocator, xp: ArrayModule, place: Place) -> Instruction:
    """The instruction of one operator."""
    ins = tuple(0 if n is None else slots(n) for n in operator.inputs)
    outs = tuple(0 if n is None else slots(n) for n in operator.outputs)
    reads, writes = tuple(i for i in ins if i), tuple(o for o in outs if o)
    if operator.blocks:
        plans = control_plans(operator, functools.partial(compile_block, place=place))

        def rebuild_step(plans: tuple[Plan, ...]) -> Step:
            return control_step(operator, plans, ins, outs, xp)

        return Instruction(rebuild_step(plans), operator, reads, writes, plans=plans, rebuild_step=rebuild_step)
    return Instruction(make_step(operator, ins, outs, xp), operator, reads, writes)


def make_step(operator: Operator, ins: tuple[int, ...], outs: tuple[int, ...], xp: ArrayModule) -> Step:
    """A closure that reads its inputs from slots, runs the kernel, and writes the outputs."""
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
