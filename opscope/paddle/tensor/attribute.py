"""paddle.tensor.attribute: facts about a tensor."""

from opscope.eager.tensor import Tensor
from opscope.ir.program.context import default_main_program
from opscope.ops.complex_numbers import imag, real
from opscope.paddle.functions.predicates import is_complex, is_floating_point, is_integer, rank
from opscope.paddle.functions.signatures import shape

# as in Paddle: programs call initializers as `init(param, param.block)`, in dygraph too
setattr(Tensor, "block", property(lambda self: default_main_program().global_block()))  # noqa: B010 (known to no class)

__all__ = [
    "imag",
    "is_complex",
    "is_floating_point",
    "is_integer",
    "rank",
    "real",
    "shape",
]
