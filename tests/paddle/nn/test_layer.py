"""Layer: what an assignment makes of a value, hooks, walking, text; in Paddle's words."""

import copy

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import UsageError
from opscope.paddle import nn


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 3)
        self.second = nn.Sequential(nn.ReLU(), nn.Linear(3, 1, bias_attr=False))
        self.scale = self.create_parameter([1], default_initializer=nn.initializer.Constant(2.0))
        self.register_buffer("count", paddle.to_tensor([0.0]))

    def forward(self, x):
        return self.second(self.first(x)) * self.scale


def test_names_are_paddles():
    net = Net()
    assert net.full_name() == "net_0" and Net().full_name() == "net_1"
    assert [p.name for p in net.parameters()] == ["net_0.w_0", "linear_0.w_0", "linear_0.b_0", "linear_1.w_0"]
    assert [n for n, _ in net.named_parameters()] == ["scale", "first.weight", "first.bias", "second.1.weight"]
    assert [n for n, _ in net.named_parameters("net", False)] == ["net.scale"]
    assert nn.BatchNorm2D(1).weight.name == "batch_norm2d_0.w_0" and nn.LSTMCell(1, 1).bias_hh.name == "lstm_cell_0.b_1"
    assert nn.Linear(1, 1, weight_attr="mine").weight.name == "mine"
    assert nn.Layer("block").full_name() == "block_0"


def test_walking():
    net = Net()
    assert [n for n, _ in net.named_sublayers()] == ["first", "second", "second.0", "second.1"]
    assert next(n for n, _ in net.named_sublayers(include_self=True)) == ""
    assert [n for n, _ in net.named_children()] == ["first", "second"] and len(list(net.children())) == 2
    assert len(net.sublayers(include_self=True)) == 5
    assert [n for n, _ in net.named_buffers()] == ["count"] and net.buffers()[0] is net.count
    net.twin = net.first
    assert len(net.parameters()) == 4, "a parameter that is reached twice counts once"
    seen = []
    assert net.apply(lambda layer: seen.append(type(layer).__name__)) is net
    assert seen[-1] == "Net" and seen[0] == "Linear"


def test_training_mode_reaches_all():
    net = Net()
    net.eval()
    assert not any(layer.training for layer in net.sublayers(include_self=True))
    net.train()
    assert all(layer.training for layer in net.sublayers(include_self=True))


def test_assignment_decides_by_kind():
    net = nn.Layer()
    net.x = 3
    net.x = nn.Linear(1, 1)
    assert "x" in net._sub_layers and "x" not in vars(net)
    net.x = net.create_parameter([2])
    assert "x" in net._parameters and not net._sub_layers
    net.x = None
    assert net.x is None and net.parameters() == []
    net.t = paddle.to_tensor([1.0])
    assert "t" in net._buffers and list(net.state_dict()) == [], "a buffer by assignment is not persistable"
    net.t = paddle.to_tensor([2.0])
    assert net.t.item() == 2.0
    del net.t
    assert not hasattr(net, "t")


@pytest.mark.parametrize(
    "name, value, words",
    [
        ("weight", 3, "assignment to parameter 'weight' should be of type Parameter or None, but got 'int'"),
        ("weight", nn.ReLU, "assignment to parameter 'weight' should be of type Parameter or None"),
        ("sub", "no", "assignment to sublayer 'sub' should be of type Layer or None, but got 'str'"),
        ("buffer", 3, "assignment to buffers 'buffer' should be of type core.Tensor or None, but got 'int'"),
    ],
)
def test_refused_assignments(name, value, words):
    net = nn.Linear(1, 1)
    net.sub = nn.ReLU()
    net.register_buffer("buffer", paddle.to_tensor([1.0]))
    with pytest.raises(TypeError, match=words):
        setattr(net, name, value)
    with pytest.raises(TypeError, match="assignment to parameter"):
        net.weight = paddle.to_tensor([[1.0]])


def test_super_init_first():
    class Late(nn.Layer):
        def __init__(self):
            self.fc = nn.Linear(1, 1)

    with pytest.raises(ValueError, match=r"super\(\).__init__\(\) of the layer has not been called"):
        Late()


def test_adding_by_name():
    net = nn.Layer()
    assert net.add_sublayer("fc", nn.Linear(1, 1)) is net.fc
    made = net.create_parameter([1])
    assert net.add_parameter("p", made) is made and net.add_parameter("none", None) is None
    for bad, error in (("a.b", KeyError), ("", KeyError), (3, TypeError), ("forward", KeyError), ("fc", KeyError)):
        with pytest.raises(error):
            net.add_parameter(bad, made)
    with pytest.raises(TypeError, match="should be a Parameter, but received int"):
        net.add_parameter("q", 3)
    with pytest.raises(AssertionError):
        net.add_sublayer("x", 3)
    with pytest.raises(KeyError, match="already exists"):
        net.register_buffer("p", paddle.to_tensor(1.0))
    with pytest.raises(TypeError, match=r"should be a paddle\.Tensor"):
        net.register_buffer("b", 3)
    assert net.create_parameter([1], attr=False) is None
    with pytest.raises(TypeError, match="default initializer when dtype is not"):
        net.create_parameter([1], dtype="int64")


def test_missing_attributes_are_named():
    with pytest.raises(AttributeError, match="'Linear' object has no attribute 'wieght'; did you mean 'weight'"):
        nn.Linear(1, 1).wieght  # noqa: B018
    assert {"weight", "bias", "forward"} <= set(dir(nn.Linear(1, 1)))


def test_hooks():
    net, calls = nn.Linear(2, 2), []
    x = paddle.ones([1, 2])
    plain = net(x).numpy()
    pre = net.register_forward_pre_hook(lambda layer, given: calls.append((layer, given)))
    double = net.register_forward_pre_hook(lambda layer, given: (given[0] * 2,))
    post = net.register_forward_post_hook(lambda layer, given, out: out + given[0].sum())
    np.testing.assert_allclose(net(x).numpy(), 2 * plain - net.bias.numpy() + 4, rtol=1e-6)
    assert calls == [(net, (x,))]
    pre.remove(), double.remove(), post.remove(), post.remove()
    np.testing.assert_array_equal(net(x).numpy(), plain)


def test_calls_that_cannot_be():
    with pytest.raises(NotImplementedError, match="must define forward"):
        nn.Layer()(1)
    with pytest.raises(ValueError, match="a Layer must not define backward"):
        nn.Layer().backward()


def test_gradients_are_cleared():
    net = Net()
    net(paddle.ones([2, 2])).sum().backward()
    assert all(p.grad is not None for p in net.parameters())
    assert type(net.scale.grad) is paddle.Tensor, "a gradient is not a parameter"
    net.clear_gradients()
    assert all(not p.grad.numpy().any() for p in net.parameters())
    net.clear_gradients(set_to_zero=False)
    assert all(p.grad is None for p in net.parameters())


def test_frozen_parameters():
    net = nn.Linear(2, 2, weight_attr=paddle.ParamAttr(trainable=False, learning_rate=0.5, need_clip=False))
    assert net.weight.stop_gradient and not net.weight.trainable and net.weight.persistable
    assert net.weight.optimize_attr == {"learning_rate": 0.5} and net.weight.need_clip is False
    net.weight.trainable = True
    assert not net.weight.stop_gradient
    with pytest.raises(UsageError, match="cannot be converted to a ParamAttr"):
        nn.Linear(2, 2, weight_attr=3)


def test_text():
    assert repr(Net()) == (
        "Net(\n"
        "  (first): Linear(in_features=2, out_features=3, dtype=float32)\n"
        "  (second): Sequential(\n"
        "    (0): ReLU()\n"
        "    (1): Linear(in_features=3, out_features=1, dtype=float32)\n"
        "  )\n"
        ")"
    )
    conv = nn.Conv2D(2, 4, 3, stride=2, padding=1, dilation=[1, 2], groups=2, padding_mode="reflect")
    assert repr(conv) == (
        "Conv2D(2, 4, kernel_size=[3, 3], stride=[2, 2], padding=1, padding_mode=reflect, dilation=[1, 2], groups=2, "
        "data_format=NCHW)"
    )
    assert repr(nn.Embedding(5, 2, padding_idx=-1, name="e")) == "Embedding(5, 2, padding_idx=4, sparse=False, name=e)"
    assert repr(nn.Upsample(scale_factor=2)) == (
        "Upsample(scale_factor=2, mode=nearest, align_corners=False, align_mode=0, data_format=NCHW)"
    )
    assert repr(nn.Dropout(0.1)) == "Dropout(p=0.1, axis=None, mode=upscale_in_train)"
    assert repr(nn.MaxPool2D(2)) == "MaxPool2D(kernel_size=2, stride=None, padding=0)"
    assert repr(nn.GRU(2, 3, 2, dropout=0.1)).startswith("GRU(2, 3, num_layers=2, dropout=0.1\n  (0): RNN(\n")

    class Told(nn.Layer):
        def extra_repr(self):
            return "one\ntwo"

    assert repr(Told()) == "Told(\n  one\n  two\n)"
    assert repr(net := nn.Linear(1, 1)).startswith("Linear(") and repr(net.bias).startswith(
        "Parameter containing:\nTensor("
    )


def test_a_copy_is_another_network():
    net = Net()
    other = copy.deepcopy(net)
    other.first.weight.set_value(np.zeros((2, 3), "float32"))
    assert net.first.weight.numpy().any() and other.first.weight.name != net.first.weight.name
    assert isinstance(other.first.weight, type(net.first.weight)) and not other.first.weight.stop_gradient


def test_names_in_programs_are_the_same():
    paddle.enable_static()
    net = nn.Sequential(nn.Linear(2, 3), nn.Conv2D(1, 1, 1), nn.Linear(2, 3, bias_attr=False))
    names = [p.name for p in net.parameters()]
    assert names == ["linear_0.w_0", "linear_0.b_0", "conv2d_0.w_0", "conv2d_0.b_0", "linear_1.w_0"]
    started = [name for op in paddle.static.default_startup_program().global_block().ops for name in op.outputs]
    assert started == names
    assert {v.name for v in paddle.static.default_main_program().all_parameters()} == set(names)
