"""Which elements of which inputs made an element of an output: one call of an op, looked at alone.

For NaN and Inf the kernel itself is asked: an input is to blame if the element becomes finite when the input is. So it
needs no knowledge of the op. What turns finite numbers into NaN or Inf is in `operator_conditions`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.place import has_numbers, to_host
from opscope.debug.why.executions import Execution, rule_executions, writer_before
from opscope.debug.why.operator_conditions import CONDITIONS, Operands, find_condition
from opscope.ops.infer import BROADCASTING
from opscope.ops.pullback import pullback

Index = tuple[int, ...]
HARMLESS = 0.5  # what stands for NaN and Inf where a kernel is called again
MAX_SHOWN = 3  # elements of a blame
_SAME_SHAPE = (
    *("relu", "tanh", "sigmoid", "gelu", "silu", "abs", "assign", "dropout", "clip", "sign"),
    *("floor", "ceil", "round", "rint", "trunc"),
)


@dataclass(frozen=True)
class Operand:
    """An element of the input at `position`."""

    position: int
    index: Index


@dataclass(frozen=True)
class Blame:
    """Why an element is what it is.

    `text` says what the op did, `made` whether the NaN or Inf is made here (else an input had it already), `operands`
    are the elements to blame, `follow` is the one to ask next (None: here it begins).
    """

    text: str
    made: bool
    operands: tuple[Operand, ...]
    follow: Operand | None


def blame(call: Execution, position: int, index: Index) -> Blame:
    """Why element `index` of an output of a call is NaN, Inf, or what it is."""
    out = call.result(position)
    if np.isfinite(out[index]):
        return _origin_of_number(call, out, index)
    if (inside := rule_executions(call)) is not None:
        found = _blame_in_rule(call, position, index, *inside)
        if found is not None:
            return found
    return _blame_not_finite(call, position, index)


def _blame_not_finite(call: Execution, position: int, index: Index) -> Blame:
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
    return Blame("", False, (culprit,), culprit)


def _text(value: Any) -> str:
    return "NaN" if np.isnan(value) else f"{'-' if value < 0 else ''}Inf" if np.isinf(value) else f"{value:.6g}"


def _blame_function(call: Execution) -> Blame:
    """The call of a function of the user: it cannot be called again, so what it got must do."""
    for position in range(len(call.inputs)):
        array = call.array(position)
        if array is not None and array.dtype.kind == "f" and not np.isfinite(array).all():
            operand = Operand(position, _first(~np.isfinite(array)))
            return Blame(f"{call.function} got it", False, (operand,), operand)
    return Blame(f"{call.function} made it of finite numbers", True, (), None)


# --- passed on, or made of Inf -------------------------------------------------------------------------


def _culprit(call: Execution, position: int, index: Index, is_nan: bool) -> Operand | None:
    """An element of an input that makes the output NaN (or Inf): alone, or else together with those of other inputs."""
    arrays = [(i, call.array(i)) for i in range(len(call.inputs))]
    bad = {i: ~np.isfinite(a) for i, a in arrays if a is not None and a.dtype.kind == "f"}
    bad = {i: mask for i, mask in bad.items() if mask.any()}
    if not bad:
        return None
    order = sorted(bad, key=lambda i: not np.isnan(call.array(i)).any()) if is_nan else list(bad)
    if not call.is_pure:
        mapped = [(i, mapped_index(call, position, i, index)) for i in order]
        return next(
            (Operand(i, m) for i, m in mapped if m is not None and bad[i][m]), Operand(order[0], _first(bad[order[0]]))
        )
    harmless = {i: np.where(mask, call.array(i).dtype.type(HARMLESS), call.array(i)) for i, mask in bad.items()}
    if _is_bad_output(call, harmless, position, index, is_nan) is not False:
        return None  # it is made of finite numbers, or the kernel cannot be asked
    for alone in (True, False):
        for i in order:
            others = {k: a for k, a in harmless.items() if k != i} if alone else {}
            found = _responsible(call, position, index, i, bad[i], others, is_nan)
            if found is not None:
                return Operand(i, found)
    return None


def _is_bad_output(
    call: Execution, replaced: dict[int, Array], position: int, index: Index, is_nan: bool
) -> bool | None:
    """Whether the element is NaN (or Inf) with other arrays for some inputs; None if the kernel refuses them."""
    out = call.run_again(replaced, position)
    if out is None or out.ndim != len(index):
        return None
    return bool(np.isnan(out[index]) if is_nan else np.isinf(out[index]))


def _responsible(
    call: Execution, position: int, index: Index, i: int, bad: Array, others: dict[int, Array], is_nan: bool
) -> Index | None:
    """The element of an input that is NaN or Inf and makes the output so, with `others` in place of other inputs."""
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
    """One element that makes the output bad alone; where only several do together, the first in the output's row."""
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
        return _index(indices[int(np.argmax(shared))])
    return _index(np.unravel_index(places[0], bad.shape))


# --- made of finite numbers ----------------------------------------------------------------------------


def _made_of_finite(call: Execution, position: int, index: Index) -> Blame:
    found = _condition(call, position, index)
    if found is not None:
        return found
    out = call.result(position)
    operands = _same_element(call, position, index)
    limit = f"{np.finfo(out.dtype).max:.4g}"
    if np.isnan(out[index]):
        return Blame("NaN of finite numbers", True, operands, None)
    return Blame(f"overflow: the result is over {limit}", True, operands, None)


def _condition(call: Execution, position: int, index: Index) -> Blame | None:
    if call.op.name not in CONDITIONS:
        return None
    out = call.result(position)
    names = [call.op.input_name(i) for i in range(len(call.inputs))]
    arrays = {n: call.array(i) for i, n in enumerate(names)}
    arrays = {n: _number(call, n) if a is None else np.asarray(a, "float64") for n, a in arrays.items()}
    attrs = call.op.with_defaults(call.attrs)
    operands = Operands(arrays, attrs, out, float(np.finfo(out.dtype).max))
    condition = find_condition(call.op.name, operands, index)
    if condition is None:
        return None
    blamed: list[Operand] = []
    for name in condition.blames:
        i = names.index(name)
        if call.array(i) is not None:
            blamed += [Operand(i, each) for each in _blamed_elements(call, position, i, index)]
    return Blame(condition.describe(operands), True, tuple(blamed[:MAX_SHOWN]), None)


def _number(call: Execution, name: str) -> Any:
    value = call.inputs[call.op.inputs.index(name)][1] if name in call.op.inputs else None
    return np.asarray(value, "float64") if isinstance(value, int | float) else None


def _blamed_elements(call: Execution, position: int, i: int, index: Index) -> list[Index]:
    """The elements of an input that a condition is about: the same element, or the largest, or the first one."""
    mapped = mapped_index(call, position, i, index)
    if mapped is not None:
        return [mapped]
    array = call.array(i)
    if not array.size:
        return []
    if array.ndim and len(index) and array.shape[: len(index)] == call.result(position).shape[: len(index)]:
        rows = array[index[: array.ndim]] if array.ndim > len(index) else array[index[:-1]]
        start = index if array.ndim > len(index) else index[:-1]
        return [(*start, *_extreme(rows))]
    return [_extreme(array)]


def _extreme(array: Array) -> Index:
    """The element that is not finite, else the largest one."""
    bad = ~np.isfinite(array)
    return _first(bad) if bad.any() else _index(np.unravel_index(int(np.argmax(np.abs(array))), array.shape))


# --- inside the rule of a gradient ---------------------------------------------------------------------


def _blame_in_rule(
    call: Execution, position: int, index: Index, executions: list[Execution], results: list[Any]
) -> Blame | None:
    """The blame of a gradient: found among the ops of its rule, and said about its own inputs."""
    if position >= len(results) or not hasattr(results[position], "shape"):
        return None
    value, text, made = results[position], "", False
    if value.shape != call.result(position).shape or np.isfinite(value[index]):
        return None
    name, tick, operands = "", len(executions), ()
    given = {id(call.inputs[i][1]): i for i in range(len(call.inputs)) if call.inputs[i][0] is not None}
    by_name = {n: i for i, (n, _) in enumerate(call.inputs) if n is not None}
    while True:
        if id(value) in given or name in by_name:
            operand = Operand(by_name.get(name, given.get(id(value), 0)), index)
            return Blame(text, made, operands or (operand,), operand)
        found = writer_before(executions, name, value, tick)
        if found is None:
            return None
        inner, at = found
        part = _blame_not_finite(inner, at, index)
        if part.made and not made:
            made, text = True, f"{part.text}, in the gradient"
            operands = tuple(
                Operand(by_name[read], o.index)
                for o in part.operands
                if (read := inner.inputs[o.position][0] or "") in by_name
            )
        if part.follow is None:
            return Blame(text, made, operands, None)
        name, value = inner.inputs[part.follow.position][0] or "", inner.inputs[part.follow.position][1]
        index, tick = part.follow.index, inner.tick


# --- numbers -------------------------------------------------------------------------------------------


def _origin_of_number(call: Execution, out: Array, index: Index) -> Blame:
    """Of a finite element: the elements that it was computed from, as far as the op says which; a zero of a zero."""
    floats = [
        i
        for i in range(len(call.inputs))
        if (a := call.array(i)) is not None and a.size and (a.dtype.kind == "f" or call.op.name == "cast")
    ]
    position = next((i for i in range(len(call.outputs)) if call.result(i) is out), 0)
    operands = _same_element(call, position, index)
    if len(operands) != 1 or len(floats) != 1:
        operands = _depending(call, position, index, operands)
    if not operands and floats:
        operands = tuple(Operand(i, _extreme(call.array(i))) for i in floats[:1])
    follow = next((o for o in operands if o.position in floats), None)
    text = ""
    if out[index] == 0:
        zeros = [o for o in operands if call.array(o.position)[o.index] == 0]
        if zeros and call.op.name in ("multiply", "scale", "divide", "assign", "reshape"):
            follow = zeros[0]
        elif follow is not None and call.op.name == "relu":
            text = "relu of a number that is not positive"
        elif call.op.name == "dropout":
            text = "dropped"
    if call.op.outputs and call.op.outputs[0] == "param_out" and len(call.inputs) > 1:
        gradient = next((o for o in operands if o.position == 1), None)
        follow = gradient or follow
    return Blame(text, False, operands, follow)


def _depending(call: Execution, position: int, index: Index, operands: tuple[Operand, ...]) -> tuple[Operand, ...]:
    """Those of some operands on which the element depends; else, of each input the element with the largest share.

    The share is the gradient times the value. All operands where the gradients say nothing, as those of a rounding.
    """
    if call.op.name in ("matmul", "mul") and (product := _largest_product(call, index)):
        return product
    out, gradients = call.result(position), _gradients(call, position, index)
    moving = tuple(o for o in operands if o.position in gradients and gradients[o.position][o.index])
    if moving:
        return moving
    found: list[Operand] = []
    for i, gradient in gradients.items():
        array = call.array(i)
        share = np.abs(gradient * array)
        if not np.nansum(share):
            share = np.abs(gradient)
        if not np.nansum(share):
            continue
        # a normalization has the shape of its input, and is no sum of products
        is_same = array.shape == out.shape and call.op.name not in _SUMS_OF_PRODUCTS and bool(gradient[index])
        found.append(Operand(i, index if is_same else _index(np.unravel_index(int(np.nanargmax(share)), share.shape))))
    return tuple(found[:MAX_SHOWN]) or operands


def _largest_product(call: Execution, index: Index) -> tuple[Operand, ...]:
    """The operands of the largest term of a product of two matrices: its gradient takes as long as the product."""
    x, y = call.array(0), call.array(1)
    if not x.ndim == y.ndim == 2:
        return ()
    row = x[:, index[0]] if call.attrs.get("transpose_x") else x[index[0]]
    column = y[index[1]] if call.attrs.get("transpose_y") else y[:, index[1]]
    k = int(np.argmax(np.abs(row * column)))
    of_x = (k, index[0]) if call.attrs.get("transpose_x") else (index[0], k)
    of_y = (index[1], k) if call.attrs.get("transpose_y") else (k, index[1])
    return Operand(0, of_x), Operand(1, of_y)


def _gradients(call: Execution, position: int, index: Index) -> dict[int, Array]:
    """The gradients of an element of an output, by input, in float64; none where the op has no rule, or calls the user.

    It is what an element depends on, for any op: elements that are moved, chosen, added up or multiplied.
    """
    out = call.result(position)
    arrays = {i: a for i in range(len(call.inputs)) if (a := call.array(i)) is not None}
    wanted = tuple(i for i, a in arrays.items() if a.dtype.kind == "f" and a.size and call.op.has_gradient(i))
    if not call.is_pure or out is None or out.dtype.kind != "f" or not wanted:
        return {}
    douts: list[Any] = [None] * len(call.outputs)
    douts[position] = np.zeros_like(out)
    douts[position][index] = 1
    values = [arrays.get(i, value) for i, (_, value) in enumerate(call.inputs)]
    try:
        with np.errstate(all="ignore"):
            found = pullback(call.op, wanted, values, [v for _, v in call.outputs], call.attrs, douts)
    except Exception:  # noqa: BLE001 (it is only tried: a rule may need what was not kept)
        return {}
    made = {i: to_host(g) for i, g in zip(wanted, found, strict=True) if has_numbers(g)}
    return {i: np.asarray(g, "float64") for i, g in made.items() if g.shape == arrays[i].shape}


def _same_element(call: Execution, position: int, index: Index) -> tuple[Operand, ...]:
    found = [(i, mapped_index(call, position, i, index)) for i in range(len(call.inputs))]
    return tuple(Operand(i, m) for i, m in found if m is not None)[:MAX_SHOWN]


def mapped_index(call: Execution, position: int, i: int, index: Index) -> Index | None:
    """The element of an input that an element of an output is computed from; None if the op reads several."""
    array, out = call.array(i), call.result(position)
    if array is None or out is None or not array.size:
        return None
    if array.size == 1:
        return (0,) * array.ndim
    if _is_elementwise(call, array, out):
        offset = out.ndim - array.ndim
        return tuple(0 if n == 1 else k for n, k in zip(array.shape, index[offset:], strict=True))
    if call.op.name in _RESHAPES and array.size == out.size:
        return _index(np.unravel_index(int(np.ravel_multi_index(index, out.shape)), array.shape))
    return None


def _is_elementwise(call: Execution, array: Array, out: Array) -> bool:
    op = call.op
    update = op.outputs[:1] == ("param_out",)
    known = op.infer in BROADCASTING or op.name in _SAME_SHAPE or update or _one_number(op.name)
    if not known or array.ndim > out.ndim:
        return False
    return all(n in (1, m) for n, m in zip(array.shape[::-1], out.shape[::-1], strict=False))


def _one_number(op: str) -> bool:
    """True for the functions of one number in the table of conditions."""
    found = CONDITIONS.get(op)
    return found is not None and all(c.blames == ("x",) for c in found) and op not in _ROWS


_RESHAPES = ("reshape", "flatten", "squeeze", "unsqueeze", "reshape_like", "flatten_to_2d")
_SUMS_OF_PRODUCTS = ("matmul", "mul", "conv2d", "conv3d", "conv2d_transpose", "conv3d_transpose", "einsum", "cumsum")
_ROWS = ("softmax", "log_softmax", "mean", "sum", "prod", "cumsum", "layer_norm", "batch_norm", "logsumexp")


def _first(mask: Array) -> Index:
    return _index(np.unravel_index(int(np.argmax(mask)), mask.shape))


def _index(found: Any) -> Index:
    return tuple(int(i) for i in found)
