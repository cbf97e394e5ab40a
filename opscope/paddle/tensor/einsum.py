"""paddle.tensor.einsum, which is the function where it is imported from paddle.tensor."""

from opscope.ops.linalg.einsum import einsum

__all__ = ["einsum"]
