"""Lists show beside a generated name what the user's code, or the Layer, calls the value."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.rules import Symptom
from opscope.debug.taps.value_events import MAX_NAMES
from opscope.debug.why.explanation_event import explained
from opscope.displays import findings_display
from opscope.errors import NotFound
from opscope.events import FindFaults, FindingSeen, ValueSeen
from opscope.names.program_names import user_names
from opscope.names.resolver import all_user_names
from opscope.names.shown_name import name_beside, names_shown_first, with_names_beside

nn = paddle.nn
F = nn.functional


class Block(nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.norm = nn.BatchNorm1D(4)
        self.gain = self.create_parameter([1], default_initializer=nn.initializer.Constant(1e30))

    def forward(self, x):
        return self.norm(self.fc(x)) * self.gain


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.stem = nn.Linear(4, 4)
        self.blocks = nn.LayerList([Block(), Block()])
        self.head = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 1))
        self.mixers = nn.LayerList([nn.Linear(4, 4), nn.Linear(4, 4)])
        self.scale = self.create_parameter([1], default_initializer=nn.initializer.Constant(1e30))

    def forward(self, x):
        hidden = self.stem(x)
        for block in self.blocks:
            hidden = block(hidden)
        for mixer in self.mixers:
            hidden = mixer(hidden)
        hidden = F.linear(hidden, self.stem.weight)  # not its own
        return self.head(hidden) * self.scale


EXPECTED = {
    "stem.weight": "net.stem.weight",
    "blocks.0.fc.weight": "blocks.0.fc.weight",
    "blocks.1.fc.bias": "blocks.1.fc.bias",
    "blocks.1.norm.weight": "blocks.1.norm.weight",
    "blocks.1.norm._mean": "blocks.1.norm._mean",
    "blocks.1.gain": "blocks.1.gain",
    "mixers.0.weight": "mixers.0.weight",
    "mixers.1.bias": "mixers.1.bias",
    "head.0.weight": "head.0.weight",
    "head.2.bias": "head.2.bias",
    "scale": "net.scale",
}


def batch(step):
    return np.outer([step, 2 * step], np.ones(4)).astype("float32")


def static_training(found):
    net = Net()
    x = paddle.static.data("x", [None, 4], "float32")
    loss = paddle.mean(paddle.square(net(x)))
    paddle.optimizer.SGD(0.1).minimize(loss)
    exe = paddle.static.Executor()
    exe.run(paddle.static.default_startup_program())
    found |= {name: tensor.name for name, tensor in net.state_dict().items()}
    for step in range(1, 4):
        exe.run(feed={"x": batch(step)}, fetch_list=[loss])


def eager_training(found):
    net = Net()
    optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())
    found |= {name: tensor.name for name, tensor in net.state_dict().items()}
    for step in range(1, 4):
        x = paddle.to_tensor(batch(step))
        loss = paddle.mean(paddle.square(net(x)))
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()


@pytest.fixture(params=[static_training, eager_training], ids=["static", "eager"])
def recorded(request):
    """A run whose loss overflows in its first step, and its variables by their structured names."""
    (paddle.enable_static if request.param is static_training else paddle.disable_static)()
    names = {}
    with np.errstate(all="ignore"):
        run = debug.start(lambda: request.param(names))
        run.wait()
        yield run, names
    paddle.disable_static()


def test_parameters_have_the_name_that_says_which_layer(recorded):
    run, names = recorded
    program = run.program()
    assert {name: name_beside(program, names[name]) for name in EXPECTED} == EXPECTED
    assert name_beside(program, names["head.0.weight"] + "@GRAD") == "head.0.weight@GRAD"


def test_a_parameter_is_found_by_the_name_that_is_shown(recorded):
    """Panel, tables and findings said head.0.weight, and no command took it."""
    run, names = recorded
    program = run.program()
    for name, shown in EXPECTED.items():
        value = run.value(names[name])
        np.testing.assert_array_equal(run.value(shown), value)
        if name != "scale":  # without a Layer in it, it would be any word
            np.testing.assert_array_equal(run.value(name), value)
            assert run.look(name).name == names[name]
    for name in ("head.0.weight", "blocks.1.fc.bias"):
        assert name in user_names(program, names[name])
        assert user_names(program, names[name] + "@GRAD")[-1] == name + "@GRAD"
        np.testing.assert_array_equal(run.value(f"{name}.grad"), run.value(names[name] + "@GRAD"))
    assert not [n for n in all_user_names(program) if n.endswith("head.weight")], "a Sequential has no weight"
    with pytest.raises(NotFound, match=r"did you mean 'head\.2\.bias'"):
        run.value("head.2.bais")


@pytest.mark.parametrize("training", [static_training, eager_training], ids=["static", "eager"])
def test_patterns_of_structured_names_select(training):
    (paddle.enable_static if training is static_training else paddle.disable_static)()
    names = {}
    with np.errstate(all="ignore"):
        run = debug.start(lambda: training(names), taps=["head.*.weight"], breakpoints=["head.2.bias@GRAD"])
        here = run.until_stopped(60)
        assert names["head.2.bias"] + "@GRAD" in run.names() and here.step == 1
        run.clear()
        run.cont()
        run.wait()
    tapped = {e.name for e in run.history.events() if isinstance(e, ValueSeen)}
    assert tapped == {names["head.0.weight"], names["head.2.weight"]}
    paddle.disable_static()


def test_a_name_that_the_user_chose_stands_alone(recorded):
    run, _ = recorded
    assert name_beside(run.program(), "x") == ""


def test_findings_and_explanations_show_the_name(recorded):
    run, names = recorded
    gain = names["blocks.0.gain"]
    explanation = run.why(gain)
    assert dict(explanation.names)[gain] == "blocks.0.gain"
    assert repr(explanation).startswith("blocks.0.gain[") and gain not in repr(explanation)
    event = explained(explanation, gain, 3)
    assert event.values[0].startswith("blocks.0.gain[") and gain not in "".join((*event.values, *event.reads))
    weight = names["blocks.1.fc.weight"]
    debug.rules.add("gain", lambda step: Symptom(gain, f"{gain} and {weight}; {weight}."))
    try:
        (found,) = run.findings.of("gain")
        run.ask(FindFaults)
    finally:
        debug.rules.remove("gain")
    assert found.called == "blocks.0.gain"
    assert found.evidence == f"{gain} and {weight} (blocks.1.fc.weight); {weight}."
    assert f"gain  {gain} (blocks.0.gain)" in str(found)
    assert "<code>blocks.0.gain</code>" in findings_display.html(found)
    (sent,) = [e for e in run.history.events() if isinstance(e, FindingSeen) and e.rule == "gain"]
    assert (sent.value, sent.called) == (gain, "blocks.0.gain")


def test_the_course_of_an_eager_loss_has_the_name_of_the_loss():
    """Its rules follow it over the steps, whichever op makes it: at first a mean, later a product."""

    def train():
        net = nn.Linear(4, 1)
        optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())
        for step in range(1, 5):
            loss = paddle.mean(net(paddle.to_tensor(batch(step))))
            if step == 3:
                loss = loss * float("nan")
            loss.backward()
            optimizer.step()

    run = debug.start(train)
    run.wait()
    found = [f for f in run.findings.every if f.rule == "not-finite" and "loss" in (f.value, f.called)]
    # the value in step 3, then the course of the loss in steps 3 and 4: one problem
    assert [(f.step, f.times) for f in found] == [(3, 3)]


def test_a_value_shows_its_best_name_first_and_those_of_the_inputs(recorded):
    run, names = recorded
    assert run.look(names["blocks.1.fc.weight"]).names[0] == "blocks.1.fc.weight"
    weight = names["stem.weight"]
    made = next(o for o in run.program().operators if weight in o.inputs).outputs[0]
    hidden = run.look(made)
    assert dict(zip(hidden.inputs, hidden.inputs_called, strict=True))[weight] == "net.stem.weight"
    assert f"{weight} (net.stem.weight)" in repr(hidden)


def test_the_first_value_that_differs_has_the_name():
    def train(rate):
        x = paddle.to_tensor(batch(1))
        hidden = x * rate
        paddle.mean(hidden)

    runs = [debug.start(lambda rate=rate: train(rate)) for rate in (1.0, 2.0)]
    for run in runs:
        run.wait()
    first = debug.diff(*runs).first
    assert first is not None and first.called == "hidden"
    assert f"{first.name} (hidden) float32" in str(first)


def slope(value, cube, gradient):
    """Wrong: a cube's is 3 * value ** 2."""
    return np.array(gradient) * np.array(value)


def cubed(rate=0.1, width=4):
    """A function that trains a cube, and its start-up program."""
    main, startup, exe = paddle.static.Program(), paddle.static.Program(), paddle.static.Executor()
    with paddle.static.program_guard(main, startup):
        x = paddle.static.data("x", [None, 4], "float32")
        factor = paddle.create_parameter([width, 3], "float32")
        hidden = paddle.matmul(paddle.static.nn.fc(x, width), factor)
        scores = paddle.static.nn.fc(hidden, 3)
        cube = main.current_block().create_var(name="cube", shape=scores.shape, dtype="float32")
        paddle.static.py_func(lambda v: np.array(v) ** 3, scores, cube, backward_func=slope)
        loss = paddle.mean(cube)
        paddle.optimizer.SGD(rate).minimize(loss)

    def train():
        scope = paddle.static.Scope()
        exe.run(startup, scope=scope)
        for _ in range(3):
            exe.run(main, feed={"x": np.ones((2, 4), "float32")}, fetch_list=[loss], scope=scope)

    return train, startup


@pytest.fixture
def static():
    paddle.enable_static()
    yield
    paddle.disable_static()


def test_differences_checks_and_profiles_name_values_as_the_user_does(static):
    train, _ = cubed()
    found = debug.diff(train, cubed(0.2)[0])
    assert found.loss_called == "loss" and f"{found.loss} (loss):" in repr(found)
    (gradient,) = debug.check(train)
    assert gradient.called == "scores" and f"the gradient of {gradient.of} (scores)" in str(gradient)
    with debug.profile() as seen:
        train()
    called = {row["output"]: row["called"] for row in seen.rows.records()}
    assert "scores" in called.values() and called[gradient.of] == "scores"


def test_a_recording_is_compared_by_the_names_of_the_other_run(static, tmp_path):
    train, _ = cubed()
    run = debug.start(train)
    run.wait()
    run.save(tmp_path / "recording")
    found = debug.diff(tmp_path / "recording", cubed(0.2)[0])
    assert found.loss_called == "loss"
    doubled, _ = cubed(width=5)
    found = debug.diff(tmp_path / "recording", doubled)
    assert "factor" in {change.called for change in found.changes}


def test_what_fills_the_parameters_of_a_layer_is_not_called_as_its_result(static):
    _, startup = cubed()
    called = {name: name_beside(startup, name) for o in startup.global_block().ops for name in o.output_arg_names}
    assert {name for name, each in called.items() if each} == {n for n in called if n.startswith("create_parameter")}
    assert set(called.values()) == {"", "factor"}


@pytest.mark.filterwarnings("ignore:.* encountered in:RuntimeWarning")
def test_a_stop_says_how_the_user_calls_the_value(static):
    x = paddle.static.data("x", [None, 2], "float32")
    ratio = 1.0 / x
    loss = paddle.mean(ratio)
    exe = paddle.static.Executor()
    run = debug.Run(lambda: exe.run(feed={"x": np.zeros((1, 2), "float32")}, fetch_list=[loss]))
    run.watch("nan")
    run.start()
    stop = run.until_stopped()
    assert stop.text.startswith(f"{ratio.name} (ratio): 0 NaN and 2 Inf")
    (finding,) = [e for e in run.history.events() if isinstance(e, FindingSeen)]
    assert (finding.value, finding.called) == (ratio.name, "ratio") and finding.evidence.startswith("0 NaN and 2 Inf")
    assert "writes tmp_0 (ratio)" in run.back_to_write(ratio.name).text.replace(ratio.name, "tmp_0")
    with pytest.raises(NotFound, match=r"\(ratio\) has no value here"):
        run.value(ratio.name)
    first = run.first("nan")
    assert first.name == ratio.name
    run.stop()


def test_changes_are_shown_by_the_names_of_the_user(static):
    run = debug.Run(cubed()[0], breakpoints=["op:py_func"])
    run.start()
    run.until_stopped()
    run.set("scores", 1.0)
    assert {each.called for each in run.compare()} >= {"scores"}
    run.clear()
    run.cont()
    run.wait()
    tried = run.branch(1, {"factor": 0.5}, until=2)
    assert " (loss) in step 2: " in repr(tried)
    assert {each.called for each in tried.differences} >= {"hidden", "scores", "loss"}


def test_the_weights_of_recurrent_cells_have_their_attributes_names():
    """`0.cell.weight` was shown for one of four."""
    net = nn.GRU(3, 2)

    def go():
        return net(paddle.rand([1, 2, 3]))[0].sum()

    run = debug.start(go)
    run.wait()
    called = {name: name_beside(run.program(), name) for name in run.names() if "gru_cell" in name}
    wanted = ["bias_hh", "bias_ih", "weight_hh", "weight_ih"]
    assert sorted(called.values()) == [f"net.0.cell.{name}" for name in wanted]


def test_naming_many_values_walks_through_the_program_once(monkeypatch):
    paddle.enable_static()
    with paddle.static.program_guard(paddle.static.Program(), paddle.static.Program()):
        x = paddle.static.data("x", [2], "float32")
        values = [paddle.tanh(x) for _ in range(20)]
    paddle.disable_static()
    walks, operators = [], type(x.program).operators.fget
    monkeypatch.setattr(type(x.program), "operators", property(lambda self: walks.append(1) or operators(self)))
    for value in values:
        name_beside(x.program, value.name)
    assert len(walks) < 5  # once for each table that is kept


def layer_training(make):
    layer = make()
    optimizer = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
    for _ in range(3):
        h = layer(paddle.ones([2, 3, 4]))
        loss = paddle.mean(h)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()


LAYERS = {
    "Sequential": lambda: nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Sequential(nn.Linear(8, 4), nn.Tanh())),
    "empty Sequential": lambda: nn.Sequential(nn.Sequential(), nn.Linear(4, 4), nn.Sequential()),
    "batch norm": lambda: nn.Sequential(nn.BatchNorm1D(3), nn.Dropout(0.5)),
    "attention": lambda: nn.MultiHeadAttention(4, 2),
    "encoder": lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8), 2),
    "encoders": lambda: nn.Sequential(nn.TransformerEncoderLayer(4, 2, 8), nn.TransformerEncoderLayer(4, 2, 8)),
}


@pytest.mark.parametrize("make", LAYERS.values(), ids=LAYERS)
@pytest.mark.parametrize("breakpoints", [(), ("op:mean",)], ids=["running", "stopping"])
def test_values_inside_a_layer_are_not_called_as_its_result(make, breakpoints):
    """Each op of a Sequential was called h, the result, in the summaries that are sent while the layer runs.

    Only the first step shows which one is.
    """
    with paddle.base.dygraph.guard():
        run = debug.start(lambda: layer_training(make), breakpoints=breakpoints, taps=["*"], hz=None)
        run.until_stopped(60)
        while not run.done:
            run.cont()
            run.until_stopped(60)
    program, seen = run.program(), [e for e in run.history.events() if isinstance(e, ValueSeen)]
    is_late = make is LAYERS["empty Sequential"] and not breakpoints  # only a whole step shows that no op follows
    first = 2 if is_late else 1
    assert {e.step for e in seen if e.called == "h"} == {*range(first, 4)}
    for event in (e for e in seen if e.step > 1):
        assert event.called == ", ".join(names_shown_first(program, event.name)[:MAX_NAMES])
    assert len({e.name for e in seen if e.step > 1 and e.called == "h"}) == 1


def test_each_round_of_a_loop_over_layers_has_its_result():
    """The first op of the next Sequential reads the result of the last one, which lost its name by that."""

    def train():
        blocks = [nn.Sequential(nn.Linear(4, 4), nn.Tanh()) for _ in range(3)]
        optimizer = paddle.optimizer.SGD(0.1, parameters=[p for block in blocks for p in block.parameters()])
        for _ in range(3):
            h = paddle.ones([2, 4])
            for block in blocks:
                h = block(h)
            loss = paddle.mean(h)
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    with paddle.base.dygraph.guard():
        run = debug.start(train, breakpoints=["op:mean"], taps=["op:tanh"], hz=None)
        run.until_stopped(60)
        while not run.done:
            run.cont()
            run.until_stopped(60)
    called = [(e.step, e.called) for e in run.history.events() if isinstance(e, ValueSeen)]
    assert called == [(step, "h") for step in (1, 2, 3) for _ in range(3)]


def test_parameters_of_sequentials_that_the_code_calls():
    """They were called 0.weight, in both nets alike, and net.weight was the one of the first layer."""

    def train():
        net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 4))
        judge = nn.Sequential(nn.Linear(4, 2))
        optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters() + judge.parameters())
        paddle.mean(judge(net(paddle.ones([2, 4])))).backward()
        optimizer.step()

    with paddle.base.dygraph.guard():
        run = debug.start(train)
        run.wait()
    found = {name: run.look(name).name for name in ("net.0.weight", "net[2].bias", "judge[0].weight", "2.bias")}
    second, judge = run.look("net[2].weight"), run.look("judge.0.weight")
    assert found["net[2].bias"] == found["2.bias"] and found["judge[0].weight"] == judge.name
    assert (second.names, judge.names) == (("net.2.weight",), ("judge.0.weight",))
    np.testing.assert_array_equal(run.value("net[2].weight.grad"), run.value(second.name + "@GRAD"))
    with pytest.raises(NotFound, match=r"0\.weight can be linear_\d+\.w_0 \(step 1\) or linear_\d+\.w_0 \(step 1\)"):
        run.value("0.weight")
    for wrong in ("net.weight", "net[3].weight"):
        with pytest.raises(NotFound):
            run.value(wrong)


def test_the_results_of_loops_branches_and_functions_have_the_users_names_first(static):
    """Lists had `while.tmp_1` as title, and a check spoke of "the gradient of while.tmp_1"."""
    x = paddle.static.data("x", [2, 4], "float32")
    start, rounds = paddle.full([1], 0, "int64"), paddle.full([1], 3, "int64")
    ended, state = paddle.static.nn.while_loop(
        lambda i, h: i < rounds, lambda i, h: [i + 1, paddle.tanh(h)], [start, paddle.static.nn.fc(x, 4)]
    )
    chosen = paddle.static.nn.cond(ended.sum() > 2, lambda: state * 2.0, lambda: state)
    elements = paddle.tensor.create_array("float32")
    index = paddle.full([1], 0, "int64")
    paddle.tensor.array_write(chosen, index, elements)
    element = paddle.tensor.array_read(elements, index)
    cube = paddle.static.default_main_program().current_block().create_var(name="cube", shape=[2, 4], dtype="float32")
    paddle.static.py_func(lambda v: np.array(v) ** 3, element, cube, backward_func=slope)
    paddle.optimizer.SGD(0.1).minimize(paddle.mean(cube))
    exe = paddle.static.Executor()
    exe.run(paddle.static.default_startup_program())

    def train():
        exe.run(feed={"x": np.ones((2, 4), "float32")}, fetch_list=[cube])

    run = debug.start(train, taps=[state, chosen, element, f"{state.name}@GRAD"])
    run.wait()
    seen = {e.called: (e.name, e.named) for e in run.history.events() if isinstance(e, ValueSeen)}
    assert seen == {
        "state": (state.name, False),
        "chosen": (chosen.name, False),
        "element": (element.name, False),
        "state@GRAD": (f"{state.name}@GRAD", False),
    }
    run.goto(1)
    run.run_to_end()
    text = repr(run.why(chosen))
    assert "  chosen[0, 3] = " in text and " of state[0, 3] = " in text and chosen.name not in text, text
    (gradient,) = debug.check(train)
    assert f"the gradient of {element.name} (element)" in str(gradient)
    assert with_names_beside(run.program(), f"{state.name} is large") == f"{state.name} (state) is large"
