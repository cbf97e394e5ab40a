"""py_func when a program runs: how func is called, what it receives, what it may return."""

import functools

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError
from opscope.paddle import static

X = np.array([[1, 2, 3], [4, 5, 6]], "float32")


pytestmark = pytest.mark.filterwarnings("ignore:.*which was declared")  # what test_strict is about


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def data(name="x", dtype="float32"):
    return static.data(name, [2, 3], dtype)


def variable(name, dtype="float32", shape=(2, 3)):
    return static.default_main_program().current_block().create_var(name=name, dtype=dtype, shape=list(shape))


def run(fetch=(), **feed):
    return static.Executor().run(feed=feed, fetch_list=list(fetch))


def returned(func, dtype="float32"):
    """What a py_func of x gives as its one output."""
    out = variable("o", dtype)
    static.py_func(func, data(), out)
    return run([out], x=X)[0]


class Scaled:
    def __init__(self, by):
        self.by = by

    def __call__(self, x):
        return np.array(x) * self.by

    def method(self, x):
        return np.array(x) * self.by

    @classmethod
    def of_class(cls, x):
        return np.array(x) * 3

    @staticmethod
    def plain(x):
        return np.array(x) * 3


@pytest.mark.parametrize(
    "func",
    [
        lambda x, by=3: np.array(x) * by,
        lambda x, /, by=3: np.array(x) * by,
        lambda x, *rest: np.array(x) * (3 + len(rest)),
        lambda *xs: np.array(xs[0]) * 3,
        lambda x, *, by=3: np.array(x) * by,
        lambda x, **options: np.array(x) * 3,
        Scaled(3),
        Scaled(3).method,
        Scaled.of_class,
        Scaled.plain,
        functools.partial(lambda by, x: np.array(x) * by, 3),
        functools.partial(lambda x, by: np.array(x) * by, by=3),
        functools.lru_cache(lambda x: np.array(x) * 3),
    ],
    ids=[
        *("default", "positional_only", "surplus", "star", "keyword_only", "options", "object", "bound", "classmethod"),
        *("staticmethod", "partial", "partial_by_name", "cached"),
    ],
)
def test_everything_that_can_be_called_with_the_inputs_works(func):
    assert np.array_equal(returned(func), X * 3)


@pytest.mark.parametrize("func", [np.square, np.tanh, np.transpose], ids=lambda f: f.__name__)
def test_ufuncs_and_numpy_functions_work(func):
    assert np.array_equal(returned(func), func(X))


def test_a_builtin_without_a_signature_works():
    out = variable("o")
    static.py_func(max, [data(), data("y")], out)
    with pytest.raises(TypeError):  # it is called: DenseTensors have no order
        run([out], x=X, y=X)


def test_the_loop_variable_idiom_keeps_each_its_own():
    outs = [variable(f"o{i}") for i in range(3)]
    for i, out in enumerate(outs):
        static.py_func(lambda x, i=i: np.array(x) + i, data(f"x{i}"), out)
    results = run(outs, x0=X, x1=X, x2=X)
    assert all(np.array_equal(r, X + i) for i, r in enumerate(results))


def test_a_function_without_parameters_is_called_with_nothing():
    assert np.array_equal(returned(lambda: X + 1), X + 1)


def test_inputs_come_in_the_order_of_x():
    out = variable("o")
    static.py_func(lambda a, b: np.array(a) - 2 * np.array(b), [data("a"), data("b")], out)
    assert np.array_equal(run([out], b=X, a=X * 10)[0], X * 8)


def test_x_none_is_a_source_evaluated_in_each_run():
    count = iter(range(5))
    out = variable("o", "int64", (1,))
    static.py_func(lambda: np.array([next(count)]), None, out)
    assert [run([out])[0].tolist() for _ in range(3)] == [[0], [1], [2]]


@pytest.mark.parametrize(
    "value, dtype",
    [
        (2.5, "float64"),
        (2, "int64"),
        (True, "bool"),
        (np.float32(2), "float32"),
        (1j, "complex128"),
        (np.arange(6, dtype="int8")[::-2], "int8"),
        (np.broadcast_to(np.float16(3), (2, 2)), "float16"),
        (np.asfortranarray(X), "float32"),
        (np.zeros((0, 4), "float32"), "float32"),
    ],
    ids=str,
)
def test_returned_values_become_arrays_of_their_own_type(value, dtype):
    got = returned(lambda x: value)
    assert got.dtype == dtype and np.array_equal(got, np.array(value))


def test_what_func_returns_is_not_the_declared_shape_or_type():
    got = returned(lambda x: np.arange(4))
    assert got.tolist() == [0, 1, 2, 3] and got.dtype == np.int64


def test_downstream_ops_see_the_real_type():
    out = variable("o")
    static.py_func(lambda x: np.array(x, "float64"), data(), out)
    assert run([out * 2], x=X)[0].dtype == np.float64


def test_a_returned_array_may_be_changed_afterwards():
    kept = np.zeros((2, 3), "float32")

    def first(x):
        kept[:] = x
        return kept

    def second(x):
        kept[:] = -1
        return kept

    a, b = variable("a"), variable("b")
    static.py_func(first, data(), a)
    static.py_func(second, a, b)
    got = run([a, b], x=X)
    assert np.array_equal(got[0], X) and (got[1] == -1).all()


def test_a_returned_dense_tensor_is_taken():
    assert np.array_equal(returned(lambda x: x), X)
    assert np.array_equal(returned(lambda x: [x]), X)


@pytest.mark.parametrize("value", ["text", b"bytes", {}, object(), np.zeros(2, "datetime64[s]"), np.zeros(2, ">f4")])
def test_what_no_tensor_can_hold_is_a_value_error(value):
    with pytest.raises(ArgumentError, match="Input object type error or incompatible array data type"):
        returned(lambda x: value)


@pytest.mark.parametrize(
    "outs, value, words",
    [
        (1, [1, 2], "But ret_num is 2, out_num is 1"),
        (1, (), "ret_num is 0, out_num is 1"),
        (2, X, "But out_num is 2"),
        (2, None, "But out_num is 2"),
        (0, 5, r"ret\[0\] is not None"),
        (0, (5, 6), "ret_num is 2, out_num is 0"),
        (0, (X,), r"ret\[0\] is not None"),
        (1, None, "Output tensor 0 should not be nullptr"),
        (2, (X, None), "Output tensor 1 should not be nullptr"),
    ],
)
def test_a_wrong_number_of_values_is_a_value_error_that_counts(outs, value, words):
    static.py_func(lambda x: value, data(), [variable(f"o{i}") for i in range(outs)] or None)
    with pytest.raises(ArgumentError, match=words) as e:
        run(x=X)
    assert "py_func" in str(e.value) and "test_py_func_run.py" in str(e.value)


@pytest.mark.parametrize("value", [None, (), []])
def test_a_debug_function_may_return_nothing(value):
    seen = []
    static.py_func(lambda x: seen.append(x.shape()) or value, data(), None)
    run(x=X)
    assert seen == [[2, 3]]


class TestOrder:
    def test_is_program_order_in_every_run(self):
        seen = []
        x = data()
        for i in range(6):
            static.py_func(lambda x, i=i: seen.append(i), x, None)
        for _ in range(4):
            run(x=X)
        assert seen == [0, 1, 2, 3, 4, 5] * 4

    def test_an_operator_whose_output_is_not_used_runs_too(self):
        seen = []
        static.py_func(lambda x: seen.append(1) or x, data(), variable("unused"))
        run(x=X)
        assert seen == [1]

    def test_use_prune_drops_debug_functions(self):
        seen = []
        x = data()
        static.py_func(lambda x: seen.append(1), x, None)
        (got,) = static.Executor().run(feed={"x": X}, fetch_list=[x * 2], use_prune=True)
        assert not seen and np.array_equal(got, X * 2)

    def test_a_clone_for_test_keeps_debug_functions(self):
        seen = []
        static.py_func(lambda x: seen.append(1), data(), None)
        static.Executor().run(static.default_main_program().clone(for_test=True), feed={"x": X})
        assert seen == [1]


class TestInPlace:
    def test_out_may_be_one_of_x(self):
        x = data()
        y = x * 1
        static.py_func(lambda y: np.array(y) + 1, y, y)
        assert np.array_equal(run([y * 2], x=X)[0], (X + 1) * 2)

    def test_set_in_func_is_seen_downstream_and_not_in_the_feed(self):
        x, fed = data(), X.copy()
        static.py_func(lambda x: x.set(np.full((2, 3), 7, "float32"), paddle.CPUPlace()), x, None)
        got = run([x, x + 1], x=fed)
        assert (got[0] == 7).all() and (got[1] == 8).all() and np.array_equal(fed, X)

    def test_set_on_a_parameter_stays_in_the_scope(self):
        w = static.create_parameter([2], "float32", name="w")
        static.py_func(lambda w: w.set(np.array([5, 6], "float32")), w, None)
        exe = static.Executor()
        exe.run(static.default_startup_program())
        exe.run()
        assert np.array(static.global_scope().find_var("w").get_tensor()).tolist() == [5, 6]

    def test_writing_to_the_array_that_func_made_changes_nothing(self):
        def spoil(x):
            np.array(x)[:] = 0
            np.asarray(x)[:] = 0

        x = data()
        static.py_func(spoil, x, None)
        assert np.array_equal(run([x], x=X)[0], X)

    def test_a_variable_that_was_never_written_arrives_as_none(self):
        seen = []
        static.py_func(lambda v, x: seen.append((v, x.shape())), [variable("nobody"), data()], None)
        run(x=X)
        assert seen == [(None, [2, 3])]


class Mine(Exception):
    pass


@pytest.mark.parametrize(
    "error", [Mine("a", 1), KeyError("k"), StopIteration(3), AssertionError("no"), KeyboardInterrupt(), SystemExit(4)]
)
def test_exceptions_of_func_come_out_unchanged(error):
    def func(x):
        raise error

    out = variable("o")
    static.py_func(func, data(), out)
    for _ in range(2):  # and the next run fails the same way
        with pytest.raises(type(error)) as e:
            run([out], x=X)
        assert e.value is error and e.value.__cause__ is None
        assert e.traceback[-1].name == "func"


def test_the_note_says_which_operator_on_what_and_made_where():
    def func(x):
        raise Mine("broken")

    static.py_func(func, data(), variable("o"))
    with pytest.raises(Mine) as e:
        run(x=X)
    (note,) = e.value.__notes__
    assert "py_func that makes o" in note and "x  float32[2, 3]" in note
    assert "test_py_func_run.py" in note and 'static.py_func(func, data(), variable("o"))' in note
