"""Containers."""

import pytest

from opscope import paddle
from opscope.paddle import nn


def test_sequential():
    a, b, c = nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1)
    net = nn.Sequential(a, b, c)
    assert len(net) == 3 and list(net) == [a, b, c] and net[-1] is c and net["1"] is b
    assert net(paddle.ones([4, 2])).shape == [4, 1]
    assert list(net[:2]) == [a, b] and isinstance(net[:2], nn.Sequential)
    net[1] = nn.Tanh()
    assert isinstance(net[1], nn.Tanh)
    del net[2]
    assert len(net) == 2
    named = nn.Sequential(("fc", a), ["act", b])
    assert named.fc is a and named["act"] is b
    with pytest.raises(IndexError):
        net[5]


def test_layer_list():
    layers = nn.LayerList([nn.Linear(1, 1) for _ in range(2)])
    first, second = layers
    third = nn.Linear(1, 1)
    assert layers.append(third) is layers and len(layers) == 3 and layers[-1] is third
    layers.insert(0, new := nn.ReLU())
    assert list(layers) == [new, first, second, third] and list(layers._sub_layers) == ["0", "1", "2", "3"]
    layers.insert(4, last := nn.Tanh())
    assert layers[4] is last
    assert list(layers[1:3]) == [first, second]
    del layers[0]
    assert list(layers) == [first, second, third, last] and list(layers._sub_layers) == ["0", "1", "2", "3"]
    layers[0] = new
    assert layers[0] is new and len(layers.parameters()) == 4
    with pytest.raises(IndexError, match="index 9 is out of range for 4 elements"):
        layers[9]
    assert layers["1"] is second  # as PaddleClas does
    layers["3"] = last
    with pytest.raises(KeyError, match="4"):
        layers["4"]
    with pytest.raises(
        TypeError, match="an index must be an integer, a slice or the name of an element, but received a float"
    ):
        layers[1.0]
    with pytest.raises(AssertionError, match="but it is 9"):
        layers.insert(9, new)
    with pytest.raises(AssertionError):
        layers.append(3)


def test_parameter_list():
    made = [paddle.create_parameter([2, i], "float32") for i in (1, 2)]
    listed = nn.ParameterList(made)
    assert len(listed) == 2 and list(listed) == made and listed[-1] is listed["1"] is made[1]
    listed[0] = made[1]
    assert listed[0] is made[1] and len(listed.parameters()) == 1
    listed.append(made[0])
    assert [n for n, _ in listed.named_parameters()] == ["0", "2"]


def test_layer_dict():
    a, b = nn.Linear(1, 1), nn.ReLU()
    held = nn.LayerDict({"a": a})
    held["b"] = b
    assert list(held) == ["a", "b"] and held["a"] is a and "b" in held and len(held) == 2
    assert list(held.keys()) == ["a", "b"] and list(held.values()) == [a, b] and dict(held.items()) == {"a": a, "b": b}
    assert held.pop("a") is a and list(held) == ["b"]
    held.update([("c", a)])
    held.update(nn.LayerDict({"d": b}))
    assert list(held) == ["b", "c", "d"]
    del held["c"]
    held.clear()
    assert len(held) == 0
    with pytest.raises(ValueError, match=r"\(key, layer\) pairs"):
        held.update([3])
