"""Gradient checks of the py_func and static_pylayer operators of a program, each right after it has run.

A pass replaces the steps of these operators. A check runs functions again on copies of the slots.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from opscope.debug.gradients.check import Checker, Subject
from opscope.debug.replay.replay_frame import RestoredRng
from opscope.ir.control_flow.static_pylayer import PYLAYER, PYLAYER_GRAD
from opscope.ir.program.program import GRAD, Operator
from opscope.ir.program.py_func import PyFunc
from opscope.ops.pullback import pullback
from opscope.runtime.plan import Env, Instruction, Plan, Step

Forwards = dict[int, tuple[Instruction, Env]]  # static_pylayers that have run, by the block of their backward function


class GradientCheckPass:
    """The pass that checks the gradients of user-defined operators."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker
        self.forwards: Forwards = {}

    def __call__(self, plan: Plan) -> Plan:
        """The plan with each such operator checked behind its step, also in sub-blocks."""
        plan = plan.map_plans(self)
        return plan.with_instructions([self._checked(i) for i in plan.instructions])

    def _checked(self, instruction: Instruction) -> Instruction:
        operator = instruction.operator
        if instruction.kind != "op":
            return instruction
        if isinstance(operator.op, PyFunc) and operator.op.backward is not None:
            return replace(instruction, step=self._followed_by(instruction, self._py_func))
        if operator.op is PYLAYER and "backward" in operator.attrs:
            return replace(instruction, step=self._followed_by(instruction, self._forward))
        if operator.op is PYLAYER_GRAD and len(operator.blocks) == 1:
            return replace(instruction, step=self._followed_by(instruction, self._backward))
        return instruction

    def _followed_by(self, instruction: Instruction, check: Callable[[Instruction, Env], None]) -> Step:
        def step(env: Env) -> None:
            before, state = [*env], env[0].rng.get_state()
            instruction.step(env)
            if not self.checker.busy:
                with RestoredRng(env[0].rng, state):
                    check(instruction, before)

        return step

    def _py_func(self, instruction: Instruction, env: Env) -> None:
        operator, op = instruction.operator, instruction.operator.op
        assert isinstance(op, PyFunc) and op.backward is not None
        inputs = [env[slot] for slot in instruction.reads]
        wrt = _differentiable(operator, inputs)
        function = op.backward.function

        def backward(outs: list[Any], douts: list[Any]) -> list[Any]:
            return list(pullback(op, wrt, inputs, outs, operator.attrs, douts))

        def forward(given: list[Any]) -> list[Any]:
            return _as_list(op.apply(tuple(given), operator.attrs))

        name = f"py_func {getattr(function, '__name__', type(function).__name__)}"
        self._check(operator, name, inputs, wrt, forward, backward, self.checker.line_of(function))

    def _forward(self, instruction: Instruction, env: Env) -> None:
        self.forwards[instruction.operator.attrs["backward"]["block"]] = instruction, env

    def _backward(self, instruction: Instruction, env: Env) -> None:
        found = self.forwards.pop(instruction.operator.attrs["blocks"][0], None)
        if found is None:
            return
        ahead, start = found
        operator, n = ahead.operator, len(ahead.operator.attrs["results"][0])
        inputs = [start[slot] for slot in ahead.reads]
        names = [str(name).partition(GRAD)[0] for name in instruction.operator.outputs]
        wrt = [operator.inputs.index(name) for name in names]
        if len({*wrt}) < len(wrt) or any(start[ahead.reads[i]].dtype.kind not in "fc" for i in wrt):
            return  # one variable given twice: its gradients differ by position, which is not kept

        def forward(given: list[Any]) -> list[Any]:
            again = [*start]
            for slot, value in zip(ahead.reads, given, strict=True):
                again[slot] = value
            with RestoredRng(again[0].rng, again[0].rng.get_state()):
                ahead.step(again)
            return [again[slot] for slot in ahead.writes[:n]]

        def backward(outs: list[Any], douts: list[Any]) -> list[Any]:
            again = [*env]
            for slot, value in zip(instruction.reads, douts, strict=False):
                again[slot] = value
            instruction.step(again)
            return [again[slot] for slot in instruction.writes]

        site = instruction.operator.block.program.blocks[instruction.operator.attrs["blocks"][0]].ops
        line = next((o.site.where for o in site if o.site is not None), "")
        self._check(operator, "static_pylayer", inputs, wrt, forward, backward, line)

    def _check(
        self, operator: Operator, name: str, inputs: list[Any], wrt: Any, forward: Any, backward: Any, line: str
    ) -> None:
        if not wrt:
            return
        where = "" if operator.site is None else operator.site.where
        subject = Subject(name, [str(operator.inputs[i]) for i in wrt], where, line)
        self.checker.check(subject, inputs, list(wrt), forward, backward)


def _differentiable(operator: Operator, inputs: list[Any]) -> list[int]:
    """The inputs that need a gradient."""
    wanted = [name is not None and not operator.block.var_of(name).stop_gradient for name in operator.inputs]
    return [i for i, (w, a) in enumerate(zip(wanted, inputs, strict=True)) if w and a.dtype.kind in "fc" and a.size]


def _as_list(result: Any) -> list[Any]:
    return [*result] if isinstance(result, list | tuple) else [result]
