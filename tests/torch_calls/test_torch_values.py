"""Values of PyTorch's calls in a record are what they were, under the user's names, and the program is not altered."""

import numpy as np
import pytest
import torch

from opscope.eager.tensor import Tensor
from opscope.errors import NotFound
from tests.torch_calls.conftest import LONG
from tests.torch_calls.torch_programs import NETS, OPTIMIZERS, Copies, move_names, train, train_cube, train_to_nan

NOTIFYING = {"breakpoints": ["op:no_such_operator"]}  # each call is notified, since a breakpoint may stop at it


def recorded(run):
    """What each call of a run has made, as it is recorded."""
    records = [record for segment in run.session.driver.journal.segments for record in segment.records]
    for place in (place for record in records for place in record.places if place.after):
        values = dict(place.values)
        yield place.operator.op.name, [values[n] for n in place.operator.outputs if n is not None]


@pytest.mark.parametrize("options", [{}, NOTIFYING], ids=["logged", "notified"])
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
@pytest.mark.parametrize("net", NETS)
def test_every_recorded_value_is_what_the_operator_made(begin, net, optimizer, options):
    plain = train(net, optimizer)
    with Copies() as copies:
        train(net, optimizer)
    run = begin(lambda: train(net, optimizer), **options)
    losses, state = run.wait(LONG)
    assert losses == plain[0] and all(torch.equal(state[name], value) for name, value in plain[1].items())
    found = list(recorded(run))
    assert [name for name, _ in found] == [name for name, _ in copies.calls]
    for (name, values), (_, copied) in zip(found, copies.calls, strict=True):
        assert len(values) == len(copied), name
        for value, copy in zip(values, copied, strict=True):
            assert value.dtype == copy.dtype and value.shape == copy.shape and value.tobytes() == copy.tobytes(), name
    assert not list(run.findings)


@pytest.mark.parametrize("options", [{}, {"record": False}, {"taps": ["*"]}, {"rules": True}])
def test_a_run_that_stops_nowhere_gives_the_same_bits(begin, options):
    assert np.array_equal(begin(train_to_nan, **options).wait(LONG), train_to_nan(), equal_nan=True)


@pytest.mark.parametrize("others", [(), ("a", "c", "view", "x", "y", "loss", "out", "hidden", "grad", "wrong")])
@pytest.mark.parametrize("body", [move_names, train_to_nan, train_cube])
def test_names_mean_what_the_locals_are_bound_to_or_nothing(begin, body, others):
    """Where the program stands, and in the past; also where Tensors of other code have the names of locals."""
    _kept = [Tensor(np.full(3, 77.0, "float32"), name=name) for name in others]
    run = begin(body, entry=True)
    run.until_stopped(LONG)
    seen = []
    while run.state == "paused" and len(seen) < 120:
        here, names = run.here, {}
        for name, variable in run.locals().items():
            if isinstance(variable.value, torch.Tensor):
                names[name] = variable.value.detach().clone().numpy()
        for name, value in names.items():
            found = value_or_none(run, name)
            assert found is None or np.array_equal(found, value, equal_nan=True), (here, name)
        seen.append((here, names))
        run.step_in(timeout=LONG)
    run.cont() if run.state == "paused" else None
    run.wait(LONG)
    known = total = 0
    for here, names in seen:
        run.goto(here.step, here.op) if here.op >= 0 else None
        for name, value in names.items() if (run.here.step, run.here.op) == (here.step, here.op) else ():
            total += 1
            if (found := value_or_none(run, name)) is not None:
                known += 1
                assert np.array_equal(found, value, equal_nan=True), (here, name)
    assert known > 0.8 * total > 10


def value_or_none(run, name):
    try:
        return run.value(name)
    except NotFound:
        return None


def test_gradients_of_parameters_are_values(begin):
    found = {}

    def body():
        torch.manual_seed(0)
        model = torch.nn.Linear(3, 2)
        opt = torch.optim.SGD(model.parameters(), 0.1)
        for step in range(1, 4):
            loss = model(torch.randn(4, 3)).pow(2).mean()
            opt.zero_grad()
            loss.backward()
            found[step] = {name: p.grad.clone().numpy() for name, p in model.named_parameters()}
            opt.step()

    run = begin(body)
    run.wait(LONG)
    for step, gradients in found.items():
        run.goto(step, "op:add_")
        for name, gradient in gradients.items():
            assert np.array_equal(run.value(f"{name}@GRAD"), gradient)
            assert np.array_equal(run.value(f"model.{name}@GRAD"), gradient)
    run.goto(2)  # the gradients of step 1 may have been deleted: nobody has seen it
    assert value_or_none(run, "weight@GRAD") is None


def test_parameters_buffers_and_states_of_optimizers_have_names(begin):
    run = begin(train_to_nan)
    run.wait(LONG)
    run.goto(2)
    before = run.value("fc1.weight")
    assert np.array_equal(before, run.value("model.fc1.weight")) and before.shape == (4, 3)
    assert run.value("bn.running_mean").shape == (4,) and run.value("model.fc2.weight.exp_avg").shape == (1, 4)
    run.goto(3)
    assert not np.array_equal(run.value("fc1.weight"), before)


def test_parameters_of_two_nets_are_not_mixed_up(begin):
    def body():
        first, second = torch.nn.Linear(2, 3), torch.nn.Linear(2, 4)
        for net in (first, second):
            opt = torch.optim.SGD(net.parameters(), 0.1)
            net(torch.ones(1, 2)).sum().backward()
            opt.step()

    run = begin(body)
    run.wait(LONG)
    run.goto(2, "op:add_")
    assert value_or_none(run, "weight") is None
    names = {name for name in run.session.thread_calls.program.global_block().vars if name.endswith("weight")}
    assert {run.value(name).shape for name in names} == {(3, 2), (4, 2)}


@pytest.mark.parametrize("options", [{}, NOTIFYING], ids=["logged", "notified"])
def test_a_parameter_that_shows_its_memory_in_another_order_has_other_elements(begin, options):
    given = []

    def body():
        net = torch.nn.Linear(3, 3, bias=False)
        for _ in range(3):
            net(torch.ones(2, 3))
            net.weight.data = net.weight.data.t()  # the same address and shape
            given.append(net.weight.detach().numpy().copy())
            torch.sin(net.weight)

    run = begin(body, **options)
    run.wait(LONG)
    records = [record for segment in run.session.driver.journal.segments for record in segment.records]
    places = [place for record in records for place in record.places if not place.after and place.operator is not None]
    found = [dict(p.values)[p.operator.inputs[0]] for p in places if p.operator.op.name == "sin"]
    assert len(found) == len(given) and all(map(np.array_equal, found, given))


def other_memory(h):
    h.data = torch.full((2, 3), 7.0)


def other_part(h):
    h.set_(h.untyped_storage(), 1, (2, 2), (1, 2))


CHANGES = {
    "memory": other_memory,
    "part": other_part,
    "order": torch.Tensor.t_,
    "shape": lambda h: h.unsqueeze_(0),
    "size": lambda h: h.resize_(1, 3),
    "elements": lambda h: h.add_(1.0),
    "elements by NumPy": lambda h: h.numpy().fill(3.0),
}


@pytest.mark.parametrize("options", [{}, NOTIFYING], ids=["logged", "notified"])
@pytest.mark.parametrize("kind", CHANGES)
def test_a_variable_whose_tensor_shows_other_memory_has_the_new_elements(begin, kind, options):
    """The variables of a function are read at each call, and most of them refer to the same tensors as before."""
    given = []

    def body():
        for step in range(3):
            h = torch.arange(6.0).reshape(2, 3) + step
            torch.sin(h)
            CHANGES[kind](h)
            given.append(np.array(h.detach().tolist(), np.float32))
            torch.cos(h)
            torch.exp(h)

    run = begin(body, **options)
    run.wait(LONG)
    (record,) = run.session.driver.journal.steps()
    calls = [number for number, place in enumerate(record.places) if is_before(place, "exp")]
    assert len(calls) == len(given)
    for tick, expected in zip(calls, given, strict=True):
        (meant,) = record.bindings("h", tick)
        found = record.value(meant.value, tick)
        assert found.shape == expected.shape and np.array_equal(found, expected)


def is_before(place, name):
    return not place.after and place.operator is not None and place.operator.op.name == name
