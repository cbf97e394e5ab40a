"""PyTorch's twins of the faulty programs in tests/debug/rules: `faulty(True)` has the fault, marked with `# here`."""

import inspect
import itertools
from typing import Any, NamedTuple

import torch
from torch import nn

F = nn.functional
CASES: list["Case"] = []


class Case(NamedTuple):
    """A program with and without its fault, and the rules of which one must find it."""

    name: str
    rules: tuple[str, ...]
    program: Any
    lines: frozenset[int]


def case(*rules):
    def register(program):
        lines, start = inspect.getsourcelines(program)
        marked = frozenset(start + i for i, line in enumerate(lines) if "# here" in line)
        CASES.append(Case(program.__name__, rules, program, marked))
        return program

    return register


def batches(steps=40, rows=32, columns=8, classes=3):
    """Inputs of standard deviation 1, labels that a net can learn, and a number that it can learn."""
    generator = torch.Generator().manual_seed(0)
    chosen = torch.randn(columns, classes, generator=generator)
    for _ in range(steps):
        x = torch.randn(rows, columns, generator=generator)
        score = x @ chosen
        yield x, score.argmax(1), score[:, :1] / 3


def linear(rows, columns, scale=None, bias=0.0):
    """A layer with a weight of this scale (None: the default) and a constant bias."""
    made = nn.Linear(rows, columns)
    if scale is not None:
        nn.init.normal_(made.weight, 0.0, scale)
        nn.init.constant_(made.bias, bias)
    return made


def mlp(*sizes, activation=nn.ReLU):
    layers = []
    for before, after in itertools.pairwise(sizes):
        layers += [nn.Linear(before, after), activation()]
    return nn.Sequential(*layers[:-1])


def parameters(*modules):
    return [p for each in modules for p in each.parameters()]


def fit(modules, loss_of, rate=0.01, steps=40, rows=32, optimizer=None):
    """Train: `loss_of(x, label, number)`."""
    optimizer = optimizer or torch.optim.Adam(parameters(*modules), rate)
    for x, label, number in batches(steps, rows):
        optimizer.zero_grad()
        loss = loss_of(x, label, number)
        loss.backward()
        optimizer.step()


# --- the output and the loss ------------------------------------------------------------------------


@case("softmax-one-unit")
def softmax_over_one_unit(fault):
    net = mlp(8, 16, 1)

    def loss_of(x, label, number):
        out = net(x)
        p = F.softmax(out, -1) if fault else torch.sigmoid(out)  # here
        return F.binary_cross_entropy(p, (number > 0).float())

    fit([net], loss_of)


@case("activation-before-loss")
def softmax_before_cross_entropy(fault):
    net = mlp(8, 16, 3)

    def loss_of(x, label, number):
        out = net(x)
        if fault:
            out = torch.softmax(out, 1)  # here
        return F.cross_entropy(out, label)

    fit([net], loss_of)


@case("activation-before-loss")
def softmax_before_log_softmax(fault):
    net = mlp(8, 16, 3)

    def loss_of(x, label, number):
        out = net(x)
        if fault:
            out = torch.softmax(out, 1)  # here
        return F.nll_loss(F.log_softmax(out, 1), label)

    fit([net], loss_of)


@case("activation-before-loss")
def softmax_before_the_loss_of_pixels(fault):
    net = nn.Conv2d(1, 3, 3, padding=1)

    def loss_of(x, label, number):
        out = net(x.reshape(8, 1, 4, 8))
        if fault:
            out = torch.softmax(out, 1)  # here
        return F.cross_entropy(out, (x > 0).long().reshape(8, 4, 8))

    fit([net], loss_of)


@case("activation-before-loss")
def sigmoid_before_loss_with_logits(fault):
    net = mlp(8, 16, 1)

    def loss_of(x, label, number):
        out = net(x)
        if fault:
            out = torch.sigmoid(out)  # here
        return F.binary_cross_entropy_with_logits(out, (number > 0).float())

    fit([net], loss_of)


@case("activation-before-loss")
def relu_on_the_last_layer(fault):
    net = mlp(8, 16, 3)

    def loss_of(x, label, number):
        out = net(x)
        return F.cross_entropy(F.relu(out, inplace=True) if fault else out, label)  # here

    fit([net], loss_of)


@case("no-probabilities")
def logits_for_nll_loss(fault):
    net = mlp(8, 16, 3)

    def loss_of(x, label, number):
        out = net(x)
        out = out if fault else F.log_softmax(out, 1)
        return F.nll_loss(out, label)  # here

    fit([net], loss_of)


@case("no-probabilities", "not-finite")
def logits_for_the_logarithm(fault):
    net = mlp(8, 16, 3)

    def loss_of(x, label, number):
        out = net(x)
        p = out if fault else F.softmax(out, 1)
        return F.nll_loss(torch.log(p), label)  # here

    fit([net], loss_of, steps=10 if fault else 40)


@case("softmax-over-batch")
def softmax_over_the_batch(fault):
    net = mlp(8, 16, 3)

    def loss_of(x, label, number):
        p = F.softmax(net(x), 0 if fault else 1)  # here
        return F.nll_loss(torch.log(p), label)

    fit([net], loss_of)


@case("broadcast-loss")
def prediction_and_label_broadcast(fault):
    net = mlp(8, 16, 1)

    def loss_of(x, label, number):
        out = net(x)
        wanted = number.squeeze(1) if fault else number
        return ((out - wanted) ** 2).mean()  # here

    fit([net], loss_of)


def broadcast_by(loss):
    def program(fault):
        net = mlp(8, 16, 1)

        def loss_of(x, label, number):
            wanted = number.squeeze(1) if fault else number
            return loss(net(x), wanted)

        fit([net], loss_of)

    program.__name__ = f"broadcast_by_{loss.__name__}"
    CASES.append(Case(program.__name__, ("broadcast-loss",), program, frozenset()))


for _loss in (F.mse_loss, F.l1_loss, F.smooth_l1_loss, F.huber_loss):
    broadcast_by(_loss)


@case("output-range")
def sigmoid_for_large_targets(fault):
    net = mlp(8, 16, 1)

    def loss_of(x, label, number):
        out = net(x)
        out = torch.sigmoid(out) if fault else out  # here
        return F.mse_loss(out, number)

    fit([net], loss_of)


@case("output-range")
def labels_of_plus_and_minus_one(fault):
    net = mlp(8, 16, 1)

    def loss_of(x, label, number):
        wanted = torch.sign(number) if fault else (number > 0).float()
        return F.binary_cross_entropy_with_logits(net(x), wanted)  # here

    fit([net], loss_of)


@case("negated-loss", "loss-rising")
def loss_with_the_wrong_sign(fault):
    net = mlp(8, 16, 3)

    def loss_of(x, label, number):
        loss = F.cross_entropy(net(x), label)
        if fault:
            loss = -loss  # here
        return loss

    fit([net], loss_of)


@case("negated-loss", "loss-rising")
def loss_times_minus_one(fault):
    net = mlp(8, 16, 1)

    def loss_of(x, label, number):
        loss = F.mse_loss(net(x), number)
        return loss * -1 if fault else loss * 1  # here

    fit([net], loss_of)


# --- what is trained --------------------------------------------------------------------------------


@case("parameter-unused")
def layer_that_nobody_uses(fault):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.body, self.head = mlp(8, 16, 3), nn.Linear(3, 3)

        def forward(self, x):
            out = self.body(x)
            return out if fault else self.head(out.relu())

    net = Net()
    fit([net], lambda x, label, number: F.cross_entropy(net(x), label))


@case("parameter-without-optimizer")
def optimizer_without_the_first_layers(fault):
    body, head = mlp(8, 16), nn.Linear(16, 3)

    def loss_of(x, label, number):
        h = F.relu(body(x))  # here
        return F.cross_entropy(head(h), label)

    fit([head], loss_of, optimizer=torch.optim.Adam(parameters(*([head] if fault else [body, head])), 0.01))


@case("parameter-without-optimizer")
def optimizer_of_the_frozen_teacher(fault):
    """No update runs, so no step of the optimizer changes anything: nothing was found."""
    teacher, student = mlp(8, 16, 3), mlp(8, 12, 3)
    teacher.requires_grad_(False)

    def loss_of(x, label, number):
        answer = teacher(x).softmax(1)
        return F.cross_entropy(student(x), answer)  # here

    fit([], loss_of, optimizer=torch.optim.Adam(parameters(teacher if fault else student), 0.01))


@case("parameter-cut-off")
def detached_features(fault):
    body, head = mlp(8, 16), nn.Linear(16, 3)

    def loss_of(x, label, number):
        h = F.relu(body(x))
        return F.cross_entropy(head(h.detach() if fault else h), label)  # here

    fit([body, head], loss_of)


@case("parameter-cut-off")
def argmax_in_the_loss(fault):
    body, own = mlp(8, 16, 3), nn.Linear(8, 1)

    def loss_of(x, label, number):
        scores = body(x)
        chosen = scores.argmax(1, keepdim=True).float() if fault else scores.amax(1, keepdim=True)  # here
        return F.mse_loss(chosen + own(x), number)

    fit([body, own], loss_of)


@case("parameter-cut-off")
def no_grad_on_the_way(fault):
    body, head = mlp(8, 16), nn.Linear(16, 3)

    def loss_of(x, label, number):
        with torch.set_grad_enabled(not fault):
            h = F.relu(body(x))
        out = head(h)  # here
        return F.cross_entropy(out, label)

    fit([body, head], loss_of)


def not_cleared(name, make):
    def program(fault):
        net = mlp(8, 16, 3)
        optimizer = make(net.parameters())
        for x, label, _ in batches():
            F.cross_entropy(net(x), label).backward()
            optimizer.step()
            if not fault:
                optimizer.zero_grad()

    program.__name__ = f"gradients_are_not_cleared_{name}"
    CASES.append(Case(program.__name__, ("gradients-not-cleared",), program, frozenset()))


OPTIMIZERS = {
    "adam_loop": lambda p: torch.optim.Adam(p, 0.01, foreach=False),
    "adam_foreach": lambda p: torch.optim.Adam(p, 0.01, foreach=True),
    "adam_fused": lambda p: torch.optim.Adam(p, 0.01, fused=True),
    "adamw": lambda p: torch.optim.AdamW(p, 0.01),
    "sgd_loop": lambda p: torch.optim.SGD(p, 0.1, foreach=False),
    "sgd_foreach": lambda p: torch.optim.SGD(p, 0.1, momentum=0.9, foreach=True),
    "sgd_fused": lambda p: torch.optim.SGD(p, 0.1, fused=True),
    "sgd_decay": lambda p: torch.optim.SGD(p, 0.1, momentum=0.9, weight_decay=1e-4, nesterov=True),
    "rmsprop": lambda p: torch.optim.RMSprop(p, 0.01),
    "adagrad": lambda p: torch.optim.Adagrad(p, 0.05),
}
for _name, _make in OPTIMIZERS.items():
    not_cleared(_name, _make)


@case("eval-mode")
def training_in_eval_mode(fault):
    net = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3))
    if fault:
        net.eval()
    fit([net], lambda x, label, number: F.cross_entropy(net(x), label))  # here


@case("no-gradients")
def no_backward(fault):
    net = mlp(8, 16, 3)
    optimizer = torch.optim.Adam(net.parameters(), 0.01)
    for x, label, _ in batches():
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), label)  # here
        if not fault:
            loss.backward()
        optimizer.step()


@case("no-gradients")
def no_optimizer_step(fault):
    net = mlp(8, 16, 3)
    optimizer = torch.optim.Adam(net.parameters(), 0.01)
    for x, label, _ in batches(10):
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), label)
        loss.backward()  # here
        if not fault:
            optimizer.step()


@case("weights-unchanged")
def learning_rate_of_zero(fault):
    net = mlp(8, 16, 3)
    optimizer = torch.optim.SGD(net.parameters(), 0.0 if fault else 0.1)
    fit([net], lambda x, label, number: F.cross_entropy(net(x), label), optimizer=optimizer)


# --- data -------------------------------------------------------------------------------------------


@case("input-range")
def pixels_from_0_to_255(fault):
    net = mlp(8, 16, 3)

    def loss_of(x, label, number):
        if fault:
            x = x * 40 + 128
        return F.cross_entropy(net(x), label)  # here

    fit([net], loss_of)


@case("constant-input", "constant-output")
def every_example_is_the_first(fault):
    net = mlp(8, 16, 3)

    def loss_of(x, label, number):
        if fault:
            x = x[:1].expand(32, 8)
        return F.cross_entropy(net(x), label)  # here

    fit([net], loss_of)


@case("batch-of-one")
def batch_norm_of_one_example(fault):
    first, norm, head = nn.Linear(8, 16), nn.BatchNorm1d(16), nn.Linear(16, 3)

    def loss_of(x, label, number):
        h = first(x)
        own = norm.weight, norm.bias, norm.running_mean, norm.running_var
        h = torch.batch_norm(h, *own, True, 0.1, 1e-5, False)  # here
        return F.cross_entropy(head(h.relu()), label)

    fit([first, norm, head], loss_of, rows=1 if fault else 32)


@case("no-better-than-guessing", "loss-not-falling")
def labels_shuffled_against_inputs(fault):
    net = mlp(8, 16, 3)

    def loss_of(x, label, number):
        label = label[torch.randperm(len(label))] if fault else label
        return F.cross_entropy(net(x), label)  # here

    fit([net], loss_of, 0.005, 100)


# --- gradients and units ----------------------------------------------------------------------------


@case("vanishing-gradient")
def deep_net_of_sigmoids(fault):
    net = mlp(*[8, *[16] * 8, 3], activation=nn.Sigmoid if fault else nn.ReLU)
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    fit([net], lambda x, label, number: F.cross_entropy(net(x), label), steps=60, optimizer=optimizer)  # here


@case("exploding-gradient", "large-activations")
def deep_net_with_large_weights(fault):
    sizes = [8, *[16] * 7]
    layers = [linear(a, b, 1.2 if fault else 0.35) for a, b in itertools.pairwise(sizes)]
    head = linear(16, 3, 0.1)

    def loss_of(x, label, number):
        for layer in layers:
            x = F.relu(layer(x))  # here
        return F.cross_entropy(head(x), label)

    fit([*layers, head], loss_of, 0.003)


@case("dead-units")
def units_that_died(fault):
    first, head = linear(8, 16, 0.3, -20.0 if fault else 0.0), nn.Linear(16, 3)

    def loss_of(x, label, number):
        h = F.relu(first(x))  # here
        return F.cross_entropy(head(h), label)

    fit([first, head], loss_of)


@case("dead-units")
def units_of_a_convolution_that_died(fault):
    first, head = nn.Conv2d(1, 8, 3), nn.Linear(8 * 2 * 2, 3)
    nn.init.constant_(first.bias, -20.0 if fault else 0.1)

    def loss_of(x, label, number):
        h = F.relu_(first(x.reshape(-1, 1, 4, 4)[:, :, :4, :4]))  # here
        return F.cross_entropy(head(h.flatten(1)), label[: len(h)])

    fit([first, head], loss_of, rows=64)


@case("saturated-units")
def saturated_tanhs(fault):
    first, head = linear(8, 16, 20.0 if fault else 0.3), linear(16, 3, 0.3)

    def loss_of(x, label, number):
        h = torch.tanh(first(x))  # here
        return F.cross_entropy(head(h), label)

    fit([first, head], loss_of)


@case("tied-units")
def weights_of_one_value(fault):
    first, head = nn.Linear(8, 16), nn.Linear(16, 1)
    for layer in (first, head) if fault else ():
        nn.init.constant_(layer.weight, 0.1)
        nn.init.constant_(layer.bias, 0.0)

    def loss_of(x, label, number):
        h = F.relu(first(x))  # here
        return F.mse_loss(head(h), number)

    fit([first, head], loss_of)


@case("tied-units", "weights-unchanged")
def weights_of_zero(fault):
    first, head = nn.Linear(8, 16), nn.Linear(16, 1)
    for layer in (first, head) if fault else ():
        nn.init.zeros_(layer.weight)
        nn.init.zeros_(layer.bias)

    def loss_of(x, label, number):
        h = torch.tanh(first(x))  # here
        out = head(h)  # here
        return F.mse_loss(out, number)

    fit([first, head], loss_of)


@case("no-activation")
def layers_without_activation(fault):
    first, second, head = nn.Linear(8, 16), nn.Linear(16, 16), nn.Linear(16, 3)

    def loss_of(x, label, number):
        h = first(x)
        h = F.relu(second(h if fault else F.relu(h)))  # here
        return F.cross_entropy(head(h), label)

    fit([first, second, head], loss_of)


@case("high-dropout")
def share_to_keep_as_share_to_drop(fault):
    first, head = nn.Linear(8, 64), nn.Linear(64, 3)

    def loss_of(x, label, number):
        h = F.dropout(F.relu(first(x)), 0.9 if fault else 0.1)  # here
        return F.cross_entropy(head(h), label)

    fit([first, head], loss_of)


# --- the learning rate, NaN -------------------------------------------------------------------------


@case("update-ratio")
def learning_rate_far_too_small(fault):
    net = mlp(8, 16, 3)
    optimizer = torch.optim.SGD(net.parameters(), 1e-6 if fault else 0.1)
    fit([net], lambda x, label, number: F.cross_entropy(net(x), label), optimizer=optimizer)


@case("loss-oscillating", "loss-rising", "update-ratio")
def learning_rate_too_large(fault):
    net = mlp(8, 16, 3)
    fit([net], lambda x, label, number: F.cross_entropy(net(x), label), 3.0 if fault else 0.01)


@case("nan-next", "loss-rising", "not-finite")
def training_that_diverges(fault):
    net = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(net.parameters(), 1.0 if fault else 0.05)
    fit([net], lambda x, label, number: F.mse_loss(net(x), number), optimizer=optimizer)  # here


@case("not-finite")
def logarithm_of_zero(fault):
    net = mlp(8, 16, 3)

    def loss_of(x, label, number):
        p = F.softmax(net(x) * (200.0 if fault else 1.0), 1)
        return -(F.one_hot(label, 3) * torch.log(p)).sum(1).mean()  # here

    fit([net], loss_of)
