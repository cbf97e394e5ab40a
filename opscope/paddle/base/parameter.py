"""paddle.base.framework.EagerParamBase: a parameter of dygraph, made from its shape and dtype."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.dtype import as_dtype
from opscope.core.shape import parameter_sizes
from opscope.core.source import site
from opscope.core.state import names
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError
from opscope.paddle.nn.parameter import Parameter
from opscope.paddle.static.variable import InBothModes


class EagerParamBase(Parameter, metaclass=InBothModes):
    """A parameter of zeros, which an initializer may fill. Every parameter of a layer is an instance of this class.

    Raises ArgumentError (a ValueError) without a shape or dtype, or for dims below 0.
    """

    __slots__ = ()

    _pair = (Parameter, Parameter)

    def __init__(
        self,
        shape: Sequence[int] | Tensor,
        dtype: object,
        *,
        name: str | None = None,
        trainable: bool = True,
        optimize_attr: Mapping[str, float] | None = None,
        regularizer: Any = None,
        do_model_average: bool | None = None,
        need_clip: bool = True,
        is_distributed: bool = False,
    ) -> None:
        for what, value in (("shape", shape), ("dtype", dtype)):
            if value is None:
                raise ArgumentError(f"The {what} of Parameter should not be None", site=site())
        sizes = parameter_sizes(shape.numpy() if isinstance(shape, Tensor) else shape)
        array = places.to_device(np.zeros(sizes, as_dtype(dtype).dtype), places.current())
        name = names("_eager_param_base") if name is None else name
        super().__init__(array, not trainable, name, need_clip=need_clip, regularizer=regularizer)
        self.optimize_attr = dict(optimize_attr or {"learning_rate": 1.0})
        self.do_model_average, self.is_distributed = do_model_average, is_distributed

    @classmethod
    def from_tensor(cls, tensor: Tensor, **options: Any) -> Any:
        """Make a parameter that shares the memory of a Tensor, with the options of the class."""
        made = cls(tensor.shape, tensor.dtype, **options)
        tensor._share_buffer_to(made)
        return made


__all__ = ["EagerParamBase"]
