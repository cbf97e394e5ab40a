"""ConcreteProgram: the program that was traced for one call signature of a function. Its runs are part of eager code.

Forward and backward are the two halves of one plan. A call runs the first half. Backward continues with the slots of
the call, so intermediate values are neither fetched nor computed again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from opscope.core.described import Described
from opscope.core.place import current, to_device
from opscope.core.source import user_position
from opscope.core.state import mode
from opscope.eager.pylayer import opaque_op
from opscope.eager.tape import TapeNode, out_spec, zeros
from opscope.eager.tensor import Tensor
from opscope.errors import RunError, UnsupportedError
from opscope.ir import nesting
from opscope.ir.gradients.backward import gradients
from opscope.ir.op_roles import BACKWARD
from opscope.ir.program.context import program_guard
from opscope.ir.program.program import GRAD, Operator, Program, Variable
from opscope.ops.pullback import pullback_of
from opscope.paddle.jit.tracing import Traced, named_by, static_mode
from opscope.paddle.nn.parameter import Parameter
from opscope.runtime.compile import compile_block
from opscope.runtime.frame import Context, Frame, run_frame
from opscope.runtime.instrument import current as instrumentation
from opscope.runtime.instrument import in_turn
from opscope.runtime.plan import Instruction, Plan

PLANS = 8  # instrumented plans that are kept: watchers come and go


class Halves(NamedTuple):
    """The plan of a program with its gradients, in two parts that share their slots."""

    forward: Plan
    backward: Plan


class ConcreteProgram(Described):
    """A traced function: `main_program`, the Variables that are its `inputs` and `outputs`, and its `parameters`.

    A call with Tensors for the inputs runs the program. If a gradient may be needed, the call adds one node to the
    tape.
    """

    def __init__(self, function: Callable[..., Any], made: Traced) -> None:
        self.function = function
        self.main_program, self.startup_program, self.name_generator = made.main, made.startup, made.generator
        self.captured, self.inputs, self.outputs = made.captured, made.inputs, made.outputs
        self._structure = made.structure
        self._kinds = [_kind(t) for t in self.captured.values()]
        wanted = [*self.inputs, *(self.main_program.global_block().vars[n] for n in self.captured)]
        self._wrt = [v.name for v in wanted if not v.stop_gradient and v.dtype.floating]
        self._open = [v for v in self.outputs if not v.stop_gradient and v.dtype.floating]
        self._full: tuple[Program, list[str], dict[str, str]] | None = None
        self._own: frozenset[Operator] = frozenset()  # of that program: what the function computes, also gradients
        self._plans: dict[Any, Halves] = {}
        self._runs = 0

    @property
    def parameters(self) -> list[Parameter]:
        """The parameters that the program reads."""
        return [t for t in self.captured.values() if isinstance(t, Parameter)]

    @property
    def fits(self) -> bool:
        """Return False if a captured Tensor has changed its shape, its dtype or its stop_gradient."""
        return all(_kind(t) == kind for t, kind in zip(self.captured.values(), self._kinds, strict=True))

    # --- programs and plans -------------------------------------------------------------------------

    def _with_gradients(self) -> tuple[Program, list[str], dict[str, str]]:
        """Return (the program with gradients, names of gradients of outputs, of inputs and captured values)."""
        if self._full is None:
            program = self.main_program.clone()
            block = program.global_block()
            self._own = frozenset(block.ops)
            with static_mode(), named_by(self.name_generator), program_guard(program, Program()):
                seeds = [block.create_var(f"{v.name}{GRAD}@SEED", v.shape, v.dtype, is_data=True) for v in self._open]
                targets = [block.vars[v.name] for v in self._open]
                found = gradients(targets, [block.vars[n] for n in self._wrt], seeds)
            pairs = zip(self._wrt, found or [None] * len(self._wrt), strict=True)
            self._full = program, [s.name for s in seeds], {n: g.name for n, g in pairs if g is not None}
        return self._full

    def _is_backward(self, operator: Operator) -> bool:
        return bool(operator.role & BACKWARD) and operator not in self._own

    def _halves(self, recorded: bool) -> Halves:
        place, passes = current(), instrumentation().passes
        key = recorded, place, passes
        if key not in self._plans:
            given, fetches = [v.name for v in self.inputs], [v.name for v in self.outputs]
            program, seeds, grads = self._with_gradients() if recorded else (self.main_program, [], {})
            plan = compile_block(
                program.global_block(), place=place, params=[*given, *seeds], fetches=[*fetches, *grads.values()]
            )
            first = [i for i in plan.instructions if not (recorded and self._is_backward(i.operator))]
            last = [i for i in plan.instructions if recorded and self._is_backward(i.operator)]
            count = len(given)
            forward = replace(
                plan, instructions=tuple(first), steps=(), feeds=plan.feeds[:count],
                fetches=plan.fetches[: len(fetches)],
            )  # fmt: skip
            backward = replace(
                plan, instructions=tuple(last), steps=(), feeds=(), loads=(), stores=(), fetches=(), missing=(),
                extra_feeds=_given(plan, last),
            )  # fmt: skip
            for transform in passes:
                forward, backward = transform(forward), transform(backward)
            if len(self._plans) >= PLANS:
                del self._plans[next(iter(self._plans))]
            self._plans[key] = Halves(forward, backward)
        return self._plans[key]

    # --- running ------------------------------------------------------------------------------------

    def __call__(self, given: Sequence[Tensor]) -> Any:
        tensors = [*given, *self.captured.values()]
        names = [*(v.name for v in self.inputs), *self.captured]
        wrt = [i for i, (n, t) in enumerate(zip(names, tensors, strict=True)) if n in self._wrt and not t.stop_gradient]
        recorded = bool(mode.grad and wrt and self._open)
        with in_turn():
            halves = self._halves(recorded)
            frame = self._forward(halves.forward, given)
        # copies: what is written to a result must not reach what backward reads
        arrays = [frame.env[slot].copy() for _, slot in halves.forward.fetches]
        outs = [Tensor(a) for a in arrays]
        if recorded:
            self._record(frame, halves.backward, tensors, wrt, outs)
        by_name = dict(zip((v.name for v in self.outputs), outs, strict=True))
        leaves = (by_name[v.name] if isinstance(v, Variable) else v for v in nesting.flatten(self._structure))
        return nesting.pack(self._structure, leaves)

    def _forward(self, plan: Plan, given: Sequence[Tensor]) -> Frame:
        watcher = instrumentation()
        self._runs += 1
        watched = watcher.drive is not run_frame or bool(watcher.passes)

        def taken(tensor: Tensor) -> Any:
            array = to_device(tensor._value, plan.place)
            return array.copy() if watched else array  # who watches keeps what was given, optimizers write to it

        frame = Frame(plan, Context(watcher.drive, step=self._runs), [taken(t) for t in given])
        loaded: dict[int, Any] = {}
        for name, slot in plan.loads:
            loaded[slot] = frame.env[slot] = taken(self.captured[name])
        watcher.drive(frame)
        for name, slot in frame.stores:
            if frame.env[slot] is not loaded.get(slot):
                self.captured[name]._write(frame.env[slot])
        return frame

    def _record(self, frame: Frame, plan: Plan, tensors: list[Tensor], wrt: list[int], outs: list[Tensor]) -> None:
        called = getattr(self.function, "__name__", type(self.function).__name__)
        names = [*(v.name for v in self.inputs), *self.captured]
        versions = [t._version[0] for t in tensors]
        env = list(frame.env)
        _, seeds, grads = self._with_gradients()
        specs = [out_spec(o._value) for o in outs]
        opens = {v.name for v in self._open}
        positions = [i for i, v in enumerate(self.outputs) if v.name in opens]

        def joint(douts: list[Any]) -> list[Any]:
            if any(isinstance(d, Tensor) for d in douts):
                raise UnsupportedError(
                    f"{called}: second-order gradients of a traced function are not supported",
                    fix="call paddle.jit.enable_to_static(False), or differentiate the function before to_static",
                )
            for tensor, version in zip(tensors, versions, strict=True):
                if tensor._version[0] != version:
                    raise _modified(tensor, version, called)
            values = list(env)
            for seed, i in zip(seeds, positions, strict=True):
                values[plan.slots[seed]] = zeros(specs[i]) if douts[i] is None else douts[i]
            with in_turn():
                watcher = instrumentation()
                back = Frame(plan, Context(watcher.drive, step=self._runs), [])
                values[0], back.env = back.context, values
                watcher.drive(back)
            return [values[plan.slots[grads[n]]] if n in grads else None for n in names]

        op = opaque_op(called, self.function.__doc__, joint)
        pull = pullback_of(op, tuple(wrt), len(tensors), len(outs))
        node = TapeNode(op, pull, tensors, {}, [o._value for o in outs], user_position())
        for position in positions:
            outs[position].stop_gradient = False
            outs[position]._edge = (node, position)


def _given(plan: Plan, instructions: Sequence[Instruction]) -> tuple[tuple[str, int], ...]:
    """Return the values that some of the instructions read and no instruction writes."""
    written, found = set[int](), dict[int, None]()
    for instruction in instructions:
        found.update((slot, None) for slot in instruction.reads if slot not in written)
        written.update(instruction.writes)
    names = {slot: name for name, slot in plan.slots.items()}
    return tuple((names[slot], slot) for slot in found)


def _kind(tensor: Tensor) -> tuple[Any, ...]:
    return tensor._value.shape, tensor._value.dtype, tensor.stop_gradient


def _modified(tensor: Tensor, version: int, called: str) -> RunError:
    return RunError(
        f"Tensor '{tensor.name}' used in gradient computation has been modified by an inplace operation. "
        f"Its version is {tensor._version[0]} but the expected version is {version}.",
        fix=f"modify a clone() of the tensor, or modify the tensor after backward, because backward of {called} "
        "reads it",
    )
