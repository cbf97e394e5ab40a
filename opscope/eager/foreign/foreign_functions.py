"""Functions of other libraries that define their own gradient. A gradient check calls these functions again.

A package `opscope/<library>_calls` adds a function source. The source returns a block, and reports each call of such a
function inside the block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, NamedTuple, Protocol

from opscope.eager.call_sources import import_sources


class PulledArrays(NamedTuple):
    """Outputs and gradients of a repeated call. `again` contains the gradients of a second backward pass."""

    outs: list[Any]
    grads: list[Any]
    again: list[Any] | None


class ForeignFunction(Protocol):
    """A call of a function of another library. The call can be repeated with other arrays instead of its tensors.

    `inputs` are the elements of the tensors before the call, and `wrt` are the positions of the tensors that need a
    gradient. `names` are the names of the tensors, and `objects` are the other arguments.
    """

    owner: Any
    forward: Callable[..., Any]
    backward: Callable[..., Any]
    inputs: list[Any]
    wrt: list[int]
    names: list[str]
    objects: list[Any]

    def why_not(self) -> tuple[str, str] | None:
        """Return the reason why the call cannot be checked, and a fix. Return None if the call can be checked."""
        ...

    def outputs(self, result: Any) -> tuple[list[Any], list[bool]]:
        """Return the elements of each tensor of a result.

        For each tensor, also return True if it receives a gradient.
        """
        ...

    def returns_input(self, result: Any) -> bool:
        """Return True if a result contains a tensor of the arguments, which forward was allowed to overwrite."""
        ...

    def repeat(self, inputs: Sequence[Any]) -> list[Any]:
        """Call forward with other arrays. forward may write to these arrays."""
        ...

    def pull(
        self, inputs: Sequence[Any], seeds: Sequence[Any], between: Callable[[], Any] | None, twice: bool
    ) -> PulledArrays:
        """Call forward, then `between()`, then backward. If `twice` is True, call backward twice."""
        ...


Around = Callable[[ForeignFunction, Callable[[], Any]], Any]  # returns what the call returns, which it makes
FunctionSource = Callable[[Around], AbstractContextManager[None]]
StateSaver = Callable[[Any], Callable[[], Any] | None]  # returns what restores an object of the library, as it is now

function_libraries: set[str] = set()  # packages whose modules have no state of the user's functions
_sources: list[FunctionSource] = []
_savers: list[StateSaver] = []


def add_function_source(source: FunctionSource, library: str, save_state: StateSaver) -> None:
    """Register a function source of a library.

    A function source receives a function `around`, and returns a context manager. Inside the block, each call of a
    function that defines its own gradient is passed to `around`.

    save_state: function that takes a tensor or a random stream of the library, and returns a function that restores the
    present state of this object. For other objects, `save_state` returns None.
    """
    _sources.append(source)
    _savers.append(save_state)
    function_libraries.add(library)


def saved_state(value: Any) -> Callable[[], Any] | None:
    """Return a function that restores the present state of a library's object. Return None for other objects."""
    return next((undo for save in _savers if (undo := save(value)) is not None), None)


@contextmanager
def open_function_sources(around: Around) -> Iterator[None]:
    """Context manager: pass each call of a function that defines its own gradient to `around`, in all threads."""
    import_sources()
    with ExitStack() as stack:
        for source in _sources:
            stack.enter_context(source(around))
        yield
