"""ModelAverage: averages of a model's weights over the last part of the training."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from opscope.core import place as places
from opscope.core.source import site
from opscope.core.state import mode
from opscope.eager.tensor import Tensor
from opscope.errors import RunError
from opscope.ir.program.context import defaults
from opscope.ir.program.program import Operator, Program
from opscope.paddle.optimizer import Optimizer
from opscope.paddle.optimizer.homes import Kept, State
from opscope.paddle.optimizer.optimizer import Pairs
from opscope.runtime.scope import global_scope

_SUMS = ("sum_1", "sum_2", "sum_3")
_COUNTS = ("num_accumulates", "old_num_accumulates", "num_updates")


class ModelAverage(Optimizer):
    """Averages of weights. `with average.apply(): evaluate()` sets the weights to their averages.

    An average is over average_window_rate of all steps, at least min_average_window and at most max_average_window. In
    dygraph, call `step` after the optimizer's step. For a program, make a ModelAverage after `minimize`.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/incubate/ModelAverage_en.html
    """

    op_name = "average_accumulates"

    uses_rate = False

    def __init__(
        self,
        average_window_rate: float,
        parameters: Any = None,
        min_average_window: int = 10000,
        max_average_window: int = 10000,
        name: str | None = None,
    ) -> None:
        options = {
            "average_window": float(average_window_rate),
            "min_average_window": min_average_window,
            "max_average_window": max_average_window,
        }
        super().__init__(0.0, parameters, None, None, name, options=options)
        self._saved: list[tuple[Any, Any]] = []
        if mode.static:
            every = self.parameters or defaults.main.all_parameters()
            self.apply_gradients([(p, p) for p in every])

    def state(self, options: Mapping[str, Any]) -> list[State]:
        return [*map(State, _SUMS), *(State(n, scalar=True) for n in _COUNTS)]

    def step(self) -> None:
        """Add the weights of every parameter that has a gradient to the sums."""
        self._step([(p, p) for p, _ in self._gradients(self.parameters)])

    def minimize(
        self,
        loss: Any,
        startup_program: Program | None = None,
        parameters: Sequence[Any] | None = None,
        no_grad_set: Any = None,
    ) -> tuple[list[Operator], Pairs]:
        """In dygraph, call `step`. For a program, do nothing: the constructor has appended the sums, as in Paddle."""
        if isinstance(loss, Tensor):
            self.step()
        return [], []

    @contextmanager
    def apply(self, executor: Any = None, need_restore: bool = True) -> Iterator[None]:
        """Set the parameters to their averages in the block.

        Restore them after the block, unless need_restore is False.

        Raises RunError for a program without an executor, and before the first step.
        """
        self._needs(executor)
        self._saved = []
        for kept in self._kept.values():
            values = [_array(v) for v in kept.values]
            count = values[3] + values[4]
            if not count.size or count[0] == 0:
                raise RunError(f"{kept.parameter.name} has no average yet", site=site(), fix="train a step first")
            self._saved.append((kept.parameter, _array(kept.parameter).copy()))
            _put(kept.parameter, _average(kept, values, count))
        try:
            yield
        finally:
            if need_restore:
                self.restore(executor)

    def restore(self, executor: Any = None) -> None:
        """Restore the parameter values that `apply` replaced."""
        self._needs(executor)
        for parameter, value in self._saved:
            _put(parameter, value)
        self._saved = []

    def _needs(self, executor: Any) -> None:
        if mode.static and executor is None:
            raise RunError("In static mode, the argument executor must not be None.", site=site())


def _average(kept: Kept, values: Sequence[Any], count: Any) -> Any:
    return ((values[0] + values[1] + values[2]) / count[0]).astype(_array(kept.parameter).dtype)


def _array(value: Any) -> Any:
    """Return the array of a Tensor, or of a variable of the global scope."""
    if isinstance(value, Tensor):
        return places.to_host(value._value)
    found = global_scope().snapshot(value.name)
    if found is None:
        raise RunError(f"{value.name} has no value yet", site=site(), fix="run the startup program first")
    return places.to_host(found)


def _put(parameter: Any, value: Any) -> None:
    if isinstance(parameter, Tensor):
        parameter.set_value(value)
    else:
        global_scope().var(parameter.name).get_tensor().set(value)
