"""Published kinds of faulty training programs, each with its mended twin: `faulty(True)` has the fault.

Sources: A AutoTrainer (ICSE 2021), D DeepDiagnosis (ICSE 2022) and DeepLocalize (ICSE 2021), N NeuraLint (TOSEM 2021),
S SageMaker Debugger, U UMLAUT (CHI 2021), Q questions of users (Stack Overflow, the forums of PyTorch and Paddle).
The line that a finding must name is marked with `# here`.
"""

import inspect
import itertools
from typing import Any, NamedTuple

import numpy as np

from opscope import paddle
from opscope.paddle.static import nn as static_nn

F = paddle.nn.functional
CASES: list["Case"] = []


class Case(NamedTuple):
    """A program with and without its fault, and the rules of which one must find it."""

    name: str
    source: str
    rules: tuple[str, ...]
    program: Any
    lines: frozenset[int]  # of the fault; none: the finding is about no line of the program


def case(source, *rules):
    def register(program):
        lines, start = inspect.getsourcelines(program)
        marked = frozenset(start + i for i, line in enumerate(lines) if "# here" in line)
        CASES.append(Case(program.__name__, source, rules, program, marked))
        return program

    return register


# --- data and loops ---------------------------------------------------------------------------------


def batches(steps=40, rows=32, columns=8, classes=3, seed=0):
    """Inputs of standard deviation 1, labels that a net can learn, and a number that it can learn."""
    rng = np.random.default_rng(seed)
    chosen = rng.standard_normal((columns, classes))
    for _ in range(steps):
        x = rng.standard_normal((rows, columns)).astype("float32")
        score = x @ chosen
        yield x, score.argmax(1).astype("int64"), (score[:, :1] / 3).astype("float32")


def linear(rows, columns, scale=None, bias=0.0):
    """A layer with a weight of this scale (None: the default) and a constant bias."""
    if scale is None:
        return paddle.nn.Linear(rows, columns)
    weight = paddle.nn.initializer.Normal(0.0, scale) if scale else paddle.nn.initializer.Constant(0.0)
    return paddle.nn.Linear(rows, columns, paddle.ParamAttr(initializer=weight), constant(bias))


def constant(value):
    return paddle.ParamAttr(initializer=paddle.nn.initializer.Constant(value))


def mlp(*sizes, activation=paddle.nn.ReLU):
    layers = []
    for before, after in itertools.pairwise(sizes):
        layers += [paddle.nn.Linear(before, after), activation()]
    return paddle.nn.Sequential(*layers[:-1])


def train(net, loss_of, rate=0.01, steps=40, rows=32, optimizer=None):
    """Train eager code: `loss_of(x, label, number)`."""
    optimizer = optimizer or paddle.optimizer.Adam(rate, parameters=net.parameters())
    for x, label, number in batches(steps, rows):
        loss = loss_of(paddle.to_tensor(x), paddle.to_tensor(label), paddle.to_tensor(number))
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()


def data():
    x = paddle.static.data("x", [None, 8], "float32")
    return x, paddle.static.data("label", [None, 1], "int64"), paddle.static.data("number", [None, 1], "float32")


def run_program(loss, steps=40, scale=1.0, shift=0.0, factor=1.0, rows=32):
    exe = paddle.static.Executor()
    exe.run(paddle.static.default_startup_program())
    for x, label, number in batches(steps, rows):
        feed = {"x": x * scale + shift, "label": label[:, None], "number": number * factor}
        exe.run(feed=feed, fetch_list=[loss])


def classify(x, label, size=16):
    h = F.relu(static_nn.fc(x, size))
    return paddle.mean(F.cross_entropy(static_nn.fc(h, 3), label))


# --- the output and the loss ------------------------------------------------------------------------


@case("N, Q", "softmax-one-unit")
def softmax_over_one_unit(fault):
    net = mlp(8, 16, 1)

    def loss_of(x, label, number):
        out = net(x)
        p = F.softmax(out) if fault else F.sigmoid(out)  # here
        return F.binary_cross_entropy(p, (number > 0).astype("float32"))

    train(net, loss_of)


@case("U, Q", "activation-before-loss")
def softmax_before_cross_entropy(fault):
    x, label, _ = data()
    h = F.relu(static_nn.fc(x, 16))
    out = static_nn.fc(h, 3, activation="softmax" if fault else None)  # here
    loss = paddle.mean(F.cross_entropy(out, label))
    paddle.optimizer.Adam(0.01).minimize(loss)
    run_program(loss)


@case("U, Q", "activation-before-loss")
def sigmoid_before_loss_with_logits(fault):
    net = mlp(8, 16, 1)

    def loss_of(x, label, number):
        out = net(x)
        if fault:
            out = F.sigmoid(out)  # here
        return F.binary_cross_entropy_with_logits(out, (number > 0).astype("float32"))

    train(net, loss_of)


@case("U", "activation-before-loss")
def relu_on_the_last_layer(fault):
    net = mlp(8, 16, 3)

    def loss_of(x, label, number):
        out = net(x)
        return F.cross_entropy(F.relu(out) if fault else out, label)  # here

    train(net, loss_of)


@case("U, D", "no-probabilities", "not-finite")
def logits_for_a_loss_of_probabilities(fault):
    x, label, _ = data()
    out = static_nn.fc(F.relu(static_nn.fc(x, 16)), 3)
    p = out if fault else F.softmax(out)
    loss = paddle.mean(F.cross_entropy(p, label, use_softmax=False))  # here
    paddle.optimizer.Adam(0.01).minimize(loss)
    run_program(loss, steps=10 if fault else 40)


@case("Q", "softmax-over-batch")
def softmax_over_the_batch(fault):
    net = mlp(8, 16, 3)

    def loss_of(x, label, number):
        p = F.softmax(net(x), axis=0 if fault else -1)  # here
        return F.nll_loss(paddle.log(p), label)

    train(net, loss_of)


@case("Q", "broadcast-loss")
def prediction_and_label_broadcast(fault):
    net = mlp(8, 16, 1)

    def loss_of(x, label, number):
        out = net(x)
        wanted = number.squeeze(1) if fault else number
        return paddle.mean((out - wanted) ** 2)  # here

    train(net, loss_of)


@case("D", "output-range")
def sigmoid_for_large_targets(fault):
    x, _, number = data()
    h = F.relu(static_nn.fc(x, 16))
    out = static_nn.fc(h, 1, activation="sigmoid" if fault else None)  # here
    loss = paddle.mean(F.square_error_cost(out, number))
    paddle.optimizer.Adam(0.01).minimize(loss)
    run_program(loss)


@case("N, Q", "output-range")
def labels_of_plus_and_minus_one(fault):
    net = mlp(8, 16, 1)

    def loss_of(x, label, number):
        wanted = paddle.sign(number) if fault else (number > 0).astype("float32")
        return F.binary_cross_entropy_with_logits(net(x), wanted)  # here

    train(net, loss_of)


@case("Q", "negated-loss", "loss-rising")
def loss_with_the_wrong_sign(fault):
    x, label, _ = data()
    loss = classify(x, label)
    if fault:
        loss = -loss  # here
    paddle.optimizer.Adam(0.01).minimize(loss)
    run_program(loss)


# --- what is trained --------------------------------------------------------------------------------


@case("Q", "parameter-unused")
def layer_that_nobody_uses(fault):
    x, label, _ = data()
    h = F.relu(static_nn.fc(x, 16))
    weight = paddle.static.create_parameter([16, 3], "float32", name="head")  # here
    out = static_nn.fc(h, 3) if fault else paddle.matmul(h, weight)
    loss = paddle.mean(F.cross_entropy(out, label))
    paddle.optimizer.Adam(0.01).minimize(loss)
    run_program(loss)


@case("Q", "parameter-without-optimizer")
def optimizer_without_the_first_layers(fault):
    body, head = mlp(8, 16), paddle.nn.Linear(16, 3)
    both = [*body.parameters(), *head.parameters()]
    optimizer = paddle.optimizer.Adam(0.01, parameters=head.parameters() if fault else both)

    def loss_of(x, label, number):
        h = F.relu(body(x))  # here
        return F.cross_entropy(head(h), label)

    train(head, loss_of, optimizer=optimizer)


@case("Q", "parameter-cut-off")
def detached_features(fault):
    body, head = mlp(8, 16), paddle.nn.Linear(16, 3)
    optimizer = paddle.optimizer.Adam(0.01, parameters=[*body.parameters(), *head.parameters()])

    def loss_of(x, label, number):
        h = F.relu(body(x))
        return F.cross_entropy(head(h.detach() if fault else h), label)  # here

    train(head, loss_of, optimizer=optimizer)


@case("Q", "parameter-cut-off")
def argmax_in_the_loss(fault):
    x, _label, number = data()
    h = F.relu(static_nn.fc(x, 16))
    scores = static_nn.fc(h, 3)
    if fault:
        chosen = paddle.cast(paddle.argmax(scores, axis=-1, keepdim=True), "float32")  # here
    else:
        chosen = paddle.max(scores, axis=-1, keepdim=True)
    own = static_nn.fc(x, 1)
    loss = paddle.mean(F.square_error_cost(chosen + own, number))
    paddle.optimizer.Adam(0.01).minimize(loss)
    run_program(loss)


@case("Q", "parameter-cut-off")
def stop_gradient_on_the_way(fault):
    x, label, _ = data()
    h = F.relu(static_nn.fc(x, 16))  # here
    h.stop_gradient = fault
    loss = paddle.mean(F.cross_entropy(static_nn.fc(h, 3), label))
    paddle.optimizer.Adam(0.01).minimize(loss)
    run_program(loss)


@case("Q", "gradients-not-cleared")
def gradients_are_not_cleared(fault):
    net = mlp(8, 16, 3)
    optimizer = paddle.optimizer.Adam(0.01, parameters=net.parameters())
    for x, label, _ in batches():
        F.cross_entropy(net(paddle.to_tensor(x)), paddle.to_tensor(label)).backward()
        optimizer.step()  # here
        if not fault:
            optimizer.clear_grad()


@case("Q", "eval-mode")
def training_in_eval_mode(fault):
    net = paddle.nn.Sequential(
        paddle.nn.Linear(8, 16), paddle.nn.BatchNorm1D(16), paddle.nn.ReLU(), paddle.nn.Linear(16, 3)
    )
    if fault:
        net.eval()
    train(net, lambda x, label, number: F.cross_entropy(net(x), label))  # here


@case("Q", "eval-mode")
def training_of_the_test_program(fault):
    x, label, _ = data()
    h = F.dropout(F.relu(static_nn.fc(x, 16)), 0.2, training=not fault)  # here
    loss = paddle.mean(F.cross_entropy(static_nn.fc(h, 3), label))
    paddle.optimizer.Adam(0.01).minimize(loss)
    run_program(loss)


@case("Q", "no-gradients")
def no_backward(fault):
    net = mlp(8, 16, 3)
    optimizer = paddle.optimizer.Adam(0.01, parameters=net.parameters())
    for x, label, _ in batches():
        loss = F.cross_entropy(net(paddle.to_tensor(x)), paddle.to_tensor(label))  # here
        if not fault:
            loss.backward()
        optimizer.step()
        optimizer.clear_grad()


@case("Q", "no-gradients")
def no_optimizer_step(fault):
    net = mlp(8, 16, 3)
    optimizer = paddle.optimizer.Adam(0.01, parameters=net.parameters())
    for x, label, _ in batches(10):
        loss = F.cross_entropy(net(paddle.to_tensor(x)), paddle.to_tensor(label))
        loss.backward()  # here
        if not fault:
            optimizer.step()
        optimizer.clear_grad()


@case("Q, S", "weights-unchanged")
def learning_rate_of_zero(fault):
    x, label, _ = data()
    loss = classify(x, label)
    paddle.optimizer.SGD(0.0 if fault else 0.1).minimize(loss)  # here
    run_program(loss)


# --- data -------------------------------------------------------------------------------------------


@case("U, D, S", "input-range")
def pixels_from_0_to_255(fault):
    x, label, _ = data()
    h = F.relu(static_nn.fc(x, 16))  # here
    loss = paddle.mean(F.cross_entropy(static_nn.fc(h, 3), label))
    paddle.optimizer.Adam(0.01).minimize(loss)
    run_program(loss, scale=40.0 if fault else 1.0, shift=128.0 if fault else 0.0)


@case("Q", "constant-input", "constant-output")
def every_example_is_the_first(fault):
    net = mlp(8, 16, 3)

    def loss_of(x, label, number):
        if fault:
            x = paddle.expand(x[:1], [32, 8])
        return F.cross_entropy(net(x), label)  # here

    train(net, loss_of)


@case("Q", "batch-of-one")
def batch_norm_of_one_example(fault):
    net = paddle.nn.Sequential(
        paddle.nn.Linear(8, 16), paddle.nn.BatchNorm1D(16), paddle.nn.ReLU(), paddle.nn.Linear(16, 3)
    )
    train(net, lambda x, label, number: F.cross_entropy(net(x), label), rows=1 if fault else 32)  # here


@case("Q", "no-better-than-guessing", "loss-not-falling")
def labels_shuffled_against_inputs(fault):
    x, label, _ = data()
    h = F.relu(static_nn.fc(x, 16))
    loss = paddle.mean(F.cross_entropy(static_nn.fc(h, 3), label))  # here
    paddle.optimizer.Adam(0.005).minimize(loss)
    exe = paddle.static.Executor()
    exe.run(paddle.static.default_startup_program())
    rng = np.random.default_rng(1)
    for x, label, _ in batches(100):
        exe.run(feed={"x": x, "label": (rng.permutation(label) if fault else label)[:, None]}, fetch_list=[loss])


# --- gradients and units ----------------------------------------------------------------------------


@case("A, D, S", "vanishing-gradient")
def deep_net_of_sigmoids(fault):
    x, label, _ = data()
    h = x
    for _ in range(8):
        h = static_nn.fc(h, 16, activation="sigmoid" if fault else "relu")  # here
    loss = paddle.mean(F.cross_entropy(static_nn.fc(h, 3), label))
    paddle.optimizer.SGD(0.1).minimize(loss)
    run_program(loss, steps=60)


@case("A", "exploding-gradient", "large-activations")
def deep_net_with_large_weights(fault):
    sizes = [8, *[16] * 7]
    layers = [linear(a, b, 1.2 if fault else 0.35) for a, b in itertools.pairwise(sizes)]
    head = linear(16, 3, 0.1)
    parameters = [p for each in (*layers, head) for p in each.parameters()]
    optimizer = paddle.optimizer.Adam(0.003, parameters=parameters)

    def loss_of(x, label, number):
        for layer in layers:
            x = F.relu(layer(x))  # here
        return F.cross_entropy(head(x), label)

    train(head, loss_of, optimizer=optimizer)


@case("A, D, S", "dead-units")
def units_that_died(fault):
    x, label, _ = data()
    h = static_nn.fc(x, 16, bias_attr=constant(-20.0 if fault else 0.0))
    h = F.relu(h)  # here
    loss = paddle.mean(F.cross_entropy(static_nn.fc(h, 3), label))
    paddle.optimizer.Adam(0.01).minimize(loss)
    run_program(loss)


@case("D, S", "saturated-units")
def saturated_tanhs(fault):
    first, head = linear(8, 16, 20.0 if fault else 0.3), linear(16, 3, 0.3)
    optimizer = paddle.optimizer.Adam(0.01, parameters=[*first.parameters(), *head.parameters()])

    def loss_of(x, label, number):
        h = paddle.tanh(first(x))  # here
        return F.cross_entropy(head(h), label)

    train(head, loss_of, optimizer=optimizer)


@case("N, Q", "tied-units")
def weights_of_one_value(fault):
    first = paddle.nn.Linear(8, 16, constant(0.1) if fault else None)
    head = paddle.nn.Linear(16, 1, constant(0.1) if fault else None)
    optimizer = paddle.optimizer.Adam(0.01, parameters=[*first.parameters(), *head.parameters()])

    def loss_of(x, label, number):
        h = F.relu(first(x))  # here
        return F.mse_loss(head(h), number)

    train(head, loss_of, optimizer=optimizer)


@case("N, Q", "tied-units", "weights-unchanged")
def weights_of_zero(fault):
    x, _, number = data()
    h = paddle.tanh(static_nn.fc(x, 16, weight_attr=constant(0.0) if fault else None))  # here
    out = static_nn.fc(h, 1, weight_attr=constant(0.0) if fault else None)  # here
    loss = paddle.mean(F.square_error_cost(out, number))
    paddle.optimizer.Adam(0.01).minimize(loss)
    run_program(loss)


@case("U", "no-activation")
def layers_without_activation(fault):
    first, second, head = paddle.nn.Linear(8, 16), paddle.nn.Linear(16, 16), paddle.nn.Linear(16, 3)
    parameters = [p for each in (first, second, head) for p in each.parameters()]
    optimizer = paddle.optimizer.Adam(0.01, parameters=parameters)

    def loss_of(x, label, number):
        h = first(x)
        h = F.relu(second(h if fault else F.relu(h)))  # here
        return F.cross_entropy(head(h), label)

    train(head, loss_of, optimizer=optimizer)


@case("U", "high-dropout")
def share_to_keep_as_share_to_drop(fault):
    x, label, _ = data()
    h = F.dropout(F.relu(static_nn.fc(x, 64)), 0.9 if fault else 0.1)  # here
    loss = paddle.mean(F.cross_entropy(static_nn.fc(h, 3), label))
    paddle.optimizer.Adam(0.01).minimize(loss)
    run_program(loss)


# --- the learning rate ------------------------------------------------------------------------------


@case("A, D", "update-ratio")
def learning_rate_far_too_small(fault):
    x, label, _ = data()
    loss = classify(x, label)
    paddle.optimizer.SGD(1e-6 if fault else 0.1).minimize(loss)  # here
    run_program(loss)


@case("A", "loss-oscillating", "loss-rising", "update-ratio")
def learning_rate_too_large(fault):
    net = mlp(8, 16, 3)
    optimizer = paddle.optimizer.Adam(3.0 if fault else 0.01, parameters=net.parameters())
    for x, label, _ in batches():
        F.cross_entropy(net(paddle.to_tensor(x)), paddle.to_tensor(label)).backward()
        optimizer.step()  # here
        optimizer.clear_grad()


@case("A, D", "nan-next", "loss-rising", "not-finite")
def training_that_diverges(fault):
    x, _, number = data()
    out = static_nn.fc(x, 1)
    loss = paddle.mean(F.square_error_cost(out, number))  # here
    paddle.optimizer.SGD(1.0 if fault else 0.05).minimize(loss)
    run_program(loss)


# --- NaN --------------------------------------------------------------------------------------------


@case("D, Q", "not-finite")
def logarithm_of_zero(fault):
    x, label, _ = data()
    p = F.softmax(static_nn.fc(F.relu(static_nn.fc(x, 16)), 3) * (200.0 if fault else 1.0))
    wanted = F.one_hot(paddle.squeeze(label, 1), 3)
    loss = -paddle.mean(paddle.sum(wanted * paddle.log(p), axis=1))  # here
    paddle.optimizer.Adam(0.01).minimize(loss)
    run_program(loss)
