"""Programs of PyTorch stopped, stepped forward and back, asked why, and changed."""

import gc

import numpy as np
import pytest
import torch

from opscope.debug.frames.variables import summary
from opscope.errors import UnsupportedError
from tests.torch_calls.conftest import LONG
from tests.torch_calls.torch_programs import Cube, train, train_cube, train_to_nan


def go_on(run):
    run.cont()
    return run.until_stopped(LONG)


def test_the_first_nan_and_its_cause(begin):
    run = begin(train_to_nan)
    run.wait(LONG)
    assert run.steps == 6
    first = str(run.first("nan"))
    assert first.startswith("step 4: log_") and "return torch.log(out + 2.0)" in first
    why = str(run.why())
    assert "log of a negative number" in why and "torch_programs.py" in why and "in forward" in why


CAUSES = {
    "division by 0": [
        lambda t: 1 / t,
        lambda t: torch.ones(3) / t,
        lambda t: t.reciprocal(),
        lambda t: (t + 1).div_(t),
    ],
    "0 / 0": [lambda t: t / t, lambda t: t.div_(0), lambda t: t / 0],
    "negative number": [lambda t: torch.log(t - 1), lambda t: torch.sqrt(t - 1), lambda t: torch.rsqrt(t - 1)],
    "log of 0": [lambda t: torch.log(t), lambda t: torch.log2(t), lambda t: t.log_()],
    "exp": [lambda t: torch.exp(t + 100), lambda t: torch.expm1(t + 100)],
    "": [
        *(lambda t: torch.acos(t + 2), lambda t: (t - 1) ** 0.5, lambda t: t**-1.0, lambda t: (t - 1).pow(t + 0.5)),
        *(lambda t: (t + 3e38) + (t + 3e38), lambda t: (t + 3e38) - (t - 3e38), lambda t: (t + 3e38) * (t + 3e38)),
        *(lambda t: (t + 3e38).sum(), lambda t: (t + 3e38).mean(), lambda t: (t + 3e38).square()),
        *(lambda t: (t + 3e38)[None] @ (t + 3e38)[:, None], lambda t: (t + 3e38) @ (t + 3e38)),
        *(lambda t: torch.tensor([1.0, torch.inf]).softmax(0), lambda t: torch.tensor([torch.inf]).log_softmax(0)),
        *(lambda t: torch.where(t > -1, torch.log(t), t), lambda t: torch.relu(1 / t), lambda t: torch.tan(t / t)),
        *(lambda t: (1 / t).cumsum(0), lambda t: torch.logit(t + 2), lambda t: torch.cat([t, 1 / t]).view(2, 3).T),
    ],
}


CASES = [(cause, body) for cause, bodies in CAUSES.items() for body in bodies]


@pytest.mark.parametrize("cause, body", CASES, ids=[str(i) for i in range(len(CASES))])
def test_the_cause_of_a_nan_is_that_of_the_operator(begin, cause, body):
    """Also where operators of PyTorch have the names of other ones of Paddle, as mul has."""
    run = begin(lambda: body(torch.zeros(3)))
    assert not torch.isfinite(run.wait(LONG)).all()
    why = str(run.why())
    assert f"cause: {cause}" in why or cause in why.partition("cause: ")[2].partition("\n")[0], why


OPERATIONS = {
    "div": (lambda x, y: x / y, 0.0, 0.0),
    "div_": (lambda x, y: x.clone().div_(y), 0.0, 0.0),
    "sub": (lambda x, y: x - y, np.inf, np.inf),
    "pow": (lambda x, y: x**y, -1.0, 0.5),
}


@pytest.mark.parametrize("shape, index", [((12, 1), (8, 0)), ((6,), (4,))], ids=str)
@pytest.mark.parametrize("name", OPERATIONS)
def test_a_cause_has_the_elements_that_belong_to_the_nan(begin, name, shape, index):
    """Also of an operand with other dims, and not its largest element."""
    compute, left, right = OPERATIONS[name]
    x, y = torch.full((12, 6), 2.0), torch.full(shape, 3.0)
    x[8, 4], y[index] = left, right
    run = begin(lambda: compute(x, y))
    run.wait(LONG)
    first = run.why().chain[0]
    assert [(e.index, e.value) for e in first.elements][-2:] == [((8, 4), left), (index, right)], str(run.why())


def test_it_stops_where_a_nan_is_made(begin):
    run = begin(train_to_nan, entry=True)
    run.until_stopped(LONG)
    run.watch("nan")
    stop = go_on(run)
    assert (stop.step, stop.op_type) == (4, "log") and np.isnan(run.value(stop.name)).any()


def test_a_breakpoint_on_an_operator_steps_forward_and_back(begin):
    run = begin(train_to_nan, breakpoints=["op:log"])
    stop = run.until_stopped(LONG)
    assert (stop.step, stop.op_type, stop.role) == (1, "log", "forward")
    assert run.value("hidden").shape == (8, 4) and run.value("x").shape == (8, 3)
    out, weight = run.value("out"), run.value("fc1.weight")
    assert run.step_in(timeout=LONG).op_type == "mse_loss"
    loss = run.next(timeout=LONG) and run.value("loss")
    assert loss.shape == ()
    assert go_on(run).step == 2 and not np.array_equal(run.value("fc1.weight"), weight)
    while run.here.step == 2:
        run.step_back()
    assert run.here.role == "optimize"  # over the border of the step
    run.goto(1, "op:log")
    assert np.array_equal(run.value("out"), out) and np.array_equal(run.value("fc1.weight"), weight)
    with pytest.raises(UnsupportedError, match="whose calls cannot be repeated"):
        run.set("fc2.weight", 0.0)


@pytest.mark.parametrize("expression", ["self.fc1.weight", "self.bn.running_mean", "out"])
def test_editors_show_what_an_expression_in_the_users_frame_returns(begin, expression):
    """Of a parameter with several elements, too, which has no truth value."""
    run = begin(train_to_nan, breakpoints=["op:log"])
    run.until_stopped(LONG)
    value = run.evaluate(expression, -1)
    shown = summary(value, 200)
    assert f"float32{list(value.shape)}" in shown


def test_a_condition_on_a_value(begin):
    losses = train_to_nan()
    run = begin(train_to_nan, breakpoints=[("op:ones_like", "loss > 1.5")])
    stop = run.until_stopped(LONG)
    assert stop.step == next(i for i, loss in enumerate(losses, 1) if loss > 1.5)
    assert float(run.value("loss")) == losses[stop.step - 1]


def test_a_value_that_is_set_is_read_by_pytorch(begin):
    run = begin(train_to_nan, breakpoints=["op:log"])
    run.until_stopped(LONG)
    run.set("in0", 1.0)
    run.set("fc2.weight", 0.25)
    run.clear()
    run.cont()
    changed = run.wait(LONG)
    assert changed[0] != train_to_nan()[0]
    run.goto(2)
    assert not np.array_equal(run.value("fc2.weight"), np.full((1, 4), 0.25, "float32"))  # a step has updated it
    assert np.allclose(run.value("fc2.weight"), 0.25, atol=0.31)


def test_backward_operators_have_the_lines_of_the_forward_ones(begin):
    run = begin(train_to_nan, breakpoints=[("*", "")])
    run.until_stopped(LONG)
    run.clear()
    run.cont()
    run.wait(LONG)
    run.goto(2, "op:native_batch_norm_backward")
    assert "hidden = torch.relu(self.bn(self.fc1(x)))" in run.here.source and run.here.role == "backward"
    run.goto(2, "op:mse_loss_backward")
    assert "loss = F.mse_loss(out, y)" in run.here.source


@pytest.mark.parametrize("spec, name", [("hidden", "hidden"), ("hid*", "hidden"), ("loss", "loss"), ("x", "x")])
def test_a_breakpoint_on_a_name_stops_in_each_step_where_the_name_has_its_value(begin, spec, name):
    """From step 3 on it stopped, behind the operator, where the name still had no value."""
    run = begin(train_to_nan, breakpoints=[spec])
    seen = []
    stop = run.until_stopped(LONG)
    while run.state == "paused":
        value = run.locals()[name].value.detach().numpy()
        assert np.array_equal(run.value(name), value, equal_nan=True), stop
        assert stop.reason == "data breakpoint" and f"{name} = " in stop.source
        seen.append((stop.step, stop.tick))
        stop = go_on(run)
    assert [step for step, _ in seen] == [1, 2, 3, 4, 5, 6]
    run.goto(6)
    assert [(stop.step, stop.tick) for stop in (run.reverse_continue() for _ in range(5))] == seen[-2::-1]


def test_a_condition_on_a_name_holds_from_step_one_on(begin):
    losses = train_to_nan()
    run = begin(train_to_nan, entry=True)
    run.until_stopped(LONG)
    run.watch("loss > 0.6")
    steps = []
    while (stop := go_on(run)) is not None and run.state == "paused":
        steps.append(stop.step)
        assert np.float32(run.value("loss")) == np.float32(losses[stop.step - 1])
    assert steps == [step for step, loss in enumerate(losses, 1) if loss > 0.6] and 1 in steps


def test_a_name_that_is_changed_in_place_is_written(begin):
    def body():
        total = torch.zeros(2)
        for i in range(3):
            total += i
            part = total * 2
        return part.sum().item()

    run = begin(body, breakpoints=["total"])
    found = []
    while (stop := run.until_stopped(LONG)) is not None and run.state == "paused":
        found.append((stop.op_type, run.value("total").tolist()))
        run.cont()
    assert found == [("add_", [0, 0]), ("add_", [0, 0]), ("add_", [1, 1]), ("add_", [3, 3])]


def test_calls_of_a_functions_backward_have_their_own_lines(begin):
    run = begin(train_cube, breakpoints=["wrong"])
    stop = run.until_stopped(LONG)
    line = Cube.backward.__code__.co_firstlineno + 3
    while True:
        assert stop.line == line and "wrong = 2 * x * x" in stop.source and stop.role == "backward"
        x = 2 * run.value("w")
        assert np.allclose(run.value("wrong"), 2 * x * x)
        if (stop := go_on(run)) is None or run.state != "paused":
            break
    assert run.wait(LONG) == train_cube()


def test_losses_layers_and_roles(begin):
    events = []
    run = begin(train_to_nan, sinks=[events.extend])
    losses = run.wait(LONG)
    finished = [e for e in run.history.events() if e.kind == "StepFinished"]
    assert [e.names for e in finished] == [("loss",)] * 6
    assert [np.float32(e.scalars[0]) for e in finished[:3]] == [np.float32(x) for x in losses[:3]]
    record = run.session.driver.journal.segments[-1].records[-1]
    paths = {o.layer_path for o in record.operators() if o.phase == "forward"}
    assert {"fc1", "bn", "fc2"} <= paths
    drawn = record.kind.graph().update(record, True)
    assert [o.type for o in drawn.global_block().ops].count("addmm") == 2


def test_an_operator_that_fails_is_a_stop(begin):
    def body():
        a, b = torch.ones(3, 4), torch.ones(3, 4)
        return a @ b

    run = begin(body, on_error=True)
    stop = run.until_stopped(LONG)
    assert stop.reason == "exception" and stop.op_type == "mm" and "return a @ b" in stop.source
    assert run.value("a").shape == (3, 4)
    run.cont()
    with pytest.raises(RuntimeError, match="cannot be multiplied"):
        run.wait(LONG)


def test_the_history_stays_within_its_budget(begin):
    run = begin(lambda: train("transformer", "loop", steps=12), record="8MB")
    run.wait(LONG)
    first, last = run.session.driver.journal.step_range()
    held = sum(record.nbytes for s in run.session.driver.journal.segments for record in s.records)
    assert 1 < first <= 12 <= last and held <= 8e6


def test_steps_that_the_history_keeps_are_right_when_it_is_full(begin):
    """Old steps drop the results of their calls, which PyTorch's operators compute again."""
    weights = []

    def body():
        gc.collect()
        torch.manual_seed(0)
        model = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 64))
        optimizer = torch.optim.Adam(model.parameters(), foreach=False)
        for _ in range(30):
            weights.append(model[0].weight.detach().clone().numpy())
            optimizer.zero_grad()
            model(torch.ones(64, 64)).pow(2).mean().backward()
            optimizer.step()

    run = begin(body, record="8MB")
    run.wait(LONG)
    first, last = run.session.driver.journal.step_range()
    assert (first, last) == (1, 30)
    for step in range(2, last + 1):  # it has its name when it is used first
        run.goto(step)
        assert np.array_equal(run.value("model.0.weight"), weights[step - 1])


def masks():
    """Minus Inf that attention masks with, in the ways that PyTorch has, and maxima from minus Inf on."""
    torch.manual_seed(0)
    x, inf = torch.randn(2, 5, 8, requires_grad=True), float("inf")
    hidden = torch.triu(torch.ones(5, 5), 1).bool()
    mask = torch.triu(torch.full((5, 5), -inf), 1)
    scores = x @ x.transpose(1, 2)
    written, indexed = scores.clone(), scores.clone()
    written.masked_fill_(hidden, -inf)
    indexed[:, hidden] = -inf
    found = [scores.masked_fill(hidden, -inf), scores + mask, torch.where(hidden, -inf, scores), written, indexed]
    loss = sum(each.softmax(-1).square().mean() for each in found)
    net = torch.nn.MultiheadAttention(8, 2, batch_first=True)
    loss = loss + net(x, x, x, attn_mask=mask)[0].mean() + net(x, x, x, attn_mask=hidden, need_weights=False)[0].mean()
    loss = loss + torch.nn.functional.scaled_dot_product_attention(x, x, x, attn_mask=~hidden).mean()
    largest = torch.full((3,), -inf).maximum(torch.ones(3)).sum()
    (loss + largest).backward()
    return loss.item()


def test_a_mask_of_minus_inf_is_no_alarm(begin):
    run = begin(masks, entry=True)
    run.until_stopped(LONG)
    run.watch("nan")
    run.cont()
    run.until_stopped(LONG)
    assert run.done and run.wait(LONG) == masks()
    assert run.first("nan") is None and not list(run.findings)


def test_a_row_of_a_mask_that_hides_everything_is_an_alarm(begin):
    def body():
        scores = torch.ones(2, 3)
        hidden = torch.tensor([[True, True, True], [False, True, False]])
        return scores.masked_fill(hidden, float("-inf")).softmax(-1)

    run = begin(body, entry=True)
    run.until_stopped(LONG)
    run.watch("nan")
    assert go_on(run).op_type == "_softmax" and "softmax" in str(run.why())
    run.cont()
    run.wait(LONG)


def test_calls_of_a_closure_are_no_part_of_the_update(begin):
    def body():
        torch.manual_seed(0)
        model = torch.nn.Linear(3, 1)
        opt = torch.optim.LBFGS(model.parameters(), max_iter=3, line_search_fn="strong_wolfe")
        x = torch.randn(8, 3)

        def closure():
            opt.zero_grad()
            loss = (model(x) - 1).square().mean()
            loss.backward()
            return loss

        return [opt.step(closure).item() for _ in range(2)]

    plain = body()
    run = begin(body)
    assert run.wait(LONG) == plain and not list(run.findings)
    roles = {operator.type: operator.phase for operator in operators(run)}
    assert roles["addmm"] == "forward" and roles["mm"] == "backward" and roles["cat"] == "optimize"


def operators(run):
    records = [record for segment in run.session.driver.journal.segments for record in segment.records]
    return [operator for record in records for operator in record.operators()]


def normalized():
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4))
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for _ in range(3):
        loss = model(torch.randn(5, 3)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model[1].running_mean.numpy()


def test_a_breakpoint_stops_where_a_batch_normalization_writes_its_statistics(begin):
    """The schema of native_batch_norm does not declare these writes: the breakpoint could "never stop"."""
    run = begin(normalized, breakpoints=["model.1.running_mean"])
    seen = []
    for step in (1, 2, 3):
        assert f"step {step}, behind native_batch_norm" in str(run.until_stopped(LONG))
        seen.append(run.value("model.1.running_mean"))
        run.cont()
    last = run.wait(LONG)
    assert np.array_equal(seen[-1], last)
    assert len({each.tobytes() for each in seen}) == 3
