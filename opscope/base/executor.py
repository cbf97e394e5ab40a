"""paddle.base.executor."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.dense import DenseTensor
from opscope.core.dtype import as_dtype
from opscope.ir.program import Variable
from opscope.ir.scopes import read
from opscope.runtime.executor import Executor
from opscope.runtime.scope import Scope, global_scope, scope_guard


def _as_lodtensor(data: Any, place: object, dtype: Any = None) -> DenseTensor:
    made = DenseTensor()
    made.set(np.asarray(data, dtype=None if dtype is None else as_dtype(dtype).dtype), place)
    return made


def _fetch_var(name: str | Variable, scope: Scope | None = None, return_numpy: bool = True) -> Any:
    found = read(name.name if isinstance(name, Variable) else name, scope)
    return np.array(found) if return_numpy else found


__all__ = [
    "DenseTensor",
    "Executor",
    "Scope",
    "Variable",
    "_as_lodtensor",
    "_fetch_var",
    "global_scope",
    "scope_guard",
]
