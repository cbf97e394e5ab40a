"""paddle.tensor.linalg: linear algebra."""

from opscope.ops.api import bmm, dot, norm
from opscope.ops.linalg import matmul, t
from opscope.ops.manipulation import transpose

__all__ = ["bmm", "dot", "matmul", "norm", "t", "transpose"]
