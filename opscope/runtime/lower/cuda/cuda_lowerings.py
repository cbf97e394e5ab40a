"""Lowering rules for a GPU. If an op has no rule, its kernel runs on cupy, and the result is copied."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.annotations import Array
from opscope.runtime.lower.cuda.array_access import C_TYPES, access_of
from opscope.runtime.lower.cuda.cuda_fusion import translation_of
from opscope.runtime.lower.cuda.launches import LaunchPlan, reductions_of
from opscope.runtime.lower.cuda.matrix_products import product
from opscope.runtime.lower.cuda.statements import LIBRARY_FUNCTIONS
from opscope.runtime.lower.emitter import LOWERINGS, Emitter, Lowering
from opscope.runtime.lower.fused_ops import COLUMN, ROW
from opscope.runtime.lower.fusion import VIEW_OPS
from opscope.runtime.lower.kernel_graph import FULL, ONE
from opscope.runtime.lower.lowerings import row_blocks
from opscope.runtime.lower.lowerings.compiled_groups import SINK_OF_KIND, is_stretched_scalar
from opscope.runtime.lower.lowerings.matmul_lowerings import matrices
from opscope.runtime.lower.trace import ShapeOnly, TraceValue
from opscope.runtime.lower.translation import Translation

CUDA_LOWERINGS: dict[str, Lowering] = {name: LOWERINGS[name] for name in VIEW_OPS if name in LOWERINGS}


def _lowering(*names: str) -> Callable[[Lowering], Lowering]:
    def register(function: Lowering) -> Lowering:
        CUDA_LOWERINGS.update(dict.fromkeys(names, function))
        return function

    return register


def elementwise(e: Emitter, *operands: Any) -> Any:
    """Lower an op on operands of any shapes, and on numbers."""
    out = e.node.outs[0]
    if out.dtype.name not in C_TYPES or (
        any(isinstance(v, ShapeOnly) for v in operands) and e.node.op.name != "cast_like"
    ):
        return None
    translation = translation_of(e.node)
    if translation is None:
        return None
    pairs = {id(v): (v, a) for v, a in zip(e.node.inputs, operands, strict=True) if isinstance(v, TraceValue)}
    arrays = [e.xp.broadcast_to(a, out.shape) for _, a in pairs.values()]
    inputs = [access_of(a, FULL) for a in arrays]
    reusable = [a for v, a in pairs.values() if v.shape == out.shape]
    array = e.out(0, *reusable)
    if out.size:
        launches = LaunchPlan(translation.graph, (1, out.size), inputs, arrays, _scratch_allocator(e))
        launches.store([(translation.values[id(out)], "store", array)], {})
        _launch(e, launches)
    return array


@_lowering("fusion_group")
def _fusion_group(e: Emitter, *operands: Any, group: Any) -> list[Any]:
    kinds = row_blocks.value_kinds_of(group)
    translation = Translation(group.float_dtype, LIBRARY_FUNCTIONS)
    arrays: list[Any] = []
    access_kinds: list[str] = []
    for ref, array in zip(group.inputs, operands, strict=True):
        kind = kinds[id(ref)]
        if is_stretched_scalar(ref, array):
            kind = ONE
        elif kind == COLUMN and group.has_partial_broadcast and array.size > 1:  # broadcast along some dims only
            kind = FULL
            (shape,) = group.shapes
            array = e.xp.broadcast_to(array, shape)
        is_supported = translation.input(ref, kind)
        assert is_supported, f"no code for {ref.dtype} as {kind}"
        arrays.append(array)
        access_kinds.append(translation.graph.inputs[-1][0])
    for member in group.members:
        translation.add(member)
    values = [translation.values[id(out)] for out in group.outs]
    for out, value in zip(group.outs, values, strict=True):
        translation.graph.add_sink(value, SINK_OF_KIND[kinds[id(out)]])
    divisors = {id(m.node.outs[0]): m.divisor for m in group.members}
    # an output may reuse the memory of an input if one launch reads each of its elements once
    reads_each_element_once = not reductions_of(values) and all(kinds[id(out)] in (FULL, ROW) for out in group.outs)
    reusable = [a for a, kind in zip(arrays, access_kinds, strict=True) if reads_each_element_once and kind == FULL]
    outs = [e.out(i, *(reusable if kinds[id(out)] == FULL else ())) for i, out in enumerate(group.outs)]
    inputs = [access_of(a, kind) for a, kind in zip(arrays, access_kinds, strict=True)]
    launches = LaunchPlan(translation.graph, group.iteration_space, inputs, arrays, _scratch_allocator(e))
    targets = [(value, sink, out) for (value, sink), out in zip(translation.graph.sinks, outs, strict=True)]
    launches.store(targets, {i: divisors.get(id(out), 0) for i, out in enumerate(group.outs)})
    _launch(e, launches)
    return outs


@_lowering("matmul")
def _matmul(e: Emitter, x: Array, y: Array, transpose_x: bool, transpose_y: bool) -> Any:
    if x.dtype != y.dtype or x.dtype.kind != "f" or min(x.ndim, y.ndim) < 2:
        return None
    x = x.swapaxes(-1, -2) if transpose_x else x
    y = y.swapaxes(-1, -2) if transpose_y else y
    out = e.out()
    e.call(product, e.xp, x, y, out)
    return out


@_lowering("mul")
def _mul(e: Emitter, x: Array, y: Array, **dims: int) -> Any:
    found = matrices(e, x, y, **dims)
    if found is None:
        return None
    x, y, matrix, out = found
    e.call(product, e.xp, x, y, matrix)
    return out


def _scratch_allocator(e: Emitter) -> Callable[[int, Any], Any]:
    return lambda count, dtype: e.temp((count,), dtype)


def _launch(e: Emitter, launches: LaunchPlan) -> None:
    for launch in () if e.memory.dry_run else launches.launches:
        e.call(launch.call(e.xp))
