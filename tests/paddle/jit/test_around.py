"""What a traced function may do and what surrounds it: control flow, PyLayers, modes, sessions, refusals."""

import numpy as np
import pytest

from opscope import paddle
from opscope.debug.runs.run import Run
from opscope.debug.taps.probes import ProbePass
from opscope.debug.taps.selector import Selector
from opscope.errors import ArgumentError, RunError, UnsupportedError, UsageError
from opscope.paddle import nn
from opscope.paddle.jit import ProgramTranslator, enable_to_static, ignore_module, not_to_static, to_static
from opscope.paddle.static import InputSpec
from opscope.runtime.instrument import instrumented


def random(*shape: int, seed: int = 0) -> paddle.Tensor:
    return paddle.to_tensor(np.random.default_rng(seed).standard_normal(shape).astype("float32"))


# --- control flow -------------------------------------------------------------------------------------------------


def test_an_if_on_a_tensor_is_refused_where_it_stands():
    def f(x):
        if x.sum() > 0:
            return x
        return -x

    with pytest.raises(UnsupportedError, match="is the condition of a Python if") as caught:
        to_static(f)(random(2))
    assert "if x.sum() > 0:" in str(caught.value) and "cond or while_loop" in str(caught.value)
    x = random(2)
    np.testing.assert_array_equal(f(x).numpy(), not_to_static(f)(x).numpy())


def test_cond_and_while_loop_are_the_cure():
    @to_static
    def f(x):
        y = paddle.static.nn.cond(x.sum() > 0, lambda: x * 2, lambda: x * -3)
        _, z = paddle.static.nn.while_loop(
            lambda i, z: i < 3, lambda i, z: [i + 1, z * 2], [paddle.zeros([], "int64"), y]
        )
        return z

    for sign, slope in ((1.0, 16.0), (-1.0, -24.0)):
        x = paddle.full([2], sign)
        x.stop_gradient = False
        y = f(x)
        np.testing.assert_allclose(y.numpy(), slope * x.numpy())
        y.sum().backward()
        np.testing.assert_allclose(x.grad.numpy(), [slope, slope])
    assert f.get_traced_count() == 1


def test_python_loops_over_numbers_unroll():
    @to_static
    def f(x, n):
        for i in range(n):
            x = x * 2 if i % 2 else x + 1
        return x

    assert float(f(paddle.zeros([]), 4)) == 6


class Exp(paddle.autograd.PyLayer):
    @staticmethod
    def forward(ctx, x, k):
        y = paddle.exp(x)
        ctx.save_for_backward(y)
        return y * k

    @staticmethod
    def backward(ctx, dy):
        (y,) = ctx.saved_tensor()
        return dy * y * 10


def test_a_pylayer_becomes_a_static_pylayer():
    f = to_static(lambda x: Exp.apply(x, 2.0) + 1)
    x = random(3)
    x.stop_gradient = False
    y = f(x)
    np.testing.assert_allclose(y.numpy(), 2 * np.exp(x.numpy()) + 1, rtol=1e-5)
    y.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), 10 * np.exp(x.numpy()), rtol=1e-5)
    assert "pylayer" in [o.type for o in f.main_program.global_block().ops]


def test_lists_of_a_pylayer_are_refused():
    class Sum(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, xs):
            return xs[0] + xs[1]

        @staticmethod
        def backward(ctx, dy):
            return [dy, dy]

    with pytest.raises(UnsupportedError, match="one by one"):
        to_static(lambda x: Sum.apply([x, x]))(random(2))


# --- what surrounds it ----------------------------------------------------------------------------------------------


def test_modes_and_names_are_as_before():
    f = to_static(lambda x: paddle.tanh(x))
    before = paddle.utils.unique_name.generate("k")
    f(random(2))
    assert paddle.in_dynamic_mode() and not paddle.static.default_main_program().global_block().ops
    assert before == "k_0" and paddle.utils.unique_name.generate("k") == "k_1"

    def fails(x):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        to_static(fails)(random(2))
    assert paddle.in_dynamic_mode() and float(paddle.ones([]) + 1) == 2


def test_in_static_mode_and_inside_another_it_is_the_function():
    inner = to_static(lambda x: paddle.tanh(x))
    outer = to_static(lambda x: inner(x) * 2)
    outer(random(2))
    assert [o.type for o in outer.main_program.global_block().ops] == ["tanh", "scale"] and not inner.program_cache
    paddle.enable_static()
    x = paddle.static.data("x", [2])
    assert inner(x).block.program is paddle.static.default_main_program()


def test_under_auto_cast_it_is_the_function():
    f = to_static(lambda x, w: paddle.matmul(x, w))
    with paddle.amp.auto_cast():
        assert f(random(2, 2), random(2, 2)).dtype == paddle.float16
    assert not f.program_cache


@pytest.mark.parametrize("switch", [enable_to_static, ProgramTranslator().enable])
def test_switched_off_it_is_the_function(switch):
    called = []

    @to_static
    def f(x):
        called.append(x)
        return x + 1

    switch(False)
    try:
        f(random(2)), f(random(2))
        assert len(called) == 2 and not ProgramTranslator.get_instance().enable_to_static
    finally:
        switch(True)
    f(random(2)), f(random(2))
    assert len(called) == 3


def test_a_watched_run_sees_the_program():
    net = to_static(nn.Linear(2, 2))
    seen: dict[str, np.ndarray] = {}
    with _probed(seen):
        net(paddle.ones([1, 2])).sum().backward()
    assert {"linear_0.w_0", "linear_0.w_0@GRAD"} <= set(seen)


def _probed(seen):
    selectors = [Selector.parse("*"), Selector.parse("*@GRAD")]
    return instrumented((ProbePass(selectors, lambda v, operator, value, step: seen.setdefault(v.name, value)),))


def test_a_session_stops_in_the_program_and_goes_back():
    def body():
        paddle.seed(0)
        with paddle.utils.unique_name.guard():
            net = to_static(nn.Linear(2, 2))
        step = paddle.optimizer.SGD(0.1, parameters=net.parameters())
        for _ in range(3):
            loss = (net(paddle.ones([1, 2])) ** 2).mean()
            loss.backward()
            step.step()
            step.clear_grad()
        return float(loss)

    expected = body()
    run = Run(body, breakpoints=["op:matmul_v2", "linear_0.w_0@GRAD"])
    run.start()
    run.until_stopped(60)
    assert "before matmul_v2" in str(run.here)
    np.testing.assert_array_equal(run.value("input"), [[1, 1]])
    run.cont()
    run.until_stopped(60)
    assert "linear_0.w_0@GRAD" in str(run.here) and run.value("linear_0.w_0@GRAD").shape == (2, 2)
    run.step_back()
    run.until_stopped(60)
    assert "matmul_v2_grad" in str(run.here)
    run.clear()
    run.cont()
    run.wait(60)
    assert run.result == expected


# --- what can be asked, and refused -------------------------------------------------------------------------------


def test_what_can_be_asked():
    @to_static
    def f(x):
        """Twice."""
        return x * 2

    with pytest.raises(RunError, match="has not been called"):
        _ = f.concrete_program
    f(random(2))
    program = f.concrete_program
    assert program.main_program is f.main_program and f.__doc__ == "Twice." and "return x * 2" in f.code
    assert [v.name for v in f.inputs] == ["x"] and len(f.outputs) == 1 and program.parameters == []
    assert f.get_concrete_program(random(2))[0] is program and f.dygraph_function(2) == 4

    net = to_static(nn.Linear(2, 2))
    net(random(1, 2))
    assert net.forward.concrete_program.parameters == [net.weight, net.bias]
    net.forward.rollback()
    assert not hasattr(net.forward, "concrete_program")


def test_specs_make_a_program_without_a_call():
    net = nn.Linear(3, 2)
    program = to_static(net, input_spec=[InputSpec([None, 3], "float32")]).forward.concrete_program
    assert program.inputs[0].shape == (-1, 3) and program.outputs[0].shape == (-1, 2)
    with pytest.raises(ArgumentError, match="should describe the arguments x, y"):
        _ = to_static(lambda x, y: x, input_spec=[InputSpec([1])]).concrete_program


def test_refusals():
    with pytest.raises(UsageError, match="needs a function or a Layer"):
        to_static(3)
    with pytest.raises(UnsupportedError, match="CINN"):
        to_static(lambda x: x, backend="CINN")
    with pytest.raises(UnsupportedError, match="property"):
        to_static(lambda x: x, property=True)
    with pytest.raises(UsageError, match="bool"):
        enable_to_static(1)
    with pytest.raises(UsageError, match="list of modules"):
        ignore_module(["numpy"])
    ignore_module([np])
    for told in (paddle.jit.set_verbosity, paddle.jit.set_code_level):
        told(1, also_to_stdout=True)
        for wrong in ((-1,), (1.5,), (1, "yes")):
            with pytest.raises(UsageError, match=r"level must be|also_to_stdout"):
                told(*wrong)
    with pytest.raises(UsageError, match="input_spec"):
        to_static(lambda x: x, input_spec=3)(random(1))
    with pytest.raises(TypeError, match="missing"):
        to_static(lambda x: x)()
    f = not_to_static()(lambda x: x)
    assert to_static(f) is f
