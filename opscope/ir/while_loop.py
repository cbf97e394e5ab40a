"""while_loop: a traced condition and body, repeated; its gradient runs the body's gradient block backwards."""

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
    materialize,
    trace,
)
from opscope.ir.context import defaults, require_static
from opscope.ir.program import Block, Operator, Variable

WHILE, WHILE_GRAD = control_op("while"), control_op("while_grad")


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    is_test: bool = False,
    name: str | None = None,
) -> Any:
    """While cond(*loop_vars) holds, loop_vars = body(*loop_vars); returns the last loop_vars.

    Both functions are traced here, once. Gradients flow through all iterations.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/while_loop_en.html
    """
    require_static("while_loop")
    for what, function in (("cond", cond), ("body", body)):
        if not callable(function):
            raise UsageError(f"{what} in while_loop should be callable", site=site())
    if not isinstance(loop_vars, list | tuple):
        raise UsageError("loop_vars in while_loop should be a list or tuple", site=site())
    if not loop_vars:
        raise ArgumentError("loop_vars in while_loop should not be empty", site=site())
    leaves = nest.flatten(loop_vars)
    program = next((v.program for v in leaves if isinstance(v, Variable)), defaults.main)
    parent = program.current_block()
    start = [materialize(parent, v) for v in leaves]
    params = [names("loop_var") for _ in start]

    def enter(function: Callable[..., Any]) -> Callable[[], Any]:
        def call() -> Any:
            block = program.current_block()
            inner = [
                # a float may carry a gradient from the iteration before, whatever its start value does
                block.declare(Variable(block, p, v.spec, stop_gradient=not v.dtype.floating))
                for p, v in zip(params, start, strict=True)
            ]
            result = function(*nest.pack(list(loop_vars), iter(inner)))
            if function is cond:
                return result
            result = list(result) if isinstance(result, list | tuple) else [result]
            if len(result) != len(loop_vars) or len(nest.flatten(result)) != len(params):
                raise ArgumentError(
                    "body in while_loop should return the same arity (length and structure) as loop_vars: The length "
                    "of loop_vars should be the same.",
                    facts={"loop_vars": len(loop_vars), "returned": len(result)},
                    site=site(),
                )
            return [materialize(block, v) for v in nest.flatten(result)]

        return call

    count = len(program.blocks)
    try:
        cond_block, pred = trace(program, enter(cond), ())
        check_bool(pred, "var of cond returned", "while_loop")
        body_block, results = trace(program, enter(body), ())
        specs = [_widened(a.spec, b.spec) for a, b in zip(start, results, strict=True)]
    except BaseException:
        del program.blocks[count:]
        raise
    captured: dict[str, None] = {}
    for block, ends in ((cond_block, [pred.name]), (body_block, [v.name for v in results])):
        captured.update((n, None) for n in free_names(block, ends) if n not in block.vars)
    frozen = all(v.stop_gradient for v in (*start, *(parent.var_of(n) for n in captured)))
    outs = [parent.declare(Variable(parent, names("while.tmp"), s)) for s in specs]
    attrs = {
        "blocks": (cond_block.idx, body_block.idx),
        "params": (*params, *captured),
        "n_loop": len(params),
        "pred": pred.name,
        "results": tuple(v.name for v in results),
        "saved": (),
    }
    parent.append(WHILE, [*start, *(parent.var_of(n) for n in captured)], attrs, outputs=outs, specs=specs)
    for out in outs:
        out.stop_gradient = frozen or not out.dtype.floating
    return nest.pack(list(loop_vars), iter(outs))


def _widened(a: TensorSpec, b: TensorSpec) -> TensorSpec:
    if a.dtype is not b.dtype:
        raise DTypeError(
            "a loop variable of while_loop changes its data type in body",
            facts={"before": a, "after": b},
            site=site(),
            fix="cast it back in body",
        )
    if len(a.shape) != len(b.shape):
        raise ArgumentError(
            "a loop variable of while_loop changes its rank", facts={"before": a, "after": b}, site=site()
        )
    return TensorSpec(tuple(x if x == y else None for x, y in zip(a.shape, b.shape, strict=True)), a.dtype)


def _while_grad(block: Block, operator: Operator, wrt: tuple[int, ...], douts: list[Variable | None]) -> Any:
    attrs = operator.attrs
    n, params = attrs["n_loop"], attrs["params"]
    body = operator.blocks[1]
    floating = [body.vars[p].dtype.floating for p in params[:n]]
    full = full_douts(block, operator, douts, n)
    local = [f"{p}@DOUT" for p in params[:n]]
    captured = [params[i] for i in wrt if i >= n]
    made, grads, free = derive_block(block.program, body, attrs["results"], local, [*params[:n], *captured])
    inner = [f for f in free if f in body.vars]
    outer = [f for f in free if f not in body.vars]
    operator.attrs = {**attrs, "saved": tuple(dict.fromkeys((*attrs["saved"], *inner)))}
    if len(operator.outputs) == n:  # the record of the iterations: a list of what `saved` names, one entry each
        record = operator.block.declare(
            Variable(
                operator.block, names("while.steps"), TensorSpec((), body.vars[params[0]].dtype), stop_gradient=True
            )
        )
        operator.outputs = (*operator.outputs, record.name)
        record.op = operator
    find = operator.block.var_of  # `block` may be a gradient block, which does not see what is made beside the operator
    values = [find(f) for f in outer]
    likes = [find(operator.inputs[i]) for i in wrt]  # type: ignore[arg-type]
    made_attrs = {
        "blocks": (made.idx,),
        "forward": operator.id,
        "douts": tuple(local),
        "inner": tuple(inner),
        "outer": tuple(outer),
        "results": tuple(grads),
        "floating": tuple(floating),
        "wrt": wrt,
        "n_loop": n,
    }
    record = find(operator.outputs[n])  # type: ignore[arg-type]
    return WHILE_GRAD, [record, *full, *values, *likes], made_attrs


GRADIENTS[WHILE] = BlockGradient(lambda operator, position: True, _while_grad)
