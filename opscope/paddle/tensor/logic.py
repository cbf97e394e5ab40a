"""paddle.tensor.logic: comparisons and logic."""

from opscope.ops.elementwise.comparison import (
    allclose,
    equal,
    equal_all,
    greater_equal,
    greater_than,
    is_empty,
    isclose,
    less_equal,
    less_than,
    not_equal,
)
from opscope.paddle.functions.arithmetic import bitwise_invert, less
from opscope.paddle.functions.predicates import is_tensor
from opscope.paddle.functions.signatures import (
    bitwise_and,
    bitwise_not,
    bitwise_or,
    bitwise_xor,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
)

__all__ = [
    "allclose",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_not",
    "bitwise_or",
    "bitwise_xor",
    "equal",
    "equal_all",
    "greater_equal",
    "greater_than",
    "is_empty",
    "is_tensor",
    "isclose",
    "less",
    "less_equal",
    "less_than",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "not_equal",
]
