"""Forms: how ops are called on a GPU. What has no form here runs its kernel on cupy, and the result is copied."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.runtime.lower.cuda.device_fusion import RULES_HERE, translation_of
from opscope.runtime.lower.cuda.launches import Launches, reduced
from opscope.runtime.lower.cuda.strides import TYPES, seen
from opscope.runtime.lower.emission import FORMS, Emission, Form
from opscope.runtime.lower.fused_ops import COLUMN, ELEMENTWISE, ROW
from opscope.runtime.lower.fusion import VIEWS
from opscope.runtime.lower.llvm.kernel_graph import FULL, ONE
from opscope.runtime.lower.llvm.translation import Translation
from opscope.runtime.lower.lowerings import row_blocks as _rows
from opscope.runtime.lower.lowerings.compiled_groups import HOW, stretched
from opscope.runtime.lower.lowerings.matmul import matrices
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
        if stretched(ref, array):
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
    # an output may lie over an input where one launch reads each element of it once
    once = not reduced(values) and all(kinds[id(out)] in (FULL, ROW) for out in chain.outs)
    over = [a for a, kind in zip(arrays, seen_as, strict=True) if once and kind == FULL]
    outs = [e.out(i, *(over if kinds[id(out)] == FULL else ())) for i, out in enumerate(chain.outs)]
    inputs = [seen(a, kind) for a, kind in zip(arrays, seen_as, strict=True)]
    made = Launches(translation.program, chain.key, inputs, arrays, _temp(e))
    targets = [(value, how, out) for (value, how), out in zip(translation.program.sinks, outs, strict=True)]
    made.store(targets, {i: divisors.get(id(out), 0) for i, out in enumerate(chain.outs)})
    _launch(e, made)
    return outs


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
def _mul(e: Emission, x: Any, y: Any, **dims: int) -> Any:
    found = matrices(e, x, y, **dims)
    if found is None:
        return None
    x, y, matrix, out = found
    e.call(e.xp.matmul, x, y, out=matrix)
    return out


def _temp(e: Emission) -> Callable[[int, Any], Any]:
    return lambda count, dtype: e.temp((count,), dtype)


def _launch(e: Emission, made: Launches) -> None:
    for launch in () if e.memory.paper else made.made:
        e.call(launch.call(e.xp))
