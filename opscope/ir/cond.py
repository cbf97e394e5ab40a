"""cond: two traced branches, one of which runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import names
from opscope.errors import ArgumentError, DTypeError, UnsupportedError, UsageError
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
    written_back,
)
from opscope.ir.context import require_static
from opscope.ir.kept import as_read
from opscope.ir.program import Block, Operator, Program, Variable
from opscope.ir.writes import outer_writes, renamed

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
    if return_names is not None:
        raise UnsupportedError("cond does not support return_names", site=site(), fix="leave it out")
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
            block, structure = trace(program, _branch(function, program, results), (), writes=True)
            blocks.append(block)
            structures.append(structure)
        _same_structure(structures, results)
        outs = append_cond(parent, pred, blocks, results)
    except BaseException:
        del program.blocks[count:]
        raise
    if structures[0] is None:
        return None
    return nest.pack(structures[0], iter(outs))


def append_cond(
    parent: Block, pred: Variable, blocks: list[Block], results: Sequence[Sequence[Variable]]
) -> list[Variable]:
    """Append the operator: fresh variables with what both branches return; outer ones that they write follow."""
    specs = [t.spec if t.spec == f.spec else _either(t.spec, f.spec) for t, f in zip(*results, strict=True)]
    written = outer_writes(blocks)
    inner: list[tuple[str, ...]] = []
    for block, result in zip(blocks, results, strict=True):
        last = renamed(block, {})
        inner.append(tuple(last.get(n, n) for n in (*(v.name for v in result), *written)))
    ends = [[block.var_of(n) for n in names_] for block, names_ in zip(blocks, inner, strict=True)]
    stops = [t.stop_gradient and f.stop_gradient for t, f in zip(*ends, strict=True)]
    captured: dict[str, None] = {}
    for block, names_ in zip(blocks, inner, strict=True):
        captured.update((n, None) for n in free_names(block, names_) if n not in block.vars)
    values = [pred, *(parent.var_of(n) for n in captured)]
    outs: list[Variable] = [parent.declare(Variable(parent, names("cond.tmp"), s)) for s in specs]
    made = list(outs)
    for position, name in enumerate(written, start=len(outs)):
        outer = parent.var_of(name)
        for end in (e[position] for e in ends):
            written_back(outer, end.spec, stops[position])
        made.append(outer)
    attrs = {
        "blocks": tuple(b.idx for b in blocks),
        "params": tuple(captured),
        "results": tuple(inner),
        "saved": ((), ()),
    }
    parent.append(COND, values, attrs, outputs=made, specs=[v.spec for v in made])
    for out, stop in zip(made, stops, strict=True):
        out.stop_gradient = stop
    return outs


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
    given = dict(zip(params, operator.inputs[1:], strict=True))  # an outer name may have been given another one since
    values = [find(by_name[f]) if f in by_name else as_read(operator, given.get(f) or f) for f in order]
    likes = [as_read(operator, str(operator.inputs[i])) for i in wrt]
    made_attrs = {
        "blocks": tuple(blocks),
        "douts": tuple(local for local, _ in frees),
        "params": tuple(order),
        "results": tuple(results),
        "n_out": n,
    }
    pred = as_read(operator, str(operator.inputs[0]))
    return COND_GRAD, [pred, *full, *values, *likes], made_attrs


GRADIENTS[COND] = BlockGradient(lambda operator, position: position > 0, _cond_grad)
