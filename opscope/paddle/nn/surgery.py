"""paddle.nn.utils: all parameters as one vector, clipping of gradients in place, and reparameterized weights."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from opscope.core.public_calls import note_functions
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, RunError
from opscope.ops.manipulation import concat_split
from opscope.ops.manipulation.reshape import reshape
from opscope.paddle.nn.reparameterize import remove_weight_norm, spectral_norm, weight_norm

__all__ = ["clip_grad_norm_", "clip_grad_value_", "parameters_to_vector", "remove_weight_norm", "spectral_norm"]
__all__ += ["vector_to_parameters", "weight_norm"]


def parameters_to_vector(parameters: Iterable[Any], name: str | None = None) -> Any:
    """Return the flattened parameters, concatenated. Gradients flow back."""
    return concat_split.concat([reshape(p, shape=[-1]) for p in parameters], axis=0)


def vector_to_parameters(vec: Any, parameters: Sequence[Any], name: str | None = None) -> None:
    """Write a vector into parameters, in their order.

    Raises ArgumentError if the sum of the sizes is not the length of the vector.
    """
    parameters = list(parameters)
    total = sum(p.size for p in parameters)
    if list(vec.shape) != [total]:
        raise ArgumentError(
            f"vector_to_parameters: vec must have {total} elements, which is the number of elements of all parameters",
            facts={"vec": list(vec.shape)},
        )
    start, values = 0, vec.numpy()
    for parameter in parameters:
        stop = start + parameter.size
        parameter.set_value(values[start:stop].reshape(parameter.shape).astype(parameter.dtype.dtype))
        start = stop


def _graded(parameters: Any) -> list[Any]:
    many = [parameters] if isinstance(parameters, Tensor) else list(parameters)
    return [p for p in many if p.grad is not None]


def clip_grad_norm_(parameters: Any, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False) -> Any:
    """Scale the gradients down in place so that their common norm is at most max_norm.

    Returns the norm before the scaling. If error_if_nonfinite is True, raises RunError for a norm that is not finite.
    Source: Pascanu et al. 2013.
    """
    if norm_type not in (float("inf"), 0, 1, 2):
        raise ArgumentError(f"norm_type must be one of inf, 0, 1, 2, but it is {norm_type}", fix="pass one of them")
    graded = _graded(parameters)
    norms = [float(np.linalg.norm(p.grad.numpy().ravel().astype("float64"), norm_type)) for p in graded]
    total = float(np.linalg.norm(norms, norm_type)) if norms else 0.0
    if error_if_nonfinite and not np.isfinite(total):
        raise RunError(
            f"The {norm_type}-norm of all gradients is not finite, so the gradients cannot be clipped.",
            fix="pass error_if_nonfinite=False to scale the gradients without this error",
        )
    factor = min(max_norm / (total + 1e-6), 1.0)
    for parameter in graded:
        gradient = parameter.grad._value
        parameter.grad._write(gradient * gradient.dtype.type(factor))
    dtype = graded[0].dtype.dtype if graded else np.float32
    return Tensor(np.asarray(total, dtype=dtype))


def clip_grad_value_(parameters: Any, clip_value: float) -> None:
    """Limit each element of the gradients to [-clip_value, clip_value], in place."""
    for parameter in _graded(parameters):
        gradient = parameter.grad._value
        parameter.grad._write(gradient.clip(-clip_value, clip_value))


note_functions(__name__)
