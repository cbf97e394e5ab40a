"""Eager code in a session: stepped op by op, looked at, gone back through; never altered."""

import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.eager import eager_graph
from opscope.debug.eager.logged_calls import LoggedCalls
from opscope.debug.eager_calls.log_keeper import LogKeeper
from opscope.errors import NotFound
from opscope.names.resolver import variables_named
from opscope.paddle.autograd import PyLayer
from opscope.paddle.optimizer import SGD, Adam
from tests.debug.eager_runs import LINE, LONG, go_on, ops_of, train
from tests.eager.watching import Mlp, Twice, tensor

F = paddle.nn.functional
pytestmark = pytest.mark.usefixtures("nothing_stays")


# --- forwards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [Adam, SGD])
def test_a_step_op_by_op_and_the_same_bits(standing, make):
    plain, told = train(2, make), ops_of(lambda: train(1, make))
    run = standing(lambda: train(2, make))
    seen = []
    while run.here.step == 1:
        seen.append(run.here)
        run.next(timeout=LONG)
    assert [s.op for s in seen] == list(range(18)) and run.here.op == 0
    assert [s.op_type for s in seen[:3]] == ["matmul_v2", "elementwise_add", "tanh"]
    assert [s.role for s in seen] == ["forward"] * 7 + ["backward"] * 7 + ["optimize"] * 4
    assert [s.site for s in seen] == [c.site.where for c in told]
    assert [s.name for s in seen[:4]] == ["matmul_0", "add_1", "h", "dropout_3.out"]
    assert [s.name for s in seen[7:10]] == ["add_5@GRAD", "matmul_4@GRAD", "dropout_3.out@GRAD"]
    assert [s.name for s in seen[14:]] == ["w1", "b1", "w2", "b2"]
    assert not any(s.past or s.depth or s.block for s in seen) and "watching.py" in seen[0].path
    assert seen[2].line == LINE + 1 and "tanh" in seen[2].source
    run.cont()
    assert run.wait(LONG) == plain and run.steps == 2


@pytest.mark.parametrize("options", [{}, {"record": False}, {"taps": ["*", "*@GRAD"]}])
def test_a_run_that_stops_nowhere_gives_the_same_bits(begin, options):
    assert begin(train, **options).wait(LONG) == train()


def test_steps_and_losses_are_said(begin):
    run = begin(train)
    run.wait(LONG)
    finished = [e for e in run.history.events() if e.kind == "StepFinished"]
    assert [e.step for e in finished] == [1, 2, 3] and {e.names for e in finished} == {("loss",)}
    assert [np.float32(e.scalars[0]).tobytes() for e in finished] == [step[0] for step in train()]


def of_two_models():
    nets = [paddle.nn.Linear(3, 2), paddle.nn.Linear(3, 2)]
    optimizers = [SGD(learning_rate=0.1, parameters=net.parameters()) for net in nets]
    x = paddle.ones([4, 3])

    class Error(paddle.nn.Layer):
        def forward(self, y):
            return paddle.mean(y * y)

    error = Error()
    for _ in range(2):
        loss_a = error(nets[0](x))
        loss_a.backward()
        optimizers[0].step()
        _ = loss_a.name  # a Tensor gets a name of its own when somebody asks for it
        losses = [paddle.mean(nets[1](x))]
        losses[0].backward()
        optimizers[1].step()
        loss_b = F.mse_loss(nets[1](x), paddle.zeros([4, 2]))
        loss_b /= 2
        loss_b.backward()
        optimizers[1].step()


@pytest.mark.parametrize(
    "options", [{}, {"record": False}, {"record": False, "taps": ["*"]}, {"breakpoints": ["tanh"]}]
)
def test_losses_have_the_names_of_the_code(begin, options):
    run = begin(of_two_models, **options)
    while run.here is not None or not run.done:
        run.cont()
        run.wait(LONG)
    assert [s.names for s in run.history.steps()] == [("loss_a",), ("losses[0]",), ("loss_b",)] * 2


@pytest.mark.parametrize("options", [{}, {"record": False}])
def test_values_have_the_same_names_whether_they_are_recorded_or_not(begin, options):
    class Square(PyLayer):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, dy):
            (x,) = ctx.saved_tensor()
            return 2 * x * dy

    def body():
        net, x, labels = paddle.nn.Linear(3, 2), paddle.ones([4, 3]), paddle.zeros([4], "int64")
        optimizer = SGD(learning_rate=0.1, parameters=net.parameters())
        for _ in range(2):
            squared = Square.apply(net(x))
            loss = F.cross_entropy(squared, labels)  # three ops, the last of which is the loss
            loss.backward()
            optimizer.step()

    run = begin(body, taps=["*"], **options)
    run.wait(LONG)
    called = {run.history.of(name)[-1].called: name.rstrip("0123456789") for name in run.history.names()}
    assert called["loss"] == "mean_" and called["squared"] == "Square_"
    assert {n for n in called if n.startswith(("logits", "squared["))} == set()


def test_a_log_that_ends_inside_a_function_names_only_the_functions_result(begin, monkeypatch):
    must_notify = LogKeeper._must_notify

    def ends_early(keeper, calls):
        ended = calls > 0 and keeper.log.calls[-1].op.name == "softmax_with_cross_entropy"
        return must_notify(keeper, calls) or ended

    monkeypatch.setattr(LogKeeper, "_must_notify", ends_early)

    def body():
        net, x, labels = paddle.nn.Linear(3, 2), paddle.ones([4, 3]), paddle.zeros([4], "int64")
        optimizer = SGD(learning_rate=0.1, parameters=net.parameters())
        loss = F.cross_entropy(net(x), labels)
        loss.backward()
        optimizer.step()

    run = begin(body)
    run.wait(LONG)
    (named,) = variables_named(run.session.thread_calls.program, "loss")
    assert named.startswith("mean_")


def test_the_last_summaries_are_of_the_last_step(begin):
    """Between, they come as seldom as they may cost; at the end the panel and the history show where the run stands."""
    run = begin(train, taps=["*"], hz=1e-6)
    losses = [step[0] for step in (run.wait(LONG), train())[1]]
    steps = {name: [e.step for e in run.history.of(name)] for name in run.history.names()}
    assert steps and all(seen[-1] == len(losses) for seen in steps.values()), steps
    (loss,) = [e for n in steps for e in run.history.of(n)[-1:] if e.op_type == "reduce_mean" and e.role == "forward"]
    assert np.float32(loss.mean).tobytes() == losses[-1]


def layered():
    x, y = tensor(1.0), tensor(2.0)
    a, (b,) = Twice.apply([x, y], 2.0)
    (a + b).backward()
    return x.grad.tolist(), y.grad.tolist()


def test_next_steps_over_a_pylayer_and_step_in_into_it(standing):
    run = standing(layered)
    assert run.here.op_type == "Twice" and run.here.depth == 0
    assert run.next().op_type == "elementwise_add"
    assert run.next().op_type == "elementwise_add_grad" and run.next().op_type == "Twice_grad"
    run.step_in()
    assert (run.here.op_type, run.here.depth, run.here.role) == ("scale", 1, "backward")
    user, gradient, backward = run.stack()
    assert "in layered" in user.site and user.source == "(a + b).backward()" and "in backward" in backward.site
    assert "Twice_grad(" in gradient.operator and "in layered" in gradient.site and "scale(" in backward.operator
    assert go_on(run) is None and run.wait(LONG) == layered()


def test_step_out_leaves_the_pylayers_function(standing):
    run = standing(layered)
    assert [run.step_in().op_type for _ in range(2)] == ["tanh", "scale"]
    assert run.step_out().op_type == "elementwise_add" and run.here.depth == 0
    assert run.step_back().op_type == "Twice" and run.here.past
    assert run.step_in().op_type == "tanh" and run.here.past  # the past is stepped into, too
    assert run.step_out().op_type == "elementwise_add" and not run.here.past


def twice_the_same():
    model = Mlp()
    first = model.loss()
    second = model.loss()
    return first + second


@pytest.mark.parametrize("past", [False, True])
def test_step_out_at_the_top_leaves_the_users_function(standing, past):
    run = standing(twice_the_same)
    run.next(count=2)
    if past:
        run.run_to("op:elementwise_add")
        run.run_to("at:test_eager_steps.py")
        run.goto(1, 2)
    assert run.here.op_type == "tanh" and run.here.past == past
    run.step_out()
    if past:  # whether it is another call of the function cannot be told: it goes on to the caller's own
        assert "in twice_the_same" in run.here.site
    else:
        assert run.here.op == 7 and run.here.op_type == "matmul_v2" and "in loss" in run.here.site


def test_run_to_a_pattern_a_number_and_ends(standing):
    run = standing(train)
    assert run.run_to("op:tanh", LONG).op == 2
    assert run.run_to(5, LONG).op_type == "elementwise_add"
    end = run.run_to_end(LONG)
    assert (end.op, end.step) == (-1, 1) and run.steps == 0  # the step is made when one goes on
    assert run.next_run(LONG).step == 2 and run.steps == 1
    assert run.goto(3, "op:adam", LONG).step == 3 and not run.here.past


# --- breakpoints ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec, condition, op, behind",
    [
        ("op:tanh", "", 2, False),
        ("op:elementwise_add", "", 1, False),
        ("op:matmul_v2_grad", "", 9, False),
        (f"at:watching.py:{LINE + 2}", "", 3, False),
        ("role:backward", "", 7, False),
        ("role:optimize", "", 14, False),
        ("id:4", "", 4, False),
        ("h", "", 2, True),
        ("matmul_4", "", 4, True),
        ("w1@GRAD", "", 13, True),
        ("grad:b?", "", 8, True),
        ("w2", "", 16, True),
        ("h", "max_gt(0.5)", 2, True),
        ("*", "value.size == 1", 6, True),
        ("", "h.max() > 0.5", 2, True),
        ("op:tanh", "add_1.max() > 0.5", 2, False),
        ("op:elementwise_add", "value.shape == (5, 3)", 5, True),
    ],
)
def test_breakpoints(begin, spec, condition, op, behind):
    run = begin(train, breakpoints=[(spec, condition)])
    here = run.until_stopped(LONG)
    assert (here.op, here.step, here.past) == (op, 1, False)
    assert here.reason == ("data breakpoint" if behind else "breakpoint")
    assert here.behind == behind
    run.clear()
    assert go_on(run) is None and run.wait(LONG) == train()


def test_conditions_over_steps_hits_and_the_step_before(begin):
    run = begin(train, breakpoints=[("op:tanh", "step == 2")])
    assert run.until_stopped(LONG).step == 2
    run.clear()
    run.breakpoint("h", "h.sum() != previous(h.sum())", once=True)
    here = go_on(run)
    assert (here.step, here.op) == (2, 2) and not run.breakpoints
    run.breakpoint("role:optimize", hits=6)
    assert (go_on(run).step, run.here.op) == (3, 15)


def test_a_place_is_met_in_each_step_and_the_panel_knows_where(begin):
    run = begin(train, breakpoints=["op:tanh"])
    assert [run.until_stopped(LONG).step, go_on(run).step, go_on(run).step] == [1, 2, 3]
    run.breakpoint("role:optimize")
    changed = [e for e in run.history.events() if e.kind == "BreakpointsChanged"][-1]
    assert changed.ops == ("2", "14 15 16 17") and changed.hits == (3, 0)


def test_a_nan_made_in_backward_is_named_with_the_users_line(standing):
    beyond = []

    def body():
        x = tensor(0.0, 4.0)
        x.name = "x"
        root = paddle.sqrt(x, name="root")
        loss = paddle.sum(root * tensor(0.0, 1.0, stop_gradient=True))
        with np.errstate(all="ignore"):
            loss.backward()
        beyond.append(x.grad.tolist())

    run = standing(body)
    run.watch("nan")
    here = go_on(run)
    assert (here.op_type, here.name, here.role) == ("sqrt_grad", "x@GRAD", "backward")
    assert (
        here.behind
        and here.op_type == "sqrt_grad"
        and "x@GRAD: 1 NaN" in here.text
        and 'name="root"' in here.source
        and not beyond
    )
    assert np.isnan(run.value("x@GRAD")).tolist() == [True, False]
    assert run.evaluate("value.nan()") == 1
    run.step_back()
    assert run.here.op_type == "sqrt_grad" and run.value("root@GRAD").tolist() == [0.0, 1.0]
    run.cont()
    assert run.until_stopped(LONG).text == here.text and not run.here.past
    run.cont()
    run.wait(LONG)
    assert np.isnan(beyond[0][0])


# --- looking ----------------------------------------------------------------------------------------


def test_what_is_seen_before_and_behind_an_op(standing):
    run = standing(train)
    run.run_to("op:tanh")
    assert run.value("x").tobytes() == run.value("in0").tobytes() == run.value("add_1").tobytes()
    assert run.evaluate("value.max()") == run.value("add_1").max()
    with pytest.raises(NotFound, match="'h' has no value here"):
        run.value("h")
    run.next()
    assert run.value("h").tobytes() == np.tanh(run.value("add_1")).tobytes()
    look = run.look("h")
    assert (look.operator, look.op, look.inputs, look.readers) == ("tanh", 2, ("add_1",), ("dropout (3)",))
    assert look.source.startswith("h = paddle.tanh") and look.site.endswith("in loss")
    assert {"w1", "b1", "h", "matmul_0.x"} <= set(run.names())


def test_a_live_tensor_is_shown_as_it_is_now_and_kept_by_nobody(standing):
    gone = []

    def body():
        w = tensor(1.0, 2.0)
        w.name = "w"
        optimizer = SGD(0.5, parameters=[w])
        h = paddle.tanh(w, name="h")
        h.sum().backward()
        optimizer.step()
        gone.append(weakref.ref(h))
        del h
        return paddle.exp(w)

    run = standing(body)
    run.run_to("op:sgd")
    old = run.value("w")
    assert run.value("w@GRAD").tobytes() == run.value("grad").tobytes()
    run.run_to("op:exp")
    assert run.value("w").tobytes() == (old - 0.5 * run.value("w@GRAD")).tobytes()
    gc.collect()
    assert gone[0]() is None
    run.step_back()
    assert run.here.op_type == "sgd" and run.value("w").tobytes() == old.tobytes()  # what it was then
    assert run.value("h").tobytes() == np.tanh(old).tobytes()


def test_values_of_each_step(begin):
    run = begin(train)
    run.wait(LONG)
    found = run.values("w2")
    assert {s: v.tobytes() for s, v in found.items()} == {s: w[7] for s, w in enumerate(train(), start=1)}


# --- back -------------------------------------------------------------------------------------------


def test_back_and_forth_comes_back_to_where_the_program_stands(standing):
    run = standing(train)
    run.goto(2, "op:tanh", LONG)
    live = run.here
    assert run.step_back(count=3).step == 1 and run.here.op_type == "adam" and run.here.past
    assert run.goto(1).op == 0
    run.breakpoint("op:mean")
    assert (run.reverse_continue().op, go_on(run).op) == (0, 6)
    assert (run.here.step, run.here.past) == (1, True)
    run.clear()
    assert run.back_to_write("h").op == 2 and run.here.reason == "data breakpoint"
    assert run.next().op == 3 and run.value("h").shape == (5, 8)
    assert run.back_to_when("h.max() > 0").step == 1
    assert run.goto(2, 2) == replace(live, reason="goto")
    run.cont()
    assert run.wait(LONG) == train()
    assert run.step_back().op_type == "adam" and run.here.step == 3 and run.here.past
    assert run.goto(1, "op:tanh").step == 1


def test_what_was_written_in_place_is_kept_as_it_was(standing):
    def body():
        x = tensor(1.0, 2.0, stop_gradient=True)
        x.name = "x"
        paddle.tanh(x)
        x.set_value(np.zeros(2))
        x[0] = 7.0
        return paddle.exp(x)

    run = standing(body)
    run.run_to("op:exp")
    assert run.value("x").tolist() == [7.0, 0.0]
    assert [run.step_back().op_type, run.value("x").tolist()] == ["set_value", [0.0, 0.0]]
    assert run.back_to_write("x").op_type == "set_value" and run.value("x").tolist() == [1.0, 2.0]
    run.goto(1, "op:tanh")
    assert run.value("x").tolist() == [1.0, 2.0]


def test_the_oldest_goes_when_the_budget_is_full(begin):
    budget = 1 << 20

    def body():
        w = tensor(*range(1000))
        optimizer = SGD(0.1, parameters=[w])
        for number in range(400):  # each with data of its own
            paddle.tanh(w * tensor(*range(number, number + 1000))).sum().backward()
            optimizer.step()
            optimizer.clear_grad()

    run = begin(body, record=budget)
    run.wait(LONG)
    first, last = run.session.driver.journal.step_range()
    assert 2 < first < 395 and last == 400 and run.session.driver.journal.nbytes <= budget
    with pytest.raises(NotFound, match="step 1 is not in the history"):
        run.goto(1)
    assert run.goto(first).step == first and run.value("in0").shape == (1000,)
    assert run.step_back().text == "the beginning of what is recorded"


def test_one_call_that_takes_more_than_the_budget_loses_its_oldest_values(standing):
    class Long(PyLayer):
        @staticmethod
        def forward(ctx, x):
            for _ in range(100):
                x = paddle.tanh(x)
            return x

        @staticmethod
        def backward(ctx, dx):
            return dx

    run = standing(lambda: Long.apply(tensor(*range(1000))), record=1 << 20)
    run.step_in()
    run.run_to(100)
    assert run.session.driver.navigator.live.record.held_bytes <= 1 << 17 and run.value("in0").shape == (1000,)
    assert run.goto(1, 1).op_type == "tanh"
    with pytest.raises(NotFound):
        run.value("in0")
    assert run.goto(1, 99).past and run.value("in0").shape == (1000,)


def test_running_statistics_that_are_written_in_place_belong_to_the_past():
    norm = paddle.nn.BatchNorm1D(2)
    optimizer = paddle.optimizer.SGD(0.1, parameters=norm.parameters())
    seen = [norm._mean.numpy()]

    def body():
        for step in range(2):
            loss = paddle.tanh(norm(paddle.to_tensor(np.arange(8, dtype="float32").reshape(4, 2) + step))).mean()
            loss.backward()
            seen.append(norm._mean.numpy())
            optimizer.step()

    run = debug.start(body)
    run.wait(60)
    for step in (1, 2):
        for op, expected in (("op:batch_norm", seen[step - 1]), ("op:tanh", seen[step]), ("op:mean", seen[step])):
            run.goto(step, op)
            assert np.array_equal(run.value(norm._mean.name), expected), (step, op)


# --- the graph of a step ----------------------------------------------------------------------------


@pytest.mark.parametrize("most, drawn", [(17, []), (18, [1])])
def test_a_step_that_is_too_large_to_draw_is_not_read_for_it(begin, monkeypatch, most, drawn):
    """Each of the steps has 18 operators; steps that are not drawn are condensed from their logs."""
    read: list[int] = []
    add_to = LoggedCalls.add_to
    monkeypatch.setattr(
        LoggedCalls, "add_to", lambda logged, record: (read.append(record.step), add_to(logged, record))
    )
    monkeypatch.setattr(eager_graph, "MAX_OPERATORS", most)
    monkeypatch.setattr(eager_graph, "MIN_INTERVAL", LONG)
    begin(train).wait(LONG)
    assert read == [*drawn, 3]  # the last step is read when the run ends
