"""state_dict and set_state_dict, other dtypes and places."""

import warnings

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import DTypeError, OpscopeWarning, UnsupportedError
from opscope.paddle import nn, static


def net():
    return nn.Sequential(("fc", nn.Linear(2, 3)), ("norm", nn.BatchNorm1D(3)))


def test_names_and_values():
    model = net()
    state = model.state_dict()
    assert list(state) == ["fc.weight", "fc.bias", "norm.weight", "norm.bias", "norm._mean", "norm._variance"]
    assert state["fc.weight"] is model.fc.weight
    assert list(model.state_dict(include_sublayers=False)) == []
    assert next(iter(model.state_dict(structured_name_prefix="net."))) == "net.fc.weight"
    assert list(model.fc.state_dict(destination={"kept": 1})) == ["kept", "weight", "bias"]


def test_buffers_persistable_or_not():
    layer = nn.Layer()
    layer.register_buffer("kept", paddle.to_tensor([1.0]))
    layer.register_buffer("lost", paddle.to_tensor([1.0]), persistable=False)
    layer.register_buffer("none", None)
    assert list(layer.state_dict()) == ["kept"] and len(layer.buffers()) == 2


def test_round_trip_and_own_names():
    one, other = net(), net()
    state = {k: v.numpy() + 1 for k, v in one.state_dict().items()}
    assert other.set_state_dict(state) == ([], [])
    np.testing.assert_array_equal(other.fc.weight.numpy(), state["fc.weight"])
    by_name = {p.name: np.zeros(p.shape, "float32") for p in one.parameters()}
    assert one.set_state_dict(by_name, use_structured_name=False) == ([], [])
    assert not any(p.numpy().any() for p in one.parameters())
    assert one.load_dict(other.state_dict()) == ([], []) and one.set_dict(other.state_dict()) == ([], [])
    np.testing.assert_array_equal(one.fc.weight.numpy(), other.fc.weight.numpy())


def test_what_does_not_fit_is_told():
    model = net()
    before = model.fc.weight.numpy()
    state = {k: v.numpy() for k, v in net().state_dict().items()}
    state["fc.weight"], state["surplus"] = np.zeros((3, 3), "float32"), np.zeros(1)
    del state["fc.bias"]
    with pytest.warns(OpscopeWarning) as told:
        missing, unexpected = model.set_state_dict(state)
    assert (missing, unexpected) == (["fc.weight", "fc.bias"], ["surplus"])
    words = [str(w.message) for w in told]
    assert any("the value of fc.weight has the shape [3, 3], but the layer needs the shape [2, 3]" in w for w in words)
    assert any("the state dict has no 'fc.bias'" in w for w in words)
    np.testing.assert_array_equal(model.fc.weight.numpy(), before)
    with pytest.raises(TypeError, match="takes a dict"):
        model.set_state_dict([1])


def test_hooks_on_the_state():
    model = nn.Linear(1, 1)
    handle = model.register_state_dict_hook(lambda state: {k.upper(): v for k, v in state.items()})
    assert list(model.state_dict()) == ["WEIGHT", "BIAS"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert model.set_state_dict({"weight": np.zeros((1, 1)), "bias": np.zeros(1)}) == ([], [])
    handle.remove()
    assert list(model.state_dict()) == ["weight", "bias"]


def test_other_dtypes():
    model = net()
    model(paddle.ones([4, 2])).sum().backward()
    assert model.to(dtype="float64") is model
    assert {p.dtype.name for p in model.parameters()} == {"float64"} == {model.fc.weight.grad.dtype.name}
    assert model(paddle.ones([4, 2], "float64")).dtype is paddle.float64
    assert {p.dtype.name for p in model.astype("float32").parameters()} == {"float32"}
    half = model.float16()
    assert half.fc.weight.dtype is paddle.float16 and half.norm._mean.dtype is paddle.float32
    assert model.float16(excluded_layers=[]).norm._mean.dtype is paddle.float16
    kept = net().to(dtype="float64").float(excluded_layers=nn.Linear)
    assert kept.fc.weight.dtype is paddle.float64 and kept.norm.weight.dtype is paddle.float32
    assert model.to() is model and model.to("cpu").fc.weight.place == paddle.CPUPlace()
    counter = nn.Layer()
    counter.register_buffer("n", paddle.to_tensor([1]))
    assert counter.to(dtype="float64").n.dtype is paddle.int64, "integers stay"


def test_refused():
    with pytest.raises(UnsupportedError, match="bfloat16 is not supported"):
        net().bfloat16()
    with pytest.raises(DTypeError, match="cannot have the dtype int64"):
        net().to(dtype="int64")
    with pytest.raises(TypeError, match=r"excluded_layers should be a class of layers"):
        net().float(excluded_layers=[3])
    with pytest.raises(ValueError, match="received tpu"):
        net().to(device="tpu")
    paddle.enable_static()
    with pytest.raises(UnsupportedError, match="a layer of a program cannot be moved"):
        net().to(dtype="float64")


def test_in_programs_values_live_in_the_scope():
    paddle.enable_static()
    model = nn.Linear(2, 1)
    out = model(static.data("x", [-1, 2]))
    exe = static.Executor()
    exe.run(static.default_startup_program())
    assert model.set_state_dict({"weight": np.ones((2, 1)), "bias": np.array([5.0])}) == ([], [])
    assert exe.run(feed={"x": np.ones((1, 2), "float32")}, fetch_list=[out])[0].item() == 7.0
