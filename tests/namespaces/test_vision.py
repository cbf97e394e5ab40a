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
    "squeezenet1_0": ({"num_classes": 3}, (1, 3, 37, 37), 52, "c2a2e8b0574a50c1", [0.0, 17.019964, 2.544759, 19.565]),
    "squeezenet1_1": ({"num_classes": 4, "with_pool": False}, (1, 3, 37, 37), 52, "70e4b5334158bf04",
                      [-2.197989, -8.919895, -9.058527, 24.839]),
    "alexnet": ({"num_classes": 0}, (1, 3, 70, 70), 10, "70c7f493adaf9ba0", [8.552312, 7.606941, 16.352859, 1735.638]),
    "googlenet": ({"num_classes": 0, "with_pool": False}, (1, 3, 64, 64), 57, "d2dad7215e712720",
                  [45.091141, 0.0, 0.0, 68673.775]),
    "inception_v3": ({"num_classes": 3}, (1, 3, 75, 75), 472, "21e05ca30c935275",
                     [-8.135147, -0.64815, 11.014439, 19.798]),
    "densenet121": ({"num_classes": 3}, (1, 3, 33, 33), 606, "b34ff3bccfa7d3fe",
                    [-10.652225, -16.727274, -11.661705, 39.041]),
    "densenet161": ({}, None, 806, "08be8a16910b0eeb", []),
    "densenet169": ({}, None, 846, "9513ee3c7a9ed837", []),
    "densenet201": ({}, None, 1006, "242923338c0774bc", []),
    "densenet264": ({}, None, 1326, "698836184a79ef30", []),
    "shufflenet_v2_x0_25": ({"num_classes": 3}, (1, 3, 33, 33), 282, "b0a7fdfac37966b3",
                            [5.884597, 0.375333, -5.566482, 11.826]),
    "shufflenet_v2_x0_33": ({"num_classes": 3}, None, 282, "90e3752787fef6bf", []),
    "shufflenet_v2_x0_5": ({"num_classes": 3}, None, 282, "ccf25426876a3882", []),
    "shufflenet_v2_x1_0": ({"num_classes": 3}, None, 282, "fe126f4c76e1cff1", []),
    "shufflenet_v2_x1_5": ({"num_classes": 3}, None, 282, "a34a10c30c0be701", []),
    "shufflenet_v2_x2_0": ({"num_classes": 3}, None, 282, "7f9cc65f21f91b26", []),
    "shufflenet_v2_swish": ({"num_classes": 3}, (1, 3, 33, 33), 282, "fe126f4c76e1cff1",
                            [67.169624, -16.239208, -18.425327, 101.834]),
    "mobilenet_v3_small": ({"num_classes": 3}, (1, 3, 33, 33), 210, "3e0fe9bd86991c73",
                           [32.058674, 3.824076, 21.021915, 56.905]),
    "mobilenet_v3_large": ({"scale": 0.5, "with_pool": False, "num_classes": 0}, (1, 3, 33, 33), 262,
                           "d8a41225b5d2d148", [-0.119273, -0.0, -0.365745, 5667.242]),
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
    with pytest.raises(ValueError, match="not present in model"):
        models._utils.IntermediateLayerGetter(model, {"layer9": "x"})


@pytest.mark.parametrize(
    "name, options, error, words",
    [
        ("SqueezeNet", {"version": "2.0"}, AssertionError, "supported versions"),
        ("DenseNet", {"layers": 100}, AssertionError, "supported layers"),
        ("ShuffleNetV2", {"scale": 3.0}, NotImplementedError, "scale size"),
        ("ShuffleNetV2", {"act": "gelu"}, RuntimeError, "activation function"),
    ],
)
def test_what_is_not_there_is_said(name, options, error, words):
    with pytest.raises(error, match=words):
        getattr(models, name)(**options)


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
    with pytest.raises(UnsupportedError, match="Dilation"):
        models.resnet.BasicBlock(4, 4, dilation=2)
    plain = paddle.vision.ops.ConvNormActivation(3, 4, norm_layer=None, activation_layer=None)
    assert [type(layer).__name__ for layer in plain] == ["Conv2D"] and plain[0].bias is not None
    assert models.MobileNetV1(0.25, 0, False).state_dict() and models.MobileNetV2(0.35, 0, False).state_dict()
