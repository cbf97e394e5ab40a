"""Recording of an optimizer's kernel as a list of calls on arrays.

The kernel of the optimizer op runs once on RecordedValues, which record each operation. A lowered update then does the
same arithmetic in the same order. Values of one element (the learning rate, powers of beta) are computed once for each
run. Arrays are written to the optimizer state or to scratch memory.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array
from opscope.ops.registry import Attrs, Op
from opscope.runtime.lower.emitter import Call
from opscope.runtime.lower.trace import Unlowerable

# one element, known before the update; one element, computed in each pass over arrays; as large as the parameter
RUN_SCALAR, PASS_SCALAR, ARRAY = "run scalar", "pass scalar", "array"


class RecordedValue:
    """Argument that the recorder passes to a kernel instead of an array. `input_name` is "" for a computed value."""

    __slots__ = ("constant", "dtype", "input_name", "kind", "recorder")
    __array_ufunc__ = None

    def __init__(self, recorder: KernelRecorder, kind: str, input_name: str = "", constant: Any = None) -> None:
        self.recorder = recorder
        self.kind = kind
        self.input_name = input_name
        self.constant = constant
        self.dtype = recorder.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        """A placeholder for kernels that compare shapes: all arrays of a rule have the same shape."""
        return (-1,) if self.kind == ARRAY else ()

    def __add__(self, other: Any) -> RecordedValue:
        return self.recorder.record(np.add, self, other)

    def __radd__(self, other: Any) -> RecordedValue:
        return self.recorder.record(np.add, other, self)

    def __sub__(self, other: Any) -> RecordedValue:
        return self.recorder.record(np.subtract, self, other)

    def __rsub__(self, other: Any) -> RecordedValue:
        return self.recorder.record(np.subtract, other, self)

    def __mul__(self, other: Any) -> RecordedValue:
        return self.recorder.record(np.multiply, self, other)

    def __rmul__(self, other: Any) -> RecordedValue:
        return self.recorder.record(np.multiply, other, self)

    def __truediv__(self, other: Any) -> RecordedValue:
        return self.recorder.record(np.divide, self, other)

    def __gt__(self, other: Any) -> RecordedValue:
        return self.recorder.record(np.greater, self, other)


class RecordedCall(NamedTuple):
    """An operation of the kernel."""

    function: Callable[..., Any]
    operands: tuple[RecordedValue, ...]
    result: RecordedValue


class KernelRecorder:
    """Array module (`xp`) for the kernel of an optimizer. It records each operation."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = np.dtype(dtype)
        self.calls: list[RecordedCall] = []

    def value(self, operand: Array) -> RecordedValue:
        """Return the operand as a RecordedValue. A Python number gets the dtype of the parameter, as in NumPy."""
        if isinstance(operand, RecordedValue):
            return operand
        return RecordedValue(self, RUN_SCALAR, constant=np.asarray(operand, self.dtype))

    def record(self, function: Callable[..., Any], *operands: Any, kind: str = "") -> RecordedValue:
        """Record one call and return its result."""
        values = tuple(map(self.value, operands))
        kinds = {v.kind for v in values}
        inferred = ARRAY if ARRAY in kinds else PASS_SCALAR if PASS_SCALAR in kinds else RUN_SCALAR
        result = RecordedValue(self, kind or inferred)
        if function is np.greater:
            result.dtype = np.dtype(bool)
        self.calls.append(RecordedCall(function, values, result))
        return result

    def sqrt(self, x: RecordedValue) -> RecordedValue:
        return self.record(np.sqrt, x)

    def abs(self, x: RecordedValue) -> RecordedValue:
        return self.record(np.absolute, x)

    def maximum(self, x: Array, y: Array) -> RecordedValue:
        return self.record(np.maximum, x, y)

    def minimum(self, x: Array, y: Array) -> RecordedValue:
        return self.record(np.minimum, x, y)

    def sum(self, x: RecordedValue) -> RecordedValue:
        return self.record(_sum_into, x, kind=PASS_SCALAR)

    def where(self, condition: RecordedValue, x: Array, y: Array) -> RecordedValue:
        return self.record(select_into, condition, x, y)

    def reshape(self, x: RecordedValue, shape: tuple[int, ...]) -> RecordedValue:
        return x  # scalars have rank 0 here, and arrays are flat

    def asarray(self, x: Array, dtype: Any) -> RecordedValue:
        return self.value(x)


def _sum_into(x: Array, out: Array) -> None:
    np.add.reduce(x, out=out)


def select_into(condition: Array, x: Array, y: Array, out: Array) -> None:
    """Write x where the condition is true, and y elsewhere."""
    np.copyto(out, y)
    np.copyto(out, x, where=condition)


class UpdateRule:
    """Recorded calls of one optimizer op with its attributes. They are not bound to arrays yet.

    `array_state` and `scalar_state` are the inputs that the op updates. Inputs in `array_state` are as large as the
    parameter. Inputs in `scalar_state` have one element. `scratch_count` is the number of scratch arrays that a pass
    needs. `per_parameter` is True if a pass must cover exactly one parameter, because the rule sums over the parameter.
    """

    def __init__(
        self, op: Op, attrs: Attrs, array_state: Sequence[str], scalar_state: Sequence[str], dtype: Any
    ) -> None:
        recorder = KernelRecorder(dtype)
        self.dtype = recorder.dtype
        self.inputs = {
            name: RecordedValue(recorder, ARRAY if name in (*array_state, "grad") else RUN_SCALAR, name)
            for name in op.inputs
        }
        outs = op.kernel(recorder, *self.inputs.values(), **op.with_defaults(attrs))
        outs = outs if isinstance(outs, list | tuple) else [outs]
        new_values: dict[str, RecordedValue] = dict(zip((*array_state, *scalar_state), outs, strict=True))
        self.calls = recorder.calls
        self.per_parameter = any(call.function is _sum_into for call in self.calls)
        self.powers = {name: new_values[name] for name in scalar_state}
        self.targets = {id(new_values[n]): n for n in array_state if new_values[n] is not self.inputs[n]}
        repeated = len({id(value) for value in new_values.values()}) < len(new_values)
        if repeated or any(new_values[n].input_name for n in scalar_state):
            raise Unlowerable(f"{op.name} returns one value twice")
        self.scratch_count = 0
        self.locations: dict[int, Any] = {}  # by id of a result: the name of a state array, or the number of a scratch
        self._assign_locations()

    def _assign_locations(self) -> None:
        """Choose the array of each result.

        A result is written to the array of an operand that is no longer needed. The new state is written to the state
        array.
        """
        last_use: dict[int, int] = {}
        for index, call in enumerate(self.calls):
            last_use.update({id(v): index for v in call.operands})
        free_scratch: list[int] = []
        occupants = {name: id(value) for name, value in self.inputs.items() if value.kind == ARRAY}
        occupants.pop("grad")  # others may read the gradient, so it is never overwritten
        for index, call in enumerate(self.calls):
            if call.result.kind != ARRAY:
                continue
            dead = [v for v in dict.fromkeys(call.operands) if v.kind == ARRAY and last_use[id(v)] == index]
            dead = [v for v in dead if id(v) not in self.targets]
            free_scratch += [p for v in dead if isinstance(p := self.locations.get(id(v)), int)]
            for name in [n for n, occupant in occupants.items() if occupant in {id(v) for v in dead}]:
                occupants[name] = 0
            location = self._location(call.result, occupants, free_scratch)
            if isinstance(location, str):
                occupants[location] = id(call.result)
            self.locations[id(call.result)] = location

    def _location(self, result: RecordedValue, occupants: dict[str, int], free_scratch: list[int]) -> Any:
        wanted = self.targets.get(id(result))
        if wanted is not None and occupants[wanted] == 0:
            return wanted
        empty = next((n for n, occupant in occupants.items() if occupant == 0), None) if wanted is None else None
        if empty is not None:
            return empty
        if free_scratch:
            return free_scratch.pop()
        self.scratch_count += 1
        return self.scratch_count - 1

    # --- binding --------------------------------------------------------------------------------------

    def bind_scalars(self, scalars: Mapping[str, Any], before: list[Call]) -> dict[int, Any]:
        """Return the arrays of all RUN_SCALAR values, by id. The calls that compute them are appended to `before`."""
        known = {id(v): scalars[n] for n, v in self.inputs.items() if v.kind == RUN_SCALAR}
        for call in self.calls:
            if call.result.kind == RUN_SCALAR:
                known[id(call.result)] = np.empty((), call.result.dtype)
                before.append(_bound(call, known))
        return known

    def bind_pass(self, arrays: Mapping[str, Any], scratch: Sequence[Any], scalars: Mapping[int, Any]) -> list[Call]:
        """Return the calls of one pass over these arrays. `scalars` is the result of `bind_scalars`."""
        known = dict(scalars)
        known.update({id(v): arrays[n] for n, v in self.inputs.items() if v.kind == ARRAY})
        bound: list[Call] = []
        for call in self.calls:
            if call.result.kind == RUN_SCALAR:
                continue
            location = self.locations.get(id(call.result))
            if location is None:
                known[id(call.result)] = np.empty((), call.result.dtype)
            else:
                known[id(call.result)] = arrays[location] if isinstance(location, str) else scratch[location]
            bound.append(_bound(call, known))
        for result, name in self.targets.items():
            if self.locations[result] != name:
                bound.append(functools.partial(np.copyto, arrays[name], known[result]))
        return bound


def _bound(call: RecordedCall, known: Mapping[int, Any]) -> Call:
    operands = [v.constant if v.constant is not None else known[id(v)] for v in call.operands]
    out = known[id(call.result)]
    if call.function in (np.maximum, np.minimum):  # their positional `out` is deprecated
        return functools.partial(call.function, *operands, out=out)
    return functools.partial(call.function, *operands, out)
