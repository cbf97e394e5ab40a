"""What a run begins with: variables that follow a number (a learning rate on a schedule) get its value of now."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from opscope.core.dense_tensor import DenseTensor
from opscope.core.place import array_module
from opscope.ir.program.program import Program
from opscope.ir.scheduled_variables import scheduled
from opscope.runtime.scope import Scope

# what was set last, and as which version of the value: a GPU would have to be waited for to say what it holds
_set: weakref.WeakKeyDictionary[DenseTensor, tuple[Any, int]] = weakref.WeakKeyDictionary()


def set_followed(program: Program, scope: Scope) -> None:
    """Set the variables that the program follows, where they have another value; those without one stay without."""
    for name, number in scheduled(program):
        held = scope.array(name)
        if held is None:
            continue
        tensor, new = scope.var(name).get_tensor(), held.dtype.type(number())
        if not _holds(tensor, held, new):
            tensor.set(np.full(held.shape, new, held.dtype), tensor._place())
            _set[tensor] = new, tensor.version


def _holds(tensor: DenseTensor, held: Any, number: Any) -> bool:
    """True if the value is known to be this number."""
    if array_module(held) is np:
        return held.item() == number
    last, version = _set.get(tensor, (None, 0))
    return last == number and tensor.version - version == (held is tensor.home)  # brought home since, by a lowered run
