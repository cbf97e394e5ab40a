"""Execution of operators that own blocks. Each block has its own plan. The driver of the run also runs the blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.place import to_host
from opscope.ir.control_flow.cond import COND, COND_GRAD
from opscope.ir.control_flow.static_pylayer import PYLAYER, PYLAYER_GRAD
from opscope.ir.control_flow.while_loop import WHILE, WHILE_GRAD
from opscope.ir.program.program import Operator
from opscope.runtime.frame import Frame
from opscope.runtime.plan import Env, Plan, Step

_BRANCH_OPS = (PYLAYER, PYLAYER_GRAD, COND, COND_GRAD)  # operators that run one of their blocks


def control_plans(operator: Operator, compile_block: Callable[..., Plan]) -> tuple[Plan, ...]:
    """Return the plans of the blocks that an operator runs."""
    a, blocks, kind = operator.attrs, operator.blocks, operator.op
    if kind in _BRANCH_OPS:
        kept = zip(blocks, a["results"], a["saved"], strict=False)  # a pylayer does not run its backward block
        return tuple(compile_block(b, params=a["params"], fetches=(*_present(r), *s)) for b, r, s in kept)
    if kind is WHILE:
        return (
            compile_block(blocks[0], params=a["params"], fetches=(a["pred"],)),
            compile_block(blocks[1], params=a["params"], fetches=(*a["results"], *a["saved"])),
        )
    assert kind is WHILE_GRAD
    return (compile_block(blocks[0], params=(*a["douts"], *a["inner"], *a["outer"]), fetches=_present(a["results"])),)


def _present(results: Array) -> tuple[str, ...]:
    return tuple(r for r in results if r is not None)


def control_step(
    operator: Operator, plans: tuple[Plan, ...], ins: tuple[int, ...], outs: tuple[int, ...], xp: ArrayModule
) -> Step:
    """Return the closure that runs a control-flow operator."""
    maker = _while_step if operator.op is WHILE else _while_grad_step if operator.op is WHILE_GRAD else _branch_step
    return maker(operator.attrs, plans, ins, outs, xp)


def run_block(plan: Plan, context: Any, values: list[Any]) -> list[Any]:
    """Run the plan of an inner block on the values of its parameters. The driver of the whole run executes the plan."""
    frame = Frame(plan, context, values)
    context.drive(frame)
    return [frame.env[slot] for _, slot in plan.fetches]


def _condition_holds(value: Array) -> bool:
    """Return the value of a condition as a bool. If the value is on a GPU, wait for it."""
    return bool(to_host(value))


def _branch_step(
    attrs: Any, plans: tuple[Plan, ...], ins: tuple[int, ...], outs: tuple[int, ...], xp: ArrayModule
) -> Step:
    """Return the closure of an operator that runs one block. If it has several blocks, the first input selects one."""
    first, n = len(plans) - 1, len(attrs["results"][0])
    params = ins[first : first + len(attrs["params"])]
    unmade = [k for k in range(n) if any(r[k] is None for r in attrs["results"])]
    likes = dict(zip(unmade, ins[first + len(params) :], strict=True))
    made: list[tuple[int, ...]] = []
    missing: list[list[tuple[int, int]]] = []
    start = n
    for results, saved in zip(attrs["results"], attrs["saved"], strict=True):
        made.append((*(o for o, r in zip(outs, results, strict=False) if r is not None), *outs[start:][: len(saved)]))
        missing.append([(outs[k], likes[k]) for k in unmade if results[k] is None])
        start += len(saved)

    def step(env: Env) -> None:
        branch = 0 if not first or _condition_holds(env[ins[0]]) else 1
        results = run_block(plans[branch], env[0], [env[i] for i in params])
        for slot, value in zip(made[branch], results, strict=True):
            env[slot] = value
        for slot, like in missing[branch]:
            # values saved by the other branch do not exist; the gradient of this branch does not read them
            env[slot] = xp.zeros(()) if env[like] is None else xp.zeros_like(env[like])

    return step


def _while_step(
    attrs: Any, plans: tuple[Plan, ...], ins: tuple[int, ...], outs: tuple[int, ...], xp: ArrayModule
) -> Step:
    n, saved = attrs["n_loop"], attrs["saved"]
    record = outs[n] if len(outs) > n else 0

    def step(env: Env) -> None:
        context = env[0]
        values = [env[i] for i in ins[:n]]
        outer = [env[i] for i in ins[n:]]
        steps: list[dict[str, Any]] = []
        while _condition_holds(run_block(plans[0], context, [*values, *outer])[0]):
            results = run_block(plans[1], context, [*values, *outer])
            values = results[:n]
            if record:
                steps.append(dict(zip(saved, results[n:], strict=True)))
        for slot, value in zip(outs[:n], values, strict=True):
            env[slot] = value
        if record:
            env[record] = steps

    return step


def _while_grad_step(
    attrs: Any, plans: tuple[Plan, ...], ins: tuple[int, ...], outs: tuple[int, ...], xp: ArrayModule
) -> Step:
    n, inner, results = attrs["n_loop"], attrs["inner"], attrs["results"]
    outer_end = 1 + n + len(attrs["outer"])

    def step(env: Env) -> None:
        context = env[0]
        carried = [env[i] for i in ins[1 : 1 + n]]
        outer = [env[i] for i in ins[1 + n : outer_end]]
        totals: list[Any] = [None] * (len(results) - n)
        for saved in reversed(env[ins[0]]):
            made = iter(run_block(plans[0], context, [*carried, *(saved[name] for name in inner), *outer]))
            grads = [None if r is None else next(made) for r in results]
            carried = [xp.zeros_like(c) if g is None else g for c, g in zip(carried, grads[:n], strict=True)]
            totals = [t if g is None else g if t is None else t + g for t, g in zip(totals, grads[n:], strict=True)]
        captured = iter(totals)
        for slot, position, like in zip(outs, attrs["wrt"], ins[outer_end:], strict=True):
            grad = carried[position] if position < n else next(captured)
            env[slot] = xp.zeros_like(env[like]) if grad is None else grad

    return step
