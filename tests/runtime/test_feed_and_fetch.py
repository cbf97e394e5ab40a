"""What Executor.run takes and gives."""

import numpy as np
import pytest

from opscope import DenseTensor, paddle
from opscope.errors import FeedError, NotFound, OpscopeWarning, RunError, UsageError
from opscope.paddle import static

X = np.array([[1, 2, 3], [4, 5, 6]], "float32")


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


@pytest.fixture
def x():
    return static.data("x", [None, 3], "float32")


def run(feed, *fetch, **options):
    return static.Executor().run(feed=feed, fetch_list=list(fetch), **options)


class TestFeed:
    @pytest.mark.parametrize(
        "value", [X, X.tolist(), tuple(X), np.asfortranarray(X)], ids=["array", "list", "tuple", "fortran"]
    )
    def test_arrays_and_nested_lists(self, x, value):
        assert np.array_equal(run({"x": value}, x * 2)[0], X * 2)

    def test_lists_take_the_declared_type(self, x):
        n = static.data("n", [2], "int64")
        a, b = run({"x": [[1, 2, 3]], "n": [1, 2]}, x, n)
        assert a.dtype == np.float32 and b.dtype == np.int64

    def test_dense_tensors(self, x):
        tensor = DenseTensor()
        tensor.set(X)
        assert np.array_equal(run({"x": tensor}, x)[0], X)

    def test_a_list_of_one_dict(self, x):
        assert np.array_equal(static.Executor().run(feed=[{"x": X}], fetch_list=[x])[0], X)

    @pytest.mark.parametrize("feed", [3, "x", [3], [{}, {}]], ids=str)
    def test_anything_else_is_a_type_error(self, x, feed):
        with pytest.raises(UsageError, match=r"feed requires dict as its Parameter. But you passed in"):
            run(feed, x)

    def test_is_copied(self, x):
        fed = X.copy()

        def spoil(_):
            fed[:] = 0

        static.py_func(spoil, x, None)
        assert np.array_equal(run({"x": fed}, x + 0)[0], X)

    @pytest.mark.parametrize("feed", [{}, None], ids=str)
    def test_a_missing_feed_is_named(self, x, feed):
        with pytest.raises(RunError, match="Tensor holds no memory: the needed feed 'x' is missing") as e:
            run(feed, x * 2)
        for part in ("x  float32[?, 3]", "test_feed_and_fetch.py", 'static.data("x"', "fix: feed {'x': array}"):
            assert part in str(e.value)

    def test_a_misspelt_feed_names_the_right_one(self):
        image = static.data("image", [2], "float32")
        with pytest.raises(RunError, match="needed feed 'image' is missing") as e:
            run({"imgae": np.ones(2, "float32")}, image * 2)
        assert "fix: 'imgae' was fed: did you mean 'image'?" in str(e.value)

    def test_a_surplus_feed_is_warned_about_once_a_plan(self, x):
        exe = static.Executor()
        with pytest.warns(OpscopeWarning, match="the fed value 'y' is not used: the program has no such variable"):
            exe.run(feed={"x": X, "y": X}, fetch_list=[x])
        exe.run(feed={"x": X, "y": X}, fetch_list=[x])

    def test_feeding_what_is_computed_is_warned_about_and_recomputed(self, x):
        y = x * 2
        with pytest.warns(OpscopeWarning, match=f"'{y.name}' is not used: the program computes it"):
            (got,) = run({"x": X, y.name: X}, y)
        assert np.array_equal(got, X * 2)

    def test_the_warning_points_at_the_call(self, x):
        with pytest.warns(OpscopeWarning) as caught:
            static.Executor().run(feed={"x": X, "y": X}, fetch_list=[x])
        assert caught[0].filename == __file__

    @pytest.mark.parametrize("dtype", ["float64", "int64", "float16", "bool"])
    def test_a_wrong_type_says_declared_and_given(self, x, dtype):
        with pytest.raises(FeedError, match=f"must be 'float32', but received '{dtype}'") as e:
            run({"x": X.astype(dtype)}, x)
        text = str(e.value)
        assert "declared  float32[?, 3]" in text and f"given     {dtype}[2, 3]" in text
        assert "astype('float32')" in text and "test_feed_and_fetch.py" in text

    @pytest.mark.parametrize("shape", [(2, 4), (3,), (6,), (), (1, 2, 3)], ids=str)
    def test_a_wrong_shape_says_declared_and_given(self, x, shape):
        words = r"The fed Variable 'x' should have dimensions = 2, shape = \(-1, 3\), but received fed shape \["
        with pytest.raises(FeedError, match=words) as e:
            run({"x": np.zeros(shape, "float32")}, x)
        assert isinstance(e.value, ValueError) and "declared  float32[?, 3]" in str(e.value)

    @pytest.mark.parametrize("value", [[[1, 2, 3], [4]], "text", [["a", "b", "c"]]], ids=str)
    def test_what_makes_no_array_is_a_feed_error(self, x, value):
        with pytest.raises(FeedError, match="The fed Variable 'x' "):
            run({"x": value}, x)

    def test_none_is_a_type_error(self, x):
        with pytest.raises(TypeError, match="Convert data of type <class 'NoneType'> to Tensor is not supported") as e:
            run({"x": None}, x)
        assert "feed      x\n    declared  float32[" in str(e.value) and "fix: feed {'x': array}" in str(e.value)


class TestFetch:
    @pytest.mark.parametrize(
        "form",
        [lambda y: [y], lambda y: [y.name], lambda y: y, lambda y: y.name, lambda y: [[y]], lambda y: ((y,),)],
        ids=["object", "name", "alone", "name alone", "nested", "tuples"],
    )
    def test_objects_and_names_alone_and_nested(self, x, form):
        (got,) = static.Executor().run(feed={"x": X}, fetch_list=form(x * 2))
        assert np.array_equal(got, X * 2)

    def test_the_order_is_kept_and_duplicates_are_given_twice(self, x):
        y, z = x * 2, x * 3
        got = run({"x": X}, z, y, z, x)
        assert [int(g[0, 0]) for g in got] == [3, 2, 3, 1] and isinstance(got, list)

    @pytest.mark.parametrize("nothing", [None, [], ()], ids=str)
    def test_nothing_gives_an_empty_list(self, x, nothing):
        assert static.Executor().run(feed={"x": X}, fetch_list=nothing) == []

    def test_arrays_are_independent_and_writable(self, x):
        w = static.create_parameter([3], "float32", name="w")
        exe = static.Executor()
        exe.run(static.default_startup_program())
        y = x + w
        first = exe.run(feed={"x": X}, fetch_list=[y, w, x, w])
        kept = [f.copy() for f in first]
        for array in first:
            array[:] = -7
        again = exe.run(feed={"x": X}, fetch_list=[y, w, x, w])
        assert all(np.array_equal(a, b) for a, b in zip(again, kept, strict=True))

    def test_dense_tensors_if_asked_for(self, x):
        (got,) = run({"x": X}, x * 2, return_numpy=False)
        assert isinstance(got, DenseTensor) and got.shape() == [2, 3] and np.array_equal(np.array(got), X * 2)

    def test_a_loss_is_a_0d_array(self, x):
        (got,) = run({"x": X}, x.mean())
        assert isinstance(got, np.ndarray) and got.shape == () and got.dtype == np.float32

    def test_an_unknown_name_names_the_nearest(self, x):
        x.block.create_var("hidden", [1], "float32")
        paddle.assign(x)
        with pytest.raises(NotFound, match=r"asign_0.tmp_0 not in VariableScope") as e:
            run({"x": X}, "asign_0.tmp_0")
        assert "did you mean 'assign_0.tmp_0'?" in str(e.value)

    def test_a_variable_of_a_sub_block_is_not_in_reach(self, x):
        inner = []
        static.nn.cond(x.sum() > 0, lambda: inner.append(x * 2) or inner[0] + 1, lambda: x)
        with pytest.raises(NotFound, match=f"{inner[0].name} not in VariableScope") as e:
            run({"x": X}, inner[0])
        assert "inside" in str(e.value)

    @pytest.mark.parametrize("item", [None, 3, X], ids=["None", "int", "array"])
    def test_a_wrong_item_is_a_type_error_with_its_position(self, x, item):
        with pytest.raises(UsageError, match=r"The type of fetch_list\[1\] must be one of \(Variable, str\)"):
            static.Executor().run(feed={"x": X}, fetch_list=[x, item])

    def test_a_wrong_list_is_an_error(self, x):
        with pytest.raises(AssertionError, match="The type of fetch_list must be list or tuple"):
            static.Executor().run(feed={"x": X}, fetch_list=3)

    def test_gradients_are_fetched_by_name(self, x):
        x.stop_gradient = False
        static.gradients([(x * x).sum()], [x])
        assert np.array_equal(run({"x": X}, "x@GRAD")[0], 2 * X)


class TestUninitialised:
    def test_a_parameter_without_the_startup_run(self, x):
        w = static.create_parameter([3], "float32", name="w")
        with pytest.raises(RunError, match="Tensor holds no memory: w was never initialised") as e:
            run({"x": X}, x + w)
        assert "fix: run the startup program first" in str(e.value) and "w  float32[3]" in str(e.value)

    def test_a_variable_that_no_one_writes(self, x):
        ghost = x.block.create_var("ghost", [3], "float32")
        with pytest.raises(RunError, match="ghost is read before anything writes it") as e:
            run({"x": X}, x + ghost)
        assert "operator < elementwise_add > error" in str(e.value)
