"""Forms: how ops are called on a GPU. What has no form here runs its kernel on cupy, and the result is copied."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from opscope.runtime.lower.chains import VIEWS
from opscope.runtime.lower.device.launches import Launches
from opscope.runtime.lower.device.members import RULES_HERE, translation_of
from opscope.runtime.lower.device.strided import TYPES, seen
from opscope.runtime.lower.emit import FORMS, Emission, Form
from opscope.runtime.lower.forms import rows as _rows
from opscope.runtime.lower.forms.compiled import HOW
from opscope.runtime.lower.machine.program import FULL, LEAVES, ONE, REDUCED, Value
from opscope.runtime.lower.machine.translation import Translation
from opscope.runtime.lower.members import COLUMN, ELEMENTWISE
from opscope.runtime.lower.trace import Like, Ref

HERE: dict[str, Form] = {name: FORMS[name] for name in VIEWS if name in FORMS}


def _form(*names: str) -> Callable[[Form], Form]:
    def register(function: Form) -> Form:
        HERE.update(dict.fromkeys(names, function))
        return function

    return register


@_form(*ELEMENTWISE)
def _elementwise(e: Emission, *operands: Any, **_: Any) -> Any:
    """One op on values of any shapes, numbers too."""
    out = e.node.outs[0]
    if out.dtype.name not in TYPES or (any(isinstance(v, Like) for v in operands) and e.node.op.name != "cast_like"):
        return None
    translation = translation_of(e.node)
    if translation is None:
        return None
    pairs = {id(v): (v, a) for v, a in zip(e.node.inputs, operands, strict=True) if isinstance(v, Ref)}
    arrays = [e.xp.broadcast_to(a, out.shape) for _, a in pairs.values()]
    inputs = [seen(a, FULL) for a in arrays]
    over = [a for v, a in pairs.values() if v.shape == out.shape]
    array = e.out(0, *over)
    if out.size:
        made = Launches(translation.program, (1, out.size), inputs, arrays, _temp(e))
        made.store([(translation.values[id(out)], "store", array)], {})
        _launch(e, made)
    return array


@_form("chain")
def _chain(e: Emission, *operands: Any, chain: Any) -> list[Any]:
    kinds = _rows.kinds_of(chain)
    translation = Translation(chain.dtype, RULES_HERE)
    arrays: list[Any] = []
    seen_as: list[str] = []
    for ref, array in zip(chain.inputs, operands, strict=True):
        kind = kinds[id(ref)]
        stretched = array.size > 1 and not any(array.strides)  # as the gradient of a sum: it stays a number
        if stretched and ref.dtype.kind not in "iu":
            kind = ONE
        elif kind == COLUMN and chain.partial and array.size > 1:  # spread along some dims only
            kind = FULL
            (shape,) = chain.shapes
            array = e.xp.broadcast_to(array, shape)
        known = translation.input(ref, kind)
        assert known, f"no code for {ref.dtype} as {kind}"
        arrays.append(array)
        seen_as.append(translation.program.inputs[-1][0])
    for member in chain.members:
        translation.add(member)
    values = [translation.values[id(out)] for out in chain.outs]
    for out, value in zip(chain.outs, values, strict=True):
        translation.program.sink(value, HOW[kinds[id(out)]])
    divisors = {id(m.node.outs[0]): m.divisor for m in chain.members}
    last = _last_reads(translation)
    outs = [_out(e, i, chain, kinds, values, arrays, seen_as, last) for i in range(len(chain.outs))]
    inputs = [seen(a, kind) for a, kind in zip(arrays, seen_as, strict=True)]
    made = Launches(translation.program, chain.key, inputs, arrays, _temp(e))
    targets = [(value, how, out) for (value, how), out in zip(translation.program.sinks, outs, strict=True)]
    made.store(targets, {i: divisors.get(id(out), 0) for i, out in enumerate(chain.outs)})
    _launch(e, made)
    return outs


def _out(
    e: Emission, i: int, chain: Any, kinds: dict[int, str], values: Sequence[Value], arrays: Sequence[Any],
    seen_as: Sequence[str], last: bool,
) -> Any:  # fmt: skip
    """Where an output goes: over an input where one thread reads each element of it, once."""
    whole = kinds[id(chain.outs[i])] == FULL
    return e.out(i, *(a for a, kind in zip(arrays, seen_as, strict=True) if whole and last and kind == FULL))


def _last_reads(translation: Translation) -> bool:
    """True if there is one launch that reads, once."""
    stack = [value for value, _ in translation.program.sinks]
    seen_: set[Value] = set()
    while stack:
        value = stack.pop()
        if value in seen_:
            continue
        seen_.add(value)
        if value.op in REDUCED:
            return False
        stack += value.operands if value.op not in LEAVES else ()
    return all(how in ("store", "store row") for _, how in translation.program.sinks)


@_form("matmul")
def _matmul(e: Emission, x: Any, y: Any, transpose_x: bool, transpose_y: bool) -> Any:
    if x.dtype != y.dtype or x.dtype.kind != "f" or min(x.ndim, y.ndim) < 2:
        return None
    x = x.swapaxes(-1, -2) if transpose_x else x
    y = y.swapaxes(-1, -2) if transpose_y else y
    out = e.out()
    e.call(e.xp.matmul, x, y, out=out)
    return out


@_form("mul")
def _mul(e: Emission, x: Any, y: Any, x_num_col_dims: int, y_num_col_dims: int) -> Any:
    if x.dtype != y.dtype or not (x.flags.c_contiguous and y.flags.c_contiguous):
        return None
    rows, inner = math.prod(x.shape[:x_num_col_dims]), math.prod(y.shape[:y_num_col_dims])
    out = e.out()
    columns = math.prod(y.shape[y_num_col_dims:])
    x, y = x.reshape(rows, inner), y.reshape(inner, columns)
    e.call(e.xp.matmul, x, y, out=out.reshape(rows, columns))
    return out


def _temp(e: Emission) -> Callable[[int, Any], Any]:
    return lambda count, dtype: e.temp((count,), dtype)


def _launch(e: Emission, made: Launches) -> None:
    for launch in () if e.memory.paper else made.made:
        e.call(launch.call(e.xp))
