"""Paddle's methods for variables, parameters, operators and programs, including private ones."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import UnsupportedError
from opscope.ir.control_flow.captures import get_inputs_outputs_in_block
from opscope.paddle import static
from opscope.paddle.base.core import VarDesc
from opscope.paddle.nn.initializer import Constant

SELECTED_ROWS, ARRAY = VarDesc.VarType.SELECTED_ROWS, VarDesc.VarType.LOD_TENSOR_ARRAY


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


@pytest.fixture
def block():
    return static.default_main_program().global_block()


class TestCreateVar:
    def test_what_is_no_tensor_cannot_be_detached(self, block):
        scopes = block.create_var("s", type=VarDesc.VarType.STEP_SCOPES)
        with pytest.raises(AssertionError, match="only support a variable with SELECTED_ROWS or LOD_TENSOR"):
            scopes.detach()

    @pytest.mark.parametrize("check", [True, False])
    def test_feeds_are_checked_where_it_says_so(self, block, check):
        v = block.create_var("v", [3], "float32", is_data=True, need_check_feed=check)
        run = lambda: static.Executor().run(feed={"v": np.ones(2, "float32")}, fetch_list=[v * 2.0])
        if check:
            with pytest.raises(ValueError, match=r"should have dimensions = 1, shape = \(3,\)"):
                run()
        else:
            assert run()[0].tolist() == [2, 2]

    def test_a_name_is_a_string(self, block):
        with pytest.raises(TypeError, match="The type of 'name' in create_parameter must be a str"):
            static.create_parameter([1], "float32", name=1)

    def test_what_is_not_said_is_as_it_was(self, block):
        block.create_var("v", [2, 3], "float64", persistable=True, lod_level=1)
        again = block.create_var("v")
        assert (again.shape, again.dtype, again.persistable, again.lod_level) == ((2, 3), paddle.float64, True, 1)
        assert block.var("v") is again

    @pytest.mark.parametrize(
        "given, what",
        [
            ({"shape": [3]}, r"shape is \(2,\), the new shape is \(3,\)|shape is \[2\], the new shape is \[3\]"),
            ({"dtype": "int64"}, "data type is paddle.float32, the new data type is paddle.int64"),
            ({"persistable": False}, "persistable is True, the new persistable is False"),
            ({"lod_level": 2}, "lod_level is 0, the new lod_level is 2"),
            ({"type": SELECTED_ROWS}, r"type is VarType.LOD_TENSOR, the new type is VarType.SELECTED_ROWS"),
        ],
        ids=["shape", "dtype", "persistable", "lod_level", "type"],
    )
    def test_it_cannot_be_another_one(self, block, given, what):
        block.create_var("v", [2], "float32", persistable=True)
        with pytest.raises(ValueError, match=f"Variable 'v' has been created before. The previous ({what})"):
            block.create_var("v", **given)

    def test_kinds(self, block):
        assert block.create_var("rows", type=SELECTED_ROWS).type == SELECTED_ROWS
        assert block.create_var("array", type=ARRAY).is_tensor_array and block.var("array").type == ARRAY
        assert block.create_var("plain", [1]).type == VarDesc.VarType.LOD_TENSOR

    def test_an_initializer_fills_it(self, block):
        v = block.create_var("v", [2], "float32", initializer=Constant(3.0), belong_to_optimizer=True)
        assert static.Executor().run(fetch_list=[v])[0].tolist() == [3, 3] and v.belong_to_optimizer

    @pytest.mark.parametrize("option", ["error_clip", "capacity"])
    def test_what_is_not_supported(self, block, option):
        with pytest.raises(UnsupportedError, match=f"create_var does not support {option}"):
            block.create_var("v", [2], **{option: 1})

    def test_a_clone_in_another_program(self, block):
        w = block.create_parameter([2, 3], "float32", name="w")
        x = static.data("x", [2], lod_level=1)
        other = static.Program().global_block()
        made = [other._clone_variable(v) for v in (w, x)]
        assert [(v.name, v.shape, v.persistable, v.is_parameter) for v in made] == [
            ("w", (2, 3), True, False), ("x", (2,), True, False)
        ]  # fmt: skip
        assert made[1].stop_gradient and made[1].is_data and made[1].lod_level == 1
        assert not static.Program().global_block()._clone_variable(x, force_persistable=False).persistable


class TestCreateParameter:
    def test_by_position_as_in_paddle(self, block):
        w = block.create_parameter(
            [2, 3], "float32", name="w", optimize_attr={"learning_rate": 0.5}, stop_gradient=True
        )
        assert (w.shape, w.dtype, w.optimize_attr, w.stop_gradient) == (
            (2, 3), paddle.float32, {"learning_rate": 0.5}, True
        )  # fmt: skip
        assert block.create_parameter([2], "float32").name == "_generated_var_0"
        assert (w.is_distributed, w.do_model_average, w.need_clip, w.trainable) == (False, None, True, True)

    @pytest.mark.parametrize(
        "args, words",
        [
            ((None, "float32"), "The shape of Parameter should not be None"),
            (([2], None), "The dtype of Parameter should not be None"),
            (([2, -3], "float32"), "Each dimension of shape for Parameter must be greater than 0, but received"),
        ],
        ids=["shape", "dtype", "dims"],
    )
    def test_shape_and_dtype_are_needed(self, block, args, words):
        with pytest.raises(ValueError, match=words):
            block.create_parameter(*args, name="w")

    @pytest.mark.parametrize(
        "options", [{"is_distributed": True}, {"persistable": False}, {"lod_level": 1}, {"type": SELECTED_ROWS}]
    )
    def test_what_a_parameter_cannot_be(self, block, options):
        with pytest.raises(UnsupportedError):
            block.create_parameter([2], "float32", name="w", **options)

    def test_averages_are_asked_for_by_param_attr(self):
        made = [
            static.create_parameter([2], "float32", attr=paddle.ParamAttr(name=n, do_model_average=a))
            for n, a in {"w": True, "v": False}.items()
        ]
        assert [p.do_model_average for p in made] == [True, False]


class TestNotes:
    def test_attributes_can_be_set_and_removed(self):
        x, y = static.data("x", [2]), static.data("y", [2])
        x._set_attr("b", 5)
        x._set_attr("a", "text")
        assert x.attr_names == ["a", "b"] and (x.attr("b"), x.attr("a")) == (5, "text") and y.attr_names == []
        x._remove_attr("b")
        assert not x._has_attr("b") and x._has_attr("a")
        with pytest.raises(RuntimeError, match=r"Attribute b is not found\."):
            x.attr("b")

    def test_information(self):
        x = static.data("x", [2])
        x._set_info("k", [1])
        assert x._get_info("k") == [1] and x._get_info("other") is None
        copied = static.default_main_program().clone().global_block().var("x")
        copied._set_info("k", 2)
        assert x._get_info("k") == [1] and copied._get_info("k") == 2

    def test_error_clips_are_refused(self):
        x = static.data("x", [2])
        x._set_error_clip(None)
        with pytest.raises(UnsupportedError):
            x._set_error_clip(object())


class TestRoles:
    def test_guards_give_roles(self):
        x, program = static.data("x", [2]), static.default_main_program()
        made = {}
        with program._optimized_guard([x, "other"]):
            made["optimize"] = (x * 2).op
        with program._lr_schedule_guard():
            made["rate"] = (x * 2).op
        with program._lr_schedule_guard(True):
            made["both"] = (x * 2).op
        with program._backward_role_guard():
            made["backward"] = (x * 2).op
        assert {k: o.attr("op_role") for k, o in made.items()} == {"optimize": 2, "rate": 16, "both": 18, "backward": 1}
        assert made["optimize"].attr("op_role_var") == ["x", "other"] and made["rate"].attr("op_role_var") == []
        assert (
            made["optimize"]._is_optimize_op() and made["both"]._is_optimize_op() and made["backward"]._is_backward_op()
        )
        assert (program._op_role, program._op_role_var) == (0, [])
        program._op_role, program._op_role_var = 1, ["x"]
        assert (x * 2).op.attr("op_role_var") == ["x"]

    def test_attributes_of_operators_go(self):
        op = (static.data("x", [2]) * 2).op
        op._set_attr("op_role_var", ["a"])
        op._set_attr("scale", 5.0)
        op._remove_attr("op_role_var")
        op._remove_attr("scale")
        assert op.attr("op_role_var") == [] and op.attr("scale") == 1.0

    def test_blocks_of_operators(self):
        x = static.data("x", [1])
        static.nn.cond(x.sum() > 0, lambda: x * 2, lambda: x * 3)
        op = static.default_main_program().global_block().ops[-1]
        assert op._blocks_attr_ids == [1, 2] and op._block_attr("sub_block").idx == 1
        with pytest.raises(RuntimeError, match="Attribute sub_block is not found"):
            (x * 2).op._block_attr_id("sub_block")

    def test_the_type_is_what_append_op_was_given(self, block):
        x = static.data("x", [2, 3])
        x.stop_gradient = False
        out = block.create_var("out")
        op = block.append_op(type="mean", inputs={"X": x}, outputs={"Out": out})
        assert op.type == "mean" and paddle.mean(x).op.type == "reduce_mean"
        static.append_backward(out)
        assert block.ops[-1].type == "mean_grad"
        copied = static.default_main_program().clone().global_block()
        assert [o.type for o in copied.ops] == [o.type for o in block.ops]


class TestPrograms:
    def test_information_is_copied(self):
        main = static.Program()
        with static.program_guard(main, static.Program()):
            w = static.create_parameter([2, 3], "float32", attr=paddle.ParamAttr(name="w", learning_rate=0.5))
            w.stop_gradient = True
        other = static.Program()
        other.global_block().create_var("w", [2, 3], "float32", persistable=True)
        other._copy_param_info_from(main)
        copied = other.global_block().var("w")
        assert copied.is_parameter and copied.stop_gradient and copied.optimize_attr == {"learning_rate": 0.5}
        other._copy_dist_param_info_from(main)
        static.Program()._copy_param_info_from(main)  # what is not there is left out

    def test_of_data(self):
        x = static.data("x", [2])
        program = static.default_main_program()
        copied = program.clone()
        copied.global_block().var("x").is_data = False
        copied._copy_data_info_from(program)
        assert copied.global_block().var("x").is_data and x.is_data
        other = static.Program()
        other._create_block()
        with pytest.raises(AssertionError, match="the numbers of blocks differ"):
            other._copy_data_info_from(program)

    @pytest.mark.parametrize("name", ["_copy_param_info_from", "_copy_dist_param_info_from", "_copy_data_info_from"])
    def test_only_from_programs(self, name):
        with pytest.raises(TypeError, match="needs to pass in a source Program, but received <class 'int'>"):
            getattr(static.Program(), name)(3)
        with pytest.raises(TypeError, match="_copy_param_info_from should be invoked with Block"):
            static.Program().global_block()._copy_param_info_from(3)

    def test_without_what_training_needs(self):
        out = static.nn.fc(static.data("x", [2, 3]), 4)
        made = static.default_main_program()._remove_training_info()
        assert made.all_parameters() == [] and not made.global_block().var("x").stop_gradient
        assert made.global_block().var("fc_0.w_0").persistable
        exe = static.Executor()
        exe.run(static.default_startup_program())
        assert exe.run(made, feed={"x": np.ones((2, 3), "float32")}, fetch_list=[out.name])[0].shape == (2, 4)

    def test_small_ones(self):
        program = static.Program()
        block = program._create_block()
        block._set_forward_block_idx(0)
        assert block.forward_block_idx == 0 and program.current_block_idx == 1
        program._roll_to_global_block()
        assert program.current_block_idx == 0 and program._version() == 2006002
        with static.program_guard(program):
            x = static.data("x", [2])
            x * 2, x * 3
        assert [o.attr("scale") for o in program.global_block()._slice_ops(1, 2)] == [3]
        assert program._inference_optimize().global_block().ops and program._sync_with_cpp() is None

    def test_clone_for_evaluation_forgets_what_optimizers_keep(self):
        out = static.nn.fc(static.data("x", [2, 3]), 4)
        paddle.optimizer.Adam(0.1).minimize(out.mean())
        test = static.default_main_program().clone(for_test=True)
        assert {v.name for v in test.list_vars() if v.persistable} == {"fc_0.w_0", "fc_0.b_0"}

    def test_renaming_gives_the_variable(self, block):
        x = static.data("x", [2])
        assert block._rename_var("x", "y") is x and x.name == "y"
        with pytest.raises(ValueError, match="var x is not in current block"):
            block._rename_var("x", "z")


def test_what_crosses_the_border_of_a_block():
    """As in Paddle's test_get_inputs_outputs_in_block.py."""
    x = static.data("x", [1])
    w = static.create_parameter([1], "float32", name="w")
    block = static.default_main_program()._create_block()
    h = x * 2
    paddle.assign(h + w, output=x)
    static.default_main_program()._rollback()
    assert get_inputs_outputs_in_block(block) == ({"x", "w"}, {"x"})
    for wrong, words in ((w.block, "input block should be a sub-block"), (3, "input non-Block argument")):
        with pytest.raises(AssertionError, match=words):
            get_inputs_outputs_in_block(wrong)
