"""NaN guard for tests: raises an error with the operator, the line and the values if an operator makes NaN or Inf."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.checks.finite import all_finite
from opscope.core.formats.narrow_arrays import widened
from opscope.core.place import is_array, to_host
from opscope.debug.replay.absorbed_values import given_infinities, is_of_kinds, kind_of
from opscope.eager.call_sources import open_call_sources
from opscope.eager.op_calls import OpCall
from opscope.eager.tape import Tracked
from opscope.eager.watch import watch_everywhere
from opscope.errors import RunError
from opscope.runtime.instrument import instrument_everywhere
from opscope.runtime.nonfinite_checks import NumericCheck, ValueOrigin, count_values, describe


class NanGuard(NumericCheck):
    """Guard that checks each result of each operator, in eager code and in programs, in all threads of the process.

    Attributes:
        found: the errors that the guard has raised, in order. The list also contains errors that the program has
            caught, and errors in other threads.
    """

    def __init__(self, expect: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.found: list[RunError] = []
        self._expected: list[tuple[str, str]] = []
        self._before: dict[int, tuple[Any, ...]] = {}  # by id of a running call that writes to its inputs: copies
        for pattern, what in (expect or {}).items():
            self.expect(pattern, what)

    def expect(self, pattern: str, what: str) -> None:
        """Declare that NaN or Inf is intended in values with a name (`"mask*"`), or in results of an op (`"op:log"`).

        `what` selects the intended elements: "-inf", "+inf", "inf" (of either sign), "nan" or "any". Raises
        ArgumentError if `what` is another text.
        """
        self._expected.append((pattern, kind_of(what)))

    def before(self, call: OpCall) -> None:
        """Copy the inputs of an op that may write to its inputs."""
        if call.op.writes_inputs:
            self._before[id(call)] = tuple(_copy(value) for value in call.inputs)

    def failed(self, call: OpCall, error: Exception) -> None:
        """Delete the copied inputs of a call that has failed."""
        self._before.pop(id(call), None)

    def after(self, call: OpCall) -> None:
        """Check the results of a call. The check uses the inputs as they were before the call."""
        call.inputs = self._before.pop(id(call), call.inputs)
        super().after(call)

    def check(self, array: Array, origin_of: Callable[[], ValueOrigin], *names: str) -> None:
        """Check one result of an op; `names` are further names of the op.

        Raises RunError if the result has a NaN or Inf that is not expected, unless the op only passes on an Inf from
        its inputs or attributes.
        """
        if not hasattr(array, "dtype") or all_finite(array):
            return
        origin = origin_of()
        known = (origin.tensor, *(f"op:{name}" for name in (origin.op, *names)))
        kinds = {what for pattern, what in self._expected if any(fnmatchcase(name, pattern) for name in known)}
        if is_of_kinds(array, kinds) or _is_carried(array, origin):
            return
        error = _error(array, origin)
        self.found.append(error)
        raise error


@contextmanager
def guarding(expect: Mapping[str, str] | None = None) -> Iterator[NanGuard]:
    """Inside the `with` block, raise RunError in any thread if an operator makes an unexpected NaN or Inf.

    Calls to other libraries, such as PyTorch, are checked only in the thread that enters the `with` block.
    """
    guard = NanGuard(expect)
    stops = watch_everywhere(guard), instrument_everywhere(guard)
    try:
        with open_call_sources():
            yield guard
    finally:
        for stop in stops:
            stop()


def _copy(value: Any) -> Any:
    array = value._value if isinstance(value, Tracked) else value
    return array.copy() if is_array(array) else array


def _is_carried(array: Array, origin: ValueOrigin) -> bool:
    """Return True if an Inf comes from an attribute or an input of the op.

    The result is False if the value contains NaN.
    """
    if count_values(array).nan:
        return False
    if given_infinities(origin.op, origin.attrs):
        return True
    inputs = (widened(value._value if isinstance(value, Tracked) else value) for value in origin.inputs.values())
    return any(count_values(v).inf for v in inputs if hasattr(v, "dtype") and v.dtype.kind in "fc")


def _error(array: Array, origin: ValueOrigin) -> RunError:
    values, found = to_host(array), count_values(array)
    index = tuple(int(i) for i in np.argwhere(~np.isfinite(values))[0])
    name = origin.tensor or "the result"
    facts: dict[str, object] = {name: describe(array), _element(name, index): values[index]}
    for each, value in origin.inputs.items():
        facts[each] = describe(value)
        read: Any = widened(value._value if isinstance(value, Tracked) else value)
        if index and getattr(read, "shape", None) == values.shape:
            facts[_element(each, index)] = to_host(read)[index]
    kind = "any" if found.nan and found.inf else "nan" if found.nan else "inf"
    counts = " and ".join(f"{n} {kind}" for n, kind in ((found.nan, "NaN"), (found.inf, "Inf")) if n)
    error = RunError(
        f"{origin.op} made {counts}" if origin.op != "feed" else f"the feed of {name} contains {counts}",
        facts=facts, site=origin.site,
        fix=f"if these are intended: opscope_nan_guard(expect={{{origin.tensor or f'op:{origin.op}'!r}: {kind!r}}})",
    )  # fmt: skip
    error._opscope_located = True  # type: ignore[attr-defined]
    return error


def _element(name: str, index: tuple[int, ...]) -> str:
    return f"{name}[{', '.join(map(str, index))}]" if index else name
