"""PyTorch tensors that have a name: parameters and buffers of modules, and the state of optimizers.

Each of these tensors has an opscope Tensor, such as `model.fc1.weight`, whose array shows the memory of PyTorch's
tensor.
"""

from __future__ import annotations

import weakref
from types import FrameType
from typing import Any

from opscope.core.formats.narrow_arrays import as_stored, is_float
from opscope.core.source import CodePosition
from opscope.eager import named_tensors
from opscope.eager.op_calls import muted
from opscope.eager.tape import Tracked
from opscope.eager.tensor import Tensor
from opscope.torch_calls.hidden_tensors import note_tensor
from opscope.torch_calls.module_names import named_module
from opscope.torch_calls.storages import PLAIN, Storages, torch

_is_wrapped: Any = torch._C._functorch.is_functorch_wrapped_tensor


_Place = tuple[CodePosition | None, bool]  # of a call, and whether it trains its parameters
HIDDEN = object()  # stands for a tensor that has no elements of its own


class ShownTensor(Tensor):
    """Opscope Tensor whose array shows the memory of a PyTorch tensor."""

    __slots__ = ()
    has_path_as_name = True

    def _take_array(self, array: Any) -> None:
        """Write the elements of an array. The memory of PyTorch's tensor does not change."""
        self._value[...] = as_stored(array, self._value)


class ShownParameter(ShownTensor):
    """A Tensor that shows a parameter of a module."""

    __slots__ = ()
    is_layer_parameter = True
    persistable = True


class ShownArray:
    """A Tensor, and its array at a call. The class is not a tuple, because results of calls may be tuples."""

    __slots__ = ("array", "tracked")

    def __init__(self, tracked: Tracked, array: Any) -> None:
        self.tracked, self.array = tracked, array


class ShownMemory:
    """The part of memory that a PyTorch tensor shows."""

    __slots__ = ("address", "dtype", "shape", "strides")

    def __init__(self, tensor: Any) -> None:
        self.address, self.shape = tensor.data_ptr(), tensor.shape
        self.strides, self.dtype = tensor.stride(), tensor.dtype

    def is_same(self, tensor: Any) -> bool:
        """Return True if the tensor shows the same memory as before, in the same way."""
        return (
            tensor.data_ptr() == self.address
            and tensor.shape == self.shape
            and tensor.stride() == self.strides
            and tensor.dtype is self.dtype
        )


class _Shown:
    """A PyTorch tensor with a name, its opscope Tensor, and the part of memory that both show."""

    __slots__ = ("item", "memory", "ref")

    def __init__(self, ref: weakref.ref[Any], tensor: Any, tracked: Tracked) -> None:
        self.ref = ref
        self.take(tensor, tracked)

    def take(self, tensor: Any, tracked: Tracked) -> None:
        """Store which memory the PyTorch tensor has now."""
        self.item, self.memory = ShownArray(tracked, tracked._value), ShownMemory(tensor)


class NamedTensors:
    """PyTorch tensors with names that a thread has used, until the tensors are deleted."""

    def __init__(self, storages: Storages) -> None:
        self.storages = storages
        self._shown: dict[int, _Shown] = {}  # by id of PyTorch's tensor
        self._owners: dict[str, weakref.ref[Any]] = {}  # by name: the module of a parameter, or the tensor itself
        self._modules: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()  # their names
        self._searched: dict[int, tuple[weakref.ref[Any], set[_Place]]] = {}  # by id of a parameter without a name
        self._scalars: weakref.WeakValueDictionary[int, Tracked] = weakref.WeakValueDictionary()  # by id of the array

    def shown(self, tensor: Any) -> Tracked | None:
        """Return the opscope Tensor for a tensor with a name. Return None for other tensors."""
        found = self._shown.get(id(tensor))
        if found is None or found.ref() is not tensor:
            return None
        tracked = found.item.tracked
        is_same = found.item.array is tracked._value and found.memory.is_same(tensor)
        array = tracked._value if is_same else self.storages.array(tensor)
        if array is not tracked._value:
            if array is None:
                return None
            tracked._version = self.storages.version(tensor)
            Tracked._take_array(tracked, array)
        if array is not found.item.array:
            found.take(tensor, tracked)
        tracked.stop_gradient = not tensor.requires_grad
        return tracked

    def is_shown(self, tensor: Any) -> bool:
        """Return True for a tensor with a name."""
        found = self._shown.get(id(tensor))
        return found is not None and found.ref() is tensor

    def kept(self, tensor: Any) -> Any:
        """Return a tensor in the form in which the log stores it.

        The form is a ShownArray for a tensor with a name, an alias for other tensors, and HIDDEN for other classes of
        tensors, whose elements cannot be shown.
        """
        found = self._shown.get(id(tensor))
        if found is not None and found.ref() is tensor:
            if found.memory.is_same(tensor):
                return found.item
            if self.shown(tensor) is not None:
                return found.item
        if type(tensor) not in PLAIN or _is_wrapped(tensor):
            return HIDDEN
        return tensor.detach()

    def value(self, tensor: Any) -> Any:
        """Convert a tensor to an input or result of a recorded call.

        If the tensor has a name or may be a loss, return its opscope Tensor. Otherwise, return its array.
        """
        if id(tensor) in self._shown and (found := self.shown(tensor)) is not None:
            return found
        array = self.storages.array(tensor)
        if array is None or array.size != 1 or not is_float(array):
            return array
        return self.scalar(tensor, array)

    def leaf(self, tensor: Any) -> Tracked | None:
        """Return the opscope Tensor for a tensor with an accumulated gradient.

        Return None if NumPy cannot show its elements.
        """
        if (found := self.shown(tensor)) is not None:
            return found
        array = self.storages.array(tensor)
        return None if array is None else self.scalar(tensor, array)

    def scalar(self, tensor: Any, array: Any) -> Tracked:
        """Return the opscope Tensor for a tensor without a name."""
        known = self._scalars.get(id(array))
        if known is not None and known._value is array:
            return known
        made = ShownTensor(array, not tensor.requires_grad)
        made._version = self.storages.version(tensor)
        self._scalars[id(array)] = made
        return made

    def name_module(
        self, parameter: Any, frame: FrameType | None, position: CodePosition | None, is_trained: bool
    ) -> None:
        """Name the parameters and buffers of the module that has a parameter, if user code can name the module.

        position: the position of the call in the user's code. At each position, the module of a parameter is searched
        only once. is_trained: the call is recorded for a gradient, or belongs to an optimizer. Other calls may
        initialize the parameters while a function creates the module. The variables of this function are not used as
        names.
        """
        if not self._begin_search(parameter, (position, is_trained)) or self.storages.array(parameter) is None:
            return
        found = named_module(parameter, frame, is_trained)
        if found is not None:
            module = found[1]
            name = self._modules.setdefault(module, found[0])  # parameters may have been added to it since
            for path, tensor in torch.nn.Module.named_parameters(module):
                self.add(f"{name}.{path}", tensor, True, module)
            for path, tensor in torch.nn.Module.named_buffers(module):
                self.add(f"{name}.{path}", tensor, False, module)

    def _begin_search(self, parameter: Any, place: _Place) -> bool:
        """Record a search for the module of a parameter at a place. Return False if it was recorded before."""
        key = id(parameter)
        if key not in self._searched:
            ref = weakref.ref(parameter, lambda _: self._searched.pop(key, None))
            self._searched[key] = ref, set()
        places = self._searched[key][1]
        is_new = place not in places
        places.add(place)
        return is_new

    def name_states(self, optimizer: Any) -> None:
        """Name the state that an optimizer keeps for its parameters: `model.fc1.weight.exp_avg`."""
        for parameter, state in optimizer.state.items():
            if (of := self.shown(parameter)) is not None:
                for key, value in state.items():
                    if isinstance(value, torch.Tensor) and not self.is_shown(value):
                        self.add(f"{of._name}.{key}", value, False)

    def take_gradient(self, parameter: Any) -> None:
        """Record that a parameter has a new gradient."""
        of, gradient = self.shown(parameter), parameter.grad
        if of is None or gradient is None:
            return
        array = self.storages.array(gradient)
        if array is None:
            note_tensor(f"{of._name}.grad", gradient)
        elif of._grad is None or of._grad._value is not array:
            of._take_gradient(self.scalar(gradient, array))

    def not_finite(self, optimizer: Any) -> list[str]:
        """Return the names of an optimizer's parameters whose gradients have NaN or Inf.

        For a parameter without a name, return a text with its shape.
        """
        found: list[str] = []
        with muted(), torch.no_grad():
            for parameter in (p for group in optimizer.param_groups for p in group["params"]):
                if parameter.grad is not None and not _is_finite(parameter.grad):
                    shown = self.shown(parameter)
                    found.append(f"a parameter of shape {list(parameter.shape)}" if shown is None else shown._name)
        return found

    def forget_gradients(self) -> None:
        """Remove the gradients of all Tensors at the end of a step, because opscope does not notice their deletion."""
        for shown in list(self._shown.values()):
            shown.item.tracked._take_gradient(None)

    def add(self, name: str, tensor: Any, is_parameter: bool, module: Any = None) -> None:
        """Give a tensor a name. If another tensor has the name, append a number.

        But if the other tensor belonged to the same module, the new tensor has replaced it. Then the other tensor loses
        its name.
        """
        array = None if self.shown(tensor) is not None else self.storages.array(tensor)
        if array is None:
            return
        free, count = name, 2
        while free in self._owners:
            if module is not None and self._owners[free]() is module:
                self._release(free)
                break
            head, _, rest = name.partition(".")
            free, count = f"{head}_{count}.{rest}", count + 1
        self._owners[free] = weakref.ref(tensor if module is None else module)
        made = (ShownParameter if is_parameter else ShownTensor)(array, not tensor.requires_grad, free)
        made._version = self.storages.version(tensor)
        key = id(tensor)
        self._shown[key] = _Shown(weakref.ref(tensor, lambda ref: self._gone(key, ref)), tensor, made)

    def _release(self, name: str) -> None:
        for key, shown in list(self._shown.items()):
            if shown.item.tracked._name == name:
                del self._shown[key]
                named_tensors.discard(shown.item.tracked, name)

    def addresses(self) -> frozenset[int]:
        """Return the memory addresses of all tensors with names."""
        return frozenset([shown.memory.address for shown in list(self._shown.values())])

    def copy_arrays(self) -> None:
        """Give each opscope Tensor a copy of the elements that it shows now, and remove its name.

        A later run does not find these Tensors by name, because PyTorch's tensors may have other elements then.
        """
        for tracked in [*(shown.item.tracked for shown in self._shown.values()), *self._scalars.values()]:
            Tracked._take_array(tracked, tracked._value.copy())
            named_tensors.discard(tracked, tracked._name)

    def _gone(self, key: int, ref: Any) -> None:
        found = self._shown.get(key)
        if found is not None and found.ref is ref:
            del self._shown[key]
            self._owners.pop(found.item.tracked._name, None)


def _is_finite(gradient: Any) -> bool:
    elements = gradient.coalesce().values() if gradient.layout is torch.sparse_coo else gradient
    return bool(torch.isfinite(elements).all())
