"""Names of paddle.static.nn that opscope does not have: a call raises an error with a replacement."""

from __future__ import annotations

from opscope.core.checks.unsupported import unsupported_function

_SPARSE = "opscope has no parameter servers", "use static.nn.embedding"


sparse_embedding = unsupported_function("sparse_embedding", *_SPARSE)
data_norm = unsupported_function(
    "data_norm", "parameter servers store its statistics, and opscope has no parameter servers", "use batch_norm"
)
continuous_value_model = unsupported_function("continuous_value_model", *_SPARSE)

__all__ = [
    "continuous_value_model",
    "data_norm",
    "sparse_embedding",
]
