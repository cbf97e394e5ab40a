"""paddle.tensor.attribute: what a tensor says of itself."""

from opscope.ops.creation import shape

__all__ = ["shape"]
