"""static.amp: float16 operators, loss scaling, and skipped updates."""

import warnings

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import OpscopeWarning, UnsupportedError
from opscope.paddle import static
from opscope.paddle.incubate.optimizer import RecomputeOptimizer
from opscope.paddle.nn.initializer import Constant
from opscope.paddle.static import amp

X = np.random.default_rng(0).normal(size=(4, 3)).astype("float32")


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def net(scale=1.0):
    x = static.data("x", [4, 3], "float32")
    h = static.nn.fc(x, 5, activation="relu", weight_attr=paddle.ParamAttr(name="w", initializer=Constant(0.5)))
    h = static.nn.fc(paddle.nn.functional.softmax(h), 2)
    return x, (h * scale).mean()


def dtypes(block):
    """(type, dtype of its first output) of the forward operators."""
    return [(o.type, block.var(o.output_arg_names[0]).dtype.name) for o in block.ops if o.phase == "forward"]


def value(name):
    return np.array(static.global_scope().find_var(name).get_tensor())


class TestCasts:
    def cast(self, make=net, **options):
        out = make()[1]
        options.setdefault("use_fp16_guard", False)
        low = amp.cast_model_to_fp16(static.default_main_program(), **options)
        return [d for d in dtypes(out.block) if d[0] != "cast"], low

    def test_level_one_goes_by_the_lists(self):
        found, low = self.cast(level="O1")
        assert found == [
            ("mul", "float16"), ("elementwise_add", "float16"), ("relu", "float16"),  # white, and gray behind it
            ("softmax", "float32"),  # black
            ("mul", "float16"), ("elementwise_add", "float16"), ("scale", "float16"), ("reduce_mean", "float32"),
        ]  # fmt: skip
        assert low == set()
        cast = [o for o in static.default_main_program().global_block().ops if o.type == "cast"]
        assert cast[0].output("Out") == ["x.cast_fp16"] and cast[1].output("Out") == ["w.cast_fp16"]

    def test_gray_follows_what_comes_before(self):
        make = lambda: (None, paddle.tanh(paddle.nn.functional.softmax(static.data("x", [2, 3])) * 2.0))
        assert self.cast(make, level="O1")[0] == [("softmax", "float32"), ("scale", "float32"), ("tanh", "float32")]

    def test_what_is_on_no_list_stays(self):
        make = lambda: (None, paddle.sin(paddle.matmul(static.data("x", [2, 3]), static.data("y", [3, 2]))))
        assert self.cast(make, level="O1")[0] == [("matmul_v2", "float16"), ("sin", "float32")]
        with static.program_guard(static.Program()):
            assert self.cast(make, level="O2")[0][1] == ("sin", "float16")

    def test_level_two_casts_parameters(self):
        found, low = self.cast(level="O2")
        assert {d for _, d in found} == {"float16"} and low == {"w", "fc_0.b_0", "fc_1.w_0", "fc_1.b_0"}
        program = static.default_main_program()
        assert {p.dtype.name for p in program.all_parameters()} == {"float16"}
        assert [o.output("Out") for o in program.global_block().ops if o.type == "cast"] == [["x.cast_fp16"]]

    def test_level_od_casts_the_white_list_only(self):
        assert [t for t, d in self.cast(level="OD")[0] if d == "float16"] == ["mul", "mul"]

    def test_level_o0_casts_nothing(self):
        assert {d for _, d in self.cast(level="O0")[0]} == {"float32"}

    def test_the_users_lists_go_first(self):
        lists = amp.CustomOpLists(custom_white_list=["softmax"], custom_black_list={"mul"}, custom_black_varnames=["w"])
        found = dict(self.cast(amp_lists=lists, level="O1")[0])
        assert (found["softmax"], found["mul"]) == ("float16", "float32")

    def test_variables_can_be_kept(self):
        lists = amp.AutoMixedPrecisionLists(custom_black_varnames={"w"})
        assert [d for t, d in self.cast(amp_lists=lists, level="O1")[0] if t == "mul"] == ["float32", "float16"]

    def test_promotion_keeps_float32_where_it_meets(self):
        make = lambda: (
            None,
            paddle.matmul(static.data("x", [2, 3]), static.data("y", [3, 2])) + static.data("z", [2, 2]),
        )
        assert dict(self.cast(make, level="O2", use_promote=True)[0])["elementwise_add"] == "float32"

    def test_the_guard_says_what_is_cast(self):
        def make():
            x = static.data("x", [4, 3])
            with amp.fp16_guard():
                h = static.nn.fc(x, 5)
            return x, static.nn.fc(h, 2).mean()

        found, low = self.cast(make, level="O2", use_fp16_guard=True)
        assert [d for t, d in found if t == "mul"] == ["float16", "float32"] and low == {"fc_0.w_0", "fc_0.b_0"}

    def test_normalization_keeps_its_scale_and_shift(self):
        def make():
            x = static.data("x", [4, 3, 5, 5])
            return x, static.nn.batch_norm(static.nn.conv2d(x, 2, 3))

        _, low = self.cast(make, level="O2")
        assert low == {"conv2d_0.w_0", "conv2d_0.b_0"}

    def test_integers_and_asked_dtypes_are_left_alone(self):
        make = lambda: (None, paddle.cast(static.data("i", [3], "int64") + 1, "float32") + paddle.ones([3]))
        found = self.cast(make, level="O2")[0]
        assert [d for t, d in found if t in ("elementwise_add", "fill_constant")][:1] == ["float32"]

    @pytest.mark.parametrize(
        "options, error, words",
        [
            ({"dest_type": "bfloat16"}, UnsupportedError, "bfloat16"),
            ({"dest_type": "float64"}, ValueError, "dtype should be 'float16' or 'bfloat16'"),
            ({"level": "O3"}, ValueError, "level should be O0, OD, O1 or O2"),
        ],
    )
    def test_refusals(self, options, error, words):
        with pytest.raises(error, match=words):
            self.cast(**options)


class TestLists:
    def test_they_are_paddles(self):
        lists = amp.AutoMixedPrecisionLists()
        assert {"matmul_v2", "mul", "conv2d"} <= lists.white_list and {"softmax", "exp"} <= lists.black_list
        assert {"tanh", "elementwise_add"} <= lists.gray_list and amp.CustomOpLists is amp.AutoMixedPrecisionLists
        assert lists.white_list <= lists.all_list and lists.unsupported_list == set() and lists.black_varnames is None

    def test_a_custom_type_moves(self):
        lists = amp.AutoMixedPrecisionLists({"exp", "tanh"}, ["mul"], dtype="FLOAT16")
        assert "exp" in lists.white_list and "exp" not in lists.black_list and "tanh" not in lists.gray_list
        assert "mul" in lists.black_list and "mul" not in lists.white_list and "mul" in lists.unsupported_list

    def test_they_must_not_overlap(self):
        with pytest.raises(ValueError, match="must not both contain 'mul'"):
            amp.AutoMixedPrecisionLists({"mul"}, {"mul"})

    def test_they_name_types(self):
        with pytest.raises(TypeError, match="custom_white_list must be a set of types of operators"):
            amp.AutoMixedPrecisionLists("mul")

    def test_other_lists_are_not_changed(self):
        before = set(amp.fp16_lists.black_list)
        amp.cast_model_to_fp16(static.default_main_program(), amp.AutoMixedPrecisionLists({"exp"}), level="O2")
        assert amp.fp16_lists.black_list == before and "exp" in amp.AutoMixedPrecisionLists().black_list


def trained(optimizer, loss, feeds):
    optimizer.minimize(loss)
    exe = static.Executor()
    exe.run(static.default_startup_program())
    if hasattr(optimizer, "amp_init"):
        optimizer.amp_init(paddle.CPUPlace())
    return [exe.run(feed={"x": x}, fetch_list=[loss])[0].item() for x in feeds]


class TestTraining:
    @pytest.mark.parametrize("level", ["O0", "OD", "O1", "O2"])
    def test_it_is_nearly_that_of_float32(self, level):
        feeds = [X] * 6
        found = []
        for mixed in (False, True):
            with static.program_guard(static.Program(), static.Program()), static.scope_guard(static.Scope()):
                paddle.seed(2)
                _, loss = net()
                optimizer = paddle.optimizer.Adam(0.01)
                if mixed:
                    optimizer = amp.decorate(optimizer, level=level, init_loss_scaling=128.0)
                found.append(trained(optimizer, loss, feeds))
        np.testing.assert_allclose(*found, rtol=2e-2, atol=2e-3)
        assert found[1][-1] < found[1][0] - 0.05

    def test_the_loss_is_scaled_and_the_gradients_are_not(self):
        _, loss = net()
        optimizer = amp.decorate(paddle.optimizer.SGD(0.1), init_loss_scaling=8.0, level="O0")
        operators, pairs = optimizer.minimize(loss)
        assert [o.type for o in operators] == ["sgd"] * 4 and all(not p.stop_gradient for p, _ in pairs)
        types = [o.type for o in loss.block.ops]
        at = types.index("check_finite_and_unscale")
        assert types[at + 1] == "update_loss_scaling" and loss.block.ops[at + 2].blocks
        exe = static.Executor()
        exe.run(static.default_startup_program())
        fetch = [loss, optimizer.get_scaled_loss(), optimizer.get_loss_scaling(), pairs[-1][1]]
        plain, scaled, scale, bias = exe.run(feed={"x": X}, fetch_list=fetch)
        assert scale.tolist() == [8.0] and scaled == pytest.approx(8 * plain)
        np.testing.assert_allclose(bias, [0.5, 0.5], rtol=1e-6)  # of the mean of two

    def test_a_run_with_infinite_gradients_updates_nothing(self):
        """Paddle's Momentum and Adagrad go on by their state; here nothing moves."""
        x = static.data("x", [3], "float32")
        w = static.create_parameter([3], "float32", attr=paddle.ParamAttr(name="p", initializer=Constant(1.0)))
        loss = (x * w).sum()
        optimizer = amp.decorate(
            paddle.optimizer.Momentum(0.1), level="O0", init_loss_scaling=64.0, incr_every_n_steps=2,
            decr_every_n_nan_or_inf=1, incr_ratio=2.0, decr_ratio=0.25,
        )  # fmt: skip
        _, ((_, grad),) = optimizer.minimize(loss)
        exe = static.Executor()
        exe.run(static.default_startup_program())
        ok, bad = np.ones(3, "float32"), np.array([1, np.inf, 1], "float32")
        seen = []
        for feed in (ok, ok, bad, bad, ok):
            got = exe.run(feed={"x": feed}, fetch_list=[optimizer.get_loss_scaling(), grad])
            seen.append((got[0].item(), value("p").tolist(), value("p_velocity_0").tolist()))
            assert np.isfinite(got[1]).all()
        scales = [s for s, *_ in seen]
        assert scales == [64, 128, 32, 8, 8]  # what the next run is scaled by
        assert seen[1][1:] == seen[2][1:] == seen[3][1:] != seen[4][1:]
        assert value("num_good_steps_0").tolist() == [1] and value("num_bad_steps_0").tolist() == [0]

    def test_the_scale_stays_in_its_bounds(self):
        x = static.data("x", [1], "float32")
        loss = (x * static.create_parameter([1], "float32", name="p")).sum()
        optimizer = amp.decorate(
            paddle.optimizer.SGD(1e-30), level="O0", init_loss_scaling=2.0**127, incr_every_n_steps=1
        )
        optimizer.minimize(loss)
        exe = static.Executor()
        exe.run(static.default_startup_program())
        for _ in range(3):
            (scale,) = exe.run(feed={"x": np.zeros(1, "float32")}, fetch_list=[optimizer.get_loss_scaling()])
            assert np.isfinite(scale).all()
        for _ in range(200):
            with np.errstate(invalid="ignore"):
                (scale,) = exe.run(feed={"x": np.full(1, np.inf, "float32")}, fetch_list=[optimizer.get_loss_scaling()])
        assert scale.item() == 1.0

    def test_without_scaling_the_optimizer_is_the_users(self):
        _, loss = net()
        optimizer = amp.decorate(
            paddle.optimizer.SGD(0.1), level="O1", init_loss_scaling=1.0, use_dynamic_loss_scaling=False
        )
        optimizer.minimize(loss)
        types = {o.type for o in loss.block.ops}
        assert "sgd" in types and "check_finite_and_unscale" not in types
        assert optimizer.get_scaled_loss() is loss

    def test_a_fixed_scale(self):
        _, loss = net()
        optimizer = amp.decorate(paddle.optimizer.SGD(0.1), init_loss_scaling=16.0, use_dynamic_loss_scaling=False)
        optimizer.minimize(loss)
        types = {o.type for o in loss.block.ops}
        assert "check_finite_and_unscale" in types and "update_loss_scaling" not in types

    def test_level_two_keeps_copies_and_casts_values(self):
        _, loss = net()
        optimizer = amp.decorate(paddle.optimizer.SGD(0.001), level="O2", init_loss_scaling=64.0)
        found = trained(optimizer, loss, [X] * 3)
        assert value("w").dtype == "float16" and value("w_fp32_master_0").dtype == "float32"
        np.testing.assert_array_equal(value("w"), value("w_fp32_master_0").astype("float16"))
        assert np.isfinite(found).all()

    def test_level_two_without_copies(self):
        _, loss = net()
        trained(
            amp.decorate(paddle.optimizer.SGD(0.001), level="O2", master_weight=False, init_loss_scaling=64.0),
            loss,
            [X],
        )
        assert not any("master" in v.name for v in loss.program.list_vars())

    def test_around_recompute(self):
        _, loss = net()
        inner = RecomputeOptimizer(paddle.optimizer.SGD(0.1))
        inner._set_checkpoints(["fc_0.tmp_2"])
        optimizer = amp.decorate(inner, init_loss_scaling=8.0)
        assert np.isfinite(trained(optimizer, loss, [X] * 3)).all()
        assert any(".subprog_0" in v.name for v in loss.program.list_vars())

    def test_a_program_for_evaluation_is_cast_with_it(self):
        _, loss = net()
        test = static.default_main_program().clone(for_test=True)
        optimizer = amp.decorate(paddle.optimizer.SGD(0.1), level="O2")
        optimizer.minimize(loss)
        exe = static.Executor()
        exe.run(static.default_startup_program())
        optimizer.amp_init(paddle.CPUPlace(), test_program=test)
        assert test.global_block().var("w").dtype is paddle.float16
        assert exe.run(test, feed={"x": X}, fetch_list=[loss.name])[0].dtype == "float16"


class TestDecorate:
    def test_programs_of_before_two_five(self):
        optimizer = amp.decorate(paddle.optimizer.SGD(0.1), use_pure_fp16=True)
        assert (optimizer._amp_level, optimizer._init_loss_scaling, optimizer._use_fp16_guard) == ("O2", 2.0**15, True)
        assert optimizer._steps == {
            "incr_every_n_steps": 1000, "decr_every_n_nan_or_inf": 2, "incr_ratio": 2.0, "decr_ratio": 0.8
        }  # fmt: skip
        assert (
            amp.decorate(paddle.optimizer.SGD(0.1), use_pure_fp16=True, use_fp16_guard=False)._use_fp16_guard is False
        )

    def test_programs_of_today(self):
        optimizer = amp.decorate(paddle.optimizer.SGD(0.1))
        assert (optimizer._amp_level, optimizer._init_loss_scaling, optimizer.get_lr()) == ("O1", 2.0**16, 0.1)
        assert optimizer._steps["decr_ratio"] == 0.5 and optimizer._steps["incr_every_n_steps"] == 2000

    @pytest.mark.parametrize(
        "options, error, words",
        [
            ({"dtype": "bfloat16"}, NotImplementedError, "bfloat16 is not supported"),
            ({"use_bf16": True}, NotImplementedError, "bfloat16 is not supported"),
            ({"master_grad": True}, NotImplementedError, "master_grad=True is not supported"),
            ({"level": 128.0}, NotImplementedError, "must be passed by name"),
            ({"level": "O7"}, ValueError, "level should be O0, OD, O1 or O2"),
            ({"incr_ratio": 0.5}, ValueError, "incr_ratio must be greater than 1"),
        ],
    )
    def test_refusals(self, options, error, words):
        with pytest.raises(error, match=words):
            amp.decorate(paddle.optimizer.SGD(0.1), **options)

    def test_level_two_needs_an_optimizer(self):
        with pytest.raises(RuntimeError, match=r"the optimizer must be a paddle\.optimizer\.Optimizer"):
            amp.decorate(3, level="O2")

    def test_level_od_has_its_own_lists(self):
        with pytest.warns(OpscopeWarning, match="With level='OD', the lists of operators"):
            optimizer = amp.decorate(paddle.optimizer.SGD(0.1), amp.CustomOpLists({"exp"}), level="od")
        assert "exp" not in optimizer._amp_lists.white_list
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            amp.decorate(paddle.optimizer.SGD(0.1), level="OD")

    def test_before_minimize(self):
        optimizer = amp.decorate(paddle.optimizer.SGD(0.1))
        with pytest.raises(AssertionError, match="Please call minimize\\(\\) before get_loss_scaling\\(\\)"):
            optimizer.get_loss_scaling()
        with pytest.raises(AssertionError, match=r"Please call minimize\(\) before amp_init"):
            optimizer.amp_init(paddle.CPUPlace())
        assert optimizer.get_scaled_loss() is None

    def test_masters_are_not_rewritten(self):
        _, loss = net()
        optimizer = amp.decorate(paddle.optimizer.SGD(0.1), level="O2")
        optimizer.minimize(loss)
        with pytest.raises(UnsupportedError, match="does not support rewrite_master_weight"):
            optimizer.amp_init(paddle.CPUPlace(), rewrite_master_weight=True)


def test_values_can_be_cast_by_hand():
    _, loss = net()
    low = amp.cast_model_to_fp16(loss.program, use_fp16_guard=False)
    exe = static.Executor()
    exe.run(static.default_startup_program())
    paddle.static.create_global_var([3, 5], 0.0, "float32", True, name="copy")
    exe.run(static.default_startup_program())
    amp.cast_parameters_to_fp16(
        paddle.CPUPlace(), loss.program, None, low, rewrite_master_weight=True,
        master_weights={"w": loss.block.var("copy")},
    )  # fmt: skip
    assert value("w").dtype == "float16" and (value("copy") == 0.5).all() and value("copy").dtype == "float32"
