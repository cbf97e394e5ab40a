"""Names and copies of the values of eager code.

A value has the name of its Tensor, or the name that the user passed to the op (`tanh(x, name="h")`). Other values have
names such as `tanh_4`. Such a name consists of the op that made the value, and the number of this op call in the step.
A value that no op made is named after the first call that reads it (`matmul_0.x`). The gradient of `h` is `h@GRAD`. If
several gradients reach h, the first gradient has the name `h@GRAD` until the sum of the gradients gets this name. The
names of the other gradients of h contain the number of the call, as in programs: `h@GRAD@RENAME@7`. If several backward
passes add to the gradient of a leaf, the gradients of these passes are named in the same way as several gradients of
one pass.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.formats.narrow_arrays import widened
from opscope.core.place import is_array
from opscope.debug.eager.tensor_states import TensorStates
from opscope.eager import named_tensors
from opscope.eager.array_versions import WritesPart
from opscope.eager.op_calls import GRADIENT_SUM, SET_VALUE, OpCall
from opscope.eager.tape import TapeNode, Tracked
from opscope.ir.program.program import GRAD

GENERATED_PREFIX = "generated_tensor_"  # an unnamed Tensor gets such a name when its `name` is read
MAX_NAMES = 20_000  # above this number, names of deleted Tensors are dropped

_NONE: dict[int, str] = {}
Names = tuple[str | None, ...]
NamedArrays = tuple[tuple[str, Any], ...]
NamedTensors = dict[str, weakref.ref[Tracked]]


class _KnownArray:
    """An array that a call has used, its name, and a copy of its version `copied_version` if the copy still exists."""

    __slots__ = ("_copy", "copied_version", "name", "ref", "version")

    def __init__(self, ref: weakref.ref[Any], name: str, copy: Any, version: list[int] | None, at: int) -> None:
        self.ref, self.name, self.version = ref, name, version
        self.note_copy(copy, at)

    def note_copy(self, copy: Any, at: int) -> None:
        """Store a reference to the copy of a version of an array.

        The copy is None if the elements of this version are not stored.
        """
        self._copy: Callable[[], Any] = _no_copy if copy is None else weakref.ref(copy)
        self.copied_version = at

    def copy_of(self, version: int) -> Any:
        """Return the copy of a version of an array, if this copy still exists.

        Copies of values that the history has dropped take no memory.
        """
        return self._copy() if self.copied_version == version else None


def _no_copy() -> None:
    return None


class TensorNames:
    """Generator of names for the inputs and outputs of calls; it also copies the arrays of inputs and outputs."""

    def __init__(self) -> None:
        self._known: dict[int, _KnownArray] = {}  # by id of the array, while the array exists
        self._forget = _forgetting(
            weakref.ref(self)
        )  # in no cycle: it would keep the changes of a run until a collection
        self._result_names_by_node: weakref.WeakKeyDictionary[TapeNode, dict[int, str]] = weakref.WeakKeyDictionary()
        self._live_tensors: NamedTensors = {}
        self._tracked: set[str] = set()  # names of values by which a Tensor can be set
        self.states: TensorStates  # of the current record

    def end_record(self) -> None:
        """Release the stored changes of arrays at the end of a record."""
        self.states = TensorStates(WritesPart(0, {}))

    # --- calls --------------------------------------------------------------------------------------

    def input_names(self, call: OpCall, number: int) -> tuple[Names, NamedArrays]:
        """Return the names of a call's inputs (None for an input that is not an array), and copies of the arrays."""
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
            self._add(values, name, value)
        return tuple(names), tuple(values)

    def expected_outputs(self, call: OpCall, number: int) -> Names:
        """Return the names of the results of a call, if the number of results is known before the call runs."""
        if call.node is not None and call.node.edges:  # a node of another library may not have them
            names = [self._gradient_name(e, f"{call.op.name}_{number}.d{i}") for i, e in enumerate(call.node.edges)]
            return tuple(f"{n}@RENAME@{number}" if i in call.partial else n for i, n in enumerate(names))
        if call.op is GRADIENT_SUM:
            name = self._gradient_name(call.attrs["edge"], f"{call.op.name}_{number}")
            return (f"{name}@RENAME@{number}" if call.partial else name,)
        if is_update(call):
            name, states = self.name_of(_first(call)), [out.removesuffix("_out") for out in call.op.outputs[1:]]
            return (name, *(self.name_of(_input(call, state)) or f"{name}.{state}" for state in states))
        return self._result_names(call, number, 1 if call.op.variadic_out else len(call.op.outputs))

    def output_names(self, call: OpCall, number: int, expected: Names) -> tuple[Names, NamedArrays]:
        """Return the names of a call's results, and copies of the arrays."""
        outputs = call.outputs
        names = expected if len(outputs) == len(expected) else self._result_names(call, number, len(outputs))
        values: list[tuple[str, Any]] = []
        found: list[str | None] = []
        updated = is_update(call)
        for name, value in zip(names, outputs, strict=True):
            if name is None or not (isinstance(value, Tracked) or is_array(value)):
                found.append(None)
                continue
            if isinstance(value, Tracked):
                name = self.own_name(value) or name
                if value._edge is not None:
                    node, index = value._edge
                    self._result_names_by_node.setdefault(node, {})[index] = name
                if self.own_name(value) or name in call.names:
                    self._register(name, value)
            found.append(name)
            if updated and len(found) > 1:  # the first one is written to the parameter
                self.states.take_result(name, self._array_of(value) if isinstance(value, Tracked) else value)
            self._add(values, name, value)
        return tuple(found), tuple(values)

    def _add(self, values: list[tuple[str, Any]], name: str, value: Any) -> None:
        """Add a copy of a value, if the elements of the value are stored."""
        if (copy := self.copy(value, name)) is not None:
            values.append((name, copy))
            self.states.note_used(name, self._array_of(value) if isinstance(value, Tracked) else value, copy)

    def _result_names(self, call: OpCall, number: int, count: int) -> Names:
        op, base = call.op, f"{call.op.name}_{number}"
        if op is SET_VALUE or op.writes_first_input:
            return (self.name_of(_first(call)) or base,)
        base = call.names[0] if call.names else base
        if count == 1:
            return (base,)
        return tuple(f"{base}.{op.output_name(i)}" + (str(i) if op.variadic_out else "") for i in range(count))

    def _positional_names(self, call: OpCall) -> dict[int, str]:
        """Return the names of gradient inputs. These names depend on the position of the input, not on its array."""
        if call.op is GRADIENT_SUM:
            return _NONE if call.partial else {0: self._gradient_name(call.attrs["edge"], "")}
        if call.node is None:
            if not is_update(call) or "grad" not in call.op.inputs:  # an update of rows reads their numbers and values
                return _NONE
            name, position = self.name_of(_first(call)), call.op.inputs.index("grad")
            return {position: name + GRAD} if name and self._is_gradient(call.inputs[position], name + GRAD) else _NONE
        if call.op.forward is None:
            return _NONE
        kept, results = call.op.forward.residuals, self._result_names_by_node.get(call.node, {})
        first = len(kept.inputs) + len(kept.outputs)
        return {first + i: results[out] + GRAD for i, out in enumerate(kept.douts) if out in results}

    def _is_gradient(self, value: Any, name: str) -> bool:
        """Return True if an optimizer directly reads the gradient with this name, not a clipped gradient."""
        array = self._array_of(value) if isinstance(value, Tracked) else value
        return array is self.states.array(name) or not self._known_name(array)

    def _gradient_name(self, edge: Any, default: str) -> str:
        of = (
            self.name_of(edge)
            if isinstance(edge, Tracked)
            else self._result_names_by_node.get(edge[0], {}).get(edge[1], "")
        )
        return of + GRAD if of else default

    # --- values -------------------------------------------------------------------------------------

    def name_of(self, value: Any) -> str:
        """Return the name of a Tensor or an array; "" if its name is not known yet."""
        if not isinstance(value, Tracked):
            return self._known_name(value)
        if name := self.own_name(value):
            self._register(name, value)
            return name
        return self._known_name(self._array_of(value))

    def own_name(self, tensor: Tracked) -> str:
        """Return the name that user code has given to a Tensor; "" if the Tensor had no name at the position."""
        return own_name(tensor)

    def _array_of(self, tensor: Tracked) -> Any:
        return tensor._value

    def _known_name(self, array: Array) -> str:
        known = self._known.get(id(array))
        return "" if known is None or known.ref() is not array else known.name

    def is_parameter(self, name: str) -> bool:
        """Return True if a layer still has a parameter with the given name."""
        found = self.live_tensor(name)
        return any(tensor.is_layer_parameter for tensor in (named_tensors.of_name(name) if found is None else [found]))

    def has_path(self, name: str) -> bool:
        """Return True if a Tensor with the given name still exists and the name is its path below a network."""
        found = self.live_tensor(name)
        return any(tensor.has_path_as_name for tensor in (named_tensors.of_name(name) if found is None else [found]))

    def result_of(self, node: TapeNode) -> str:
        """Return the name of the first result of the call that made a node of the tape; "" if this name is unknown."""
        return next(iter(self._result_names_by_node.get(node, {}).values()), "")

    def live_tensor(self, name: str) -> Tracked | None:
        """Return the Tensor to which the user has given a name, if the Tensor still exists."""
        found = self._live_tensors.get(name)
        return None if found is None else found()

    def keep_track(self, name: str, tensor: Tracked) -> None:
        """Until the step ends, allow the user to set a Tensor that has no name.

        `name` is the name of the value of the Tensor.
        """
        self._tracked.add(name)
        self._register(name, tensor)

    def _register(self, name: str, tensor: Tracked) -> None:
        found = self._live_tensors.get(name)
        if found is None or found() is not tensor:
            if len(self._live_tensors) >= MAX_NAMES:
                for gone in [n for n, ref in self._live_tensors.items() if ref() is None]:
                    del self._live_tensors[gone]
            self._live_tensors[name] = weakref.ref(tensor)

    def copy(self, value: Any, name: str) -> Any:
        """Return a copy of the current elements of an array.

        If the array has not changed, return the copy that was made before.
        """
        array, version = (value._value, value._version) if isinstance(value, Tracked) else (value, None)
        if isinstance(array, np.generic):  # NumPy scalars cannot be weakly referenced
            return widened(np.asarray(array))
        known = self._known.get(id(array))
        if known is not None and known.ref() is array and (version is None or version is known.version):
            now = 0 if known.version is None else known.version[0]
            known.name = name
            # gradients are arrays without a version; gradients of leaves are written to
            made = self.states.copy_of(name, array) if known.version is None else known.copy_of(now)
            if made is None:
                known.note_copy(made := widened(array.copy()), now)
            return made
        forget, made = weakref.KeyedRef(array, self._forget, id(array)), widened(array.copy())
        self._known[id(array)] = _KnownArray(forget, name, made, version, 0 if version is None else version[0])
        return made

    def start_step(self) -> None:
        """Delete the names of the last step, because these names contain the numbers of calls in the last step."""
        for known in list(self._known.values()):
            known.name = ""
        for name in self._tracked:  # the next step gives this name to its own value
            self._live_tensors.pop(name, None)
        self._tracked.clear()
        self._result_names_by_node.clear()

    def invalidate_copies(self) -> None:
        """Discard all copies, because something has written to an array without changing the array's version."""
        for known in list(self._known.values()):
            known.copied_version = -1
        if self._known:  # else there may be no record yet
            self.states.forget_copies()


def _forgetting(owner: weakref.ref[TensorNames]) -> Callable[[weakref.KeyedRef[int, Any]], None]:
    """Return a callback of weak references to arrays: the names of an array are removed when the array is deleted."""

    def forget(ref: weakref.KeyedRef[int, Any]) -> None:
        if (names := owner()) is not None:
            names._known.pop(ref.key, None)

    return forget


class LoggedNames(TensorNames):
    """Names and arrays of logged calls, in the state that they had when the calls ran.

    `of` are the names that are known from the previous calls. If `of` is None, only the names in `tensors` are known.
    """

    def __init__(
        self, writes: WritesPart, states: TensorStates, of: TensorNames | None, tensors: TensorNames | None = None
    ) -> None:
        super().__init__()
        self.states = states
        known = of or tensors
        if known is not None:
            self._live_tensors = known._live_tensors
        self._writes = writes
        self._then: dict[int, Any] = {}  # by id of a Tensor of the call, its array at that time
        self._count = 0  # number of writes before the place
        if of is not None:
            self._known = of._known
            self._result_names_by_node = of._result_names_by_node

    def at(self, values: Sequence[Any], arrays: Sequence[Any], writes: int) -> None:
        """Select a call: set the names and arrays of its values, and the number of writes before its place."""
        self._then = {id(value): array for value, array in zip(values, arrays, strict=True)}
        self._count = writes

    def _array_of(self, tensor: Tracked) -> Any:
        return self._then.get(id(tensor), tensor._value)

    def own_name(self, tensor: Tracked) -> str:
        """Return the name that user code has given to a Tensor; "" if another Tensor had the name at the position."""
        name = own_name(tensor)
        return "" if name and self.states.belongs_to_another(name, tensor) else name

    def copy(self, value: Any, name: str) -> Any:
        """Return an array's elements at the position, in an array that is never written to.

        The result is None if the elements are not stored.
        """
        array = self._array_of(value) if isinstance(value, Tracked) else value
        if isinstance(array, np.generic):
            return widened(np.asarray(array))
        made = self.states.copy_of(name, array)
        then = widened(self._writes.array_then(array, self._count)) if made is None else made
        version = value._version if isinstance(value, Tracked) and value._value is array else None
        forget = weakref.KeyedRef(array, self._forget, id(array))
        self._known[id(array)] = _KnownArray(forget, name, then, version, -1)
        return then.copy() if then is array else then


def is_update(call: OpCall) -> bool:
    """Return True if the call updates a parameter, as the ops of optimizers do."""
    return call.op.outputs[0] == "param_out" and isinstance(_first(call), Tracked)


def own_name(tensor: Tracked) -> str:
    """Return the name that user code has given to a Tensor; ignore a name that was generated by reading `name`."""
    return "" if tensor._name.startswith(GENERATED_PREFIX) else tensor._name


def _first(call: OpCall) -> Any:
    return next(iter(call.inputs))


def _input(call: OpCall, name: str) -> Any:
    return call.inputs[call.op.inputs.index(name)]


def _input_name(call: OpCall, position: int) -> str:
    op = call.op
    return op.inputs[position] if position < len(op.inputs) else f"{op.variadic}{position - len(op.inputs)}"
