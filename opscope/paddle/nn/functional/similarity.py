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
    """Return the cosine of the angle between x1 and x2 along an axis; the product of the norms is at least eps."""
    product = reduction.sum(x1 * x2, axis=axis)
    squares = reduction.sum(x1 * x1, axis=axis) * reduction.sum(x2 * x2, axis=axis)
    return product / unary.sqrt(arithmetic.clip(squares, min=eps * eps))


@public
def pairwise_distance(
    x: Any, y: Any, p: float = 2.0, epsilon: float = 1e-6, keepdim: bool = False, name: str | None = None
) -> Any:
    """Return the p-norm of x - y + epsilon over the last dim."""
    return norm(x - y + epsilon, p=float(p), axis=-1, keepdim=keepdim)


@public
def bilinear(x1: Any, x2: Any, weight: Any, bias: Any = None, name: str | None = None) -> Any:
    """Return [N, O]: the sum of x1[i] * weight[o, i, j] * x2[j] over i and j, plus bias [1, O].

    x1 is [N, I], x2 is [N, J], weight is [O, I, J].
    """
    left = matmul.matmul(unsqueeze(x1, axis=[1, 2]), weight)  # [N, O, 1, J]
    out = squeeze(matmul.matmul(left, unsqueeze(x2, axis=[1, 3])), axis=[2, 3])
    return out if bias is None else out + bias
