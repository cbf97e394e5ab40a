"""Hooks of a layer: functions by number, and the handle that removes a hook."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Hooks = dict[int, Callable[..., Any]]


class HookRemoveHelper:
    """Handle of a registered hook."""

    _next = 0

    def __init__(self, hooks: Hooks, hook: Callable[..., Any]) -> None:
        self._hooks = hooks
        self._id = HookRemoveHelper._next
        HookRemoveHelper._next += 1
        hooks[self._id] = hook

    def remove(self) -> None:
        """Remove the hook, if it still exists."""
        self._hooks.pop(self._id, None)


def before(layer: Any, hooks: Hooks, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the inputs after `hook(layer, inputs)`; the result of a hook (unless None) replaces the inputs."""
    for hook in list(hooks.values()):
        given = hook(layer, inputs)
        if given is not None:
            inputs = given if isinstance(given, tuple) else (given,)
    return inputs


def after(layer: Any, hooks: Hooks, inputs: tuple[Any, ...], outputs: Any) -> Any:
    """Return the outputs after `hook(layer, inputs, outputs)`; the result of a hook (unless None) replaces them."""
    for hook in list(hooks.values()):
        given = hook(layer, inputs, outputs)
        if given is not None:
            outputs = given
    return outputs
