"""Paddle's methods of Program, Block, Operator and Variable."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, ModeError, NotFound, OpscopeWarning, UnsupportedError, UsageError
from opscope.ir.compat.operator_methods import AttrType
from opscope.paddle import static


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def mlp():
    x = static.data("x", [None, 3])
    h = static.nn.fc(x, 4, activation="relu")
    loss = static.nn.fc(h, 1).mean()
    return x, h, loss


def block():
    return static.default_main_program().global_block()


class TestProgram:
    def test_text_and_bytes(self):
        *_, loss = mlp()
        paddle.optimizer.Adam(0.1).minimize(loss)
        program = static.default_main_program()
        again = static.Program.parse_from_string(program.desc.serialize_to_string())
        assert str(again) == str(program) == program.to_string(True) == program._to_readable_code()
        assert "// tests/ir/test_paddle_methods.py" in program.to_string(True, with_details=True)
        assert program._get_desc().num_blocks() == 1
        with pytest.raises(AssertionError, match="The type of throw_on_error parameter is wrong, expected bool"):
            program.to_string(1)
        for junk in (b"", b"{}", b"[1]", b"\xff"):
            with pytest.raises(ArgumentError):
                static.Program.parse_from_string(junk)
        with pytest.raises(UsageError):
            static.Program.parse_from_string("text")

    def test_a_global_seed_is_that_of_new_programs(self):
        static.Program.global_seed(7)
        assert static.Program().random_seed == 7
        static.Program.global_seed(0)
        assert static.Program().random_seed == 0

    def test_what_targets_need(self):
        x, h, loss = mlp()
        paddle.optimizer.SGD(0.1).minimize(loss)
        program = static.default_main_program()
        assert [o.type for o in program._prune([h]).global_block().ops] == ["mul", "elementwise_add", "relu"]
        kept = program._prune_with_input([h.name], [loss]).global_block()
        assert [o.type for o in kept.ops] == ["mul", "elementwise_add", "reduce_mean"]
        assert h.name in kept.vars and x.name not in kept.vars
        with pytest.raises(ValueError, match="All feeded_var_names"):
            program._prune_with_input([3], [loss])
        with pytest.raises(ValueError, match="All targets"):
            program._prune([3])

    def test_values_by_name(self):
        *_, loss = mlp()
        paddle.optimizer.Momentum(0.1).minimize(loss)
        program, exe = static.default_main_program(), static.Executor()
        with pytest.raises(ArgumentError, match=r"Can not find Variable 'fc_0.w_0' in the Scope."):
            program.state_dict()
        exe.run(static.default_startup_program())
        parameters, others = program.state_dict("param"), program.state_dict("opt")
        assert {"fc_0.w_0", "fc_1.b_0"} <= parameters.keys() and not parameters.keys() & others.keys()
        assert program.state_dict().keys() == parameters.keys() | others.keys()
        program.set_state_dict({"fc_0.w_0": np.full((3, 4), 7, "float32")})
        assert np.all(np.array(block().var("fc_0.w_0").get_value()) == 7)
        with pytest.raises(ArgumentError, match=r"`mode` string should be 'param', 'opt' or 'all', but received zz."):
            program.state_dict("zz")
        with pytest.raises(UsageError, match="Type of `mode` should be string"):
            program.state_dict(3)
        with pytest.raises(UsageError, match=r"`scope` should be None or `paddle.static.Scope` type"):
            program.state_dict(scope=3)
        with pytest.warns(OpscopeWarning, match="Skip loading for 'nope'"):
            program.set_state_dict({"nope": np.ones(1)})
        with pytest.warns(OpscopeWarning, match="Skip loading for 'fc_0.w_0'. fc_0.w_0 expected a shape"):
            program.set_state_dict({"fc_0.w_0": np.ones(1)})


class TestAppendOp:
    def run(self, *fetch, **feed):
        return static.Executor().run(feed=feed, fetch_list=list(fetch))

    @pytest.mark.parametrize(
        "type_, inputs, outputs, attrs, want",
        [
            ("scale", "X", "Out", {"scale": 2.0, "bias": 1.0}, lambda x: 2 * x + 1),
            ("elementwise_add", "XY", "Out", {"axis": -1}, lambda x: x + x),
            ("matmul_v2", "XY", "Out", {"trans_y": True}, lambda x: x @ x.T),
            ("matmul", "XY", "Out", {"transpose_X": True, "alpha": 1.0}, lambda x: x.T @ x),
            ("reduce_sum", "X", "Out", {"dim": [1], "keep_dim": True}, lambda x: x.sum(1, keepdims=True)),
            ("reduce_sum", "X", "Out", {"dim": [0], "reduce_all": True}, lambda x: x.sum()),
            ("mean", "X", "Out", {}, lambda x: x.mean()),
            ("transpose2", "X", "Out", {"axis": [1, 0]}, lambda x: x.T),
            ("cast", "X", "Out", {"in_dtype": 5, "out_dtype": 3}, lambda x: x.astype("int64")),
            ("tril_triu", "X", "Out", {"lower": False, "diagonal": 0}, np.triu),
            ("unsqueeze2", "X", "Out", {"axes": [0]}, lambda x: x[None]),
            ("leaky_relu", "X", "Out", {"alpha": 0.5}, lambda x: np.where(x > 0, x, x * 0.5)),
            ("tanh", "X", "Out", {"op_role": 0, "use_mkldnn": False}, np.tanh),
        ],
    )
    def test_paddles_types_slots_and_attributes(self, type_, inputs, outputs, attrs, want):
        x = static.data("x", [2, 2])
        out = block().create_var("out", [1], "float32")
        made = block().append_op(type=type_, inputs={s: [x] for s in inputs}, outputs={"Out": out}, attrs=attrs)
        value = np.array([[1.5, -2.0], [0.25, 3.0]], "float32")
        (got,) = self.run(out, x=value)
        np.testing.assert_allclose(got, want(value), rtol=1e-6)
        assert out.shape == got.shape and out.dtype == got.dtype and out.op is made

    def test_constants_lists_and_several_outputs(self):
        b = block()
        one = b.create_var("one", [1], "float32")
        b.append_op(type="fill_constant", outputs={"Out": ["one"]}, attrs={"shape": [2], "value": 3.0, "dtype": 5})
        total = b.create_var("total", [1], "float32")
        b.append_op(type="sum", inputs={"X": [one, "one", one]}, outputs={"Out": [total]})
        values, places = b.create_var("v", [1], "float32"), b.create_var("p", [1], "int64")
        b.append_op(type="top_k_v2", inputs={"X": total}, outputs={"Out": values, "Indices": places}, attrs={"k": 1})
        got = self.run(one, total, values)
        assert [g.tolist() for g in got] == [[3, 3], [9, 9], [9]]

    def test_gradients_go_through_what_was_appended(self):
        x = static.data("x", [3])
        x.stop_gradient = False
        out = block().create_var("out", [3], "float32")
        block().append_op(type="square", inputs={"X": [x]}, outputs={"Out": [out]})
        (grad,) = static.gradients([out], [x])
        assert self.run(grad, x=np.ones(3, "float32"))[0].tolist() == [2, 2, 2]

    @pytest.mark.parametrize(
        "call, error, words",
        [
            ({"type": "nosuchop"}, ArgumentError, 'Operator "nosuchop" has not been registered.'),
            ({"type": "scale", "outputs": {"Out": "o"}}, ModeError, "Input X not found"),
            ({"type": "scale", "inputs": {"X": "x"}}, ModeError, "Output Out not found"),
            (
                {"type": "scale", "inputs": {"X": "nope"}, "outputs": {"Out": "o"}},
                ArgumentError,
                "Var nope is not found",
            ),
            ({"type": "scale", "inputs": {"X": 3}, "outputs": {"Out": "o"}}, UsageError, "should be one of"),
            (
                {
                    "type": "softmax_with_cross_entropy",
                    "inputs": {"Logits": "x", "Label": "x"},
                    "outputs": {"Softmax": "o", "Loss": "o"},
                    "attrs": {"use_softmax": False},
                },
                UnsupportedError,
                "softmax_with_cross_entropy does not support use_softmax=False",
            ),
        ],
        ids=["type", "input", "output", "name", "object", "attribute"],
    )
    def test_what_does_not_fit_is_refused(self, call, error, words):
        static.data("x", [2])
        block().create_var("o", [2], "float32")
        with pytest.raises(error, match=words):
            block().append_op(**call)
        assert not block().ops

    def test_attributes_that_an_op_does_not_have_are_warned_of(self):
        x, out = static.data("x", [2]), block().create_var("o", [2], "float32")
        with pytest.warns(OpscopeWarning, match="scale has no attribute zz: the value is not used"):
            block().append_op(type="scale", inputs={"X": x}, outputs={"Out": out}, attrs={"zz": 3})

    def test_inserted_prepended_and_removed(self):
        x = static.data("x", [2])
        a, b = (block().create_var(n, [2], "float32") for n in "ab")
        block().append_op(type="tanh", inputs={"X": a}, outputs={"Out": b})
        block()._prepend_op(type="scale", inputs={"X": x}, outputs={"Out": a}, attrs={"scale": 2.0})
        block()._insert_op(1, type="relu", inputs={"X": a}, outputs={"Out": a})
        assert [o.type for o in block().ops] == ["scale", "relu", "tanh"]
        np.testing.assert_allclose(self.run(b, x=np.array([1, -1], "float32"))[0], np.tanh([2, 0]), rtol=1e-6)
        block()._remove_op(1)
        assert a.op is block().ops[0] and [o.idx for o in block().ops] == [0, 1]
        np.testing.assert_allclose(self.run(b, x=np.array([1, -1], "float32"))[0], np.tanh([2, -2]), rtol=1e-6)
        assert "tanh" in block().to_string(True) and block()._to_readable_code() == str(block())


class TestOperator:
    def test_attributes_by_both_names(self):
        paddle.full([2], 3.0)
        made = block().ops[0]
        assert made.attr("value") == made.attr("fill_value") == 3.0 and made.has_attr("value")
        assert made.attr_type("value") == AttrType.FLOAT and made.attr_type("shape") == AttrType.INTS
        assert made.attr_type("dtype") == AttrType.STRING and made.attr_type("op_role") == AttrType.INT
        made._set_attr("value", 4.0)
        assert static.Executor().run(fetch_list=made.output_arg_names)[0].tolist() == [4, 4]
        made._set_attr("op_device", "cpu")
        assert "op_device = cpu" in str(static.default_main_program())
        with pytest.warns(OpscopeWarning, match=r"fill_constant has no attribute zz: the value is stored"):
            made._set_attr("zz", 1)
        assert made.attr("zz") == 1 and made.block.program.clone().global_block().ops[0].has_attr("zz")
        made._remove_attr("zz")
        with pytest.raises(NotFound, match=r"Attribute zz is not found."):
            made.attr("zz")
        assert made.to_string(True).startswith("{Out=['full") or "fill_constant" in made.to_string(True)
        with pytest.raises(AssertionError):
            made.to_string("yes")

    def test_inputs_and_outputs_by_other_names(self):
        x, y = static.data("x", [2]), static.data("y", [2])
        out = x * 2.0
        out.op.rename_input("x", "y")
        assert out.op.input("X") == ["y"] and y.name == "y"
        got = static.Executor().run(feed={"y": np.ones(2, "float32")}, fetch_list=[out])
        assert got[0].tolist() == [2, 2]

    def test_slots_of_layers_are_paddles(self):
        words = static.data("w", [None, 1], "int64")
        static.nn.embedding(words, [10, 4])
        assert block().ops[-1].type == "lookup_table_v2" and block().ops[-1].input_names == ["Ids", "W"]
        static.nn.conv2d(static.data("i", [None, 3, 8, 8]), 2, 3, bias_attr=False)
        assert (block().ops[-1].input_names, block().ops[-1].output_names) == (["Input", "Filter"], ["Output"])


class TestVariable:
    def test_what_it_says_of_itself(self):
        x = static.data("x", [None, 3])
        assert repr(x.type) == "VarType.LOD_TENSOR" and x.element_size() == 4 and x.grad_name == "x@GRAD"
        assert x.to_string(True) == str(x) and "test_paddle_methods.py" in x.to_string(True, True)
        assert x.cpu() is x and x.cuda() is x and (y := x.sum()).item() is y
        assert static.Executor().run(feed={"x": np.ones((2, 3), "float32")}, fetch_list=[x.size()])[0] == 6
        with pytest.raises(UsageError, match="Required input var should be 1-D Variable"):
            x.item()
        with pytest.warns(OpscopeWarning, match="Variable do not have 'place' interface"):
            assert x.place is None

    @pytest.mark.parametrize("name", ["numpy", "gradient", "clear_gradient", "tolist"])
    def test_what_only_tensors_can(self, name):
        x = static.data("x", [2])
        with pytest.raises(AssertionError, match=f"'Variable.{name}' only can be called by `paddle.Tensor` in dynamic"):
            getattr(x, name)()

    def test_values_in_the_scope(self):
        w = paddle.create_parameter([2], "float32", name="w")
        for act in (w.get_value, lambda: w.set_value(np.ones(2))):
            with pytest.raises(ValueError, match=r"Can not find Variable 'w' in the Scope."):
                act()
        static.Executor().run(static.default_startup_program())
        w.set_value(np.array([3, 4]))
        assert np.array(w.get_value()).tolist() == [3, 4]
        with pytest.raises(ValueError, match=r"w expected a shape \[2\], but the received shape is \[3\]."):
            w.set_value(np.ones(3))
        with pytest.raises(TypeError, match=r"`value` should be `numpy.ndarray` or `LoDTensor`"):
            w.set_value([1, 2])

    def test_spelled_in_place_it_is_not(self):
        x = static.data("x", [2])
        with pytest.warns(OpscopeWarning, match=r"In static graph mode, exp_\(\) is the same as exp\(\)"):
            y = x.exp_()
        assert y is not x and y.op.type == "exp"
        with pytest.raises(AttributeError, match="nothing_"):
            x.nothing_()

    def test_a_hook_sees_the_gradient_and_may_change_it(self):
        x = static.data("x", [2])
        x.stop_gradient = False
        y, seen = x * 3.0, []
        y.register_hook(lambda grad: seen.append(grad) or grad * 10)
        (grad,) = static.gradients([y * 2.0], [x])
        got = static.Executor().run(feed={"x": np.ones(2, "float32")}, fetch_list=[grad])
        assert got[0].tolist() == [60, 60] and seen[0].tolist() == [2, 2]
