"""An update rule as calls: the optimizer op's own kernel, run once on values that write down what is done to them.

So a lowered update does the arithmetic of the kernel, in its order, whatever the rule is. Values of one element (the
learning rate, powers of beta) are worked out once a run; arrays live in the homes of the state and in scratch.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.ops.registry import Attrs, Op
from opscope.runtime.lower.emission import Call
from opscope.runtime.lower.trace import Unlowerable

EARLY, LATE, ARRAY = "early", "late", "array"  # one element, known before a pass; one element, of the pass; as param


class Value:
    """What a kernel sees in place of an array. `home` is the input that it is the value of, "" for a result."""

    __slots__ = ("constant", "dtype", "home", "kind", "recording")
    __array_ufunc__ = None

    def __init__(self, recording: Recording, kind: str, home: str = "", constant: Any = None) -> None:
        self.recording = recording
        self.kind = kind
        self.home = home
        self.constant = constant
        self.dtype = recording.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        """What kernels compare: all arrays of a rule are alike."""
        return (-1,) if self.kind == ARRAY else ()

    def __add__(self, other: Any) -> Value:
        return self.recording.made(np.add, self, other)

    def __radd__(self, other: Any) -> Value:
        return self.recording.made(np.add, other, self)

    def __sub__(self, other: Any) -> Value:
        return self.recording.made(np.subtract, self, other)

    def __rsub__(self, other: Any) -> Value:
        return self.recording.made(np.subtract, other, self)

    def __mul__(self, other: Any) -> Value:
        return self.recording.made(np.multiply, self, other)

    def __rmul__(self, other: Any) -> Value:
        return self.recording.made(np.multiply, other, self)

    def __truediv__(self, other: Any) -> Value:
        return self.recording.made(np.divide, self, other)

    def __gt__(self, other: Any) -> Value:
        return self.recording.made(np.greater, self, other)


class Done(NamedTuple):
    """One call of the kernel."""

    function: Callable[..., Any]
    operands: tuple[Value, ...]
    result: Value


class Recording:
    """The array library that a kernel is given: it writes down what is asked of it."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = np.dtype(dtype)
        self.done: list[Done] = []

    def value(self, given: Any) -> Value:
        """A value, or a number of the rule as one: in the dtype of the parameter, as NumPy would make it."""
        return given if isinstance(given, Value) else Value(self, EARLY, constant=np.asarray(given, self.dtype))

    def made(self, function: Callable[..., Any], *operands: Any, kind: str = "") -> Value:
        """The result of one more call."""
        values = tuple(map(self.value, operands))
        kinds = {v.kind for v in values}
        result = Value(self, kind or (ARRAY if ARRAY in kinds else LATE if LATE in kinds else EARLY))
        if function is np.greater:
            result.dtype = np.dtype(bool)
        self.done.append(Done(function, values, result))
        return result

    def sqrt(self, x: Value) -> Value:
        return self.made(np.sqrt, x)

    def abs(self, x: Value) -> Value:
        return self.made(np.absolute, x)

    def maximum(self, x: Any, y: Any) -> Value:
        return self.made(np.maximum, x, y)

    def minimum(self, x: Any, y: Any) -> Value:
        return self.made(np.minimum, x, y)

    def sum(self, x: Value) -> Value:
        return self.made(_total, x, kind=LATE)

    def where(self, condition: Value, x: Any, y: Any) -> Value:
        return self.made(chosen, condition, x, y)

    def reshape(self, x: Value, shape: tuple[int, ...]) -> Value:
        return x  # scalars are of rank 0 here, and arrays flat

    def asarray(self, x: Any, dtype: Any) -> Value:
        return self.value(x)


def _total(x: Any, out: Any) -> None:
    np.add.reduce(x, out=out)


def chosen(condition: Any, x: Any, y: Any, out: Any) -> None:
    """x where the condition holds, else y."""
    np.copyto(out, y)
    np.copyto(out, x, where=condition)


class Rule:
    """The calls of one op with its attributes, before they are bound to arrays.

    `scratch` says how many arrays a pass needs beside those of the state; with `whole`, a pass must be one parameter.
    """

    def __init__(self, op: Op, attrs: Attrs, large: Sequence[str], small: Sequence[str], dtype: Any) -> None:
        recording = Recording(dtype)
        self.dtype = recording.dtype
        self.inputs = {n: Value(recording, ARRAY if n in (*large, "grad") else EARLY, n) for n in op.inputs}
        outs = op.kernel(recording, *self.inputs.values(), **op.with_defaults(attrs))
        outs = outs if isinstance(outs, list | tuple) else [outs]
        named: dict[str, Value] = dict(zip((*large, *small), outs, strict=True))
        self.done = recording.done
        self.whole = any(d.function is _total for d in self.done)
        self.powers = {name: named[name] for name in small}
        self.targets = {id(named[n]): n for n in large if named[n] is not self.inputs[n]}
        if len({id(value) for value in named.values()}) < len(named) or any(named[n].home for n in small):
            raise Unlowerable(f"{op.name} gives one value twice")
        self.scratch = 0
        self.places: dict[int, Any] = {}  # a result to the name of a home, or the number of a scratch array
        self._allocate()

    def _allocate(self) -> None:
        """Say where each array goes: over an operand that nobody needs any more, and at home if it is the new value."""
        last: dict[int, int] = {}
        for index, done in enumerate(self.done):
            last.update({id(v): index for v in done.operands})
        free: list[int] = []
        homes = {name: id(value) for name, value in self.inputs.items() if value.kind == ARRAY}  # who lives there
        homes.pop("grad")  # which others may look at
        for index, done in enumerate(self.done):
            if done.result.kind != ARRAY:
                continue
            gone = [v for v in dict.fromkeys(done.operands) if v.kind == ARRAY and last[id(v)] == index]
            gone = [v for v in gone if id(v) not in self.targets]
            free += [p for v in gone if isinstance(p := self.places.get(id(v)), int)]
            for name in [n for n, owner in homes.items() if owner in {id(v) for v in gone}]:
                homes[name] = 0
            place = self._place(done.result, homes, free)
            if isinstance(place, str):
                homes[place] = id(done.result)
            self.places[id(done.result)] = place

    def _place(self, result: Value, homes: dict[str, int], free: list[int]) -> Any:
        wanted = self.targets.get(id(result))
        if wanted is not None and homes[wanted] == 0:
            return wanted
        empty = next((n for n, owner in homes.items() if owner == 0), None) if wanted is None else None
        if empty is not None:
            return empty
        if free:
            return free.pop()
        self.scratch += 1
        return self.scratch - 1

    # --- binding --------------------------------------------------------------------------------------

    def early(self, scalars: Mapping[str, Any], before: list[Call]) -> dict[int, Any]:
        """Where values of one element are; what works them out goes to `before`."""
        known = {id(v): scalars[n] for n, v in self.inputs.items() if v.kind == EARLY}
        for done in self.done:
            if done.result.kind == EARLY:
                known[id(done.result)] = np.empty((), done.result.dtype)
                before.append(_bound(done, known))
        return known

    def calls(self, arrays: Mapping[str, Any], scratch: Sequence[Any], early: Mapping[int, Any]) -> list[Call]:
        """The calls of one pass, over these arrays."""
        known = dict(early)
        known.update({id(v): arrays[n] for n, v in self.inputs.items() if v.kind == ARRAY})
        made: list[Call] = []
        for done in self.done:
            if done.result.kind == EARLY:
                continue
            place = self.places.get(id(done.result))
            if place is None:
                known[id(done.result)] = np.empty((), done.result.dtype)
            else:
                known[id(done.result)] = arrays[place] if isinstance(place, str) else scratch[place]
            made.append(_bound(done, known))
        for result, name in self.targets.items():
            if self.places[result] != name:
                made.append(functools.partial(np.copyto, arrays[name], known[result]))
        return made


def _bound(done: Done, known: Mapping[int, Any]) -> Call:
    operands = [v.constant if v.constant is not None else known[id(v)] for v in done.operands]
    out = known[id(done.result)]
    if done.function in (np.maximum, np.minimum):  # where `out` by position is deprecated
        return functools.partial(done.function, *operands, out=out)
    return functools.partial(done.function, *operands, out)
