"""append_backward and gradients: append the gradient operators of a program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.strict import warn
from opscope.core.tracebacks import hides_frames
from opscope.errors import ArgumentError, OpscopeWarning, UnsupportedError, UsageError
from opscope.ir.clone_prune import needed_operators
from opscope.ir.gradients.grad_blockers import GradBlocker, find_blocker, py_func_blockers
from opscope.ir.gradients.recompute import Recompute
from opscope.ir.gradients.reverse_walk import Callback, reverse_walk, unused_grad_name
from opscope.ir.op_roles import BACKWARD, LOSS
from opscope.ir.program.program import GRAD, Block, Operator, Parameter, Program, Variable
from opscope.ops.registry import REGISTRY

Pairs = list[tuple[Variable, Variable]]


@hides_frames
def append_backward(
    loss: Variable,
    parameter_list: Sequence[Variable | str] | None = None,
    no_grad_set: Iterable[Variable | str] | None = None,
    callbacks: Sequence[Callback] | None = None,
    checkpoints: Sequence[Variable | str] | None = None,
    distop_context: None = None,
) -> Any:
    """Append the gradient operators of `loss`, and return pairs (parameter, gradient).

    The loss may have any shape. Its own gradient, with which the backward pass starts, is ones.

    callbacks are called as callback(block=..., context=...) after each appended operator. context maps the name of a
    gradient to the name of its variable, and "__current_op_desc__" to the operator. With checkpoints, backward computes
    the values between checkpoints again, instead of keeping them. The result is then a pair with the names of the
    checkpoints in order. Gives a warning if no parameter gets a gradient, or if a py_func without backward_func blocks
    a gradient. Training would then not change the parameter, without any message. Raises UsageError if loss is not a
    Variable. Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/append_backward_en.html
    """
    if distop_context is not None:
        raise UnsupportedError(
            "append_backward does not support distop_context", site=site(), fix="leave out distop_context"
        )
    _check(loss, "loss", Variable)
    _check(callbacks, "callbacks", list, tuple, type(None))
    program = loss.program
    parameters = _parameters(program, parameter_list)
    block = program.global_block()
    leaves = {v.name for v in block.vars.values() if not isinstance(v, Parameter) and _is_leaf(v)}
    wanted = {p.name for p in parameters} | leaves
    blocked = _no_grad(no_grad_set)
    if loss.op is not None and not loss.op.role & BACKWARD:
        loss.op.role |= LOSS
    with _backward_role(program):
        seed = _ones(block, loss, BACKWARD | LOSS)
        before = _operators_before(block, seed.op)
        replay = _recompute(block, before, loss, checkpoints) if checkpoints else None
        operators = before if replay is None else _operators_before(block, seed.op)
        grads = reverse_walk(block, block, operators, [(loss.name, seed)], wanted, blocked, replay, callbacks or ())
    pairs = [(p, grads[p.name]) for p in parameters if p.name in grads]
    for parameter, grad in pairs:
        if grad.op is not None:
            grad.op.role_var = [parameter.name, grad.name]
    if (
        parameters or parameter_list is not None or not any(n in grads for n in wanted)
    ):  # not if only leaves were wanted
        _warn_of_missing(loss, before, parameters, pairs, blocked)
    return pairs if replay is None else (pairs, replay.checkpoints)


def _is_leaf(variable: Variable) -> bool:
    """True for a differentiable variable that no forward operator computes with gradients, such as a feed."""
    maker = variable.op
    if variable.stop_gradient or maker is None or variable.is_data:
        return not variable.stop_gradient
    free = all(n is None or maker.block.var_of(n).stop_gradient for n in maker.inputs)
    return free and not maker.role & BACKWARD


def _recompute(
    block: Block, operators: Sequence[Operator], loss: Variable, checkpoints: Sequence[Variable | str]
) -> Recompute:
    leading = needed_operators(block, [loss.name])
    kept = {id(o) for o in operators}
    for i, checkpoint in enumerate(checkpoints):
        _check(checkpoint, f"checkpoints[{i}]", Variable, str)
    path = [o for o in leading if id(o) in kept and o.op.differentiable]
    return Recompute(block, path, [_name(c) for c in checkpoints])


def _warn_of_missing(
    loss: Variable, operators: Sequence[Operator], parameters: Sequence[Variable], pairs: Pairs, blocked: set[str]
) -> None:
    block, found = loss.program.global_block(), {p.name for p, _ in pairs}
    missing = [p.name for p in parameters if p.name not in found]
    if not pairs:
        what = f"no gradient path from {loss.name} to any parameter: training would change nothing"
        blocker = find_blocker(block, operators, [loss.name], missing, blocked)
        if blocker is None:
            blocker = GradBlocker("the loss is itself a parameter", None, "compute the loss from parameters")
        warn(OpscopeWarning(f"{what}. {blocker.reason}", site=blocker.site or loss.site, fix=blocker.fix))
    for name, blocker in py_func_blockers(block, operators, loss.name, missing, blocked).items() if pairs else ():
        what = f"{name} has no gradient of {loss.name}: training would not change it. {blocker.reason}"
        warn(OpscopeWarning(what, site=blocker.site, fix=blocker.fix))


@hides_frames
def gradients(
    targets: Any,
    inputs: Any,
    target_gradients: Any = None,
    no_grad_set: Iterable[Variable | str] | None = None,
) -> list[Variable | None]:
    """Append and return the gradients of `targets` with respect to `inputs`.

    The gradient is None for an input that has no path to a target. If there is only one input and it has no path, the
    result is []. If no input has a path, a warning with the reason is issued. Raises UsageError for arguments that are
    not Variables, and ArgumentError for target_gradients that do not match. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/gradients_en.html
    """
    targets, inputs = _list(targets, "targets"), _list(inputs, "inputs")
    given = [None] * len(targets) if target_gradients is None else list(_many(target_gradients))
    if len(given) != len(targets):
        raise ArgumentError(
            "Should have the same number of target_gradients as targets",
            facts={"targets": len(targets), "target_gradients": len(given)},
            site=site(),
        )
    program = targets[0].program
    for target, grad in zip(targets, given, strict=True):
        _check_seed(target, grad)
    for variable in inputs:
        if variable.program is not program:
            raise ArgumentError("input must be in the same program as targets", site=site(), fix="use one program")
    block = program.current_block()
    blocked = _no_grad(no_grad_set)
    with _backward_role(program):
        end = len(block.ops)
        seeds = [(t.name, _ones(block, t, BACKWARD) if g is None else g) for t, g in zip(targets, given, strict=True)]
        operators = block.ops[:end]
        grads = reverse_walk(block, block, operators, seeds, {v.name for v in inputs}, blocked)
    found = [grads.get(v.name) for v in inputs]
    if all(f is None for f in found):
        names = ", ".join(v.name for v in inputs)
        what = f"no gradient path from {', '.join(t.name for t in targets)} to {names}"
        blocker = find_blocker(block, operators, [t.name for t in targets], [v.name for v in inputs], blocked)
        if blocker is not None:
            warn(OpscopeWarning(f"{what}: {blocker.reason}", site=blocker.site or targets[0].site, fix=blocker.fix))
    return [] if found == [None] else found


@hides_frames
def calc_gradient(
    targets: Any,
    inputs: Any,
    target_gradients: Any = None,
    no_grad_set: Iterable[Variable | str] | None = None,
) -> Any:
    """Return the result of `gradients`. For a single input, return its gradient, or None."""
    found = gradients(targets, inputs, target_gradients, no_grad_set)
    return found[0] if len(found) == 1 else found or None


def _backward_role(program: Program) -> AbstractContextManager[None]:
    """Start another reverse walk. Operators that are appended inside the block have the backward role."""
    program.grad_times += 1
    return program.within(role=BACKWARD)


def _ones(block: Block, target: Variable, role: int) -> Variable:
    name = unused_grad_name(block, target.name + GRAD)
    seed = block.declare(Variable(block, name, target.spec, stop_gradient=False))
    known = None not in target.spec.shape
    if known:
        attrs = {"shape": target.spec.shape, "fill_value": 1.0, "dtype": target.dtype.name}
        operator = block.append(REGISTRY["full"], (), attrs, outputs=[seed], specs=[target.spec])
    else:
        operator = block.append(
            REGISTRY["full_like"], [target], {"fill_value": 1.0}, outputs=[seed], specs=[target.spec]
        )
    operator.role = role
    return seed


def _operators_before(block: Block, operator: Operator | None) -> list[Operator]:
    return block.ops[: block.ops.index(operator)] if operator is not None else list(block.ops)


# --- arguments --------------------------------------------------------------------------------------


def _check(value: object, name: str, *kinds: type) -> None:
    if not isinstance(value, kinds):
        wanted = [k for k in kinds if k is not type(None)]
        shown = wanted[0] if len(wanted) == 1 else f"({', '.join(map(str, wanted))})"
        raise UsageError(
            f"The type of '{name}' in paddle.static.append_backward must be {shown}, but received {type(value)}.",
            site=site(),
        )


def _parameters(program: Program, chosen: Sequence[Variable | str] | None) -> Sequence[Variable]:
    """Return the parameters to differentiate. For a list, return all its variables in its order, as in Paddle."""
    if chosen is None:
        return [p for p in program.all_parameters() if p.trainable and not p.stop_gradient]
    if not isinstance(chosen, list | tuple | set):
        raise UsageError(f"parameter_list must be a list, tuple or set, but received {type(chosen)}", site=site())
    for i, parameter in enumerate(chosen):
        _check(parameter, f"parameter_list[{i}]", Variable, str)
    known = {v.name: v for v in (*program.global_block().vars.values(), *program.all_parameters())}
    names = [_name(p) for p in (chosen if not isinstance(chosen, set) else sorted(chosen, key=_name))]
    found = [known[n] for n in names if n in known]
    return [v for v in found if not v.stop_gradient and getattr(v, "trainable", True)]


def _name(variable: Variable | str) -> str:
    return variable if isinstance(variable, str) else variable.name


def _no_grad(no_grad_set: Iterable[Variable | str] | None) -> set[str]:
    if no_grad_set is None:
        return set()
    if not isinstance(no_grad_set, set | list | tuple | frozenset):
        raise UsageError(f"The type of no_grad_set should be set or list or tuple, but received {type(no_grad_set)}.")
    for member in no_grad_set:
        if not isinstance(member, Variable | str):
            raise UsageError(
                "The type of no_grad_set's member must be paddle.base.Variable or str, "
                f"but received {type(member)}.", site=site(),
            )  # fmt: skip
    return {_name(v) for v in no_grad_set}


def _check_seed(target: Variable, grad: Variable | None) -> None:
    if grad is not None:
        _check(grad, "target_gradients", Variable)
    if grad is not None and len(grad.spec.shape) == len(target.spec.shape):
        dims = zip(target.spec.shape, grad.spec.shape, strict=True)
        if all(a is None or b is None or a == b for a, b in dims):
            return
    if grad is not None:
        raise ArgumentError(
            f"The shapes of target and grad are different: {target.name} {grad.name}",
            facts={target.name: target.spec, grad.name: grad.spec}, site=site(),
        )  # fmt: skip


def _many(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _list(value: Any, what: str) -> list[Variable]:
    values = _many(value)
    for item in values:
        if not isinstance(item, Variable):
            raise UsageError(
                f"The type of '{what}' in paddle.static.gradients must be ({Variable}, <class 'list'>, "
                f"<class 'tuple'>), but received {type(item)}.",
                site=site(),
            )
    return values


note_functions(__name__)
