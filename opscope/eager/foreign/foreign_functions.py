"""Functions of other libraries with their own gradients, which a gradient check examines.

A package `opscope/<library>_calls` adds a source; a source opens a block in which it passes each call to opscope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, NamedTuple, Protocol

from opscope.eager.call_sources import import_sources


class PulledArrays(NamedTuple):
    """Outputs and gradients of a repeated call; `again` are the gradients of a second backward pass."""

    outs: list[Any]
    grads: list[Any]
    again: list[Any] | None


class ForeignFunction(Protocol):
    """A call of a function, which can be repeated with other arrays in place of its tensors.

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
        """Return the reason why the call cannot be checked, and a fix; None if the call can be checked."""
        ...

    def outputs(self, result: Any) -> tuple[list[Any], list[bool]]:
        """Return the elements of the tensors of a result, and for each tensor True if it receives a gradient."""
        ...

    def repeat(self, inputs: Sequence[Any]) -> list[Any]:
        """Call forward with other arrays, to which forward may write."""
        ...

    def pull(
        self, inputs: Sequence[Any], seeds: Sequence[Any], between: Callable[[], Any] | None, twice: bool
    ) -> PulledArrays:
        """Call forward, then `between()`, then backward, twice if `twice` is True."""
        ...


Around = Callable[[ForeignFunction, Callable[[], Any]], Any]  # returns what the call returns, which it makes
FunctionSource = Callable[[Around], AbstractContextManager[None]]
StateSaver = Callable[[Any], Callable[[], Any] | None]  # returns what restores an object of the library, as it is now

function_libraries: set[str] = set()  # packages whose modules have no state of the user's functions
_sources: list[FunctionSource] = []
_savers: list[StateSaver] = []


def add_function_source(source: FunctionSource, library: str, save_state: StateSaver) -> None:
    """Add a source.

    A source makes the block in which each call of a function with its own gradient goes through a given function.

    save_state: returns a function that restores a tensor or a random stream of the library; None for other objects.
    """
    _sources.append(source)
    _savers.append(save_state)
    function_libraries.add(library)


def saved_state(value: Any) -> Callable[[], Any] | None:
    """Return a function that restores an object of another library; None for other objects."""
    return next((undo for save in _savers if (undo := save(value)) is not None), None)


@contextmanager
def open_function_sources(around: Around) -> Iterator[None]:
    """Inside the block, let each call of a function with its own gradient go through `around`, in any thread."""
    import_sources()
    with ExitStack() as stack:
        for source in _sources:
            stack.enter_context(source(around))
        yield
