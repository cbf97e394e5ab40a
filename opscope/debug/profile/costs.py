"""Costs of an operator: the bytes that it reads and writes, and the number of its floating-point operations.

Bytes: the bytes of each input and each output count once. A view of an array moves no bytes. Operations: a matrix
product of m x n and n x k takes 2mnk operations. A convolution takes as many operations as the equivalent matrix
product. An elementwise op takes one operation for each element, even if it computes a root or an exponential. A
reduction takes one operation for each element of its input. Ops that only move elements take no floating-point
operations. If the table has no row for an op, the op counts as an elementwise op.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from opscope.core.place import has_numbers
from opscope.debug.profile.linalg_costs import DECOMPOSITIONS, FlopRule
from opscope.eager.timed_calls import ArrayShape
from opscope.ops.registry import Attrs, Op
from opscope.runtime.lower.fusion import VIEW_OPS, FusionGroup
from opscope.runtime.lower.trace import Trace, TraceNode, TraceValue, Unlowerable
from opscope.runtime.plan import Instruction, Plan


class Cost(NamedTuple):
    """The number of moved bytes and of floating-point operations.

    A number is None if unknown, for example for user code.
    """

    bytes: int | None = 0
    flops: int | None = 0

    def plus(self, other: Cost) -> Cost:
        """Add two costs. A sum is unknown if one of its terms is unknown."""
        return Cost(_sum(self.bytes, other.bytes), _sum(self.flops, other.flops))


UNKNOWN = Cost(None, None)


def _sum(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


MOVES = VIEW_OPS | {
    "arange", "argmax", "argmin", "argsort", "assign", "assign_value", "at_places", "bernoulli", "broadcast_like",
    "cast", "cast_like", "concat", "embedding", "embedding_sparse_grad", "expand", "eye", "flip", "full", "full_like",
    "gather", "gather_nd", "gaussian", "hot_like", "index_put_like", "linspace", "max_pool2d_gather",
    "max_pool2d_scatter", "max_unpool", "numel", "one_hot", "pad", "pad_mirrored", "randint", "randperm", "roll",
    "scatter", "shape", "split", "split_like", "stack", "take_along_axis", "tile", "topk", "transpose", "tril", "triu",
    "truncated_gaussian", "unbind", "unfold", "uniform", "uniform_like", "zeros_like",
}  # fmt: skip
REDUCES = {
    "accuracy", "adaptive_max_pool", "add_along_axis_like", "add_n", "all", "any", "cumsum", "embedding_add_like",
    "equal_all", "fold", "gather_add_like", "gather_nd_add_like", "max", "mean", "min", "pad_mirrored_sum",
    "merge_selected_rows", "places_add_like", "prod", "selected_rows_to_dense", "sum", "sum_to", "tile_sum",
    "unfold_sum",
}  # fmt: skip
# ops that read as many elements of this input as they write
PICKS = {"embedding": 1, "gather": 0, "gather_nd": 0, "take_along_axis": 0, "getitem": 0}
# updates by rows of a gradient: operations per element of its values, and number of tables with rows read and written
ROW_STEPS = {"sgd_rows": (2, 1), "adagrad_rows": (6, 2), "adam_rows": (12, 3)}
# operations per element of the first input, by the textbook formula: a maximum, a difference, an exponential, ...
PASSES = {
    "softmax": 5, "log_softmax": 5, "softmax_with_cross_entropy": 6, "layer_norm": 8, "batch_norm": 8, "group_norm": 8,
    "gelu": 5, "sigmoid": 3, "silu": 4, "softplus": 3, "log_sigmoid": 4, "elu": 3, "celu": 4, "selu": 4, "mish": 5,
    "leaky_relu": 2, "prelu": 2, "softsign": 3, "stanh": 3, "tanhshrink": 2, "softshrink": 3, "hardshrink": 2,
    "hardsigmoid": 4, "hardswish": 5, "scale": 2, "allclose": 5, "isclose": 4, "square_error_cost": 2,
    "sigmoid_cross_entropy_with_logits": 6, "bce_loss": 8, "logsumexp": 4, "dropout": 2,
    "sgd": 2, "momentum": 4, "adam": 12, "adamw": 13, "adamax": 8, "lamb": 18, "adagrad": 6, "adadelta": 12,
    "rmsprop": 9, "centered_rmsprop": 13,
}  # fmt: skip


def nbytes(value: Any) -> int:
    """Return the size of a traced value or an array in bytes. Return 0 if the op reads only the shape of the value."""
    if isinstance(value, TraceValue):
        return value.size * value.dtype.itemsize
    return int(getattr(value, "nbytes", 0))


def cost(node: TraceNode, view: bool | None = None) -> Cost:
    """Return the cost of one node of a traced program.

    A fused group of operators moves the bytes of its inputs and outputs, and takes the operations of all its members.

    `view` is True if the node makes a view of an operand. If `view` is None, this depends on the op.
    """
    if node.op.name in VIEW_OPS if view is None else view:
        return Cost()
    if node.instruction is not None:  # an update also keeps values that are read later
        read = node.inputs[: len(node.instruction.reads)]
        return Cost(sum(map(nbytes, (*read, *node.outs))), None if node.instruction.kind == "op" else 0)
    group = node.attrs.get("group")
    if isinstance(group, FusionGroup):
        return Cost(_moved(node), sum(flops(m.node) for m in group.members if not m.is_view))
    return Cost(_moved(node), flops(node))


def _moved(node: TraceNode) -> int:
    if node.op.name in ROW_STEPS:
        rows, values = node.inputs[1:3]
        return nbytes(rows) + nbytes(values) * (1 + 2 * ROW_STEPS[node.op.name][1])
    read = {id(v): nbytes(v) for v in node.inputs if isinstance(v, TraceValue)}
    written = sum(map(nbytes, node.outs))
    picked = PICKS.get(node.op.name)
    if picked is not None:
        read[id(node.inputs[picked])] = min(nbytes(node.inputs[picked]), written)
    return sum(read.values()) + written


def update_cost(nodes: Iterable[TraceNode]) -> Cost:
    """Return the cost of an update of parameters in place.

    The update reads the parameter, the gradient and the state of the optimizer. The update writes the parameter and
    the state of the optimizer.
    """
    total = Cost()
    for node in nodes:
        total = total.plus(Cost(_moved(node), flops(node)))
    return total


# --- operations -------------------------------------------------------------------------------------


def flops(node: TraceNode) -> int:
    """Return the number of floating-point operations of a node."""
    name = node.op.name
    rule = PRODUCTS.get(name)
    if rule is not None:
        return 2 * rule(node.inputs, node.outs[0], node.op.with_defaults(node.attrs))
    if name in MOVES:
        return 0
    if name in ROW_STEPS:
        return ROW_STEPS[name][0] * _size(node.inputs[2])
    if name in PASSES or name in REDUCES:
        return PASSES.get(name, 1) * _size(node.inputs[0])
    return sum(out.size for out in node.outs)


def _size(value: Any) -> int:
    return math.prod(getattr(value, "shape", ()))


def _matmul(inputs: Sequence[Any], out: TraceValue, attrs: Mapping[str, Any]) -> int:
    shape = inputs[0].shape
    return out.size * (shape[-2] if attrs["transpose_x"] and len(shape) > 1 else shape[-1])


def _mul(inputs: Sequence[Any], out: TraceValue, attrs: Mapping[str, Any]) -> int:
    return out.size * math.prod(inputs[0].shape[attrs["x_num_col_dims"] :])


def _conv(made: tuple[int, ...], weight: tuple[int, ...]) -> int:
    """Return the number of products in a convolution: N·O·H·W of the output, times C / groups · KH · KW."""
    return math.prod(made) * math.prod(weight[1:])


def _window(inputs: Sequence[Any], out: TraceValue, attrs: Mapping[str, Any]) -> int:
    """Return half the number of operations: the op takes one operation for each element of each window."""
    size, rank = attrs["kernel_size"], len(out.shape) - 2
    small = min(out.size, _size(inputs[0]))
    return small * (math.prod(size) if isinstance(size, list | tuple) else int(size) ** rank) // 2


def _regions(inputs: Sequence[Any], out: TraceValue, attrs: Mapping[str, Any]) -> int:
    """Return the number of pixels in the largest possible regions, because the real regions are not known."""
    return math.prod(inputs[0].shape[:2]) * math.prod(out.shape[2:])


def _dim_by_dim(inputs: Sequence[Any], out: TraceValue, attrs: Mapping[str, Any]) -> int:
    """Return the number of products if the input is multiplied by a matrix along each dim after N and C."""
    shape, total = list(inputs[0].shape), 0
    for axis in range(2, len(shape)):
        before, shape[axis] = shape[axis], out.shape[axis]
        total += math.prod(shape) * before
    return total


def _orthogonal(inputs: Sequence[Any], out: TraceValue, attrs: Mapping[str, Any]) -> int:
    """Return half the operations of Householder's method: 4 (m n² - n³ / 3) to decompose and to form the matrix."""
    rows = out.shape[0]
    m, n = max(rows, out.size // rows), min(rows, out.size // rows)
    return 2 * (m * n * n - n**3 // 3)


_ON_OUT: FlopRule = lambda inputs, out, attrs: _conv(out.shape, inputs[1].shape)
_ON_IN: FlopRule = lambda inputs, out, attrs: _conv(inputs[0].shape, inputs[1].shape)
_ON_WEIGHT: FlopRule = lambda inputs, out, attrs: _conv(inputs[0].shape, out.shape)


PRODUCTS: dict[str, FlopRule] = {
    "matmul": _matmul,
    "mul": _mul,
    **dict.fromkeys(("conv2d", "conv3d"), _ON_OUT),
    **dict.fromkeys(("conv2d_grad_input", "conv3d_grad_input", "conv2d_transpose", "conv3d_transpose"), _ON_IN),
    **dict.fromkeys(("conv2d_grad_weight", "conv3d_grad_weight"), _ON_WEIGHT),
    **dict.fromkeys(("max_pool2d", "max_pool_with_index", "avg_pool2d", "avg_pool2d_spread"), _window),
    **dict.fromkeys(("adaptive_avg_pool2d", "adaptive_avg_pool3d", "avg_pool3d", "interpolate"), _dim_by_dim),
    **dict.fromkeys(
        ("adaptive_avg_pool2d_spread", "adaptive_avg_pool3d_spread", "avg_pool3d_spread", "interpolate_spread"),
        _dim_by_dim,
    ),
    **dict.fromkeys(("roi_align_spread", "psroi_pool_spread"), _regions),
    "orthogonal": _orthogonal,
    **DECOMPOSITIONS,
}


# --- instructions that are not lowered --------------------------------------------------------------


def instruction_cost(plan: Plan, instruction: Instruction, reads: Mapping[int, Any], writes: Sequence[Any]) -> Cost:
    """Return the cost of an instruction that reads the values `reads` (a dict by slot) and writes the values `writes`.

    For a gradient, return the sum of the costs of the ops in the gradient rule.
    """
    if instruction.kind != "op":
        return Cost()
    if instruction.plans:
        return Cost(0, 0)  # the inner operators have their own costs
    if instruction.operator.op.opaque or not all(map(has_numbers, reads.values())):
        return Cost(sum(map(nbytes, (*reads.values(), *writes))), None)
    made = Trace(plan.with_instructions([instruction]))
    for slot, value in reads.items():
        if hasattr(value, "dtype"):
            made.add_input(slot, value)
    try:
        made.add(instruction, {})
    except Unlowerable:
        return Cost(sum(map(nbytes, (*reads.values(), *writes))), None)
    total = Cost()
    for node in made.nodes:
        total = total.plus(cost(node))
    return total


# --- eager calls ------------------------------------------------------------------------------------


def call_cost(op: Op, inputs: Sequence[Any], outputs: Sequence[Any], attrs: Attrs) -> Cost:
    """Return the cost of an eager call, from the shapes of the inputs and outputs.

    For the gradient of a product, the number of operations is not known.
    """
    known: dict[int, Any] = {}

    def traced(value: Any) -> Any:
        return known.setdefault(id(value), _traced(value)) if isinstance(value, ArrayShape) else value

    outs = tuple(_traced(value) for value in outputs if isinstance(value, ArrayShape))
    node = TraceNode(op, tuple(map(traced, inputs)), attrs, outs, 0)
    if op.name in VIEW_OPS:
        return Cost()
    if op.opaque or op.name.removesuffix("_grad") in PRODUCTS.keys() - {op.name}:
        return Cost(_moved(node), None)
    return Cost(_moved(node), flops(node))


def _traced(value: ArrayShape) -> TraceValue:
    no_trace: Any = None
    return TraceValue(no_trace, value.shape, value.dtype)
