"""Repetition of PyTorch's operator calls on arrays, without the user's code. The calls write in place as before.

The arrays are the arrays of a condensed step. If the operator creates a view, the result shows the memory of an
argument.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from opscope.eager.tensor_memory import address, owner_of
from opscope.ops.registry import Attrs
from opscope.ops.repeats import OperatorReference
from opscope.torch_calls.aten_ops import AtenOp
from opscope.torch_calls.named_objects import decoded, is_safe
from opscope.torch_calls.storages import DTYPES, memory_of, tensor_of, torch

_BY_GRAD_MODE = ("mkldnn_rnn_layer",)  # their kernels look whether gradients are recorded
# These have no rule for shapes, or it needs elements; the sizes of their results cannot exceed those of their inputs.
_LIMITED_BY_INPUTS = (
    *("_pack_padded_sequence", "nonzero", "masked_select", "index", "_unique", "_unique2", "unique_dim"),
    "unique_consecutive",
)


class RepeatedCall:
    """Function that repeats calls of an operator.

    The lengths of the operator's lists of tensors are fixed. `threads` is the number of threads in which PyTorch has
    computed the calls, because this number affects the order of sums.
    """

    def __init__(self, op: AtenOp, lengths: tuple[int | None, ...], threads: int) -> None:
        self._op, self._given_lengths, self._threads = op, lengths, threads
        of_arguments = lengths or (None,) * len(op.tensor_arguments)
        self._tensors = {i: n for (i, _), n in zip(op.tensor_arguments, of_arguments, strict=True)}
        self._attributes = {i: called for i, _, called in op.attribute_arguments}
        self._is_by_name = [argument.kwarg_only for argument in op.overload._schema.arguments]
        self._is_by_grad_mode = op.op.name in _BY_GRAD_MODE
        self._has_rule: bool | None = None  # for shapes; None: not known yet

    def __call__(self, given: Sequence[Any], former: Sequence[Any], attrs: Attrs) -> list[Any]:
        """Return the results of a call, like `LoggedCall.repeat`."""
        if self._has_rule is None:
            self._has_rule = self.result_bytes(given, former, attrs) is not None
        op, shown = self._op, _ShownArrays()
        args, kwargs = self._arguments(iter(given), self._overwritten(former), attrs, shown)
        with threads_set(self._threads), _as_recorded(self._is_by_grad_mode and bool(attrs.get("train"))):
            result = op.run(*args, **kwargs)
        return [shown.array(each) for each in op.results(result, args, kwargs)]

    def result_bytes(self, given: Sequence[Any], former: Sequence[Any], attrs: Attrs) -> list[int] | None:
        """Return the sizes of the results in bytes, from the operator's shape rule.

        If there is no such rule, but no result can be larger than the inputs, all sizes are 0. Otherwise, return None.
        """
        op, shown = self._op, _Shapes()
        args, kwargs = self._arguments(iter(given), self._overwritten(former), attrs, shown)
        if "device" in kwargs:
            kwargs["device"] = "meta"
        try:
            with _as_recorded(False):
                result = op.run(*args, **kwargs)
        except RuntimeError:  # there is no rule, or it needs elements
            return [0] * len(former) if op.op.name in _LIMITED_BY_INPUTS else None
        return [each.nbytes if isinstance(each, torch.Tensor) else 0 for each in op.results(result, args, kwargs)]

    def reference(self, attrs: Attrs) -> OperatorReference | None:
        """Return the reference that a recording stores for the operator.

        Return None for an operator that a recording may not call, or that has no shape rule.
        """
        schema = self._op.overload._schema
        name = f"{schema.name}.{schema.overload_name or 'default'}"
        is_callable = self._op.may_repeat and self._has_rule is not False and is_safe(schema, attrs)
        return OperatorReference("torch", name, self._given_lengths, self._threads) if is_callable else None

    def _arguments(
        self, given: Iterator[Any], overwritten: Iterator[Any], attrs: Attrs, shown: _ShownArrays | _Shapes
    ) -> tuple[list[Any], dict[str, Any]]:
        """Return the positional arguments and the keyword arguments of a call.

        The arguments after the first omitted argument are keyword arguments.
        """
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        unread = self._op.unread
        for i, (name, _) in enumerate(self._op.arguments):
            if i in self._tensors:
                length = self._tensors[i]
                source = given
                if i in unread:
                    next(given)  # None
                    source = overwritten
                value: Any = [shown.tensor(next(source)) for _ in range(length or 0)]
                value = shown.tensor(next(source)) if length is None else value
            elif (called := self._attributes[i]) in attrs:
                value = decoded(name, attrs[called])
            else:
                value = _ABSENT
            if len(args) == i and value is not _ABSENT and not self._is_by_name[i]:
                args.append(value)
            elif value is not _ABSENT and value is not None:
                kwargs[name] = value
        return args, kwargs

    def _overwritten(self, former: Sequence[Any]) -> Iterator[Any]:
        """Yield the arrays of the arguments that are only written to. `former` contains the arrays of the results."""
        op, start = self._op, 0
        for i in op.written:
            count = self._tensors[i % len(op.arguments)]
            end = start + (1 if count is None else count)
            if i in op.unread:
                yield from former[start:end]
            start = end


_ABSENT: Any = object()


_calls: dict[tuple[int, tuple[int | None, ...], int], RepeatedCall] = {}  # by id of the operator, which they keep


def repeated_call(op: AtenOp, lengths: tuple[int | None, ...], threads: int) -> RepeatedCall:
    """Return the RepeatedCall of an operator. `lengths` are the lengths of the operator's lists of tensors."""
    key = id(op.overload), lengths, threads
    found = _calls.get(key)
    if found is None:
        found = _calls[key] = RepeatedCall(op, lengths, threads)
    return found


@contextlib.contextmanager
def threads_set(count: int) -> Iterator[None]:
    """Context manager: let PyTorch compute the calls of this thread in `count` threads."""
    former = torch.get_num_threads()
    if former == count:
        yield
        return
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(former)


class _ShownArrays:
    """Conversion of the arrays of a call to tensors, and of the results of the call to arrays."""

    def __init__(self) -> None:
        self._given: dict[int, tuple[Any, Any]] = {}  # by id of a tensor, with its array
        self._owners: dict[int, Any] = {}  # the arrays that own the memory, by id
        self._made: dict[int, Any] = {}  # the same for memory that the call has made, by its place

    def tensor(self, array: Any) -> Any:
        """Return the tensor that shows an array. Return other values unchanged."""
        if not isinstance(array, np.ndarray):
            return array
        tensor = tensor_of(array)
        self._given[id(tensor)] = tensor, array
        owner = owner_of(array)
        self._owners[id(owner)] = owner
        return tensor

    def array(self, tensor: Any) -> Any:
        """Return the array that shows a result. Return None if NumPy cannot show the result."""
        if not isinstance(tensor, torch.Tensor):
            return tensor
        known = self._given.get(id(tensor))
        if known is not None and known[1].shape == tensor.shape:
            return known[1]
        storage = tensor.untyped_storage()
        is_empty = not storage.nbytes()
        if tensor.dtype not in DTYPES or (is_empty and tensor.numel()) or tensor.is_conj() or tensor.is_neg():
            return None
        dtype, start = DTYPES[tensor.dtype], -storage._cdata if is_empty else storage.data_ptr()
        memory = None if is_empty else self._given_memory(start)
        if memory is None:
            memory = self._made.get(start)
            if memory is None:
                memory = self._made[start] = memory_of(storage)[0]
        offset = 0 if is_empty else start - address(memory) + tensor.storage_offset() * dtype.itemsize
        return np.ndarray(tuple(tensor.shape), dtype, memory, offset, [s * dtype.itemsize for s in tensor.stride()])

    def _given_memory(self, start: int) -> Any:
        for owner in self._owners.values():
            memory = owner.ravel(order="K").view("u1")
            if 0 <= start - address(memory) < memory.nbytes:
                return memory
        return None


class _Shapes:
    """Conversion of the arrays of a call to tensors without elements."""

    @staticmethod
    def tensor(array: Any) -> Any:
        """Return a tensor with the shape, strides and dtype of an array. Return other values unchanged."""
        if not isinstance(array, np.ndarray):
            return array
        dtype = tensor_of(np.empty(0, array.dtype)).dtype
        strides = [stride // array.itemsize for stride in array.strides]
        return torch.empty_strided(array.shape, strides, dtype=dtype, device="meta")


@contextlib.contextmanager
def _as_recorded(records_gradients: bool) -> Iterator[None]:
    """Context manager: hide calls from the dispatch modes, autograd and autocast of this thread.

    If `records_gradients` is True, operators behave as if gradients were recorded.
    """
    with torch._C._DisableTorchDispatch(), torch._C._AutoDispatchBelowAutograd():
        former = torch.is_grad_enabled()
        torch._C._set_grad_enabled(records_gradients)
        try:
            if torch.is_autocast_enabled("cpu"):
                with torch.autocast("cpu", enabled=False):
                    yield
            else:
                yield
        finally:
            torch._C._set_grad_enabled(former)
