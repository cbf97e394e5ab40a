"""Program, Block, Operator and Variable: building, lookup, names and text."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ModeError, NotFound, OpscopeWarning, UsageError
from opscope.paddle import static


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def data(name="x", shape=(-1, 3)):
    return static.data(name, list(shape), "float32")


class TestProgram:
    def test_starts_with_one_empty_block(self):
        program = static.Program()
        assert program.num_blocks == 1 and program.blocks == [program.global_block()]
        assert program.current_block() is program.block(0) and program.current_block_idx == 0
        assert not program.operators and program.random_seed == 0
        with pytest.raises(IndexError):
            program.block(1)

    def test_lists_variables_and_parameters_of_all_blocks(self):
        x = data()
        static.nn.cond(x.sum() > 0, lambda: x * 2, lambda: x)
        static.create_parameter([2], "float32", name="w")
        program = static.default_main_program()
        names = [v.name for v in program.list_vars()]
        assert len(names) == len(set(names)) and {"x", "w", "sum_0.tmp_0", "tmp_1"} <= set(names)
        assert [p.name for p in program.all_parameters()] == ["w"]

    def test_random_seed_must_be_an_integer(self):
        with pytest.raises(
            ValueError, match="random_seed's input seed must be an integer, but received <class 'float'"
        ):
            static.Program().random_seed = 1.5

    def test_str_is_readable(self):
        y = data() * 2 + 1
        static.create_parameter([3], "float32", name="w")
        text = str(static.default_main_program())
        first, *lines, last = text.splitlines()
        assert first == "{ // block_idx:0  parent_idx:-1  forward_idx:-1  backward_idx:-1" and last == "}"
        assert lines[0] == "    var x : LOD_TENSOR.shape(-1, 3).dtype(float32).stop_gradient(True)"
        assert "    persist trainable param w : LOD_TENSOR.shape(3,).dtype(float32).stop_gradient(False)" in lines
        assert f"{{Out=['{y.name}']}} = scale(inputs={{X=['tmp_0']}}, bias = 1" in text

    def test_new_blocks_are_current_until_rolled_back(self):
        program = static.Program()
        block = program._create_block()
        assert (block.idx, block.parent_idx, program.current_block()) == (1, 0, block)
        program._rollback()
        assert program.current_block_idx == 0 and program.num_blocks == 2


class TestBlock:
    def test_var_finds_what_it_declares(self):
        x = data()
        block = static.default_main_program().global_block()
        assert block.var("x") is x and block.has_var("x") and not block.has_var("z")
        with pytest.raises(ValueError, match="var xx not in this block") as e:
            block.var("xx")
        assert "did you mean 'x'?" in str(e.value)
        with pytest.raises(TypeError, match="var require string as parameter, but get <class 'int'> instead"):
            block.var(3)

    def test_lookups_go_outwards(self):
        x, program = data(), static.default_main_program()
        block = program._create_block()
        assert block._var_recursive("x") is x is block._find_var_recursive("x") and not block.has_var("x")
        assert block._find_var_recursive("nope") is None
        with pytest.raises(ValueError, match="Var nope is not found recursively"):
            block._var_recursive("nope")

    def test_create_var_names_by_itself(self):
        block = static.default_main_program().current_block()
        assert [block.create_var(shape=[2]).name for _ in "ab"] == ["_generated_var_0", "_generated_var_1"]
        assert not block.create_var(shape=[2]).stop_gradient

    @pytest.mark.parametrize(
        "shape, dtype, words",
        [
            ([5], "float32", r"The previous shape is \[2, 3\], the new shape is \[5\]. They are not matched"),
            ([2, 3], "int64", "The previous data type is .*float32, the new data type is .*int64"),
        ],
        ids=["shape", "dtype"],
    )
    def test_a_name_is_declared_alike_or_not_again(self, shape, dtype, words):
        block = static.default_main_program().current_block()
        block.create_var("v", [2, 3], "float32")
        assert block.create_var("v", [2, 3], "float32") is block.var("v")
        with pytest.raises(ValueError, match=f"Variable 'v' has been created before. {words}") as e:
            block.create_var("v", shape, dtype)
        assert "test_program.py" in str(e.value) and "fix: choose another name" in str(e.value)

    def test_renaming_reaches_the_operators(self):
        x = data()
        y = x * 2
        block = x.block
        block._rename_var("x", "z")
        assert x.name == "z" and block.var("z") is x and block.ops[0].input_arg_names == ["z"]
        (got,) = static.Executor().run(feed={"z": np.ones((1, 3), "float32")}, fetch_list=[y])
        assert (got == 2).all()


class TestOperator:
    def test_says_what_it_is(self):
        x = data()
        y = x * 2
        (op,) = x.block.ops
        assert (op.type, op.idx, op.block) == ("scale", 0, x.block) and y.op is op
        assert (op.input_names, op.output_names) == (["X"], ["Out"])
        assert op.input("X") == op.input_arg_names == ["x"] and op.output("Out") == op.output_arg_names == ["tmp_0"]
        assert op.attr("scale") == 2 and op.has_attr("bias") and not op.has_attr("zz")
        assert op.all_attrs()["op_role"] == 0 and op.attr("op_namescope") == "/"
        assert repr(op) == "tmp_0 = scale(x)"

    @pytest.mark.parametrize(
        "ask, words",
        [
            (lambda op: op.input("ZZ"), "Input ZZ cannot be found in operator scale"),
            (lambda op: op.output("ZZ"), "Output ZZ cannot be found in operator scale"),
            (lambda op: op.attr("zz"), "Attribute zz is not found"),
        ],
        ids=["input", "output", "attr"],
    )
    def test_unknown_slots_and_attributes_are_runtime_errors(self, ask, words):
        op = (data() * 2).op
        with pytest.raises(NotFound, match=words) as e:
            ask(op)
        assert isinstance(e.value, RuntimeError) and "fix: " in str(e.value)

    def test_remembers_the_users_line(self):
        op = (data() * 2).op
        assert op.site.filename.endswith("test_program.py") and op.site.code == "op = (data() * 2).op"

    @pytest.mark.parametrize(
        "make, types",
        [
            (lambda x: x + x, ["elementwise_add"]),
            (lambda x: paddle.matmul(x, x), ["matmul_v2"]),
            (lambda x: x.reshape([-1]), ["reshape2"]),
            (lambda x: x.mean(), ["reduce_mean"]),
            (lambda x: paddle.full([1], 2.0), ["fill_constant"]),
            (lambda x: static.nn.fc(x, 2, activation="relu"), ["mul", "elementwise_add", "relu"]),
        ],
        ids=["add", "matmul", "reshape", "mean", "full", "fc"],
    )
    def test_types_are_paddles_words(self, make, types):
        make(data(shape=(3, 3)))
        assert [op.type for op in static.default_main_program().operators] == types


class TestVariable:
    def test_says_what_it_is(self):
        x = data()
        assert (x.shape, x.ndim, x.dtype, x.name) == ((-1, 3), 2, paddle.float32, "x")
        assert x.is_data and x.stop_gradient and not x.persistable and x.grad_name == "x@GRAD"
        assert x.program is static.default_main_program() and x.op is None
        assert str(x) == "var x : LOD_TENSOR.shape(-1, 3).dtype(float32).stop_gradient(True)"

    def test_default_stop_gradient(self):
        block = static.default_main_program().current_block()
        w = static.create_parameter([3], "float32")
        assert data().stop_gradient and not w.stop_gradient and not block.create_var(shape=[1]).stop_gradient
        assert static.create_global_var([1], 0.0, "float32").stop_gradient
        assert (data() * 2).stop_gradient and not (data() + w).stop_gradient

    def test_a_variable_is_true_with_a_warning(self):
        with pytest.warns(OpscopeWarning, match="x has no value before the program runs"):
            assert data()

    @pytest.mark.parametrize("use", [len, float, list])
    def test_it_has_no_value_yet(self, use):
        with pytest.raises(TypeError, match="x"):
            use(data())

    def test_backward_belongs_to_dygraph(self):
        with pytest.raises(ModeError, match=r"We only support 'backward\(\)' in dynamic graph mode"):
            data().backward()

    def test_division_by_zero_is_pythons(self):
        with pytest.raises(ZeroDivisionError):
            data() / 0.0


class TestShapesAreCheckedAtBuildTime:
    def test_broadcasting(self):
        a, b = data("a", (2, 3)), data("b", (4, 5))
        with pytest.raises(ValueError, match=r"Broadcast dimension mismatch.*X = \[2, 3\] and Y = \[4, 5\]") as e:
            a + b
        for part in ("add(a, b)", "a  float32[2, 3]", "b  float32[4, 5]", "test_program.py", "a + b", "fix: "):
            assert part in str(e.value), part

    def test_matmul(self):
        a, b = data("a", (2, 3)), data("b", (4, 5))
        with pytest.raises(ValueError, match="inner dim"):
            paddle.matmul(a, b)

    def test_nothing_is_left_of_the_refused_operator(self):
        a, b = data("a", (2, 3)), data("b", (4, 5))
        text = str(static.default_main_program())
        with pytest.raises(ValueError, match="Broadcast"):
            a + b
        assert str(static.default_main_program()) == text


@pytest.mark.parametrize("value", [object(), {}, "text"], ids=["object", "dict", "str"])
def test_an_operand_that_is_no_tensor_is_a_type_error(value):
    with pytest.raises(TypeError):
        data() + value
    with pytest.raises(UsageError, match="expected a Variable, but received"):
        paddle.add(data(), value)
