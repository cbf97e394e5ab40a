"""Blame: finds, in one call of an op, the input elements that have caused the value of an output element.

To find the cause of NaN and Inf, the kernel of the op is called again with other inputs. An input is to blame if the
output becomes finite when a finite number replaces this input. Therefore, the search for the cause needs no knowledge
about the op. `operator_conditions` describes how finite numbers become NaN or Inf.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.formats.narrow_arrays import float_limits
from opscope.debug.why.executions import ExecutedOp, rule_executions, writer_before
from opscope.debug.why.operands import (
    MAX_SHOWN,
    Index,
    Operand,
    as_index,
    extreme,
    first,
    has_lists,
    mapped_index,
    same_element,
)
from opscope.debug.why.operator_conditions import CONDITIONS, Operands, find_condition
from opscope.debug.why.provenance import branch, provenance

HARMLESS = 0.5  # replaces NaN and Inf when a kernel is called again


@dataclass(frozen=True)
class Blame:
    """Cause of the value of an element.

    `text` describes the effect of the op. `made` is True if the NaN or Inf was created in this call, and False if it
    came from an input. `operands` contains the input elements that are to blame. `follow` is the element to explain
    next, or None if this call is the origin. `given` is True if the NaN or Inf is an attribute of the op.
    """

    text: str
    made: bool
    operands: tuple[Operand, ...]
    follow: Operand | None
    given: bool = False


def blame(call: ExecutedOp, position: int, index: Index) -> Blame:
    """Find the cause of the element at `index` in an output of a call."""
    out = call.result(position)
    if np.isfinite(out[index]):
        return _blame_of_number(call, position, index)
    if (inside := rule_executions(call)) is not None:
        found = _blame_in_rule(call, position, index, *inside)
        if found is not None:
            return found
    return _blame_not_finite(call, position, index)


def _blame_of_number(call: ExecutedOp, position: int, index: Index) -> Blame:
    text, operands, follow = provenance(call, position, index)
    return Blame(text, False, operands, follow)


def _blame_not_finite(call: ExecutedOp, position: int, index: Index) -> Blame:
    out = call.result(position)
    is_nan = bool(np.isnan(out[index]))
    if call.op.opaque:
        return _blame_function(call)
    culprit = _culprit(call, position, index, is_nan)
    if culprit is None:
        return _made_of_finite(call, position, index)
    value = call.array(culprit.position)[culprit.index]
    found = _condition(call, position, index)
    if not is_nan and found is not None and value != out[index]:  # -Inf became Inf
        return replace(found, follow=culprit)
    if is_nan and not np.isnan(value):  # Inf became NaN
        if found is None:
            return Blame(f"NaN of {_text(value)}", True, (culprit,), culprit)
        return replace(found, follow=culprit)
    text, chosen = branch(call, position, index, (culprit,))
    return Blame(text, False, (*chosen, culprit), culprit)


def _text(value: Any) -> str:
    return "NaN" if np.isnan(value) else f"{'-' if value < 0 else ''}Inf" if np.isinf(value) else f"{value:.6g}"


def _blame_function(call: ExecutedOp) -> Blame:
    """Find the cause in a call of a user's function.

    A user's function cannot be called again, so only its inputs are examined.
    """
    for position in range(len(call.inputs)):
        array = call.array(position)
        if array is not None and array.dtype.kind == "f" and not np.isfinite(array).all():
            operand = Operand(position, first(~np.isfinite(array)))
            return Blame(f"{call.function} read it", False, (operand,), operand)
    return Blame(f"{call.function} made it of finite numbers", True, (), None)


# --- passed on, or computed from Inf ----------------------------------------------------------------------


def _culprit(call: ExecutedOp, position: int, index: Index, is_nan: bool) -> Operand | None:
    """Return an input element that, alone or together with other inputs, makes the output element NaN (or Inf)."""
    arrays = [(i, call.array(i)) for i in range(len(call.inputs))]
    bad = {i: ~np.isfinite(a) for i, a in arrays if a is not None and a.dtype.kind == "f"}
    bad = {i: mask for i, mask in bad.items() if mask.any()}
    if not bad:
        return None
    order = sorted(bad, key=lambda i: not np.isnan(call.array(i)).any()) if is_nan else list(bad)
    harmless = {i: np.where(mask, call.array(i).dtype.type(HARMLESS), call.array(i)) for i, mask in bad.items()}
    is_made = _is_bad_output(call, harmless, position, index, is_nan) if call.is_pure else None
    if is_made is None:  # the kernel cannot be called again
        mapped = [(i, mapped_index(call, position, i, index)) for i in order]
        found = next((Operand(i, m) for i, m in mapped if m is not None and bad[i][m]), None)
        return found if found is not None or has_lists(call) else Operand(order[0], first(bad[order[0]]))
    if is_made:
        return None
    for alone in (True, False):
        for i in order:
            others = {k: a for k, a in harmless.items() if k != i} if alone else {}
            found = _responsible(call, position, index, i, bad[i], others, is_nan)
            if found is not None:
                return Operand(i, found)
    return None


def _is_bad_output(
    call: ExecutedOp, replaced: dict[int, Array], position: int, index: Index, is_nan: bool
) -> bool | None:
    """Replace some inputs, and return True if the output element is NaN (or Inf). Return None if the kernel fails."""
    out = call.run_again(replaced, position)
    if out is None or out.ndim != len(index):
        return None
    return bool(np.isnan(out[index]) if is_nan else np.isinf(out[index]))


def _responsible(
    call: ExecutedOp, position: int, index: Index, i: int, bad: Array, others: dict[int, Array], is_nan: bool
) -> Index | None:
    """Return the index of the NaN or Inf in input `i` that makes the output NaN or Inf.

    `others` replace the other inputs.
    """
    array = call.array(i)

    def is_bad_with(kept: Array) -> bool | None:
        tried = np.where(bad & ~kept, array.dtype.type(HARMLESS), array)
        return _is_bad_output(call, {**others, i: tried}, position, index, is_nan)

    if not is_bad_with(bad) or is_bad_with(np.zeros(bad.shape, bool)):
        return None
    mapped = mapped_index(call, position, i, index)
    if mapped is not None and bad[mapped]:
        return mapped
    return _smallest(bad, is_bad_with, index)


def _smallest(bad: Array, is_bad_with: Any, index: Index) -> Index:
    """Find a single element that makes the output NaN or Inf.

    If no single element has this effect, return the element whose index is most similar to the index of the output.
    """
    places = np.flatnonzero(bad)
    while len(places) > 1:
        for part in np.array_split(places, 2):
            kept = np.zeros(bad.size, bool)
            kept[part] = True
            if is_bad_with(kept.reshape(bad.shape)):
                places = part
                break
        else:
            break
    if len(places) > 1:
        indices = [np.unravel_index(p, bad.shape) for p in places]
        shared = [sum(1 for a, b in zip(i, index, strict=False) if a == b) for i in indices]
        return as_index(indices[int(np.argmax(shared))])
    return as_index(np.unravel_index(places[0], bad.shape))


# --- computed from finite numbers -----------------------------------------------------------------------


def _made_of_finite(call: ExecutedOp, position: int, index: Index) -> Blame:
    found = _condition(call, position, index)
    if found is not None:
        return found
    out = call.result(position)
    if call.has_attribute(out[index]):
        return Blame("", True, (), None, given=True)
    operands = same_element(call, position, index)[:MAX_SHOWN]
    limit = f"{float_limits(out).max:.4g}"
    if np.isnan(out[index]):
        return Blame("NaN of finite numbers", True, operands, None)
    return Blame(f"overflow: the result is over {limit}", True, operands, None)


def _condition(call: ExecutedOp, position: int, index: Index) -> Blame | None:
    if call.op.meaning not in CONDITIONS:
        return None
    out = call.result(position)
    names = [call.op.input_name(i) for i in range(len(call.inputs))]
    arrays = {n: call.array(i) for i, n in enumerate(names)}
    arrays = {n: _number(call, n) if a is None else np.asarray(a, "float64") for n, a in arrays.items()}
    attrs = call.op.with_defaults(call.attrs)
    operands = Operands(arrays, attrs, out, float_limits(out).max)
    condition = find_condition(call.op.meaning, operands, index)
    if condition is None:
        return None
    blamed: list[Operand] = []
    for name in condition.blames:
        i = names.index(name)
        if call.array(i) is not None:
            blamed += [Operand(i, each) for each in _blamed_elements(call, position, i, index)]
    return Blame(condition.describe(operands), True, tuple(blamed[:MAX_SHOWN]), None)


def _number(call: ExecutedOp, name: str) -> Any:
    value = call.inputs[call.op.inputs.index(name)][1] if name in call.op.inputs else None
    return np.asarray(value, "float64") if isinstance(value, int | float) else None


def _blamed_elements(call: ExecutedOp, position: int, i: int, index: Index) -> list[Index]:
    """Return the indices of the elements in one input that a condition blames.

    If one input element belongs to the output element, this element is returned. Otherwise, the result is an element
    that is NaN or Inf, or else the element with the largest magnitude.
    """
    mapped = mapped_index(call, position, i, index)
    if mapped is not None:
        return [mapped]
    array = call.array(i)
    if not array.size:
        return []
    if array.ndim and len(index) and array.shape[: len(index)] == call.result(position).shape[: len(index)]:
        rows = array[index[: array.ndim]] if array.ndim > len(index) else array[index[:-1]]
        start = index if array.ndim > len(index) else index[:-1]
        return [(*start, *extreme(rows))]
    return [extreme(array)]


# --- inside the rule of a gradient ---------------------------------------------------------------------


def _blame_in_rule(
    call: ExecutedOp, position: int, index: Index, executions: list[ExecutedOp], results: list[Any]
) -> Blame | None:
    """Find the cause of a gradient element: follow the ops in the gradient rule back to an element of the inputs."""
    if position >= len(results) or not hasattr(results[position], "shape"):
        return None
    value = results[position]
    if value.shape != call.result(position).shape or np.isfinite(value[index]):
        return None
    name, tick = "", len(executions)
    texts: list[str] = []  # causes, from the last op of the rule backwards
    blamed: list[Operand] = []
    given = {id(call.inputs[i][1]): i for i in range(len(call.inputs)) if call.inputs[i][0] is not None}
    by_name = {n: i for i, (n, _) in enumerate(call.inputs) if n is not None}
    while True:
        if id(value) in given or name in by_name:
            operand = Operand(by_name.get(name, given.get(id(value), 0)), index)
            return Blame(_in_gradient(texts), bool(texts), tuple(blamed) or (operand,), operand)
        found = writer_before(executions, name, value, tick)
        if found is None:
            return None
        inner, at = found
        part = _blame_not_finite(inner, at, index)
        if part.made:
            texts.append(part.text)
            read = [(inner.inputs[o.position][0] or "", o.index) for o in part.operands]
            blamed[:0] = [Operand(by_name[n], at) for n, at in read if n in by_name]
        if part.follow is None:
            return Blame(_in_gradient(texts), True, tuple(dict.fromkeys(blamed))[:MAX_SHOWN], None)
        name, value = inner.inputs[part.follow.position][0] or "", inner.inputs[part.follow.position][1]
        index, tick = part.follow.index, inner.tick


def _in_gradient(texts: list[str]) -> str:
    """Join the texts of several causes in a gradient to one text."""
    return f"{', made of '.join(texts)}, in the gradient" if texts else ""
