"""Names and copies of the values of eager code.

A value has the name of its Tensor, or the name that the user gave to the op (`tanh(x, name="h")`). Otherwise it is
named after the op that made it and the number of that call in the step, `tanh_4`, or after the first call that reads
it, `matmul_0.x`. The gradient of `h` is `h@GRAD`; where h is used several times, each contribution has this name.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.place import is_array
from opscope.eager.array_versions import WritesPart
from opscope.eager.op_calls import SET_VALUE, OpCall
from opscope.eager.tape import TapeNode, Tracked
from opscope.ir.program.program import GRAD

GENERATED_PREFIX = "generated_tensor_"  # an unnamed Tensor gets such a name when its `name` is read
MAX_NAMES = 20_000  # when there are more names, those of deleted Tensors are dropped

_NONE: dict[int, str] = {}
Names = tuple[str | None, ...]
NamedArrays = tuple[tuple[str, Any], ...]
NamedTensors = dict[str, weakref.ref[Tracked]]


class _KnownArray:
    """An array that a call has used: its name, and the copy of its version `copied_version`, if a record keeps it."""

    __slots__ = ("_copy", "copied_version", "name", "ref", "version")

    def __init__(self, ref: weakref.ref[Any], name: str, copy: Any, version: list[int] | None, at: int) -> None:
        self.ref, self.name, self.version = ref, name, version
        self.note_copy(copy, at)

    def note_copy(self, copy: Any, at: int) -> None:
        """Remember a copy of a version."""
        self._copy, self.copied_version = weakref.ref(copy), at

    def copy_of(self, version: int) -> Any:
        """The copy of a version, if somebody has it yet: values that the history has let go take no memory here."""
        return self._copy() if self.copied_version == version else None


class TensorNames:
    """Gives names to the inputs and outputs of calls, and copies of their arrays."""

    def __init__(self) -> None:
        self._known: dict[int, _KnownArray] = {}  # by id of the array, while the array exists
        self._result_names_by_node: weakref.WeakKeyDictionary[TapeNode, dict[int, str]] = weakref.WeakKeyDictionary()
        self._live_tensors: NamedTensors = {}
        self.persistable: set[str] = set()  # names of Tensors that outlive a step: parameters, states of optimizers

    # --- calls --------------------------------------------------------------------------------------

    def input_names(self, call: OpCall, number: int) -> tuple[Names, NamedArrays]:
        """The names of a call's inputs (None for an input that is no array), and copies of the arrays."""
        given = self._positional_names(call)
        names: list[str | None] = []
        values: list[tuple[str, Any]] = []
        for position, value in enumerate(call.inputs):
            if not isinstance(value, Tracked) and not is_array(value):
                names.append(None)
                continue
            name = (
                given.get(position) or self.name_of(value) or f"{call.op.name}_{number}.{_input_name(call, position)}"
            )
            names.append(name)
            if (copy := self.copy(value, name)) is not None:
                values.append((name, copy))
        return tuple(names), tuple(values)

    def expected_outputs(self, call: OpCall, number: int) -> Names:
        """The names that the results of a call will have, as far as their number is known before the call."""
        if call.node is not None:
            return tuple(self._gradient_name(e, f"{call.op.name}_{number}.d{i}") for i, e in enumerate(call.node.edges))
        if is_update(call):
            name, states = self.name_of(_first(call)), call.inputs[2:]
            rest = zip(call.op.outputs[1:], states, strict=False)  # the learning rate follows the states
            updated = (name, *(self.name_of(state) or f"{name}.{out.removesuffix('_out')}" for out, state in rest))
            self.persistable.update(updated)
            return updated
        return self._result_names(call, number, 1 if call.op.variadic_out else len(call.op.outputs))

    def output_names(self, call: OpCall, number: int, expected: Names) -> tuple[Names, NamedArrays]:
        """The names of a call's results, and copies of the arrays."""
        outputs = call.outputs
        names = expected if len(outputs) == len(expected) else self._result_names(call, number, len(outputs))
        values: list[tuple[str, Any]] = []
        found: list[str | None] = []
        for name, value in zip(names, outputs, strict=True):
            if name is None or not (isinstance(value, Tracked) or is_array(value)):
                found.append(None)
                continue
            if isinstance(value, Tracked):
                name = own_name(value) or name
                if value._edge is not None:
                    node, index = value._edge
                    self._result_names_by_node.setdefault(node, {})[index] = name
                if own_name(value) or name in call.names:
                    self._register(name, value)
            found.append(name)
            if (copy := self.copy(value, name)) is not None:
                values.append((name, copy))
        return tuple(found), tuple(values)

    def _result_names(self, call: OpCall, number: int, count: int) -> Names:
        op, base = call.op, f"{call.op.name}_{number}"
        if op is SET_VALUE:
            return (self.name_of(_first(call)) or base,)
        base = call.names[0] if call.names else base
        if count == 1:
            return (base,)
        return tuple(f"{base}.{op.output_name(i)}" + (str(i) if op.variadic_out else "") for i in range(count))

    def _positional_names(self, call: OpCall) -> dict[int, str]:
        """The names of inputs that depend on the position only, not on the array: gradients."""
        if call.node is None:
            name = self.name_of(_first(call)) if is_update(call) else ""
            return {1: name + GRAD} if name else _NONE
        if call.op.forward is None:
            return _NONE
        kept, results = call.op.forward.residuals, self._result_names_by_node.get(call.node, {})
        first = len(kept.inputs) + len(kept.outputs)
        return {first + i: results[out] + GRAD for i, out in enumerate(kept.douts) if out in results}

    def _gradient_name(self, edge: Any, default: str) -> str:
        of = (
            self.name_of(edge)
            if isinstance(edge, Tracked)
            else self._result_names_by_node.get(edge[0], {}).get(edge[1], "")
        )
        return of + GRAD if of else default

    # --- values -------------------------------------------------------------------------------------

    def name_of(self, value: Any) -> str:
        """The name of a Tensor or an array, "" if it has none yet."""
        if not isinstance(value, Tracked):
            return self._known_name(value)
        if name := own_name(value):
            self._register(name, value)
            return name
        return self._known_name(self._array_of(value))

    def _array_of(self, tensor: Tracked) -> Any:
        return tensor._value

    def _known_name(self, array: Array) -> str:
        known = self._known.get(id(array))
        return "" if known is None or known.ref() is not array else known.name

    def is_parameter(self, name: str) -> bool:
        """Return True if it is the name of a layer's parameter that still exists."""
        found = self.live_tensor(name)
        return found is not None and found.is_layer_parameter

    def result_of(self, node: TapeNode) -> str:
        """The name of the first result of the call that made a node, "" if it is unknown."""
        return next(iter(self._result_names_by_node.get(node, {}).values()), "")

    def live_tensor(self, name: str) -> Tracked | None:
        """The Tensor with a name given by the user, if it still exists."""
        found = self._live_tensors.get(name)
        return None if found is None else found()

    def keep_track(self, name: str, tensor: Tracked) -> None:
        """Let a Tensor without a name of its own be set under the name of its value, as long as it exists."""
        self._register(name, tensor)

    def _register(self, name: str, tensor: Tracked) -> None:
        found = self._live_tensors.get(name)
        if found is None or found() is not tensor:
            if len(self._live_tensors) >= MAX_NAMES:
                for gone in [n for n, ref in self._live_tensors.items() if ref() is None]:
                    del self._live_tensors[gone]
            self._live_tensors[name] = weakref.ref(tensor)
            if getattr(tensor, "persistable", False):
                self.persistable.add(name)

    def copy(self, value: Any, name: str) -> Any:
        """A copy of an array in its current version: the former copy if the array was not written since."""
        array, version = (value._value, value._version) if isinstance(value, Tracked) else (value, None)
        if isinstance(array, np.generic):  # NumPy scalars cannot be weakly referenced
            return np.asarray(array)
        known = self._known.get(id(array))
        if known is not None and known.ref() is array and (version is None or version is known.version):
            now = 0 if known.version is None else known.version[0]
            known.name = name
            made = known.copy_of(now)
            if made is None:
                known.note_copy(made := array.copy(), now)
            return made
        forget, made = weakref.KeyedRef(array, self._forget, id(array)), array.copy()
        self._known[id(array)] = _KnownArray(forget, name, made, version, 0 if version is None else version[0])
        return made

    def start_step(self) -> None:
        """Forget the names that calls of the last step gave: they count the calls of a step."""
        for known in list(self._known.values()):
            known.name = ""
        self._result_names_by_node.clear()

    def invalidate_copies(self) -> None:
        """Discard all copies, after a write that did not change the version of the arrays."""
        for known in list(self._known.values()):
            known.copied_version = -1

    def _forget(self, ref: Any) -> None:
        self._known.pop(ref.key, None)


class LoggedNames(TensorNames):
    """The names and arrays of logged calls, as they were when the calls ran.

    `of` are the names of the calls before; with None nothing is known but the names of the `tensors`.
    """

    def __init__(self, writes: WritesPart, of: TensorNames | None, tensors: TensorNames | None = None) -> None:
        super().__init__()
        known = of or tensors
        if known is not None:
            self._live_tensors, self.persistable = known._live_tensors, known.persistable
        self._writes = writes
        self._then: dict[int, Any] = {}  # by id of a Tensor of the call, the array that it had
        self._count = 0  # the writes before the place
        if of is not None:
            self._known = of._known
            self._result_names_by_node = of._result_names_by_node

    def at(self, values: Sequence[Any], arrays: Sequence[Any], writes: int) -> None:
        """The values and arrays of a call, and the number of writes to arrays before its place."""
        self._then = {id(value): array for value, array in zip(values, arrays, strict=True)}
        self._count = writes

    def _array_of(self, tensor: Tracked) -> Any:
        return self._then.get(id(tensor), tensor._value)

    def copy(self, value: Any, name: str) -> Any:
        """The elements as they were, in an array that nobody writes to; None if they are not kept."""
        array = self._array_of(value) if isinstance(value, Tracked) else value
        if isinstance(array, np.generic):
            return np.asarray(array)
        then = self._writes.array_then(array, self._count)
        version = value._version if isinstance(value, Tracked) and value._value is array else None
        forget = weakref.KeyedRef(array, self._forget, id(array))
        self._known[id(array)] = _KnownArray(forget, name, then, version, -1)
        return then.copy() if then is array else then


def is_update(call: OpCall) -> bool:
    """Return True if the call updates a parameter, as the ops of optimizers do."""
    return call.op.outputs[0] == "param_out" and isinstance(_first(call), Tracked)


def own_name(tensor: Tracked) -> str:
    """The name that somebody gave to a Tensor: not the one that it got when it was asked for its name."""
    return "" if tensor._name.startswith(GENERATED_PREFIX) else tensor._name


def _first(call: OpCall) -> Any:
    return next(iter(call.inputs))


def _input_name(call: OpCall, position: int) -> str:
    op = call.op
    return op.inputs[position] if position < len(op.inputs) else f"{op.variadic}{position - len(op.inputs)}"
