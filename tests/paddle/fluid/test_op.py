"""paddle.fluid.op.Operator runs on a scope, and OpProtoHolder says what the types take."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError
from opscope.paddle import base, fluid, static
from opscope.paddle.fluid.op import Operator


def scope_of(**values):
    scope = base.core.Scope()
    for name, value in values.items():
        scope.var(name).get_tensor().set(np.asarray(value, "float32"), fluid.CPUPlace())
    return scope


def held(scope, name):
    return np.asarray(scope.find_var(name).get_tensor())


def test_an_operator_reads_and_writes_variables_of_a_scope():
    scope = scope_of(w=[1.0, 2.0], g=[1.0, -1.0], rate=[0.5])
    step = Operator("sgd", Param="w", Grad="g", LearningRate="rate", ParamOut="w")
    assert (step.type(), step.inputs("Grad"), step.outputs("ParamOut")) == ("sgd", ["g"], ["w"])
    assert (step.input_vars(), step.output_vars()) == (["w", "g", "rate"], ["w"])
    for _ in range(3):
        step.run(scope, fluid.CPUPlace())
    np.testing.assert_allclose(held(scope, "w"), [-0.5, 3.5])
    assert paddle.in_dynamic_mode()


def test_another_shape_is_another_operator():
    scope = scope_of(a=np.ones((2, 3)), b=np.ones((2, 1)))
    join = Operator("concat", X=["a", "b"], Out="c", axis=1)
    join.run(scope, None)
    assert held(scope, "c").shape == (2, 4)
    scope.var("b").get_tensor().set(np.ones((2, 5), "float32"), fluid.CPUPlace())
    join.run(scope, None)
    assert held(scope, "c").shape == (2, 8)


def test_what_is_not_asked_for_is_not_written():
    scope = scope_of(x=[[1.0, 3.0]])
    Operator("layer_norm", X="x", Y="y", begin_norm_axis=1, epsilon=0.0, op_role=0).run(scope, None)
    np.testing.assert_allclose(held(scope, "y"), [[-1.0, 1.0]])
    assert scope.find_var("Mean") is None


def test_finite_differences_by_elements():
    """As Paddle's get_numeric_gradient does it."""
    scope = scope_of(x=[0.3, -0.6])
    op = Operator("tanh", X="x", Out="y")
    tensor = scope.find_var("x").get_tensor()
    for i, at in enumerate([0.3, -0.6]):
        ends = []
        for delta in (0.01, -0.01):
            tensor._set_float_element(i, at + delta)
            op.run(scope, None)
            ends.append(held(scope, "y").sum())
        tensor._set_float_element(i, at)
        assert (ends[0] - ends[1]) / 0.02 == pytest.approx(1 - np.tanh(at) ** 2, rel=1e-3)


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: Operator("nosuchop"), 'Operator "nosuchop" has not been registered'),
        (lambda: Operator("sgd", Parm="w"), "sgd has no Parm"),
    ],
)
def test_refused(call, words):
    with pytest.raises(ArgumentError, match=words):
        call()


def test_what_types_take_and_give():
    holder = base.framework.OpProtoHolder.instance()
    assert holder is fluid.framework.OpProtoHolder.instance()
    concat = holder.get_op_proto("concat")
    assert [(s.name, s.duplicable, s.dispensable) for s in concat.inputs] == [
        ("X", True, False),
        ("AxisTensor", False, True),
    ]
    assert [a.name for a in concat.attrs] == ["axis"]
    assert [(s.name, s.duplicable) for s in holder.get_op_proto("split").outputs] == [("Out", True)]
    assert holder.has_op_proto("tanh") and not holder.has_op_proto("nosuchop")
    assert "op_role" in holder.generated_op_attr_names()
    with pytest.raises(ValueError, match="has not been registered"):
        holder.get_op_proto("nosuchop")


def test_all_types_can_be_asked():
    protos = base.framework.OpProtoHolder.instance().op_proto_map
    assert {"conv2d", "huber_loss", "adam", "write_to_array"} <= set(protos)
    assert all(proto.outputs or not proto.inputs or name in ("print", "assert") for name, proto in protos.items())
    assert Operator.types() == sorted(protos)
    info = Operator.get_op_info("sgd")
    assert Operator.get_op_input_names("sgd") == [s.name for s in info.inputs]
    assert Operator.get_op_inputs("sgd")[0] == ("Param", False)
    assert Operator.get_op_outputs("unstack") == [("Y", True)]
    assert Operator.get_op_output_names("sgd") == ["ParamOut"]
    assert Operator.get_op_attr_names("swish") == ["beta"]
    assert Operator.get_op_extra_attr_names("swish") == []


def test_shapes_are_inferred_again_from_what_is_declared_now():
    paddle.enable_static()
    block = static.default_main_program().global_block()
    x, out = static.data("x", [2, 3]), block.create_var("out")
    op = block.append_op(type="tanh", inputs={"X": x}, outputs={"Out": out})
    x.desc.set_shape([4, 5])
    op.desc.infer_var_type(block.desc)
    op.desc.infer_shape(block.desc)
    assert out.shape == (4, 5)
