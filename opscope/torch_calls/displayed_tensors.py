"""Reading of elements and attributes of PyTorch's tensors for display, without a call that is recorded."""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.eager.foreign.tensors import ForeignTensor
from opscope.torch_calls.storages import PLAIN, Storages, part_of_memory, torch


def displayed_tensor(value: Any) -> ForeignTensor | None:
    """Return the elements of a tensor.

    Return None for other objects, and for a tensor whose elements NumPy cannot show.
    """
    if type(value) not in PLAIN:
        return None
    with torch._C._DisableTorchDispatch(), torch._C.DisableTorchFunction():  # modes of the program see no calls
        if part_of_memory(value) is None:
            return None
        array = Storages.seen(value)
        if array is None:
            kind = f"{str(value.dtype).removeprefix('torch.')}{dims.text(tuple(value.shape))}"
            size = value.untyped_storage().nbytes()
            return ForeignTensor(None, (), f"{kind} without elements: its storage has only {size} bytes")
        has_gradient = value.is_leaf or value.retains_grad  # PyTorch warns of `grad` of other tensors
        return ForeignTensor(array, ("grad", "requires_grad") if has_gradient else ("requires_grad",))
