"""cond, case, switch_case and while_loop as Paddle 2.6.2 has them: also in dygraph, with arrays, and in place."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import ArgumentError, DTypeError, NotFound, OpscopeWarning, UsageError
from opscope.ir.control_flow.tensor_array import array_length, array_read, array_write, create_array
from opscope.paddle import static
from opscope.paddle.functions.assign import assign, increment
from opscope.paddle.static.nn import case, cond, switch_case, while_loop
from opscope.paddle.static.nn.control_flow import ConditionalBlock
from tests.paddle.static.programs import check_gradients, data, number, run

X = np.array([0.5, -1.0, 2.0])


@pytest.fixture
def static_mode():
    paddle.enable_static()


class TestInDygraph:
    """The functions are called: what is chosen there is plain Python."""

    @pytest.mark.parametrize("value, want", [(2.0, [4.0]), (0.5, [0.25])])
    def test_cond_calls_one_branch(self, value, want):
        x = paddle.to_tensor([value])
        assert cond(x > 1, lambda: x * 2, lambda: x * x).tolist() == want

    def test_what_a_branch_returns_is_returned_as_it_is(self):
        x = paddle.to_tensor([2.0])
        assert cond(x > 1, lambda: (1, "a"), None) == (1, "a") and cond(x > 5, lambda: 1, None) is None

    def test_gradients_flow(self):
        x = paddle.to_tensor([3.0], stop_gradient=False)
        _, y = while_loop(lambda i, v: i < 2, lambda i, v: [i + 1, v * x], [paddle.to_tensor([0]), x * 1])
        cond(y.sum() > 0, lambda: y * 2, lambda: y).sum().backward()
        assert x.grad.tolist() == [54.0]

    def test_case_and_switch_case(self):
        x = paddle.to_tensor([2.0])
        assert case([(x > 5, lambda: x), (x > 1, lambda: x * 3)], default=lambda: x * 9).tolist() == [6.0]
        at = paddle.to_tensor([2])
        assert switch_case(at, {1: lambda: x, 2: lambda: x * 3}).tolist() == [6.0]

    def test_while_loop_returns_the_form_of_loop_vars(self):
        i, v = while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, {"a": v["a"] * 2}), [paddle.to_tensor(0), {"a": 1}])
        assert i.item() == 3 and v == {"a": 8}

    @pytest.mark.parametrize(
        "call, kind, words",
        [
            (lambda x: cond(True, None), AssertionError, "The pred in cond must be Variable"),
            (lambda x: cond(x > 0, None), AssertionError, "condition input's numel should be 1"),
            (lambda x: cond(x[0] > 0, 3), TypeError, "The true_fn in cond must be callable, but received int"),
            (lambda x: while_loop(lambda v: v < 1, lambda v: (v, v), [x[1]]), ValueError, "the same arity"),
            (lambda x: case([(3, max)]), TypeError, "The pred's type of 'pred_fn_pairs' in case must be boolean"),
            (lambda x: switch_case(3, [max]), TypeError, "The type of 'branch_index' in static.nn.switch_case must"),
        ],
        ids=["no tensor", "several", "not callable", "arity", "case", "switch_case"],
    )
    def test_errors(self, call, kind, words):
        with pytest.raises(kind, match=words):
            call(paddle.to_tensor([2.0, 0.5]))


@pytest.mark.usefixtures("static_mode")
class TestWhatBranchesReturn:
    @pytest.mark.parametrize(
        "true, false, dtype",
        [(1.5, 2.5, "float64"), (1, 2, "int64"), (True, False, "bool")],
        ids=["float", "int", "bool"],
    )
    def test_constants_become_tensors(self, true, false, dtype):
        y = cond(data("x").sum() > 0, lambda: true, lambda: false)
        assert [run([y], x=sign * X)[0].tolist() for sign in (1, -1)] == [true, false] and y.dtype.name == dtype

    @pytest.mark.parametrize("order", [1, -1])
    def test_a_constant_beside_a_variable_has_its_type(self, order):
        x = data("x", dtype="float32")
        branches = [lambda: x.sum(), lambda: 2.5][::order]
        y = cond(x.sum() > 0, *branches)
        assert y.dtype is paddle.float32

    def test_constants_of_different_types_are_a_type_error(self):
        with pytest.raises(DTypeError, match=r"Unsupported return type of true_fn and false_fn .*'float'.*'int'"):
            cond(data("x").sum() > 0, lambda: 1, lambda: 2.0)

    def test_none_inside_a_structure_stays(self):
        x = data("x")
        a, none = cond(x.sum() > 0, lambda: (x, None), lambda: (x * 2, None))
        assert none is None and np.array_equal(run([a], x=-X)[0], -2 * X)

    @pytest.mark.parametrize(
        "true, false, shown",
        [
            (lambda x: x, lambda x: None, ("non-None", "None")),
            (lambda x: (None, x), lambda x: (x, x), ("None", "non-None")),
        ],
        ids=["whole", "inside"],
    )
    def test_none_beside_something_is_a_value_error(self, true, false, shown):
        x = data("x")
        words = (
            "Incompatible return values of true_fn and false_fn in cond: true_fn returns {} while false_fn returns {}"
        )
        with pytest.raises(ArgumentError, match=words.format(*shown)):
            cond(x.sum() > 0, lambda: true(x), lambda: false(x))

    def test_a_branch_that_is_not_given_returns_none(self):
        x = data("x")
        with pytest.raises(ArgumentError, match="true_fn returns None while false_fn returns non-None"):
            cond(x.sum() > 0, None, lambda: x)
        assert cond(x.sum() > 0, None, None) is None


@pytest.mark.usefixtures("static_mode")
class TestWhatLoopsDo:
    def test_loop_variables_may_be_changed_in_place(self):
        """`i = increment(i)` and `assign(..., output=v)`, as older programs write it; gradients go through both."""
        x = data("x")

        def body(i, v):
            assign(v * x, output=v)
            return [increment(i), v]

        i, y = while_loop(lambda i, v: i < 3, body, [number(0), x * 1])
        assert run([i], x=X) == [[3]]
        np.testing.assert_allclose(run([y], x=X)[0], X**4)
        check_gradients(y, [x], x=X)

    def test_gradients_go_through_a_variable_that_counts(self):
        """Paddle 2.6.2 answers 110 here: it reads the i of the end in each iteration."""
        i, x = data("i", shape=[1]), data("x", shape=[1])
        limit = paddle.full([1], 11.0, "float64")
        _, y = while_loop(lambda i, x: i < limit, lambda i, x: [increment(i * 1), i * i], [i, x])
        grads = static.gradients([y], [i])
        assert run([y, *grads], i=np.array([1.0]), x=np.array([2.0])) == [[100.0], [20.0]]

    def test_an_array_may_be_a_loop_variable(self):
        x = data("x")
        array = array_write(x, number(0))

        def body(i, array):
            return [i + 1, array_write(array_read(array, i) * x, i + 1, array)]

        _, array = while_loop(lambda i, a: i < 3, body, [number(0), array])
        last, length = array_read(array, number(3)), array_length(array)
        np.testing.assert_allclose(run([last], x=X)[0], X**4)
        assert run([length], x=X) == [[4]]
        check_gradients(last, [x], x=X)

    def test_an_array_may_be_empty_before_the_loop(self):
        x = data("x")

        def body(i, array):
            return [i + 1, array_write(x * i.astype("float64"), i, array)]

        _, array = while_loop(lambda i, a: i < 3, body, [number(0), create_array("float64")])
        total = array_read(array, number(1)) + array_read(array, number(2))
        np.testing.assert_allclose(run([total], x=X)[0], 3 * X)
        check_gradients(total, [x], x=X)

    def test_a_loop_that_never_runs_gives_what_it_was_given(self):
        x = data("x")
        _, y = while_loop(lambda i, v: i < 0, lambda i, v: [i + 1, v * 2], [number(0), x])
        value, grad = run([y, *static.gradients([y], [x])], x=X)
        assert np.array_equal(value, X) and (grad == 1).all()

    def test_a_shape_may_grow(self):
        with pytest.warns(OpscopeWarning, match=r"changes its shape in body, from float32\[1\] to float32\[2\]"):
            _, y = while_loop(
                lambda i, v: i < 3, lambda i, v: [i + 1, paddle.concat([v, v])], [number(0), paddle.ones([1])]
            )
        assert run([y])[0].shape == (8,) and y.shape == (-1,)

    @pytest.mark.parametrize("form", [list, tuple])
    def test_one_loop_variable_may_come_back_alone(self, form):
        (i,) = while_loop(lambda i: i < 3, lambda i: i + 1, form([number(0)]))
        assert run([i]) == [[3]]

    def test_the_condition_has_one_element(self):
        with pytest.raises(UsageError, match=r"returned by cond should be \[1\],but given shape as \[2\]"):
            while_loop(lambda v: paddle.full([2], True, "bool"), lambda v: v, [number(0)])

    def test_a_body_that_forgets_to_return_is_told_so(self):
        with pytest.raises(UsageError, match="a function returned None where a Variable is needed"):
            while_loop(lambda v: v < 1, lambda v: None, [number(0)])
        assert static.default_main_program().num_blocks == 1


def at(position):
    return paddle.full([1], position, "int64")


class TestElementsThatDiffer:
    """The elements of an array may differ in shape and dtype; what is read is declared as what was written last."""

    def write(self, *elements):
        array = None
        for position, element in enumerate(elements):
            array = array_write(element, at(position), array)
        return array, [array_read(array, at(position)) for position in range(len(elements))]

    @pytest.mark.parametrize(
        "elements",
        [
            [([2], "float32"), ([3], "float32")],
            [([2], "float32"), ([2, 2], "float32")],
            [([2], "float32"), ([2], "int64")],
            [([1], "bool"), ([2, 1], "float64"), ([3], "int32")],
        ],
    )
    def test_they_are_read_and_fetched(self, elements, static_mode):
        given = [np.full(shape, k + 1, dtype) for k, (shape, dtype) in enumerate(elements)]
        array, read = self.write(*(paddle.full(shape, k + 1, dtype) for k, (shape, dtype) in enumerate(elements)))
        exe = static.Executor()
        for _ in range(3):
            whole, count, *found = exe.run(fetch_list=[array, array_length(array), *read])
            assert type(whole) is list and count == [len(given)]
            for a, b, want in zip(whole, found, given, strict=True):
                assert a.dtype == b.dtype == want.dtype and (a == want).all() and (b == want).all()
        assert {(tuple(v.shape), v.dtype.name) for v in read} == {(tuple(elements[-1][0]), elements[-1][1])}

    def test_arrays_of_equal_elements_are_fetched_as_lists_too(self, static_mode):
        array, _ = self.write(paddle.full([2], 1.0), paddle.full([2], 2.0))
        exe = static.Executor()
        for _ in range(3):
            (whole,) = exe.run(fetch_list=[array])
            assert type(whole) is list and [e.tolist() for e in whole] == [[1, 1], [2, 2]]
        (tensors,) = exe.run(fetch_list=[array], return_numpy=False)
        assert [np.array(t).tolist() for t in tensors] == [[1, 1], [2, 2]]

    @pytest.mark.parametrize("second", [[2], [3]])
    def test_gradients(self, second, static_mode):
        x, y = static.data("x", [2], "float32"), static.data("y", second, "float32")
        x.stop_gradient = y.stop_gradient = False
        array, (first, last) = self.write(x * 2, y * 3)
        array_write(x + 5, at(0), array)  # what was read keeps its gradient
        loss = (first**2).sum() + (last**3).sum() + array_read(array, at(0)).sum()
        grads = static.gradients([loss], [x, y])
        feed = {"x": np.ones(2, "float32"), "y": np.ones(second, "float32")}
        exe = static.Executor()
        for _ in range(3):
            found = exe.run(feed=feed, fetch_list=grads)
            assert [g.tolist() for g in found] == [[9.0] * 2, [81.0] * second[0]]

    def test_a_loop_that_grows_them(self, static_mode):
        x = static.data("x", [-1], "float32")
        array, _ = self.write(x)

        def body(i, value):
            value = paddle.concat([value, value])
            array_write(value, i + 1, array)
            return i + 1, value

        while_loop(lambda i, _: i < 3, body, [at(0), x])
        fetches = [array, array_read(array, at(2))]
        whole, third = static.Executor().run(feed={"x": np.ones(1, "float32")}, fetch_list=fetches)
        assert [len(e) for e in whole] == [1, 2, 4, 8] and len(third) == 4

    @pytest.mark.parametrize("position", [1, 4])
    def test_gaps(self, position, static_mode):
        array = array_write(paddle.full([2], 1.0), at(3))
        exe = static.Executor()
        assert exe.run(fetch_list=[array_length(array), array_read(array, at(3))])[0] == [4]
        with pytest.raises(ValueError, match=f"array_read: the array has 4 elements, so it has no index {position}"):
            exe.run(fetch_list=[array_read(array, at(position))])

    @pytest.mark.parametrize("stacked", [False, True])
    @pytest.mark.parametrize("widths", [(1, 1), (1, 2)])
    def test_they_are_joined(self, widths, stacked, static_mode):
        x = static.data("x", [2, widths[0]], "float32")
        x.stop_gradient = False
        array, _ = self.write(x, paddle.full([2, widths[1]], 2.0))
        joined, sizes = paddle.tensor.manipulation.tensor_array_to_tensor(array, axis=1, use_stack=stacked)
        (grad,) = static.gradients([(joined * joined).sum()], [x])
        feed = {"x": np.full((2, widths[0]), 3.0, "float32")}
        if stacked and widths[0] != widths[1]:
            with pytest.raises(ValueError, match="must have the same shape"):
                static.Executor().run(feed=feed, fetch_list=[joined])
            return
        out, counts, dx = static.Executor().run(feed=feed, fetch_list=[joined, sizes, grad])
        assert out.shape == ((2, 2, 1) if stacked else (2, sum(widths)))
        assert counts.tolist() == ([1, 1] if stacked else list(widths)) and dx.tolist() == [[6.0] * widths[0]] * 2

    def test_in_a_recorded_run(self, static_mode, tmp_path):
        array, _ = self.write(paddle.full([2], 1.0), paddle.full([3], 2.0))
        exe = static.Executor()
        run = debug.start(lambda: [exe.run(fetch_list=[array]) for _ in range(3)], taps=["*"], keep=["*"])
        assert [len(e) for e in run.wait(60)[-1][0]] == [2, 3]
        run.goto(2)
        run.run_to_end()
        assert array.name not in run.names()
        with pytest.raises(NotFound, match="no value at the end of steps 1 to 3"):
            run.values(array.name)
        with pytest.raises(NotFound, match="elements of this array differ"):
            run.value(array.name)
        run.save(tmp_path / "kept")
        assert debug.open(tmp_path / "kept").goto(2).step == 2


class TestWrittenInOneBranch:
    """A variable that only a branch writes has no value where that branch is not taken: it is fetched as None."""

    def build(self):
        x = static.data("x", [1], "float32")
        x.stop_gradient = False
        only = static.default_main_program().current_block().create_var(name="only", dtype="float32", shape=[1])
        positive = x.sum() > 0

        def write():
            assign(x * 3, only)

        cond(positive, write)
        return x, only, positive

    def fetch(self, fetches, times=2):
        exe = static.Executor()
        for value in (2, -2) * times:
            yield exe.run(feed={"x": np.float32([value])}, fetch_list=fetches)

    def test_it_is_fetched(self, static_mode):
        _, only, _ = self.build()
        assert list(self.fetch([only])) == [[[6.0]], [None]] * 2
        assert list(self.fetch([only], 1)) == [[[6.0]], [None]]

    def test_it_is_read_where_it_has_a_value(self, static_mode):
        x, only, positive = self.build()
        out = cond(positive, lambda: only * 2, lambda: x * 7)
        (grad,) = static.gradients([out], [x])
        assert [[v[0] for v in found] for found in self.fetch([out, grad])] == [[12, 6], [-14, 7]] * 2

    def test_reading_it_without_a_value_names_it(self, static_mode):
        _, only, _ = self.build()
        runs = self.fetch([only + 1])
        assert next(runs) == [[7.0]]
        with pytest.raises(RuntimeError, match=r"no executed branch has written only") as caught:
            next(runs)
        assert "fix: write the variable before the cond, or in both branches" in str(caught.value)

    def test_a_branch_inside_a_branch(self, static_mode):
        x = static.data("x", [1], "float32")
        only = static.default_main_program().current_block().create_var(name="only", dtype="float32", shape=[1])

        def inner():
            cond(x.sum() > 1, lambda: [assign(x, only), None][1])

        cond(x.sum() > 0, inner)
        assert [f[0] if f[0] is None else f[0][0] for f in self.fetch([only])] == [2, None, 2, None]

    @pytest.mark.parametrize("value, want", [(1.0, [[2.0]]), (-1.0, [None])])
    def test_a_conditional_block(self, value, want, static_mode):
        x = paddle.full([1], value)
        only = static.default_main_program().current_block().create_var(name="only", dtype="float32", shape=[1])
        with ConditionalBlock([x.sum() > 0], is_scalar_condition=True).block():
            assign(x * 2, only)
        assert static.Executor().run(fetch_list=[only]) == want

    def test_in_a_recorded_run(self, static_mode):
        _, only, _ = self.build()
        run = debug.start(lambda: list(self.fetch([only])))
        assert run.wait(60) == [[[6.0]], [None]] * 2
        assert {s: v.tolist() for s, v in run.values("only", [1, 3]).items()} == {1: [6.0], 3: [6.0]}
        run.goto(2)
        run.run_to_end()
        assert "only" not in run.names() and "is written in only one branch" in str(run.session.driver.slow)


@pytest.mark.usefixtures("static_mode")
def test_a_conditional_block_runs_if_no_input_is_empty():
    x = static.data("x", [None, 3], "float32")
    out = paddle.zeros([1])
    with ConditionalBlock(inputs=[x]).block():
        assign(x.sum().reshape([1]), output=out)
    exe = static.Executor()
    for rows, want in ((2, 6), (0, 0)):
        assert exe.run(feed={"x": np.ones((rows, 3), "float32")}, fetch_list=[out]) == [[want]]


@pytest.mark.usefixtures("static_mode")
@pytest.mark.parametrize(
    "fns, words",
    [
        (3, r"must be \(<class 'list'>, <class 'tuple'>, <class 'dict'>\), but received <class 'int'>"),
        (
            [("a", max)],
            "The key's type of 'branch_fns' in switch_case must be .*int.*, but received: .*str",
        ),
        (
            [(1, 3)],
            "The type of function for key 1 of 'branch_fns' in switch_case must be callable, but .*int",
        ),
        ([(1, 2, 3)], "The tuple's size of 'branch_fns' in switch_case must be 2, but received: 3-tuple"),
        ([3], "The elements' type of 'branch_fns' in switch_case must be <class 'tuple'>, but received"),
    ],
    ids=["int", "key", "function", "triple", "element"],
)
def test_the_functions_of_switch_case(fns, words):
    with pytest.raises(UsageError, match=words):
        switch_case(number(1), fns)


@pytest.mark.usefixtures("static_mode")
class TestPrint:
    def said(self, capsys, times=1, **options):
        static.Print(static.data("x", [3], "float32"), **options)
        exe = static.Executor()
        capsys.readouterr()
        for _ in range(times):
            exe.run(feed={"x": X.astype("float32")})
        return capsys.readouterr().out

    def test_first_n_of_zero_is_always(self, capsys):
        assert self.said(capsys, times=3, first_n=0).count("Variable: x\n") == 3

    @pytest.mark.parametrize("count, shown", [(2, "0.5 -1"), (0, ""), (-1, "0.5 -1 2"), (20, "0.5 -1 2")])
    def test_summarize_is_how_many_elements(self, capsys, count, shown):
        assert self.said(capsys, summarize=count).endswith(f"  - data: [{shown}]\n")

    def test_what_is_not_on_the_way_to_the_loss_prints_no_gradient(self, capsys):
        x = data("x")
        static.Print(x)
        grads = static.gradients([x * x], [x])
        capsys.readouterr()
        static.Executor().run(feed={"x": X}, fetch_list=grads)
        assert capsys.readouterr().out.count("Variable:") == 1

    def test_it_speaks_only_in_the_branch_that_runs(self, capsys):
        x = data("x")
        y = cond(x.sum() > 0, lambda: static.Print(x, message="T"), lambda: static.Print(x * 2, message="F"))
        capsys.readouterr()
        static.Executor().run(feed={"x": X}, fetch_list=[y])
        said = capsys.readouterr().out
        assert "message: T" in said and "message: F" not in said
