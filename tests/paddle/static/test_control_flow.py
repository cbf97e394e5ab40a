"""While, Switch, case, switch_case and tensor arrays: values, gradients, and errors."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, DTypeError, OpscopeWarning, ShapeError, UnsupportedError, UsageError
from opscope.ir.control_flow.tensor_array import array_length, array_read, array_write, create_array
from opscope.paddle import static
from opscope.paddle.functions.assign import assign, increment
from opscope.paddle.static.nn import case, cond, switch_case, while_loop
from opscope.paddle.static.nn.control_flow import ConditionalBlock, Switch, While
from tests.paddle.static.programs import check_gradients, data, number, run

X, W = np.array([0.5, -1.0, 2.0]), np.array([1.5, 0.25, -0.5])


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


class TestWhile:
    def test_it_writes_outer_variables_and_gradients_flow_through_all_iterations(self):
        x, w = data("x"), data("w")
        i, n, h = number(0), number(4), x * 1
        going = i < n
        with While(going).block():
            assign(paddle.tanh(h * w) + x, output=h)
            increment(i)
            assign(i < n, output=going)
        want = X
        for _ in range(4):
            want = np.tanh(want * W) + X
        got, count = run([h, i], x=X, w=W)
        np.testing.assert_allclose(got, want)
        assert count == [4]
        check_gradients(h, [x, w], x=X, w=W)

    def test_what_was_read_before_it_keeps_its_value_for_the_gradient(self):
        x = data("x")
        h = x * 2
        before = h * h
        i, going = number(0), number(0) < number(3)
        with While(going).block():
            assign(h + 1, output=h)
            increment(i)
            assign(i < 3, output=going)
        check_gradients(before * h, [x], x=X)

    def test_a_condition_that_nothing_changes_is_warned_of(self):
        going = number(0) < number(1)
        with (
            pytest.warns(OpscopeWarning, match="the block of While does not write its condition"),
            While(going).block(),
        ):
            number(3)

    def test_a_loop_in_a_loop_and_a_branch_in_it(self):
        x = data("x")
        total, i, outer = x * 0, number(0), number(0) < number(2)
        with While(outer).block():
            j = number(0)
            inner = j < 3
            with While(inner).block():
                assign(total + cond(j == 1, lambda: x * x, lambda: x), output=total)
                increment(j)
                assign(j < 3, output=inner)
            increment(i)
            assign(i < 2, output=outer)
        np.testing.assert_allclose(run([total], x=X)[0], 2 * (2 * X + X * X))
        check_gradients(total, [x], x=X)

    def test_the_program_is_as_before_when_the_block_raises(self):
        going = number(0) < number(1)
        with pytest.raises(KeyError), While(going).block():
            raise KeyError
        assert static.default_main_program().num_blocks == 1
        assert static.default_main_program().current_block_idx == 0

    @pytest.mark.parametrize(
        "given", [3, lambda: number(1), lambda: paddle.full([2], True, "bool")], ids=["int", "int64", "two"]
    )
    def test_the_condition_is_a_bool_of_one_element(self, given):
        with pytest.raises((UsageError, DTypeError)):
            While(given() if callable(given) else given)

    def test_the_body_of_while_loop_may_write_outer_variables_too(self):
        x = data("x")
        total = x * 1

        def body(i):
            assign(total * x, output=total)
            return [i + 1]

        while_loop(lambda i: i < 3, body, [number(0)])
        np.testing.assert_allclose(run([total], x=X)[0], X**4)
        check_gradients(total, [x], x=X)

    def test_parameters_that_a_branch_updates_are_kept(self):
        x = data("x", dtype="float32")
        counter = static.create_global_var([1], 0.0, "float32", persistable=True)
        with ConditionalBlock([x.sum() > 0], is_scalar_condition=True).block():
            increment(counter)
        exe = static.Executor()
        exe.run(static.default_startup_program())
        for sign in (1, -1, 1):
            exe.run(feed={"x": np.full(3, sign, "float32")})
        assert np.array(static.global_scope().find_var(counter.name).get_tensor()) == [2.0]


class TestSwitch:
    @pytest.mark.parametrize("at, want", [(0, 10), (1, 20), (2, 30)])
    def test_the_first_true_case_runs(self, at, want):
        x, out = static.data("x", [1], "int64"), number(0)
        with Switch() as switch:
            with switch.case(x == 0):
                assign(number(10), output=out)
            with switch.case(x <= 1):
                assign(number(20), output=out)
            with switch.default():
                assign(number(30), output=out)
        assert run([out], x=np.array([at])) == [[want]]

    def test_it_is_used_inside_with(self):
        with pytest.raises(ArgumentError, match="case should be called inside a with statement"):
            Switch().case(number(1) < number(2))
        with pytest.raises(ArgumentError, match="there should be at least one condition"), Switch() as switch:
            switch.default()


class TestCase:
    @pytest.mark.parametrize("value, want", [(1.0, 2.0), (3.0, 9.0), (8.0, -8.0)])
    def test_the_first_true_pred_decides(self, value, want):
        x = data("x", [1])
        out = case([(x < 2, lambda: x * 2), (x < 5, lambda: x * x)], default=lambda: -x)
        assert run([out], x=np.array([value])) == [[want]]
        check_gradients(out, [x], x=np.array([value]))

    def test_without_a_default_the_last_fn_is_it(self):
        x = data("x", [1])
        assert run([case([(x < 2, lambda: x * 2), (x < 5, lambda: x * x)])], x=np.array([9.0])) == [[81.0]]

    @pytest.mark.parametrize(
        "pairs, words",
        [
            (3, "The type of 'pred_fn_pairs' in case must be .*list.*tuple.*, but received <class 'int'>"),
            ([3], "The elements' type of 'pred_fn_pairs' in case must be"),
            ([(1, 2, 3)], "The tuple's size of 'pred_fn_pairs' in case must be 2, but received: 3-tuple"),
            (
                [(1, max)],
                "The pred's type of 'pred_fn_pairs' in case must be boolean Variable, but received: <class 'int'>",
            ),
        ],
    )
    def test_other_pairs_are_refused(self, pairs, words):
        with pytest.raises(UsageError, match=words):
            case(pairs)

    def test_a_fn_and_a_default_are_callable(self):
        pred = number(0) < number(1)
        with pytest.raises(UsageError, match=r"The fn for .* of pred_fn_pairs in Op\(case\) must be callable"):
            case([(pred, 3)])
        with pytest.raises(UsageError, match=r"The default in Op\(case\) must be callable"):
            case([(pred, lambda: pred)], default=3)


class TestSwitchCase:
    @pytest.mark.parametrize("at, want", [(1, 10.0), (2, 20.0), (7, 30.0), (0, 30.0)])
    def test_the_index_decides_and_the_largest_is_the_default(self, at, want):
        x = static.data("x", [1], "int64")
        fns = {1: lambda: paddle.full([1], 10.0), 2: lambda: paddle.full([1], 20.0), 3: lambda: paddle.full([1], 30.0)}
        for given in (fns, list(fns.items())):
            assert run([switch_case(x, given)], x=np.array([at])) == [[want]]

    def test_a_list_counts_from_zero(self):
        x = static.data("x", [1], "int64")
        out = switch_case(x, [lambda: number(5), lambda: number(6)], default=lambda: number(7))
        assert [run([out], x=np.array([i]))[0].item() for i in (0, 1, 2)] == [5, 6, 7]

    def test_a_key_comes_once(self):
        with pytest.raises(
            ArgumentError, match="The key in 'branch_fns' must be unique, but '1' appears more than once"
        ):
            switch_case(number(1), [(1, lambda: number(5)), (1, lambda: number(6))])
        with pytest.raises(DTypeError, match="The data type of 'branch_index'"):
            switch_case(paddle.full([1], 1.0), [lambda: number(5)])

    def test_names_of_results_are_refused(self):
        with pytest.raises(UnsupportedError, match="cond does not support return_names"):
            cond(number(0) < number(1), lambda: 1, lambda: 2, return_names=["a"])


class TestArrays:
    def test_what_is_written_is_read_and_gradients_come_back(self):
        x = data("x")
        array = create_array("float64", [x, x * x])
        array_write(x * 3, number(2), array)
        array_write(array_read(array, number(0)) * x, number(1), array)  # the former element 1 has no part any more
        out = array_read(array, number(1)) + array_read(array, number(2))
        got, length = run([out, array_length(array)], x=X)
        np.testing.assert_allclose(got, X * X + 3 * X)
        assert length == [3]
        check_gradients(out, [x], x=X)

    def test_append_writes_behind_the_last(self):
        array = create_array("int64", [number(4)])
        array.append(number(5))
        assert run([array_read(array, number(1))]) == [[5]]
        with pytest.raises(UsageError, match=r"Only Variable with VarType.LOD_TENSOR_ARRAY support `append` method"):
            number(1).append(number(2))

    def test_pop_takes_an_element_out(self):
        for place, left in ((-1, [1, 2]), (0, [2, 3]), (1, [1, 3]), (-2, [1, 3])):
            array = create_array("int64", [number(n) for n in (1, 2, 3)])
            taken = array.pop(place)
            found = run([taken, array_length(array), array_read(array, number(0)), array_read(array, number(1))])
            assert [int(v.item()) for v in found] == [({1, 2, 3} - {*left}).pop(), 2, *left]
        with pytest.raises(UsageError, match=r"Only Variable with VarType.LOD_TENSOR_ARRAY support `pop` method"):
            number(1).pop()

    def test_copies_and_parts_of_an_array_are_arrays(self):
        array = create_array("int64", [number(n) for n in (1, 2, 3)])
        copy, part = paddle.assign(array), paddle.slice(array, [0], [1], [3])
        array_write(number(9), number(3), copy)
        found = run([array_length(array), array_length(copy), array_length(part), array_read(part, number(1))])
        assert [int(v.item()) for v in found] == [3, 4, 2, 3]
        assert not array[0].is_tensor_array
        chosen = cond(number(1) > 0, lambda: paddle.assign(array), lambda: paddle.assign(copy))
        assert run([array_length(chosen)]) == [[3]]

    def test_a_loop_writes_the_array_that_it_was_given(self):
        x, array = data("x"), create_array("float64")

        def body(i, a):
            return i + 1, array_write(x * i.astype("float64"), i, a)

        _, out = while_loop(lambda i, a: i < 4, body, [number(0), array])
        assert out is array
        last = array_read(array, number(3))
        np.testing.assert_allclose(run([last], x=X)[0], 3 * X)
        check_gradients(last * last, [x], x=X)

    def test_a_loop_may_return_another_array(self):
        array = create_array("int64", [number(7)])

        def body(i, a):
            return i + 1, create_array("int64", [i, i])

        while_loop(lambda i, a: i < 3, body, [number(0), array])
        assert run([array_length(array), array_read(array, number(1))]) == [[2], [2]]

    def test_second_order(self):
        x = data("x")
        array = create_array("float64", [x * x, x])
        (first,) = static.gradients([array_read(array, number(0)) * array_read(array, number(1))], [x])
        check_gradients(first, [x], x=X)

    @pytest.mark.parametrize(
        "use, error, words",
        [
            (
                lambda a: array_write(number(1), number(-1), a),
                ArgumentError,
                "array_write needs an index of 0 or more, but received -1",
            ),
            (
                lambda a: array_read(a, number(3)),
                ArgumentError,
                "array_read: the array has 1 elements, so it has no index 3",
            ),
        ],
    )
    def test_places_that_are_not_there_are_refused_when_the_program_runs(self, use, error, words):
        out = use(create_array("int64", [number(1)]))
        with pytest.raises(error, match=words):
            run([out])

    def test_what_is_no_array_or_index_is_refused(self):
        with pytest.raises(UsageError, match="array should be tensor array variable in array_read Op"):
            array_read(number(1), number(0))
        with pytest.raises(UsageError, match=r"The shape of index 'i' should be \[1\] in array_write"):
            array_write(number(1), paddle.full([2], 1, "int64"))
        with pytest.raises(ShapeError, match="array_0 has no elements yet"):
            array_read(create_array("float32"), number(0))
        with pytest.raises(UsageError, match="initialized_list"):
            create_array("float32", 3)

    def test_in_dygraph_an_array_is_a_list(self):
        paddle.disable_static()
        array = array_write(paddle.ones([2]), paddle.full([1], 0, "int64"))
        assert isinstance(array, list) and array_length(array) == 1 and array_read(array, 0) is array[0]
        for use in (array_length, lambda a: array_read(a, 0), lambda a: array_write(a, 0, a)):
            with pytest.raises(AssertionError, match="must be a list in dygraph mode"):
                use(paddle.ones([2]))


class TestAssign:
    def test_increment_changes_the_variable_itself(self):
        i = number(3)
        assert increment(i, 2) is i
        assert run([i]) == [[5]]
        with pytest.raises(ArgumentError, match=r"number of elements.*should be 1"):
            increment(data("x"))
        paddle.disable_static()
        with pytest.raises(ArgumentError, match=r"number of elements.*should be 1"):
            increment(paddle.zeros([2]))

    def test_assign_writes_to_its_output(self):
        x, y = data("x"), data("x") * 0
        assert assign(x, output=y) is y and not y.stop_gradient
        check_gradients(y * y, [x], x=X)
        assert run([assign([1, 2], output=paddle.zeros([2], "int64"))], x=X)[0].tolist() == [1, 2]
        with pytest.raises(DTypeError):
            assign(number(1), output=y)

    def test_in_dygraph_tensors_are_written_and_take_the_history(self):
        paddle.disable_static()
        x, y = paddle.to_tensor([1.0]), paddle.zeros([2])
        assert increment(x, 2.0) is x and x.numpy() == [3.0]
        assert assign(np.array([1.0, 2.0]), output=y) is y and y.numpy().tolist() == [1, 2]
        x.stop_gradient = False
        assert increment(x).numpy() == [4.0]
        y = paddle.zeros([1])
        assert assign(x * 3, output=y) is y and not y.stop_gradient
        y.backward()
        assert x.grad.numpy() == [3.0]  # measured on Paddle 2.6.2
        for wrong in (lambda: increment(3), lambda: assign(1, output=3)):
            with pytest.raises(UsageError):
                wrong()

    def test_a_gradient_reads_what_was_there_before_it_was_written_again(self):
        x = data("x")
        y = x * 2
        z = y * y * y
        assign(x * 7, output=y)
        check_gradients(z, [x], x=X)
