"""The user's names: a value is found by the name that a reader of the program gives it."""

import textwrap

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import OpscopeError
from opscope.paddle.autograd import PyLayer
from tests.names.dygraph_programs import PROGRAMS, Net, numbers

nn = paddle.nn
CALLS = {"logged": (), "notified": ("op:another",)}  # a breakpoint has each call notified


def values_missed(run, tensors):
    """The names under which the run does not have the elements of the tensors."""
    found = []
    for name, tensor in tensors.items():
        try:
            value = run.value(name)
        except OpscopeError:
            value = None
        if value is None or not np.array_equal(value, np.asarray(tensor)):
            found.append(name)
    return found


@pytest.mark.filterwarnings("ignore:.*matches nothing")
@pytest.mark.parametrize("calls", CALLS)
def test_tensors_of_ten_programs_are_found_by_their_names(calls):
    """At least 95 % of those that the programs name, both where calls are logged and where they are notified."""
    missed, count = [], 0
    for program in PROGRAMS:
        run = debug.start(program, breakpoints=CALLS[calls])
        tensors = run.wait()
        count += len(tensors)
        missed += [f"{program.__name__}: {name}" for name in values_missed(run, tensors)]
    assert len(PROGRAMS) == 10
    assert count >= 200
    assert len(missed) <= 0.05 * count, missed


def hidden_net():
    net = Net()
    optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())
    x = numbers(6, 4)
    for _ in range(3):
        made = net(x)
        loss = (made * made).mean()
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()


def stops(run):
    """What a run has stopped for, until its end."""
    found = []
    while (here := run.until_stopped()) is not None:
        found.append((here.step, here.op_type, here.line))
        run.cont()
    return found


def test_a_breakpoint_on_a_name_stops_once_where_the_value_was_made():
    """The caller gives the name; the functions on the way make other values."""
    run = debug.start(hidden_net, breakpoints=["made"])
    found = [(step, op) for step, op, _ in stops(run)]
    assert found == [(1, "elementwise_mul"), (2, "elementwise_mul"), (3, "elementwise_mul")]
    assert run.reverse_continue().step == 3
    assert run.value("made").shape == (6, 2)
    assert run.back_to_write("loss").step == 2


def test_conditions_and_expressions_read_names():
    run = debug.start(hidden_net, breakpoints=[("loss", "made.max() > -100 and step == 2")])
    here = run.until_stopped()
    assert here.step == 2
    mean = np.square(run.value("made")).mean()
    assert run.evaluate("loss") == pytest.approx(mean, rel=1e-5)
    assert run.evaluate("net.fc1.weight.max()") == run.value("self.fc1.weight").max()
    run.clear()
    run.cont()
    run.wait()
    values = run.values("loss")
    assert [*values] == [1, 2, 3] and values[2] == pytest.approx(mean, rel=1e-5)


def test_taps_select_by_names():
    run = debug.start(hidden_net, taps=["made", "net.fc2.*"], hz=None)
    run.wait()
    assert {run.look("made").name, run.look("net.fc2.weight").name} <= set(run.history.names())


def test_look_shows_the_names_of_a_value():
    run = debug.start(hidden_net)
    run.wait()
    found = run.look("made")
    assert found.names == ("made",) and f"{found.name} (made)" in repr(found)
    assert "net.fc1.weight" in run.look("self.fc1.weight").names


def first_of_two(values):
    part = values * 2.0
    return part.sum()


def second_of_two(values):
    part = values * 3.0
    return part.sum()


def ambiguous():
    x = numbers(3)
    return first_of_two(x) + second_of_two(x)


def test_a_name_of_several_functions_lists_its_candidates():
    run = debug.start(ambiguous)
    run.wait()
    with pytest.raises(OpscopeError) as caught:
        run.value("part")
    text = str(caught.value)
    assert "in first_of_two" in text and "in second_of_two" in text and "step" in text
    candidates = [word.strip("(") for word in text.split() if word.startswith("scale_")]
    assert len(candidates) == 2
    np.testing.assert_allclose(run.value(candidates[1]), run.value(candidates[0]) * 1.5, rtol=1e-6)


def test_inside_a_function_its_own_variable_counts():
    run = debug.start(ambiguous, breakpoints=["op:reduce_sum"])
    shown = []
    while run.until_stopped() is not None:
        shown.append(run.value("part"))
        run.cont()
    np.testing.assert_allclose(shown[1], shown[0] * 1.5, rtol=1e-6)


def own_names():
    h = paddle.exp(numbers(2))
    other = paddle.tanh(h, name="h")
    return {"h": h, "other": other}


def test_a_name_that_a_value_has_itself_wins():
    run = debug.start(own_names)
    made = run.wait()
    np.testing.assert_array_equal(run.value("h"), made["other"].numpy())
    np.testing.assert_array_equal(run.value("other"), made["other"].numpy())


def reused(count):
    total = numbers(2)
    for _ in range(count):
        before = total
        total = total + 1.0
    return before, total


def test_another_name_counts_only_behind_its_statement():
    """`before` is the former total, also where the new one was just made."""
    run = debug.start(lambda: reused(3), breakpoints=["total"])
    seen = []
    while run.until_stopped() is not None:
        seen.append((float(run.value("total")[0]), float(run.value("before")[0])) if seen else (0.0, 0.0))
        run.cont()
    assert seen[1:] == [pytest.approx((2.1, 1.1)), pytest.approx((3.1, 2.1))]


def normalize_and_train():
    norm = paddle.nn.BatchNorm1D(3)
    optimizer = paddle.optimizer.SGD(0.1, parameters=norm.parameters())
    for step in range(2):
        x = paddle.to_tensor(np.arange(15, dtype="float32").reshape(5, 3) + step)
        h = norm(x)
        loss = paddle.mean(h**2)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        paddle.mean(h)
    return {f"norm.{name}": getattr(norm, name) for name in ("weight", "bias", "_mean", "_variance")}


def test_the_parameters_and_buffers_of_a_layer_have_its_attributes_names():
    """The running mean was shown as `norm.weight`: its name ends in w_1."""
    run = debug.start(normalize_and_train)
    tensors = run.wait()
    assert {name: run.values(name)[2].tolist() for name in tensors} == {n: t.tolist() for n, t in tensors.items()}


def test_the_users_variable_is_not_the_input_that_an_operator_calls_so():
    """`x` was the mean's input there, not the x of the program."""
    run = debug.start(normalize_and_train)
    run.wait()
    run.goto(2)
    assert run.here.op_type == "reduce_mean"
    assert np.array_equal(run.value("h"), run.value("in0"))
    assert np.array_equal(run.value("x"), np.arange(15, dtype="float32").reshape(5, 3))  # of the step before
    assert run.look("x").name.endswith("@STEP@1")
    run.goto(1)
    with pytest.raises(OpscopeError, match=r"(?s)'h' has no value here\n.*  fix: the value is not computed yet"):
        run.value("h")


def drop_a_value():
    rate, h = 0.1, None
    w = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    optimizer = paddle.optimizer.SGD(rate, parameters=[w])
    for i in range(3):
        h = paddle.exp(w)
        loss = h.sum() + i
        h = None
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()


def test_a_value_is_to_come_only_if_a_later_operator_computes_it():
    """At the end of a run, the advice was to step forward."""
    run = debug.start(drop_a_value)
    run.wait()
    for place, is_to_come in (((), False), ((2,), True), ((2, "op:sgd"), False)):
        if place:
            run.goto(*place)
        with pytest.raises(OpscopeError, match=r"(?s)'h' has no value here\n") as raised:
            run.value("h")
        assert ("step forward" in raised.value.fix) == is_to_come, (place, raised.value.fix)


@pytest.mark.parametrize("name", ["rate", "i", "optimizer"])
def test_a_variable_without_a_tensor_has_no_value(name):
    """The error was that there is no such variable."""
    run = debug.start(drop_a_value)
    run.wait()
    for step in (1, 2, 3):
        run.goto(step)
        assert run.evaluate(name) is None
        with pytest.raises(OpscopeError, match=f"'{name}' has no value here\n"):
            run.value(name)
    with pytest.raises(OpscopeError, match="no variable 'rat'"):
        run.value("rat")


NN = paddle.nn


def results_of_layers():
    x = paddle.rand([2, 4, 8, 8])
    conv = NN.Conv2D(4, 4, 3)(x)
    bare = NN.Conv2D(4, 4, 3, bias_attr=False)(x)
    last = NN.Conv2D(8, 4, 3, data_format="NHWC")(x)
    wider = NN.Conv2DTranspose(4, 4, 3)(x)
    norm = NN.BatchNorm2D(4)(x)
    groups = NN.GroupNorm(2, 4)(x)
    dense = NN.Linear(8, 8)(x)
    pooled = NN.MaxPool2D(2)(x)
    means = NN.AvgPool2D(2)(x)
    cells = NN.AdaptiveAvgPool2D(2)(x)
    larger = NN.Upsample(scale_factor=2)(x)
    shuffled = NN.PixelShuffle(2)(x)
    dropped = NN.Dropout()(x)
    cost, shares = NN.functional.softmax_with_cross_entropy(x, paddle.zeros([2, 4, 8, 1], "int64"), return_softmax=True)
    return {
        "conv": conv, "bare": bare, "last": last, "wider": wider, "norm": norm, "groups": groups, "dense": dense,
        "pooled": pooled, "means": means, "cells": cells, "larger": larger, "shuffled": shuffled, "dropped": dropped,
        "cost": cost, "shares": shares,
    }  # fmt: skip


@pytest.mark.filterwarnings("ignore:.*matches nothing")
@pytest.mark.parametrize("calls", CALLS)
def test_the_result_of_a_layer_has_its_name(calls):
    run = debug.start(results_of_layers, breakpoints=CALLS[calls])
    assert values_missed(run, run.wait()) == []


def test_nothing_beside_the_result_of_a_layer_has_its_name():
    """Neither what a layer makes on the way, nor its statistics and masks: `norm[1]` was the running mean."""
    run = debug.start(results_of_layers)
    tensors = run.wait()
    called = [name for value in run.names() for name in run.look(value).names if " " not in name]
    assert sorted(called) == sorted(["x", *tensors])


class Doubled(PyLayer):
    @staticmethod
    def forward(ctx, a):
        half = a * 1.0
        return half * 2.0

    @staticmethod
    def backward(ctx, dy):
        return dy * 2.0


class Gated(nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)

    def forward(self, x):
        gated = Doubled.apply(self.fc(x))
        return gated * 3.0


def pylayer_and_loss():
    net, x, labels = Gated(), numbers(2, 4), paddle.to_tensor([0, 2])
    logits = net(x)
    loss = nn.functional.cross_entropy(logits, labels)
    loss.backward()


def makers_of(run, name):
    """The ops that make the values with a name of the user's."""
    return [value.rpartition("_")[0] for value in run.names() if name in run.look(value).names]


@pytest.mark.filterwarnings("ignore:.*matches nothing")
@pytest.mark.parametrize("calls", CALLS)
def test_the_name_of_a_loss_is_no_name_of_an_op_on_the_way_to_it(calls):
    """The backward pass of a PyLayer follows, whose ops were taken for ops inside of the loss."""
    run = debug.start(pylayer_and_loss, breakpoints=CALLS[calls])
    run.wait()
    assert makers_of(run, "loss") == ["mean"]
    assert run.value("loss@GRAD").shape == () == run.value("loss").shape


@pytest.mark.filterwarnings("ignore:.*matches nothing")
@pytest.mark.parametrize("calls", CALLS)
def test_the_name_of_a_pylayers_result_is_no_name_of_an_op_inside(calls):
    run = debug.start(pylayer_and_loss, breakpoints=CALLS[calls])
    run.wait()
    assert makers_of(run, "gated") == ["Doubled"]
    assert makers_of(run, "half") == ["scale"]


APP = """import marimo

app = marimo.App()


@app.cell
def _():
    from opscope import debug, paddle


    def train():
        first, second = paddle.split(paddle.ones([4]), 2)
        total = (
            first
            + second
        )
        loss = total.mean()
        return {"first": first, "second": second, "total": total, "loss": loss}
    return debug, paddle, train


@app.cell
def _(paddle):
    hidden = paddle.ones([3]) * 2
    mean = hidden.mean()
    return hidden, mean
"""


def test_cells_that_marimo_runs_as_an_app_have_their_names(tmp_path):
    """It compiles the bodies of the file's functions, dedented, without their `return`, in their lines of the file."""
    path = tmp_path / "app.py"
    path.write_text(APP, "utf-8")
    lines = APP.splitlines(keepends=True)
    space = {}
    cells = [
        compile("\n" * start + textwrap.dedent("".join(lines[start:end])), str(path), "exec")
        for start, end in ((7, 18), (23, 25))
    ]
    exec(cells[0], space)
    run = debug.start(space["train"])
    assert values_missed(run, run.wait()) == []
    run = debug.start(lambda: exec(cells[1], space))
    run.wait()
    assert values_missed(run, {name: space[name] for name in ("hidden", "mean")}) == []


def written_in_a_loop(write):
    def body():
        paddle.seed(0)
        layer = nn.Linear(3, 3)
        optimizer = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
        found = []
        for _ in range(3):
            x = paddle.randn([4, 3])
            total = paddle.zeros_like(x)
            hidden = layer(x)
            write(total, hidden)
            found.append({"x": x.numpy().copy(), "total": total.numpy().copy(), "hidden": hidden.numpy().copy()})
            loss = (total - x).pow(2).mean()
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()
        return found

    return body


def write_elements(total, hidden):
    total[1:] = hidden[1:]


def write_masked(total, hidden):
    total[hidden > 0] = 1.0


WRITES = [
    write_elements,
    write_masked,
    lambda total, hidden: total.add_(hidden),
    lambda total, hidden: total.scale_(2.0),
]


@pytest.mark.parametrize("write", WRITES, ids=["elements", "masked", "add_", "scale_"])
def test_a_write_in_a_loop_leaves_the_names_of_its_round(write):
    """The operator inside `total[1:] = ...` was taken for the next round: names before it had no values."""
    run = debug.start(written_in_a_loop(write))
    found = run.wait()
    for name in found[0]:
        assert [value.tolist() for value in run.values(name).values()] == [each[name].tolist() for each in found]


def test_a_write_in_the_body_of_a_loop_leaves_the_names_before_it():
    def body():
        layer, found = nn.Linear(3, 3), []
        optimizer = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
        for _ in range(3):
            total = paddle.zeros([4, 3])
            hidden = layer(paddle.randn([4, 3]))
            total[1:] = hidden[1:]
            found.append(hidden.numpy().copy())
            total.mean().backward()
            optimizer.step()
        return found

    run = debug.start(body)
    found = run.wait()
    assert [value.tolist() for value in run.values("hidden").values()] == [each.tolist() for each in found]
