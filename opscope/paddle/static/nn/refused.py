"""What opscope knows of paddle.static.nn and does not have: refused where it is called, with the way around."""

from __future__ import annotations

from opscope.core.refused import refused

_SPARSE = "there are no parameters on servers here", "use static.nn.embedding"


sparse_embedding = refused("sparse_embedding", *_SPARSE)
data_norm = refused("data_norm", "its statistics are kept by servers", "use batch_norm")
continuous_value_model = refused("continuous_value_model", *_SPARSE)

__all__ = [
    "continuous_value_model",
    "data_norm",
    "sparse_embedding",
]
