"""Compiled optimizer steps for dygraph: the update rule as one pass, with the same bits as the operator.

A kernel is compiled after an optimizer has made some steps with operators. It writes in place. If a watch is open, it
writes to new arrays, and the watch gets them as the results of the operator. If a kernel cannot use the values, the
operator makes the step.
"""

from __future__ import annotations

import ctypes
import operator
import sys
import threading
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from opscope.core.annotations import Array
from opscope.core.machine_code import llvm_compiler
from opscope.core.state import mode
from opscope.eager.op_calls import is_observed
from opscope.eager.tensor import Tensor, apply_op
from opscope.ops.registry import Attrs, Op
from opscope.runtime.lower.llvm.update_kernel import UpdateKernel
from opscope.runtime.lower.optimizer_update import STATE_INPUTS
from opscope.runtime.lower.trace import Unlowerable
from opscope.runtime.lower.update_rules import UpdateRule

WARM_UP = 10  # steps by operators before a kernel is compiled, which takes a tenth of a second
MAX_RULES = 16  # of one optimizer: attributes that are new in each step are not worth a kernel

_address, _buffer, _references = ctypes.addressof, ctypes.c_char.from_buffer, sys.getrefcount
_array_of = operator.attrgetter("_value")


class StepKernels:
    """Kernels of an optimizer. A copy, or a pickled copy, begins without kernels."""

    def __init__(self) -> None:
        self.lock = threading.Lock()  # two threads may step one optimizer
        self._steps = 0
        self._rules: dict[Any, _Rule | None] = {}
        self._bound: dict[int, _BoundStep] = {}  # by the id of the target
        self._steps_to_new: dict[int, _StepToNew] = {}

    def __reduce__(self) -> Any:
        return StepKernels, ()

    def begin_step(self) -> bool:
        """Take the lock for a step, if kernels may run; `end_step` releases it."""
        self._steps += 1
        if self._steps <= WARM_UP or not llvm_compiler.available() or mode.trace is not None:
            return False
        # kernels raise no flags
        return {"warn", "ignore"}.issuperset(np.geterr().values()) and self.lock.acquire(blocking=False)

    def end_step(self) -> None:
        """Release the lock."""
        self.lock.release()

    def update(self, op: Op, target: Tensor, state: Sequence[Tensor], gradient: Any, rate: Any, attrs: Attrs) -> bool:
        """Make the step of one parameter in place; False if an operator must make it, or a watch is open."""
        if is_observed():
            return False
        bound = self._bound.get(id(target))
        if bound is None or bound.attrs != attrs or not bound.is_current(target, state):
            bound = self._bind(op, target, state, attrs)
            if bound is None:
                return False
        return bound.run(gradient, rate)

    def results(self, op: Op, inputs: Sequence[Any], attrs: Attrs) -> list[Any]:
        """Return the results of an operator, from its kernel or else from the operator."""
        target, gradient, *state, rate = inputs
        step = self._steps_to_new.get(id(target))
        if step is not None and step.goes_on(op, attrs, target._value, state, gradient._value):
            return step.results(rate)
        made = self._made_by_kernel(op, target, state, gradient._value, rate, attrs)
        if made is None:
            made = apply_op(op, inputs, attrs)
        return made if isinstance(made, list) else [made]

    def _made_by_kernel(
        self, op: Op, target: Tensor, state: Sequence[Tensor], gradient: Any, rate: Any, attrs: Attrs
    ) -> list[Any] | None:
        array = target._value
        is_fit = _is_plain(array) and _is_plain(gradient)
        if not is_fit or gradient.shape != array.shape or gradient.dtype != array.dtype:
            return None
        rule = self._rule_of(op, array, state, attrs)
        if rule is None or len(rule.kernel.rule.targets) != len(rule.arrays):
            return None
        step = self._steps_to_new[id(target)] = _StepToNew(rule, op, attrs, array)
        step.bind([tensor._value for tensor in state], gradient)
        return step.results(rate)

    def _rule_of(self, op: Op, array: Any, state: Sequence[Tensor], attrs: Attrs) -> _Rule | None:
        """Return the rule for a parameter; None if it has no rule, or if the state has another form."""
        if array.dtype.kind != "f" or array.dtype.itemsize not in (4, 8):
            return None
        key = (op.name, *attrs.items(), array.dtype)
        if key not in self._rules and len(self._rules) < MAX_RULES:
            self._rules[key] = _rule(op, attrs, array.dtype)
        rule = self._rules.get(key)
        return rule if rule is not None and _fit(rule, array, state) else None

    def _bind(self, op: Op, target: Tensor, state: Sequence[Tensor], attrs: Attrs) -> _BoundStep | None:
        self._bound.pop(id(target), None)
        array = target._value
        rule = self._rule_of(op, array, state, attrs) if _is_plain(array) else None
        if rule is None:
            return None
        for tensor in state:
            if _references(tensor._value) > 2 or tensor._value.base is not None:  # somebody may keep the former values
                tensor._take_array(tensor._value.copy())
        made = self._bound[id(target)] = _BoundStep(rule, target, state, attrs)
        return made


class _Rule:
    """Kernel of an op with its attributes, for parameters of one dtype, and the scalars that the kernel reads.

    Parameters whose beta powers are equal share the scalars of a step.
    """

    def __init__(self, op: Op, attrs: Attrs, dtype: Any) -> None:
        self.arrays, self.powers = STATE_INPUTS[op.name]
        rule = UpdateRule(op, attrs, self.arrays, self.powers, dtype)
        self.kernel = UpdateKernel(rule)
        self._inputs = {name: np.empty((), dtype) for name in ("learning_rate", *self.powers)}
        self._calls: list[Any] = []
        self.scalars = rule.bind_scalars(self._inputs, self._calls)
        self._results = [self.scalars[id(rule.powers[name])] for name in self.powers]
        self._given: Any = None
        self._next: list[Any] = []

    def prepare(self, given: tuple[Any, ...]) -> list[Any]:
        """Compute the scalars of a step for this learning rate and these beta powers; return the next powers."""
        if given != self._given:
            for array, number in zip(self._inputs.values(), given, strict=True):
                array[...] = number
            for call in self._calls:
                call()
            self._given, self._next = given, [result.item() for result in self._results]
        return self._next


class _BoundStep:
    """A kernel bound to the arrays of one parameter and its state; the address of the gradient is set for each step."""

    __slots__ = (
        *("_arrays", "_call", "_counts", "_dtype", "_gradient", "_powers", "_rule", "_shape", "_table", "_target"),
        *("attrs", "target_array"),
    )

    def __init__(self, rule: _Rule, target: Tensor, state: Sequence[Tensor], attrs: Attrs) -> None:
        self.attrs, self._rule, self._target = attrs, rule, target
        self.target_array = target._value
        self._shape, self._dtype = self.target_array.shape, self.target_array.dtype
        self._arrays = [tensor._value for tensor in state]
        count = len(rule.arrays) - 1
        self._powers = self._arrays[count:]
        flat = {"param": self.target_array, **dict(zip(rule.arrays[1:], self._arrays[:count], strict=True))}
        # a step by the parameter itself, until the address of a gradient is set
        self._call = rule.kernel.call({**flat, "grad": self.target_array}, rule.scalars)
        self._table = self._call.keeps[0]
        self._gradient = 3 + rule.kernel.array_names.index("grad")
        del flat
        self._counts = list(map(_references, self._arrays))  # as many as this object and the Tensors have

    def is_current(self, target: Tensor, state: Sequence[Tensor]) -> bool:
        """True if the parameter and state still have these arrays, and no other object uses the state."""
        if target._value is not self.target_array or target is not self._target:
            return False
        if list(map(_references, self._arrays)) != self._counts or not self.target_array.flags.carray:
            return False
        return all(map(operator.is_, map(_array_of, state), self._arrays))

    def run(self, gradient: Array, rate: Any) -> bool:
        """Make the step; False for a gradient that the kernel cannot take."""
        if (
            type(gradient) is not np.ndarray
            or gradient.base is not None  # it could show the memory of the parameter
            or gradient.shape != self._shape
            or gradient.dtype != self._dtype
            or not gradient.flags.carray
            or self.target_array.base is gradient
        ):
            return False
        powers = self._powers
        following = self._rule.prepare((_number(rate), *[power.item() for power in powers]))
        self._table[self._gradient] = _address(_buffer(cast(bytearray, gradient)))
        self._call()
        for power, number in zip(powers, following, strict=True):
            power[0] = number
        self._target._version[0] += 1
        return True


class _StepToNew:
    """Kernel for a parameter that writes to new arrays, which the next step reads as the state."""

    __slots__ = (
        *("_array", "_attrs", "_call", "_given", "_gradient", "_inputs", "_op", "_results", "_rule", "_state"),
        *("_form", "_table"),
    )

    def __init__(self, rule: _Rule, op: Op, attrs: Attrs, array: Any) -> None:
        self._rule, self._op, self._attrs, self._array = rule, op, dict(attrs), array
        self._form = array.shape, array.dtype
        self._state: list[Any] = []  # the arrays that the next step reads
        self._given: Any = None  # the gradient, whose memory the step reads
        kernel = rule.kernel
        self._call = kernel.call(dict.fromkeys((*rule.arrays, "grad"), array), rule.scalars)
        self._table = self._call.keeps[0]
        names, results = kernel.array_names, list(kernel.rule.targets.values())
        first = 3 + len(names) + len(kernel.scalars)  # after the sizes and scratch memory
        self._inputs = [3 + names.index(name) for name in rule.arrays]
        self._gradient = 3 + names.index("grad")
        self._results = [first + results.index(name) for name in rule.arrays]

    def goes_on(self, op: Op, attrs: Attrs, array: Any, state: Sequence[Tensor], gradient: Any) -> bool:
        """Return True if the step reads the results of the last step, and a gradient of the same form.

        Bind these arrays.
        """
        if array is not self._array or op is not self._op or attrs != self._attrs or not _is_plain(gradient):
            return False
        shape, dtype = self._form
        if gradient.shape != shape or gradient.dtype != dtype or array.shape != shape or not array.flags.carray:
            return False
        if len(state) != len(self._state) or not all(map(operator.is_, map(_array_of, state), self._state)):
            return False
        self._given = gradient
        return True

    def bind(self, state: Sequence[Array], gradient: Array) -> None:
        """Set the arrays that the step reads."""
        self._state, self._given = [*state], gradient
        for position, array in zip(self._inputs, (self._array, *state), strict=False):
            self._table[position] = _address(_buffer(cast(bytearray, array)))

    def results(self, rate: Any) -> list[Tensor]:
        """Return the parameter and the state after the step."""
        table, count = self._table, len(self._inputs) - 1
        table[self._gradient] = _address(_buffer(cast(bytearray, self._given)))
        following = self._rule.prepare((_number(rate), *[power.item() for power in self._state[count:]]))
        shape, dtype = self._form
        made = [np.empty(shape, dtype) for _ in self._results]
        addresses = [_address(_buffer(cast(bytearray, array))) for array in made]
        for position, address in zip(self._results, addresses, strict=True):
            table[position] = address
        self._call()
        for position, address in zip(self._inputs[1:], addresses[1:], strict=True):
            table[position] = address
        self._given = None
        state = [*made[1:], *[np.array([number], dtype) for number in following]]
        self._state = state
        return [*map(Tensor, (made[0], *state))]


def _rule(op: Op, attrs: Attrs, dtype: Any) -> _Rule | None:
    """Return the rule of an op; None if it has no kernel."""
    arrays, powers = STATE_INPUTS.get(op.name, ((), ()))
    if set(op.inputs) != {*arrays, *powers, "grad", "learning_rate"}:
        return None
    try:
        made = _Rule(op, attrs, dtype)
    except Unlowerable:
        return None
    return made if made.kernel.supported else None


def _fit(rule: _Rule, array: Any, state: Sequence[Tensor]) -> bool:
    """True if the state has the form that a kernel takes."""
    count = len(rule.arrays) - 1
    if len(state) != count + len(rule.powers):
        return False
    shapes = [array.shape] * count + [(1,)] * len(rule.powers)
    return all(
        _is_plain(t._value) and t._value.dtype == array.dtype and t._value.shape == shape
        for t, shape in zip(state, shapes, strict=True)
    )


def _number(rate: Any) -> Any:
    return rate._value.item() if isinstance(rate, Tensor) else rate


def _is_plain(array: Any) -> bool:
    return type(array) is np.ndarray and array.size > 0 and array.flags.carray
