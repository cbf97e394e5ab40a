"""Masked arrays are refused wherever values come in; without masked elements they are arrays."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError
from opscope.paddle import base, io, nn, static
from opscope.runtime.scope import global_scope

SHAPE = (2, 3)


def run(value):
    x = static.data("x", SHAPE, "float32")
    return static.Executor().run(feed={"x": value}, fetch_list=[x + 1])[0] - 1


def run_again(value):
    """The third run, which is lowered."""
    x = static.data("x", SHAPE, "float32")
    y, exe = x + 1, static.Executor()
    for _ in range(3):
        exe.run(feed={"x": np.zeros(SHAPE, "float32")}, fetch_list=[y])
    return exe.run(feed={"x": value}, fetch_list=[y])[0] - 1


def fetched(variable):
    return static.Executor().run(fetch_list=[variable])[0]


def parameter():
    w = static.create_parameter(SHAPE, "float32", name="w")
    static.Executor().run(static.default_startup_program())
    return w


def set_value(value):
    w = parameter()
    w.set_value(value)
    return fetched(w)


def set_in_scope(value):
    global_scope().var("v").get_tensor().set(value, paddle.CPUPlace())
    return np.array(global_scope().find_var("v").get_tensor())


def set_program_state(value):
    w = parameter()
    static.set_program_state(static.default_main_program(), {"w": value})
    return fetched(w)


def py_func(value):
    x = static.data("x", SHAPE, "float32")
    out = static.default_main_program().current_block().create_var("out", SHAPE, "float32")
    static.py_func(lambda v: value, x, out)
    return static.Executor().run(feed={"x": np.zeros(SHAPE, "float32")}, fetch_list=[out])[0]


def initialized(value):
    w = static.create_parameter(SHAPE, "float32", default_initializer=nn.initializer.Assign(value))
    static.Executor().run(static.default_startup_program())
    return fetched(w)


def assigned(value):
    out = paddle.zeros(SHAPE)
    paddle.assign(value, out)
    return fetched(out)


STATIC = {
    "feed": run, "feed of a lowered run": run_again, "Variable.set_value": set_value, "DenseTensor.set": set_in_scope,
    "set_program_state": set_program_state, "py_func": py_func, "Assign": initialized, "assign, output": assigned,
    "feed of a list": lambda value: run([value[0], value[1]]),
    "an operand": lambda value: fetched(paddle.zeros(SHAPE) + value),
    "to_tensor, static": lambda value: fetched(paddle.to_tensor(value)),
    "assign": lambda value: fetched(paddle.assign(value)),
    "create_lod_tensor": lambda value: np.array(static.create_lod_tensor(value, [[2]], paddle.CPUPlace())),
    "_as_lodtensor": lambda value: np.array(base.executor._as_lodtensor(value, paddle.CPUPlace())),
}  # fmt: skip


def written(value):
    x = paddle.zeros(SHAPE)
    x[...] = value
    return x.numpy()


def recorded_write(value):
    x = paddle.zeros(SHAPE)
    y = paddle.ones(SHAPE)
    y.stop_gradient = False
    x = x + y
    x[...] = value
    return x.numpy()


def eager_set_value(value):
    x = paddle.zeros(SHAPE)
    x.set_value(value)
    return x.numpy()


def loaded(value):
    layer = nn.Linear(*SHAPE, bias_attr=False)
    layer.set_state_dict({"weight": value})
    return layer.weight.numpy()


def batched(value):
    return np.asarray(next(iter(io.DataLoader([value, value], batch_size=2)))[0])


DYGRAPH = {
    "to_tensor": lambda value: paddle.to_tensor(value).numpy(),
    "to_tensor of a list": lambda value: paddle.to_tensor([value[0], value[1]]).numpy(),
    "to_tensor of nested lists": lambda value: paddle.to_tensor([list(row) for row in value]).numpy(),
    "an operand of a Tensor": lambda value: (paddle.zeros(SHAPE) + value).numpy(),
    "an argument of an op": lambda value: paddle.add(paddle.zeros(SHAPE), value).numpy(),
    "paddle.assign": lambda value: paddle.assign(value).numpy(),
    "tensor[...] =": written, "tensor[...] =, recorded": recorded_write, "set_value": eager_set_value,
    "set_state_dict": loaded, "DataLoader": batched,
    "LoDTensor": lambda value: np.array(base.core.LoDTensor(value)),
    "hapi": lambda value: paddle.hapi.batches._tensors(value)[0].numpy(),
}  # fmt: skip


@pytest.mark.parametrize("name", [*STATIC, *DYGRAPH])
class TestMaskedArrays:
    @pytest.fixture(autouse=True)
    def function(self, name):
        if name in STATIC:
            paddle.enable_static()
        return STATIC.get(name) or DYGRAPH[name]

    def test_masked_elements_are_refused(self, function):
        value = np.ma.array(np.arange(6, dtype="float32").reshape(SHAPE), mask=[[0, 1, 0], [0, 0, 0]])
        with pytest.raises(ArgumentError, match="masked elements") as caught:
            function(value)
        assert "filled" in str(caught.value)

    @pytest.mark.parametrize("mask", [np.ma.nomask, np.zeros(SHAPE, bool)], ids=["no mask", "an empty mask"])
    def test_without_masked_elements_it_is_an_array(self, function, mask):
        plain = np.arange(6, dtype="float32").reshape(SHAPE)
        found = function(np.ma.array(plain, mask=mask))
        assert type(found) is np.ndarray and (found == plain).all()
