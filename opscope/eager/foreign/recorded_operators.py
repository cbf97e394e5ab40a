"""Operators of other libraries that a recording names. An operator is looked up when it computes its first value.

A package `opscope/<library>_calls` adds an operator finder for its library.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

from opscope.eager.call_sources import import_sources
from opscope.errors import RunError
from opscope.ops.registry import Attrs
from opscope.ops.repeats import OperatorReference, Repeat


class FoundOperator(NamedTuple):
    """An operator of another library that was found by its name.

    `kernel` computes the operator on arrays, and does not write to these arrays.
    """

    repeat: Repeat
    kernel: Callable[..., Any]


OperatorFinder = Callable[[OperatorReference], FoundOperator]

_finders: dict[str, OperatorFinder] = {}  # by library


def add_operator_finder(library: str, find: OperatorFinder) -> None:
    """Register the operator finder of a library. It imports the library. It raises RunError for an unknown operator."""
    _finders[library] = find


def is_known(library: str) -> bool:
    """Return True if the library has an operator finder. The library itself need not be installed."""
    import_sources()
    return library in _finders


@cache
def is_installed(library: str) -> bool:
    """Return True if a library with an operator finder is installed. The test does not import the library."""
    return is_known(library) and importlib.util.find_spec(library) is not None


class RecordedRepeat:
    """Object that repeats the calls of an operator that a recording names. The first call looks the operator up."""

    def __init__(self, reference: OperatorReference) -> None:
        self._reference = reference

    def __call__(self, given: Sequence[Any], former: Sequence[Any], attrs: Attrs) -> Sequence[Any]:
        self._check(attrs)
        return self._found.repeat(given, former, attrs)

    def result_bytes(self, given: Sequence[Any], former: Sequence[Any], attrs: Attrs) -> Sequence[int] | None:
        """Return the sizes of the operator's results in bytes."""
        self._check(attrs)
        return self._found.repeat.result_bytes(given, former, attrs)

    def reference(self, attrs: Attrs) -> OperatorReference | None:
        """Return the reference by which the recording identifies the operator."""
        return self._reference

    def kernel(self, xp: Any, *inputs: Any, **attrs: Any) -> Any:
        """Compute the operator on arrays."""
        self._check(attrs)
        return self._found.kernel(xp, *inputs, **attrs)

    def _check(self, attrs: Attrs) -> None:
        if self._found.repeat.reference(attrs) is None:
            raise RunError(f"a recording may not call {self._reference.operator} with these attributes")

    @cached_property
    def _found(self) -> FoundOperator:
        library = self._reference.library
        if not is_installed(library):
            raise RunError(
                f"{self._reference.operator} computes this value, but {library} is not installed here",
                fix=f"open the recording where {library} is installed",
            )
        return _finders[library](self._reference)
