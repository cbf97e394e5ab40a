"""`desc` of variables, operators, blocks and programs: views with the names of Paddle's C++ side."""

import numpy as np
import pytest

import opscope
from opscope import paddle
from opscope.errors import ArgumentError, UnsupportedError
from opscope.paddle import static
from opscope.paddle.base import core


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


@pytest.fixture
def x():
    return static.data("x", [None, 3])


def block():
    return static.default_main_program().global_block()


class TestVariable:
    def test_it_tells_what_the_variable_is(self, x):
        told = x.desc
        assert (told.name(), told.shape(), told.dtype(), told.type()) == ("x", [-1, 3], paddle.float32, x.type)
        assert (told.lod_level(), told.persistable(), told.stop_gradient()) == (0, False, True)
        assert (told.is_parameter(), told.need_check_feed(), told.element_size()) == (False, True, 4)
        assert static.create_parameter([2], "float32").desc.is_parameter()

    def test_what_is_set_is_set_there(self, x):
        version = x.program.version
        for name, value in {
            "shape": [5, -1], "dtype": paddle.int64, "type": core.VarDesc.VarType.LOD_TENSOR_ARRAY, "lod_level": 2,
            "persistable": True, "stop_gradient": False, "need_check_feed": False,
        }.items():  # fmt: skip
            getattr(x.desc, f"set_{name}")(value)
            assert getattr(x.desc, name)() == value
        assert x.shape == (5, -1) and x.is_tensor_array and x.persistable and not x.stop_gradient
        assert x.program.version > version

    def test_another_name_is_one_in_the_operators_too(self, x):
        y = x * 2.0
        x.desc.set_name("z")
        assert y.op.input("X") == ["z"] and block().desc.has_var(b"z") and not block().desc.has_var(b"x")

    def test_feeds_that_differ_are_taken_where_nobody_checks(self, x):
        y = x.sum()
        with pytest.raises(ValueError, match="The fed Variable 'x' should have dimensions = 2"):
            static.Executor().run(feed={"x": np.ones(4, "float32")}, fetch_list=[y])
        x.desc.set_need_check_feed(False)
        assert static.Executor().run(feed={"x": np.ones(4, "float32")}, fetch_list=[y])[0] == 4
        assert static.Executor().run(feed={"x": np.ones(4)}, fetch_list=[y])[0] == 4


class TestOperator:
    def test_it_tells_what_the_operator_is(self, x):
        y = paddle.scale(x, 3.0)
        told = y.op.desc
        assert (told.type(), told.id(), told.block()) == ("scale", y.op.id, block().desc)
        assert told.inputs() == {"X": ["x"]} and told.outputs() == {"Out": [y.name]}
        assert (told.input_names(), told.output_names(), told.input("X")) == (["X"], ["Out"], ["x"])
        assert (told.input_arg_names(), told.output_arg_names(), told.output("None")) == (["x"], [y.name], [])
        assert told.attr("scale") == 3.0 and told.has_attr("scale") and "op_device" in told.attr_names()
        assert told.attr_type("scale") == core.AttrType.FLOAT

    def test_what_is_set_is_computed(self, x):
        z = static.data("z", [None, 3])
        y = paddle.scale(x, 3.0)
        y.op.desc._set_attr("scale", 5.0)
        y.op.desc.set_input("X", [z.name])
        other = block().create_var("other", shape=[-1, 3])
        y.op.desc.set_output("Out", ["other"])
        made = static.Executor().run(feed={"z": np.ones((1, 3), "float32")}, fetch_list=[other])
        assert made[0].tolist() == [[5] * 3]

    def test_slots_of_many_and_of_none(self, x):
        both = paddle.add_n([x, x])
        both.op.desc.set_input("X", ["x", "x", "x"])
        made = static.Executor().run(feed={"x": np.ones((1, 3), "float32")}, fetch_list=[both])
        assert made[0].tolist() == [[3] * 3]
        product = paddle.matmul(x, static.data("w", [3, 2]))
        product.op.desc.remove_input("X")
        assert product.op.desc.input("X") == [] and product.op.desc.input("Y") == ["w"]

    def test_what_does_not_fit_is_refused(self, x):
        y = x * x
        with pytest.raises(ArgumentError, match=r"elementwise_mul has no slot Z\n.*\n.*\n  fix: the operator has X, Y"):
            y.op.desc.set_input("Z", ["x"])
        with pytest.raises(ArgumentError, match="takes one variable, but received 2"):
            y.op.desc.set_output("Out", ["a", "b"])
        x.stop_gradient = False
        static.gradients(paddle.tanh(x), x)
        with pytest.raises(UnsupportedError, match="the slots of tanh_grad are those of its forward operator"):
            block().ops[-1].desc.set_input("X", ["x"])


class TestBlockAndProgram:
    def test_a_block_counts_its_operators_and_variables(self, x):
        y = x + 1.0
        told = block().desc
        assert (told.id, told.parent, told.op_size(), told.op(0)) == (0, -1, 1, y.op.desc)
        assert told.all_vars() == [x.desc, y.desc] and told.find_var(b"x") == x.desc and told.find_var(b"no") is None
        assert told.has_var_recursive("x") and told.find_var_recursive(b"no") is None
        assert told.var(b"x") == x.desc and told.var(b"new") == block().var("new").desc
        told._rename_var(b"x", b"z")
        told._remove_op(0, 1)
        told._remove_var(b"new")
        assert told.op_size() == 0 and list(block().vars) == [y.name, "z"]

    def test_a_program_tells_whether_it_has_changed(self, x):
        told = x.program.desc
        assert told == x.program.desc and told != x.desc and len({told, x.program.desc}) == 1
        assert told.num_blocks() == 1 and told.block(0) == block().desc and told.need_update()
        first = told.cached_hash_str()
        assert not told.need_update() and x.program.clone().desc.cached_hash_str() == first
        y = x + 1.0
        assert told.need_update() and told.cached_hash_str() != first
        told.flush()
        second = told.cached_hash_str()
        with pytest.warns(opscope.errors.OpscopeWarning, match="has no attribute quantized"):
            y.op._set_attr("quantized", True)
        assert told.need_update() and told.cached_hash_str() != second


def test_what_every_operator_has_is_asked_by_its_name():
    maker = core.op_proto_and_checker_maker
    made = paddle.ones([1]).op
    asked = (getattr(maker, name)() for name in vars(maker) if name.startswith("k"))
    assert {name: made.has_attr(name) for name in asked} == dict.fromkeys(
        ("op_role", "op_role_var", "op_namescope", "op_callstack", "op_device", "with_quant_attr"), True
    )
    assert made.attr("op_role") == maker.OpRole.Forward and made.attr("with_quant_attr") is False
    file, code = made.attr("op_callstack")
    assert "test_desc.py" in file and "made = paddle.ones([1]).op" in code
    assert str(made) == made._to_readable_code() != repr(made)
