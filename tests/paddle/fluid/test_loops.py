"""StaticRNN, IfElse, While and Switch: what programs of 1.8 repeat and choose."""

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import fluid

L = fluid.layers

R = np.random.RandomState(0)
SEQUENCE = R.randn(5, 3, 4).astype("float32")


@pytest.fixture
def ran():
    """Runs the default programs."""

    def run(feed, *fetch):
        exe = fluid.Executor()
        exe.run(fluid.default_startup_program())
        return exe.run(feed=feed, fetch_list=list(fetch))

    return run


def elman(x, size):
    rnn = L.StaticRNN()
    with rnn.step():
        word = rnn.step_input(x)
        before = rnn.memory(shape=[-1, size], batch_ref=word)
        hidden = L.fc([word, before], size, act="tanh")
        rnn.update_memory(before, hidden)
        rnn.step_output(hidden)
    return rnn()


def by_hand(x, w, v, b):
    """An Elman network and the gradients of the mean of the squares of its outputs."""
    hidden, outs = np.zeros((x.shape[1], v.shape[0])), []
    for row in x:
        outs.append(hidden := np.tanh(row @ w + hidden @ v + b))
    dx, dw, dv, db, carry = np.zeros_like(x), np.zeros_like(w), np.zeros_like(v), np.zeros_like(b), 0.0
    for t in reversed(range(len(x))):
        d = (2 * outs[t] / np.size(outs) + carry) * (1 - outs[t] ** 2)
        before = outs[t - 1] if t else np.zeros_like(outs[0])
        dx[t], carry = d @ w.T, d @ v.T
        dw, dv, db = dw + x[t].T @ d, dv + before.T @ d, db + d.sum(0)
    return np.array(outs), dx, dw, dv, db


def test_static_rnn_and_its_gradients():
    x = fluid.data("x", [5, None, 4])
    x.stop_gradient = False
    out = elman(x, 6)
    assert out.shape == (5, -1, 6)
    fluid.optimizer.SGD(0.1).minimize(L.mean(out * out))
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    names = ["fc_0.w_0", "fc_0.w_1", "fc_0.b_0"]
    for _ in range(3):  # through the plan, then lowered
        weights = [np.array(fluid.global_scope().find_var(n).get_tensor()) for n in names]
        fetched = [out, "x@GRAD", *(f"{n}@GRAD" for n in names)]
        got = exe.run(feed={"x": SEQUENCE}, fetch_list=fetched)
        for a, b in zip(got, by_hand(SEQUENCE, *weights), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-6)


def test_static_rnn_with_a_start_two_outputs_and_any_length(ran):
    x, start = fluid.data("x", [None, None, 4]), fluid.data("h", [None, 4])
    rnn = L.StaticRNN()
    with rnn.step():
        before = rnn.memory(init=start)
        total = L.elementwise_add(before, rnn.step_input(x))
        rnn.update_memory(before, total)
        rnn.output(total, L.scale(total, 2.0))
    for steps in (5, 3):
        one, two = ran({"x": SEQUENCE[:steps], "h": SEQUENCE[0]}, *rnn())
        np.testing.assert_allclose(one, SEQUENCE[0] + np.cumsum(SEQUENCE[:steps], 0), rtol=1e-5)
        np.testing.assert_allclose(two, 2 * one)


def stepped(net, x, make):
    with net.step():
        net.step_input(x)
        make(net)


def test_static_rnn_refuses_what_makes_no_sense():
    x = fluid.data("x", [5, 2, 4])
    rnn = L.StaticRNN()
    with pytest.raises(AssertionError, match="step_input works only inside the block"):
        rnn.step_input(x)
    with pytest.raises(AssertionError, match="only after the block"):
        rnn()
    blocks = len(fluid.default_main_program().blocks)

    with pytest.raises(ValueError, match="needs a call of step_input"), L.StaticRNN().step():
        pass
    for make, match in (
        (lambda r: r.memory(), "needs shape and batch_ref"),
        (lambda r: r.step_input(fluid.data("y", [4, 2])), "the same length T"),
        (lambda r: r.memory(init=x[0]), "never updates the memory"),
        (lambda r: r.step_input(3), "needs a Variable"),
        (lambda r: r.step_input(x * 2.0), "create it again each time"),
        (lambda r: r.update_memory(x, x), "not a memory of this StaticRNN"),
    ):
        net = L.StaticRNN()
        with pytest.raises((ValueError, AssertionError, TypeError), match=match):
            stepped(net, x, make)
    assert len(fluid.default_main_program().blocks) == blocks and paddle.in_dynamic_mode()


def test_if_else_sees_the_rows_that_are_its_own(ran):
    x, label = fluid.data("x", [None, 4]), fluid.data("y", [None, 1], "int64")
    x.stop_gradient = False
    choice = L.IfElse(L.less_than(label, L.fill_constant([1], "int64", 5)))
    with choice.true_block():
        rows = choice.input(x)
        choice.output(L.tanh(rows), L.elementwise_sub(rows, L.reduce_mean(rows, dim=0)))
    with choice.false_block():
        rows = choice.input(x)
        choice.output(L.square(rows), rows)
    first, second = choice()
    (slope,) = fluid.gradients(L.reduce_sum(first), x)
    value, labels = R.randn(7, 4).astype("float32"), np.array([[1], [9], [2], [8], [3], [7], [4]])
    a, b, grad = ran({"x": value, "y": labels}, first, second, slope)
    mine = labels < 5
    np.testing.assert_allclose(a, np.where(mine, np.tanh(value), value**2), rtol=1e-5)
    np.testing.assert_allclose(b, np.where(mine, value - value[mine[:, 0]].mean(0), value), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(grad, np.where(mine, 1 - np.tanh(value) ** 2, 2 * value), rtol=1e-4, atol=1e-6)
    with pytest.raises(AssertionError, match="inside the true_block"):
        choice.input(x)
    with pytest.raises(ValueError, match="Set an output in true_block"):
        L.IfElse(L.less_than(label, label))()


def test_loops_in_loops_over_arrays(ran):
    rows = [fluid.data(f"d{i}", [10]) for i in range(3)]
    i, memory = L.zeros([1], "int64"), L.create_array("float32")
    L.array_write(L.zeros([10], "float32"), i, memory)
    array = L.array_write(rows[0], i)
    for row in rows[1:]:
        i = L.increment(i)
        L.array_write(row, i, array)
    i, j = L.zeros([1], "int64"), L.fill_constant([1], "int64", 1)
    one, three = L.fill_constant([1], "int64", 1), L.fill_constant([1], "int64", 3)
    outer, inner = L.less_than(i, one), L.less_than(j, three)
    loop, within = L.While(outer), L.While(inner)
    with loop.block():
        L.array_write(L.sums([L.array_read(array, i), L.array_read(memory, i)]), L.increment(i), memory)
        L.less_than(i, one, cond=outer)
        with within.block():
            total = L.sums([L.array_read(array, j), L.array_read(memory, j)])
            L.array_write(total, L.increment(j), memory)
            L.less_than(j, three, cond=inner)
    values = [R.rand(10).astype("float32") for _ in rows]
    got, count = ran(
        dict(zip(("d0", "d1", "d2"), values, strict=True)), L.array_read(memory, j), L.array_length(memory)
    )
    np.testing.assert_allclose(got, np.sum(values, 0), rtol=1e-5)
    assert count == [4]


def test_a_switch_by_a_counter_of_runs():
    rate = L.create_global_var([1], 0.0, "float32", persistable=True, name="rate")
    step = L.autoincreased_step_counter("@STEP@", begin=0)
    with L.Switch() as switch:
        with switch.case(step == 0):
            L.assign(L.fill_constant([1], "float32", 1.0), output=rate)
        with switch.default():
            L.assign(L.fill_constant([1], "float32", 2.0), output=rate)
    assert L.autoincreased_step_counter("@STEP@", begin=0) is step
    with pytest.raises(ValueError, match="already exists with another step size"):
        L.autoincreased_step_counter("@STEP@", step=2)
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    assert [exe.run(fetch_list=[rate])[0][0] for _ in range(3)] == [1, 2, 2]
