"""Costs: bytes and operations of single applications."""

import inspect
import math

import numpy as np
import pytest

from opscope.core.dtype import as_dtype
from opscope.core.spec import TensorSpec
from opscope.debug.profile import costs
from opscope.ops.registry import REGISTRY
from opscope.paddle import static
from opscope.runtime.lower.trace import Trace, Unlowerable


def nothing():
    return Trace(static.Executor().plan(static.Program()))


def node_of(name, *shapes, **attrs):
    """The node of one op on float32 values of these shapes."""
    trace = nothing()
    for i, shape in enumerate(shapes):
        trace.add_input(i, np.broadcast_to(np.zeros((), "float32"), shape))
    trace.apply(REGISTRY[name], [trace.slots[i] for i in range(len(shapes))], attrs)
    return trace.nodes[-1]


@pytest.mark.parametrize(
    "name, shapes, attrs, flops",
    [
        ("matmul", [(3, 5), (5, 7)], {}, 2 * 3 * 5 * 7),
        ("matmul", [(2, 3, 5), (2, 7, 5)], {"transpose_y": True}, 2 * 2 * 3 * 5 * 7),
        ("matmul", [(5, 3), (5, 7)], {"transpose_x": True}, 2 * 3 * 5 * 7),
        ("mul", [(2, 3, 5), (5, 7)], {"x_num_col_dims": 2}, 2 * 6 * 5 * 7),
        ("conv2d", [(2, 4, 9, 9), (6, 4, 3, 3)], {}, 2 * 2 * 6 * 7 * 7 * 4 * 9),
        ("conv2d", [(2, 4, 9, 9), (6, 2, 3, 3)], {"groups": 2, "padding": 1}, 2 * 2 * 6 * 9 * 9 * 2 * 9),
        ("conv2d_grad_input", [(2, 6, 7, 7), (6, 4, 3, 3), (2, 4, 9, 9)], {}, 2 * 2 * 6 * 7 * 7 * 4 * 9),
        ("conv2d_grad_weight", [(2, 6, 7, 7), (2, 4, 9, 9), (6, 4, 3, 3)], {}, 2 * 2 * 6 * 7 * 7 * 4 * 9),
        ("exp", [(3, 5)], {}, 15),
        ("add", [(3, 5), (5,)], {}, 15),
        ("sum", [(3, 5)], {"axis": 0}, 15),
        ("max_pool2d", [(1, 2, 4, 4)], {"kernel_size": 2}, 8 * 4),
        ("transpose", [(3, 5)], {"perm": (1, 0)}, 0),
        ("avg_pool3d", [(1, 2, 4, 6, 8)], {"kernel_size": 2}, 2 * 2 * (2 * 6 * 8 * 4 + 2 * 3 * 8 * 6 + 2 * 3 * 4 * 8)),
        ("interpolate", [(1, 1, 3, 4)], {"size": (6, 8), "mode": "linear"}, 2 * (6 * 4 * 3 + 6 * 8 * 4)),
        ("cholesky", [(2, 6, 6)], {}, 2 * 6**3 / 3),
        ("qr", [(6, 3)], {}, 4 * (6 * 9 - 9)),
        ("solve", [(3, 3), (3, 2)], {}, 2 * 27 / 3 + 2 * 9 * 2),
        ("triangular_solve", [(4, 4), (4, 2)], {}, 16 * 2),
        ("contraction", [(2, 3), (3, 5)], {"equation": "ij,jk->ik"}, 2 * 2 * 3 * 5),
        ("orthogonal", [], {"shape": (6, 3), "dtype": "float32"}, 4 * (6 * 9 - 9)),
    ],
)
def test_operations_of_an_op(name, shapes, attrs, flops):
    assert costs.flops(node_of(name, *shapes, **attrs)) == flops


def test_bytes_are_those_of_what_is_read_and_written():
    assert costs.cost(node_of("add", (3, 5), (5,))).bytes == 4 * (15 + 5 + 15)
    assert costs.cost(node_of("transpose", (3, 5), perm=(1, 0))).bytes == 0, "a view"
    assert costs.cost(node_of("transpose", (3, 5), perm=(1, 0)), view=False).bytes == 4 * 30, "that became a copy"


def test_an_operand_that_is_read_twice_is_counted_once():
    trace = nothing()
    trace.add_input(0, np.zeros((3, 5), "float32"))
    trace.apply(REGISTRY["multiply"], [trace.slots[0], trace.slots[0]], {})
    assert costs.cost(trace.nodes[-1]).bytes == 4 * 30


def traced(op, sample):
    """The node of a sample's call; None where nothing is left to do, or all is a constant."""
    trace = nothing()
    for i, value in enumerate(sample.args):
        if isinstance(value, np.ndarray):
            trace.add_input(i, value)
    try:
        trace.apply(op, [trace.slots.get(i, value) for i, value in enumerate(sample.args)], sample.attrs)
    except Unlowerable:
        return None
    return trace.nodes[-1] if trace.nodes else None


KINDS = {
    "moves": costs.MOVES,
    "reduces": costs.REDUCES,
    "passes": {*costs.PASSES, *costs.ROW_STEPS},
    "products": set(costs.PRODUCTS),
}


def test_an_op_has_one_row_at_most():
    rows = [name for names in KINDS.values() for name in names]
    assert len(rows) == len(set(rows))
    assert set(rows) <= {o.name for o in REGISTRY} | costs.VIEW_OPS


@pytest.mark.parametrize("op", list(REGISTRY), ids=lambda op: op.name)
def test_every_op_has_a_cost(op):
    """Bytes of what goes in and comes out, in every sample; of operations, those of its row, else one an element."""
    for sample in op.samples():
        node = traced(op, sample)
        if node is None:
            continue
        written, made = sum(map(costs.nbytes, node.outs)), sum(out.size for out in node.outs)
        cost, count = costs.cost(node, view=False), costs.flops(node)
        assert cost.bytes >= written and cost.flops == count, op.name
        read = sum({id(v): costs.nbytes(v) for v in node.inputs}.values())
        parts = op.name in costs.PICKS or op.name in costs.ROW_STEPS  # they read or write rows only
        assert cost.bytes == read + written or parts, op.name
        kind = next((kind for kind, names in KINDS.items() if op.name in names or op.name in costs.VIEW_OPS), "")
        assert count == made if not kind else count == 0 if kind == "moves" else count >= 0, op.name


def test_nearly_all_ops_leave_a_node():
    counted = [op.name for op in REGISTRY if any(traced(op, sample) for sample in op.samples())]
    assert len(counted) > 0.85 * len(REGISTRY)


def factors(code):
    """The names that a code object asks for, its inner functions included."""
    inner = [factors(c) for c in code.co_consts if inspect.iscode(c)]
    return set(code.co_names).union(*inner)


def reached(function, seen):
    """All those that a kernel asks for, in the functions of its modules too."""
    if not inspect.isfunction(function) or function in seen:
        return set()
    seen.add(function)
    names = factors(function.__code__)
    return names.union(*(reached(function.__globals__.get(name), seen) for name in names))


def test_what_multiplies_matrices_has_a_row():
    products = {"matmul", "dot", "einsum", "tensordot", "inner", "qr", "svd", "eigh", "cholesky", "solve", "inv"}
    multiplying = {op.name for op in REGISTRY if reached(op.kernel, set()) & products}
    assert {"matmul", "mul", "conv2d", "conv3d", "conv3d_transpose", "interpolate"} <= multiplying
    assert not multiplying - set(costs.PRODUCTS), "say in costs.PRODUCTS how many operations that are"


WINDOWS = [
    ("conv2d", (2, 4, 9, 8), (6, 2, 3, 2), {"groups": 2, "stride": 2, "padding": 1}),
    ("conv3d", (1, 4, 5, 6, 4), (2, 4, 3, 2, 2), {"dilation": (1, 2, 1)}),
]


@pytest.mark.parametrize("name, x, weight, attrs", WINDOWS)
def test_a_convolution_and_its_gradients_cost_what_their_loops_do(name, x, weight, attrs):
    """2 N O C/g OH OW KH KW, all three: each product of the loops is used once in each of them."""
    out = node_of(name, x, weight, **attrs).outs[0].shape
    wanted = 2 * math.prod(out) * math.prod(weight[1:])
    calls = [(name, [x, weight]), (f"{name}_grad_input", [out, weight, x]), (f"{name}_grad_weight", [out, x, weight])]
    assert [costs.flops(node_of(n, *shapes, **attrs)) for n, shapes in calls] == [wanted] * 3


def test_a_transposed_convolution_costs_what_the_convolution_back_does():
    plain = node_of("conv2d", (2, 6, 9, 8), (4, 6, 3, 3), stride=2)
    back = node_of("conv2d_transpose", plain.outs[0].shape, (4, 6, 3, 3), stride=2)
    assert costs.flops(plain) == costs.flops(back)


def test_specs_are_not_needed_for_a_cost():
    assert costs.nbytes(TensorSpec((2,), as_dtype("float32"))) == 0
