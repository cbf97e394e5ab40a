"""Default programs, guards, name scopes, unique names, and declarations of inputs, parameters and variables."""

import numpy as np
import pytest

from opscope import paddle
from opscope.core.state import names
from opscope.errors import UsageError
from opscope.paddle import static


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


class TestProgramGuard:
    def test_builds_into_the_given_programs_and_nests(self):
        outer, a, b, start = (static.Program() for _ in range(4))
        with static.program_guard(outer, start):
            with static.program_guard(a):
                static.data("x", [1])
                assert static.default_main_program() is a and static.default_startup_program() is start
                with static.program_guard(b, static.Program()):
                    static.data("y", [1])
            static.data("z", [1])
        assert [list(p.global_block().vars) for p in (outer, a, b)] == [["z"], ["x"], ["y"]]

    def test_the_old_programs_come_back_after_an_exception(self):
        main, startup = static.default_main_program(), static.default_startup_program()
        with pytest.raises(KeyError), static.program_guard(static.Program(), static.Program()):
            raise KeyError
        assert static.default_main_program() is main and static.default_startup_program() is startup

    @pytest.mark.parametrize("args, which", [((3,), "main_program"), ((static.Program(), 3), "startup_program")])
    def test_takes_programs(self, args, which):
        words = rf"The type of '{which}' in paddle.static.program_guard must be .*, but received <class 'int'>"
        with pytest.raises(TypeError, match=words), static.program_guard(*args):
            pass


class TestNameScope:
    def test_marks_operators_and_leaves_names_alone(self):
        x = static.data("x", [1])
        with static.name_scope("a"):
            y = x * 2
            with static.name_scope("b"):
                z = y * 2
        with static.name_scope("a"):
            w = z * 2
        scopes = [v.op.attr("op_namescope") for v in (y, z, w, w * 2)]
        assert scopes == ["/a/", "/a/b/", "/a_1/", "/"] and y.name == "tmp_0"

    def test_ends_with_an_exception(self):
        with pytest.raises(KeyError), static.name_scope("a"):
            raise KeyError
        assert (static.data("x", [1]) * 2).op.attr("op_namescope") == "/"

    def test_needs_a_name(self):
        with pytest.raises(AssertionError, match="namescope prefix can not be empty"), static.name_scope(""):
            pass


RESULTS = [
    (lambda x: x + x, "tmp_0"),
    (lambda x: x.mean(), "mean_0.tmp_0"),
    (lambda x: x.reshape([3, 2]), "reshape2_0.tmp_0"),
    (lambda x: paddle.nn.functional.relu(x), "relu_0.tmp_0"),
    (lambda x: paddle.nn.functional.softmax(x), "softmax_0.tmp_0"),
    (lambda x: paddle.concat([x, x]), "concat_0.tmp_0"),
    (lambda x: x.astype("float64"), "tmp_0"),
    (lambda x: paddle.cast(x, "float64"), "cast_0.tmp_0"),
    (lambda x: -x, "tmp_0"),
    (lambda x: 2.0 / x, "tmp_0"),
    (lambda x: x @ x.T, "tmp_0"),
    (lambda x: x < x, "tmp_0"),
    (lambda x: paddle.less_than(x, x), "less_than_0.tmp_0"),
    (lambda x: paddle.add(x, x), "elementwise_add_0"),
    (lambda x: x.subtract(x), "elementwise_sub_0"),
    (lambda x: paddle.maximum(x, x), "elementwise_max_0"),
    (lambda x: paddle.pow(x, 2.0), "pow_0.tmp_0"),
    (lambda x: paddle.scale(x, 2.0), "scale_0.tmp_0"),
    (lambda x: paddle.tril(x), "tril_0"),
    (lambda x: paddle.add(x, x, name="sum"), "sum"),
    (lambda x: paddle.full([1], 1.0), "fill_constant_0.tmp_0"),
    (lambda x: x.transpose([1, 0]), "transpose_0.tmp_0"),
    (lambda x: paddle.nn.functional.dropout(x), "dropout_0.tmp_0"),
    (lambda x: x[0], "x_slice_0"),
    (lambda x: static.nn.fc(x, 2), "fc_0.tmp_1"),
    (lambda x: static.create_parameter([1], "float32"), "create_parameter_0.w_0"),
    (lambda x: x.block.create_var(shape=[1]), "_generated_var_0"),
    (lambda x: paddle.tanh(x, name="bent"), "bent.tmp_0"),
]


@pytest.mark.parametrize("make, name", RESULTS, ids=[f"{name}-{i}" for i, (_, name) in enumerate(RESULTS)])
def test_results_have_paddles_names(make, name):
    assert make(static.data("x", [2, 3])).name == name


def test_parameters_have_paddles_names():
    x = static.data("x", [2, 3])
    for _ in range(2):
        static.nn.fc(x, 4)
    names_ = [p.name for p in static.default_main_program().all_parameters()]
    assert names_ == ["fc_0.w_0", "fc_0.b_0", "fc_1.w_0", "fc_1.b_0"]


def test_a_guard_counts_anew():
    assert names("fc") == "fc_0"
    with names.guard():
        assert names("fc") == "fc_0"
    assert names("fc") == "fc_1"


class TestData:
    def test_unknown_dims_and_default_dtype(self):
        x = static.data("x", [None, -1, 3])
        assert x.shape == (-1, -1, 3) and x.dtype is paddle.float32
        paddle.set_default_dtype("float64")
        assert static.data("y", [1]).dtype is paddle.float64

    @pytest.mark.parametrize(
        "args, words",
        [
            ((3, [1]), r"The type of 'name' in data must be .*, but received <class 'int'>"),
            (("x", 3), r"The type of 'shape' in data must be .*, but received <class 'int'>"),
            (("x", [1], "floatxx"), "data type 'floatxx' not understood"),
        ],
        ids=["name", "shape", "dtype"],
    )
    def test_wrong_arguments_are_type_errors(self, args, words):
        with pytest.raises(TypeError, match=words):
            static.data(*args)

    def test_a_name_may_be_bytes(self):
        assert static.data(b"x", [1]).name == "x"


class TestLeaves:
    def run(self, *fetch):
        exe = static.Executor()
        exe.run(static.default_startup_program())
        return exe.run(fetch_list=list(fetch))

    def test_a_parameter_is_filled_by_the_startup_program(self):
        w = static.create_parameter([200, 100], "float32", name="w")
        (value,) = self.run(w)
        assert abs(value).max() <= np.sqrt(6 / 300) and value.std() > 0.05
        assert w.persistable and w.trainable and value.shape == (200, 100)

    def test_biases_and_given_initializers(self):
        bias = static.create_parameter([3], "float32", is_bias=True)
        seven = static.create_parameter([2], "int64", default_initializer=paddle.nn.initializer.Constant(7))
        assert [v.tolist() for v in self.run(bias, seven)] == [[0, 0, 0], [7, 7]]

    def test_an_integer_parameter_needs_an_initializer(self):
        with pytest.raises(TypeError, match="Can not create parameter with default initializer when dtype is not"):
            static.create_parameter([2], "int64")

    def test_a_global_variable_has_its_value(self):
        v = static.create_global_var([2, 3], 1.5, "float32", persistable=True, name="v")
        (value,) = self.run(v)
        assert value.shape == (2, 3) and (value == 1.5).all() and v.stop_gradient

    def test_a_shared_parameter_is_made_once(self):
        x = static.data("x", [1, 3])
        for _ in range(2):
            static.nn.fc(x, 2, weight_attr="shared", bias_attr=False)
        assert [p.name for p in static.default_main_program().all_parameters()] == ["shared"]
        assert len(static.default_startup_program().operators) == 1

    def test_an_attribute_that_is_none_is_refused(self):
        with pytest.raises(UsageError, match="int cannot be converted to a ParamAttr"):
            static.nn.fc(static.data("x", [1, 3]), 2, weight_attr=3)


def test_a_result_that_was_given_a_name_is_fetched_by_it():
    x = static.data("x", [2])
    paddle.add(x, x, name="doubled")
    again = paddle.multiply(x, x, name="doubled")  # as in Paddle, the same variable
    assert again is static.default_main_program().global_block().var("doubled")
    feed = {"x": np.array([3.0, 4.0], "float32")}
    (got,) = static.Executor().run(feed=feed, fetch_list=["doubled"])
    assert got.tolist() == [9.0, 16.0]
    w = static.data("w", [3])
    assert paddle.add(w, w, name="doubled").name == "doubled.tmp_0"  # has another shape
