"""paddle.base.backward: gradients of programs, and functions that find their names and operators."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from opscope.core.source import site
from opscope.core.strict import warn
from opscope.errors import ModeError, OpscopeWarning, UsageError
from opscope.ir.compat.variable_methods import GRAD
from opscope.ir.gradients.backward import append_backward, calc_gradient, gradients
from opscope.ir.program.program import Block, Operator, Program, Variable


def _append_grad_suffix_(name: str) -> str:
    return name + GRAD


def _strip_grad_suffix_(name: str) -> str:
    """Return `x` for `x@GRAD`, `x@GRAD@RENAME@block0@1` and `grad/grad/x@GRAD`. Return `z@GRAD_slice_0` unchanged."""
    found = re.search(f"{GRAD}+@", name) or re.search(f"{GRAD}$", name)
    plain = name if found is None else name[: found.start()]
    return plain.rpartition("grad/")[2]


def _is_grad_var_(var_name: str) -> bool:
    return GRAD in var_name


def _all_in_set_(cands: Collection[str], s: Collection[str]) -> bool:
    return bool(cands) and all(c in s for c in cands)


def _some_in_set_(cands: Collection[str], s: Collection[str]) -> bool:
    return any(c in s for c in cands)


def _as_list(x: Any) -> list[Any]:
    return [] if x is None else list(x) if isinstance(x, Sequence) else [x]


def _get_no_grad_set_name(no_grad_set: Any) -> set[str]:
    if not isinstance(no_grad_set, set | list | tuple | None):
        raise UsageError(f"The type of no_grad_set should be set or list or tuple, but received {type(no_grad_set)}")
    names: set[str] = set()
    for member in no_grad_set or ():
        if not isinstance(member, Variable | str):
            raise UsageError(
                f"The type of no_grad_set's member must be paddle.base.Variable or str, but received {type(member)}."
            )
        names.add(member if isinstance(member, str) else member.name)
    return names


def _get_stop_gradients_(program: Program) -> dict[int, set[str]]:
    """Return, for each block number, the names of the gradients of variables with stop_gradient."""
    if not isinstance(program, Program):
        raise ModeError(f"_get_stop_gradients_ needs a Program, but received {type(program)}", site=site())
    return {b.idx: {v.name + GRAD for v in b.vars.values() if v.stop_gradient} for b in program.blocks}


def _get_output_names(cur_block: Block, targets: Sequence[Variable]) -> set[str]:
    """Return the names in a block that the targets need.

    These are their own names, or names that an inner block reads for them.
    """
    names = {t.name for t in targets}
    block: Block | None = targets[0].block if targets else cur_block
    if not _inside(block, cur_block):
        return names
    while block is not None and block is not cur_block:
        for operator in reversed(block.ops):
            if _some_in_set_(operator.output_arg_names, names):
                names.update(operator.input_arg_names)
        names = {n for n in names if n not in block.vars}
        block = block.parent
    return names


def _inside(block: Block | None, outer: Block) -> bool:
    while block is not None and block is not outer:
        block = block.parent
    return block is outer


def _find_op_path_(
    block: Block,
    targets: Sequence[Variable],
    inputs: Sequence[Variable],
    no_grad_set: set[str],
    op_path_dict: dict[int, list[Operator]] | None = None,
    is_while: bool = False,
) -> list[Operator]:
    """Return the operators with gradients through which the targets depend on the inputs, in order.

    Without inputs, on any value. Other variables that these operators read and that stop gradients are added to
    no_grad_set. op_path_dict gets the operators of the blocks that these operators own, by number.
    """
    down, up = {i.name for i in inputs}, _get_output_names(block, targets)
    there = list(block.ops)
    if inputs:
        kept: list[Operator] = []
        for operator in there:
            if _some_in_set_(operator.input_arg_names, down) and _differentiable(operator):
                down.update(n for n in operator.output_arg_names if n not in no_grad_set)
                kept.append(operator)
        there = kept
    path: list[Operator] = []
    for operator in reversed(there):
        if _some_in_set_(operator.output_arg_names, up) and (_differentiable(operator) or is_while):
            up.update(n for n in operator.input_arg_names if n not in no_grad_set)
            path.append(operator)
            for inner in operator.blocks if op_path_dict is not None else ():
                assert op_path_dict is not None
                op_path_dict[inner.idx] = list(inner.ops)
    path.reverse()
    if inputs:
        read = {n for o in path for n in o.input_arg_names}
        no_grad_set.update(n for n in read if n not in down and block.var_of(n).stop_gradient)
    return path


def _differentiable(operator: Operator) -> bool:
    return operator.op.differentiable


def _find_no_grad_vars(
    block: Block, op_path: Sequence[Operator], targets: Sequence[Variable], no_grad_set: Collection[str]
) -> set[str]:
    """Return the outputs of the path's operators that do not lead to the targets."""
    wanted = _get_output_names(block, targets)
    unused: set[str] = set()
    for operator in reversed(op_path):
        if not operator.blocks:
            for name in operator.output_arg_names:
                if name not in wanted and name not in operator.input_arg_names and not block.vars[name].stop_gradient:
                    unused.add(name)
        wanted.update(n for n in operator.input_arg_names if n not in no_grad_set)
    return unused


def _infer_var_data_type_shape_(grad_var_name: str, block: Block) -> None:
    """Give the variable of a gradient the shape and dtype of its forward variable."""
    forward = block.find(_strip_grad_suffix_(grad_var_name))
    if forward is None:
        warn(
            OpscopeWarning(
                f"the gradient {grad_var_name} gets the dtype float32, because the block has no forward "
                "variable of this gradient",
                site=site(), fix="declare the forward variable of this gradient",
            )
        )  # fmt: skip
        return
    block.var(grad_var_name).spec = forward.spec
    block.program.touch()


__all__ = [
    "_all_in_set_",
    "_append_grad_suffix_",
    "_as_list",
    "_find_no_grad_vars",
    "_find_op_path_",
    "_get_no_grad_set_name",
    "_get_stop_gradients_",
    "_infer_var_data_type_shape_",
    "_is_grad_var_",
    "_some_in_set_",
    "_strip_grad_suffix_",
    "append_backward",
    "calc_gradient",
    "gradients",
]
