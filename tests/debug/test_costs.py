"""Costs: bytes and operations of single applications."""

import numpy as np
import pytest

from opscope import static
from opscope.core.dtype import as_dtype
from opscope.core.spec import TensorSpec
from opscope.debug import costs
from opscope.ops.registry import REGISTRY
from opscope.runtime.lower.trace import Trace


def nothing():
    return Trace(static.Executor().plan(static.Program()))


def node_of(name, *shapes, **attrs):
    """The node of one op on float32 values of these shapes."""
    trace = nothing()
    for i, shape in enumerate(shapes):
        trace.given_value(i, np.broadcast_to(np.zeros((), "float32"), shape))
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
    trace.given_value(0, np.zeros((3, 5), "float32"))
    trace.apply(REGISTRY["multiply"], [trace.slots[0], trace.slots[0]], {})
    assert costs.cost(trace.nodes[-1]).bytes == 4 * 30


def test_every_op_has_a_cost():
    missing = [o.name for o in REGISTRY if o.name in costs.PASSES and o.name in costs.MOVES]
    assert not missing
    assert (costs.MOVES | costs.REDUCES | set(costs.PASSES)) - {o.name for o in REGISTRY} <= {"adamw"} | costs.VIEWS


def test_specs_are_not_needed_for_a_cost():
    assert costs.nbytes(TensorSpec((2,), as_dtype("float32"))) == 0
