"""saved_tensors_hooks, which stores the values for backward in another form until backward reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.described import Described
from opscope.core.state import mode
from opscope.eager.tape import PackedValue
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, UsageError
from opscope.ops.registry import REGISTRY


class saved_tensors_hooks(Described):  # noqa: N801 (Paddle's name)
    """Context manager: store `pack_hook(tensor)` for backward. In backward, `unpack_hook` converts it back to a Tensor.

    The hooks apply to values that ops keep for backward, and to PyLayerContext.save_for_backward. unpack_hook must
    return a Tensor with the same elements. If blocks are nested, only the hooks of the innermost block are called.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/autograd/saved_tensors_hooks_en.html
    """

    def __init__(self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]) -> None:
        if not callable(pack_hook) or not callable(unpack_hook):
            raise UsageError("saved_tensors_hooks takes two functions, pack_hook and unpack_hook")
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook
        self._pack = lambda value: _HookedValue(value, pack_hook, unpack_hook)

    def __enter__(self) -> None:
        mode.enter(self, {"pack": self._pack})

    def __exit__(self, *_: object) -> None:
        mode.leave(self)


class _HookedValue(PackedValue):
    """A stored value: the result of pack_hook, and the history that the unpacked value gets on the tape."""

    __slots__ = ("_edge", "_leaf", "_name", "_packed", "_stop_gradient", "_unpack")

    def __init__(self, value: Any, pack: Callable[[Tensor], Any], unpack: Callable[[Any], Tensor]) -> None:
        tensor = value if isinstance(value, Tensor) else Tensor(value)
        self._edge, self._stop_gradient, self._name = tensor._edge, tensor.stop_gradient, tensor._name
        self._leaf = tensor if tensor._edge is None and not tensor.stop_gradient else None
        with mode.block(pack=None):  # what the hook computes is not packed itself
            self._packed = pack(tensor)
        self._unpack = unpack

    def unpack(self) -> Tensor:
        """Return the result of unpack_hook, with the history of the packed value. It must be a Tensor (UsageError)."""
        found = self._unpack(self._packed)
        if not isinstance(found, Tensor):
            raise UsageError(
                f"unpack_hook must return a Tensor, but returned {type(found).__name__}",
                fix="return paddle.to_tensor(value)",
            )
        if self._leaf is not None and mode.grad:  # to be differentiated again: lead to the leaf
            tensor: Tensor = REGISTRY["assign"](self._leaf)
            tensor._take_array(found._value)
            return tensor
        tensor = Tensor(found._value, self._stop_gradient, self._name)
        tensor._edge = self._edge
        return tensor


def pack_saved(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Pack the values of PyLayerContext.save_for_backward. Hooks accept Tensors and lists of Tensors.

    If there are hooks, other values raise ArgumentError.
    """
    return tuple(map(_pack_value, values)) if mode.pack is not None else values


def _pack_value(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_pack_tensor(v) for v in value] if isinstance(value, list) else tuple(map(_pack_tensor, value))
    return _pack_tensor(value)


def _pack_tensor(value: Any) -> Any:
    if value is None:
        return None
    if not isinstance(value, Tensor):
        raise ArgumentError(
            "save_for_backward only support Tensor, list of Tensor, tuple of Tensor.",
            facts={"given": type(value).__name__},
            fix="store the value as an attribute: ctx.value = value",
        )
    assert mode.pack is not None
    return mode.pack(value)


def unpack_saved(values: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
    """Unpack the stored values for PyLayerContext.saved_tensor."""
    return None if values is None else tuple(map(_unpack_value, values))


def _unpack_value(value: Any) -> Any:
    if isinstance(value, list | tuple) and any(isinstance(v, PackedValue) for v in value):
        return [_unpack_value(v) for v in value] if isinstance(value, list) else tuple(map(_unpack_value, value))
    return value.unpack() if isinstance(value, PackedValue) else value
