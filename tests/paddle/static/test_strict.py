"""Where Paddle is silently wrong: one warning with name, line and fix, and an error in strict mode."""

import warnings

import numpy as np
import pytest

from opscope import paddle
from opscope.core.strict import strict
from opscope.errors import OpscopeWarning
from opscope.paddle import static
from tests.paddle.static.programs import data

X = np.ones(3)


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def out(shape=(3,), dtype="float64"):
    return static.default_main_program().current_block().create_var("out", list(shape), dtype)


def py_func_of_another_shape():
    static.py_func(lambda x: np.ones((2, 2)), data(), out())
    static.Executor().run(feed={"x": X})


def py_func_of_another_dtype():
    static.py_func(lambda x: np.ones(3, "int32"), data(), out())
    static.Executor().run(feed={"x": X})


def gradient_of_another_shape():
    x = data()
    y = static.py_func(lambda x: np.array(x), x, out(), lambda x, y, dy: np.ones((1, 3)))
    static.gradients([y], [x])
    static.Executor().run(feed={"x": X})


def no_gradient_path():
    static.nn.fc(static.data("x", [2, 3]), 4)
    static.append_backward(data("y").sum())


def unused_feed():
    static.Executor().run(feed={"x": X}, program=static.Program())


CASES = {
    py_func_of_another_shape: r"returned float64\[2, 2\] for out, which was declared float64\[3\]",
    py_func_of_another_dtype: r"returned int32\[3\] for out, which was declared float64\[3\]",
    gradient_of_another_shape: r"returned a gradient of shape \[1, 3\] for x",
    no_gradient_path: "no gradient path from .* to any parameter",
    unused_feed: "the fed value 'x' is not used",
}


@pytest.mark.parametrize("act, words", CASES.items(), ids=lambda v: getattr(v, "__name__", ""))
def test_it_warns_with_the_mend_and_raises_when_strict(act, words):
    with pytest.warns(OpscopeWarning, match=words) as found:
        act()
    assert len(found) == 1 and "fix: " in str(found[0].message)
    with static.program_guard(static.Program(), static.Program()), warnings.catch_warnings():
        warnings.simplefilter("error")
        with strict(), pytest.raises(OpscopeWarning, match=words):
            act()


def test_a_py_func_is_warned_of_once():
    static.py_func(lambda x: np.ones((2, 2)), data(), out())
    exe = static.Executor()
    with pytest.warns(OpscopeWarning):
        exe.run(feed={"x": X})
    for _ in range(3):  # warnings are errors here
        exe.run(feed={"x": X})


def test_when_strict_it_is_raised_each_time():
    static.py_func(lambda x: np.ones((2, 2)), data(), out())
    exe = static.Executor()
    for _ in range(3):
        with strict(), pytest.raises(OpscopeWarning):
            exe.run(feed={"x": X})


def test_unknown_dims_are_any():
    x = data("x", [None])
    y = static.py_func(lambda v: np.array(v), x, out([None]))
    got = [static.Executor().run(feed={"x": np.ones(n)}, fetch_list=[y])[0].shape for n in (2, 3)]
    assert got == [(2,), (3,)]


def test_strict_is_a_switch_and_a_block():
    strict()
    with strict(False), pytest.warns(OpscopeWarning):
        unused_feed()
    with pytest.raises(OpscopeWarning):
        unused_feed()
    strict(False)
    with pytest.warns(OpscopeWarning):
        unused_feed()
