"""Ops that return a view: the same memory with another shape and strides, where that is possible."""

from __future__ import annotations

from typing import Any

from opscope.core.annotations import Array
from opscope.runtime.lower.arena import reshape_view
from opscope.runtime.lower.emitter import Emitter, lowering


def _reshaped(e: Emitter, x: Array) -> Any:
    view = reshape_view(x, e.node.outs[0].shape)
    if view is None:
        view = e.out()
        e.call(_copy_flat, view, x)
    return view


def _copy_flat(out: Array, x: Array) -> None:
    out.reshape(x.shape)[...] = x


@lowering("reshape", "squeeze", "unsqueeze", "flatten", "flatten_to_2d")
def _reshape(e: Emitter, x: Array, **attrs: Any) -> Any:
    return _reshaped(e, x)


@lowering("reshape_like")
def _reshape_like(e: Emitter, x: Array, like: Any) -> Any:
    return _reshaped(e, x)


@lowering("transpose")
def _transpose(e: Emitter, x: Array, perm: Any) -> Any:
    return x.transpose(tuple(perm))


@lowering("expand", "expand_as")
def _expand(e: Emitter, x: Array, *_: Any, **attrs: Any) -> Any:
    return e.xp.broadcast_to(x, e.node.outs[0].shape)


@lowering("getitem")
def _getitem(e: Emitter, x: Array, *indices: Array, index: Array) -> Any:
    if indices:
        return None
    view = e.node.op.kernel_for(e.xp)(x, index=index)
    return view if view.base is not None and e.xp.may_share_memory(view, x) else None
