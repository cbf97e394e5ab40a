"""Similarity of two tensors, and functions of two inputs."""

from __future__ import annotations

from typing import Any

from opscope.ops import reduction
from opscope.ops.elementwise import arithmetic, unary
from opscope.ops.linalg import matmul
from opscope.ops.manipulation.reshape import squeeze, unsqueeze
from opscope.ops.public_functions import public
from opscope.paddle.functions.norms import norm


@public
def cosine_similarity(x1: Any, x2: Any, axis: int = 1, eps: float = 1e-8) -> Any:
    """The cosine of the angle between x1 and x2 along an axis; eps bounds the product of the norms from below."""
    product = reduction.sum(x1 * x2, axis=axis)
    squares = reduction.sum(x1 * x1, axis=axis) * reduction.sum(x2 * x2, axis=axis)
    return product / unary.sqrt(arithmetic.clip(squares, min=eps * eps))


@public
def pairwise_distance(
    x: Any, y: Any, p: float = 2.0, epsilon: float = 1e-6, keepdim: bool = False, name: str | None = None
) -> Any:
    """The p-norm of x - y + epsilon over the last dim."""
    return norm(x - y + epsilon, p=float(p), axis=-1, keepdim=keepdim)


@public
def bilinear(x1: Any, x2: Any, weight: Any, bias: Any = None, name: str | None = None) -> Any:
    """x1 [N, I] and x2 [N, J] with weight [O, I, J]: sum over i and j of x1 * weight * x2, [N, O], plus bias [1, O]."""
    left = matmul.matmul(unsqueeze(x1, axis=[1, 2]), weight)  # [N, O, 1, J]
    out = squeeze(matmul.matmul(left, unsqueeze(x2, axis=[1, 3])), axis=[2, 3])
    return out if bias is None else out + bias
