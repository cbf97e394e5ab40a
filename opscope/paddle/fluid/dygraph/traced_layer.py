"""fluid.dygraph.TracedLayer: the call of a layer as a program.

The program runs, and can be saved, without the layer's Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import RunError, UsageError
from opscope.ir import nesting
from opscope.ir.program.program import Program
from opscope.paddle.fluid.io import save_inference_model
from opscope.paddle.jit.files import concrete_with_values
from opscope.paddle.jit.static_function import StaticFunction
from opscope.paddle.jit.tracing import static_mode
from opscope.paddle.nn import Layer
from opscope.paddle.static.input_spec import InputSpec
from opscope.runtime.scope import scope_guard


class TracedLayer(Described):
    """The call of a layer as a program, made by `TracedLayer.trace(layer, inputs)`.

    The program shares the values of the layer. Inputs with other shapes are traced again.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/dygraph/TracedLayer.html
    """

    def __init__(self, function: StaticFunction, specs: Sequence[InputSpec]) -> None:
        self._function, self._specs = function, list(specs)

    @staticmethod
    def trace(layer: Layer, inputs: Any) -> tuple[Any, TracedLayer]:
        """Return (results of the layer for the Tensors, the traced layer). Raises UsageError without a Layer."""
        if not isinstance(layer, Layer):
            raise UsageError(
                f"The type of 'layer' in TracedLayer.trace must be Layer, but received {type(layer)}", site=site()
            )
        given = list(inputs) if isinstance(inputs, list | tuple) else [inputs]
        forward = layer.forward
        function = forward if isinstance(forward, StaticFunction) else StaticFunction(forward)
        # another size of batch runs the saved model, too
        specs = [InputSpec([None, *x.shape[1:]] if x.shape else [], x.dtype) for x in given]
        return function(*given), TracedLayer(function, specs)

    def __call__(self, inputs: Any) -> list[Any]:
        """Return the results for the Tensors, in a list."""
        given = list(inputs) if isinstance(inputs, list | tuple) else [inputs]
        return nesting.flatten(self._function(*given))

    @property
    def program(self) -> Program:
        """Return the program, which accepts batches of any size."""
        return concrete_with_values(self._function, self._specs)[0].main_program

    def set_strategy(self, build_strategy: Any = None, exec_strategy: Any = None) -> None:
        """No effect: the strategies are options of Paddle's compiler."""

    def save_inference_model(self, dirname: str, feed: Any = None, fetch: Any = None) -> None:
        """Write the program and its values in the format of fluid.io.save_inference_model.

        feed and fetch: the positions of inputs and outputs to keep; None keeps all. Raises RunError for other
        positions.
        """
        concrete, scope = concrete_with_values(self._function, self._specs)
        chosen = [_chosen(*both) for both in (("feed", concrete.inputs, feed), ("fetch", concrete.outputs, fetch))]
        with scope_guard(scope), static_mode():
            save_inference_model(dirname, [v.name for v in chosen[0]], chosen[1], None, concrete.main_program)


def _chosen(what: str, variables: Sequence[Any], positions: Sequence[int] | None) -> list[Any]:
    if positions is None:
        return list(variables)
    if wrong := [i for i in positions if not isinstance(i, int) or not 0 <= i < len(variables)]:
        raise RunError(
            f"{what}: position {wrong[0]} does not exist: there are {len(variables)} variables",
            site=site(),
            fix="count positions from 0",
        )
    return [variables[i] for i in positions]


__all__ = ["TracedLayer"]
