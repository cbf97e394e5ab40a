"""InputSpec: shape, dtype and name of an input, without a value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.dtype import DType, as_dtype
from opscope.core.source import site
from opscope.errors import ArgumentError, UsageError


class InputSpec:
    """Spec of an input of a network: a shape (None and -1 are unknown dims), a dtype, and possibly a name.

    Raises UsageError for a shape that is not a list, ArgumentError for an empty list.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/InputSpec_en.html
    """

    def __init__(
        self,
        shape: Sequence[int | None],
        dtype: object = "float32",
        name: str | None = None,
        stop_gradient: bool = False,
    ) -> None:
        self.shape = self._verify(shape)
        self.dtype: DType = as_dtype("float32" if dtype is None else dtype)
        self.name = name
        self.stop_gradient = stop_gradient

    @staticmethod
    def _verify(shape: Any) -> tuple[int, ...]:
        if not isinstance(shape, list | tuple):
            raise UsageError(
                f"`shape` of InputSpec should be a tuple or a list, but received {type(shape).__name__}.",
                site=site(),
            )
        for i, dim in enumerate(shape):
            if dim is not None and (isinstance(dim, bool) or not isinstance(dim, int)):
                raise ArgumentError(
                    f"shape[{i}] should be an int, but it is {dim!r}, a {type(dim).__name__}.", site=site()
                )
        return tuple(-1 if d is None else d for d in shape)

    @classmethod
    def from_tensor(cls, tensor: Any, name: str | None = None) -> InputSpec:
        """Return the spec of a Tensor or Variable. Raises ArgumentError for other objects."""
        if not hasattr(tensor, "__apply_op__"):
            raise ArgumentError(f"`tensor` should be a Tensor, but received {type(tensor).__name__}.", site=site())
        return cls(tuple(tensor.shape), tensor.dtype, name or tensor.name)

    @classmethod
    def from_numpy(cls, ndarray: Any, name: str | None = None) -> InputSpec:
        """Return the spec of an array."""
        return cls(ndarray.shape, ndarray.dtype, name)

    def batch(self, batch_size: int) -> InputSpec:
        """Add a batch dim as the first dim.

        Raises ArgumentError for several dims, UsageError for a size that is not an int.
        """
        if isinstance(batch_size, list | tuple):
            if len(batch_size) != 1:
                raise ArgumentError(
                    f"batch_size {batch_size} should have 1 element, but it has {len(batch_size)}.", site=site()
                )
            batch_size = batch_size[0]
        if not isinstance(batch_size, int):
            raise UsageError(f"batch_size should be an int, but received a {type(batch_size).__name__}.", site=site())
        self.shape = (batch_size, *self.shape)
        return self

    def unbatch(self) -> InputSpec:
        """Remove the first dim. Raises ArgumentError for a shape without dims."""
        if not self.shape:
            raise ArgumentError(
                "An InputSpec without dims has no batch dim, so unbatch() is not possible.", site=site()
            )
        self.shape = self.shape[1:]
        return self

    def __repr__(self) -> str:
        return (
            f"InputSpec(shape={self.shape}, dtype={self.dtype!r}, name={self.name}, stop_gradient={self.stop_gradient})"
        )

    def _key(self) -> tuple[Any, ...]:
        return (self.shape, self.dtype.name, self.name, self.stop_gradient)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InputSpec) and type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


__all__ = ["InputSpec"]
