"""Operators: one decorated kernel each, and what is derived from them. Importing this fills the registry."""

from opscope.ops import (
    activation,
    api,
    compare,
    conv,
    creation,
    elementwise,
    functional,
    functions,
    getitem,
    grad,
    indexing,
    joining,
    linalg,
    loss,
    manipulation,
    norm,
    optimize,
    padding,
    pool,
    random,
    reduction,
)
from opscope.ops.registry import REGISTRY, Op, Sample, op

__all__ = ["REGISTRY", "Op", "Sample", "activation", "api", "compare", "conv", "creation", "elementwise", "functional"]
__all__ += [
    "functions",
    "getitem",
    "grad",
    "indexing",
    "joining",
    "linalg",
    "loss",
    "manipulation",
    "norm",
    "op",
    "optimize",
]
__all__ += ["padding", "pool", "random", "reduction"]
