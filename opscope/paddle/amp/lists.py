"""Paddle's lists of operators for float16 and of operators excluded from float16, by Paddle's names.

Source: python/paddle/amp/amp_lists.py of Paddle 2.6.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from opscope.ir.compat.op_types import op_name

# numerically safe, and where the time goes
WHITE = frozenset({"conv2d", "einsum", "matmul", "matmul_v2", "max_pool2d_with_index", "mul"})

# numerically dangerous, and felt downstream
BLACK = frozenset(
    {
        *("tan", "acos", "asin", "sinh", "cosh", "atanh", "tanh_shrink", "erfinv", "exp", "expm1"),
        *("log", "log10", "log2", "reciprocal", "rsqrt", "pow", "square"),
        *("reduce_sum", "mean", "reduce_mean", "reduce_prod", "cumprod", "cumsum", "dist", "pnorm"),
        *("frobenius_norm", "renorm", "group_norm", "layer_norm"),
        *("softmax", "softmin", "softplus", "log_softmax", "softmax_with_cross_entropy"),
        *("sigmoid_cross_entropy_with_logits", "c_softmax_with_cross_entropy", "cross_entropy", "cross_entropy2"),
        *("nll_loss", "huber_loss", "triplet_margin_loss", "log_loss", "hsigmoid_loss", "margin_cross_entropy"),
    }
)

# no faster in float16, and less exact
EXTRA = frozenset(
    {
        *("linear_interp_v2", "nearest_interp_v2", "bilinear_interp_v2", "bicubic_interp_v2", "trilinear_interp_v2"),
        *("interpolate", "lookup_table", "lookup_table_v2", "scatter"),
    }
)

LEVELS: Mapping[str, frozenset[str]] = {"OD": frozenset(), "O1": BLACK | EXTRA, "O2": EXTRA}  # the black list of each


def named(types: Iterable[str]) -> frozenset[str]:
    """Return opscope's names of ops for Paddle's types. For example, `matmul_v2` is `matmul`."""
    return frozenset(map(op_name, types))
