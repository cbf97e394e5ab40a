"""Variable, Parameter and EagerParamBase: what `isinstance` says of them in both modes, and what is made."""

import copy

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import static
from opscope.paddle.base import framework
from opscope.paddle.base.framework import EagerParamBase, Parameter, Variable


def test_in_dygraph_tensors_are_variables_and_parameters_of_layers_parameters():
    tensor, weight = paddle.ones([2]), paddle.nn.Linear(2, 2).weight
    assert [isinstance(tensor, c) for c in (Variable, Parameter, EagerParamBase)] == [True, False, False]
    assert [isinstance(weight, c) for c in (Variable, Parameter, EagerParamBase)] == [True, True, True]
    assert issubclass(paddle.Tensor, static.Variable) and not isinstance(np.ones(2), (Variable, Parameter))
    paddle.enable_static()
    assert [isinstance(tensor, c) for c in (Variable, Parameter)] == [False, False]


def test_in_programs_they_are_what_blocks_make():
    paddle.enable_static()
    x, w = static.data("x", [2]), static.create_parameter([2], "float32")
    assert isinstance(x, Variable) and not isinstance(x, Parameter | paddle.Tensor)
    assert isinstance(w, Variable) and isinstance(w, Parameter) and not isinstance(w, EagerParamBase)
    assert issubclass(type(x), Variable) and issubclass(type(w), Parameter) and static.Variable is framework.Variable


def test_a_class_of_ones_own_is_only_itself():
    class Mine(Variable):
        pass

    assert not isinstance(paddle.ones([1]), Mine) and issubclass(Mine, Variable)


def test_a_method_that_is_added_is_one_of_all_variables(monkeypatch):
    paddle.enable_static()
    monkeypatch.setattr(Variable, "twice", lambda self: self * 2.0, raising=False)
    y = static.data("x", [2]).twice()
    assert static.Executor().run(feed={"x": np.ones(2, "float32")}, fetch_list=[y])[0].tolist() == [2, 2]


def test_a_parameter_is_made_by_its_shape_and_dtype():
    made = EagerParamBase([2, 3], "float64", trainable=False, name="p", optimize_attr={"learning_rate": 0.5})
    assert (made.shape, made.dtype, made.name, made.stop_gradient) == ([2, 3], paddle.float64, "p", True)
    assert isinstance(made, paddle.Tensor) and made.optimize_attr == {"learning_rate": 0.5} and made.persistable
    assert EagerParamBase(shape=[], dtype="float32").shape == [] and EagerParamBase([1], "float32").trainable
    paddle.nn.initializer.Constant(3.0)(made)
    assert made.numpy().tolist() == [[3] * 3] * 2 and str(made).startswith("Parameter containing")
    twin = copy.deepcopy(made)
    assert twin.do_model_average is None and not twin.trainable and np.array_equal(twin, made)
    with pytest.raises(ValueError, match="trainable must be a bool"):
        made.trainable = 3


@pytest.mark.parametrize(
    "shape, dtype, words",
    [
        (None, "float32", "The shape of Parameter should not be None"),
        ([1], None, "The dtype of Parameter should not be None"),
        ([-1], "float32", "Each dimension of shape for Parameter must be greater than 0"),
    ],
)
def test_a_parameter_needs_a_shape_and_a_dtype(shape, dtype, words):
    with pytest.raises(ValueError, match=words):
        EagerParamBase(shape, dtype)


def test_a_parameter_of_a_tensor_shares_its_memory():
    tensor = paddle.ones([2])
    made = EagerParamBase.from_tensor(tensor, need_clip=False)
    paddle.optimizer.SGD(1.0, parameters=[made]).clear_grad()
    (made * made).sum().backward()
    assert made.grad.numpy().tolist() == [2, 2] and not made.need_clip and made._is_shared_buffer_with(tensor)
