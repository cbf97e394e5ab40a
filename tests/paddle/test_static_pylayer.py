"""static_pylayer: two traced functions as one operator."""

import importlib

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, ModeError, OpscopeWarning, UnsupportedError
from opscope.paddle import static
from opscope.paddle.static.nn import StaticPyLayerBlock, cond, static_pylayer, while_loop

X = np.array([[-1, 0.5, 2]], "float32")


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def data(name="x", stop_gradient=False):
    made = static.data(name, [None, 3], "float32")
    made.stop_gradient = stop_gradient
    return made


def run(fetch, **feed):
    exe = static.Executor()
    exe.run(static.default_startup_program())
    return exe.run(feed=feed or {"x": X}, fetch_list=list(fetch))


def test_the_gradient_is_the_given_one():
    x = data()
    y = static_pylayer(lambda x: x * 2, [x], lambda dy: dy * 7)
    value, grad = run([y, *static.gradients([y], [x])])
    assert np.array_equal(value, X * 2) and (grad == 7).all()


def test_both_functions_are_traced_once_when_the_program_is_built():
    calls = []
    x = data()
    y = static_pylayer(lambda x: calls.append("f") or x * 2, [x], lambda dy: calls.append("b") or dy)
    fetch = [y, *static.gradients([y], [x])]
    for _ in range(3):
        run(fetch)
    assert calls == ["f", "b"]


def test_the_blocks_and_names_are_paddles():
    x = data("X")
    y = static_pylayer(paddle.exp, [x], lambda dy: dy)
    (dx,) = static.gradients([y], [x])
    program = static.default_main_program()
    assert (y.name, dx.name, program.num_blocks) == ("_generated_var_0", "X@GRAD", 3)
    forward, backward = program.blocks[1:]
    assert forward.parent_idx == 0 and forward.backward_block_idx == 2 and backward.forward_block_idx == 1
    assert all(o.phase == "backward" for o in backward.ops)
    first, *_, last = program.global_block().ops
    assert (first.type, last.type, last.phase) == ("pylayer", "pylayer_grad", "backward")
    assert "blocks = blocks[1, 2]" in str(program)


@pytest.mark.parametrize(
    "structure",
    [lambda a, b: (a, b), lambda a, b: [a, [b]], lambda a, b: {"a": a, "b": (b, 3, None)}],
    ids=["tuple", "list", "dict"],
)
def test_what_forward_returns_keeps_its_structure(structure):
    x = data()
    out = static_pylayer(lambda x: structure(x * 2, x * 3), [x], lambda da, db: da * 5 + db)
    flat = out if not isinstance(out, dict) else [out["a"], *out["b"]]
    assert type(out) is type(structure(1, 2))
    if isinstance(out, dict):
        assert flat[2:] == [3, None]
    a, b = flat[0], flat[1][0] if isinstance(flat[1], list) else flat[1]
    (grad,) = static.gradients([a * 10 + b], [x])
    assert [v[0, 2] for v in run([a, b, grad])] == [4, 6, 51]


def test_constants_among_the_inputs_take_no_gradient_slot():
    x = data()
    y = static_pylayer(lambda x, by: x * by, [x, 3], lambda dy: dy * 3)
    assert (run(static.gradients([y], [x]))[0] == 3).all()


def test_forward_may_return_its_input():
    x = data()
    y = static_pylayer(lambda x: x, [x], lambda dy: dy * 4)
    value, grad = run([y, *static.gradients([y], [x])])
    assert y is not x and np.array_equal(value, X) and (grad == 4).all()


def test_an_output_without_a_gradient_gives_zeros_to_backward():
    x = data()
    used, _ = static_pylayer(lambda x: (x, x), [x], lambda da, db: da + db * 100)
    assert (run(static.gradients([used], [x]))[0] == 1).all()


def test_none_as_a_gradient_is_zeros():
    a, b = data("a"), data("b")
    y = static_pylayer(lambda a, b: a * b, [a, b], lambda dy: (None, dy))
    da, db = run(static.gradients([y], [a, b]), a=X, b=X)
    assert (da == 0).all() and da.shape == X.shape and (db == 1).all()


def test_a_gradient_for_an_input_that_stops_it_is_ignored():
    a, b = data("a"), data("b", stop_gradient=True)
    y = static_pylayer(lambda a, b: a * b, [a, b], lambda dy: (dy, dy))
    (da, db) = static.gradients([y], [a, b])
    assert db is None and (run([da], a=X, b=X)[0] == 1).all()


class TestClosures:
    def test_outer_variables_may_be_used_in_both_functions(self):
        x, w = data(), data("w")
        scale = w * 2
        y = static_pylayer(lambda x: x * scale, [x], lambda dy: dy * scale + w)
        value, grad = run([y, *static.gradients([y], [x])], x=X, w=X)
        assert np.allclose(value, 2 * X * X) and np.allclose(grad, 3 * X)

    def test_parameters_may_be_used(self):
        x, w = data(), static.create_parameter([3], "float32", name="w")
        y = static_pylayer(lambda x: x + w, [x], lambda dy: dy * w)
        y, dx, w = run([y, *static.gradients([y], [x]), "w"])
        assert np.allclose(y, X + w) and np.allclose(dx, w)

    def test_backward_may_use_what_forward_computed(self):
        kept = {}

        def forward(x):
            kept["e"] = paddle.exp(x)
            return kept["e"] + 1

        x = data()
        y = static_pylayer(forward, [x], lambda dy: dy * kept["e"])
        assert np.allclose(run(static.gradients([y], [x]))[0], np.exp(X))

    def test_random_numbers_of_forward_are_the_same_in_backward(self):
        kept = {}

        def forward(x):
            kept["noise"] = paddle.rand([3])
            return x * kept["noise"]

        x = data()
        y = static_pylayer(forward, [x], lambda dy: dy * kept["noise"])
        y, dx = run([y, *static.gradients([y], [x])])
        assert np.allclose(y, X * dx) and dx.std() > 0


class TestNesting:
    def test_the_outer_backward_wins(self):
        def inner(x):
            return static_pylayer(lambda x: x * 2, [x], lambda dy: dy * 1000)

        x = data()
        y = static_pylayer(lambda x: inner(x) * 3, [x], lambda dy: dy * 7)
        value, grad = run([y, *static.gradients([y], [x])])
        assert np.array_equal(value, X * 6) and (grad == 7).all()

    @pytest.mark.parametrize("chosen", [True, False])
    def test_inside_cond(self, chosen):
        x, flag = data(), static.data("flag", [1], "bool")
        y = cond(flag, lambda: static_pylayer(lambda x: x * 2, [x], lambda dy: dy * 7), lambda: x * 3)
        value, grad = run([y, *static.gradients([y], [x])], x=X, flag=np.array([chosen]))
        assert np.array_equal(value, X * (2 if chosen else 3)) and (grad == (7 if chosen else 3)).all()

    def test_inside_while_loop(self):
        x = data()
        i = paddle.full([1], 0, "int64")

        def body(i, v):
            return i + 1, static_pylayer(lambda v: v * 2, [v], lambda dy: dy * 5)

        _, y = while_loop(lambda i, v: i < 3, body, [i, x])
        value, grad = run([y, *static.gradients([y], [x])])
        assert np.array_equal(value, X * 8) and (grad == 125).all()

    def test_cond_inside_it(self):
        x = data()
        y = static_pylayer(lambda x: cond(x.sum() > 0, lambda: x * 2, lambda: -x), [x], lambda dy: dy * 7)
        assert np.array_equal(run([y])[0], X * 2)
        assert np.array_equal(run([y], x=-X)[0], X)

    def test_py_func_inside_it(self):
        def forward(x):
            out = static.default_main_program().current_block().create_var(name="o", dtype="float32", shape=[-1, 3])
            return static.py_func(lambda x: np.array(x) * 2, x, out)

        x = data()
        y = static_pylayer(forward, [x], lambda dy: dy * 7)
        value, grad = run([y, *static.gradients([y], [x])])
        assert np.array_equal(value, X * 2) and (grad == 7).all()


def test_minimize_trains_through_it():
    w = static.create_parameter([3], "float32", name="w")
    y = static_pylayer(lambda w: w * w, [w], lambda dy: dy)
    paddle.optimizer.SGD(0.5).minimize(y.sum())
    exe = static.Executor()
    exe.run(static.default_startup_program())
    before = np.array(static.global_scope().find_var("w").get_tensor())
    exe.run()
    assert np.allclose(np.array(static.global_scope().find_var("w").get_tensor()), before - 0.5)


class TestWithoutBackward:
    def test_inputs_must_stop_their_gradients(self):
        with pytest.raises(ArgumentError, match=r"when ``backward_fn == None``, but x.stop_gradient got False") as e:
            static_pylayer(paddle.exp, [3, data()])
        assert "fix: pass a backward_fn, or set x.stop_gradient = True" in str(e.value)

    def test_the_result_stops_it_too(self):
        y = static_pylayer(paddle.exp, [data(stop_gradient=True)])
        assert y.stop_gradient and np.allclose(run([y])[0], np.exp(X))


class TestErrors:
    def test_dygraph(self):
        x = data()
        paddle.disable_static()
        with pytest.raises(ModeError, match="please use PyLayer instead of static_pylayer in dygraph mode"):
            static_pylayer(paddle.exp, [x], paddle.exp)

    @pytest.mark.parametrize("inputs", [(), None, 3], ids=str)
    def test_inputs_that_are_no_list(self, inputs):
        with pytest.raises(AssertionError, match="must be a list"):
            static_pylayer(paddle.exp, inputs, paddle.exp)

    @pytest.mark.parametrize("functions", [(3, paddle.exp), (paddle.exp, 3), (None, None)], ids=str)
    def test_functions_that_are_none(self, functions):
        with pytest.raises(ValueError, match=r"`(forward|backward)_fn` should be callable"):
            static_pylayer(functions[0], [data()], functions[1])

    def test_the_number_of_gradients(self):
        x = data()
        with pytest.raises(AssertionError, match=r"needs to keep the number of inputs .* but got 1 and 2"):
            static_pylayer(paddle.exp, [x], lambda dy: (dy, dy))
        with pytest.raises(TypeError, match="positional argument"):
            static_pylayer(paddle.exp, [x], lambda: x)

    @pytest.mark.parametrize("place", ["forward", "backward"])
    def test_an_exception_in_a_function_leaves_the_program_as_it_was(self, place):
        def broken(v):
            raise LookupError(place)

        x = data()
        program = static.default_main_program()
        text = str(program)
        functions = (broken, paddle.exp) if place == "forward" else (paddle.exp, broken)
        with pytest.raises(LookupError, match=place):
            static_pylayer(functions[0], [x], functions[1])
        assert str(program) == text and program.current_block_idx == 0 and program.role == 0


class TestBlocks:
    """StaticPyLayerBlock: the blocks are written inside `with`."""

    def build(self, backward):
        x = data()
        out = paddle.tensor.create_tensor("float32")
        manager = StaticPyLayerBlock([x])
        assert (
            importlib.import_module("opscope.paddle.static.nn.static_pylayer").StaticPyLayerBlock is StaticPyLayerBlock
        )
        assert manager.forward_block_index is manager.backward_block_index is manager.fwd_op_index is None
        with manager.block() as inside:
            hidden = paddle.tanh(x)
            paddle.assign(hidden, out)
            inside.fwd_outputs = [out]
        if backward:
            with manager.block(is_backward_block=True) as inside:
                dout = x.program.current_block().create_var(out.grad_name, [-1, 3], "float32")
                inside.var_old_to_new[(dout * hidden * 10.0).name] = x.grad_name
        return x, out, manager

    def test_they_run_and_the_second_is_the_gradient_of_the_first(self):
        x, out, manager = self.build(backward=True)
        dx = static.gradients([(out * 2.0).sum()], [x])
        assert (manager.forward_block_index, manager.backward_block_index, manager.fwd_op_index) == (1, 2, 0)
        assert [o.type for o in x.block.ops if o.blocks] == ["pylayer", "pylayer_grad"] and out.shape == (-1, 3)
        for _ in range(3):
            made = static.Executor().run(feed={"x": X}, fetch_list=[out, *dx])
        assert np.allclose(made[0], np.tanh(X)) and np.allclose(made[1], 20 * np.tanh(X))

    def test_without_a_second_one_no_gradient_passes(self):
        x, out, _ = self.build(backward=False)
        with pytest.warns(OpscopeWarning, match="no gradient path .* pylayer has no gradient for its input"):
            assert out.stop_gradient and static.gradients([out.sum()], [x]) in ([], [None])
        assert np.allclose(static.Executor().run(feed={"x": X}, fetch_list=[out])[0], np.tanh(X))

    def test_what_they_write_besides_is_refused_and_so_is_the_second_one_first(self):
        x = data()
        other = x.block.create_var("other", [-1, 3], "float32")
        manager = StaticPyLayerBlock([x])
        with pytest.raises(ArgumentError, match="the forward block of a StaticPyLayerBlock must come first"):
            manager.block(is_backward_block=True).__enter__()
        with pytest.raises(UnsupportedError, match="the block writes other"), manager.block():
            paddle.assign(x, other)
