"""Logged calls of PyTorch without NumPy arrays. The arrays are created when code reads a call.

A logged call refers to aliases of its tensors, which `detach()` returns. References to the tensors themselves would
affect autograd. The arrays are created later, because their creation takes longer than the operator.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator
from itertools import islice
from types import CodeType
from typing import Any

from opscope.core.formats.narrow_arrays import is_float
from opscope.core.frame_locals import FrameLocals, FunctionLocals
from opscope.core.source import UserCall
from opscope.eager.op_call_log import CallList, LoggedCall
from opscope.ops.repeats import Repeat
from opscope.torch_calls.aten_ops import AtenOp
from opscope.torch_calls.hidden_tensors import note_tensor
from opscope.torch_calls.repeated_calls import repeated_call
from opscope.torch_calls.shown_tensors import HIDDEN, NamedTensors, ShownArray
from opscope.torch_calls.storages import PLAIN, Storages, torch, use_count

_STRIDED: Any = torch.strided
_TENSOR: Any = torch.Tensor
_MOST_FOUND = 100  # functions whose arrays are kept for their next call


class UsedArrays:
    """The `ids` of the arrays of a step's calls, as far as these arrays have been made."""

    __slots__ = ("_found", "ids")

    def __init__(self) -> None:
        self.ids: set[int] = set()
        self._found: dict[UserCall, tuple[FunctionLocals, FunctionLocals]] = {}  # logged locals with all arrays

    def found(self, logged: FunctionLocals, storages: Storages) -> FunctionLocals:
        """Return the local variables of a function with the arrays that calls have used in place of the tensors.

        A tensor from the previous step is listed only if a call of this step uses it. The array of such a tensor may or
        may not be alive, so equal steps would otherwise have different locals.
        """
        known = self._found.get(logged.call)
        if known is not None and known[0] is logged:
            return known[1]
        arrays: dict[str, Any] = {}
        for name, item in logged.bound.items():
            if item is HIDDEN:
                continue
            if type(item) is ShownArray:
                arrays[name] = item.array
                continue
            array = storages.known(item) if type(item) in PLAIN else item
            if array is None:
                note_tensor(name, item)
            elif name not in logged.left or id(array) in self.ids:
                arrays[name] = array
        found = logged._replace(bound=arrays)
        if len(arrays) == len(logged.bound):
            if len(self._found) >= _MOST_FOUND:
                self._found.clear()
            self._found[logged.call] = logged, found
        return found


class DeferredCall(LoggedCall):
    """Finished call of an operator of PyTorch.

    `args`, `kwargs` and `result` contain an alias for each tensor, or a ShownArray for a tensor with a name.
    """

    __slots__ = ("args", "aten", "is_filled", "kwargs", "locals", "repeated", "result", "tensors", "threads", "used")

    args: list[Any]
    kwargs: dict[str, Any]
    result: Any
    aten: AtenOp
    locals: FrameLocals
    tensors: NamedTensors
    threads: int  # in which PyTorch computes the call
    is_filled: bool
    repeated: Repeat | None
    used: UsedArrays
    partial = ()  # these are the same for all
    result_name = ""
    depth = 0

    @property
    def has_ended(self) -> bool:
        """True, because only finished calls are deferred."""
        return True

    @property
    def made_bytes(self) -> int:
        """The size of the results in bytes, without memory that existed before the call."""
        if not self.aten.makes_memory:
            return 0
        result = self.result
        if type(result) is _TENSOR:
            return result.nbytes if result.layout is _STRIDED else 0
        return sum([each.nbytes for each in _aliases((result,)) if each.layout is _STRIDED])

    @property
    def makes_scalar(self) -> bool:
        """Return True if a result has one element."""
        result = self.result
        if type(result) is _TENSOR:
            return result.numel() == 1
        return any(each.numel() == 1 for each in _aliases(self.aten.results(result, self.args, self.kwargs)))

    def note_memory(self, found: dict[int, int]) -> None:
        """Store the sizes of the results, and of the arguments of a forward call, in bytes, under their addresses."""
        if self.aten.makes_memory:
            for alias in _aliases((self.result,)):
                if alias.layout is _STRIDED:
                    found[alias.data_ptr()] = alias.nbytes
        if self.phase == "forward" and not self.updating:
            for alias in _aliases(self.args):
                if alias.layout is _STRIDED:
                    found.setdefault(alias.data_ptr(), alias.nbytes)

    def aliases(self) -> Iterator[Any]:
        """Yield the aliases to which the call refers, including aliases of tensors in local variables."""
        yield from _aliases(self.args)
        yield from _aliases(self.kwargs.values())
        yield from _aliases((self.result,))
        for each in self.locals.frames:
            yield from _aliases(each.bound.values())

    def __getattr__(self, name: str) -> Any:
        if name == "called":
            return self.read_locals()
        if name not in _FILLED or self.is_filled:
            raise AttributeError(name)
        self.fill()
        return getattr(self, name)

    def fill(self) -> None:
        """Create the arrays of the inputs and results."""
        if self.is_filled:
            return
        op, args, kwargs = self.aten, self.args, self.kwargs
        inputs: list[Any] = []
        arrays: list[Any] = []
        outputs: list[Any] = []
        made: list[Any] = []
        is_shown = self._add_values(op.tensors(args, kwargs), inputs, arrays)
        is_shown = self._add_values(op.results(self.result, args, kwargs), outputs, made) and is_shown
        self.inputs, self.arrays, self.outputs, self.made = inputs, arrays, tuple(outputs), made
        self.used.ids.update(map(id, arrays), map(id, made))
        self.attrs = op.attributes(args, kwargs)
        self.repeated = None
        if is_shown and op.may_repeat and self._is_noted():
            self.repeated = repeated_call(op, op.lengths(args, kwargs), self.threads)
        if not self.locals.frames:
            self.called = _NO_LOCALS
        self.is_filled = True

    def _is_noted(self) -> bool:
        """Return True if each write that the call made to a tensor was recorded."""
        op = self.aten
        if not op.written:
            return True
        noted = self.writes_until - self.writes
        return noted >= 1 if op.writes_first else len(op.targets(self.args, self.kwargs)) <= noted

    def read(self) -> CodeType | FrameLocals | None:
        """Create the arrays of the inputs and results, and return the local variables at the call."""
        if not self.is_filled:
            self.fill()
        return self.called

    def read_locals(self) -> FrameLocals:
        """Return the local variables at the call whose arrays already exist because earlier calls have used them."""
        frames, storages = self.locals.frames, self.tensors.storages
        self.called = FrameLocals(tuple([self.used.found(of, storages) for of in frames])) if frames else _NO_LOCALS
        return self.called

    def pin(self, moving: Iterable[Any]) -> None:
        """Replace tensors in some storages by their arrays, before the call gives the storages other memory.

        The arguments that the call writes to are not replaced, because they are also its results.
        """
        storages, written = self.tensors.storages, {self.aten.arguments[i][0] for i in self.aten.written}
        numbers = [storage._cdata for storage in moving]
        for unread in list(storages.unread):
            for number in numbers:
                unread.pin(number)

        def pinned(item: Any) -> Any:
            if isinstance(item, list | tuple):
                return [pinned(each) for each in item]
            if type(item) not in PLAIN or storages.number(item) not in numbers:
                return item
            array = storages.of_alias(item)
            return HIDDEN if array is None else array

        names = [name for name, _ in self.aten.arguments]
        self.args[:] = [item if name in written else pinned(item) for name, item in zip(names, self.args, strict=False)]
        self.kwargs = {name: item if name in written else pinned(item) for name, item in self.kwargs.items()}
        for number in numbers:
            self.pin_locals(number)

    def pin_locals(self, storage: int) -> None:
        """Replace local variables in a storage by their arrays, because the memory of the storage will move."""
        storages = self.tensors.storages

        def pinned(item: Any) -> Any:
            if type(item) not in PLAIN or storages.number(item) != storage:
                return item
            array = storages.known(item)
            return HIDDEN if array is None else array

        self.locals = self.locals.replaced(lambda of: {n: pinned(i) for n, i in of.bound.items()})

    def _add_values(self, items: Iterable[Any], values: list[Any], arrays: list[Any]) -> bool:
        """Add the values and arrays of logged items to the two lists. Return False if a tensor has no array."""
        is_shown = True
        for item in items:
            kind = type(item)
            if kind is ShownArray:
                value, array = item.tracked, item.array
            elif kind in PLAIN:
                value = array = self.tensors.storages.of_alias(item)
                if array is None:
                    is_shown = False
                elif array.size == 1 and is_float(array):
                    value = self.tensors.scalar(item, array)
            elif item is HIDDEN:
                value = array = None
                is_shown = False
            else:
                value = array = item
            values.append(value)
            arrays.append(array)
        return is_shown

    @property
    def repeat(self) -> Repeat | None:
        """Function that repeats the call, or None if the call cannot be repeated."""
        if not self.is_filled:
            self.fill()
        return self.repeated


_NO_LOCALS = FrameLocals(())
_FILLED = frozenset(("inputs", "arrays", "attrs", "outputs", "made"))


class UnreadCalls:
    """Lists of calls that may have no arrays yet. A list is removed when no log and no record refers to it."""

    def __init__(self, storages: Storages) -> None:
        self._storages = storages
        self._lists: dict[int, tuple[weakref.ref[CallList], dict[int, list[DeferredCall]]]] = {}  # by id, by storage
        self._indexed: dict[int, int] = {}
        storages.unread.add(self)

    def add(self, calls: CallList) -> None:
        """Add a list of calls. The log appends calls to the list later."""
        key = id(calls)
        self._lists[key] = weakref.ref(calls, lambda _: self._forget(key)), {}
        self._indexed[key] = 0

    def pin(self, storage: int) -> None:
        """Create the arrays of the calls that use a storage, because the memory of the storage will move."""
        for index in self._indexes():
            for call in index.pop(storage, ()):
                call.fill()
                call.pin_locals(storage)

    def shows(self, storage: int) -> bool:
        """Return True if a call refers to the memory of a storage."""
        return any(storage in index for index in self._indexes())

    def fill_shared(self) -> None:
        """Create the arrays of the calls that refer to memory to which the program still has access."""
        aliases: dict[int, Any] = {}
        for ref, _ in list(self._lists.values()):
            for call in ref() or ():
                if isinstance(call, DeferredCall):
                    aliases.update((id(alias), alias) for alias in call.aliases())
        uses: dict[int, int] = {}
        shown: list[Any] = []  # keeps the objects that show the storages to Python: each is a use
        for alias in aliases.values():
            if (number := self._storages.number(alias)) is not None:
                shown.append(alias.untyped_storage())
                uses[number] = uses.get(number, 0) + 1
        for number, own in uses.items():
            if use_count(number) > own + 1:
                self.pin(number)

    def _indexes(self) -> list[dict[int, list[DeferredCall]]]:
        for key, (ref, index) in list(self._lists.items()):
            calls = ref()
            for call in islice(calls or (), self._indexed[key], None):
                if isinstance(call, DeferredCall) and not call.is_filled:
                    for storage in {self._storages.number(alias) for alias in call.aliases()}:
                        if storage is not None:
                            index.setdefault(storage, []).append(call)
            self._indexed[key] = len(calls or ())
        return [index for _, index in self._lists.values()]

    def _forget(self, key: int) -> None:
        self._lists.pop(key, None)
        self._indexed.pop(key, None)


def _aliases(items: Iterable[Any]) -> Iterator[Any]:
    for item in items:
        if type(item) in PLAIN:
            yield item
        elif isinstance(item, list | tuple):
            yield from _aliases(item)
