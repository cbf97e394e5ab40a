"""cond: two traced branches, one of which the program runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import mode, names
from opscope.core.strict import warn
from opscope.core.tracebacks import hides_frames
from opscope.errors import ArgumentError, DTypeError, OpscopeWarning, ShapeError, UnsupportedError, UsageError
from opscope.ir import nesting
from opscope.ir.control_flow.block_gradients import BranchGradient
from opscope.ir.program.block_ops import (
    BLOCK_GRADIENTS,
    check_bool,
    control_op,
    eager_condition,
    free_names,
    join_shapes,
    materialize,
    trace_block,
    write_back,
)
from opscope.ir.program.outer_writes import convert_to_ssa, outer_writes
from opscope.ir.program.program import Block, Variable

COND, COND_GRAD = control_op("cond"), control_op("cond_grad")


@hides_frames
def cond(
    pred: Variable,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    name: str | None = None,
    return_names: None = None,
) -> Any:
    """Call true_fn or false_fn, depending on pred, when the program runs. Both functions are traced once.

    In dygraph, the chosen function is called. The results of both functions must have the same structure. Constants
    become tensors. Gradients flow to all outer variables used. Raises UsageError or DTypeError if pred is not a bool
    Variable, and ArgumentError for different structures. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/cond_en.html
    """
    for what, function in (("true_fn", true_fn), ("false_fn", false_fn)):
        if function is not None and not callable(function):
            raise UsageError(
                f"The {what} in cond must be callable, but received {type(function).__name__}", site=site()
            )
    if return_names is not None:
        raise UnsupportedError("cond does not support return_names", site=site(), fix="leave out return_names")
    if not mode.static:
        chosen = true_fn if eager_condition(pred, "The pred in cond") else false_fn
        return None if chosen is None else chosen()
    check_bool(pred, "pred", "base.layers.cond")
    if any(size > 1 for size in pred.shape):
        raise ShapeError(
            f"the pred of cond must have one element, but received the shape {dims.text(pred.shape)}",
            facts={pred.name: pred.spec}, site=site(), fix=f"use paddle.any({pred.name}), or paddle.all({pred.name})",
        )  # fmt: skip
    program = pred.program
    parent = program.current_block()
    blocks: list[Block] = []
    structures: list[Any] = []
    count = len(program.blocks)
    try:
        for function in (true_fn, false_fn):
            block, structure = trace_block(program, function or _empty_branch, (), writes=True)
            blocks.append(block)
            structures.append(structure)
        leaves = [[] if s is None else nesting.flatten(s) for s in structures]
        _check_structures(structures, leaves)
        results = _variables(blocks, leaves)
        outs = append_cond(parent, pred, blocks, results)
    except BaseException:
        del program.blocks[count:]
        raise
    if structures[1] is None:
        return None
    fresh = iter(outs)
    return nesting.pack(structures[1], iter([None if leaf is None else next(fresh) for leaf in leaves[1]]))


def _empty_branch() -> None:
    """Return the branch for a missing function."""


def append_cond(
    parent: Block, pred: Variable, blocks: list[Block], results: Sequence[Sequence[Variable]]
) -> list[Variable]:
    """Append the operator.

    The outputs of the operator are variables for `results`, followed by the outer variables that a block writes.
    """
    specs = [t.spec if t.spec == f.spec else _joined_spec(t.spec, f.spec) for t, f in zip(*results, strict=True)]
    written = outer_writes(blocks)
    inner: list[tuple[str, ...]] = []
    for block, result in zip(blocks, results, strict=True):
        last_version = convert_to_ssa(block, {})
        inner.append(tuple(last_version.get(n, n) for n in (*(v.name for v in result), *written)))
    ends = [[block.var_of(n) for n in names_] for block, names_ in zip(blocks, inner, strict=True)]
    stops = [t.stop_gradient and f.stop_gradient for t, f in zip(*ends, strict=True)]
    captured: dict[str, None] = {}
    for block, names_ in zip(blocks, inner, strict=True):
        captured.update((n, None) for n in free_names(block, names_) if n not in block.vars)
    values = [pred, *(parent.var_of(n) for n in captured)]
    outs: list[Variable] = [parent.declare(Variable(parent, names("cond.tmp"), s)) for s in specs]
    all_outs = list(outs)
    for position, name in enumerate(written, start=len(outs)):
        outer = parent.var_of(name)
        for end in (e[position] for e in ends):
            write_back(outer, end.spec, stops[position])
        all_outs.append(outer)
    attrs = {
        "blocks": tuple(b.idx for b in blocks),
        "params": tuple(captured),
        "results": tuple(inner),
        "saved": ((), ()),
    }
    parent.append(COND, values, attrs, outputs=all_outs, specs=[v.spec for v in all_outs])
    for out, stop in zip(all_outs, stops, strict=True):
        out.stop_gradient = stop
    for out, pair in zip(outs, zip(*results, strict=True), strict=True):
        out.is_tensor_array = all(v.is_tensor_array for v in pair)
    return outs


def _check_structures(structures: list[Any], leaves: list[list[Any]]) -> None:
    problem = ""
    whole = [None if s is None else 0 for s in structures]
    for true, false in [whole, *zip(*leaves, strict=False)]:
        if (true is None) != (false is None):
            shown = ["None" if s is None else "non-None" for s in (true, false)]
            problem = (
                "Incompatible return values of true_fn and false_fn in cond: "
                f"true_fn returns {shown[0]} while false_fn returns {shown[1]}"
            )
            break
    if not problem and len(leaves[0]) != len(leaves[1]):
        problem = (
            f"true fn returns {len(leaves[0])} vars, but false fn returns {len(leaves[1])} vars, which is not equals"
        )
    if not problem and None not in whole and (differs := nesting.difference(*structures)):
        problem = f"Incompatible return values of true_fn and false_fn in cond: {differs}"
    if problem:
        raise ArgumentError(problem, site=site(), fix="return the same structure from both functions")


def _variables(blocks: list[Block], leaves: list[list[Any]]) -> list[list[Variable]]:
    """Return the results of both branches as Variables.

    A constant gets the dtype of the Variable in the other branch, if there is one.
    """
    made: list[list[Variable]] = [[], []]
    for pair in zip(*leaves, strict=True):
        if pair[0] is None:
            continue
        like = [v for v in pair if isinstance(v, Variable)]
        if not like and len({type(v) for v in pair}) > 1:
            true, false = map(type, pair)
            raise DTypeError(
                "Unsupported return type of true_fn and false_fn in cond: false_var returned by false_fn is "
                f"'{false}' and true_var of true_fn is '{true}'", site=site(), fix="return the same type from both",
            )  # fmt: skip
        for block, value, results in zip(blocks, pair, made, strict=True):
            exact = np.asarray(value, "float64") if type(value) is float and not like else value
            results.append(materialize(block, exact, like))
    return made


def _joined_spec(a: TensorSpec, b: TensorSpec) -> TensorSpec:
    """Return the shape and dtype that a result has after either branch.

    If ranks or dtypes differ, give a warning and use the spec of true_fn, as in Paddle.
    """
    dtype, rank = a.dtype is b.dtype, len(a.shape) == len(b.shape)
    if not (dtype and rank):
        what = " and ".join(w for w, same in (("ranks", rank), ("dtypes", dtype)) if not same)
        message = f"true_fn and false_fn in cond return different {what}, {a} and {b}: the result is as in true_fn"
        warn(OpscopeWarning(message, site=site(), fix="cast or reshape one of them"))
    return TensorSpec(join_shapes(a.shape, b.shape) if rank else a.shape, a.dtype)


BLOCK_GRADIENTS[COND] = BLOCK_GRADIENTS[COND_GRAD] = BranchGradient(COND_GRAD, num_leading=1).rule()


note_functions(__name__)
