"""cond and while_loop: values, gradients against finite differences, structures and errors."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, DTypeError, OpscopeWarning, UsageError
from opscope.paddle import static
from opscope.paddle.static.nn import cond, while_loop


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def data(name="x", shape=(3,), dtype="float64"):
    made = static.data(name, list(shape), dtype)
    made.stop_gradient = False
    return made


def run(fetch, **feed):
    return static.Executor().run(feed=feed, fetch_list=list(fetch))


def differences(value, inputs, **feed):
    """The gradients of the sum of a variable by central differences, in the order of `inputs`."""
    exe = static.Executor()
    total = lambda given: float(exe.run(feed=given, fetch_list=[value])[0].sum())
    grads = []
    for name in (v.name for v in inputs):
        grad = np.zeros_like(feed[name])
        for index in np.ndindex(grad.shape):
            at = []
            for step in (1e-6, -1e-6):
                moved = feed[name].copy()
                moved[index] += step
                at.append(total({**feed, name: moved}))
            grad[index] = (at[0] - at[1]) / 2e-6
        grads.append(grad)
    return grads


def check_gradients(value, inputs, **feed):
    got = run(static.gradients([value], inputs), **feed)
    for grad, want in zip(got, differences(value, inputs, **feed), strict=True):
        np.testing.assert_allclose(grad, want, rtol=1e-5, atol=1e-8)


X, W = np.array([0.5, -1.0, 2.0]), np.array([1.5, 0.25, -0.5])


class TestCond:
    @pytest.mark.parametrize("sign", [1, -1])
    def test_one_branch_runs_and_gradients_reach_outer_variables(self, sign):
        x, w = data(), data("w")
        h = paddle.tanh(x)
        y = cond(x.sum() > 0, lambda: h * w + x, lambda: paddle.exp(h) * w * w)
        want = np.tanh(X) * W + X if sign > 0 else np.exp(np.tanh(-X)) * W * W
        assert np.allclose(run([y], x=sign * X, w=W)[0], want)
        check_gradients(y, [x, w], x=sign * X, w=W)

    def test_only_the_chosen_branch_runs_its_functions(self):
        seen = []
        x = data()

        def branch(name):
            static.py_func(lambda v: seen.append(name), x, None)
            return x * 1

        cond(x.sum() > 0, lambda: branch("true"), lambda: branch("false"))
        run([], x=X)
        run([], x=-X)
        assert seen == ["true", "false"]

    def test_structures_are_kept_and_constants_become_tensors(self):
        x = data()
        out = cond(x.sum() > 0, lambda: {"a": (x, 1.0), "b": [2]}, lambda: {"a": (x * 2, 5.0), "b": [7]})
        a, one, two = run([*out["a"], out["b"][0]], x=-X)
        assert np.array_equal(a, -2 * X) and one == 5.0 and two == 7 and two.dtype == np.int64

    def test_both_may_return_nothing(self):
        assert cond(data().sum() > 0, lambda: None, lambda: None) is None
        assert cond(data("z").sum() > 0, None, None) is None

    def test_differing_dims_become_unknown(self):
        x = data()
        y = cond(x.sum() > 0, lambda: x, lambda: paddle.concat([x, x]))
        assert y.shape == (-1,) and run([y], x=-X)[0].shape == (6,)

    def test_nested_ones_have_gradients(self):
        x, w = data(), data("w")
        y = cond(
            x.sum() > 0,
            lambda: cond(w.sum() > 0, lambda: x * w * w, lambda: x - w),
            lambda: x / w,
        )
        for sign in (1, -1):
            check_gradients(y, [x, w], x=X, w=sign * W)

    def test_dropout_inside_draws_the_same_mask_for_backward(self):
        x = data(shape=(200,))
        y = cond(x.sum() > 0, lambda: paddle.nn.functional.dropout(x, 0.5), lambda: x)
        value, grad = run([y, *static.gradients([y], [x])], x=np.ones(200))
        assert np.array_equal(value, grad) and set(value) == {0.0, 2.0}

    @pytest.mark.parametrize(
        "pred, words",
        [
            (lambda x: 3, "The type of 'pred' in base.layers.cond must be .*Variable.*, but received <class 'int'>"),
            (lambda x: x, r"The data type of 'pred' in base.layers.cond must be \['bool'\], but received float64"),
        ],
        ids=["type", "dtype"],
    )
    def test_a_wrong_pred_is_a_type_error(self, pred, words):
        with pytest.raises(TypeError, match=words):
            cond(pred(data()), lambda: 1, lambda: 2)

    @pytest.mark.parametrize(
        "true, false, words",
        [
            (lambda: (1, 2), lambda: 1, "true fn returns 2 vars, but false fn returns 1 vars, which is not equals"),
            (lambda: 1, lambda: None, "true_fn returns non-None while false_fn returns None"),
            (lambda: 1, lambda: 1.0, "Unsupported return type of true_fn and false_fn in cond"),
            (lambda: {"a": 1}, lambda: {"b": 1}, "Incompatible return values .* the keys 'a' and 'b'"),
            (lambda: (1, (2, 3)), lambda: ((1, 2), 3), "Incompatible return values .*: int and tuple"),
            (3, None, "The true_fn in cond must be callable, but received int"),
        ],
        ids=["count", "none", "dtype", "keys", "nesting", "callable"],
    )
    def test_branches_that_do_not_fit_are_refused_and_leave_no_block(self, true, false, words):
        pred = data().sum() > 0
        with pytest.raises((ArgumentError, UsageError, DTypeError), match=words):
            cond(pred, true, false)
        assert static.default_main_program().num_blocks == 1

    def test_results_in_dicts_meet_by_their_keys(self):
        x = data()
        found = cond(x.sum() > 0, lambda: {"a": x, "b": x * 2}, lambda: {"b": x * 3, "a": x * 4})
        for sign, factors in ((1, [1.0, 2.0]), (-1, [4.0, 3.0])):
            a, b = run([found["a"], found["b"]], x=sign * np.ones(3))
            assert [a[0] * sign, b[0] * sign] == factors

    @pytest.mark.parametrize("sign", [1, -1])
    def test_an_outer_variable_may_be_written(self, sign):
        x = data()
        y = x * 3
        kept = y * y
        z = cond(x.sum() > 0, lambda: static.py_func(lambda v: np.asarray(v) * 2, x, y), lambda: x)
        got, returned, before = run([y, z, kept], x=sign * X)
        assert np.array_equal(got, (2 if sign > 0 else 3) * sign * X)
        assert np.array_equal(returned, got if sign > 0 else -X) and np.array_equal(before, 9 * X * X)


def power(x, times):
    """x * x * ... by a loop; `times` is a Variable or a number."""
    i = paddle.full([1], 0, "int64")
    one = paddle.ones_like(x)
    return while_loop(lambda i, v: i < times, lambda i, v: (i + 1, v * x), [i, one])[1]


class TestWhile:
    def test_loops_as_often_as_the_data_say(self):
        x, n = data(), static.data("n", [1], "int64")
        y = power(x, n)
        for times in (0, 1, 4):
            assert np.allclose(run([y], x=X, n=np.array([times]))[0], X**times)

    @pytest.mark.parametrize("times", [0, 1, 3])
    def test_gradients_flow_through_all_iterations(self, times):
        x, w = data(), data("w")
        i = paddle.full([1], 0, "int64")

        def body(i, v, u):
            return i + 1, paddle.tanh(v * w + u), u * v

        _, v, u = while_loop(lambda i, v, u: i < times, body, [i, x, x * 0.5])
        check_gradients(v + u * u, [x, w], x=X, w=W)

    def test_a_loop_in_a_loop_has_gradients(self):
        x = data()
        i = paddle.full([1], 0, "int64")
        _, y = while_loop(lambda i, v: i < 2, lambda i, v: (i + 1, power(x, 2) + v * v), [i, x])
        check_gradients(y, [x], x=X)

    def test_cond_in_a_loop_has_gradients(self):
        x = data()
        i = paddle.full([1], 0, "int64")
        _, y = while_loop(
            lambda i, v: i < 3,
            lambda i, v: (i + 1, cond(i < 1, lambda: v * x, lambda: paddle.tanh(v))),
            [i, x],
        )
        check_gradients(y, [x], x=X)

    def test_gradients_may_be_asked_for_twice_and_survive_a_clone(self):
        x = data()
        y = power(x, 3)
        first, second = static.gradients([y], [x]) + static.gradients([y], [x])
        got = static.Executor().run(
            static.default_main_program().clone(), feed={"x": X}, fetch_list=[first.name, second.name]
        )
        assert all(np.allclose(g, 3 * X**2) for g in got)

    def test_a_parameter_is_trained_through_a_loop(self):
        w = static.create_parameter([3], "float64", name="w")
        loss = power(w, 3).sum()
        paddle.optimizer.SGD(0.1).minimize(loss)
        exe = static.Executor()
        exe.run(static.default_startup_program())
        value = lambda: np.array(static.global_scope().find_var("w").get_tensor())
        before = value()
        exe.run()
        assert np.allclose(value(), before - 0.3 * before**2)

    def test_the_structure_of_loop_vars_is_kept(self):
        x = data()
        i = paddle.full([1], 0, "int64")
        out = while_loop(lambda i, p: i < 2, lambda i, p: (i + 1, {"a": p["a"] + x}), [i, {"a": x * 1}])
        assert isinstance(out, list) and np.allclose(run([out[1]["a"]], x=X)[0], 3 * X)

    def test_py_func_runs_in_each_iteration(self):
        seen = []
        x = data()
        i = paddle.full([1], 0, "int64")

        def body(i, v):
            static.py_func(lambda i: seen.append(int(np.array(i)[0])), i, None)
            return i + 1, v + x

        while_loop(lambda i, v: i < 3, body, [i, x])
        run([], x=X)
        assert seen == [0, 1, 2]

    def test_dropout_draws_anew_in_each_iteration_and_backward_knows_each(self):
        x = data(shape=(500,))
        i = paddle.full([1], 0, "int64")
        drop = lambda v: paddle.nn.functional.dropout(v, 0.5)
        _, y = while_loop(lambda i, v: i < 2, lambda i, v: (i + 1, drop(v)), [i, x])
        value, grad = run([y, *static.gradients([y], [x])], x=np.ones(500))
        assert np.array_equal(value, grad) and 0.1 < (value > 0).mean() < 0.4

    @pytest.mark.parametrize(
        "cond, body, loop_vars, words",
        [
            (3, lambda v: v, [0], "cond in while_loop should be callable"),
            (lambda v: v < 1, 3, [0], "body in while_loop should be callable"),
            (lambda v: v < 1, lambda v: v, [], "loop_vars in while_loop should not be empty"),
            (
                lambda v: v < 1,
                lambda v: v,
                3,
                "of 'loop_vars' in static.nn.while_loop must be .* received .*int",
            ),
            (lambda v: v < 1, lambda v: (v, v), [0], "should return the same arity"),
            (
                lambda v: v + 1,
                lambda v: v,
                [0],
                "'var of cond returned' in static.nn.while_loop must be .* received int64",
            ),
            (lambda v: True, lambda v: v, [0], "var of cond returned.*received <class 'bool'>"),
            (lambda v: v < 1, lambda v: v.astype("float32"), [0], "changes its data type in body"),
        ],
        ids=["cond", "body", "empty", "no list", "arity", "int cond", "bool cond", "dtype"],
    )
    def test_a_loop_that_cannot_work_is_refused_and_leaves_no_block(self, cond, body, loop_vars, words):
        with pytest.raises((ArgumentError, UsageError, DTypeError), match=words):
            while_loop(cond, body, loop_vars)
        assert static.default_main_program().num_blocks == 1
        assert static.default_main_program().current_block_idx == 0

    def test_a_rank_that_changes_is_said_and_computed_with(self):
        x = static.data("x", [3], "float64")
        x.stop_gradient = False
        with pytest.warns(OpscopeWarning, match=r"changes its rank in body, from float64\[\] to float64\[3\]"):
            _, out = while_loop(
                lambda i, z: i < 4,
                lambda i, z: (i + 1, z + x),
                [paddle.zeros([], "int64"), paddle.zeros([], "float64")],
            )
        assert out.shape == (3,)
        found = static.Executor().run(feed={"x": np.arange(3.0)}, fetch_list=[out, *static.gradients([out], [x])])
        assert [f.tolist() for f in found] == [[0, 4, 8], [4, 4, 4]]
