"""append_backward, gradients and minimize: names, sums, orders, what is refused."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import OpscopeWarning, UnsupportedError
from opscope.paddle import static
from opscope.paddle.base.backward import calc_gradient

X = np.array([0.5, -1.0, 2.0])


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


@pytest.fixture
def x():
    made = static.data("x", [3], "float64")
    made.stop_gradient = False
    return made


def run(*fetch, **feed):
    exe = static.Executor()
    exe.run(static.default_startup_program())
    return exe.run(feed=feed or {"x": X}, fetch_list=list(fetch))


def names(pairs):
    return [(p.name, g.name) for p, g in pairs]


class TestAppendBackward:
    def test_gives_parameters_and_gradients_in_parameter_order(self):
        h = static.nn.fc(static.data("x", [None, 4], "float32"), 3)
        loss = static.nn.fc(h, 2).mean()
        pairs = static.append_backward(loss)
        assert names(pairs) == [(f"fc_{i}.{k}_0", f"fc_{i}.{k}_0@GRAD") for i in (0, 1) for k in "wb"]
        assert all(g.shape == p.shape and g.dtype is p.dtype for p, g in pairs)

    def test_its_operators_have_the_backward_role(self):
        loss = static.nn.fc(static.data("x", [None, 4], "float32"), 3).mean()
        before = len(loss.block.ops)
        static.append_backward(loss)
        made = loss.block.ops[before:]
        assert made[0].type == "fill_constant" and made[0].attr("op_role") == 257
        assert {op.attr("op_role") for op in made[1:]} == {1}
        assert [op.attr("op_role_var") for op in made if op.attr("op_role_var")]
        assert made[-1].site == loss.block.ops[0].site  # the line of the forward operator

    def test_the_loss_need_not_be_a_scalar(self):
        w = static.create_parameter([3], "float64", name="w")
        ((_, grad),) = static.append_backward(w * 2)
        exe = static.Executor()
        exe.run(static.default_startup_program())
        assert exe.run(fetch_list=[grad])[0].tolist() == [2, 2, 2]

    def test_a_parameter_list_holds_objects_or_names(self):
        loss = static.nn.fc(static.data("x", [None, 4], "float32"), 3).mean()
        assert names(static.append_backward(loss, ["fc_0.b_0"])) == [("fc_0.b_0", "fc_0.b_0@GRAD")]
        (bias,) = [p for p in loss.program.all_parameters() if p.name == "fc_0.b_0"]
        assert names(static.append_backward(loss, [bias])) == [("fc_0.b_0", "grad/grad/fc_0.b_0@GRAD")]

    def test_unknown_names_give_nothing_and_a_warning(self):
        loss = static.nn.fc(static.data("x", [None, 4], "float32"), 3).mean()
        with pytest.warns(OpscopeWarning, match="no gradient path from mean_0.tmp_0 to any parameter") as caught:
            assert static.append_backward(loss, ["nobody"]) == []
        assert caught[0].filename == __file__

    def test_frozen_parameters_are_left_out(self):
        w = static.create_parameter([3], "float64", name="w", attr=paddle.ParamAttr(trainable=False))
        v = static.create_parameter([3], "float64", name="v")
        assert names(static.append_backward((v * w).sum())) == [("v", "v@GRAD")]

    def test_no_grad_set_cuts_the_path(self):
        w, v = (static.create_parameter([3], "float64", name=n) for n in "wv")
        h = w * 2
        assert names(static.append_backward((h + v).sum(), no_grad_set={h.name})) == [("v", "v@GRAD")]
        assert names(static.append_backward((h + v).sum(), no_grad_set=[w])) == [("v", "grad/grad/v@GRAD")]

    @pytest.mark.parametrize(
        "args, words",
        [
            ((3,), "The type of 'loss' in paddle.static.append_backward must be .*, but received <class 'int'>"),
            ((None, 3), "parameter_list must be a list, tuple or set, but received <class 'int'>"),
            ((None, None, 3), "The type of no_grad_set should be set or list or tuple, but received <class 'int'>"),
        ],
        ids=["loss", "parameters", "no_grad_set"],
    )
    def test_wrong_types(self, x, args, words):
        loss = (x * 2).sum()
        with pytest.raises(TypeError, match=words):
            static.append_backward(args[0] or loss, *args[1:])

    def test_what_is_not_supported_is_refused(self, x):
        with pytest.raises(UnsupportedError, match="append_backward does not support distop_context"):
            static.append_backward((x * 2).sum(), distop_context=object())

    def test_a_list_gives_the_order(self):
        w, v = (static.create_parameter([3], "float64", name=n) for n in "wv")
        assert [p.name for p, _ in static.append_backward((w * v).sum(), parameter_list=["v", w])] == ["v", "w"]

    def test_a_list_may_name_any_variable(self, x):
        """Paddle's own tests ask so for the gradients of what they feed."""
        x.stop_gradient = False
        y = x * 2.0
        pairs = static.append_backward(y.sum(), parameter_list=["x", y])
        assert [(v.name, g.name) for v, g in pairs] == [("x", "x@GRAD"), (y.name, f"{y.name}@GRAD")]

    @pytest.mark.parametrize("what", ["parameter_list", "no_grad_set", "checkpoints"])
    def test_lists_hold_variables_and_names(self, x, what):
        with pytest.raises(TypeError, match="but received <class 'int'>"):
            static.append_backward((x * 2).sum(), **{what: [3]})

    def test_callbacks_see_each_operator_as_it_is_appended(self, x):
        seen, y = [], (x * x + paddle.tanh(x)).sum()

        def callback(block, context):
            operator = context["__current_op_desc__"]
            assert operator is block.ops[-1]
            seen.append((operator.type, [context.get(n) for n in operator.output_arg_names]))

        assert static.append_backward(y, callbacks=[callback]) == []  # no parameters; x is a leaf
        assert [t for t, _ in seen] == [o.type for o in y.block.ops if o.phase == "backward"][1:]  # but for the seed
        assert seen[0] == ("reduce_sum_grad", ["tmp_1"]) and seen[-1] == ("sum", ["x"])

    def test_callbacks_may_append_operators(self):
        w = static.create_parameter([3], "float64", name="w")

        def halved(block, context):
            grad = context["__current_op_desc__"].output_arg_names[0]
            if context.get(grad) == "w":
                block.append_op(type="scale", inputs={"X": grad}, outputs={"Out": grad}, attrs={"scale": 0.5})

        ((_, grad),) = paddle.optimizer.SGD(0.1).backward((w * 4).sum(), callbacks=[halved])
        exe = static.Executor()
        exe.run(static.default_startup_program())
        assert exe.run(fetch_list=[grad])[0].tolist() == [2, 2, 2]

    def test_callbacks_are_a_list(self, x):
        with pytest.raises(TypeError, match=r"The type of 'callbacks' in .* must be"):
            static.append_backward((x * 2).sum(), callbacks=3)


class TestGradients:
    def test_are_aligned_with_the_inputs(self, x):
        other = static.data("other", [3], "float64")
        dx, none = static.gradients([x * 3], [x, other])
        assert dx.name == "x@GRAD" and none is None
        assert run(dx)[0].tolist() == [3, 3, 3]

    def test_none_has_a_path_gives_an_empty_list_and_a_warning(self, x):
        z = static.data("z", [3], "float64")
        with pytest.warns(
            OpscopeWarning, match="no gradient path from tmp_0 to z: tmp_0 does not depend on z"
        ) as found:
            assert static.gradients([x * 3], [z]) == []
        assert found[0].filename == __file__
        with pytest.warns(OpscopeWarning, match="to z, z: "):
            assert static.gradients([x * 3], [z, z]) == [None, None]

    def test_data_stops_the_gradient_unless_told_not_to(self):
        x = static.data("x", [3], "float64")
        with pytest.warns(OpscopeWarning, match=r"x.stop_gradient is True(?s:.)*fix: set x.stop_gradient = False"):
            assert static.gradients([x * 3], [x]) == []

    def test_calc_gradient_gives_the_gradient_itself(self, x):
        other = static.data("other", [3], "float64")
        assert calc_gradient([x * 3], [x]).name == "x@GRAD"
        assert [g if g is None else g.name for g in calc_gradient([x * 3], [x, other])] == ["grad/grad/x@GRAD", None]
        with pytest.warns(OpscopeWarning):
            assert calc_gradient([x * 3], [other]) is None

    def test_every_call_has_a_prefix_of_its_own(self, x):
        y = (x * x * x).sum()
        made = [static.gradients(y, x)[0].name for _ in range(3)]
        assert made == ["x@GRAD", "grad/grad/x@GRAD", "grad/grad/grad/x@GRAD"]

    @pytest.mark.parametrize(
        "make, words",
        [
            (
                lambda x: ([x * 2], [x], [static.data("s", [4], "float64")]),
                "The shapes of target and grad are different",
            ),
            (lambda x: ([static.Program().global_block().create_var("q", [3])], [x]), "must be in the same program"),
        ],
        ids=["seed", "program"],
    )
    def test_what_does_not_fit(self, x, make, words):
        with pytest.raises(ValueError, match=words):
            static.gradients(*make(x))

    def test_single_variables_are_accepted(self, x):
        assert run(*static.gradients(x * 3, x))[0].tolist() == [3, 3, 3]

    def test_several_targets_are_summed(self, x):
        assert np.allclose(run(*static.gradients([x * 3, x * x], [x]))[0], 3 + 2 * X)

    def test_target_gradients_seed_them(self, x):
        seed = static.data("seed", [3], "float64")
        (dx,) = static.gradients([x * 3, x * x], [x], [seed, None])
        assert np.allclose(run(dx, x=X, seed=X * 10)[0], 30 * X + 2 * X)

    def test_an_intermediate_may_be_the_input(self, x):
        h = x * 2
        assert np.allclose(run(*static.gradients([h * h], [h]))[0], 4 * X)

    def test_parts_are_renamed_and_summed(self, x):
        y = x * 2 + x * x + paddle.tanh(x)
        (dx,) = static.gradients([y.sum()], [x])
        (add,) = [op for op in x.block.ops if op.type == "sum"]
        assert dx.name == "x@GRAD" and add.output("Out") == ["x@GRAD"]
        assert sorted(add.input("X")) == [f"x@GRAD@RENAME@block0@{i}" for i in range(4)]
        assert np.allclose(run(dx)[0], 2 + 2 * X + 1 / np.cosh(X) ** 2)

    def test_a_second_call_has_names_of_its_own(self, x):
        y = (x * x).sum()
        first, second = static.gradients(y, x) + static.gradients(y, x)
        assert (first.name, second.name) == ("x@GRAD", "grad/grad/x@GRAD")
        a, b = run(first, second)
        assert np.array_equal(a, b) and np.allclose(a, 2 * X)

    def test_second_and_third_order(self, x):
        y = (x * x * x * paddle.exp(x)).sum()
        orders, target = [], y
        for _ in range(3):
            (target,) = static.gradients([target.sum()], [x])
            orders.append(target)
        one, two, three = run(*orders)
        e = np.exp(X)
        assert np.allclose(one, (X**3 + 3 * X**2) * e)
        assert np.allclose(two, (X**3 + 6 * X**2 + 6 * X) * e)
        assert np.allclose(three, (X**3 + 9 * X**2 + 18 * X + 6) * e)

    def test_second_order_is_the_difference_of_the_first(self, x):
        w = static.data("w", [3, 3], "float64")
        h = paddle.nn.functional.softmax(paddle.matmul(paddle.tanh(x), w) * x)
        (dx,) = static.gradients([(h * h).sum()], [x])
        (ddx,) = static.gradients([(dx * paddle.sin(x)).sum()], [x])
        exe, weights = static.Executor(), np.random.default_rng(1).normal(size=(3, 3))
        first = lambda v: exe.run(feed={"x": v, "w": weights}, fetch_list=[dx])[0]
        got = exe.run(feed={"x": X, "w": weights}, fetch_list=[ddx])[0]
        for i in range(3):
            step = np.eye(3)[i] * 1e-6
            total = lambda v: (first(v) * np.sin(v)).sum()
            assert got[i] == pytest.approx((total(X + step) - total(X - step)) / 2e-6, rel=1e-5, abs=1e-8)

    def test_stop_gradient_on_the_way_is_a_barrier(self, x):
        h = x * 2
        h.stop_gradient = True
        assert np.allclose(run(*static.gradients([(h * x).sum()], [x]))[0], 2 * X)

    @pytest.mark.parametrize("which", ["targets", "inputs"])
    def test_strings_are_type_errors(self, x, which):
        args = ("y", x) if which == "targets" else (x * 2, "x")
        with pytest.raises(TypeError, match=f"The type of '{which}' in paddle.static.gradients must be"):
            static.gradients(*args)

    def test_seeds_are_variables(self, x):
        with pytest.raises(TypeError, match="The type of 'target_gradients' in"):
            static.gradients([x * 2], [x], target_gradients="x")

    def test_the_number_of_seeds_must_fit(self, x):
        with pytest.raises(ValueError, match="Should have the same number of target_gradients as targets"):
            static.gradients([x * 2, x * 3], [x], [x])

    def test_integer_variables_get_none(self, x):
        i = static.data("i", [2], "int64")
        i.stop_gradient = False
        dx, di = static.gradients([paddle.gather(x, i)], [x, i])
        assert di is None and run(dx, x=X, i=np.array([0, 0]))[0].tolist() == [2, 0, 0]


class TestMinimize:
    def test_gives_operators_and_pairs(self):
        loss = static.nn.fc(static.data("x", [None, 4], "float32"), 3).mean()
        operators, pairs = paddle.optimizer.Adam(0.1).minimize(loss)
        assert [op.type for op in operators] == ["adam"] * 2 and len(pairs) == 2
        assert {op.attr("op_role") for op in operators} == {2}
        assert operators[0].attr("op_role_var") == ["fc_0.w_0", "fc_0.w_0@GRAD"]
        made = {v.name for v in loss.program.list_vars() if v.persistable}
        assert {"learning_rate_0", "fc_0.w_0_moment1_0", "fc_0.b_0_beta2_pow_acc_0"} <= made

    def test_the_loss_must_be_a_variable(self):
        with pytest.raises(AssertionError, match="The loss should be a Tensor"):
            paddle.optimizer.SGD(0.1).minimize(3)

    def test_the_learning_rate_must_be_a_number(self):
        with pytest.raises(
            TypeError, match="learning rate should be a float or an LRScheduler, but received <class 'str'>"
        ):
            paddle.optimizer.SGD("fast")

    def test_a_given_startup_program_gets_the_state(self):
        main, startup = static.Program(), static.Program()
        with static.program_guard(main, startup):
            loss = static.nn.fc(static.data("x", [None, 4], "float32"), 3).mean()
        paddle.optimizer.Momentum(0.1).minimize(loss, startup)
        assert "learning_rate_0" in startup.global_block().vars
        assert not static.default_startup_program().operators


class TestValuesUnderOneName:
    """What a program writes again: gradients are those of the value that a name had first."""

    def test_a_constant_that_may_have_a_gradient_gets_one(self):
        made = paddle.full([], -2.0)
        made.stop_gradient = False
        out = static.nn.cond(made >= 0, lambda: made * 1, lambda: -made)
        static.append_backward(out)
        assert static.Executor().run(fetch_list=[made.grad_name]) == [-1]

    @pytest.mark.parametrize("how", ["append_backward", "gradients"])
    def test_a_feed_that_is_written_to(self, how):
        x = static.data("x", [1], "float64")
        x.stop_gradient = False
        paddle.assign(x * x, x)
        loss = (x * x).sum()
        grad = static.append_backward(loss) or x.grad_name if how == "append_backward" else static.gradients(loss, x)[0]
        exe = static.Executor()
        for _ in range(2):
            assert exe.run(feed={"x": np.array([3.0])}, fetch_list=[loss, grad]) == [81, [108]]

    def test_a_feed_that_a_loop_writes_to(self):
        x, i, n = static.data("x", [1], "float64"), paddle.zeros([1], "int64"), paddle.full([1], 3, "int64")
        x.stop_gradient = False
        going = paddle.less_than(i, n)
        with static.nn.control_flow.While(going).block():
            paddle.assign(x * x, x)
            paddle.assign(paddle.less_than(paddle.increment(i), n), going)
        static.append_backward((x * x).sum())
        assert static.Executor().run(feed={"x": np.array([2.0])}, fetch_list=["x@GRAD"]) == [[16 * 2.0**15]]

    def test_an_intermediate_value(self):
        x = static.data("x", [1], "float64")
        x.stop_gradient = False
        y = x * x
        z = y * 3
        paddle.assign(y * 5, y)
        static.append_backward((z + y * y).sum())
        found = static.Executor().run(feed={"x": np.array([2.0])}, fetch_list=["x@GRAD", f"{y.name}@GRAD"])
        assert found == [[4 * (3 + 50 * 4)], [3 + 50 * 4]]
