"""Layer paths: operators know the Layer that made them, in programs, traced functions and eager code."""

import sys

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.core import layer_calls
from opscope.ir.serialize.program_json import from_bytes, to_bytes
from opscope.paddle import nn, static
from opscope.paddle.vision.models import LeNet, ResNet, resnet
from tests.debug.eager_runs import LONG


class Block(nn.Layer):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 4), nn.ReLU())

    def forward(self, x):
        return x + self.body(x)


class Net(nn.Layer):
    """Layers in lists and in each other, one that is called as a function, and one that skips its container."""

    def __init__(self):
        super().__init__()
        self.blocks = nn.LayerList([Block(), Block()])
        self.tail = nn.Sequential(Block(), nn.Linear(4, 2))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x) * 2.0

    def head(self, x):
        return self.tail[1](self.tail[0].forward(x))


class Lone(nn.Layer):
    def forward(self, x):
        return F_tanh(x)


def F_tanh(x):  # noqa: N802 (named like the functions of paddle.nn.functional)
    return paddle.tanh(x)


def built(make, shape):
    """A program that trains a network, and the network."""
    paddle.enable_static()
    net = make()
    loss = net(static.data("x", shape)).mean()
    paddle.optimizer.SGD(0.1).minimize(loss)
    return static.default_main_program(), net


def small_resnet():
    return ResNet(resnet.BasicBlock, 18, num_classes=3)


def by_parameters(operators, names):
    """(path of the operator, path of the Layer that owns a parameter it reads), for forward and gradient operators."""
    return [
        (o.layer_path, names[n].rpartition(".")[0])
        for o in operators
        if o.phase != "optimize"
        for n in o.inputs
        if n in names
    ]


@pytest.mark.parametrize(
    "make, shape", [(Net, [None, 4]), (LeNet, [None, 1, 28, 28]), (small_resnet, [None, 3, 32, 32])]
)
def test_operators_have_the_path_of_the_layer_that_owns_their_parameters(make, shape):
    program, net = built(make, shape)
    names = {p.name: name for name, p in net.named_parameters()}
    found = by_parameters(program.operators, names)
    assert len(found) > len(names) and all(path == owner for path, owner in found)
    assert {o.layer_path for o in program.operators if o.phase == "optimize"} == {""}
    for copy in (program.clone(), from_bytes(to_bytes(program)), program._prune([program.global_block().ops[-1]])):
        paths = {o.id: o.layer_path for o in program.operators}
        assert all(o.layer_path == paths[o.id] for o in copy.operators)


def test_what_a_layer_computes_itself_is_its_own():
    program, _ = built(Net, [None, 4])
    adds = [o.layer_path for o in program.operators if o.type == "elementwise_add" and o.inputs[1].startswith("relu")]
    assert adds == ["blocks.0", "blocks.1", "tail.0"]
    own = [o for o in program.operators if o.phase == "forward" and o.type in ("scale", "reduce_mean")]
    assert [(o.type, o.layer_path) for o in own] == [("scale", ""), ("reduce_mean", "")]


def test_a_traced_function_has_paths_also_without_a_call_of_its_layer(tmp_path):
    paddle.disable_static()
    net = Net()
    names = {p.name: name for name, p in net.named_parameters()}
    spec = [static.InputSpec([None, 4], "float32")]
    for program in (
        paddle.jit.to_static(Net(), input_spec=spec).forward.main_program,
        paddle.jit.to_static(net, input_spec=spec).forward.main_program,
    ):
        assert {o.layer_path for o in program.operators} >= {"blocks.0.body.0", "tail.0.body.0", "tail.1", ""}
    found = by_parameters(program.operators, names)
    assert len(found) == len(names) and all(path == owner for path, owner in found)


def train():
    paddle.disable_static()
    paddle.seed(0)
    net, lone = Net(), Lone()
    optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())
    for _ in range(2):
        paddle.mean(lone(net(paddle.ones([3, 4])))).backward()
        optimizer.step()
        optimizer.clear_grad()


def eager_operators(breakpoint):
    with paddle.utils.unique_name.guard():
        run = debug.Run(train)
        if breakpoint:
            run.breakpoint(breakpoint)
        run.start().wait(LONG)
    records = [r for segment in run.session.driver.journal.segments for r in segment.records]
    return [p.operator for r in records for p in r.places if p.operator is not None and not p.after]


@pytest.mark.parametrize("breakpoint", ["", "op:nothing_has_this_name"], ids=["logged", "notified"])
def test_eager_calls_have_paths_and_gradients_those_of_their_forward_calls(breakpoint):
    operators = eager_operators(breakpoint)
    paths = [(o.type, o.layer_path) for o in operators if o.type in ("mul", "matmul_v2", "linear", "relu", "tanh")]
    linear = ["blocks.0.body.0", "blocks.1.body.0", "tail.0.body.0", "tail.1"]
    relu = ["blocks.0.body.1", "blocks.1.body.1", "tail.0.body.1"]
    assert [p for t, p in paths if t == "relu"] == relu * 2
    assert [p for t, p in paths if t not in ("relu", "tanh")] == linear * 2
    assert [p for t, p in paths if t == "tanh"] == ["", ""]
    assert [o.layer_path for o in operators if o.type == "relu_grad"] == relu[::-1] * 2


def test_a_layer_that_is_not_watched_runs_nothing_for_paths():
    paddle.disable_static()
    net, x, called = Net(), paddle.ones([3, 4]), set()
    net(x)
    sys.setprofile(lambda frame, event, arg: called.add(frame.f_code.co_filename))
    try:
        net(x)
    finally:
        sys.setprofile(None)
    assert called and layer_calls.__file__ not in called


def test_taps_and_breakpoints_select_by_layer():
    program, _ = built(Net, [None, 4])
    exe = static.Executor()
    exe.run(static.default_startup_program())
    taps = debug.attach(exe).tap("layer:tail.*")
    feed = {"x": np.ones((2, 4), "float32")}
    exe.run(program, feed=feed)
    wanted = {
        n for o in program.operators if o.layer_path.startswith("tail.") for n in o.outputs if n and not n.endswith("@")
    }
    assert set(taps.names()) == wanted
    taps.detach()
    run = debug.Run(lambda: exe.run(program, feed=feed))
    run.breakpoint("layer:blocks.1")
    run.start().until_stopped(LONG)
    assert run.session.driver.navigator.cursor.next_operator.layer_path == "blocks.1.body.0"
    run.stop()


def test_the_users_line_is_outside_of_installed_packages(tmp_path, monkeypatch):
    folder = tmp_path / "site-packages"
    folder.mkdir()
    (folder / "their_nets.py").write_text(
        "import paddle\n\n\nclass Theirs(paddle.nn.Layer):\n    def forward(self, x):\n        return paddle.tanh(x)\n"
    )
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setitem(sys.modules, "paddle", paddle)
    import their_nets

    paddle.enable_static()
    out = their_nets.Theirs()(static.data("x", [2]))  # the user's line
    for program in (out.block.program, from_bytes(to_bytes(out.block.program))):
        operator = program.operators[-1]
        assert "their_nets.py:6" in operator.site.where
        assert operator.user_site.code.endswith("# the user's line")


def test_a_pattern_of_layers_selects_nothing_outside_layers():
    program, _ = built(Net, [None, 4])
    with static.program_guard(program):
        paddle.mean(paddle.zeros([2]))
    operators = program.global_block().ops
    assert not operators[-1].layer_path
    every = debug.Selector.parse("layer:*")
    assert [every.matches("", o) for o in operators] == [bool(o.layer_path) for o in operators]


def test_a_layer_that_gets_another_name_has_another_path():
    outer, layer = nn.Layer(), nn.Linear(2, 2)
    outer.first = layer
    assert layer_calls.layer_path([outer, layer]) == "first"
    del outer.first
    assert layer_calls.layer_path([outer, layer]) == ""
    outer.second = layer
    assert layer_calls.layer_path([outer, layer]) == "second"
    outer.second, outer.third = nn.Linear(2, 2), layer
    assert [layer_calls.layer_path([outer, each]) for each in (layer, outer.second)] == ["third", "second"]
