"""Operand: an element of an input of a call. The functions find the input elements that belong to an output element."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.debug.why.executions import ExecutedOp
from opscope.debug.why.operator_conditions import CONDITIONS
from opscope.ir.program.program import GRAD
from opscope.ops.registry import broadcasts

Index = tuple[int, ...]
MAX_SHOWN = 3  # elements in a blame
_SAME_SHAPE = (
    *("relu", "tanh", "sigmoid", "gelu", "silu", "abs", "assign", "dropout", "clip", "sign"),
    *("floor", "ceil", "round", "rint", "trunc"),
)
_RESHAPES = ("reshape", "flatten", "squeeze", "unsqueeze", "reshape_like", "flatten_to_2d")
_ROWS = ("softmax", "log_softmax", "mean", "sum", "prod", "cumsum", "layer_norm", "batch_norm", "logsumexp")


@dataclass(frozen=True)
class Operand:
    """An element of the input that has the position `position`."""

    position: int
    index: Index


def parameter_name(call: ExecutedOp, position: int) -> str:
    """Return the name of an input in the op, such as `condition`. For a gradient, return the name in the forward op.

    Returns "" if the input is an output of the forward op.
    """
    forward = call.op.forward
    if forward is None:
        return call.op.input_name(position)
    kept = forward.residuals.inputs
    return forward.op.input_name(kept[position]) if position < len(kept) else ""


def same_element(call: ExecutedOp, position: int, index: Index) -> tuple[Operand, ...]:
    """Return the input elements that belong to an output element.

    If an output element depends on several elements of an input, this input is ignored.
    """
    found = [(i, mapped_index(call, position, i, index)) for i in range(len(call.inputs))]
    return tuple(Operand(i, m) for i, m in found if m is not None)


def mapped_index(call: ExecutedOp, position: int, i: int, index: Index) -> Index | None:
    """Return the index of the only input element that belongs to an output element, or None if there are several."""
    array, out = call.array(i), call.result(position)
    if array is None or out is None or not array.size:
        return None
    if has_lists(call):
        if not _are_members(call, position, i):
            return None
        if array.shape == out.shape:
            return index
    if array.size == 1:
        return (0,) * array.ndim
    if _is_elementwise(call, array, out):
        offset = out.ndim - array.ndim
        return tuple(0 if n == 1 else k for n, k in zip(array.shape, index[offset:], strict=True))
    if call.op.meaning in _RESHAPES and array.size == out.size:
        return as_index(np.unravel_index(int(np.ravel_multi_index(index, out.shape)), array.shape))
    return None


def has_lists(call: ExecutedOp) -> bool:
    """Return True for an op of PyTorch that computes the same for each tensor in lists of tensors."""
    return call.op.name.startswith(("_foreach_", "_fused_"))


def _are_members(call: ExecutedOp, position: int, i: int) -> bool:
    """Return True if an input and an output have the same place in their lists.

    The inputs behind the last list belong to all outputs. A fused optimizer also returns lists that it has only read.
    The first list has the parameters, and the second one their gradients: their names show the length of the lists.
    """
    count = len(call.outputs)
    if call.op.name.startswith("_fused_"):
        names = [name for name, _ in call.inputs]
        gradient = f"{names[0]}{GRAD}"
        count = names.index(gradient) if gradient in names else 0
    if not count:
        return False
    return i >= len(call.inputs) // count * count or i % count == position % count


def _is_elementwise(call: ExecutedOp, array: Array, out: Array) -> bool:
    op = call.op
    known = broadcasts(op) or op.meaning in _SAME_SHAPE or call.is_update or _one_number(op.meaning)
    if not known or array.ndim > out.ndim:
        return False
    return all(n in (1, m) for n, m in zip(array.shape[::-1], out.shape[::-1], strict=False))


def _one_number(op: str) -> bool:
    """Return True for ops that are functions of a single number. The table of conditions shows which ops these are."""
    found = CONDITIONS.get(op)
    return found is not None and all(c.blames == ("x",) for c in found) and op not in _ROWS


def extreme(array: Array) -> Index:
    """Return the index of an element that is NaN or Inf, or else of the element with the largest magnitude."""
    bad = ~np.isfinite(array)
    return first(bad) if bad.any() else as_index(np.unravel_index(int(np.argmax(np.abs(array))), array.shape))


def first(mask: Array) -> Index:
    """Return the index of the first True in a boolean mask."""
    return as_index(np.unravel_index(int(np.argmax(mask)), mask.shape))


def as_index(found: Any) -> Index:
    """Convert an index to a tuple of Python integers."""
    return tuple(int(i) for i in found)
