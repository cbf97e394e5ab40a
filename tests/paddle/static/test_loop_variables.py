"""`while_loop` writes its loop variables. Expected values: Paddle 2.6.2, unless the comment gives another source."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import RunError, UnsupportedError
from opscope.ir.control_flow.while_loop import loop_values
from opscope.names.program_names import user_names
from opscope.paddle import static
from opscope.paddle.static.nn import cond, while_loop

ONE = np.ones(2, "float32")


def count(value=0):
    return paddle.full([1], value, "int64")


def fetched(variables, times=1, **feeds):
    exe = static.Executor()
    exe.run(static.default_startup_program())
    found = [exe.run(feed=feeds, fetch_list=variables) for _ in range(times)]
    return [[np.asarray(v).tolist() for v in each] for each in found]


def parameter(values):
    start = paddle.nn.initializer.Assign(np.array(values, "float32"))
    return static.create_parameter([len(values)], "float32", attr=paddle.ParamAttr(name="w", initializer=start))


class TestInPrograms:
    @pytest.fixture(autouse=True)
    def static_mode(self):
        paddle.enable_static()

    def test_the_loop_variables_are_written_and_returned(self):
        x, i = static.data("x", [2]), count()
        x.stop_gradient = False
        out = while_loop(lambda i, x: i < 2, lambda i, x: [i + 1, x * 2.0], [i, x])
        assert out[0] is i and out[1] is x
        mean = paddle.mean(x)
        (dx,) = static.gradients(mean, [x])
        expected = [4.0, [4.0, 4.0], [2], [2.0, 2.0], [2.0, 2.0]]
        assert fetched([mean, x, i, dx, "x@GRAD"], 3, x=ONE) == [expected] * 3  # the last ones are lowered

    def test_operators_before_the_loop_read_the_former_value(self):
        x, i = static.data("x", [2]), count()
        before = x * 10.0
        while_loop(lambda i, x: i < 2, lambda i, x: [i + 1, x * 2.0], [i, x])
        assert fetched([before + x, before, x], 3, x=ONE) == [[[14.0] * 2, [10.0] * 2, [4.0] * 2]] * 3

    def test_a_parameter_keeps_the_last_value(self):
        w, i = parameter([1, 1]), count()
        factor = paddle.assign(np.array([1, 2], "float32"))
        while_loop(lambda i, w: i < 3, lambda i, w: [i + 1, w * factor], [i, w])
        assert fetched([w], 4) == [[[1.0, 8.0**n]] for n in (1, 2, 3, 4)]

    def test_a_body_that_reads_the_outer_variable_sees_the_iteration(self):
        x, i = static.data("x", [2]), count()
        while_loop(lambda i, v: i < 3, lambda i, v: [i + 1, x * 2.0], [i, x])
        assert fetched([x], x=np.array([1, 2], "float32")) == [[[8.0, 16.0]]]

    def test_a_condition_that_reads_the_outer_variable_is_an_iteration_behind(self):
        """Paddle calls it before it assigns."""
        i, x = count(), paddle.full([1], 1.0)
        while_loop(lambda j, v: i < 3, lambda j, v: [j + 1, v * 2.0], [i, x])
        assert fetched([x, i], 3) == [[[16.0], [4]]] * 3

    def test_all_variables_are_assigned_at_once(self):
        """Paddle 2.6.2 assigns them in turn, and has [2] and [2] here; the documentation has this."""
        i, a, b = count(), paddle.full([1], 1.0), paddle.full([1], 2.0)
        while_loop(lambda i, a, b: i < 1, lambda i, a, b: [i + 1, b, a], [i, a, b])
        assert fetched([a, b]) == [[[2.0], [1.0]]]

    def test_a_variable_that_is_given_twice_has_the_last_result(self):
        i, a = count(), paddle.full([1], 1.0)
        out = while_loop(lambda i, a, b: i < 2, lambda i, a, b: [i + 1, b * 2, a * 3], [i, a, a])
        assert out[1] is out[2] is a and fetched([a]) == [[[9.0]]]

    def test_a_body_may_also_write_in_place(self):
        i, x = count(), paddle.full([1], 1.0)

        def body(i, x):
            paddle.increment(i)
            return [i, x * 2]

        while_loop(lambda i, x: i < 4, body, [i, x])
        assert fetched([x, i]) == [[[16.0], [4]]]

    def test_loops_in_loops_and_in_branches_write_outer_variables(self):
        i, j, x, y = count(), count(), paddle.full([1], 1.0), paddle.full([1], 1.0)

        def body(i):
            while_loop(lambda j, x: j < 2, lambda j, x: [j + 1, x * 2.0], [j, x])
            paddle.assign(j * 0, j)
            return [i + 1]

        while_loop(lambda i: i < 2, body, [i])
        going, k = static.data("going", [1], "bool"), count()
        out = cond(
            going, lambda: while_loop(lambda k, y: k < 2, lambda k, y: [k + 1, y * 2.0], [k, y])[1], lambda: y - 1
        )
        results = [i, j, x, out, y, k]
        assert fetched(results, going=np.array([True])) == [[[2], [0], [16.0], [4.0], [4.0], [2]]]
        assert fetched(results, going=np.array([False])) == [[[2], [0], [16.0], [0.0], [1.0], [0]]]

    def test_branches_in_a_loop_pass_gradients_of_a_start_value_that_has_none(self):
        """The start value is a constant: what an iteration makes of it carries a gradient (here it is 2 w ** 2)."""
        w, i, h = parameter([2, 3]), count(), paddle.full([2], 1.0)

        def body(i, h):
            return [i + 1, cond(i < 1, lambda: h * 2.0, lambda: h * 1.0) * w]

        while_loop(lambda i, h: i < 2, body, [i, h])
        (dw,) = static.gradients(paddle.sum(h), [w])
        assert fetched([h, dw]) == [[[8.0, 18.0], [8.0, 12.0]]]

    def test_gradients_flow_to_the_value_before_the_loop(self):
        x, i = static.data("x", [2]), count()
        x.stop_gradient = False
        h = x * 1.0
        while_loop(lambda i, h: i < 2, lambda i, h: [i + 1, h * h], [i, h])
        (dx,) = static.gradients(paddle.sum(h), [x])
        expected = [[16.0, 81.0], [32.0, 108.0], [32.0, 108.0]]
        assert fetched([h, dx, h.name + "@GRAD"], 3, x=np.array([2, 3], "float32")) == [expected] * 3

    def test_gradients_of_a_fed_loop_variable_are_those_of_what_was_fed(self):
        """x ** 4 + 5 x: by calculus; Paddle 2.6.2 reads the overwritten x and has [6, 6]."""
        x, i = static.data("x", [2]), count()
        x.stop_gradient = False
        before = x * 5.0
        while_loop(lambda i, x: i < 2, lambda i, x: [i + 1, x * x], [i, x])
        (dx,) = static.gradients(paddle.sum(x) + paddle.sum(before), [x])
        assert fetched([dx], 3, x=np.array([2, 3], "float32")) == [[[37.0, 113.0]]] * 3

    def test_a_parameter_that_the_body_reads_trains(self):
        w, i, h = parameter([2, 3]), count(), paddle.full([2], 1.0)
        h.stop_gradient = False
        while_loop(lambda i, h: i < 3, lambda i, h: [i + 1, h * w], [i, h])
        paddle.optimizer.SGD(0.1).minimize(paddle.sum(h))
        seen = fetched(["w@GRAD", h, w], 2)
        np.testing.assert_allclose(seen[0], [[12, 27], [8, 27], [0.8, 0.3]], rtol=1e-5)
        np.testing.assert_allclose(seen[1], [[1.92, 0.27], [0.512, 0.027], [0.608, 0.273]], rtol=1e-5)

    def test_a_gradient_of_a_gradient_of_an_overwritten_value(self):
        """k is x, then 5 x: the derivatives of x ** 3 + 5 x are 3 x ** 2 + 5 and 6 x, as in PyTorch."""
        x = static.data("x", [2])
        x.stop_gradient = False
        k = x * 1.0
        y = k * k * k
        paddle.assign(x * 5.0, k)
        (dx,) = static.gradients([paddle.sum(y) + paddle.sum(k)], [x])
        (ddx,) = static.gradients([dx], [x])
        assert fetched([dx, ddx], x=np.array([1, 2], "float32")) == [[[8.0, 17.0], [6.0, 12.0]]]

    def test_a_gradient_of_a_gradient_through_a_loop_is_refused(self):
        x, i = static.data("x", [2]), count()
        x.stop_gradient = False
        while_loop(lambda i, x: i < 2, lambda i, x: [i + 1, x * x], [i, x])
        (dx,) = static.gradients(paddle.sum(x), [x])
        with pytest.raises(UnsupportedError, match="the gradient of a gradient through a loop"):
            static.gradients([dx], [x])

    def test_an_error_in_the_body_leaves_the_variables_as_they_were(self):
        x, i = static.data("x", [2]), count()
        program = static.default_main_program()
        before = str(program)
        with pytest.raises(ZeroDivisionError):
            while_loop(lambda i, x: i < 2, lambda i, x: [i + 1, 1 / 0], [i, x])
        assert str(program) == before and x.stop_gradient

    def test_the_result_of_a_loop_alone_is_a_new_variable(self):
        x, i = static.data("x", [2]), count()
        _, last = loop_values(lambda i, x: i < 2, lambda i, x: [i + 1, x * 2.0], [i, x])
        assert last is not x and fetched([x, last, i], x=ONE) == [[[1.0, 1.0], [4.0, 4.0], [0]]]

    def test_the_past_has_the_value_of_each_place(self):
        x, i = static.data("x", [2]), count()
        before = x * 10.0
        while_loop(lambda i, v: i < 2, lambda i, v: [i + 1, x * 2.0 + before], [i, x])
        after = x + 1.0
        exe = static.Executor()
        steps = [np.full(2, n, "float32") for n in (1, 2, 3)]
        run = debug.start(lambda: [exe.run(feed={"x": v}, fetch_list=[after]) for v in steps])
        run.wait()
        for step in (3, 1, 2):  # x is n, 2 n + 10 n, 2 (12 n) + 10 n
            n = float(step)
            run.goto(step, "op:while")
            assert (run.value("x")[0], run.value("i")[0]) == (n, 0)
            run.next()
            assert (run.value("x")[0], run.value("i")[0]) == (34 * n, 2)
            run.step_back()
            assert (run.value("x")[0], run.value("i")[0]) == (n, 0)
        run.goto(2, "op:while")
        seen = []
        while (here := run.step_in()).depth or not seen:
            if here.op_type == "elementwise_add":
                seen.append((run.value("v")[0], run.value("x")[0], run.value("i")[0]))
        assert seen == [(2.0, 2.0, 0), (24.0, 24.0, 1)]

    def test_a_name_of_the_results_is_a_name_of_the_loop_variable(self):
        i, h = count(), paddle.full([1], 1.0)
        j, last = while_loop(lambda i, h: i < 2, lambda i, h: [i + 1, h * 2.0], [i, h])
        exe = static.Executor()
        run = debug.start(lambda: exe.run(fetch_list=[last]))
        run.wait()
        assert {*user_names(static.default_main_program(), last.name)} == {"h", "last"}
        run.goto(1, "op:while")
        assert (run.value("h")[0], run.value("i")[0]) == (1.0, 0)
        run.next()
        assert [run.value(name)[0] for name in ("h", "last", "i", "j")] == [4.0, 4.0, 2, 2]
        assert j is i


class TestInDygraph:
    def test_the_tensors_are_written_and_returned(self):
        i, x = paddle.to_tensor([0]), paddle.to_tensor([1.0, 2.0])
        out = while_loop(lambda i, x: i < 2, lambda i, x: [i + 1, x * 2], [i, x])
        assert out[0] is i and out[1] is x and (i.tolist(), x.tolist(), i.inplace_version) == ([2], [4.0, 8.0], 2)

    def test_functions_that_read_the_outer_tensor(self):
        i, x = paddle.to_tensor([0]), paddle.to_tensor([1.0, 2.0])
        while_loop(lambda j, v: i < 3, lambda j, v: [j + 1, x * 2], [i, x])
        assert (i.tolist(), x.tolist()) == ([4], [16.0, 32.0])

    def test_gradients_flow_through_all_iterations(self):
        """Paddle 2.6.2 refuses in backward, as the tensors were written in place; x ** 4 has the gradient 4 x ** 3."""
        i, x = paddle.to_tensor([0]), paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        while_loop(lambda i, x: i < 2, lambda i, x: [i + 1, x * x], [i, x])
        x.sum().backward()
        assert x.tolist() == [1.0, 16.0] and x.grad.tolist() == [4.0, 32.0]

    def test_a_body_that_saves_the_outer_tensor_is_refused_in_backward(self):
        i, w = paddle.to_tensor([0]), paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        x = w * 1.0
        while_loop(lambda i, v: i < 2, lambda i, v: [i + 1, x * x], [i, x])
        with pytest.raises(RunError, match="modified by an inplace operation"):
            x.sum().backward()

    def test_a_parameter_stays_one_under_no_grad(self):
        layer = paddle.nn.Linear(1, 1, weight_attr=paddle.nn.initializer.Constant(3.0))
        with paddle.no_grad():
            while_loop(lambda i, w: i < 2, lambda i, w: [i + 1, w * 2], [paddle.to_tensor([0]), layer.weight])
        layer(paddle.ones([1, 1])).sum().backward()
        assert (layer.weight.item(), layer.weight.grad.item()) == (12.0, 1.0)

    def test_shape_dtype_and_numbers(self):
        i, a, b, c = paddle.to_tensor([0]), *(paddle.ones([1]) for _ in range(3))
        grown = lambda i, a, b, c: [i + 1, paddle.concat([a, a]), paddle.cast(b, "float64"), 5.0]
        while_loop(lambda i, *_: i < 2, grown, [i, a, b, c])
        assert (a.shape, b.dtype, c.tolist()) == ([4], paddle.float64, [5.0])

    def test_exchanged_repeated_and_nested_tensors(self):
        tensors = lambda: (paddle.to_tensor([0]), paddle.to_tensor([1.0]), paddle.to_tensor([2.0]))
        i, a, b = tensors()
        while_loop(lambda i, a, b: i < 1, lambda i, a, b: [i + 1, b, a], [i, a, b])
        assert (a.item(), b.item()) == (2.0, 1.0)
        i, a, b = tensors()
        while_loop(lambda i, v, w: i < 1, lambda i, v, w: [i + 1, b, a], [i, a, b])
        assert (a.item(), b.item()) == (2.0, 1.0)
        i, a, b = tensors()
        while_loop(lambda i, a, b: i < 2, lambda i, a, b: [i + 1, b * 2, a * 3], [i, a, a])
        assert a.item() == 9.0
        i, a, b = tensors()
        while_loop(
            lambda i, p: i < 2, lambda i, p: [i + 1, {"a": p["a"] * 2, "b": p["b"] + p["a"]}], [i, {"a": a, "b": b}]
        )
        assert (a.item(), b.item()) == (4.0, 5.0)

    def test_arrays_are_filled(self):
        i, array = paddle.to_tensor([0]), paddle.tensor.create_array("float32")

        def body(i, array):
            paddle.tensor.array_write(paddle.cast(i, "float32"), i, array)
            return [i + 1, array]

        _, out = while_loop(lambda i, array: i < 3, body, [i, array])
        assert out is array and [v.item() for v in array] == [0.0, 1.0, 2.0]
