"""fluid.dygraph.nn: layers that Paddle 2 does not have: GRUUnit, NCE, PRelu per element, BilinearTensorProduct."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, ModeError
from opscope.ops.registry import REGISTRY
from opscope.paddle import nn
from opscope.paddle.fluid.layers.arithmetic import activated
from opscope.paddle.fluid.layers.rnn import gru_step
from opscope.paddle.nn.initializer import Constant
from opscope.paddle.static.nn.noise import Draw, noise_contrasted


class GRUUnit(nn.Layer):
    """A step of a gated recurrent unit: (hidden [N, D], reset hidden, gates) for input [N, 3 D]; size is 3 D.

    Source: Cho et al. 2014; https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/dygraph/GRUUnit.html
    """

    def __init__(
        self, size: int, param_attr: Any = None, bias_attr: Any = None, activation: str = "tanh",
        gate_activation: str = "sigmoid", origin_mode: bool = False, dtype: Any = "float32",
    ) -> None:  # fmt: skip
        super().__init__(dtype=dtype)
        width = size // 3
        self._acts, self._origin = (activation, gate_activation), origin_mode
        self.weight = self.create_parameter([width, 3 * width], param_attr)
        self.bias = self.create_parameter([1, 3 * width], bias_attr, is_bias=True)

    def forward(self, input: Any, hidden: Any) -> tuple[Any, Any, Any]:
        return gru_step(input, hidden, self.weight, self.bias, *self._acts, self._origin)


class NCE(nn.Layer):
    """Noise-contrastive estimation: the loss [N, 1] of label [N, T] against drawn classes (Gutmann 2010)."""

    def __init__(
        self, num_total_classes: int, dim: int, sample_weight: Any = None, param_attr: Any = None,
        bias_attr: Any = None, num_neg_samples: int | None = None, sampler: str = "uniform", custom_dist: Any = None,
        seed: int = 0, is_sparse: bool = False, dtype: Any = "float32",
    ) -> None:  # fmt: skip
        super().__init__(dtype=dtype)
        self._draw = Draw(num_total_classes, num_neg_samples or 10, sampler, custom_dist, seed)
        self._sample_weight = sample_weight
        self.weight = self.create_parameter([num_total_classes, dim], param_attr)
        self.bias = self.create_parameter([num_total_classes, 1], bias_attr, is_bias=True)

    def forward(self, input: Any, label: Any, sample_weight: Any = None) -> Any:
        given = self._sample_weight if sample_weight is None else sample_weight
        return noise_contrasted(input, label, self.weight, self.bias, self._draw, given)


class PRelu(nn.Layer):
    """x where x > 0, and slope * x elsewhere. The learned slope (first 1) is one number, or per 'channel' or 'element'.

    Raises ArgumentError for another mode, ModeError (an AssertionError) if channel or input_shape is missing.
    """

    def __init__(
        self, mode: str, channel: int | None = None, input_shape: Sequence[int] | None = None, param_attr: Any = None,
        dtype: Any = "float32",
    ) -> None:  # fmt: skip
        super().__init__(dtype=dtype)
        if mode not in ("all", "channel", "element"):
            raise ArgumentError("The mode should be one of all, channel, element.", facts={"mode": mode}, site=site())
        shape = [1]
        if mode == "channel":
            if not isinstance(channel, int):
                raise ModeError("channel argument is required when mode is 'channel'.", site=site())
            shape = [1, channel, 1, 1]
        elif mode == "element":
            if not isinstance(input_shape, list | tuple):
                raise ModeError("input_shape argument is required when mode is 'element'.", site=site())
            shape = [1, *list(input_shape)[1:]]
        self.weight = self.create_parameter(shape, param_attr, default_initializer=Constant(1.0))

    def forward(self, input: Any) -> Any:
        below = REGISTRY["minimum"](input, REGISTRY["zeros_like"](input))
        return REGISTRY["relu"](input) + below * self.weight


class BilinearTensorProduct(nn.Layer):
    """The sum of x [N, input1_dim] * weight * y [N, input2_dim], plus a bias, then the activation `act`."""

    def __init__(
        self, input1_dim: int, input2_dim: int, output_dim: int, name: str | None = None, act: str | None = None,
        param_attr: Any = None, bias_attr: Any = None, dtype: Any = "float32",
    ) -> None:  # fmt: skip
        super().__init__(name, dtype)
        self._act = act
        self.weight = self.create_parameter([output_dim, input1_dim, input2_dim], param_attr)
        self.bias = self.create_parameter([1, output_dim], bias_attr, is_bias=True)

    def forward(self, x: Any, y: Any) -> Any:
        return activated(nn.functional.bilinear(x, y, self.weight, self.bias), self._act)


__all__ = ["NCE", "BilinearTensorProduct", "GRUUnit", "PRelu"]
