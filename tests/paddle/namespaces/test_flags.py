"""set_flags and get_flags; FLAGS_check_nan_inf says of a NaN or Inf which op made it, its name, and the user's line."""

import threading

import numpy as np
import pytest

from opscope import paddle
from opscope.eager.op_calls import open_watches, process_watches
from opscope.errors import ArgumentError, RunError, UsageError
from opscope.paddle import base, nn
from opscope.runtime.flags import NO_EFFECT
from opscope.runtime.instrument import current

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's own word on log(0)


def on(level: int = 0) -> None:
    paddle.set_flags({"FLAGS_check_nan_inf": 1, "FLAGS_check_nan_inf_level": level})


def test_flags_are_remembered():
    assert paddle.get_flags("FLAGS_check_nan_inf") == {"FLAGS_check_nan_inf": False}
    paddle.set_flags({"FLAGS_check_nan_inf": 1, "FLAGS_eager_delete_tensor_gb": 2})
    assert base.get_flags(["FLAGS_check_nan_inf", "FLAGS_eager_delete_tensor_gb"]) == {
        "FLAGS_check_nan_inf": True, "FLAGS_eager_delete_tensor_gb": 2.0,
    }  # fmt: skip
    assert base.set_flags is paddle.set_flags is paddle.framework.set_flags


def test_every_kept_flag_has_a_reason_and_one_place():
    names = [name for group in NO_EFFECT.values() for name in group]
    assert len(names) == len(set(names)) and all(reason and group for reason, group in NO_EFFECT.items())
    paddle.get_flags([f"FLAGS_{name}" for name in names])


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: paddle.set_flags({"FLAGS_nope": 1}), ArgumentError, "Flag FLAGS_nope cannot set its value through"),
        (lambda: paddle.get_flags("FLAGS_nope"), ArgumentError, "Flag FLAGS_nope cannot get its value through"),
        (lambda: paddle.get_flags("check_nan_inf"), ArgumentError, "cannot get"),
        (lambda: paddle.set_flags(3), UsageError, "flags in set_flags should be a dict"),
        (lambda: paddle.get_flags(3), UsageError, "should be a list, tuple or string"),
        (lambda: paddle.set_flags({"FLAGS_check_nan_inf": "true"}), UsageError, "is a bool"),
    ],
)
def test_refusals(call, error, words):
    with pytest.raises(error, match=words):
        call()


# --- eager ----------------------------------------------------------------------------------------------------------


def test_an_eager_op_is_told_with_its_line(capsys):
    on()
    with pytest.raises(RuntimeError) as caught:
        paddle.log(paddle.to_tensor([0.0, 1.0]))
    text = str(caught.value)
    assert text.startswith(
        "(PreconditionNotMet) There are NAN or INF (num_nan=0, num_inf=1, num_zero=1) in [device=cpu, op=log, tensor=, "
        "dtype=fp32]."
    )
    assert "paddle.log(paddle.to_tensor([0.0, 1.0]))" in text and "float32[2], 1 zeros" in text
    assert capsys.readouterr().out == (  # as Paddle 2.6.2 prints it
        "[PRECISION] [ERROR] in [device=cpu, op=log, tensor=, dtype=fp32], numel=2, num_nan=0, num_inf=1, num_zero=1, "
        "max=0.000000e+00, min=-inf, mean=-inf\n"
    )


def test_gradients_and_updates_are_checked_by_name():
    on()
    net = nn.Linear(1, 1)
    x = paddle.to_tensor([0.0], stop_gradient=False)
    x.name = "image"
    with pytest.raises(RunError, match=r"op=sqrt_grad, tensor=image@GRAD, dtype=fp32") as caught:
        paddle.sqrt(x).backward()
    assert "paddle.sqrt(x)" in str(caught.value)
    net.weight._grad = paddle.to_tensor([[float("nan")]])
    with pytest.raises(RunError, match="op=sgd"):
        paddle.optimizer.SGD(0.1, parameters=net.parameters()).step()


def test_levels(capsys):
    values = {"fine": [1.0, 2.0], "beyond": [1e5, 2.0], "bad": [0.0, 1.0]}
    printed = {}
    for level in (1, 2, 3):
        on(level)
        for name, value in values.items():
            x = paddle.to_tensor(value)
            capsys.readouterr()
            paddle.log(x) if name == "bad" else x * 1
            printed[level, name] = capsys.readouterr().out
    assert [bool(printed[1, n]) for n in values] == [False, False, True]
    assert [bool(printed[2, n]) for n in values] == [False, True, True]
    assert [bool(printed[3, n]) for n in values] == [True, True, True]
    assert printed[3, "fine"] == (
        "[PRECISION] in [device=cpu, op=scale, tensor=, dtype=fp32], numel=2, num_zero=0, max=2.000000e+00, "
        "min=1.000000e+00, mean=1.500000e+00\n"
    )


def test_integers_are_not_looked_at_and_other_threads_are(capsys):
    on(3)
    paddle.to_tensor([1, 2]) + 1
    assert not capsys.readouterr().out
    thread = threading.Thread(target=lambda: paddle.to_tensor([1.0]) + 1)
    thread.start()
    thread.join()
    assert "op=scale" in capsys.readouterr().out


def test_off_nothing_is_left():
    on()
    assert process_watches and open_watches and current().passes
    paddle.set_flags({"FLAGS_check_nan_inf": 0})
    assert not process_watches and not open_watches and not current().passes and current().lower
    assert paddle.log(paddle.to_tensor([0.0])).item() == -np.inf


# --- programs -------------------------------------------------------------------------------------------------------


def program():
    paddle.enable_static()
    x = paddle.static.data("x", [2])
    h = paddle.log(x, name="h")
    out = paddle.static.nn.cond(paddle.sum(x) > -1, lambda: paddle.sqrt(h - 1), lambda: h)
    return out, paddle.static.Executor()


@pytest.mark.parametrize(
    "fed, words, line",
    [
        ([0, 1], r"num_nan=0, num_inf=1, num_zero=1\) in \[device=cpu, op=log, tensor=h.tmp_0, dtype=fp32\]", "log(x"),
        ([1, 1], r"num_nan=2, num_inf=0, num_zero=0\) in \[device=cpu, op=sqrt, tensor=sqrt_0.tmp_0", "sqrt(h - 1)"),
        ([np.nan, 1], r"op=feed, tensor=x", "static.data"),
    ],
)
def test_a_program_names_the_variable_and_the_line(fed, words, line):
    out, exe = program()
    on()
    for _ in range(3):  # also where it would have been lowered
        with pytest.raises(RunError, match=words) as caught:
            exe.run(feed={"x": np.array(fed, "float32")}, fetch_list=[out])
        assert line in str(caught.value)


def test_programs_that_are_lowered_are_checked_from_the_next_run_on():
    out, exe = program()
    good, bad = np.full(2, 4, "float32"), np.zeros(2, "float32")
    for _ in range(3):
        exe.run(feed={"x": good}, fetch_list=[out])
    on()
    with pytest.raises(RunError, match="op=log"):
        exe.run(feed={"x": bad}, fetch_list=[out])
    before = exe.run(feed={"x": good}, fetch_list=[out])[0]
    paddle.set_flags({"FLAGS_check_nan_inf": 0})
    np.testing.assert_array_equal(exe.run(feed={"x": good}, fetch_list=[out])[0], before)
    exe.run(feed={"x": bad}, fetch_list=[out])


def test_a_traced_function_is_checked():
    f = paddle.jit.to_static(lambda x: paddle.log(x))
    f(paddle.ones([2]))
    on()
    with pytest.raises(RunError, match=r"op=log, tensor=log_0\.tmp_0"):
        f(paddle.zeros([2]))
