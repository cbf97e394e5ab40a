"""Parameter: a Tensor that a layer owns and optimizers update."""

from __future__ import annotations

from typing import Any

from opscope.core import place as places
from opscope.core.dtype import as_dtype
from opscope.core.source import site
from opscope.core.state import names
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError
from opscope.paddle.converted_copies import converted_copy


class Parameter(Tensor):
    """A persistable leaf. `trainable` is the opposite of `stop_gradient`.

    `optimize_attr["learning_rate"]` multiplies the optimizer's learning rate. With need_clip=False, the gradient is not
    clipped.
    """

    __slots__ = ()

    persistable = True
    is_layer_parameter = True
    do_model_average: bool | None = None  # told by who makes it; nothing reads it

    def __init__(
        self,
        value: Any,
        stop_gradient: bool = True,
        name: str = "",
        *,
        learning_rate: float = 1.0,
        need_clip: bool = True,
        regularizer: Any = None,
    ) -> None:
        super().__init__(value, stop_gradient, name)
        self.optimize_attr = {"learning_rate": learning_rate}
        self.need_clip = need_clip
        self.regularizer = regularizer
        self.is_distributed = False

    @property
    def trainable(self) -> bool:
        """True if a gradient is computed for the parameter."""
        return not self.stop_gradient

    @trainable.setter
    def trainable(self, value: bool) -> None:
        if not isinstance(value, bool):
            raise ArgumentError(f"trainable must be a bool, but received {type(value)}", site=site())
        self.stop_gradient = not value

    def _plain_tensor(self, array: Any, stop_gradient: bool) -> Tensor:
        return Tensor(array, stop_gradient)

    def become(self, dtype: Any = None, place: Any = None) -> None:
        """Change the dtype and the place of the parameter and its gradient."""
        moved(self, dtype, place)
        if self._grad is not None:
            moved(self._grad, dtype, place)

    def initialize(self) -> None:
        """Do nothing, because the parameter was already filled when it was made."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Parameter:
        made = Parameter(
            self._copy_array(self._value),
            self.stop_gradient,
            names(self.name),
            learning_rate=self.optimize_attr["learning_rate"],
            need_clip=self.need_clip,
            regularizer=self.regularizer,
        )
        memo[id(self)] = made
        return made

    def __repr__(self) -> str:
        return f"Parameter containing:\n{super().__repr__()}"


def moved(tensor: Tensor, dtype: Any = None, place: Any = None) -> None:
    """Change the dtype and the place of a tensor, in place."""
    if place is not None:
        tensor._take_array(places.to_device(tensor._value, places.as_place(place)))
    if dtype is not None and tensor._value.dtype != as_dtype(dtype).dtype:
        tensor._take_array(converted_copy(tensor, dtype)._value)
    tensor._version[0] += 1
