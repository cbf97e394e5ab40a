"""py_func's backward_func: what it receives and returns, and when it is called."""

import contextlib

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, DTypeError, OpscopeWarning, ShapeError, UnsupportedError
from opscope.paddle import static

X = np.array([[1, 2, 3], [4, 5, 6]], "float32")


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def data(name="x", dtype="float32", stop_gradient=False):
    made = static.data(name, [2, 3], dtype)
    made.stop_gradient = stop_gradient
    return made


def variable(name, dtype="float32"):
    return static.default_main_program().current_block().create_var(name=name, dtype=dtype, shape=[2, 3])


def run(fetch=(), **feed):
    return static.Executor().run(feed=feed or {"x": X}, fetch_list=list(fetch))


class Record:
    """A backward function that writes down what it received and answers with `grads`."""

    def __init__(self, *grads):
        self.grads = grads
        self.calls = []

    def __call__(self, *values):
        self.calls.append([None if v is None else np.array(v) for v in values])
        return self.grads


def double(*xs):
    return [np.array(x) * 2 for x in xs]


def test_receives_inputs_then_outputs_then_output_gradients():
    a, b, y, z = data("a"), data("b"), variable("y"), variable("z")
    back = Record(X, X)
    static.py_func(double, [a, b], [y, z], back)
    run(static.gradients([y * 3 + z * 5], [a, b]), a=X, b=-X)
    (call,) = back.calls
    assert [float(v[0, 0]) for v in call] == [1, -1, 2, -2, 3, 5]


@pytest.mark.parametrize(
    "skip, received",
    [("a", [-1, 2, -2, 3, 5]), ("ab", [2, -2, 3, 5]), ("yz", [1, -1, 3, 5]), ("az", [-1, 2, 3, 5]), ("abyz", [3, 5])],
)
def test_skipped_variables_are_left_out(skip, received):
    variables = {"a": data("a"), "b": data("b"), "y": variable("y"), "z": variable("z")}
    a, b, y, z = variables.values()
    back = Record(X, X)
    static.py_func(double, [a, b], [y, z], back, [variables[s] for s in skip])
    run(static.gradients([y * 3 + z * 5], [a, b]), a=X, b=-X)
    assert [float(v[0, 0]) for v in back.calls[0]] == received


def test_skipping_goes_by_name_so_a_variable_given_twice_is_gone_twice():
    x, y = data(), variable("y")
    back = Record(X * 2, X * 3)
    static.py_func(lambda a, b: np.array(a), [x, x], y, back, x)
    (grad,) = run(static.gradients([y], [x]))
    assert len(back.calls[0]) == 2
    assert np.array_equal(grad, X * 5)  # and both gradients count


def test_is_called_once_however_many_gradients_are_wanted():
    a, b, y = data("a"), data("b"), variable("y")
    back = Record(X, X)
    static.py_func(lambda a, b: np.array(a), [a, b], y, back)
    loss = (y * y + y).sum()
    run(static.gradients([loss], [a, b]), a=X, b=X)
    assert len(back.calls) == 1


def test_none_for_an_input_that_needs_no_gradient():
    a, b, y = data("a"), data("b", stop_gradient=True), variable("y")
    static.py_func(lambda a, b: np.array(a), [a, b], y, Record(X * 7, None))
    (da, db) = static.gradients([y], [a, b])
    assert db is None
    assert np.array_equal(run([da], a=X, b=X)[0], X * 7)


def test_an_array_for_an_input_that_stops_the_gradient_is_ignored():
    a, b, y = data("a"), data("b", stop_gradient=True), variable("y")
    static.py_func(lambda a, b: np.array(a), [a, b], y, Record(X * 7, X))
    assert np.array_equal(run(static.gradients([y], [a]), a=X, b=X)[0], X * 7)


def test_none_for_an_input_that_needs_one_names_it():
    a, y = data("a"), variable("y")
    static.py_func(lambda a: np.array(a), a, y, lambda *_: None)
    with pytest.raises(ArgumentError, match="Output tensor 0 should not be nullptr: None was returned for a@GRAD"):
        run(static.gradients([y], [a]), a=X)


@pytest.mark.parametrize("grads", [(X,), (X, X, X), ()])
def test_a_wrong_number_of_gradients_is_counted(grads):
    a, b, y = data("a"), data("b"), variable("y")
    static.py_func(lambda a, b: np.array(a), [a, b], y, Record(*grads))
    with pytest.raises(ArgumentError, match=f"num is {len(grads)}") as e:
        run(static.gradients([y], [a, b]), a=X, b=X)
    assert "py_func_grad" in str(e.value) and "test_py_func_backward.py" in str(e.value)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_an_output_without_a_gradient_arrives_as_zeros_of_its_type(dtype):
    x, y, unused = data(), variable("y"), variable("unused", dtype)
    back = Record(X)
    static.py_func(lambda x: (np.array(x), np.array(x, dtype)), x, [y, unused], back, [x, y, unused])
    run(static.gradients([y], [x]))
    dy, dunused = back.calls[0]
    assert (dy == 1).all() and (dunused == 0).all() and dunused.dtype == dtype and dunused.shape == (2, 3)


def test_an_integer_output_has_zeros_for_a_gradient():
    x, y, count = data(), variable("y"), variable("count", "int64")
    back = Record(X)
    static.py_func(lambda x: (np.array(x), np.array(x, "int64")), x, [y, count], back, [x, y, count])
    run(static.gradients([y + count.astype("float32")], [x]))
    assert (back.calls[0][1] == 0).all() and back.calls[0][1].dtype == np.int64


def test_is_not_called_when_no_gradient_is_needed():
    x, y, w = data(stop_gradient=True), variable("y"), static.create_parameter([2, 3], "float32", name="w")
    back = Record(X)
    static.py_func(double, x, y, back)
    static.append_backward((y * w).sum())
    exe = static.Executor()
    exe.run(static.default_startup_program())
    exe.run(feed={"x": X})
    assert not back.calls


def test_a_declared_gradient_is_fetched_by_name():
    x, y = data(), variable("hidden_0")
    static.py_func(double, x, y, lambda x, y, dy: np.array(dy) * 2)
    static.gradients([(y * 3).sum()], [x])
    assert [g.ravel()[0] for g in run(["x@GRAD", "hidden_0@GRAD"])] == [6, 3]


def test_a_gradient_of_another_shape_is_refused_and_reaches_no_parameter():
    w = paddle.create_parameter([3], "float32")
    y = static.default_main_program().current_block().create_var(name="y", dtype="float32", shape=[3])

    def wrong(w, y, dy):
        return np.ones((2, 3), "float32")

    static.py_func(np.copy, w, y, backward_func=wrong)
    paddle.optimizer.SGD(0.1).minimize(paddle.mean(y))
    exe = static.Executor()
    exe.run(static.default_startup_program())
    with pytest.raises(ShapeError, match=r"wrong returned a gradient of shape \[2, 3\] for .* float32\[3\]"):
        exe.run()
    assert static.global_scope().find_var(w.name).get_tensor().shape() == [3]


@pytest.mark.parametrize("dtype", ["float64", "int32", "complex64", "bool"])
def test_a_gradient_of_another_dtype_is_refused(dtype):
    w = paddle.create_parameter([3], "float32")
    y = static.default_main_program().current_block().create_var(name="y", dtype="float32", shape=[3])
    static.py_func(np.copy, w, y, backward_func=lambda w, y, dy: np.ones(3, dtype))
    paddle.optimizer.Adam(0.1).minimize(paddle.mean(y))
    exe = static.Executor()
    exe.run(static.default_startup_program())
    for _ in range(3):  # in the plan, and lowered
        with pytest.raises(DTypeError, match=f"returned a gradient of dtype {dtype} for .*, which is float32"):
            exe.run(fetch_list=[w])


def test_half_precision_is_a_gradient_of_single_precision():
    x, y = data(), variable("y")
    static.py_func(double, x, y, lambda x, y, dy: np.asarray(dy).astype("float16"))
    (grad,) = static.gradients([y.sum()], [x])
    assert run([grad])[0].dtype == "float16"


def test_exceptions_of_backward_func_come_out_unchanged_with_a_note():
    def back(x, y, dy):
        raise LookupError("mine")

    x, y = data(), variable("y")
    static.py_func(double, x, y, back)
    fetch = static.gradients([y], [x])
    for _ in range(2):
        with pytest.raises(LookupError) as e:
            run(fetch)
        assert type(e.value) is LookupError and e.traceback[-1].name == "back"
        assert "py_func_grad that makes x@GRAD" in e.value.__notes__[0]
        assert "static.py_func(double, x, y, back)" in e.value.__notes__[0]


class TestWithoutABackwardFunction:
    def test_it_is_a_barrier(self):
        x, y = data(), variable("y")
        static.py_func(double, x, y)
        with pytest.warns(OpscopeWarning, match="no gradient path from y to x: the py_func double has no"):
            assert static.gradients([y], [x]) == []

    def test_a_parallel_path_still_works(self):
        x, y = data(), variable("y")
        static.py_func(double, x, y)
        assert np.array_equal(run(static.gradients([y + x * 3], [x]))[0], np.full((2, 3), 3))

    @pytest.mark.parametrize("call", [static.append_backward, lambda loss: paddle.optimizer.SGD(0.1).minimize(loss)])
    def test_training_that_would_do_nothing_is_warned_about(self, call):
        y = variable("y")
        static.py_func(double, static.create_parameter([2, 3], "float32"), y)
        with pytest.warns(OpscopeWarning, match="no gradient path from .* to any parameter") as caught:
            found = call(y.sum())
        assert found in ([], ([], []))
        assert "give py_func a backward_func" in str(caught[0].message)


class TestTwiceOnOneVariable:
    def test_the_last_writer_counts_in_value_and_gradient(self):
        x, out = data(), variable("out")
        first, second = Record(X * 100), Record(X * 7)
        static.py_func(lambda x: np.array(x) * 10, x, out, first)
        static.py_func(lambda x: np.array(x) * 20, x, out, second)
        value, grad = run([out, *static.gradients([out], [x])])
        assert np.array_equal(value, X * 20) and np.array_equal(grad, X * 7)
        assert not first.calls

    def test_in_place_backward_goes_through_both_in_turn(self):
        x = data()
        y = x * 1
        static.py_func(lambda y: np.array(y) * 3, y, y, lambda y, out, dy: np.array(dy) * 3)
        assert np.array_equal(run(static.gradients([y * 2], [x]))[0], np.full((2, 3), 6))


def test_second_order_is_refused_with_the_way_out():
    x, y = data(), variable("y")
    static.py_func(double, x, y, lambda x, y, dy: np.array(dy) * 2)
    (dx,) = static.gradients([y * y], [x])
    second = static.gradients([dx], [x])
    with pytest.raises(UnsupportedError, match="its backward is a Python function") as e:
        run(second)
    assert "PyLayer" in str(e.value)


def test_signatures_are_read_when_the_program_is_built(monkeypatch):
    x, y = data(), variable("y")
    static.py_func(lambda x: np.array(x), x, y, lambda x, y, dy: np.array(dy))
    fetch = static.gradients([y], [x])
    monkeypatch.setattr("inspect.signature", None)
    assert (run(fetch)[0] == 1).all()


@pytest.mark.parametrize("skip", ["", "a", "ab", "yz", "bz", "abyz"])
def test_the_short_way_to_backward_func_does_what_the_rule_does(skip):
    variables = {"a": data("a"), "b": data("b"), "y": variable("y"), "z": variable("z")}
    a, b, y, z = variables.values()
    back = Record(X, X * 5)
    static.py_func(double, [a, b], [y, z], back, [variables[s] for s in skip])
    static.gradients([y * 3 + z * 7], [b])
    made = static.default_main_program().global_block().ops[-1]
    values = [X * i for i in range(len(made.inputs))]
    ways = made.op.kernels["numpy"], made.op.kernel
    assert all(np.array_equal(way(np, *values)[0], X * 5) for way in ways)
    short, rule = ([float(v[0, 0]) for v in call] for call in back.calls)
    assert short == rule and len(short) == 6 - len(skip)


def test_where_a_gradient_of_an_output_is_missing_there_is_no_short_way():
    x, y, unused = data(), variable("y"), variable("unused")
    static.py_func(lambda x: (x, x), x, [y, unused], Record(X))
    static.gradients([y], [x])
    made = static.default_main_program().global_block().ops[-1]
    assert made.op.name == "py_func_grad" and not made.op.kernels


def test_a_wrong_shape_is_refused_in_each_run_and_a_right_one_never():
    x, y = static.data("x", [None, 3]), variable("y")
    x.stop_gradient = False
    shapes = iter([(2, 3), (4, 3), (3, 2), (4, 3), (3, 2)])
    static.py_func(np.copy, x, y, lambda x, y, dy: np.ones(next(shapes), "float32"))
    (grad,) = static.gradients([y], [x])
    for expected in (0, 0, 1, 0, 1):
        with pytest.raises(ShapeError, match=r"of shape \[3, 2\] for x") if expected else contextlib.nullcontext():
            run([grad])


def test_warnings_of_functions_stand_at_the_users_line_once():
    """They stood at lines of the executor, another one in lowered runs, and so came again."""
    out = variable("o")
    static.py_func(np.float64, data() * 1.0, out, backward_func=lambda x, y, dy: np.ones((1, 2, 3), "float32"))
    fetches = [paddle.mean(out), "x@GRAD"]
    static.gradients(fetches[:1], static.default_main_program().global_block().var("x"))
    exe = static.Executor()
    with pytest.warns() as seen:
        _ = [exe.run(feed={"x": X}, fetch_list=fetches) for _ in range(4)]
    assert {w.filename for w in seen} == {__file__}
    assert len({(str(w.message), w.lineno) for w in seen}) == 2
