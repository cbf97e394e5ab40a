"""Scopes: storage of persistable values between runs."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

from opscope.core import state
from opscope.core.annotations import Array
from opscope.core.context_settings import ContextSettings, Setting, SettingsBlock
from opscope.core.source import site
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.errors import NotFound, UsageError
from opscope.ir import value_store
from opscope.runtime.scope_runs import ScopeRuns

_numbers = itertools.count()


class ScopeVariable:
    """A named tensor or number in a scope."""

    __slots__ = ("_number", "_tensor", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self._tensor = DenseTensor()
        self._number: int | None = None

    def __repr__(self) -> str:
        value = self._number if self._number is not None else repr(self._tensor)
        return f"<variable {self.name}: {value}>"

    def get_tensor(self) -> DenseTensor:
        """Return the tensor. If its method `set` changes it, the next run reads the new value."""
        return self._tensor

    def set_int(self, value: int) -> None:
        """Store a number instead of a tensor."""
        self._number = int(value)

    def get_int(self) -> int:
        """Return the number. Raises NotFound if the variable has no tensor."""
        if self._number is None:
            raise NotFound(f"Variable is not initialized: {self.name} holds no int", site=site())
        return self._number

    def is_int(self) -> bool:
        """Return True if the variable contains a number."""
        return self._number is not None


class Scope:
    """Variables by name. If a name is not found in a scope, its parent is searched."""

    def __init__(self, parent: Scope | None = None) -> None:
        self._vars: dict[str, ScopeVariable] = {}
        self._parent = parent
        self._children: list[Scope] = []
        self._pooled = parent is None  # Paddle keeps scopes without a parent in a pool
        self.number = next(_numbers)  # unlike id(), never that of another scope
        self.root: Scope = self if parent is None else parent.root
        self.commits_in_place = 0  # of the root: the runs that have updated values of it or its children in place
        self.runs = ScopeRuns() if parent is None else parent.runs  # child scopes find the same values

    def __repr__(self) -> str:
        child = "" if self._parent is None else ", in another scope"
        return f"<Scope of {len(self._vars)} variables{child}>"

    def var(self, name: str) -> ScopeVariable:
        """Return the variable with the given name. If it does not exist, create it."""
        found = self.find_var(name)
        if found is None:
            found = self._vars[name] = ScopeVariable(name)
            DenseTensor.epoch += 1
        return found

    def find_var(self, name: str) -> ScopeVariable | None:
        """Return the variable with the given name in this scope or in a parent, or None."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope._vars:
                return scope._vars[name]
            scope = scope._parent
        return None

    def array(self, name: str) -> Any:
        """Return the array with the given name, or None."""
        found = self.find_var(name)
        return None if found is None else found._tensor.storage

    def snapshot(self, name: str) -> Any:
        """Return the array with the given name, or None. If lowered runs update the array in place, return a copy."""
        found = self.find_var(name)
        if found is None or found._tensor.home is None:
            return None if found is None else found._tensor.storage
        with self.runs.lock:
            return found._tensor.storage.copy()

    def store(self, name: str, array: Array) -> None:
        """Replace the array with the given name, after a successful run."""
        self.var(name)._tensor.storage = array

    def new_scope(self) -> Scope:
        """Create and return a child scope."""
        child = Scope(self)
        self._children.append(child)
        return child

    def _kids(self) -> list[Scope]:
        return list(self._children)

    def _remove_from_pool(self) -> None:
        if not self._pooled:
            raise NotFound(
                "Global scope is not found in ScopePool. Deleting a nonexistent scope is not allowed.", site=site()
            )
        self._pooled = False

    def drop_kids(self) -> None:
        """Remove all child scopes."""
        self._children.clear()

    def erase(self, names: Iterable[str]) -> None:
        """Remove variables of this scope."""
        for name in names:
            self._vars.pop(name, None)
        DenseTensor.epoch += 1

    def local_var_names(self) -> list[str]:
        """Return the names of the variables of this scope itself."""
        return list(self._vars)

    def size(self) -> int:
        """Return the number of variables of this scope itself."""
        return len(self._vars)


class DefaultScope(ContextSettings):
    """The scope that executors use by default."""

    scope = Setting(Scope())


_default = DefaultScope()
state.on_reset(lambda: _default.reset(scope=Scope()))


def global_scope() -> Scope:
    """Return the scope that executors use by default."""
    return _default.scope


value_store.set_global_scope(global_scope)


def scope_guard(scope: Scope) -> SettingsBlock:
    """Context manager: use another scope in this context."""
    if not isinstance(scope, Scope):
        raise UsageError(f"scope_guard needs a Scope, but received {type(scope).__name__}")
    return _default.block(scope=scope)
