"""Repeated calls of other libraries: a run repeats a call with its operator, a recording finds the operator by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from opscope.ops.registry import Attrs


class OperatorReference(NamedTuple):
    """Reference to an operator in a recording.

    `operator` is the full name, such as `aten::add.Tensor`. `lengths` are the lengths of the arguments that are lists
    of tensors; None for a single tensor. `threads` is the number of threads of the library, which may change the order
    of a sum.
    """

    library: str
    operator: str
    lengths: tuple[int | None, ...]
    threads: int


class Repeat(Protocol):
    """Repeat a call of another library.

    `given` are the arrays of the inputs. `former` are the arrays of the results that existed before the call, and None
    for the other results.
    """

    def __call__(self, given: Sequence[Any], former: Sequence[Any], attrs: Attrs) -> Sequence[Any]:
        """Write to the memory to which the original call wrote, and return the results."""
        ...

    def result_bytes(self, given: Sequence[Any], former: Sequence[Any], attrs: Attrs) -> Sequence[int] | None:
        """Return the sizes of the results without computing them; None if they are not known before the call."""
        ...

    def reference(self, attrs: Attrs) -> OperatorReference | None:
        """Return the reference for a recording; None if another process must not repeat the call."""
        ...
