"""cond: two traced branches, one of which runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import names
from opscope.errors import ArgumentError, DTypeError, UsageError
from opscope.ir import nest
from opscope.ir.backward import derive_block
from opscope.ir.blocks import (
    GRADIENTS,
    BlockGradient,
    check_bool,
    control_op,
    free_names,
    full_douts,
    make_outputs,
    materialize,
    trace,
)
from opscope.ir.context import require_static
from opscope.ir.program import Block, Operator, Program, Variable

COND, COND_GRAD = control_op("cond"), control_op("cond_grad")


def cond(
    pred: Variable,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    name: str | None = None,
    return_names: None = None,
) -> Any:
    """true_fn() or false_fn(), decided when the program runs; both are traced here.

    Both return the same structure; constants become tensors. Gradients flow to all outer variables used.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/cond_en.html
    """
    require_static("cond")
    check_bool(pred, "pred", "cond")
    for what, function in (("true_fn", true_fn), ("false_fn", false_fn)):
        if function is not None and not callable(function):
            raise UsageError(
                f"The {what} in cond must be callable, but received {type(function).__name__}", site=site()
            )
    program = pred.program
    parent = program.current_block()
    blocks: list[Block] = []
    results: list[list[Variable]] = []
    structures: list[Any] = []
    count = len(program.blocks)
    try:
        for function in (true_fn, false_fn):
            block, structure = trace(program, _branch(function, program, results), ())
            blocks.append(block)
            structures.append(structure)
        _same_structure(structures, results)
        made = [t.spec if t.spec == f.spec else _either(t.spec, f.spec) for t, f in zip(*results, strict=True)]
    except BaseException:
        del program.blocks[count:]
        raise
    outs = [
        parent.declare(Variable(parent, names("cond.tmp"), s, stop_gradient=t.stop_gradient and f.stop_gradient))
        for s, t, f in zip(made, *results, strict=True)
    ]
    inner = [tuple(v.name for v in r) for r in results]
    captured: dict[str, None] = {}
    for block, result in zip(blocks, inner, strict=True):
        captured.update((n, None) for n in free_names(block, result) if n not in block.vars)
    attrs = {
        "blocks": tuple(b.idx for b in blocks),
        "params": tuple(captured),
        "results": tuple(inner),
        "saved": ((), ()),
    }
    stop = [o.stop_gradient for o in outs]
    parent.append(COND, [pred, *(parent.var_of(n) for n in captured)], attrs, outputs=outs, specs=made)
    for out, stopped in zip(outs, stop, strict=True):
        out.stop_gradient = stopped
    if structures[0] is None:
        return None
    return nest.pack(structures[0], iter(outs))


def _branch(function: Callable[[], Any] | None, program: Program, results: list[list[Variable]]) -> Callable[[], Any]:
    def call() -> Any:
        structure = None if function is None else function()
        leaves = [] if structure is None else nest.flatten(structure)
        results.append([materialize(program.current_block(), v) for v in leaves])
        return structure

    return call


def _same_structure(structures: list[Any], results: list[list[Variable]]) -> None:
    true, false = structures
    problem = ""
    if (true is None) != (false is None):
        shown = ["None" if s is None else "non-None" for s in structures]
        problem = (
            "Incompatible return values of true_fn and false_fn in cond: "
            f"true_fn returns {shown[0]} while false_fn returns {shown[1]}"
        )
    elif len(results[0]) != len(results[1]):
        problem = (
            f"true fn returns {len(results[0])} vars, but false fn returns {len(results[1])} vars, which is not equals"
        )
    if problem:
        kind = UsageError if "Incompatible" in problem else ArgumentError
        raise kind(problem, site=site(), fix="return the same structure from both")


def _either(a: TensorSpec, b: TensorSpec) -> TensorSpec:
    if a.dtype is not b.dtype or len(a.shape) != len(b.shape):
        raise DTypeError(
            "Incompatible return values of true_fn and false_fn in cond: the ranks or dtypes differ",
            facts={"true_fn": a, "false_fn": b},
            site=site(),
            fix="cast or reshape one of them",
        )
    return TensorSpec(tuple(x if x == y else None for x, y in zip(a.shape, b.shape, strict=True)), a.dtype)


def _cond_grad(block: Block, operator: Operator, wrt: tuple[int, ...], douts: list[Variable | None]) -> Any:
    attrs = operator.attrs
    params = attrs["params"]
    n = len(attrs["results"][0])
    full = full_douts(block, operator, douts, n)
    wanted = [params[i - 1] for i in wrt]
    blocks, results, frees, saves = [], [], [], []
    for branch, ends in zip(operator.blocks, attrs["results"], strict=True):
        local = [f"{e}@DOUT{i}" for i, e in enumerate(ends)]
        made, grads, free = derive_block(block.program, branch, ends, local, wanted)
        blocks.append(made.idx)
        results.append(tuple(grads))
        saves.append([f for f in free if f in branch.vars and f not in params])
        frees.append((tuple(local), tuple(free)))
    old = dict(zip((s for pair in attrs["saved"] for s in pair), operator.outputs[n:], strict=True))
    new = [s for pair in saves for s in pair if s not in old]
    parent = operator.block
    variables = {s: branch.vars[s] for branch in operator.blocks for s in new if s in branch.vars}
    kept = make_outputs(parent, "cond.saved", [variables[s] for s in new])
    operator.attrs = {
        **attrs,
        "saved": tuple((*a, *(s for s in b if s not in a)) for a, b in zip(attrs["saved"], saves, strict=True)),
    }
    by_name = {**old, **{s: v.name for s, v in zip(new, kept, strict=True)}}
    operator.outputs = (*operator.outputs[:n], *(by_name[s] for pair in operator.attrs["saved"] for s in pair))
    order: dict[str, None] = {}
    for _, free in frees:
        order.update((f, None) for f in free)
    find = parent.var_of  # `block` may be a gradient block, which does not see what is made beside the operator
    values = [find(by_name.get(f) or f) for f in order]
    likes = [find(operator.inputs[i]) for i in wrt]  # type: ignore[arg-type]
    made_attrs = {
        "blocks": tuple(blocks),
        "douts": tuple(local for local, _ in frees),
        "params": tuple(order),
        "results": tuple(results),
        "n_out": n,
    }
    pred = find(operator.inputs[0])  # type: ignore[arg-type]
    return COND_GRAD, [pred, *full, *values, *likes], made_attrs


GRADIENTS[COND] = BlockGradient(lambda operator, position: position > 0, _cond_grad)
