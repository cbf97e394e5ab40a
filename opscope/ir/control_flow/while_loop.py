"""while_loop: a traced condition and body; its gradient runs the body's gradient block in reverse order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from opscope.core import shape as dims
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import mode, names
from opscope.core.strict import warn
from opscope.core.tracebacks import hides_frames
from opscope.errors import ArgumentError, OpscopeWarning, UsageError
from opscope.ir import nesting
from opscope.ir.control_flow.assign_to import assign_to
from opscope.ir.gradients.reverse_walk import build_gradient_block
from opscope.ir.gradients.saved_values import saved_value
from opscope.ir.program.block_ops import (
    BLOCK_GRADIENTS,
    BlockGradient,
    DeclareGrads,
    check_bool,
    control_op,
    eager_condition,
    free_names,
    join_specs,
    materialize,
    trace_block,
    write_back,
    zero_filled_douts,
)
from opscope.ir.program.context import defaults
from opscope.ir.program.outer_writes import convert_to_ssa, outer_writes
from opscope.ir.program.program import Block, Operator, Variable

WHILE, WHILE_GRAD = control_op("while"), control_op("while_grad")


@hides_frames
def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    is_test: bool = False,
    name: str | None = None,
) -> Any:
    """While cond(*loop_vars) is true, loop_vars = body(*loop_vars); returns the last loop_vars.

    Both functions are traced once; in dygraph they are called. Gradients flow through all iterations. Tensor arrays
    among the loop_vars are written in place. Warns if body changes the rank of a loop variable: its declaration is
    then right for one iteration only.
    Raises UsageError or DTypeError if cond does not return a bool, ArgumentError if body returns another structure.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/while_loop_en.html
    """
    _check(cond, body, loop_vars)
    if not mode.static:
        return _run_eagerly(cond, body, loop_vars)
    leaves = nesting.flatten(loop_vars)
    program = next((v.program for v in leaves if isinstance(v, Variable)), defaults.main)
    parent = program.current_block()
    given = [materialize(parent, v) for v in leaves]
    start = [v for v in given if not v.is_tensor_array]
    params = [names("loop_var") for _ in start]

    def enter(function: Callable[..., Any]) -> Callable[[], Any]:
        def call() -> Any:
            block = program.current_block()
            inner = [_declare_loop_var(block, p, v) for p, v in zip(params, start, strict=True)]
            result = function(*nesting.pack(list(loop_vars), _with_arrays(given, inner)))
            if function is cond:
                return result
            ends = nesting.flatten(_body_results(result, loop_vars))
            for array, end in zip(given, ends, strict=True):
                if array.is_tensor_array and end is not array:
                    assign_to(array, end)
            return [materialize(block, e) for v, e in zip(given, ends, strict=True) if not v.is_tensor_array]

        return call

    count = len(program.blocks)
    try:
        cond_block, pred = trace_block(program, enter(cond), ())
        check_bool(pred, "var of cond returned", "static.nn.while_loop")
        if (size := dims.product(pred.spec.shape)) is not None and size != 1:
            raise UsageError(
                "the shape of the variable returned by cond should be [1],but given shape as "
                f"{dims.text(pred.spec.shape)}.", facts={pred.name: pred.spec}, site=site(), fix="use all() or any()",
            )  # fmt: skip
        body_block, results = trace_block(program, enter(body), (), writes=True)
        loop = TracedLoop(parent, cond_block, body_block, pred.name)
        outs = loop.append(start, params, [v.name for v in results])
    except BaseException:
        del program.blocks[count:]
        raise
    return nesting.pack(list(loop_vars), _with_arrays(given, outs))


def _check(cond: Any, body: Any, loop_vars: Any) -> None:
    for what, function in (("cond", cond), ("body", body)):
        if not callable(function):
            raise UsageError(f"{what} in while_loop should be callable", site=site())
    if not isinstance(loop_vars, list | tuple):
        raise UsageError(
            "The type of 'loop_vars' in static.nn.while_loop must be (<class 'list'>, <class 'tuple'>), but received "
            f"{type(loop_vars)}.", site=site(), fix="pass a list, and let body return one",
        )  # fmt: skip
    if not loop_vars:
        raise ArgumentError("loop_vars in while_loop should not be empty", site=site())


def _with_arrays(given: Sequence[Variable], others: Sequence[Variable]) -> Iterator[Variable]:
    """All loop variables; `others` replace those that are not tensor arrays."""
    rest = iter(others)
    return iter([v if v.is_tensor_array else next(rest) for v in given])


def _run_eagerly(cond: Callable[..., Any], body: Callable[..., Any], loop_vars: Any) -> Any:
    """In dygraph: run a Python loop."""
    values = list(loop_vars)
    while eager_condition(cond(*values), "the variable returned by cond of while_loop"):
        values = _body_results(body(*values), loop_vars)
    return type(loop_vars)(values)


def _body_results(result: Any, loop_vars: Any) -> list[Any]:
    """The results of body as a list. Raises ArgumentError unless they have the structure of loop_vars."""
    values: list[Any] = list(result) if isinstance(result, list | tuple) else [result]
    if len(values) != len(loop_vars) or (mode.static and nesting.difference(values, loop_vars)):
        raise ArgumentError(
            "body in while_loop should return the same arity (length and structure) as loop_vars: The length "
            "of loop_vars should be the same.",
            facts={"loop_vars": len(loop_vars), "returned": len(values)},
            site=site(),
        )
    return values


def _declare_loop_var(block: Block, name: str, start: Variable) -> Variable:
    """Declare a loop variable inside a block, with the spec of its start value."""
    # even if the start value stops gradients, the previous iteration may not
    made = Variable(block, name, start.spec, stop_gradient=not start.dtype.floating)
    made.is_tensor_array = start.is_tensor_array
    return block.declare(made)


def _final_spec(start: Variable, end: Variable) -> TensorSpec:
    """The spec of a loop variable after the loop; if body changes its rank, warn and use body's, as in Paddle."""
    if len(start.spec.shape) != len(end.spec.shape) and start.dtype is end.dtype:
        message = f"a loop variable of while_loop changes its rank in body, from {start.spec} to {end.spec}"
        warn(OpscopeWarning(message, site=site(), fix="give it its last rank before the loop"))
        return end.spec
    if start.dtype is end.dtype and any(
        a != b for a, b in zip(start.spec.shape, end.spec.shape, strict=True) if None not in (a, b)
    ):
        message = f"a loop variable of while_loop changes its shape in body, from {start.spec} to {end.spec}"
        warn(OpscopeWarning(message, site=site(), fix="declare the dim that grows as None, or keep the shape"))
    return join_specs(start.spec, end.spec, "a loop variable of while_loop")


class TracedLoop(NamedTuple):
    """The traced condition and body of a loop in `parent`; `pred` names the result of the condition."""

    parent: Block
    cond: Block
    body: Block
    pred: str

    def append(self, start: list[Variable], params: list[str], results: list[str]) -> list[Variable]:
        """Append the operator; returns new variables with the last values of the loop variables.

        Outer variables that the body writes become loop variables, too, and are written back.
        """
        written = outer_writes([self.body])
        entry = {name: self._make_loop_var(name) for name in written}
        self._rename_condition_inputs(entry)
        last_version = convert_to_ssa(self.body, entry, params)
        results = [last_version.get(n, n) for n in (*results, *written)]
        outer = [self.parent.var_of(n) for n in written]
        ends = [self.body.var_of(n) for n in results]
        specs = [_final_spec(a, b) for a, b in zip(start, ends, strict=False)]
        params = [*params, *entry.values()]
        captured = self._captured(params, results)
        frozen = all(v.stop_gradient for v in (*start, *outer, *ends[len(start) :], *map(self.parent.var_of, captured)))
        outs = [self.parent.declare(Variable(self.parent, names("while.tmp"), s)) for s in specs]
        for out in outs:
            out.stop_gradient = frozen or not out.dtype.floating
        values = [*start, *outer, *(self.parent.var_of(n) for n in captured)]
        all_outs = [*outs, *(write_back(o, e.spec, frozen) for o, e in zip(outer, ends[len(start) :], strict=True))]
        flags = [v.stop_gradient for v in all_outs]
        attrs = {
            "blocks": (self.cond.idx, self.body.idx),
            "params": (*params, *captured),
            "n_loop": len(params),
            "pred": entry.get(self.pred, self.pred),
            "results": tuple(results),
            "saved": (),
        }
        self.parent.append(WHILE, values, attrs, outputs=all_outs, specs=[v.spec for v in all_outs])
        for out, flag in zip(all_outs, flags, strict=True):
            out.stop_gradient = flag
        return outs

    def _make_loop_var(self, name: str) -> str:
        """Declare in both blocks the loop variable that replaces an outer one."""
        param = names("loop_var")
        for block in (self.cond, self.body):
            _declare_loop_var(block, param, self.parent.var_of(name))
        return param

    def _rename_condition_inputs(self, entry: Mapping[str, str]) -> None:
        """Let the condition read the loop variables: from the second iteration on, the body has written them."""
        for operator in self.cond.ops:
            operator.inputs = tuple(entry.get(n, n) if n is not None else None for n in operator.inputs)

    def _captured(self, params: Sequence[str], results: Sequence[str]) -> list[str]:
        found: dict[str, None] = {}
        for block, ends in ((self.cond, [self.pred]), (self.body, results)):
            found.update((n, None) for n in free_names(block, ends) if n not in block.vars)
        return [n for n in found if n not in params and n != self.pred]


def _append_grad(
    block: Block,
    operator: Operator,
    wrt: tuple[int, ...],
    douts: Sequence[Variable | None],
    declare_grads: DeclareGrads,
) -> list[Operator]:
    attrs = operator.attrs
    n, params = attrs["n_loop"], attrs["params"]
    body = operator.blocks[1]
    floating = [body.vars[p].dtype.floating for p in params[:n]]
    full = zero_filled_douts(block, operator, douts, n)
    local = [f"{p}@DOUT" for p in params[:n]]
    captured = [params[i] for i in wrt if i >= n]
    grad_block, grads, free = build_gradient_block(
        block.program, body, attrs["results"], local, [*params[:n], *captured]
    )
    inner = [f for f in free if f in body.vars]
    outer = [f for f in free if f not in body.vars]
    operator.attrs = {**attrs, "saved": tuple(dict.fromkeys((*attrs["saved"], *inner)))}
    if len(operator.outputs) == n:  # at run time, a list with the `saved` values of each iteration
        record = operator.block.declare(
            Variable(
                operator.block, names("while.steps"), TensorSpec((), body.vars[params[0]].dtype), stop_gradient=True
            )
        )
        operator.outputs = (*operator.outputs, record.name)
        record.op = operator
    find = operator.block.var_of  # not `block`: it may be a gradient block, which cannot see the operator's outputs
    renamed_inputs = dict(zip(params, operator.inputs, strict=True))  # inputs may have been renamed since tracing
    values = [saved_value(operator, renamed_inputs.get(f) or f) for f in outer]
    likes = [saved_value(operator, str(operator.inputs[i])) for i in wrt]
    grad_attrs = {
        "blocks": (grad_block.idx,),
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
    outs = declare_grads(wrt)
    inputs = [record, *full, *values, *likes]
    return [block.append(WHILE_GRAD, inputs, grad_attrs, outputs=outs, specs=[o.spec for o in outs], of=operator)]


BLOCK_GRADIENTS[WHILE] = BlockGradient(lambda operator, position: True, _append_grad)
