"""What the values of eager code are called, and a copy of each as it is now.

A Tensor's own name counts, or what the user called the op (`tanh(x, name="h")`). Else a value is called after the op
that made it and the number of its call in this step, `tanh_4`, or after the call that read it first, `matmul_0.x`. What
a gradient op gives to `h` is `h@GRAD`: one of several contributions, where h was used several times.
"""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from opscope.core.place import is_array
from opscope.eager.op_calls import SET_VALUE, OpCall
from opscope.eager.tape import Node, Tracked
from opscope.ir.program.program import GRAD

GENERATED = "generated_tensor_"  # what an unnamed Tensor is called from when somebody has asked for its name
MOST = 20_000  # names that are known before those of Tensors that are gone are forgotten

_NONE: dict[int, str] = {}
Names = tuple[str | None, ...]
Named = tuple[tuple[str, Any], ...]


class _Known:
    """An array that was seen: what it is called, and a copy of the version `at` of it."""

    __slots__ = ("at", "copy", "name", "ref", "version")

    def __init__(self, ref: weakref.ref[Any], name: str, copy: Any, version: list[int] | None, at: int) -> None:
        self.ref, self.name, self.copy, self.version, self.at = ref, name, copy, version, at


class EagerNames:
    """Names and copies. `alive` finds the Tensors that the user has named, as long as they are there."""

    def __init__(self) -> None:
        self._known: dict[int, _Known] = {}  # by id of the array, while that is there
        self._nodes: weakref.WeakKeyDictionary[Node, dict[int, str]] = weakref.WeakKeyDictionary()
        self._named: dict[str, weakref.ref[Tracked]] = {}

    # --- of calls -----------------------------------------------------------------------------------

    def read(self, call: OpCall, number: int) -> tuple[Names, Named]:
        """What the inputs of a call are called, None for what is no array; and the arrays."""
        given = self._given(call)
        names: list[str | None] = []
        values: list[tuple[str, Any]] = []
        for position, value in enumerate(call.inputs):
            if not isinstance(value, Tracked) and not is_array(value):
                names.append(None)
                continue
            name = given.get(position) or self.of(value) or f"{call.op.name}_{number}.{_input(call, position)}"
            names.append(name)
            values.append((name, self.copy(value, name)))
        return tuple(names), tuple(values)

    def to_write(self, call: OpCall, number: int) -> Names:
        """What the results of a call will be called, as far as their number is known before."""
        if call.node is not None:
            return tuple(self._gradient(e, f"{call.op.name}_{number}.d{i}") for i, e in enumerate(call.node.edges))
        if is_update(call):
            name, states = self.of(_first(call)), call.inputs[2:]
            rest = zip(call.op.outputs[1:], states, strict=False)  # then comes the learning rate
            return (name, *(self.of(state) or f"{name}.{out.removesuffix('_out')}" for out, state in rest))
        return self._results(call, number, 1 if call.op.variadic_out else len(call.op.outputs))

    def wrote(self, call: OpCall, number: int, expected: Names) -> tuple[Names, Named]:
        """What the results of a call are called, and the arrays."""
        outputs = call.outputs
        names = expected if len(outputs) == len(expected) else self._results(call, number, len(outputs))
        values: list[tuple[str, Any]] = []
        found: list[str | None] = []
        for name, value in zip(names, outputs, strict=True):
            if name is None or not (isinstance(value, Tracked) or is_array(value)):
                found.append(None)
                continue
            if isinstance(value, Tracked):
                name = value._name or name
                if value._edge is not None:
                    node, index = value._edge
                    self._nodes.setdefault(node, {})[index] = name
                if value._name or name in call.names:
                    self._remember(name, value)
            found.append(name)
            values.append((name, self.copy(value, name)))
        return tuple(found), tuple(values)

    def _results(self, call: OpCall, number: int, count: int) -> Names:
        op, base = call.op, f"{call.op.name}_{number}"
        if op is SET_VALUE:
            return (self.of(_first(call)) or base,)
        base = call.names[0] if call.names else base
        if count == 1:
            return (base,)
        return tuple(f"{base}.{op.output_name(i)}" + (str(i) if op.variadic_out else "") for i in range(count))

    def _given(self, call: OpCall) -> dict[int, str]:
        """The names of inputs that are what they are by their position, whatever array stands there."""
        if call.node is None:
            name = self.of(_first(call)) if is_update(call) else ""
            return {1: name + GRAD} if name else _NONE
        if call.op.forward is None:
            return _NONE
        kept, results = call.op.forward.kept, self._nodes.get(call.node, {})
        first = len(kept.inputs) + len(kept.outputs)
        return {first + i: results[out] + GRAD for i, out in enumerate(kept.douts) if out in results}

    def _gradient(self, edge: Any, default: str) -> str:
        of = self.of(edge) if isinstance(edge, Tracked) else self._nodes.get(edge[0], {}).get(edge[1], "")
        return of + GRAD if of else default

    # --- of values ----------------------------------------------------------------------------------

    def of(self, value: Any) -> str:
        """The name of a Tensor or an array, "" if it has none yet."""
        if not isinstance(value, Tracked):
            return self._known_as(value)
        known = self._known_as(value._value)
        if value._name and not (known and value._name.startswith(GENERATED)):
            self._remember(value._name, value)
            return value._name
        return known

    def _known_as(self, array: Any) -> str:
        known = self._known.get(id(array))
        return "" if known is None or known.ref() is not array else known.name

    def is_parameter(self, name: str) -> bool:
        """Whether it is the name of a layer's parameter that is still there."""
        found = self.alive(name)
        return found is not None and found.is_layer_parameter

    def result_of(self, node: Node) -> str:
        """The name of the first result of the call that made a node, "" if that was not seen."""
        return next(iter(self._nodes.get(node, {}).values()), "")

    def alive(self, name: str) -> Tracked | None:
        """The Tensor that the user has given a name, if it is still there."""
        found = self._named.get(name)
        return None if found is None else found()

    def _remember(self, name: str, tensor: Tracked) -> None:
        found = self._named.get(name)
        if found is None or found() is not tensor:
            if len(self._named) >= MOST:
                self._named = {n: ref for n, ref in self._named.items() if ref() is not None}
            self._named[name] = weakref.ref(tensor)

    def copy(self, value: Any, name: str) -> Any:
        """A copy of an array as it is now: the former one if nobody has written to it since."""
        array, version = (value._value, value._version) if isinstance(value, Tracked) else (value, None)
        if isinstance(array, np.generic):  # what NumPy makes of 0-d arrays: no weak reference leads to it
            return np.asarray(array)
        known = self._known.get(id(array))
        if known is not None and known.ref() is array and (version is None or version is known.version):
            now = 0 if known.version is None else known.version[0]
            known.name = name
            if known.at != now:
                known.copy, known.at = array.copy(), now
            return known.copy
        forget = weakref.KeyedRef(array, self._forget, id(array))
        made = self._known[id(array)] = _Known(
            forget, name, array.copy(), version, 0 if version is None else version[0]
        )
        return made.copy

    def stale(self) -> None:
        """Somebody has written to arrays without saying so: all are copied anew when they are seen next."""
        for known in list(self._known.values()):
            known.at = -1

    def _forget(self, ref: Any) -> None:
        self._known.pop(ref.key, None)


def is_update(call: OpCall) -> bool:
    """Whether it makes the new value of a parameter, as an optimizer's op does."""
    return call.op.outputs[0] == "param_out" and isinstance(_first(call), Tracked)


def _first(call: OpCall) -> Any:
    return next(iter(call.inputs))


def _input(call: OpCall, position: int) -> str:
    op = call.op
    return op.inputs[position] if position < len(op.inputs) else f"{op.variadic}{position - len(op.inputs)}"
