"""The handle of a gradient hook, and the numbers of hooks."""

from __future__ import annotations

import itertools

from opscope.eager.tape import Hooks

hook_numbers = itertools.count()


class HookHandle:
    """The result of `register_hook`, which can remove the hook."""

    __slots__ = ("_hooks", "_number")

    def __init__(self, hooks: Hooks, number: int) -> None:
        self._hooks, self._number = hooks, number

    def remove(self) -> bool:
        """Remove the hook; return False if it was removed before."""
        return self._hooks.pop(self._number, None) is not None
