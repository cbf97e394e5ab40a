"""What the trace leaves out: what is known, what was computed already, what only lends its shape, what no one needs."""

from collections import Counter

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import static
from opscope.runtime.lower.dead_code import eliminate_dead_code
from opscope.runtime.lower.trace import trace_plan

F = paddle.nn.functional


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def traced(*fetches, **shapes):
    """The trace of the default program for float32 feeds of these shapes."""
    names = tuple(sorted(shapes))
    plan = static.Executor().plan(static.default_main_program(), names, tuple(v.name for v in fetches))
    slots = {**dict(plan.feeds), **dict(plan.loads)}
    variables = plan.block.vars
    arrays = {s: np.zeros(shapes.get(n) or variables[n].spec.shape, "float32") for n, s in slots.items()}
    return trace_plan(plan, arrays, {})


def ops(made, *fetches):
    """Types of the nodes that are left for the fetches."""
    slots = made.plan.slots
    return [n.op.name for n in eliminate_dead_code(made, [made.slots[slots[v.name]] for v in fetches])]


def runs(fetches, **feeds):
    """Three runs: the first is plain, the others are lowered."""
    exe = static.Executor()
    exe.run(static.default_startup_program())
    found = [exe.run(feed=feeds, fetch_list=fetches) for _ in range(3)]
    assert exe.lowered == 1
    return found


def test_gradients_are_expanded_to_primitive_ops():
    x = static.data("x", [4, 3], "float32")
    w = static.create_parameter([3, 5], "float32")
    loss = paddle.tanh(paddle.matmul(x, w)).sum()
    ((_, grad),) = static.append_backward(loss, [w])
    made = traced(loss, grad, x=(4, 3))
    assert not any(name.endswith("_grad") for name in ops(made, grad))
    assert ops(made, grad).count("matmul") == 2


def test_what_two_gradients_need_is_computed_once():
    x = static.data("x", [8, 6], "float32")
    x.stop_gradient = False
    scale, bias = (static.create_parameter([6], "float32") for _ in range(2))
    h = F.layer_norm(x * 1.5, 6, scale, bias)
    loss = (h * h).sum()
    grads = [g for _, g in static.append_backward(loss, [scale, bias])]
    (dx,) = static.gradients([loss], [x])
    made = traced(loss, *grads, dx, x=(8, 6))
    assert ops(made, *grads, dx).count("rsqrt") == 1  # the rules of x and of the scale both ask for it
    first, *others = runs([*grads, dx], x=np.random.default_rng(0).normal(size=(8, 6)).astype("f"))
    assert all(np.allclose(a, b, rtol=2e-5, atol=1e-5) for o in others for a, b in zip(o, first, strict=True))


def test_equal_applications_are_one_and_different_attributes_are_not():
    x = static.data("x", [5], "float32")
    a, b, c = paddle.exp(x), paddle.exp(x), x * 2.0
    d, e = x * 2.0, x * 3.0
    total = a + b + c + d + e
    assert Counter(ops(traced(total, x=(5,)), total)) == {"exp": 1, "scale": 2, "add": 4}
    first, *others = runs([total], x=np.arange(5, dtype="f"))
    assert all(np.array_equal(o[0], first[0]) for o in others)


def test_constants_are_computed_when_the_plan_is_lowered():
    x = static.data("x", [3], "float32")
    constant = paddle.exp(paddle.full([3], 2.0)) + paddle.arange(3).astype("float32")
    total = x + constant
    assert ops(traced(total, x=(3,)), total) == ["add"]
    first, *others = runs([total, constant], x=np.ones(3, "f"))
    assert all(np.array_equal(a, b) for o in others for a, b in zip(o, first, strict=True))


def test_random_numbers_are_never_constants_nor_shared():
    x = static.data("x", [4], "float32")
    total = paddle.rand([4]) - paddle.rand([4]) + x
    assert ops(traced(total, x=(4,)), total).count("uniform") == 2
    found = [r[0].tolist() for r in runs([total], x=np.zeros(4, "f"))]
    assert len({*map(tuple, found)}) == 3 and all(any(v) for v in found)


def test_numbers_are_drawn_even_if_no_one_reads_them_so_that_the_others_stay_what_they_are():
    x = static.data("x", [4], "float32")
    paddle.rand([4])
    total = paddle.rand([4]) + x

    def drawn(times):
        paddle.seed(3)
        exe = static.Executor()
        return [exe.run(feed={"x": np.zeros(4, "f")}, fetch_list=[total])[0].tolist() for _ in range(times)]

    exe_by_exe = []
    paddle.seed(3)
    for _ in range(3):  # an executor each: never lowered
        exe_by_exe.append(static.Executor().run(feed={"x": np.zeros(4, "f")}, fetch_list=[total])[0].tolist())
    assert drawn(3) == exe_by_exe


def test_copies_and_casts_to_the_same_are_nothing():
    x = static.data("x", [3], "float32")
    y = paddle.assign(x).astype("float32") * 1.0
    z = paddle.reshape(paddle.assign(y), [3]) + 1
    assert ops(traced(z, x=(3,)), z) in (["reshape", "scale"], ["scale"])
    first, *others = runs([y, z], x=np.arange(3, dtype="f"))
    assert all(np.array_equal(a, b) for o in others for a, b in zip(o, first, strict=True))


def test_an_input_that_lends_its_shape_need_not_be_computed():
    x = static.data("x", [2, 3], "float32")
    expensive = paddle.exp(paddle.tanh(x))
    like = paddle.zeros_like(expensive) + 1
    assert not {"exp", "tanh"} & {*ops(traced(like, x=(2, 3)), like)}
    assert all((r[0] == 1).all() for r in runs([like], x=np.zeros((2, 3), "f")))


def test_what_no_one_needs_is_left_out_but_effects_stay_in_order():
    x = static.data("x", [2], "float32")
    seen = []
    paddle.exp(x)
    static.py_func(lambda v: seen.append("first"), x, None)
    y = x + 1
    static.py_func(lambda v: seen.append("second"), y, None)
    made = traced(y, x=(2,))
    assert ops(made, y) == ["py_func", "scale", "py_func"]
    runs([y], x=np.zeros(2, "f"))
    assert seen == ["first", "second"] * 3
