"""paddle.base.default_scope_funcs: a stack of scopes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core import state
from opscope.runtime.scope import Scope, ScopeVariable

_stack: list[Scope] = []
state.on_reset(_stack.clear)


def get_cur_scope() -> Scope:
    """Return the innermost scope."""
    if not _stack:
        _stack.append(Scope())
    return _stack[-1]


def enter_local_scope() -> None:
    """Put a child of the innermost scope on the stack."""
    _stack.append(get_cur_scope().new_scope())


def leave_local_scope() -> None:
    """Remove the innermost scope from the stack."""
    _stack.pop()
    get_cur_scope().drop_kids()


def var(name: str) -> ScopeVariable:
    """Return the variable with this name. Make the variable if it does not exist."""
    return get_cur_scope().var(name)


def find_var(name: str) -> ScopeVariable | None:
    """Return the variable with this name in this scope or in an outer scope, or None."""
    return get_cur_scope().find_var(name)


def scoped_function(func: Callable[[], Any]) -> None:
    """Call func() in a new scope."""
    enter_local_scope()
    try:
        func()
    finally:
        leave_local_scope()


__all__ = [
    "Scope",
    "enter_local_scope",
    "find_var",
    "get_cur_scope",
    "leave_local_scope",
    "scoped_function",
    "var",
]
