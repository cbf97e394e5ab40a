"""Base of normalizing layers: a weight that starts at 1 and a bias that starts at 0."""

from __future__ import annotations

from typing import Any

from opscope.paddle.nn.initializer import Constant
from opscope.paddle.nn.layer.layers import Layer


class Scaled(Layer):
    """Base of layers with a weight that starts at 1 and a bias that starts at 0."""

    def _make(self, size: int, attr: Any, is_bias: bool) -> Any:
        return self.create_parameter(
            [size], attr, is_bias=is_bias, default_initializer=None if is_bias else Constant(1.0)
        )

    def _frozen(self, size: int, attr: Any, is_bias: bool) -> Any:
        """Return a parameter that is not trained if attr is False, as in Paddle."""
        made = self._make(size, None if attr is False else attr, is_bias)
        if attr is False:
            made.trainable = False
            made.stop_gradient = True
        return made
