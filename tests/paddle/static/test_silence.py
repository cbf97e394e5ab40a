"""What Paddle accepts and computes something else with: an error, or a warning where a program may be right."""

import math

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, ModeError, OpscopeWarning, UsageError
from opscope.paddle import nn, static
from tests.fresh import python


@pytest.fixture
def x():
    paddle.enable_static()
    return static.data("x", [2, 4])


USES = {
    "if": lambda c: 1 if c else 2, "not": lambda c: not c, "and": lambda c: c and 1, "or": lambda c: c or 1,
    "bool": bool, "all": lambda c: all([c]),
}  # fmt: skip


class TestConditionsOfPython:
    @pytest.mark.parametrize("use", USES)
    def test_a_comparison_is_refused_and_cond_is_named(self, x, use):
        with pytest.raises(UsageError, match=r"always true(.|\n)*test_silence.py(.|\n)*static.nn.cond"):
            USES[use](x.sum() > 0)
        with pytest.warns(OpscopeWarning, match="x has no value before the program runs"):
            USES[use](x)

    def test_none_and_identity_are_not_asked_for_a_value(self, x):
        assert (x is not None) and x in [x, 1] and x in {x: 1}

    def test_a_value_is_its_value(self):
        assert not (paddle.ones([1]) > 2) and paddle.ones([1])


class TestLosses:
    @pytest.mark.parametrize("shape", [[4], [2, 1], [None, 1], [None]])
    def test_only_a_scalar_is_minimized(self, x, shape):
        loss = static.nn.fc(static.data("y", shape if len(shape) > 1 else [*shape, 3]), 1 if len(shape) > 1 else 4)
        with pytest.raises(ModeError, match=r"loss must have exactly one element(.|\n)*paddle.mean"):
            paddle.optimizer.SGD(0.1).minimize(loss)

    @pytest.mark.parametrize("shape", [[], [1], [1, 1]])
    def test_scalars_are(self, x, shape):
        assert len(paddle.optimizer.SGD(0.1).minimize(static.nn.fc(x, 3).sum().reshape(shape))[1]) == 2


class TestLearningRates:
    @pytest.mark.parametrize("rate", [math.nan, math.inf, -math.inf])
    def test_no_number_is_refused(self, rate):
        with pytest.raises(ArgumentError, match="the learning rate must be above zero, but is"):
            paddle.optimizer.Adam(rate)
        with pytest.raises(ArgumentError, match="the learning rate must be above zero, but is"):
            paddle.optimizer.SGD(0.1).set_lr(rate)

    @pytest.mark.parametrize("rate, words", [(0.0, "nothing is trained"), (-0.1, "each step increases the loss")])
    def test_what_does_not_descend_is_warned_of(self, rate, words):
        with pytest.warns(OpscopeWarning, match=words):
            assert paddle.optimizer.SGD(rate).get_lr() == rate

    def test_a_pause_a_warm_up_and_a_schedule_to_zero_are_right(self):
        paddle.optimizer.SGD(0.1).set_lr(0.0)
        warm = paddle.optimizer.lr.LinearWarmup(0.1, 3, 0.0, 0.1)
        assert paddle.optimizer.SGD(warm).get_lr() == 0.0
        assert paddle.optimizer.lr.StepDecay(0.0, 3)() == 0.0

    def test_a_schedule_that_becomes_nan_says_when(self):
        schedule = paddle.optimizer.lr.LambdaDecay(0.1, lambda epoch: math.nan if epoch == 2 else 1.0)
        schedule.step()
        with pytest.raises(ArgumentError, match="LambdaDecay at step 2: the learning rate is NaN"):
            schedule.step()


LAYERS = {
    "Linear": lambda n: nn.Linear(4, n), "Linear in": lambda n: nn.Linear(n, 4), "Conv2D": lambda n: nn.Conv2D(3, n, 3),
    "Conv2D in": lambda n: nn.Conv2D(n, 3, 3), "window": lambda n: nn.Conv2D(3, 3, n),
    "groups": lambda n: nn.Conv2D(4, 4, 3, groups=n), "Conv3DTranspose": lambda n: nn.Conv3DTranspose(n, 3, 3),
    "Embedding": lambda n: nn.Embedding(n, 3), "GRU": lambda n: nn.GRU(4, n), "LayerNorm": lambda n: nn.LayerNorm(n),
    "GroupNorm": lambda n: nn.GroupNorm(n, 4), "BatchNorm1D": lambda n: nn.BatchNorm1D(n),
    "parameter": lambda n: paddle.create_parameter([n, 2], "float32"),
}  # fmt: skip
STATIC = {
    "fc": lambda n: static.nn.fc(static.data("x", [2, 4]), n),
    "conv2d": lambda n: static.nn.conv2d(static.data("i", [2, 3, 8, 8]), n, 3),
    "conv2d window": lambda n: static.nn.conv2d(static.data("i", [2, 3, 8, 8]), 3, n),
    "conv3d": lambda n: static.nn.conv3d(static.data("i", [2, 3, 8, 8, 8]), n, 3),
    "embedding": lambda n: static.nn.embedding(static.data("i", [2], "int64"), [n, 3]),
    "bilinear": lambda n: static.nn.bilinear_tensor_product(static.data("x", [2, 4]), static.data("y", [2, 4]), n),
    "group_norm": lambda n: static.nn.group_norm(static.data("i", [2, 3, 8, 8]), n),
    "parameter": lambda n: static.create_parameter([n], "float32"),
}  # fmt: skip


class TestSizes:
    @pytest.mark.parametrize("size", [0, -3])
    @pytest.mark.parametrize("layer", LAYERS)
    def test_layers_have_positive_sizes(self, layer, size):
        with pytest.raises((ModeError, ArgumentError)):
            LAYERS[layer](size)

    @pytest.mark.parametrize("size", [0, -3])
    @pytest.mark.parametrize("layer", STATIC)
    def test_layers_of_programs_have_positive_sizes(self, layer, size):
        paddle.enable_static()
        with pytest.raises((ModeError, ArgumentError)):
            STATIC[layer](size)

    @pytest.mark.parametrize("layer", LAYERS)
    def test_layers_have_whole_sizes(self, layer):
        with pytest.raises((ModeError, ArgumentError, TypeError)):
            LAYERS[layer](2.5)

    @pytest.mark.parametrize("layer", STATIC)
    def test_layers_of_programs_have_whole_sizes(self, layer):
        paddle.enable_static()
        with pytest.raises((ModeError, ArgumentError, TypeError)):
            STATIC[layer](2.5)

    @pytest.mark.parametrize("use", [int, float, complex, round, "{:.2f}".format])
    def test_a_variable_of_a_program_is_no_number(self, x, use):
        with pytest.raises(
            UsageError, match=r"x has no value before the program runs(.|\n)*test_silence(.|\n)*fetch the value"
        ):
            use(x)

    def test_the_parameter_of_a_bad_size_is_named(self, x):
        with pytest.raises(ModeError, match=r"but dim 1 is -3\n    parameter  fc_0.w\n    shape      \[4, -3\]"):
            static.nn.fc(x, -3)

    def test_inputs_and_global_variables_have_sizes_that_are_not_negative(self):
        paddle.enable_static()
        assert static.data("a", [-1, None, 0]).shape == (-1, -1, 0)
        with pytest.raises(ArgumentError, match="shape for b must be greater than 0, but received -3"):
            static.data("b", [-1, -3])
        with pytest.raises(ArgumentError, match=r"but received 2\.5"):
            static.data("c", [2.5, 3])
        with pytest.raises(ArgumentError, match="but received -3"):
            static.create_global_var([-3], 1.0, "float32")


def test_an_input_is_declared_in_static_mode():
    with pytest.raises(ModeError, match=r"'data\(\)' is only supported in static graph mode"):
        static.data("x", [1])


CODE = (
    "import paddle; x = paddle.to_tensor([0.0]); print(paddle.get_flags('FLAGS_check_nan_inf')); print(paddle.log(x))"
)


def run(code=CODE, **flags):
    program = f"import opscope; opscope.as_paddle(); {code}"
    return python("-c", program, **flags)


class TestFlagsOfTheEnvironment:
    @pytest.mark.parametrize("on", ["1", "true", "True"])
    def test_the_check_for_nan_is_on_from_the_start(self, on):
        done = run(FLAGS_check_nan_inf=on)
        assert "{'FLAGS_check_nan_inf': True}" in done.stdout and done.returncode == 1
        assert "NAN or INF" in done.stderr

    @pytest.mark.parametrize("off", ["0", "false"])
    def test_and_off_where_it_says_so(self, off):
        done = run(FLAGS_check_nan_inf=off)
        assert "{'FLAGS_check_nan_inf': False}" in done.stdout and done.returncode == 0, done.stderr

    def test_a_text_that_is_no_value_is_refused(self):
        done = run(FLAGS_check_nan_inf="maybe")
        assert done.returncode == 1 and "FLAGS_check_nan_inf is 'maybe', which is not a bool" in done.stderr

    def test_a_name_that_is_nearly_a_flag_is_warned_of(self):
        done = run(FLAGS_check_nan_info="1", FLAGS_of_another_program="x")
        assert done.returncode == 0 and "FLAGS_check_nan_info is not a flag" in done.stderr
        assert "did you mean FLAGS_check_nan_inf?" in done.stderr and "another" not in done.stderr

    def test_numbers_and_texts_are_those_of_the_flag(self):
        code = "import paddle; print(paddle.get_flags(['FLAGS_check_nan_inf_level', 'FLAGS_allocator_strategy']))"
        done = run(code, FLAGS_check_nan_inf_level="3", FLAGS_allocator_strategy="naive")
        assert "'FLAGS_check_nan_inf_level': 3, 'FLAGS_allocator_strategy': 'naive'" in done.stdout


def test_a_static_pylayer_returns_gradients_of_its_inputs(x):
    x.stop_gradient = False
    for backward, words in (
        (lambda d: d.sum(), r"shape \[\] for x"),
        (lambda d: d.astype("int32"), "dtype int32 for x"),
    ):
        with pytest.raises((ValueError, TypeError), match=f"backward_fn returned a gradient of {words}"):
            static.nn.static_pylayer(lambda v: v * 2, [x], backward)
    out = static.nn.static_pylayer(lambda v: v * 2, [x], lambda d: d * 2)
    (grad,) = static.gradients([out.sum()], [x])
    assert (static.Executor().run(feed={"x": np.ones((2, 4), "f")}, fetch_list=[grad])[0] == 2).all()


def test_a_feed_by_a_wrong_name_is_named_beside_the_right_one(x):
    out = x * 2
    with pytest.raises(
        RuntimeError, match=r"the needed feed 'x' is missing(.|\n)*fed, but not declared  X(.|\n)*mean 'x'\?"
    ):
        static.Executor().run(feed={"X": np.ones((2, 4), "f")}, fetch_list=[out])


def test_the_op_of_a_too_large_allocation_is_named():
    with pytest.raises(MemoryError) as error:
        paddle.ones([10**6, 10**6, 10**4])
    assert "raised in full(" in error.value.__notes__[0] and "test_silence.py" in error.value.__notes__[0]


def test_scopes_and_their_variables_say_what_they_hold():
    scope = static.Scope()
    scope.var("w").get_tensor().set(np.ones((2, 3), "float32"), paddle.CPUPlace())
    assert repr(scope) == "<Scope of 1 variables>"
    assert repr(scope.var("w")).startswith("<variable w: ") and "float32[2, 3]" in repr(scope.var("w"))
