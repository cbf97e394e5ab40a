"""Kernels that call PyTorch's operators on arrays. PyTorch's dispatch modes and autograd do not see these calls."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from opscope.core.formats.narrow_arrays import STORED, narrowed, widened
from opscope.errors import UnsupportedError
from opscope.ops.registry import Attrs
from opscope.torch_calls.named_objects import decoded
from opscope.torch_calls.storages import DTYPES, elements_of, tensor_of, torch


def kernel_of(overload: Any, called: dict[str, str], beside: Sequence[int]) -> Callable[..., Any]:
    """Return a kernel that computes an operator on arrays. The kernel returns NumPy arrays, and writes to no argument.

    `called` maps the names of the op's attributes to the names of the operator's arguments. `beside` are the arguments
    that the operator writes to and does not return.
    """
    name: str = overload._schema.name.partition("::")[2]
    arguments = list(overload._schema.arguments)
    lists = [a for a in arguments if "Tensor" in str(a.type) and "List" in str(a.type)]
    last_tensor = next((a for a in reversed(arguments) if "Tensor" in str(a.type)), None)
    why_not = ""
    if draws(overload):
        why_not = "draws random numbers"
    elif len(lists) > 1 or (lists and lists[0] is not last_tensor):
        why_not = "takes several lists of tensors"

    def kernel(xp: Any, *inputs: Any, **attrs: Any) -> Any:
        if why_not:
            raise UnsupportedError(f"{name} is not computed again, because it {why_not}")
        given = [_tensor(value) for value in inputs]
        if name == "copy_":  # what it writes to is not read
            return [_array(given[1])]
        args, kwargs = _arguments(arguments, given, {called.get(n, n): v for n, v in attrs.items()})
        with _unseen():
            result = overload._op(*args, **kwargs)
            if not overload._schema.returns:
                result = args[0]
            found = list(result) if isinstance(result, list | tuple) else [result]
            return [_array(each) for each in (*found, *(args[i] for i in beside))]

    kernel.__doc__ = f"The operator {name} of PyTorch."
    return kernel


def draws(overload: Any) -> bool:
    """Return True for an operator that draws random numbers."""
    arguments = overload._schema.arguments
    return torch.Tag.nondeterministic_seeded in overload.tags or any("Generator" in str(a.type) for a in arguments)


def _arguments(arguments: Sequence[Any], given: list[Any], attrs: Attrs) -> tuple[list[Any], dict[str, Any]]:
    """Return the positional arguments and the keyword arguments of a call."""
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    for argument in arguments:
        if "Tensor" in str(argument.type):
            value: Any = given if "List" in str(argument.type) else (given.pop(0) if given else None)
        elif argument.name in attrs:
            value = decoded(argument.name, attrs[argument.name])
        else:
            value = argument.default_value
        if argument.kwarg_only:
            if value is not None:
                kwargs[argument.name] = value
        else:
            args.append(value)
    return args, kwargs


def _tensor(value: Any) -> Any:
    """Return a tensor with the elements of an array, in the same format. Return other values unchanged."""
    if not isinstance(value, np.ndarray):
        return value
    found = getattr(value, "format", "")
    return tensor_of(narrowed(value, STORED[found]) if found else np.array(value))


def _array(value: Any) -> Any:
    if not isinstance(value, torch.Tensor):
        return value
    found = value.detach().resolve_conj().resolve_neg()
    return widened(elements_of(found)) if found.dtype in DTYPES else found.to(torch.float32).numpy()


@contextlib.contextmanager
def _unseen() -> Iterator[None]:
    """Context manager: hide calls from the dispatch modes, autograd and autocast of this thread."""
    with torch._C._DisableTorchDispatch(), torch.no_grad(), torch.autocast("cpu", enabled=False):
        yield
