"""cond, case, switch_case and while_loop as Paddle 2.6.2 has them: also in dygraph, with arrays, and in place."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, DTypeError, UsageError
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
        _, y = while_loop(lambda i, v: i < 2, lambda i, v: [i + 1, v * x], [paddle.to_tensor([0]), x])
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
        with pytest.raises(UsageError, match="a Variable is needed where None was returned"):
            while_loop(lambda v: v < 1, lambda v: None, [number(0)])
        assert static.default_main_program().num_blocks == 1


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
