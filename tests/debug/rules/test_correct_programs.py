"""Correct programs of other kinds than the twins: the rules are quiet."""

import warnings

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.paddle.static import nn as static_nn
from tests.debug.rules.faulty_programs import batches, constant, data, mlp, run_program, train

F = paddle.nn.functional


def adam(rate, *layers):
    return paddle.optimizer.Adam(rate, parameters=[p for each in layers for p in each.parameters()])


def two_nets_against_each_other():
    made, judge = mlp(4, 16, 2), mlp(2, 16, 1)
    of_made, of_judge = adam(0.002, made), adam(0.002, judge)
    rng = np.random.default_rng(0)
    one, zero = paddle.ones([32, 1]), paddle.zeros([32, 1])
    for _ in range(30):
        real = paddle.to_tensor((rng.standard_normal((32, 2)) + 1).astype("float32"))
        noise = paddle.to_tensor(rng.standard_normal((32, 4)).astype("float32"))
        fake = judge(made(noise).detach())
        loss = F.binary_cross_entropy_with_logits(judge(real), one) + F.binary_cross_entropy_with_logits(fake, zero)
        loss.backward()
        of_judge.step()
        of_judge.clear_grad()
        F.binary_cross_entropy_with_logits(judge(made(noise)), one).backward()
        of_made.step()
        of_made.clear_grad()
        of_judge.clear_grad()


def targets_by_a_copy_of_the_net():
    net, copy = mlp(4, 16, 2), mlp(4, 16, 2)
    optimizer, rng = adam(0.01, net), np.random.default_rng(0)
    for step in range(30):
        if step % 10 == 0:
            copy.set_state_dict(net.state_dict())
        x = paddle.to_tensor(rng.standard_normal((32, 4)).astype("float32"))
        with paddle.no_grad():
            target = x[:, :1] + 0.5 * paddle.max(copy(x), axis=1, keepdim=True)
        F.mse_loss(paddle.max(net(x), axis=1, keepdim=True), target).backward()
        optimizer.step()
        optimizer.clear_grad()


def reward_times_logarithm():
    net = mlp(8, 16, 2)

    def loss_of(x, label, number):
        chosen = F.one_hot(label % 2, 2)
        return -paddle.mean(paddle.log(paddle.sum(F.softmax(net(x)) * chosen, axis=1)) * paddle.sign(number[:, 0]))

    train(net, loss_of)


def biases_before_a_batch_norm():
    """Their gradient is 0 but for rounding: they stay as they are, and nothing is wrong."""
    net = paddle.nn.Sequential(
        paddle.nn.Linear(8, 16, bias_attr=constant(0.1)),
        paddle.nn.BatchNorm1D(16),
        paddle.nn.ReLU(),
        paddle.nn.Unflatten(1, [4, 2, 2]),
        paddle.nn.Conv2D(4, 4, 1),
        paddle.nn.BatchNorm2D(4),
        paddle.nn.Flatten(),
        paddle.nn.Linear(16, 3),
    )
    optimizer = paddle.optimizer.Momentum(0.01, 0.9, parameters=net.parameters())
    for x, label, _ in batches():
        x, label = paddle.to_tensor(x), paddle.to_tensor(label)
        F.cross_entropy(net(x), label).backward()
        optimizer.step()
        optimizer.clear_grad()
        net.eval()
        with paddle.no_grad():
            F.cross_entropy(net(x), label)
        net.train()


def biases_of_keys():
    """A softmax over the keys takes away what all of them have in common."""
    layer, head = paddle.nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0), paddle.nn.Linear(8, 3)
    optimizer = paddle.optimizer.SGD(0.1, parameters=[*layer.parameters(), *head.parameters()])

    def loss_of(x, label, number):
        return F.cross_entropy(head(layer(paddle.reshape(x, [8, 4, 8]))).reshape([-1, 3]), label)

    train(head, loss_of, optimizer=optimizer)


def several_batches_for_one_step():
    net = mlp(8, 16, 3)
    optimizer = adam(0.01, net)
    for step, (x, label, _) in enumerate(batches(60)):
        (F.cross_entropy(net(paddle.to_tensor(x)), paddle.to_tensor(label)) / 3).backward()
        if step % 3 == 2:
            optimizer.step()
            optimizer.clear_grad()


def evaluation_between_steps():
    net = paddle.nn.Sequential(
        paddle.nn.Linear(8, 16),
        paddle.nn.BatchNorm1D(16),
        paddle.nn.ReLU(),
        paddle.nn.Dropout(0.3),
        paddle.nn.Linear(16, 3),
    )
    optimizer = adam(0.01, net)
    for x, label, _ in batches(20):
        x, label = paddle.to_tensor(x), paddle.to_tensor(label)
        net.train()
        F.cross_entropy(net(x), label).backward()
        optimizer.step()
        optimizer.clear_grad()
        net.eval()
        with paddle.no_grad():
            F.cross_entropy(net(x), label)


def frozen_first_layers():
    body, head = mlp(8, 16), paddle.nn.Linear(16, 3)
    for parameter in body.parameters():
        parameter.stop_gradient = True
    train(head, lambda x, label, number: F.cross_entropy(head(F.relu(body(x))), label))


def a_bottleneck_without_activations():
    net = paddle.nn.Sequential(paddle.nn.Linear(8, 3), paddle.nn.Linear(3, 8))
    train(net, lambda x, label, number: F.mse_loss(net(x), x))


def training_that_has_converged():
    x, _, _ = data()
    wanted = paddle.sum(x, axis=1, keepdim=True)
    loss = paddle.mean(F.square_error_cost(static_nn.fc(x, 1), wanted))
    paddle.optimizer.SGD(0.1).minimize(loss)
    run_program(loss, steps=150)


def tanh_grad(h, out, d):
    return np.asarray(d) * (1 - np.square(np.asarray(out)))


def a_convolution_before_a_batch_norm():
    x, label, _ = data()
    image = static_nn.conv2d(paddle.reshape(x, [-1, 1, 2, 4]), 4, 3, padding=1)
    h = static_nn.batch_norm(image, act="relu")
    loss = paddle.mean(F.cross_entropy(static_nn.fc(h, 3), label))
    paddle.optimizer.SGD(0.05).minimize(loss)
    run_program(loss)


def a_branch_and_a_function_of_the_user():
    x, label, _ = data()
    h = static_nn.fc(x, 16)
    out = h.block.create_var(name="out", shape=h.shape, dtype="float32")
    paddle.static.py_func(np.tanh, h, out, backward_func=tanh_grad)
    paddle.static.py_func(lambda value: None, out, None)
    out = static_nn.cond(paddle.mean(x) > 0, lambda: out * 1.0, lambda: out * 0.9)
    loss = paddle.mean(F.cross_entropy(static_nn.fc(out, 3), label))
    paddle.optimizer.Adam(0.01).minimize(loss)
    run_program(loss)


EAGER = (
    two_nets_against_each_other, targets_by_a_copy_of_the_net, reward_times_logarithm, several_batches_for_one_step,
    evaluation_between_steps, frozen_first_layers, a_bottleneck_without_activations, biases_before_a_batch_norm,
    biases_of_keys,
)  # fmt: skip
PROGRAMS = (a_convolution_before_a_batch_norm, training_that_has_converged, a_branch_and_a_function_of_the_user)


@pytest.mark.parametrize("program", EAGER, ids=lambda p: p.__name__)
def test_correct_eager_code_is_quiet(program):
    paddle.seed(0)
    run = debug.start(program)
    run.wait()
    assert not len(run.findings), run.findings


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_correct_programs_are_quiet(program):
    paddle.seed(0)
    paddle.enable_static()
    programs = paddle.static.Program(), paddle.static.Program()

    def body():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with paddle.static.program_guard(*programs), paddle.static.scope_guard(paddle.static.Scope()):
                program()

    try:
        run = debug.start(body)
        run.wait()
        assert not len(run.findings), run.findings
    finally:
        paddle.disable_static()
