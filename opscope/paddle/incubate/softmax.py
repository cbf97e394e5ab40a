"""Softmax of masked scores."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import ShapeError
from opscope.ops.creation import full_like
from opscope.ops.elementwise.comparison import greater_than, where
from opscope.ops.manipulation.reshape import tril
from opscope.ops.nn.activation import softmax
from opscope.ops.public_functions import public


@public
def softmax_mask_fuse(x: Any, mask: Any, name: str | None = None) -> Any:
    """Return softmax(x + mask) over the last dim; x [N, heads, length, length], mask [N, 1, length, length]."""
    return softmax(x + mask, axis=-1)


@public
def softmax_mask_fuse_upper_triangle(x: Any) -> Any:
    """Return the softmax over the last dim of the lower triangles of x; 0 above the diagonal.

    x is [N, heads, length, length]. Raises ShapeError for another rank.
    """
    if len(x.shape) != 4:
        raise ShapeError(
            "softmax_mask_fuse_upper_triangle: x must have rank 4", facts={"x": list(x.shape)}, site=site()
        )
    seen = tril(full_like(x, fill_value=1.0))
    masked = where(greater_than(seen, 0.0), x, full_like(x, fill_value=-1e9))
    return softmax(masked, axis=-1) * seen
