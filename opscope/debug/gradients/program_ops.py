"""Gradient checks of the py_func and static_pylayer operators of a program, with probes before and after the operators.

A compiler pass adds the probes to plans, also to blocks inside operators. The probes also receive values in compiled
(lowered) runs. Replays leave out the probes, so a replay does not call a function again. The check stores the inputs of
forward until the gradient operator has run.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from opscope.core.place import to_host
from opscope.core.random import Generator
from opscope.debug.gradients.application import Application, Arrays, CheckSubject, Pulled
from opscope.debug.gradients.checker import Checker, intent_of, line_of, names_of
from opscope.debug.gradients.function_state import FunctionState, SavedState
from opscope.debug.gradients.result_lines import line_of_result
from opscope.ir.control_flow.static_pylayer import PYLAYER, PYLAYER_GRAD
from opscope.ir.program.program import GRAD, Operator
from opscope.ir.program.py_func import PyFunc
from opscope.ir.user_calls import direct_call
from opscope.names.shown_name import name_beside
from opscope.runtime.block_execution import run_block
from opscope.runtime.frame import Context, run_frame
from opscope.runtime.plan import Env, Instruction, Plan

DirectCall = Callable[[Sequence[Any]], list[Any]]

_direct_calls: weakref.WeakKeyDictionary[PyFunc, tuple[DirectCall, DirectCall]] = weakref.WeakKeyDictionary()

MAX_WAITING = 64  # forward calls of an operator (as in a loop) whose gradient operator has not run yet


class _ForwardCall:
    """Inputs and outputs of one call of a static_pylayer, and the state of the random numbers before this call."""

    def __init__(self, instruction: Instruction, values: list[Any], rng_state: Any) -> None:
        self.instruction, self.values, self.rng_state = instruction, values, rng_state
        self.outs: list[Any] | None = None  # None while it runs


class GradientCheckPass:
    """Compiler pass that adds checks of the gradients of user-defined operators to a plan."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker
        self._thread = threading.local()

    def __call__(self, plan: Plan) -> Plan:
        """Return the plan with probes before and after each py_func and static_pylayer, also in inner blocks."""
        plan = plan.map_plans(self)
        instructions = [probed for i in plan.instructions for probed in self._probed(i)]
        return plan if len(instructions) == len(plan.instructions) else plan.with_instructions(instructions)

    def _probed(self, instruction: Instruction) -> list[Instruction]:
        op = instruction.operator.op
        if instruction.kind == "op":
            if isinstance(op, PyFunc) and op.backward is not None:
                before = self._probe(instruction, self._start_py_func, instruction.reads)
                after = self._probe(instruction, self._check_py_func, (*instruction.reads, *instruction.writes))
                return [before, instruction, after]
            if op is PYLAYER and "backward" in instruction.operator.attrs:
                before = self._probe(instruction, self._start_pylayer, instruction.reads)
                return [before, instruction, self._probe(instruction, self._end_pylayer, instruction.writes)]
            if op is PYLAYER_GRAD and len(instruction.operator.blocks) == 1:
                return [instruction, self._probe(instruction, self._check_pylayer, instruction.reads)]
        return [instruction]

    def _probe(
        self, instruction: Instruction, act: Callable[[Instruction, Env], None], reads: Sequence[int]
    ) -> Instruction:
        return Instruction(lambda env: act(instruction, env), instruction.operator, tuple(reads), kind="probe")

    # --- py_func ------------------------------------------------------------------------------------

    def _start_py_func(self, instruction: Instruction, env: Env) -> None:
        operator, op = instruction.operator, instruction.operator.op
        self._thread.started = None
        if not isinstance(op, PyFunc) or op.backward is None:
            return
        name, where = _py_func_name(op), _where(operator)
        if not self.checker.wants(op, where):
            return
        inputs = [None if name is None else env[slot] for name, slot in _paired(operator, instruction)]
        wrt = [i for i, v in enumerate(inputs) if v is not None and _needs_gradient(operator, i, v)]
        if not wrt:
            wanted = [v for i, v in enumerate(inputs) if v is not None and not _stops(operator, i)]
            why = "none of its inputs needs a gradient", "set stop_gradient = False on one of them"
            if any(v.dtype.kind in "fc" for v in wanted):
                why = "its inputs have no elements here", "check the function on data that is not empty"
            self.checker.skipped(name, where, *why)
            return
        state = FunctionState((op.function, op.backward.function))
        values = [None if v is None else v.copy() for v in inputs]
        streams = self.checker.saves_host_streams(op, where)
        self._thread.started = operator, values, wrt, state, streams, state.save(streams)

    def _check_py_func(self, instruction: Instruction, env: Env) -> None:
        started = getattr(self._thread, "started", None)
        if started is None or started[0] is not instruction.operator:
            return
        self._thread.started = None
        operator, values, wrt, state, streams, before = started
        outs = [env[slot] for slot in instruction.writes]
        app = _AppliedPyFunc(operator, values, outs, wrt, before, state.save(streams))
        slots = enumerate(_paired(operator, instruction))
        app.replaced = {i for i, (n, slot) in slots if n is not None and not _is_equal(values[i], env[slot])}
        self.checker.check(app)

    # --- static_pylayer -----------------------------------------------------------------------------

    def _start_pylayer(self, instruction: Instruction, env: Env) -> None:
        operator = instruction.operator
        if not self.checker.wants(_identity(operator), _where(operator)):
            return
        waiting = self._waiting(operator.attrs["backward"]["block"], operator)
        if len(waiting) >= MAX_WAITING:
            del waiting[0]
        values = [None if n is None else env[slot].copy() for n, slot in _paired(operator, instruction)]
        waiting.append(_ForwardCall(instruction, values, env[0].rng.get_state()))

    def _end_pylayer(self, instruction: Instruction, env: Env) -> None:
        operator = instruction.operator
        waiting = self._waiting(operator.attrs["backward"]["block"], operator)
        if waiting and waiting[-1].outs is None:
            count = len(operator.attrs["results"][0])
            slots = iter(instruction.writes)
            outs = [None if n is None else env[next(slots)].copy() for n in operator.outputs]
            waiting[-1].outs = outs[:count]

    def _check_pylayer(self, instruction: Instruction, env: Env) -> None:
        operator = instruction.operator
        waiting = self._waiting(operator.attrs["blocks"][0], operator)
        reads = [None if n is None else env[slot] for n, slot in _paired(operator, instruction)]
        ahead = _matching(waiting, instruction, reads)
        if ahead is not None and ahead.outs is not None:
            app = _AppliedPylayer.of(ahead, instruction, reads)
            if app is not None:
                self.checker.check(app)

    def _waiting(self, block: int, operator: Operator) -> list[_ForwardCall]:
        calls: dict[tuple[int, int], list[_ForwardCall]] = self._thread.__dict__.setdefault("calls", {})
        return calls.setdefault((operator.block.program.id, block), [])


class _AppliedPyFunc(Application):
    """A py_func with the input values of one call."""

    keeps_context = False

    def __init__(
        self, operator: Operator, values: Arrays, outs: Arrays, wrt: list[int], before: SavedState, after: SavedState
    ) -> None:
        op = operator.op
        assert isinstance(op, PyFunc) and op.backward is not None and op.function is not None
        function, forward = op.backward.function, op.function
        subject = CheckSubject(
            _py_func_name(op), [str(operator.inputs[i]) for i in wrt], _where(operator), line_of(function), op,
            (*names_of(op.function), *names_of(function)), intent_of(op.function, function),
            partial(name_beside, operator.block.program), [line_of_result(function, i, len(values)) for i in wrt],
        )  # fmt: skip
        if op not in _direct_calls:
            _direct_calls[op] = direct_call(forward, len(outs)), direct_call(function, len(values))
        self._calls, self._arguments = _direct_calls[op], op.backward.arguments
        carries = [o is not None and not operator.block.var_of(str(o)).stop_gradient for o in operator.outputs]
        super().__init__(subject, values, outs, [(i,) for i in wrt], carries, before, after)

    def run_forward(self, inputs: Arrays) -> Arrays:
        """Call the py_func. Returns the outputs of the py_func."""
        return self._calls[0](inputs)

    def run_pull(self, inputs: Arrays, douts: Arrays, between: Callable[[], Any] | None, twice: bool) -> Pulled:
        """Return the gradients that the backward function computes."""
        outs = self.run_forward(inputs)
        if between is not None:
            between()

        def pull() -> Arrays:
            grads = self._calls[1](self._arguments(inputs, outs, douts))
            return [grads[i] for (i,) in self.targets]

        kept = [np.array(to_host(o)) for o in outs]
        grads = pull()
        return Pulled(kept, grads, pull() if twice else None)


class _AppliedPylayer(Application):
    """A static_pylayer (a forward block and a backward block) with the input values of one call."""

    def __init__(
        self,
        subject: CheckSubject,
        ahead: _ForwardCall,
        back: Instruction,
        reads: Arrays,
        targets: list[tuple[int, ...]],
        results: list[list[int]],
    ) -> None:
        operator = ahead.instruction.operator
        self._ahead, self._back, self._reads, self._results = ahead, back, reads, results
        self._count = len(operator.attrs["results"][0])
        self._names = [str(n) for n in operator.inputs]
        outer = [operator.block.var_of(str(n)) for n in operator.outputs[: self._count]]
        carries = [not v.stop_gradient for v in outer]
        super().__init__(subject, ahead.values, ahead.outs or [], targets, carries)

    @classmethod
    def of(cls, ahead: _ForwardCall, back: Instruction, reads: Arrays) -> _AppliedPylayer | None:
        """Make the application for a call. Returns None if no input of the call needs a gradient."""
        operator = ahead.instruction.operator
        wanted: dict[str, list[int]] = {}  # gradients of each input: a variable may be an input several times
        for k, name in enumerate(back.operator.outputs):
            if name is not None:
                wanted.setdefault(str(name).partition(GRAD)[0], []).append(k)
        inputs = [str(n) for n in operator.inputs]
        given = operator.attrs["n_inputs"]
        targets = {n: tuple(i for i, m in enumerate(inputs[:given]) if m == n) for n in wanted}
        names = [n for n, at in targets.items() if at and _has_elements(ahead.values[at[0]])]
        if not names:
            return None
        backward = operator.block.program.blocks[back.operator.attrs["blocks"][0]]
        line = next((o.site.where for o in backward.ops if o.site is not None), "")
        name, intent = f"static_pylayer {backward.function}".strip(), backward.gradient_intent
        aliases = (backward.function, f"{backward.function}.backward")
        called = partial(name_beside, operator.block.program)
        made = back.operator.attrs["results"][0]
        lines = [_line_of_writer(backward.ops, [made[k] for k in wanted[n]]) for n in names]
        subject = CheckSubject(name, names, _where(operator), line, _identity(operator), aliases, intent, called, lines)
        return cls(subject, ahead, back, reads, [targets[n] for n in names], [wanted[n] for n in names])

    def run_forward(self, inputs: Arrays) -> Arrays:
        """Run the forward block. Returns the outputs of the forward block."""
        return self._run_ahead(inputs)[: self._count]

    def run_pull(self, inputs: Arrays, douts: Arrays, between: Callable[[], Any] | None, twice: bool) -> Pulled:
        """Return the gradients that the backward block computes.

        If a call gets one input several times, the gradients of this input are summed.
        """
        made, operator = self._run_ahead(inputs), self._ahead.instruction.operator
        attrs, back = operator.attrs, operator.attrs["backward"]
        saved = dict(zip(attrs["saved"][0], made[self._count :], strict=True))
        given = dict(zip(self._names, inputs, strict=True))
        free = self._reads[self._count : self._count + len(back["free"])]
        values = [saved.get(f, given.get(f, value)) for f, value in zip(back["free"], free, strict=True)]
        found = iter(run_block(self._back.plans[0], self._context(), [*douts, *values]))
        grads = [None if r is None else next(found) for r in self._back.operator.attrs["results"][0]]
        return Pulled(made[: self._count], [_sum([grads[k] for k in at]) for at in self._results])

    def _run_ahead(self, inputs: Arrays) -> Arrays:
        plan = self._ahead.instruction.plans[0]
        return run_block(plan, self._context(), inputs)

    def _context(self) -> Context:
        rng = Generator()
        rng.set_state(self._ahead.rng_state)
        return Context(run_frame, rng=rng)


def _matching(waiting: list[_ForwardCall], back: Instruction, reads: Arrays) -> _ForwardCall | None:
    """Return the forward call that belongs to a gradient operator: the last call with the same input values."""
    free = back.operator.attrs["params"][-len(reads) :] if reads else ()
    named = dict(zip(back.operator.attrs["params"], reads, strict=False))
    for at in range(len(waiting) - 1, -1, -1):
        known = zip(waiting[at].instruction.operator.inputs, waiting[at].values, strict=True)
        if all(n not in named or n not in free or _is_equal(named[n], v) for n, v in known):
            return waiting.pop(at)
    return None


def _is_equal(a: Any, b: Any) -> bool:
    return a is None or b is None or bool(np.array_equal(to_host(a), to_host(b), equal_nan=a.dtype.kind in "fc"))


def _line_of_writer(operators: Sequence[Operator], names: Sequence[str | None]) -> str:
    """Return the line of the last operator that writes any of the named variables."""
    writers = [o for o in operators if o.site is not None and not {*o.outputs}.isdisjoint({*names} - {None})]
    return "" if not writers or writers[-1].site is None else writers[-1].site.where


def _sum(grads: Arrays) -> Any:
    present = [g for g in grads if g is not None]
    return sum(present[1:], start=present[0]) if present else None


def _paired(operator: Operator, instruction: Instruction) -> list[tuple[Any, int]]:
    """Return the inputs of an operator with their slots. The slot is 0 for an input that is None."""
    slots = iter(instruction.reads)
    return [(name, 0 if name is None else next(slots)) for name in operator.inputs]


def _py_func_name(op: PyFunc) -> str:
    assert op.backward is not None
    return f"py_func {_name(op.backward.function)}"


def _identity(operator: Operator) -> tuple[int, int]:
    return operator.block.program.id, operator.id


def _name(function: Any) -> str:
    return next(iter(names_of(function)[1:2] or names_of(function)), type(function).__name__)


def _where(operator: Operator) -> str:
    return "" if operator.site is None else operator.site.where


def _needs_gradient(operator: Operator, position: int, value: Any) -> bool:
    return _has_elements(value) and not _stops(operator, position)


def _stops(operator: Operator, position: int) -> bool:
    return operator.block.var_of(str(operator.inputs[position])).stop_gradient


def _has_elements(value: Any) -> bool:
    return value.dtype.kind in "fc" and value.size > 0
