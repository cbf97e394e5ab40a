"""Scheduled variables. Before each run, a learning rate with a schedule is set to its current value."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.place import array_module
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.ir.program.program import Program
from opscope.ir.scheduled_variables import scheduled
from opscope.runtime.scope import Scope

# (number set last, version of the tensor then): reading the value itself would wait for the GPU
_last_set: weakref.WeakKeyDictionary[DenseTensor, tuple[Any, int]] = weakref.WeakKeyDictionary()


def set_scheduled_values(program: Program, scope: Scope) -> None:
    """Set the scheduled variables of a program whose value has changed. Variables without a value are skipped."""
    for name, number in scheduled(program):
        array = scope.array(name)
        if array is None:
            continue
        tensor, new = scope.var(name).get_tensor(), array.dtype.type(number())
        if not _already_set(tensor, array, new):
            tensor.set(np.full(array.shape, new, array.dtype), tensor._place())
            _last_set[tensor] = new, tensor.version


def _already_set(tensor: DenseTensor, array: Array, number: Any) -> bool:
    """Return True if the tensor certainly has the value `number` already."""
    if array_module(array) is np:
        return array.item() == number
    last, version = _last_set.get(tensor, (None, 0))
    return last == number and tensor.version == version
