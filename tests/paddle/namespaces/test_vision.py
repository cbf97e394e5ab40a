"""paddle.vision.models: parameters are called as in Paddle 2.6.2, and on the same values they compute the same."""

import hashlib

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import UnsupportedError
from opscope.paddle.vision import models

# options, input, how many values, their names and shapes (a hash), the first outputs and the sum of all magnitudes:
# from Paddle 2.6.2, with the values that `filled` makes
MODELS = {
    "LeNet": ({}, (1, 1, 28, 28), 10, "81ed593fa9259a90", [-65.172432, -98.442619, 2.416272, 533.808]),
    "resnet18": ({"num_classes": 3}, (1, 3, 33, 33), 102, "ebc8e48585a12c48",
                 [-19.384342, -134.992554, -109.405846, 263.783]),
    "resnet34": ({}, None, 182, "e36753fba14f4e15", []),
    "resnet50": ({"num_classes": 3}, (1, 3, 33, 33), 267, "5d283fe459651017",
                 [12162.027344, 7843.166504, -43.593052, 20048.8]),
    "resnet101": ({}, None, 522, "50a7f3e6476428dc", []),
    "resnext50_32x4d": ({"num_classes": 2}, (1, 3, 33, 33), 267, "d44ec88f60e8b8f0",
                        [-4204.695801, -1241.777222, 5446.47]),
    "wide_resnet50_2": ({"num_classes": 0, "with_pool": False}, None, 265, "f56324a915f96265", []),
    "mobilenet_v1": ({"scale": 0.25, "num_classes": 3}, (1, 3, 33, 33), 137, "ba1fba4a55c5d26b",
                     [2.950644, 3.910563, -7.4498, 14.311]),
    "mobilenet_v2": ({"scale": 0.35, "num_classes": 3}, (1, 3, 33, 33), 262, "83111297fe1a1611",
                     [-78.097435, 35.815384, -49.754665, 163.667]),
    "vgg11": ({"num_classes": 0}, (1, 3, 33, 33), 16, "815d50ab6e581341", [7.068965, 7.068965, 7.068965, 155181.0]),
    "vgg13": ({"num_classes": 0}, None, 20, "1eb978d9cb8b74c8", []),
    "vgg16": ({"num_classes": 0, "batch_norm": True}, None, 78, "5c40cf0eceb8328f", []),
    "vgg19": ({"num_classes": 0}, None, 32, "0b30a64c4f4e69f5", []),
    "resnext101_32x4d": ({}, None, 522, "36fe1b8faf3819e3", []),
}  # fmt: skip


def filled(state, rng):
    for name, value in state.items():
        a = rng.standard_normal(value.shape).astype("float32")
        if name.endswith("variance"):
            yield name, np.abs(a) + 0.5
        elif len(value.shape) > 1:
            yield name, (a * np.sqrt(2.0 / max(1, int(np.prod(value.shape[1:]))))).astype("float32")
        else:
            yield name, 1 + 0.1 * a


@pytest.mark.thorough
@pytest.mark.parametrize("name", MODELS)
def test_it_is_paddles(name):
    options, shape, count, digest, expected = MODELS[name]
    model = getattr(models, name)(**options)
    model.eval()
    state = model.state_dict()
    told = "\n".join(f"{k} {list(v.shape)}" for k, v in state.items())
    assert (len(state), hashlib.sha256(told.encode()).hexdigest()[:16]) == (count, digest)
    if shape is None:
        return
    rng = np.random.RandomState(0)
    model.set_state_dict(dict(filled(state, rng)))
    with paddle.no_grad():
        made = model(paddle.to_tensor(rng.standard_normal(shape).astype("float32")))
    out = np.concatenate([v.numpy().reshape(-1) for v in (made if isinstance(made, list) else [made])])
    *first, total = expected
    scale = np.abs(out).max()
    np.testing.assert_allclose(out[: len(first)], first, rtol=1e-4, atol=1e-4 * scale)
    assert np.abs(out).sum() == pytest.approx(total, rel=1e-3)


def test_intermediate_layers():
    model = models.resnet18(num_classes=3)
    getter = models._utils.IntermediateLayerGetter(model, {"layer1": "low", "layer3": "high"})
    assert list(getter.keys()) == ["conv1", "bn1", "relu", "maxpool", "layer1", "layer2", "layer3"]
    out = getter(paddle.rand([1, 3, 32, 32]))
    assert {k: v.shape for k, v in out.items()} == {"low": [1, 64, 8, 8], "high": [1, 256, 2, 2]}
    flat = models._utils.IntermediateLayerGetter(model, {"fc": "out"})(paddle.rand([1, 3, 32, 32]))
    assert flat["out"].shape == [1, 3]
    with pytest.raises(ValueError, match="the name of a layer in the model"):
        models._utils.IntermediateLayerGetter(model, {"layer9": "x"})


@pytest.mark.parametrize("name", models.ABSENT)
def test_networks_that_are_not_here_say_what_to_use(name):
    for namespace in (models, paddle.vision):
        with pytest.raises(UnsupportedError, match="use ResNet, VGG, MobileNetV1"):
            getattr(namespace, name)
        assert not hasattr(namespace, name)


def test_a_model_trains_and_is_traced():
    paddle.seed(0)
    net = paddle.vision.LeNet()
    traced = paddle.jit.to_static(paddle.vision.models.LeNet())
    traced.set_state_dict(net.state_dict())
    x = paddle.randn([2, 1, 28, 28])
    for each in (net, traced):
        each(x).sum().backward()
    for p, q in zip(net.parameters(), traced.parameters(), strict=True):
        np.testing.assert_allclose(p.grad.numpy(), q.grad.numpy(), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("name", [n for n in models.__all__ if n[0].islower()])
def test_nothing_is_downloaded(name):
    with pytest.raises(UnsupportedError, match="would download"):
        getattr(models, name)(pretrained=True)


def test_blocks_refuse_what_paddle_refuses():
    with pytest.raises(UnsupportedError, match="only dilation=1"):
        models.resnet.BasicBlock(4, 4, dilation=2)
    plain = paddle.vision.ops.ConvNormActivation(3, 4, norm_layer=None, activation_layer=None)
    assert [type(layer).__name__ for layer in plain] == ["Conv2D"] and plain[0].bias is not None
    assert models.MobileNetV1(0.25, 0, False).state_dict() and models.MobileNetV2(0.35, 0, False).state_dict()
