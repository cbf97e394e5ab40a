"""Groups of ops that rules treat in the same way, such as products and reshapes."""

from __future__ import annotations

PRODUCTS = frozenset({"mul", "matmul", "matmul_v2", "bmm", "linear"})
RESHAPES = frozenset({"reshape", "squeeze", "unsqueeze", "flatten", "transpose", "cast", "assign"})
REDUCTIONS = frozenset({"mean", "sum"})
BOUNDS: dict[str, tuple[float, float]] = {
    "sigmoid": (0.0, 1.0),
    "hardsigmoid": (0.0, 1.0),
    "softmax": (0.0, 1.0),
    "tanh": (-1.0, 1.0),
    "softsign": (-1.0, 1.0),
    "relu": (0.0, float("inf")),
    "softplus": (0.0, float("inf")),
}
"""The smallest and the largest result of each activation."""
DIFFERENCES = frozenset({"square_error_cost", "smooth_l1_loss"})
"""Losses that compare two numbers element by element."""
