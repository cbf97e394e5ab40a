"""Values of one rank in a step, with their digests (hashes) and statistics.

Shared values must be equal on all ranks. These are the values that an optimizer reads and writes: parameters, averaged
gradients, learning rates, and the state of the optimizer. Parameters that operators read, and results that a collective
returns on every rank, are also shared values. All other values may differ between ranks: data, activations, a rank's
own gradients, random numbers, and running statistics of batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from opscope.core.place import has_numbers, to_host
from opscope.debug.taps.statistics import Statistics, statistics
from opscope.debug.values.run_trace import ExecutedOperator, NamedValues, operator_key
from opscope.eager.op_calls import SET_VALUE
from opscope.ir.program.program import GRAD, Operator, Parameter

# Collectives whose result is the same on every rank.
EQUAL_RESULTS = (
    "c_allreduce_sum",
    "c_allreduce_max",
    "c_allreduce_min",
    "c_allreduce_prod",
    "c_broadcast",
    "c_allgather",
)
BATCH_NORMS = ("batch_norm", "sync_batch_norm")
_SLOTS = {"learning_rate": "rate", "param": "parameter", "grad": "gradient"}  # of optimizers

OperatorKey = tuple[int, int]


class ValueKey(NamedTuple):
    """Place of a value in a step: operator, number of the execution, "in" or "out", and index of the value."""

    operator: OperatorKey
    nth: int
    side: str
    position: int


class Place(NamedTuple):
    """Index of the operator that writes a value, counted among the operators that train the model.

    The index is the same in all steps.
    """

    operator: int
    type: str
    nth: int
    side: str
    position: int


class StepValue(NamedTuple):
    """A value that an operator has read or written.

    `kind` is the type of a shared value, such as "parameter", or "" for a value that may differ between ranks.
    `is_data` is True if no operator of the step has made the value, and the forward pass reads it as data. `statistics`
    is None if the value was not measured.
    """

    name: str
    kind: str
    operator: Operator
    is_data: bool
    array: Any
    statistics: Statistics | None

    @property
    def digest(self) -> bytes:
        """The digest (hash) of the dtype, the shape and the bits of the value."""
        return digest(self.array)


class StepValues:
    """The operators of a step on which a gradient or an update depends, and the values of these operators.

    The values are in execution order. `model` contains the operators that also depend on shared values. The other
    operators prepare data. `data` contains the values that the step gets as data. `rows` is the largest first dim of
    the data.
    """

    def __init__(self, trace: Sequence[ExecutedOperator], measured: bool) -> None:
        executed = _that_train(trace)
        self._updated = {name for e in executed if e.operator.phase == "optimize" for name, _ in e.outputs}
        self._own = {name for e in executed if e.operator.phase == "forward" for name, _ in e.outputs}
        self._parameters = set(_read_as_parameters(executed))  # eager code may name a parameter by what has set it
        self.values: dict[ValueKey, StepValue] = {}
        self.operators = list({operator_key(e.operator): e.operator for e in executed}.values())
        self._numbers = {operator_key(operator): number for number, operator in enumerate(self.operators)}
        self.rows = 1
        model = self._read(executed, measured)
        self.model = [operator for operator in self.operators if operator_key(operator) in model]

    def place(self, key: ValueKey) -> Place:
        """Return the position of a value among the operators that train the model.

        This position is the same in all steps of a program, and in all steps of a loop in eager code.
        """
        number = self._numbers[key.operator]
        return Place(number, self.operators[number].type, key.nth, key.side, key.position)

    @property
    def data(self) -> Iterator[tuple[ValueKey, StepValue]]:
        """The data that the step reads."""
        return ((key, value) for key, value in self.values.items() if value.is_data)

    def _read(self, executed: Sequence[ExecutedOperator], measured: bool) -> set[OperatorKey]:
        made: set[int] = set()  # ids of arrays, which live as long as the trace
        shared: set[int] = set()  # of those that depend on what the ranks share
        model: set[OperatorKey] = set()
        for e in executed:
            key = operator_key(e.operator)
            depends = e.operator.phase != "forward" or e.operator.op.name in EQUAL_RESULTS
            for index, name, value in _numbered(e.inputs):
                kind = self._kind_of_input(e, name, value, id(value) in made)
                if kind or id(value) in shared:
                    depends = True
                self._note(
                    ValueKey(key, e.nth, "in", index), name, kind, e.operator, id(value) not in made, value, measured
                )
            for index, name, value in _numbered(e.outputs):
                made.add(id(value))
                if depends:
                    shared.add(id(value))
                kind = self._kind_of_output(e, name)
                self._note(ValueKey(key, e.nth, "out", index), name, kind, e.operator, False, value, measured)
            if depends:
                model.add(key)
        return model

    def _note(
        self, key: ValueKey, name: str, kind: str, operator: Operator, is_given: bool, value: Any, measured: bool
    ) -> None:
        array = np.asarray(to_host(value))
        is_data = is_given and not kind and operator.phase == "forward" and operator.op is not SET_VALUE
        is_data = is_data and not _reads_running(operator, name)
        if is_data and array.ndim:
            self.rows = max(self.rows, array.shape[0])
        self.values[key] = StepValue(
            name, kind, operator, is_data, array,
            statistics(array) if measured and not kind and array.dtype.kind == "f" and array.size > 1 else None,
        )  # fmt: skip

    def _kind_of_input(self, e: ExecutedOperator, name: str, value: Any, is_made: bool) -> str:
        if e.operator.phase == "optimize":
            return self._kind(e.operator, name, e.operator.inputs, e.operator.op.input_name)
        if is_made or name in self._own:
            return ""
        if name in self._updated or id(value) in self._parameters:
            return "parameter"
        is_parameter = isinstance(e.operator.block.find(name), Parameter) and not _reads_running(e.operator, name)
        return "parameter" if is_parameter else ""

    def _kind_of_output(self, e: ExecutedOperator, name: str) -> str:
        if e.operator.phase == "optimize":
            return self._kind(e.operator, name, e.operator.outputs, e.operator.op.output_name)
        return "collective" if e.operator.op.name in EQUAL_RESULTS else ""

    def _kind(self, operator: Operator, name: str, names: Sequence[str | None], slot: Callable[[int], str]) -> str:
        """Return the kind of a value that an optimizer reads or writes.

        The kind is found from the name of the op's input or output, because the names of values in eager code may
        differ.
        """
        found = {slot(i).removesuffix("_out") for i, each in enumerate(names) if each == name}
        kind = next((kind for each, kind in _SLOTS.items() if each in found), "")
        if not kind and isinstance(operator.block.find(name), Parameter):
            kind = "parameter"
        return kind or ("optimizer state" if name in self._updated and GRAD not in name else "gradient")


def _read_as_parameters(executed: Sequence[ExecutedOperator]) -> Iterator[int]:
    """Yield the ids of the arrays that optimizers read as parameters."""
    for e in executed:
        if e.operator.phase == "optimize":
            slots = {each: e.operator.op.input_name(i) for i, each in enumerate(e.operator.inputs)}
            yield from (id(value) for name, value in e.inputs if slots.get(name) == "param")


def _reads_running(operator: Operator, name: str) -> bool:
    """Return True if a value contains running statistics of batches. Each rank computes these separately."""
    slots = (operator.op.input_name(i) for i, each in enumerate(operator.inputs) if each == name)
    return operator.op.name in BATCH_NORMS and any(slot in ("mean", "variance") for slot in slots)


def _numbered(values: NamedValues) -> Iterator[tuple[int, str, Any]]:
    return ((index, name, value) for index, (name, value) in enumerate(values) if has_numbers(value))


def digest(array: Any) -> bytes:
    """Return a digest (hash) of the dtype, the shape and the bits of an array on the host."""
    found = blake2b(f"{array.dtype.str}{array.shape}".encode(), digest_size=16)
    found.update(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
    return found.digest()


def _that_train(trace: Sequence[ExecutedOperator]) -> list[ExecutedOperator]:
    """Return the executions on which a gradient or an update depends.

    If the step has no gradients and no updates, return all executions.
    """
    executed = list(_without_given(trace))
    if all(e.operator.phase == "forward" for e in executed):
        return executed
    needed: set[int] = set()
    found: list[ExecutedOperator] = []
    for e in reversed(executed):
        if e.operator.phase != "forward" or not needed.isdisjoint(_ids(e.outputs)):
            needed.update(_ids(e.inputs))
            found.append(e)
    return found[::-1]


def _without_given(trace: Sequence[ExecutedOperator]) -> Iterator[ExecutedOperator]:
    """Leave out each assignment to a Tensor of values that no operator of the step has computed.

    Such values are input data of the step.
    """
    made: set[int] = set()
    for e in trace:
        if e.operator.op is not SET_VALUE or not made.isdisjoint(_ids(e.inputs)):
            made.update(_ids(e.outputs))
            yield e


def _ids(values: Iterable[tuple[str, Any]]) -> Iterator[int]:
    return (id(value) for _, value in values)
