"""Names of parameters: variables that refer to the module that runs, or to a module that contains it."""

from unittest import mock

import pytest
import torch
from torch import nn

from opscope.errors import NotFound
from opscope.torch_calls.module_names import _loop_variables
from tests.torch_calls.conftest import LONG


def trained(make, loss_of, steps=2):
    def body():
        torch.manual_seed(0)
        net = make()
        optimizer = torch.optim.Adam(net.parameters(), 0.01)
        for _ in range(steps):
            loss = loss_of(net)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return [each.detach().numpy().copy() for each in net.parameters()]

    return body


def blocks():
    return nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])


def in_a_loop(net):
    x = torch.ones(2, 4)
    for block in net:
        x = block(x)
    return x.square().mean()


def by_number(net):
    return net[1](net[0](torch.ones(2, 4))).square().mean()


def enumerated(net):
    x = torch.ones(2, 4)
    for _, (block, _) in enumerate(zip(net, net, strict=True)):
        x = block(x)
    return x.square().mean()


def never_called(net):
    x = torch.ones(2, 4)
    for block in net:
        x = x @ block.weight.T + block.bias
    return x.square().mean()


def in_vmap(net):
    return torch.vmap(lambda row: net[1].weight @ (net[0].weight @ row) + net[0].bias + net[1].bias)(
        torch.ones(2, 4)
    ).sum()


class Own(nn.Module):
    """Module that is used by methods of its own, never called as a whole."""

    def __init__(self):
        super().__init__()
        self.layers = blocks()
        self.scale = nn.Parameter(torch.ones(()))

    def loss(self):
        return self.layers[1](self.layers[0](torch.ones(2, 4))).square().mean() * self.scale


@pytest.mark.parametrize("loss_of", [in_a_loop, by_number, enumerated, never_called, in_vmap])
def test_modules_in_a_container_are_named_by_their_path_in_it(begin, loss_of):
    """They were named `block`, `block_2` and so on, or `Linear` and `Linear_2`; without a call, not at all."""
    run = begin(trained(blocks, loss_of))
    weights = run.wait(LONG)
    assert run.values("net.1.weight")[2].tolist() == weights[2].tolist()
    assert run.values("0.bias")[2].tolist() == weights[1].tolist()
    assert not [name for name in run.names() if name.startswith(("block", "Linear", "row"))]


def test_a_module_with_methods_of_its_own_is_named_as_a_whole(begin):
    run = begin(trained(Own, Own.loss))
    *_, scale = run.wait(LONG)  # the last one is not a parameter of a layer
    assert {"net.scale", "net.layers.0.weight", "net.layers.1.bias"} <= set(run.names())
    assert scale.shape == (4,) and run.values("net.layers.1.bias")[2].tolist() == scale.tolist()


def test_the_variable_of_a_function_goes_before_a_module_that_contains_its_module(begin):
    def body():
        torch.manual_seed(0)
        generator, critic = nn.Linear(2, 2), nn.Linear(2, 1)
        both = nn.ModuleDict({"g": generator, "c": critic})
        optimizer = torch.optim.SGD(both.parameters(), 0.1)
        critic(generator(torch.ones(1, 2))).sum().backward()
        optimizer.step()

    run = begin(body)
    run.wait(LONG)
    assert {"generator.weight", "critic.weight"} <= set(run.names())
    assert "both.g.weight" not in run.names()


def test_parameters_that_are_added_to_a_module_later_get_its_name(begin):
    def body():
        torch.manual_seed(0)
        net = nn.Sequential(nn.Linear(3, 3))
        net(torch.ones(2, 3))
        net[0] = nn.utils.parametrizations.weight_norm(net[0])
        net.append(nn.Linear(3, 1))
        optimizer = torch.optim.SGD(net.parameters(), 0.1)
        for _ in range(2):
            optimizer.zero_grad()
            net(torch.ones(2, 3)).square().sum().backward()
            optimizer.step()
        return {f"net.{name}": value.detach().numpy().copy() for name, value in net.named_parameters()}

    run = begin(body)
    for name, value in run.wait(LONG).items():
        assert run.values(name)[2].tolist() == value.tolist()


class Scaled(nn.Module):
    """Module that initialises its parameter itself, as layers of libraries do."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(3, 3))
        nn.init.normal_(self.weight)

    def forward(self, x):
        return x @ self.weight


def reset(part):
    if isinstance(part, Scaled):
        nn.init.ones_(part.weight)


def test_names_are_not_those_of_the_functions_that_make_a_module(begin):
    """A module of Hugging Face had the names `self_2.weight` and `module.wte.weight`."""
    run = begin(
        trained(lambda: nn.Sequential(Scaled(), Scaled()).apply(reset), lambda net: net(torch.ones(2, 3)).sum())
    )
    run.wait(LONG)
    assert {"net.0.weight", "net.1.weight"} <= set(run.names())
    assert not [name for name in run.names() if name.startswith(("self", "part", "module"))]


def test_a_parameter_of_no_module_has_the_name_of_its_variable(begin):
    def body():
        alone, net = nn.Parameter(torch.ones(3)), nn.Linear(3, 3)
        optimizer = torch.optim.SGD([alone, *net.parameters()], 0.1)
        for _ in range(2):
            optimizer.zero_grad()
            net(alone).sum().backward()
            optimizer.step()
        return alone.detach().numpy().copy()

    run = begin(body)
    left = run.wait(LONG)
    assert run.values("alone")[2].tolist() == left.tolist()
    named = {name for name in run.names() if name.startswith("net")}
    assert named == {"net.weight", "net.bias", "net.weight@GRAD", "net.bias@GRAD"}


class Half(nn.Module):
    """Module that computes before and while it is made, with attributes that have the names of methods."""

    def __init__(self, factor):
        self.__dict__["size"] = float((factor * 2).sum().detach())
        super().__init__()
        self.fc, self.scale = nn.Linear(2, 2), nn.Parameter(torch.ones(()))
        self.norm = float((self.fc.weight.norm() + self.scale.norm()).detach())
        self.__dict__["parameters"] = {"a": 1}
        self.__dict__["modules"] = [2]

    def forward(self, x):
        return self.fc(x) * self.scale


def test_modules_of_any_form_are_looked_through(begin):
    """`parameters` of a user's class was called, and a module that was being made gave `self.scale` for good."""

    def body():
        torch.manual_seed(0)
        factor = nn.Parameter(torch.ones(3))
        net, twin = Half(factor), Half(factor)
        proxy = mock.Mock(spec=nn.Module)
        for _ in range(2):
            (net(torch.ones(2, 2)) + twin(torch.ones(2, 2)) + factor.sum()).sum().backward()
        return proxy

    run = begin(body)
    run.wait(LONG)
    assert {"net.fc.weight", "net.scale", "twin.fc.weight", "twin.scale"} <= set(run.names())
    assert not [name for name in run.names() if name.startswith(("self", "fc", "proxy"))]


def test_a_layer_that_is_replaced_loses_its_name(begin):
    """`net.0.weight` went on to be the weight of the old layer, which the optimizer keeps."""

    def body():
        torch.manual_seed(0)
        net = nn.Sequential(nn.Linear(2, 2))
        optimizer, found = torch.optim.SGD(net.parameters(), 0.1), []
        for step in range(3):
            if step == 1:
                net[0] = nn.Linear(2, 2)
                optimizer.add_param_group({"params": list(net[0].parameters())})
            optimizer.zero_grad()
            net(torch.ones(1, 2)).sum().backward()
            optimizer.step()
            found.append(net[0].weight.detach().numpy().copy())
        return found

    run = begin(body)
    found = run.wait(LONG)
    for step, value in run.values("net.0.weight").items():
        assert value.tolist() == found[step - 1].tolist()
    assert len(run.values("net.0.weight")) == 3


def test_the_variables_of_loops():
    def function(items, pairs, box):
        for a in items:
            for b, (c, *d) in pairs:
                box.last = [a, b, c, d]
        for box.item in items:
            later = box.item
        return [later for _ in items]

    assert _loop_variables(function.__code__) >= {"a", "b", "c", "d"}
    assert not _loop_variables(function.__code__) & {"items", "pairs", "box", "later", "item"}


@pytest.mark.parametrize("options", [{}, {"breakpoints": ["op:no_such_operator"]}], ids=["logged", "notified"])
def test_a_module_that_has_not_run_has_not_the_parameters_of_another_one(begin, options):
    """`teacher.0.weight` was the weight of the student, because only the names of their variables differ."""

    def body():
        student, teacher = (nn.Sequential(nn.Linear(2, 2), nn.Tanh()) for _ in range(2))
        for _ in range(2):
            student(torch.ones(2, 2)).sum().backward()
        return teacher

    run = begin(body, **options)
    run.wait(LONG)
    run.goto(1, "op:sum")
    assert run.value("student.0.weight").shape
    with pytest.raises(NotFound, match=r"student\.0\.weight"):
        run.value("teacher.0.weight")
