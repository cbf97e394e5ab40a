"""static_pylayer: an operator with a traced forward block and a traced backward block."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from opscope.core.checks.gradient_checks import check_gradient
from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.state import mode
from opscope.core.tracebacks import hides_frames
from opscope.errors import ArgumentError, ModeError
from opscope.ir import nesting
from opscope.ir.control_flow.block_gradients import BranchGradient
from opscope.ir.gradients.saved_values import saved_value
from opscope.ir.op_roles import BACKWARD
from opscope.ir.program.block_ops import (
    BLOCK_GRADIENTS,
    BlockGradient,
    DeclareGrads,
    control_op,
    declare_like,
    free_names,
    trace_block,
    zero_filled_douts,
)
from opscope.ir.program.context import defaults
from opscope.ir.program.program import Block, Operator, Program, Variable

PYLAYER, PYLAYER_GRAD = control_op("pylayer"), control_op("pylayer_grad")


@hides_frames
def static_pylayer(
    forward_fn: Callable[..., Any],
    inputs: list[Any],
    backward_fn: Callable[..., Any] | None = None,
    name: str | None = None,
) -> Any:
    """Append forward_fn(*inputs) as one operator whose gradient is backward_fn.

    Both functions are traced once into two blocks. backward_fn takes one gradient for each Variable that forward_fn
    returns. It returns one gradient for each Variable in `inputs` (None means zeros). Both functions may use outer
    variables. backward_fn may also use values that forward_fn has computed. Returns the structure that forward_fn
    returns.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/static_pylayer_en.html
    """
    if not mode.static:
        raise ModeError("please use PyLayer instead of static_pylayer in dygraph mode", site=site())
    if not isinstance(inputs, list):
        raise ModeError(f"inputs of static_pylayer must be a list, but received {type(inputs).__name__}", site=site())
    for what, function in (("forward_fn", forward_fn), ("backward_fn", backward_fn)):
        if not callable(function) and not (function is None and what == "backward_fn"):
            raise ArgumentError(f"`{what}` should be callable", facts={"given": repr(function)}, site=site())
    given = [v for v in inputs if isinstance(v, Variable)]
    if backward_fn is None and (differentiable := [v for v in given if not v.stop_gradient]):
        raise ArgumentError(
            "``stop_gradient`` attr of all inputs to ``forward_fn`` are expected to be True, when ``backward_fn == "
            f"None``, but {differentiable[0].name}.stop_gradient got False",
            site=site(),
            fix=f"pass a backward_fn, or set {differentiable[0].name}.stop_gradient = True",
        )
    program = given[0].program if given else defaults.main
    parent = program.current_block()
    block, structure = trace_block(program, forward_fn, inputs)
    leaves = nesting.flatten(structure)
    results = [v for v in leaves if isinstance(v, Variable)]
    outs = declare_like(parent, "_generated_var", results)
    for out in outs:
        out.stop_gradient = backward_fn is None
    ends = tuple(v.name for v in results)
    attrs: dict[str, Any] = {"results": (ends,), "n_inputs": len(given)}
    blocks = [block.idx]
    saved: list[str] = []
    if backward_fn is not None:
        try:
            attrs["backward"] = _trace_backward(program, block, backward_fn, given, outs, name)
        except BaseException:  # restore the program
            del program.blocks[block.idx :]
            for out in outs:
                del parent.vars[out.name]
            raise
        blocks.append(attrs["backward"]["block"])
        saved = [n for n in attrs["backward"]["free"] if n in block.vars]
    explicit = [v.name for v in given]
    captured = [n for n in free_names(block, ends) if n not in explicit and n not in block.vars]
    attrs |= {"blocks": tuple(blocks), "params": (*explicit, *captured), "saved": (tuple(saved),)}
    saved_outs = declare_like(parent, "pylayer.saved", [block.vars[n] for n in saved])
    parent.append(
        PYLAYER,
        [*given, *(parent.var_of(n) for n in captured)],
        attrs,
        outputs=[*outs, *saved_outs],
        specs=[v.spec for v in (*outs, *saved_outs)],
    )
    for out in outs:
        out.stop_gradient = backward_fn is None
    fresh = iter(outs)
    return nesting.pack(structure, iter([next(fresh) if isinstance(v, Variable) else v for v in leaves]))


def _trace_backward(
    program: Program, forward: Block, backward_fn: Callable[..., Any], given: list[Variable], outs: list[Variable],
    name: str | None,
) -> dict[str, Any]:  # fmt: skip
    douts: list[Variable] = []

    def call() -> Any:
        block = program.current_block()
        for out in outs:
            douts.append(block.declare(Variable(block, out.name + "@GRAD", out.spec, stop_gradient=False)))
        return backward_fn(*douts)

    with program.within(role=BACKWARD):
        block, structure = trace_block(program, call, ())
    leaves = nesting.flatten(structure)
    if len(leaves) != len(given):
        raise ModeError(
            "static_pylayer needs to keep the number of inputs to ``forward_fn`` the same as the number of outputs of "
            f"``backward_fn``, but got {len(given)} and {len(leaves)}",
            site=site(),
            fix="return one gradient from backward_fn for each Variable in inputs",
        )
    for grad, variable in zip(leaves, given, strict=True):
        if isinstance(grad, Variable) and variable.dtype.kind in "fc" and not variable.stop_gradient:
            check_gradient("backward_fn", variable.name, grad.spec.shape, grad.dtype, variable.spec, grad.site)
    block.forward_block_idx, forward.backward_block_idx = forward.idx, block.idx
    results = tuple(None if v is None else v.name for v in leaves)
    params = [d.name for d in douts]
    free = [n for n in free_names(block, [r for r in results if r]) if n not in params]
    block.function = name or getattr(backward_fn, "__name__", "")
    block.gradient_intent = getattr(backward_fn, "gradient_intent", "")
    return {"block": block.idx, "params": tuple(params), "results": results, "free": tuple(free)}


def _append_grad(
    block: Block,
    operator: Operator,
    wrt: tuple[int, ...],
    douts: Sequence[Variable | None],
    declare_grads: DeclareGrads,
) -> list[Operator]:
    """Append the gradient: of results by backward_fn, and of saved inner values by the ops of forward_fn."""
    attrs = operator.attrs
    n = len(attrs["results"][0])
    operators: list[Operator] = []
    given = tuple(i for i in wrt if i < attrs["n_inputs"])
    if given and any(d is not None for d in douts[:n]):
        operators.append(_append_backward(block, operator, given, douts[:n], declare_grads))
    if any(d is not None for d in douts[n:]):
        unique = sorted({attrs["params"][i]: i for i in reversed(wrt)}.values())  # the same input may be passed twice
        operators += _BRANCH_GRADIENT.append(block, operator, tuple(unique), [*([None] * n), *douts[n:]], declare_grads)
    return operators


def _append_backward(
    block: Block,
    operator: Operator,
    wrt: tuple[int, ...],
    douts: Sequence[Variable | None],
    declare_grads: DeclareGrads,
) -> Operator:
    attrs, back = operator.attrs, operator.attrs["backward"]
    n = len(attrs["results"][0])
    full = zero_filled_douts(block, operator, douts, n)
    saved = dict(zip(attrs["saved"][0], operator.outputs[n:], strict=True))
    find = operator.block.var_of
    values = [find(str(saved[f])) if f in saved else saved_value(operator, f) for f in back["free"]]
    grads = tuple(back["results"][i] for i in wrt)
    likes = [saved_value(operator, str(operator.inputs[i])) for i, g in zip(wrt, grads, strict=True) if g is None]
    params = (*back["params"], *back["free"])
    grad_attrs = {"blocks": (back["block"],), "params": params, "results": (grads,), "saved": ((),)}
    outs = declare_grads(wrt)
    return block.append(
        PYLAYER_GRAD, [*full, *values, *likes], grad_attrs, outputs=outs, specs=[o.spec for o in outs], of=operator
    )


def _has_gradient(operator: Operator, position: int) -> bool:
    """Return True for inputs, whose gradients backward_fn computes.

    Captured variables have gradients only through saved inner values.
    """
    attrs = operator.attrs
    return "backward" in attrs and (position < attrs["n_inputs"] or bool(attrs["saved"][0]))


_BRANCH_GRADIENT = BranchGradient(PYLAYER_GRAD, num_leading=0)
BLOCK_GRADIENTS[PYLAYER] = BlockGradient(_has_gradient, _append_grad)
BLOCK_GRADIENTS[PYLAYER_GRAD] = _BRANCH_GRADIENT.rule()


note_functions(__name__)
