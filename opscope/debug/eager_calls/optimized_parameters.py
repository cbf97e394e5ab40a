"""Names of the parameters that the optimizers of eager code update."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from opscope.debug.eager.tensor_names import GENERATED_PREFIX, TensorNames
from opscope.eager.optimizers.living_optimizers import optimized_names
from opscope.eager.optimizers.optimizer_steps import stepped_parameters


class OptimizedParameters:
    """The names of the parameters of all optimizers, and the names of the parameters that were updated."""

    def __init__(self, names: TensorNames) -> None:
        self._names = names
        self._stepped: dict[tuple[int, int], list[str]] = {}  # by optimizer: its trainable parameters
        self._of_all: set[str] = set()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Inside the `with` block, collect the names of the parameters of all optimizers, including new optimizers."""
        with optimized_names() as self._of_all:
            yield

    def note_step(self) -> None:
        """Collect the names of the parameters of an optimizer whose step begins now."""
        parameters = stepped_parameters()
        if parameters and (key := (id(parameters[0]), len(parameters))) not in self._stepped:
            self._stepped[key] = [self._names.name_of(p) for p in parameters if not p.stop_gradient]

    @property
    def stepped(self) -> list[str]:
        """The names of the trainable parameters that an optimizer has updated, even without a gradient."""
        return [name for names in self._stepped.values() for name in names]

    @property
    def of_all(self) -> set[str]:
        """The names of the parameters of all optimizers that were made so far; "" for a parameter without a name."""
        return {"" if name.startswith(GENERATED_PREFIX) else name for name in self._of_all}
