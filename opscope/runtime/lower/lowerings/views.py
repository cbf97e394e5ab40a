"""The same memory in another shape: no call at all, where strides can say it."""

from __future__ import annotations

from typing import Any

from opscope.runtime.lower.emission import Emission, form
from opscope.runtime.lower.memory_plan import viewed


def _reshaped(e: Emission, x: Any) -> Any:
    view = viewed(x, e.node.outs[0].shape)
    if view is None:
        view = e.out()
        e.call(_copy_flat, view, x)
    return view


def _copy_flat(out: Any, x: Any) -> None:
    out.reshape(x.shape)[...] = x


@form("reshape", "squeeze", "unsqueeze", "flatten", "flatten_to_2d")
def _reshape(e: Emission, x: Any, **attrs: Any) -> Any:
    return _reshaped(e, x)


@form("reshape_like")
def _reshape_like(e: Emission, x: Any, like: Any) -> Any:
    return _reshaped(e, x)


@form("transpose")
def _transpose(e: Emission, x: Any, perm: Any) -> Any:
    return x.transpose(tuple(perm))


@form("expand", "expand_as")
def _expand(e: Emission, x: Any, *_: Any, **attrs: Any) -> Any:
    return e.xp.broadcast_to(x, e.node.outs[0].shape)


@form("getitem")
def _getitem(e: Emission, x: Any, *indices: Any, index: Any) -> Any:
    if indices:
        return None
    view = e.node.op.kernel_for(e.xp)(x, index=index)
    return view if view.base is not None and e.xp.may_share_memory(view, x) else None
