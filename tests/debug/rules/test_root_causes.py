"""Nets with one fault: the finding that stands alone names the fault, its symptoms are listed under it."""

import gc

import numpy as np
import pytest

from opscope import debug, paddle
from tests.debug.rules.faulty_programs import batches, constant, mlp, train

F = paddle.nn.functional


def findings(net, rate, steps=40, shape=(32, 8), live=True):
    def loss_of(x, label, number):
        return F.cross_entropy(net(paddle.reshape(x, shape)), label)

    optimizer = paddle.optimizer.SGD(rate, parameters=net.parameters())
    with np.errstate(all="ignore"):
        run = debug.start(lambda: train(net, loss_of, optimizer=optimizer, steps=steps), rules=live)
        run.wait()
        return run.findings


def warned(test):
    return pytest.mark.filterwarnings("ignore::opscope.errors.OpscopeWarning")(test)


@warned
@pytest.mark.parametrize("layer", ["Linear", "Conv2D"])
def test_units_that_a_bias_has_killed_name_the_bias(layer):
    """Smaller initial weights were proposed."""
    paddle.seed(0)
    bias = constant(-30.0)
    first = paddle.nn.Linear(8, 16, bias_attr=bias) if layer == "Linear" else paddle.nn.Conv2D(2, 4, 1, bias_attr=bias)
    net = paddle.nn.Sequential(first, paddle.nn.ReLU(), paddle.nn.Flatten(), paddle.nn.Linear(16, 3))
    (found,) = findings(net, 0.05, shape=(32, 8) if layer == "Linear" else (32, 2, 2, 2))
    assert found.rule == "large-activations" and "dead-units" in {f.rule for f in found.consequences}
    assert f"because of the bias {first.bias.name}" in found.evidence and "weight" not in found.suggestion
    assert "bias" in found.suggestion and "elementwise_add(" in found.operator


@warned
def test_large_weights_are_named_though_the_bias_is_large_too():
    paddle.seed(0)
    weights = paddle.ParamAttr(initializer=paddle.nn.initializer.Normal(0.0, 20.0))
    net = mlp(8, 16, 3)
    net[0] = paddle.nn.Linear(8, 16, weights, constant(15.0))
    (found, *_) = findings(net, 1e-4).of("large-activations")
    assert net[0].weight.name in found.evidence and "weights" in found.suggestion


@warned
@pytest.mark.parametrize("live", [True, False])
def test_a_learning_rate_that_makes_gradients_explode_is_the_cause(live):
    paddle.seed(0)
    (found,) = findings(mlp(8, 16, 3), 80.0, live=live)
    assert found.rule == "update-ratio" and found.suggestion == "a smaller learning rate"
    assert {"exploding-gradient", "large-activations"} <= {f.rule for f in found.consequences}


@warned
def test_large_weights_are_the_cause_of_gradients_that_explode():
    """They are reported later than the gradients, and are there from the first step on."""
    paddle.seed(0)
    weights = [paddle.ParamAttr(initializer=paddle.nn.initializer.Normal(0.0, 3.0)) for _ in range(8)]
    layers = [each for w in weights for each in (paddle.nn.Linear(8, 8, w), paddle.nn.LeakyReLU())]
    (found,) = findings(paddle.nn.Sequential(*layers, paddle.nn.Linear(8, 3)), 0.1)
    assert (found.rule, found.at) == ("large-activations", "steps 1 to 3") and "weights" in found.suggestion
    assert min(f.step for f in found.consequences if f.rule == "exploding-gradient") == 1


@warned
@pytest.mark.parametrize("live", [True, False])
def test_a_loss_that_does_not_fall_is_said_once(live):
    """While the run went and at its end, with and without a line."""
    paddle.seed(0)
    found = findings(mlp(8, 16, 3), 1e-7, steps=30, live=live)
    (loss,) = found.of("loss-not-falling")
    assert loss.step == 30 and loss.value == "loss" and "F.cross_entropy(" in loss.code


@warned
@pytest.mark.parametrize("live", [True, False])
def test_a_loss_that_is_not_finite_is_said_once(live):
    net = mlp(8, 16, 3)
    optimizer = paddle.optimizer.SGD(0.01, parameters=net.parameters())

    def program():
        for number, (x, label, _) in enumerate(batches(40), 1):
            loss = F.cross_entropy(net(paddle.to_tensor(x * (np.nan if number == 25 else 1))), paddle.to_tensor(label))
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    run = debug.start(program, rules=live)
    run.wait()
    assert [f.step for f in run.findings.of("not-finite") if f.value == "loss"] == [25]


def back(loss):
    return loss.backward()


@pytest.mark.parametrize("live", [True, False])
def test_gradients_without_a_step_are_said_at_the_backward_pass(live):
    """A line of forward was named, whose gradient was the last one that backward computes."""
    net = mlp(8, 16, 3)
    optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())

    def program():
        for x, label, _ in batches(5):
            loss = F.cross_entropy(net(paddle.to_tensor(x)), paddle.to_tensor(label))
            back(loss)
            optimizer.clear_grad()

    run = debug.start(program, rules=live)
    run.wait()
    (found,) = run.findings
    assert found.rule == "no-gradients" and found.code == "return loss.backward()" and " in back" in found.line
    assert "reduce_mean(" in found.operator


@pytest.mark.parametrize("live", [True, False])
def test_gradients_without_an_optimizer_are_no_fault(live):
    """Saliency maps, attacks, a derivative: each was an error, "no optimizer has made a step"."""
    gc.collect()  # optimizers of other tests
    with paddle.utils.unique_name.guard("attacked_"):
        net = mlp(8, 16, 3)

    def of_inputs():
        for x, _, _ in batches(5):
            x = paddle.to_tensor(x, stop_gradient=False)
            net(x).sum().backward()
            assert x.grad is not None

    def by_hand():
        w = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        for _ in range(5):
            (w * w).sum().backward()
            w = paddle.to_tensor(w.numpy() - 0.1 * w.grad.numpy(), stop_gradient=False)

    for program in (of_inputs, by_hand):
        run = debug.start(program, rules=live)
        run.wait()
        assert not list(run.findings), program


@pytest.mark.parametrize("live", [True, False])
def test_a_tensor_without_a_name_that_no_optimizer_moves(live):
    def program():
        w = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        optimizer = paddle.optimizer.SGD(0.1, parameters=[w])
        for _ in range(5):
            (w * w).sum().backward()
            optimizer.clear_grad()

    run = debug.start(program, rules=live)
    run.wait()
    assert [f.rule for f in run.findings] == ["no-gradients"]


@pytest.mark.parametrize("live", [True, False])
def test_steps_without_backward_are_said_at_the_loss(live):
    """The accuracy behind it was named."""
    net = mlp(8, 16, 3)
    optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())

    def program():
        for x, label, _ in batches(5):
            scores, label = net(paddle.to_tensor(x)), paddle.to_tensor(label)
            loss = F.cross_entropy(scores, label)
            _ = paddle.mean(paddle.cast(paddle.argmax(scores, axis=1) == label, "float32"))
            optimizer.step()
        return loss

    run = debug.start(program, rules=live)
    run.wait()
    (found,) = run.findings
    assert found.rule == "no-gradients" and found.code == "loss = F.cross_entropy(scores, label)"
    assert "the loss is probably mean_" in found.evidence and "(loss)" in found.evidence
