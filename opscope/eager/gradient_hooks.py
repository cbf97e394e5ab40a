"""Handle of a gradient hook, and the numbers that identify hooks."""

from __future__ import annotations

import itertools

from opscope.eager.tape import Hooks

hook_numbers = itertools.count()


class HookHandle:
    """Object that `register_hook` returns. The object can remove the hook."""

    __slots__ = ("_hooks", "_number")

    def __init__(self, hooks: Hooks, number: int) -> None:
        self._hooks, self._number = hooks, number

    def remove(self) -> bool:
        """Remove the hook. Return False if the hook was removed before."""
        return self._hooks.pop(self._number, None) is not None
