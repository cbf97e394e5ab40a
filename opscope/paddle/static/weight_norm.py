"""WeightNormParamAttr: a weight of a static layer that is computed from a trained direction and trained lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from opscope.core.source import site
from opscope.core.state import mode
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ir.program.program import Parameter, Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.nn.param_attr import ParamAttr


class WeightNormParamAttr(ParamAttr):
    """ParamAttr of a weight <name>_g * <name>_v / |<name>_v|, whose parameters are <name>_g and <name>_v.

    dim: the axis whose slices each have a length; None means one length. At first, the weight has the values of the
    initializer. Raises UnsupportedError in dygraph, ArgumentError for a dim that the weight does not have.
    Source: Salimans & Kingma 2016.
    """

    # the weights made so far, which are not parameters themselves
    params_with_weight_norm: ClassVar[list[Variable]] = []

    def __init__(
        self,
        dim: int | None = None,
        name: str | None = None,
        initializer: Any = None,
        learning_rate: float = 1.0,
        regularizer: Any = None,
        trainable: bool = True,
        do_model_average: bool = False,
        need_clip: bool = True,
    ) -> None:
        super().__init__(name, initializer, learning_rate, regularizer, trainable, do_model_average, need_clip)
        self.dim = dim

    def checked(self) -> WeightNormParamAttr:
        """Return this attribute. Raises UnsupportedError in dygraph."""
        if not mode.static:
            raise UnsupportedError(
                "WeightNormParamAttr works only in static mode",
                site=site(),
                fix="use paddle.nn.utils.weight_norm(layer)",
            )
        return self

    def declare(self, shape: Sequence[int], dtype: object, name: str, initializer: Any) -> Any:
        """Return the weight, a Variable of the main program; its two parameters are in both programs."""
        if self.dim is not None and not 0 <= self.dim < len(shape):
            raise ArgumentError(
                f"dim of WeightNormParamAttr must be at least 0 and less than the rank {len(shape)}, but it is "
                f"{self.dim}",
                site=site(),
            )
        lengths = [d if i == self.dim else 1 for i, d in enumerate(shape)]
        v = super().declare(shape, dtype, f"{name}_v", initializer)
        g = super().declare(lengths, dtype, f"{name}_g", self._measured(f"{name}_v"))
        weight = v * (g / self._norm(v))
        self.params_with_weight_norm.append(weight)
        return weight

    def _measured(self, direction: str) -> Any:
        """Return an initializer: the lengths of the initial direction."""

        def fill(parameter: Parameter, block: Any) -> None:
            norm = self._norm(block.var(direction))
            block.append(REGISTRY["assign"], [norm], {}, outputs=[parameter], specs=[parameter.spec])

        return fill

    def _norm(self, v: Variable) -> Variable:
        axes = tuple(i for i in range(len(v.spec.shape)) if i != self.dim)
        return REGISTRY["sqrt"](REGISTRY["sum"](REGISTRY["square"](v), axis=axes, keepdim=True))
