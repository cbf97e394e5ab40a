"""The variables of programs by the Python names that they were bound to."""

import numpy as np
import pytest

from opscope import debug, paddle, viz
from opscope.errors import NotFound, OpscopeError
from opscope.names.program_names import user_names
from opscope.ui import value_text

F = paddle.nn.functional
static = paddle.static


class Net(paddle.nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc1 = paddle.nn.Linear(4, 8)
        self.fc2 = paddle.nn.Linear(8, 2)

    def forward(self, x):
        h = F.relu(self.fc1(x))
        return self.fc2(h)


def act(x):
    return F.tanh(x)


def build():
    """Returns a loss, and the variables by the names that a reader gives them."""
    image = paddle.static.data("img", [None, 4])
    net = Net()
    hidden = net(image)
    outs = [act(hidden * float(i)) for i in range(3)]
    a, b = paddle.split(hidden, 2, axis=1)
    s = a + b
    s += 1.0
    d = {"k": F.sigmoid(s)}
    if (w := paddle.mean(d["k"])) is not None:
        total = paddle.mean(hidden) + w + outs[2].mean()
    dense = paddle.static.nn.fc(image, 3)
    kept = dense
    loss = total + dense.mean()
    paddle.optimizer.SGD(0.1).minimize(loss)
    return loss, {
        "image": image, "hidden": hidden, "outs[0]": outs[0], "outs[1]": outs[1], "outs[2]": outs[2], "a": a, "b": b,
        "s": s, "d['k']": d["k"], "w": w, "total": total, "dense": dense, "kept": kept, "loss": loss,
        "net.fc1.weight": net.fc1.weight, "self.fc2.bias": net.fc2.bias,
    }  # fmt: skip


def program():
    paddle.enable_static()
    loss, variables = build()
    exe = paddle.static.Executor()

    def body():
        exe.run(paddle.static.default_startup_program())
        for step in range(4):
            exe.run(feed={"img": np.full((3, 4), step, "float32")}, fetch_list=[loss])

    return body, variables


def test_each_variable_is_found_by_its_name():
    body, variables = program()
    run = debug.start(body)
    run.wait()
    for name, variable in variables.items():
        np.testing.assert_array_equal(run.value(name), run.value(variable.name), err_msg=name)
        assert name in user_names(variable.program, variable.name), name
    np.testing.assert_array_equal(run.value("hidden@GRAD"), run.value(variables["hidden"].name + "@GRAD"))
    assert [*run.values("loss")] == [1, 2, 3, 4]


def test_breakpoints_conditions_and_taps():
    body, variables = program()
    run = debug.start(body, breakpoints=["outs[1]"], taps=["hidden", "net.fc1.weight@GRAD"])
    run.until_stopped()
    assert run.look("outs[1]").name == variables["outs[1]"].name
    with pytest.raises(OpscopeError, match="not computed yet"):
        run.value("loss")
    expected = run.value("outs[1]").mean() + run.value("hidden").max()
    assert run.evaluate("outs[1].mean() + hidden.max()") == pytest.approx(expected)
    run.clear()
    run.breakpoint("", "hidden.mean() != 0 and step > 2")
    run.cont()
    here = run.until_stopped()
    assert here.step == 3
    run.clear()
    run.cont()
    run.wait()
    hidden = run.history.of(variables["hidden"].name)[-1]
    assert hidden.called.startswith("hidden")
    assert set(run.history.names()) >= {variables["net.fc1.weight"].name + "@GRAD"}
    assert run.back_to_write("hidden").step == 4
    assert run.goto(2, "hidden").step == 2


def test_a_measured_condition_on_a_name_stops_a_lowered_run():
    body, _ = program()
    run = debug.start(body, breakpoints=[("", "outs[2].min() < 0 or outs[2].max() > 0")])
    here = run.until_stopped()
    assert here.step == 2  # the first image is zero, and the biases are
    run.clear()
    run.cont()
    run.wait()


def test_a_name_of_several_functions_is_ambiguous_unless_one_has_called_the_others():
    body, _ = program()
    run = debug.start(body)
    run.wait()
    with pytest.raises(OpscopeError, match=r"x can be .* in forward.* or .* in act"):
        run.value("x")


def test_an_unknown_name_is_compared_with_the_users():
    body, _ = program()
    run = debug.start(body)
    run.wait()
    with pytest.raises(OpscopeError, match="did you mean 'hidden'"):
        run.value("hiden")


def test_a_name_that_the_user_has_given_to_the_value_itself_is_shown_first():
    paddle.enable_static()
    x = paddle.static.data("x", [None, 4])
    h = x
    score = paddle.tanh(h, name="hidden")
    z = F.sigmoid(score)
    exe = paddle.static.Executor()

    def body():
        exe.run(feed={"x": np.ones((3, 4), "float32")}, fetch_list=[z])

    run = debug.start(body, taps=["*"])
    run.wait()
    labels = {name: value_text.label(run.history.of(name)[-1]) for name in (x.name, score.name, z.name)}
    assert labels == {"x": "x · h", "hidden.tmp_0": "hidden.tmp_0 · score", z.name: f"z · {z.name}"}
    np.testing.assert_array_equal(run.value("h"), run.value("x"))
    np.testing.assert_array_equal(run.value("score"), run.value("hidden.tmp_0"))


def test_the_graph_shows_the_names():
    _, variables = program()
    of = variables["hidden"].program
    graph = viz.program_graph(of)
    node = next(n for n in graph.nodes if n.label == "hidden")
    assert node.detail[0] == variables["hidden"].name


def test_blocks_name_their_results_and_not_what_they_save_for_gradients():
    paddle.enable_static()
    x = paddle.static.data("x", [None, 4])
    kept = []

    def keeps(v):
        kept.append(paddle.exp(v))
        return kept[0] * 2.0

    y = paddle.static.nn.static_pylayer(keeps, [x], lambda dy: dy * kept[0])
    z = paddle.static.nn.cond(paddle.mean(y) > 0, lambda: paddle.exp(y) * 3.0, lambda: y * 2.0)
    a, b = paddle.static.nn.cond(paddle.mean(y) > 0, lambda: (paddle.exp(y), y), lambda: (y * 2.0, y))
    (w,) = paddle.static.nn.while_loop(lambda v: paddle.mean(v) > 1.0, lambda v: [paddle.exp(v) - 2.0], [z])
    copied = a.program.global_block().create_var(name="copied", dtype="float32", shape=[-1, 4])
    copied = paddle.static.py_func(np.negative, b, copied)
    paddle.optimizer.SGD(0.1).minimize(paddle.mean(w + a + b))
    program = x.program
    names = [name for v in (y, z, a, b, w, copied) for name in (*user_names(program, v.name), v.name)[:1]]
    assert names == ["y", "z", "a", "b", "z", "copied"]  # the loop writes z, and returns it
    assert user_names(program, w.name) == ("z", "w")
    saved = [n for o in program.operators for n in o.outputs if n and ".saved" in n]
    assert saved and not any(user_names(program, n) for n in saved)


def test_the_functions_that_an_op_calls_are_no_names_of_its_inputs():
    paddle.enable_static()
    a, b, d = (paddle.static.data(name, [4], "float32") for name in "abd")
    results = [a.program.global_block().create_var(name=f"r{i}", dtype="float32", shape=[4]) for i in range(2)]
    image, label, inputs = a, b, d

    def twice(v):
        return np.array(v) * 2.0

    def grows(i, v):
        return [i + 1.0, v * 2.0]

    paddle.static.py_func(twice, image, results[0])
    paddle.static.py_func(func=np.tanh, x=label, out=results[1])
    paddle.static.nn.static_pylayer(lambda v: v * 3.0, [inputs], lambda dv: dv * 3.0)
    paddle.static.nn.while_loop(lambda i, v: paddle.mean(v) < 9.0, grows, [image, label])
    assert [n in user_names(a.program, v.name) for v, n in ((a, "image"), (b, "label"), (d, "inputs"))] == [True] * 3
    named = {n for v in a.program.list_vars() for n in user_names(a.program, v.name)}
    assert not named & {"twice", "np.tanh", "grows"}


def test_a_size_and_a_name_are_no_names_of_the_weight_that_fc_makes():
    def dense(h, width, name):
        return F.tanh(paddle.static.nn.fc(h, width, name=name))

    paddle.enable_static()
    x = paddle.static.data("x", [None, 4])
    inner = dense(x, 8, "inner")
    factor = paddle.create_parameter([8, 3], "float32", name="other")
    loss = paddle.mean(paddle.matmul(inner, y=factor))
    paddle.optimizer.SGD(0.1).minimize(loss)
    program = loss.program
    for value in ("inner.w_0", "inner.b_0", "inner.w_0@GRAD"):
        assert user_names(program, value) == (), value
    assert "factor@GRAD" in user_names(program, "other@GRAD")


def test_gradients_of_weights_are_listed_by_the_names_of_the_layers():
    body, _ = program()
    run = debug.start(body, taps=["*.w_0@GRAD"])
    run.wait()
    called = {row["name"]: row["called"] for row in run.history.records()}
    assert "net.fc1.weight@GRAD" in called["linear_0.w_0@GRAD"]


def generator(z):
    h = F.relu(static.nn.fc(z, 6))
    return static.nn.fc(h, 4)


def judge(x):
    h = F.leaky_relu(static.nn.fc(x, 6))
    return static.nn.fc(h, 1)


def test_a_name_is_the_one_of_the_function_where_the_run_stands():
    """In judge, before its h was computed, h was the one of generator, in silence."""
    paddle.enable_static()
    with static.program_guard(static.Program(), startup := static.Program()):
        fake = generator(static.data("z", [3, 2], "float32"))
        loss = paddle.mean(judge(fake) + judge(fake * 2.0))
        program = static.default_main_program()
    exe = static.Executor()

    def body():
        exe.run(startup)
        exe.run(program, feed={"z": np.ones((3, 2), "float32")}, fetch_list=[loss])

    run = debug.start(body, breakpoints=["op:leaky_relu", "op:reduce_mean"])
    run.until_stopped(60)
    for made in range(2):
        assert run.here.op_type == "leaky_relu" and run.here.name == f"leaky_relu_{made}.tmp_0"
        with pytest.raises(NotFound, match="the value is not computed yet"):
            run.value("h")
        assert run.evaluate("h.max()") is None
        np.testing.assert_array_equal(run.value("x"), run.value("fake") * (1 + made))
        run.next(timeout=60)
        assert run.look("h").name == f"leaky_relu_{made}.tmp_0"
        run.cont()
        run.until_stopped(60)
    for ask in (run.value, run.evaluate):
        with pytest.raises(OpscopeError, match=r"h can be relu_0\.tmp_0 .*generator.* or leaky_relu_1\.tmp_0 .*judge"):
            ask("h")
    run.cont()
    run.wait(60)
