"""paddle.tensor.einsum: the module, and the function of the same name."""

from opscope.ops.linalg.einsum import einsum

__all__ = ["einsum"]
