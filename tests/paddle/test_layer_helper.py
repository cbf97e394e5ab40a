"""base.layer_helper.LayerHelper, as layers of old programs and of Paddle's own tests use it."""

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import base, static
from opscope.paddle.base.layer_helper import LayerHelper
from opscope.paddle.nn.initializer import Constant


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def scaled(x, factor=2.0, act=None, name=None, bias_attr=None, param_attr=None):
    helper = LayerHelper("scaled", **locals())
    out = helper.create_variable_for_type_inference(dtype=x.dtype)
    attrs = {"scale": factor, "bias": 0.0, "bias_after_scale": True}
    helper.append_op(type="scale", inputs={"X": [x]}, outputs={"Out": [out]}, attrs=attrs)
    w = helper.create_parameter(attr=helper.param_attr, shape=[3], dtype="float32", is_bias=False)
    return helper.append_activation(helper.append_bias_op(paddle.multiply(out, w), dim_start=1))


def test_a_layer_of_a_user():
    x = static.data("x", [2, 3], "float32")
    attrs = [paddle.ParamAttr(initializer=Constant(v)) for v in (3.0, 1.0)]
    y = scaled(x, act="relu", param_attr=attrs[0], bias_attr=attrs[1])
    assert (y.name, y.shape) == ("scaled_0.tmp_2", (2, 3))
    program = static.default_main_program()
    assert [p.name for p in program.all_parameters()] == ["scaled_0.w_0", "scaled_0.b_0"]
    assert [o.type for o in program.global_block().ops] == ["scale", "elementwise_mul", "elementwise_add", "relu"]
    exe = static.Executor()
    exe.run(static.default_startup_program())
    (got,) = exe.run(feed={"x": np.ones((2, 3), "float32")}, fetch_list=[y])
    assert (got == 7).all()
    assert scaled(x, name="mine").name.startswith("mine.tmp")


class TestInputs:
    def helper(self, **options):
        return LayerHelper("foo", input=[static.data("x", [2], "float32"), static.data("y", [2], "float32")], **options)

    def test_what_it_was_called_with(self):
        helper = self.helper(act="tanh")
        assert (helper.name, helper.layer_type, helper.kwargs["name"]) == ("foo_0", "foo", "foo_0")
        assert helper.main_program is static.default_main_program()
        assert helper.startup_program is static.default_startup_program()
        assert [v.name for v in helper.multiple_input()] == ["x", "y"] and helper.input_dtype() is paddle.float32
        assert LayerHelper("bar", input=static.data("x", [2])).input().name == "x"
        with pytest.raises(ValueError, match="the layer foo needs exactly one input"):
            helper.input()

    def test_one_attribute_for_each_input(self):
        helper = self.helper(param_attr=paddle.ParamAttr(name="w"))
        (_, a), (_, b) = helper.iter_inputs_and_params()
        assert a is not b and a.name == b.name == "w"
        two = self.helper(param_attr=[paddle.ParamAttr(name="a"), paddle.ParamAttr(name="b")])
        assert [a.name for _, a in two.iter_inputs_and_params()] == ["a", "b"]
        with pytest.raises(ValueError, match="the number of parameter attributes must be 1"):
            two.multiple_param_attr(3)

    def test_dtypes_are_one(self):
        helper = LayerHelper("foo", input=[static.data("x", [2]), static.data("i", [2], "int64")])
        with pytest.raises(ValueError, match=r"they have paddle\.float32 and paddle\.int64"):
            helper.input_dtype()
        assert LayerHelper("foo").input_dtype() is None

    def test_arrays_become_tensors(self):
        paddle.disable_static()
        made = LayerHelper("foo").to_variable(np.ones(2), name="t")
        assert made.name == "t" and made.shape == [2]
        with pytest.raises(TypeError, match="must be of the type 'ndarray' or 'Variable', but received <class 'int'>"):
            LayerHelper("foo").to_variable(3)

    def test_types_are_asked_for(self):
        helper = self.helper(act="tanh")
        helper.is_instance("act", str)
        with pytest.raises(TypeError, match="The argument act of foo must be of the type int"):
            helper.is_instance("act", int)


class TestParameters:
    def test_they_are_named_after_the_layer(self):
        helper = LayerHelper("foo")
        made = [helper.create_parameter(None, [2], "float32", is_bias=b) for b in (False, True, False)]
        assert [p.name for p in made] == ["foo_0.w_0", "foo_0.b_0", "foo_0.w_1"]
        assert helper.create_parameter(False, [2], "float32") is None
        assert helper.create_parameter(None, [2], "float32", stop_gradient=True).stop_gradient
        assert helper.get_parameter("foo_0.w_0") is made[0]

    def test_wrong_ones(self):
        helper = LayerHelper("foo")
        static.data("x", [2])
        with pytest.raises(ValueError, match="no Parameter has the name x"):
            helper.get_parameter("x")
        with pytest.raises(AssertionError, match="every dim of a parameter must be larger than 0"):
            helper.create_parameter(None, [0], "float32")
        with pytest.raises(TypeError, match="Can not create parameter with default initializer"):
            helper.create_parameter(None, [2], "int64")
        assert helper.create_parameter(None, [2], "int64", default_initializer=Constant(1)).dtype is paddle.int64

    def test_in_dygraph_they_are_tensors(self):
        paddle.disable_static()
        made = LayerHelper("foo").create_parameter(None, [2], "float32", default_initializer=Constant(4.0))
        assert made.numpy().tolist() == [4, 4] and not made.stop_gradient


class TestVariables:
    def test_temporaries(self):
        helper = LayerHelper("foo")
        made = helper.create_variable_for_type_inference("float64", stop_gradient=True, shape=[3])
        assert (made.name, made.shape, made.dtype, made.stop_gradient) == ("foo_0.tmp_0", (3,), paddle.float64, True)
        assert helper.create_variable_for_type_inference(None).dtype is paddle.float32
        assert helper.create_variable(name="v", shape=[2], dtype="int32").name == "v"
        with pytest.raises(NotImplementedError, match="no sparse variables"):
            helper.create_sparse_variable_for_type_inference("float32")

    def test_global_ones(self):
        helper = LayerHelper("foo")
        options = {"shape": [1], "dtype": "float32", "persistable": True}
        made, new = helper.create_or_get_global_variable("g", **options)
        assert new and made.persistable and helper.create_or_get_global_variable("g", **options) == (made, False)
        helper.set_variable_initializer(made, Constant(4.0))
        static.Executor().run(static.default_startup_program())
        assert base.executor._fetch_var("g").tolist() == [4]

    def test_a_global_one_that_is_filled(self):
        made = LayerHelper("foo")._create_global_variable_for_type_inference("float32", shape=[2])
        assert static.Executor().run(fetch_list=[made])[0].tolist() == [0, 0] and not made.stop_gradient


class TestOperators:
    def test_activations(self):
        x = static.data("x", [2])
        assert LayerHelper("foo").append_activation(x) is x
        assert LayerHelper("foo", act="sigmoid").append_activation(x).op.type == "sigmoid"
        with pytest.raises(TypeError, match="should be a str, but it is 3"):
            LayerHelper("foo", act=3).append_activation(x)
        with pytest.raises(ValueError, match="the activation 'nosuch' is not an operator"):
            LayerHelper("foo", act="nosuch").append_activation(x)

    def test_a_bias_in_the_middle(self):
        x = static.data("x", [2, 3, 4, 5])
        helper = LayerHelper("foo", bias_attr=paddle.ParamAttr(initializer=Constant(1.0)))
        y = helper.append_bias_op(x, 1, 2)
        assert y.shape == (2, 3, 4, 5) and helper.get_parameter("foo_0.b_0").shape == (3,)
        assert LayerHelper("foo", bias_attr=False).append_bias_op(x) is x
        exe = static.Executor()
        exe.run(static.default_startup_program())
        assert (exe.run(feed={"x": np.zeros((2, 3, 4, 5), "float32")}, fetch_list=[y])[0] == 1).all()


class TestDygraph:
    @pytest.fixture(autouse=True)
    def dygraph(self, static_mode):
        paddle.disable_static()

    def test_operators_run_at_once_and_variables_become_their_results(self):
        helper = LayerHelper("old")
        x = paddle.to_tensor([[1.0, 2.0]], stop_gradient=False)
        out = helper.create_variable_for_type_inference("float32")
        w = paddle.to_tensor([[3.0], [4.0]])
        helper.append_op(type="mul", inputs={"X": x, "Y": [w]}, outputs={"Out": out}, attrs={"x_num_col_dims": 1})
        assert (out.name, out.shape, out.item()) == ("old_0.tmp_0", [1, 1], 11.0)
        out.backward()
        assert x.grad.tolist() == [[3.0, 4.0]]

    def test_several_results(self):
        helper = LayerHelper("old")
        values, places = (helper.create_variable_for_type_inference(d) for d in ("float32", "int64"))
        x = paddle.to_tensor([1.0, 3.0, 2.0])
        helper.append_op("top_k_v2", {"X": x}, {"Out": values, "Indices": [places]}, {"k": 2})
        assert (values.tolist(), places.tolist()) == ([3.0, 2.0], [1, 2])
