"""paddle.base.lod_tensor."""

from opscope.paddle.static.lod_tensor import create_lod_tensor, create_random_int_lodtensor

__all__ = [
    "create_lod_tensor",
    "create_random_int_lodtensor",
]
