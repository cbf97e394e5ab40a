"""while_loop: a traced condition and body. Its gradient runs the body's gradient block in reverse order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from opscope.core import shape as dims
from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import mode, names
from opscope.core.strict import warn
from opscope.core.tracebacks import hides_frames
from opscope.errors import ArgumentError, OpscopeWarning, UsageError
from opscope.ir import nesting
from opscope.ir.control_flow.assign_to import assign_to
from opscope.ir.control_flow.eager_loop import body_results, run_eagerly
from opscope.ir.gradients.reverse_walk import build_gradient_block
from opscope.ir.gradients.saved_values import saved_value
from opscope.ir.program.block_ops import (
    BLOCK_GRADIENTS,
    BlockGradient,
    DeclareGrads,
    check_bool,
    control_op,
    declare_like,
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


LOOP_VARIABLE = "loop_var"  # the prefix of what the functions of a loop are given inside its blocks


@hides_frames
def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    is_test: bool = False,
    name: str | None = None,
) -> Any:
    """Assign body(*loop_vars) to the loop_vars while cond(*loop_vars) is true. Return the loop_vars.

    As in Paddle, the given variables themselves are written. After the loop, each variable has its last value.
    Functions that read an outer variable get its value in the present iteration. All results of an iteration are
    assigned at once, so body may exchange two variables. Both functions are traced once. In dygraph, both functions are
    called. Gradients flow through all iterations. Gives a warning if body changes the rank of a loop variable, because
    its declaration is then correct for only one iteration. Raises UsageError or DTypeError if cond does not return a
    bool, and ArgumentError if body returns another structure. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/while_loop_en.html
    """
    _check(cond, body, loop_vars)
    if not mode.static:
        return run_eagerly(cond, body, loop_vars)
    return _append_loop(cond, body, loop_vars, assigns=True)


def loop_values(cond: Callable[..., Any], body: Callable[..., Any], start: Sequence[Variable]) -> list[Variable]:
    """Return the last values of a loop in a program, in new variables. The variables in `start` do not change."""
    return _append_loop(cond, body, start, assigns=False)


def _append_loop(
    cond: Callable[..., Any], body: Callable[..., Any], loop_vars: Sequence[Any], assigns: bool
) -> list[Any]:
    leaves = nesting.flatten(loop_vars)
    program = next((v.program for v in leaves if isinstance(v, Variable)), defaults.main)
    parent = program.current_block()
    given = [materialize(parent, v) for v in leaves]
    keys = [
        v.name if assigns else str(number) for number, v in enumerate(given)
    ]  # a variable given twice is written once
    start = {key: v for key, v in zip(keys, given, strict=True) if not v.is_tensor_array}
    params = {key: names(LOOP_VARIABLE) for key in start}

    def enter(function: Callable[..., Any]) -> Callable[[], Any]:
        def call() -> Any:
            block = program.current_block()
            inner = {key: _declare_loop_var(block, params[key], v) for key, v in start.items()}
            passed = start if assigns and function is body else inner
            result = function(*nesting.pack(list(loop_vars), _with_arrays(keys, given, passed)))
            if function is cond:
                return result
            ends = nesting.flatten(body_results(result, loop_vars))
            for array, end in zip(given, ends, strict=True):
                if array.is_tensor_array and end is not array:
                    assign_to(array, end)
            return {key: materialize(block, end) for key, end in zip(keys, ends, strict=True) if key in start}

        return call

    count = len(program.blocks)
    try:
        with _may_carry_gradients(start.values()):
            cond_block, pred = trace_block(program, enter(cond), ())
            check_bool(pred, "var of cond returned", "static.nn.while_loop")
            if (size := dims.product(pred.spec.shape)) is not None and size != 1:
                raise UsageError(
                    "the shape of the variable returned by cond should be [1],but given shape as "
                    f"{dims.text(pred.spec.shape)}.", facts={pred.name: pred.spec}, site=site(),
                    fix="use all() or any()",
                )  # fmt: skip
            body_block, ends = trace_block(program, enter(body), (), writes=True)
        loop = TracedLoop(parent, cond_block, body_block, pred.name)
        outs = loop.append(list(start.values()), list(params.values()), [v.name for v in ends.values()], assigns)
    except BaseException:
        del program.blocks[count:]
        raise
    return nesting.pack(list(loop_vars), _with_arrays(keys, given, dict(zip(start, outs, strict=True))))


@contextmanager
def _may_carry_gradients(variables: Iterable[Variable]) -> Iterator[None]:
    """Let floats carry gradients while the body is traced. Results of the previous iteration may carry gradients."""
    former = [(v, v.stop_gradient) for v in variables if v.dtype.floating]
    try:
        for variable, _ in former:
            variable.stop_gradient = False
        yield
    finally:
        for variable, stop in former:
            variable.stop_gradient = stop


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


def _with_arrays(keys: Sequence[str], given: Sequence[Variable], others: Mapping[str, Variable]) -> Iterator[Variable]:
    """Return all loop variables. `others` replace the variables that are not tensor arrays."""
    return iter([others.get(key, v) for key, v in zip(keys, given, strict=True)])


def _declare_loop_var(block: Block, name: str, start: Variable) -> Variable:
    """Declare a loop variable inside a block, with the spec of its initial value."""
    # even if the start value stops gradients, the previous iteration may not
    made = Variable(block, name, start.spec, stop_gradient=not start.dtype.floating)
    made.is_tensor_array = start.is_tensor_array
    return block.declare(made)


def _final_spec(start: Variable, end: Variable) -> TensorSpec:
    """Return a loop variable's spec after the loop. If body changes its rank, give a warning and use the new rank."""
    if len(start.spec.shape) != len(end.spec.shape) and start.dtype is end.dtype:
        message = f"a loop variable of while_loop changes its rank in body, from {start.spec} to {end.spec}"
        warn(OpscopeWarning(message, site=site(), fix="reshape the variable to its last rank before the loop"))
        return end.spec
    if start.dtype is end.dtype and any(
        a != b for a, b in zip(start.spec.shape, end.spec.shape, strict=True) if None not in (a, b)
    ):
        message = f"a loop variable of while_loop changes its shape in body, from {start.spec} to {end.spec}"
        warn(OpscopeWarning(message, site=site(), fix="declare the dim that grows as None, or keep the shape"))
    return join_specs(start.spec, end.spec, "a loop variable of while_loop")


class TracedLoop(NamedTuple):
    """The traced condition and body of a loop in `parent`. `pred` names the result of the condition."""

    parent: Block
    cond: Block
    body: Block
    pred: str

    def append(
        self, start: list[Variable], params: list[str], results: list[str], assigns: bool = False
    ) -> list[Variable]:
        """Append the operator, and return the variables with the last values.

        These are new variables. If the loop `assigns`, they are the variables of `start`. Outer variables that the body
        writes also become loop variables, and are written back.
        """
        assigned = dict(zip((v.name for v in start), params, strict=True)) if assigns else {}
        written = [name for name in outer_writes([self.body]) if name not in assigned]
        entry = {**assigned, **{name: self._make_loop_var(name) for name in written}}
        former = {name: self._make_loop_var(name) for name in self._read_by_condition() if name in assigned}
        self._rename_condition_inputs({**entry, **former})
        last_version = convert_to_ssa(self.body, entry, params)
        start = [*start, *map(self.parent.var_of, former)]
        params = [*params, *former.values(), *(entry[name] for name in written)]
        results = [last_version.get(n, n) for n in (*results, *map(assigned.get, former), *written)]  # type: ignore[arg-type]
        outer = [self.parent.var_of(n) for n in written]
        ends = [self.body.var_of(n) for n in results]
        specs = [_final_spec(a, b) for a, b in zip(start, ends, strict=False)]
        pred = entry.get(self.pred, self.pred)
        captured = self._captured(params, results, pred)
        frozen = all(v.stop_gradient for v in (*start, *outer, *ends[len(start) :], *map(self.parent.var_of, captured)))
        outs = start[: len(assigned)]
        outs += declare_like(self.parent, "while.tmp", start[len(assigned) :])
        for out, spec in zip(outs, specs, strict=True):
            out.spec, out.stop_gradient = spec, frozen or not spec.dtype.floating
        values = [*start, *outer, *(self.parent.var_of(n) for n in captured)]
        all_outs = [*outs, *(write_back(o, e.spec, frozen) for o, e in zip(outer, ends[len(start) :], strict=True))]
        flags = [v.stop_gradient for v in all_outs]
        attrs = {
            "blocks": (self.cond.idx, self.body.idx),
            "params": (*params, *captured),
            "n_loop": len(params),
            "pred": pred,
            "results": tuple(results),
            "saved": (),
        }
        self.parent.append(WHILE, values, attrs, outputs=all_outs, specs=[v.spec for v in all_outs])
        for out, flag in zip(all_outs, flags, strict=True):
            out.stop_gradient = flag
        return outs[: len(outs) - len(former)]

    def _make_loop_var(self, name: str) -> str:
        """In both blocks, declare the variable that replaces an outer variable."""
        param = names("outer_var")
        for block in (self.cond, self.body):
            _declare_loop_var(block, param, self.parent.var_of(name))
        return param

    def _read_by_condition(self) -> list[str]:
        """Return the outer variables that operators of the condition read.

        Paddle calls the condition at the end of an iteration, before it assigns the results. If the condition reads a
        loop variable that is not its parameter, it gets the value from before this iteration.
        """
        return list(dict.fromkeys(n for o in self.cond.ops for n in o.inputs if n is not None))

    def _rename_condition_inputs(self, entry: Mapping[str, str]) -> None:
        """Let the condition read the loop variables.

        From the second iteration on, these are the values that the body has written.
        """
        for operator in self.cond.ops:
            operator.inputs = tuple(entry.get(n, n) if n is not None else None for n in operator.inputs)

    def _captured(self, params: Sequence[str], results: Sequence[str], pred: str) -> list[str]:
        found: dict[str, None] = {}
        for block, ends in ((self.cond, [pred]), (self.body, results)):
            found.update((n, None) for n in free_names(block, ends) if n not in block.vars)
        return [n for n in found if n not in params]


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


note_functions(__name__)
